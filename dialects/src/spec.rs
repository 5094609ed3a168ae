//! Op tables: ODS arguments, assembly format and type inference rules of each op
//!
//! The assembly format uses the notation of LLVM's ODS. An ODS argument is an operand group, an attribute or a list of
//! successors.

pub(crate) use spv_ir::dialect::Separator;
use spv_ir::dialect::{
    Arity, Availability, EnumDef, HintFn, NO_OPCODE, OpDef, OpDefId, OpRow, Param, ParamKind, Registry,
    ResultKind, Spelling, Traits, TypeRules, VerifyFn,
};
use spv_ir::params::{OperandGroups, operand_groups};
use spv_ir::{Attribute, Body, Context, FoldFn, Op, RewriteFn, Type, Value};
use std::cell::OnceCell;

/// The type, arity and spelling of an ODS argument.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Is {
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
    Flags(&'static EnumDef, Separator),
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

/// A check of an op. An error is a message without the op's name.
pub type CheckFn = fn(&View<'_>) -> Result<(), String>;

/// Definition of an op of a source dialect.
#[derive(Clone, Copy)]
pub struct Spec {
    /// Name, parameters and result kind, in the form that the registry needs.
    pub row: &'static OpRow,
    /// Spelling of each parameter in the assembly format.
    pub spellings: &'static [Spelling],
    /// Type constraint of each parameter: [`Class::Any`] for parameters that are not operands.
    pub classes: &'static [Class],
    /// Traits of the op.
    pub traits: Traits,
    /// Number of regions.
    pub regions: u8,
    /// Index of the region that may be empty, if any.
    pub optional_region: Option<usize>,
    /// Assembly format in ODS notation. If empty, [`Self::custom`] is used, or else the generic form.
    pub format: &'static str,
    /// Type inference rules (see [`TypeRules`]) that `types::rule` evaluates.
    pub rules: &'static str,
    /// Hand-written parser and printer, for ops without an assembly format. `None` if there is an assembly format, or
    /// the generic form suffices.
    pub custom: Option<(spv_ir::text::OpParseFn, spv_ir::text::OpPrintFn)>,
    /// Function that suggests names for the results. `None` if the results have no suggested names.
    pub hint: Option<HintFn>,
    /// Names of the ops that may directly contain this op; empty if any op may.
    pub parents: &'static [&'static str],
    /// Additional check of the types and attributes, which runs after the checks that follow from the ODS arguments.
    /// `None` if there is nothing else to check.
    pub check: Option<CheckFn>,
    /// Additional verifier, for checks that report several errors or inspect regions. `None` if there are none.
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

/// Returns the parameter for an ODS argument.
pub(crate) const fn param(name: &'static str, is: Is) -> Param {
    let (kind, arity) = match is {
        Is::Value(_) => (ParamKind::Value, Arity::One),
        Is::Optional(_) => (ParamKind::Value, Arity::Optional),
        Is::Values(_) => (ParamKind::Value, Arity::Variadic),
        Is::Attr | Is::Number | Is::IndexNumber | Is::Numbers | Is::Segments => (ParamKind::Attr, Arity::One),
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
    Param { name, kind, arity }
}

/// Returns the spelling of an ODS argument in the assembly format.
pub(crate) const fn spelling(is: Is) -> Spelling {
    match is {
        Is::Number | Is::OptionalNumber => Spelling::Number(64),
        Is::OptionalWord => Spelling::Number(32),
        Is::IndexNumber | Is::OptionalIndex => Spelling::Index,
        Is::Numbers | Is::OptionalNumbers => Spelling::Numbers,
        Is::Unit => Spelling::Unit,
        Is::Enum(_) | Is::OptionalEnum(_) => Spelling::Word { zero_is_absent: false },
        Is::DefaultEnum(_) => Spelling::Word { zero_is_absent: true },
        Is::Bracketed(_) | Is::OptionalBracketed(_) => Spelling::Angled,
        Is::Flags(_, separator) => Spelling::Flags(separator),
        _ => Spelling::Plain,
    }
}

/// Returns the type constraint of an ODS argument.
pub(crate) const fn class(is: Is) -> Class {
    match is {
        Is::Value(class) | Is::Optional(class) | Is::Values(class) => class,
        _ => Class::Any,
    }
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
            const PARAMS: &'static [spv_ir::dialect::Param] = {
                #[allow(unused_imports)]
                use $crate::spec::{Is::*, Separator};
                &[$($crate::spec::param(stringify!($part), $is)),*]
            };

            /// Returns the index of the attribute slot of an ODS argument.
            pub fn slot(part: &str) -> usize {
                let before = Self::PARAMS.iter().take_while(|param| param.name != part);
                before.map(|param| usize::from(param.slots())).sum()
            }
        })*

        /// Definitions of the dialect's ops.
        pub static OPS: &[$crate::spec::Spec] = &[$({
            #[allow(unused_imports)]
            use $crate::spec::{Is::*, Separator};
            static ROW: spv_ir::dialect::OpRow =
                $crate::spec::row($name, spv_ir::dialect::ResultKind::$result, $op::PARAMS);
            const SPELLINGS: &[spv_ir::dialect::Spelling] = &[$($crate::spec::spelling($is)),*];
            const CLASSES: &[$crate::spec::Class] = &[$($crate::spec::class($is)),*];
            $crate::spec::Spec {
                $($field: $value,)*
                ..$crate::spec::Spec::new(&ROW, SPELLINGS, CLASSES)
            }
        }),*];
    };
    (@part in) => { ops!(@part input = "in"); };
    (@part $part:ident) => { ops!(@part $part = stringify!($part)); };
    (@part $part:ident = $text:expr) => {
        #[doc = concat!("The argument `", $text, "`.")]
        pub const $part: &'static str = $text;
    };
}
pub(crate) use ops;

