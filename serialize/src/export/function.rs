//! Functions: blocks in order, values to ids, one loop over all ops whatever the form of the body.

use super::phis::Edge;
use super::plan::{Form, Kind, Plan};
use super::region::Frame;
use super::scan::Shape;
use super::{Exporter, Section, Step, words};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{self, make};
use spv_dialect::control::LoopBlocks;
use spv_dialect::generated::opcodes as op;
use spv_dialect::types;
use spv_ir::dialect::ABSENT;
use spv_ir::params::{self, Item};
use spv_ir::{AttrData, Attribute, Block, Body, Ident, Location, Op, OpRef, Type, TypeData, Value, ValueDef};

/// Tables that serve one function after another. 0 stands for nothing.
#[derive(Default)]
pub struct Scratch {
    /// Ids by value.
    values: Vec<u32>,
    /// Ids of labels by block.
    labels: Vec<u32>,
    /// By block: the label that is in force at its end, once that is known.
    pub(super) exits: Vec<u32>,
    pub(super) shape: Shape,
    /// Constructs that the block at work stands in.
    pub(super) frames: Vec<Frame>,
    pub(super) edges: Vec<Edge>,
    /// Lists of [`FunctionExport::resolve`].
    pub(super) sources: Vec<Value>,
    pub(super) ways: Vec<(Option<u32>, usize, Op)>,
    /// By branch: for each edge the label of the block put on it.
    pub(super) detours: FxHashMap<Op, Box<[u32]>>,
    /// Arguments of merge blocks and continue targets that are no phis.
    pub(super) aliases: FxHashSet<Value>,
    /// By attribute: the id of the module-level value that it stands for, and the type for constants.
    module_values: Vec<(Option<Type>, u32)>,
}

/// How the block at work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It has no terminator yet.
    Open,
    Terminated,
    /// It is the merge block of a construct.
    Merged,
}

/// A function while it is written.
pub(super) struct FunctionExport<'x, 'a> {
    pub(super) x: &'x mut Exporter<'a>,
    pub(super) body: &'a Body,
    pub(super) symbol: Option<Ident>,
    pub(super) out: Vec<u32>,
    pub(super) s: Scratch,
    /// Block at work.
    pub(super) block: Block,
    /// Label of the block of the binary at work.
    pub(super) label: u32,
    pub(super) end: End,
    /// The loop whose header is the block of the binary at work, until its merge instruction is written.
    pub(super) pending: Option<(Op, LoopBlocks)>,
    /// Where variables end, while and after they are written.
    variables: Variables,
}

/// The instructions with which the first block begins: variables.
#[derive(Default)]
struct Variables {
    /// Number of words before the first other instruction.
    end: usize,
    /// Whether another instruction was written.
    over: bool,
    /// Those behind another instruction, which are moved once the function is written.
    late: Vec<u32>,
}

fn reset(table: &mut Vec<u32>, len: usize) {
    table.clear();
    table.resize(len, 0);
}

