//! Edits that add types, constants and instructions of newer extensions, with their requirements
//!
//! They cover floats with special encodings, long vectors, cooperative matrices, replicated composites, data constants,
//! and 64-bit atomics.

use super::body::Edit;
use super::code::{Code, any, insert, inst, string};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::enums::CAPABILITY;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::values::{
    capability as c, cooperative_matrix_layout as layout, dim, fp_encoding, image_format, memory_model,
    scope, storage_class as storage,
};

/// All edits that this file defines.
pub(super) const EDITS: &[Edit] = &[
    insert_newer,
    insert_newer,
    insert_newer,
    insert_newer,
    insert_wide_atomic,
    insert_matrix_load,
    insert_data,
    insert_ballot,
    add_newer_variable,
];

/// Creates a mutant by applying one or two edits of this file.
pub(super) fn mutate(words: &[u32], rng: &mut Rng) -> Vec<u32> {
    let Some(mut code) = Code::new(words) else { return words.to_vec() };
    for _ in 0..rng.pick(&[1, 1, 2]) {
        _ = rng.pick(EDITS)(&mut code, rng);
        code.flush();
    }
    code.words()
}

/// Declares capabilities and the extensions that they require.
fn declare(code: &mut Code, capabilities: &[u32]) {
    for &capability in capabilities {
        code.require(capability);
        let row = CAPABILITY.enumerants.iter().find(|row| row.value == capability);
        if let Some(name) = row.and_then(|row| row.availability.extensions.first()) {
            extend(code, name);
        }
    }
}

fn extend(code: &mut Code, name: &str) {
    let words = [inst(op::EXTENSION, &[]), string(name.as_bytes())].concat();
    if !code.list.contains(&words) {
        code.add(words);
    }
}

/// Adds an unsigned 32-bit constant, and returns its id.
fn number(code: &mut Code, value: u32) -> u32 {
    let (ty, id) = (code.type_id(op::TYPE_INT, &[32, 0]), code.fresh());
    code.add(inst(op::CONSTANT, &[ty, id, value]));
    id
}

/// Returns the id of a float type with a random encoding.
fn encoded(code: &mut Code, rng: &mut Rng) -> u32 {
    let (width, encoding, capability) = rng.pick(&[
        (16, fp_encoding::B_FLOAT16_KHR, c::B_FLOAT16_TYPE_KHR),
        (8, fp_encoding::FLOAT8E4M3_EXT, c::FLOAT8_EXT),
        (8, fp_encoding::FLOAT8E5M2_EXT, c::FLOAT8_EXT),
    ]);
    declare(code, &[capability]);
    code.type_id(op::TYPE_FLOAT, &[width, encoding])
}

/// Returns the id of a scalar type: a 32-bit type, or a float type with an encoding.
fn scalar(code: &mut Code, rng: &mut Rng) -> u32 {
    match rng.below(3) {
        0 => encoded(code, rng),
        1 => code.type_id(op::TYPE_FLOAT, &[32]),
        _ => code.int(rng),
    }
}

/// Returns the id of a cooperative matrix type, and declares the memory model that it requires.
fn matrix(code: &mut Code, component: u32, rng: &mut Rng) -> u32 {
    let capabilities = [
        c::COOPERATIVE_MATRIX_KHR,
        c::VULKAN_MEMORY_MODEL,
        c::B_FLOAT16_COOPERATIVE_MATRIX_KHR,
        c::FLOAT8_COOPERATIVE_MATRIX_EXT,
        c::COOPERATIVE_MATRIX_CONVERSIONS_EXT,
    ];
    declare(code, &capabilities[..rng.pick(&[2, 4, 5, 5])]);
    extend(code, "SPV_KHR_vulkan_memory_model");
    for model in code.list.iter_mut().filter(|inst| inst[0] == op::MEMORY_MODEL && inst.len() > 2) {
        model[2] = memory_model::VULKAN;
    }
    let (rows, columns) = (number(code, 8), number(code, 8));
    let (scope, used) = (number(code, scope::SUBGROUP), number(code, rng.below(3) as u32));
    code.type_id(op::TYPE_COOPERATIVE_MATRIX_KHR, &[component, scope, rows, columns, used])
}

