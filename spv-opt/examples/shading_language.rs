//! A front end for a toy shading language with vertex, fragment and compute shaders
//!
//! docs/tutorial.md explains this example.
//!
//!     cargo run -p spv-opt --example shading_language FILE.shade FILE.spv

use spv_opt::ir::{Type, Value};
use spv_opt::spv::{self, Function, FunctionBuilder, Global, ModuleBuilder, Types, WhilePart};
use spv_opt::{Context, Module, Source};
use std::sync::Arc;
use tokens::Tokens;

#[path = "shading_language/tokens.rs"]
mod tokens;

/// The entity that a name refers to.
#[derive(Clone, Copy)]
enum Item {
    /// A variable of a function, represented by its address.
    Local(Value),
    Global(Global),
    /// A storage buffer, which is a Block-decorated struct whose only member is an array.
    Buffer(Global),
    Function(Function),
}

struct Compiler<'s> {
    ctx: Arc<Context>,
    tokens: Tokens<'s>,
    /// The visible names, innermost scope last.
    names: Vec<(&'s str, Item)>,
}

/// Compiles a source file to a module that is valid for Vulkan 1.1. Error messages contain file, line and column.
pub fn compile(ctx: &Arc<Context>, file: &str, source: &str) -> Result<Module, String> {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    let mut compiler = Compiler { ctx: ctx.clone(), tokens: Tokens::new(file, source), names: vec![] };
    while compiler.tokens.peek() != "" {
        compiler.declaration(&mut m);
    }
    let source = Source { file, text: source, ctx: Some(ctx) };
    match compiler.tokens.error {
        Some(error) => Err(error),
        None => m.finish_for("vulkan1.1").map_err(|list| spv_opt::render(&list, source)),
    }
}

impl<'s> Compiler<'s> {
    fn type_named(&self, name: &str) -> Option<Type> {
        match name {
            "u32" => Some(self.ctx.unsigned(32)),
            "uvec3" => Some(self.ctx.vector(self.ctx.unsigned(32), 3)),
            "f32" => Some(self.ctx.float(32)),
            "vec2" | "vec3" | "vec4" => Some(self.ctx.vector(self.ctx.float(32), name[3..].parse().ok()?)),
            _ => None,
        }
    }

    /// Parses a punctuation mark and the type after it, which may be an array.
    fn ty(&mut self, mark: &str) -> Type {
        self.tokens.expect(mark);
        let (name, float) = (self.tokens.next(), self.ctx.float(32));
        let ty = self
            .type_named(name)
            .unwrap_or_else(|| self.tokens.fail(format!("unknown type `{name}`"), float));
        if !self.tokens.eat("[") {
            return ty;
        }
        let array = self.ctx.array(ty, self.tokens.number());
        self.tokens.expect("]");
        array
    }

    /// Parses `(in name: type, ...)`. Returns the keyword, name and type of each parameter.
    fn parameters(&mut self) -> Vec<(&'s str, &'s str, Type)> {
        let mut list = Vec::new();
        self.tokens.expect("(");
        while self.tokens.more() {
            list.push((self.tokens.next(), self.tokens.next(), self.ty(":")));
        }
        list
    }

    fn declaration(&mut self, m: &mut ModuleBuilder) {
        m.loc = self.tokens.location(&self.ctx);
        let (keyword, name, binding) = (self.tokens.next(), self.tokens.next(), self.names.len() as u32);
        let item = match keyword {
            "fn" => return self.function(m, name),
            "vertex" | "fragment" | "compute" => return self.entry_point(m, keyword, name),
            "texture" => {
                let image = self.ctx.image(spv::ImageType::sampled(self.ctx.float(32), spv::Dim::Dim2D));
                Item::Global(m.uniform_constant(name, self.ctx.sampled_image(image), 0, binding))
            }
            "buffer" => Item::Buffer(m.storage_array(name, self.ty(":"), 0, binding)),
            "shared" => Item::Global(m.workgroup_variable(name, self.ty(":"))),
            _ => return self.tokens.fail(format!("unknown declaration `{keyword}`"), ()),
        };
        self.names.push((name, item));
    }

