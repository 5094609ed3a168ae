//! Replacement of AMD extension instructions with core instructions (`amd-ext-to-khr`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::built_ins::BuiltIns;
use crate::support::imports::drop_imports;
use spv_build::spv::{
    self, BuiltIn, FunctionBuilder, GroupOperation, Scope, Types, amd_gcn_shader as gcn,
    amd_shader_ballot as ballot, amd_trinary_min_max as trinary, glsl,
};
use spv_dialect::generated::values::capability;
use spv_dialect::sets;
use spv_dialect::vce::Vce;
use spv_ir::dialect::OpDefId;
use spv_ir::{Body, Builder, Diagnostics, Ident, InsertPoint, NewOp, Op, Type, Value, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces the instructions of SPV_AMD_shader_trinary_minmax, SPV_AMD_gcn_shader and \
                  SPV_AMD_shader_ballot by core and GLSL.std.450 instructions, and adds the capabilities \
                  that these need. Swizzles return null for inactive invocations. If group instructions are \
                  needed, the module is raised to version 1.3.",
    before: "%0 = spv.AMDTrinaryMinMax.FMax3AMD %x, %y, %z : f32",
    after: "%0 = spv.GLSL.FMax %x, %y : f32\n%1 = spv.GLSL.FMax %0, %z : f32",
    statistics: &[("replaced", "Instructions replaced")],
    ..PassInfo::new("amd-ext-to-khr", "Replace instructions of AMD extensions", ControlFlow::Any, |_| {
        Ok(Work::module(run))
    })
};

/// Three-operand minimum and maximum instructions, each with the corresponding two-operand instruction.
const OF_TWO: [(OpDefId, OpDefId); 6] = [
    (trinary::FMin3AMD::ID, glsl::FMin::ID),
    (trinary::UMin3AMD::ID, glsl::UMin::ID),
    (trinary::SMin3AMD::ID, glsl::SMin::ID),
    (trinary::FMax3AMD::ID, glsl::FMax::ID),
    (trinary::UMax3AMD::ID, glsl::UMax::ID),
    (trinary::SMax3AMD::ID, glsl::SMax::ID),
];

/// Three-operand median instructions, each with the minimum, maximum and clamp instructions for its type.
const MEDIANS: [(OpDefId, [OpDefId; 3]); 3] = [
    (trinary::FMid3AMD::ID, [glsl::FMin::ID, glsl::FMax::ID, glsl::FClamp::ID]),
    (trinary::UMid3AMD::ID, [glsl::UMin::ID, glsl::UMax::ID, glsl::UClamp::ID]),
    (trinary::SMid3AMD::ID, [glsl::SMin::ID, glsl::SMax::ID, glsl::SClamp::ID]),
];

/// Function that builds a core group operation.
type Group = fn(&mut FunctionBuilder<'_>, GroupOperation, Value) -> Value;

/// AMD's non-uniform group operations, each with its core equivalent.
const GROUPS: [(OpDefId, Group); 8] = [
    (spv::GroupIAddNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_i_add(Scope::Subgroup, operation, x)
    }),
    (spv::GroupFAddNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_f_add(Scope::Subgroup, operation, x)
    }),
    (spv::GroupFMinNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_f_min(Scope::Subgroup, operation, x)
    }),
    (spv::GroupUMinNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_u_min(Scope::Subgroup, operation, x)
    }),
    (spv::GroupSMinNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_s_min(Scope::Subgroup, operation, x)
    }),
    (spv::GroupFMaxNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_f_max(Scope::Subgroup, operation, x)
    }),
    (spv::GroupUMaxNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_u_max(Scope::Subgroup, operation, x)
    }),
    (spv::GroupSMaxNonUniformAMD::ID, |b, operation, x| {
        b.group_non_uniform_s_max(Scope::Subgroup, operation, x)
    }),
];

const EXTENSIONS: [&str; 3] =
    ["SPV_AMD_shader_trinary_minmax", "SPV_AMD_gcn_shader", "SPV_AMD_shader_ballot"];

/// The first SPIR-V version with OpGroupNonUniform instructions.
const FIRST_WITH_GROUPS: u32 = 0x0001_0300;

