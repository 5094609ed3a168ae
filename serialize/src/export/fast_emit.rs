//! Fast export path for ops with a simple layout
//!
//! A single loop without hash lookups writes constants with known ids, variables and simple instructions. A simple
//! instruction has at most a result, SSA operands and literals. All its types and operands must have ids, and its
//! location must be the one already in effect.

use super::function::{FunctionExport, Variables};
use super::plan::{ExportPlan, Shortcut};
use super::{ExportResult, Exporter, words};
use spv_dialect::generated::opcodes as op;
use spv_dialect::types;
use spv_ir::dialect::{ABSENT, Rest};
use spv_ir::{AttrData, Attribute, Body, Context, Location, Op, OpRef, Type, Value};

/// Module-level values, indexed by attribute: the type if the value is a constant, and the id (0 if not yet known).
pub type ModuleValues = Vec<(Option<Type>, u32)>;

impl FunctionExport<'_, '_, '_> {
    /// Writes the ops of the current block, starting with `first`. Returns the first op that requires the slow path,
    /// if any.
    pub(super) fn fast_emit(&mut self, first: Option<Op>) -> ExportResult<Option<Op>> {
        let (mut next, mut referenced) = (first, None);
        loop {
            let s = &mut *self.s;
            let (ids, module_values) = (&mut s.values[..], &s.module_values[..]);
            next = write(self.x, self.body, ids, &mut self.out, module_values, &mut self.variables, next)?;
            let Some(op) = next else {
                if let Some(last) = self.body.last_op(self.block) {
                    self.x.loc = self.body.loc(last);
                }
                return Ok(None);
            };
            if referenced == next || !self.references_first(self.body.get(op))? {
                return Ok(next);
            }
            referenced = next;
        }
    }

    /// Assigns ids to the operands of a simple instruction that have none. Returns false if the slow path must write
    /// other instructions before this one.
    fn references_first(&mut self, op: OpRef<'_>) -> ExportResult<bool> {
        let plan = self.x.plans.get(op.def());
        let ty = op.result().map(|value| self.body.value_type_opt(value));
        let simple = plan.shortcut == Shortcut::Core
            && self.x.lines.in_force().is_some_and(|line| same_line(op, line))
            && plan.result_type == ty.is_some()
            && ty.is_none_or(|ty| ty.is_some_and(|ty| self.x.nodes.type_id(ty) != 0))
            && op.operands().any(|value| !self.has_id(value))
            // Other operand words may be ids of constants, which must be assigned in word order.
            && literals(self.x.ctx, op, plan).is_some();
        if simple {
            self.x.loc = op.loc();
            for value in op.operands() {
                self.value(value)?;
            }
        }
        Ok(simple)
    }
}

/// Returns whether the location of an op is the location in effect.
#[inline(always)]
fn same_line(op: OpRef<'_>, line: Location) -> bool {
    line == if op.loc().is_explicit() { op.loc() } else { Location::UNKNOWN }
}

/// Implements [`FunctionExport::fast_emit`]. Separate arguments allow the compiler to assume that they do not alias.
#[inline(never)]
fn write(
    x: &mut Exporter<'_>,
    body: &Body,
    ids: &mut [u32],
    out: &mut Vec<u32>,
    module_values: &[(Option<Type>, u32)],
    variables: &mut Variables,
    mut next: Option<Op>,
) -> ExportResult<Option<Op>> {
    let Some(line) = x.lines.in_force() else { return Ok(next) };
    let plans = x.plans;
    // If the caller wants the ids reported, unreferenced values must not have ids.
    let early = x.ids.is_none();
    while let Some(op) = next {
        let op = body.get(op);
        let plan = plans.get(op.def());
        let written = match plan.shortcut {
            Shortcut::None => false,
            Shortcut::Silent => {
                if early {
                    silent(body, ids, module_values, op, plan);
                }
                true
            }
            _ if !same_line(op, line) => false,
            Shortcut::Core => emit_core(x, body, ids, out, variables, op, plan)?,
            Shortcut::Variable | Shortcut::Set => {
                emit_variable_or_extended(x, body, ids, out, variables, op, plan)?
            }
        };
        if !written {
            return Ok(next);
        }
        next = op.next();
    }
    Ok(None)
}

