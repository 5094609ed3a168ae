//! Round trips of MLIR text through mlir-opt-14, for every op, type and attribute of LLVM 14's `spv` dialect, in each
//! form
//!
//! The example modules are those of `dialect-spv/tests/llvm14`. If a line differs, all ops in it fail. If a file cannot
//! be parsed, all ops in it fail.

use spv_opt::printer::{self, Options, Source};
use spv_opt::{parser, verify};
use spv_tests::tools::Peer;
use std::collections::{BTreeMap, BTreeSet};

macro_rules! examples {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../dialect-spv/tests/llvm14/", $name, ".mlir")))),*]
    };
}

const FILES: [(&str, &str); 8] =
    examples!["math", "sets", "memory", "sync", "structure", "types", "copies", "blocks"];

/// Names of the ops in LLVM 14's `spv` dialect, one per line.
const NAMES: &str = include_str!("../../dialect-spv/src/llvm/ops14.txt");

/// Name of the example whose custom form mlir-opt-14 prints but cannot parse, because the form lacks the storage class.
const UNREADABLE: &str = "blocks";

/// A form of MLIR text: its name, mlir-opt's flags, and the printer's options.
struct Form {
    name: &'static str,
    flags: &'static [&'static str],
    options: Options<'static>,
    /// Whether mlir-opt-14 preserves all information that it prints. In the custom form, it loses the locations of
    /// function arguments.
    keeps: bool,
}

fn forms() -> [Form; 4] {
    let options = Options { compat: Some(&spv_opt::dialect::llvm::LLVM14), ..Options::default() };
    let debug = Options { debug_info: true, ..options };
    const GENERIC: &str = "-mlir-print-op-generic";
    const DEBUG_INFO: &str = "-mlir-print-debuginfo";
    let form = |name, flags, options, keeps| Form { name, flags, options, keeps };
    [
        form("custom", &[], options, true),
        form("generic", &[GENERIC][..], Options { generic: true, ..options }, true),
        form("locations", &[DEBUG_INFO], debug, false),
        form("generic, locations", &[GENERIC, DEBUG_INFO], Options { generic: true, ..debug }, true),
    ]
}

/// Parses MLIR text and prints it with the given options.
///
/// # Errors
/// Returns the first error message if the text is invalid.
fn ours(text: &str, options: &Options) -> Result<String, String> {
    let reading = parser::ParseOptions {
        compat: Some(&spv_opt::dialect::llvm::LLVM14),
        locate_arguments: options.debug_info,
        ..Default::default()
    };
    let module = parser::parse(text, &reading, spv_opt::context()).map_err(|e| format!("{e:?}"))?;
    verify(&module).map_err(|e| format!("{e:?}"))?;
    let options = Options { source: Some(Source { file: "<stdin>", text }), ..*options };
    Ok(printer::print(&module, &options))
}

fn theirs(text: &str, flags: &[&str]) -> Result<String, String> {
    let bytes = Peer::MlirOpt.run(flags, text.as_bytes())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

/// Returns the names of the ops in MLIR text.
fn ops(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_');
    let names: BTreeSet<&str> = NAMES.lines().collect();
    words.filter(|word| names.contains(word)).collect()
}

/// Returns the names of the ops in lines that differ, or of all expected ops if there is no result.
fn differing<'t>(found: &'t Result<String, String>, expected: &'t str) -> BTreeSet<&'t str> {
    let Ok(found) = found else { return ops(expected) };
    let lines = expected.lines().zip(found.lines()).filter(|(a, b)| a != b).map(|(a, _)| a);
    let mut wrong: BTreeSet<&str> = lines.flat_map(ops).collect();
    if found.len() != expected.len() || (found != expected && wrong.is_empty()) {
        wrong.insert("(text)");
    }
    wrong
}

#[test]
fn every_op_goes_both_ways() {
    if Peer::MlirOpt.find().is_none() {
        return;
    }
    // Maps each op to the forms in which it occurs. A second table contains descriptions of the failures.
    let mut seen: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut note = |ops: BTreeSet<&str>, form: &Form, file: &str, what: &str| {
        for op in ops {
            wrong.entry(op.to_owned()).or_default().push(format!("{} {what} ({file})", form.name));
        }
    };
    for (file, text) in FILES {
        for form in forms() {
            let peer = theirs(text, form.flags).expect("mlir-opt-14 reads the example");
            for op in ops(&peer) {
                seen.entry(op.to_owned()).or_default().insert(form.name);
            }
            let direct = ours(text, &form.options);
            note(differing(&direct, &peer), &form, file, "printed otherwise");
            // spv-opt must parse mlir-opt's output and print the same text.
            note(differing(&ours(&peer, &form.options), &peer), &form, file, "not read back");
            // mlir-opt must parse spv-opt's output and print the same text.
            let mine = direct.unwrap_or_default();
            let back = theirs(&mine, form.flags);
            let generic = form.options.generic;
            match file {
                UNREADABLE if !generic => assert!(back.is_err(), "mlir-opt-14 reads it: {back:?}"),
                _ if form.keeps => note(differing(&back, &mine), &form, file, "not read by mlir-opt-14"),
                _ => {}
            }
        }
    }
    let mut both = 0;
    for name in NAMES.lines() {
        let forms = seen.get(name).map_or(0, BTreeSet::len);
        let problems = wrong.get(name).map_or(String::new(), |list| list.join("; "));
        let in_generic = seen.get(name).is_some_and(|forms| forms.contains("generic"));
        both += usize::from(in_generic && problems.is_empty());
        println!("{name:<40} {forms} forms {problems}");
    }
    println!("{both} of {} both ways", NAMES.lines().count());
    assert_eq!(wrong, BTreeMap::new());
    assert_eq!((both, NAMES.lines().count()), (194, 194));
}

/// Checks MLIR text from which LLVM 14 loses information. spv-opt must preserve the information, and mlir-opt-14 must
/// parse spv-opt's output.
#[test]
fn what_llvm_loses_is_kept() {
    let function = |args: &str, op: &str| {
        format!(
            "spv.module Logical GLSL450 {{\n  spv.func @f({args}) \"None\" {{\n    {op}\n    spv.Return\n  }}\n}}\n"
        )
    };
    let copy = function(
        "%a: !spv.ptr<f32, Function>, %b: !spv.ptr<f32, Workgroup>",
        "spv.CopyMemory \"Function\" %a, \"Workgroup\" %b [\"Volatile\"] : f32",
    );
    let load = function(
        "%a: !spv.ptr<i32, StorageBuffer>, %b: i32, %c: i1",
        "%0 = spv.CooperativeMatrixLoadNV %a, %b, %c [\"Volatile|Aligned\", 4] : \
         !spv.ptr<i32, StorageBuffer> as !spv.coopmatrix<16x8xi32, Workgroup>",
    );
    let device = "func private @f() attributes {x = #spv.target_env<#spv.vce<v1.3, [Shader], []>, \
                  NVIDIA:Unknown:1234, {}>}\n"
        .to_owned();
    let options = Options { compat: Some(&spv_opt::dialect::llvm::LLVM14), ..Options::default() };
    for text in [copy, load, device] {
        let mine = ours(&text, &options).expect("we read the example");
        assert_eq!(ours(&mine, &options).as_ref(), Ok(&mine));
        if Peer::MlirOpt.find().is_some() {
            let peer = theirs(&mine, &[]).expect("mlir-opt-14 reads it");
            assert_ne!(peer, mine, "LLVM 14 loses nothing here");
        }
    }
}
