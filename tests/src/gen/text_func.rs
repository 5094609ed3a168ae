//! Generator of functions for the MLIR text input: a tree of lines, with values numbered as MLIR numbers them

use super::Rng;
use super::module::Ty;
use super::text::Global;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The interface that callers of a generated function need.
#[derive(Debug)]
pub(super) struct Callee {
    pub(super) name: String,
    pub(super) params: Vec<Ty>,
    pub(super) result: Option<Ty>,
}

/// Delimiter around a value's index in a line before the values are numbered.
const MARK: char = '\u{1}';

/// A value, identified by its index in the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value(usize);

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{MARK}{}{MARK}", self.0)
    }
}

/// An op: a line of MLIR text, and its blocks if the op is a construct.
#[derive(Debug)]
pub(super) struct Op {
    pub(super) result: Option<Value>,
    pub(super) text: String,
    pub(super) blocks: Vec<Block>,
}

#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) argument: Option<(Value, Ty)>,
    pub(super) ops: Vec<Op>,
    pub(super) successors: Vec<usize>,
}

pub(super) fn spelling(ty: Ty) -> &'static str {
    match ty {
        Ty::F => "f32",
        Ty::V2 => "vector<2xf32>",
        Ty::V3 => "vector<3xf32>",
        Ty::V4 => "vector<4xf32>",
        Ty::I | Ty::U => "i32",
        Ty::B => "i1",
    }
}

const VALUES: [Ty; 8] = [Ty::F, Ty::F, Ty::F, Ty::V3, Ty::V4, Ty::I, Ty::I, Ty::I];
const NAMES: [&str; 8] =
    ["shade", "blend", "reduce_tile", "conv_row", "sample", "integrate", "pack", "filter"];

/// Formats a float like MLIR does. The format is exact for all floats that the generator uses.
fn float(value: f32) -> String {
    let text = format!("{value:.6e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

pub(super) struct Function<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) globals: &'a [&'a Global],
    pub(super) callees: &'a [Callee],
    /// Names of the values that are not numbered: arguments and constants.
    names: Vec<String>,
    used_names: HashSet<String>,
    conflicts: usize,
    constants: Vec<Op>,
    known_constants: [Vec<Value>; Ty::COUNT],
    cached: HashMap<String, Value>,
    variables: Vec<Op>,
    pub(super) locals: Vec<(Value, Ty)>,
    pub(super) pools: [Vec<Value>; Ty::COUNT],
    /// Unfinished blocks, innermost last.
    pub(super) open: Vec<Block>,
    pub(super) lines_left: usize,
    pub(super) nesting: usize,
}

/// Appends the function with index `number`. Returns its interface and op count.
pub(super) fn function(
    text: &mut String,
    rng: &mut Rng,
    globals: &[&Global],
    (number, nesting): (usize, usize),
    callees: &[Callee],
) -> (Callee, usize) {
    let params: Vec<Ty> = (0..rng.range(1, 4)).map(|_| rng.pick(&VALUES)).collect();
    let result = (!rng.chance(10)).then(|| rng.pick(&VALUES));
    let name = format!("{}_{number}", rng.pick(&NAMES));
    let lines = rng.pick(&[12, 16, 22, 28, 34, 42, 50, 66]);
    let mut f = Function::new(rng, globals, callees, &params, lines);
    f.nesting = nesting;
    if f.rng.chance(50) {
        f.load_global();
    }
    for _ in 0..f.rng.range(1, 2) {
        let ty = f.rng.pick(&VALUES);
        f.local(ty);
    }
    while f.lines_left > 0 {
        f.statement(0);
    }
    match result {
        None => f.line("spv.Return".to_string()),
        Some(ty) => {
            let value = f.value(ty);
            f.line(format!("spv.ReturnValue {value} : {}", spelling(ty)));
        }
    }
    let count = f.print(text, &name, &params, result);
    (Callee { name, params, result }, count)
}

/// Appends `@main`, which calls each of `callees`. Returns its op count.
pub(super) fn entry_point(
    text: &mut String,
    rng: &mut Rng,
    globals: &[&Global],
    callees: &[Callee],
) -> usize {
    let mut f = Function::new(rng, globals, callees, &[], 0);
    let gid = f.address(globals.iter().position(|global| global.name == "gid").unwrap_or(0));
    let id = f.new_value();
    f.line_with(id, format!("spv.Load \"Input\" {gid} : vector<3xi32>"));
    let index = f.new_value();
    f.line_with(index, format!("spv.CompositeExtract {id}[0 : i32] : vector<3xi32>"));
    f.pools[Ty::I as usize].push(index);
    for i in 0..callees.len() {
        f.call(i);
    }
    f.line("spv.Return".to_string());
    f.print(text, "main", &[], None)
}

