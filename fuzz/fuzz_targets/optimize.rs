//! Fuzz target: runs `-O` on a valid binary or MLIR text
//!
//! The optimized module must be valid. If the input can be exported, so can the optimized module.
#![no_main]

use spv_opt::passes::{Pipeline, Registry, RunOptions, run};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let ctx = spv_opt::context();
    let read = match (spv_opt::import_bytes(&ctx, bytes), str::from_utf8(bytes)) {
        (Ok(module), _) => Ok(module),
        (Err(_), Ok(text)) => spv_opt::parse(&ctx, text),
        (Err(errors), _) => Err(errors),
    };
    let Ok(mut module) = read else { return };
    if spv_opt::verify(&module).is_err() {
        return;
    }
    let is_exported = spv_opt::export(&module).is_ok();
    let pipeline = Pipeline::parse(&Registry::new(), "O").expect("the pipeline is known");
    // With the default options, `run` verifies the module after each pass.
    run(&pipeline, &mut module, &RunOptions::default()).expect("the passes make what is valid");
    if is_exported {
        let words = spv_opt::export(&module).expect("the result is exported");
        let copy = spv_opt::import(&spv_opt::context(), &words).expect("it is imported");
        spv_opt::verify(&copy).expect("it is verified");
    }
});
