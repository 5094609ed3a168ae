//! Converts a binary to MLIR text and back, and compares the result with a direct export
//!
//!     cargo run -p spv-opt --example roundtrip [FILE.spv]

use spv_opt::Diagnostics;

/// Imports a binary. Returns its direct export, and its export after a round trip through MLIR text.
fn both_ways(bytes: &[u8]) -> Result<(Vec<u32>, Vec<u32>), Diagnostics> {
    let ctx = spv_opt::context();
    let module = spv_opt::import_bytes(&ctx, bytes)?;
    let text = spv_opt::print(&module);
    let again = spv_opt::parse(&ctx, &text)?;
    Ok((spv_opt::export(&module)?, spv_opt::export(&again)?))
}

fn main() -> std::io::Result<()> {
    let bundled = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shader.spv");
    let file = std::env::args().nth(1).unwrap_or_else(|| bundled.to_owned());
    let bytes = std::fs::read(&file)?;
    match both_ways(&bytes) {
        Ok((direct, by_text)) => {
            println!("{} words in, {} out", bytes.len() / 4, direct.len());
            assert_eq!(direct, by_text, "text loses nothing");
        }
        Err(list) => {
            eprint!("{}", spv_opt::render(&list, spv_opt::Source { file: &file, text: "", ctx: None }));
            std::process::exit(1);
        }
    }
    Ok(())
}
