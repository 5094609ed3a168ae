//! What a dialect's table says of an op: its parts in order, its assembly format in the notation of LLVM's ODS, and the
//! types that follow from others.

use crate::format::Format;
use smallvec::SmallVec;
use spv_ir::dialect::{
    Arity, Availability, EnumDef, HintFn, NO_OPCODE, OpDef, OpDefId, OpRow, Param, ParamKind, Registry,
    ResultKind, Traits, VerifyFn,
};
use spv_ir::{AttrData, Attribute, Body, Context, FoldFn, Op, RewriteFn, Value};
use std::cell::OnceCell;
use std::sync::Arc;

/// What a part of an op is.
#[derive(Clone, Copy, Debug)]
pub enum Is {
    /// One operand, of this class.
    Value(Class),
    /// An operand that may be absent.
    Optional(Class),
    /// Any number of operands.
    Values(Class),
    /// An attribute that is written with its type.
    Attr,
    /// The same, which may be absent.
    OptionalAttr,
    /// An integer, written without its type.
    Number,
    /// The same, which may be absent.
    OptionalNumber,
    /// An `i32`, written without its type, which may be absent.
    OptionalWord,
    /// An `index`, written without its type, which may be absent.
    OptionalIndex,
    /// A list of integers: `[1, 2]`.
    Numbers,
    /// The same, which may be absent.
    OptionalNumbers,
    /// A flag.
    Unit,
    /// An enumerant as a bare word.
    Enum(&'static EnumDef),
    /// An enumerant as a bare word, or none.
    OptionalEnum(&'static EnumDef),
    /// An enumerant as a bare word; the one of value 0 where none is written.
    DefaultEnum(&'static EnumDef),
    /// An enumerant in angle brackets: `<add>`.
    Bracketed(&'static EnumDef),
    /// The same, or none.
    OptionalBracketed(&'static EnumDef),
    /// Bits in angle brackets, and what separates them: `<nsw, nuw>`. No bit is written as nothing.
    Flags(&'static EnumDef, &'static str),
    /// A string.
    String,
    /// A string, or none.
    OptionalString,
    /// A symbol reference.
    Symbol,
    /// A type.
    Type,
    /// A block, with the values that are passed to it.
    Block,
    /// Any number of them.
    Blocks,
    /// The numbers of operands of each group, of an op with several groups.
    Segments,
}

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Any type.
    Any,
    /// Signless integers and `index`, and vectors and tensors of them.
    IntLike,
    /// Floats, and vectors and tensors of them.
    FloatLike,
    /// `i1`, and vectors and tensors of it.
    BoolLike,
    /// `i1`.
    Bool,
    /// `index`.
    Index,
    /// An integer or `index`.
    IntOrIndex,
    /// A memref.
    MemRef,
    /// A vector.
    Vector,
    /// A tensor.
    Tensor,
    /// A complex number, and vectors and tensors of them.
    Complex,
}

/// A part and its name.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name, as in LLVM.
    pub name: &'static str,
    /// What it is.
    pub is: Is,
}

/// An op of a table.
#[derive(Clone, Copy)]
pub struct Spec {
    /// The row.
    pub row: &'static OpRow,
    /// The parts in order.
    pub parts: &'static [Part],
    /// Facts.
    pub traits: Traits,
    /// Number of regions.
    pub regions: u8,
    /// Which of them needs no block.
    pub optional_region: Option<usize>,
    /// Assembly format; empty: [`Self::custom`] or the generic form.
    pub format: &'static str,
    /// Types that follow from others: see `types::rule`.
    pub rules: &'static str,
    /// Hand-written text.
    pub custom: Option<(spv_ir::asm::OpParseFn, spv_ir::asm::OpPrintFn)>,
    /// A name for the result.
    pub hint: Option<HintFn>,
    /// Checks beyond the table.
    pub verify: Option<VerifyFn>,
    /// Finds a value or constant that the op's result equals.
    pub fold: Option<FoldFn>,
    /// Canonicalization patterns.
    pub canonicalize: &'static [RewriteFn],
}

/// No demand on where a row may be used.
const ALWAYS: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

/// A row without parameters.
pub(crate) const fn row(name: &'static str, result: ResultKind, params: &'static [Param]) -> OpRow {
    OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: ALWAYS }
}

/// Whether operands cannot be told apart by their number alone, so that the row has one list of all.
const fn is_mixed(parts: &[Part]) -> bool {
    let (mut i, mut lists) = (0, 0);
    let mut mixed = false;
    while i < parts.len() {
        match parts[i].is {
            Is::Value(_) => mixed |= lists > 0,
            Is::Optional(_) | Is::Values(_) => {
                mixed |= lists > 0;
                lists += 1;
            }
            _ => {}
        }
        i += 1;
    }
    mixed
}

/// The parameters of a row, and how many there are.
pub(crate) const fn params<const N: usize>(parts: &[Part; N]) -> ([Param; N], usize) {
    let mut list = [Param { name: "", kind: ParamKind::Value, arity: Arity::Variadic }; N];
    let mixed = is_mixed(parts);
    let (mut i, mut count, mut operands) = (0, 0, false);
    while i < N {
        let (kind, arity) = match parts[i].is {
            Is::Value(_) => (ParamKind::Value, Arity::One),
            Is::Optional(_) => (ParamKind::Value, Arity::Optional),
            Is::Values(_) => (ParamKind::Value, Arity::Variadic),
            Is::Attr | Is::Number | Is::Numbers | Is::Segments => (ParamKind::Attr, Arity::One),
            Is::OptionalAttr
            | Is::OptionalNumber
            | Is::OptionalWord
            | Is::OptionalIndex
            | Is::OptionalNumbers
            | Is::Unit => (ParamKind::Attr, Arity::Optional),
            Is::Enum(def) | Is::Bracketed(def) => (ParamKind::Enum(def), Arity::One),
            Is::OptionalEnum(def) | Is::DefaultEnum(def) | Is::OptionalBracketed(def) | Is::Flags(def, _) => {
                (ParamKind::Enum(def), Arity::Optional)
            }
            Is::String => (ParamKind::String, Arity::One),
            Is::OptionalString => (ParamKind::String, Arity::Optional),
            Is::Symbol => (ParamKind::Symbol, Arity::One),
            Is::Type => (ParamKind::Type, Arity::One),
            Is::Block => (ParamKind::Block, Arity::One),
            Is::Blocks => (ParamKind::Block, Arity::Variadic),
        };
        let skipped = mixed && matches!(kind, ParamKind::Value) && operands;
        if !skipped {
            list[count] = match (mixed, kind) {
                (true, ParamKind::Value) => {
                    Param { name: "operands", kind: ParamKind::Value, arity: Arity::Variadic }
                }
                _ => Param { name: parts[i].name, kind, arity },
            };
            count += 1;
        }
        operands |= matches!(kind, ParamKind::Value);
        i += 1;
    }
    (list, count)
}

/// The number of slots of some parts.
pub(crate) fn slots_before<'p>(parts: impl Iterator<Item = &'p Part>) -> usize {
    let has_slot = |part: &&Part| {
        !matches!(part.is, Is::Value(_) | Is::Optional(_) | Is::Values(_) | Is::Block | Is::Blocks)
    };
    parts.filter(has_slot).count()
}

/// Defines the ops of a dialect as a table: name, result kind, parts, then fields of [`Spec`]. Each op is a type too, with
/// its name and those of its parts as constants.
macro_rules! ops {
    ($($op:ident = $name:literal $result:ident [$($part:ident: $is:expr),* $(,)?] { $($field:ident: $value:expr),* $(,)? })*) => {
        $(#[doc = concat!("`", $name, "`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $op;

        #[allow(non_upper_case_globals, reason = "parts are spelled as in LLVM")]
        impl $op {
            /// Its full name.
            pub const NAME: &'static str = $name;
            $(ops!(@part $part);)*
            const PARTS: &'static [$crate::spec::Part] = {
                #[allow(unused_imports)]
                use $crate::spec::{Is::*, Part};
                &[$(Part { name: stringify!($part), is: $is }),*]
            };

            /// The number of the slot of a part.
            pub fn slot(part: &str) -> usize {
                $crate::spec::slots_before(Self::PARTS.iter().take_while(|known| known.name != part))
            }
        })*

        /// The ops.
        pub static OPS: &[$crate::spec::Spec] = &[$({
            #[allow(unused_imports)]
            use $crate::spec::{Is::*, Part};
            const LIST: ([spv_ir::dialect::Param; ops!(@count $($part)*)], usize) =
                $crate::spec::params(&[$(Part { name: stringify!($part), is: $is }),*]);
            static ROW: spv_ir::dialect::OpRow = $crate::spec::row(
                $name,
                spv_ir::dialect::ResultKind::$result,
                LIST.0.split_at(LIST.1).0,
            );
            $crate::spec::Spec {
                $($field: $value,)*
                ..$crate::spec::Spec::new(&ROW, $op::PARTS)
            }
        }),*];
    };
    (@part in) => { ops!(@part input = "in"); };
    (@part $part:ident) => { ops!(@part $part = stringify!($part)); };
    (@part $part:ident = $text:expr) => {
        #[doc = concat!("The part `", $text, "`.")]
        pub const $part: &'static str = $text;
    };
    (@count) => { 0 };
    (@count $head:ident $($tail:ident)*) => { 1 + ops!(@count $($tail)*) };
}
pub(crate) use ops;

