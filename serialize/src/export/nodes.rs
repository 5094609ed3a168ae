//! Export of types, constants and module-level definitions as a dependency graph
//!
//! Each module-level entity is written at its first use, after the entities that it references. An entity is encoded
//! into a buffer, and references to unwritten entities are collected in a list. If the list is empty, the buffer is
//! appended to the entity's section. Otherwise the listed entities are written first, with an explicit stack, so deep
//! nesting cannot overflow the call stack. Cycles are broken by forward-declared pointers.

use super::operands::IdMeaning;
use super::plan::ExportKind;
use super::words;
use super::{ExportResult, Exporter, Section};
use crate::constant_map::ConstantMap;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{self, view};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::storage_class::PHYSICAL_STORAGE_BUFFER;
use spv_dialect::types::{self, scalar_width};
use spv_ir::dialect::NO_OPCODE;
use spv_ir::{Attribute, Ident, Location, Op, Type, TypeData};
use std::collections::VecDeque;

/// A type, constant or definition with an id at module scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlobalEntity {
    /// A type.
    Type(Type),
    /// An OpConstant, OpConstantTrue or OpConstantFalse with its value. Bits above the type's width are zero.
    Scalar(Type, u64),
    /// Any other constant attribute, or a module-scope OpUndef.
    Constant(Type, Attribute),
    /// An op in the module's body.
    Op(Op),
}

/// The entities that an instruction may reference before their definition. All variants include functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// Only functions and graphs, which may be referenced from anywhere.
    Functions,
    /// Functions, and pointer types with an OpTypeForwardPointer.
    Pointers,
    /// Functions and extended instructions.
    ExtInsts,
    /// All ops in the module's body.
    Ops,
}

/// Export state of an op in the module's body.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpState {
    /// The op's id; 0 if not yet assigned.
    pub id: u32,
    /// Whether the op has been written.
    pub done: bool,
}

/// The result of encoding an instruction into the buffer.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// The opcode, or [`NO_OPCODE`] if the buffer holds complete instructions.
    pub opcode: u32,
    /// Index of the result id in the buffer, if the instruction has one.
    pub id_at: Option<usize>,
}

/// State of the export of module-level entities.
pub struct Nodes {
    /// The id of each type, indexed by [`Type::raw`]; 0 if none.
    types: Vec<u32>,
    /// Pointer types with an OpTypeForwardPointer, but no OpTypePointer yet.
    forward: FxHashSet<Type>,
    /// Type ids, keyed by encoded words. IR types that differ only in `ui32` and `i32` are the same type in the
    /// binary.
    encodings: FxHashMap<Box<[u32]>, u32>,
    pub(super) scalars: FxHashMap<(Type, u64), u32>,
    pub(super) constants: ConstantMap,
    pub(super) symbols: FxHashMap<Ident, Op>,
    pub(super) ops: Vec<OpState>,
    /// Labels and values that `#spv.local` references, keyed by function and local id: the binary id, and whether the
    /// function has defined it.
    pub(super) locals: FxHashMap<(Ident, u32), (u32, bool)>,
    /// The buffer for the instruction that is being encoded.
    pub(super) words: Vec<u32>,
    pub(super) ahead: Ahead,
    /// A second instruction buffer, used only by [`Exporter::write_part`].
    part: Vec<u32>,
    /// Whether scalar constituents are written immediately, because a constant is being encoded.
    parts_at_once: bool,
    missing: Vec<GlobalEntity>,
    stack: Vec<GlobalEntity>,
    /// Stack index of each entity that waits for dependencies higher up on the stack.
    visiting: FxHashMap<GlobalEntity, usize>,
    /// Entities whose decoration operands have been pushed onto the stack. This is done only once for each entity, so
    /// decorations cannot block a definition.
    annotated: FxHashSet<GlobalEntity>,
    /// Pointer types to declare when the stack is empty.
    deferred: VecDeque<Type>,
    /// Pointer types that have been deferred. Each is deferred at most once, so that export terminates.
    postponed: FxHashSet<Type>,
}

