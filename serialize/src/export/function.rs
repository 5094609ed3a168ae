//! Export of functions
//!
//! A single loop writes all ops in block order, for region form and CFG form, and maps values to ids.

use super::fast_emit::ModuleValues;
use super::phis::Edge;
use super::plan::{ExportKind, ExportPlan, Shortcut};
use super::region::Frame;
use super::{ExportResult, Exporter, Section, words};
use rustc_hash::FxHashMap;
use spv_dialect::control::LoopBlocks;
use spv_dialect::control::lowering;
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_ir::{Attribute, Block, Body, Location, Op, TypeData, Value, ValueDef};
use std::ops::ControlFlow;

/// Tables reused for each function. An id of 0 means that none has been assigned.
#[derive(Default)]
pub struct Scratch {
    /// Ids, indexed by value.
    pub(super) values: Vec<u32>,
    /// Label ids, indexed by block.
    labels: Vec<u32>,
    /// For each block, the label of the last binary block written for it; 0 if not yet known.
    pub(super) exits: Vec<u32>,
    pub(super) plan: lowering::LoweringPlan,
    /// The constructs that enclose the current block, outermost first.
    pub(super) frames: Vec<Frame>,
    pub(super) edges: Vec<Edge>,
    /// The most recent `spv.mlir.merge` with many operands, and the index at which each operand first occurs.
    pub(super) merge: Option<(Op, FxHashMap<Value, usize>)>,
    /// For each branch, the label of the block inserted on each outgoing edge; 0 if none.
    pub(super) detours: FxHashMap<Op, Box<[u32]>>,
    pub(super) module_values: ModuleValues,
}

/// The termination state of the current block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// No terminator has been written yet.
    Open,
    Terminated,
    /// The block is the merge block of a construct, so the code after the construct continues in it.
    Merged,
}

/// State of the export of one function.
pub(super) struct FunctionExport<'x, 'm, 'a> {
    pub(super) x: &'x mut Exporter<'m>,
    pub(super) body: &'a Body,
    /// Symbol name of the function.
    symbol: Option<&'a str>,
    pub(super) out: Vec<u32>,
    pub(super) s: Box<Scratch>,
    /// The current block in the IR.
    pub(super) block: Block,
    /// Label of the current block in the binary.
    pub(super) label: u32,
    pub(super) end: End,
    /// The loop whose header is the current block. Cleared when the OpLoopMerge is written.
    pub(super) pending: Option<(Op, LoopBlocks)>,
    /// State of the OpVariables at the start of the function.
    pub(super) variables: Variables,
}

/// The OpVariables at the start of a function's first block.
#[derive(Default)]
pub(super) struct Variables {
    /// Word offset of the first instruction that is not a variable.
    pub(super) end: usize,
    /// Whether an instruction other than OpVariable has been written.
    pub(super) over: bool,
    /// OpVariables that follow another instruction in the IR. They are moved to the front at the end of the function.
    late: Vec<u32>,
}

fn reset(table: &mut Vec<u32>, len: usize) {
    table.clear();
    table.resize(len, 0);
}

