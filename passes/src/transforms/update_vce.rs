//! Inference of a module's version, capabilities and extensions (`spirv-update-vce`)

use crate::options::{OptionError, OptionInfo};
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::decorations::by_key;
use spv_dialect::fold::decorations::without_wrap_flags;
use spv_dialect::spv::{self, StorageClass};
use spv_dialect::vce::Vce;
use spv_ir::symbols::SymbolTable;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Op, Place, walk};
use spv_validate::deduce::{Widths, deduce};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Sets the version, capabilities and extensions of a module to the minimum that its \
                  operations, types and decorations need. They must be allowed by the target environment: \
                  `spv.target_env` of the module, or of an enclosing one. Without a target environment, \
                  everything is allowed up to the module's own version, or up to the latest if it declares \
                  none, but at most to `max-version`, for example 1.3. An op that needs more is an error. \
                  If any of several capabilities or extensions would do, the first allowed one is \
                  chosen, unless one is already present. An extension is preferred to a newer version. \
                  Requirements that the module declares but the grammar tables do not cover \
                  (VariablePointers, StorageImageWriteWithoutFormat) are kept. Wrap flags that the target \
                  does not allow are dropped; before version 1.4, so are interface variables that are \
                  neither inputs nor outputs. As in LLVM 14, 64-bit numbers that occur only in interface \
                  memory need no capability if none is allowed.",
    before: "spv.module Logical GLSL450 attributes {\n  \
             spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, Float64, GroupNonUniform], []>, {}>\n} {\n  ...",
    after: "spv.module Logical GLSL450 requires #spv.vce<v1.3, [GroupNonUniform, Shader], []> attributes {...} {\n  ...",
    options: &[
        OptionInfo {
            name: "trim",
            default: "false",
            help: "keep the version and only remove capabilities and extensions",
        },
        OptionInfo { name: "max-version", default: "", help: "the latest version to allow, for example 1.3" },
    ],
    ..PassInfo::new(
        "spirv-update-vce",
        "Deduce the minimum version, capabilities and extensions of a module",
        ControlFlow::Any,
        |options| {
            let trims = options.switch("trim")?;
            let limit = max_version(options.text("max-version"))?;
            if trims && limit.is_some() {
                return Err("option 'trim' keeps the version: omit it, or 'max-version'".to_owned().into());
            }
            Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, trims, limit)))
        },
    )
};

/// Parses a version, for example `1.3`. Returns its encoding in a module header, or `None` if `text` is empty.
fn max_version(text: &str) -> Result<Option<u32>, OptionError> {
    if text.is_empty() {
        return Ok(None);
    }
    let minor = text.strip_prefix("1.").and_then(|minor| minor.parse::<u8>().ok());
    match minor.filter(|minor| *minor <= LAST_MINOR) {
        Some(minor) => Ok(Some(0x0001_0000 | u32::from(minor) << 8)),
        None => {
            Err(format!("the value '{text}' of option 'max-version' is not a version from 1.0 to 1.6").into())
        }
    }
}

/// Minor version of the newest supported SPIR-V version.
const LAST_MINOR: u8 = 6;

fn run(module: &mut SpvModule<'_>, trims: bool, limit: Option<u32>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let target = module.target_env().map(|env| match attributes::view(ctx, env) {
        Some((AttrKind::TargetEnv, [vce, ..])) => Vce::new(ctx, *vce),
        _ => None,
    });
    if target == Some(None) {
        let place = Place::Op(module.outer.loc(module.op));
        let error = Diagnostic::error(place, "'spv.target_env' is not a `#spv.target_env<...>`");
        return Err(Diagnostics { list: vec![error] });
    }
    let mut target = target.flatten();
    if let Some(limit) = limit {
        let own = module.vce().and_then(|own| Vce::new(ctx, own));
        let target = target.get_or_insert_with(|| {
            let mut open = Vce::open(ctx, own.as_ref().map_or(limit, |own| own.version));
            open.extensions.extend(own.iter().flat_map(|own| own.extensions.iter().copied()));
            open
        });
        target.version = target.version.min(limit);
    }
    if target.as_ref().is_some_and(lacks_wrap_flags) {
        walk::bodies_mut(module.body, &mut |_, _| true, &mut |body| drop_wrap_flags(ctx, body));
    }
    if target.as_ref().is_some_and(|target| target.version < FIRST_WITH_ALL_VARIABLES) {
        drop_other_variables(ctx, module.body);
    }
    let mut vce = deduce(ctx, module.outer, module.op, module.body, target, Widths::Any)?;
    if let Some(mut own) = module.vce().and_then(|own| Vce::new(ctx, own)).filter(|_| trims) {
        own.capabilities.retain(|capability| vce.capabilities.contains(capability));
        own.extensions.retain(|extension| vce.extensions.contains(extension));
        vce = own;
    }
    let vce = vce.attr(ctx);
    if module.vce() != Some(vce) {
        Builder::new(module.outer).set_slot(module.op, spv::Module::VCE_TRIPLE, vce.raw());
    }
    Ok(())
}

/// The first SPIR-V version in which entry points list all global variables that they use.
const FIRST_WITH_ALL_VARIABLES: u32 = 0x0001_0400;

/// Removes variables other than inputs and outputs from the interfaces of entry points.
fn drop_other_variables(ctx: &Context, module: &mut Body) {
    let symbols = SymbolTable::new(ctx, module);
    let is_interface = |name| {
        let op = symbols.get(name)?;
        let class = match spv::GlobalVariable::cast(module, op) {
            Some(variable) => variable.contents(ctx)?.1,
            None => spv::UntypedVariableKHR::cast(module, op)?.storage_class(),
        };
        Some([StorageClass::Input, StorageClass::Output].contains(&class))
    };
    let mut changes: Vec<(Op, Attribute)> = Vec::new();
    for entry in walk::top_ops(module).filter_map(|op| spv::EntryPoint::cast(module, op)) {
        let all: Vec<_> = entry.interface(ctx).collect();
        let kept: Vec<_> = all.iter().filter(|name| is_interface(**name) != Some(false)).collect();
        if kept.len() < all.len() {
            let list: Vec<_> = kept.into_iter().map(|name| ctx.symbol_attr(*name)).collect();
            changes.push((entry.op(), ctx.array_attr(&list)));
        }
    }
    for (op, list) in changes {
        Builder::new(module).set_slot(op, spv::EntryPoint::INTERFACE, list.raw());
    }
}

/// Returns whether a target has neither the version nor the extension that no-wrap flags require.
fn lacks_wrap_flags(target: &Vce<'_>) -> bool {
    let needed = by_key("no_signed_wrap").map(|decoration| &decoration.availability);
    needed.is_some_and(|needed| {
        needed.min_version.is_none_or(|first| target.version < first)
            && !needed.extensions.iter().any(|extension| target.extensions.contains(extension))
    })
}

/// Removes the no-wrap flags from a body's operations.
fn drop_wrap_flags(ctx: &Context, body: &mut Body) {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| body.attrs(op).is_some()).collect();
    for op in ops {
        let attrs = body.attrs(op);
        let rest = without_wrap_flags(ctx, attrs);
        if rest != attrs {
            Builder::new(body).set_attrs(op, rest);
        }
    }
}
