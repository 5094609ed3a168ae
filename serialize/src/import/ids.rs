//! The table of all ids in a module, filled by an initial scan over all instructions

use super::id_table::IdTable;
use super::notes::{AnnotationKind, IdAnnotations};
use super::opcodes::{Opcodes, Scan};
use super::reader::{HEADER, Header, ImportResult, Inst, inst};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::decorations::MAX_GROUPS;
use spv_dialect::generated::opcodes as op;
use spv_ir::{Diagnostic, Ident, Type};
use std::sync::atomic::{AtomicU64, Ordering};

/// The entity that an id represents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdDefinition {
    /// An id that is not yet declared or that is local to a function.
    #[default]
    Unknown,
    /// A type other than a function type.
    Type(Type),
    /// A function type.
    Signature(Type),
    /// A constant without names or decorations, as an index into the importer's constants.
    Constant(u32),
    /// A module-scope OpUndef, as an index into the importer's constants.
    Undef(u32),
    /// A module-level definition with a symbol.
    Symbol(Ident),
    /// An imported extended instruction set, as an index into the importer's imports.
    Set(u32),
}

/// The definition of an id. `def` is the word offset of the defining instruction. It is 0 if the id is undefined, or if
/// the definition is in a function and [`FunctionScan::Skipped`] applies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Info {
    pub def: u32,
    pub what: IdDefinition,
}

/// The treatment of functions by the initial scan of the binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionScan {
    /// Records the definition of each id.
    Noted,
    /// Only checks lengths and records blocks and parameters. The ids defined in functions are found when the
    /// functions are read.
    Skipped,
}

/// A set of ids.
#[derive(Clone, Debug, Default)]
pub struct IdSet {
    bits: Vec<u64>,
}

impl IdSet {
    /// Constructs an empty set for ids below `bound`.
    pub fn new(bound: usize) -> IdSet {
        IdSet { bits: vec![0; bound.div_ceil(64)] }
    }

    /// Adds an id. Ignores ids that are not below the bound.
    #[inline]
    pub fn add(&mut self, id: u32) {
        if let Some(bits) = self.bits.get_mut(id as usize / 64) {
            *bits |= 1 << (id % 64);
        }
    }

    /// Returns whether the set contains an id.
    #[inline]
    pub fn contains(&self, id: u32) -> bool {
        self.bits.get(id as usize / 64).is_some_and(|bits| bits >> (id % 64) & 1 != 0)
    }

    /// Returns an iterator over the ids in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.bits.iter().enumerate().flat_map(|(at, &bits)| bits_of(bits).map(move |bit| at * 64 + bit))
    }
}

/// Returns an iterator over the indices of the bits that are set.
pub fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}

/// The words and blocks that belong to a function.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionRange {
    /// Word offset of the OpFunction.
    pub start: usize,
    /// Word offset after the OpFunctionEnd.
    pub end: usize,
    /// Range of indices into [`Ids::labels`].
    pub labels: (usize, usize),
    /// Whether the function has blocks.
    pub has_blocks: bool,
}

/// Flag in `Ids::defs` for ids defined outside of functions.
const OUTSIDE: u32 = 1 << 31;

/// Lower estimate of the number of words per id in a module.
const WORDS_PER_ID: usize = 4;

/// Maximum total number of decorations that targets inherit from decoration groups.
const MAX_FROM_GROUPS: usize = 1 << 22;

/// The definitions, names, decorations and uses of all ids in a module.
pub struct Ids {
    /// Definition of each id: an index into `outside` combined with [`OUTSIDE`], or a word offset inside a function.
    /// 0 if undefined.
    defs: IdTable<u32>,
    /// For each instruction in `outside`, the entity that it defines. Same length as `outside`.
    whats: Vec<IdDefinition>,
    /// Types and other entities that module-level instructions reference but that are defined inside a function. Such
    /// a function is rejected when it is read.
    misplaced: FxHashMap<u32, IdDefinition>,
    pub notes: IdAnnotations,
    inside: FunctionScan,
    /// Ids defined outside of functions. Filled only if the initial scan skips functions.
    pub defined: IdSet,
    /// Word offsets of all module-level instructions except names and decorations. Includes the OpFunction of each
    /// function.
    pub outside: Vec<u32>,
    /// Bit set of the ids that instructions other than types and constants reference. Atomic, because functions may
    /// be read in parallel.
    used: Vec<AtomicU64>,
    /// Word offsets of OpMemberNames, keyed by struct id.
    pub member_names: FxHashMap<u32, Vec<u32>>,
    /// Member indices and word offsets of member decorations, keyed by struct id. Includes decorations from groups.
    pub member_decorations: FxHashMap<u32, Vec<(u32, u32)>>,
    /// Word offsets of OpTypeForwardPointers.
    pub forward_pointers: Vec<u32>,
    /// Ids of decoration groups that are applied to targets, in the order of their first application; at most
    /// [`MAX_GROUPS`].
    pub groups: Vec<u32>,
    /// Pairs of a group id and the word offset of an instruction that applies the group, in order.
    group_uses: Vec<(u32, u32)>,
    /// Word offsets of group decorations that follow an application of their group.
    pub late_group_decorations: FxHashSet<usize>,
    from_groups: usize,
    /// All functions, in order.
    pub functions: Vec<FunctionRange>,
    /// Word offsets of all labels, parameters and phis in functions, in order.
    pub labels: Vec<u32>,
}

