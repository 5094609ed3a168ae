//! Checks that the library has few dependencies

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Maximum number of run-time dependencies outside of this workspace, including `id-arena`.
const LIMIT: usize = 17;

/// Returns the names of the crates that a package links with the given features, including the package. Excludes
/// procedural macros, because they run in the compiler.
fn crates(package: &str, features: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments = ["tree", "--offline", "-p", package, "--no-default-features", "--features", features];
    let output = Command::new(cargo)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .args(arguments)
        .args(["-e", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let name = |line: &str| line.split(' ').next().map(str::to_owned);
    String::from_utf8_lossy(&output.stdout).lines().filter_map(name).collect()
}

#[test]
fn the_library_has_few_dependencies() {
    for features in ["", "text"] {
        let crates = crates("spv-opt", features);
        assert!(crates.contains("spv-ir"), "{crates:?}");
        let others: Vec<&String> = crates.iter().filter(|name| !name.starts_with("spv-")).collect();
        assert!(others.len() <= LIMIT, "{} crates with '{features}': {others:?}", others.len());
    }
    assert!(!crates("spv-opt", "").contains("spv-parser"));
}

#[test]
fn the_assembler_needs_no_ir() {
    let own =
        |package| crates(package, "").into_iter().filter(|name| name.starts_with("spv-")).collect::<Vec<_>>();
    assert_eq!(own("spv-asm"), ["spv-asm", "spv-grammar"]);
    // The parser and the printer must not depend on the SPIR-V tables.
    assert_eq!(own("spv-parser"), ["spv-grammar", "spv-ir", "spv-parser"]);
    assert_eq!(own("spv-printer"), ["spv-grammar", "spv-ir", "spv-printer"]);
}
