//! Clamping of access chain indices (`graphics-robust-access`)

use crate::pass::{ControlFlow, Function, PassInfo, Work};
use crate::support::spirv::{integer, is_chain, storage};
use spv_build::spv::{self, FunctionBuilder, glsl};
use spv_dialect::fold::Facts;
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::{Body, Context, Diagnostics, InsertPoint, Op, Type, TypeData, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Clamps the indices of access chains to the bounds of the indexed object, as Vulkan's \
                  robustBufferAccess allows. Covers arrays, vectors, matrices, and runtime arrays at the \
                  end of a block, whose length is computed. A constant index beyond the end becomes the \
                  last index. Runtime arrays of descriptors, and blocks accessed through physical pointers, \
                  have no known length and are not changed.",
    before: "%p = spv.AccessChain %a[%i] : !spv.ptr<!spv.array<4 x f32>, Private>, i32",
    after: "%0 = spv.GLSL.SClamp %i, %c0, %c3 : i32\n%p = spv.AccessChain %a[%0] : ...",
    statistics: &[("clamped", "Indices clamped")],
    ..PassInfo::new("graphics-robust-access", "Clamp indices of access chains", ControlFlow::Any, |_| {
        Ok(Work::function(run))
    })
};

/// The number of elements that an index of an access chain selects from.
enum Length {
    Known(u64),
    /// The value of a specialization constant, given by its symbol.
    Symbol(spv_ir::Ident),
    /// The length of a runtime array. The array is the given member of the struct that the chain's first `indices`
    /// indices select.
    Runtime {
        indices: usize,
        member: u64,
    },
}

fn run(function: &mut Function<'_>) -> Result<(), Diagnostics> {
    if function.facts.contains(Facts::OPENCL) {
        return Ok(());
    }
    let (ctx, body) = (function.ctx, &mut *function.body);
    let chains: Vec<Op> = walk::ops(body).filter(|&op| is_chain(body, op)).collect();
    let Some(entry) = body.first_block(body.root()).filter(|_| !chains.is_empty()) else { return Ok(()) };
    let mut b = FunctionBuilder::new(spv::Builder::at_start(ctx, body, entry), entry);
    let mut count = 0;
    for op in chains {
        let lengths = lengths(ctx, &b, op);
        for (number, length) in lengths.into_iter().enumerate() {
            let Some(length) = length else { continue };
            let index = b.operand(op, number + 1);
            if let Some(clamped) = clamp(&mut b, op, index, &length) {
                b.ir().set_operand(op, number + 1, clamped);
                count += 1;
            }
        }
    }
    b.into_builder().finish()?;
    function.count(0, count);
    Ok(())
}

/// Returns for each index of a chain the length to clamp it to, or `None` if the index cannot be out of bounds.
fn lengths(ctx: &Context, body: &Body, op: Op) -> Vec<Option<Length>> {
    let mut operands = body.own_operands(op);
    let base = operands.next().and_then(|base| types::pointer(ctx, body.value_type(base)));
    let Some((mut ty, class)) = base else { return Vec::new() };
    let mut found = Vec::new();
    let mut member = None;
    for index in operands {
        let value = integer(ctx, body, index);
        let length = match types::view(ctx, ty) {
            Some((opcodes::TYPE_ARRAY, [_, _, length, ..])) => ctx
                .attr_u64(*length)
                .map(Length::Known)
                .or_else(|| ctx.attr_symbol(*length).map(Length::Symbol)),
            Some((opcodes::TYPE_RUNTIME_ARRAY, _)) => {
                let is_block = [storage::STORAGE_BUFFER, storage::UNIFORM].contains(&class);
                member.filter(|_| is_block).map(|member| Length::Runtime { indices: found.len() - 1, member })
            }
            Some((opcodes::TYPE_MATRIX, [_, _, columns, ..])) => ctx.attr_u64(*columns).map(Length::Known),
            _ => match ctx.type_data(ty) {
                TypeData::Vector { dims, .. } => dims.first().copied().map(Length::Known),
                _ => None,
            },
        };
        found.push(length);
        let is_struct = matches!(types::view(ctx, ty), Some((opcodes::TYPE_STRUCT, _)));
        member = value.filter(|_| is_struct);
        let Some(element) = types::element(ctx, ty, member.unwrap_or(0)) else { break };
        ty = element;
    }
    found
}

/// Returns the clamped index, or `None` if the index needs no clamping.
fn clamp(b: &mut FunctionBuilder<'_>, op: Op, index: Value, length: &Length) -> Option<Value> {
    let ctx = b.ctx();
    let ty: Type = b.value_type(index);
    let TypeData::Integer { width, .. } = *ctx.type_data(ty) else { return None };
    let known = integer(ctx, b, index);
    if let (Some(index), Length::Known(length)) = (known, length) {
        return (index >= *length && *length > 0).then(|| b.integer(ty, length - 1));
    }
    if is_clamped(ctx, b, index, length) {
        return None;
    }
    b.loc = b.loc(op);
    b.set_insertion_point(InsertPoint::Before(op));
    let last = match length {
        Length::Known(length) => b.integer(ty, length.saturating_sub(1)),
        Length::Symbol(_) | Length::Runtime { .. } if width != 32 => return None,
        Length::Symbol(symbol) => {
            let length = b.reference_of(ty, *symbol);
            let one = b.integer(ty, 1);
            b.i_sub(length, one)
        }
        Length::Runtime { indices, member } => {
            let operands: Vec<Value> = b.own_operands(op).take(indices + 1).collect();
            let (&base, path) = operands.split_first()?;
            let block = if path.is_empty() { base } else { b.access_chain(base, path) };
            let length = b.array_length(block, u32::try_from(*member).ok()?);
            let one = b.u32(1);
            let last = b.i_sub(length, one);
            if b.value_type(last) == ty { last } else { b.with_type(ty).bitcast(ty, last) }
        }
    };
    let zero = b.integer(ty, 0);
    Some(b.glsl().s_clamp(index, zero, last))
}

/// Returns whether an index is already clamped to the given length.
fn is_clamped(ctx: &Context, body: &Body, index: Value, length: &Length) -> bool {
    let clamp = body.defining_op(index).filter(|&op| body.def(op) == glsl::SClamp::ID);
    let Some([_, first, last]) = clamp.map(|op| body.first_operands(op)) else { return false };
    let is_last = match length {
        Length::Known(length) => integer(ctx, body, last).is_some_and(|last| last < *length),
        Length::Symbol(_) | Length::Runtime { .. } => {
            body.defining_op(last).is_some_and(|op| [spv::ISub::ID, spv::Bitcast::ID].contains(&body.def(op)))
        }
    };
    integer(ctx, body, first) == Some(0) && is_last
}
