//! Types of values in a program: scalars and vectors

use std::fmt;

/// The type of a scalar or vector element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Elem {
    I1,
    I8,
    I16,
    I32,
    I64,
    Index,
    F16,
    F32,
}

impl Elem {
    /// All element types. Common types are listed repeatedly, so that they are chosen more often.
    pub const ALL: [Elem; 10] = [
        Elem::I1,
        Elem::I8,
        Elem::I16,
        Elem::I32,
        Elem::I32,
        Elem::I64,
        Elem::Index,
        Elem::F16,
        Elem::F32,
        Elem::F32,
    ];
    /// Element types of the buffers, in the order of their bindings.
    pub const IN_BUFFERS: [Elem; 6] = [Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::F16, Elem::F32];
    /// Integer element types except `i1`.
    pub const INTEGERS: [Elem; 4] = [Elem::I8, Elem::I16, Elem::I32, Elem::I64];

    /// Returns the type's name in MLIR's syntax.
    pub fn name(self) -> &'static str {
        match self {
            Elem::I1 => "i1",
            Elem::I8 => "i8",
            Elem::I16 => "i16",
            Elem::I32 => "i32",
            Elem::I64 => "i64",
            Elem::Index => "index",
            Elem::F16 => "f16",
            Elem::F32 => "f32",
        }
    }

    /// Returns the bit width. For `index`, returns the number of bits that its nonnegative values need.
    pub fn bits(self) -> u32 {
        match self {
            Elem::I1 => 1,
            Elem::I8 => 8,
            Elem::Index => 10,
            Elem::I16 | Elem::F16 => 16,
            Elem::I32 | Elem::F32 => 32,
            Elem::I64 => 64,
        }
    }

    /// Returns whether the type is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::F16 | Elem::F32)
    }
}

/// A scalar type or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    pub elem: Elem,
    pub shape: &'static [usize],
}

/// Shapes of vector types. One is chosen at random.
pub const SHAPES: [&[usize]; 8] = [&[2], &[3], &[4], &[4], &[5], &[8], &[2, 3], &[1]];

impl Ty {
    pub const fn scalar(elem: Elem) -> Ty {
        Ty { elem, shape: &[] }
    }

    pub fn is_scalar(self) -> bool {
        self.shape.is_empty()
    }

    /// Returns the type with the same shape and the element type `elem`.
    pub fn of(self, elem: Elem) -> Ty {
        Ty { elem, ..self }
    }

    /// Returns the number of elements.
    pub fn len(self) -> usize {
        self.shape.iter().product()
    }

    /// Returns the indices of all elements in MLIR's syntax, such as `1, 2`.
    pub fn positions(self) -> Vec<String> {
        (0..self.len())
            .map(|at| match self.shape {
                [_, columns] => format!("{}, {}", at / columns, at % columns),
                _ => at.to_string(),
            })
            .collect()
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_scalar() {
            return f.write_str(self.elem.name());
        }
        f.write_str("vector<")?;
        self.shape.iter().try_for_each(|n| write!(f, "{n}x"))?;
        write!(f, "{}>", self.elem.name())
    }
}
