//! Random choices for edits: names, ids, instructions, enumerant operands, and their requirements

use super::binary::number;
use super::code::{Code, Section, any, inst, string};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::enums::CAPABILITY;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{Enumerant, ParamKind};

/// Names that resemble generated names or need escape sequences.
const NAMES: &[&[u8]] = &[
    b"",
    b"main",
    b"0",
    b"-1",
    b"_$0",
    b"_$1",
    b"_0",
    b"cst5_si32",
    b"cst0_i32",
    b"cst_f32",
    b"cst_vec_4xf32",
    b"bb1",
    b"^bb1",
    b"arg0",
    b"true",
    b"i32",
    b"f32",
    b"si32",
    b"vector",
    b"undef",
    b"a\"\"b",
    b"a\"b",
    b"a\\",
    b"\\22",
    b"a/*",
    b"//",
    b"; x",
    b"main(",
    b"a b",
    "\u{e9}\u{6f22}".as_bytes(),
    b"\xff\xfe",
    b"a\xc3",
    b"a\n",
    b"\t",
    b"%x",
    b"@f",
    b"x_addr",
    b"_struct_5",
    b"uint_1",
    b"uint",
    b"v4float",
    b"float_0x1p_128",
    b"_ptr_Function_uint",
    b"_arr_float_uint_4",
    b"5",
    b"12",
    b"00",
    b"1x",
    b"a.b",
    b"a$b",
    b"spv.module",
    b"!x",
    b"module",
    b"void",
    b"gl_Position",
    b"4294967295",
];

/// Returns a random name as a literal string: a difficult one from [`NAMES`], or an existing name of the module.
pub(super) fn any_name(code: &Code, rng: &mut Rng) -> Vec<u32> {
    if rng.chance(25) {
        let names: Vec<usize> = (0..code.list.len()).filter(|&at| code.op(at) == op::NAME).collect();
        if let Some(name) = any(&names, rng).and_then(|at| code.list[at].get(2..)) {
            return name.to_vec();
        }
    }
    string(rng.pick(NAMES))
}

/// Returns a random defined id, or `None` if there is none.
pub(super) fn any_id(code: &Code, rng: &mut Rng) -> Option<u32> {
    let at = any(&(0..code.list.len()).collect::<Vec<_>>(), rng)?;
    (at..code.list.len()).chain(0..at).find_map(|at| code.result(at))
}

/// Returns the position of a random instruction with one of these opcodes, or `None` if there is none.
pub(super) fn any_of(code: &Code, opcodes: &[u32], rng: &mut Rng) -> Option<usize> {
    any(&(0..code.list.len()).filter(|&at| opcodes.contains(&code.op(at))).collect::<Vec<_>>(), rng)
}

pub(super) fn has(enumerant: &Enumerant, is: impl Fn(ParamKind) -> bool) -> bool {
    enumerant.params.iter().any(|param| is(param.kind))
}

/// Returns random operands for an enumerant's parameters: words, strings, ids. Returns `None` if the module has no
/// suitable ids.
pub(super) fn parameters(code: &Code, enumerant: &Enumerant, rng: &mut Rng) -> Option<Vec<u32>> {
    let mut words = Vec::new();
    for param in enumerant.params {
        match param.kind {
            ParamKind::Word | ParamKind::FloatWord | ParamKind::Attr => words.push(number(1, rng)),
            ParamKind::String => words.extend(any_name(code, rng)),
            ParamKind::Enum(def) => words.push(def.enumerants[rng.below(def.enumerants.len())].value),
            _ => {
                // The parameters of most enumerants must be constants.
                let constants = rng.chance(70);
                let fits = |at: &usize| !constants || code.op(*at) == op::CONSTANT;
                let globals = code.section(Section::Global).into_iter().filter(fits);
                let globals: Vec<u32> = globals.filter_map(|at| code.result(at)).collect();
                words.push(any(&globals, rng)?);
            }
        }
    }
    Some(words)
}

const SHADER: u32 = 1;
const KERNEL: u32 = 6;

/// Declares one capability and one extension that an enumerant requires. Returns `None` if the module must not declare
/// the capability.
pub(super) fn enable(code: &mut Code, enumerant: &Enumerant, rng: &mut Rng) -> Option<()> {
    let needs = enumerant.availability.capabilities;
    let shader = code.has_capability(SHADER) || !code.has_capability(KERNEL);
    let foreign = if shader { KERNEL } else { SHADER };
    let have = needs.iter().any(|&c| code.has_capability(c) || (c == SHADER && shader));
    let wanted = needs.iter().copied().find(|&c| c != foreign);
    match wanted {
        None if !needs.is_empty() && rng.chance(90) => return None,
        Some(capability) if !have => {
            code.require(capability);
            let declared = CAPABILITY.enumerants.iter().find(|e| e.value == capability);
            declared.into_iter().for_each(|declared| extend(code, declared));
        }
        _ => {}
    }
    extend(code, enumerant);
    Some(())
}

/// Declares one extension that an enumerant requires.
fn extend(code: &mut Code, enumerant: &Enumerant) {
    if let Some(extension) = enumerant.availability.extensions.first() {
        code.add([inst(op::EXTENSION, &[]), string(extension.as_bytes())].concat());
    }
}
