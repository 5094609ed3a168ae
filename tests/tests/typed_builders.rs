//! Tests of modules built with the typed builders: MLIR text, and validity before and after optimization

use spv_opt::ir::{Diagnostics, Module, Type, Value};
use spv_opt::spv::{self, LayoutRules, ModuleBuilder, Types};
use spv_opt::{Context, export, print, verify};
use spv_tests::tools::{Peer, skip, spirv_val, spirv_val_with};
use std::sync::Arc;

/// Builds a module with a storage buffer of 32-bit integers and a compute entry point, whose body `build` creates. The
/// argument of `build` is the invocation's buffer element.
fn kernel(
    ctx: &Arc<Context>,
    build: impl FnOnce(&mut spv::FunctionBuilder<'_>, Value) -> Value,
) -> Result<Module, Diagnostics> {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader], &[]);
    let u32 = ctx.common().i32;
    let words = ctx.runtime_array_with_stride(u32, 4);
    let block = ctx.structure().named("Words").member(words).name("words").offset(0).block().build();
    let id = m.built_in_input("id", ctx.vector(u32, 3), spv::BuiltIn::GlobalInvocationId);
    let buffer = m.storage_buffer("buffer", block, 0, 0);
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

/// Verifies and exports a module, and returns its MLIR text. Checks that the binary is valid.
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
        // The function sums the integers below the selected integer, up to a bound.
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
        let variable = b.local_variable(signed);
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

/// Returns the body of the function `name` in a module with a single `spv.module`.
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
    // Ops before the insertion point are unaffected if the op at the insertion point is erased.
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

/// Builds a function that loads the first member of a Block-decorated struct with the given members. The module's
/// capabilities and extensions are deduced.
fn block_module(
    ctx: &Arc<Context>,
    members: &[Type],
    class: spv::StorageClass,
    rules: LayoutRules,
) -> Result<(Module, Type), Diagnostics> {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    let block = members.iter().fold(ctx.structure().named("Block"), |block, &ty| block.member(ty));
    let block = block.block().with_layout(rules).expect("every member has a layout");
    let data = m.resource("data", ctx.pointer(block, class), 0, 0);
    let main = m.function("main", &[], None, |b| {
        let data = b.address(data);
        let zero = b.u32(0);
        let first = b.access_chain(data, &[zero]);
        b.load(first);
        b.return_();
    });
    m.deduced_entry_point(spv::ExecutionModel::GLCompute, main);
    m.execution_mode(main, spv::ExecutionMode::local_size(1, 1, 1));
    Ok((m.finish()?, block))
}

/// Returns the byte offsets of a struct type's members.
fn offsets(ctx: &Context, ty: Type) -> Vec<u64> {
    let parts = spv_opt::dialect::types::structure(ctx, ty).expect("it is a struct");
    let offset =
        |dict: &spv_opt::ir::Attribute| ctx.dict_get(Some(*dict), "offset").and_then(|a| ctx.attr_u64(a));
    parts.member_decorations.iter().map(|dict| offset(dict).expect("it has an offset")).collect()
}

#[test]
fn layout_rules() {
    let ctx = spv_opt::context();
    let f32 = ctx.float(32);
    let [vec2, vec3] = [2, 3].map(|count| ctx.vector(f32, count));
    let matrix = ctx.matrix(vec3, 2);
    let pair = ctx.structure().named("Pair").member(f32).name("first").member(vec2).name("second").build();
    let members = [f32, vec3, f32, ctx.array(f32, 3), f32, pair, f32, matrix, ctx.array(pair, 2), f32];
    let expected = [
        (LayoutRules::Std140, [0, 16, 28, 32, 80, 96, 112, 128, 160, 192]),
        (LayoutRules::Std430, [0, 16, 28, 32, 44, 48, 64, 80, 112, 144]),
        (LayoutRules::Scalar, [0, 4, 16, 20, 32, 36, 48, 52, 76, 100]),
    ];
    for (rules, offsets_by_hand) in expected {
        let class = match rules {
            LayoutRules::Std140 => spv::StorageClass::Uniform,
            _ => spv::StorageClass::StorageBuffer,
        };
        let (module, block) = block_module(&ctx, &members, class, rules).expect("it can be built");
        assert_eq!(offsets(&ctx, block), offsets_by_hand, "{rules:?}");
        // A struct with the same members must be the same type.
        assert_eq!(block_module(&ctx, &members, class, rules).expect("it can be built").1, block);
        let words = export(&module).expect("it is valid");
        let scalar = ["--scalar-block-layout"];
        let flags: &[&str] = if rules == LayoutRules::Scalar { &scalar } else { &[] };
        if Peer::SpirvVal.find().is_some() {
            let found = spirv_val_with(&words, "vulkan1.1", flags);
            found.unwrap_or_else(|complaint| panic!("{rules:?}: {complaint}\n{}", print(&module)));
        }
    }
    let size = |ty, rules| spv::lay_out(&ctx, ty, rules).expect("it has a layout").size;
    assert_eq!(size(vec3, LayoutRules::Std430), Some(12));
    assert_eq!(size(pair, LayoutRules::Std140), Some(16));
    assert_eq!(size(ctx.array(vec3, 2), LayoutRules::Scalar), Some(24));
    assert_eq!(size(ctx.runtime_array(f32), LayoutRules::Std430), None);
    let no_layout = ctx.structure().member(ctx.common().i1).with_layout(LayoutRules::Std430);
    insta::assert_snapshot!(no_layout.expect_err("a boolean has no size"));
}