impl Spec {
    /// An op with nothing but its parts.
    pub const fn new(row: &'static OpRow, parts: &'static [Part]) -> Spec {
        Spec {
            row,
            parts,
            traits: Traits::empty(),
            regions: 0,
            optional_region: None,
            format: "",
            rules: "",
            custom: None,
            hint: None,
            verify: None,
            fold: None,
            canonicalize: &[],
        }
    }

    /// The definition to register.
    pub const fn def(&self) -> OpDef {
        let mut def = OpDef::new(self.row);
        def.traits = self.traits;
        def.regions = self.regions;
        def.custom = self.custom;
        if !self.format.is_empty() {
            def.custom = Some((crate::assembly::parse, crate::assembly::print));
        }
        def.hint = self.hint;
        def.verify = Some(crate::verify::verify);
        if self.verify.is_none() {
            def.traits = def.traits.union(Traits::CHECK_BY_SIGNATURE);
        }
        def.fold = self.fold;
        def.canonicalize = self.canonicalize;
        def
    }

    /// The number of a part.
    pub fn part(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.name == name)
    }

    /// Whether a part is operands.
    pub fn is_operands(&self, part: usize) -> bool {
        matches!(self.parts[part].is, Is::Value(_) | Is::Optional(_) | Is::Values(_))
    }

    /// The slot of a part, where it has one.
    pub fn slot(&self, part: usize) -> Option<usize> {
        if self.is_operands(part) || matches!(self.parts[part].is, Is::Block | Is::Blocks) {
            return None;
        }
        Some(slots_before(self.parts[..part].iter()))
    }

    /// The lengths of the groups of operands, where an attribute states them.
    fn stated_lengths<'c>(&self, ctx: &'c Context, body: &Body, op: Op) -> Option<&'c [u32]> {
        let part = self.parts.iter().position(|part| matches!(part.is, Is::Segments))?;
        match ctx.attr_data(body.slot_attr(op, self.slot(part)?)?) {
            AttrData::Words(words) => Some(words),
            _ => None,
        }
    }

    /// What is wrong with the stated lengths of the groups of operands, in MLIR's words.
    pub fn wrong_lengths(&self, ctx: &Context, body: &Body, op: Op) -> Option<String> {
        let lengths = self.stated_lengths(ctx, body, op)?;
        let parts = || (0..self.parts.len()).filter(|part| self.is_operands(*part));
        let (need, have) = (parts().count(), lengths.len());
        if need != have {
            return Some(format!(
                "'operandSegmentSizes' attribute for specifying operand segments must have {need} elements, but got {have}"
            ));
        }
        let (count, total) =
            (body.own_operands(op).len(), lengths.iter().map(|n| u64::from(*n)).sum::<u64>());
        if total != count as u64 {
            return Some(format!(
                "operand count ({count}) does not match with the total size ({total}) specified in attribute \
                 'operandSegmentSizes'"
            ));
        }
        let mut start = 0_u64;
        parts().zip(lengths).find_map(|(part, &length)| {
            let first = start;
            start += u64::from(length);
            let need = match self.parts[part].is {
                Is::Value(_) if length != 1 => "1 element",
                Is::Optional(_) if length > 1 => "0 or 1 element",
                _ => return None,
            };
            Some(format!("operand group starting at #{first} requires {need}, but found {length}"))
        })
    }

    /// The operands of each part, as ranges of all operands.
    pub fn groups(&self, ctx: &Context, body: &Body, op: Op) -> Groups {
        let lengths = self.stated_lengths(ctx, body, op);
        let single = self.parts.iter().filter(|part| matches!(part.is, Is::Value(_))).count();
        let total = body.own_operands(op).len();
        let (mut at, mut number) = (0, 0);
        let mut ranges = Groups::new();
        for part in self.parts {
            let length = match part.is {
                Is::Value(_) => 1,
                Is::Optional(_) | Is::Values(_) => total.saturating_sub(single),
                _ => 0,
            };
            let is_value = matches!(part.is, Is::Value(_) | Is::Optional(_) | Is::Values(_));
            let stated = lengths.filter(|_| is_value).and_then(|words| words.get(number));
            number += usize::from(is_value);
            let length = stated.map_or(length, |length| *length as usize);
            let end = (at + length).min(total);
            ranges.push(at..end);
            at = end;
        }
        ranges
    }
}

