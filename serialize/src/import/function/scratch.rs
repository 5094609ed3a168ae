//! What serves one function after another.

use super::annotations::AnnotationCache;
use super::copies::Copies;
use super::fast_decode::OfSets;
use super::intern_cache::WordLists;
use crate::import::Importer;
use crate::import::ids::What;
use crate::import::phis::Phis;
use rustc_hash::FxHashMap;
use spv_dialect::control;
use spv_ir::{Block, Body, Builder, Op, Type, Value};

/// Tables over all ids that serve one function after another: an entry counts only if its epoch is
/// that of the function, so nothing is cleared in between.
pub struct Scratch {
    pub(super) epoch: u32,
    /// The function read last. All are made in the same place, which stays in the cache.
    pub(super) body: Option<Body>,
    pub(super) locals: Vec<Local>,
    /// The blocks of the function.
    pub(super) blocks: Vec<Block>,
    pub(in crate::import) phis: Phis,
    /// Ops with operands that may be defined in other blocks, the entry aside, in order.
    pub(super) crossing: Vec<Op>,
    pub(super) control: control::Storage,
    pub(super) copies: Copies,
    /// Whether an id was defined again.
    pub(super) redefined: bool,
    /// Where the ids of a function are defined, and that function's epoch, for what is used ahead.
    pub(super) ahead: (u32, FxHashMap<u32, u32>),
    pub(super) words: WordLists,
    pub(super) annotations: AnnotationCache,
    pub(super) of_sets: OfSets,
    /// By type of a variable a storage class that fits it, plus one.
    pub(super) classes: Vec<u32>,
    /// Ops of the function read last in CFG form.
    pub(super) ops: usize,
}

/// What an id is in the function that is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Local {
    /// The function for which the rest holds, with [`FORWARD`] for a value that is not defined yet. [`OUTSIDE`] where the
    /// scan skipped functions and found the id's definition. 0: nothing has defined it so far.
    pub(super) epoch: u32,
    pub(super) value: Option<Value>,
    /// Of a label the block; of a value the block that defines it: its number from 1, and 0 for the entry. [`ORIGINAL`]
    /// and the place of what functions have copies of, or [`TYPE`] of a type that was referenced, whatever the function.
    /// [`NOTED`] of what else has names, decorations or a hint, and their number in the notes, until it is defined.
    pub(super) place: u32,
    /// Type of the value, also of one that functions have copies of; the type itself.
    pub(super) ty: Option<Type>,
}

impl Local {
    /// The value that represents an id that the function of this epoch referenced, and did not define so far.
    pub(super) fn forward(&self, epoch: u32) -> Option<Value> {
        self.value.filter(|_| self.epoch == epoch | FORWARD)
    }

    /// The number of the note, 0 without one, of what has names, decorations or a hint and was not defined so far.
    #[inline(always)]
    pub(super) fn noted(&self) -> Option<u32> {
        (self.place & (ORIGINAL | NOTED) == NOTED).then_some(self.place & !NOTED)
    }

    /// Whether a value is defined in another block than this one and the entry, or may be. A constant is in the entry.
    #[inline(always)]
    pub(super) fn crosses(&self, block_place: u32) -> bool {
        (self.place != block_place) & (self.place.wrapping_sub(1) < ORIGINAL - 1)
    }
}

/// See [`Local::place`].
pub(super) const ORIGINAL: u32 = 1 << 31;

/// See [`Local::place`].
pub(super) const TYPE: u32 = NOTED - 1;

/// See [`Local::place`].
pub(super) const NOTED: u32 = 1 << 30;

/// See [`Local::epoch`].
pub(super) const FORWARD: u32 = 1 << 31;

/// See [`Local::epoch`].
pub(super) const OUTSIDE: u32 = FORWARD - 1;

/// A function with more ops is not copied, as that takes much memory for a moment.
const COPIED: usize = 1 << 14;

impl Scratch {
    /// Tables for a module with these ids.
    pub fn new(importer: &Importer<'_>) -> Scratch {
        let ids = &importer.ids;
        let mut locals = vec![Local::default(); ids.len()];
        for (number, constant) in (0..).zip(&importer.constants) {
            let id = importer.words[constant.def as usize + 2];
            if let Some(place) = constant.place
                && ids.what(id) == What::Constant(number)
            {
                let local = &mut locals[id as usize];
                (local.place, local.ty) = (ORIGINAL | place, Some(constant.ty));
            }
        }
        let marked = importer.locals.keys().map(|id| (*id, 0));
        for (id, number) in ids.notes.ids().zip(1..).chain(marked) {
            let place = &mut locals[id as usize].place;
            if *place == 0 {
                *place = NOTED | number;
            }
        }
        for id in ids.defined.iter() {
            locals[id].epoch = OUTSIDE;
        }
        Scratch {
            epoch: 0,
            body: None,
            locals,
            blocks: Vec::new(),
            phis: Phis::default(),
            crossing: Vec::new(),
            control: control::Storage::default(),
            copies: Copies::new(importer),
            redefined: false,
            ahead: Default::default(),
            words: WordLists::default(),
            annotations: AnnotationCache::default(),
            of_sets: OfSets::default(),
            classes: Vec::new(),
            ops: 0,
        }
    }
}

impl Scratch {
    /// The value that an id of the function read last became.
    pub(in crate::import) fn value(&self, id: u32) -> Option<Value> {
        let local = &self.locals[id as usize];
        local.value.filter(|_| local.epoch & !FORWARD == self.epoch)
    }

    /// The block that a label of the function read last became. What is no id is none.
    #[inline]
    pub(in crate::import) fn block(&self, id: u32) -> Option<Block> {
        let &Local { epoch, value, place, .. } = self.locals.get(id as usize)?;
        let number = (place as usize).checked_sub(1).filter(|_| epoch == self.epoch && value.is_none());
        self.blocks.get(number?).copied()
    }

    /// An instruction of the function defines an id that is no value.
    pub(super) fn note_definition(&mut self, id: u32) {
        let epoch = &mut self.locals[id as usize].epoch;
        // Where it is used as a value nonetheless, that is left to be told.
        if *epoch != self.epoch | FORWARD {
            self.redefined |= *epoch != 0;
            *epoch = self.epoch;
        }
    }

    /// Whether something so far has defined an id.
    pub(in crate::import) fn is_defined(&self, id: u32) -> bool {
        let epoch = self.locals[id as usize].epoch;
        epoch != 0 && epoch & FORWARD == 0
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
                Builder::new(&mut body).shrink();
                body
            }
        }
    }

    /// Where the module-level values that the function read last references are defined.
    pub(in crate::import) fn localized(&self) -> impl Iterator<Item = usize> {
        self.copies.list().iter().map(|(offset, _)| *offset as usize)
    }
}
