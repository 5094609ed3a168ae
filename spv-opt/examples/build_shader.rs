//! Builds a compute shader that doubles the floats in a buffer, validates it for Vulkan, and writes it as a binary
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
        // A function refers to module-level variables by symbol and has its own constants.
        let id = b.load_global(id);
        let id = b.composite_extract(id, &[0]);
        let items = b.member(data, 0);
        let element = b.access_chain(items, &[id]);
        let old = b.load(element);
        let new = b.add(old, old);
        b.store(element, new);
        b.return_();
    });
    m.compute_entry_point(double, [64, 1, 1]);
    m.finish_for("vulkan1.1")
}

fn main() -> std::io::Result<()> {
    let ctx = spv_opt::context();
    let built = build(&ctx).and_then(|module| {
        let bytes = spv_opt::export_bytes(&module)?;
        Ok((module, bytes))
    });
    let (module, bytes) = built.unwrap_or_else(|list| {
        eprint!("{}", spv_opt::render(&list, spv_opt::Source { file: "double", text: "", ctx: Some(&ctx) }));
        std::process::exit(1);
    });
    print!("{}", spv_opt::print(&module));
    let file = std::env::args().nth(1).unwrap_or_else(|| "double.spv".to_owned());
    std::fs::write(&file, bytes)?;
    println!("wrote {file}");
    Ok(())
}
