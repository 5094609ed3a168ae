//! Elimination of unrealized conversion casts

use spv_ir::builtin::CAST_ID;
use spv_ir::{Body, Builder, Diagnostics, Module, Op, Value, walk};
use spv_passes::pass::{ControlFlow, PassInfo, Work};

pub(crate) static RECONCILE: PassInfo = PassInfo {
    description: "Replaces the results of a chain of builtin.unrealized_conversion_cast ops with the inputs \
                  of the chain if both have the same types, and erases unused casts. Remaining casts are \
                  not an error.",
    before: "%1 = builtin.unrealized_conversion_cast %0 : index to i32\n%2 = builtin.unrealized_conversion_cast %1 : i32 \
             to index\nuse(%2)",
    after: "use(%0)",
    ..PassInfo::new(
        "reconcile-unrealized-casts",
        "Eliminate unrealized conversion casts",
        ControlFlow::Any,
        |_| {
            Ok(Work::whole(|module: &mut Module| {
                walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut reconcile);
                Ok::<(), Diagnostics>(())
            }))
        },
    )
};

fn reconcile(body: &mut Body) {
    let casts: Vec<Op> = walk::ops(body).filter(|op| body.def(*op) == CAST_ID).collect();
    for &cast in &casts {
        if let Some(source) = source(body, cast, casts.len()) {
            let pairs: Vec<(Value, Value)> = body.results(cast).zip(body.own_operands(source)).collect();
            let mut builder = Builder::new(body);
            for (result, input) in pairs.into_iter().filter(|(result, input)| result != input) {
                builder.replace_all_uses(result, input);
            }
        }
    }
    // Erasing a cast may leave the cast that defines its operand without uses.
    let mut candidates = casts;
    while let Some(cast) = candidates.pop() {
        if body.is_dead(cast) || body.results(cast).any(|result| body.uses(result).next().is_some()) {
            continue;
        }
        let before: Vec<Value> = body.own_operands(cast).collect();
        Builder::new(body).erase(cast);
        let casts = before.into_iter().filter_map(|value| body.defining_op(value));
        candidates.extend(casts.filter(|op| body.def(*op) == CAST_ID));
    }
}

/// Walks up the chain of casts that ends with `cast`. Returns the cast whose inputs have the same types as the results
/// of `cast`, or `None` if the chain has no such cast. Follows at most `limit` casts, because chains in unreachable
/// code may be cyclic.
fn source(body: &Body, cast: Op, limit: usize) -> Option<Op> {
    let mut at = cast;
    for _ in 0..limit {
        let inputs: Vec<Value> = body.own_operands(at).collect();
        let types = inputs.iter().map(|value| body.value_type(*value));
        if body.results(cast).map(|value| body.value_type(value)).eq(types) {
            return Some(at);
        }
        at = body.defining_op(*inputs.first()?).filter(|op| body.def(*op) == CAST_ID)?;
        if !body.results(at).eq(inputs) {
            return None;
        }
    }
    None
}
