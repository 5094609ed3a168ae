//! Checks that the generated header is up to date. `UPDATE_HEADER=1 cargo test -p spv-opt-c --test header` regenerates
//! it.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("the configuration is valid");
    // C requires that types precede the functions that return them.
    let sources = ["status", "diagnostics", "buffers", "handles", "session", "module", "ops"];
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = sources
        .iter()
        .fold(builder, |builder, name| builder.with_src(root.join("src").join(format!("{name}.rs"))));
    let mut header = Vec::new();
    builder.generate().expect("the sources can be read").write(&mut header);
    let header = String::from_utf8(header).expect("it is UTF-8");
    let path = root.join("include/spv_opt.h");
    if std::env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &header).expect("it can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == header, "include/spv_opt.h is not current: run this test with UPDATE_HEADER=1");
}
