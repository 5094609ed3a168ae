//! Tables reused for each function

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

/// Tables indexed by id, reused for each function. An entry is valid only in the function with its epoch, so the
/// tables need not be cleared.
pub struct Scratch {
    pub(super) epoch: u32,
    /// The most recently read function. The body is reused so that its storage remains in the cache.
    pub(super) body: Option<Body>,
    pub(super) locals: IdTable<LocalId>,
    /// The blocks of the function.
    pub(super) blocks: Vec<Block>,
    pub(in crate::import) phis: Phis,
    /// Ops with operands that may be defined in another block, in order. Values of the entry block do not count.
    pub(super) crossing: Vec<Op>,
    pub(super) control: control::Storage,
    pub(super) copies: Copies,
    /// Whether the current function has redefined any id.
    pub(super) redefined: bool,
    /// An epoch, and the definition offset of each id in the function with that epoch. Used for forward references if
    /// the initial scan of the binary skipped functions.
    pub(super) ahead: (u32, FxHashMap<u32, u32>),
    pub(super) words: WordLists,
    pub(super) annotations: AnnotationCache,
    pub(super) of_sets: OfSets,
    /// For each type, the storage class last found valid for its OpVariables, plus one; 0 if none.
    pub(super) classes: Vec<u32>,
    /// Number of ops in the most recently read function, in CFG form.
    pub(super) ops: usize,
}

/// The meaning of an id in the current function.
#[derive(Clone, Copy, Default)]
pub(super) struct LocalId {
    /// The epoch of the function for which `value` and `place` are valid.
    ///
    /// Includes [`FORWARD`] if the function has referenced the value but not yet defined it. [`OUTSIDE`] means that the
    /// id is defined outside of functions. It is used only if the initial scan of the binary skips functions. The value
    /// 0 means that no definition has been seen.
    pub(super) epoch: u32,
    pub(super) value: Option<Value>,
    /// An index whose meaning depends on the entity:
    ///
    /// - label: index of the block
    /// - value: index of the defining block, counted from 1, or 0 for the entry block
    /// - copied module-level value: [`ORIGINAL`] and its index in [`Copies`], in all functions
    /// - referenced type: [`TYPE`], in all functions
    /// - undefined id with names, decorations or a local id: [`NOTED`] and the index of its annotations
    pub(super) place: u32,
    /// The type of the value. Also set for module-level values that functions copy. For a type, the type itself.
    pub(super) ty: Option<Type>,
}

impl LocalId {
    /// Returns the placeholder value of an id that the function has referenced but not yet defined; `None` for other
    /// ids.
    pub(super) fn forward(&self, epoch: u32) -> Option<Value> {
        self.value.filter(|_| self.epoch == epoch | FORWARD)
    }

    /// Returns the annotation index of an undefined id with names, decorations or a local id, and `None` for other ids.
    /// The index is 0 if the id has neither names nor decorations.
    #[inline(always)]
    pub(super) fn noted(&self) -> Option<u32> {
        (self.place & (ORIGINAL | NOTED) == NOTED).then_some(self.place & !NOTED)
    }

    /// Returns whether the value may be defined in a block other than the given block and the entry block. Copies of
    /// constants are in the entry block.
    #[inline(always)]
    pub(super) fn crosses(&self, block_place: u32) -> bool {
        (self.place != block_place) & (self.place.wrapping_sub(1) < ORIGINAL - 1)
    }
}

/// Flag in [`LocalId::place`] for module-level values that functions copy.
pub(super) const ORIGINAL: u32 = 1 << 31;

/// Value of [`LocalId::place`] for types.
pub(super) const TYPE: u32 = NOTED - 1;

/// Flag in [`LocalId::place`] for ids with names, decorations or a local id.
pub(super) const NOTED: u32 = 1 << 30;

/// Flag in [`LocalId::epoch`] for forward references.
pub(super) const FORWARD: u32 = 1 << 31;

/// Value of [`LocalId::epoch`] for ids defined outside of functions.
pub(super) const OUTSIDE: u32 = FORWARD - 1;

/// Maximum number of ops for which a function body is copied. Larger bodies are moved to save memory.
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
    /// Returns the value of an id in the most recently read function, or `None` if the id has no value there.
    pub(in crate::import) fn value(&self, id: u32) -> Option<Value> {
        let local = self.locals.get(id);
        local.value.filter(|_| local.epoch & !FORWARD == self.epoch)
    }

    /// Returns the block of a label in the most recently read function, or `None` if the id is not a label there. Also
    /// accepts ids above the bound.
    #[inline]
    pub(in crate::import) fn block(&self, id: u32) -> Option<Block> {
        let LocalId { epoch, value, place, .. } = self.locals.get(id);
        let number = (place as usize).checked_sub(1).filter(|_| epoch == self.epoch && value.is_none());
        self.blocks.get(number?).copied()
    }

    /// Replaces the entry of an id below the bound, and returns the previous entry.
    #[inline(always)]
    pub(super) fn set(&mut self, id: u32, now: LocalId) -> LocalId {
        self.locals.entry(id).map_or(now, |local| std::mem::replace(local, now))
    }

    /// Records that the function defines an id for an entity other than a value.
    pub(super) fn note_definition(&mut self, id: u32) {
        let Some(LocalId { epoch, .. }) = self.locals.entry(id) else { return };
        // Preserves the entry of an unresolved forward reference, so that the invalid use is reported.
        if *epoch != self.epoch | FORWARD {
            self.redefined |= *epoch != 0;
            *epoch = self.epoch;
        }
    }

    /// Returns whether a definition of the id has been read, in any function or at module scope.
    pub(in crate::import) fn is_defined(&self, id: u32) -> bool {
        let epoch = self.locals.get(id).epoch;
        epoch != 0 && epoch & FORWARD == 0
    }

    /// Returns the most recently read function, if any.
    pub(in crate::import) fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    /// Returns the most recently read function: a copy if it is small, otherwise the original.
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

    /// Returns an iterator over the definition offsets of the module-level values that the most recently read
    /// function references.
    pub(in crate::import) fn localized(&self) -> impl Iterator<Item = usize> {
        self.copies.list().iter().map(|(offset, _)| *offset as usize)
    }
}
