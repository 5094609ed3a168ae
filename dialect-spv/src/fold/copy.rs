//! Patterns for OpCopyLogical, which copies between composite types that differ only in decorations

use super::composite::extract;
use super::composite_values::words;
use super::decorations::can_merge;
use super::rewrite::{New, own, substitute};
use super::value::{defined_by, operands_of};
use crate::generated::opcodes::*;
use crate::types;
use spv_ir::rewrite::program_uses;
use spv_ir::{AttrData, NewOp, Op, Rewriter, Type, Value};

/// Creates a unary op before `op`, with the location of `op`.
fn make(r: &mut Rewriter<'_>, op: Op, code: u32, operand: Value, ty: Type, words: &[u32]) -> Option<Value> {
    let ctx = r.ctx();
    let def = ctx.registry().op_by_code(0, code)?;
    let words = [ctx.attr(AttrData::Words(words.into())).raw()];
    let slots = if code == COMPOSITE_EXTRACT { &words[..] } else { &[] };
    let made =
        r.create(NewOp { loc: r.loc(op), operands: &[operand], slots, results: &[ty], ..NewOp::new(def) });
    Some(r.result(made, 0))
}

/// Merges two nested copies into a single copy.
pub fn copy_of_copy(r: &mut Rewriter<'_>, op: Op) -> bool {
    let f = r.folding();
    let [copied] = f.body.first_operands(op);
    let Some(inner) = defined_by(f, copied, COPY_LOGICAL) else { return false };
    if !can_merge(f.ctx, f.body, inner) {
        return false;
    }
    let [value] = f.body.first_operands(inner);
    substitute(r, op, New::of(COPY_LOGICAL, &[value]))
}

/// Replaces a copy of an OpCompositeConstruct with an OpCompositeConstruct of the target type. Copies only the elements
/// whose types differ.
pub fn copy_of_construct(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [composite] = f.body.first_operands(op);
        let construct = own(f, composite, COMPOSITE_CONSTRUCT)?;
        let ty = f.body.value_type(f.body.result(op, 0));
        let element = |(i, value): (usize, Value)| Some((value, types::element(f.ctx, ty, i as u64)?));
        f.body.operands(construct).enumerate().map(element).collect::<Option<Vec<_>>>()
    })();
    let Some(elements) = found else { return false };
    let mut operands = Vec::with_capacity(elements.len());
    for (value, ty) in elements {
        let same = r.value_type(value) == ty;
        let Some(value) = (if same { Some(value) } else { make(r, op, COPY_LOGICAL, value, ty, &[]) }) else {
            return false;
        };
        operands.push(value);
    }
    substitute(r, op, New::of(COMPOSITE_CONSTRUCT, &operands))
}

/// Replaces an extract from a copy with an extract from the source of the copy. If the element's type differs, copies
/// the element, but only if the whole copy has no other use.
pub fn extract_of_copy(r: &mut Rewriter<'_>, op: Op) -> bool {
    let [copy] = r.first_operands(op);
    let found = (|| {
        let f = r.folding();
        let path = words(f.ctx, f.body, op).filter(|path| !path.is_empty())?;
        let [value] = operands_of(f, copy, COPY_LOGICAL)?;
        let ty =
            path.iter().try_fold(f.body.value_type(value), |ty, &i| types::element(f.ctx, ty, i.into()))?;
        let same = ty == f.body.value_type(f.body.result(op, 0));
        (same || own(f, copy, COPY_LOGICAL).is_some()).then(|| (value, path.to_vec(), ty, same))
    })();
    let Some((value, path, ty, same)) = found else { return false };
    if same {
        // The copy may now have an extract as its only use. Retry that extract, to which this pattern then applies.
        let users = program_uses(r.ctx(), r, copy).map(|(user, _)| user);
        let users: Vec<Op> = users.filter(|&user| user != op).collect();
        if let [user] = users[..] {
            r.revisit(user);
        }
        return extract(r, op, value, &path);
    }
    let Some(element) = make(r, op, COMPOSITE_EXTRACT, value, ty, &path) else { return false };
    substitute(r, op, New::of(COPY_LOGICAL, &[element]))
}
