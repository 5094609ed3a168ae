//! How the tool is linked.
//!
//! Its tables hold some 28,000 addresses. In a program that may be loaded anywhere the loader writes each of them before
//! `main` runs, and touches a megabyte for it: a third of the time that a small shader takes. In one that is loaded where
//! it was linked for, they stand in the file. Embedders of the library are not affected.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let of_tool = env::var_os("CARGO_FEATURE_TOOL").is_some();
    let of_glibc = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    // Where glibc is linked in, the kind of program is another's choice.
    let linked_in =
        env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|list| list.split(',').any(|f| f == "crt-static"));
    if of_tool && of_glibc && is("CARGO_CFG_TARGET_ARCH", "x86_64") && !linked_in {
        println!("cargo::rustc-link-arg-bin=spv-opt=-no-pie");
    }
}
