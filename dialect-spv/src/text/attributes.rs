//! Assembly syntax of attributes

use super::constants::{constant, write_constant};
use super::items::*;
use crate::attributes::{AttrKind, view};
use crate::decorations::enum_text;
use crate::generated::enums;
use crate::llvm::checks::has_extension;
use crate::llvm::{RENAMED_CAPABILITIES, later_attributes as later, renamed_capability, since};
use crate::vce::names_extension;
use spv_asm::{NEWEST_VERSION, OLDEST_VERSION};
use spv_ir::dialect::{ParamDefId, TypeParams};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Ident, TypeData, names};

/// Returns the parser and printer of an attribute kind.
pub const fn text(kind: AttrKind) -> (TypeParseFn, TypePrintFn) {
    match kind {
        AttrKind::Vce => (parse_vce, print_vce),
        AttrKind::Null => (|_, _| Ok(ParamInstance::Params(Vec::new())), |_, _, _, _| {}),
        AttrKind::Replicate | AttrKind::Distinct => (parse_constants, print_constants),
        AttrKind::Const => (parse_const, print_const),
        AttrKind::Undef
        | AttrKind::Scope
        | AttrKind::DebugLine
        | AttrKind::Local
        | AttrKind::Import
        | AttrKind::Group => (parse_operands, print_operands),
        AttrKind::TargetEnv => (parse_target_env, print_target_env),
        AttrKind::InterfaceVarAbi => (parse_abi, print_abi),
        AttrKind::ResourceLimits => (later::parse_limits, later::print_limits),
    }
}

/// Parses a version such as `v1.3`.
fn version(p: &mut dyn AsmParser) -> Parsed<u32> {
    let at = p.offset();
    let text = p.keyword()?;
    let number = text.strip_prefix('v').and_then(|t| t.split_once('.'));
    let number = number.and_then(|(major, minor)| {
        Some(u32::from(major.parse::<u8>().ok()?) << 16 | u32::from(minor.parse::<u8>().ok()?) << 8)
    });
    number.filter(|number| (OLDEST_VERSION..=NEWEST_VERSION).contains(number)).ok_or_else(|| {
        p.error_at(at..at + text.len(), &format!("unknown version: {text}; expected `v1.0` to `v1.6`"))
    })
}

/// Parses `<v1.3, [Shader], [SPV_KHR_16bit_storage]>`.
fn parse_vce(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let version = version(p)?;
    p.expect(",")?;
    p.expect("[")?;
    let mut capabilities = Vec::new();
    list(p, "]", &mut |p| {
        let renamed = RENAMED_CAPABILITIES.iter().find(|(_, old, _)| p.accept_keyword(old));
        capabilities.push(match renamed.and_then(|(.., name)| enums::CAPABILITY.by_name(name)) {
            Some(value) => value,
            None => enumerant(p, &enums::CAPABILITY)?,
        });
        Ok(())
    })?;
    p.expect(",")?;
    p.expect("[")?;
    let mut extensions = Vec::new();
    list(p, "]", &mut |p| {
        let at = p.offset();
        let name = match p.opt_string() {
            Some(name) => name,
            None => p.keyword()?,
        };
        let later = since::ALL_EXTENSIONS.holds(p.form()) && names_extension(p.ctx(), &name);
        if p.compat() && !later && !has_extension(&name) {
            return Err(p.error_at(at..at + 1, &format!("unknown extension: {name}")));
        }
        extensions.push(p.ctx().string_attr(&name));
        Ok(())
    })?;
    p.expect(">")?;
    let ctx = p.ctx();
    Ok(ParamInstance::Params(vec![
        ctx.i32_attr(version),
        ctx.attr(AttrData::Words(capabilities.into())),
        ctx.array_attr(&extensions),
    ]))
}

