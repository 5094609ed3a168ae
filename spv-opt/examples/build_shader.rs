//! Builds a compute shader that doubles the numbers in a buffer, verifies it, and writes it as binary.
//!
//!     cargo run -p spv-opt --example build_shader [FILE.spv]

use spv_opt::spv::{self, Types};
use spv_opt::{Context, Diagnostics, Module};
use std::sync::Arc;

fn build(ctx: &Arc<Context>) -> Result<Module, Diagnostics> {
    let f32 = ctx.float(32);
    let numbers = ctx.structure().named("Data").member(ctx.runtime_array(f32)).block();
    let block = numbers.with_layout(spv::LayoutRules::Std430)?;

    let mut m = spv::ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    let id = m.built_in_input("id", ctx.vector(ctx.unsigned(32), 3), spv::BuiltIn::GlobalInvocationId);
    let data = m.storage_buffer("data", block, 0, 0);
    let double = m.function("double", &[], None, |b| {
        // A function refers to module-level variables by symbol, and has constants of its own.
        let zero = b.u32(0);
        let id = b.address(id);
        let id = b.load(id);
        let id = b.composite_extract(id, &[0]);
        let data = b.address(data);
        let element = b.access_chain(data, &[zero, id]);
        let old = b.load(element);
        let new = b.f_add(old, old);
        b.store(element, new);
        b.return_();
    });
    m.deduced_entry_point(spv::ExecutionModel::GLCompute, double);
    m.execution_mode(double, spv::ExecutionMode::local_size(64, 1, 1));
    m.finish()
}

fn main() -> std::io::Result<()> {
    let ctx = spv_opt::context();
    let built = build(&ctx).and_then(|module| {
        spv_opt::verify(&module)?;
        let words = spv_opt::export(&module)?;
        Ok((module, words))
    });
    let (module, words) = built.unwrap_or_else(|list| {
        eprint!("{}", spv_opt::render(&list, spv_opt::Source { file: "double", text: "", ctx: Some(&ctx) }));
        std::process::exit(1);
    });
    print!("{}", spv_opt::print(&module));
    let file = std::env::args().nth(1).unwrap_or_else(|| "double.spv".to_owned());
    std::fs::write(&file, words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>())?;
    println!("wrote {file}");
    Ok(())
}
