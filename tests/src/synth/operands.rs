//! Generator of operands for the parameters of an instruction

use super::builder::{Builder, ODD, Section, Ty, string_words};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{Arity, EnumDef, Enumerant, OpRow, Param, ParamKind};

/// The choice of operands for an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Operands are function parameters of suitable types, and enumerants without parameters.
    Plain,
    /// Operands are definitions of every kind, with unrelated types. Bit masks have all bits set.
    Odd,
    /// Like `Plain`, but with specialization constants instead of constants.
    Spec,
    /// Like `Plain`, but the result has a name and a decoration, and an OpLine applies to the instruction.
    Dressed,
}

/// Numbers of operands for optional and variadic parameters.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// Number of optional parameters that have an operand.
    pub optional: usize,
    /// Number of operands to add for each variadic parameter.
    pub many: usize,
}

/// Returns the numbers of optional and variadic operands to test for an instruction with these parameters.
pub fn amounts(params: &[Param]) -> Vec<Amount> {
    let count = |arity| params.iter().filter(|p| p.arity == arity).count();
    let optional = count(Arity::Optional);
    let mut list: Vec<Amount> = (0..=optional).map(|optional| Amount { optional, many: 0 }).collect();
    if count(Arity::Variadic) > 0 {
        list.extend([1, 3].map(|many| Amount { optional, many }));
    }
    list
}

/// State of the operand generator, with the enumerant names that the MLIR text must contain.
pub struct Operands<'b> {
    /// The module under construction.
    pub b: &'b mut Builder,
    /// The choice of operands, which the test case selects.
    pub style: Style,
    /// Whether the instruction is in a function. If not, operands must be module-level definitions.
    pub local: bool,
    /// Words of the operands generated so far.
    pub words: Vec<u32>,
    /// Names of the enumerants that the MLIR text must contain.
    pub names: Vec<&'static str>,
    /// An enumeration, and the value to use for parameters of this enumeration; `None` to choose any value.
    pub wanted: Option<(&'static EnumDef, u32)>,
    turn: usize,
    /// Type of operands whose parameter name does not imply a type.
    other: Ty,
    /// Whether all operands have the type `other`, regardless of the parameter names.
    uniform: bool,
}

