//! Parser and printer of attributes in the syntax of newer LLVM versions, converted to their counterparts in LLVM 14
//!
//! An enumerant attribute (`#spirv.storage_class<Function>`) becomes a string. Resource limits and interface attributes
//! become dictionaries.

use super::cache_controls::{self, KINDS as CACHE_CONTROLS};
use super::operand_forms::DIRECTIONS;
use super::{since, tosa};
use crate::attributes::{AttrKind, view};
use crate::decorations::{enum_text, enum_value};
use crate::generated::enums::*;
use crate::text::items::list;
use spv_ir::builtin_types::MEMORY_SPACE;
use spv_ir::dialect::{EnumDef, ParamDef, ParamDefId, TypeParams};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Context, Ident, Signedness, Since, TypeData};

/// Attributes that contain an enumerant: attribute name and enumeration.
static ENUMERANTS: [(&str, &EnumDef); 28] = [
    tosa::ENUMERATIONS[0],
    tosa::ENUMERATIONS[1],
    tosa::ENUMERATIONS[2],
    tosa::ENUMERATIONS[3],
    ("spv.addressing_model", &ADDRESSING_MODEL),
    ("spv.built_in", &BUILT_IN),
    ("spv.capability", &CAPABILITY),
    ("spv.coop_matrix_layout_khr", &COOPERATIVE_MATRIX_LAYOUT),
    ("spv.cooperative_matrix_operands_khr", &COOPERATIVE_MATRIX_OPERANDS),
    ("spv.decoration", &DECORATION),
    ("spv.dim", &DIM),
    ("spv.execution_mode", &EXECUTION_MODE),
    ("spv.execution_model", &EXECUTION_MODEL),
    ("spv.fastmath_mode", &FP_FAST_MATH_MODE),
    ("spv.function_control", &FUNCTION_CONTROL),
    ("spv.group_operation", &GROUP_OPERATION),
    ("spv.image_format", &IMAGE_FORMAT),
    ("spv.image_operands", &IMAGE_OPERANDS),
    ("spv.linkage_type", &LINKAGE_TYPE),
    ("spv.loop_control", &LOOP_CONTROL),
    ("spv.memory_access", &MEMORY_ACCESS),
    ("spv.memory_model", &MEMORY_MODEL),
    ("spv.memory_semantics", &MEMORY_SEMANTICS),
    ("spv.packed_vector_format", &PACKED_VECTOR_FORMAT),
    ("spv.quad_swap_direction", &DIRECTIONS),
    ("spv.selection_control", &SELECTION_CONTROL),
    ("spv.storage_class", &STORAGE_CLASS),
    ("spv.fp_rounding_mode", &FP_ROUNDING_MODE),
];

/// Returns the attribute name for an enumeration, without the dialect prefix. Returns `None` if the enumeration has no
/// attribute.
pub fn name_of(def: &EnumDef) -> Option<&'static str> {
    // `spv.scope` is not in `ENUMERANTS`, because the parser of debug scopes parses it.
    let scope = ("spv.scope", &SCOPE);
    let found = ENUMERANTS.iter().chain([&scope]).find(|(_, known)| std::ptr::eq(*known, def));
    found.and_then(|(name, _)| name.strip_prefix("spv."))
}

/// Attributes with key-value parameters: attribute name and keys.
const DICTIONARIES: [(&str, &[&str]); 4] = [
    ("spv.coop_matrix_props", MATRIX_KEYS),
    ("spv.coop_matrix_props_khr", MATRIX_KEYS),
    ("spv.coop_matrix_props_nv", MATRIX_KEYS),
    ("spv.entry_point_abi", &["workgroup_size", "subgroup_size", "target_width"]),
];
const MATRIX_KEYS: &[&str] =
    &["m_size", "n_size", "k_size", "a_type", "b_type", "c_type", "result_type", "acc_sat", "scope"];

/// Name of the linkage attribute, which becomes an array in this dialect.
const LINKAGE: &str = "spv.linkage_attributes";