    fn function(&mut self, m: &mut ModuleBuilder, name: &'s str) {
        let (parameters, visible) = (self.parameters(), self.names.len());
        let types: Vec<Type> = parameters.iter().map(|(.., ty)| *ty).collect();
        let function = m.function(name, &types, Some(self.ty("->")), |b| {
            for (index, (_, name, _)) in parameters.into_iter().enumerate() {
                let value = b.parameter(index);
                self.names.push((name, Item::Local(b.named_variable(name, value))));
            }
            self.block(b);
            b.return_if_open();
        });
        self.names.truncate(visible);
        self.names.push((name, Item::Function(function)));
    }

    fn entry_point(&mut self, m: &mut ModuleBuilder, stage: &str, name: &str) {
        let (mut inputs, mut outputs, visible) = (0.., 0.., self.names.len());
        for (keyword, name, ty) in self.parameters() {
            let variable = match (keyword, name.parse::<spv::BuiltIn>()) {
                ("in", Ok(built_in)) => m.built_in_input(name, ty, built_in),
                ("out", Ok(built_in)) => m.built_in_output(name, ty, built_in),
                ("in", _) => m.input(name, ty, inputs.next().unwrap_or(0)),
                ("out", _) => m.output(name, ty, outputs.next().unwrap_or(0)),
                _ => return self.tokens.fail(format!("expected `in` or `out`, found `{keyword}`"), ()),
            };
            if stage == "fragment" && keyword == "in" && ty == self.ctx.unsigned(32) {
                m.decorate_unit(variable, "flat");
            }
            self.names.push((name, Item::Global(variable)));
        }
        let function = m.function(name, &[], None, |b| {
            self.block(b);
            b.return_if_open();
        });
        self.names.truncate(visible);
        match stage {
            "vertex" => m.vertex_entry_point(function),
            "fragment" => m.fragment_entry_point(function),
            _ => m.compute_entry_point(function, [64, 1, 1]),
        }
    }

    fn block(&mut self, b: &mut FunctionBuilder<'_>) {
        let visible = self.names.len();
        self.tokens.expect("{");
        while self.tokens.peek() != "" && !self.tokens.eat("}") {
            self.statement(b);
        }
        self.names.truncate(visible);
    }

    fn statement(&mut self, b: &mut FunctionBuilder<'_>) {
        b.loc = self.tokens.location(&self.ctx);
        match self.tokens.next() {
            "if" => {
                let condition = self.expression(b, 0);
                b.if_(condition, |b| self.block(b));
            }
            "while" => {
                b.while_parts(&[], |b, part, _| match part {
                    WhilePart::Condition => vec![self.expression(b, 0)],
                    WhilePart::Body => {
                        self.block(b);
                        vec![]
                    }
                });
            }
            "let" => {
                let name = self.tokens.next();
                self.tokens.expect("=");
                let value = self.expression(b, 0);
                self.names.push((name, Item::Local(b.named_variable(name, value))));
            }
            "return" => {
                let value = self.expression(b, 0);
                b.return_value(value);
            }
            "barrier" => b.workgroup_barrier(),
            name => {
                let address = self.address(b, name);
                self.tokens.expect("=");
                let value = self.expression(b, 0);
                b.store(address, value);
            }
        }
    }

    fn item(&self, name: &str) -> Option<Item> {
        self.names.iter().rev().find(|(known, _)| *known == name).map(|(_, item)| *item)
    }

    /// Parses the indices after a name. Returns the address of the variable or array element.
    fn address(&mut self, b: &mut FunctionBuilder<'_>, name: &str) -> Value {
        let mut address = match self.item(name) {
            Some(Item::Local(address)) => address,
            Some(Item::Global(variable)) => b.address(variable),
            Some(Item::Buffer(variable)) => b.member(variable, 0),
            _ => self.tokens.fail(format!("unknown variable `{name}`"), b.u32(0)),
        };
        while self.tokens.eat("[") {
            let index = self.expression(b, 0);
            self.tokens.expect("]");
            address = b.access_chain(address, &[index]);
        }
        address
    }

