//! Modules made by the typed builders: their text, and whether spirv-val accepts them as they are and optimized.

use spv_opt::ir::{Diagnostics, Module, Type, Value};
use spv_opt::spv::{self, ModuleBuilder, Types};
use spv_opt::{Context, export, print, verify};
use spv_tests::tools::{Peer, skip, spirv_val};
use std::sync::Arc;

/// A module with a buffer of words, and a compute entry point that `build` makes of the buffer's element that belongs to the
/// invocation.
fn kernel(
    ctx: &Arc<Context>,
    build: impl FnOnce(&mut spv::FunctionBuilder<'_>, Value) -> Value,
) -> Result<Module, Diagnostics> {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader], &[]);
    let u32 = ctx.common().i32;
    let words = ctx.runtime_array_with_stride(u32, 4);
    let block = ctx.structure().named("Words").member(words).name("words").offset(0).block().build();
    let ids = ctx.pointer(ctx.vector_type(3, u32), spv::StorageClass::Input);
    let id = m.built_in("id", ids, spv::BuiltIn::GlobalInvocationId);
    let buffer = m.resource("buffer", ctx.pointer(block, spv::StorageClass::StorageBuffer), 0, 0);
    let bound = m.spec_constant("bound", 0, ctx.i32_attr(10), u32);
    let square = m.function("square", &[u32], Some(u32), |b| {
        let x = b.parameter(0);
        let product = b.i_mul(x, x);
        b.return_value(product);
    });
    let main = m.function("main", &[], None, |b| {
        let zero = b.u32(0);
        let id = b.address(id);
        let id = b.load(id);
        let id = b.composite_extract(id, &[0]);
        let buffer = b.address(buffer);
        let element = b.access_chain(buffer, &[zero, id]);
        let old = b.load(element);
        let new = build(b, old);
        let bound = b.spec_constant_value(bound);
        let new = b.u_mod(new, bound);
        let new = b.call(square, &[new]).expect("it has a result");
        b.store(element, new);
        b.return_();
    });
    m.entry_point(spv::ExecutionModel::GLCompute, main, &[id.symbol]);
    m.execution_mode(main, spv::ExecutionMode::local_size(64, 1, 1));
    m.finish()
}

/// Verifies and exports a module; its text. What comes of it must be valid.
fn check(module: &Module) -> String {
    let text = print(module);
    if let Err(errors) = verify(module) {
        panic!("{errors:?}\n{text}");
    }
    let words = export(module).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    if Peer::SpirvVal.find().is_some() {
        spirv_val(&words, "vulkan1.1").unwrap_or_else(|complaint| panic!("{complaint}\n{text}"));
    } else {
        skip("spirv-val not installed (apt install spirv-tools)");
    }
    text
}

fn u32_of(ctx: &Context) -> Type {
    ctx.common().i32
}

#[test]
fn control_flow() {
    let ctx = spv_opt::context();
    let module = kernel(&ctx, |b, x| {
        let u32 = u32_of(b.ctx());
        let ten = b.u32(10);
        let small = b.u_less_than(x, ten);
        let picked = b.if_else(
            small,
            &[u32],
            |b| {
                let one = b.u32(1);
                vec![b.i_add(x, one)]
            },
            |_| vec![ten],
        );
        // Adds the numbers below the one picked, up to a bound.
        let zero = b.u32(0);
        let sum = b.while_(
            &[zero, zero],
            |b, args| b.u_less_than(args[0], picked[0]),
            |b, args| {
                let (i, sum) = (args[0], args[1]);
                let sum = b.i_add(sum, i);
                let hundred = b.u32(100);
                let large = b.u_greater_than(sum, hundred);
                b.if_(large, |b| b.break_loop(&[i, sum]));
                let one = b.u32(1);
                vec![b.i_add(i, one), sum]
            },
        )[1];
        let doubled = b.loop_(&[sum], &[u32], |b, args| {
            let two = b.u32(2);
            let next = b.i_mul(args[0], two);
            let limit = b.u32(1000);
            let done = b.u_greater_than(next, limit);
            b.if_(done, |b| b.break_loop(&[next]));
            let odd = b.bitwise_and(next, two);
            let odd = b.i_equal(odd, two);
            b.if_(odd, |b| b.continue_loop(&[limit]));
            vec![next]
        })[0];
        b.switch(
            x,
            &[3, 5],
            &[u32],
            |b, case| {
                let number = b.u32(case as u32);
                vec![b.i_add(doubled, number)]
            },
            |_| vec![doubled],
        )[0]
    })
    .expect("it can be built");
    insta::assert_snapshot!(check(&module));
}

