//! What a module says that folds must respect: see `spv_ir::rewrite::Config::facts`.

use crate::attributes::{self, Kind};
use crate::effects::has_volatile_members;
use crate::generated::opcodes;
use crate::generated::values::memory_model::OPEN_CL;
use crate::generated::values::{capability, execution_mode as mode, fp_fast_math_mode as fast};
use crate::spv;
use crate::structure::{ENTRY_POINT, EXECUTION_MODE, EXECUTION_MODE_ID};
use crate::types;
use crate::vce::Vce;
use crate::verify::members;
use bitflags::bitflags;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_ir::dialect::OpRow;
use spv_ir::{AttrData, Attribute, Body, Context, FloatKind, Op, Type, TypeData};

bitflags! {
    /// See the module documentation. Nothing set is what a module has that says nothing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Facts: u64 {
        /// Numbers of 16 bits are not rounded to nearest, or no one knows.
        const ROUNDS_16 = 1;
        /// As [`Self::ROUNDS_16`], 32 bits.
        const ROUNDS_32 = 1 << 1;
        /// As [`Self::ROUNDS_16`], 64 bits.
        const ROUNDS_64 = 1 << 2;
        /// Denormals of 16 bits are flushed to zero.
        const FLUSHES_16 = 1 << 3;
        /// As [`Self::FLUSHES_16`], 32 bits.
        const FLUSHES_32 = 1 << 4;
        /// As [`Self::FLUSHES_16`], 64 bits.
        const FLUSHES_64 = 1 << 5;
        /// Before SPIR-V 1.4: OpSelect has scalars and vectors alone, and selects a vector by a vector.
        const OLD_SELECT = 1 << 6;
        /// Integers of 8 bits are only stored: there are no constants of them.
        const STORED_INT_8 = 1 << 7;
        /// Integers of 16 bits are only stored: there are no constants of them.
        const STORED_INT_16 = 1 << 8;
        /// Floats of 16 bits are only stored: there are no constants of them.
        const STORED_FLOAT_16 = 1 << 9;
        /// Signs of zeros, infinities and NaNs of 16 bits are kept.
        const KEEPS_16 = 1 << 10;
        /// As [`Self::KEEPS_16`], 32 bits.
        const KEEPS_32 = 1 << 11;
        /// As [`Self::KEEPS_16`], 64 bits.
        const KEEPS_64 = 1 << 12;
        /// A module for OpenCL: without the instructions of GLSL.
        const OPENCL = 1 << 13;
        /// The module declares PredicatedIOINTEL.
        const PREDICATED_IO = 1 << 14;
        /// Before SPIR-V 1.4, without SPV_KHR_no_integer_wrap_decoration: there are no wrap flags.
        const NO_WRAP_FLAGS = 1 << 15;
        /// What a module never says, but who optimizes it: operations on floats without flags may be computed as if they
        /// had all.
        const FAST_MATH = 1 << 16;
        /// The target environment lacks PredicatedIOINTEL.
        const LACKS_PREDICATED_IO = 1 << 17;
        /// The target environment lacks BlockingPipesALTERA.
        const LACKS_BLOCKING_PIPES = 1 << 18;
        /// The module declares capabilities, of which GenericPointer is none: no pointer has the storage class Generic.
        const NO_GENERIC_POINTERS = 1 << 19;
        /// No structure type of the context has a member with the decoration Volatile or Coherent.
        const NO_VOLATILE_MEMBERS = 1 << 20;
        /// An entry point has the execution mode FPFastMathDefault: see [`Self::default_flags`].
        const FAST_DEFAULT = 1 << 21;
        /// What operations on floats of 16 bits permit then: flags of FPFastMathMode, without Fast.
        const DEFAULT_16 = 0x7f << 32;
        /// As [`Self::DEFAULT_16`], 32 bits.
        const DEFAULT_32 = 0x7f << 39;
        /// As [`Self::DEFAULT_16`], 64 bits.
        const DEFAULT_64 = 0x7f << 46;
    }
}

impl Facts {
    /// Whether numbers of a kind may be rounded in another way than to nearest even.
    pub fn rounds(self, kind: FloatKind) -> bool {
        self.of_width(kind, Facts::ROUNDS_16, Facts::ROUNDS_32, Facts::ROUNDS_64)
    }

    /// Whether denormals of a kind must be flushed.
    pub fn flushes(self, kind: FloatKind) -> bool {
        self.of_width(kind, Facts::FLUSHES_16, Facts::FLUSHES_32, Facts::FLUSHES_64)
    }

    /// Whether instructions that leave NaNs and signs of zeros open must keep them.
    pub fn keeps_special(self, kind: FloatKind) -> bool {
        self.of_width(kind, Facts::KEEPS_16, Facts::KEEPS_32, Facts::KEEPS_64)
    }

    /// The flags of FPFastMathMode of operations on floats of a kind that do not have this decoration, where the module has a
    /// default: what all entry points permit.
    pub fn default_flags(self, kind: FloatKind) -> Option<u32> {
        let shift = DEFAULTS.iter().find(|(other, _)| *other == kind).map(|(_, shift)| shift);
        let flags = shift.map_or(0, |shift| self.bits() >> shift & DEFAULT_BITS) as u32;
        self.contains(Facts::FAST_DEFAULT).then_some(flags & LOW_FLAGS | flags << 12 & !LOW_FLAGS << 12)
    }

