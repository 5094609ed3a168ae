//! Edits of the first sections of a module
//!
//! The sections are header, capabilities, extensions, imports, memory model, entry points, execution modes and sources.

use super::binary::number;
use super::code::{Code, any, inst, string};
use super::draw::{any_id, any_name, any_of, has, parameters};
use super::globals::misplace_at;
use crate::r#gen::Rng;
use spv_opt::dialect::generated::enums::{CAPABILITY, EXECUTION_MODE, EXECUTION_MODEL};
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{EnumDef, ParamKind};

pub(super) fn header(code: &mut Code, rng: &mut Rng) -> Option<()> {
    match rng.below(6) {
        0 => code.header[2] = rng.pick(&[0, 0x000B_0008, 0x0007_0000, 0xFFFF_FFFF, 0x0011_0001]),
        1 => code.header[3] = code.header[3].saturating_add(rng.below(2000) as u32),
        2 => code.header[4] = rng.below(2) as u32,
        _ => {
            code.header[1] = rng.pick(&[
                0x0001_0000,
                0x0001_0100,
                0x0001_0200,
                0x0001_0300,
                0x0001_0400,
                0x0001_0500,
                0x0001_0600,
                0x0001_0700,
            ])
        }
    }
    Some(())
}

pub(super) fn capability(code: &mut Code, rng: &mut Rng) -> Option<()> {
    // Capabilities that several instructions require.
    let common = [1, 4, 5, 6, 9, 10, 11, 22, 38, 39];
    match rng.below(4) {
        0 => _ = code.list.remove(any_of(code, &[op::CAPABILITY], rng)?),
        1 => code.add(inst(op::CAPABILITY, &[value_of(&CAPABILITY, rng)])),
        _ => code.add(inst(op::CAPABILITY, &[rng.pick(&common)])),
    }
    Some(())
}

pub(super) fn extension(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let known = [
        "SPV_KHR_non_semantic_info",
        "SPV_KHR_linkonce_odr",
        "SPV_GOOGLE_decorate_string",
        "SPV_KHR_none",
        "a\"b",
    ];
    match rng.below(4) {
        0 => _ = code.list.remove(any_of(code, &[op::EXTENSION], rng)?),
        _ => code.add([inst(op::EXTENSION, &[]), string(rng.pick(&known).as_bytes())].concat()),
    }
    Some(())
}

pub(super) fn import(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let known = ["GLSL.std.450", "OpenCL.std", "NonSemantic.Mine", "NonSemantic.DebugPrintf", "x"];
    let id = code.fresh();
    code.add([inst(op::EXT_INST_IMPORT, &[id]), string(rng.pick(&known).as_bytes())].concat());
    let Some(at) = any_of(code, &[op::EXT_INST], rng) else { return Some(()) };
    match rng.below(4) {
        0 => code.list[at][3] = id,
        1 => code.list[at][4] = number(code.list[at][4], rng),
        // Declare the extension that allows extended instructions outside functions.
        2 => {
            code.add([inst(op::EXTENSION, &[]), string(b"SPV_KHR_non_semantic_info")].concat());
            let set = code.fresh();
            code.add([inst(op::EXT_INST_IMPORT, &[set]), string(b"NonSemantic.Mine")].concat());
            let (void, new) = (code.type_id(op::TYPE_VOID, &[]), code.fresh());
            let words = inst(op::EXT_INST, &[void, new, set, rng.below(9) as u32, any_id(code, rng)?]);
            if rng.chance(50) {
                code.add(words);
            } else {
                code.list.insert(at, words);
            }
        }
        _ => return misplace_at(code, at, rng),
    }
    Some(())
}

pub(super) fn memory_model(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::MEMORY_MODEL], rng)?;
    let word = rng.range(1, 2);
    *code.list[at].get_mut(word)? = rng.pick(&[0, 1, 2, 3, 5348]);
    Some(())
}

