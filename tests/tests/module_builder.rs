//! Tests of the module builder: symbols, names, decorations and declarations

use spv_opt::ir::{Builder, Module, Type};
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

/// Checks that a type of unusual width is an error that names the capability, and is accepted once it is declared.
#[test]
fn unusual_widths_are_declared() {
    let ctx = spv_opt::context();
    let build = |ty: Type, declared: &[spv::Capability]| {
        let mut m = builder(&ctx);
        if !declared.is_empty() {
            m.target(1, 3, declared, &[]);
            m.deduced_target(1, 3);
        }
        m.private_variable("x", ty);
        m.function("main", &[], None, |b| _ = b.return_());
        m.finish()
    };
    let f32 = ctx.float(32);
    let types = [ctx.vector(f32, 5), ctx.vector(f32, 8), ctx.unsigned(24), ctx.unsigned(4)];
    insta::assert_snapshot!(
        types
            .map(|ty| build(ty, &[])
                .map_or_else(|errors| errors.to_string(), |module| spv_opt::print(&module)))
            .join("\n")
    );
    let capability = |ty| match ty {
        ty if ty == types[2] => spv::Capability::ArbitraryPrecisionIntegersINTEL,
        ty if ty == types[3] => spv::Capability::Int4TypeINTEL,
        _ => spv::Capability::LongVectorEXT,
    };
    for ty in types {
        let module = build(ty, &[spv::Capability::Shader, capability(ty)]).expect("it is declared");
        assert!(spv_opt::print(&module).contains(&capability(ty).to_string()));
    }
}

/// Checks that errors contain the location that was set when the builder found them.
#[test]
fn errors_contain_the_location() {
    let ctx = spv_opt::context();
    let mut m = builder(&ctx);
    m.loc = ctx.file_location(ctx.ident("shade.k"), 3, 1);
    m.variable("wrong", ctx.common().i32, &[("no_decoration", ctx.unit_attr())]);
    m.function("main", &[], None, |b| {
        b.loc = b.ctx().file_location(b.ctx().ident("shade.k"), 4, 7);
        let one = b.u32(1);
        b.load(one);
        b.return_();
    });
    let errors = m.finish().err().expect("the module is wrong").to_string();
    assert!(
        errors.contains(
            "shade.k:3:1: error: variable '@wrong': 'no_decoration' is not the key of a decoration"
        ),
        "{errors}"
    );
    assert!(errors.contains("\nshade.k:4:7: error: "), "{errors}");
}

/// Checks that messages about a construct name the method that was called.
#[test]
fn errors_name_the_method() {
    let ctx = spv_opt::context();
    let mut m = builder(&ctx);
    m.function("main", &[], None, |b| {
        let (one, yes) = (b.u32(1), b.bool(true));
        let u32 = b.ctx().common().i32;
        b.if_else(one, &[], |_| (), |_| ());
        b.if_parts(yes, &[u32], |_, _| ());
        b.if_(one, |_| ());
        b.if_or(yes, &[one], |_| ());
        b.switch(one, &[1], &[u32], |_, _| (), |_| one);
        b.switch_parts(one, &[], &[u32], |_, _| ());
        b.while_(&[], |_, _| one, |_, _| ());
        b.while_parts(&[], |_, _, _| ());
        b.return_();
    });
    insta::assert_snapshot!(messages(m.finish()));
}

/// Checks that of two names of a shared constant, the first is kept.
#[test]
fn a_shared_constant_keeps_its_first_name() {
    let ctx = spv_opt::context();
    let mut m = builder(&ctx);
    m.function("main", &[], None, |b| {
        for name in ["first", "second"] {
            let one = b.u32(1);
            b.name(one, name);
            let sum = b.i_add(one, one);
            b.name(sum, "old");
            b.name(sum, name);
        }
        b.return_();
    });
    let text = spv_opt::print(&m.finish().expect("it can be built"));
    assert!(text.contains("%first = spv.Constant 1") && !text.contains("old"), "{text}");
    assert!(text.contains("%second = spv.IAdd %first, %first"), "{text}");
}

/// Checks that an error about an op that replaces another shows the new op.
#[test]
fn errors_show_created_ops() {
    let source = "\
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @f(%x: f32) -> f32 \"None\" {
    %y = spv.FMul %x, %x : f32
    spv.ReturnValue %y : f32
  }
}
";
    let ctx = spv_opt::context();
    let mut module = spv_opt::parse(&ctx, source).expect("it is valid");
    let top = module.body.first_block(module.body.root()).expect("a block");
    let spv_module = module.body.first_op(top).expect("a module");
    let mut outer = Builder::new(&mut module.body);
    let mut inner = Builder::new(outer.nested_mut(spv_module).expect("a body"));
    let func = inner.first_op(inner.first_block(inner.root()).expect("a block"));
    let body = inner.nested_mut(func.expect("a function")).expect("a body");
    let mul = spv_opt::ir::walk::ops(body).next().expect("a multiplication");
    let (loc, x, y) = (body.loc(mul), body.operand(mul, 0), body.result(mul, 0));
    let mut b = spv::Builder::before(&ctx, body, mul);
    b.loc = loc;
    let wrong = b.i_add(x, x);
    b.ir().replace_all_uses(y, wrong);
    b.erase(mul);
    b.finish().expect("the verifier checks the types");
    let errors = verify(&module).expect_err("integer addition of floats");
    let source = spv_opt::Source { file: "a.mlir", text: source, ctx: Some(&ctx) };
    insta::assert_snapshot!(spv_opt::render(&errors, source));
}
