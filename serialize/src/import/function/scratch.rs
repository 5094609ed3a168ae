//! What serves one function after another.

use super::known::{Names, WordLists};
use crate::import::ids::{IdSet, Ids};
use crate::import::opcodes::Plain;
use crate::import::phis::Phis;
use crate::import::proofs::Proofs;
use rustc_hash::FxHashMap;
use spv_dialect::control;
use spv_ir::dialect::OpDefId;
use spv_ir::{Attribute, Block, Body, Op, Type, Value};

/// Tables over all ids that serve one function after another: an entry counts only if its epoch is
/// that of the function, so nothing is cleared in between.
pub struct Scratch<'c> {
    pub(super) epoch: u32,
    /// The function read last. All are made in the same place, which stays in the cache.
    pub(super) body: Option<Body>,
    pub(super) locals: Vec<Local>,
    pub(in crate::import) phis: Phis,
    /// Ops with operands that may be defined in other blocks, the entry aside, in order.
    pub(super) crossing: Vec<Op>,
    pub(super) control: control::Storage,
    pub(super) localized: Vec<(u32, Op)>,
    /// Constants that some function has a copy of, by number.
    pub(super) copied: Vec<bool>,
    /// What is defined so far, where the scan skipped functions.
    pub(super) defined: IdSet,
    /// Whether an id was defined again.
    pub(super) redefined: bool,
    /// Where the ids of a function are defined, and that function's epoch, for what is used ahead.
    pub(super) ahead: (u32, FxHashMap<u32, u32>),
    /// What stands for a module-level id with a symbol: definition, slot and type.
    pub(super) symbols: FxHashMap<u32, (OpDefId, u32, Type)>,
    pub(super) words: WordLists,
    pub(super) names: Names,
    /// How instructions of imported sets lie, by the id of the set and their number.
    pub(super) of_sets: FxHashMap<(u32, u32), Option<Plain>>,
    /// Dictionaries of a single decoration without operands, by decoration.
    pub(super) dictionaries: FxHashMap<u32, Attribute>,
    /// Ops of the function read last in CFG form.
    pub(super) ops: usize,
    /// Where functions are verified.
    pub(in crate::import) proofs: Option<Proofs<'c>>,
}

/// What an id is in the function that is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Local {
    /// The function for which the rest holds, with [`FORWARD`] for a value that is not defined yet.
    pub(super) epoch: u32,
    pub(super) value: Option<Value>,
    /// Of a label the block; of a value the block that defines it, `None` for the entry.
    pub(super) block: Option<Block>,
    /// Type of the value.
    pub(super) ty: Option<Type>,
}

/// See [`Local::epoch`].
pub(super) const FORWARD: u32 = 1 << 31;

/// A function with more ops is not copied, as that takes much memory for a moment.
const COPIED: usize = 1 << 14;

impl<'c> Scratch<'c> {
    /// Tables for a module with these ids.
    pub fn new(ids: &Ids, proofs: Option<Proofs<'c>>) -> Scratch<'c> {
        Scratch {
            epoch: 0,
            body: None,
            locals: vec![Local::default(); ids.len()],
            phis: Phis::default(),
            crossing: Vec::new(),
            control: control::Storage::default(),
            localized: Vec::new(),
            copied: Vec::new(),
            defined: ids.defined.clone(),
            redefined: false,
            ahead: Default::default(),
            symbols: FxHashMap::default(),
            words: WordLists::default(),
            names: Names::default(),
            of_sets: FxHashMap::default(),
            dictionaries: FxHashMap::default(),
            ops: 0,
            proofs,
        }
    }
}

impl Scratch<'_> {
    /// The value that an id of the function read last became.
    pub(in crate::import) fn value(&self, id: u32) -> Option<Value> {
        let local = &self.locals[id as usize];
        local.value.filter(|_| local.epoch & !FORWARD == self.epoch)
    }

    /// The block that a label of the function read last became.
    pub(in crate::import) fn block(&self, id: u32) -> Option<Block> {
        let local = &self.locals[id as usize];
        local.block.filter(|_| local.epoch == self.epoch && local.value.is_none())
    }

    /// Verifies the function read last, which is to be the body of `op` of a module's body.
    pub(in crate::import) fn look_at(&mut self, module: &Body, op: Op) {
        if let (Some(proofs), Some(body)) = (&mut self.proofs, &self.body) {
            proofs.look_at(module, op, body, &self.crossing, self.ops);
        }
    }

    /// An instruction defines an id.
    #[inline(always)]
    pub(super) fn note_definition(&mut self, id: u32) {
        self.redefined |= self.defined.add(id);
    }

    /// What is defined, if the scan skipped functions.
    pub(in crate::import) fn defined(&self) -> &IdSet {
        &self.defined
    }

    /// The function read last, which stays.
    pub(in crate::import) fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    /// The function read last.
    pub(in crate::import) fn taken(&mut self) -> Body {
        match &mut self.body {
            Some(body) if body.op_count() <= COPIED => body.clone(),
            body => {
                let mut body = body.take().unwrap_or_default();
                body.shrink();
                body
            }
        }
    }

    /// Where the module-level values that the function read last mentions are defined.
    pub(in crate::import) fn localized(&self) -> impl Iterator<Item = usize> {
        self.localized.iter().map(|(offset, _)| *offset as usize)
    }
}
