//! Module properties that folds must respect

use crate::attributes::{self, AttrKind};
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
    /// The module properties as a bit set. A module without any declaration has no bits set. See
    /// `spv_ir::rewrite::Config::facts`.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Facts: u64 {
        /// An execution mode may change the rounding of 16-bit floats from round to nearest.
        const ROUNDS_16 = 1;
        /// An execution mode may change the rounding of 32-bit floats from round to nearest.
        const ROUNDS_32 = 1 << 1;
        /// An execution mode may change the rounding of 64-bit floats from round to nearest.
        const ROUNDS_64 = 1 << 2;
        /// 16-bit denormals are flushed to zero.
        const FLUSHES_16 = 1 << 3;
        /// 32-bit denormals are flushed to zero.
        const FLUSHES_32 = 1 << 4;
        /// 64-bit denormals are flushed to zero.
        const FLUSHES_64 = 1 << 5;
        /// The version is before SPIR-V 1.4. OpSelect then supports only scalars and vectors, and vector operands need
        /// a vector condition.
        const OLD_SELECT = 1 << 6;
        /// 8-bit integers are for storage only, so there are no constants of that type.
        const STORED_INT_8 = 1 << 7;
        /// 16-bit integers are for storage only, so there are no constants of that type.
        const STORED_INT_16 = 1 << 8;
        /// 16-bit floats are for storage only, so there are no constants of that type.
        const STORED_FLOAT_16 = 1 << 9;
        /// Signed zeros, infinities and NaNs of 16-bit floats are preserved.
        const KEEPS_16 = 1 << 10;
        /// Signed zeros, infinities and NaNs of 32-bit floats are preserved.
        const KEEPS_32 = 1 << 11;
        /// Signed zeros, infinities and NaNs of 64-bit floats are preserved.
        const KEEPS_64 = 1 << 12;
        /// The memory model is OpenCL, so GLSL.std.450 is not available.
        const OPENCL = 1 << 13;
        /// The module declares capability PredicatedIOINTEL.
        const PREDICATED_IO = 1 << 14;
        /// The no-wrap decorations are not available: before SPIR-V 1.4 and without SPV_KHR_no_integer_wrap_decoration.
        const NO_WRAP_FLAGS = 1 << 15;
        /// An option of the optimizer, not a module property. Float ops without flags are treated as if they had all
        /// fast-math flags.
        const FAST_MATH = 1 << 16;
        /// The target environment lacks capability PredicatedIOINTEL.
        const LACKS_PREDICATED_IO = 1 << 17;
        /// The target environment lacks capability BlockingPipesALTERA.
        const LACKS_BLOCKING_PIPES = 1 << 18;
        /// The module declares its capabilities, and GenericPointer is not among them. No pointer then has storage
        /// class Generic.
        const NO_GENERIC_POINTERS = 1 << 19;
        /// No struct type of the context has a Volatile or Coherent member.
        const NO_VOLATILE_MEMBERS = 1 << 20;
        /// An entry point has the execution mode FPFastMathDefault. See [`Self::default_flags`].
        const FAST_DEFAULT = 1 << 21;
        /// Default FPFastMathMode flags of 16-bit floats, excluding Fast.
        const DEFAULT_16 = 0x7f << 32;
        /// Default FPFastMathMode flags of 32-bit floats, excluding Fast.
        const DEFAULT_32 = 0x7f << 39;
        /// Default FPFastMathMode flags of 64-bit floats, excluding Fast.
        const DEFAULT_64 = 0x7f << 46;
    }
}

impl Facts {
    /// Returns whether floats of the given format may be rounded otherwise than to nearest even.
    pub fn rounds(self, kind: FloatKind) -> bool {
        self.of_width(kind, Facts::ROUNDS_16, Facts::ROUNDS_32, Facts::ROUNDS_64)
    }

    /// Returns whether denormals of the given format are flushed to zero.
    pub fn flushes(self, kind: FloatKind) -> bool {
        self.of_width(kind, Facts::FLUSHES_16, Facts::FLUSHES_32, Facts::FLUSHES_64)
    }

    /// Returns whether NaNs, infinities and signed zeros of the given format must be preserved, even by instructions
    /// whose results for them are otherwise unspecified.
    pub fn keeps_special(self, kind: FloatKind) -> bool {
        self.of_width(kind, Facts::KEEPS_16, Facts::KEEPS_32, Facts::KEEPS_64)
    }

    /// Returns the module's default FPFastMathMode flags for undecorated ops on floats of the given format. These are
    /// the flags that all entry points permit. Returns `None` if the module declares no default.
    pub fn default_flags(self, kind: FloatKind) -> Option<u32> {
        let shift = DEFAULTS.iter().find(|(other, _)| *other == kind).map(|(_, shift)| shift);
        let flags = shift.map_or(0, |shift| self.bits() >> shift & DEFAULT_BITS) as u32;
        self.contains(Facts::FAST_DEFAULT).then_some(flags & LOW_FLAGS | flags << 12 & !LOW_FLAGS << 12)
    }