/// Writes a core instruction, the most common case. Returns false if the op requires the slow path.
#[inline(always)]
fn emit_core(
    x: &mut Exporter<'_>,
    body: &Body,
    ids: &mut [u32],
    out: &mut Vec<u32>,
    variables: &mut Variables,
    op: OpRef<'_>,
    plan: &ExportPlan,
) -> ExportResult<bool> {
    let attrs = op.attrs();
    if attrs.is_some() && attrs != x.names.last_dict() {
        return Ok(false);
    }
    let literals = match op.padded_slot() & plan.bare.0 == plan.bare.1 {
        true => &[][..],
        false => match literals(x.ctx, op, plan) {
            Some(literals) => literals,
            None => return Ok(false),
        },
    };
    let operands = op.operands();
    let (start, count) = (out.len(), operands.len() + literals.len());
    if count > words::MAX_WORDS - 3 {
        return Ok(false);
    }
    let first = plan.first + words::first(count, 0);
    let mut id = 0;
    if let Some(value) = op.result() {
        let Some(ty) = body.value_type_opt(value) else { return Ok(false) };
        let type_id = x.nodes.type_id(ty);
        if type_id == 0 || !plan.result_type {
            return Ok(false);
        }
        id = result_id(x, ids, value);
        if !put(out, [first, type_id, id], op, ids) {
            out.truncate(start);
            return Ok(false);
        }
        if attrs.is_none() && body.value_name(value).is_none() {
            id = 0;
        }
    } else if plan.result_type || !put(out, [first], op, ids) {
        out.truncate(start);
        return Ok(false);
    }
    if !literals.is_empty() {
        out.extend_from_slice(literals);
    }
    variables.over = true;
    if id != 0 {
        annotate(x, body, op, id)?;
    }
    Ok(true)
}

/// Writes an OpVariable or OpExtInst. Returns false if the op requires the slow path.
#[inline(never)]
fn emit_variable_or_extended(
    x: &mut Exporter<'_>,
    body: &Body,
    ids: &mut [u32],
    out: &mut Vec<u32>,
    variables: &mut Variables,
    op: OpRef<'_>,
    plan: &ExportPlan,
) -> ExportResult<bool> {
    let (attrs, operands) = (op.attrs(), op.operands());
    let (start, count) = (out.len(), operands.len());
    let Some(value) = op.result() else { return Ok(false) };
    let Some(ty) = body.value_type_opt(value) else { return Ok(false) };
    let type_id = x.nodes.type_id(ty);
    if type_id == 0 || count > words::MAX_WORDS - 5 {
        return Ok(false);
    }
    let first = plan.first + words::first(count, 0);
    let id;
    if plan.shortcut == Shortcut::Set {
        let bare = attrs.is_none() && literals(x.ctx, op, plan) == Some(&[]);
        let Some(&set) = x.sets.ids().get(&plan.set).filter(|_| bare) else { return Ok(false) };
        id = result_id(x, ids, value);
        out.extend_from_slice(&[first, type_id, id, set, plan.opcode]);
        if !put_ids(out, operands, ids) {
            out.truncate(start);
            return Ok(false);
        }
    } else {
        let bare = attrs.is_none() || attrs == x.names.last_dict();
        let Some(storage) = storage_class(x, ty) else { return Ok(false) };
        if count != 0 || variables.over || !bare {
            return Ok(false);
        }
        id = result_id(x, ids, value);
        out.extend_from_slice(&[first, type_id, id, storage]);
        variables.end = out.len();
    }
    if attrs.is_some() || body.value_name(value).is_some() {
        annotate(x, body, op, id)?;
    }
    Ok(true)
}

/// Returns the storage class of a pointer type, or `None` if `ty` is not a pointer type.
#[inline]
fn storage_class(x: &mut Exporter<'_>, ty: Type) -> Option<u32> {
    let at = ty.raw() as usize;
    match x.storage_classes.get(at) {
        Some(Some(class)) => Some(*class),
        _ => {
            let (_, class) = types::pointer(x.ctx, ty)?;
            x.storage_classes.resize(x.storage_classes.len().max(at + 1), None);
            x.storage_classes[at] = Some(class);
            Some(class)
        }
    }
}

