//! One of the two compared modules, split into sections
//!
//! Contains the definition, names and decorations of each id, and the values of redundant phis.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::op;
use super::read::{Binary, Inst, Operand};
use crate::line_state::{LineState, Tracker};

/// The kind of scope that contains a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A definition at module scope.
    Global,
    /// The definition of a function or graph itself.
    Function,
    /// A definition inside a function or graph.
    Local,
}

/// The rule that determines whether ids of the two modules correspond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    /// Definitions with the same contents correspond, even if their counts differ: most types, unnamed plain constants,
    /// strings, imports.
    Structural,
    /// Each id corresponds to exactly one id: variables, structs, symbols.
    Nominal,
    /// A function or graph.
    Function,
    /// A value inside a function.
    Local,
    /// A block.
    Label,
    /// An `OpUndef` inside a function. The two modules may differ in the number of undefs.
    LocalUndef,
}

/// A name, a decoration or a module-level declaration, separated into ids and all other data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Opcode, and operands with all ids removed.
    pub(crate) key: (u16, Vec<Operand>),
    /// The operands that are ids or may be ids, in order.
    pub(crate) refs: Vec<Operand>,
}

impl Fact {
    fn new<'a>(opcode: u16, operands: impl Iterator<Item = &'a Operand>) -> Self {
        let mut refs = Vec::new();
        let key = operands
            .map(|operand| match operand {
                Operand::Id(_) | Operand::Opaque(_) => {
                    refs.push(operand.clone());
                    match operand {
                        Operand::Id(_) => Operand::Id(0),
                        _ => Operand::Opaque(0),
                    }
                }
                literal => literal.clone(),
            })
            .collect();
        Fact { key: (opcode, key), refs }
    }

    /// Returns whether duplicates of the annotation are meaningful: a name, `UserSemantic` or `FuncParamAttr`.
    /// Duplicates of other decorations are redundant.
    fn may_repeat(&self) -> bool {
        let number = self.key.1.iter().find_map(|operand| match operand {
            Operand::Lit(word) => Some(*word),
            _ => None,
        });
        !is_decoration(self.key.0) || matches!(number, Some(5635 | 38))
    }

    /// Formats the annotation in disassembler style, without its target.
    pub(crate) fn show(&self) -> String {
        let mut refs = self.refs.iter();
        let operands = self.key.1.iter().map(|operand| match operand {
            Operand::Id(_) | Operand::Opaque(_) => refs.next().unwrap_or(operand).clone(),
            literal => literal.clone(),
        });
        let mut inst = Inst::new(self.key.0);
        inst.operands = operands.collect();
        inst.show()
    }
}

/// A basic block, or the contents of a graph.
pub(crate) struct Block {
    /// Id of the label; `None` in graphs.
    pub(crate) label: Option<u32>,
    /// Positions of the phis that are not redundant.
    pub(crate) phis: Vec<usize>,
    /// Positions of the instructions other than phis that need a counterpart.
    pub(crate) body: Vec<usize>,
}

/// A function or graph. Its fields are positions in [`Module::insts`].
pub(crate) struct Function {
    pub(crate) head: usize,
    pub(crate) parameters: Vec<usize>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) by_label: FxHashMap<u32, usize>,
    pub(crate) undefs: Vec<usize>,
    pub(crate) counts: super::Counts,
}

/// A compared module, as its instructions with precomputed tables.
pub(crate) struct Module {
    pub(crate) binary: Binary,
    /// The line and scope that apply to each instruction; `None` for line and scope markers.
    pub(crate) lines: Vec<Option<Rc<LineState>>>,
    /// Maps each id to the position and scope of its definition.
    pub(crate) defs: FxHashMap<u32, (usize, Place)>,
    /// Names and decorations of each id, sorted by key.
    facts: FxHashMap<u32, Vec<Fact>>,
    /// Module-level instructions without a result: capabilities, entry points, execution modes, sources.
    pub(crate) directives: Vec<Fact>,
    /// Positions of the module-level instructions with a result.
    pub(crate) globals: Vec<usize>,
    pub(crate) functions: Vec<Function>,
    /// Maps the id of each redundant phi to the value that replaces it.
    aliases: FxHashMap<u32, u32>,
    /// Number of functions without OpFunctionEnd.
    pub(crate) unclosed: usize,
}

