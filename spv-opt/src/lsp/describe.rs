//! What the tables say of ops and enumerants, as Markdown.

use spv_dialect::decorations::snake_case;
use spv_dialect::generated::enums::{CAPABILITY, ENUMS};
use spv_dialect::generated::extinst::SETS;
use spv_dialect::generated::ops::CORE;
use spv_dialect::sets;
use spv_dialect::table::{Shape, core_index, core_row};
use spv_ir::dialect::{
    Arity, Availability, EnumDef, Enumerant, NO_OPCODE, OpDef, OpRow, Param, ParamKind, ResultKind,
};
use std::fmt::Write;

/// Where the specification of the core is.
const SPECIFICATION: &str = "https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html";

/// Where the specifications of extended sets are, by number of the set.
const SETS_SPECIFIED: [(u16, &str); 2] = [
    (1, "https://registry.khronos.org/SPIR-V/specs/unified1/GLSL.std.450.html"),
    (2, "https://registry.khronos.org/SPIR-V/specs/unified1/OpenCL.ExtendedInstructionSet.100.html"),
];

/// Ops that mirror no instruction of their name: the instruction, if there is one, and what they are.
const STRUCTURE: [(&str, &str, &str); 17] = [
    ("module", "", "The builtin module: holds any ops."),
    ("func", "OpFunction", "A function of the builtin dialect."),
    (
        "spv.module",
        "OpMemoryModel",
        "A SPIR-V module: its memory model, version, capabilities and extensions.",
    ),
    ("spv.func", "OpFunction", "A function. Its body refers to the module by symbols alone."),
    (
        "spv.GlobalVariable",
        "OpVariable",
        "A variable of the module, which functions reach by `spv.mlir.addressof`.",
    ),
    ("spv.GlobalConstant", "OpConstant", "A plain constant with a name or decorations."),
    ("spv.Variable", "OpVariable", "A variable of a function."),
    ("spv.mlir.addressof", "", "The pointer to a variable of the module, or to a function."),
    ("spv.mlir.referenceof", "", "The value of a spec constant or another definition of the module."),
    ("spv.SpecConstantOperation", "OpSpecConstantOp", "An operation on spec constants, in a function."),
    ("spv.mlir.selection", "OpSelectionMerge", "A selection with the blocks of its construct."),
    ("spv.mlir.loop", "OpLoopMerge", "A loop with the blocks of its construct."),
    (
        "spv.mlir.merge",
        "",
        "Ends the merge block of a construct; its operands are the results of the construct.",
    ),
    ("spv.mlir.break", "OpBranch", "Branches to the merge block of the innermost loop."),
    ("spv.mlir.continue", "OpBranch", "Branches to the continue target of the innermost loop."),
    ("spv.mlir.switch_break", "OpBranch", "Branches to the merge block of the innermost switch."),
    ("spv.mlir.yield", "", "Ends the region of `spv.SpecConstantOperation` in the generic form."),
];

/// An op: its instruction, operands, what it needs, and where it is specified.
pub fn op(def: &OpDef) -> String {
    let row = def.row;
    let structure = STRUCTURE.iter().find(|(name, ..)| *name == row.name);
    let mut out = format!("**{}**", row.name);
    let instruction = match structure {
        Some((_, "", _)) => None,
        Some((_, instruction, _)) => Some((*instruction).to_owned()),
        None if row.set == 0 => row.name.strip_prefix("spv.").map(|name| format!("Op{name}")),
        None => None,
    };
    let mut availability = &row.availability;
    let mut link = None;
    if let Some(set) = sets::set(row.set) {
        _ = write!(out, ": instruction {} of `{}`", row.opcode, set.import_name);
        link = SETS_SPECIFIED.iter().find(|(number, _)| *number == row.set).map(|(_, url)| (*url).to_owned());
    } else if let Some(instruction) = instruction {
        _ = write!(out, ": {instruction}");
        if let Some(core) = core(row, &instruction) {
            availability = &core.availability;
            _ = write!(out, " ({})", core.opcode);
            if let Some(Shape { class, .. }) =
                core_index(core.opcode).map(|at| &spv_dialect::generated::ops::SHAPES[at])
            {
                _ = write!(out, ", {}", words(&format!("{class:?}")));
            }
            link = Some(format!("{SPECIFICATION}#{instruction}"));
        }
    }
    if let Some((.., text)) = structure {
        _ = write!(out, "\n\n{text}");
    }
    params(&mut out, row.params);
    out.push_str(match row.result {
        ResultKind::None => "",
        ResultKind::One => "\n\nOne result.",
        ResultKind::Optional => "\n\nAt most one result.",
        ResultKind::Any => "\n\nAny number of results.",
    });
    needs(&mut out, availability);
    if let Some(link) = link {
        _ = write!(out, "\n\n[Specification]({link})");
    }
    out
}