/// Returns the id of a result, and assigns a new id if it has none. The id remains valid if the slow path then writes
/// the instruction.
#[inline(always)]
fn result_id(x: &mut Exporter<'_>, ids: &mut [u32], value: Value) -> u32 {
    let id = &mut ids[value.index()];
    if *id == 0 {
        *id = x.fresh();
    }
    *id
}

/// Writes the OpName and decorations of an op's result.
#[inline(never)]
fn annotate(x: &mut Exporter<'_>, body: &Body, op: OpRef<'_>, id: u32) -> ExportResult<()> {
    x.loc = op.loc();
    x.annotate(id, op.result().and_then(|value| body.value_name(value)), op.attrs())
}

/// Appends the ids of all operands. Returns false if any operand has no id.
#[inline]
fn put_ids(out: &mut Vec<u32>, operands: impl ExactSizeIterator<Item = Value>, ids: &[u32]) -> bool {
    out.reserve(operands.len());
    for value in operands {
        match ids[value.index()] {
            0 => return false,
            id => out.push(id),
        }
    }
    true
}

/// Appends the words of `head`, then the ids of all operands. Returns false if any operand has no id.
#[inline(always)]
fn put<const N: usize>(out: &mut Vec<u32>, head: [u32; N], op: OpRef<'_>, ids: &[u32]) -> bool {
    let Some((values, count)) = op.padded_operands::<AT_ONCE>() else {
        out.extend_from_slice(&head);
        return put_ids(out, op.operands(), ids);
    };
    let found = values.map(|value| ids[value.index()]);
    // An id of 0 wraps and sets the top bit; real ids are below 2^31.
    let missing = (0..AT_ONCE).fold(0, |all, i| all | found[i].wrapping_sub(1) & COUNTS[count][i]);
    out.extend_from_slice(&head);
    out.extend_from_slice(&found);
    out.truncate(out.len() - AT_ONCE + count);
    missing >> 31 == 0
}

/// Number of operand ids written in each step, regardless of the actual operand count.
const AT_ONCE: usize = 4;

/// For each operand count, a word mask that is all-ones for the operands in use.
const COUNTS: [[u32; AT_ONCE]; AT_ONCE + 1] = {
    const ALL: u32 = u32::MAX;
    [[0; 4], [ALL, 0, 0, 0], [ALL, ALL, 0, 0], [ALL, ALL, ALL, 0], [ALL; 4]]
};

/// Returns the literals that follow an instruction's SSA operands, or `None` if operands of another type follow.
#[inline]
pub(super) fn literals<'c>(ctx: &'c Context, op: OpRef<'_>, plan: &ExportPlan) -> Option<&'c [u32]> {
    match plan.rest {
        Rest::Nothing => Some(&[]),
        Rest::Enumerants => op.slots().chunks(2).all(|c| c[0] == ABSENT).then_some(&[]),
        Rest::Words => {
            match op.slots().first().copied().and_then(Attribute::from_raw).map(|a| ctx.attr_data(a)) {
                None => Some(&[]),
                Some(AttrData::Words(words)) => Some(words),
                Some(_) => None,
            }
        }
        Rest::SymbolAndValues | Rest::Optional | Rest::Other => None,
    }
}

/// Gives the result of a constant or symbol-reference op the id of the module-level entity, if that id is already
/// known. Otherwise the id is assigned at the first use.
#[inline(always)]
fn silent(body: &Body, ids: &mut [u32], known: &[(Option<Type>, u32)], op: OpRef<'_>, plan: &ExportPlan) {
    let (Some(value), Some(&slot)) = (op.result(), op.slots().first()) else { return };
    let ty = if plan.opcode == op::CONSTANT { body.value_type_opt(value) } else { None };
    if let Some(id) = known_id(known, slot, ty) {
        ids[value.index()] = id;
    }
}

/// Returns the id of the module-level entity for the attribute with index `slot`, or `None` if not yet known. For a
/// constant, `ty` is its type.
#[inline(always)]
pub(super) fn known_id(known: &[(Option<Type>, u32)], slot: u32, ty: Option<Type>) -> Option<u32> {
    let &(of, id) = known.get(slot as usize)?;
    (id != 0 && of == ty).then_some(id)
}