/// Returns the id of a random type from a newer extension.
fn newer_type(code: &mut Code, rng: &mut Rng) -> u32 {
    let component = scalar(code, rng);
    match rng.below(6) {
        0 => encoded(code, rng),
        1 => code.type_id(op::TYPE_VECTOR, &[component, rng.range(2, 4) as u32]),
        2 | 3 => {
            declare(code, &[c::LONG_VECTOR_EXT]);
            code.type_id(op::TYPE_VECTOR, &[component, rng.pick(&[1, 5, 6, 8, 16])])
        }
        4 => {
            declare(code, &[c::LONG_VECTOR_EXT]);
            let count = number(code, rng.pick(&[2, 5, 8]));
            code.type_id(op::TYPE_VECTOR_ID_EXT, &[component, count])
        }
        _ => matrix(code, component, rng),
    }
}

/// Returns the words of a type's declaration, or `None` if the type is undeclared. Flush pending declarations before
/// the call.
fn declared(code: &Code, ty: u32) -> Option<Vec<u32>> {
    Some(code.list[code.def(ty)?].clone())
}

/// Returns the component type of a vector or matrix, or the type itself for other types. Returns `None` if the type is
/// undeclared.
fn component(code: &Code, ty: u32) -> Option<u32> {
    let def = declared(code, ty)?;
    Some(match def[0] {
        op::TYPE_VECTOR | op::TYPE_VECTOR_ID_EXT | op::TYPE_COOPERATIVE_MATRIX_KHR => def[2],
        _ => ty,
    })
}

/// Returns the id of a type with the same shape as `ty` and a different component type. Returns `None` if the shape is
/// unsupported.
fn shaped(code: &mut Code, ty: u32, component: u32) -> Option<u32> {
    let mut def = declared(code, ty)?;
    Some(match def[0] {
        op::TYPE_VECTOR | op::TYPE_VECTOR_ID_EXT | op::TYPE_COOPERATIVE_MATRIX_KHR => {
            def[2] = component;
            code.type_id(def[0], &def[2..])
        }
        _ => component,
    })
}

/// Adds a constant of type `ty`, usually a replicated constant. Returns `None` if the type has no constants.
fn constant(code: &mut Code, ty: u32, rng: &mut Rng) -> Option<u32> {
    let part = component(code, ty)?;
    let bits = if declared(code, part)?.get(2) == Some(&8) { 0x38 } else { 0x3C00 };
    if part == ty || rng.chance(60) {
        let one = code.fresh();
        code.add(inst(op::CONSTANT, &[part, one, bits]));
        if part == ty {
            return Some(one);
        }
        declare(code, &[c::REPLICATED_COMPOSITES_EXT]);
        let id = code.fresh();
        code.add(inst(op::CONSTANT_COMPOSITE_REPLICATE_EXT, &[ty, id, one]));
        return Some(id);
    }
    let id = code.fresh();
    code.add(inst(op::CONSTANT_NULL, &[ty, id]));
    Some(id)
}

/// Opcodes of instructions with two operands of the result type.
const BINARY: &[u32] = &[
    op::F_ADD,
    op::F_MUL,
    op::F_REM,
    op::I_ADD,
    op::I_MUL,
    op::S_DIV,
    op::BITWISE_AND,
    op::SHIFT_LEFT_LOGICAL,
    op::GROUP_NON_UNIFORM_SHUFFLE,
];
/// Opcodes of instructions with one operand of the result type.
const UNARY: &[u32] = &[
    op::F_NEGATE,
    op::S_NEGATE,
    op::NOT,
    op::BIT_COUNT,
    op::COPY_OBJECT,
    op::D_PDX,
    op::GROUP_NON_UNIFORM_BROADCAST_FIRST,
];
/// Opcodes of comparisons, which yield a Boolean per component.
const COMPARISONS: &[u32] = &[
    op::F_ORD_EQUAL,
    op::F_UNORD_LESS_THAN,
    op::I_EQUAL,
    op::U_LESS_THAN,
    op::S_GREATER_THAN,
    op::IS_NAN,
    op::IS_INF,
];
const CONVERSIONS: &[u32] = &[
    op::F_CONVERT,
    op::F_CONVERT,
    op::S_CONVERT,
    op::U_CONVERT,
    op::CONVERT_F_TO_S,
    op::CONVERT_S_TO_F,
    op::BITCAST,
];