#[test]
fn a_struct_that_points_to_itself() {
    let ctx = spv_opt::context();
    let u32 = u32_of(&ctx);
    let node = ctx.declared_structure("Node");
    let pointer = ctx.pointer(node, spv::StorageClass::PhysicalStorageBuffer);
    let structure = ctx.structure().named("Node").member(u32).name("value").member(pointer).name("next");
    assert_eq!(structure.with_layout(LayoutRules::Std430), Ok(node));
    assert_eq!(offsets(&ctx, node), [0, 8]);
    let mut debug = spv::DebugInfo::new(&ctx, "node.k", None, spv::SourceLanguage::Unknown);
    assert_eq!(debug.ty(node), debug.ty(node));
}

#[test]
fn deduced_targets() {
    let ctx = spv_opt::context();
    let build = |version: (u32, u32), body: &dyn Fn(&mut spv::FunctionBuilder<'_>)| {
        let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
        m.deduced_target(version.0, version.1);
        let main = m.function("main", &[], None, |b| {
            body(b);
            b.return_();
        });
        m.deduced_entry_point(spv::ExecutionModel::GLCompute, main);
        m.execution_mode(main, spv::ExecutionMode::local_size(1, 1, 1));
        m.finish()
    };
    let vote = |b: &mut spv::FunctionBuilder<'_>| {
        let wide = b.ctx().signed(64);
        let one = b.integer(wide, 1);
        let pair = b.i_add(one, one);
        b.group_non_uniform_i_add(spv::Scope::Subgroup, spv::GroupOperation::Reduce, pair);
    };
    let module = build((1, 3), &vote).expect("it can be built");
    insta::assert_snapshot!(check(&module));
    // Subgroup operations require SPIR-V 1.3.
    let errors = build((1, 2), &vote).err().expect("it is too old");
    insta::assert_snapshot!(errors);
}

/// Returns the capabilities that are deduced for an entry point that uses a built-in variable with the given storage
/// class.
fn deduced_for(
    model: spv::ExecutionModel,
    class: spv::StorageClass,
    built_in: spv::BuiltIn,
    minor: u32,
) -> String {
    deduced_beside(&[], model, class, built_in, minor)
}

/// Returns the deduced capabilities like [`deduced_for`], for a module that also declares capabilities itself.
fn deduced_beside(
    declared: &[spv::Capability],
    model: spv::ExecutionModel,
    class: spv::StorageClass,
    built_in: spv::BuiltIn,
    minor: u32,
) -> String {
    let ctx = spv_opt::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, minor, declared, &[]);
    m.deduced_target(1, minor);
    let variable = match class {
        spv::StorageClass::Output => m.built_in_output("variable", ctx.unsigned(32), built_in),
        _ => m.built_in_input("variable", ctx.unsigned(32), built_in),
    };
    let main = m.function("main", &[], None, |b| {
        let address = b.address(variable);
        match class {
            spv::StorageClass::Output => {
                let one = b.u32(1);
                b.store(address, one);
            }
            _ => _ = b.load(address),
        }
        b.return_();
    });
    m.deduced_entry_point(model, main);
    match model {
        spv::ExecutionModel::GLCompute => m.execution_mode(main, spv::ExecutionMode::local_size(1, 1, 1)),
        spv::ExecutionModel::Fragment => m.execution_mode(main, spv::ExecutionMode::OriginUpperLeft),
        _ => {}
    }
    let module = m.finish().expect("it can be built");
    let words = export(&module).expect("it is exported");
    if Peer::SpirvVal.find().is_some() {
        spirv_val(&words, &format!("spv1.{minor}")).expect("it is valid");
    } else {
        skip("spirv-val not installed (apt install spirv-tools)");
    }
    let text = print(&module);
    let line = text.lines().find(|line| line.contains("requires")).unwrap_or_default();
    format!("{built_in} {line}")
}