/// The row of the instruction that an op represents.
fn core(row: &OpRow, instruction: &str) -> Option<&'static OpRow> {
    match row.opcode {
        NO_OPCODE => {
            CORE.iter().find(|core| core.name.strip_prefix("spv.") == instruction.strip_prefix("Op"))
        }
        opcode => core_row(opcode),
    }
}

/// A line for lists: the instruction's operands.
pub fn signature(def: &OpDef) -> String {
    let names: Vec<String> = def.row.params.iter().map(|p| format!("{}{}", p.name, mark(p.arity))).collect();
    names.join(", ")
}

fn mark(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Optional => "?",
        Arity::Variadic => "...",
    }
}

fn params(out: &mut String, params: &[Param]) {
    if !params.is_empty() {
        out.push('\n');
    }
    for param in params {
        _ = write!(out, "\n- `{}{}`: {}", param.name, mark(param.arity), kind(param.kind));
    }
}

fn kind(kind: ParamKind) -> String {
    match kind {
        ParamKind::Value => "value".into(),
        ParamKind::Mixed => "value, or symbol, type or constant".into(),
        ParamKind::Symbol => "symbol".into(),
        ParamKind::Type => "type".into(),
        ParamKind::Word => "32-bit literal".into(),
        ParamKind::FloatWord => "32-bit float literal".into(),
        ParamKind::String => "string".into(),
        ParamKind::Enum(def) if def.bits => format!("{} (bits)", def.name),
        ParamKind::Enum(def) => def.name.into(),
        ParamKind::ConstEnum(def) => format!("{}, or a value", def.name),
        ParamKind::Attr => "attribute".into(),
        ParamKind::Block => "block".into(),
    }
}

/// An enumerant: its value, parameters, and what it needs.
pub fn enumerant(def: &EnumDef, enumerant: &Enumerant) -> String {
    let mut out = match def.bits {
        true => format!("**{}**: {} 0x{:X}", enumerant.name, def.name, enumerant.value),
        false => format!("**{}**: {} {}", enumerant.name, def.name, enumerant.value),
    };
    params(&mut out, enumerant.params);
    needs(&mut out, &enumerant.availability);
    out
}

fn needs(out: &mut String, availability: &Availability) {
    let Availability { min_version, max_version, capabilities, extensions } = availability;
    let version = |word: u32| format!("{}.{}", word >> 16, word >> 8 & 0xff);
    if !capabilities.is_empty() {
        let names: Vec<_> =
            capabilities.iter().filter_map(|c| CAPABILITY.by_value(*c)).map(|e| e.name).collect();
        _ = write!(out, "\n\nCapability: {}", names.join(" or "));
    }
    let since = min_version.filter(|first| *first > 0x0001_0000).map(version);
    match (since, min_version, extensions.is_empty()) {
        (Some(since), _, true) => _ = write!(out, "\n\nSince version {since}"),
        (Some(since), _, false) => {
            _ = write!(out, "\n\nSince version {since}, or with {}", extensions.join(" or "))
        }
        (None, None, false) => _ = write!(out, "\n\nExtension: {}", extensions.join(" or ")),
        _ => {}
    }
    if let Some(last) = max_version {
        _ = write!(out, "\n\nNot after version {}", version(*last));
    }
}

/// `ConstantCreation` -> `constant creation`
fn words(name: &str) -> String {
    snake_case(name).replace('_', " ")
}

/// An enumeration by its name.
pub fn enumeration(name: &str) -> Option<&'static EnumDef> {
    let own = SETS.iter().flat_map(|set| set.enums);
    ENUMS.iter().chain(own).find(|def| def.name == name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(name: &str) -> String {
        let registry = spv_dialect::registry();
        let id = registry.op_by_name(name).expect("a registered op");
        op(registry.op(id))
    }

    #[test]
    fn ops_and_enumerants() {
        let names = ["spv.IAdd", "spv.GLSL.Fma", "spv.func", "spv.mlir.loop", "spv.GroupNonUniformElect"];
        let texts: Vec<String> = names.map(described).into();
        insta::assert_snapshot!(texts.join("\n---\n"));
        let def = enumeration("StorageClass").expect("an enumeration");
        let value = def.by_name("Input").and_then(|v| def.by_value(v)).expect("an enumerant");
        insta::assert_snapshot!(enumerant(def, value), @"**Input**: StorageClass 1");
    }

    #[test]
    fn structure_ops_are_registered() {
        let registry = spv_dialect::registry();
        for (name, instruction, _) in STRUCTURE {
            assert!(registry.op_by_name(name).is_some(), "{name}");
            let known =
                CORE.iter().any(|row| row.name.strip_prefix("spv.") == instruction.strip_prefix("Op"));
            assert!(instruction.is_empty() || known, "{instruction}");
        }
    }
}
