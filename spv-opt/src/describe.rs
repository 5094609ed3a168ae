//! Descriptions of ops, enumerants and extensions, as Markdown for editors and plain text for terminals

use spv_dialect::decorations::snake_case;
use spv_dialect::generated::enums::{CAPABILITY, ENUMS};
use spv_dialect::generated::extinst::SETS;
use spv_dialect::generated::ops::{CORE, Class};
use spv_dialect::generated::signatures::SIGNATURES;
use spv_dialect::sets;
use spv_dialect::table::{ResultLayout, core_index, core_row};
use spv_dialect::verify::rule_texts;
use spv_ir::dialect::{
    Arity, Availability, EnumDef, Enumerant, NO_OPCODE, OpDef, OpDefId, OpRow, Param, ParamKind, Registry,
    ResultKind, Traits,
};
use spv_ir::format::Format;
use std::fmt::Write;

/// URL of the SPIR-V core specification.
const SPECIFICATION: &str = "https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html";

/// Extended instruction sets with published specifications: set index in the grammar, and URL of the specification.
const SETS_SPECIFIED: [(u16, &str); 2] = [
    (1, "https://registry.khronos.org/SPIR-V/specs/unified1/GLSL.std.450.html"),
    (2, "https://registry.khronos.org/SPIR-V/specs/unified1/OpenCL.ExtendedInstructionSet.100.html"),
];

/// Ops whose name differs from the instruction name: op name, instruction (empty if none) and description.
const STRUCTURE: [(&str, &str, &str); 17] = [
    ("module", "", "The builtin module: contains any ops."),
    ("func", "OpFunction", "A function of the builtin dialect."),
    (
        "spv.module",
        "OpMemoryModel",
        "A SPIR-V module: its memory model, version, capabilities and extensions.",
    ),
    ("spv.func", "OpFunction", "A function. Its body references module-level definitions only by symbol."),
    (
        "spv.GlobalVariable",
        "OpVariable",
        "A module-level variable, which functions reference by `spv.mlir.addressof`.",
    ),
    ("spv.GlobalConstant", "OpConstant", "A plain constant with a name or decorations."),
    ("spv.Variable", "OpVariable", "A function-local variable."),
    ("spv.mlir.addressof", "", "The address of a module-level variable or a function."),
    ("spv.mlir.referenceof", "", "The value of a spec constant or another module-level definition."),
    ("spv.SpecConstantOperation", "OpSpecConstantOp", "An operation on spec constants within a function."),
    ("spv.mlir.selection", "OpSelectionMerge", "A selection construct with its blocks."),
    ("spv.mlir.loop", "OpLoopMerge", "A loop construct with its blocks."),
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

/// Instructions that are not ops, each with its representation in the dialect.
const NO_OPS: [(&str, &str); 20] = [
    ("OpPhi", "a block argument, as in `^bb1(%x: i32)`; each branch to the block passes a value"),
    ("OpLabel", "a block, as in `^bb1:`"),
    ("OpLoopMerge", "the op `spv.mlir.loop`, whose region contains the blocks of the construct"),
    ("OpSelectionMerge", "the op `spv.mlir.selection`, whose region contains the blocks of the construct"),
    ("OpFunction", "the op `spv.func`"),
    ("OpFunctionParameter", "an argument of `spv.func`"),
    ("OpFunctionEnd", "the end of the region of `spv.func`"),
    ("OpMemoryModel", "the memory model of the op `spv.module`"),
    ("OpCapability", "an element of the attribute `#spv.vce<...>` of `spv.module`"),
    ("OpExtension", "an element of the attribute `#spv.vce<...>` of `spv.module`"),
    ("OpExtInstImport", "the name of each op of the set, as in `spv.GLSL.Sqrt`"),
    ("OpExtInstWithForwardRefsKHR", "the op of the extended instruction, as in `spv.GLSL.Sqrt`"),
    ("OpName", "the name of the value, symbol or type"),
    ("OpMemberName", "a name in the attributes of `spv.module`"),
    ("OpLine", "the location of an op: `loc(...)`"),
    ("OpNoLine", "an op without a location"),
    ("OpConstantTrue", "the op `spv.Constant`"),
    ("OpConstantFalse", "the op `spv.Constant`"),
    ("OpSpecConstantTrue", "the op `spv.SpecConstant`"),
    ("OpSpecConstantFalse", "the op `spv.SpecConstant`"),
];

/// Returns how the dialect represents an instruction that is not an op. Returns `None` for other names.
pub fn representation(instruction: &str) -> Option<&'static str> {
    if let Some((_, text)) = NO_OPS.iter().find(|(name, _)| *name == instruction) {
        return Some(text);
    }
    let core = CORE.iter().find(|core| core.name.strip_prefix("spv.") == instruction.strip_prefix("Op"))?;
    let class = &spv_dialect::generated::ops::SHAPES[core_index(core.opcode)?].class;
    Some(match class {
        _ if core.name.contains("Continued") => "the op of the instruction that it continues",
        Class::TypeDeclaration => "a type, as in `i32`, `vector<4xf32>` or `!spv.ptr<f32, Function>`",
        Class::Annotation => {
            "an attribute of the decorated op or type in snake case, as in `{relaxed_precision}`"
        }
        Class::ConstantCreation => "the op `spv.Constant`",
        _ => return None,
    })
}