    /// These flags as the default of a kind.
    fn with_default(kind: FloatKind, flags: u32) -> Facts {
        let shift = DEFAULTS.iter().find(|(other, _)| *other == kind).map(|(_, shift)| shift);
        let bits = u64::from(flags & LOW_FLAGS | flags >> 12 & !LOW_FLAGS) & DEFAULT_BITS;
        shift.map_or(Facts::default(), |shift| Facts::from_bits_retain(bits << shift))
    }

    /// Whether there may be constants of a type.
    pub fn has_constants(self, ctx: &Context, ty: Type) -> bool {
        let stored = Facts::STORED_INT_8 | Facts::STORED_INT_16 | Facts::STORED_FLOAT_16;
        if !self.intersects(stored) {
            return true;
        }
        let mut todo = SmallVec::<[Type; 8]>::from_slice(&[ty]);
        let mut steps = 0;
        while let Some(ty) = todo.pop() {
            steps += 1;
            if steps > PARTS {
                return false;
            }
            let only_stored = match ctx.type_data(ty) {
                TypeData::Integer { width: 8, .. } => Facts::STORED_INT_8,
                TypeData::Integer { width: 16, .. } => Facts::STORED_INT_16,
                TypeData::Float(kind) if kind.width() == 16 => Facts::STORED_FLOAT_16,
                TypeData::Vector { element, .. } => {
                    todo.push(*element);
                    continue;
                }
                _ => {
                    todo.extend(parts(ctx, ty));
                    continue;
                }
            };
            if self.contains(only_stored) {
                return false;
            }
        }
        true
    }

    fn of_width(self, kind: FloatKind, narrow: Facts, single: Facts, double: Facts) -> bool {
        self.contains(match kind.width() {
            64 => double,
            32 => single,
            _ => narrow,
        })
    }
}

/// The kinds that have a default in [`Facts`], and where its bits are.
const DEFAULTS: [(FloatKind, u32); 3] = [(FloatKind::F16, 32), (FloatKind::F32, 39), (FloatKind::F64, 46)];
/// The bits of one of them: four flags below Fast, three from AllowContract on.
const DEFAULT_BITS: u64 = 0x7f;
/// The flags below Fast.
const LOW_FLAGS: u32 = fast::FAST - 1;

/// Execution modes with a width, and what they mean for 16, 32 and 64 bits.
const MODES: &[(u32, Facts)] = &[
    (mode::DENORM_FLUSH_TO_ZERO, Facts::FLUSHES_16),
    (mode::ROUNDING_MODE_RTZ, Facts::ROUNDS_16),
    (mode::ROUNDING_MODE_RTP_INTEL, Facts::ROUNDS_16),
    (mode::ROUNDING_MODE_RTN_INTEL, Facts::ROUNDS_16),
    (mode::SIGNED_ZERO_INF_NAN_PRESERVE, Facts::KEEPS_16),
];

/// The types of which a composite type of the dialect is made.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    match types::view(ctx, ty) {
        Some((opcodes::TYPE_MATRIX, [_, column, ..])) => ctx.attr_type(*column).into_iter().collect(),
        _ => members(ctx, ty),
    }
}

/// Parts of a type that are looked at.
const PARTS: usize = 10_000;

/// Capabilities without which numbers can be stored, at most.
const NUMBERS: &[(u32, Facts)] = &[
    (capability::INT8, Facts::STORED_INT_8),
    (capability::INT16, Facts::STORED_INT_16),
    (capability::FLOAT16, Facts::STORED_FLOAT_16),
];

/// What a target may lack.
const LACKED: &[(u32, Facts)] = &[
    (capability::PREDICATED_IO_INTEL, Facts::LACKS_PREDICATED_IO),
    (capability::BLOCKING_PIPES_ALTERA, Facts::LACKS_BLOCKING_PIPES),
];

/// The facts of a target environment, `#spv.target_env<...>`.
pub fn target_facts(ctx: &Context, target: Attribute) -> Facts {
    let vce = match attributes::view(ctx, target) {
        Some((Kind::TargetEnv, [vce, ..])) => Vce::new(ctx, *vce),
        _ => None,
    };
    let lacks = |row: &&(u32, Facts)| vce.as_ref().is_some_and(|vce| !vce.capabilities.contains(&row.0));
    LACKED.iter().filter(lacks).fold(Facts::default(), |facts, row| facts | row.1)
}

/// The extension that has the wrap flags before SPIR-V 1.4.
const WRAP_FLAGS: &str = "SPV_KHR_no_integer_wrap_decoration";

