//! Generic form of the source dialects in LLVM 19 syntax
//!
//! The form is `"name"(operands) <{properties}> ({regions}) {attributes}`.

use crate::enums::*;
use crate::since;
use crate::spec::specs;
use crate::{arith, cf, gpu, gpu_binary, index, memref, ub, vector};
use spv_ir::dialect::{
    EnumDef, GenericForm, NO_OPCODE, OpDef, ParamDef, ParamDefId, ParamKind, PropertyForm, SEGMENTS,
    Spelling, TypeParams,
};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Op, Signedness, TextForm, Type};

/// Hooks that the registry calls for LLVM's generic form.
pub(crate) static FORM: GenericForm = GenericForm {
    write,
    read,
    wrapped: |_, _, _| None,
    unwrap: |_, _, _, _| false,
    problem: |_, _, _| None,
    property,
    enumerant,
    end: |def| (def.row.name == gpu::Module::NAME).then_some(gpu::ModuleEnd::NAME),
    name: |_, _, _, _| None,
};

/// The representation of an enumerant in the generic form.
enum As {
    /// A dialect attribute. The string is the text of the attribute before the enumerant's name, for example
    /// `arith.overflow<`.
    Named(&'static str),
    /// An enumerant attribute of the dialect `gpu`, such as `gpu.dim` for `#gpu.dim<x>`. Before LLVM 24, this is
    /// `#gpu<dim x>`.
    Gpu(&'static str),
    /// An integer attribute of this width in bits.
    Bits(u32),
}

/// Enumerations that become attributes in the generic form: enumeration, representation, and separator between the
/// names of a bit set.
static ENUMERANTS: [(&EnumDef, As, &str); 18] = [
    (&OVERFLOW, As::Named("arith.overflow<"), ", "),
    (&FASTMATH, As::Named("arith.fastmath<"), ","),
    (&ROUNDING, As::Bits(32), ""),
    (&CMPI, As::Bits(64), ""),
    (&CMPF, As::Bits(64), ""),
    (&ATOMIC, As::Bits(64), ""),
    (&COMBINING, As::Named("vector.kind<"), ""),
    (&PUNCTUATION, As::Named("vector.punctuation<"), ""),
    (&INDEX_CMP, As::Named("index<cmp_predicate "), ""),
    (&DIMENSION, As::Gpu("gpu.dim"), ""),
    (&SHUFFLE, As::Gpu("gpu.shuffle_mode"), ""),
    (&BARRIER_SCOPE, As::Gpu("gpu.barrier_scope"), ""),
    (&BROADCAST, As::Gpu("gpu.broadcast"), ""),
    (&ALL_REDUCE, As::Gpu("gpu.all_reduce_op"), ""),
    (&MMA_ELEMENTWISE, As::Gpu("gpu.mma_element_wise"), ""),
    (&PRUNE, As::Gpu("gpu.prune_2to4_spmat_flag"), ""),
    (&TRANSPOSE, As::Gpu("gpu.mat_transpose_mode"), ""),
    (&SPGEMM, As::Gpu("gpu.spgemm_work_estimation_or_compute_kind"), ""),
];

fn enumerant(ctx: &Context, def: &EnumDef, value: u32, form: &TextForm) -> Option<Attribute> {
    let (_, written, separator) = ENUMERANTS.iter().find(|(known, ..)| std::ptr::eq(*known, def))?;
    let names = || def.joined(value, separator);
    let text = match written {
        As::Bits(width) => {
            return Some(ctx.int_attr(value.into(), ctx.int_type(*width, Signedness::Signless)));
        }
        As::Named(start) => format!("{start}{}>", names()),
        As::Gpu(name) if since::GPU_ATTRIBUTES.holds(Some(form)) => format!("{name}<{}>", names()),
        As::Gpu(name) => format!("gpu<{} {}>", name.trim_start_matches("gpu."), names()),
    };
    Some(ctx.attr(AttrData::Opaque { text: ctx.ident(&text) }))
}

/// Attributes of `arith` that hold bit sets, such as `#arith.fastmath<nnan,ninf>`.
pub(crate) const ARITH_ATTRIBUTES: &[ParamDef] = &[flags("arith.overflow"), flags("arith.fastmath")];

/// Appends the attributes of `gpu` that hold an enumerant since LLVM 24, such as `#gpu.dim<x>`, to other attributes.
/// `N` is the number of all attributes.
pub(crate) const fn with_gpu_enumerants<const N: usize>(others: &[ParamDef]) -> [ParamDef; N] {
    let mut all = [flags(""); N];
    all.split_at_mut(others.len()).0.copy_from_slice(others);
    let (mut count, mut row) = (others.len(), 0);
    while row < ENUMERANTS.len() {
        if let As::Gpu(name) = ENUMERANTS[row].1 {
            all[count] = flags(name);
            count += 1;
        }
        row += 1;
    }
    assert!(count == N, "the table has another number of enumerants");
    all
}

const fn flags(name: &'static str) -> ParamDef {
    ParamDef { name, parse: parse_flags, print: print_flags, code: NO_OPCODE }
}

fn parse_flags(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    let name = p.ctx().registry().attr_def(def).name;
    let is_written = |written: &As| match written {
        As::Named(start) => start.strip_suffix('<') == Some(name),
        As::Gpu(known) => *known == name,
        As::Bits(_) => false,
    };
    let known = ENUMERANTS.iter().find(|(_, written, _)| is_written(written));
    let Some((flags, _, separator)) = known else { return Err(p.error("expected flags")) };
    p.expect("<")?;
    let mut bits = 0;
    crate::text::until(p, ">", &mut |p| {
        let word = p.keyword()?;
        bits |= flags.by_name(&word).ok_or_else(|| {
            p.error(&format!("expected one of the values of '{}', found '{word}'", flags.name))
        })?;
        Ok(())
    })?;
    let text = flags.joined(bits, separator);
    Ok(ParamInstance::Params(vec![p.ctx().string_attr(&text)]))
}

fn print_flags(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let text = params.first().and_then(|attr| p.ctx().attr_str(*attr)).unwrap_or_default();
    let text = format!("<{text}>");
    p.write(&text);
}

/// Ops with attributes of this library that LLVM prints as discardable attributes: op name and attribute names.
static DISCARDABLE: [(&str, &[&str]); 2] = [
    (gpu::Func::NAME, &["sym_name", "sym_visibility", "workgroup_attributions"]),
    (gpu::Launch::NAME, &["workgroup_attributions"]),
];

/// Discardable attributes of this library that are properties of `gpu.func` in LLVM.
const PROPERTIES: [&str; 2] = ["known_block_size", "known_grid_size"];

/// Ops whose integer lists are `ArrayAttr` rather than `DenseI64ArrayAttr` in the generic form.
const ARRAYS: [&str; 3] = [vector::ConstantMask::NAME, vector::MultiReduction::NAME, vector::Shuffle::NAME];

fn property(def: &OpDef, key: &str) -> Option<PropertyForm> {
    let name = def.row.name;
    if DISCARDABLE.iter().any(|(op, keys)| *op == name && keys.contains(&key)) {
        return Some(PropertyForm::Discardable);
    }
    if name == gpu::Func::NAME && PROPERTIES.contains(&key) {
        return Some(PropertyForm::Inherent);
    }
    let spec = crate::all_ops().find(|spec| spec.row.name == name)?;
    let list = spec.spellings[def.param(key)?] == Spelling::Numbers;
    Some(if list && !ARRAYS.contains(&name) { PropertyForm::Longs } else { PropertyForm::Inherent })
}

/// Ops whose flags attribute is omitted if no flag is set.
const OPTIONAL_FLAGS: [&str; 4] =
    [arith::ExtF::NAME, arith::TruncF::NAME, arith::ScalingExtF::NAME, arith::ScalingTruncF::NAME];

/// Name of the `cf.switch` attribute that holds the number of operands of each case.
const CASES: &str = "case_operand_segments";
/// Name of the attribute that holds the result group sizes.
const RESULTS: &str = "resultSegmentSizes";
/// Name of the attribute `type` of `memref.global`, in this library and in LLVM. The names differ because `type` is a
/// Rust keyword.
const GLOBAL_TYPE: [&str; 2] = ["ty", "type"];

fn write(ctx: &Context, body: &Body, op: Op, form: &TextForm, attrs: &mut Vec<(Ident, Attribute)>) {
    if !form.properties {
        return;
    }
    let Some(spec) = specs(ctx).get(body.def(op)) else { return };
    // LLVM prints flags even if none is set.
    for (part, spelling) in spec.row.params.iter().zip(spec.spellings) {
        if let Spelling::Flags(_) | Spelling::Word { zero_is_absent: true } = spelling
            && let ParamKind::Enum(def) = part.kind
            && !OPTIONAL_FLAGS.contains(&spec.row.name)
            && !attrs.iter().any(|(key, _)| ctx.str(*key) == part.name)
        {
            attrs.extend(enumerant(ctx, def, 0, form).map(|value| (ctx.ident(part.name), value)));
        }
    }
    match spec.row.name {
        cf::Switch::NAME => {
            let lengths: Vec<u32> =
                (1..body.successor_count(op)).map(|i| body.successor_args(op, i).len() as u32).collect();
            attrs.push((ctx.ident(CASES), ctx.attr(AttrData::Words(lengths.into()))));
        }
        memref::Global::NAME => rename(ctx, attrs, GLOBAL_TYPE),
        ub::Poison::NAME => add(ctx, attrs, ub::Poison::value, ub::default(ctx)),
        index::Constant::NAME => retype(ctx, attrs, index::Constant::value, ctx.common().index),
        memref::AssumeAlignment::NAME => {
            retype(ctx, attrs, memref::AssumeAlignment::alignment, ctx.common().i32);
        }
        vector::Print::NAME => {
            let newline = enumerant(ctx, &PUNCTUATION, Punctuation::NEWLINE, form);
            add(ctx, attrs, vector::Print::punctuation, newline);
        }
        gpu::Binary::NAME => {
            let handler = ctx.registry().attr_by_name(gpu_binary::SELECT);
            let handler = handler.map(|def| ctx.param_attr(def, &[]));
            add(ctx, attrs, gpu::Binary::offloadingHandler, handler);
        }
        gpu::SpMMBufferSize::NAME => {
            let is_async = u32::from(gpu::is_async(ctx, body, op));
            let lengths = [body.result_count(op) as u32 - is_async, is_async];
            add(ctx, attrs, RESULTS, Some(ctx.attr(AttrData::Words(lengths.into()))));
        }
        gpu::Barrier::NAME if since::GPU_ATTRIBUTES.holds(Some(form)) => {
            add(
                ctx,
                attrs,
                gpu::Barrier::scope,
                enumerant(ctx, &BARRIER_SCOPE, BarrierScope::WORKGROUP, form),
            );
        }
        gpu::Func::NAME | gpu::Launch::NAME => {
            // LLVM derives the number of private attributions from the region arguments.
            attrs.retain(|(key, _)| ctx.str(*key) != gpu::Func::private_attributions);
            add(ctx, attrs, gpu::Func::workgroup_attributions, Some(crate::text::number(ctx, 0)));
        }
        _ => {}
    }
}

/// Adds the attribute `key` unless the list already contains it. Adds nothing if `value` is `None`.
fn add(ctx: &Context, attrs: &mut Vec<(Ident, Attribute)>, key: &str, value: Option<Attribute>) {
    if !attrs.iter().any(|(known, _)| ctx.str(*known) == key) {
        attrs.extend(value.map(|value| (ctx.ident(key), value)));
    }
}

/// Changes the type of the integer attribute `key` to `ty`.
fn retype(ctx: &Context, attrs: &mut [(Ident, Attribute)], key: &str, ty: Type) {
    for (_, value) in attrs.iter_mut().filter(|(known, _)| ctx.str(*known) == key) {
        *value = ctx.attr_u64(*value).map_or(*value, |number| ctx.int_attr(number, ty));
    }
}

/// Renames the attribute `from` to `to`.
fn rename(ctx: &Context, attrs: &mut [(Ident, Attribute)], [from, to]: [&str; 2]) {
    if let Some((key, _)) = attrs.iter_mut().find(|(key, _)| ctx.str(*key) == from) {
        *key = ctx.ident(to);
    }
}

fn read(ctx: &Context, def: &OpDef, attrs: &mut Vec<(Ident, Attribute)>) {
    match def.row.name {
        memref::Global::NAME => rename(ctx, attrs, [GLOBAL_TYPE[1], GLOBAL_TYPE[0]]),
        ub::Poison::NAME => attrs.retain(|(_, value)| !ub::is_default(ctx, *value)),
        gpu::Barrier::NAME => {
            let is_default = |value| match ctx.attr_data(value) {
                AttrData::Param { params, .. } => params[..] == [ctx.string_attr("workgroup")],
                _ => false,
            };
            attrs.retain(|(key, value)| ctx.str(*key) != gpu::Barrier::scope || !is_default(*value));
        }
        gpu::Binary::NAME => {
            let selects_none = |value| match ctx.attr_data(value) {
                AttrData::Param { params, .. } => params.is_empty(),
                _ => false,
            };
            attrs.retain(|(_, value)| !selects_none(*value));
        }
        gpu::SpMMBufferSize::NAME => attrs.retain(|(key, _)| ctx.str(*key) != RESULTS),
        // The custom form omits a stride of 1.
        gpu::SubgroupReduce::NAME => attrs.retain(|(key, value)| {
            ctx.str(*key) != gpu::SubgroupReduce::cluster_stride || ctx.attr_u64(*value) != Some(1)
        }),
        vector::Print::NAME => {
            let is_newline = |value| match ctx.attr_data(value) {
                AttrData::Param { params, .. } => params[..] == [ctx.string_attr("newline")],
                _ => false,
            };
            attrs.retain(|(_, value)| !is_newline(*value));
        }
        cf::Switch::NAME => {
            let at = |attrs: &[(Ident, Attribute)], key| attrs.iter().position(|(k, _)| ctx.str(*k) == key);
            let Some(cases) = at(attrs, CASES).map(|at| attrs.remove(at).1) else { return };
            // LLVM stores the operands of all cases as a single operand group.
            if let Some(all) = at(attrs, SEGMENTS)
                && let (AttrData::Words(cases), AttrData::Words(groups)) =
                    (ctx.attr_data(cases), ctx.attr_data(attrs[all].1))
            {
                let each: Vec<u32> = groups.iter().take(2).chain(cases.iter()).copied().collect();
                attrs[all].1 = ctx.attr(AttrData::Words(each.into()));
            }
        }
        _ => {}
    }
}