/// Describes an op in Markdown: its instruction, operands, requirements and a link to the specification.
pub fn op(def: &OpDef) -> String {
    let row = def.row;
    let structure = STRUCTURE.iter().find(|(name, ..)| *name == row.name);
    let mut out = format!("**{}**", row.name);
    let mut link = None;
    if let Some(set) = sets::set(row.set) {
        _ = write!(out, ": instruction {} of `{}`", row.opcode, set.import_name);
        link = SETS_SPECIFIED.iter().find(|(number, _)| *number == row.set).map(|(_, url)| (*url).to_owned());
    } else if let Some(instruction) = instruction(row) {
        _ = write!(out, ": {instruction}");
        if let Some(core) = core(row, &instruction) {
            _ = write!(out, " ({})", core.opcode);
            if let Some(ResultLayout { class, .. }) =
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
    needs(&mut out, availability(def));
    if let Some(link) = link {
        _ = write!(out, "\n\n[Specification]({link})");
    }
    out
}

/// Returns the grammar entry of the core instruction called `instruction`, which an op represents. Returns `None` if
/// there is none.
fn core(row: &OpRow, instruction: &str) -> Option<&'static OpRow> {
    match row.opcode {
        NO_OPCODE => {
            CORE.iter().find(|core| core.name.strip_prefix("spv.") == instruction.strip_prefix("Op"))
        }
        opcode => core_row(opcode),
    }
}

/// Describes an op in plain text: parameters, types, syntax and builder functions.
pub fn sheet(registry: &Registry, id: OpDefId) -> String {
    let def = registry.op(id);
    let row = def.row;
    let markdown = op(def);
    let title = markdown.lines().next().unwrap_or(row.name);
    let mut out = format!("{}\n", title.replace(['*', '`'], ""));
    section(
        &mut out,
        "parameters",
        row.params.iter().map(|param| {
            let count = match param.arity {
                Arity::One => "",
                Arity::Optional => ", optional",
                Arity::Variadic => ", any number",
            };
            format!("{}: {}{count}", param.name, kind(param.kind))
        }),
    );
    let result = match row.result {
        ResultKind::None => "none",
        ResultKind::One => "one",
        ResultKind::Optional => "at most one",
        ResultKind::Any => "any number",
    };
    section(&mut out, "results", [result.to_owned()]);
    let same =
        def.traits.contains(Traits::SAME_TYPE).then(|| "operands and result have the same type".to_owned());
    let found = def.result_type.map(|_| "the result type is inferred from the operands".to_owned());
    section(&mut out, "types", same.into_iter().chain(rule_texts(id)).chain(found));
    let mut needed = String::new();
    needs(&mut needed, availability(def));
    if needed.is_empty() {
        needed.push_str("nothing: available since version 1.0");
    }
    section(&mut out, "needs", needed.split("\n\n").filter(|line| !line.is_empty()).map(str::to_owned));
    let text = match def.custom {
        Some(_) if def.form.is_empty() => "the generic form".to_owned(),
        Some(_) => format!("{} {}", row.name, def.form),
        None => Format::compile(def, def.format).text(def),
    };
    section(&mut out, "text", [text]);
    let builders = SIGNATURES.binary_search_by_key(&row.name, |(name, _)| name).map(|at| SIGNATURES[at].1);
    let none = "none: use spv::ModuleBuilder and spv::FunctionBuilder for functions and control flow";
    section(&mut out, "builders (b: spv::Builder)", builders.unwrap_or(none).lines().map(str::to_owned));
    out
}

/// Appends a heading and indented lines. Appends nothing if there are no lines.
fn section(out: &mut String, title: &str, lines: impl IntoIterator<Item = String>) {
    let lines: Vec<String> = lines.into_iter().map(|line| format!("  {line}\n")).collect();
    if !lines.is_empty() {
        _ = write!(out, "\n{title}:\n{}", lines.concat());
    }
}

/// Returns the requirements of the instruction that an op represents, or of the op itself if it represents none.
fn availability(def: &OpDef) -> &'static Availability {
    let row = def.row;
    let core = instruction(row).and_then(|instruction| core(row, &instruction));
    core.map_or(&row.availability, |core| &core.availability)
}

