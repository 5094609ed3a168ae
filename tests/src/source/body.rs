//! Builder for a program in MLIR's source dialects: its MLIR text, and the available values

use super::memory::Memory;
use super::types::{Elem, SHAPES, Ty};
use crate::r#gen::Rng;
use std::fmt::Write;

/// An available SSA value.
#[derive(Clone, Debug)]
pub struct Value {
    pub name: String,
    pub ty: Ty,
}

/// MLIR text of a program under construction, and the state of the generator.
pub struct Body {
    pub rng: Rng,
    pub text: String,
    /// MLIR text of the functions that the program calls.
    pub functions: String,
    /// Prefix that makes the names of values, blocks and functions unique in the module.
    pub prefix: String,
    pub values: Vec<Value>,
    pub memory: Vec<Memory>,
    /// Number of statements that may still be generated.
    pub budget: usize,
    /// Number of regions that enclose the insertion point.
    pub depth: usize,
    /// Whether code at the insertion point must not access buffers.
    pub pure: bool,
    next: usize,
}

impl Body {
    pub fn new(rng: Rng, prefix: &str, budget: usize) -> Body {
        Body {
            rng,
            text: String::new(),
            functions: String::new(),
            prefix: prefix.to_owned(),
            values: Vec::new(),
            memory: Vec::new(),
            budget,
            depth: 0,
            pure: false,
            next: 0,
        }
    }

    /// Returns a new number to use in a name.
    pub fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// Returns the name of a new SSA value.
    pub fn name(&mut self) -> String {
        let number = self.fresh();
        format!("%{}_{number}", self.prefix)
    }

    /// Adds a line of MLIR text.
    pub fn line(&mut self, line: &str) {
        writeln!(self.text, "    {}{line}", "  ".repeat(self.depth)).expect("text takes all");
    }

    /// Adds an op with one result, and returns the result's name.
    pub fn op(&mut self, text: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {text}"));
        name
    }

    /// Makes a value available to all subsequent code in its region.
    pub fn add(&mut self, name: String, ty: Ty) {
        self.values.push(Value { name, ty });
    }

    /// Adds the code of a region. Values that the code defines are unavailable after the region.
    pub fn region<T>(&mut self, code: impl FnOnce(&mut Body) -> T) -> T {
        let (values, memory) = (self.values.len(), self.memory.len());
        self.depth += 1;
        let result = code(self);
        self.depth -= 1;
        self.values.truncate(values);
        self.memory.truncate(memory);
        result
    }

    /// Returns a random type.
    pub fn any_type(&mut self) -> Ty {
        let elem = self.rng.pick(&Elem::ALL);
        self.shaped(elem)
    }

    /// Returns a scalar or vector type with a random shape and the given element type.
    pub fn shaped(&mut self, elem: Elem) -> Ty {
        let shape = if self.rng.chance(60) { &[][..] } else { self.rng.pick(&SHAPES) };
        Ty { elem, shape }
    }

    /// Returns the name of a value of type `ty`, which is an available or a new value.
    pub fn value(&mut self, ty: Ty) -> String {
        let known: Vec<&Value> = self.values.iter().filter(|value| value.ty == ty).collect();
        if known.is_empty() || self.rng.chance(15) {
            return self.make(ty);
        }
        known[self.rng.below(known.len())].name.clone()
    }

    /// Adds code that computes a new value of type `ty`, and returns the value's name.
    fn make(&mut self, ty: Ty) -> String {
        let choice = self.rng.below(6);
        if self.is_half_vector(ty) && !self.pure {
            let parts: Vec<String> = (0..ty.len()).map(|_| self.input(Elem::F16)).collect();
            let name = self.composed(&parts, ty);
            self.add(name.clone(), ty);
            return name;
        }
        let name = match choice {
            0 | 1 if ty.is_scalar() && !self.pure && Elem::IN_BUFFERS.contains(&ty.elem) => {
                self.input(ty.elem)
            }
            2 if !ty.is_scalar() => {
                let scalar = self.value(Ty::scalar(ty.elem));
                let op = self.rng.pick(&["broadcast", "splat"]);
                match op {
                    "splat" => self.op(&format!("vector.splat {scalar} : {ty}")),
                    _ => self.op(&format!("vector.broadcast {scalar} : {} to {ty}", ty.elem.name())),
                }
            }
            3 | 4 if !ty.is_scalar() => {
                let parts: Vec<String> = (0..ty.len()).map(|_| self.value(Ty::scalar(ty.elem))).collect();
                self.composed(&parts, ty)
            }
            _ => self.constant(ty),
        };
        self.add(name.clone(), ty);
        name
    }