#[test]
fn capabilities_that_suit_the_module() {
    use spv::{BuiltIn, Capability, ExecutionModel, StorageClass};
    let [compute, vertex, fragment, evaluation] = [
        ExecutionModel::GLCompute,
        ExecutionModel::Vertex,
        ExecutionModel::Fragment,
        ExecutionModel::TessellationEvaluation,
    ];
    let (input, output) = (StorageClass::Input, StorageClass::Output);
    insta::assert_snapshot!(
        [
            deduced_for(compute, input, BuiltIn::SubgroupLocalInvocationId, 3),
            deduced_for(compute, input, BuiltIn::SubgroupLocalInvocationId, 0),
            deduced_for(compute, input, BuiltIn::SubgroupSize, 5),
            deduced_for(vertex, output, BuiltIn::Layer, 5),
            deduced_for(vertex, output, BuiltIn::Layer, 3),
            deduced_for(vertex, output, BuiltIn::ViewportIndex, 5),
            deduced_for(fragment, input, BuiltIn::Layer, 3),
            deduced_for(evaluation, output, BuiltIn::Layer, 5),
            deduced_for(fragment, input, BuiltIn::PrimitiveId, 3),
            deduced_for(evaluation, input, BuiltIn::PrimitiveId, 3),
            deduced_for(fragment, input, BuiltIn::SampleId, 3),
            deduced_for(fragment, input, BuiltIn::ViewportIndex, 3),
            deduced_for(vertex, input, BuiltIn::DrawIndex, 3),
            deduced_for(vertex, input, BuiltIn::DrawIndex, 0),
            deduced_for(vertex, input, BuiltIn::ViewIndex, 3),
            deduced_for(compute, input, BuiltIn::DeviceIndex, 0),
            deduced_for(compute, input, BuiltIn::NumSubgroups, 3),
            deduced_beside(&[Capability::SubgroupBallotKHR], compute, input, BuiltIn::SubgroupSize, 3),
            deduced_beside(&[Capability::Kernel], compute, input, BuiltIn::SubgroupSize, 0),
            deduced_beside(&[Capability::ShaderLayer], fragment, input, BuiltIn::Layer, 5),
            deduced_beside(&[Capability::Tessellation], fragment, input, BuiltIn::PrimitiveId, 3),
            deduced_beside(&[Capability::MeshShadingEXT], fragment, input, BuiltIn::Layer, 4),
        ]
        .join("\n")
    );
}

#[test]
fn blocks_and_branches_are_structured() {
    let ctx = spv_opt::context();
    let u32 = u32_of(&ctx);
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 3);
    let values = m.input("values", ctx.vector(u32, 2), 0);
    let sum = m.output("sum", u32, 0);
    // The loop contains a switch and has a second exit in its body.
    let count = m.cfg_function("count", &[u32], Some(u32), |b| {
        let [header, body, even, odd, latch, exit] =
            [&[u32, u32][..], &[], &[], &[], &[u32], &[u32]].map(|types| b.new_block(types));
        let (zero, one, limit) = (b.u32(0), b.u32(1), b.parameter(0));
        b.branch(header, &[zero, zero]);
        let [i, total] = [0, 1].map(|index| b.argument(header, index));
        b.position_at_end(header);
        let more = b.u_less_than(i, limit);
        b.branch_conditional(more, (body, &[]), (exit, &[total]));
        b.position_at_end(body);
        let two = b.u32(2);
        let rest = b.u_mod(i, two);
        b.branch_switch(rest, (even, &[]), &[(1, odd, &[])]);
        b.position_at_end(odd);
        let hundred = b.u32(100);
        let large = b.u_greater_than(total, hundred);
        b.branch_conditional(large, (exit, &[hundred]), (latch, &[one]));
        b.position_at_end(even);
        b.branch(latch, &[two]);
        b.position_at_end(latch);
        let step = b.argument(latch, 0);
        let (next, total) = (b.i_add(i, one), b.i_add(total, step));
        b.branch(header, &[next, total]);
        b.position_at_end(exit);
        let result = b.argument(exit, 0);
        b.return_value(result);
    });
    let main = m.function("main", &[], None, |b| {
        let values = b.address(values);
        let both = b.load(values);
        let value = b.composite_extract(both, &[1]);
        let result = b.call(count, &[value]).expect("it has a result");
        let [ones, same] = [1, 1].map(|_| b.vector_constant(&[ctx.f32(1.0), ctx.f32(1.0)]));
        assert_eq!(ones, same);
        let sum = b.address(sum);
        b.store(sum, result);
        b.return_();
    });
    m.deduced_entry_point(spv::ExecutionModel::Vertex, main);
    let module = m.finish().expect("it can be built");
    insta::assert_snapshot!(check(&module));
}

