//! Generates a large valid shader module for benchmarks: `gen_binary --size BYTES --functions N [--seed N] -o out.spv`

use spv_tests::r#gen::{ShaderOptions, generate_shader, number, read_options};
use std::process::ExitCode;

fn run() -> Result<(), String> {
    let options = read_options(&["size", "functions", "seed", "o"])?;
    let output = options.get("o").ok_or("`-o FILE` is missing")?;
    let shader = ShaderOptions {
        size: number(&options, "size", 4_900_000)? as usize,
        functions: number(&options, "functions", 2_000)? as usize,
        seed: number(&options, "seed", 1)?,
    };
    let (bytes, instructions) = generate_shader(&shader);
    std::fs::write(output, &bytes).map_err(|error| format!("{output}: {error}"))?;
    eprintln!(
        "{output}: {} bytes, {instructions} instructions, {} functions",
        bytes.len(),
        shader.functions + 1
    );
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("gen_binary: {message}");
            ExitCode::FAILURE
        }
    }
}
