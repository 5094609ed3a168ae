//! Link options of the tool.
//!
//! The tables of the tool hold about 28,000 addresses. In a position-independent executable, the loader relocates all
//! of them before `main` runs, which touches a megabyte of memory. That takes a third of the time for a small shader.
//! Linking at a fixed address avoids it. Embedders of the library are not affected.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    let of_tool = env::var_os("CARGO_FEATURE_TOOL").is_some();
    let of_glibc = is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu");
    // With a statically linked glibc, the user has already chosen the kind of executable.
    let linked_in =
        env::var("CARGO_CFG_TARGET_FEATURE").is_ok_and(|list| list.split(',').any(|f| f == "crt-static"));
    if of_tool && of_glibc && is("CARGO_CFG_TARGET_ARCH", "x86_64") && !linked_in {
        println!("cargo::rustc-link-arg-bin=spv-opt=-no-pie");
    }
}
