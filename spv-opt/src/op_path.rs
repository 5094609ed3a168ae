//! Op addresses that consist of the enclosing ops, for language bindings whose handles outlive a borrow of the module

use spv_ir::{Block, Body, Builder, Module, Op, Region, Value, ValueDef};
use std::sync::Arc;

/// The isolated ops that enclose a body, outermost first. The path is empty for the body of the module.
pub type Path = Arc<[Op]>;

/// Returns the body at a path, or `None` if it does not exist.
pub fn body<'m>(module: &'m Module, path: &[Op]) -> Option<&'m Body> {
    path.iter().try_fold(&*module.body, |body, &op| body.nested(op))
}

/// Returns the body at a path for modification, or `None` if it does not exist.
pub fn body_mut<'m>(module: &'m mut Module, path: &[Op]) -> Option<&'m mut Body> {
    path.iter().try_fold(&mut *module.body, |body, &op| Builder::new(body).into_nested_mut(op))
}

/// Whether a body has the value, and the op or block that defines it was not erased.
pub fn has_value(body: &Body, value: Value) -> bool {
    // After its op is erased, a value has no definition.
    body.has_value(value) && body.value_def(value) != ValueDef::Forward
}

/// Whether a body has the block, and the op around the block was not erased.
pub fn has_block(body: &Body, block: Block) -> bool {
    body.has_block(block) && body.block_parent(block).is_none_or(|region| has_region(body, region))
}

/// Whether the op of a region was not erased.
pub fn has_region(body: &Body, region: Region) -> bool {
    body.region_owner(region).is_none_or(|op| body.has_op(op))
}

/// Returns the regions of an op, and the path of the body that contains them. An isolated op has its own body.
pub fn regions(body: &Body, path: &Path, op: Op) -> (Path, Vec<Region>) {
    match body.nested(op) {
        Some(nested) => (path.iter().copied().chain([op]).collect(), vec![nested.root()]),
        None if body.is_isolated(op) => (path.clone(), Vec::new()),
        None => (path.clone(), (0..body.region_count(op)).map(|number| body.region(op, number)).collect()),
    }
}

/// Lists an op and all nested ops in preorder, each with the path of its body. The traversal is iterative, because ops
/// may nest deeply.
pub fn walk(module: &Module, path: &Path, op: Op) -> Vec<(Path, Op)> {
    let (mut all, mut todo) = (Vec::new(), vec![(path.clone(), op)]);
    while let Some((path, op)) = todo.pop() {
        if let Some(body) = body(module, &path) {
            let (inner, regions) = regions(body, &path, op);
            let begin = todo.len();
            let nested = self::body(module, &inner).into_iter();
            let blocks = nested.flat_map(|body| regions.iter().map(move |&region| (body, region)));
            let blocks =
                blocks.flat_map(|(body, region)| body.blocks(region).map(move |block| (body, block)));
            todo.extend(blocks.flat_map(|(body, block)| body.ops(block)).map(|op| (inner.clone(), op)));
            todo[begin..].reverse();
        }
        all.push((path, op));
    }
    all
}
