//! Type rules of group and subgroup instructions

use super::View;
use super::classes;
use super::rule::{Class, R};
use super::shape::TypeKind;
use crate::generated::values::group_operation::CLUSTERED_REDUCE;
use crate::generated::values::scope::{SUBGROUP, WORKGROUP};
use crate::spv;
use spv_ir::Type;
use spv_ir::dialect::ABSENT;

impl View<'_, '_> {
    /// Returns the type of the value operand at `index`, not counting a scope that is a value operand.
    fn grouped(&self, index: usize) -> Option<Type> {
        let first = usize::from(self.slot(spv::GroupBroadcast::EXECUTION) == ABSENT);
        let body = self.body();
        let index = first + index;
        if index >= body.operand_count(self.op) {
            return None;
        }
        self.value_ty(body.operand(self.op, index))
    }

    fn result_is_value(&mut self, class: Option<&'static Class>) {
        let (Some(value), Some(result)) = (self.grouped(0), self.ty(R)) else { return };
        if let Some(class) = class
            && !class.holds(self.shape(value))
        {
            let value = self.text(value);
            return self.error(&format!("operand #0 must be {}, but got '{value}'", class.text));
        }
        if !self.alike(value, result) {
            let (value, result) = (self.text(value), self.text(result));
            self.error(&format!(
                "failed to verify that all of {{value, result}} have same type: '{value}' and '{result}'"
            ));
        }
    }
}

/// Checks that the execution scope is Workgroup or Subgroup.
pub fn scope(v: &mut View<'_, '_>) {
    if !matches!(v.slot(spv::GroupBroadcast::EXECUTION), WORKGROUP | SUBGROUP | ABSENT) {
        v.error("execution scope must be 'Workgroup' or 'Subgroup'");
    }
}

/// Checks instructions that move a value of any type between invocations.
pub fn moved(v: &mut View<'_, '_>) {
    scope(v);
    v.result_is_value(None);
}

/// Checks the scope and local id of OpGroupBroadcast.
pub fn broadcast(v: &mut View<'_, '_>) {
    scope(v);
    if let Some(id) = v.grouped(1) {
        let shape = v.shape(id);
        if shape.kind == TypeKind::Vector && !matches!(shape.count, 2 | 3) {
            let count = shape.count;
            return v.error(&format!(
                "localid is a vector and can be with only  2 or 3 components, actual number is {count}"
            ));
        }
    }
    v.result_is_value(None);
}

/// Checks reductions and scans of integers.
pub fn integers(v: &mut View<'_, '_>) {
    arithmetic(v, &classes::INT);
}

/// Checks reductions and scans of floats.
pub fn floats(v: &mut View<'_, '_>) {
    arithmetic(v, &classes::FLOAT);
}

/// Checks reductions and scans of bools.
pub fn bools(v: &mut View<'_, '_>) {
    arithmetic(v, &classes::BOOL);
}

fn arithmetic(v: &mut View<'_, '_>, class: &'static Class) {
    scope(v);
    let cluster = v.grouped(1).is_some();
    if v.slot(spv::GroupIAdd::OPERATION) == CLUSTERED_REDUCE && !cluster {
        return v.error("cluster size operand must be provided for 'ClusteredReduce' group operation");
    }
    if v.slot(spv::GroupIAdd::OPERATION) == CLUSTERED_REDUCE && cluster {
        let body = v.body();
        let size = body.operand(v.op, body.operand_count(v.op) - 1);
        let constant = v.constant(size);
        let computed = v.definer(size).is_some_and(|op| body.def(op) == spv::SpecConstantOperation::ID);
        if constant.is_err() && !computed {
            return v.error("cluster size operand must come from a constant op");
        }
        if let Ok(Some(value)) = constant
            && value != 0
            && !value.is_power_of_two()
        {
            // spirv-val accepts 0 as cluster size.
            return v.error("cluster size operand must be a power of two");
        }
    }
    v.result_is_value(Some(class));
}