/// Attribute kind code of attributes that exist only in LLVM's syntax, not in the IR.
const NO_KIND: u32 = u32::MAX;

/// Definitions of the attributes that newer LLVM versions add.
pub const DEFINITIONS: [ParamDef; ENUMERANTS.len() + DICTIONARIES.len() + 3] = {
    let mut all = [def(LINKAGE, parse_linkage); ENUMERANTS.len() + DICTIONARIES.len() + 3];
    let mut i = 0;
    while i < ENUMERANTS.len() {
        all[i] = def(ENUMERANTS[i].0, parse_enumerant);
        i += 1;
    }
    let mut i = 0;
    while i < DICTIONARIES.len() {
        all[ENUMERANTS.len() + i] = def(DICTIONARIES[i].0, parse_dictionary);
        i += 1;
    }
    let controls = ENUMERANTS.len() + DICTIONARIES.len() + 1;
    all[controls] = def(CACHE_CONTROLS[0].attribute, |p, _| CACHE_CONTROLS[0].parse(p));
    all[controls + 1] = def(CACHE_CONTROLS[1].attribute, |p, _| CACHE_CONTROLS[1].parse(p));
    all
};

const fn def(name: &'static str, parse: TypeParseFn) -> ParamDef {
    ParamDef { name, parse, print: |_, _, _, _| {}, code: NO_KIND }
}

/// Reports LLVM 14's error message if the parser is in LLVM 14's syntax, which lacks the attribute.
fn refuse(p: &mut dyn AsmParser, name: &str) -> Parsed<()> {
    let is_unknown = since::LATER_ATTRIBUTES.lacks(p.form());
    let kind = name.split_once('.').map_or(name, |(_, kind)| kind).to_owned();
    if is_unknown { Err(p.error(&format!("unknown SPIR-V attribute kind: {kind}"))) } else { Ok(()) }
}

/// Parses enumerants in angle brackets, such as `<Function>` or `<Acquire|UniformMemory>`, into a string.
pub fn enumerant_text(p: &mut dyn AsmParser, def: &EnumDef) -> Parsed<Attribute> {
    match p.opt_enum(def) {
        Some(value) => {
            let text = enum_text(def, value?);
            Ok(p.ctx().string_attr(&text))
        }
        None => Err(p.error(&format!("expected `<` and a {}", def.name))),
    }
}

fn parse_enumerant(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    let name = p.ctx().registry().attr_def(def).name;
    refuse(p, name)?;
    match ENUMERANTS.iter().find(|(known, _)| *known == name) {
        Some((_, def)) => enumerant_text(p, def).map(ParamInstance::Other),
        None => Err(p.error("expected an enumerant")),
    }
}

/// Parses an attribute with key-value parameters, such as `<workgroup_size = [64, 1, 1], subgroup_size = 32>`.
fn parse_dictionary(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    let name = p.ctx().registry().attr_def(def).name;
    refuse(p, name)?;
    let keys = DICTIONARIES.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, keys)| keys);
    dictionary(p, keys).map(ParamInstance::Other)
}

/// Parses `#spirv.resource_limits<...>`. A target environment stores the limits as a plain dictionary instead.
pub fn parse_limits(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    refuse(p, "spv.resource_limits")?;
    let keys = LIMITS.map(|(key, _)| key);
    dictionary(p, &keys).map(|limits| ParamInstance::Params(vec![limits]))
}

/// Prints resource limits in the syntax that [`parse_limits`] accepts.
pub fn print_limits(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    p.write("<");
    params.iter().for_each(|limits| write_limits(p, *limits));
    p.write(">");
}

