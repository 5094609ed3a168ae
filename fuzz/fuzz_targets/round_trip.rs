//! A binary that comes in and is sound: out and in again, and through text, gives the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(module) = spv_opt::import_bytes(&spv_opt::context(), bytes) else { return };
    if spv_opt::verify(&module).is_err() {
        return;
    }
    let Ok(words) = spv_opt::export(&module) else { return };
    let again = spv_opt::import(&spv_opt::context(), &words).expect("our own binary comes in");
    assert_eq!(spv_opt::export(&again).expect("it goes out again"), words);
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("our own text is read");
    assert_eq!(spv_opt::export(&read).expect("it goes out again"), words);
});
