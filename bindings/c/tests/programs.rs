//! Compiles and runs the examples and the test program `api.c`, also under valgrind and with the address sanitizer
//!
//! If a required program is not installed, a test prints a message and is skipped. With `SPV_REQUIRE_PEERS=1`, as in
//! CI, the test fails instead.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the directory of this crate.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the directory of the libraries that Cargo built for this test.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    test.parent().expect("it is in a directory").to_owned()
}

/// Creates an empty directory for build products.
fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

/// Returns whether all `programs` are in `PATH`. Prints the names of missing programs.
fn installed(programs: &[&str]) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let missing: Vec<&&str> = programs
        .iter()
        .filter(|name| !env::split_paths(&path).any(|directory| directory.join(name).is_file()))
        .collect();
    if !missing.is_empty() {
        eprintln!("skipped: {missing:?} not installed");
        assert!(env::var_os("SPV_REQUIRE_PEERS").is_none(), "{missing:?} not installed");
    }
    missing.is_empty()
}

/// Runs a command that must succeed, and returns its standard output.
fn run(command: &mut Command) -> String {
    // Cargo sets this variable to a directory that may have an older library.
    let output = command.env_remove("LD_LIBRARY_PATH").output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out
}

/// Runs a command that must fail, and returns its standard error.
fn message(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    assert!(!output.status.success(), "{command:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Compiles `source` against the shared library into the directory `to`. Returns the path of the executable.
fn compile(compiler: &str, source: &str, options: &[&str], to: &Path) -> PathBuf {
    let program = to.join(Path::new(source).file_stem().expect("it is a file"));
    let libraries = libraries();
    run(Command::new(compiler)
        .args(["-Wall", "-Wextra", "-Werror", "-g"])
        .args(options)
        .arg(root().join(source))
        .arg("-I")
        .arg(root().join("include"))
        .arg("-L")
        .arg(&libraries)
        .arg("-lspvopt")
        .arg(format!("-Wl,-rpath,{}", libraries.display()))
        .arg("-o")
        .arg(&program));
    program
}

fn shader() -> PathBuf {
    root().join("../../spv-opt/examples/shader.spv")
}

#[test]
fn all_calls_in_c() {
    if installed(&["cc"]) {
        let program = compile("cc", "tests/api.c", &["-std=c99", "-pedantic"], &scratch("api"));
        assert!(run(Command::new(program).arg(shader())).contains(" 0 failures"));
    }
}

#[test]
fn valgrind_finds_nothing() {
    if installed(&["cc", "valgrind"]) {
        let program = compile("cc", "tests/api.c", &["-std=c99"], &scratch("valgrind"));
        run(Command::new("valgrind")
            // Memory blocks that valgrind reports as possibly lost are not errors: pointers into hash tables refer to
            // them.
            .args(["--quiet", "--error-exitcode=9", "--leak-check=full"])
            .args(["--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect"])
            .arg(program)
            .arg(shader()));
    }
}

#[test]
fn the_address_sanitizer_finds_nothing() {
    if installed(&["cc"]) {
        let directory = scratch("sanitizer");
        let source = directory.join("empty.c");
        fs::write(&source, "int main(void) { return 0; }\n").expect("it can be written");
        let probe = Command::new("cc")
            .arg("-fsanitize=address")
            .arg(&source)
            .arg("-o")
            .arg(directory.join("empty"))
            .output();
        if !probe.is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: cc has no address sanitizer");
            return;
        }
        let program = compile("cc", "tests/api.c", &["-std=c99", "-fsanitize=address,undefined"], &directory);
        run(Command::new(program).arg(shader()));
    }
}

/// A load that already has memory operands.
const ALIGNED: &str = r#"spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.GlobalVariable @u : !spv.ptr<f32, Uniform>
  spv.func @f() -> f32 "None" {
    %u = spv.mlir.addressof @u : !spv.ptr<f32, Uniform>
    %x = spv.Load "Uniform" %u ["Aligned", 4] : f32
    spv.ReturnValue %x : f32
  }
}
"#;

