//! Execution of programs whose small integers were widened to 32 bits
//!
//! Arguments have arbitrary upper bits, and results are compared without the upper bits.

use super::check::{BUDGET, RUNS, leaves};
use crate::interp::{Machine, Outcome, Run, Value, ValueType, filled};
use spv_opt::Module;
use spv_opt::dialect::{spv, structure};
use spv_opt::ir::symbols::name_of;
use spv_opt::ir::{Context, Type, TypeData, walk};
use std::collections::HashMap;

/// Arbitrary bits for the upper half of a widened integer.
const GARBAGE: u64 = 0xA5C3_96E1;

/// Returns the bit width of each scalar in a type, in order.
fn widths(ctx: &Context, ty: Type) -> Vec<u32> {
    let mut list = Vec::new();
    let mut leaf = |shape: &ValueType| {
        list.push(match shape {
            ValueType::Int { width, .. } => *width,
            _ => 64,
        });
        Value::Undef
    };
    _ = filled(ctx, ty, &mut leaf);
    list
}

/// Maps the names of a module's functions and variables to the bit widths of the scalars in their results and values.
fn interface(module: &Module) -> HashMap<String, Vec<u32>> {
    let ctx: &Context = &module.ctx;
    let mut found = HashMap::new();
    for nested in walk::bodies(&module.body) {
        let body = nested.body;
        for op in walk::top_ops(body) {
            let Some(name) = name_of(ctx, body, op) else { continue };
            if let Some((ty, _)) = spv::GlobalVariable::cast(body, op).and_then(|v| v.contents(ctx)) {
                found.insert(name.to_owned(), widths(ctx, ty));
            } else if ctx.registry().op(body.def(op)).row.name == structure::FUNC.name
                && let Some(ty) = body.slot_attr(op, 1).and_then(|attr| ctx.attr_type(attr))
                && let TypeData::Function { results, .. } = ctx.type_data(ty)
            {
                found.insert(name.to_owned(), results.iter().flat_map(|ty| widths(ctx, *ty)).collect());
            }
        }
    }
    found
}

/// Truncates the scalars of a value to their original widths in bits.
fn narrowed(value: &Value, widths: &mut std::slice::Iter<'_, u32>) -> Value {
    if let Some(parts) = value.parts() {
        return Value::composite(parts.iter().map(|part| narrowed(part, widths)).collect());
    }
    match (value, widths.next()) {
        (Value::Bits(bits), Some(&width)) if width < 64 => Value::Bits(bits & ((1 << width) - 1)),
        _ => value.clone(),
    }
}

/// Executes the functions of `after` with the arguments for `before`. Returns the executions like
/// [`super::check::run_all`].
///
/// # Errors
/// Returns an error if a module has no `spv.module`.
pub fn run_all(before: &Module, after: &Module) -> Result<Vec<(String, Vec<Run>)>, String> {
    let machine = |module| Machine::new(module).ok_or("no spv.module");
    let (mut old, mut new) = (machine(before)?, machine(after)?);
    (old.budget, new.budget) = (BUDGET, 2 * BUDGET);
    let known = interface(before);
    let bits = |name: &str| known.get(name).map_or(&[][..], |widths| &widths[..]);
    let run = |name: &str, seed| {
        let mut given = Vec::new();
        let mut leaf = leaves(seed);
        old.run(name, &mut |shape| {
            let value = leaf(shape);
            given.push((shape.clone(), value.clone()));
            value
        });
        let mut given = given.into_iter();
        let mut run = new.run(name, &mut |shape| match (given.next(), shape) {
            (Some((ValueType::Int { width, .. }, Value::Bits(bits))), ValueType::Int { width: 32, .. }) => {
                Value::Bits((GARBAGE << width | bits) & u64::from(u32::MAX))
            }
            (Some((_, value)), _) => value,
            (None, _) => Value::Undef,
        });
        if let Outcome::Returned(value) = &mut run.outcome {
            *value = narrowed(value, &mut bits(name).iter());
        }
        for (variable, value) in &mut run.memory {
            *value = narrowed(value, &mut bits(variable).iter());
        }
        run
    };
    let functions = new.functions().into_iter();
    Ok(functions.map(|(name, _)| (name.clone(), (0..RUNS).map(|seed| run(&name, seed)).collect())).collect())
}