/// The operands of each part of an op.
pub type Groups = SmallVec<[std::ops::Range<usize>; 6]>;

/// The specs of all registered ops that have one, by definition.
pub(crate) struct Specs {
    /// Shared, as they outlive the parser's borrow of the context.
    list: Vec<Option<(&'static Spec, Arc<Format>)>>,
}

impl Specs {
    fn new(registry: &Registry) -> Specs {
        let mut list = Vec::new();
        list.resize_with(registry.ops().len(), || None);
        for spec in crate::all_ops() {
            let Some(id) = registry.op_by_name(spec.row.name) else { continue };
            list[usize::from(id.0)] = Some((spec, Arc::new(crate::format::compile(spec))));
        }
        Specs { list }
    }

    /// That of a definition.
    pub fn get(&self, def: OpDefId) -> Option<&(&'static Spec, Arc<Format>)> {
        self.list.get(usize::from(def.0))?.as_ref()
    }
}

/// The specs of a context's registry.
pub(crate) fn specs(ctx: &Context) -> &Specs {
    ctx.registry().derived(Specs::new)
}

/// An op of the tables, to look at.
pub struct View<'a> {
    /// The context.
    pub ctx: &'a Context,
    /// The body.
    pub body: &'a Body,
    /// The op.
    pub op: Op,
    spec: &'static Spec,
    /// Found when first needed.
    groups: OnceCell<Groups>,
}