/// Capabilities and extensions that the replacements require.
#[derive(Default)]
struct Needs {
    capabilities: Vec<u32>,
    has_clock: bool,
}

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let is_amd = |body: &Body, op: Op| {
        let row = ctx.registry().op(body.def(op)).row;
        sets::set(row.set).is_some_and(|set| EXTENSIONS.contains(&set.import_name))
            || GROUPS.iter().any(|(amd, _)| *amd == body.def(op))
    };
    let mut needs = Needs::default();
    let mut built_ins = BuiltIns::default();
    let mut count = 0;
    for function in module.functions() {
        let Some(body) = module.body.nested(function) else { continue };
        let ops: Vec<Op> = walk::ops(body).filter(|&op| is_amd(body, op)).collect();
        let mut symbols = [None; 2];
        for &op in &ops {
            let body = module.body.nested(function);
            let wanted = body.and_then(|body| built_in(body, op));
            if let Some((index, built_in)) = wanted.filter(|(index, _)| symbols[*index].is_none()) {
                let u32 = ctx.common().i32;
                let ty = if index == 0 { u32 } else { ctx.vector(u32, 4) };
                symbols[index] = Some((built_ins.get(module, built_in, ty)?, ty));
            }
        }
        let replaced = module.function_mut(function, |body| {
            let entry = body.first_block(body.root());
            let Some(entry) = entry.filter(|_| !ops.is_empty()) else { return Ok(0) };
            let mut b = FunctionBuilder::new(spv::Builder::at_start(ctx, body, entry), entry);
            let replaced = ops.iter().filter(|&&op| replace(&mut b, op, symbols, &mut needs)).count();
            b.into_builder().finish().map(|()| replaced)
        });
        count += replaced.transpose()?.unwrap_or(0);
    }
    module.count(0, count as u64);
    let remains = |body: &Body| walk::ops(body).any(|op| is_amd(body, op));
    if module.functions().iter().any(|&op| module.body.nested(op).is_some_and(remains)) {
        return Ok(());
    }
    drop_imports(module, |set| EXTENSIONS.contains(&set.import_name));
    let Some(mut vce) = module.vce().and_then(|vce| Vce::new(ctx, vce)) else { return Ok(()) };
    vce.extensions.retain(|name| !EXTENSIONS.contains(name));
    if !needs.capabilities.is_empty() {
        vce.version = vce.version.max(FIRST_WITH_GROUPS);
    }
    if needs.has_clock {
        needs.capabilities.push(capability::SHADER_CLOCK_KHR);
        vce.extensions.push("SPV_KHR_shader_clock");
    }
    needs.capabilities.retain(|capability| !vce.capabilities.contains(capability));
    needs.capabilities.sort_unstable();
    needs.capabilities.dedup();
    vce.capabilities.extend(needs.capabilities);
    let vce = vce.attr(ctx);
    Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.raw());
    Ok(())
}

/// Returns the built-in that the replacement of an op reads, and its index among the built-ins that replacements may
/// read. Returns `None` if the replacement reads no built-in.
fn built_in(body: &Body, op: Op) -> Option<(usize, BuiltIn)> {
    let def = body.def(op);
    let reads_index = [
        ballot::SwizzleInvocationsAMD::ID,
        ballot::SwizzleInvocationsMaskedAMD::ID,
        ballot::WriteInvocationAMD::ID,
    ];
    if reads_index.contains(&def) {
        return Some((0, BuiltIn::SubgroupLocalInvocationId));
    }
    (def == ballot::MbcntAMD::ID).then_some((1, BuiltIn::SubgroupLtMask))
}

