//! Op tables: ODS arguments, assembly format and type inference rules of each op
//!
//! The assembly format uses the notation of LLVM's ODS. An ODS argument is an operand group, an attribute or a list of
//! successors.

use crate::format::Format;
use smallvec::SmallVec;
use spv_ir::dialect::{
    Arity, Availability, EnumDef, HintFn, NO_OPCODE, OpDef, OpDefId, OpRow, Param, ParamKind, Registry,
    ResultKind, Traits, VerifyFn,
};
use spv_ir::{AttrData, Attribute, Body, Context, FoldFn, Op, RewriteFn, Value};
use std::cell::OnceCell;
use std::sync::Arc;

/// The type and arity of an ODS argument.
#[derive(Clone, Copy, Debug)]
pub enum Is {
    /// A single operand that satisfies a type constraint.
    Value(Class),
    /// An optional operand that satisfies a type constraint.
    Optional(Class),
    /// Any number of operands that satisfy a type constraint.
    Values(Class),
    /// An attribute that is printed with its type.
    Attr,
    /// An optional attribute that is printed with its type.
    OptionalAttr,
    /// An integer, printed without its type.
    Number,
    /// An optional integer, printed without its type.
    OptionalNumber,
    /// An optional `i32`, printed without its type.
    OptionalWord,
    /// An `index`, printed without its type.
    IndexNumber,
    /// An optional `index`, printed without its type.
    OptionalIndex,
    /// A list of integers: `[1, 2]`.
    Numbers,
    /// An optional list of integers.
    OptionalNumbers,
    /// A unit attribute.
    Unit,
    /// An enumerant, printed as a bare word.
    Enum(&'static EnumDef),
    /// An optional enumerant, printed as a bare word.
    OptionalEnum(&'static EnumDef),
    /// An enumerant, printed as a bare word. The default is the enumerant with the value 0.
    DefaultEnum(&'static EnumDef),
    /// An enumerant in angle brackets: `<add>`.
    Bracketed(&'static EnumDef),
    /// An optional enumerant in angle brackets.
    OptionalBracketed(&'static EnumDef),
    /// A bit set in angle brackets, such as `<nsw, nuw>`: the enumeration, and the separator between names. The empty
    /// set is not printed.
    Flags(&'static EnumDef, &'static str),
    /// A string.
    String,
    /// An optional string.
    OptionalString,
    /// A symbol reference.
    Symbol,
    /// A type.
    Type,
    /// A successor block, with the values forwarded to its arguments.
    Block,
    /// Any number of successor blocks.
    Blocks,
    /// The sizes of the operand groups, for ops with several variadic groups.
    Segments,
}

/// A type constraint on operands.
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
    /// Complex numbers, and vectors and tensors of them.
    Complex,
}

/// An ODS argument of an op.
#[derive(Clone, Copy, Debug)]
pub struct OpPart {
    /// Name of the argument, as in LLVM's ODS definition.
    pub name: &'static str,
    /// Type and arity of the argument.
    pub is: Is,
}

/// Definition of an op of a source dialect.
#[derive(Clone, Copy)]
pub struct Spec {
    /// Name, parameters and result kind, in the form that the registry needs.
    pub row: &'static OpRow,
    /// ODS arguments in the order of LLVM's definition.
    pub parts: &'static [OpPart],
    /// Traits of the op.
    pub traits: Traits,
    /// Number of regions.
    pub regions: u8,
    /// Index of the region that may be empty, if any.
    pub optional_region: Option<usize>,
    /// Assembly format in ODS notation. If empty, [`Self::custom`] is used, or else the generic form.
    pub format: &'static str,
    /// Type inference rules, `name=type` separated by semicolons; see `types::rule`.
    pub rules: &'static str,
    /// Hand-written parser and printer, for ops without an assembly format. `None` if there is an assembly format, or
    /// the generic form suffices.
    pub custom: Option<(spv_ir::text::OpParseFn, spv_ir::text::OpPrintFn)>,
    /// Function that suggests names for the results. `None` if the results have no suggested names.
    pub hint: Option<HintFn>,
    /// Additional verifier, which runs after the checks that follow from the ODS arguments. `None` if these checks
    /// suffice.
    pub verify: Option<VerifyFn>,
    /// The fold hook: returns an existing value or constant that can replace the result. `None` if the op has no folds.
    pub fold: Option<FoldFn>,
    /// Canonicalization patterns.
    pub canonicalize: &'static [RewriteFn],
}

/// Unrestricted availability.
const ALWAYS: Availability =
    Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

/// Creates the grammar entry of an op without a SPIR-V opcode.
pub(crate) const fn row(name: &'static str, result: ResultKind, params: &'static [Param]) -> OpRow {
    OpRow { name, set: 0, opcode: NO_OPCODE, params, result, availability: ALWAYS }
}

/// Returns whether the operand count alone does not determine the operands of each ODS argument. The grammar entry then
/// has a single list of all operands.
const fn is_mixed(parts: &[OpPart]) -> bool {
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

/// Computes the parameters of a grammar entry. Returns an array and the number of elements in use.
pub(crate) const fn params<const N: usize>(parts: &[OpPart; N]) -> ([Param; N], usize) {
    let mut list = [Param { name: "", kind: ParamKind::Value, arity: Arity::Variadic }; N];
    let mixed = is_mixed(parts);
    let (mut i, mut count, mut operands) = (0, 0, false);
    while i < N {
        let (kind, arity) = match parts[i].is {
            Is::Value(_) => (ParamKind::Value, Arity::One),
            Is::Optional(_) => (ParamKind::Value, Arity::Optional),
            Is::Values(_) => (ParamKind::Value, Arity::Variadic),
            Is::Attr | Is::Number | Is::IndexNumber | Is::Numbers | Is::Segments => {
                (ParamKind::Attr, Arity::One)
            }
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

/// Returns the number of attribute slots that `parts` occupy.
pub(crate) fn slots_before<'p>(parts: impl Iterator<Item = &'p OpPart>) -> usize {
    let has_slot = |part: &&OpPart| {
        !matches!(part.is, Is::Value(_) | Is::Optional(_) | Is::Values(_) | Is::Block | Is::Blocks)
    };
    parts.filter(has_slot).count()
}

/// Defines the ops of a dialect: name, result kind, ODS arguments, then fields of [`Spec`]. Also defines a type for
/// each op, with the names of the op and of its arguments as constants.
macro_rules! ops {
    ($($op:ident = $name:literal $result:ident [$($part:ident: $is:expr),* $(,)?] { $($field:ident: $value:expr),* $(,)? })*) => {
        $(#[doc = concat!("`", $name, "`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $op;

        #[allow(non_upper_case_globals, reason = "parts are spelled as in LLVM")]
        impl $op {
            /// Full name of the op, with the dialect prefix.
            pub const NAME: &'static str = $name;
            $(ops!(@part $part);)*
            const PARTS: &'static [$crate::spec::OpPart] = {
                #[allow(unused_imports)]
                use $crate::spec::{Is::*, OpPart};
                &[$(OpPart { name: stringify!($part), is: $is }),*]
            };

            /// Returns the index of the attribute slot of an ODS argument.
            pub fn slot(part: &str) -> usize {
                $crate::spec::slots_before(Self::PARTS.iter().take_while(|known| known.name != part))
            }
        })*

        /// Definitions of the dialect's ops.
        pub static OPS: &[$crate::spec::Spec] = &[$({
            #[allow(unused_imports)]
            use $crate::spec::{Is::*, OpPart};
            const LIST: ([spv_ir::dialect::Param; ops!(@count $($part)*)], usize) =
                $crate::spec::params(&[$(OpPart { name: stringify!($part), is: $is }),*]);
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
        #[doc = concat!("The argument `", $text, "`.")]
        pub const $part: &'static str = $text;
    };
    (@count) => { 0 };
    (@count $head:ident $($tail:ident)*) => { 1 + ops!(@count $($tail)*) };
}
pub(crate) use ops;

impl Spec {
    /// Creates the definition of an op with default values for all optional fields.
    pub const fn new(row: &'static OpRow, parts: &'static [OpPart]) -> Spec {
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

    /// Returns the definition to register in a dialect.
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

    /// Returns the index of the ODS argument with this name. Returns `None` if the op has no such argument.
    pub fn part(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.name == name)
    }

    /// Returns whether the ODS argument with this index consists of operands.
    pub fn is_operands(&self, part: usize) -> bool {
        matches!(self.parts[part].is, Is::Value(_) | Is::Optional(_) | Is::Values(_))
    }

    /// Returns the index of an ODS argument's attribute slot, or `None` for operands and successors.
    pub fn slot(&self, part: usize) -> Option<usize> {
        if self.is_operands(part) || matches!(self.parts[part].is, Is::Block | Is::Blocks) {
            return None;
        }
        Some(slots_before(self.parts[..part].iter()))
    }

    /// Returns the operand group sizes, or `None` if the op has no `operandSegmentSizes` attribute.
    fn stated_lengths<'c>(&self, ctx: &'c Context, body: &Body, op: Op) -> Option<&'c [u32]> {
        let part = self.parts.iter().position(|part| matches!(part.is, Is::Segments))?;
        match ctx.attr_data(body.slot_attr(op, self.slot(part)?)?) {
            AttrData::Words(words) => Some(words),
            _ => None,
        }
    }

    /// Returns an error message in MLIR's wording if the operand group sizes are invalid, or else `None`.
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

    /// Returns the operand range of each ODS argument.
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

/// Operand ranges of an op, one per ODS argument. The range of an attribute or successor list is empty.
pub type Groups = SmallVec<[std::ops::Range<usize>; 6]>;

/// Op definitions and compiled formats of all source dialects.
pub(crate) struct Specs {
    /// Definition and format of each op, indexed by [`OpDefId`]; `None` for ops of other dialects. Formats are shared
    /// because they outlive the parser's borrow of the context.
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

    /// Returns the definition and assembly format of an op, or `None` if the op is in no source dialect.
    pub fn get(&self, def: OpDefId) -> Option<&(&'static Spec, Arc<Format>)> {
        self.list.get(usize::from(def.0))?.as_ref()
    }
}

/// Returns the op definitions of the source dialects for the registry of a context.
pub(crate) fn specs(ctx: &Context) -> &Specs {
    ctx.registry().derived(Specs::new)
}

/// Access to the operands and attributes of an op by ODS argument name.
pub struct View<'a> {
    /// The context that owns the attributes and types.
    pub ctx: &'a Context,
    /// The body that contains the op.
    pub body: &'a Body,
    /// The viewed op.
    pub op: Op,
    spec: &'static Spec,
    /// Operand ranges, computed on demand.
    groups: OnceCell<Groups>,
}

impl<'a> View<'a> {
    /// Creates a view of an op. Returns `None` if the op is in no source dialect.
    pub fn new(ctx: &'a Context, body: &'a Body, op: Op) -> Option<View<'a>> {
        let (spec, _) = specs(ctx).get(body.def(op))?;
        Some(View { ctx, body, op, spec, groups: OnceCell::new() })
    }

    /// Returns the operand range of the ODS argument with this name.
    pub fn range(&self, part: &str) -> std::ops::Range<usize> {
        let groups = || self.groups.get_or_init(|| self.spec.groups(self.ctx, self.body, self.op));
        self.spec.part(part).map_or(0..0, |part| groups()[part].clone())
    }

    /// Returns the operands of the ODS argument with this name.
    pub fn values(&self, part: &str) -> Vec<Value> {
        self.range(part).map(|i| self.body.operand(self.op, i)).collect()
    }

    /// Returns the first operand of the ODS argument with this name. Returns `None` if it has no operands.
    pub fn value(&self, part: &str) -> Option<Value> {
        self.range(part).next().map(|i| self.body.operand(self.op, i))
    }

    /// Returns the raw attribute slot of the ODS argument with this name. Returns `None` if it has no slot.
    pub fn word(&self, part: &str) -> Option<u32> {
        Some(self.body.slot(self.op, self.spec.slot(self.spec.part(part)?)?))
    }

    /// Returns the attribute with this name, or `None` if the op does not have it.
    pub fn attr(&self, part: &str) -> Option<Attribute> {
        self.body.slot_attr(self.op, self.spec.slot(self.spec.part(part)?)?)
    }

    /// Returns the bits of a bit-set attribute, or 0 if it is absent.
    pub fn flags(&self, part: &str) -> u32 {
        self.word(part).filter(|word| *word != spv_ir::dialect::ABSENT).unwrap_or(0)
    }

    /// Returns the elements of an integer array attribute, or an empty list if it is absent.
    pub fn numbers(&self, part: &str) -> Vec<i64> {
        let list = self.attr(part).and_then(|attr| self.ctx.attr_array(attr)).unwrap_or(&[]);
        list.iter().map(|attr| self.ctx.attr_u64(*attr).unwrap_or(0) as i64).collect()
    }
}
