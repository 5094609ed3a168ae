//! Conversion of composites at memory accesses, between types with explicit layout and types without it

use rustc_hash::FxHashSet;
use spv_dialect::fold::constant::length;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::memory_access;
use spv_dialect::layout::Layouts;
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::{AttrData, Body, Builder, Context, InsertPoint, NewOp, Op, Type, Value, walk};

/// Maximum number of elements of a composite that is copied element by element.
const MAX_PARTS: usize = 1024;
/// The first SPIR-V version with OpCopyLogical.
const COPIES_LOGICALLY: u64 = 0x0001_0400;

/// Converter that copies composites between types with explicit layout and types without it.
pub(super) struct Borders<'l, 'a> {
    ctx: &'a Context,
    layouts: &'l mut Layouts<'a>,
    /// Array types whose innermost element is a Block-decorated struct.
    arrays: &'l FxHashSet<Type>,
    copy_logical: Option<OpDefId>,
    parts: usize,
}

impl<'l, 'a> Borders<'l, 'a> {
    /// Creates the converter. `arrays` are the arrays of blocks, and `version` is the SPIR-V version of the module.
    pub(super) fn new(
        ctx: &'a Context,
        layouts: &'l mut Layouts<'a>,
        arrays: &'l FxHashSet<Type>,
        version: Option<u64>,
    ) -> Borders<'l, 'a> {
        let copy_logical = version
            .filter(|&version| version >= COPIES_LOGICALLY)
            .and_then(|_| ctx.registry().op_by_code(0, opcodes::COPY_LOGICAL));
        Borders { ctx, layouts, arrays, copy_logical, parts: 0 }
    }

    /// Inserts conversions after loads and before stores, and splits memory copies into loads and stores. Call before
    /// changing pointer types.
    pub(super) fn find(&mut self, body: &mut Body) {
        let ops: Vec<Op> = walk::ops(body).collect();
        for op in ops {
            if let Some(load) = spv::Load::cast(body, op) {
                let (value, pointer) = (load.result(), load.pointer());
                if let Some(new) = self.stored_as(body, pointer, body.value_type(value)) {
                    self.load(body, op, value, new);
                }
            } else if let Some(store) = spv::Store::cast(body, op) {
                let (value, pointer) = (store.object(), store.pointer());
                if let Some(new) = self.stored_as(body, pointer, body.value_type(value)) {
                    self.parts = 0;
                    let at = InsertPoint::Before(op);
                    if let Some(copy) = self.copy(body, at, value, new) {
                        Builder::new(body).set_operand(op, spv::Store::OBJECT, copy);
                    }
                }
            } else if let Some(copy) = spv::CopyMemory::cast(body, op) {
                let (target, source) = (copy.target(), copy.source());
                self.split(body, op, target, source);
            }
        }
    }

    /// Returns the type with explicit layout that a value has in the memory of a pointer, or `None` if its type does
    /// not change.
    fn stored_as(&mut self, body: &Body, pointer: Value, ty: Type) -> Option<Type> {
        let pointer = body.value_type(pointer);
        types::pointer(self.ctx, pointer).filter(|(pointee, _)| *pointee == ty)?;
        let new = self.layouts.pointer(pointer, &|ty| self.arrays.contains(&ty))?;
        types::pointer(self.ctx, new).map(|(pointee, _)| pointee)
    }