/// The facts of an `spv.module`. An execution mode of any entry point counts for all functions.
pub fn module_facts(ctx: &Context, outer: &Body, module: Op) -> Facts {
    let mut facts = Facts::default();
    let registry = ctx.registry();
    let vce = outer.slot_attr(module, spv::Module::VCE_TRIPLE);
    if let Some((Kind::Vce, [version, capabilities, extensions])) =
        vce.and_then(|vce| attributes::view(ctx, vce))
    {
        if ctx.attr_u64(*version).is_some_and(|version| version < 0x0001_0400) {
            facts |= Facts::OLD_SELECT;
            let mut extensions = ctx.attr_array(*extensions).unwrap_or_default().iter();
            if !extensions.any(|name| ctx.attr_str(*name) == Some(WRAP_FLAGS)) {
                facts |= Facts::NO_WRAP_FLAGS;
            }
        }
        if let AttrData::Words(capabilities) = ctx.attr_data(*capabilities) {
            let lacks = |capability: &u32| !capabilities.contains(capability);
            if !lacks(&capability::PREDICATED_IO_INTEL) {
                facts |= Facts::PREDICATED_IO;
            }
            if lacks(&capability::GENERIC_POINTER) {
                facts |= Facts::NO_GENERIC_POINTERS;
            }
            NUMBERS.iter().filter(|(needed, _)| lacks(needed)).for_each(|(_, fact)| facts |= *fact);
        }
    }
    if outer.slot(module, spv::Module::MEMORY_MODEL) == OPEN_CL {
        facts |= Facts::OPENCL;
    }
    if !ctx.types().any(|ty| has_volatile_members(ctx, ty)) {
        facts |= Facts::NO_VOLATILE_MEMBERS;
    }
    let Some(body) = outer.nested(module) else { return facts };
    let ops = || body.blocks(body.root()).flat_map(|block| body.ops(block));
    let mut has_default = false;
    for op in ops() {
        let row = registry.op(body.def(op)).row;
        if std::ptr::eq(row, &EXECUTION_MODE) {
            facts |= execution_mode(ctx, body, op);
        }
        has_default |= is_default(body, op, row);
    }
    if has_default {
        facts |= Facts::FAST_DEFAULT;
        for (kind, _) in DEFAULTS {
            let flags = default_of_all(ctx, body, kind, &mut ops());
            let keeps = fast::NOT_NA_N | fast::NOT_INF | fast::NSZ;
            facts |= Facts::with_default(kind, flags);
            if flags & keeps != keeps {
                facts |= of_width(Facts::KEEPS_16, kind.width());
            }
        }
    }
    facts
}

fn is_default(body: &Body, op: Op, row: &OpRow) -> bool {
    std::ptr::eq(row, &EXECUTION_MODE_ID)
        && body.slot(op, spv::ExecutionModeId::EXECUTION_MODE) == mode::FP_FAST_MATH_DEFAULT
}

/// The flags that the defaults of all entry points for a kind of floats have in common. A function that other modules may call
/// has no default. Flags that are a constant with a name are not looked up: none.
fn default_of_all(ctx: &Context, body: &Body, kind: FloatKind, ops: &mut dyn Iterator<Item = Op>) -> u32 {
    let ty = ctx.float_type(kind);
    let (mut functions, mut flags) = (Vec::new(), FxHashMap::default());
    for op in ops {
        let row = ctx.registry().op(body.def(op)).row;
        if std::ptr::eq(row, &ENTRY_POINT) {
            functions.push(body.slot(op, spv::EntryPoint::FN));
        } else if is_default(body, op, row) {
            let params = body
                .slot_attr(op, spv::ExecutionModeId::EXECUTION_MODE_OPERANDS)
                .and_then(|params| ctx.attr_array(params));
            if let Some([of, given, ..]) = params
                && ctx.attr_type(*of) == Some(ty)
            {
                let given =
                    attributes::typed_constant(ctx, *given).and_then(|(value, _)| ctx.attr_u64(value));
                flags.entry(body.slot(op, spv::ExecutionModeId::FN)).or_insert(given.unwrap_or(0) as u32);
            }
        } else if body.nested(op).is_some() && ctx.dict_get(body.attrs(op), LINKAGE).is_some() {
            return 0;
        }
    }
    let of = |function: &u32| flags.get(function).copied().unwrap_or(0);
    functions.iter().map(of).reduce(|a, b| a & b).unwrap_or(0)
}

/// The decoration of functions that other modules may call.
const LINKAGE: &str = "linkage_attributes";

fn execution_mode(ctx: &Context, body: &Body, op: Op) -> Facts {
    let Some((_, narrow)) =
        MODES.iter().find(|(mode, _)| *mode == body.slot(op, spv::ExecutionModeId::EXECUTION_MODE))
    else {
        return Facts::default();
    };
    let width = body
        .slot_attr(op, spv::ExecutionModeId::EXECUTION_MODE_OPERANDS)
        .and_then(|params| ctx.attr_u64(*ctx.attr_array(params)?.first()?));
    width.map_or(Facts::default(), |width| of_width(*narrow, width as u32))
}

/// The fact for a width that begins with that for 16 bits.
fn of_width(narrow: Facts, width: u32) -> Facts {
    match width {
        16 => narrow,
        32 => Facts::from_bits_retain(narrow.bits() << 1),
        64 => Facts::from_bits_retain(narrow.bits() << 2),
        _ => Facts::default(),
    }
}
