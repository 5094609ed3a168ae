//! Combination of images and samplers into sampled images (`convert-to-sampled-image`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, ModulePass, PassInfo, SpvModule, Work};
use crate::support::spirv::{addresses, with_copies};
use rustc_hash::FxHashMap;
use spv_build::spv;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::values::dim;
use spv_dialect::types;
use spv_ir::symbols::name_of;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Ident, Op, Place, Type, Value, walk,
};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Converts the images with the given descriptor sets and bindings to sampled images. If a sampler has the \
                  same set and binding, OpSampledImage of both is replaced by the sampled image. The sampler may be used \
                  with this image only, and becomes unused. Images that are not loaded or cannot be sampled stay.",
    before: "spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!image, UniformConstant>\n\
             spv.GlobalVariable @s bind(0, 1) : !spv.ptr<!spv.sampler, UniformConstant>\n\
             %0 = spv.Load \"UniformConstant\" %t : !image\n%1 = spv.Load \"UniformConstant\" %s : !spv.sampler\n\
             %2 = spv.SampledImage %0, %1 : !image, !spv.sampler",
    after: "spv.GlobalVariable @t bind(0, 1) : !spv.ptr<!spv.sampled_image<!image>, UniformConstant>\n\
            %2 = spv.Load \"UniformConstant\" %t : !spv.sampled_image<!image>",
    options: &[OptionInfo { name: "bindings", default: "", help: "comma-separated pairs SET:BINDING" }],
    statistics: &[("images", "Images converted")],
    ..PassInfo::new("convert-to-sampled-image", "Combine images and samplers", ControlFlow::Any, |options| {
        Ok(Work::module(Convert { bindings: pairs(options.text("bindings"))? }))
    })
};

/// A descriptor set and a binding number.
type Binding = (u64, u64);

struct Convert {
    bindings: Vec<Binding>,
}

fn pairs(text: &str) -> Result<Vec<Binding>, String> {
    let pair = |part: &str| {
        let (set, binding) = part.split_once(':')?;
        Some((set.trim().parse().ok()?, binding.trim().parse().ok()?))
    };
    let parts = text.split(',').filter(|part| !part.trim().is_empty());
    parts.map(|part| pair(part).ok_or_else(|| format!("'{part}' is not SET:BINDING"))).collect()
}

/// The image variable and the sampler variable with the same descriptor set and binding.
#[derive(Clone, Copy, Default)]
struct Pair {
    image: Option<Op>,
    sampler: Option<Op>,
}

impl ModulePass for Convert {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let mut count = 0;
        for pair in self.pairs(module)? {
            match pair {
                Pair { image: Some(image), sampler } => count += u64::from(convert(module, image, sampler)?),
                Pair { sampler: Some(sampler), .. } => {
                    return Err(error(
                        module,
                        sampler,
                        "no image has the descriptor set and binding of a sampler",
                    ));
                }
                _ => {}
            }
        }
        module.count(0, count);
        Ok(())
    }
}

impl Convert {
    /// Returns the image and sampler variables with the requested bindings, in the order of the first variable of each
    /// pair.
    fn pairs(&self, module: &SpvModule<'_>) -> Result<Vec<Pair>, Diagnostics> {
        let ctx = module.ctx;
        let mut pairs: Vec<Pair> = Vec::new();
        let mut known: FxHashMap<Binding, usize> = FxHashMap::default();
        for op in walk::top_ops(module.body) {
            let Some(variable) = spv::GlobalVariable::cast(module.body, op) else { continue };
            let number = |key: &str| ctx.attr_u64(ctx.dict_get(module.body.attrs(op), key)?);
            let binding = number("descriptor_set").zip(number("binding"));
            let Some(binding) = binding.filter(|binding| self.bindings.contains(binding)) else { continue };
            let ty = variable.contents(ctx).and_then(|(ty, _)| types::view(ctx, ty));
            let number = *known.entry(binding).or_insert(pairs.len());
            if number == pairs.len() {
                pairs.push(Pair::default());
            }
            let place = match ty {
                Some((opcodes::TYPE_IMAGE, params)) if may_be_sampled(ctx, params) => {
                    &mut pairs[number].image
                }
                Some((opcodes::TYPE_SAMPLER, _)) => &mut pairs[number].sampler,
                _ => continue,
            };
            if place.replace(op).is_some() {
                return Err(error(
                    module,
                    op,
                    "another variable has the same type, descriptor set and binding",
                ));
            }
        }
        Ok(pairs)
    }
}

/// Returns whether OpTypeSampledImage allows an image type with these parameters.
fn may_be_sampled(ctx: &Context, params: &[Attribute]) -> bool {
    const STORAGE: u64 = 2;
    let number = |index: usize| params.get(index).and_then(|param| ctx.attr_u64(*param));
    let is_other = [dim::BUFFER, dim::SUBPASS_DATA].iter().any(|other| number(2) == Some(u64::from(*other)));
    number(6) != Some(STORAGE) && !is_other
}

fn error(module: &SpvModule<'_>, op: Op, message: &str) -> Diagnostics {
    Diagnostics { list: vec![Diagnostic::error(Place::Op(module.body.loc(op)), message)] }
}

