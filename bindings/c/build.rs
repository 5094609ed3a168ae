//! Warns about profiles with `panic = "abort"`, in which internal errors terminate the host process

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_PANIC").as_deref() == Ok("abort") {
        println!(
            "cargo::warning=in this profile an internal error ends the host process: build with `--profile bindings`"
        );
    }
}