impl Exporter<'_> {
    /// Writes an OpFunction or OpGraphARM with its body.
    pub(super) fn function(&mut self, op: Op, plan: &ExportPlan) -> ExportResult<()> {
        let ctx = self.ctx;
        let loc = self.body.loc(op);
        let ty = self.body.slot_attr(op, spv::Func::TYPE).and_then(|a| ctx.attr_type(a));
        let ty = ty.ok_or_else(|| self.error("the function has no type"))?;
        let id = self.op_id(op);
        self.annotate_op(op, id)?;
        self.write_pending()?;
        let type_id = self.type_id(ty)?;
        let mut out = std::mem::take(self.section(Section::Functions));
        let declaration = self.is_declaration(op);
        // Omits the line instruction before most declarations: after a line instruction, spirv-val mistakes the
        // declaration for a definition, except at the first function.
        if !declaration || out.is_empty() {
            self.line_outside_blocks(loc, &mut out)?;
        }
        let mut inputs = &[][..];
        if plan.kind == ExportKind::Graph {
            words::put(&mut out, op::GRAPH_ARM, &[type_id, id]);
        } else {
            let TypeData::Function { inputs: list, results } = ctx.type_data(ty) else {
                return Err(self.error("the type of the function is not a function type"));
            };
            inputs = list;
            let result = self.type_id(results.first().copied().unwrap_or(ctx.common().none))?;
            let control = self.body.slot(op, spv::Func::FUNCTION_CONTROL);
            words::put(&mut out, op::FUNCTION, &[result, id, control, type_id]);
        }
        let mut bodies = self.bodies.take();
        let nested = match &mut bodies {
            Some(bodies) => Some(
                bodies.body(op).ok_or_else(|| self.error("the body of the function cannot be created"))?,
            ),
            None => self.body.nested(op).inspect(|body| body.prefetch()),
        };
        if let Some(body) = nested.filter(|body| body.first_block(body.root()).is_some()) {
            let result = self.function_body(op, plan, body, inputs.len(), declaration, &mut out);
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
        self.bodies = bodies;
        if plan.kind == ExportKind::Function {
            words::put(&mut out, op::FUNCTION_END, &[]);
        }
        *self.section(Section::Functions) = out;
        Ok(())
    }

    /// Writes the parameters and blocks of a function and records their ids.
    fn function_body(
        &mut self,
        op: Op,
        plan: &ExportPlan,
        body: &Body,
        parameters: usize,
        declaration: bool,
        out: &mut Vec<u32>,
    ) -> ExportResult<()> {
        let Some(block) = body.first_block(body.root()) else { return Ok(()) };
        let mut s = self.scratch.take().unwrap_or_default();
        reset(&mut s.values, body.value_count());
        reset(&mut s.labels, body.block_count());
        reset(&mut s.exits, body.block_count());
        s.frames.clear();
        s.detours.clear();
        s.merge = None;
        let symbol = spv_ir::symbols::name_of(self.ctx, self.body, op);
        let mut f = FunctionExport {
            x: self,
            body,
            symbol,
            out: std::mem::take(out),
            s,
            block,
            label: 0,
            end: End::Open,
            pending: None,
            variables: Variables::default(),
        };
        let result = f.write(plan, parameters, declaration);
        let FunctionExport { out: written, s, .. } = f;
        *out = written;
        if let (Some(map), Some(symbol)) = (&mut self.ids, symbol) {
            let symbol = self.ctx.ident(symbol);
            let values = spv_ir::walk::blocks(body).flat_map(|b| {
                let results = body.ops(b).flat_map(|op| body.results(op));
                body.args(b).iter().copied().chain(results)
            });
            let known = values.map(|v| (v, s.values[v.index()])).filter(|(_, id)| *id != 0);
            map.values.extend(known.map(|(v, id)| ((symbol, v), id)));
            let labels = spv_ir::walk::blocks(body).map(|b| ((symbol, b), s.labels[b.index()]));
            map.blocks.extend(labels.filter(|(_, id)| *id != 0));
        }
        self.scratch = Some(s);
        result
    }

    /// Returns the id of a label or value. Shares it with `#spv.local` attributes if the dictionary has a local id.
    fn local_or_fresh(&mut self, dict: Option<Attribute>, function: Option<&str>) -> u32 {
        if dict.is_some()
            && let (Some(number), Some(function)) = (self.hints(dict).local, function)
        {
            let function = self.ctx.ident(function);
            let id = self.local_id(function, number);
            self.nodes.locals.insert((function, number), (id, true));
            return id;
        }
        self.fresh()
    }
}

