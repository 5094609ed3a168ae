//! Tests of the module builder: symbols, names, decorations and declarations

use spv_opt::ir::Module;
use spv_opt::spv::{self, ModuleBuilder, Types};
use spv_opt::{Context, Diagnostics, export, verify, verify_for};
use spv_tests::tools::{Peer, spirv_val};
use std::sync::Arc;

fn builder(ctx: &Arc<Context>) -> ModuleBuilder {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    m
}

/// Returns the assembly of a module. Checks that the module is valid for Vulkan 1.1.
fn assembly(module: &Module) -> String {
    let environment = spv_opt::dialect::validate::TargetEnv::new("vulkan1.1").expect("it is known");
    let verdict = verify(module).and_then(|()| verify_for(module, &environment));
    verdict.unwrap_or_else(|errors| panic!("{errors}\n{}", spv_opt::print(module)));
    let words = export(module).expect("a verified module has a binary");
    if Peer::SpirvVal.find().is_some() {
        spirv_val(&words, "vulkan1.1").unwrap_or_else(|complaint| panic!("{complaint}"));
    }
    spv_opt::asm::disassemble(&words)
}

fn messages(result: Result<Module, Diagnostics>) -> String {
    let errors = result.err().expect("the module is wrong");
    errors.list.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("\n")
}

/// Checks two entry points with the same name, variables with the same name, and a function that is called before its
/// definition.
#[test]
fn names_need_not_be_unique() {
    let ctx = spv_opt::context();
    let (f32, u32) = (ctx.float(32), ctx.unsigned(32));
    let mut m = builder(&ctx);
    let half = m.declare("main", &[f32], Some(f32));
    let (input, output) = (m.input("x", f32, 0), m.output("x", f32, 0));
    let vec4 = ctx.vector(f32, 4);
    let position = m.built_in_output("", vec4, spv::BuiltIn::Position);
    let vertex = m.function("main", &[], None, |b| {
        let (input, output, position) = (b.address(input), b.address(output), b.address(position));
        let x = b.load(input);
        b.name(x, "x");
        let x = b.call(half, &[x]).expect("it has a result");
        b.name(x, "half of x");
        b.store(output, x);
        let corner = b.composite_construct(vec4, &[x; 4]);
        b.store(position, corner);
        b.return_();
    });
    m.deduced_entry_point(spv::ExecutionModel::Vertex, vertex);
    let (input, output) = (m.input("x", u32, 0), m.output("x$1", u32, 0));
    m.decorate_unit(input, "flat");
    m.decorate(output, "component", ctx.i32_attr(1));
    let fragment = m.function("main", &[], None, |b| {
        let (input, output) = (b.address(input), b.address(output));
        let x = b.load(input);
        b.store(output, x);
        b.return_();
    });
    m.deduced_entry_point(spv::ExecutionModel::Fragment, fragment);
    m.execution_mode(fragment, spv::ExecutionMode::OriginUpperLeft);
    m.define(half, |b| {
        let (x, half) = (b.parameter(0), b.f32(0.5));
        let product = b.f_mul(x, half);
        b.return_value(product);
    });
    insta::assert_snapshot!(assembly(&m.finish().expect("the module is right")));
}

#[test]
fn resources_take_the_types_of_their_values() {
    let ctx = spv_opt::context();
    let (f32, u32) = (ctx.float(32), ctx.unsigned(32));
    let mut m = builder(&ctx);
    let numbers = ctx.structure().named("Numbers").member(ctx.runtime_array(f32)).block();
    let numbers = numbers.with_layout(spv::LayoutRules::Std430).expect("it has a layout");
    let scale = ctx.structure().named("Scale").member(f32).block();
    let scale = scale.with_layout(spv::LayoutRules::Std140).expect("it has a layout");
    let texture = ctx.sampled_image(ctx.image(spv::ImageType::sampled(f32, spv::Dim::Dim2D)));
    let picture = ctx.image(spv::ImageType::storage(f32, spv::Dim::Dim2D, spv::ImageFormat::Rgba32f));
    let numbers = m.storage_buffer("numbers", numbers, 0, 0);
    let scale = m.uniform_buffer("scale", scale, 0, 1);
    let texture = m.uniform_constant("texture", texture, 0, 2);
    let picture = m.uniform_constant("picture", picture, 0, 3);
    let shared = m.workgroup_variable("shared", ctx.array(f32, 64));
    let counter = m.private_variable("counter", u32);
    let id = m.built_in_input("id", ctx.vector(u32, 3), spv::BuiltIn::GlobalInvocationId);
    let main = m.function("main", &[], None, |b| {
        let [numbers, scale, texture] = [numbers, scale, texture].map(|global| b.address(global));
        let [picture, shared, counter, id] = [picture, shared, counter, id].map(|global| b.address(global));
        let (zero, last) = (b.u32(0), b.local_variable(f32));
        b.store(counter, zero);
        let id = b.load(id);
        let x = b.composite_extract(id, &[0]);
        let number = b.access_chain(numbers, &[zero, x]);
        let number = b.load(number);
        let factor = b.access_chain(scale, &[zero]);
        let factor = b.load(factor);
        let product = b.f_mul(number, factor);
        b.store(last, product);
        let product = b.load(last);
        let index = b.load(counter);
        let place = b.access_chain(shared, &[index]);
        b.store(place, product);
        let (texture, picture) = (b.load(texture), b.load(picture));
        let at = b.vector_constant(&[ctx.f32(0.5); 2]);
        let level = spv::ImageOperands::lod(product);
        let texel = b.image_sample_explicit_lod(texture, at, level);
        let pixel = b.vector_constant(&[ctx.i32_attr(0); 2]);
        b.image_write(picture, pixel, texel);
        let flag = b.bool(true);
        assert_eq!(b.value_type(flag), ctx.bool());
        assert_eq!(ctx.component(b.value_type(texel)), f32);
        b.return_();
    });
    m.deduced_entry_point(spv::ExecutionModel::GLCompute, main);
    m.execution_mode(main, spv::ExecutionMode::local_size(64, 1, 1));
    insta::assert_snapshot!(assembly(&m.finish().expect("the module is right")));
}

#[test]
fn mistakes_are_reported() {
    let ctx = spv_opt::context();
    let mut other = builder(&ctx);
    let foreign = other.declare("foreign", &[], None);
    let foreign_variable = other.private_variable("foreign", ctx.float(32));
    let mut m = builder(&ctx);
    let twice = m.function("twice", &[], None, |b| {
        assert!(!b.is_terminated());
        b.return_();
        assert!(b.is_terminated());
    });
    m.define(twice, |b| _ = b.return_());
    m.define(foreign, |b| _ = b.return_());
    m.declare("never", &[], None);
    m.decorate_unit(foreign_variable, "flat");
    m.decorate_unit(spv::Global { symbol: twice.symbol, ty: ctx.float(32) }, "flat");
    insta::assert_snapshot!(messages(m.finish()));
}