/// Inserts an operation on values of a type from a newer extension. Returns `None` if not applicable.
fn insert_newer(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let ty = newer_type(code, rng);
    code.flush();
    let (a, b) = (constant(code, ty, rng)?, constant(code, ty, rng)?);
    let id = code.fresh();
    let words = match rng.below(4) {
        0 => {
            let opcode = rng.pick(BINARY);
            let mut words = inst(opcode, &[ty, id, a, b]);
            if opcode == op::GROUP_NON_UNIFORM_SHUFFLE {
                declare(code, &[c::GROUP_NON_UNIFORM_SHUFFLE]);
                words = inst(opcode, &[ty, id, number(code, scope::SUBGROUP), a, number(code, 0)]);
            }
            words
        }
        1 => {
            let opcode = rng.pick(UNARY);
            let mut words = inst(opcode, &[ty, id, a]);
            if opcode == op::GROUP_NON_UNIFORM_BROADCAST_FIRST {
                declare(code, &[c::GROUP_NON_UNIFORM_BALLOT]);
                words = inst(opcode, &[ty, id, number(code, scope::SUBGROUP), a]);
            }
            words
        }
        2 => {
            let bool = code.type_id(op::TYPE_BOOL, &[]);
            let (opcode, result) = (rng.pick(COMPARISONS), shaped(code, ty, bool)?);
            let operands = if [op::IS_NAN, op::IS_INF].contains(&opcode) { &[a][..] } else { &[a, b] };
            inst(opcode, &[&[result, id], operands].concat())
        }
        _ => {
            let part = scalar(code, rng);
            let result = shaped(code, ty, part)?;
            inst(rng.pick(CONVERSIONS), &[result, id, a])
        }
    };
    code.flush();
    let (_, _, at) = code.place(rng)?;
    insert(code, at, vec![words]);
    Some(())
}

/// Adds a variable with a storage class, and lists it in entry point interfaces if they must list all variables.
fn variable(code: &mut Code, pointee: u32, class: u32) -> u32 {
    const LISTS_ALL: u32 = 0x0001_0400;
    let (ty, id) = (code.type_id(op::TYPE_POINTER, &[class, pointee]), code.fresh());
    code.add(inst(op::VARIABLE, &[ty, id, class]));
    if code.header[1] >= LISTS_ALL {
        code.list.iter_mut().filter(|inst| inst[0] == op::ENTRY_POINT).for_each(|entry| entry.push(id));
    }
    id
}

/// Inserts an atomic instruction on a 64-bit integer. Returns `None` if not applicable.
fn insert_wide_atomic(code: &mut Code, rng: &mut Rng) -> Option<()> {
    declare(code, &[c::INT64, c::INT64_ATOMICS]);
    let ty = code.type_id(op::TYPE_INT, &[64, 0]);
    let pointer = variable(code, ty, storage::WORKGROUP);
    let (scope, none) = (number(code, scope::WORKGROUP), number(code, 0));
    code.flush();
    let (value, id) = (code.initializer(ty, rng)?, code.fresh());
    let words = match rng.below(3) {
        0 => inst(op::ATOMIC_LOAD, &[ty, id, pointer, scope, none]),
        1 => inst(op::ATOMIC_I_ADD, &[ty, id, pointer, scope, none, value]),
        _ => inst(op::ATOMIC_STORE, &[pointer, scope, none, value]),
    };
    code.flush();
    let (_, _, at) = code.place(rng)?;
    insert(code, at, vec![words]);
    Some(())
}