#[test]
fn the_examples_run() {
    if installed(&["cc", "c++"]) {
        let directory = scratch("examples");
        let output = directory.join("small.spv");
        let optimize = compile("cc", "examples/optimize.c", &["-std=c99", "-pedantic"], &directory);
        let shown = run(Command::new(optimize).arg(shader()).arg(&output));
        assert!(shown.ends_with(" bytes after\n"), "{shown}");
        let print = compile("c++", "examples/print.cpp", &["-std=c++17", "-pedantic"], &directory);
        let shown = run(Command::new(&print).arg(&output));
        assert!(shown.contains("spv.func") && shown.ends_with(" bytes\n"), "{shown}");
        let walk = compile("c++", "examples/walk.cpp", &["-std=c++17", "-pedantic"], &directory);
        let shown = run(Command::new(&walk).arg(shader()));
        assert!(
            shown.starts_with("@main\n  spv.func\n") && shown.contains("  spv.Store !spv.ptr<"),
            "{shown}"
        );
        let edit = compile("cc", "examples/edit.c", &["-std=c99", "-pedantic"], &directory);
        let shown = run(Command::new(&edit).arg(shader()).arg(&output).arg("Uniform"));
        assert!(shown == "1 loads are volatile\n", "{shown}");
        let aligned = directory.join("aligned.mlir");
        fs::write(&aligned, ALIGNED).expect("it can be written");
        run(Command::new(&edit).arg(&aligned).arg(&output).arg("Uniform"));
        let shown = run(Command::new(&print).arg(&output));
        assert!(shown.contains(r#"["Volatile|Aligned", 4]"#), "{shown}");
        fs::write(&output, "spv.module {").expect("it can be written");
        let failed = message(Command::new(&edit).arg(&output).arg(&output).arg("Uniform"));
        assert!(failed.contains("error: "), "{failed}");
        assert!(!Command::new(&print).arg(&output).output().expect("it runs").status.success());
    }
}

/// Opcode of OpLoad.
const OP_LOAD: u32 = 61;
const VOLATILE: u32 = 1;

/// Compiles and runs the example program in the documentation of out-of-tree passes.
#[test]
fn the_documented_pass_runs() {
    if installed(&["cc"]) {
        let directory = scratch("pass");
        let page = include_str!("../../../docs/add-a-pass-outside.md");
        let (_, code) = page.split_once("```c\n").expect("the page has a program in C");
        let (code, _) = code.split_once("\n```").expect("the program has an end");
        fs::write(directory.join("volatile.c"), code).expect("it can be written");
        fs::copy(shader(), directory.join("shader.spv")).expect("it can be copied");
        let source = directory.join("volatile.c").display().to_string();
        let program = compile("cc", &source, &["-std=c99", "-pedantic"], &directory);
        run(Command::new(&program).current_dir(&directory));
        let bytes = fs::read(directory.join("volatile.spv")).expect("it was written");
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let (mut at, mut loads) = (5, 0);
        while at < words.len() {
            let (length, opcode) = (words[at] as usize >> 16, words[at] & 0xFFFF);
            if opcode == OP_LOAD {
                loads += 1;
                assert_eq!(words[at + 4..at + length], [VOLATILE]);
            }
            at += length;
        }
        assert!(loads > 1, "{loads} loads");
        fs::write(directory.join("shader.spv"), "spv.module {").expect("it can be written");
        let failed = message(Command::new(&program).current_dir(&directory));
        assert!(failed.contains("error: "), "{failed}");
    }
}

#[test]
fn cmake_builds_the_examples_with_the_installed_package() {
    if installed(&["cc", "c++", "cmake", "pkg-config", "make"]) {
        let directory = scratch("cmake");
        let (prefix, build) = (directory.join("prefix"), directory.join("build"));
        run(Command::new(root().join("install.sh")).arg(&prefix).arg(libraries()));
        run(Command::new("cmake")
            .arg("-S")
            .arg(root().join("examples"))
            .arg("-B")
            .arg(&build)
            .arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
        run(Command::new("cmake").arg("--build").arg(&build));
        let shown = run(Command::new(build.join("print")).arg(shader()));
        assert!(shown.contains("spv.module"), "{shown}");
    }
}