impl Exporter<'_> {
    /// Writes a function or graph.
    pub(super) fn function(&mut self, op: Op, plan: &Plan) -> Step<()> {
        let ctx = self.ctx;
        let loc = self.body.loc(op);
        let ty = self.slot(op, 1).and_then(|a| ctx.attr_type(a));
        let ty = ty.ok_or_else(|| self.error("the function has no type"))?;
        let id = self.op_id(op);
        self.annotate_op(op, id)?;
        self.write_pending()?;
        let type_id = self.type_id(ty)?;
        let mut out = std::mem::take(self.section(Section::Functions));
        self.plain_line(loc, &mut out)?;
        let mut inputs = &[][..];
        if plan.kind == Kind::Graph {
            words::put(&mut out, op::GRAPH_ARM, &[type_id, id]);
        } else {
            let TypeData::Function { inputs: list, results } = ctx.type_data(ty) else {
                return Err(self.error("the type of a function is no function type"));
            };
            inputs = list;
            let result = self.type_id(results.first().copied().unwrap_or(ctx.common().none))?;
            let control = self.body.slots(op).get(2).copied().unwrap_or(0);
            words::put(&mut out, op::FUNCTION, &[result, id, control, type_id]);
        }
        let nested = self.body.nested(op);
        let entry = nested.and_then(|n| Some((n, n.first_block(n.root())?)));
        if let Some((body, block)) = entry {
            body.warm();
            let mut s = std::mem::take(&mut self.scratch);
            reset(&mut s.values, body.value_count());
            reset(&mut s.labels, body.block_count());
            reset(&mut s.exits, body.block_count());
            s.shape.reset(body.block_count());
            s.frames.clear();
            s.detours.clear();
            s.aliases.clear();
            let symbol = spv_ir::symbols::name_of(ctx, self.body, op).map(|n| ctx.ident(n));
            let declaration = self.is_declaration(op);
            let (label, end, pending) = (0, End::Open, None);
            let mut f = FunctionExport {
                x: self,
                body,
                symbol,
                out,
                s,
                block,
                label,
                end,
                pending,
                variables: Variables::default(),
            };
            let result = f.write(plan, inputs.len(), declaration);
            let FunctionExport { out: written, s, .. } = f;
            out = written;
            if let (Some(map), Some(symbol)) = (&mut self.ids, symbol) {
                let values = spv_ir::walk::blocks(body).flat_map(|b| {
                    let results = body.ops(b).flat_map(|op| body.results(op));
                    body.args(b).iter().copied().chain(results)
                });
                let known = values.map(|v| (v, s.values[v.index()])).filter(|(_, id)| *id != 0);
                map.values.extend(known.map(|(v, id)| ((symbol, v), id)));
                let labels = spv_ir::walk::blocks(body).map(|b| ((symbol, b), s.labels[b.index()]));
                map.blocks.extend(labels.filter(|(_, id)| *id != 0));
            }
            self.scratch = s;
            if let Err(e) = result {
                *self.section(Section::Functions) = out;
                return Err(e);
            }
        } else {
            for &input in inputs {
                let (ty, id) = (self.type_id(input)?, self.fresh());
                words::put(&mut out, op::FUNCTION_PARAMETER, &[ty, id]);
            }
        }
        if plan.kind == Kind::Function {
            words::put(&mut out, op::FUNCTION_END, &[]);
        }
        *self.section(Section::Functions) = out;
        Ok(())
    }

    /// The id of something that may carry a number for `#spv.local`.
    fn local_or_fresh(&mut self, dict: Option<Attribute>, function: Option<Ident>) -> u32 {
        if dict.is_some()
            && let (Some(number), Some(function)) = (self.marks(dict).local, function)
        {
            let id = self.local_id(function, number);
            self.nodes.locals.insert((function, number), (id, true));
            return id;
        }
        self.fresh()
    }
}

