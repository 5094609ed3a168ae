//! Fuzz target: imports arbitrary bytes as a SPIR-V binary, verifies the module and prints it
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(module) = spv_opt::import_bytes(&spv_opt::context(), bytes) {
        let _ = spv_opt::verify(&module);
        let _ = spv_opt::print(&module);
    }
});
