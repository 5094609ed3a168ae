//! Common base of the typed op views

use super::{Enumeration, IdOr, IdRef};
use crate::generated::typed_enums::StorageClass;
use crate::generated::views::GlobalVariable;
use crate::types::pointer;
use spv_ir::dialect::ABSENT;
use spv_ir::params::{OpComponent, walk};
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Location, Op, Type, Value};

/// An op and its body, with access to attributes and operands by index. Accessors assume that the op matches its
/// definition, and may panic on an op that fails verification.
#[derive(Clone, Copy)]
pub struct View<'b> {
    pub(crate) body: &'b Body,
    pub(crate) op: Op,
}

impl std::fmt::Debug for View<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.op.fmt(f)
    }
}

/// Defines the view type for one op definition, with accessors for its parameters.
macro_rules! view {
    ($shown:literal $name:ident = $id:literal { $($items:tt)* }) => {
        #[doc = concat!("`", $shown, "`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'b>(crate::typed::View<'b>);

        impl<'b> $name<'b> {
            /// The id of the op definition.
            pub const ID: spv_ir::dialect::OpDefId = spv_ir::dialect::OpDefId($id);

            /// Returns the view of an op, or `None` if the op has another definition.
            #[inline]
            pub fn cast(body: &'b spv_ir::Body, op: spv_ir::Op) -> Option<Self> {
                (body.def(op) == Self::ID).then_some(Self(crate::typed::View { body, op }))
            }

            crate::typed::view::accessors!($($items)*);
        }

        impl<'b> std::ops::Deref for $name<'b> {
            type Target = crate::typed::View<'b>;
            #[inline]
            fn deref(&self) -> &crate::typed::View<'b> {
                &self.0
            }
        }
    };
}

/// Defines a constant for the index of an attribute or operand.
macro_rules! number {
    ($what:literal, $name:ident, $constant:ident, $number:literal) => {
        #[doc = concat!($what, " `", stringify!($name), "`.")]
        pub const $constant: usize = $number;
    };
}

