//! Explicit layout of composite types (`decorate-spirv-composite-type-layout`)

mod borders;

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
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
    description: "Adds Offset, ArrayStride and MatrixStride to structs and arrays in Uniform, \
                  StorageBuffer, PushConstant, PhysicalStorageBuffer and ShaderRecordBufferKHR memory, by \
                  std140 rules in Uniform and std430 rules elsewhere. Existing decorations are kept. Types \
                  in other memory do not change; whole composites that move between the two are copied, \
                  from SPIR-V 1.4 on with CopyLogical. Arrays of blocks get no stride. Block is added by \
                  serialization or by the producer of the types.",
    before: "spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(vector<3xf32>, !spv.array<4 x i32>)>, StorageBuffer>",
    after: "spv.GlobalVariable @v bind(0, 0) : !spv.ptr<!spv.struct<(vector<3xf32> [0], !spv.array<4 x i32, stride=4> [12])>, StorageBuffer>",
    statistics: &[("variables", "Variables whose types were laid out")],
    ..PassInfo::new(
        "decorate-spirv-composite-type-layout",
        "Add explicit layout to composite types in externally visible memory",
        ControlFlow::Any,
        |_| Ok(Work::module(run)),
    )
};

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let variables = decorate(module)?;
    module.count(0, variables);
    Ok(())
}

/// Adds an explicit layout to the types of externally visible variables. Returns the number of variables whose types
/// changed.
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
            return Err(no_layout(ctx, module.body, op, "the type of its initializer would change"));
        }
        if !before && let Some(problem) = &layouts.problem {
            return Err(no_layout(ctx, module.body, op, problem));
        }
    }
    // Rewrite functions first, because the rewrite recognizes accesses by the old pointer types.
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

/// Returns an array type whose innermost element is a Block-decorated struct, and the array types nested in it. Returns
/// an empty list for other types.
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
