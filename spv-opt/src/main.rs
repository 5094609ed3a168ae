#![forbid(unsafe_code)]
//! The command line tool: see `driver`. Under the name of a program of SPIRV-Tools it is that program: see `spirv_tools`.

mod driver;
mod spirv_tools;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let status = spirv_tools::run(std::env::args_os());
    // Exits at once: the system frees the memory of a module as a whole, not piece by piece.
    std::process::exit(status.unwrap_or_else(driver::main))
}
