//! Replacement of Modf and Frexp, which have pointer operands, with ModfStruct and FrexpStruct

use spv_build::spv;
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::{Body, Builder, Context, Diagnostics, NewOp, Op, walk};

/// Replaces Modf and Frexp with ModfStruct and FrexpStruct, and stores the second member of the result. `is_selected`
/// returns whether to replace an instruction, given the storage class of its pointer operand.
pub(crate) fn return_structs(
    ctx: &Context,
    body: &mut Body,
    is_selected: &dyn Fn(u32) -> bool,
) -> Result<(), Diagnostics> {
    use spv::glsl::{Frexp, FrexpStruct, Modf, ModfStruct};
    let ops: Vec<Op> = walk::ops(body).filter(|&op| [Modf::ID, Frexp::ID].contains(&body.def(op))).collect();
    for op in ops {
        let result = body.result(op, 0);
        let (x, pointer) = (body.operand(op, Modf::X), body.operand(op, Modf::I));
        let contents = types::pointer(ctx, body.value_type(pointer)).filter(|(_, class)| is_selected(*class));
        let pointee = contents.map(|(pointee, _)| pointee);
        let def = types::type_def(ctx.registry(), opcodes::TYPE_STRUCT);
        let Some((pointee, def)) = pointee.zip(def) else { continue };
        let members = [body.value_type(result), pointee];
        let both = ctx.param_type(def, &types::struct_params(ctx, None, &members, &[], &[]), 0);
        let new = if body.def(op) == Modf::ID { ModfStruct::ID } else { FrexpStruct::ID };
        let (loc, attrs, name) = (body.loc(op), body.attrs(op), body.value_name(result));
        let mut b = spv::Builder::before(ctx, body, op);
        b.loc = loc;
        let both = b.ir().value(NewOp { loc, operands: &[x], results: &[both], ..NewOp::new(new) });
        let (first, second) = (b.composite_extract(both, &[0]), b.composite_extract(both, &[1]));
        b.store(pointer, second);
        b.finish()?;
        let mut builder = Builder::new(body);
        builder.set_value_name(result, None);
        builder.set_value_name(first, name);
        if let Some(extract) = builder.defining_op(first) {
            builder.set_attrs(extract, attrs);
        }
        builder.replace_all_uses(result, first);
        builder.erase(op);
    }
    Ok(())
}
