//! Switches over constant descriptor indices (`replace-desc-array-access-using-var-index`)

use super::loop_unroll::in_header;
use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::spirv::{integer, is_chain, is_referred, storage};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_build::spv::{self, FunctionBuilder};
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::dialect::Traits;
use spv_ir::{Body, Builder, Context, Diagnostics, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces an access to a descriptor array at a variable index with a switch on the index, \
                  which has a case for each element. An index out of bounds yields null. Uses in calls, \
                  phis and the header block of a loop are not changed. Requires region form.",
    before: "%p = spv.AccessChain %images[%i] : ...\n%0 = spv.Load \"UniformConstant\" %p : !image\n%x = spv.ImageFetch %0, \
             %at : ...",
    after: "%x = spv.mlir.selection -> vector<4xf32> {\n  spv.Switch %i : i32, [default: ^bb1, 0: ^bb2, 1: ^bb3]\n  ...\n\
            ^bb2:\n  %p = spv.AccessChain %images[%c0] : ...\n  ...",
    options: &[OptionInfo {
        name: "max-length",
        default: "64",
        help: "maximum length of an array to replace",
    }],
    statistics: &[("uses", "Uses replaced")],
    ..PassInfo::new(
        "replace-desc-array-access-using-var-index",
        "Replace variable indices of descriptor arrays with switches",
        ControlFlow::SpvOnly,
        |options| Ok(Work::function(Replace { max_length: options.value("max-length")? })),
    )
};

struct Replace {
    max_length: u64,
}

impl FunctionPass for Replace {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let (ctx, body) = (function.ctx, &mut *function.body);
        let ops: Vec<Op> = walk::ops(body).collect();
        let mut count = 0;
        for &chain in &ops {
            if body.is_dead(chain) || !is_chain(body, chain) {
                continue;
            }
            let Some(access) = Access::find(ctx, body, chain, self.max_length) else { continue };
            count += access.uses.len() as u64;
            access.replace(ctx, body)?;
        }
        function.count(0, count);
        Ok(())
    }
}

/// An access to an element of a descriptor array with a variable index.
struct Access {
    index: Value,
    length: u64,
    /// Ops to copy into each switch case: the access chain, and the ops that derive pointers and opaque values from it.
    slice: Vec<Op>,
    /// Users of `slice` ops that have neither pointer nor opaque results. Each becomes a switch.
    uses: Vec<Op>,
}

impl Access {
    fn find(ctx: &Context, body: &Body, chain: Op, max_length: u64) -> Option<Access> {
        const CLASSES: [u32; 3] = [storage::UNIFORM_CONSTANT, storage::UNIFORM, storage::STORAGE_BUFFER];
        let [base, index] = body.first_operands(chain);
        body.defining_op(base).filter(|&op| body.def(op) == spv::AddressOf::ID)?;
        let (array, class) = types::pointer(ctx, body.value_type(base))?;
        let length = match types::view(ctx, array)? {
            (opcodes::TYPE_ARRAY, [_, _, length, ..]) => ctx.attr_u64(*length)?,
            _ => return None,
        };
        if !CLASSES.contains(&class) || length > max_length || integer(ctx, body, index).is_some() {
            return None;
        }
        let mut slice = vec![chain];
        let (mut uses, mut seen) = (Vec::new(), FxHashSet::default());
        let mut at = 0;
        while let Some(&op) = slice.get(at) {
            at += 1;
            for (user, _) in body.results(op).flat_map(|value| body.uses(value)) {
                let traits = ctx.registry().op(body.def(user)).traits;
                let is_movable = body.region_count(user) == 0
                    && !traits.intersects(Traits::TERMINATOR | Traits::WEAK_USES)
                    && body.def(user) != spv::FunctionCall::ID
                    && !is_referred(ctx, body, user)
                    && !in_header(body, user);
                if !is_movable {
                    return None;
                }
                if seen.insert(user) {
                    let is_opaque = body.results(user).any(|value| is_opaque(ctx, body.value_type(value)));
                    if is_opaque { &mut slice } else { &mut uses }.push(user);
                }
            }
        }
        Some(Access { index, length, slice, uses })
    }

