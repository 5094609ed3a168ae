//! Tests of the lit runner and the FileCheck reimplementation

use super::filecheck::{Options, check};
use super::script::{Places, Script};
use super::shell::{self, Builtin};
use super::{Tools, on_path};
use std::path::Path;

/// Test cases: FileCheck directives, an input, and whether the check passes.
const CASES: &[(&str, &str, bool)] = &[
    ("CHECK: b\nCHECK: c", "a\nb\nc\n", true),
    ("CHECK: c\nCHECK: b", "a\nb\nc\n", false),
    ("CHECK: a b", "a  \t b\n", true),
    ("CHECK: a\nCHECK-NEXT: b", "a\nb\n", true),
    ("CHECK: a\nCHECK-NEXT: c", "a\nb\nc\n", false),
    ("CHECK: a\nCHECK-NEXT: b", "a b\n", false),
    ("CHECK: a\nCHECK-SAME: b", "a b\n", true),
    ("CHECK: a\nCHECK-SAME: b", "a\nb\n", false),
    ("CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b", "a\n\nb\n", true),
    ("CHECK: a\nCHECK-EMPTY:", "a\nb\n\n", false),
    ("CHECK: a\nCHECK-EMPTY:", "a\n", true),
    ("CHECK: a\nCHECK-NOT: b\nCHECK: c", "a\nc\nb\n", true),
    ("CHECK: a\nCHECK-NOT: b\nCHECK: c", "a\nb\nc\n", false),
    ("CHECK: a\nCHECK-NOT: b", "b\na\nc\n", true),
    ("CHECK: a\nCHECK-NOT: b", "a\nc\nb\n", false),
    ("CHECK-NOT: b\nCHECK: a", "b\na\n", false),
    ("CHECK-DAG: b\nCHECK-DAG: a\nCHECK: c", "a\nb\nc\n", true),
    ("CHECK-DAG: b\nCHECK-DAG: c\nCHECK: a", "a\nb\nc\n", false),
    ("CHECK-DAG: x\nCHECK-DAG: x", "x\n", false),
    ("CHECK-DAG: x\nCHECK-DAG: x", "x x\n", true),
    ("CHECK-DAG: a\nCHECK-NOT: b\nCHECK-DAG: c", "a\nb\nc\n", false),
    ("CHECK-DAG: a\nCHECK-NOT: b\nCHECK-DAG: c", "b\na\nc\n", true),
    ("CHECK-LABEL: f\nCHECK: x\nCHECK-LABEL: g", "f\ng\nx\n", false),
    ("CHECK-LABEL: f\nCHECK: x\nCHECK-LABEL: g\nCHECK: x", "f\nx\ng\nx\n", true),
    ("CHECK-LABEL: f\nCHECK-NOT: x\nCHECK-LABEL: g", "f\nx\ng\n", false),
    ("CHECK-COUNT-3: x\nCHECK-NOT: x", "x\nx x\n", true),
    ("CHECK-COUNT-3: x", "x\nx\n", false),
    ("CHECK-COUNT-2: x\nCHECK-NOT: x", "x\nx x\n", false),
    ("CHECK: a{{[0-9]+}}b", "a12b\n", true),
    ("CHECK: a{{[^x]+}}b", "a\nb\n", false),
    ("CHECK: a{{.*}}b", "a\nb\n", false),
    ("CHECK: {{^}}b{{$}}", "ab\nb\nbc\n", true),
    ("CHECK: {{^}}b{{$}}", "ab\nbc\n", false),
    ("CHECK: a.b(c)", "axb(c)\n", false),
    ("CHECK: a.b(c)", "a.b(c)\n", true),
    ("CHECK: {{(a|b)c}}", "bc\n", true),
    ("CHECK: {{a{2}b}}", "aab\n", true),
    ("CHECK: {{[]a]+}}x", "]a]x\n", true),
    ("CHECK: {{[[:digit:]]+}}x", "12x\n", true),
    (r"CHECK: {{[a\]+}}x", "a\\x\n", true),
    (r"CHECK: {{\.\[}}x", ".[x\n", true),
    ("CHECK: [[X:%[0-9]+]] = a\nCHECK: use [[X]],", "%7 = a\nuse %7, %8\n", true),
    ("CHECK: [[X:%[0-9]+]] = a\nCHECK: use [[X]],", "%7 = a\nuse %8, %7\n", false),
    ("CHECK: [[X:[a-z]+]] [[X]];", "ab cd ab ab;\n", true),
    ("CHECK: [[X:[a-z]+]] [[X]];", "ab cd;\n", false),
    ("CHECK: [[X:.]]\nCHECK: <[[X]]>", ".\n<a>\n", false),
    ("CHECK: use [[X]]", "use x\n", false),
    ("CHECK: line [[@LINE]]", "line 1\n", true),
    ("\nCHECK: line [[#@LINE-1]]", "line 1\n", true),
    ("CHECK{LITERAL}: [[a]] {{b}}", "[[a]] {{b}}\n", true),
    ("COM: CHECK: b\nCHECK: a", "a\n", true),
    ("XCHECK: b\nCHECK: a", "a\n", true),
    ("CHECK-NEXT: a", "a\n", false),
    ("CHECK:", "a\n", false),
    ("CHECK: {{a", "a\n", false),
    ("CHECK: {{(}}", "(\n", false),
    ("nothing", "a\n", false),
    ("CHECK-NOT: a", "", false),
];

