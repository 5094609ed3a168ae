//! Assembly syntax of types: `!spv.name<item, item, stride=4, {decorations}>`
//!
//! The items are the operands of the OpType instruction. They are in the order of the binary unless [`LAYOUTS`]
//! specifies another order. The instruction's grammar entry determines the syntax of each operand.

use super::compose;
use super::items::*;
use super::structs;
use super::tensors;
use crate::generated::{enums, opcodes as op, ops::CORE};
use crate::llvm::since;
use spv_ir::dialect::{Arity, EnumDef, OpRow, ParamDefId, ParamKind, TypeParams};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Context, Ident};

/// Keywords that represent the values of an operand.
#[derive(Clone, Copy)]
enum Words {
    /// Enumerant names. Used for an operand that is a constant id.
    Enum(&'static EnumDef),
    /// Keywords in the order of the values that they represent, starting with 0.
    List(&'static [&'static str]),
}

impl Words {
    fn value(self, text: &str) -> Option<u32> {
        match self {
            Words::Enum(def) => def.by_name(text),
            Words::List(list) => {
                let is = |word: &&str| *word == text || (text == ACCUMULATOR && word.starts_with(text));
                list.iter().position(is).map(|i| i as u32)
            }
        }
    }

    fn word(self, value: u32) -> Option<&'static str> {
        match self {
            Words::Enum(def) => def.by_value(value).map(|e| e.name),
            Words::List(list) => list.get(value as usize).copied(),
        }
    }

    /// Returns the error message for a missing keyword.
    fn expected(self) -> String {
        match self {
            Words::Enum(def) => format!("expected a {}", def.name),
            Words::List(list) => format!("expected {}", list.join(" or ")),
        }
    }

    /// Returns the error message for an unexpected keyword.
    fn unexpected(self, text: &str) -> String {
        format!("{}, found `{text}`", self.expected())
    }
}

/// Differences between a type's assembly syntax and its OpType instruction. Operands are identified by index.
struct Layout {
    code: u32,
    /// Indices of the operands that are printed first, each followed by `x`.
    lengths: &'static [usize],
    /// Whether no spaces are printed around the `x`.
    tight: bool,
    /// Index of the operand that is printed first after the lengths.
    first: usize,
    words: &'static [(usize, Words)],
}

const NO_LAYOUT: Layout = Layout { code: 0, lengths: &[], tight: false, first: 0, words: &[] };

const LAYOUTS: &[Layout] = &[
    Layout { code: op::TYPE_POINTER, first: 1, ..NO_LAYOUT },
    Layout { code: op::TYPE_ARRAY, lengths: &[1], ..NO_LAYOUT },
    Layout { code: op::TYPE_MATRIX, lengths: &[1], ..NO_LAYOUT },
    Layout { code: op::TYPE_VECTOR_ID_EXT, lengths: &[1], ..NO_LAYOUT },
    Layout {
        code: op::TYPE_TENSOR_LAYOUT_NV,
        words: &[(1, Words::Enum(&enums::TENSOR_CLAMP_MODE))],
        ..NO_LAYOUT
    },
    Layout {
        code: op::TYPE_COOPERATIVE_MATRIX_NV,
        lengths: &[2, 3],
        tight: true,
        words: &[(1, Words::Enum(&enums::SCOPE))],
        ..NO_LAYOUT
    },
    Layout {
        code: op::TYPE_COOPERATIVE_MATRIX_KHR,
        lengths: &[2, 3],
        tight: true,
        words: &[
            (1, Words::Enum(&enums::SCOPE)),
            (4, Words::List(&["MatrixA", "MatrixB", "MatrixAccumulator"])),
        ],
        ..NO_LAYOUT
    },
    Layout {
        code: op::TYPE_IMAGE,
        words: &[
            (2, Words::List(&["NoDepth", "IsDepth", "DepthUnknown"])),
            (3, Words::List(&["NonArrayed", "Arrayed"])),
            (4, Words::List(&["SingleSampled", "MultiSampled"])),
            (5, Words::List(&["SamplerUnknown", "NeedSampler", "NoSampler"])),
        ],
        ..NO_LAYOUT
    },
];