impl<'a> Function<'a> {
    fn new(
        rng: &'a mut Rng,
        globals: &'a [&'a Global],
        callees: &'a [Callee],
        params: &[Ty],
        lines: usize,
    ) -> Self {
        let mut f = Function {
            rng,
            globals,
            callees,
            names: Vec::new(),
            used_names: HashSet::new(),
            conflicts: 0,
            constants: Vec::new(),
            known_constants: Default::default(),
            cached: HashMap::new(),
            variables: Vec::new(),
            locals: Vec::new(),
            pools: Default::default(),
            open: vec![Block::default()],
            lines_left: lines,
            nesting: 0,
        };
        for (i, &ty) in params.iter().enumerate() {
            let value = f.new_value();
            f.names[value.0] = format!("arg{i}");
            f.pools[ty as usize].push(value);
        }
        f
    }

    pub(super) fn new_value(&mut self) -> Value {
        self.names.push(String::new());
        Value(self.names.len() - 1)
    }

    pub(super) fn push(&mut self, op: Op) {
        self.lines_left = self.lines_left.saturating_sub(1);
        if let Some(block) = self.open.last_mut() {
            block.ops.push(op);
        }
    }

    pub(super) fn line(&mut self, text: String) {
        self.push(Op { result: None, text, blocks: Vec::new() });
    }

    pub(super) fn line_with(&mut self, result: Value, text: String) {
        self.push(Op { result: Some(result), text, blocks: Vec::new() });
    }

    pub(super) fn emit(&mut self, ty: Ty, text: String) -> Value {
        let value = self.new_value();
        self.line_with(value, text);
        self.pools[ty as usize].push(value);
        value
    }

    /// Adds an op at the start of the function. Its result is named `hint`, made unique as MLIR does.
    fn head(&mut self, hint: &str, text: String) -> Value {
        if let Some(&value) = self.cached.get(&text) {
            return value;
        }
        let value = self.new_value();
        let mut name = hint.to_string();
        while !self.used_names.insert(name.clone()) {
            name = format!("{hint}_{}", self.conflicts);
            self.conflicts += 1;
        }
        self.names[value.0] = name;
        self.cached.insert(text.clone(), value);
        self.constants.push(Op { result: Some(value), text, blocks: Vec::new() });
        value
    }

    pub(super) fn int(&mut self, value: i32) -> Value {
        self.head(&format!("cst{value}_i32"), format!("spv.Constant {value} : i32"))
    }

    fn any_float(&mut self) -> String {
        match self.rng.below(12) {
            0 => "0.333333343".to_string(),
            1 => "3.14159274".to_string(),
            2 => float(-0.5),
            3..6 => float(self.rng.pick(&[0.0, 1.0, 2.0, 0.5, 0.1, 1.0e-3, 255.0])),
            _ => float(self.rng.below(400) as f32 / 16.0),
        }
    }

    /// Returns a constant of type `ty`, usually one that the function already contains.
    pub(super) fn constant(&mut self, ty: Ty) -> Value {
        let known = &self.known_constants[ty as usize];
        if !known.is_empty() && self.rng.chance(if ty == Ty::I { 85 } else { 94 }) {
            return self.rng.pick(known);
        }
        let value = self.new_constant(ty);
        if !self.known_constants[ty as usize].contains(&value) {
            self.known_constants[ty as usize].push(value);
        }
        value
    }

    fn new_constant(&mut self, ty: Ty) -> Value {
        let text = self.any_float();
        match ty {
            Ty::F => self.head("cst_f32", format!("spv.Constant {text} : f32")),
            Ty::I | Ty::U => {
                let value = self.rng.pick(&[0, 1, 2, 3, 4, 7, 8, 16, 31, 64, 255, -1]);
                self.int(value)
            }
            Ty::B => self.head("true", "spv.Constant true".to_string()),
            vector => {
                let width = vector.width() as usize;
                let mut parts: Vec<String> = (0..width).map(|_| self.any_float()).collect();
                if self.rng.chance(50) || parts.iter().all(|part| *part == parts[0]) {
                    parts.truncate(1);
                }
                let inner =
                    if parts.len() == 1 { parts.remove(0) } else { format!("[{}]", parts.join(", ")) };
                self.head(
                    &format!("cst_vec_{width}xf32"),
                    format!("spv.Constant dense<{inner}> : {}", spelling(vector)),
                )
            }
        }
    }

    pub(super) fn address(&mut self, global: usize) -> Value {
        let Global { name, pointer, .. } = self.globals[global];
        self.head(&format!("{name}_addr"), format!("spv.mlir.addressof @{name} : {pointer}"))
    }

    pub(super) fn local(&mut self, ty: Ty) -> Value {
        let value = self.new_value();
        let ty_text = spelling(ty);
        let text = if self.rng.chance(50) {
            let start = self.constant(ty);
            format!("spv.Variable init({start}) : !spv.ptr<{ty_text}, Function>")
        } else {
            format!("spv.Variable : !spv.ptr<{ty_text}, Function>")
        };
        self.variables.push(Op { result: Some(value), text, blocks: Vec::new() });
        self.locals.push((value, ty));
        value
    }

    fn print(mut self, text: &mut String, name: &str, params: &[Ty], result: Option<Ty>) -> usize {
        let mut body = self.open.pop().unwrap_or_default();
        let rest = std::mem::take(&mut body.ops);
        body.ops = std::mem::take(&mut self.constants);
        body.ops.append(&mut self.variables);
        body.ops.extend(rest);
        let blocks = [body];
        number(&mut self.names, &blocks, 0);

        let params: Vec<String> =
            params.iter().enumerate().map(|(i, &ty)| format!("%arg{i}: {}", spelling(ty))).collect();
        let arrow = result.map_or(String::new(), |ty| format!(" -> {}", spelling(ty)));
        let _ = writeln!(text, "    spv.func @{name}({}){arrow} \"None\" {{", params.join(", "));
        let count = print_blocks(text, &self.names, &blocks, 4);
        text.push_str("    }\n");
        count + 1
    }
}