impl Module {
    /// Sorts the instructions of a module into sections. If `strict` is set, no phi counts as redundant.
    pub(crate) fn new(binary: Binary, strict: bool) -> Self {
        let mut tracker = Tracker::new();
        let lines = binary.insts.iter().map(|inst| tracker.step(inst)).collect();
        let mut module = Module {
            binary,
            lines,
            defs: FxHashMap::default(),
            facts: FxHashMap::default(),
            directives: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            aliases: FxHashMap::default(),
            unclosed: 0,
        };
        module.collect_facts();
        module.split();
        if !strict {
            module.resolve_phis();
        }
        module
    }

    /// Returns the instruction at position `at`.
    pub(crate) fn inst(&self, at: usize) -> &Inst {
        &self.binary.insts[at]
    }

    /// Returns the names and decorations of an id; empty if it has none.
    pub(crate) fn facts(&self, id: u32) -> &[Fact] {
        self.facts.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the ids that are operands of decorations. Their definitions precede those of the decorated ids.
    pub(crate) fn decoration_operands(&self) -> FxHashSet<u32> {
        let refs = self.facts.values().flatten().flat_map(|fact| &fact.refs);
        let ids = refs.filter_map(|operand| match operand {
            Operand::Id(id) => Some(*id),
            _ => None,
        });
        ids.collect()
    }

    /// Describes the definition and name of an id, for error messages.
    pub(crate) fn describe(&self, id: u32) -> String {
        let mut text = match self.defs.get(&id) {
            None => format!("%{id}"),
            Some((at, _)) => format!("`{}`", self.inst(*at).show()),
        };
        if let [first, rest @ ..] = self.facts(id) {
            let more = if rest.is_empty() { "" } else { ", ..." };
            text += &format!(" [{}{more}]", first.show());
        }
        text
    }

    /// Returns the names and decorations whose target id is undefined.
    pub(crate) fn dangling_facts(&self) -> Vec<Fact> {
        let mut dangling: Vec<_> = self.facts.iter().filter(|(id, _)| !self.defs.contains_key(id)).collect();
        dangling.sort_by_key(|(id, _)| **id);
        dangling.into_iter().flat_map(|(_, facts)| facts.clone()).collect()
    }

    /// Returns the value of a redundant phi. Returns any other id unchanged.
    pub(crate) fn resolve(&self, mut id: u32) -> u32 {
        while let Some(&next) = self.aliases.get(&id) {
            id = next;
        }
        id
    }

    /// Returns the correspondence rule for an id, or `None` if the id is undefined.
    pub(crate) fn class(&self, id: u32) -> Option<Class> {
        let &(at, place) = self.defs.get(&id)?;
        let opcode = self.inst(at).opcode;
        Some(match place {
            Place::Function => Class::Function,
            Place::Local => match opcode {
                op::LABEL => Class::Label,
                op::UNDEF => Class::LocalUndef,
                _ => Class::Local,
            },
            Place::Global => match opcode {
                op::TYPE_STRUCT | op::TYPE_OPAQUE => Class::Nominal,
                op::STRING | op::EXT_INST_IMPORT => Class::Structural,
                // A constant with a name or decoration must correspond to exactly one constant.
                _ if op::is_plain_constant(opcode) && !self.facts.contains_key(&id) => Class::Structural,
                _ if op::is_type(opcode) => Class::Structural,
                _ => Class::Nominal,
            },
        })
    }

    /// Returns whether the output may omit a module-level definition that is unused.
    pub(crate) fn may_vanish(&self, at: usize) -> bool {
        let inst = self.inst(at);
        let plain = op::is_type(inst.opcode) || op::is_plain_constant(inst.opcode);
        plain && inst.result.is_some_and(|id| self.facts(id).is_empty())
    }

    fn collect_facts(&mut self) {
        let insts = &self.binary.insts;
        let is_group = |inst: &&Inst| inst.opcode == op::DECORATION_GROUP;
        let ids = insts.iter().filter(is_group).filter_map(|inst| inst.result);
        let mut groups: FxHashMap<u32, Vec<&Inst>> = ids.map(|id| (id, Vec::new())).collect();
        for inst in insts.iter().filter(|inst| is_decoration(inst.opcode)) {
            if let Some(group) = inst.id(0).and_then(|id| groups.get_mut(&id)) {
                group.push(inst);
            }
        }
        let of_group = |group| groups.get(&group).into_iter().flatten();
        let facts = &mut self.facts;
        for inst in insts {
            let operands = &inst.operands;
            match (inst.opcode, inst.id(0)) {
                (op::GROUP_DECORATE, Some(group)) => {
                    for target in inst.ids().skip(1) {
                        let all =
                            of_group(group).map(|inst| Fact::new(inst.opcode, inst.operands[1..].iter()));
                        facts.entry(target).or_default().extend(all);
                    }
                }
                (op::GROUP_MEMBER_DECORATE, Some(group)) => {
                    for pair in operands[1..].chunks_exact(2) {
                        let Operand::Id(target) = pair[0] else { continue };
                        let all = of_group(group).map(|inst| {
                            let member = std::iter::once(&pair[1]);
                            Fact::new(member_form(inst.opcode), member.chain(&inst.operands[1..]))
                        });
                        facts.entry(target).or_default().extend(all);
                    }
                }
                (opcode, Some(id)) if is_fact(opcode) && !groups.contains_key(&id) => {
                    facts.entry(id).or_default().push(Fact::new(opcode, operands[1..].iter()));
                }
                _ => {}
            }
        }
        for list in facts.values_mut() {
            list.sort_by(|a, b| a.key.cmp(&b.key));
            list.dedup_by(|a, b| a == b && !a.may_repeat());
        }
    }

    fn split(&mut self) {
        let mut open: Option<Function> = None;
        for (at, inst) in self.binary.insts.iter().enumerate() {
            if matches!(inst.opcode, op::NOP | op::DECORATION_GROUP) || self.lines[at].is_none() {
                continue;
            }
            let starts = matches!(inst.opcode, op::FUNCTION | op::GRAPH);
            let place = match (&open, starts) {
                (_, true) => Place::Function,
                (Some(_), false) => Place::Local,
                (None, false) => Place::Global,
            };
            if let Some(id) = inst.result {
                self.defs.insert(id, (at, place));
            }
            match &mut open {
                _ if starts => {
                    self.unclosed += usize::from(open.is_some());
                    self.functions.extend(open.replace(Function::new(at, inst)));
                }
                Some(_) if matches!(inst.opcode, op::FUNCTION_END | op::GRAPH_END) => {
                    self.functions.extend(open.take());
                }
                Some(function) => function.push(at, inst),
                None if inst.result.is_some() => self.globals.push(at),
                None if is_annotation(inst.opcode) => {}
                None => self.directives.push(Fact::new(inst.opcode, inst.operands.iter())),
            }
        }
        self.unclosed += usize::from(open.is_some());
        self.functions.extend(open);
        self.directives.sort_by(|a, b| a.key.cmp(&b.key));
    }

    /// Determines the redundant phis and removes them from their blocks.
    fn resolve_phis(&mut self) {
        let canonical = self.canonical_ids();
        for function in &self.functions {
            let mut first_undef = FxHashMap::default();
            let undefs: FxHashMap<u32, u32> = function
                .undefs
                .iter()
                .filter_map(|&at| {
                    let inst = &self.binary.insts[at];
                    let id = inst.result?;
                    Some((id, *first_undef.entry(inst.result_type).or_insert(id)))
                })
                .collect();
            let phis: Vec<usize> = function.blocks.iter().flat_map(|block| &block.phis).copied().collect();
            loop {
                let before = self.aliases.len();
                for &at in &phis {
                    let inst = &self.binary.insts[at];
                    let Some(phi) = inst.result else { continue };
                    if self.aliases.contains_key(&phi) || self.facts.contains_key(&phi) {
                        continue;
                    }
                    let mut only = None;
                    let agree = inst.ids().step_by(2).all(|id| {
                        let value = self.resolve(id);
                        let value = *undefs.get(&value).or(canonical.get(&value)).unwrap_or(&value);
                        value == phi || *only.get_or_insert(value) == value
                    });
                    if let (true, Some(value)) = (agree, only) {
                        self.aliases.insert(phi, value);
                    }
                }
                if self.aliases.len() == before {
                    break;
                }
            }
        }
        for function in &mut self.functions {
            for block in &mut function.blocks {
                block.phis.retain(|&at| {
                    let phi = self.binary.insts[at].result;
                    !phi.is_some_and(|phi| self.aliases.contains_key(&phi))
                });
            }
        }
    }

    /// Maps the id of each structural definition to the first id whose definition is identical.
    fn canonical_ids(&self) -> FxHashMap<u32, u32> {
        let mut canonical: FxHashMap<u32, u32> = FxHashMap::default();
        let mut first = FxHashMap::default();
        for &at in &self.globals {
            let inst = self.inst(at);
            let Some(id) = inst.result else { continue };
            if self.class(id) != Some(Class::Structural) {
                continue;
            }
            let of = |id: &u32| *canonical.get(id).unwrap_or(id);
            let operands: Vec<Operand> = inst
                .operands
                .iter()
                .map(|operand| match operand {
                    Operand::Id(id) => Operand::Id(of(id)),
                    other => other.clone(),
                })
                .collect();
            let facts: Vec<String> = self.facts(id).iter().map(Fact::show).collect();
            let key = (inst.opcode, inst.result_type.map(|id| of(&id)), operands, facts);
            let known = *first.entry(key).or_insert(id);
            canonical.insert(id, known);
        }
        canonical
    }
}

impl Function {
    fn new(head: usize, inst: &Inst) -> Self {
        let mut blocks = Vec::new();
        if inst.opcode == op::GRAPH {
            blocks.push(Block::new(None));
        }
        Function {
            head,
            parameters: Vec::new(),
            blocks,
            by_label: FxHashMap::default(),
            undefs: Vec::new(),
            counts: super::Counts::default(),
        }
    }