/// Index of the `Use` operand of OpTypeCooperativeMatrixKHR. The type of the NV extension has no `Use` operand,
/// although LLVM 19 gives both types the same name.
const KHR_USE: usize = 4;

/// LLVM 19's keyword for the `Use` operand MatrixAccumulatorKHR.
const ACCUMULATOR: &str = "MatrixAcc";

/// Types that have a different name in LLVM 19.
pub const LATER: &[(&str, &str)] =
    &[("spv.coopmatrix_khr", "spv.coopmatrix"), ("spv.tensor_arm", "spv.arm.tensor")];

/// Dictionary key of the ArrayStride decoration, which is printed as `stride=N`.
const STRIDE: &str = "array_stride";

/// Returns the parser and printer for the dialect type of an OpType instruction.
pub const fn text(code: u32) -> (TypeParseFn, TypePrintFn) {
    match code {
        op::TYPE_STRUCT => (structs::parse, structs::print),
        op::TYPE_TENSOR_ARM => (tensors::parse, tensors::print),
        _ => (parse, print),
    }
}

impl Layout {
    fn of(code: u32) -> &'static Layout {
        LAYOUTS.iter().find(|l| l.code == code).unwrap_or(&NO_LAYOUT)
    }

    /// Returns the index of the instruction operand that the item at index `item` represents.
    fn operand(&self, item: usize) -> usize {
        let rest = (0..).filter(|n| *n != self.first && !self.lengths.contains(n));
        std::iter::once(self.first).chain(rest).nth(item).unwrap_or(item)
    }

    fn words(&self, operand: usize) -> Option<Words> {
        self.words.iter().find(|(n, _)| *n == operand).map(|(_, w)| *w)
    }
}

/// Returns the grammar entry of an OpType instruction, or `None` for other opcodes.
fn row(code: u32) -> Option<&'static OpRow> {
    CORE.binary_search_by_key(&code, |r| r.opcode).ok().map(|i| &CORE[i])
}

/// Returns the parameter kind of the operand at `index`. A variadic last parameter describes all further operands.
fn kind(row: &OpRow, index: usize) -> Option<ParamKind> {
    let last = row.params.last().filter(|p| p.arity == Arity::Variadic);
    row.params.get(index).or(last).map(|p| p.kind)
}

fn parse(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    let row = row(p.ctx().registry().type_def(def).code);
    if row.is_some_and(|row| row.params.is_empty()) && !p.peek("<") {
        let unit = p.ctx().unit_attr();
        return Ok(ParamInstance::Params(vec![unit]));
    }
    p.expect("<")?;
    parse_operands(p, def)
}

/// Parses the operands of a type and the closing `>`. The opening `<` must already be consumed.
pub(super) fn parse_operands(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    let (code, name) = {
        let def = p.ctx().registry().type_def(def);
        (def.code, def.name)
    };
    let Some(row) = row(code) else { return Err(p.error("expected a type of the dialect")) };
    let layout = Layout::of(code);
    let at = p.offset();
    let mut operands: Vec<Option<Attribute>> = vec![None; row.params.len()];
    let mut decorations = Vec::new();
    for (&operand, length) in layout.lengths.iter().zip(lengths(p, layout.lengths.len(), code)?) {
        operands[operand] = Some(length);
    }
    let mut item = 0_usize;
    let mut matrix_use = None;
    let with_use = code == op::TYPE_COOPERATIVE_MATRIX_NV && since::KHR_MATRICES.holds(p.form());
    let needed = row.params.iter().filter(|p| p.arity == Arity::One).count() - layout.lengths.len();
    let mut read = |p: &mut dyn AsmParser| {
        if p.peek("{") {
            return p.attr_dict(&mut decorations);
        }
        if p.accept_keyword("stride") {
            p.expect("=")?;
            let at = p.offset();
            let stride = unsigned_word(p)?;
            if stride == 0 && p.compat() {
                return Err(p.error_at(at..at + 1, "ArrayStride must be greater than zero"));
            }
            decorations.push((p.ctx().ident(STRIDE), p.ctx().i32_attr(stride)));
            return Ok(());
        }
        if code == op::TYPE_COOPERATIVE_MATRIX_NV && item == 2 {
            item += 1;
            let uses = Layout::of(op::TYPE_COOPERATIVE_MATRIX_KHR).words(KHR_USE);
            matrix_use = Some(read_operand(p, ParamKind::Value, uses, code)?);
            return Ok(());
        }
        let operand = layout.operand(item);
        item += 1;
        let Some(kind) = kind(row, operand) else { return Err(p.error("too many operands")) };
        let attr = read_operand(p, kind, layout.words(operand), code)?;
        operands.resize(operands.len().max(operand + 1), None);
        operands[operand] = Some(attr);
        Ok(())
    };
    loop {
        if p.accept(">") {
            break;
        }
        read(p)?;
        if !p.accept(",") {
            if !p.peek(">") && item < needed {
                return Err(p.error("expected ','"));
            }
            p.expect(">")?;
            break;
        }
        if with_use && p.peek(">") {
            return Err(p.error("expected valid keyword: the scope and the use of the matrix"));
        }
    }
    if with_use && matrix_use.is_none() {
        return Err(p.error_at(at..at + 1, "expected ',' and the use of the matrix"));
    }
    let given = operands.iter().position(Option::is_none).unwrap_or(operands.len());
    let missing = row.params.get(given).is_some_and(|p| p.arity == Arity::One);
    if missing || operands[given..].iter().any(Option::is_some) {
        let what = if item == 0 { "non-function type" } else { "','" };
        let message = format!("expected {what}: {name} needs its operand `{}`", row.params[given].name);
        return Err(p.error_at(at..at + 1, &message));
    }
    let operands: Vec<Attribute> = operands.into_iter().flatten().collect();
    instance(p.ctx(), decorations, operands, matrix_use)
        .ok_or_else(|| p.error("expected a type of the dialect"))
}

