//! Tests of `spirv-update-vce`
//!
//! For every corpus module, the declarations of a valid module suffice, the deduced declarations are a subset of them,
//! and spirv-val accepts the result. For every instruction, enumerant and type of the grammar, the validation rules
//! about capabilities and versions accept the deduced declarations.

use spv_opt::dialect::attributes::{self, AttrKind};
use spv_opt::dialect::availability::CapabilitySet;
use spv_opt::dialect::generated::enums::ENUMS;
use spv_opt::dialect::generated::extinst::SETS;
use spv_opt::dialect::generated::ops::CORE;
use spv_opt::dialect::generated::typed_enums::MemoryModel;
use spv_opt::dialect::generated::values::capability;
use spv_opt::dialect::spv;
use spv_opt::dialect::validate::rule::Check;
use spv_opt::dialect::validate::{FAMILIES, TargetEnv};
use spv_opt::dialect::vce::Vce;
use spv_opt::ir::{AttrData, Attribute, Builder, Context, Module, walk};
use spv_opt::passes::{Executor, Pipeline, Registry, Threads};
use spv_opt::passes::{RunOptions, Verify, run};
use spv_tests::synth::check::Case;
use spv_tests::synth::{enumerants, rows, sets};
use spv_tests::tools::{self, Peer};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the version, capabilities and extensions of a module's only `spv.module`.
fn triple(module: &Module) -> (u64, Vec<u32>, Vec<String>) {
    let ctx = &module.ctx;
    let op = walk::top_ops(&module.body).next().expect("a module");
    let vce = module.body.slot_attr(op, 3).expect("import states it");
    let Some((AttrKind::Vce, &[version, capabilities, extensions])) = attributes::view(ctx, vce) else {
        panic!("a triple");
    };
    let AttrData::Words(capabilities) = ctx.attr_data(capabilities) else { panic!("words") };
    let extensions = ctx.attr_array(extensions).unwrap_or(&[]);
    let names = extensions.iter().filter_map(|e| ctx.attr_str(*e)).map(str::to_owned).collect();
    (ctx.attr_u64(version).expect("a number"), capabilities.to_vec(), names)
}

/// Returns a `#spv.vce` with all capabilities and extensions, including those in `own`.
fn all<'c>(ctx: &'c Context, own: &'c [String]) -> Attribute {
    let mut open = Vce::open(ctx, 0x0001_0600);
    open.extensions.extend(own.iter().map(String::as_str));
    open.extensions.sort_unstable();
    open.extensions.dedup();
    open.attr(ctx)
}

/// Sets the target environment of a module's only `spv.module`.
fn set_target(module: &mut Module, vce: Attribute) {
    let ctx = module.ctx.clone();
    let op = walk::top_ops(&module.body).next().expect("a module");
    let target = [vce, ctx.unit_attr(), ctx.dict_attr(Vec::new())];
    let target = attributes::make(&ctx, AttrKind::TargetEnv, &target).expect("registered");
    let mut attrs = ctx.dict(module.body.attrs(op)).to_vec();
    attrs.push((ctx.ident("spv.target_env"), target));
    Builder::new(&mut module.body).set_attrs(op, Some(ctx.dict_attr(attrs)));
}

fn problems(words: &[u32], env: Option<&str>, own_alone: bool, pipeline: &Pipeline) -> Option<String> {
    let mut module = spv_opt::import(&spv_opt::context(), words).ok()?;
    let ctx = module.ctx.clone();
    let before = triple(&module);
    let op = walk::top_ops(&module.body).next()?;
    let vce = match own_alone {
        true => module.body.slot_attr(op, 3)?,
        false => all(&ctx, &before.2),
    };
    set_target(&mut module, vce);
    if let Err(failure) = run(pipeline, &mut module, &RunOptions::default()) {
        return Some(failure.errors.list[0].message.clone());
    }
    let after = triple(&module);
    if after.0 > before.0 {
        return Some(format!("version {:#x} became {:#x}", before.0, after.0));
    }
    let declared: CapabilitySet = before.1.iter().copied().collect();
    for capability in after.1 {
        if own_alone && !declared.contains(capability) {
            return Some(format!("capability {capability} is new"));
        }
    }
    let output = match spv_opt::export(&module) {
        Ok(output) => output,
        Err(errors) => return Some(errors.list[0].message.clone()),
    };
    let env = env?;
    tools::spirv_val(words, env).ok()?;
    tools::spirv_val(&output, env).err()
}