#[test]
fn a_block_without_a_terminator_is_reported() {
    let ctx = spv_opt::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.cfg_function("f", &[], None, |b| {
        let block = b.new_block(&[]);
        b.branch(block, &[]);
    });
    insta::assert_snapshot!(m.finish().err().expect("a block has no terminator"));
}

#[test]
fn debug_information() {
    use spv_opt::spv::{DebugInfo, SourcePosition};
    let ctx = spv_opt::context();
    let at = |line, column| SourcePosition { line, column };
    let (f32, bool) = (ctx.float(32), ctx.common().i1);
    let [vec3, mat] = [ctx.vector(f32, 3), ctx.matrix(ctx.vector(f32, 3), 2)];
    let light =
        ctx.structure().named("Light").member(vec3).name("color").member(ctx.signed(32)).name("id").build();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 6);
    let source = "fn shade(x: f32) -> f32 { { let y = x + x; } return y; }\n".repeat(5);
    let mut debug = DebugInfo::new(&ctx, "shade.k", Some(&source), spv::SourceLanguage::Unknown);
    let input = m.input("x", f32, 0);
    let output = m.output("result", f32, 0);
    let ty = debug.ty(f32);
    for (line, debugged) in
        [bool, mat, light, ctx.array(light, 2), ctx.pointer(f32, spv::StorageClass::Function)]
            .into_iter()
            .enumerate()
    {
        let ty = debug.ty(debugged);
        assert_eq!(debug.ty(debugged), ty);
        debug.global_variable("x", ty, at(line as u32 + 1, 1), input);
    }
    let shade = m.function("shade", &[f32], Some(f32), |b| {
        let scope = debug.function("shade", &[ty], Some(ty), debug.unit(), at(1, 1));
        debug.begin_function(b, scope, at(1, 1));
        let x = b.parameter(0);
        let parameter = debug.variable("x", ty, scope, at(1, 10), Some(1));
        debug.value(b, parameter, x);
        let block = debug.lexical_block(scope, at(1, 26));
        let place = b.local_variable(f32);
        let variable = debug.variable("y", ty, block, at(1, 32), None);
        debug.declare(b, variable, place);
        b.loc = debug.location(block, at(1, 36));
        let sum = b.f_add(x, x);
        b.store(place, sum);
        b.loc = debug.location(scope, at(1, 45));
        let y = b.load(place);
        b.return_value(y);
    });
    let main = m.function("main", &[], None, |b| {
        let scope = debug.function("main", &[], None, debug.unit(), at(2, 1));
        debug.begin_function(b, scope, at(2, 1));
        let (input, output) = (b.address(input), b.address(output));
        let x = b.load(input);
        let y = b.call(shade, &[x]).expect("it has a result");
        b.store(output, y);
        b.return_();
    });
    m.add_debug_info(debug);
    m.deduced_entry_point(spv::ExecutionModel::Fragment, main);
    m.execution_mode(main, spv::ExecutionMode::OriginUpperLeft);
    let mut module = m.finish().expect("it can be built");
    insta::assert_snapshot!(check(&module));
    spv_opt::optimize(&mut module, spv_opt::Pipeline::O).expect("the passes succeed");
    check(&module);
}
