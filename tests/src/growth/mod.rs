//! Modules with a regular shape and any size, to measure the growth of running time
//!
//! Each [`Shape`] creates a module of about `n` elements of one kind: names, types, decorations, operations, blocks or
//! nested constructs. All shapes except the last two are written in assembly.

mod flow;
mod module;
mod values;

use crate::programs::shapes;
use spv_opt::asm;
use std::fmt::{Arguments, Write};

/// A family of similar modules that can have any size.
pub struct Shape {
    /// Name of the shape.
    pub name: &'static str,
    /// Function that creates the words of a module with the given number of elements.
    pub make: fn(usize) -> Vec<u32>,
    /// Maximum number of elements with which the module is valid.
    pub most: usize,
}

impl Shape {
    const fn new(name: &'static str, make: fn(usize) -> Vec<u32>) -> Shape {
        Shape { name, make, most: usize::MAX }
    }

    /// Constructs a shape of nested structs. The universal limits of the specification bound the nesting depth.
    const fn of_nested_structs(name: &'static str, make: fn(usize) -> Vec<u32>) -> Shape {
        Shape { name, make, most: 255 }
    }
}

/// Returns all shapes.
pub fn shapes() -> impl Iterator<Item = &'static Shape> {
    static WHOLE: [Shape; 2] =
        [Shape::new("chain", |n| shapes::chain(4 * n)), Shape::new("nest", shapes::nest)];
    module::SHAPES.iter().chain(values::SHAPES).chain(flow::SHAPES).chain(&WHOLE)
}

/// A module in assembly, as lines of text by section.
struct Asm {
    entry: String,
    modes: String,
    /// Assembly lines of strings and sources.
    strings: String,
    names: String,
    annotations: String,
    /// Assembly lines of types, constants and global variables.
    globals: String,
    functions: String,
}

/// Assembly of the global declarations in every module: types, constants `%c0` to `%c3`, and pointers to `i32`.
const GLOBALS: &str = "
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 0
%float = OpTypeFloat 32
%vec4 = OpTypeVector %float 4
%to_void = OpTypeFunction %void
%to_i32 = OpTypeFunction %int %int %int
%to_f32 = OpTypeFunction %float %float %float
%local = OpTypePointer Function %int
%private = OpTypePointer Private %int
%input = OpTypePointer Input %int
%true = OpConstantTrue %bool
%c0 = OpConstant %int 0
%c1 = OpConstant %int 1
%c2 = OpConstant %int 2
%c3 = OpConstant %int 3
%one = OpConstant %float 1
";

/// Appends a line to a section.
fn put(section: &mut String, line: Arguments<'_>) {
    // Formatting into a string cannot fail.
    _ = section.write_fmt(line);
    section.push('\n');
}

macro_rules! line {
    ($section:expr, $($format:tt)*) => {
        $crate::growth::put(&mut $section, format_args!($($format)*))
    };
}
use line;

impl Asm {
    fn new() -> Asm {
        Asm {
            entry: String::new(),
            modes: String::new(),
            strings: String::new(),
            names: String::new(),
            annotations: String::new(),
            globals: GLOBALS.into(),
            functions: String::new(),
        }
    }

    /// Begins a function that has two `i32` parameters, `%x` and `%y`, and returns an `i32`.
    fn begin(&mut self) {
        line!(self.functions, "%f = OpFunction %int None %to_i32\n%x = OpFunctionParameter %int");
        line!(self.functions, "%y = OpFunctionParameter %int\n%entry = OpLabel");
    }

    /// Ends the function with a return of `value`.
    fn end(&mut self, value: &str) {
        line!(self.functions, "OpReturnValue {value}\nOpFunctionEnd");
    }

    /// Returns the words of a module with one function that returns `value`. The callback appends assembly lines.
    fn function(mut self, value: &str, write: impl FnOnce(&mut Asm)) -> Vec<u32> {
        self.begin();
        write(&mut self);
        self.end(value);
        self.words()
    }

    /// Assembles the module.
    ///
    /// # Panics
    /// Panics if the assembly is invalid.
    fn words(&self) -> Vec<u32> {
        let head = "OpCapability Shader\nOpCapability Linkage\nOpCapability Kernel\nOpCapability Addresses\n\
                    OpCapability Float64\nOpCapability Int64\nOpCapability PhysicalStorageBufferAddresses\n\
                    OpExtension \"SPV_KHR_physical_storage_buffer\"\n%glsl = OpExtInstImport \"GLSL.std.450\"\n\
                    OpMemoryModel PhysicalStorageBuffer64 GLSL450\n";
        let Asm { entry, modes, strings, names, annotations, globals, functions } = self;
        let text = [head, entry, modes, strings, names, annotations, globals, functions].concat();
        asm::assemble(&text).unwrap_or_else(|e| panic!("wrong assembly: {:?}", e.list.first()))
    }
}
