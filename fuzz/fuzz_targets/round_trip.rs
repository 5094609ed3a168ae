//! Fuzz target: converts a valid module to a binary and back, then to MLIR text and back
//!
//! The results must be identical.
#![no_main]

use spv_opt::Module;

/// Returns whether the module consists of a single `spv.module`, as export requires.
fn is_for_binary(module: &Module) -> bool {
    let (body, registry) = (&module.body, module.ctx.registry());
    let ops = body.blocks(body.root()).flat_map(|block| body.ops(block));
    ops.filter(|op| registry.op(body.def(*op)).row.name == "spv.module").count() == 1
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let (module, from_binary) =
        match (spv_opt::import_bytes(&spv_opt::context(), bytes), str::from_utf8(bytes)) {
            (Ok(module), _) => (module, true),
            (Err(_), Ok(text)) => match spv_opt::parse(&spv_opt::context(), text) {
                Ok(module) => (module, false),
                Err(_) => return,
            },
            _ => return,
        };
    if spv_opt::verify(&module).is_err() {
        return;
    }
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("our own text is read");
    assert_eq!(spv_opt::print(&read), text, "text comes back as it was");
    if !is_for_binary(&module) {
        return;
    }
    let words = spv_opt::export(&module).expect("a valid module is exported");
    assert_eq!(spv_opt::export(&read).expect("it is exported from text"), words, "text loses nothing");
    let input: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    if from_binary {
        let parts = spv_opt::recode(&spv_opt::context(), &input).expect("it is exported function by function");
        assert_eq!(parts, words, "one function at a time or all of them");
    }
    // The first export may renumber ids, because MLIR text may have a different op order and unused definitions. The
    // second export must not renumber ids.
    let next = out_and_in(&words);
    assert!(
        next.len() == words.len() || (next.len() < words.len() && !from_binary),
        "a binary comes back no larger"
    );
    assert_eq!(out_and_in(&next), next, "a binary comes back as it was");
});

fn out_and_in(words: &[u32]) -> Vec<u32> {
    let module = spv_opt::import(&spv_opt::context(), words).expect("our own binary is imported");
    spv_opt::export(&module).expect("it is exported again")
}
