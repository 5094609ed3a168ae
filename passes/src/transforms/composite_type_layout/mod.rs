//! `decorate-spirv-composite-type-layout`: memory that others see gets offsets and strides.

mod borders;

use crate::pass::{PassInfo, SpvModule, Work};
use crate::support::spirv::variable_type;
use borders::Borders;
use rustc_hash::FxHashSet;
use spv_dialect::generated::opcodes;
use spv_dialect::layout::{LayoutRules, Layouts};
use spv_dialect::spv::{self, StorageClass};
use spv_dialect::types;
use spv_ir::replace::replace_types;
use spv_ir::symbols::name_of;
use spv_ir::{Body, Context, Diagnostic, Diagnostics, Op, Place, Type, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Gives structs and arrays in Uniform, StorageBuffer, PushConstant, PhysicalStorageBuffer and \
                  ShaderRecordBufferKHR memory their Offset, ArrayStride and MatrixStride: by the rules of std140 \
                  in Uniform, by those of std430 in the others. What is given already stays. Other memory keeps its types: where a whole composite \
                  goes from one to the other it is copied, with CopyLogical from SPIR-V 1.4 on. Arrays of blocks \
                  get no stride. Block is left to the serialization, or to whoever makes the types.",
    before: "spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(vector<3xf32>, !spv.array<4 x i32>)>, StorageBuffer>",
    after: "spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(vector<3xf32> [0], !spv.array<4 x i32, stride=4> [12])>, StorageBuffer>",
    statistics: &[("variables", "Variables whose types got a layout")],
    ..PassInfo::new(
        "decorate-spirv-composite-type-layout",
        "Give composite types of memory that others see their layout",
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let variables = decorate(module)?;
    module.count(0, variables);
    Ok(())
}

/// Gives memory its layout; returns the number of variables whose types changed.
pub(super) fn decorate(module: &mut SpvModule<'_>) -> Result<u64, Diagnostics> {
    let ctx = module.ctx;
    let variables: Vec<(Op, Type)> = walk::top_ops(module.body)
        .filter_map(|op| {
            let (pointee, class) = variable_type(ctx, module.body, op)?;
            LayoutRules::of_class(StorageClass(class)).map(|_| (op, pointee))
        })
        .collect();
    let arrays: FxHashSet<Type> = variables.iter().flat_map(|&(_, ty)| arrays_of_blocks(ctx, ty)).collect();
    let mut layouts = Layouts::new(ctx);
    let mut changed = 0;
    for &(op, _) in &variables {
        let before = layouts.problem.is_some();
        let ty = module.body.slot_attr(op, spv::GlobalVariable::TYPE).and_then(|a| ctx.attr_type(a));
        let new = ty.and_then(|ty| layouts.pointer(ty, &|ty| arrays.contains(&ty)));
        changed += u64::from(new.is_some());
        if new.is_some() && module.body.slot_attr(op, spv::GlobalVariable::INITIALIZER).is_some() {
            return Err(no_layout(ctx, module.body, op, "its initializer would have another type"));
        }
        if !before && let Some(problem) = &layouts.problem {
            return Err(no_layout(ctx, module.body, op, problem));
        }
    }
    // The functions first: what they load and store is known by the types that pointers had.
    let version = module.version();
    for op in module.functions() {
        let mut borders = Borders::new(ctx, &mut layouts, &arrays, version);
        module.function_mut(op, |body| borders.find(body));
    }
    replace_types(ctx, module.body, &mut |ty, _| layouts.pointer(ty, &|ty| arrays.contains(&ty)));
    match &layouts.problem {
        Some(problem) => Err(no_layout(ctx, module.outer, module.op, problem)),
        None => Ok(changed),
    }
}

fn no_layout(ctx: &Context, body: &Body, op: Op, problem: &str) -> Diagnostics {
    let name = name_of(ctx, body, op).map(|name| format!(" of @{name}")).unwrap_or_default();
    let error = Diagnostic::error(
        Place::Op(body.loc(op)),
        format!("the type{name} cannot be given a layout: {problem}"),
    );
    Diagnostics { list: vec![error] }
}

/// An array of blocks, and those that it is composed of.
fn arrays_of_blocks(ctx: &Context, ty: Type) -> Vec<Type> {
    let mut list = Vec::new();
    let mut at = ty;
    while let Some((opcodes::TYPE_ARRAY | opcodes::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, at) {
        list.push(at);
        let Some(element) = params.get(1).and_then(|a| ctx.attr_type(*a)) else { break };
        at = element;
    }
    list
}
