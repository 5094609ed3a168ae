//! Both corpora through both forms of control flow: neither may lose or add anything. And what becomes of marks.

use spv_opt::printer::Options;
use spv_tests::compare::compare_strict;
use spv_tests::programs::check;
use spv_tests::{forms, tools};
use std::path::Path;

/// What is wrong with the conversions of one module; empty if nothing is.
fn problems(path: &Path, env: Option<&str>, judge: bool) -> Vec<String> {
    let mut list = Vec::new();
    let input = tools::read_words(path);
    let import = |words: &[u32]| spv_opt::import(&spv_opt::context(), words).expect("the module is valid");
    let mut module = import(&input);
    let (text, direct) = (spv_opt::print(&module), spv_opt::export(&module).expect("imports are exported"));
    let lowered = match forms::lower(&mut module) {
        Ok(count) => count,
        Err(e) => return vec![format!("lowering: {e}")],
    };
    if let Err(e) = spv_opt::verify(&module) {
        list.push(format!("verifier, lowered: {}", e.list[0].message));
    }
    let low_text = spv_opt::print(&module);
    if low_text.contains("spv.mlir.loop") || low_text.contains("spv.mlir.selection") {
        list.push("a construct is left".into());
    }
    match spv_opt::parse(&spv_opt::context(), &low_text) {
        Ok(read) if spv_opt::print(&read) == low_text => {}
        Ok(_) => list.push("the lowered text reads back otherwise".into()),
        Err(e) => list.push(format!("the lowered text: {}", e.list[0].message)),
    }
    match spv_opt::export(&module) {
        Ok(words) if words == direct => {}
        Ok(words) => {
            // Only ids may be given in another order, and phis list their edges so.
            if words.len() != direct.len() {
                list.push(format!("{} words from CFG form, {} from region form", words.len(), direct.len()));
            }
            if let Err(differences) = compare_strict(&input, &words) {
                list.push(format!("{} differences: {}", differences.len(), differences[0]));
            }
            if judge
                && let Some(env) = env
                && let (Ok(()), Err(e)) = (tools::spirv_val(&input, env), tools::spirv_val(&words, env))
            {
                list.push(format!("spirv-val: {e}"));
            }
        }
        Err(e) => list.push(format!("export from CFG form: {}", e.list[0].message)),
    }
    let back = forms::regions(&mut module);
    if back != lowered {
        list.push(format!("{lowered} functions lowered, {back} in region form again"));
    }
    if let Err(e) = spv_opt::verify(&module) {
        list.push(format!("verifier, in region form again: {}", e.list[0].message));
    }
    if spv_opt::print(&module) != text {
        list.push("another text in region form again".into());
    }
    forms::lower(&mut module).expect("lowered before");
    if spv_opt::print(&module) != low_text {
        list.push("another text lowered again".into());
    }
    list
}

fn check(modules: &[(std::path::PathBuf, Option<String>)]) {
    let judge = tools::Peer::SpirvVal.find().is_some();
    let failures: Vec<String> = modules
        .iter()
        .flat_map(|(path, env)| {
            let list = problems(path, env.as_deref(), judge);
            list.into_iter().map(|p| format!("{}: {p}", path.display()))
        })
        .collect();
    let count = modules.len();
    assert!(failures.is_empty(), "{} problems in {count} modules:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn own_corpus() {
    let modules: Vec<_> = tools::own_corpus().into_iter().map(|m| (m.path, m.env)).collect();
    check(&modules);
}

#[test]
fn shared_corpus() {
    let Some(paths) = tools::shared_corpus() else { return };
    let modules: Vec<_> = paths.into_iter().map(|p| (p, Some("spv1.6".to_owned()))).collect();
    check(&modules);
}

fn own_module(name: &str) -> (Vec<u32>, spv_opt::Module) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/bin").join(name);
    let words = tools::read_words(&path);
    let module = spv_opt::import(&spv_opt::context(), &words).expect("it comes in");
    (words, module)
}