pub(super) fn entry_point(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::ENTRY_POINT], rng)?;
    match rng.below(5) {
        0 => {
            let name = any_name(code, rng);
            let model = code.list[at][1];
            let words = [inst(op::ENTRY_POINT, &[model, *code.list[at].get(2)?]), name].concat();
            code.list.insert(at + 1, words);
        }
        1 => code.list[at][1] = value_of(&EXECUTION_MODEL, rng),
        2 => {
            let function = any(&code.functions(), rng)?;
            code.list[at][2] = code.result(function.start)?;
        }
        _ => {
            // Rename the entry point.
            let end = (3..code.list[at].len()).find(|&w| code.list[at][w].to_le_bytes().contains(&0))?;
            let name = any_name(code, rng);
            code.list[at].splice(3..end + 1, name);
        }
    }
    Some(())
}

pub(super) fn interface(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::ENTRY_POINT], rng)?;
    let end = (3..code.list[at].len()).find(|&w| code.list[at][w].to_le_bytes().contains(&0))? + 1;
    let len = code.list[at].len();
    match rng.below(3) {
        0 if len > end => _ = code.list[at].remove(rng.range(end, len - 1)),
        1 if len > end => {
            let id = code.list[at][rng.range(end, len - 1)];
            code.list[at].push(id);
        }
        _ => {
            let variable = any_of(code, &[op::VARIABLE], rng)?;
            let id = code.result(variable)?;
            code.list[at].push(id);
        }
    }
    Some(())
}

pub(super) fn execution_mode(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let entry = any_of(code, &[op::ENTRY_POINT], rng)?;
    let function = *code.list[entry].get(2)?;
    match rng.below(4) {
        0 => _ = code.list.remove(any_of(code, &[op::EXECUTION_MODE], rng)?),
        1 => {
            let at = any_of(code, &[op::EXECUTION_MODE], rng)?;
            let copy = code.list[at].clone();
            code.list.insert(at, copy);
        }
        _ => {
            let mode = &EXECUTION_MODE.enumerants[rng.below(EXECUTION_MODE.enumerants.len())];
            let operands = parameters(code, mode, rng)?;
            let is_id = has(mode, ParamKind::may_be_value);
            let opcode = if is_id { op::EXECUTION_MODE_ID } else { op::EXECUTION_MODE };
            code.add(inst(opcode, &[&[function, mode.value], &operands[..]].concat()));
        }
    }
    Some(())
}

/// Adds OpSource, whose file name and source text are randomly omitted, or adds OpSourceContinued, OpSourceExtension or
/// OpString. Returns `None` if not applicable.
pub(super) fn sources(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let text = any_name(code, rng);
    let language = rng.pick(&[0, 1, 2, 3, 4, 5, 12, 99]);
    match rng.below(7) {
        0 => code.add(inst(op::SOURCE, &[language, rng.bits() >> 20])),
        1 | 2 => {
            let file = code.fresh();
            code.add([inst(op::STRING, &[file]), any_name(code, rng)].concat());
            let text = if rng.chance(70) { text } else { Vec::new() };
            code.add([inst(op::SOURCE, &[language, 450, file]), text].concat());
            if rng.chance(60) {
                code.add([inst(op::SOURCE_CONTINUED, &[]), any_name(code, rng)].concat());
            }
        }
        3 => code.add([inst(op::SOURCE_CONTINUED, &[]), text].concat()),
        4 => code.add([inst(op::SOURCE_EXTENSION, &[]), text].concat()),
        5 => {
            let file = code.fresh();
            code.add([inst(op::STRING, &[file]), text].concat());
        }
        _ => {
            let at = any_of(code, &[op::SOURCE, op::SOURCE_EXTENSION, op::STRING], rng)?;
            code.list.remove(at);
        }
    }
    Some(())
}

pub(super) fn processed(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let text = any_name(code, rng);
    code.add([inst(op::MODULE_PROCESSED, &[]), text].concat());
    Some(())
}

fn value_of(def: &EnumDef, rng: &mut Rng) -> u32 {
    def.enumerants[rng.below(def.enumerants.len())].value
}