/// Replaces an instruction with core instructions. Returns whether it was replaced; if not, its operands have
/// unexpected types.
fn replace(
    b: &mut FunctionBuilder<'_>,
    op: Op,
    symbols: [Option<(Ident, Type)>; 2],
    needs: &mut Needs,
) -> bool {
    let (def, result) = (b.def(op), b.result(op, 0));
    let ty = b.value_type(result);
    let operands: Vec<Value> = b.own_operands(op).collect();
    b.loc = b.loc(op);
    b.set_insertion_point(InsertPoint::Before(op));
    let of_two = OF_TWO.iter().find(|row| row.0 == def);
    let value = if let (Some(&(_, two)), [x, y, z]) = (of_two, operands.as_slice()) {
        let first = apply(b, two, &[*x, *y], ty);
        Some(apply(b, two, &[first, *z], ty))
    } else if let (Some((_, [min, max, clamp])), [x, y, z]) =
        (MEDIANS.iter().find(|row| row.0 == def), operands.as_slice())
    {
        let (min, max) = (apply(b, *min, &[*y, *z], ty), apply(b, *max, &[*y, *z], ty));
        Some(apply(b, *clamp, &[*x, min, max], ty))
    } else if let (Some((_, core)), [x]) = (GROUPS.iter().find(|row| row.0 == def), operands.as_slice()) {
        needs.capabilities.push(capability::GROUP_NON_UNIFORM_ARITHMETIC);
        let operation = GroupOperation(b.slot(op, spv::GroupIAddNonUniformAMD::OPERATION));
        Some(core(b, operation, *x))
    } else if let (gcn::CubeFaceIndexAMD::ID, [p]) = (def, operands.as_slice()) {
        Some(cube_face_index(b, *p))
    } else if let (gcn::CubeFaceCoordAMD::ID, [p]) = (def, operands.as_slice()) {
        Some(cube_face_coord(b, *p, ty))
    } else if def == gcn::TimeAMD::ID {
        needs.has_clock = true;
        Some(b.read_clock_khr(ty, Scope::Subgroup))
    } else {
        replace_ballot(b, op, &operands, symbols, needs)
    };
    let Some(value) = value else { return false };
    let name = b.value_name(result);
    let ir = b.ir();
    ir.set_value_name(value, name);
    ir.replace_all_uses(result, value);
    ir.erase(op);
    true
}

/// Emits the result of an SPV_AMD_shader_ballot instruction that is not a group operation. Returns `None` for other
/// instructions.
fn replace_ballot(
    b: &mut FunctionBuilder<'_>,
    op: Op,
    operands: &[Value],
    symbols: [Option<(Ident, Type)>; 2],
    needs: &mut Needs,
) -> Option<Value> {
    let result = b.result(op, 0);
    let ty = b.value_type(result);
    let symbol = |b: &mut FunctionBuilder<'_>, index: usize| -> Option<Value> {
        let (name, ty) = symbols[index]?;
        let pointer = b.ctx().pointer(ty, spv::StorageClass::Input);
        let entry = b.entry();
        let at = InsertPoint::start(b, entry);
        let address = b.with_insertion_point(at, |b| b.address_of(pointer, name));
        Some(b.load(address))
    };
    match (b.def(op), operands) {
        (ballot::SwizzleInvocationsAMD::ID, [data, offset]) => symbol(b, 0).map(|index| {
            let three = b.u32(3);
            let in_quad = b.bitwise_and(index, three);
            let first = b.bitwise_xor(index, in_quad);
            let offset = b.vector_extract_dynamic(*offset, in_quad);
            let target = b.i_add(first, offset);
            shuffle(b, *data, target, needs)
        }),
        (ballot::SwizzleInvocationsMaskedAMD::ID, [data, mask]) => symbol(b, 0).map(|index| {
            let [and, or, xor] = [0, 1, 2].map(|part| b.composite_extract(*mask, &[part]));
            // The mask swizzles within groups of 32 invocations, so it affects only the low five bits.
            let high = b.u32(0xFFFF_FFE0);
            let and = b.bitwise_or(and, high);
            let target = b.bitwise_and(index, and);
            let target = b.bitwise_or(target, or);
            let target = b.bitwise_xor(target, xor);
            shuffle(b, *data, target, needs)
        }),
        (ballot::WriteInvocationAMD::ID, [input, written, invocation]) => symbol(b, 0).map(|index| {
            needs.capabilities.push(capability::GROUP_NON_UNIFORM);
            let is_target = b.i_equal(index, *invocation);
            b.select(is_target, *written, *input)
        }),
        (ballot::MbcntAMD::ID, [mask]) => symbol(b, 1).map(|below| {
            needs.capabilities.push(capability::GROUP_NON_UNIFORM_BALLOT);
            let wide = b.value_type(*mask);
            let below = b.vector_shuffle(below, below, &[0, 1]);
            let below = b.bitcast(wide, below);
            let both = b.bitwise_and(below, *mask);
            let count = NewOp { operands: &[both], results: &[ty], ..NewOp::new(spv::BitCount::ID) };
            b.ir().value(count)
        }),
        _ => None,
    }
}

