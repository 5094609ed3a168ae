//! Round trips of every corpus module, checked by spirv-val and by an independent comparison

use spv_opt::ir::verify::verify_module;
use spv_tests::compare::compare_strict;
use spv_tests::programs::check;
use spv_tests::tools;
use std::path::Path;

/// Returns the problems with one module's round trip. If `judge` is set, spirv-val checks the copy for the target
/// environment `env`.
fn problems(path: &Path, env: Option<&str>, judge: bool) -> Vec<String> {
    let mut list = Vec::new();
    let input = tools::read_words(path);
    let module = match spv_opt::import(&spv_opt::context(), &input) {
        Ok(module) => module,
        Err(e) => return vec![format!("import: {}", e.list[0].message)],
    };
    if let Err(e) = verify_module(&module) {
        list.push(format!("verifier: {}", e.list[0].message));
    }
    let output = match spv_opt::export(&module) {
        Ok(words) => words,
        Err(e) => return vec![format!("export: {}", e.list[0].message)],
    };
    if output.len() > input.len() {
        list.push(format!("grew from {} to {} words", input.len(), output.len()));
    }
    if let Err(differences) = compare_strict(&input, &output) {
        list.push(format!("{} differences: {}", differences.len(), differences[0]));
    }
    let again = spv_opt::import(&spv_opt::context(), &output).and_then(|m| spv_opt::export(&m));
    if again.as_ref().ok() != Some(&output) {
        list.push("export(import(export(x))) is not export(x)".into());
    }
    if spv_opt::recode(&spv_opt::context(), &input).ok().as_ref() != Some(&output) {
        list.push("another binary where functions are read and written one by one".into());
    }
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text);
    match read.and_then(|m| Ok((spv_opt::print(&m), spv_opt::export(&m)?))) {
        Ok((again, _)) if again != text => list.push("another text through text".into()),
        Ok((_, words)) if words == output => {}
        Ok(_) => list.push("another binary through text".into()),
        Err(e) => list.push(format!("text: {}", e.list[0].message)),
    }
    if has_opaque_op(&text) {
        list.push("an opaque op".into());
    }
    if judge && let Some(env) = env {
        let valid = |words: &[u32]| tools::spirv_val(words, env);
        if let (Ok(()), Err(e)) = (valid(&input), valid(&output)) {
            list.push(format!("spirv-val: {e}"));
        }
    }
    list
}

/// Returns whether MLIR text represents an extended instruction of a known set as an opaque op.
fn has_opaque_op(text: &str) -> bool {
    // A quoted symbol may precede the name of the extended instruction set.
    let set = |rest: &'_ str| Some(rest.lines().next()?.split_once(" \"")?.1.split('"').next()?.to_owned());
    let sets: Vec<String> = text.split("spv.ExtInst").skip(1).filter_map(set).collect();
    sets.iter().any(|set| spv_opt::dialect::sets::find_set(set).is_some() || !set.starts_with("NonSemantic."))
}

fn report(failures: &[String], count: usize) {
    assert!(failures.is_empty(), "{} of {count} modules fail:\n{}", failures.len(), failures.join("\n"));
}

/// Counts functions by control-flow form. Also lists the modules with functions that declare constructs but remain in
/// CFG form.
fn forms<'a>(paths: impl Iterator<Item = &'a Path>) -> ([usize; 3], Vec<String>) {
    let (mut counts, mut modules) = ([0; 3], Vec::new());
    for path in paths {
        let module = spv_opt::import(&spv_opt::context(), &tools::read_words(path));
        let found = check::forms(&module.expect("the module is valid"));
        counts.iter_mut().zip(found).for_each(|(sum, n)| *sum += n);
        if found[2] > 0 {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            modules.push(format!("{name}: {}", found[2]));
        }
    }
    println!(
        "{} functions in region form, {} without constructs, {} in CFG form",
        counts[0], counts[1], counts[2]
    );
    (counts, modules)
}

#[test]
fn own_corpus_in_region_form() {
    let modules = tools::own_corpus();
    let (counts, left) = forms(modules.iter().map(|m| m.path.as_path()));
    assert!(left.is_empty(), "{counts:?}: {left:?}");
}

#[test]
fn shared_corpus_in_region_form() {
    let Some(modules) = tools::shared_corpus() else { return };
    let (counts, left) = forms(modules.iter().map(|path| path.as_path()));
    assert!(left.is_empty(), "{counts:?}: {left:?}");
}

#[test]
fn own_corpus_round_trips() {
    let modules = tools::own_corpus();
    let judge = tools::Peer::SpirvVal.find().is_some();
    let failures: Vec<String> = modules
        .iter()
        .flat_map(|m| {
            problems(&m.path, m.env.as_deref(), judge)
                .into_iter()
                .map(|p| format!("{}: {p}", m.path.display()))
        })
        .collect();
    report(&failures, modules.len());
}

#[test]
fn shared_corpus_round_trips() {
    let Some(modules) = tools::shared_corpus() else { return };
    let judge = tools::Peer::SpirvVal.find().is_some();
    let failures: Vec<String> = modules
        .iter()
        .flat_map(|path| {
            problems(path, Some("spv1.6"), judge).into_iter().map(|p| format!("{}: {p}", path.display()))
        })
        .collect();
    report(&failures, modules.len());
}