impl Spec {
    /// Creates the definition of an op with default values for all optional fields.
    pub const fn new(row: &'static OpRow, spellings: &'static [Spelling], classes: &'static [Class]) -> Spec {
        Spec {
            row,
            spellings,
            classes,
            traits: Traits::empty(),
            regions: 0,
            optional_region: None,
            format: "",
            rules: "",
            custom: None,
            hint: None,
            parents: &[],
            check: None,
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
        def.format = self.format;
        def.spellings = self.spellings;
        if !self.rules.is_empty() {
            def.rules = Some(TypeRules { text: self.rules, evaluate: crate::types::rule });
        }
        def.hint = self.hint;
        def.verify = Some(crate::verify::verify);
        if self.verify.is_none() && self.check.is_none() && self.parents.is_empty() {
            def.traits = def.traits.union(Traits::CHECK_BY_SIGNATURE);
        }
        def.fold = self.fold;
        def.canonicalize = self.canonicalize;
        def
    }
}

/// Op definitions of all source dialects.
pub(crate) struct Specs {
    /// Definition of each op, indexed by [`OpDefId`]; `None` for ops of other dialects.
    list: Vec<Option<&'static Spec>>,
}

impl Specs {
    fn new(registry: &Registry) -> Specs {
        let mut list = vec![None; registry.ops().len()];
        for spec in crate::all_ops() {
            let Some(id) = registry.op_by_name(spec.row.name) else { continue };
            list[usize::from(id.0)] = Some(spec);
        }
        Specs { list }
    }

    /// Returns the definition of an op, or `None` if the op is in no source dialect.
    pub fn get(&self, def: OpDefId) -> Option<&'static Spec> {
        *self.list.get(usize::from(def.0))?
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
    def: &'a OpDef,
    /// Operand ranges, computed on demand.
    groups: OnceCell<OperandGroups>,
}

impl<'a> View<'a> {
    /// Creates a view of an op. Returns `None` if the op is in no source dialect.
    pub fn new(ctx: &'a Context, body: &'a Body, op: Op) -> Option<View<'a>> {
        specs(ctx).get(body.def(op))?;
        let def = ctx.registry().op(body.def(op));
        Some(View { ctx, body, op, def, groups: OnceCell::new() })
    }

    fn groups(&self) -> &OperandGroups {
        self.groups.get_or_init(|| operand_groups(self.ctx, self.body, self.op, self.def))
    }

    /// Returns the operand range of the ODS argument with this name.
    pub fn range(&self, part: &str) -> std::ops::Range<usize> {
        self.def.param(part).map_or(0..0, |part| self.groups()[part].clone())
    }

    /// Returns the type of the first operand of the ODS argument with this name, or of the result with this name.
    /// Returns `None` if there is no such operand or result.
    pub fn ty(&self, name: &str) -> Option<Type> {
        crate::verify::type_of(self.def, self.groups(), self.body, self.op, name)
    }

    /// Returns the operands of the ODS argument with this name.
    pub fn values(&self, part: &str) -> Vec<Value> {
        self.range(part).map(|i| self.body.operand(self.op, i)).collect()
    }

    /// Returns the first operand of the ODS argument with this name. Returns `None` if it has no operands.
    pub fn value(&self, part: &str) -> Option<Value> {
        self.range(part).next().map(|i| self.body.operand(self.op, i))
    }

    /// Returns the index of the attribute slot of the ODS argument with this name. Returns `None` if it has no slot.
    fn slot(&self, part: &str) -> Option<usize> {
        let number = self.def.param(part)?;
        (self.def.row.params[number].slots() > 0).then(|| self.def.slot_of(number))
    }

    /// Returns the raw attribute slot of the ODS argument with this name. Returns `None` if it has no slot.
    pub fn word(&self, part: &str) -> Option<u32> {
        Some(self.body.slot(self.op, self.slot(part)?))
    }

    /// Returns the attribute with this name, or `None` if the op does not have it.
    pub fn attr(&self, part: &str) -> Option<Attribute> {
        self.body.slot_attr(self.op, self.slot(part)?)
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
