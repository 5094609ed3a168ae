//! Generator of statements for the functions of the MLIR text input

use super::module::Ty;
use super::text::Global;
use super::text_func::{Block, Function, Op, Value, spelling};

const FLOATS: [Ty; 8] = [Ty::F, Ty::F, Ty::F, Ty::F, Ty::F, Ty::F, Ty::V3, Ty::V4];

impl Function<'_> {
    /// Returns an available value of type `ty`, usually a recent one.
    pub(super) fn value(&mut self, ty: Ty) -> Value {
        let known = self.pools[ty as usize].len();
        if ty == Ty::B && (known == 0 || self.rng.chance(60)) {
            return self.compare();
        }
        if known == 0 || self.rng.chance(10) {
            return self.constant(ty);
        }
        let window = known.min(if self.rng.chance(80) { 4 } else { 16 });
        self.pools[ty as usize][known - 1 - self.rng.below(window)]
    }

    fn compare(&mut self) -> Value {
        let ty = self.rng.pick(&[Ty::F, Ty::F, Ty::I]);
        let (a, b) = (self.value(ty), self.value(ty));
        let op = if ty == Ty::F {
            self.rng.pick(&[
                "FOrdLessThan",
                "FOrdGreaterThan",
                "FOrdLessThanEqual",
                "FOrdGreaterThanEqual",
                "FOrdEqual",
            ])
        } else {
            self.rng.pick(&["SLessThan", "SGreaterThan", "IEqual", "INotEqual", "ULessThan"])
        };
        self.emit(Ty::B, format!("spv.{op} {a}, {b} : {}", spelling(ty)))
    }

    /// Returns a pointer to a random element of a global variable, its storage class and its pointee type.
    fn place(&mut self, for_store: bool) -> (Value, &'static str, Ty) {
        let usable: Vec<usize> = (0..self.globals.len())
            .filter(|&i| !self.globals[i].members.is_empty() && (self.globals[i].writable || !for_store))
            .collect();
        let global = self.rng.pick(&usable);
        let Global { pointer, class, members, .. } = self.globals[global];
        let base = self.address(global);
        let (indices, ty) = self.rng.pick(members);
        if indices.is_empty() {
            return (base, class, ty);
        }
        let values: Vec<String> = indices
            .iter()
            .map(|index| match index {
                Some(value) => self.int(*value).to_string(),
                None => self.value(Ty::I).to_string(),
            })
            .collect();
        let types = vec!["i32"; values.len()].join(", ");
        let place = self.new_value();
        self.line_with(place, format!("spv.AccessChain {base}[{}] : {pointer}, {types}", values.join(", ")));
        (place, class, ty)
    }

    pub(super) fn load_global(&mut self) {
        let (place, class, ty) = self.place(false);
        let aligned = if class == "StorageBuffer" && ty == Ty::F && self.rng.chance(20) {
            " [\"Aligned\", 4]"
        } else {
            ""
        };
        self.emit(ty, format!("spv.Load \"{class}\" {place}{aligned} : {}", spelling(ty)));
    }

    pub(super) fn call(&mut self, callee: usize) {
        let callee = &self.callees[callee];
        let values: Vec<String> = callee.params.iter().map(|&ty| self.value(ty).to_string()).collect();
        let types: Vec<&str> = callee.params.iter().map(|&ty| spelling(ty)).collect();
        let start =
            format!("spv.FunctionCall @{}({}) : ({}) -> ", callee.name, values.join(", "), types.join(", "));
        match callee.result {
            None => self.line(start + "()"),
            Some(ty) => {
                self.emit(ty, start + spelling(ty));
            }
        }
    }

    pub(super) fn statement(&mut self, depth: usize) {
        match self.rng.below(100) {
            0..10 if !self.locals.is_empty() => {
                let (place, ty) = self.rng.pick(&self.locals);
                self.emit(ty, format!("spv.Load \"Function\" {place} : {}", spelling(ty)));
            }
            10..16 if !self.locals.is_empty() => {
                let (place, ty) = self.rng.pick(&self.locals);
                let value = self.value(ty);
                self.line(format!("spv.Store \"Function\" {place}, {value} : {}", spelling(ty)));
            }
            16..17 => self.load_global(),
            17..18 => {
                let (place, class, ty) = self.place(true);
                let value = self.value(ty);
                self.line(format!("spv.Store \"{class}\" {place}, {value} : {}", spelling(ty)));
            }
            18..28 => self.compose(),
            28..44 => {
                let op = self.rng.pick(&[
                    "IAdd",
                    "IAdd",
                    "ISub",
                    "IMul",
                    "BitwiseAnd",
                    "BitwiseOr",
                    "BitwiseXor",
                    "UMod",
                ]);
                let (a, b) = (self.value(Ty::I), self.value(Ty::I));
                self.emit(Ty::I, format!("spv.{op} {a}, {b} : i32"));
            }
            44..53 => self.glsl(),
            53..57 => self.convert(),
            57..60 => {
                let ty = self.rng.pick(&[Ty::F, Ty::I]);
                let condition = self.value(Ty::B);
                let (a, b) = (self.value(ty), self.value(ty));
                self.emit(ty, format!("spv.Select {condition}, {a}, {b} : i1, {}", spelling(ty)));
            }
            60..61 => {
                let (a, b) = (self.value(Ty::B), self.value(Ty::B));
                let op = self.rng.pick(&["LogicalAnd", "LogicalOr"]);
                self.emit(Ty::B, format!("spv.{op} {a}, {b} : i1"));
            }
            61..63 if !self.callees.is_empty() => {
                let callee = self.rng.below(self.callees.len());
                self.call(callee);
            }
            63..67 if depth < self.nesting && self.lines_left > 5 => self.selection(depth),
            67..69 if depth < self.nesting && self.lines_left > 8 => self.loop_(depth),
            _ => {
                let ty = self.rng.pick(&FLOATS);
                let a = self.value(ty);
                let text = match self.rng.below(10) {
                    0 => format!("spv.FNegate {a} : {}", spelling(ty)),
                    n => {
                        let b = self.value(ty);
                        let op =
                            ["FMul", "FMul", "FMul", "FMul", "FAdd", "FAdd", "FAdd", "FSub", "FDiv"][n - 1];
                        format!("spv.{op} {a}, {b} : {}", spelling(ty))
                    }
                };
                self.emit(ty, text);
            }
        }
    }

    fn compose(&mut self) {
        let ty = self.rng.pick(&[Ty::V3, Ty::V4]);
        let vector = self.value(ty);
        let (width, text) = (ty.width() as usize, spelling(ty));
        let index = self.rng.below(width);
        match self.rng.below(10) {
            0..6 => self.emit(Ty::F, format!("spv.CompositeExtract {vector}[{index} : i32] : {text}")),
            6..8 => {
                let parts: Vec<String> = (0..width).map(|_| self.value(Ty::F).to_string()).collect();
                self.emit(ty, format!("spv.CompositeConstruct {} : {text}", parts.join(", ")))
            }
            8 => {
                let value = self.value(Ty::F);
                self.emit(
                    ty,
                    format!("spv.CompositeInsert {value}, {vector}[{index} : i32] : f32 into {text}"),
                )
            }
            _ => {
                let other = self.value(ty);
                let parts: Vec<String> =
                    (0..width).map(|_| format!("{} : i32", self.rng.below(2 * width))).collect();
                let parts = parts.join(", ");
                self.emit(
                    ty,
                    format!("spv.VectorShuffle [{parts}] {vector} : {text}, {other} : {text} -> {text}"),
                )
            }
        };
    }

    fn glsl(&mut self) {
        let ty = self.rng.pick(&FLOATS);
        let (a, b, text) = (self.value(ty), self.value(ty), spelling(ty));
        let line = match self.rng.below(10) {
            0..5 => {
                let op = self.rng.pick(&[
                    "FAbs",
                    "Floor",
                    "Ceil",
                    "Sqrt",
                    "InverseSqrt",
                    "Sin",
                    "Cos",
                    "Exp",
                    "Log",
                    "FSign",
                    "Tanh",
                ]);
                format!("spv.GLSL.{op} {a} : {text}")
            }
            5..8 => {
                let op = self.rng.pick(&["FMax", "FMin", "Pow"]);
                format!("spv.GLSL.{op} {a}, {b} : {text}")
            }
            8 => {
                let c = self.value(ty);
                let op = self.rng.pick(&["FClamp", "Fma"]);
                format!("spv.GLSL.{op} {a}, {b}, {c} : {text}")
            }
            _ => {
                let c = self.value(ty);
                format!("spv.GLSL.FMix {a} : {text}, {b} : {text}, {c} : {text} -> {text}")
            }
        };
        self.emit(ty, line);
    }

    fn convert(&mut self) {
        let (from, to, op) = self.rng.pick(&[
            (Ty::F, Ty::I, "ConvertFToS"),
            (Ty::I, Ty::F, "ConvertSToF"),
            (Ty::I, Ty::F, "ConvertUToF"),
            (Ty::F, Ty::I, "Bitcast"),
        ]);
        let value = self.value(from);
        self.emit(to, format!("spv.{op} {value} : {} to {}", spelling(from), spelling(to)));
    }

    fn open_block(&mut self) {
        self.open.push(Block::default());
    }

    /// Ends the innermost unfinished block with `terminator`, and returns the block.
    fn close_block(&mut self, terminator: String, successors: &[usize]) -> Block {
        self.line(terminator);
        let mut block = self.open.pop().unwrap_or_default();
        block.successors = successors.to_vec();
        block
    }

    /// Generates statements in a nested block. Their values are unavailable after the block.
    fn nested(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
        // The nested block must have a side effect.
        if self.locals.is_empty() {
            self.local(Ty::F);
        }
        let (place, ty) = self.rng.pick(&self.locals);
        let value = self.value(ty);
        self.line(format!("spv.Store \"Function\" {place}, {value} : {}", spelling(ty)));
    }

    fn marks(&self) -> [usize; Ty::COUNT] {
        std::array::from_fn(|i| self.pools[i].len())
    }

    fn forget(&mut self, marks: [usize; Ty::COUNT]) {
        for (pool, mark) in self.pools.iter_mut().zip(marks) {
            pool.truncate(mark);
        }
    }

    fn selection(&mut self, depth: usize) {
        let condition = self.value(Ty::B);
        let two = self.rng.chance(45);
        let merge = if two { 3 } else { 2 };
        let marks = self.marks();
        self.open_block();
        let head = self.close_block(format!("spv.BranchConditional {condition}, ^bb1, ^bb2"), &[1, 2]);
        let mut blocks = vec![head];
        for _ in 1..merge {
            self.open_block();
            let count = self.rng.range(1, 5);
            self.nested(count, depth + 1);
            blocks.push(self.close_block(format!("spv.Branch ^bb{merge}"), &[merge]));
            self.forget(marks);
        }
        self.open_block();
        blocks.push(self.close_block("spv.mlir.merge".to_string(), &[]));
        let control = if self.rng.chance(12) { " control(Flatten)" } else { "" };
        self.push(Op { result: None, text: format!("spv.mlir.selection{control}"), blocks });
    }

    /// Generates a counted loop, whose counter is a block argument or a function variable.
    fn loop_(&mut self, depth: usize) {
        let bound = self.value(Ty::I);
        let (zero, one) = (self.int(0), self.int(1));
        let variable = if self.rng.chance(50) { Some(self.local(Ty::I)) } else { None };
        let marks = self.marks();
        if let Some(variable) = variable {
            self.line(format!("spv.Store \"Function\" {variable}, {zero} : i32"));
        }
        let to_header = |value: Value| match variable {
            Some(_) => "spv.Branch ^bb1".to_string(),
            None => format!("spv.Branch ^bb1({value} : i32)"),
        };
        self.open_block();
        let mut blocks = vec![self.close_block(to_header(zero), &[1])];

        self.open_block();
        let counter = match variable {
            Some(variable) => self.emit(Ty::I, format!("spv.Load \"Function\" {variable} : i32")),
            None => {
                let counter = self.new_value();
                self.pools[Ty::I as usize].push(counter);
                if let Some(block) = self.open.last_mut() {
                    block.argument = Some((counter, Ty::I));
                }
                counter
            }
        };
        let condition = self.emit(Ty::B, format!("spv.SLessThan {counter}, {bound} : i32"));
        blocks.push(self.close_block(format!("spv.BranchConditional {condition}, ^bb2, ^bb4"), &[2, 4]));

        self.open_block();
        let count = self.rng.range(3, 9);
        self.nested(count, depth + 1);
        blocks.push(self.close_block("spv.Branch ^bb3".to_string(), &[3]));

        self.open_block();
        let counter = match variable {
            Some(variable) => self.emit(Ty::I, format!("spv.Load \"Function\" {variable} : i32")),
            None => counter,
        };
        let next = self.emit(Ty::I, format!("spv.IAdd {counter}, {one} : i32"));
        if let Some(variable) = variable {
            self.line(format!("spv.Store \"Function\" {variable}, {next} : i32"));
        }
        blocks.push(self.close_block(to_header(next), &[1]));

        self.open_block();
        blocks.push(self.close_block("spv.mlir.merge".to_string(), &[]));
        self.forget(marks);
        let control = if self.rng.chance(12) { " control(Unroll)" } else { "" };
        self.push(Op { result: None, text: format!("spv.mlir.loop{control}"), blocks });
    }
}
