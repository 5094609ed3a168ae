//! Promotion of constants to replicated constants (`spirv-promote-to-replicated-constants`)

use spv_dialect::attributes::{AttrKind, make, typed_constant};
use spv_dialect::spv;
use spv_dialect::types::element;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, InsertPoint, Module, NewOp, Op, Type, TypeData, walk,
};
use spv_passes::pass::{ControlFlow, PassInfo, Work};

pub(crate) static PROMOTE: PassInfo = PassInfo {
    description: "Replaces a composite of equal constituents with OpConstantCompositeReplicateEXT, and a composite of one \
                  specialization constant by OpSpecConstantCompositeReplicateEXT. The target must have \
                  SPV_EXT_replicated_composites.",
    ..PassInfo::new(
        "spirv-promote-to-replicated-constants",
        "Replicate equal constituents of constants",
        ControlFlow::Any,
        |_| Ok(Work::whole(promote)),
    )
};

fn promote(module: &mut Module) -> Result<(), spv_ir::Diagnostics> {
    let ctx = module.ctx.clone();
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| promote_body(&ctx, body));
    Ok(())
}

fn promote_body(ctx: &Context, body: &mut Body) {
    for op in walk::ops(body).collect::<Vec<Op>>() {
        if body.def(op) == spv::Constant::ID {
            let value = body.slot_attr(op, spv::Constant::VALUE);
            let replicated =
                value.and_then(|value| replicate(ctx, value, body.value_type(body.result(op, 0))));
            if let Some(replicated) = replicated {
                Builder::new(body).set_slot(op, spv::Constant::VALUE, replicated.raw());
            }
        } else if body.def(op) == spv::SpecConstantComposite::ID {
            promote_spec_constant(ctx, body, op);
        }
    }
}

/// Returns the replicated form of a composite constant, or `None` if its constituents are not identical.
fn replicate(ctx: &Context, value: Attribute, ty: Type) -> Option<Attribute> {
    let inner = element(ctx, ty, 0)?;
    let constituent = match ctx.attr_data(value) {
        AttrData::Dense { ty: dense, elements } => {
            let (TypeData::Vector { dims, element: of } | TypeData::Tensor { dims, element: of }) =
                ctx.type_data(*dense)
            else {
                return None;
            };
            let is_splat = elements.len() == 1 && dims.iter().product::<u64>() > 1 && *of == inner;
            let bits = *elements.first().filter(|_| is_splat)?;
            match ctx.type_data(inner) {
                TypeData::Float(_) => ctx.attr(AttrData::Float { bits, ty: inner }),
                _ if inner == ctx.common().i1 => ctx.bool_attr(bits != 0),
                _ => ctx.int_attr(bits, inner),
            }
        }
        AttrData::Array(parts) => match &parts[..] {
            [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|part| part == first) => {
                match typed_constant(ctx, *first) {
                    Some(_) => *first,
                    None => make(ctx, AttrKind::Const, &[*first, ctx.type_attr(inner)])?,
                }
            }
            _ => return None,
        },
        _ => return None,
    };
    make(ctx, AttrKind::Replicate, &[constituent])
}

fn promote_spec_constant(ctx: &Context, body: &mut Body, op: Op) {
    use spv::SpecConstantCompositeReplicateEXT as Replicated;
    let parts =
        body.slot_attr(op, spv::SpecConstantComposite::CONSTITUENTS).and_then(|list| ctx.attr_array(list));
    let Some([first, rest @ ..]) = parts else { return };
    if rest.is_empty() || rest.iter().any(|part| part != first) {
        return;
    }
    let (loc, attrs) = (body.loc(op), body.attrs(op));
    let mut slots = [0; 3];
    slots[Replicated::SYM_NAME] = body.slot(op, spv::SpecConstantComposite::SYM_NAME);
    slots[Replicated::TYPE] = body.slot(op, spv::SpecConstantComposite::TYPE);
    slots[Replicated::VALUE] = first.raw();
    let mut builder = Builder::at(body, InsertPoint::Before(op));
    builder.create(NewOp { loc, attrs, slots: &slots, ..NewOp::new(Replicated::ID) });
    builder.erase(op);
}