/// Parses `<key = value, ...>` into a dictionary. Each key must be one of `keys` and occur at most once.
fn dictionary(p: &mut dyn AsmParser, keys: &[&str]) -> Parsed<Attribute> {
    let mut entries: Vec<(Ident, Attribute)> = Vec::new();
    let mut open = keys.to_vec();
    p.expect("<")?;
    list(p, ">", &mut |p| {
        let key = p.keyword()?;
        let Some(place) = open.iter().position(|known| *known == key) else {
            return Err(p.error(&format!("duplicate or unknown struct parameter name: {key}")));
        };
        open.remove(place);
        p.expect("=")?;
        if key == "workgroup_size" && !p.peek("[") {
            return Err(p.error("expected a workgroup size such as `[64, 1, 1]`"));
        }
        let value = value(p)?;
        // The IR uses LLVM 14's name for this key.
        let key = if key == "workgroup_size" { "local_size" } else { &key };
        entries.push((p.ctx().ident(key), value));
        Ok(())
    })?;
    Ok(p.ctx().dict_attr(entries))
}

/// Prints the attribute with the key `key` in LLVM 19's custom syntax. Returns whether LLVM 19 has a custom syntax for
/// it; see [`spv_ir::dialect::SpellingFn`].
pub fn spell(p: &mut dyn AsmPrinter, key: &str, attr: Attribute) -> bool {
    if key == "linkage_attributes" {
        return linkage(p, attr);
    }
    if since::TOSA_LISTS.holds(p.form()) && tosa::spell_list(p, key, attr) {
        return true;
    }
    let controls = if since::CACHE_CONTROLS.holds(p.form()) { cache_controls::kind_of(key) } else { None };
    let text = match key {
        _ if controls.is_some() => controls.and_then(|kind| kind.spell(p.ctx(), attr)),
        "spv.entry_point_abi" => entry_point_abi(p.ctx(), attr),
        _ => ENUMERANT_KEYS.iter().find(|row| row.0 == key && row.3.holds(p.form())).and_then(
            |(_, name, def, _)| {
                let text = p.ctx().attr_str(attr)?;
                enum_value(def, text).map(|_| format!("#spirv.{name}<{text}>"))
            },
        ),
    };
    match text {
        Some(text) => p.write(&text),
        None => return false,
    }
    true
}

/// Keys whose strings print as enumerant attributes: key, attribute name, enumeration and first LLVM version.
static ENUMERANT_KEYS: [(&str, &str, &EnumDef, Since); 9] = [
    (MEMORY_SPACE, "storage_class", &STORAGE_CLASS, Since(19)),
    ("fp_fast_math_mode", "fastmath_mode", &FP_FAST_MATH_MODE, Since(19)),
    ("spv.decoration", "decoration", &DECORATION, Since(19)),
    ("format", "packed_vector_format", &PACKED_VECTOR_FORMAT, Since(19)),
    ("fp_rounding_mode", "fp_rounding_mode", &FP_ROUNDING_MODE, Since(22)),
    ("acc_type", "tosa_ext_acc_type", &tosa::ACCUMULATORS, Since(24)),
    ("mode", "tosa_ext_resize_mode_type", &tosa::RESIZE_MODES, Since(24)),
    ("nan_mode", "tosa_ext_nan_propagation_mode_type", &tosa::NAN_MODES, Since(24)),
    ("rounding_mode", "tosa_ext_rounding_mode_type", &tosa::ROUNDING_MODES, Since(24)),
];

/// Formats `#spirv.entry_point_abi<workgroup_size = [64, 1, 1], subgroup_size = 32>`. Returns `None` if the attribute
/// has other entries.
fn entry_point_abi(ctx: &Context, attr: Attribute) -> Option<String> {
    let AttrData::Dict(entries) = ctx.attr_data(attr) else { return None };
    let known = ["local_size", "subgroup_size", "target_width"];
    if entries.iter().any(|(key, _)| !known.contains(&ctx.str(*key))) {
        return None;
    }
    let mut parts = Vec::new();
    for (key, name) in known.into_iter().zip(["workgroup_size", "subgroup_size", "target_width"]) {
        if let Some(value) = ctx.dict_get(Some(attr), key) {
            parts.push(format!("{name} = {}", numbers(ctx, value)?));
        }
    }
    Some(format!("#spirv.entry_point_abi<{}>", parts.join(", ")))
}