impl<'a> FunctionExport<'_, 'a> {
    fn write(&mut self, plan: &Plan, parameters: usize, declaration: bool) -> Step<()> {
        let entry = self.block;
        let (header, first) = self.header(entry);
        let mut header = header.into_iter().peekable();
        if plan.kind == Kind::Function {
            if self.body.args(entry).len() != parameters {
                return Err(self.x.error("the entry block's arguments are not those of the function type"));
            }
            let body = self.body;
            for (number, &arg) in (0..).zip(body.args(entry)) {
                while let Some((op, _)) = header.next_if(|(_, before)| *before <= number) {
                    self.out_of_block(op)?;
                }
                let start = self.argument(arg, body.value_name(arg))?;
                words::finish(&mut self.out, start, op::FUNCTION_PARAMETER);
            }
        }
        if declaration {
            return Ok(());
        }
        for (op, _) in header {
            self.out_of_block(op)?;
        }
        self.scan();
        if plan.kind == Kind::Function {
            self.begin_block(entry)?;
        }
        self.variables.end = self.out.len();
        self.blocks(first)?;
        let Variables { end, late, .. } = std::mem::take(&mut self.variables);
        if !late.is_empty() {
            self.out.splice(end..end, late);
        }
        Ok(())
    }

    /// The ops of instructions that stand before the blocks, with the number of parameters before each, and
    /// the first of the other ops.
    fn header(&mut self, entry: Block) -> (Vec<(Op, u32)>, Option<Op>) {
        let body = self.body;
        let first = body.first_op(entry);
        let (mut list, mut rest, mut at) = (Vec::new(), first, first);
        while let Some(op) = at {
            at = body.next(op);
            if let Some(before) = self.x.marks(body.attrs(op)).header {
                // Inlined, it may speak of what the blocks define.
                let known = |value| match body.value_def(value) {
                    ValueDef::Argument(block, number) => block == entry && number < before,
                    ValueDef::Result(op, _) => self.x.plans.get(body.def(op)).kind == Kind::Silent,
                    ValueDef::Forward => false,
                };
                if !body.operands(op).all(known) {
                    break;
                }
                list.push((op, before));
                rest = at;
            } else if self.x.plans.get(body.def(op)).kind != Kind::Silent {
                break;
            }
        }
        (list, rest)
    }

    /// Writes an instruction that stands before the blocks or between them.
    fn out_of_block(&mut self, op: Op) -> Step<()> {
        let data = self.body.get(op);
        let plan = self.x.plans.get(data.def());
        if !matches!(plan.kind, Kind::ExtInst | Kind::OpaqueExtInst) {
            return Err(self.x.error("only an extended instruction may stand outside of blocks"));
        }
        self.instruction(data, plan)
    }

    /// Writes everything from an op of the block at work on. Constructs are entered and left on the way.
    fn blocks(&mut self, first: Option<Op>) -> Step<()> {
        let body = self.body;
        let mut at = first;
        // Ops whose instructions stand behind the terminator to come.
        let mut behind = Vec::new();
        loop {
            let Some(op) = at else {
                if self.end == End::Open {
                    return Err(self.x.error("a block without terminator"));
                }
                let Some(next) = body.next_block(self.block) else {
                    // The last block of a construct, or of the function.
                    match self.leave()? {
                        Some(construct) => at = body.next(construct),
                        None => return Ok(()),
                    }
                    continue;
                };
                if self.end == End::Merged {
                    return Err(self.x.error("the merge block must be the last of its construct"));
                }
                self.block = next;
                if self.collapsed(next).is_some() {
                    continue;
                }
                if self.s.shape.continues(next) {
                    self.end = End::Open;
                    at = body.first_op(next);
                    continue;
                }
                self.end = End::Open;
                self.begin_block(next)?;
                self.phis(next)?;
                at = body.first_op(next);
                continue;
            };
            let data = body.get(op);
            self.x.loc = data.loc();
            let plan = self.x.plans.get(data.def());
            if self.end != End::Open {
                return Err(self.x.error("an op behind the terminator of its block"));
            }
            at = data.next();
            match plan.kind {
                Kind::ExtInst | Kind::OpaqueExtInst if self.x.marks(data.attrs()).behind => behind.push(op),
                Kind::Core => {
                    self.variables.over = true;
                    self.instruction(data, plan)?;
                }
                Kind::ExtInst => self.instruction(data, plan)?,
                Kind::Variable => {
                    self.instruction(data, plan)?;
                    self.place_variable(data.operands().count());
                }
                Kind::Silent | Kind::SpecOperation => {}
                Kind::Undef if self.x.marks(data.attrs()).module_scope.is_some() => {}
                Kind::Undef | Kind::OpaqueExtInst => self.instruction(data, plan)?,
                Kind::Branch | Kind::Continue if self.s.shape.fused_ways.contains(&op) => {
                    self.end = End::Terminated;
                }
                Kind::Branch | Kind::BranchConditional | Kind::Switch => self.branch(data, plan)?,
                Kind::Merge => self.end_block(End::Merged),
                Kind::Break | Kind::Continue | Kind::SwitchBreak => self.exit(op)?,
                Kind::Selection | Kind::Loop => {
                    if let Some(first) = self.enter(op, plan)? {
                        at = body.first_op(first);
                    }
                }
                _ => {
                    let name = self.x.ctx.registry().op(body.def(op)).row.name;
                    let what = match body.def(op) == spv_ir::builtin::UNREGISTERED_ID {
                        true => "an op of another dialect has no binary form".to_owned(),
                        false => format!("`{name}` cannot stand in a function"),
                    };
                    return Err(self.x.error(what));
                }
            }
            if self.end == End::Terminated {
                for op in behind.drain(..) {
                    self.out_of_block(op)?;
                }
            }
        }
    }

    /// The variable that was just written goes where the binary wants it: in front of all other instructions. Its
    /// initializer, if it has one, is no instruction of the function.
    fn place_variable(&mut self, initializers: usize) {
        /// Words of OpVariable without an initializer.
        const WORDS: usize = 4;
        if self.variables.over {
            let start = self.out.len() - WORDS - initializers;
            self.variables.late.extend(self.out.drain(start..));
        } else {
            self.variables.end = self.out.len();
        }
    }

    /// The terminator of the block at work is written.
    pub(super) fn end_block(&mut self, end: End) {
        self.end = end;
        self.variables.over = true;
        self.s.exits[self.block.index()] = self.label;
        if end == End::Terminated {
            self.x.reset_lines();
        }
    }

    /// The label of a block.
    #[inline]
    pub(super) fn label_id(&mut self, block: Block) -> u32 {
        match self.s.labels[block.index()] {
            0 => self.new_label(block),
            id => id,
        }
    }

    #[inline(never)]
    fn new_label(&mut self, block: Block) -> u32 {
        let attrs = self.body.block_side(block).attrs;
        let id = match self.s.shape.label_of.get(&block) {
            // One label for both.
            Some(&behind) if behind != block => self.label_id(behind),
            _ => self.own_id(attrs),
        };
        self.s.labels[block.index()] = id;
        id
    }

    /// An id for something with these attributes.
    pub(super) fn own_id(&mut self, attrs: Option<Attribute>) -> u32 {
        self.x.local_or_fresh(attrs, self.symbol)
    }

    fn begin_block(&mut self, block: Block) -> Step<()> {
        let body = self.body;
        let own = body.block_side(block);
        let fused = self.s.shape.fused.get(&block).copied();
        let others = fused.into_iter().flat_map(|f| f.blocks()).filter(|&other| other != block);
        let mut others = others.map(|b| body.block_side(b));
        let loc = match fused {
            None => own.loc,
            Some(_) => own.loc.or_else(|| others.clone().find_map(|side| side.loc)),
        };
        self.x.plain_line(loc.unwrap_or(Location::UNKNOWN), &mut self.out)?;
        self.label = self.label_id(block);
        words::put(&mut self.out, op::LABEL, &[self.label]);
        let mut side = Some(own);
        while let Some(this) = side {
            if this.name.is_some() || this.attrs.is_some() {
                self.x.annotate(self.label, this.name, this.attrs)?;
            }
            side = if fused.is_none() { None } else { others.next() };
        }
        self.note_header();
        Ok(())
    }

    /// Begins the instruction of a parameter or phi; its start is returned. Scopes may be told of among
    /// phis, but not among parameters.
    pub(super) fn argument(&mut self, arg: Value, name: Option<Ident>) -> Step<usize> {
        let side = self.body.value_side(arg);
        let loc = side.loc.unwrap_or(Location::UNKNOWN);
        if self.label == 0 {
            self.x.plain_line(loc, &mut self.out)?;
        } else {
            self.x.line(loc, &mut self.out)?;
        }
        let Some(ty) = self.body.value_type_opt(arg) else {
            return Err(self.x.error("a block argument without a type"));
        };
        let (ty, id) = (self.x.type_id(ty)?, self.value(arg)?);
        let start = self.out.len();
        self.out.extend([0, ty, id]);
        if name.is_some() || side.attrs.is_some() {
            self.x.annotate(id, name, side.attrs)?;
        }
        Ok(start)
    }

    /// The id of a value.
    #[inline]
    pub(super) fn value(&mut self, value: Value) -> Step<u32> {
        match self.s.values[value.index()] {
            0 => self.first_mention(value),
            id => Ok(id),
        }
    }

    /// Whether a value has an id.
    #[inline]
    pub(super) fn known(&self, value: Value) -> bool {
        self.s.values[value.index()] != 0
    }

    pub(super) fn set_value(&mut self, value: Value, id: u32) {
        self.s.values[value.index()] = id;
    }

    #[cold]
    fn first_mention(&mut self, value: Value) -> Step<u32> {
        let body = self.body;
        let id = match body.value_def(value) {
            ValueDef::Forward => return Err(self.x.error("a value that nothing defines")),
            ValueDef::Argument(..) if self.is_alias(value) => return self.resolved(value),
            ValueDef::Argument(..) => self.own_id(body.value_side(value).attrs),
            ValueDef::Result(op, number) => {
                let plan = self.x.plans.get(body.def(op));
                match plan.kind {
                    Kind::Selection | Kind::Loop => return self.resolved(value),
                    _ if number > 0 => return Err(self.x.error("an instruction with several results")),
                    Kind::Silent => self.module_value(value, op, plan)?,
                    Kind::SpecOperation => {
                        self.spec_operation(value)?;
                        return Ok(self.s.values[value.index()]);
                    }
                    Kind::Undef => match self.x.marks(body.attrs(op)).module_scope {
                        Some(n) => self.module_undef(value, n)?,
                        None => self.own_id(body.attrs(op)),
                    },
                    _ => self.own_id(body.attrs(op)),
                }
            }
        };
        self.set_value(value, id);
        Ok(id)
    }

    fn resolved(&mut self, value: Value) -> Step<u32> {
        self.resolve(value)?;
        Ok(self.s.values[value.index()])
    }

    /// The id of what a constant, address or reference stands for.
    fn module_value(&mut self, value: Value, op: Op, plan: &Plan) -> Step<u32> {
        let slot = self.body.slots(op).first().copied().and_then(Attribute::from_raw);
        let slot = slot.ok_or_else(|| self.x.error("a constant without value"))?;
        let ty = self.body.value_type_opt(value).filter(|_| plan.opcode == op::CONSTANT);
        let key = slot.raw() as usize;
        if let Some(&(known, id)) = self.s.module_values.get(key)
            && id != 0
            && known == ty
        {
            return Ok(id);
        }
        let id = match ty {
            Some(ty) => self.x.constant_id(ty, slot)?,
            None => self.x.attr_id(slot)?,
        };
        let table = &mut self.s.module_values;
        if table.len() <= key {
            table.resize(key + key / 2 + 64, (None, 0));
        }
        table[key] = (ty, id);
        Ok(id)
    }

    fn module_undef(&mut self, value: Value, number: u32) -> Step<u32> {
        let ctx = self.x.ctx;
        let attr = make(ctx, attributes::Kind::Undef, &[ctx.i32_attr(number)]);
        match (self.body.value_type_opt(value), attr) {
            (Some(ty), Some(attr)) => self.x.constant_id(ty, attr),
            _ => Err(self.x.error("an undefined value without a type")),
        }
    }

    /// Any instruction that its row describes.
    fn instruction(&mut self, op: OpRef<'a>, plan: &Plan) -> Step<()> {
        let body = self.body;
        if !plan.local {
            return Err(self.x.error("a module-level op in a function"));
        }
        self.x.line(op.loc(), &mut self.out)?;
        let start = self.out.len();
        self.out.push(0);
        let (result, attrs) = (op.result(), op.attrs());
        let mut id = 0;
        if plan.result_type {
            let ty = match result {
                Some(value) => {
                    id = self.s.values[value.index()];
                    if id == 0 {
                        id = if attrs.is_none() { self.x.fresh() } else { self.own_id(attrs) };
                        self.set_value(value, id);
                    }
                    body.value_type_opt(value)
                }
                None if plan.void_result => {
                    id = self.own_id(attrs);
                    None
                }
                None => return Err(self.x.error("the op has no result")),
            };
            let ty = self.x.type_id(ty.unwrap_or(self.x.ctx.common().none))?;
            self.out.extend([ty, id]);
        } else if plan.result_id {
            id = self.x.fresh();
            self.out.push(id);
        } else if result.is_some() {
            return Err(self.x.error("the instruction of this op has no result"));
        }
        let opcode = match plan.kind {
            Kind::Core | Kind::Undef => {
                self.operands(op, plan)?;
                plan.opcode
            }
            Kind::Variable => {
                self.variable(op)?;
                plan.opcode
            }
            _ => self.ext_inst(op, plan)?,
        };
        if !words::finish(&mut self.out, start, opcode) {
            return Err(self.x.error("the instruction would be longer than 65535 words"));
        }
        let name = result.and_then(|v| body.value_name(v));
        if id != 0 && (name.is_some() || attrs.is_some()) {
            self.x.annotate(id, name, attrs)?;
        }
        if plan.terminator {
            if self.pending.is_some() || self.selection_header().is_some() {
                return Err(self.x.error("the header of a construct must end in a branch"));
            }
            self.end_block(End::Terminated);
        }
        Ok(())
    }

    fn variable(&mut self, op: OpRef<'a>) -> Step<()> {
        let ty = op.result().and_then(|v| self.body.value_type_opt(v));
        let Some((_, storage)) = ty.and_then(|t| types::pointer(self.x.ctx, t)) else {
            return Err(self.x.error("the type of a variable is no pointer"));
        };
        self.out.push(storage);
        self.values(op)
    }

    fn ext_inst(&mut self, op: OpRef<'a>, plan: &Plan) -> Step<u32> {
        let marks = self.x.marks(op.attrs());
        if plan.kind == Kind::ExtInst {
            let set = self.x.set_id(plan.set, marks.import)?;
            self.out.extend([set, plan.opcode]);
            self.operands(op, plan)?;
        } else {
            let (set, number) = self.x.opaque_instruction(self.body, op.op(), marks.import)?;
            self.out.extend([set, number]);
            self.general(op.op(), 4)?;
        }
        Ok(if marks.forward_refs { op::EXT_INST_WITH_FORWARD_REFS_KHR } else { op::EXT_INST })
    }

    /// Appends the SSA operands.
    #[inline(always)]
    fn values(&mut self, op: OpRef<'a>) -> Step<()> {
        for value in op.operands() {
            let id = self.value(value)?;
            self.out.push(id);
        }
        Ok(())
    }

    /// Appends all operands.
    #[inline]
    fn operands(&mut self, op: OpRef<'a>, plan: &Plan) -> Step<()> {
        if plan.form == Form::Values {
            return self.values(op);
        }
        self.other_operands(op, plan)
    }

    fn other_operands(&mut self, op: OpRef<'a>, plan: &Plan) -> Step<()> {
        match plan.form {
            Form::ValuesEnums if op.slots().chunks(2).all(|c| c[0] == ABSENT) => self.values(op),
            Form::ValuesWords => {
                self.values(op)?;
                let slot = op.slots().first().copied().and_then(Attribute::from_raw);
                match slot.map(|a| self.x.ctx.attr_data(a)) {
                    None => {}
                    Some(AttrData::Words(words)) => self.out.extend_from_slice(words),
                    Some(_) => return Err(self.x.error("the literals of the op are no list of words")),
                }
                Ok(())
            }
            _ => self.general(op.op(), plan.skip),
        }
    }

    /// Appends the items of an op behind the first `skip` parameters.
    fn general(&mut self, op: Op, skip: u8) -> Step<()> {
        let (ctx, body) = (self.x.ctx, self.body);
        let def = ctx.registry().op(body.def(op));
        let mut result = Ok(());
        let fits = params::walk(ctx, body, op, def, &mut |number, item| {
            if result.is_ok() && number >= skip.into() {
                result = self.item(item);
            }
        });
        result?;
        if !fits {
            return Err(self.x.error(format!("`{}` does not fit its definition", def.row.name)));
        }
        Ok(())
    }

    fn item(&mut self, item: Item) -> Step<()> {
        let word = match item {
            Item::Value(value) => self.value(value)?,
            Item::Attr(attr) => self.x.attr_id(attr)?,
            Item::Word(word) | Item::Float(word) | Item::Enum(_, word) => word,
            Item::Const(_, value) => self.x.u32_id(value)?,
            Item::String(attr) => {
                let text = self.x.ctx.attr_str(attr).ok_or_else(|| self.x.error("a string was expected"))?;
                let text = self.x.checked_text(text)?;
                words::string(&mut self.out, text);
                return Ok(());
            }
        };
        self.out.push(word);
        Ok(())
    }
}
