#![forbid(unsafe_code)]
//! The command line tool: see `driver`.

mod driver;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    // Exits at once: the system frees the memory of a module as a whole, not piece by piece.
    std::process::exit(driver::main())
}