/// Defines the accessors of a view. Each macro item begins with the accessor's kind and name, and with `SLOT = index`
/// if the parameter has an attribute index. `fixed [slots]` gives the number of preceding operands: `fixed`, plus one
/// for each attribute in `slots` that represents an operand.
macro_rules! accessors {
    () => {};
    (result; $($more:tt)*) => {
        /// Returns the op's only result.
        #[inline]
        pub fn result(self) -> spv_ir::Value {
            self.0.result()
        }
        crate::typed::view::accessors!($($more)*);
    };
    (value $name:ident $($operand:ident =)? $fixed:literal $slots:tt; $($more:tt)*) => {
        $(crate::typed::view::number!("Number of the operand", $name, $operand, $fixed);)?
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> spv_ir::Value {
            self.0.operand(self.0.operands_before($fixed, &$slots))
        }
        crate::typed::view::accessors!($($more)*);
    };
    (value_opt $name:ident $($operand:ident =)? $fixed:literal $slots:tt; $($more:tt)*) => {
        $(crate::typed::view::number!("Number of the operand", $name, $operand, $fixed);)?
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> Option<spv_ir::Value> {
            self.0.operand_opt(self.0.operands_before($fixed, &$slots))
        }
        crate::typed::view::accessors!($($more)*);
    };
    (values $name:ident $($operand:ident =)? $fixed:literal $slots:tt; $($more:tt)*) => {
        $(crate::typed::view::number!("Number of the operand", $name, $operand, $fixed);)?
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> impl ExactSizeIterator<Item = spv_ir::Value> + 'b {
            self.0.operands().skip(self.0.operands_before($fixed, &$slots))
        }
        crate::typed::view::accessors!($($more)*);
    };
    (values_of $name:ident $param:literal; $($more:tt)*) => {
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> Vec<spv_ir::Value> {
            self.0.values(ctx, $param)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (id $name:ident $slot:ident = $number:literal $fixed:literal $slots:tt; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> crate::typed::IdRef {
            self.0.id($number, self.0.operands_before($fixed, &$slots))
        }
        crate::typed::view::accessors!($($more)*);
    };
    (ids $name:ident $slot:ident = $number:literal $param:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> Vec<crate::typed::IdRef> {
            self.0.ids(ctx, $param)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (constant $name:ident $slot:ident = $number:literal $fixed:literal $slots:tt $values:path; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> crate::typed::IdOr<$values> {
            self.0.constant($number, self.0.operands_before($fixed, &$slots))
        }
        crate::typed::view::accessors!($($more)*);
    };
    (enumerants $name:ident $slot:ident = $number:literal $values:path; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name<'c>(self, ctx: &'c spv_ir::Context) -> impl ExactSizeIterator<Item = $values> + use<'b, 'c> {
            self.0.enumerants(ctx, $number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (enumerant $name:ident $slot:ident = $number:literal $values:path; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> $values {
            self.0.enumerant($number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (enumerant $name:ident $slot:ident = $number:literal ($($operands:tt)*) $values:path; $($more:tt)*) => {
        crate::typed::view::accessors!(enumerant $name $slot = $number $values; operands_of $name $($operands)*; $($more)*);
    };
    (enumerant_opt $name:ident $slot:ident = $number:literal $values:path; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> Option<$values> {
            self.0.enumerant_opt($number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (enumerant_opt $name:ident $slot:ident = $number:literal ($($operands:tt)*) $values:path; $($more:tt)*) => {
        crate::typed::view::accessors!(enumerant_opt $name $slot = $number $values; operands_of $name $($operands)*; $($more)*);
    };
    (operands_of $of:ident $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the non-value operands of the enumerants of `", stringify!($of), "` as an array.")]
        #[inline]
        pub fn $name(self) -> Option<spv_ir::Attribute> {
            self.0.attr($number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (word $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> u32 {
            self.0.word($number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (word_opt $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> Option<u32> {
            self.0.words(ctx, $number).first().copied()
        }
        crate::typed::view::accessors!($($more)*);
    };
    (words $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> &[u32] {
            self.0.words(ctx, $number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (attr $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self) -> Option<spv_ir::Attribute> {
            self.0.attr($number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (string $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> Option<&str> {
            self.0.string(ctx, $number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (symbols $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name<'c>(self, ctx: &'c spv_ir::Context) -> impl Iterator<Item = spv_ir::Ident> + use<'b, 'c> {
            self.0.symbols(ctx, $number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (symbol $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> Option<spv_ir::Ident> {
            self.0.symbol(ctx, $number)
        }
        crate::typed::view::accessors!($($more)*);
    };
    (ty $name:ident $slot:ident = $number:literal; $($more:tt)*) => {
        crate::typed::view::number!("Slot of", $name, $slot, $number);
        #[doc = concat!("Returns the parameter `", stringify!($name), "`.")]
        #[inline]
        pub fn $name(self, ctx: &spv_ir::Context) -> Option<spv_ir::Type> {
            self.0.ty(ctx, $number)
        }
        crate::typed::view::accessors!($($more)*);
    };
}

pub(crate) use {accessors, number, view};

/// Flag in an attribute index that tells when the attribute represents an operand. With the flag, this is the case if
/// the attribute is 0; without the flag, if it is absent.
const ID_SLOT: usize = 1 << 8;

impl<'b> View<'b> {
    /// Returns the op.
    pub fn op(self) -> Op {
        self.op
    }

    /// Returns the body that contains the op.
    pub fn body(self) -> &'b Body {
        self.body
    }

    /// Returns the op's location.
    pub fn loc(self) -> Location {
        self.body.loc(self.op)
    }

    /// Returns the dictionary of discardable attributes, or `None` if it is empty.
    pub fn attrs(self) -> Option<Attribute> {
        self.body.attrs(self.op)
    }

    pub(crate) fn result(self) -> Value {
        self.body.result(self.op, 0)
    }

    pub(crate) fn operands(self) -> impl ExactSizeIterator<Item = Value> + 'b {
        self.body.own_operands(self.op)
    }

    pub(crate) fn operand(self, index: usize) -> Value {
        self.body.operand(self.op, index)
    }

    pub(crate) fn operand_opt(self, index: usize) -> Option<Value> {
        self.operands().nth(index)
    }

    /// Returns the number of operands before a parameter: `fixed`, plus one for each attribute in `slots` that
    /// represents an operand.
    pub(crate) fn operands_before(self, fixed: usize, slots: &[usize]) -> usize {
        let stands_for_one = |&&slot: &&usize| match slot.checked_sub(ID_SLOT) {
            Some(slot) => self.word(slot) == 0,
            None => self.word(slot) == ABSENT,
        };
        fixed + slots.iter().filter(stands_for_one).count()
    }

    pub(crate) fn word(self, slot: usize) -> u32 {
        self.body.slot(self.op, slot)
    }

    pub(crate) fn attr(self, slot: usize) -> Option<Attribute> {
        self.body.slot_attr(self.op, slot)
    }

    pub(crate) fn enumerant<E: Enumeration>(self, slot: usize) -> E {
        E::from_value(self.word(slot))
    }

    pub(crate) fn enumerant_opt<E: Enumeration>(self, slot: usize) -> Option<E> {
        Some(self.word(slot)).filter(|&word| word != ABSENT).map(E::from_value)
    }

    pub(crate) fn words(self, ctx: &Context, slot: usize) -> &[u32] {
        match self.attr(slot).map(|attr| ctx.attr_data(attr)) {
            Some(AttrData::Words(words)) => words,
            _ => &[],
        }
    }

    pub(crate) fn enumerants<E: Enumeration>(
        self,
        ctx: &Context,
        slot: usize,
    ) -> impl ExactSizeIterator<Item = E> + use<'_, E> {
        self.words(ctx, slot).iter().map(|&word| E::from_value(word))
    }

    pub(crate) fn constant<E: Enumeration>(self, slot: usize, operand: usize) -> IdOr<E> {
        match self.word(slot) {
            ABSENT => IdOr::Value(self.operand(operand)),
            word => IdOr::Const(E::from_value(word)),
        }
    }

    pub(crate) fn string(self, ctx: &Context, slot: usize) -> Option<&str> {
        ctx.attr_str(self.attr(slot)?)
    }

    pub(crate) fn symbol(self, ctx: &Context, slot: usize) -> Option<Ident> {
        ctx.attr_symbol(self.attr(slot)?)
    }

    fn list(self, ctx: &Context, slot: usize) -> &[Attribute] {
        self.attr(slot).and_then(|attr| ctx.attr_array(attr)).unwrap_or(&[])
    }

    pub(crate) fn symbols(self, ctx: &Context, slot: usize) -> impl Iterator<Item = Ident> + use<'_> {
        self.list(ctx, slot).iter().filter_map(move |&attr| ctx.attr_symbol(attr))
    }

    pub(crate) fn ty(self, ctx: &Context, slot: usize) -> Option<Type> {
        ctx.attr_type(self.attr(slot)?)
    }

    pub(crate) fn id(self, slot: usize, operand: usize) -> IdRef {
        match self.attr(slot) {
            Some(attr) => IdRef::Attr(attr),
            None => IdRef::Value(self.operand(operand)),
        }
    }

    pub(crate) fn ids(self, ctx: &Context, param: usize) -> Vec<IdRef> {
        let id = |item| match item {
            OpComponent::Value(value) => Some(IdRef::Value(value)),
            OpComponent::Attr(attr) => Some(IdRef::Attr(attr)),
            _ => None,
        };
        self.items(ctx, param).into_iter().filter_map(id).collect()
    }

    pub(crate) fn values(self, ctx: &Context, param: usize) -> Vec<Value> {
        let value = |item| match item {
            OpComponent::Value(value) => Some(value),
            _ => None,
        };
        self.items(ctx, param).into_iter().filter_map(value).collect()
    }

    /// Returns all operands and literals that belong to the parameter at index `param`.
    fn items(self, ctx: &Context, param: usize) -> Vec<OpComponent> {
        let mut items = Vec::new();
        let def = ctx.registry().op(self.body.def(self.op));
        walk(ctx, self.body, self.op, def, &mut |number, item| {
            if number == param {
                items.push(item);
            }
        });
        items
    }
}

impl GlobalVariable<'_> {
    /// Returns the type of the variable's contents and the storage class, or `None` if the type is not a pointer.
    pub fn contents(self, ctx: &Context) -> Option<(Type, StorageClass)> {
        let (pointee, class) = pointer(ctx, self.ty(ctx)?)?;
        Some((pointee, StorageClass(class)))
    }
}