/// Inserts a load of a cooperative matrix with a random memory layout. Returns `None` if not applicable.
fn insert_matrix_load(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let float = code.type_id(op::TYPE_FLOAT, &[32]);
    let ty = matrix(code, float, rng);
    let count = number(code, 64);
    let array = code.type_id(op::TYPE_ARRAY, &[float, count]);
    let pointer = variable(code, array, storage::WORKGROUP);
    let element = code.type_id(op::TYPE_POINTER, &[storage::WORKGROUP, float]);
    let chosen = rng.pick(&[
        layout::ROW_MAJOR_KHR,
        layout::COLUMN_MAJOR_KHR,
        layout::ROW_BLOCKED_INTERLEAVED_ARM,
        layout::COLUMN_BLOCKED_INTERLEAVED_ARM,
    ]);
    if chosen > layout::COLUMN_MAJOR_KHR {
        declare(code, &[c::COOPERATIVE_MATRIX_LAYOUTS_ARM]);
    }
    let (chosen, stride, zero) = (number(code, chosen), number(code, rng.pick(&[1, 2, 4])), number(code, 0));
    let (chain, id) = (code.fresh(), code.fresh());
    code.flush();
    let (_, _, at) = code.place(rng)?;
    let words = vec![
        inst(op::ACCESS_CHAIN, &[element, chain, pointer, zero]),
        inst(op::COOPERATIVE_MATRIX_LOAD_KHR, &[ty, id, chain, chosen, stride]),
    ];
    insert(code, at, words);
    Some(())
}

/// Adds an OpConstantDataKHR and an extraction from it. Returns `None` if not applicable.
fn insert_data(code: &mut Code, rng: &mut Rng) -> Option<()> {
    declare(code, &[c::CONSTANT_DATA_KHR]);
    let (int, count) = (code.type_id(op::TYPE_INT, &[32, 0]), rng.range(1, 5) as u32);
    let length = number(code, count);
    let (array, data, id) = (code.type_id(op::TYPE_ARRAY, &[int, length]), code.fresh(), code.fresh());
    let words: Vec<u32> = (0..count).map(|_| rng.bits()).collect();
    code.add(inst(op::CONSTANT_DATA_KHR, &[&[array, data], &words[..]].concat()));
    code.flush();
    let (_, _, at) = code.place(rng)?;
    insert(code, at, vec![inst(op::COMPOSITE_EXTRACT, &[int, id, data, 0])]);
    Some(())
}

/// Inserts a group instruction that SPV_AMD_shader_ballot allows without a capability. Returns `None` if not
/// applicable.
fn insert_ballot(code: &mut Code, rng: &mut Rng) -> Option<()> {
    extend(code, "SPV_AMD_shader_ballot");
    let (int, scope) = (code.type_id(op::TYPE_INT, &[32, 0]), number(code, scope::SUBGROUP));
    let (value, id) = (number(code, 7), code.fresh());
    code.flush();
    let (_, _, at) = code.place(rng)?;
    let opcode = rng.pick(&[op::GROUP_I_ADD_NON_UNIFORM_AMD, op::GROUP_U_MIN_NON_UNIFORM_AMD]);
    insert(code, at, vec![inst(opcode, &[int, id, scope, rng.below(3) as u32, value])]);
    Some(())
}

/// Adds a variable whose type needs a capability: a multisampled storage image, or a struct of floats with encodings.
fn add_newer_variable(code: &mut Code, rng: &mut Rng) -> Option<()> {
    if rng.chance(50) {
        declare(code, &[c::STORAGE_IMAGE_MULTISAMPLE, c::IMAGE_MS_ARRAY]);
        let float = code.type_id(op::TYPE_FLOAT, &[32]);
        let arrayed = rng.below(2) as u32;
        let parameters = [float, dim::DIM2D, 0, arrayed, 1, 2, image_format::R32F];
        let image = code.type_id(op::TYPE_IMAGE, &parameters);
        variable(code, image, storage::UNIFORM_CONSTANT);
        return Some(());
    }
    let ty = newer_type(code, rng);
    let id = code.fresh();
    code.add(inst(op::TYPE_STRUCT, &[id, ty]));
    variable(code, id, any(&[storage::PRIVATE, storage::WORKGROUP], rng)?);
    Some(())
}