#[test]
fn what_is_deduced_is_enough_and_no_more() {
    let judge = Peer::SpirvVal.find().is_some();
    let pipeline = Pipeline::parse(&Registry::new(), "spirv-update-vce").expect("it is registered");
    let own = tools::own_corpus().into_iter().map(|module| (module.path, module.env));
    let shared = tools::shared_corpus().unwrap_or_default().into_iter();
    let cases: Vec<_> = own.chain(shared.map(|path| (path, Some("spv1.6".to_owned())))).collect();
    let failures = Mutex::new(Vec::new());
    Threads::available().run(cases.len(), &|i| {
        let (path, env) = &cases[i];
        let words = tools::read_words(path);
        let env = env.as_deref().filter(|_| judge);
        for own_alone in [true, false] {
            if let Some(problem) = problems(&words, env, own_alone, &pipeline) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let target = if own_alone { "what it declares" } else { "everything" };
                failures
                    .lock()
                    .expect("no test thread panicked")
                    .push(format!("{name}, {target}: {problem}"));
            }
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} problems:\n{}", failures.len(), failures.join("\n"));
}

/// Returns the ids of the validation rules about capabilities and versions.
fn rules() -> Vec<String> {
    let of_walk = ["SPV-capability-missing", "SPV-version-missing", "SPV-type-width"];
    let needs = FAMILIES.iter().flat_map(|family| family.rules).filter(|rule| {
        matches!(rule.check, Check::Needs(..) | Check::ShaderNeeds(..) | Check::TypeNeeds(..))
    });
    of_walk.into_iter().chain(needs.map(|rule| rule.id)).map(|id| format!("[{id}]")).collect()
}

/// Returns the first message about a module that belongs to one of `rules`. Returns `None` if there is no such message.
fn lacking(module: &Module, rules: &[String]) -> Option<String> {
    let env = TargetEnv::new("spv1.6").expect("it is known");
    let errors = spv_opt::verify_for(module, &env).err()?;
    let mut lines = errors.list.iter().map(spv_opt::ir::Diagnostic::headline);
    lines.find(|line| rules.iter().any(|rule| line.contains(rule))).map(String::from)
}

/// Capabilities that depend on features of the whole module: a graph, or an addressing mode for samplers.
const OF_MODULES: [u32; 2] = [capability::GRAPH_ARM, capability::BINDLESS_TEXTURE_NV];

/// Deduces the declarations of a module with one instruction or enumerant, and returns the first error, if any.
///
/// The module initially declares either no capabilities or all. If spirv-val accepts the module that declares all
/// capabilities, it must also accept the result; `accepted` counts these modules.
fn wrong_in_row(
    words: &[u32],
    declares: bool,
    (pipeline, rules): (&Pipeline, &[String]),
    accepted: &AtomicUsize,
) -> Option<String> {
    let mut module = spv_opt::import(&spv_opt::context(), words).ok()?;
    let ctx = module.ctx.clone();
    let declared = triple(&module).2;
    let everything = all(&ctx, &declared);
    let op = walk::top_ops(&module.body).next()?;
    let none = Vce { version: 0x0001_0600, capabilities: Vec::new(), extensions: Vec::new() };
    let mut every = Vce::new(&ctx, everything)?;
    every.capabilities.retain(|capability| !OF_MODULES.contains(capability));
    let own = if declares { every } else { none }.attr(&ctx);
    let mut builder = Builder::new(&mut module.body);
    builder.set_slot(op, spv::Module::VCE_TRIPLE, own.raw());
    if declares {
        // The capability VulkanMemoryModel requires the memory model Vulkan.
        builder.set_slot(op, spv::Module::MEMORY_MODEL, MemoryModel::Vulkan.0);
    }
    let judge = |module: &Module| {
        let words = spv_opt::export(module).map_err(|errors| errors.list[0].message.clone())?;
        tools::spirv_val(&words, "spv1.6")
    };
    let is_valid = declares && Peer::SpirvVal.find().is_some() && judge(&module).is_ok();
    set_target(&mut module, everything);
    if let Err(failure) =
        run(pipeline, &mut module, &RunOptions { verify: Verify::Never, ..RunOptions::default() })
    {
        return Some(failure.errors.list[0].message.clone());
    }
    if is_valid {
        accepted.fetch_add(1, Ordering::Relaxed);
    }
    lacking(&module, rules).or_else(|| if is_valid { judge(&module).err() } else { None })
}

#[test]
fn rules_of_capabilities_accept_what_is_deduced_for_every_row() {
    let core = CORE.iter().map(|row| (row.name.to_owned(), rows::cases(row)));
    let enumerants = ENUMS.iter().flat_map(|def| {
        let cases = |e| enumerants::cases(def, e).unwrap_or_default();
        def.enumerants.iter().map(move |e| (format!("{} {}", def.name, e.name), cases(e)))
    });
    let extended = SETS
        .iter()
        .flat_map(|set| set.rows.iter().map(move |row| (row.name.to_owned(), sets::cases(set, row))));
    let cases: Vec<(String, Case)> = core
        .chain(enumerants)
        .chain(extended)
        .flat_map(|(name, cases)| cases.into_iter().map(move |case| (name.clone(), case)))
        .filter(|(_, case)| case.words.len() < 50_000)
        .collect();
    let (pipeline, rules) =
        (Pipeline::parse(&Registry::new(), "spirv-update-vce").expect("it is registered"), rules());
    let (failures, accepted) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    Threads::available().run(cases.len(), &|i| {
        let (name, case) = &cases[i];
        for declares in [false, true] {
            if let Some(problem) = wrong_in_row(&case.words, declares, (&pipeline, &rules), &accepted) {
                let own = if declares { "all" } else { "nothing" };
                let text = format!("{name} ({}), declared: {own}: {problem}", case.variant);
                failures.lock().expect("no test thread panicked").push(text);
            }
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    println!("{} modules, of which spirv-val accepts {}", cases.len(), accepted.into_inner());
    assert!(failures.is_empty(), "{} problems:\n{}", failures.len(), failures.join("\n"));
}