/// Numbers the unnamed values of a region, starting with `next`: first its own values, then those of nested regions.
/// All sibling regions start with the same number.
fn number(names: &mut [String], blocks: &[Block], mut next: usize) {
    for block in blocks {
        let argument = block.argument.map(|(value, _)| value);
        for value in argument.into_iter().chain(block.ops.iter().filter_map(|op| op.result)) {
            if names[value.0].is_empty() {
                names[value.0] = next.to_string();
                next += 1;
            }
        }
    }
    for op in blocks.iter().flat_map(|block| &block.ops) {
        number(names, &op.blocks, next);
    }
}

/// Prints a region's blocks. `indent` is the indentation of the region's op in spaces. Returns the op count.
fn print_blocks(text: &mut String, names: &[String], blocks: &[Block], indent: usize) -> usize {
    let mut count = 0;
    for (i, block) in blocks.iter().enumerate() {
        if i > 0 {
            let _ = write!(text, "{:indent$}^bb{i}", "");
            if let Some((value, ty)) = block.argument {
                let _ = write!(text, "(%{}: {})", names[value.0], spelling(ty));
            }
            let preds: Vec<String> = (0..blocks.len())
                .filter(|&from| blocks[from].successors.contains(&i))
                .map(|from| format!("^bb{from}"))
                .collect();
            let _ = match preds.len() {
                1 => writeln!(text, ":  // pred: {}", preds[0]),
                n => writeln!(text, ":  // {n} preds: {}", preds.join(", ")),
            };
        }
        for op in &block.ops {
            count += 1;
            let _ = write!(text, "{:1$}", "", indent + 2);
            if let Some(result) = op.result {
                let _ = write!(text, "%{} = ", names[result.0]);
            }
            for (part, piece) in op.text.split(MARK).enumerate() {
                if part % 2 == 0 {
                    text.push_str(piece);
                } else {
                    text.push('%');
                    text.push_str(&names[piece.parse::<usize>().unwrap_or(0)]);
                }
            }
            if op.blocks.is_empty() {
                text.push('\n');
            } else {
                text.push_str(" {\n");
                count += print_blocks(text, names, &op.blocks, indent + 2);
                let _ = writeln!(text, "{:1$}}}", "", indent + 2);
            }
        }
    }
    count
}
