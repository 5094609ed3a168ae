//! Random control-flow graphs become valid shaders that do the same.

use spv_opt::Module;
use spv_opt::ir::Body;
use spv_tests::flow::{Graph, Shape, Trace, module_text, trace};
use spv_tests::r#gen::Rng;
use spv_tests::{forms, tools};
use std::path::{Path, PathBuf};

/// What every function of a module does from several states on; the last function only calls.
fn traces(module: &mut Module) -> Vec<Result<Vec<Trace>, String>> {
    let ctx = module.ctx.clone();
    let mut list = Vec::new();
    forms::each_function(module, &mut |body: &mut Body| {
        list.push([1, 77, 4242].iter().map(|&seed| trace(&ctx, body, seed, 200)).collect());
    });
    list.pop();
    list
}

#[derive(Debug, Default)]
struct Counts {
    reducible: usize,
    irreducible: usize,
    good: [usize; 2],
    region: usize,
    changed: usize,
    words: usize,
}

/// Structurizes a module of these graphs; the functions that came out wrong, and why.
fn check(graphs: &[Graph], counts: &mut Counts, judge: bool) -> Vec<String> {
    let text = module_text(graphs);
    let ctx = spv_opt::context();
    let mut module = spv_opt::parse(&ctx, &text).unwrap_or_else(|e| panic!("{:?}\n{text}", e.list[0]));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{:?}\n{text}", e.list[0]));
    let before = traces(&mut module);
    let kinds: Vec<bool> = graphs.iter().map(Graph::is_reducible).collect();
    counts.reducible += kinds.iter().filter(|r| **r).count();
    counts.irreducible += kinds.iter().filter(|r| !**r).count();
    match forms::structured(&mut module) {
        Ok(changed) => counts.changed += changed,
        Err(e) => return vec![format!("{e}\n{text}")],
    }
    let after = spv_opt::print(&module);
    let fail = |what: String| vec![format!("{what}\n{text}\n{after}")];
    if let Err(e) = spv_opt::verify(&module) {
        return fail(format!("verifier: {}", e.list[0].message));
    }
    let words = match spv_opt::export(&module) {
        Ok(words) => words,
        Err(e) => return fail(format!("export: {}", e.list[0].message)),
    };
    counts.words += words.len();
    if judge && let Err(e) = tools::spirv_val(&words, "vulkan1.2") {
        return fail(e);
    }
    counts.region += forms::lower(&mut module).expect("region form is sound");
    let mut bad = Vec::new();
    for (n, (was, is)) in before.iter().zip(traces(&mut module)).enumerate() {
        match was {
            Ok(_) if *was == is => counts.good[usize::from(!kinds[n])] += 1,
            Ok(was) => bad.extend(fail(format!("function {n} did {was:?}, does {is:?}"))),
            Err(e) => panic!("the generator is wrong: {e}\n{text}"),
        }
    }
    bad
}

fn batch(count: usize, shape: Shape, seed: u64) {
    let judge = tools::Peer::SpirvVal.find().is_some();
    let mut rng = Rng::new(seed);
    let mut counts = Counts::default();
    let mut failures = Vec::new();
    for _ in 0..count / 20 {
        let graphs: Vec<Graph> = (0..20).map(|_| Graph::random(&mut rng, shape)).collect();
        if !check(&graphs, &mut counts, judge).is_empty() {
            // Which of them it is.
            let mut other = Counts::default();
            let alone = graphs.chunks(1).flat_map(|g| check(g, &mut other, judge));
            failures.extend(alone);
        }
        if failures.len() > 3 {
            break;
        }
    }
    println!("{counts:?}");
    failures.sort_by_key(String::len);
    assert!(failures.is_empty(), "{} failures, the shortest:\n{}", failures.len(), failures[0]);
}

fn count(default: usize) -> usize {
    std::env::var("SPV_GRAPHS").ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

#[test]
fn near() {
    batch(count(400), Shape { blocks: 20, switches: 0, jumps: 0, ends: 5 }, 1);
}

#[test]
fn small() {
    batch(count(400), Shape { blocks: 7, switches: 10, jumps: 50, ends: 15 }, 2);
}

#[test]
fn wild() {
    batch(count(400), Shape { blocks: 20, switches: 10, jumps: 50, ends: 10 }, 3);
}

/// What is wrong with the functions of a module after their merge declarations were taken out and found
/// anew; empty if nothing is.
fn found_anew(path: &Path, env: &str, counts: &mut [usize; 3]) -> Vec<String> {
    let input = tools::read_words(path);
    let mut module = spv_opt::import(&spv_opt::context(), &input).expect("the module is valid");
    let text = spv_opt::print(&module);
    // What is structured is left alone.
    let mut list = Vec::new();
    match forms::structured(&mut module) {
        Ok(0) if spv_opt::print(&module) != text => list.push("changed, but not said so".to_owned()),
        Ok(changed) => counts[0] += changed,
        Err(e) => list.push(e),
    }
    forms::lower(&mut module).expect("imports can be lowered");
    counts[1] += forms::strip(&mut module);
    match forms::structured(&mut module) {
        Ok(changed) => counts[2] += changed,
        Err(e) => list.push(e),
    }
    if let Err(e) = spv_opt::verify(&module) {
        list.push(format!("verifier: {}", e.list[0].message));
    }
    match spv_opt::export(&module) {
        Ok(words) => {
            if let (Ok(()), Err(e)) = (tools::spirv_val(&input, env), tools::spirv_val(&words, env)) {
                list.push(e);
            }
        }
        Err(e) => list.push(format!("export: {}", e.list[0].message)),
    }
    list
}

fn corpus(modules: &[(PathBuf, String)]) {
    if tools::Peer::SpirvVal.find().is_none() {
        return;
    }
    let mut counts = [0; 3];
    let mut failures = Vec::new();
    for (path, env) in modules {
        let problems = found_anew(path, env, &mut counts);
        failures.extend(problems.into_iter().map(|p| format!("{}: {p}", path.display())));
    }
    let [first, declared, changed] = counts;
    println!("{first} functions were not structured; {declared} constructs of {changed} functions found anew");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn own_corpus() {
    let modules = tools::own_corpus().into_iter().filter_map(|m| Some((m.path, m.env?)));
    corpus(&modules.collect::<Vec<_>>());
}

#[test]
fn shared_corpus() {
    let Some(paths) = tools::shared_corpus() else { return };
    corpus(&paths.into_iter().map(|p| (p, "spv1.6".to_owned())).collect::<Vec<_>>());
}
