//! Tests of the assembly syntax against LLVM 14
//!
//! The tests cover round trips of all ops, and agreement with mlir-opt-14. The files in `llvm14/` have the form that
//! mlir-opt-14 prints, with two exceptions. mlir-opt-14 parses `reads.mlir` but prints it differently. It does not know
//! the ops in `beyond.mlir`.

use spv_dialect::llvm::LLVM14;
use spv_ir::{Module, TextForm};
use spv_printer::Options;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// Files that mlir-opt-14 prints unchanged, except for whitespace.
const SAME: &[&str] = &[
    include_str!("llvm14/math.mlir"),
    include_str!("llvm14/sets.mlir"),
    include_str!("llvm14/memory.mlir"),
    include_str!("llvm14/sync.mlir"),
    include_str!("llvm14/structure.mlir"),
];

const READS: &str = include_str!("llvm14/reads.mlir");
const BEYOND: &str = include_str!("llvm14/beyond.mlir");

/// The names of all ops in LLVM 14's dialect.
const NAMES: &str = include_str!("../src/llvm/ops14.txt");

fn read(text: &str) -> Module {
    match spv_parser::parse(text, &Default::default(), spv_dialect::context()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    }
}

fn print(text: &str, compat: Option<&'static TextForm>) -> String {
    spv_printer::print(&read(text), &Options { compat, local_scope: true, ..Options::default() })
}

/// Compares two MLIR texts line by line.
fn assert_same(found: &str, expected: &str) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

#[test]
fn text_of_llvm_prints_as_it_is_read() {
    for text in SAME {
        // The grammar has a different name for this capability.
        let ours = text.replace("LongConstantCompositeINTEL", "LongCompositesINTEL");
        assert_same(&print(text, None), &ours);
        // LLVM prints an empty line at the end.
        assert_same(&single_spaces(&print(text, Some(&LLVM14))), text);
    }
    assert_same(&print(READS, None), READS);
}

#[test]
fn other_text_prints_as_it_is_read() {
    assert_same(&print(BEYOND, None), BEYOND);
}

#[test]
fn every_op_of_llvm_has_an_example() {
    let seen: BTreeSet<&str> = SAME
        .iter()
        .chain([&READS])
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '_'))
        .collect();
    // This op terminates the region of SpecConstantOperation and occurs only in the generic form.
    let known = ["spv.mlir.yield"];
    let missing: Vec<_> = NAMES.lines().filter(|n| !seen.contains(n) && !known.contains(n)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert_eq!(NAMES.lines().count(), 194);
}

/// Returns the output of mlir-opt-14 for an MLIR text, or `None` if mlir-opt-14 is not installed.
fn mlir_opt(text: &str) -> Option<String> {
    let spawned = Command::new("mlir-opt-14").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = spawned else {
        println!("skipped: mlir-opt-14 not installed (apt install mlir-14-tools)");
        return None;
    };
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(text.as_bytes()).expect("the text is written");
    drop(input);
    let output = child.wait_with_output().expect("mlir-opt-14 ends");
    assert!(output.status.success(), "{text}");
    Some(String::from_utf8(output.stdout).expect("text"))
}

/// Removes the final empty line and double spaces. LLVM 14 prints two spaces if an optional clause is absent.
fn single_spaces(text: &str) -> String {
    let mut result = String::new();
    for line in text.trim_end().lines() {
        let content = line.trim_start();
        result += &line[..line.len() - content.len()];
        let (code, comment) = content.split_once("  //").unwrap_or((content, ""));
        let words: Vec<&str> = code.split(' ').filter(|w| !w.is_empty()).collect();
        result += &words.join(" ");
        if !comment.is_empty() {
            result += "  //";
            result += comment;
        }
        result.push('\n');
    }
    result
}

#[test]
fn mlir_opt_agrees() {
    for text in SAME {
        let Some(printed) = mlir_opt(text) else { return };
        assert_same(&single_spaces(&printed), text);
    }
    mlir_opt(READS);
}

#[test]
fn older_names_are_read() {
    let text = "func @f(%a: f32) {\n  %0 = spv.undef : f32\n  %1 = spirv.mlir.undef : f32\n  spv.Return\n}";
    let printed = print(text, None);
    assert_eq!(printed.matches("spv.Undef : f32").count(), 2, "{printed}");
}

#[test]
fn every_format_compiles() {
    let registry = spv_dialect::registry();
    for def in registry.ops() {
        let id = registry.op_by_name(def.row.name).expect("a name");
        let format = registry.format(id);
        assert_eq!(format.error, None);
        let has_result = def.row.result == spv_ir::dialect::ResultKind::One;
        let determined = format.uniform || !format.inferred || def.infer.is_some() || def.custom.is_some();
        assert!(!has_result || determined, "{}", def.row.name);
        for format in std::iter::once(format).chain(registry.strict_formats(id)) {
            assert_eq!(format.error, None);
            let is_written = |param: &u8| format.is_written(*param, None);
            assert!(format.in_dict.iter().all(is_written), "a format of {} lacks a parameter", def.row.name);
        }
    }
}

#[test]
fn members_are_found_through_constants_that_come_before() {
    let structure = "!spv.ptr<!spv.struct<(f32 [0], i32 [4])>, StorageBuffer>";
    let chain = |suffix| format!("%p = spv.AccessChain %a[%c] : {structure}, i32{suffix}");
    let constant = "%c = spv.Constant 1 : i32";
    let text = |first: &str, second: &str| {
        format!(
            "spv.func @f(%a: {structure}) \"None\" {{\n{first}\nspv.Return\n^bb1:\n{second}\n\
             spv.Branch ^bb2\n^bb2:\nspv.Return\n}}"
        )
    };
    let member = " -> !spv.ptr<i32, StorageBuffer>";
    for (text, written) in [
        (text(constant, &chain("")), false),
        (text("", &format!("{constant}\n{}", chain(""))), false),
        (text(&chain(member), constant), true),
    ] {
        let printed = print(&text, None);
        assert_eq!(printed.contains(member), written, "{printed}");
        assert_same(&print(&printed, None), &printed);
    }
}
