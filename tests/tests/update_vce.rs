//! `spirv-update-vce` on every module of the corpora: what a valid module declares is enough for it, what is deduced is
//! no more than that, and spirv-val accepts the module with it.

use spv_opt::dialect::attributes::{self, Kind};
use spv_opt::dialect::availability::CapabilitySet;
use spv_opt::dialect::generated::enums::CAPABILITY;
use spv_opt::ir::{AttrData, Attribute, Builder, Context, Module, walk};
use spv_opt::passes::{Executor, Pipeline, Registry, Threads};
use spv_opt::passes::{RunOptions, run};
use spv_tests::tools::{self, Peer};
use std::sync::Mutex;

/// Version, capabilities and extensions of the one `spv.module`.
fn triple(module: &Module) -> (u64, Vec<u32>, Vec<String>) {
    let ctx = &module.ctx;
    let op = walk::top_ops(&module.body).next().expect("a module");
    let vce = module.body.slot_attr(op, 3).expect("import states it");
    let Some((Kind::Vce, &[version, capabilities, extensions])) = attributes::view(ctx, vce) else {
        panic!("a triple");
    };
    let AttrData::Words(capabilities) = ctx.attr_data(capabilities) else { panic!("words") };
    let extensions = ctx.attr_array(extensions).unwrap_or(&[]);
    let names = extensions.iter().filter_map(|e| ctx.attr_str(*e)).map(str::to_owned).collect();
    (ctx.attr_u64(version).expect("a number"), capabilities.to_vec(), names)
}

/// A target environment that allows everything.
fn everything(ctx: &Context, own: &[String]) -> Attribute {
    let capabilities = CAPABILITY.enumerants.iter().map(|e| e.value).collect();
    let mut names: Vec<&str> = own.iter().map(String::as_str).collect();
    names.extend(CAPABILITY.enumerants.iter().flat_map(|e| e.availability.extensions));
    for def in ctx.registry().ops() {
        names.extend(def.row.availability.extensions);
    }
    names.extend(["SPV_KHR_storage_buffer_storage_class", "SPV_GOOGLE_decorate_string"]);
    names.extend(["SPV_GOOGLE_hlsl_functionality1", "SPV_GOOGLE_user_type"]);
    names.sort_unstable();
    names.dedup();
    let extensions: Vec<Attribute> = names.iter().map(|name| ctx.string_attr(name)).collect();
    let vce =
        [ctx.i32_attr(0x0001_0600), ctx.attr(AttrData::Words(capabilities)), ctx.array_attr(&extensions)];
    attributes::make(ctx, Kind::Vce, &vce).expect("registered")
}

fn problems(words: &[u32], env: Option<&str>, own_alone: bool, pipeline: &Pipeline) -> Option<String> {
    let mut module = spv_opt::import(&spv_opt::context(), words).ok()?;
    let ctx = module.ctx.clone();
    let before = triple(&module);
    let op = walk::top_ops(&module.body).next()?;
    let vce = match own_alone {
        true => module.body.slot_attr(op, 3)?,
        false => everything(&ctx, &before.2),
    };
    let target = attributes::make(&ctx, Kind::TargetEnv, &[vce, ctx.unit_attr(), ctx.dict_attr(Vec::new())])?;
    let mut attrs = ctx.dict(module.body.attrs(op)).to_vec();
    attrs.push((ctx.ident("spv.target_env"), target));
    Builder::new(&mut module.body).set_attrs(op, Some(ctx.dict_attr(attrs)));
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
