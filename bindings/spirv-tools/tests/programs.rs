//! C programs that use the library: plain, under valgrind, with sanitizers, and built with CMake and pkg-config
//!
//! If a required program is not installed, a test prints a message and is skipped. With `SPV_REQUIRE_PEERS=1`, the test
//! fails instead. Two environment variables locate the newest SPIRV-Tools, and tests that need them are skipped if they
//! are unset:
//! - `SPIRV_TOOLS_INCLUDE`: the directory of its headers
//! - `SPIRV_TOOLS_LIBRARY`: its shared library

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
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
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spirv-tools-c-{name}"));
    _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

/// Returns whether all `programs` are in `PATH`. Prints the names of missing programs.
fn installed(programs: &[&str]) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    let is_missing = |name: &&&str| !env::split_paths(&path).any(|directory| directory.join(name).is_file());
    let missing: Vec<&&str> = programs.iter().filter(is_missing).collect();
    if !missing.is_empty() {
        eprintln!("skipped: {missing:?} not installed");
        assert!(env::var_os("SPV_REQUIRE_PEERS").is_none(), "{missing:?} not installed");
    }
    missing.is_empty()
}

/// Returns the value of the environment variable `name`. If it is unset, prints that the test is skipped and returns
/// `None`.
fn setting(name: &str) -> Option<OsString> {
    let value = env::var_os(name);
    if value.is_none() {
        eprintln!("skipped: {name} is unset");
    }
    value
}

/// Runs a command that must succeed, and returns its standard output.
fn run(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{out}{err}", output.status);
    out
}

/// Compiles the C program `source` against the headers in `include` and the shared library `library`. Returns the path
/// of the executable, which is in the directory `to`.
fn compile_with(source: &Path, options: &[&str], include: &Path, library: &Path, to: &Path) -> PathBuf {
    let program = to.join("program");
    let directory = library.parent().expect("a library is in a directory");
    run(Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-g"])
        .args(options)
        .arg(source)
        // Warnings about the headers of SPIRV-Tools are ignored.
        .arg("-isystem")
        .arg(include)
        .arg(library)
        .arg(format!("-Wl,-rpath,{}", directory.display()))
        .arg("-o")
        .arg(&program));
    program
}

/// Copies our shared library to a directory, under the name that programs look for.
fn our_library(directory: &Path) -> PathBuf {
    let library = directory.join("libSPIRV-Tools-shared.so");
    fs::copy(libraries().join("libspirv_tools_shared.so"), &library).expect("Cargo built the library");
    library
}

/// Compiles a test program with our header and library. Returns the path of the executable.
fn compile(source: &str, options: &[&str], directory: &Path) -> PathBuf {
    let source = root().join("tests").join(source);
    compile_with(&source, options, &root().join("include"), &our_library(directory), directory)
}

fn shader() -> PathBuf {
    root().join("../../spv-opt/examples/shader.spv")
}

#[test]
fn all_calls_in_c() {
    if installed(&["cc"]) {
        let program = compile("api.c", &["-pedantic"], &scratch("api"));
        assert!(run(Command::new(program).arg(shader())).contains(" 0 failures"));
    }
}

#[test]
fn valgrind_finds_nothing() {
    if installed(&["cc", "valgrind"]) {
        let program = compile("api.c", &[], &scratch("valgrind"));
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
fn the_sanitizers_find_nothing() {
    if installed(&["cc"]) {
        let directory = scratch("sanitizer");
        let empty = directory.join("empty.c");
        fs::write(&empty, "int main(void) { return 0; }\n").expect("it can be written");
        let mut probe = Command::new("cc");
        probe.arg("-fsanitize=address,undefined").arg(&empty).arg("-o").arg(directory.join("empty"));
        if !probe.output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: cc has no sanitizers");
            return;
        }
        let program = compile("api.c", &["-fsanitize=address,undefined"], &directory);
        run(Command::new(program).arg(shader()));
    }
}

#[test]
fn programs_with_the_header_of_spirv_tools_run() {
    let Some(include) = setting("SPIRV_TOOLS_INCLUDE").filter(|_| installed(&["cc"])) else { return };
    let directory = scratch("their-header");
    let source = root().join("tests/api.c");
    let program = compile_with(&source, &[], Path::new(&include), &our_library(&directory), &directory);
    assert!(run(Command::new(program).arg(shader())).contains(" 0 failures"));
}

/// Returns the content of a header without comments.
fn header(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("it can be read");
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    text.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, code)| code)).collect()
}