    /// Replaces each op in `uses` with a switch over the index, and erases the ops in `slice`.
    fn replace(self, ctx: &Context, body: &mut Body) -> Result<(), Diagnostics> {
        let literals: Vec<u64> = (0..self.length).collect();
        let entry = body.first_block(body.root()).expect("a function with ops has blocks");
        let index_type = body.value_type(self.index);
        for &user in &self.uses {
            let results: Vec<Value> = body.results(user).collect();
            let types: Vec<Type> = results.iter().map(|&value| body.value_type(value)).collect();
            let loc = body.loc(user);
            let needed = self.ordered(body, body.operands(user).filter_map(|value| body.defining_op(value)));
            let mut b = FunctionBuilder::new(spv::Builder::before(ctx, body, user), entry);
            b.loc = loc;
            let case = |b: &mut FunctionBuilder<'_>, number: usize| {
                let constant = b.integer(index_type, number as u64);
                let mut copies = FxHashMap::default();
                let mut last = Vec::new();
                for &op in needed.iter().chain([&user]) {
                    let copy = b.ir().repeat(op);
                    for operand in 0..b.operand_count(copy) {
                        if let Some(&new) = copies.get(&b.operand(copy, operand)) {
                            b.ir().set_operand(copy, operand, new);
                        }
                    }
                    if op == self.slice[0] {
                        b.ir().set_operand(copy, spv::AccessChain::INDEXES, constant);
                    }
                    last = b.results(copy).collect();
                    copies.extend(b.results(op).zip(last.clone()).collect::<Vec<_>>());
                }
                last
            };
            let otherwise =
                |b: &mut FunctionBuilder<'_>| types.iter().map(|&ty| b.null(ty)).collect::<Vec<_>>();
            let merged = b.switch(self.index, &literals, &types, case, otherwise);
            b.into_builder().finish()?;
            let mut builder = Builder::new(body);
            for (old, new) in results.into_iter().zip(merged) {
                let name = builder.value_name(old);
                builder.set_value_name(old, None);
                builder.set_value_name(new, name);
                builder.replace_all_uses(old, new);
            }
            builder.erase(user);
        }
        let order = self.ordered(body, self.slice.iter().copied());
        let mut builder = Builder::new(body);
        order.into_iter().rev().for_each(|op| builder.erase(op));
        Ok(())
    }

    /// Returns those `ops` that are in `slice`, and the `slice` ops that they depend on. Operands come before their
    /// users.
    fn ordered(&self, body: &Body, ops: impl Iterator<Item = Op>) -> Vec<Op> {
        let members: FxHashSet<Op> = self.slice.iter().copied().collect();
        let mut order = Vec::new();
        let mut seen: FxHashSet<Op> = FxHashSet::default();
        let mut work: Vec<(Op, bool)> = ops.map(|op| (op, false)).collect();
        while let Some((op, is_done)) = work.pop() {
            if is_done {
                order.push(op);
            } else if members.contains(&op) && seen.insert(op) {
                work.push((op, true));
                let definers = body.operands(op).filter_map(|value| body.defining_op(value));
                work.extend(definers.map(|op| (op, false)));
            }
        }
        order
    }
}

/// Returns whether a type is a pointer, image, sampler or acceleration structure. A construct cannot return a value of
/// these types.
fn is_opaque(ctx: &Context, ty: Type) -> bool {
    const OPAQUE: [u32; 4] = [
        opcodes::TYPE_IMAGE,
        opcodes::TYPE_SAMPLER,
        opcodes::TYPE_SAMPLED_IMAGE,
        opcodes::TYPE_ACCELERATION_STRUCTURE_KHR,
    ];
    types::pointer(ctx, ty).is_some()
        || types::view(ctx, ty).is_some_and(|(opcode, _)| OPAQUE.contains(&opcode))
}