impl<'a> FunctionExport<'_, '_, 'a> {
    fn write(&mut self, plan: &ExportPlan, parameters: usize, declaration: bool) -> ExportResult<()> {
        let entry = self.block;
        // Must run before the parameters are written, because the lowering plan also maps parameters to other values.
        let joined = self.body.last_op(entry).filter(|&op| self.x.hints(self.body.attrs(op)).joined);
        self.s.plan.read(self.x.ctx, self.body, joined);
        let (header, first) = self.header(entry);
        let mut header = header.into_iter().peekable();
        if plan.kind == ExportKind::Function {
            if self.body.args(entry).len() != parameters {
                return Err(self.x.error("the arguments of the entry block do not match the function type"));
            }
            let body = self.body;
            for (number, &arg) in (0..).zip(body.args(entry)) {
                while let Some((op, _)) = header.next_if(|(_, before)| *before <= number) {
                    self.out_of_block(op)?;
                }
                let start = self.argument(arg, body.value_name(arg), declaration)?;
                words::finish(&mut self.out, start, op::FUNCTION_PARAMETER);
            }
        }
        if declaration {
            return Ok(());
        }
        for (op, _) in header {
            self.out_of_block(op)?;
        }
        if plan.kind == ExportKind::Function {
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

    /// Returns the ops to write before the first block, each with the number of parameters that precede it. Also
    /// returns the first op of the block itself.
    fn header(&mut self, entry: Block) -> (Vec<(Op, u32)>, Option<Op>) {
        let body = self.body;
        let first = body.first_op(entry);
        let (mut list, mut rest, mut at) = (Vec::new(), first, first);
        while let Some(op) = at {
            let data = body.get(op);
            at = data.next();
            if self.is_module_value(op) {
                continue;
            }
            if let Some(before) = self.x.hints(data.attrs()).header {
                // After inlining, the instruction may use values that are defined in the blocks.
                let mut operands = body.operands(op);
                let known = |value| match body.value_def(value) {
                    ValueDef::Argument(block, number) => block == entry && number < before,
                    ValueDef::Result(op, _) => self.is_module_value(op),
                    ValueDef::Forward => false,
                };
                if !operands.all(known) {
                    break;
                }
                list.push((op, before));
                rest = at;
            } else {
                break;
            }
        }
        (list, rest)
    }

    /// Returns whether an op represents a module-level definition and thus writes no instruction in the function.
    fn is_module_value(&mut self, op: Op) -> bool {
        let data = self.body.get(op);
        match self.x.plans.get(data.def()).kind {
            ExportKind::Silent => true,
            ExportKind::Undef => self.x.hints(data.attrs()).module_scope.is_some(),
            _ => false,
        }
    }

    /// Writes an extended instruction that precedes the first block or lies between two blocks.
    fn out_of_block(&mut self, op: Op) -> ExportResult<()> {
        let data = self.body.get(op);
        let plan = self.x.plans.get(data.def());
        if !matches!(plan.kind, ExportKind::ExtInst | ExportKind::OpaqueExtInst) {
            return Err(self.x.error("only extended instructions are allowed outside of blocks"));
        }
        self.instruction(data, plan)
    }

    /// Continues with the next block, or leaves the construct if this block is its last. Returns the next op, or
    /// `None` if the block is empty. Breaks at the end of the function.
    fn leave_block(&mut self) -> ExportResult<ControlFlow<(), Option<Op>>> {
        let body = self.body;
        if self.end == End::Open {
            return Err(self.x.error("a block has no terminator"));
        }
        let Some(next) = body.next_block(self.block) else {
            // This is the last block of a construct or of the function.
            let construct = self.leave()?;
            return Ok(construct.map_or(ControlFlow::Break(()), |op| ControlFlow::Continue(body.next(op))));
        };
        if self.end == End::Merged {
            return Err(self.x.error("the merge block must be the last of its construct"));
        }
        self.block = next;
        if self.collapsed(next).is_some() {
            return Ok(ControlFlow::Continue(None));
        }
        self.end = End::Open;
        if !self.s.plan.continues(next) {
            self.begin_block(next)?;
            self.phis(next)?;
        }
        Ok(ControlFlow::Continue(body.first_op(next)))
    }

    /// Writes all ops from `first` to the end of the function. Enters and leaves constructs as needed.
    fn blocks(&mut self, first: Option<Op>) -> ExportResult<()> {
        let body = self.body;
        let mut at = first;
        // Ops to be written after the terminator of the current block.
        let mut after = Vec::new();
        // The op at which the fast path last stopped.
        let mut tried = None;
        loop {
            let Some(op) = at else {
                match self.leave_block()? {
                    ControlFlow::Continue(next) => at = next,
                    ControlFlow::Break(()) => return Ok(()),
                }
                continue;
            };
            let data = body.get(op);
            self.x.loc = data.loc();
            let plan = self.x.plans.get(data.def());
            if self.end != End::Open {
                return Err(self.x.error("an op follows the terminator of its block"));
            }
            if plan.shortcut != Shortcut::None && tried != at {
                at = self.fast_emit(at)?;
                tried = at;
                continue;
            }
            at = data.next();
            match plan.kind {
                ExportKind::ExtInst | ExportKind::OpaqueExtInst if self.x.hints(data.attrs()).after => {
                    after.push(op)
                }
                ExportKind::Core => {
                    self.variables.over = true;
                    self.instruction(data, plan)?;
                }
                ExportKind::ExtInst => self.instruction(data, plan)?,
                ExportKind::Variable => {
                    self.instruction(data, plan)?;
                    self.place_variable(data.operands().count());
                }
                ExportKind::Silent | ExportKind::SpecOperation => {}
                ExportKind::Undef if self.x.hints(data.attrs()).module_scope.is_some() => {}
                ExportKind::Undef | ExportKind::OpaqueExtInst => self.instruction(data, plan)?,
                ExportKind::Branch | ExportKind::Continue if self.s.plan.fused_edges.contains(&op) => {
                    self.end = End::Terminated;
                }
                ExportKind::Branch | ExportKind::BranchConditional | ExportKind::Switch => {
                    self.branch(data, plan)?
                }
                ExportKind::Merge => self.end_block(End::Merged),
                ExportKind::Break | ExportKind::Continue | ExportKind::SwitchBreak => self.exit(op)?,
                ExportKind::Selection | ExportKind::Loop => {
                    if let Some(first) = self.enter(op, plan)? {
                        at = body.first_op(first);
                    }
                }
                _ => {
                    let name = self.x.ctx.registry().op(body.def(op)).row.name;
                    let what = match body.def(op) == spv_ir::builtin::UNREGISTERED_ID {
                        true => "an op of another dialect has no binary form".to_owned(),
                        false => format!("`{name}` is not allowed in a function"),
                    };
                    return Err(self.x.error(what));
                }
            }
            if self.end == End::Terminated {
                for op in after.drain(..) {
                    self.out_of_block(op)?;
                }
            }
        }
    }

    /// Moves the OpVariable just written before all instructions other than OpVariable, as SPIR-V requires.
    /// `initializers` is the number of initializer words.
    fn place_variable(&mut self, initializers: usize) {
        /// Length of an OpVariable without an initializer, in words.
        const WORDS: usize = 4;
        if self.variables.over {
            let start = self.out.len() - WORDS - initializers;
            self.variables.late.extend(self.out.drain(start..));
        } else {
            self.variables.end = self.out.len();
        }
    }

    /// Records that the current block's terminator has been written.
    pub(super) fn end_block(&mut self, end: End) {
        self.end = end;
        self.variables.over = true;
        self.s.exits[self.block.index()] = self.label;
        if end == End::Terminated {
            self.x.reset_lines();
        }
    }

    /// Returns the label id of a block.
    #[inline]
    pub(super) fn label_id(&mut self, block: Block) -> u32 {
        match self.s.labels[block.index()] {
            0 => self.new_label(block),
            id => id,
        }
    }

    #[inline(never)]
    fn new_label(&mut self, block: Block) -> u32 {
        let attrs = self.body.block_annotations(block).attrs;
        // IR blocks that are a single block in the binary share a label.
        let id = match self.s.plan.labelled(block) {
            after if after != block => self.label_id(after),
            _ => self.own_id(attrs),
        };
        self.s.labels[block.index()] = id;
        id
    }

    /// Returns the id for a label or value with the attribute dictionary `attrs`. The id is shared with `#spv.local`
    /// attributes if the dictionary has a local id, and new otherwise.
    pub(super) fn own_id(&mut self, attrs: Option<Attribute>) -> u32 {
        self.x.local_or_fresh(attrs, self.symbol)
    }

    fn begin_block(&mut self, block: Block) -> ExportResult<()> {
        let body = self.body;
        let own = body.block_annotations(block);
        let fused = self.s.plan.fused.get(&block).copied();
        let others = fused.into_iter().flat_map(|f| f.blocks()).filter(|&other| other != block);
        let mut others = others.map(|b| body.block_annotations(b));
        let loc = match fused {
            None => own.loc,
            Some(_) => own.loc.or_else(|| others.clone().find_map(|annotations| annotations.loc)),
        };
        self.x.line_outside_blocks(loc.unwrap_or(Location::UNKNOWN), &mut self.out)?;
        self.label = self.label_id(block);
        words::put(&mut self.out, op::LABEL, &[self.label]);
        let mut annotations = Some(own);
        while let Some(this) = annotations {
            if this.name.is_some() || this.attrs.is_some() {
                self.x.annotate(self.label, this.name, this.attrs)?;
            }
            annotations = if fused.is_none() { None } else { others.next() };
        }
        self.note_header();
        Ok(())
    }
}
