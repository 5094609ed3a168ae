//! Narrowing of composite loads to the used elements (`reduce-load-size`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, Function, FunctionPass, PassInfo, Work};
use crate::support::spirv::{is_referred, is_simple_access, storage};
use crate::support::values::Constants;
use spv_build::spv;
use spv_dialect::generated::opcodes;
use spv_dialect::types;
use spv_ir::rewrite::program_uses;
use spv_ir::{Body, Context, Diagnostics, InsertPoint, Op, Type, Value, walk};
use std::collections::BTreeMap;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces a load of a struct or array from read-only memory with loads of the used elements, \
                  if all uses are extracts and the share of used elements is below a threshold.",
    before: "%0 = spv.Load \"Uniform\" %p : !spv.array<8 x f32, stride=16>\n\
             %1 = spv.CompositeExtract %0[2 : i32] : !spv.array<8 x f32, stride=16>",
    after: "%0 = spv.AccessChain %p[%c2] : !spv.ptr<!spv.array<8 x f32, stride=16>, Uniform>, i32\n\
            %1 = spv.Load \"Uniform\" %0 : f32",
    options: &[OptionInfo {
        name: "threshold",
        default: "0.9",
        help: "share of used elements from which a load is kept; above 1, all are replaced",
    }],
    statistics: &[("loads", "Loads replaced")],
    ..PassInfo::new(
        "reduce-load-size",
        "Load only the used parts of composites",
        ControlFlow::Any,
        |options| Ok(Work::function(Reduce { threshold: options.value("threshold")? })),
    )
};

struct Reduce {
    threshold: f64,
}

/// Storage classes of memory that is read-only in shaders.
const READ_ONLY: [u32; 4] =
    [storage::UNIFORM, storage::UNIFORM_CONSTANT, storage::INPUT, storage::PUSH_CONSTANT];

impl FunctionPass for Reduce {
    fn run(&self, function: &mut Function<'_>) -> Result<(), Diagnostics> {
        let (ctx, body) = (function.ctx, &mut *function.body);
        let mut loads: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::Load::ID).collect();
        let mut constants = Constants::default();
        let mut count = 0;
        while let Some(load) = loads.pop() {
            if let Some(extracts) = self.extracts(ctx, body, load) {
                loads.extend(replace(ctx, &mut constants, body, load, extracts)?);
                count += 1;
            }
        }
        function.count(0, count);
        Ok(())
    }
}

impl Reduce {
    /// Returns the extractions from a load, grouped by their first index. Returns `None` if the load should not be
    /// replaced.
    fn extracts(&self, ctx: &Context, body: &Body, load: Op) -> Option<BTreeMap<u32, Vec<Op>>> {
        let value = body.result(load, 0);
        let elements = count(ctx, body.value_type(value))?;
        let pointer = body.own_operands(load).next()?;
        let (_, class) = types::pointer(ctx, body.value_type(pointer))?;
        if !READ_ONLY.contains(&class) || !is_simple_access(body, load) || is_referred(ctx, body, load) {
            return None;
        }
        let mut extracts: BTreeMap<u32, Vec<Op>> = BTreeMap::new();
        for (user, _) in program_uses(ctx, body, value) {
            let extract = spv::CompositeExtract::cast(body, user)?;
            extracts.entry(*extract.indexes(ctx).first()?).or_default().push(user);
        }
        let share = extracts.len() as f64 / elements as f64;
        (!extracts.is_empty() && share < self.threshold).then_some(extracts)
    }
}

/// Returns the number of elements of a struct or array, or `None` if the length is not known.
fn count(ctx: &Context, ty: Type) -> Option<u64> {
    match types::view(ctx, ty)? {
        (opcodes::TYPE_STRUCT, _) => Some(types::structure(ctx, ty)?.members.len() as u64),
        (opcodes::TYPE_ARRAY, [_, _, length, ..]) => ctx.attr_u64(*length),
        _ => None,
    }
}

/// Replaces a load with loads of the elements. Returns the new loads.
fn replace(
    ctx: &Context,
    constants: &mut Constants,
    body: &mut Body,
    load: Op,
    extracts: BTreeMap<u32, Vec<Op>>,
) -> Result<Vec<Op>, Diagnostics> {
    let operands: Vec<Value> = body.own_operands(load).collect();
    let (loc, u32) = (body.loc(load), ctx.common().i32);
    let mut loads = Vec::new();
    for (index, users) in extracts {
        let number = constants.get(body, u32, ctx.i32_attr(index));
        let mut b = spv::Builder::before(ctx, body, load);
        b.loc = loc;
        let part = b.access_chain(operands[spv::Load::POINTER], &[number]);
        let part = b.load(part);
        loads.extend(b.defining_op(part));
        b.finish()?;
        for user in users {
            let rest =
                spv::CompositeExtract::cast(body, user).map(|extract| extract.indexes(ctx)[1..].to_vec());
            let (result, loc) = (body.result(user, 0), body.loc(user));
            let name = body.value_name(result);
            let mut b = spv::Builder::at(ctx, body, InsertPoint::Before(user));
            b.loc = loc;
            let value = match rest.filter(|rest| !rest.is_empty()) {
                Some(rest) => {
                    let value = b.composite_extract(part, &rest);
                    b.ir().set_value_name(value, name);
                    value
                }
                None => part,
            };
            b.ir().replace_all_uses(result, value);
            b.erase(user);
            b.finish()?;
        }
    }
    spv_ir::Builder::new(body).erase(load);
    Ok(loads)
}