impl<'a> View<'a> {
    /// `None` for an op that is in no table.
    pub fn new(ctx: &'a Context, body: &'a Body, op: Op) -> Option<View<'a>> {
        let (spec, _) = specs(ctx).get(body.def(op))?;
        Some(View { ctx, body, op, spec, groups: OnceCell::new() })
    }

    /// The numbers of the operands of a part.
    pub fn range(&self, part: &str) -> std::ops::Range<usize> {
        let groups = || self.groups.get_or_init(|| self.spec.groups(self.ctx, self.body, self.op));
        self.spec.part(part).map_or(0..0, |part| groups()[part].clone())
    }

    /// The operands of a part.
    pub fn values(&self, part: &str) -> Vec<Value> {
        self.range(part).map(|i| self.body.operand(self.op, i)).collect()
    }

    /// The operand of a part that is one.
    pub fn value(&self, part: &str) -> Option<Value> {
        self.range(part).next().map(|i| self.body.operand(self.op, i))
    }

    /// The raw slot of a part.
    pub fn word(&self, part: &str) -> Option<u32> {
        Some(self.body.slot(self.op, self.spec.slot(self.spec.part(part)?)?))
    }

    /// The attribute of a part.
    pub fn attr(&self, part: &str) -> Option<Attribute> {
        self.body.slot_attr(self.op, self.spec.slot(self.spec.part(part)?)?)
    }

    /// The bits of a part that is flags: 0 where none are stated.
    pub fn flags(&self, part: &str) -> u32 {
        self.word(part).filter(|word| *word != spv_ir::dialect::ABSENT).unwrap_or(0)
    }

    /// The numbers of a part that is a list of them.
    pub fn numbers(&self, part: &str) -> Vec<i64> {
        let list = self.attr(part).and_then(|attr| self.ctx.attr_array(attr)).unwrap_or(&[]);
        list.iter().map(|attr| self.ctx.attr_u64(*attr).unwrap_or(0) as i64).collect()
    }
}