#[test]
fn our_filecheck_is_that_of_llvm() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("filecheck");
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let tools = Tools::new(&directory);
    let flags =
        ["", "--check-prefix=CHECK", "-allow-empty", "--check-prefixes=CHECK,OTHER", "--match-full-lines"];
    for (directives, input, good) in CASES {
        let directives = format!("{directives}\n");
        for flag in flags {
            let args: Vec<String> =
                ["case", flag].iter().filter(|a| !a.is_empty()).map(|a| (*a).into()).collect();
            let ours = check(&Options::parse(&args).expect("the arguments are right"), &directives, input);
            if flag.is_empty() {
                assert_eq!(ours.is_ok(), *good, "{directives}\n{input}\n{ours:?}");
            }
            std::fs::write(directory.join("case"), &directives).expect("the file can be written");
            let words: Vec<String> = ["FileCheck".to_owned()].into_iter().chain(args).collect();
            let (status, said) = tools.run(&words, input.as_bytes()).expect("it is built in");
            assert!(status <= 2 && (status == 0) == ours.is_ok(), "{flag}\n{directives}\n{input}\n{said}");
        }
    }
}

#[test]
fn scripts() {
    let places = Places { file: Path::new("/a/b.mlir"), temporary: Path::new("/t/b.tmp") };
    let text =
        "// RUN: x %s -o %t.y \\\n// RUN:   | z %S 50%% %(line)\n# RUN: more\n// REQUIRES: p, q\nPRERUN: no";
    let script = Script::parse(text, places).expect("it is right");
    assert_eq!(script.commands, ["x /a/b.mlir -o /t/b.tmp.y | z /a 50% 2", "more"]);
    assert_eq!(script.requires, ["p", "q"]);
    assert!(Script::parse("nothing", places).is_err());
    assert!(Script::parse("RUN: a \\", places).is_err());
}

/// Built-in commands with fixed results: `yes` succeeds and `no` fails.
struct NoBuiltins;

impl Builtin for NoBuiltins {
    fn run(&self, words: &[String], input: &[u8]) -> Option<(i32, String)> {
        match words[0].as_str() {
            "yes" => Some((0, String::new())),
            "no" => Some((1, format!("no {}", input.len()))),
            _ => None,
        }
    }

    fn program(&self, name: &str) -> std::ffi::OsString {
        name.into()
    }
}

#[cfg(unix)]
#[test]
fn command_lines() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shell");
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    let run = |line: &str| -> (i32, String) {
        let outcome =
            shell::run(&shell::parse(line).expect("it is right"), &directory, &NoBuiltins).expect("it runs");
        (outcome.status, String::from_utf8_lossy(&outcome.written).into_owned())
    };
    let said = |line: &str| run(line).1;
    assert_eq!(said("echo 'a  b' \"c\\\"d\" e\\ f ''"), "a  b c\"d e f \n");
    assert_eq!(said("printf 'b\\na\\n' | sort"), "a\nb\n");
    assert_eq!(said("echo x > f && cat < f && echo y >> f; cat f"), "x\nx\ny\n");
    assert_eq!(said("sh -c 'echo out; echo err >&2; echo out' 2>&1 | cat"), "out\nerr\nout\n");
    assert_eq!(said("sh -c 'echo out; echo err >&2' 2>&1 > /dev/null | cat"), "err\n");
    assert_eq!(said("sh -c 'echo out; echo err >&2' 2> f; cat f"), "out\nerr\n");
    assert_eq!(said("sh -c 'echo out; echo err >&2' &> f; cat f"), "out\nerr\n");
    assert_eq!(said("echo a2>f; cat f"), "a2\n");
    assert_eq!(run("no | yes").0, 1);
    assert_eq!(run("yes | no").0, 1);
    assert_eq!(run("not no").0, 0);
    assert_eq!(run("not --crash yes").0, 1);
    assert_eq!(run("no || yes").0, 0);
    assert_eq!(run("no && yes").0, 1);
    assert_eq!(run("echo abc | no"), (1, "no 4".to_owned()));
    for wrong in ["a |", "| a", "a >", "'a", "a &", "\"a", "a \\"] {
        assert!(shell::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn llvm_is_asked_where_it_is_there() {
    let there = on_path("FileCheck-14").or_else(|| on_path("FileCheck")).is_some();
    let required = std::env::var("SPV_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(there || !required, "FileCheck is not installed (apt install llvm-14-tools)");
    if !there {
        println!("skipped: FileCheck is not installed: only our own judges");
    }
}
