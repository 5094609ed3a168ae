//! Link options of the command-line tool
//!
//! The static tables of the tool contain about 28,000 addresses. In a position-independent executable, the loader
//! relocates all of them before `main` runs, which touches a megabyte of memory. This takes a third of the time for a
//! small shader. Linking at a fixed address avoids it.
//!
//! Rust uses GCC's unwinder for backtraces. The unwinder is linked statically if its static library is installed. The
//! loader then executes 44,000 instructions fewer, a tenth of `spv-opt --version`.
//!
//! Programs that embed the library are not affected.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

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
        let out = env::var_os("OUT_DIR").map(PathBuf::from);
        if let Some(directory) = out.filter(|_| has_static_unwinder())
            && redirect_unwinder(&directory).is_ok()
        {
            println!("cargo::rustc-link-arg-bin=spv-opt=-L{}", directory.display());
        }
    }
}

/// Returns whether the C compiler, which is also the linker, finds the static library of the unwinder.
fn has_static_unwinder() -> bool {
    let output = Command::new("cc").arg("-print-file-name=libgcc_eh.a").output();
    // The compiler prints only the file name if it does not find the library.
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_absolute())
}

/// Writes a linker script with the file name of the shared library. The script links the static libraries instead.
fn redirect_unwinder(directory: &Path) -> io::Result<()> {
    fs::write(directory.join("libgcc_s.so"), "GROUP(-lgcc_eh -lgcc)\n")
}