fn print_vce(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let [version, capabilities, extensions] = *params else { return };
    let version = p.ctx().attr_u64(version).unwrap_or(0);
    p.write(&format!("<v{}.{}, [", version >> 16 & 0xFF, version >> 8 & 0xFF));
    let capabilities = match p.ctx().attr_data(capabilities) {
        AttrData::Words(words) => words.clone(),
        _ => Box::default(),
    };
    write_list(p, capabilities, |p, c| {
        let version = p.form().map_or(0, |form| form.version);
        let name = enums::CAPABILITY.by_value(c).map_or("", |enumerant| enumerant.name);
        match renamed_capability(version, name) {
            Some(name) => p.write(name),
            None => write_enumerant(p, &enums::CAPABILITY, c),
        }
    });
    p.write("], [");
    let extensions = p.ctx().attr_array(extensions).unwrap_or(&[]).to_vec();
    write_list(p, extensions, |p, e| {
        let name = p.ctx().attr_str(e).unwrap_or("").to_owned();
        if names::is_bare(&name) {
            p.write(&name);
        } else {
            p.string(&name);
        }
    });
    p.write("]>");
}

/// Parses the parameters `<5, @a, f32>`.
fn parse_operands(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    // Newer LLVM versions use the attribute name `scope` for a Scope enumerant, as in `#spirv.scope<Workgroup>`.
    if p.ctx().registry().attr_def(def).code == AttrKind::Scope as u32
        && let Some((name, _)) = enums::SCOPE.names.iter().find(|(name, _)| p.accept_keyword(name))
    {
        p.expect(">")?;
        return Ok(ParamInstance::Other(p.ctx().string_attr(name)));
    }
    let mut params = Vec::new();
    list(p, ">", &mut |p| {
        params.push(operand(p)?);
        Ok(())
    })?;
    Ok(ParamInstance::Params(params))
}

fn print_operands(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    p.write("<");
    write_list(p, params, |p, &a| write_operand(p, a));
    p.write(">");
}

/// Parses the parameters `<c>` or `<1, c>`, where `c` is a constant.
fn parse_constants(p: &mut dyn AsmParser, def: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let mut params = Vec::new();
    if p.ctx().registry().attr_def(def).code == AttrKind::Distinct as u32 {
        params.push(operand(p)?);
        p.expect(",")?;
    }
    params.push(constant(p)?);
    p.expect(">")?;
    Ok(ParamInstance::Params(params))
}

fn print_constants(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let [before @ .., value] = params else { return };
    p.write("<");
    for &attr in before {
        write_operand(p, attr);
        p.write(", ");
    }
    write_constant(p, *value);
    p.write(">");
}

/// Parses the parameters `<c : type>`, where `c` is a constant.
fn parse_const(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let value = constant(p)?;
    p.expect(":")?;
    let ty = p.ty()?;
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![value, p.ctx().type_attr(ty)]))
}

fn print_const(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let [value, ty] = *params else { return };
    p.write("<");
    write_constant(p, value);
    p.write(" : ");
    p.attr(ty);
    p.write(">");
}

/// Parses the parameters `<#spv.vce<...>, NVIDIA:DiscreteGPU:1234, {limits}>`. Also accepts an older form without
/// braces around the limits, and newer forms with `api = Vulkan` and `#spirv.resource_limits<...>`.
fn parse_target_env(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let at = p.offset();
    let vce = p.attr()?;
    if !matches!(view(p.ctx(), vce), Some((AttrKind::Vce, _))) {
        return Err(p.error_at(at..at + 1, "expected `#spv.vce<...>`"));
    }
    let mut device = p.ctx().unit_attr();
    let mut limits = Vec::new();
    let mut first = true;
    let mut at = at;
    while p.accept(",") {
        at = p.offset();
        if p.peek("{") {
            p.attr_dict(&mut limits)?;
            break;
        } else if let Some(attr) = later::opt_attr(p) {
            let attr = attr?;
            let Some(entries) = later::entries(p, attr) else {
                return Err(p.error_at(at..at + 1, "expected `#spirv.resource_limits<...>` in front"));
            };
            limits.extend(entries);
            break;
        } else {
            let mut text = p.keyword()?;
            if p.accept("=") {
                // Parse a keyword only for `api`. For other keys, parsing a keyword would consume the prefix of an
                // attribute such as `dense<...>`.
                let value = if text == "api" { later::keyword_value(p)? } else { later::value(p)? };
                limits.push((p.ctx().ident(&text), value));
                // The device may follow the client API.
                continue;
            } else if first {
                while p.accept(":") {
                    text.push(':');
                    match p.opt_integer() {
                        Some(id) => text.push_str(&id.to_string()),
                        None => text.push_str(&p.keyword()?),
                    }
                }
                device = p.ctx().string_attr(&text);
            } else {
                return Err(p.error("expected '>' or the resource limits"));
            }
        }
        first = false;
    }
    check_limits(p, at, &limits)?;
    p.expect(">")?;
    let limits = p.ctx().dict_attr(limits);
    Ok(ParamInstance::Params(vec![vce, device, limits]))
}