/// Prints `#spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>`. Returns `false`, and prints
/// nothing, if the attribute is not a pair of strings.
fn linkage(p: &mut dyn AsmPrinter, attr: Attribute) -> bool {
    let text = |p: &dyn AsmPrinter, attr| p.ctx().attr_str(attr).map(str::to_owned);
    let parts = p.ctx().attr_array(attr).and_then(|list| match list {
        [name, kind] => Some((text(p, *name)?, text(p, *kind)?)),
        _ => None,
    });
    let Some((name, kind)) = parts else { return false };
    p.write("#spirv.linkage_attributes<linkage_name = ");
    p.string(&name);
    p.write(&format!(", linkage_type = <{kind}>>"));
    true
}

/// Formats an integer as `4`, or dense integers as `[4, 1, 1]`. Returns `None` for other attributes.
fn numbers(ctx: &Context, attr: Attribute) -> Option<String> {
    match ctx.attr_data(attr) {
        AttrData::Integer { value, .. } => Some(value.to_string()),
        AttrData::Dense { ty, elements } => {
            let count = match ctx.type_data(*ty) {
                TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. } => dims.iter().product(),
                _ => 1,
            };
            let list = (0..count).map(|i| elements[if elements.len() == 1 { 0 } else { i as usize }]);
            Some(format!("[{}]", list.map(|n| n.to_string()).collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    }
}

/// Parses the value of an attribute entry. An untyped integer has type `i32`; a list of untyped integers becomes a
/// dense vector.
pub fn value(p: &mut dyn AsmParser) -> Parsed<Attribute> {
    if p.peek("<") {
        return enumerant_text(p, &SCOPE);
    }
    let i32 = p.ctx().common().i32;
    if !p.accept("[") {
        return p.attr_or(i32);
    }
    let mut items = Vec::new();
    list(p, "]", &mut |p| {
        items.push(p.attr()?);
        Ok(())
    })?;
    let ctx = p.ctx();
    // The parser assigns the type `i64` to an untyped integer.
    let number = |item: &Attribute| match ctx.attr_data(*item) {
        AttrData::Integer { value, ty } if *ty == ctx.int_type(64, Signedness::Signless) => {
            u32::try_from(*value).ok().map(u64::from)
        }
        _ => None,
    };
    let numbers: Option<Vec<u64>> = items.iter().map(number).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
        return Ok(ctx.array_attr(&items));
    };
    let ty = ctx.ty(TypeData::Vector { dims: [numbers.len() as u64].into(), element: i32 });
    Ok(ctx.dense_attr(ty, numbers))
}

/// Parses `<linkage_name = "f", linkage_type = <Import>>`.
fn parse_linkage(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    refuse(p, LINKAGE)?;
    p.expect("<")?;
    let key = |p: &mut dyn AsmParser, name: &str| match p.accept_keyword(name) {
        true => p.expect("="),
        false => Err(p.error(&format!("expected `{name} =`"))),
    };
    key(p, "linkage_name")?;
    // The linkage name may also be unquoted.
    let name = match p.opt_string() {
        Some(name) => name,
        None => p.keyword()?,
    };
    p.expect(",")?;
    key(p, "linkage_type")?;
    let kind = enumerant_text(p, &LINKAGE_TYPE)?;
    p.expect(">")?;
    let name = p.ctx().string_attr(&name);
    Ok(ParamInstance::Other(p.ctx().array_attr(&[name, kind])))
}

/// Parses the value of an entry such as `api = Vulkan`. Converts a keyword to a string.
pub fn keyword_value(p: &mut dyn AsmParser) -> Parsed<Attribute> {
    match p.opt_keyword() {
        Some(word) => Ok(p.ctx().string_attr(&word)),
        None => p.attr(),
    }
}

/// Parses an optional attribute. Returns `None` if there is none, or in LLVM 14's syntax, which allows only a
/// dictionary.
pub fn opt_attr(p: &mut dyn AsmParser) -> Option<Parsed<Attribute>> {
    if since::LATER_ATTRIBUTES.lacks(p.form()) { None } else { p.opt_attr() }
}

/// Returns the entries of a dictionary or of resource limits, or `None` for other attributes.
pub fn entries(p: &dyn AsmParser, attr: Attribute) -> Option<Vec<(Ident, Attribute)>> {
    let attr = match view(p.ctx(), attr) {
        Some((AttrKind::ResourceLimits, &[limits])) => limits,
        _ => attr,
    };
    match p.ctx().attr_data(attr) {
        AttrData::Dict(entries) => Some(entries.to_vec()),
        _ => None,
    }
}

/// Keys of resource limits in LLVM 19's order, with their default values. LLVM 19 omits a limit that has its default
/// value.
const LIMITS: [(&str, &str); 8] = [
    ("max_compute_shared_memory_size", "16384"),
    ("max_compute_workgroup_invocations", "128"),
    ("max_compute_workgroup_size", "[128, 128, 64]"),
    ("subgroup_size", "32"),
    ("min_subgroup_size", ""),
    ("max_subgroup_size", ""),
    ("cooperative_matrix_properties_khr", ""),
    ("cooperative_matrix_properties_nv", ""),
];

/// Prints the last parameters of a target environment: `, api=Vulkan, NVIDIA:DiscreteGPU,
/// #spirv.resource_limits<subgroup_size = 32>>`.
pub fn print_target_env_rest(p: &mut dyn AsmPrinter, device: Option<&str>, limits: Attribute) {
    let api = p.ctx().dict_get(Some(limits), "api");
    let api = api.and_then(|api| p.ctx().attr_str(api).map(str::to_owned));
    if let Some(api) = api.filter(|api| api != "Unknown") {
        p.write(&format!(", api={api}"));
    }
    if let Some(device) = device.filter(|device| *device != "Unknown") {
        p.write(", ");
        p.write(device);
    }
    p.write(", #spirv.resource_limits<");
    write_limits(p, limits);
    p.write(">>");
}

/// Prints the dictionary `limits` in the syntax of resource limits.
fn write_limits(p: &mut dyn AsmPrinter, limits: Attribute) {
    let mut separator = "";
    for (key, default) in LIMITS {
        let Some(value) = p.ctx().dict_get(Some(limits), key) else { continue };
        let text = numbers(p.ctx(), value);
        if since::OMITTED_LIMITS.holds(p.form()) && text.as_deref() == Some(default) {
            continue;
        }
        p.write(&format!("{separator}{key} = "));
        separator = ", ";
        let vendor = key.strip_prefix("cooperative_matrix_properties_");
        match (text, vendor, p.ctx().attr_array(value).map(<[Attribute]>::to_vec)) {
            (Some(text), ..) => p.write(&text),
            (None, Some(vendor), Some(list)) => {
                p.write("[");
                for (i, properties) in list.into_iter().enumerate() {
                    p.write(if i > 0 { ", " } else { "" });
                    write_matrix(p, vendor, properties);
                }
                p.write("]");
            }
            _ => p.attr(value),
        }
    }
}

/// Keys of cooperative matrix properties, in LLVM 19's order.
const MATRIX: [&str; 9] =
    ["m_size", "n_size", "k_size", "a_type", "b_type", "c_type", "result_type", "acc_sat", "scope"];

/// Prints `#spirv.coop_matrix_props_khr<m_size = 8, ..., scope = <Subgroup>>`.
fn write_matrix(p: &mut dyn AsmPrinter, vendor: &str, properties: Attribute) {
    p.write(&format!("#spirv.coop_matrix_props_{vendor}<"));
    let mut separator = "";
    for key in MATRIX {
        let Some(value) = p.ctx().dict_get(Some(properties), key) else { continue };
        p.write(&format!("{separator}{key} = "));
        separator = ", ";
        match (numbers(p.ctx(), value), p.ctx().attr_str(value).map(str::to_owned)) {
            (Some(text), _) => p.write(&text),
            (None, Some(scope)) => p.write(&format!("<{scope}>")),
            (None, None) => p.attr(value),
        }
    }
    p.write(">");
}
