//! Types, constants and module-level definitions as nodes of one graph, written when first needed, what
//! they refer to before them.
//!
//! A node is encoded into a buffer; what it refers to and is not written yet goes to a list. Where that
//! list is empty the words are appended to the node's section, else the nodes in it come first, from a
//! stack of our own: no depth of nesting can overflow one. Pointers break cycles.

use super::operands::Target;
use super::plan::Kind;
use super::words;
use super::{Exporter, Section, Step};
use crate::constant_map::ConstantMap;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{self, view};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::storage_class::PHYSICAL_STORAGE_BUFFER;
use spv_dialect::types::{self, scalar_width};
use spv_ir::dialect::NO_OPCODE;
use spv_ir::{Attribute, Ident, Location, Op, Type, TypeData};
use std::collections::VecDeque;

/// Something with an id at module scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A type.
    Type(Type),
    /// An OpConstant, OpConstantTrue or OpConstantFalse: the bits of the value, those above the type's
    /// width zero.
    Scalar(Type, u64),
    /// Any other plain constant, or a module-scope OpUndef.
    Constant(Type, Attribute),
    /// An op of the module's body.
    Op(Op),
}

/// What may be referred to ahead of its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// Functions, as everywhere.
    Functions,
    /// Also pointers that an OpTypeForwardPointer tells of.
    Pointers,
    /// Also extended instructions.
    ExtInsts,
    /// All ops.
    Ops,
}

/// State of an op of the module's body.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpState {
    /// Its id, 0 if it has none yet.
    pub id: u32,
    /// Whether it is written.
    pub done: bool,
}

/// An instruction in the buffer: its opcode, and where its result id goes.
#[derive(Clone, Copy, Debug)]
pub struct Encoding {
    /// Opcode. [`NO_OPCODE`]: the buffer holds complete instructions.
    pub opcode: u32,
    /// Index of the result id in the buffer.
    pub id_at: Option<usize>,
}

/// See the module documentation.
pub struct Nodes {
    /// Ids by [`Type::raw`].
    types: Vec<u32>,
    /// Pointers that have an id, but only an OpTypeForwardPointer so far.
    forward: FxHashSet<Type>,
    /// Ids of types by their words: `ui32` and `i32` are one type in the binary, and so all composed of them.
    encodings: FxHashMap<Box<[u32]>, u32>,
    pub(super) scalars: FxHashMap<(Type, u64), u32>,
    pub(super) constants: ConstantMap,
    pub(super) symbols: FxHashMap<Ident, Op>,
    pub(super) ops: Vec<OpState>,
    /// Ids of labels and values that `#spv.local` names, and whether the function has defined them.
    pub(super) locals: FxHashMap<(Ident, u32), (u32, bool)>,
    /// The buffer.
    pub(super) words: Vec<u32>,
    pub(super) ahead: Ahead,
    /// The buffer of [`Exporter::write_part`].
    part: Vec<u32>,
    /// A constant is at work.
    parts_at_once: bool,
    missing: Vec<Node>,
    stack: Vec<Node>,
    /// Place in the stack of each node whose references are above it.
    visiting: FxHashMap<Node, usize>,
    /// Nodes for which the id operands of their decorations were requested. Such a request never blocks a definition.
    annotated: FxHashSet<Node>,
    /// Pointers to be declared when the stack is empty.
    deferred: VecDeque<Type>,
    /// Pointers that were put off: each at most once, or there would be no end.
    postponed: FxHashSet<Type>,
}

impl Nodes {
    /// Tables for a module of this many ops.
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

    /// The id of a type that has one; else 0.
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
    /// The id of a type.
    #[inline]
    pub(super) fn type_id(&mut self, ty: Type) -> Step<u32> {
        match self.nodes.type_id(ty) {
            0 => self.need(Node::Type(ty)),
            id => Ok(id),
        }
    }

    /// The id of a node, which is written if it was not; an op may follow later.
    pub(super) fn need(&mut self, node: Node) -> Step<u32> {
        let id = self.need_bare(node)?;
        self.write_pending()?;
        Ok(id)
    }

    /// Writes a node, and the decorations of all that had to be written for it.
    pub(super) fn declare(&mut self, node: Node) -> Step<()> {
        self.write_node(node)?;
        self.write_pending()
    }

    /// The id of a node, if it may be referred to here.
    pub(super) fn written_id(&mut self, node: Node, ahead: Ahead) -> Option<u32> {
        match node {
            Node::Type(ty) => {
                let id = self.nodes.type_id(ty);
                let usable = id != 0 && (ahead == Ahead::Pointers || !self.nodes.forward.contains(&ty));
                usable.then_some(id)
            }
            Node::Scalar(ty, bits) => self.nodes.scalars.get(&(ty, bits)).copied(),
            Node::Constant(ty, attr) => self.nodes.constants.get(ty, attr),
            Node::Op(op) => {
                let state = self.nodes.ops[op.index()];
                let plan = self.plans.get(self.body.def(op));
                let may = match plan.kind {
                    Kind::Function | Kind::Graph => true,
                    Kind::ExtInst | Kind::OpaqueExtInst => ahead == Ahead::ExtInsts,
                    _ => false,
                };
                (state.done || may || ahead == Ahead::Ops).then(|| self.op_id(op))
            }
        }
    }

