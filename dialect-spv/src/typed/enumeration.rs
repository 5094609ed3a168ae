//! Typed enumerants and bit sets

use spv_ir::dialect::EnumDef;

/// A wrapper type for the enumerants or bit sets of one grammar enumeration. Any value is valid, so that enumerants of
/// newer specifications can be represented.
pub trait Enumeration: Copy + 'static {
    /// The grammar enumeration that the type wraps.
    const DEF: &'static EnumDef;
    /// Wraps the value of an enumerant or bit set.
    fn from_value(value: u32) -> Self;
    /// Returns the value of the enumerant or bit set.
    fn value(self) -> u32;
}

macro_rules! enumeration {
    ($text:literal, $name:ident, $def:ident) => {
        #[doc = concat!("`", $text, "`")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl Enumeration for $name {
            const DEF: &'static spv_ir::dialect::EnumDef = &$def;
            #[inline]
            fn from_value(value: u32) -> Self {
                Self(value)
            }
            #[inline]
            fn value(self) -> u32 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&crate::decorations::enum_text(Self::DEF, self.0))
            }
        }

        impl std::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", $text)
            }
        }
    };
}

/// Defines a type for a value enumeration. The constants are spelled as in the specification.
macro_rules! values {
    ($text:literal: $name:ident = $def:ident { $($shown:literal $constant:ident = $value:literal,)* }) => {
        crate::typed::enumeration::enumeration!($text, $name, $def);
        #[allow(non_upper_case_globals, reason = "spelled as in the specification")]
        impl $name {
            $(#[doc = concat!("`", $shown, "`")]
            pub const $constant: Self = Self($value);)*
        }

        /// Parses the name of an enumerant, spelled as in the specification.
        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(name: &str) -> Result<Self, String> {
                let found = Self::DEF.by_name(name).map(Self);
                found.ok_or_else(|| format!("'{name}' is no {}", $text))
            }
        }
    };
}

/// Defines a type for a bit enumeration. The constants are in upper case and combine with `|`.
macro_rules! flags {
    ($text:literal: $name:ident = $def:ident { $($shown:literal $constant:ident = $value:literal,)* }) => {
        crate::typed::enumeration::enumeration!($text, $name, $def);
        impl $name {
            $(#[doc = concat!("`", $shown, "`")]
            pub const $constant: Self = Self($value);)*

            /// Returns whether all bits of `other` are set.
            #[must_use]
            #[inline]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl std::ops::BitOr for $name {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl std::ops::BitOr<crate::typed::EnumOperands<$name>> for $name {
            type Output = crate::typed::EnumOperands<$name>;
            #[inline]
            fn bitor(self, other: crate::typed::EnumOperands<$name>) -> Self::Output {
                crate::typed::EnumOperands::from(self) | other
            }
        }
    };
}

pub(crate) use {enumeration, flags, values};