#[test]
fn what_cannot_be_built_is_reported_at_the_end() {
    let ctx = spv_opt::context();
    let errors = kernel(&ctx, |b, x| {
        let element = b.access_chain(x, &[x]);
        let loaded = b.load(element);
        b.i_add(loaded, x)
    });
    let messages: Vec<String> =
        errors.err().expect("x is no pointer").list.into_iter().map(|d| d.message).collect();
    insta::assert_debug_snapshot!(messages);
}

#[test]
fn operands_of_enumerants_and_overridden_types() {
    let ctx = spv_opt::context();
    let module = kernel(&ctx, |b, x| {
        let signed = b.ctx().int_type(32, spv_opt::ir::Signedness::Signed);
        let minus = b.with_type(signed).s_negate(x);
        let variable = b.local_variable(b.ctx().pointer(signed, spv::StorageClass::Function));
        b.store_with(variable, minus, spv::MemoryAccess::VOLATILE | spv::MemoryAccess::aligned(4));
        let loaded = b.load_with(variable, spv::MemoryAccess::aligned(4));
        let u32 = u32_of(b.ctx());
        b.control_barrier(
            spv::Scope::Workgroup,
            spv::Scope::Workgroup,
            spv::MemorySemantics::ACQUIRE_RELEASE | spv::MemorySemantics::WORKGROUP_MEMORY,
        );
        let wide = b.glsl().s_abs(loaded);
        b.bitcast(u32, wide)
    })
    .expect("it can be built");
    insta::assert_snapshot!(check(&module));
    let store = spv_opt::ir::walk::ops(function(&module, "main"))
        .find_map(|op| spv::Store::cast(function(&module, "main"), op))
        .expect("there is one");
    let access = store.memory_access().expect("it was given");
    assert!(access.contains(spv::MemoryAccess::VOLATILE | spv::MemoryAccess::ALIGNED));
    assert_eq!(access.to_string(), "Volatile|Aligned");
}

/// The body of a function of the one `spv.module`.
fn function<'m>(module: &'m Module, name: &str) -> &'m spv_opt::ir::Body {
    let top = &module.body;
    let spv_module = top.first_op(top.first_block(top.root()).expect("a block")).expect("an op");
    let body = top.nested(spv_module).expect("a body");
    let found = spv_opt::ir::walk::ops(body)
        .find(|&op| spv::Func::cast(body, op).is_some_and(|func| func.sym_name(&module.ctx) == Some(name)));
    body.nested(found.expect("there is one")).expect("a body")
}

#[test]
fn insertion_points() {
    use spv_opt::ir::{Body, InsertPoint};
    let ctx = spv_opt::context();
    let mut body = Body::default();
    let root = body.root();
    let block = spv_opt::ir::Builder::new(&mut body).append_block(root);
    let number = |b: &mut spv::Builder<'_>, value| {
        let value = b.constant(u32_of(b.ctx()), b.ctx().i32_attr(value));
        b.defining_op(value).expect("it is a result")
    };
    let numbers = |body: &Body| -> Vec<u64> {
        let value = |op| body.slot_attr(op, 0).and_then(|attr| ctx.attr_u64(attr)).expect("it is a constant");
        body.ops(block).map(value).collect()
    };
    let mut b = spv::Builder::at_end(&ctx, &mut body, block);
    let (one, four) = (number(&mut b, 1), number(&mut b, 4));
    let mut b = spv::Builder::after(&ctx, &mut body, one);
    number(&mut b, 2);
    number(&mut b, 3);
    let mut b = spv::Builder::at_start(&ctx, &mut body, block);
    number(&mut b, 0);
    let after = InsertPoint::after(&b, four);
    b.with_insertion_point(after, |b| number(b, 5));
    assert_eq!(numbers(&b), [0, 1, 2, 3, 4, 5]);
    // What precedes the op at the insertion point stays there when the op is erased.
    b.set_insertion_point(InsertPoint::Before(four));
    b.erase(four);
    number(&mut b, 40);
    let last = b.last_op(block).expect("there are ops");
    b.set_insertion_point(InsertPoint::Before(last));
    b.erase(last);
    number(&mut b, 50);
    assert_eq!(numbers(&b), [0, 1, 2, 3, 40, 50]);
}

#[test]
fn optimization_in_one_call() {
    for pipeline in [spv_opt::Pipeline::O1, spv_opt::Pipeline::O, spv_opt::Pipeline::Os] {
        let ctx = spv_opt::context();
        let mut module = kernel(&ctx, |_, x| x).expect("it can be built");
        spv_opt::optimize(&mut module, pipeline).expect("the passes succeed");
        assert!(!check(&module).contains("spv.FunctionCall"), "{pipeline:?}");
    }
}