/// Returns a type with these operands. With the use of a matrix, which only the KHR type has, returns the KHR type.
fn instance(
    ctx: &Context,
    decorations: Vec<(Ident, Attribute)>,
    mut operands: Vec<Attribute>,
    matrix_use: Option<Attribute>,
) -> Option<ParamInstance> {
    let dict = if decorations.is_empty() { ctx.unit_attr() } else { ctx.dict_attr(decorations) };
    match matrix_use {
        Some(matrix_use) => {
            operands.push(matrix_use);
            let ty = crate::types::make(ctx, op::TYPE_COOPERATIVE_MATRIX_KHR, Some(dict), &operands)?;
            Some(ParamInstance::Other(ctx.type_attr(ty)))
        }
        None => {
            operands.insert(0, dict);
            Some(ParamInstance::Params(operands))
        }
    }
}

/// Parses `count` lengths, each followed by `x`. A length is `4`, `(4 : si32)`, `@n` or another constant.
fn lengths(p: &mut dyn AsmParser, count: usize, code: u32) -> Parsed<Vec<Attribute>> {
    let mut lengths = Vec::new();
    let expected = compose::lengths_expected(code);
    while lengths.len() < count {
        let at = p.offset();
        let numbers = p.dims()?;
        if numbers.is_empty() {
            let typed = p.accept("(");
            let length = match p.opt_integer() {
                Some(value) => {
                    let ty = if p.accept(":") { p.ty()? } else { p.ctx().common().i32 };
                    Some(p.ctx().int_attr(value as u64, ty))
                }
                None => p.opt_attr().transpose()?,
            };
            let is_number = |a: &Attribute| !matches!(p.ctx().attr_data(*a), AttrData::Float { .. });
            let Some(length) = length.filter(is_number) else {
                return Err(p.error_at(at..at + 1, expected));
            };
            lengths.push(length);
            if typed {
                p.expect(")")?;
            }
            if !p.accept_keyword("x") {
                return Err(p.error(&format!("{expected}, followed by 'x' and the element type")));
            }
        }
        for number in numbers {
            let Ok(number) = u32::try_from(number) else {
                return Err(p.error_at(at..at + 1, "expected a length of at most 32 bits"));
            };
            compose::check_length(p, code, number, at)?;
            lengths.push(p.ctx().i32_attr(number));
        }
        if lengths.len() > count {
            return Err(p.error_at(at..at + 1, &format!("{expected}, found {} lengths", lengths.len())));
        }
    }
    Ok(lengths)
}

