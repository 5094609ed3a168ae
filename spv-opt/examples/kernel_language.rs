//! A front end for a small language of compute kernels: parses, builds a module, verifies, optimizes, and writes the
//! binary
//!
//!     cargo run -p spv-opt --example kernel_language [FILE.kernel [FILE.spv]]
//!
//! The language has structs in buffers, functions, `if`, `while`, `switch`, shared memory and barriers, atomics and
//! specialization constants. `examples/histogram.kernel` uses all of them.

#[path = "kernel_language/lower.rs"]
mod lower;
#[path = "kernel_language/syntax.rs"]
mod syntax;

use spv_opt::{Context, Module};
use std::sync::Arc;

/// Compiles a source file to a verified, unoptimized module.
///
/// # Errors
/// The errors of the source, one per line: `file:line:column: message`.
pub fn compile(ctx: &Arc<Context>, file: &str, source: &str) -> Result<Module, String> {
    let show = |e: &syntax::Error| format!("{file}:{}:{}: {}", e.pos.line, e.pos.column, e.message);
    let items = syntax::parse(source).map_err(|error| show(&error))?;
    let module = lower::lower(ctx, file, &items)
        .map_err(|errors| errors.iter().map(show).collect::<Vec<_>>().join("\n"))?;
    spv_opt::verify(&module).map_err(|list| format!("the compiler is wrong: {list}"))?;
    Ok(module)
}

/// Optimizes a module.
///
/// # Errors
/// The errors of the passes.
pub fn optimize(module: &mut Module) -> Result<(), String> {
    spv_opt::optimize(module, spv_opt::Pipeline::O).map_err(|failure| failure.to_string())
}

#[allow(dead_code, reason = "tests include this file for its functions")]
fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/histogram.kernel");
    let input = arguments.next().unwrap_or_else(|| example.to_owned());
    let file = input.rsplit(['/', '\\']).next().unwrap_or(&input);
    let source = std::fs::read_to_string(&input).map_err(|error| format!("{input}: {error}"))?;
    let ctx = spv_opt::context();
    let mut module = compile(&ctx, file, &source)?;
    optimize(&mut module)?;
    print!("{}", spv_opt::print(&module));
    if let Some(output) = arguments.next() {
        let bytes = spv_opt::export_bytes(&module).map_err(|list| list.to_string())?;
        std::fs::write(&output, bytes).map_err(|error| format!("{output}: {error}"))?;
    }
    Ok(())
}