impl Nodes {
    /// Constructs the tables for a module with `ops` ops.
    pub fn new(ops: usize) -> Nodes {
        Nodes {
            types: Vec::new(),
            forward: FxHashSet::default(),
            encodings: FxHashMap::default(),
            scalars: FxHashMap::default(),
            constants: ConstantMap::default(),
            symbols: FxHashMap::default(),
            ops: vec![OpState::default(); ops],
            locals: FxHashMap::default(),
            words: Vec::new(),
            ahead: Ahead::Functions,
            part: Vec::new(),
            parts_at_once: false,
            missing: Vec::new(),
            stack: Vec::new(),
            visiting: FxHashMap::default(),
            annotated: FxHashSet::default(),
            deferred: VecDeque::new(),
            postponed: FxHashSet::default(),
        }
    }

    /// Returns the id of a type, or 0 if it has none.
    #[inline]
    pub(super) fn type_id(&self, ty: Type) -> u32 {
        self.types.get(ty.raw() as usize).copied().unwrap_or(0)
    }

    fn set_type_id(&mut self, ty: Type, id: u32) {
        let at = ty.raw() as usize;
        if self.types.len() <= at {
            self.types.resize(at + at / 2 + 64, 0);
        }
        self.types[at] = id;
    }
}

impl Exporter<'_> {
    /// Returns the id of a type. Writes its declaration if needed.
    #[inline]
    pub(super) fn type_id(&mut self, ty: Type) -> ExportResult<u32> {
        match self.nodes.type_id(ty) {
            0 => self.need(GlobalEntity::Type(ty)),
            id => Ok(id),
        }
    }

    /// Returns the id of a module-level entity. Writes types and constants first if needed; an op may be written
    /// afterwards.
    pub(super) fn need(&mut self, node: GlobalEntity) -> ExportResult<u32> {
        let id = self.need_bare(node)?;
        self.write_pending()?;
        Ok(id)
    }

    /// Writes a module-level entity, its dependencies, and all their decorations.
    pub(super) fn declare(&mut self, node: GlobalEntity) -> ExportResult<()> {
        self.write_node(node)?;
        self.write_pending()
    }

    /// Returns the id of a module-level entity, or `None` if it must be written before it can be referenced.
    pub(super) fn written_id(&mut self, node: GlobalEntity, ahead: Ahead) -> Option<u32> {
        match node {
            GlobalEntity::Type(ty) => {
                let id = self.nodes.type_id(ty);
                let usable = id != 0 && (ahead == Ahead::Pointers || !self.nodes.forward.contains(&ty));
                usable.then_some(id)
            }
            GlobalEntity::Scalar(ty, bits) => self.nodes.scalars.get(&(ty, bits)).copied(),
            GlobalEntity::Constant(ty, attr) => self.nodes.constants.get(ty, attr),
            GlobalEntity::Op(op) => {
                let state = self.nodes.ops[op.index()];
                let plan = self.plans.get(self.body.def(op));
                let may = match plan.kind {
                    ExportKind::Function | ExportKind::Graph => true,
                    ExportKind::ExtInst | ExportKind::OpaqueExtInst => ahead == Ahead::ExtInsts,
                    _ => false,
                };
                (state.done || may || ahead == Ahead::Ops).then(|| self.op_id(op))
            }
        }
    }

    /// Returns the id of an op in the module's body, and assigns it if needed.
    pub(super) fn op_id(&mut self, op: Op) -> u32 {
        if self.nodes.ops[op.index()].id == 0 {
            self.nodes.ops[op.index()].id = self.fresh();
        }
        self.nodes.ops[op.index()].id
    }

    /// Appends the id of a module-level entity to the buffer. If the entity must be written first, lists it as
    /// missing and appends 0.
    pub(super) fn put(&mut self, node: GlobalEntity) {
        let id = self.written_id(node, self.nodes.ahead).or_else(|| self.write_part(node));
        if id.is_none() {
            self.nodes.missing.push(node);
        }
        self.nodes.words.push(id.unwrap_or(0));
    }

    /// Writes a scalar constituent immediately, so that the enclosing constant need not be encoded again. Returns
    /// `None` if the scalar has unwritten dependencies.
    fn write_part(&mut self, node: GlobalEntity) -> Option<u32> {
        let GlobalEntity::Scalar(ty, bits) = node else { return None };
        let writable = self.nodes.parts_at_once
            && self.nodes.missing.is_empty()
            && self.nodes.type_id(ty) != 0
            && matches!(scalar_width(self.ctx, ty), Some(1..=64));
        if !writable {
            return None;
        }
        let around = std::mem::take(&mut self.nodes.words);
        self.nodes.words = std::mem::take(&mut self.nodes.part);
        self.begin_buffer();
        let id = self.encode_scalar(ty, bits).and_then(|encoding| self.commit(node, encoding));
        self.nodes.part = std::mem::replace(&mut self.nodes.words, around);
        id.ok()
    }

    /// Clears the buffer and reserves its first word.
    fn begin_buffer(&mut self) {
        self.nodes.words.clear();
        self.nodes.words.push(0);
    }

    /// Returns the id of a module-level entity, like [`Self::need`], but does not write pending decorations.
    pub(super) fn need_bare(&mut self, node: GlobalEntity) -> ExportResult<u32> {
        match self.written_id(node, Ahead::Ops) {
            Some(id) => Ok(id),
            None => self.write_new(node),
        }
    }

    /// Writes a module-level entity that has no id, and returns its new id.
    pub(super) fn write_new(&mut self, node: GlobalEntity) -> ExportResult<u32> {
        if matches!(node, GlobalEntity::Scalar(..) | GlobalEntity::Constant(..)) {
            // Fast path: in most cases all dependencies have been written.
            self.nodes.missing.clear();
            self.begin_buffer();
            let encoding = self.encode(node)?;
            if self.nodes.missing.is_empty() {
                return self.commit(node, encoding);
            }
        }
        self.write_node(node)?;
        self.written_id(node, Ahead::Ops).ok_or_else(|| self.error("a reference to an entity without an id"))
    }

    /// Writes all dependencies of a module-level entity, then the entity itself.
    fn write_node(&mut self, root: GlobalEntity) -> ExportResult<()> {
        let loc = self.loc;
        let mut stack = std::mem::take(&mut self.nodes.stack);
        stack.clear();
        stack.push(root);
        self.nodes.visiting.clear();
        self.nodes.postponed.clear();
        let result = self.run_stack(&mut stack);
        self.nodes.stack = stack;
        if result.is_ok() {
            self.loc = loc;
        }
        result
    }

    fn run_stack(&mut self, stack: &mut Vec<GlobalEntity>) -> ExportResult<()> {
        loop {
            let Some(&node) = stack.last() else {
                let Some(pointer) = self.nodes.deferred.pop_front() else { return Ok(()) };
                stack.push(GlobalEntity::Type(pointer));
                continue;
            };
            if self.is_written(node) {
                stack.pop();
                continue;
            }
            self.nodes.missing.clear();
            // Visits decoration operands before all other dependencies, so that exporting the result again yields the
            // same order.
            if !self.nodes.visiting.contains_key(&node) && !self.nodes.annotated.contains(&node) {
                self.require_decoration_operands(node)?;
                if !self.nodes.missing.is_empty() {
                    self.nodes.annotated.insert(node);
                    stack.extend(self.nodes.missing.iter().rev());
                    continue;
                }
            }
            self.begin_buffer();
            let encoding = self.encode(node)?;
            if self.nodes.missing.is_empty() {
                self.nodes.visiting.remove(&node);
                self.commit(node, encoding)?;
                stack.pop();
                continue;
            }
            self.nodes.visiting.insert(node, stack.len() - 1);
            let missing = std::mem::take(&mut self.nodes.missing);
            match missing.iter().find_map(|m| self.nodes.visiting.get(m).copied()) {
                Some(at) => self.break_cycle(stack, at)?,
                None => stack.extend(missing.iter().rev()),
            }
            self.nodes.missing = missing;
        }
    }

    fn is_written(&self, node: GlobalEntity) -> bool {
        match node {
            GlobalEntity::Type(ty) => self.nodes.type_id(ty) != 0 && !self.nodes.forward.contains(&ty),
            GlobalEntity::Scalar(ty, bits) => self.nodes.scalars.contains_key(&(ty, bits)),
            GlobalEntity::Constant(ty, attr) => self.nodes.constants.get(ty, attr).is_some(),
            GlobalEntity::Op(op) => self.nodes.ops[op.index()].done,
        }
    }

    /// Adds the unwritten id operands of an entity's decorations to the missing entities. OpDecorateId requires
    /// operands to be declared before its target.
    fn require_decoration_operands(&mut self, node: GlobalEntity) -> ExportResult<()> {
        for attr in self.decoration_operands(node)? {
            if let IdMeaning::Node(operand) = self.target(attr)?
                && self.written_id(operand, Ahead::Functions).is_none()
            {
                self.nodes.missing.push(operand);
            }
        }
        Ok(())
    }

    /// Breaks a dependency cycle: the entity on top of the stack references the entity at index `start`.
    ///
    /// Forward-declares a pointer type within the cycle. Without one, an entity in the cycle stops waiting for its
    /// decoration operands.
    fn break_cycle(&mut self, stack: &mut Vec<GlobalEntity>, start: usize) -> ExportResult<()> {
        let pointer = |x: &Self, i: usize| {
            let GlobalEntity::Type(ty) = stack[i] else { return None };
            let waits = x.nodes.visiting.get(&stack[i]) == Some(&i);
            let (pointee, storage) = types::pointer(x.ctx, ty).filter(|_| waits)?;
            let structure = matches!(types::view(x.ctx, pointee), Some((op::TYPE_STRUCT, _)));
            Some((i, ty, storage, structure))
        };
        let way: Vec<(usize, Type, u32, bool)> =
            (start..stack.len()).rev().filter_map(|i| pointer(self, i)).collect();
        let is_announced = |x: &Self, ty: Type| x.nodes.forward.contains(&ty);
        let fresh = |p: &&(usize, Type, u32, bool)| !is_announced(self, p.1);
        let postponed =
            |p: &&(usize, Type, u32, bool)| is_announced(self, p.1) && !self.nodes.postponed.contains(&p.1);
        // Prefers pointers to structs.
        let found = way.iter().filter(fresh).find(|p| p.3);
        let found = found.or_else(|| way.iter().find(postponed)).or_else(|| way.iter().find(fresh));
        let Some(&(place, ty, storage, _)) = found else {
            let annotated = |i: &usize| {
                !self.nodes.visiting.contains_key(&stack[*i]) && self.nodes.annotated.contains(&stack[*i])
            };
            if let Some(place) = (start..stack.len()).rev().find(annotated) {
                let rest = stack.drain(place + 1..);
                rest.for_each(|node| _ = self.nodes.visiting.remove(&node));
                return Ok(());
            }
            return Err(self.error("a definition refers to itself without an intervening pointer type"));
        };
        let already = self.nodes.forward.contains(&ty);
        if !already {
            self.announce(ty, storage);
        }
        if place != start || already {
            // Removes the pointer and everything above it from the stack. Entities below it can refer to the
            // OpTypeForwardPointer. The OpTypePointer itself is declared when the stack is empty.
            for (i, node) in stack.iter().enumerate().skip(place) {
                if self.nodes.visiting.get(node) == Some(&i) {
                    self.nodes.visiting.remove(node);
                }
            }
            stack.truncate(place);
            self.nodes.deferred.push_back(ty);
            self.nodes.postponed.insert(ty);
        }
        Ok(())
    }

    fn encode(&mut self, node: GlobalEntity) -> ExportResult<Encoding> {
        self.nodes.ahead = Ahead::Functions;
        self.nodes.parts_at_once = matches!(node, GlobalEntity::Constant(..));
        match node {
            GlobalEntity::Type(ty) => {
                self.nodes.ahead = Ahead::Pointers;
                self.announce_pointers(ty);
                self.encode_type(ty)
            }
            GlobalEntity::Scalar(ty, bits) => self.encode_scalar(ty, bits),
            GlobalEntity::Constant(ty, attr) => self.encode_constant(ty, attr),
            GlobalEntity::Op(op) => self.encode_op(op),
        }
    }

    /// Writes OpTypeForwardPointers for PhysicalStorageBuffer pointers to nominal structs: the type itself, and the
    /// types of its struct members.
    ///
    /// Front ends do the same. Without forward declarations, spirv-val considers the pointee as part of the pointer
    /// type and rejects 8-bit and 16-bit types in it.
    fn announce_pointers(&mut self, ty: Type) {
        self.announce_pointer(ty);
        let Some(structure) = types::structure(self.ctx, ty) else { return };
        for member in structure.members.iter().filter_map(|m| self.ctx.attr_type(*m)) {
            if self.announce_pointer(member) {
                self.nodes.deferred.push_back(member);
            }
        }
    }

    /// Writes an OpTypeForwardPointer if `ty` is a PhysicalStorageBuffer pointer to a nominal struct and has no id.
    /// Returns whether it was written.
    fn announce_pointer(&mut self, ty: Type) -> bool {
        let Some((pointee, PHYSICAL_STORAGE_BUFFER)) = types::pointer(self.ctx, ty) else { return false };
        let announces = self.nodes.type_id(ty) == 0
            && matches!(self.ctx.type_data(pointee), TypeData::Named { .. })
            && types::structure(self.ctx, pointee).is_some();
        if announces {
            self.announce(ty, PHYSICAL_STORAGE_BUFFER);
        }
        announces
    }

    /// Assigns an id to a pointer type and writes its OpTypeForwardPointer.
    fn announce(&mut self, pointer: Type, storage: u32) {
        let id = self.fresh();
        self.nodes.forward.insert(pointer);
        self.nodes.set_type_id(pointer, id);
        words::put(self.section(Section::Declarations), op::TYPE_FORWARD_POINTER, &[id, storage]);
    }

    /// Appends the buffer to the section of the encoded entity. Returns the id assigned to the entity.
    fn commit(&mut self, node: GlobalEntity, encoding: Encoding) -> ExportResult<u32> {
        if let GlobalEntity::Type(ty) = node
            && self.share_type(ty, encoding)
        {
            return Ok(self.nodes.type_id(ty));
        }
        let id = match (node, encoding.id_at) {
            (_, None) => 0,
            (GlobalEntity::Type(ty), _) if self.nodes.type_id(ty) != 0 => self.nodes.type_id(ty),
            (GlobalEntity::Op(op), _) => self.op_id(op),
            _ => self.fresh(),
        };
        if let Some(at) = encoding.id_at {
            self.nodes.words[at] = id;
        }
        if encoding.opcode != NO_OPCODE {
            let length = self.nodes.words.len();
            let finished = words::finish(&mut self.nodes.words, 0, encoding.opcode);
            self.check_length(length, finished)?;
        }
        let mut section = Section::Declarations;
        match node {
            GlobalEntity::Type(ty) => {
                self.nodes.set_type_id(ty, id);
                self.nodes.forward.remove(&ty);
                self.annotate_type(ty, id)?;
            }
            GlobalEntity::Scalar(ty, bits) => _ = self.nodes.scalars.insert((ty, bits), id),
            GlobalEntity::Constant(ty, attr) => {
                // Constant attributes have no location. Only OpUndef explicitly clears the line in effect.
                if matches!(view(self.ctx, attr), Some((attributes::AttrKind::Undef, _))) {
                    self.no_line()?;
                }
                self.nodes.constants.insert(ty, attr, id);
            }
            GlobalEntity::Op(op) => {
                self.nodes.ops[op.index()].done = true;
                let plan = self.plans.get(self.body.def(op));
                section = plan.section;
                if self.late && matches!(plan.kind, ExportKind::ExtInst | ExportKind::OpaqueExtInst) {
                    section = Section::Functions;
                }
                if matches!(section, Section::Declarations | Section::Functions) {
                    self.section_line(section, self.body.loc(op))?;
                }
                self.annotate_op(op, id)?;
            }
        }
        self.out[section as usize].extend_from_slice(&self.nodes.words);
        Ok(id)
    }

    /// Ends the OpLine in effect at the end of the declarations.
    fn no_line(&mut self) -> ExportResult<()> {
        // While functions are written, `lines` is the state within the functions.
        let late = self.late;
        if late {
            std::mem::swap(&mut self.lines, &mut self.declared_lines);
        }
        let result = self.section_line(Section::Declarations, Location::UNKNOWN);
        if late {
            std::mem::swap(&mut self.lines, &mut self.declared_lines);
        }
        result
    }

    /// Puts a location into effect at the end of a section.
    fn section_line(&mut self, section: Section, loc: Location) -> ExportResult<()> {
        let mut out = std::mem::take(self.section(section));
        let result = self.line_outside_blocks(loc, &mut out);
        *self.section(section) = out;
        result
    }

    /// Reuses the id of a type with the same encoded words, if `ty` may share its declaration. Returns whether an id
    /// was reused.
    fn share_type(&mut self, ty: Type, encoding: Encoding) -> bool {
        let Some(at) = encoding.id_at else { return false };
        if self.nodes.type_id(ty) != 0 || !self.is_shareable(ty) {
            return false;
        }
        self.nodes.words[0] = encoding.opcode;
        self.nodes.words[at] = 0;
        if let Some(&id) = self.nodes.encodings.get(&self.nodes.words[..]) {
            self.nodes.set_type_id(ty, id);
            return true;
        }
        let id = self.fresh();
        self.nodes.set_type_id(ty, id);
        self.nodes.encodings.insert(self.nodes.words[..].into(), id);
        false
    }
}