impl<'b> Operands<'b> {
    /// Constructs the generator for an instruction with the op name `name`.
    pub fn new(b: &'b mut Builder, name: &str, style: Style, local: bool) -> Operands<'b> {
        let base = name.rsplit('.').next().unwrap_or(name);
        let other = match base {
            _ if base.starts_with("Logical") => Ty::Bool,
            _ if is_float(name, base) => Ty::F32,
            _ => Ty::U32,
        };
        let uniform = base.starts_with("Bit") || base == "ArithmeticFenceEXT";
        let (words, names) = (Vec::new(), Vec::new());
        Operands { b, style, local, words, names, wanted: None, turn: 0, other, uniform }
    }

    /// Adds operands for all parameters. `amount` contains the numbers of optional and variadic operands.
    pub fn params(&mut self, params: &[Param], amount: Amount) {
        let mut optional = amount.optional;
        for param in params {
            let times = match param.arity {
                Arity::One => 1,
                Arity::Optional if optional > 0 => {
                    optional -= 1;
                    1
                }
                Arity::Optional => 0,
                Arity::Variadic => amount.many,
            };
            (0..times).for_each(|_| self.one(param));
        }
    }

    /// Adds one operand for a parameter.
    pub fn one(&mut self, param: &Param) {
        self.turn += 1;
        let word = match param.kind {
            ParamKind::Value => self.value(param.name),
            ParamKind::Mixed => self.mixed(param.name),
            ParamKind::Symbol => self.symbol(param.name),
            ParamKind::Type => {
                let ty = match param.name {
                    "column_type" => Ty::F4,
                    "image_type" => Ty::Image,
                    _ if self.style == Style::Odd => ODD[self.turn % ODD.len()],
                    _ => Ty::F32,
                };
                self.b.ty(ty)
            }
            ParamKind::Word => match (self.style, self.b.literal()) {
                (Style::Odd, literal) if literal.is_multiple_of(3) => u32::MAX,
                (Style::Odd, literal) if literal % 3 == 1 => literal << 27 | literal,
                (_, literal) => literal,
            },
            ParamKind::FloatWord => (self.b.literal() as f32 / 3.0).to_bits(),
            ParamKind::String => {
                let text = format!("text \"{}\"", self.b.literal());
                return self.words.extend(string_words(&text));
            }
            ParamKind::ConstEnum(def) => match self.style {
                // A specialization constant becomes an SSA operand of the op.
                Style::Odd if self.turn.is_multiple_of(2) && self.wanted.is_none_or(|w| w.0 != def) => {
                    let value = self.b.literal();
                    self.b.spec_u32(value)
                }
                _ => {
                    let value = self.choose(def);
                    self.names.extend(def.present(value).map(|e| e.name));
                    self.b.u32(value)
                }
            },
            ParamKind::Enum(def) => return self.enumerants(def),
            ParamKind::Attr | ParamKind::Block | ParamKind::Tail => {
                panic!("`{}` needs a case of its own", param.name)
            }
        };
        self.words.push(word);
    }

    /// Adds the operand word of an enumeration parameter, and the operands of its enumerants.
    fn enumerants(&mut self, def: &'static EnumDef) {
        let value = self.choose(def);
        self.words.push(value);
        for e in def.present(value) {
            self.names.push(e.name);
            self.params(e.params, Amount { optional: 1, many: 2 });
        }
    }

    fn choose(&mut self, def: &'static EnumDef) -> u32 {
        if let Some((_, value)) = self.wanted.take_if(|w| w.0 == def) {
            return value;
        }
        let plain = |e: &&Enumerant| e.params.is_empty() && (e.value != 0 || !def.bits);
        let bits = def.enumerants.iter().filter(|e| e.value.is_power_of_two());
        match self.style {
            Style::Odd if def.bits => bits.fold(0, |all, e| all | e.value),
            _ => def.enumerants.iter().rfind(plain).map_or(0, |e| e.value),
        }
    }

    /// Returns the id of an SSA value that fits the parameter name.
    fn value(&mut self, name: &str) -> u32 {
        if self.style != Style::Odd {
            let ty = if self.uniform { self.other } else { type_of(name, self.other) };
            return self.b.parameter(ty);
        }
        let literal = self.b.literal();
        match self.turn % 6 {
            0 => self.b.parameter(ODD[literal as usize % ODD.len()]),
            1 => self.b.u32(literal),
            2 => self.b.variable(ODD[literal as usize % ODD.len()]),
            3 => self.b.spec_u32(literal),
            4 => {
                let ty = self.b.ty(Ty::U4);
                let part = self.b.u32(literal);
                self.b.value(op::COMPOSITE_CONSTRUCT, ty, &[part; 4])
            }
            _ => self.b.f32(literal as f32),
        }
    }

    /// Returns the id of a value or other definition, for a parameter that accepts both.
    fn mixed(&mut self, name: &str) -> u32 {
        let literal = self.b.literal();
        if self.style == Style::Spec && !name.contains("type") {
            return self.b.spec_u32(literal);
        }
        if self.style != Style::Odd {
            return match name {
                _ if name.contains("type") => self.b.ty(Ty::F32),
                "name" | "source" | "file" | "text" | "linkage_name" => self.b.string(&format!("s{literal}")),
                "function" | "kernel" | "declaration" | "entry_point" => self.b.main,
                "parent" | "scope" | "info" => self.b.variable(Ty::F4),
                "length" | "rows" | "columns" | "component_count" | "rank" => self.b.u32(literal),
                "execution" | "use" => self.b.u32(1),
                "pointer" if self.local => self.b.parameter(Ty::PtrF32),
                _ => self.b.u32(literal),
            };
        }
        match self.turn % 7 {
            0 if self.local => self.b.parameter(Ty::PtrStruct),
            1 => self.b.ty(Ty::F4),
            2 => self.b.string(&format!("s{literal}")),
            3 => self.b.variable(Ty::Struct),
            4 => self.b.spec_u32(literal),
            5 => self.b.main,
            6 => self.b.f32(literal as f32),
            _ => self.b.u32(literal),
        }
    }

    /// Returns the id of a definition that has a symbol.
    fn symbol(&mut self, name: &str) -> u32 {
        let text = string_words("words");
        let b = &mut *self.b;
        match name {
            "file" | "name" => b.string(&format!("s{}", self.turn)),
            "interface" => b.variable(ODD[self.turn % ODD.len()]),
            "alias_domain" => b.known(op::ALIAS_DOMAIN_DECL_INTEL, None, &[]),
            "alias_scopes" => {
                let domain = b.known(op::ALIAS_DOMAIN_DECL_INTEL, None, &[]);
                let scope = b.known(op::ALIAS_SCOPE_DECL_INTEL, None, &[domain]);
                b.known(op::ALIAS_SCOPE_LIST_DECL_INTEL, None, &[scope])
            }
            "target" => b.known(op::ASM_TARGET_INTEL, None, &text),
            "asm" => {
                let target = b.known(op::ASM_TARGET_INTEL, None, &text);
                let ty = b.function_type(Ty::U32, &[Ty::U32]);
                let words = [&[ty, target], &text[..], &text].concat();
                let result = b.ty(Ty::U32);
                b.known(op::ASM_INTEL, Some(result), &words)
            }
            "graph" => {
                let f32 = b.ty(Ty::F32);
                let ty = b.known(op::TYPE_GRAPH_ARM, None, &[1, f32, f32]);
                let graph = b.def(Section::Last, op::GRAPH_ARM, Some(ty), &[]);
                let zero = b.u32(0);
                let input = b.def(Section::Last, op::GRAPH_INPUT_ARM, Some(f32), &[zero]);
                b.op(Section::Last, op::GRAPH_SET_OUTPUT_ARM, &[input, zero]);
                b.op(Section::Last, op::GRAPH_END_ARM, &[]);
                graph
            }
            _ => b.function(self.turn.is_multiple_of(2)),
        }
    }
}

/// Returns whether an instruction operates on floats. `base` is the op name without the prefix.
fn is_float(name: &str, base: &str) -> bool {
    let next = |i: usize| base.as_bytes().get(i).is_some_and(u8::is_ascii_uppercase);
    name.starts_with("spv.GLSL") && !(base.starts_with(['S', 'U', 'I']) && next(1))
        || base.starts_with('F') && next(1)
        || ["GroupF", "NonUniformF", "DPd", "Fwidth", "AtomicF", "Dot", "IsNan", "IsInf"]
            .iter()
            .any(|part| base.contains(part))
}

/// Returns the operand type that a parameter name implies, or `other` if it implies none.
fn type_of(name: &str, other: Ty) -> Ty {
    match name {
        "condition" | "predicate" => Ty::Bool,
        "pointer" | "ptr" | "base" | "target" | "source" => Ty::PtrF32,
        "sampled_image" => Ty::SampledImage,
        "image" => Ty::Image,
        "sampler" => Ty::Sampler,
        "coordinate" => Ty::F4,
        "composite" => Ty::Array,
        "vector" | "vector1" | "vector2" => Ty::F4,
        "matrix" | "left_matrix" | "right_matrix" => Ty::Matrix,
        "structure" => Ty::PtrStruct,
        _ => other,
    }
}

/// Returns a suitable result type for an instruction.
pub fn result_type(row: &OpRow, style: Style) -> Ty {
    let base = row.name.rsplit('.').next().unwrap_or(row.name);
    let compares = base.starts_with("Is")
        || base.starts_with("Logical")
        || ["Equal", "Than", "Ordered", "SignBitSet", "LessOrGreater", "Unordered"]
            .iter()
            .any(|p| base.contains(p));
    match base {
        _ if style == Style::Odd => Ty::Struct,
        "AccessChain" | "InBoundsAccessChain" => Ty::PtrF32,
        "LogicalOr" | "LogicalAnd" | "LogicalNot" | "Any" | "All" => Ty::Bool,
        _ if compares => Ty::Bool,
        _ if is_float(row.name, base) => Ty::F32,
        _ => Ty::U32,
    }
}