/// Returns the name of the core instruction that an op represents, or `None` if it represents none.
fn instruction(row: &OpRow) -> Option<String> {
    match STRUCTURE.iter().find(|(name, ..)| *name == row.name) {
        Some((_, "", _)) => None,
        Some((_, instruction, _)) => Some((*instruction).to_owned()),
        None if row.set == 0 => row.name.strip_prefix("spv.").map(|name| format!("Op{name}")),
        None => None,
    }
}

/// Returns the operand names of an op in one line, for completion lists.
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
        ParamKind::Tail => "number of blocks at the end of the region".into(),
    }
}

/// Describes an enumerant in Markdown: its value, parameters and requirements.
pub fn enumerant(def: &EnumDef, enumerant: &Enumerant) -> String {
    let mut out = match def.bits {
        true => format!("**{}**: {} 0x{:X}", enumerant.name, def.name, enumerant.value),
        false => format!("**{}**: {} {}", enumerant.name, def.name, enumerant.value),
    };
    params(&mut out, enumerant.params);
    needs(&mut out, &enumerant.availability);
    out
}

/// Describes an extension in Markdown: the enumerants that require it, and a link. Returns `None` if no enumerant
/// requires it.
pub fn extension(name: &str) -> Option<String> {
    let vendor = name.strip_prefix("SPV_")?.split('_').next()?;
    let mut out = format!("**{name}**: extension\n");
    let length = out.len();
    for def in ENUMS {
        let needing = def.enumerants.iter().filter(|e| e.availability.extensions.contains(&name));
        needing.for_each(|e| _ = write!(out, "\n- {} `{}`", def.name, e.name));
    }
    let url = "https://github.khronos.org/SPIRV-Registry/extensions";
    (out.len() > length).then(|| format!("{out}\n\n[Specification]({url}/{vendor}/{name}.html)"))
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

/// Splits an identifier into words: `ConstantCreation` becomes `constant creation`.
fn words(name: &str) -> String {
    snake_case(name).replace('_', " ")
}

/// Returns the enumeration called `name` from the core grammar or an extended instruction set, or `None` if it is
/// unknown.
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
