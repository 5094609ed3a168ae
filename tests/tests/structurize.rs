//! Tests of the structurizer on random control-flow graphs: the results are valid shaders with the same behavior

use spv_tests::flow::{Graph, Shape, module_text, skeleton_text, traces};
use spv_tests::r#gen::Rng;
use spv_tests::{forms, tools};
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
struct Counts {
    reducible: usize,
    irreducible: usize,
    good: [usize; 2],
    region: usize,
    changed: usize,
    words: usize,
}

/// Structurizes a module whose functions have the given graphs. Returns the failing functions, with reasons.
fn check(graphs: &[Graph], counts: &mut Counts, judge: bool) -> Vec<String> {
    let text = module_text(graphs);
    let ctx = spv_opt::context();
    let mut module = spv_opt::parse(&ctx, &text).unwrap_or_else(|e| panic!("{:?}\n{text}", e.list[0]));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{:?}\n{text}", e.list[0]));
    let before = traces(&module);
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
    // The result is already structured, so that a second run and import must not change it.
    if forms::structured(&mut module) != Ok(0) || spv_opt::print(&module) != after {
        return fail("structured again".into());
    }
    let mut read = spv_opt::import(&ctx, &words).expect("what was exported is valid");
    let (lowered, on_import) = (forms::lower(&mut module), forms::lower(&mut read));
    if lowered.is_err() || lowered != on_import {
        return fail(format!("in region form: {lowered:?} functions, {on_import:?} on import"));
    }
    counts.region += lowered.unwrap_or(0);
    let mut bad = Vec::new();
    for (n, (was, is)) in before.iter().zip(traces(&module)).enumerate() {
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
            // Repeat the test for each function separately, to identify the failing ones.
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

#[test]
fn switches() {
    batch(count(400), Shape { blocks: 12, switches: 40, jumps: 10, ends: 10 }, 4);
}

/// Removes and reconstructs the merge instructions of a module. Returns the failing functions, with reasons.
fn found_anew(path: &Path, env: &str, counts: &mut [usize; 3]) -> Vec<String> {
    let input = tools::read_words(path);
    let mut module = spv_opt::import(&spv_opt::context(), &input).expect("the module is valid");
    let text = spv_opt::print(&module);
    // The structurizer must not change functions that are already structured.
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
    println!(
        "{first} functions were not structured; {declared} constructs of {changed} functions found anew"
    );
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

/// Returns named graphs with about `n` blocks. They are difficult for superlinear or recursive algorithms.
fn large(n: usize) -> Vec<(&'static str, Vec<Vec<usize>>)> {
    let end = |mut list: Vec<Vec<usize>>| {
        list.push(Vec::new());
        list
    };
    // A sequence of selections `if (..) { }`, each with the blocks 2i and 2i + 1.
    let sequence = (0..n / 2).flat_map(|i| [vec![2 * i + 1, 2 * i + 2], vec![2 * i + 2]]).collect();
    // Each block branches to the next block or to the last block.
    let bail = (0..n).map(|i| vec![i + 1, n]).collect();
    // A loop in which each block branches to the next block or exits the loop.
    let mut breaks: Vec<Vec<usize>> = (0..n).map(|i| vec![i + 1, n + 1]).collect();
    breaks.push(vec![1, n + 1]);
    breaks[0] = vec![1];
    // A path into nested constructs and back out. SPIR-V allows a nesting depth of 1,023.
    let depth = 1_000.min(n / 2);
    let mut nested: Vec<Vec<usize>> = (0..depth).map(|i| vec![i + 1, 2 * depth - i]).collect();
    nested.extend((depth..2 * depth).map(|i| vec![i + 1]));
    // Nested loops: the headers in order, followed by the latches in reverse order.
    let deep = 500.min(n / 2);
    let mut loops: Vec<Vec<usize>> = (0..=deep).map(|i| vec![i + 1]).collect();
    loops.extend((0..deep).map(|i| vec![deep - i, deep + i + 2]));
    // A sequence of loops.
    let row = (0..n / 2).flat_map(|i| [vec![2 * i + 1], vec![2 * i + 1, 2 * i + 2]]).collect();
    // A switch with as many cases as fit into one instruction, but at most `n`.
    let cases = 30_000.min(n);
    let mut switch: Vec<Vec<usize>> = vec![(1..cases).collect()];
    switch.extend((1..cases).map(|_| vec![cases]));
    // A cycle that the entry block can enter at many blocks.
    let ways = 100.min(n / 2);
    let mut entered: Vec<Vec<usize>> = vec![(1..=ways).collect()];
    entered.extend((1..=ways).map(|i| vec![i % ways + 1, ways + 1]));
    vec![
        ("sequence", end(sequence)),
        ("bail", end(bail)),
        ("breaks", end(breaks)),
        ("nested", end(nested)),
        ("loops", end(loops)),
        ("row of loops", end(row)),
        ("switch", end(switch)),
        ("entered", end(entered)),
    ]
}

#[test]
fn large_graphs() {
    let judge = tools::Peer::SpirvVal.find().is_some();
    let n = count(200);
    for (name, graph) in large(n) {
        let text = skeleton_text(&graph);
        let mut module = spv_opt::parse(&spv_opt::context(), &text).expect("the text is right");
        let start = std::time::Instant::now();
        forms::structured(&mut module).unwrap_or_else(|e| panic!("{name}: {e}"));
        let structured = start.elapsed();
        assert_eq!(forms::lower(&mut module), Ok(1), "{name} is in region form");
        let lowered = start.elapsed() - structured;
        forms::regions(&mut module);
        let regions = start.elapsed() - structured - lowered;
        println!(
            "{name}, {} blocks: {structured:.1?}, lowered {lowered:.1?}, regions {regions:.1?}",
            graph.len()
        );
        spv_opt::verify(&module).unwrap_or_else(|e| panic!("{name}: {}", e.list[0].message));
        let words = spv_opt::export(&module).unwrap_or_else(|e| panic!("{name}: {}", e.list[0].message));
        // Large graphs are not validated, because spirv-val is recursive and takes superlinear time.
        if judge && n <= 200 {
            tools::spirv_val(&words, "spv1.4").unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

#[test]
fn examples() {
    let text = include_str!("structurize/examples.mlir");
    let mut module = spv_opt::parse(&spv_opt::context(), text).expect("the text is right");
    spv_opt::verify(&module).expect("the text is valid");
    forms::structured(&mut module).expect("any function can be structured");
    spv_opt::verify(&module).expect("structured functions are valid");
    let words = spv_opt::export(&module).expect("and can be written");
    if tools::Peer::SpirvVal.find().is_some() {
        assert_eq!(tools::spirv_val(&words, "spv1.4"), Ok(()));
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(spv_opt::print(&module));
    });
}

/// Guards against unbounded growth, which is now an error. Two chains of blocks exit to many blocks, which are all
/// pending in each merge block.
#[test]
fn what_would_grow_without_bound_is_an_error() {
    let n = 1_000;
    let mut graph = vec![vec![1, n + 1]];
    for chain in [1, n + 1] {
        graph.extend((0..n).map(|i| vec![if i + 1 < n { chain + i + 1 } else { 3 * n + 1 }, 2 * n + 1 + i]));
    }
    graph.extend((0..n).map(|_| vec![3 * n + 1]));
    graph.push(Vec::new());
    let text = skeleton_text(&graph);
    let mut module = spv_opt::parse(&spv_opt::context(), &text).expect("the text is right");
    let before = spv_opt::print(&module);
    assert_eq!(forms::structured(&mut module), Err("a region has too many exits".to_owned()));
    assert_eq!(spv_opt::print(&module), before);
}
