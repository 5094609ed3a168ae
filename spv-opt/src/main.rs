#![forbid(unsafe_code)]
//! Entry point of the command-line tool; see `driver`
//!
//! An executable with the name of a SPIRV-Tools program acts as that program; see `spirv_tools`.

mod driver;
mod spirv_tools;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let status = spirv_tools::run(std::env::args_os());
    // Exits without running destructors, because the system frees the memory of the process faster.
    std::process::exit(status.unwrap_or_else(driver::main))
}