    /// Encodes FPFastMathMode flags as the default for a float format.
    fn with_default(kind: FloatKind, flags: u32) -> Facts {
        let shift = DEFAULTS.iter().find(|(other, _)| *other == kind).map(|(_, shift)| shift);
        let bits = u64::from(flags & LOW_FLAGS | flags >> 12 & !LOW_FLAGS) & DEFAULT_BITS;
        shift.map_or(Facts::default(), |shift| Facts::from_bits_retain(bits << shift))
    }

    /// Returns whether constants of the given type may exist.
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

/// Float formats whose default flags are in [`Facts`], with the bit offset of the flags.
const DEFAULTS: [(FloatKind, u32); 3] = [(FloatKind::F16, 32), (FloatKind::F32, 39), (FloatKind::F64, 46)];
/// Mask of one format's default flags: four flags below Fast, and three flags from AllowContract on.
const DEFAULT_BITS: u64 = 0x7f;
/// Mask of the FPFastMathMode flags below Fast.
const LOW_FLAGS: u32 = fast::FAST - 1;

/// Execution modes with a width operand, each with the fact for a width of 16 bits.
const MODES: &[(u32, Facts)] = &[
    (mode::DENORM_FLUSH_TO_ZERO, Facts::FLUSHES_16),
    (mode::ROUNDING_MODE_RTZ, Facts::ROUNDS_16),
    (mode::ROUNDING_MODE_RTP_INTEL, Facts::ROUNDS_16),
    (mode::ROUNDING_MODE_RTN_INTEL, Facts::ROUNDS_16),
    (mode::SIGNED_ZERO_INF_NAN_PRESERVE, Facts::KEEPS_16),
];

/// Returns the column or member types of a composite dialect type.
fn parts(ctx: &Context, ty: Type) -> Vec<Type> {
    match types::view(ctx, ty) {
        Some((opcodes::TYPE_MATRIX, [_, column, ..])) => ctx.attr_type(*column).into_iter().collect(),
        _ => members(ctx, ty),
    }
}

/// Maximum number of nested types to examine.
const PARTS: usize = 10_000;

/// Capabilities without which a numeric type is for storage only, each with the corresponding fact.
const NUMBERS: &[(u32, Facts)] = &[
    (capability::INT8, Facts::STORED_INT_8),
    (capability::INT16, Facts::STORED_INT_16),
    (capability::FLOAT16, Facts::STORED_FLOAT_16),
];

/// Capabilities that a target environment may lack, each with the corresponding fact.
const LACKED: &[(u32, Facts)] = &[
    (capability::PREDICATED_IO_INTEL, Facts::LACKS_PREDICATED_IO),
    (capability::BLOCKING_PIPES_ALTERA, Facts::LACKS_BLOCKING_PIPES),
];

/// Returns the facts of a target environment, `#spv.target_env<...>`.
pub fn target_facts(ctx: &Context, target: Attribute) -> Facts {
    let vce = match attributes::view(ctx, target) {
        Some((AttrKind::TargetEnv, [vce, ..])) => Vce::new(ctx, *vce),
        _ => None,
    };
    let lacks = |row: &&(u32, Facts)| vce.as_ref().is_some_and(|vce| !vce.capabilities.contains(&row.0));
    LACKED.iter().filter(lacks).fold(Facts::default(), |facts, row| facts | row.1)
}

/// The extension that provides the no-wrap decorations before SPIR-V 1.4.
const WRAP_FLAGS: &str = "SPV_KHR_no_integer_wrap_decoration";

/// Returns the facts of an `spv.module`. An execution mode of any entry point applies to all functions.
pub fn module_facts(ctx: &Context, outer: &Body, module: Op) -> Facts {
    let mut facts = Facts::default();
    let registry = ctx.registry();
    let vce = outer.slot_attr(module, spv::Module::VCE_TRIPLE);
    if let Some((AttrKind::Vce, [version, capabilities, extensions])) =
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
            let keeps = fast::NOT_NAN | fast::NOT_INF | fast::NSZ;
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

/// Returns the default FPFastMathMode flags that all entry points permit for a float format. Returns no flags if the
/// module exports a function, because exported functions have no default. Ignores flags that a named constant provides,
/// because their value is unknown.
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

/// Key of the decoration of exported and imported functions.
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

/// Converts a fact for 16-bit floats to the same fact for another width.
fn of_width(narrow: Facts, width: u32) -> Facts {
    match width {
        16 => narrow,
        32 => Facts::from_bits_retain(narrow.bits() << 1),
        64 => Facts::from_bits_retain(narrow.bits() << 2),
        _ => Facts::default(),
    }
}