/// The functions of `fused_blocks`: merge blocks that are the continue target of the loop around, too.
fn fused_blocks() -> (Vec<u32>, spv_opt::Module) {
    own_module("fused_blocks.spv")
}

/// That a module comes back without a block more, from its IR, from the text in every form and from CFG form.
fn comes_back_the_same(words: &[u32], module: &spv_opt::Module) {
    let same = |module: &spv_opt::Module, what: &str| {
        let output = spv_opt::export(module).expect("it has a binary form");
        assert_eq!(output.len(), words.len(), "{what}");
        assert_eq!(compare_strict(words, &output), Ok(()), "{what}");
    };
    same(module, "the module itself");
    let generic = Options { generic: true, ..Options::default() };
    let llvm = Options { compat: Some(14), ..Options::default() };
    for options in [Options::default(), generic, llvm] {
        let text = spv_opt::printer::print(module, &options);
        let read = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
        spv_opt::verify(&read).expect("it is sound");
        same(&read, &text);
    }
    let text = spv_opt::print(module);
    let mut other = spv_opt::parse(&spv_opt::context(), &text).expect("it reads back");
    forms::lower(&mut other).expect("it can be lowered");
    spv_opt::verify(&other).expect("it is sound");
    same(&other, "CFG form");
}

#[test]
fn a_merge_block_that_is_the_continue_target_is_one_block() {
    let (words, module) = fused_blocks();
    assert_eq!(check::forms(&module), [3, 0, 0]);
    let text = spv_opt::print(&module);
    assert_eq!(text.matches(" continue_target").count(), 6, "{text}");
    comes_back_the_same(&words, &module);
}

#[test]
fn a_continue_target_that_is_a_header_is_one_block() {
    let (words, module) = own_module("continue_headers.spv");
    assert_eq!(check::forms(&module), [6, 0, 0]);
    comes_back_the_same(&words, &module);
}

#[test]
fn a_mark_that_does_not_fit_is_two_blocks() {
    let (words, module) = fused_blocks();
    let text = spv_opt::print(&module);
    let grown = |text: &str| {
        let mut read = spv_opt::parse(&spv_opt::context(), text).expect("it is right");
        spv_opt::verify(&read).expect("it is sound");
        let direct = spv_opt::export(&read).expect("it has a binary form");
        forms::lower(&mut read).expect("it can be lowered");
        let lowered = spv_opt::export(&read).expect("it has a binary form");
        assert_eq!(direct.len(), lowered.len(), "{text}");
        direct.len() - words.len()
    };
    assert_eq!(grown(&text), 0);
    // Without the mark, a block more and a phi more.
    let (before, after) = text.split_once(" continue_target").expect("the mark");
    assert!(grown(&format!("{before}{after}")) >= 4, "{before}{after}");
    // An instruction behind the construct keeps the blocks apart.
    let at = before.len()
        + after.find("\n      }\n").expect("the end of a construct")
        + " continue_target".len()
        + 1;
    let end = at + text[at..].find("spv.Branch").expect("the way to the continue target");
    let ended = format!("{}%noise = spv.Undef : i32\n{}", &text[..end], &text[end..]);
    assert!(grown(&ended) >= 4 + 3, "{ended}");
}

/// What cannot stay as it is becomes two blocks when any control flow is made structured.
#[test]
fn a_merge_block_that_is_the_continue_target_is_restructured() {
    let (_, mut module) = fused_blocks();
    assert_eq!(forms::structured(&mut module), Ok(3));
    assert!(!spv_opt::print(&module).contains("continue_target"));
    spv_opt::verify(&module).expect("it is sound");
    if tools::Peer::SpirvVal.find().is_some() {
        let output = spv_opt::export(&module).expect("it has a binary form");
        assert_eq!(tools::spirv_val(&output, "spv1.6"), Ok(()));
    }
}