/// Returns whether an opcode ends the function or graph that begins at word offset `start`.
fn ends(words: &[u32], start: usize, opcode: u32) -> bool {
    (words[start] & 0xFFFF == op::GRAPH_ARM) == (opcode == op::GRAPH_END_ARM)
}

impl Ids {
    /// Scans all instructions and checks their lengths and result ids.
    pub fn scan(
        words: &[u32],
        header: &Header,
        opcodes: Opcodes<'_>,
        inside: FunctionScan,
    ) -> ImportResult<Ids> {
        let bound = header.bound as usize;
        let skips = inside == FunctionScan::Skipped;
        let mut ids = Ids {
            defs: IdTable::new(bound, if skips { 0 } else { words.len() / WORDS_PER_ID }),
            whats: Vec::new(),
            misplaced: FxHashMap::default(),
            notes: IdAnnotations::new(bound, bound.min(words.len() / WORDS_PER_ID) / 4),
            inside,
            defined: if skips { IdSet::new(bound) } else { IdSet::default() },
            outside: Vec::new(),
            used: (0..bound.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            member_names: FxHashMap::default(),
            member_decorations: FxHashMap::default(),
            forward_pointers: Vec::new(),
            groups: Vec::new(),
            group_uses: Vec::new(),
            late_group_decorations: FxHashSet::default(),
            from_groups: 0,
            functions: Vec::new(),
            labels: Vec::new(),
        };
        let mut offset = HEADER;
        let mut function: Option<FunctionRange> = None;
        while offset < words.len() {
            if let Some(function) = function.as_mut().filter(|_| skips) {
                offset = ids.skip(words, offset, opcodes, function);
            } else if let Some(count) = ids.fast_scan(words, offset, opcodes, function.is_none()) {
                if function.is_none() {
                    ids.outside.push(offset as u32);
                }
                offset += count;
                continue;
            }
            if offset >= words.len() {
                break;
            }
            let i = inst(words, offset)?;
            offset += i.words.len();
            let (scan, most) = opcodes.scan(i.opcode);
            if i.words.len() > usize::from(most) {
                return Err(i.words_left(most.into()));
            }
            match scan {
                Scan::Nothing => {}
                Scan::Result1 => ids.define(&i, 1)?,
                Scan::Result2 => ids.define(&i, 2)?,
                Scan::Special => {
                    ids.special(words, &i, &mut function)?;
                    if let Some(shape) = opcodes.result_layout(i.opcode).filter(|shape| shape.result_id) {
                        ids.define(&i, 1 + usize::from(shape.result_type))?;
                    }
                }
                Scan::Unknown => return Err(unknown(&i)),
            }
        }
        ids.whats = vec![IdDefinition::Unknown; ids.outside.len()];
        match function {
            Some(f) => Err(inst(words, f.start)?.error("the function has no OpFunctionEnd")),
            None if skips => Ok(ids),
            None => ids.check_noted(words, |id| ids.info(id).def == 0).map(|()| ids),
        }
    }

    /// Handles an instruction that delimits functions or blocks, a forward pointer, a name or a decoration.
    fn special(
        &mut self,
        words: &[u32],
        i: &Inst<'_>,
        function: &mut Option<FunctionRange>,
    ) -> ImportResult<()> {
        match i.opcode {
            op::FUNCTION | op::GRAPH_ARM => {
                self.outside.push(i.offset as u32);
                if function.is_some() {
                    return Err(i.error("a function begins inside another one: OpFunctionEnd is missing"));
                }
                let labels = (self.labels.len(), 0);
                *function = Some(FunctionRange { start: i.offset, labels, ..Default::default() });
            }
            op::FUNCTION_END | op::GRAPH_END_ARM => match function.take() {
                Some(f) if !ends(words, f.start, i.opcode) => {
                    return Err(i.error(
                        "mismatched end: a function ends with OpFunctionEnd, a graph with OpGraphEndARM",
                    ));
                }
                Some(f) => {
                    let labels = (f.labels.0, self.labels.len());
                    self.functions.push(FunctionRange { end: i.offset + i.words.len(), labels, ..f });
                }
                None => return Err(i.error("end of a function outside of a function")),
            },
            op::LABEL | op::PHI | op::FUNCTION_PARAMETER => match function {
                Some(function) => {
                    function.has_blocks |= i.opcode == op::LABEL;
                    self.labels.push(i.offset as u32);
                }
                None => self.outside.push(i.offset as u32),
            },
            op::TYPE_FORWARD_POINTER => {
                self.outside.push(i.offset as u32);
                self.forward_pointers.push(i.offset as u32);
            }
            _ => self.annotation(words, i)?,
        }
        Ok(())
    }

    /// Records the result id at word `word` of an instruction.
    fn define(&mut self, i: &Inst<'_>, word: usize) -> ImportResult<()> {
        let id = self.check(i, word)?;
        if self.defs.get(id) != 0 {
            let first = self.info(id).def;
            return Err(i.error_at(word, format!("id %{id} is defined twice; first at word {first}")));
        }
        let last = self.outside.len().wrapping_sub(1);
        let is_outside = self.outside.last() == Some(&(i.offset as u32));
        if let Some(entry) = self.defs.entry(id) {
            *entry = if is_outside { OUTSIDE | last as u32 } else { i.offset as u32 };
        }
        self.defined.add(id);
        Ok(())
    }

    /// Skips instructions in a function until its end, a malformed instruction, or an instruction that requires the
    /// slow path. Returns the offset of that instruction.
    fn skip(
        &mut self,
        words: &[u32],
        mut offset: usize,
        opcodes: Opcodes<'_>,
        function: &mut FunctionRange,
    ) -> usize {
        while let Some(&first) = words.get(offset) {
            let (opcode, count) = (first & 0xFFFF, (first >> 16) as usize);
            let (scan, most) = opcodes.scan(opcode);
            if count == 0 || count > usize::from(most) || count > words.len() - offset {
                return offset;
            }
            match scan {
                Scan::Nothing | Scan::Result1 | Scan::Result2 => {}
                Scan::Special if matches!(opcode, op::LABEL | op::PHI | op::FUNCTION_PARAMETER) => {
                    function.has_blocks |= opcode == op::LABEL;
                    self.labels.push(offset as u32);
                }
                _ => return offset,
            }
            offset += count;
        }
        offset
    }

    /// Handles an instruction at `offset` if only its length and result id matter. Returns its length, or `None` if
    /// the instruction requires the slow path.
    #[inline(always)]
    fn fast_scan(
        &mut self,
        words: &[u32],
        offset: usize,
        opcodes: Opcodes<'_>,
        outside: bool,
    ) -> Option<usize> {
        let rest = &words[offset..];
        let (opcode, count) = (rest[0] & 0xFFFF, (rest[0] >> 16) as usize);
        let (scan, most) = opcodes.scan(opcode);
        let word = scan as usize;
        if word > Scan::Result2 as usize || count <= word || count > usize::from(most) || count > rest.len() {
            return None;
        }
        if word != 0 {
            let id = rest[word];
            let def = self.defs.entry(id).filter(|def| id != 0 && **def == 0)?;
            // The caller adds the instruction to `outside` afterwards.
            *def = if outside { OUTSIDE | self.outside.len() as u32 } else { offset as u32 };
            self.defined.add(id);
        }
        Some(count)
    }

    /// Checks that all ids with names or decorations are defined, and that all ids with member names are structs.
    fn check_noted(&self, words: &[u32], is_missing: impl Fn(u32) -> bool) -> ImportResult<()> {
        let missing = |id: &u32| is_missing(*id);
        // Iterates only over ids with annotations, because there may be far more ids.
        let own = self.notes.first(&is_missing);
        let named = self.member_names.iter().filter_map(|(id, list)| Some((*list.first()? as usize, *id)));
        let decorated =
            self.member_decorations.iter().filter_map(|(id, list)| Some((list.first()?.1 as usize, *id)));
        let is_struct = |id: u32| words[self.info(id).def as usize] & 0xFFFF == op::TYPE_STRUCT;
        let named = named.filter(|(_, id)| missing(id) || !is_struct(*id));
        let decorated = decorated.filter(|(_, id)| missing(id));
        let Some((offset, id)) = own.into_iter().chain(named).chain(decorated).min() else { return Ok(()) };
        let message = match missing(&id) {
            true => format!("%{id} has a name or decoration, but is not defined"),
            false => format!("%{id} is not a struct, but has a member name or decoration"),
        };
        Err(inst(words, offset)?.error_at(1, message))
    }

    /// Records a name or decoration.
    fn annotation(&mut self, words: &[u32], i: &Inst<'_>) -> ImportResult<()> {
        match i.opcode {
            op::NAME => {
                let target = self.check(i, 1)?;
                i.ends_in_string(2)?;
                self.notes.add(target, i.offset, AnnotationKind::Name);
            }
            op::MEMBER_NAME => {
                let target = self.check(i, 1)?;
                i.ends_in_string(3)?;
                self.member_names.entry(target).or_default().push(i.offset as u32);
            }
            op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING => {
                let target = self.check(i, 1)?;
                i.word(2)?;
                self.notes.add(target, i.offset, AnnotationKind::Decoration);
                if self.is_group(words, target) {
                    self.decorate_late(words, i, target)?;
                }
            }
            op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING | op::MEMBER_DECORATE_ID_EXT => {
                let target = self.check(i, 1)?;
                let member = i.word(2)?;
                i.word(3)?;
                self.member_decorations.entry(target).or_default().push((member, i.offset as u32));
            }
            op::GROUP_DECORATE | op::GROUP_MEMBER_DECORATE => {
                let id = self.check(i, 1)?;
                if !self.is_group(words, id) {
                    return Err(i.error_at(1, format!("%{id} is not a decoration group declared earlier")));
                }
                if self.groups.len() < MAX_GROUPS && !self.groups.contains(&id) {
                    self.groups.push(id);
                }
                self.group_uses.push((id, i.offset as u32));
                let offsets = self.notes.decorations(id);
                self.decorate(words, i, &offsets)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the id at word `word`, or an error if it is not below the bound.
    #[inline]
    pub fn check(&self, i: &Inst<'_>, word: usize) -> ImportResult<u32> {
        match i.words.get(word) {
            Some(&id) if id != 0 && (id as usize) < self.defs.bound() => Ok(id),
            _ => Err(self.wrong_id(i, word)),
        }
    }

    #[cold]
    fn wrong_id(&self, i: &Inst<'_>, word: usize) -> Box<Diagnostic> {
        match i.word(word) {
            Err(error) => error,
            Ok(0) => i.error_at(word, "id 0 is invalid: ids start at 1"),
            Ok(id) => {
                let bound = self.defs.bound();
                i.error_at(word, format!("id %{id} is not less than the id bound {bound} of the header"))
            }
        }
    }

    fn is_group(&self, words: &[u32], id: u32) -> bool {
        let def = self.info(id).def as usize;
        def != 0 && words[def] & 0xFFFF == op::DECORATION_GROUP
    }

    /// Adds the decorations of a group, given by their offsets, to all targets of the instruction `i` that applies
    /// the group.
    fn decorate(&mut self, words: &[u32], i: &Inst<'_>, offsets: &[usize]) -> ImportResult<()> {
        let step = if i.opcode == op::GROUP_DECORATE { 1 } else { 2 };
        self.take_from_groups(i, offsets.len().saturating_mul(i.words.len().saturating_sub(2) / step))?;
        for word in (2..i.words.len()).step_by(step) {
            let target = self.check(i, word)?;
            if i.opcode == op::GROUP_MEMBER_DECORATE {
                let member = i.word(word + 1)?;
                let list = self.member_decorations.entry(target).or_default();
                list.extend(offsets.iter().map(|&o| (member, o as u32)));
                continue;
            }
            // Each instruction could double the list if groups were nested.
            if self.is_group(words, target) {
                return Err(i.error_at(word, format!("%{target} is itself a decoration group")));
            }
            for &offset in offsets {
                self.notes.add(target, offset, AnnotationKind::Decoration);
            }
        }
        Ok(())
    }

    /// Adds a decoration of a group to the targets of instructions that have already applied the group.
    ///
    /// The specification requires the decorations to precede OpDecorationGroup. spirv-val accepts later decorations
    /// but does not apply them, so they are recorded as late.
    #[cold]
    fn decorate_late(&mut self, words: &[u32], i: &Inst<'_>, group: u32) -> ImportResult<()> {
        self.take_from_groups(i, self.group_uses.len())?;
        let uses: Vec<u32> =
            self.group_uses.iter().filter(|(id, _)| *id == group).map(|(_, offset)| *offset).collect();
        if !uses.is_empty() {
            self.late_group_decorations.insert(i.offset);
        }
        uses.into_iter().try_for_each(|at| self.decorate(words, &inst(words, at as usize)?, &[i.offset]))
    }

    /// Adds `number` to the count of decorations inherited from groups.
    ///
    /// # Errors
    ///
    /// The total exceeds the limit.
    fn take_from_groups(&mut self, i: &Inst<'_>, number: usize) -> ImportResult<()> {
        self.from_groups = self.from_groups.saturating_add(number);
        match self.from_groups > MAX_FROM_GROUPS {
            true => Err(i.error(format!("more than {MAX_FROM_GROUPS} decorations result from groups"))),
            false => Ok(()),
        }
    }

    /// Returns the definition of an id, or `None` if it is not below the bound.
    pub fn get(&self, id: u32) -> Option<Info> {
        ((id as usize) < self.defs.bound()).then(|| self.info(id))
    }

    /// Returns the definition of an id that is below the bound.
    #[inline]
    pub fn info(&self, id: u32) -> Info {
        match self.defs.get(id) {
            def if def & OUTSIDE != 0 => {
                let at = (def & !OUTSIDE) as usize;
                Info { def: self.outside[at], what: self.whats.get(at).copied().unwrap_or_default() }
            }
            def => Info { def, what: self.misplaced(id) },
        }
    }

    /// Returns the index in [`Self::outside`] of the definition of `id`, or `None` if a function defines it. The id
    /// must be below the bound.
    #[inline]
    pub fn place(&self, id: u32) -> Option<u32> {
        let def = self.defs.get(id);
        (def & OUTSIDE != 0).then_some(def & !OUTSIDE)
    }

    /// Returns the entity that an id represents. The id must be below the bound.
    #[inline]
    pub fn what(&self, id: u32) -> IdDefinition {
        match self.defs.get(id) {
            def if def & OUTSIDE != 0 => self.whats[(def & !OUTSIDE) as usize],
            _ => self.misplaced(id),
        }
    }

    #[cold]
    #[inline(never)]
    fn misplaced(&self, id: u32) -> IdDefinition {
        if self.misplaced.is_empty() {
            return IdDefinition::Unknown;
        }
        self.misplaced.get(&id).copied().unwrap_or_default()
    }

    /// Returns whether the initial scan skipped functions.
    pub fn skips_functions(&self) -> bool {
        self.inside == FunctionScan::Skipped
    }

    /// Returns whether all ids with names or decorations are defined, according to `is_defined`. Needed only if the
    /// initial scan skipped functions.
    pub fn notes_are_right(&self, words: &[u32], is_defined: impl Fn(u32) -> bool) -> bool {
        self.check_noted(words, |id| !is_defined(id)).is_ok()
    }

    /// Marks an id as referenced.
    #[inline]
    pub fn mark_used(&self, id: u32) {
        self.used[id as usize / 64].fetch_or(1 << (id % 64), Ordering::Relaxed);
    }

    /// Returns whether an id is referenced.
    pub fn is_used(&self, id: u32) -> bool {
        self.used[id as usize / 64].load(Ordering::Relaxed) >> (id % 64) & 1 != 0
    }

    /// Sets the entity that an id represents.
    pub fn set(&mut self, id: u32, what: IdDefinition) {
        let def = self.defs.get(id);
        match self.whats.get_mut((def & !OUTSIDE) as usize) {
            Some(known) if def & OUTSIDE != 0 => *known = what,
            _ => _ = self.misplaced.insert(id, what),
        }
    }

    /// Returns the types declared outside of functions.
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.whats.iter().filter_map(|what| match what {
            IdDefinition::Type(ty) => Some(*ty),
            _ => None,
        })
    }

    /// Returns the exclusive upper bound of the ids.
    pub fn len(&self) -> usize {
        self.defs.bound()
    }

    /// Returns the number of entries for a table of the ids defined in functions. Returns an estimate if the initial
    /// scan skipped functions.
    pub fn expected_locals(&self, words: &[u32]) -> usize {
        match self.inside {
            FunctionScan::Noted => self.defs.allocated(),
            FunctionScan::Skipped => words.len() / WORDS_PER_ID,
        }
    }

    /// Returns the names of an id, in order.
    pub fn names(&self, words: &[u32], id: u32) -> ImportResult<Vec<String>> {
        let offsets = self.notes.names(id);
        offsets.into_iter().map(|o| Ok(inst(words, o)?.string(2)?.0)).collect()
    }
}

#[cold]
fn unknown(i: &Inst<'_>) -> Box<Diagnostic> {
    i.error(format!(
        "unknown opcode {}: its id operands cannot be determined, so the module cannot be read",
        i.opcode
    ))
}
