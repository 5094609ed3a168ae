//! Fuzz target: parses arbitrary MLIR text, verifies the module and prints it
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(module) = spv_opt::parse(&spv_opt::context(), text) {
        let _ = spv_opt::verify(&module);
        let _ = spv_opt::print(&module);
    }
});
