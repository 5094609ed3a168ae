//! Generator and test of `docs/passes.md`, which is generated from the pass and pipeline tables
//!
//! To regenerate the page: `UPDATE_DOCS=1 cargo test -p spv-tests --test pass_docs`.

use spv_opt::passes::{OptionValues, PassInfo, Registry, Work};
use std::fmt::Write;
use std::path::Path;

/// Returns the expected contents of the page.
fn page(registry: &Registry) -> String {
    let mut out = String::from(
        "# Passes\n\n\
         <!-- Generated from the tables in passes/src/transforms: see tests/tests/pass_docs.rs. -->\n\n\
         Each pass is a flag of `spv-opt` (`--canonicalize`), a name in `--pass-pipeline`, and, through\n\
         `spv_opt::passes::Pipeline`, a call. [Adding a pass](add-a-pass.md) says how to write one.\n\n\
         | pass | works on | what it does |\n|---|---|---|\n",
    );
    let mut passes: Vec<&PassInfo> = registry.passes().to_vec();
    passes.sort_by_key(|info| info.name);
    for info in &passes {
        let name = info.name;
        let _ = writeln!(out, "| [`{name}`](#{name}) | {} | {} |", target(info), info.summary);
    }
    out.push_str("\n## Pipelines\n\nOf `spv.module`s.\n\n| flag | for | passes |\n|---|---|---|\n");
    for pipeline in registry.pipelines() {
        let text = pipeline.text.replace(',', ", ");
        let _ = writeln!(out, "| `-{}` | {} | `{text}` |", pipeline.name, pipeline.summary);
    }
    passes.iter().for_each(|info| section(&mut out, info));
    out
}

/// Returns `module` or `function`: the op on which a pass runs.
fn target(info: &PassInfo) -> &'static str {
    let options = OptionValues::new(info.name, info.options, &[]).expect("no options are given");
    match (info.make)(&options) {
        Ok(Work::Module(_)) => "module",
        Ok(Work::Whole(_)) => "all modules",
        // A pass with required options cannot be constructed without them. All of these passes run on functions.
        Ok(Work::Function(_)) | Err(_) => "function",
    }
}

fn section(out: &mut String, info: &PassInfo) {
    let _ = write!(out, "\n## {}\n\n{}.", info.name, info.summary);
    if !info.description.is_empty() {
        let _ = write!(out, " {}", info.description);
    }
    out.push('\n');
    if !info.options.is_empty() {
        out.push_str("\n| option | default | meaning |\n|---|---|---|\n");
        for option in info.options {
            let default =
                if option.default.is_empty() { String::new() } else { format!("`{}`", option.default) };
            let _ = writeln!(out, "| `{}` | {default} | {} |", option.name, option.help);
        }
    }
    if !info.statistics.is_empty() {
        let names: Vec<String> =
            info.statistics.iter().map(|(name, what)| format!("`{name}` ({what})")).collect();
        let _ = writeln!(out, "\nIt counts {}.", names.join(", "));
    }
    if !info.before.is_empty() {
        let _ = write!(out, "\n```mlir\n{}\n```\n\nbecomes\n\n```mlir\n{}\n```\n", info.before, info.after);
    }
}

#[test]
fn the_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/passes.md");
    let page = page(&spv_opt::pass_registry());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == page,
        "docs/passes.md is out of date: UPDATE_DOCS=1 cargo test -p spv-tests --test pass_docs"
    );
}

#[test]
fn each_pass_says_what_it_does() {
    for info in Registry::new().passes() {
        assert!(!info.summary.is_empty() && !info.summary.ends_with('.'), "{}: {}", info.name, info.summary);
        assert!(info.description.ends_with('.'), "{}: {}", info.name, info.description);
        // The example output of a pass may be empty, but its example input must not.
        assert!(!info.before.is_empty(), "{}", info.name);
    }
}