    /// Adds ops that compose a vector from the given elements, and returns the vector's name.
    fn composed(&mut self, parts: &[String], ty: Ty) -> String {
        let parts = parts.join(", ");
        match ty.shape {
            // LLVM 19 lowers this op only for one-dimensional vectors.
            [rows, columns] => {
                let row = format!("vector<{}x{}>", rows * columns, ty.elem.name());
                let flat = self.op(&format!("vector.from_elements {parts} : {row}"));
                self.op(&format!("vector.shape_cast {flat} : {row} to {ty}"))
            }
            _ => self.op(&format!("vector.from_elements {parts} : {ty}")),
        }
    }

    /// Returns whether a type is a vector of `f16`. Programs never compute these vectors from constants only, because
    /// lavapipe 22.3 miscomputes PackHalf2x16 of constants.
    pub fn is_half_vector(&self, ty: Ty) -> bool {
        ty.elem == Elem::F16 && !ty.is_scalar()
    }

    /// Adds a random constant of type `ty`, and returns its name.
    pub fn constant(&mut self, ty: Ty) -> String {
        let text = match ty.shape {
            [] => self.literal(ty.elem),
            _ if self.rng.chance(30) => format!("dense<{}>", self.literal(ty.elem)),
            [n] => format!("dense<{}>", self.row(*n, ty.elem)),
            [rows, columns, ..] => {
                let rows: Vec<String> = (0..*rows).map(|_| self.row(*columns, ty.elem)).collect();
                format!("dense<[{}]>", rows.join(", "))
            }
        };
        self.stated(&text, ty)
    }

    fn row(&mut self, n: usize, elem: Elem) -> String {
        let parts: Vec<String> = (0..n).map(|_| self.literal(elem)).collect();
        format!("[{}]", parts.join(", "))
    }

    /// Adds a constant with the literal `text`, and returns its name.
    pub fn stated(&mut self, text: &str, ty: Ty) -> String {
        match (ty.elem, ty.is_scalar()) {
            (Elem::I1, true) => self.op(&format!("arith.constant {text}")),
            _ => self.op(&format!("arith.constant {text} : {ty}")),
        }
    }

    /// Adds a constant whose elements all have the literal `number`, and returns its name.
    pub fn all(&mut self, number: &str, ty: Ty) -> String {
        match ty.is_scalar() {
            true => self.stated(number, ty),
            false => self.stated(&format!("dense<{number}>"), ty),
        }
    }

    /// Returns a random literal. Half of the integers are small. Floats are never NaN, because LLVM 19 miscomputes
    /// folded minima and maxima of NaN.
    fn literal(&mut self, elem: Elem) -> String {
        let any = i64::from(self.rng.bits()) << 32 | i64::from(self.rng.bits());
        match elem {
            Elem::I1 => self.rng.pick(&["true", "false"]).to_owned(),
            Elem::Index => self.rng.below(16).to_string(),
            Elem::F32 => self
                .rng
                .pick(&["0.0", "1.0", "-1.5", "2.0", "0.5", "3.25", "-100.0", "1.0e6", "0x7F800000"])
                .to_owned(),
            Elem::F16 => {
                self.rng.pick(&["0.0", "1.0", "-1.5", "2.0", "0.5", "3.25", "-100.0", "0x7C00"]).to_owned()
            }
            _ => {
                let shift = 64 - elem.bits();
                let number = match self.rng.below(8) {
                    0..4 => self.rng.below(12) as i64 - 4,
                    4 => i64::MIN >> shift,
                    5 => i64::MAX >> shift,
                    _ => (any << shift) >> shift,
                };
                number.to_string()
            }
        }
    }

    /// Adds a load from an input buffer, and returns the value's name. The loaded value depends on the invocation.
    pub fn input(&mut self, elem: Elem) -> String {
        let base = self.value(Ty::scalar(Elem::Index));
        let moved = self.op(&format!("arith.addi {base}, %i : index"));
        let at = self.masked(&moved, super::INPUTS);
        let name = elem.name();
        self.op(&format!("memref.load %in_{name}[{at}] : memref<{}x{name}>", super::INPUTS))
    }

    /// Adds an op that masks an index to be less than `below`, which must be a power of two. Returns the result's name.
    pub fn masked(&mut self, index: &str, below: usize) -> String {
        let mask = self.stated(&(below - 1).to_string(), Ty::scalar(Elem::Index));
        self.op(&format!("arith.andi {index}, {mask} : index"))
    }

    /// Returns the name of an index less than `below`, which must be a power of two.
    pub fn index(&mut self, below: usize) -> String {
        let index = self.value(Ty::scalar(Elem::Index));
        self.masked(&index, below)
    }
}
