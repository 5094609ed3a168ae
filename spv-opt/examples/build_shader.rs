//! Builds a compute shader that doubles the numbers in a buffer, verifies it, and writes it as binary.
//!
//!     cargo run -p spv-opt --example build_shader [FILE.spv]

use spv_opt::ir::{At, Body, Builder};
use spv_opt::parser::{parse_attr, parse_type};
use spv_opt::{Context, Diagnostics, Module, OpSpec};
use std::sync::Arc;

fn build(ctx: &Arc<Context>) -> Result<Module, Diagnostics> {
    // Types and attributes can be made by functions of the context, or read from text.
    let (f32, i32) = (ctx.common().f32, ctx.common().i32);
    let ids = parse_type("!spv.ptr<vector<3xi32>, Input>", ctx)?;
    let data = parse_type(
        "!spv.ptr<!spv.struct<Data, (!spv.rtarray<f32, stride=4> [0]), Block>, StorageBuffer>",
        ctx,
    )?;
    let element = parse_type("!spv.ptr<f32, StorageBuffer>", ctx)?;
    let op = |name| OpSpec::new(ctx, name);

    let mut module = Module::new(ctx.clone());
    let mut top = end_of(&mut module.body);
    let spv_module = op("spv.module")
        .enumerant("addressing_model", "Logical", &[])
        .enumerant("memory_model", "GLSL450", &[])
        .set("vce_triple", parse_attr("#spv.vce<v1.3, [Shader], []>", ctx)?)
        .create(&mut top)?;

    let mut m = end_of(top.nested_mut(spv_module).expect("modules have a body"));
    op("spv.EntryPoint")
        .enumerant("execution_model", "GLCompute", &[])
        .symbol("fn", "double")
        .set("interface", parse_attr("[@id]", ctx)?)
        .create(&mut m)?;
    let size = [64, 1, 1].map(|n| ctx.i32_attr(n));
    op("spv.ExecutionMode")
        .symbol("fn", "double")
        .enumerant("execution_mode", "LocalSize", &size)
        .create(&mut m)?;
    op("spv.GlobalVariable")
        .string("sym_name", "id")
        .set("type", ctx.type_attr(ids))
        .attr("built_in", ctx.string_attr("GlobalInvocationId"))
        .create(&mut m)?;
    op("spv.GlobalVariable")
        .string("sym_name", "data")
        .set("type", ctx.type_attr(data))
        .attr("descriptor_set", ctx.i32_attr(0))
        .attr("binding", ctx.i32_attr(0))
        .create(&mut m)?;
    let function = op("spv.func")
        .string("sym_name", "double")
        .set("type", ctx.type_attr(ctx.function_type(&[], &[])))
        .enumerant("function_control", "None", &[])
        .create(&mut m)?;

    // A function refers to the module's variables by symbol, and has its own constants.
    let mut b = end_of(m.nested_mut(function).expect("functions have a body"));
    let zero = op("spv.Constant").set("value", ctx.i32_attr(0)).result(i32).value(&mut b)?;
    let id = op("spv.mlir.addressof").symbol("variable", "id").result(ids).value(&mut b)?;
    let data = op("spv.mlir.addressof").symbol("variable", "data").result(data).value(&mut b)?;
    let id = op("spv.Load").operands(&[id]).result(ctx.vector_type(3, i32)).value(&mut b)?;
    let id = op("spv.CompositeExtract").operands(&[id]).words("indexes", &[0]).result(i32).value(&mut b)?;
    let place = op("spv.AccessChain").operands(&[data, zero, id]).result(element).value(&mut b)?;
    let old = op("spv.Load").operands(&[place]).result(f32).value(&mut b)?;
    let new = op("spv.FAdd").operands(&[old, old]).result(f32).value(&mut b)?;
    op("spv.Store").operands(&[place, new]).create(&mut b)?;
    op("spv.Return").create(&mut b)?;
    Ok(module)
}

/// A builder that appends to the first block of a body.
fn end_of(body: &mut Body) -> Builder<'_> {
    let block = body.first_block(body.root()).expect("the body has a block");
    Builder::at(body, At::End(block))
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