fn read_operand(
    p: &mut dyn AsmParser,
    kind: ParamKind,
    words: Option<Words>,
    code: u32,
) -> Parsed<Attribute> {
    match (kind, words) {
        (ParamKind::Type, _) => {
            let at = p.offset();
            let ty = compose::member(p)?;
            compose::check_part(p, code, ty, at)?;
            Ok(p.ctx().type_attr(ty))
        }
        (ParamKind::Enum(def), _) => {
            // `2D` is an older spelling of the dimensionality, and consists of two tokens.
            let value = match p.opt_integer() {
                Some(n) if p.accept_keyword("D") => {
                    def.by_name(&format!("{n}D")).ok_or_else(|| p.error("unknown dimension"))?
                }
                Some(n) => n as u32,
                None => enumerant(p, def)?,
            };
            Ok(p.ctx().i32_attr(value))
        }
        (_, Some(words)) => {
            let at = p.offset();
            let Some(text) = p.opt_keyword() else { return operand(p) };
            match words.value(&text) {
                Some(value) => Ok(p.ctx().i32_attr(value)),
                None => Err(p.error_at(at..at + text.len(), &words.unexpected(&text))),
            }
        }
        _ => operand(p),
    }
}

pub(super) fn print(p: &mut dyn AsmPrinter, def: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let code = p.ctx().registry().type_def(def).code;
    let (Some(row), [decorations, operands @ ..]) = (row(code), params) else { return };
    let layout = Layout::of(code);
    let array = matches!(code, op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY);
    let stride = p.ctx().dict_get(Some(*decorations), STRIDE).and_then(|a| i32_value(p.ctx(), a));
    let mut rest = p.ctx().dict(Some(*decorations)).to_vec();
    if stride.is_some() {
        rest.retain(|(key, _)| p.ctx().str(*key) != STRIDE);
    }
    let stride = stride.filter(|_| array || !p.compat());
    if p.compat() {
        rest.clear();
    }
    if operands.is_empty() && stride.is_none() && rest.is_empty() {
        return;
    }
    p.write("<");
    let x = if layout.tight
        && layout.lengths.iter().all(|&n| operands.get(n).is_some_and(|&a| i32_value(p.ctx(), a).is_some()))
    {
        "x"
    } else {
        " x "
    };
    for &length in layout.lengths {
        if let Some(&attr) = operands.get(length) {
            write_length(p, attr);
            p.write(x);
        }
    }
    let items = operands.len().saturating_sub(layout.lengths.len());
    write_list(p, 0..items, |p, item| {
        let operand = layout.operand(item);
        if let (Some(&attr), Some(kind)) = (operands.get(operand), kind(row, operand)) {
            write_item(p, kind, layout.words(operand), attr);
        }
    });
    let mut separator = if items > 0 { ", " } else { "" };
    if let Some(stride) = stride {
        p.write(separator);
        p.write(&format!("stride={stride}"));
        separator = ", ";
    }
    if !rest.is_empty() {
        p.write(separator);
        let dict = p.ctx().dict_attr(rest);
        p.attr(dict);
    }
    p.write(">");
}

fn write_length(p: &mut dyn AsmPrinter, attr: Attribute) {
    let typed =
        matches!(p.ctx().attr_data(attr), AttrData::Integer { .. }) && i32_value(p.ctx(), attr).is_none();
    p.write(if typed { "(" } else { "" });
    write_operand(p, attr);
    p.write(if typed { ")" } else { "" });
}

fn write_item(p: &mut dyn AsmPrinter, kind: ParamKind, words: Option<Words>, attr: Attribute) {
    let value = i32_value(p.ctx(), attr);
    match (kind, words, value) {
        (ParamKind::Enum(def), _, Some(value)) => write_enumerant(p, def, value as u32),
        (_, Some(words), Some(value)) => match words.word(value as u32) {
            Some(text) if since::KHR_MATRICES.holds(p.form()) && text.starts_with(ACCUMULATOR) => {
                p.write(ACCUMULATOR)
            }
            Some(text) => p.write(text),
            None => p.write(&value.to_string()),
        },
        _ => match *p.ctx().attr_data(attr) {
            AttrData::Type(ty) => p.ty(ty),
            _ => write_operand(p, attr),
        },
    }
}
