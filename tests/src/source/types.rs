//! Types of values: elements, alone or in vectors.

use std::fmt;

/// The type of a number.
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
    /// All of them, the usual ones more than once.
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
    /// Those that buffers have, in the order of their bindings.
    pub const IN_BUFFERS: [Elem; 6] = [Elem::I8, Elem::I16, Elem::I32, Elem::I64, Elem::F16, Elem::F32];
    /// Integers of more than one bit.
    pub const INTEGERS: [Elem; 4] = [Elem::I8, Elem::I16, Elem::I32, Elem::I64];

    /// As it is written.
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

    /// Bits; of an index those that its values have, which are never negative.
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

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Elem::F16 | Elem::F32)
    }
}

/// A number, or a vector of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    pub elem: Elem,
    pub shape: &'static [usize],
}

/// The shapes of vectors.
pub const SHAPES: [&[usize]; 8] = [&[2], &[3], &[4], &[4], &[5], &[8], &[2, 3], &[1]];

impl Ty {
    pub const fn scalar(elem: Elem) -> Ty {
        Ty { elem, shape: &[] }
    }

    pub fn is_scalar(self) -> bool {
        self.shape.is_empty()
    }

    /// The same shape of other elements.
    pub fn of(self, elem: Elem) -> Ty {
        Ty { elem, ..self }
    }

    /// How many elements there are.
    pub fn len(self) -> usize {
        self.shape.iter().product()
    }

    /// The positions of the elements, as ops write them: `1, 2`.
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