    /// The id of an op of the module's body, given now if it has none.
    pub(super) fn op_id(&mut self, op: Op) -> u32 {
        if self.nodes.ops[op.index()].id == 0 {
            self.nodes.ops[op.index()].id = self.fresh();
        }
        self.nodes.ops[op.index()].id
    }

    /// Appends the id of a node to the buffer, or notes that it must be written first.
    pub(super) fn put(&mut self, node: Node) {
        let id = self.written_id(node, self.nodes.ahead).or_else(|| self.write_part(node));
        if id.is_none() {
            self.nodes.missing.push(node);
        }
        self.nodes.words.push(id.unwrap_or(0));
    }

    /// Writes a number or bool that a constant is composed of at once, where nothing else must be written before it, so that
    /// the constant need not be encoded again. `None` where that cannot be.
    fn write_part(&mut self, node: Node) -> Option<u32> {
        let Node::Scalar(ty, bits) = node else { return None };
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

    /// Empties the buffer but for the first word.
    fn begin_buffer(&mut self) {
        self.nodes.words.clear();
        self.nodes.words.push(0);
    }

    /// As [`Self::need`], without the decorations of what is written: the caller sees to them.
    pub(super) fn need_bare(&mut self, node: Node) -> Step<u32> {
        match self.written_id(node, Ahead::Ops) {
            Some(id) => Ok(id),
            None => self.write_new(node),
        }
    }

    /// Writes a node that has no id; what that is then.
    pub(super) fn write_new(&mut self, node: Node) -> Step<u32> {
        if matches!(node, Node::Scalar(..) | Node::Constant(..)) {
            // In most cases all that it refers to is written.
            self.nodes.missing.clear();
            self.begin_buffer();
            let encoding = self.encode(node)?;
            if self.nodes.missing.is_empty() {
                return self.commit(node, encoding);
            }
        }
        self.write_node(node)?;
        self.written_id(node, Ahead::Ops).ok_or_else(|| self.error("a reference to something without an id"))
    }

    /// Writes a node after all that it refers to.
    fn write_node(&mut self, root: Node) -> Step<()> {
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

    fn run_stack(&mut self, stack: &mut Vec<Node>) -> Step<()> {
        loop {
            let Some(&node) = stack.last() else {
                let Some(pointer) = self.nodes.deferred.pop_front() else { return Ok(()) };
                stack.push(Node::Type(pointer));
                continue;
            };
            if self.is_written(node) {
                stack.pop();
                continue;
            }
            self.nodes.missing.clear();
            // Before all else that the node needs, so that a second export finds the same order.
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

    fn is_written(&self, node: Node) -> bool {
        match node {
            Node::Type(ty) => self.nodes.type_id(ty) != 0 && !self.nodes.forward.contains(&ty),
            Node::Scalar(ty, bits) => self.nodes.scalars.contains_key(&(ty, bits)),
            Node::Constant(ty, attr) => self.nodes.constants.get(ty, attr).is_some(),
            Node::Op(op) => self.nodes.ops[op.index()].done,
        }
    }

    /// Notes as missing what the decorations of a node name by id: OpDecorateId requires it to be declared before the
    /// target.
    fn require_decoration_operands(&mut self, node: Node) -> Step<()> {
        for attr in self.decoration_operands(node)? {
            if let Target::Node(operand) = self.target(attr)?
                && self.written_id(operand, Ahead::Functions).is_none()
            {
                self.nodes.missing.push(operand);
            }
        }
        Ok(())
    }

    /// The node on top of the stack refers to the one at `at`, which waits for it: lets something on the
    /// way continue with a pointer that is only declared forward, or without the operands of its decorations.
    fn break_cycle(&mut self, stack: &mut Vec<Node>, at: usize) -> Step<()> {
        let pointer = |x: &Self, i: usize| {
            let Node::Type(ty) = stack[i] else { return None };
            let waits = x.nodes.visiting.get(&stack[i]) == Some(&i);
            let (pointee, storage) = types::pointer(x.ctx, ty).filter(|_| waits)?;
            let structure = matches!(types::view(x.ctx, pointee), Some((op::TYPE_STRUCT, _)));
            Some((i, ty, storage, structure))
        };
        let way: Vec<(usize, Type, u32, bool)> =
            (at..stack.len()).rev().filter_map(|i| pointer(self, i)).collect();
        let is_announced = |x: &Self, ty: Type| x.nodes.forward.contains(&ty);
        let fresh = |p: &&(usize, Type, u32, bool)| !is_announced(self, p.1);
        let postponed =
            |p: &&(usize, Type, u32, bool)| is_announced(self, p.1) && !self.nodes.postponed.contains(&p.1);
        // Such pointers are to structs, if that can be.
        let found = way.iter().filter(fresh).find(|p| p.3);
        let found = found.or_else(|| way.iter().find(postponed)).or_else(|| way.iter().find(fresh));
        let Some(&(place, ty, storage, _)) = found else {
            let annotated = |i: &usize| {
                !self.nodes.visiting.contains_key(&stack[*i]) && self.nodes.annotated.contains(&stack[*i])
            };
            if let Some(place) = (at..stack.len()).rev().find(annotated) {
                let rest = stack.drain(place + 1..);
                rest.for_each(|node| _ = self.nodes.visiting.remove(&node));
                return Ok(());
            }
            return Err(self.error("a definition that refers to itself, and no pointer type on the way"));
        };
        let already = self.nodes.forward.contains(&ty);
        if !already {
            self.announce(ty, storage);
        }
        if place != at || already {
            // What waits for the pointer can continue; the pointer itself comes last.
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

    fn encode(&mut self, node: Node) -> Step<Encoding> {
        self.nodes.ahead = Ahead::Functions;
        self.nodes.parts_at_once = matches!(node, Node::Constant(..));
        match node {
            Node::Type(ty) => {
                self.nodes.ahead = Ahead::Pointers;
                self.announce_pointers(ty);
                self.encode_type(ty)
            }
            Node::Scalar(ty, bits) => self.encode_scalar(ty, bits),
            Node::Constant(ty, attr) => self.encode_constant(ty, attr),
            Node::Op(op) => self.encode_op(op),
        }
    }

    /// Declares a pointer to physical storage of a nominal struct ahead, and the members of a struct that are such
    /// pointers, as front ends do. spirv-val takes the pointee of a pointer without a forward declaration for a part of
    /// the pointer's type, and refuses small types in it.
    fn announce_pointers(&mut self, ty: Type) {
        self.announce_pointer(ty);
        let Some(structure) = types::structure(self.ctx, ty) else { return };
        for member in structure.members.iter().filter_map(|m| self.ctx.attr_type(*m)) {
            if self.announce_pointer(member) {
                self.nodes.deferred.push_back(member);
            }
        }
    }

    /// Declares a type ahead if it is a pointer to physical storage of a nominal struct and has no id yet. Returns whether
    /// it did.
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

    /// Writes an OpTypeForwardPointer.
    fn announce(&mut self, pointer: Type, storage: u32) {
        let id = self.fresh();
        self.nodes.forward.insert(pointer);
        self.nodes.set_type_id(pointer, id);
        words::put(self.section(Section::Declarations), op::TYPE_FORWARD_POINTER, &[id, storage]);
    }

    /// Appends the buffer to the node's section and gives the node its id, which is returned.
    fn commit(&mut self, node: Node, encoding: Encoding) -> Step<u32> {
        if let Node::Type(ty) = node
            && self.share_type(ty, encoding)
        {
            return Ok(self.nodes.type_id(ty));
        }
        let id = match (node, encoding.id_at) {
            (_, None) => 0,
            (Node::Type(ty), _) if self.nodes.type_id(ty) != 0 => self.nodes.type_id(ty),
            (Node::Op(op), _) => self.op_id(op),
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
            Node::Type(ty) => {
                self.nodes.set_type_id(ty, id);
                self.nodes.forward.remove(&ty);
                self.annotate_type(ty, id)?;
            }
            Node::Scalar(ty, bits) => _ = self.nodes.scalars.insert((ty, bits), id),
            Node::Constant(ty, attr) => {
                // Of plain constants, only an OpUndef keeps that it has no line.
                if matches!(view(self.ctx, attr), Some((attributes::Kind::Undef, _))) {
                    self.no_line()?;
                }
                self.nodes.constants.insert(ty, attr, id);
            }
            Node::Op(op) => {
                self.nodes.ops[op.index()].done = true;
                let plan = self.plans.get(self.body.def(op));
                section = plan.section;
                if self.late && matches!(plan.kind, Kind::ExtInst | Kind::OpaqueExtInst) {
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

    /// Ends the line in force at the end of the declarations.
    fn no_line(&mut self) -> Step<()> {
        // While functions are written, the state is that of the functions.
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

    /// Puts a location in force at the end of a section.
    fn section_line(&mut self, section: Section, loc: Location) -> Step<()> {
        let mut out = std::mem::take(self.section(section));
        let result = self.line_outside_blocks(loc, &mut out);
        *self.section(section) = out;
        result
    }

    /// Whether a type with these very words is declared already and this one is to be the same.
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