    fn load(&mut self, body: &mut Body, op: Op, value: Value, new: Type) {
        let old = body.value_type(value);
        let at = body.next(op).map_or(InsertPoint::Detached, InsertPoint::Before);
        let uses: Vec<(Op, usize)> = body.uses(value).collect();
        Builder::new(body).set_value_type(value, new);
        // An OpCompositeExtract of a scalar or vector is valid for both types.
        let extracts = |&(user, _): &(Op, usize), layouts: &mut Layouts<'_>| {
            let ty = (body.result_count(user) == 1).then(|| body.value_type(body.result(user, 0)));
            body.def(user) == spv::CompositeExtract::ID && ty.is_some_and(|ty| !layouts.lacks(ty))
        };
        let rest: Vec<(Op, usize)> = uses.into_iter().filter(|at| !extracts(at, self.layouts)).collect();
        if rest.is_empty() {
            return;
        }
        self.parts = 0;
        if let Some(copy) = self.copy(body, at, value, old) {
            let mut builder = Builder::new(body);
            rest.into_iter().for_each(|(user, index)| builder.set_operand(user, index, copy));
        }
    }

    /// Splits an OpCopyMemory into a load and a store, if the types of its pointees will differ.
    fn split(&mut self, body: &mut Body, op: Op, target: Value, source: Value) {
        let pointees = [target, source].map(|at| types::pointer(self.ctx, body.value_type(at)));
        let [Some(_), Some((pointee, _))] = pointees else { return };
        let [to, from] = [target, source].map(|at| self.stored_as(body, at, pointee).unwrap_or(pointee));
        let &[access, operands, source_access, source_operands] = body.slots(op) else { return };
        if to == from {
            return;
        }
        // If OpCopyMemory has a single set of memory operands, it applies to both pointers.
        let of_load =
            if source_access == ABSENT { [access, operands] } else { [source_access, source_operands] };
        let is_ordered = |[access, _]: [u32; 2]| {
            access != ABSENT
                && access & (memory_access::MAKE_POINTER_AVAILABLE | memory_access::MAKE_POINTER_VISIBLE) != 0
        };
        if source_access == ABSENT && is_ordered(of_load) {
            self.layouts.problem.get_or_insert_with(|| {
                "an OpCopyMemory that makes memory available or visible has one memory operand for both \
                 pointers"
                    .to_owned()
            });
            return;
        }
        let loc = body.loc(op);
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let load = NewOp {
            loc,
            operands: &[source],
            slots: &of_load,
            results: &[from],
            ..NewOp::new(spv::Load::ID)
        };
        let value = builder.value(load);
        self.parts = 0;
        let Some(value) = self.copy(body, InsertPoint::Before(op), value, to) else { return };
        let mut builder = Builder::at(body, InsertPoint::Before(op));
        let (operands, slots) = ([target, value], [access, operands]);
        builder.create(NewOp { loc, operands: &operands, slots: &slots, ..NewOp::new(spv::Store::ID) });
        builder.erase(op);
    }

    /// Copies a value to another type of the same shape. Returns `None`, and records a problem, if the value cannot be
    /// copied element by element.
    fn copy(&mut self, body: &mut Body, at: InsertPoint, value: Value, ty: Type) -> Option<Value> {
        let from = body.value_type(value);
        // A subsequent step changes pointer types.
        if from == ty || types::pointer(self.ctx, from).is_some() {
            return Some(value);
        }
        let create = |body: &mut Body, def, operands: &[Value], slots: &[u32], ty: Type| {
            let mut builder = Builder::at(body, at);
            builder.value(NewOp { operands, slots, results: &[ty], ..NewOp::new(def) })
        };
        if let Some(def) = self.copy_logical {
            return Some(create(body, def, &[value], &[], ty));
        }
        let count = length(self.ctx, from);
        self.parts += count.unwrap_or(0);
        let Some(count) = count.filter(|_| self.parts <= MAX_PARTS) else {
            self.layouts.problem.get_or_insert_with(|| match count {
                Some(_) => format!(
                    "loading or storing a composite of more than {MAX_PARTS} parts requires SPIR-V 1.4"
                ),
                None => {
                    "loading or storing an array whose length is not a plain constant requires SPIR-V 1.4"
                        .to_owned()
                }
            });
            return None;
        };
        let mut elements = Vec::with_capacity(count);
        for index in 0..count {
            let element = types::element(self.ctx, from, index as u64)?;
            let path = self.ctx.attr(AttrData::Words(Box::new([index as u32]))).raw();
            let part = create(body, spv::CompositeExtract::ID, &[value], &[path], element);
            elements.push(self.copy(body, at, part, types::element(self.ctx, ty, index as u64)?)?);
        }
        Some(create(body, spv::CompositeConstruct::ID, &elements, &[], ty))
    }
}
