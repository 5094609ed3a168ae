//! Sets the soname of the shared library, and warns about profiles in which panics cannot be caught

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match std::env::var("CARGO_CFG_TARGET_OS").as_deref() {
        Ok("linux" | "android" | "freebsd" | "netbsd" | "openbsd") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libSPIRV-Tools-shared.so");
        }
        Ok("macos") => {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libSPIRV-Tools-shared.dylib");
        }
        _ => {}
    }
    if std::env::var("CARGO_CFG_PANIC").as_deref() == Ok("abort") {
        println!(
            "cargo::warning=in this profile an internal error ends the host process: build with `--profile bindings`"
        );
    }
}
