//! A function's copies of module-level values: constants, and others once some function has mentioned them.

use super::localized::Localized;
use super::scratch::{Local, ORIGINAL};
use crate::import::Importer;
use crate::import::constants::Constant;
use crate::import::proofs::Proofs;
use spv_ir::dialect::OpDefId;
use spv_ir::verify::Known;
use spv_ir::{Body, Builder, Location, Type, Value};

/// What the copies of a module-level value are made of; their type is in [`Local`].
#[derive(Clone, Copy)]
pub(super) struct Original {
    pub(super) def: OpDefId,
    /// Whether some function has a copy.
    pub(super) copied: bool,
    /// See [`Constant::is_plain`].
    pub(super) is_plain: bool,
    pub(super) slot: u32,
    /// See [`crate::import::ids::Ids::place`].
    pub(super) place: u32,
}

/// See the module documentation.
pub(super) struct Copies {
    /// What they are copies of, by number: the constants, and others as they are mentioned.
    originals: Vec<Original>,
    /// Those of the function at hand.
    pub(super) localized: Localized,
}

impl Copies {
    pub(super) fn new(importer: &Importer<'_>) -> Copies {
        let original = |constant: &Constant| Original {
            def: importer.defs.constant,
            copied: false,
            is_plain: constant.is_plain,
            slot: constant.attr.raw(),
            place: constant.place.unwrap_or(0),
        };
        Copies {
            originals: importer.constants.iter().map(original).collect(),
            localized: Localized::new(importer.ids.outside.len()),
        }
    }

    /// Adds what more copies can be made of; its [`Local::place`].
    pub(super) fn add(&mut self, original: Original) -> u32 {
        self.originals.push(original);
        ORIGINAL | (self.originals.len() - 1) as u32
    }

    /// Makes the function's copy of an id that it mentions for the first time, if it is known to be such a value. It is
    /// put into place at the end. The first copy of all is verified: others are like it.
    #[inline(never)]
    pub(super) fn copy(
        &mut self,
        importer: &Importer<'_>,
        body: &mut Body,
        (locals, epoch): (&mut [Local], u32),
        proofs: &mut Option<Proofs<'_>>,
        id: u32,
    ) -> Option<(Value, Type)> {
        let local = locals.get_mut(id as usize)?;
        let ty = local.ty.filter(|_| local.place & ORIGINAL != 0)?;
        let original = &mut self.originals[(local.place & !ORIGINAL) as usize];
        let mut known = Known::Sound;
        if !std::mem::replace(&mut original.copied, true) {
            importer.ids.mark_used(id);
            known = match proofs {
                Some(proofs) if original.is_plain => proofs.knows_constant(ty),
                _ => Known::Nothing,
            };
        }
        let mut b = Builder::new(body);
        let slots = [original.slot];
        let (op, value) = b.append_here(None, original.def, Location::UNKNOWN, &[], &slots, Some(ty), None);
        let value = value?;
        if let Some(proofs) = proofs {
            proofs.note(op, known);
        }
        self.localized.add(Some(original.place), 0, op);
        (local.epoch, local.value) = (epoch, Some(value));
        Some((value, ty))
    }
}