/// Checks the types of the device limits that LLVM 14 defines.
fn check_limits(p: &mut dyn AsmParser, at: usize, limits: &[(Ident, Attribute)]) -> Parsed<()> {
    let ctx = p.ctx();
    let is_number =
        |attr| matches!(ctx.attr_data(attr), AttrData::Integer { ty, .. } if *ty == ctx.common().i32);
    let is_list = |attr| match ctx.attr_data(attr) {
        AttrData::Dense { ty, .. } => match ctx.type_data(*ty) {
            TypeData::Vector { element, .. } | TypeData::Tensor { element, .. } => {
                *element == ctx.common().i32
            }
            _ => false,
        },
        AttrData::Array(items) => items.iter().all(|item| is_number(*item)),
        _ => false,
    };
    let fits = |(key, value): &(Ident, Attribute)| match ctx.str(*key) {
        "max_compute_workgroup_invocations" => is_number(*value),
        "max_compute_workgroup_size" => is_list(*value),
        _ => true,
    };
    if limits.iter().all(fits) {
        return Ok(());
    }
    let message = "limits must be a dictionary attribute containing two 32-bit integer attributes \
                   'max_compute_workgroup_invocations' and 'max_compute_workgroup_size'";
    Err(p.error_at(at..at + 1, message))
}

fn print_target_env(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let [vce, device, limits] = *params else { return };
    p.write("<");
    p.attr(vce);
    let device = p.ctx().attr_str(device).map(str::to_owned);
    if since::TARGET_ENV_ENTRIES.holds(p.form()) {
        return later::print_target_env_rest(p, device.as_deref(), limits);
    }
    // LLVM 14 represents an unknown device by omitting it.
    if let Some(device) = device.filter(|device| !(p.compat() && device == "Unknown")) {
        p.write(", ");
        p.write(&device);
    }
    p.write(", ");
    p.attr(limits);
    p.write(">");
}

/// Parses an integer. Reports the error `missing` if the integer is absent.
fn abi_number(p: &mut dyn AsmParser, missing: &str) -> Parsed<u32> {
    if p.peek(")") || p.peek(",") {
        return Err(p.error(missing));
    }
    word(p)
}

/// Parses `<(0, 1), StorageBuffer>`.
fn parse_abi(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    p.expect("(")?;
    let set = abi_number(p, "missing descriptor set")?;
    p.expect(",")?;
    let binding = abi_number(p, "missing binding")?;
    p.expect(")")?;
    let storage = if p.accept(",") {
        let storage = enumerant(p, &enums::STORAGE_CLASS)?;
        p.ctx().i32_attr(storage)
    } else {
        p.ctx().unit_attr()
    };
    p.expect(">")?;
    let ctx = p.ctx();
    Ok(ParamInstance::Params(vec![ctx.i32_attr(set), ctx.i32_attr(binding), storage]))
}

fn print_abi(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: TypeParams<'_>) {
    let [set, binding, storage] = *params else { return };
    let number = |p: &dyn AsmPrinter, a: Attribute| p.ctx().attr_u64(a).unwrap_or(0);
    let (set, binding) = (number(p, set), number(p, binding));
    p.write(&format!("<({set}, {binding})"));
    if let Some(storage) = p.ctx().attr_u64(storage) {
        p.write(", ");
        let text = enum_text(&enums::STORAGE_CLASS, storage as u32);
        p.write(&text);
    }
    p.write(">");
}
