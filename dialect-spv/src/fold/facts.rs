//! What a module says that folds must respect: see `spv_ir::rewrite::Config::facts`.

use crate::generated::values::execution_mode as mode;
use crate::structure::{EXECUTION_MODE, MODULE};
use bitflags::bitflags;
use spv_ir::{Attribute, Body, Context, FloatKind, Op};

bitflags! {
    /// See the module documentation. Nothing set is what a module has that says nothing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Facts: u32 {
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

    fn of_width(self, kind: FloatKind, narrow: Facts, single: Facts, double: Facts) -> bool {
        self.contains(match kind.width() {
            64 => double,
            32 => single,
            _ => narrow,
        })
    }
}

/// Execution modes with a width, and what they mean for 16, 32 and 64 bits.
const MODES: &[(u32, Facts)] = &[
    (mode::DENORM_FLUSH_TO_ZERO, Facts::FLUSHES_16),
    (mode::ROUNDING_MODE_RTZ, Facts::ROUNDS_16),
    (mode::ROUNDING_MODE_RTP_INTEL, Facts::ROUNDS_16),
    (mode::ROUNDING_MODE_RTN_INTEL, Facts::ROUNDS_16),
];

/// The facts of an `spv.module`. An execution mode of any entry point counts for all functions.
pub fn module_facts(ctx: &Context, outer: &Body, module: Op) -> Facts {
    let mut facts = Facts::default();
    let registry = ctx.registry();
    if let Some(vce) = registry.op(outer.def(module)).param(MODULE.params[3].name)
        && let Some(attr) = outer.slot_attr(module, registry.op(outer.def(module)).slot_of(vce))
        && let Some((crate::attributes::Kind::Vce, [version, ..])) = crate::attributes::view(ctx, attr)
        && ctx.attr_u64(*version).is_some_and(|version| version < 0x0001_0400)
    {
        facts |= Facts::OLD_SELECT;
    }
    let Some(body) = outer.nested(module) else { return facts };
    for op in body.blocks(body.root()).flat_map(|block| body.ops(block)) {
        if std::ptr::eq(registry.op(body.def(op)).row, &EXECUTION_MODE) {
            facts |= execution_mode(ctx, body, op);
        }
    }
    facts
}

fn execution_mode(ctx: &Context, body: &Body, op: Op) -> Facts {
    let Some((_, narrow)) = MODES.iter().find(|(mode, _)| *mode == body.slot(op, 1)) else {
        return Facts::default();
    };
    let width = Attribute::from_raw(body.slot(op, 2))
        .and_then(|params| ctx.attr_u64(*ctx.attr_array(params)?.first()?));
    match width {
        Some(16) => *narrow,
        Some(32) => Facts::from_bits_retain(narrow.bits() << 1),
        Some(64) => Facts::from_bits_retain(narrow.bits() << 2),
        _ => Facts::default(),
    }
}