fn apply(b: &mut FunctionBuilder<'_>, def: OpDefId, operands: &[Value], ty: Type) -> Value {
    let loc = b.loc;
    b.ir().value(NewOp { loc, operands, results: &[ty], ..NewOp::new(def) })
}

/// Reads `data` from another invocation of the subgroup. The result is null if that invocation is inactive.
fn shuffle(b: &mut FunctionBuilder<'_>, data: Value, target: Value, needs: &mut Needs) -> Value {
    needs.capabilities.extend([capability::GROUP_NON_UNIFORM_BALLOT, capability::GROUP_NON_UNIFORM_SHUFFLE]);
    let yes = b.bool(true);
    let active = b.group_non_uniform_ballot(Scope::Subgroup, yes);
    let is_active = b.group_non_uniform_ballot_bit_extract(Scope::Subgroup, active, target);
    let read = b.group_non_uniform_shuffle(Scope::Subgroup, data, target);
    let ty = b.value_type(data);
    let null = b.null(ty);
    b.select(is_active, read, null)
}

/// The components of a direction vector, and the conditions that select its cube map face.
struct Cube {
    parts: [Value; 3],
    is_negative: [Value; 3],
    largest: Value,
    /// Whether z is the major axis. If not, `y_over_x` is whether the major axis is y, not x.
    is_z: Value,
    y_over_x: Value,
}

fn cube(b: &mut FunctionBuilder<'_>, p: Value) -> Cube {
    let parts = [0, 1, 2].map(|part| b.composite_extract(p, &[part]));
    let zero = b.f32(0.0);
    let is_negative = parts.map(|part| b.f_ord_less_than(part, zero));
    let [x, y, z] = parts.map(|part| b.glsl().f_abs(part));
    let largest = b.glsl().f_max(x, y);
    let is_z = b.f_ord_greater_than_equal(z, largest);
    let y_over_x = b.f_ord_greater_than_equal(y, x);
    let largest = b.glsl().f_max(z, largest);
    Cube { parts, is_negative, largest, is_z, y_over_x }
}

/// Returns the index of a direction's cube map face. The order of faces is +x, -x, +y, -y, +z, -z.
fn cube_face_index(b: &mut FunctionBuilder<'_>, p: Value) -> Value {
    let cube = cube(b, p);
    let faces = [0.0, 2.0, 4.0].map(|face| (b.f32(face + 1.0), b.f32(face)));
    let mut face = |axis: usize| b.select(cube.is_negative[axis], faces[axis].0, faces[axis].1);
    let [x, y, z] = [face(0), face(1), face(2)];
    let other = b.select(cube.y_over_x, y, x);
    b.select(cube.is_z, z, other)
}

/// Returns the coordinates of a direction on its cube map face, from 0 to 1.
fn cube_face_coord(b: &mut FunctionBuilder<'_>, p: Value, ty: Type) -> Value {
    let cube = cube(b, p);
    let [x, _, z] = cube.parts;
    let [minus_x, minus_y, minus_z] = cube.parts.map(|part| b.f_negate(part));
    let not_z = b.logical_not(cube.is_z);
    let is_y = b.logical_and(not_z, cube.y_over_x);
    let [x_negative, y_negative, z_negative] = cube.is_negative;
    let on_z = b.select(z_negative, minus_x, x);
    let on_x = b.select(x_negative, z, minus_z);
    let other = b.select(is_y, x, on_x);
    let s = b.select(cube.is_z, on_z, other);
    let on_y = b.select(y_negative, minus_z, z);
    let t = b.select(is_y, on_y, minus_y);
    let two = b.f32(2.0);
    let scale = b.f_mul(two, cube.largest);
    let numerator = b.composite_construct(ty, &[s, t]);
    let denominator = b.composite_construct(ty, &[scale, scale]);
    let quotient = b.f_div(numerator, denominator);
    let half = b.f32(0.5);
    let half = b.composite_construct(ty, &[half, half]);
    b.f_add(quotient, half)
}