/// Converts an image variable to a sampled image, combined with the sampler if one is given. Returns whether it was
/// converted, which is false if no instruction loads the image.
fn convert(module: &mut SpvModule<'_>, image: Op, sampler: Option<Op>) -> Result<bool, Diagnostics> {
    let ctx = module.ctx;
    let name = |op: Op| name_of(ctx, module.body, op).map(|name| ctx.ident(name));
    let (image_name, sampler_name) = (name(image), sampler.and_then(name));
    let contents = spv::GlobalVariable::cast(module.body, image).and_then(|variable| variable.contents(ctx));
    let new = contents.and_then(|(ty, class)| {
        let combined = types::make(ctx, opcodes::TYPE_SAMPLED_IMAGE, None, &[ctx.type_attr(ty)])?;
        Some((combined, types::make_pointer(ctx, combined, class.0)?))
    });
    let (Some((combined, pointer)), Some(image_name)) = (new, image_name) else { return Ok(false) };
    let is_known = |body: &Body| {
        is_loaded_only(ctx, body, image_name)
            && sampler_name.is_none_or(|sampler| {
                loads(ctx, body, sampler).all(|load| samples_image_only(ctx, body, load, image_name))
            })
    };
    let functions = module.functions();
    if !functions.iter().filter_map(|&op| module.body.nested(op)).all(is_known) {
        let message = "the image or its sampler has a use that no sampled image can replace";
        return Err(error(module, image, message));
    }
    let is_loaded =
        |&op: &Op| module.body.nested(op).is_some_and(|body| loads(ctx, body, image_name).next().is_some());
    if !functions.iter().any(is_loaded) {
        return Ok(false);
    }
    for op in functions {
        let change = |body: &mut Body| change_loads(ctx, body, image_name, sampler_name, (combined, pointer));
        module.function_mut(op, change).transpose()?;
    }
    Builder::new(module.body).set_slot(image, spv::GlobalVariable::TYPE, ctx.type_attr(pointer).raw());
    Ok(true)
}

/// Returns the loads of the variable `name` in a function.
fn loads(ctx: &Context, body: &Body, name: Ident) -> impl Iterator<Item = Op> {
    let users = addresses(ctx, body, name).flat_map(|op| body.uses(body.result(op, 0)));
    users.map(|(user, _)| user).filter(|&user| body.def(user) == spv::Load::ID)
}

fn is_loaded_only(ctx: &Context, body: &Body, name: Ident) -> bool {
    let mut users = addresses(ctx, body, name).flat_map(|op| body.uses(body.result(op, 0)));
    users.all(|(user, _)| body.def(user) == spv::Load::ID)
}

/// Returns the uses of a value and of its OpCopyObject copies, as pairs of op and operand index. Excludes the copies
/// themselves.
fn uses(body: &Body, value: Value) -> Vec<(Op, usize)> {
    let values = with_copies(body, value).into_iter();
    values
        .flat_map(|value| body.uses(value))
        .filter(|(user, _)| body.def(*user) != spv::CopyObject::ID)
        .collect()
}

/// Returns whether a value is loaded from the variable `name`, directly or through copies.
fn is_load_of(ctx: &Context, body: &Body, mut value: Value, name: Ident) -> bool {
    while let Some(op) = body.defining_op(value) {
        if let Some(address) = spv::AddressOf::cast(body, op) {
            return address.variable(ctx) == Some(name);
        }
        if ![spv::CopyObject::ID, spv::Load::ID].contains(&body.def(op)) {
            return false;
        }
        [value] = body.first_operands(op);
    }
    false
}

/// Returns whether all uses of a loaded sampler combine it with an image loaded from the variable `image`.
fn samples_image_only(ctx: &Context, body: &Body, load: Op, image: Ident) -> bool {
    uses(body, body.result(load, 0)).into_iter().all(|(user, _)| {
        spv::SampledImage::cast(body, user)
            .is_none_or(|combined| is_load_of(ctx, body, combined.image(), image))
    })
}

/// Changes the loads of an image variable to load a sampled image, and adapts the uses of the loaded value. `combined`
/// and `pointer` are the sampled image type and its pointer type.
fn change_loads(
    ctx: &Context,
    body: &mut Body,
    image: Ident,
    sampler: Option<Ident>,
    (combined, pointer): (Type, Type),
) -> Result<(), Diagnostics> {
    let loads: Vec<Op> = loads(ctx, body, image).collect();
    let addresses: Vec<Op> = addresses(ctx, body, image).collect();
    for address in addresses {
        let value = body.result(address, 0);
        Builder::new(body).set_value_type(value, pointer);
    }
    for load in loads {
        let value = body.result(load, 0);
        Builder::new(body).set_value_type(value, combined);
        let mut extracted = None;
        for (user, operand) in uses(body, value) {
            let own = spv::SampledImage::cast(body, user).map(|own| (own.sampler(), own.result()));
            let is_same =
                own.zip(sampler).is_some_and(|((of, _), sampler)| is_load_of(ctx, body, of, sampler));
            if let Some((_, result)) = own.filter(|_| is_same) {
                let mut builder = Builder::new(body);
                builder.replace_all_uses(result, value);
                builder.erase(user);
                continue;
            }
            let part = match extracted {
                Some(part) => part,
                None => {
                    let loc = body.loc(load);
                    let mut builder = spv::Builder::after(ctx, body, load);
                    builder.loc = loc;
                    let part = builder.image(value);
                    builder.finish()?;
                    *extracted.insert(part)
                }
            };
            Builder::new(body).set_operand(user, operand, part);
        }
        let copies: Vec<Op> =
            with_copies(body, value).into_iter().skip(1).filter_map(|copy| body.defining_op(copy)).collect();
        let mut builder = Builder::new(body);
        copies.into_iter().rev().for_each(|copy| builder.erase(copy));
    }
    Ok(())
}