    /// Compiles an expression with operators of a precedence level and higher levels.
    fn expression(&mut self, b: &mut FunctionBuilder<'_>, level: usize) -> Value {
        let Some(operators) = OPERATORS.get(level) else { return self.postfix(b) };
        let mut left = self.expression(b, level + 1);
        while let Some((operator, build)) = operators.iter().find(|(name, _)| *name == self.tokens.peek()) {
            self.tokens.next();
            if let "&&" | "||" = *operator {
                // The right operand is evaluated only if the left operand does not determine the result.
                left = b.if_parts(left, &[self.ctx.bool()], |b, taken| match taken == (*operator == "&&") {
                    true => self.expression(b, level + 1),
                    false => b.bool(taken),
                })[0];
            } else {
                let right = self.expression(b, level + 1);
                left = build(b, left, right);
            }
        }
        left
    }

    fn postfix(&mut self, b: &mut FunctionBuilder<'_>) -> Value {
        let mut value = self.primary(b);
        while self.tokens.eat(".") {
            let component = self.tokens.next();
            let index = "x y z w".split(' ').position(|name| name == component);
            let index =
                index.unwrap_or_else(|| self.tokens.fail(format!("unknown component `{component}`"), 0));
            value = b.composite_extract(value, &[index as u32]);
        }
        value
    }

    fn primary(&mut self, b: &mut FunctionBuilder<'_>) -> Value {
        match self.tokens.next() {
            "(" => {
                let value = self.expression(b, 0);
                self.tokens.expect(")");
                value
            }
            "-" => {
                let value = self.postfix(b);
                b.negate(value)
            }
            name if self.tokens.eat("(") => self.call(b, name),
            text => match (text.parse(), text.parse()) {
                (Ok(number), _) => b.u32(number),
                (_, Ok(number)) if text.contains('.') => b.f32(number),
                _ => {
                    let address = self.address(b, text);
                    b.load(address)
                }
            },
        }
    }

    fn call(&mut self, b: &mut FunctionBuilder<'_>, name: &str) -> Value {
        let mut arguments = Vec::new();
        while self.tokens.more() {
            arguments.push(self.expression(b, 0));
        }
        match (name, &arguments[..], self.type_named(name), self.item(name)) {
            ("f32" | "u32", &[x], Some(number), _) => b.convert(number, x),
            (_, components, Some(vector), _) => b.composite_construct(vector, components),
            ("sample", &[texture, at], ..) => b.image_sample_implicit_lod(texture, at),
            ("sqrt", &[x], ..) => b.glsl().sqrt(x),
            (.., Some(Item::Function(function))) => b.call(function, &arguments).unwrap_or_else(|| b.u32(0)),
            _ => {
                self.tokens.fail(format!("no function `{name}` with {} arguments", arguments.len()), b.u32(0))
            }
        }
    }
}

type Operator = fn(&mut spv::Builder<'_>, Value, Value) -> Value;
/// Binary operators, by ascending precedence.
const OPERATORS: [&[(&str, Operator)]; 6] = [
    &[("||", |b, x, y| b.logical_or(x, y))],
    &[("&&", |b, x, y| b.logical_and(x, y))],
    &[("==", |b, x, y| b.equal(x, y))],
    &[("<", |b, x, y| b.less_than(x, y)), (">", |b, x, y| b.greater_than(x, y))],
    &[("+", |b, x, y| b.add(x, y)), ("-", |b, x, y| b.sub(x, y))],
    &[("*", |b, x, y| b.mul(x, y)), ("/", |b, x, y| b.div(x, y)), ("%", |b, x, y| b.rem(x, y))],
];

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let usage = "usage: shading_language FILE.shade FILE.spv";
    let (input, output) = (arguments.next().ok_or(usage)?, arguments.next().ok_or(usage)?);
    let mut module = compile(&spv_opt::context(), &input, &std::fs::read_to_string(&input)?)?;
    spv_opt::optimize(&mut module, spv_opt::Pipeline::O)?;
    print!("{}", spv_opt::print(&module));
    Ok(std::fs::write(output, spv_opt::export_bytes(&module)?)?)
}

#[allow(dead_code, reason = "tests include this file for its functions")]
fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
