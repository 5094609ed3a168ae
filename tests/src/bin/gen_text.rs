//! Generates a large module in LLVM 14's `spv` dialect for benchmarks: `gen_text --functions N [--seed N] [--nesting N]
//! -o out.mlir`

use spv_tests::r#gen::{TextOptions, generate_text, number, read_options};
use std::process::ExitCode;

fn run() -> Result<(), String> {
    let options = read_options(&["functions", "seed", "nesting", "o"])?;
    let output = options.get("o").ok_or("`-o FILE` is missing")?;
    let module = TextOptions {
        functions: number(&options, "functions", 20_000)? as usize,
        seed: number(&options, "seed", 1)?,
        nesting: number(&options, "nesting", 2)? as usize,
    };
    let (text, ops) = generate_text(&module);
    std::fs::write(output, &text).map_err(|error| format!("{output}: {error}"))?;
    eprintln!("{output}: {} bytes, {ops} ops, {} functions", text.len(), module.functions + 1);
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("gen_text: {message}");
            ExitCode::FAILURE
        }
    }
}