/// Returns the names of the functions that a header declares.
fn functions(header: &str) -> BTreeSet<&str> {
    let before = header.match_indices('(').map(|(at, _)| &header[..at]);
    let names = before.map(|text| text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
    names.filter(|name| name.starts_with("spv") && name[3..].starts_with(char::is_uppercase)).collect()
}

/// Returns the names of the enumerants in a header.
fn enumerants(header: &str) -> BTreeSet<&str> {
    let words = header.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_macro = |name: &str| name == "SPV_BIT" || name.starts_with("SPV_FORCE_") || name.ends_with("_H");
    let is_enumerant = |name: &&str| {
        (name.starts_with("SPV_") || name.starts_with("spv_validator_limit_")) && !is_macro(name)
    };
    words.filter(is_enumerant).collect()
}

/// Returns a C program that prints the values of enumerants and the layout of all structs.
fn layout_program(enumerants: &BTreeSet<&str>) -> String {
    const MEMBERS: [(&str, &[&str]); 8] = [
        (
            "spv_parsed_operand_t",
            &["offset", "num_words", "type", "number_kind", "number_bit_width", "fp_encoding"],
        ),
        (
            "spv_parsed_instruction_t",
            &[
                "words",
                "num_words",
                "opcode",
                "ext_inst_type",
                "type_id",
                "result_id",
                "operands",
                "num_operands",
            ],
        ),
        ("spv_parsed_header_t", &["magic", "version", "generator", "bound", "reserved"]),
        ("spv_const_binary_t", &["code", "wordCount"]),
        ("spv_binary_t", &["code", "wordCount"]),
        ("spv_text_t", &["str", "length"]),
        ("spv_position_t", &["line", "column", "index"]),
        ("spv_diagnostic_t", &["position", "error", "isTextSource"]),
    ];
    let mut program =
        "#include \"spirv-tools/libspirv.h\"\n#include <stdio.h>\nint main(void) {\n".to_owned();
    let mut show = |name: &str, value: &str| {
        program += &format!("    printf(\"{name} %ld\\n\", (long)({value}));\n");
    };
    show("kDefaultMaxIdBound", "kDefaultMaxIdBound");
    enumerants.iter().for_each(|name| show(name, name));
    for (name, members) in MEMBERS {
        show(name, &format!("sizeof({name})"));
        members.iter().for_each(|member| show(member, &format!("offsetof({name}, {member})")));
    }
    program + "    return 0;\n}\n"
}

#[test]
fn the_library_exports_all_functions() {
    if installed(&["cc"]) {
        let directory = scratch("exports");
        let header = header(&root().join("include/spirv-tools/libspirv.h"));
        let functions = functions(&header);
        assert_eq!(functions.len(), 71);
        let addresses: String =
            functions.iter().map(|name| format!("    (void (*)(void)){name},\n")).collect();
        let source = directory.join("exports.c");
        let program = format!(
            "#include \"spirv-tools/libspirv.h\"\nvoid (*const all[])(void) = {{\n{addresses}}};\nint main(void) {{ return !all[0]; }}\n"
        );
        fs::write(&source, program).expect("it can be written");
        let options = ["-Wno-cast-function-type"];
        run(&mut Command::new(compile_with(
            &source,
            &options,
            &root().join("include"),
            &our_library(&directory),
            &directory,
        )));
    }
}

#[test]
fn the_header_is_that_of_spirv_tools() {
    let Some(include) = setting("SPIRV_TOOLS_INCLUDE").filter(|_| installed(&["cc"])) else { return };
    let (ours, theirs) = (root().join("include"), Path::new(&include));
    let own = header(&ours.join("spirv-tools/libspirv.h"));
    let other = header(&theirs.join("spirv-tools/libspirv.h"));
    assert_eq!(functions(&own), functions(&other));
    assert_eq!(enumerants(&own), enumerants(&other));

    let directory = scratch("header");
    let library = our_library(&directory);
    let source = directory.join("layout.c");
    fs::write(&source, layout_program(&enumerants(&own))).expect("it can be written");
    let layout = |include| run(&mut Command::new(compile_with(&source, &[], include, &library, &directory)));
    assert_eq!(layout(&ours), layout(theirs));

    // The compiler rejects a repeated declaration if its types differ from the first declaration.
    let declarations = own.split(';').filter_map(|part| part.split_once("SPIRV_TOOLS_EXPORT "));
    let declarations: Vec<&str> =
        declarations.map(|(_, text)| text).filter(|text| !text.contains('#')).collect();
    assert_eq!(declarations.len(), 71);
    let again = directory.join("again.c");
    let text = format!(
        "#include \"spirv-tools/libspirv.h\"\n{};\nint main(void) {{ return 0; }}\n",
        declarations.join(";\n")
    );
    fs::write(&again, text).expect("it can be written");
    compile_with(&again, &[], theirs, &library, &directory);
}

#[test]
fn results_are_those_of_spirv_tools() {
    let Some(library) = setting("SPIRV_TOOLS_LIBRARY").filter(|_| installed(&["cc"])) else { return };
    let mut modules = vec![shader()];
    if let Some(corpus) = setting("SPV_CORPUS") {
        let files = fs::read_dir(corpus).expect("the corpus can be read");
        let mut files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        modules.extend(
            files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "spv")).step_by(37),
        );
    }
    let (own, other) = (scratch("ours"), scratch("theirs"));
    let (source, include) = (root().join("tests/dump.c"), root().join("include"));
    let ours = compile_with(&source, &[], &include, &our_library(&own), &own);
    let theirs = compile_with(&source, &[], &include, Path::new(&library), &other);
    for module in modules {
        let results = [&ours, &theirs].map(|program| run(Command::new(program).arg(&module)));
        let first = results[0].lines().zip(results[1].lines()).find(|(ours, theirs)| ours != theirs);
        assert!(results[0] == results[1], "{}: {first:?}", module.display());
    }
}

#[test]
fn cmake_and_pkg_config_find_the_installed_library() {
    if installed(&["cc", "cmake", "pkg-config", "make"]) {
        let directory = scratch("cmake");
        let (prefix, build) = (directory.join("prefix"), directory.join("build"));
        run(Command::new(root().join("install.sh")).arg(&prefix).arg(libraries()));
        run(Command::new("cmake")
            .arg("-S")
            .arg(root().join("tests/cmake"))
            .arg("-B")
            .arg(&build)
            .arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
        run(Command::new("cmake").arg("--build").arg(&build));
        let targets = ["SPIRV-Tools", "SPIRV-Tools-shared", "SPIRV-Tools-static", "SPIRV-Tools-opt"];
        for target in targets.into_iter().chain(["pkg-config-STATIC", "pkg-config-SHARED"]) {
            let program = build.join(format!("api-{target}"));
            assert!(run(Command::new(program).arg(shader())).contains(" 0 failures"), "{target}");
        }
    }
}
