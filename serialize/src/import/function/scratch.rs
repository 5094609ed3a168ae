//! Tables reused from function to function.

use super::annotations::AnnotationCache;
use super::copies::Copies;
use super::fast_decode::OfSets;
use super::intern_cache::WordLists;
use crate::import::Importer;
use crate::import::id_table::IdTable;
use crate::import::ids::IdDefinition;
use crate::import::phis::Phis;
use rustc_hash::FxHashMap;
use spv_dialect::control;
use spv_ir::{Block, Body, Builder, Op, Type, Value};

/// Tables over ids, reused from function to function. An entry is valid only in the function of its
/// epoch, so nothing needs clearing.
pub struct Scratch {
    pub(super) epoch: u32,
    /// The most recently read function. Reusing one body keeps its storage in the cache.
    pub(super) body: Option<Body>,
    pub(super) locals: IdTable<LocalId>,
    /// Blocks of the function.
    pub(super) blocks: Vec<Block>,
    pub(in crate::import) phis: Phis,
    /// Ops, in order, with operands that may be defined in blocks other than their own and the entry.
    pub(super) crossing: Vec<Op>,
    pub(super) control: control::Storage,
    pub(super) copies: Copies,
    /// Whether any id was redefined.
    pub(super) redefined: bool,
    /// Definition offsets of a function's ids, with its epoch, for forward references.
    pub(super) ahead: (u32, FxHashMap<u32, u32>),
    pub(super) words: WordLists,
    pub(super) annotations: AnnotationCache,
    pub(super) of_sets: OfSets,
    /// For each variable type, a valid storage class plus one.
    pub(super) classes: Vec<u32>,
    /// Number of ops in the most recently read function, in CFG form.
    pub(super) ops: usize,
}

/// The meaning of an id in the current function.
#[derive(Clone, Copy, Default)]
pub(super) struct LocalId {
    /// The function for which `value` and `place` hold.
    ///
    /// Includes [`FORWARD`] for an undefined value. [`OUTSIDE`] means that the scan skipped functions and
    /// found the definition outside of them. 0 means that no definition has been seen.
    pub(super) epoch: u32,
    pub(super) value: Option<Value>,
    /// A block number or other number, depending on the kind of id:
    ///
    /// - label: the block
    /// - value: the defining block, numbered from 1, or 0 for the entry
    /// - module-level value that functions copy: [`ORIGINAL`] and its place, in any function
    /// - referenced type: [`TYPE`], in any function
    /// - undefined id with names, decorations or a hint: [`NOTED`] and the number of its note
    pub(super) place: u32,
    /// Type of the value, also of a module-level value that functions copy. For a type, the type itself.
    pub(super) ty: Option<Type>,
}

impl LocalId {
    /// Returns the placeholder of an id that the given function has referenced but not yet defined.
    pub(super) fn forward(&self, epoch: u32) -> Option<Value> {
        self.value.filter(|_| self.epoch == epoch | FORWARD)
    }

    /// Returns the number of the note of an undefined id with names, decorations or a hint. The number is 0
    /// if there is only a hint.
    #[inline(always)]
    pub(super) fn noted(&self) -> Option<u32> {
        (self.place & (ORIGINAL | NOTED) == NOTED).then_some(self.place & !NOTED)
    }

    /// Returns whether the value may be defined in a block other than the given one and the entry. Constants
    /// are in the entry.
    #[inline(always)]
    pub(super) fn crosses(&self, block_place: u32) -> bool {
        (self.place != block_place) & (self.place.wrapping_sub(1) < ORIGINAL - 1)
    }
}

/// Flag in [`LocalId::place`] of module-level values.
pub(super) const ORIGINAL: u32 = 1 << 31;

/// [`LocalId::place`] of types.
pub(super) const TYPE: u32 = NOTED - 1;

/// Flag in [`LocalId::place`] of ids with a note.
pub(super) const NOTED: u32 = 1 << 30;

/// Flag in [`LocalId::epoch`] of forward references.
pub(super) const FORWARD: u32 = 1 << 31;

/// [`LocalId::epoch`] of ids defined outside of functions.
pub(super) const OUTSIDE: u32 = FORWARD - 1;

/// Maximum number of ops of a function that is copied. Larger functions are moved to save memory.
const COPIED: usize = 1 << 14;

impl Scratch {
    /// Allocates the tables for a module's ids.
    pub fn new(importer: &Importer<'_>) -> Scratch {
        let ids = &importer.ids;
        let mut locals = IdTable::<LocalId>::new(ids.len(), ids.expected_locals(importer.words));
        for (number, constant) in (0..).zip(&importer.constants) {
            let id = importer.words[constant.def as usize + 2];
            if let Some(place) = constant.place
                && ids.what(id) == IdDefinition::Constant(number)
                && let Some(local) = locals.entry(id)
            {
                (local.place, local.ty) = (ORIGINAL | place, Some(constant.ty));
            }
        }
        let marked = importer.locals.keys().map(|id| (*id, 0));
        for (id, number) in ids.notes.ids().zip(1..).chain(marked) {
            if let Some(local) = locals.entry(id).filter(|local| local.place == 0) {
                local.place = NOTED | number;
            }
        }
        for id in ids.defined.iter() {
            if let Some(local) = locals.entry(id as u32) {
                local.epoch = OUTSIDE;
            }
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
    /// Returns the value of an id in the most recently read function.
    pub(in crate::import) fn value(&self, id: u32) -> Option<Value> {
        let local = self.locals.get(id);
        local.value.filter(|_| local.epoch & !FORWARD == self.epoch)
    }

    /// Returns the block of a label in the most recently read function. Accepts invalid ids.
    #[inline]
    pub(in crate::import) fn block(&self, id: u32) -> Option<Block> {
        let LocalId { epoch, value, place, .. } = self.locals.get(id);
        let number = (place as usize).checked_sub(1).filter(|_| epoch == self.epoch && value.is_none());
        self.blocks.get(number?).copied()
    }

    /// Replaces the entry of a checked id. Returns the previous entry.
    #[inline(always)]
    pub(super) fn set(&mut self, id: u32, now: LocalId) -> LocalId {
        self.locals.entry(id).map_or(now, |local| std::mem::replace(local, now))
    }

    /// Records that the function defines an id that is not a value.
    pub(super) fn note_definition(&mut self, id: u32) {
        let Some(LocalId { epoch, .. }) = self.locals.entry(id) else { return };
        // Keeps the entry of a pending forward reference, so that the wrong use is reported.
        if *epoch != self.epoch | FORWARD {
            self.redefined |= *epoch != 0;
            *epoch = self.epoch;
        }
    }

    /// Returns whether any definition of an id has been seen.
    pub(in crate::import) fn is_defined(&self, id: u32) -> bool {
        let epoch = self.locals.get(id).epoch;
        epoch != 0 && epoch & FORWARD == 0
    }

    /// Returns the most recently read function.
    pub(in crate::import) fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    /// Takes the most recently read function, or copies it if it is small.
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

    /// Yields the definition offsets of the module-level values that the most recently read function
    /// references.
    pub(in crate::import) fn localized(&self) -> impl Iterator<Item = usize> {
        self.copies.list().iter().map(|(offset, _)| *offset as usize)
    }
}