    fn push(&mut self, at: usize, inst: &Inst) {
        self.counts.count(inst.opcode);
        if inst.opcode == op::LABEL {
            if let Some(label) = inst.result {
                self.by_label.insert(label, self.blocks.len());
            }
            self.blocks.push(Block::new(inst.result));
            return;
        }
        if inst.opcode == op::UNDEF {
            self.undefs.push(at);
            return;
        }
        match self.blocks.last_mut() {
            None => self.parameters.push(at),
            Some(block) if inst.opcode == op::PHI => block.phis.push(at),
            Some(block) => block.body.push(at),
        }
    }
}

impl Block {
    fn new(label: Option<u32>) -> Self {
        Block { label, phis: Vec::new(), body: Vec::new() }
    }
}

fn is_decoration(opcode: u16) -> bool {
    matches!(
        opcode,
        op::DECORATE
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::MEMBER_DECORATE
            | op::MEMBER_DECORATE_ID
            | op::MEMBER_DECORATE_STRING
    )
}

/// Returns the struct-member variant of a decoration opcode. It replaces the opcode if a group is applied to a member.
fn member_form(opcode: u16) -> u16 {
    match opcode {
        op::DECORATE_ID => op::MEMBER_DECORATE_ID,
        op::DECORATE_STRING => op::MEMBER_DECORATE_STRING,
        _ => op::MEMBER_DECORATE,
    }
}

/// Returns whether an instruction with this opcode names or decorates a single id.
fn is_fact(opcode: u16) -> bool {
    is_decoration(opcode) || matches!(opcode, op::NAME | op::MEMBER_NAME)
}

/// Returns whether an instruction is stored with its target, or its position depends on other declarations.
fn is_annotation(opcode: u16) -> bool {
    is_fact(opcode)
        || matches!(opcode, op::GROUP_DECORATE | op::GROUP_MEMBER_DECORATE | op::TYPE_FORWARD_POINTER)
}
