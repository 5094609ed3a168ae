//! A front end for a toy shading language with vertex, fragment and compute shaders. docs/tutorial.md explains it.
//!
//!     cargo run -p spv-opt --example shading_language [FILE.shade [FILE.spv]]

use spv_opt::dialect::validate::TargetEnv;
use spv_opt::ir::{Ident, Type, Value};
use spv_opt::spv::{self, Function, FunctionBuilder, Global, ImageType, ModuleBuilder, Types, WhilePart};
use spv_opt::{Context, Diagnostics, Module, Source};
use std::collections::HashMap;
use std::sync::Arc;
use tokens::Tokens;

#[path = "shading_language/tokens.rs"]
mod tokens;

/// The memory that a name refers to.
#[derive(Clone, Copy)]
enum Place {
    /// A variable of the function, by its address.
    Local(Value),
    /// A variable of the module.
    Global(Global),
    /// An array in workgroup memory, which takes an index.
    Array(Global),
    /// A buffer, which takes an index: a block with one member, an array.
    Buffer(Global),
}

/// A declared function whose body is not compiled yet.
struct Body<'s> {
    function: Function,
    parameters: Vec<&'s str>,
    /// Inputs and outputs of an entry point.
    interface: Vec<(&'s str, Place)>,
    /// Built-in vectors whose first components are variables of the language.
    ids: Vec<(&'s str, Global)>,
    /// Index of the first token of the body.
    start: usize,
}

struct Compiler<'s> {
    ctx: Arc<Context>,
    file: Ident,
    tokens: Tokens<'s>,
    /// Number of textures and buffers.
    bindings: u32,
    functions: HashMap<&'s str, Function>,
    /// The visible names, innermost last.
    names: Vec<(&'s str, Place)>,
}

/// Compiles a source file to a module that is valid for Vulkan 1.1.
///
/// # Errors
/// Messages with file, line and column.
pub fn compile(ctx: &Arc<Context>, file: &str, source: &str) -> Result<Module, String> {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    let mut compiler = Compiler {
        ctx: ctx.clone(),
        file: ctx.ident(file),
        tokens: Tokens::new(file, source),
        bindings: 0,
        functions: HashMap::new(),
        names: Vec::new(),
    };
    let mut bodies = Vec::new();
    while compiler.tokens.peek() != "" {
        compiler.declaration(&mut m, &mut bodies);
    }
    for body in bodies {
        compiler.body(&mut m, body);
    }
    if let Some(error) = compiler.tokens.error {
        return Err(error);
    }
    let environment = TargetEnv::new("vulkan1.1").expect("the environment is known");
    let text = |list: Diagnostics| spv_opt::render(&list, Source { file, text: source, ctx: Some(ctx) });
    let module = m.finish().map_err(text)?;
    spv_opt::verify(&module).map_err(text)?;
    spv_opt::verify_for(&module, &environment).map_err(text)?;
    Ok(module)
}

impl<'s> Compiler<'s> {
    fn type_named(&self, name: &str) -> Option<Type> {
        let float = self.ctx.float(32);
        Some(match name {
            "u32" => self.ctx.unsigned(32),
            "f32" => float,
            "vec2" => self.ctx.vector(float, 2),
            "vec3" => self.ctx.vector(float, 3),
            "vec4" => self.ctx.vector(float, 4),
            _ => return None,
        })
    }

    fn ty(&mut self) -> Type {
        let name = self.tokens.next();
        self.type_named(name).unwrap_or_else(|| {
            self.tokens.fail(format!("unknown type `{name}`"));
            self.ctx.float(32)
        })
    }

    fn declaration(&mut self, m: &mut ModuleBuilder, bodies: &mut Vec<Body<'s>>) {
        let (keyword, name) = (self.tokens.next(), self.tokens.next());
        match keyword {
            "texture" => {
                let image = ImageType::sampled(self.ctx.float(32), spv::Dim::Dim2D);
                let ty = self.ctx.sampled_image(self.ctx.image(image));
                let global = m.uniform_constant(name, ty, 0, self.bindings);
                self.bindings += 1;
                self.names.push((name, Place::Global(global)));
            }
            "buffer" => {
                self.tokens.expect(":");
                let element = self.ty();
                let array = self.ctx.runtime_array(element);
                let block = self.ctx.structure().named(name).member(array).name("items").block();
                let block =
                    block.with_layout(spv::LayoutRules::Std430).expect("numbers and vectors have a size");
                let global = m.storage_buffer(name, block, 0, self.bindings);
                self.bindings += 1;
                self.names.push((name, Place::Buffer(global)));
            }
            "shared" => {
                self.tokens.expect(":");
                let element = self.ty();
                self.tokens.expect("[");
                let array = self.ctx.array(element, self.tokens.number());
                self.tokens.expect("]");
                self.names.push((name, Place::Array(m.workgroup_variable(name, array))));
            }
            "fn" => return bodies.push(self.function(m, name)),
            "vertex" | "fragment" | "compute" => return bodies.push(self.entry_point(m, keyword, name)),
            _ => self.tokens.fail(format!("unknown declaration `{keyword}`")),
        }
        self.tokens.expect(";");
    }

    /// Parses `(name: type, ...)`. Calls `parameter` with the word before each name, the name and the type.
    fn parameters(&mut self, has_word: bool, mut parameter: impl FnMut(&mut Self, &str, &'s str, Type)) {
        self.tokens.expect("(");
        while self.tokens.peek() != "" && !self.tokens.eat(")") {
            let word = if has_word { self.tokens.next() } else { "" };
            let name = self.tokens.next();
            self.tokens.expect(":");
            let ty = self.ty();
            parameter(self, word, name, ty);
            if self.tokens.peek() != ")" {
                self.tokens.expect(",");
            }
        }
    }

    /// Declares a function, which others may call before its body is compiled.
    fn function(&mut self, m: &mut ModuleBuilder, name: &'s str) -> Body<'s> {
        let (mut parameters, mut types) = (Vec::new(), Vec::new());
        self.parameters(false, |_, _, name, ty| {
            parameters.push(name);
            types.push(ty);
        });
        self.tokens.expect("->");
        let function = m.declare(name, &types, Some(self.ty()));
        self.functions.insert(name, function);
        Body { function, parameters, interface: Vec::new(), ids: Vec::new(), start: self.tokens.skip_block() }
    }

    fn entry_point(&mut self, m: &mut ModuleBuilder, stage: &str, name: &'s str) -> Body<'s> {
        let function = m.declare(name, &[], None);
        let (uint, vec4) = (self.ctx.unsigned(32), self.ctx.vector(self.ctx.float(32), 4));
        let (mut interface, mut ids) = (Vec::new(), Vec::new());
        let (mut inputs, mut outputs) = (0, 0);
        self.parameters(true, |compiler, word, name, ty| {
            let global = match word {
                "in" => m.input(name, ty, inputs),
                "out" => m.output(name, ty, outputs),
                _ => return compiler.tokens.fail(format!("expected `in` or `out`, found `{word}`")),
            };
            inputs += u32::from(word == "in");
            outputs += u32::from(word == "out");
            if stage == "fragment" && word == "in" && ty == uint {
                m.decorate_unit(global, "flat");
            }
            interface.push((name, Place::Global(global)));
        });
        match stage {
            "vertex" => {
                m.deduced_entry_point(spv::ExecutionModel::Vertex, function);
                let position = m.built_in_output("position", vec4, spv::BuiltIn::Position);
                interface.push(("position", Place::Global(position)));
            }
            "fragment" => {
                m.deduced_entry_point(spv::ExecutionModel::Fragment, function);
                m.execution_mode(function, spv::ExecutionMode::OriginUpperLeft);
            }
            _ => {
                m.deduced_entry_point(spv::ExecutionModel::GLCompute, function);
                m.execution_mode(function, spv::ExecutionMode::local_size(64, 1, 1));
                for (name, built_in) in [
                    ("global_id", spv::BuiltIn::GlobalInvocationId),
                    ("local_id", spv::BuiltIn::LocalInvocationId),
                    ("group_id", spv::BuiltIn::WorkgroupId),
                ] {
                    ids.push((name, m.built_in_input(name, self.ctx.vector(uint, 3), built_in)));
                }
            }
        }
        Body { function, parameters: Vec::new(), interface, ids, start: self.tokens.skip_block() }
    }

    fn body(&mut self, m: &mut ModuleBuilder, body: Body<'s>) {
        if self.tokens.error.is_some() {
            return;
        }
        self.tokens.at = body.start;
        let visible = self.names.len();
        self.names.extend(body.interface);
        m.define(body.function, |b| {
            for (index, name) in body.parameters.into_iter().enumerate() {
                let value = b.parameter(index);
                self.variable(b, name, value);
            }
            for (name, global) in body.ids {
                let ids = b.address(global);
                let ids = b.load(ids);
                let id = b.composite_extract(ids, &[0]);
                self.variable(b, name, id);
            }
            self.block(b);
            if !b.is_terminated() {
                match body.function.result {
                    None => b.return_(),
                    Some(ty) => {
                        let zero = b.null(ty);
                        b.return_value(zero)
                    }
                };
            }
        });
        self.names.truncate(visible);
    }

    fn variable(&mut self, b: &mut FunctionBuilder<'_>, name: &'s str, value: Value) {
        let address = b.local_variable(b.value_type(value));
        b.name(address, name);
        b.store(address, value);
        self.names.push((name, Place::Local(address)));
    }

    fn block(&mut self, b: &mut FunctionBuilder<'_>) {
        let visible = self.names.len();
        self.tokens.expect("{");
        while self.tokens.peek() != "" && !self.tokens.eat("}") {
            if b.is_terminated() {
                self.tokens.fail("this statement is unreachable".to_owned());
            }
            self.statement(b);
        }
        self.names.truncate(visible);
    }

    fn statement(&mut self, b: &mut FunctionBuilder<'_>) {
        let (line, column) = self.tokens.place();
        b.loc = self.ctx.file_location(self.file, line, column);
        match self.tokens.next() {
            "if" => {
                let condition = self.expression(b);
                b.if_parts(condition, &[], |b, taken| {
                    if taken || self.tokens.eat("else") {
                        self.block(b);
                    }
                    Vec::new()
                });
                return;
            }
            "while" => {
                b.while_parts(&[], |b, part, _| match part {
                    WhilePart::Condition => vec![self.expression(b)],
                    WhilePart::Body => {
                        self.block(b);
                        Vec::new()
                    }
                });
                return;
            }
            "let" => {
                let name = self.tokens.next();
                self.tokens.expect("=");
                let value = self.expression(b);
                self.variable(b, name, value);
            }
            "return" => {
                let value = self.expression(b);
                b.return_value(value);
            }
            "barrier" => {
                let semantics =
                    spv::MemorySemantics::ACQUIRE_RELEASE | spv::MemorySemantics::WORKGROUP_MEMORY;
                b.control_barrier(spv::Scope::Workgroup, spv::Scope::Workgroup, semantics);
            }
            name => {
                let address = self.address(b, name);
                self.tokens.expect("=");
                let value = self.expression(b);
                b.store(address, value);
            }
        }
        self.tokens.expect(";");
    }

    /// Returns the address of the memory that a name refers to, with an index for an array.
    fn address(&mut self, b: &mut FunctionBuilder<'_>, name: &str) -> Value {
        let Some(&(_, place)) = self.names.iter().rev().find(|(known, _)| *known == name) else {
            self.tokens.fail(format!("unknown name `{name}`"));
            return b.u32(0);
        };
        let (array, mut indexes) = match place {
            Place::Local(address) => return address,
            Place::Global(global) => return b.address(global),
            Place::Array(global) => (global, Vec::new()),
            Place::Buffer(global) => (global, vec![b.u32(0)]),
        };
        self.tokens.expect("[");
        indexes.push(self.expression(b));
        self.tokens.expect("]");
        let base = b.address(array);
        b.access_chain(base, &indexes)
    }

    fn expression(&mut self, b: &mut FunctionBuilder<'_>) -> Value {
        self.binary(b, 0)
    }

    /// Compiles operators of a precedence level and above.
    fn binary(&mut self, b: &mut FunctionBuilder<'_>, level: usize) -> Value {
        let Some(operators) = OPERATORS.get(level) else { return self.postfix(b) };
        let mut left = self.binary(b, level + 1);
        while operators.contains(&self.tokens.peek()) {
            let operator = self.tokens.next();
            left = match operator {
                // Evaluates the right side only if the left side does not decide.
                "&&" | "||" => {
                    let bool = self.ctx.bool();
                    b.if_parts(left, &[bool], |b, taken| match taken == (operator == "&&") {
                        true => vec![self.binary(b, level + 1)],
                        false => vec![b.bool(taken)],
                    })[0]
                }
                _ => {
                    let right = self.binary(b, level + 1);
                    self.operation(b, operator, left, right)
                }
            };
        }
        left
    }

    fn operation(&mut self, b: &mut FunctionBuilder<'_>, operator: &str, x: Value, y: Value) -> Value {
        let [left, right] = [x, y].map(|value| b.value_type(value));
        let float = self.ctx.float(32);
        let is_float = self.ctx.component(left) == float;
        match (operator, is_float) {
            ("*", true) if left != float && right == float => b.vector_times_scalar(x, y),
            ("+", true) => b.f_add(x, y),
            ("-", true) => b.f_sub(x, y),
            ("*", true) => b.f_mul(x, y),
            ("/", true) => b.f_div(x, y),
            ("==", true) => b.f_ord_equal(x, y),
            ("<", true) => b.f_ord_less_than(x, y),
            (">", true) => b.f_ord_greater_than(x, y),
            ("+", false) => b.i_add(x, y),
            ("-", false) => b.i_sub(x, y),
            ("*", false) => b.i_mul(x, y),
            ("/", false) => b.u_div(x, y),
            ("%", false) => b.u_mod(x, y),
            ("==", false) => b.i_equal(x, y),
            ("<", false) => b.u_less_than(x, y),
            (">", false) => b.u_greater_than(x, y),
            _ => {
                self.tokens.fail(format!("no `{operator}` for these operands"));
                x
            }
        }
    }

    fn postfix(&mut self, b: &mut FunctionBuilder<'_>) -> Value {
        let mut value = self.primary(b);
        while self.tokens.eat(".") {
            let component = self.tokens.next();
            match ["x", "y", "z", "w"].iter().position(|name| *name == component) {
                Some(index) => value = b.composite_extract(value, &[index as u32]),
                None => self.tokens.fail(format!("unknown component `{component}`")),
            }
        }
        value
    }

    fn primary(&mut self, b: &mut FunctionBuilder<'_>) -> Value {
        if self.tokens.peek().starts_with(|c: char| c.is_ascii_digit()) && !self.tokens.peek().contains('.') {
            let number = self.tokens.number();
            return b.u32(number);
        }
        match self.tokens.next() {
            "(" => {
                let value = self.expression(b);
                self.tokens.expect(")");
                value
            }
            "-" => {
                let value = self.postfix(b);
                b.f_negate(value)
            }
            name if self.tokens.eat("(") => self.call(b, name),
            text => match text.parse() {
                Ok(number) if text.contains('.') => b.f32(number),
                _ => {
                    let address = self.address(b, text);
                    b.load(address)
                }
            },
        }
    }

    fn call(&mut self, b: &mut FunctionBuilder<'_>, name: &str) -> Value {
        let mut arguments = Vec::new();
        while self.tokens.peek() != "" && !self.tokens.eat(")") {
            arguments.push(self.expression(b));
            if self.tokens.peek() != ")" {
                self.tokens.expect(",");
            }
        }
        match (name, &arguments[..], self.type_named(name)) {
            ("f32", &[x], Some(float)) => b.convert_u_to_f(float, x),
            ("u32", &[x], Some(uint)) => b.convert_f_to_u(uint, x),
            (_, components, Some(vector)) => b.composite_construct(vector, components),
            ("sample", &[texture, at], _) => b.image_sample_implicit_lod(texture, at),
            ("sqrt", &[x], _) => b.glsl().sqrt(x),
            ("sin", &[x], _) => b.glsl().sin(x),
            ("dot", &[x, y], _) => b.dot(x, y),
            _ => match self.functions.get(name).and_then(|function| b.call(*function, &arguments)) {
                Some(result) => result,
                None => {
                    self.tokens.fail(format!("no function `{name}` with {} arguments", arguments.len()));
                    b.u32(0)
                }
            },
        }
    }
}

/// Binary operators, by ascending precedence.
const OPERATORS: [&[&str]; 5] = [&["||"], &["&&"], &["==", "<", ">"], &["+", "-"], &["*", "/", "%"]];

#[allow(dead_code, reason = "tests include this file for its functions")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/scene.shade");
    let input = arguments.next().unwrap_or_else(|| example.to_owned());
    let source = std::fs::read_to_string(&input)?;
    let mut module = compile(&spv_opt::context(), &input, &source).unwrap_or_else(|message| {
        eprintln!("{message}");
        std::process::exit(1);
    });
    spv_opt::optimize(&mut module, spv_opt::Pipeline::O)?;
    print!("{}", spv_opt::print(&module));
    if let Some(output) = arguments.next() {
        let words = spv_opt::export(&module)?;
        std::fs::write(output, words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())?;
    }
    Ok(())
}
