//! Tests of library misuse
//!
//! Each error message describes the mistake, its position, and the expectation. No misuse panics, and export accepts
//! every module that the verifier accepts.

use spv_opt::ir::{AttrData, Attribute, Block, Body, Builder, InsertPoint, Module, NewOp, Op, Type, Value};
use spv_opt::spv::{self, ModuleBuilder, Types};
use spv_opt::{Context, OpSpec, export, verify};
use std::sync::Arc;

/// Builds a module with a function `@main` without parameters. `build` creates its body, except for the terminator.
fn module(ctx: &Arc<Context>, build: impl FnOnce(&mut spv::FunctionBuilder<'_>)) -> Module {
    let mut m = ModuleBuilder::new(ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    m.function("main", &[], None, |b| {
        build(b);
        b.return_if_open();
    });
    m.finish().expect("it can be built")
}

/// Returns the verifier's messages. If there are none, checks that export accepts the module.
fn complaints(module: &Module) -> String {
    match verify(module) {
        Err(errors) => errors.to_string().replace('\0', "\\0"),
        Ok(()) => match export(module) {
            Ok(_) => "nothing is wrong".to_owned(),
            Err(errors) => format!("the verifier accepts what export refuses: {errors}"),
        },
    }
}

/// Builds a module with a function whose body `build` creates, and returns the verifier's messages.
fn wrong_function(build: impl FnOnce(&mut spv::FunctionBuilder<'_>)) -> String {
    complaints(&module(&spv_opt::context(), build))
}

/// Creates an op from its definition, operands, results and slots, without checks.
fn raw(
    b: &mut spv::FunctionBuilder<'_>,
    name: &str,
    operands: &[Value],
    slots: &[u32],
    result: Option<Type>,
) -> Op {
    let def = b.ctx().registry().op_by_name(name).expect("it is registered");
    let results: &[Type] = result.as_slice();
    b.ir().create(NewOp { operands, slots, results, ..NewOp::new(def) })
}

fn constant(b: &mut spv::FunctionBuilder<'_>, value: Attribute, ty: Type) -> Op {
    raw(b, "spv.Constant", &[], &[value.raw()], Some(ty))
}

#[test]
fn integers_of_more_than_64_bits_have_numbers() {
    let ctx = spv_opt::context();
    let wide = ctx.int_type(100, spv_opt::ir::Signedness::Signless);
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    m.spec_constant("bound", 0, ctx.int_attr(5, wide), wide);
    let module = m.finish().expect("it can be built");
    assert_eq!(complaints(&module), "nothing is wrong");
    let copy = spv_opt::import(&ctx, &export(&module).expect("it is exported")).expect("it is read");
    assert!(spv_opt::print(&copy).contains("5 : i100"), "{}", spv_opt::print(&copy));
}

/// Creates a context with many attributes. Their handles are invalid in other contexts.
fn large_context() -> Arc<Context> {
    let ctx = spv_opt::context();
    for number in 0..1000 {
        ctx.i32_attr(number);
        ctx.int_type(number + 1, spv_opt::ir::Signedness::Signless);
    }
    ctx
}

/// Returns the error messages of `OpSpec` for an op in an empty body.
fn wrong_spec<'c>(ctx: &'c Context, name: &'c str, set: impl FnOnce(OpSpec<'c>) -> OpSpec<'c>) -> String {
    let mut body = Body::default();
    match set(OpSpec::new(ctx, name)).create(&mut Builder::new(&mut body)) {
        Ok(_) => "nothing is wrong".to_owned(),
        Err(errors) => errors.to_string(),
    }
}

#[test]
fn the_generic_builder_refuses_values_of_another_kind() {
    let ctx = spv_opt::context();
    let (number, text) = (ctx.i32_attr(2), ctx.string_attr("Workgroup"));
    let u32 = ctx.type_attr(ctx.common().i32);
    let f32 = ctx.common().f32;
    let barrier = |set: fn(OpSpec<'_>, Attribute) -> OpSpec<'_>| {
        wrong_spec(&ctx, "spv.ControlBarrier", |s| set(s, number))
    };
    let lines = [
        barrier(|s, number| s.set("execution", number)),
        barrier(|s, _| s.enumerant("execution", "Workgruop", &[])),
        barrier(|s, _| s.enumerant("excution", "Workgroup", &[])),
        barrier(|s, _| s.word("execution", 2).word("memory", 2).word("semantics", 0)),
        barrier(|s, _| s.word("execution", 77)),
        barrier(|s, _| s.word("execution", u32::MAX)),
        wrong_spec(&ctx, "spv.Constant", |s| s.word("value", 7).result(f32)),
        wrong_spec(&ctx, "spv.Constant", |s| s.words("value", &[7]).result(f32)),
        wrong_spec(&ctx, "spv.CompositeExtract", |s| s.word("indexes", 1).result(f32)),
        wrong_spec(&ctx, "spv.CompositeExtract", |s| s.set("indexes", number).result(f32)),
        wrong_spec(&ctx, "spv.CompositeExtract", |s| s.words("indexes", &[1, 2]).result(f32)),
        wrong_spec(&ctx, "spv.mlir.addressof", |s| s.string("variable", "x").result(f32)),
        wrong_spec(&ctx, "spv.mlir.addressof", |s| s.set("variable", u32).result(f32)),
        wrong_spec(&ctx, "spv.func", |s| s.symbol("sym_name", "f").set("type", text)),
        wrong_spec(&ctx, "spv.EntryPoint", |s| s.symbol("interface", "x").word("fn", 3)),
        wrong_spec(&ctx, "spv.Load", |s| s.enumerant("memory_access", "Aligned", &[]).result(f32)),
        wrong_spec(&ctx, "spv.Load", |s| s.enumerant("memory_access", "Aligned", &[text]).result(f32)),
        wrong_spec(&ctx, "spv.Load", |s| s.enumerant("memory_access", "Volatile", &[number]).result(f32)),
        wrong_spec(&ctx, "spv.Load", |s| {
            s.enumerant("memory_access", "Volatile|Aligned", &[number]).result(f32)
        }),
        wrong_spec(&ctx, "spv.Load", |s| s.enumerant("pointer", "Volatile", &[]).result(f32)),
        wrong_spec(&ctx, "spv.Branch", |s| s.symbol("target", "x").word("merg", 1)),
        wrong_spec(&ctx, "spv.Lod", |s| s),
        wrong_spec(&ctx, "spv.Return", |s| s.word("anything", 1)),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_generic_builder_refuses_what_is_of_another_context_or_body() {
    let (ctx, large) = (spv_opt::context(), large_context());
    let (attr, ty) = (large.i32_attr(999), large.int_type(1000, spv_opt::ir::Signedness::Signless));
    let mut other = Body::default();
    let root = other.root();
    let mut b = Builder::new(&mut other);
    let block = b.append_block(root);
    let value = b.add_arg(block, ctx.common().f32);
    let lines = [
        wrong_spec(&ctx, "spv.Constant", |s| s.set("value", attr).result(ctx.common().i32)),
        wrong_spec(&ctx, "spv.Constant", |s| s.attr("non_writable", attr).result(ctx.common().i32)),
        wrong_spec(&ctx, "spv.Undef", |s| s.result(ty)),
        wrong_spec(&ctx, "spv.FNegate", |s| s.operands(&[value]).result(ctx.common().f32)),
        wrong_spec(&ctx, "spv.Branch", |s| s.successor(block, &[])),
        OpSpec::new(&ctx, "spv.Return")
            .create(&mut Builder::at(&mut Body::default(), InsertPoint::End(block)))
            .expect_err("there is no such block")
            .to_string(),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn values_and_blocks_of_another_body() {
    let ctx = spv_opt::context();
    let f32 = ctx.common().f32;
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    let mut foreign: Option<(Value, Block)> = None;
    m.function("first", &[f32; 40], None, |b| {
        let parameter = b.parameter(39);
        let at = b.insertion_point();
        let root = b.root();
        let blocks: Vec<Block> = (0..20).map(|_| b.ir().append_block(root)).collect();
        for &block in &blocks {
            b.with_insertion_point(InsertPoint::End(block), |b| b.return_());
        }
        b.set_insertion_point(at);
        b.return_();
        foreign = Some((parameter, blocks[19]));
    });
    let (value, block) = foreign.expect("it was built");
    m.function("second", &[], None, |b| {
        let negated = raw(b, "spv.FNegate", &[value], &[], Some(f32));
        let negated = b.result(negated, 0);
        raw(b, "spv.FAdd", &[negated, value], &[], Some(f32));
        b.return_();
    });
    m.function("third", &[], None, |b| {
        let def = b.ctx().registry().op_by_name("spv.Branch").expect("it is registered");
        let slots = spv_opt::dialect::structure::NO_MERGE;
        let successors: &[(Block, &[Value])] = &[(block, &[])];
        b.ir().create(NewOp { slots: &slots, successors, ..NewOp::new(def) });
    });
    let module = m.finish().expect("it can be built");
    insta::assert_snapshot!(complaints(&module));
}

#[test]
fn erased_values_and_blocks() {
    let message = wrong_function(|b| {
        let one = b.ctx().f32(1.0);
        let f32 = b.ctx().common().f32;
        let erased = constant(b, one, f32);
        let value = b.result(erased, 0);
        raw(b, "spv.FNegate", &[value], &[], Some(f32));
        b.ir().erase(erased);
        let root = b.root();
        let block = b.ir().append_block(root);
        b.ir().erase_block(block);
        let def = b.ctx().registry().op_by_name("spv.Branch").expect("it is registered");
        let slots = spv_opt::dialect::structure::NO_MERGE;
        let successors: &[(Block, &[Value])] = &[(block, &[])];
        b.ir().create(NewOp { slots: &slots, successors, ..NewOp::new(def) });
    });
    insta::assert_snapshot!(message);
}

#[test]
fn attributes_and_types_of_another_context() {
    let large = large_context();
    let (attr, ty) = (large.i32_attr(999), large.int_type(1000, spv_opt::ir::Signedness::Signless));
    let mut lines = vec![
        wrong_function(|b| _ = constant(b, attr, b.ctx().common().i32)),
        wrong_function(|b| _ = raw(b, "spv.Undef", &[], &[], Some(ty))),
        wrong_function(|b| {
            let op = raw(b, "spv.Undef", &[], &[], Some(b.ctx().common().i32));
            b.ir().set_attrs(op, Some(attr));
        }),
        wrong_function(|b| {
            let op = raw(b, "spv.Undef", &[], &[], Some(b.ctx().common().i32));
            let unit = b.ctx().unit_attr();
            b.ir().set_attrs(op, Some(unit));
        }),
        wrong_function(|b| _ = raw(b, "spv.mlir.addressof", &[], &[attr.raw()], Some(b.ctx().common().i32))),
        wrong_function(|b| {
            let root = b.root();
            let block = b.ir().append_block(root);
            b.ir().add_arg(block, ty);
            b.with_insertion_point(InsertPoint::End(block), |b| b.return_());
        }),
        wrong_function(|b| {
            let (x, y) = (b.u32(1), b.u32(2));
            let list = b.ctx().array_attr(&[attr]);
            _ = raw(b, "spv.CompositeConstruct", &[x, y], &[], Some(ty));
            let u32 = b.ctx().common().i32;
            _ = constant(b, list, b.ctx().vector_type(1, u32));
        }),
        wrong_function(|b| _ = raw(b, "spv.ControlBarrier", &[], &[77, u32::MAX - 1, 1 << 31], None)),
        wrong_function(|b| _ = raw(b, "spv.ControlBarrier", &[], &[2], None)),
    ];
    for name in ["spv.Branch", "spv.Switch", "spv.CompositeExtract", "spv.Load", "spv.func", "spv.ExtInst"] {
        for word in [u32::MAX, u32::MAX - 1, 1 << 20] {
            lines.push(wrong_function(|b| {
                let def = b.ctx().registry().op_by_name(name).expect("it is registered");
                let slots = vec![word; b.ctx().registry().op(def).slots()];
                raw(b, name, &[], &slots, None);
            }));
        }
    }
    insta::assert_snapshot!(lines.join("\n"));
}

/// Returns the peak memory of this process in MiB; `None` on systems other than Linux.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib / 1024)
}

/// Guards against large tables: they were indexed by handle, with an element for each smaller handle.
#[test]
fn handles_of_any_number_take_no_memory() {
    let ctx = spv_opt::context();
    let number = u32::MAX - 1;
    let attr = Attribute::from_raw(number).expect("it is a handle");
    let ty = Type::from_raw(number).expect("it is a handle");
    let module = module(&ctx, |b| {
        let op = raw(b, "spv.Undef", &[], &[], Some(ty));
        b.ir().set_attrs(op, Some(attr));
        constant(b, attr, b.ctx().common().i32);
        raw(b, "spv.mlir.addressof", &[], &[number], Some(ty));
        let root = b.root();
        let block = b.ir().append_block(root);
        b.ir().add_arg(block, ty);
        b.with_insertion_point(InsertPoint::End(block), |b| b.return_());
    });
    assert!(verify(&module).is_err());
    _ = export(&module).is_err();
    assert!(spv_opt::print(&module).contains("spv.Undef"));
    let nested = module.body.blocks(module.body.root()).flat_map(|block| module.body.ops(block));
    for body in nested.filter_map(|op| module.body.nested(op)) {
        spv_opt::ir::symbols::SymbolUses::new(&ctx, body);
    }

    // Capability deduction examines types before the verifier does.
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 6);
    m.function("main", &[ty], None, |b| {
        let x = b.parameter(0);
        raw(b, "spv.FAdd", &[x, x], &[], Some(ty));
        b.return_();
    });
    _ = m.finish().is_err();

    let peak = peak_memory();
    assert!(peak.is_none_or(|mib| mib < 1000), "{peak:?} MiB");
}

#[test]
fn constants_that_do_not_fit() {
    let lines = [
        wrong_function(|b| _ = raw(b, "spv.Constant", &[], &[0], Some(b.ctx().common().f32))),
        wrong_function(|b| {
            let f32 = b.ctx().common().f32;
            let one = b.ctx().int_attr(1, f32);
            constant(b, one, f32);
        }),
        wrong_function(|b| {
            let u32 = b.ctx().common().i32;
            let one = b.ctx().attr(AttrData::Float { bits: 1, ty: u32 });
            constant(b, one, u32);
        }),
        wrong_function(|b| {
            let f32 = b.ctx().common().f32;
            let vector = b.ctx().vector_type(4, f32);
            let three = b.ctx().dense_attr(vector, vec![1, 2, 3]);
            constant(b, three, vector);
        }),
        wrong_function(|b| {
            let f32 = b.ctx().common().f32;
            let vector = b.ctx().vector_type(4, f32);
            let none = b.ctx().dense_attr(vector, vec![]);
            constant(b, none, vector);
        }),
        wrong_function(|b| {
            let u32 = b.ctx().common().i32;
            let dense = b.ctx().dense_attr(u32, vec![1]);
            constant(b, dense, u32);
        }),
        wrong_function(|b| {
            let f32 = b.ctx().common().f32;
            let part = b.ctx().int_attr(1, f32);
            let whole = b.ctx().array_attr(&[part, part]);
            let vector = b.ctx().vector_type(2, f32);
            constant(b, whole, vector);
        }),
        {
            let ctx = spv_opt::context();
            let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
            m.spec_constant("bound", 0, ctx.int_attr(1, ctx.common().f32), ctx.common().f32);
            complaints(&m.finish().expect("it can be built"))
        },
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

/// Builds a function with a switch that has the given literals. `targets` is the number of targets besides the default.
fn switch(
    width: u32,
    literals: impl FnOnce(&Context) -> Option<Attribute>,
    targets: usize,
    merge: u32,
) -> String {
    wrong_function(|b| {
        let ty = b.ctx().int_type(width, spv_opt::ir::Signedness::Signless);
        let value = b.ctx().int_attr(1, ty);
        let selector = constant(b, value, ty);
        let selector = b.result(selector, 0);
        let root = b.root();
        let blocks: Vec<Block> = (0..=targets).map(|_| b.ir().append_block(root)).collect();
        let def = b.ctx().registry().op_by_name("spv.Switch").expect("it is registered");
        let mut slots = vec![literals(b.ctx()).map_or(0, Attribute::raw)];
        slots.extend(spv_opt::dialect::structure::NO_MERGE);
        slots[1] = merge;
        let successors: Vec<(Block, &[Value])> = blocks.iter().map(|block| (*block, &[][..])).collect();
        let operands = [selector];
        b.ir().create(NewOp {
            operands: &operands,
            slots: &slots,
            successors: &successors,
            ..NewOp::new(def)
        });
        for &block in &blocks[1..] {
            b.with_insertion_point(InsertPoint::End(block), |b| b.return_());
        }
        b.set_insertion_point(InsertPoint::End(blocks[0]));
    })
}

fn literals(ctx: &Context, width: u32, values: &[u64]) -> Option<Attribute> {
    let ty = ctx.int_type(width, spv_opt::ir::Signedness::Signless);
    Some(ctx.dense_attr(ctx.vector_type(values.len() as u64, ty), values.to_vec()))
}

#[test]
fn switches_that_do_not_fit() {
    let lines = [
        switch(32, |ctx| literals(ctx, 32, &[1, 2]), 2, 0),
        switch(32, |ctx| literals(ctx, 32, &[1, 2]), 3, 0),
        switch(32, |ctx| literals(ctx, 32, &[1, 1]), 3, 0),
        switch(32, |ctx| literals(ctx, 64, &[1, 2]), 2, 0),
        switch(64, |ctx| literals(ctx, 32, &[1, 2]), 2, 0),
        switch(32, |_| None, 2, 0),
        switch(32, |_| None, 0, 0),
        switch(32, |ctx| Some(ctx.i32_attr(1)), 1, 0),
        switch(32, |ctx| Some(ctx.dense_attr(ctx.vector_type(1, ctx.common().f32), vec![1])), 1, 0),
        switch(32, |_| None, 0, 1),
        switch(32, |ctx| literals(ctx, 32, &[1]), 1, 1),
        switch(32, |ctx| literals(ctx, 32, &[1]), 1, 9),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn merge_declarations_without_their_successors() {
    let branch = |merge: u32| {
        wrong_function(|b| {
            let root = b.root();
            let block = b.ir().append_block(root);
            let def = b.ctx().registry().op_by_name("spv.Branch").expect("it is registered");
            let mut slots = spv_opt::dialect::structure::NO_MERGE;
            slots[0] = merge;
            let successors: &[(Block, &[Value])] = &[(block, &[])];
            b.ir().create(NewOp { slots: &slots, successors, ..NewOp::new(def) });
            b.set_insertion_point(InsertPoint::End(block));
        })
    };
    insta::assert_snapshot!([branch(0), branch(1), branch(2), branch(u32::MAX)].join("\n"));
}

#[test]
fn misspelt_decorations() {
    let variable = |key: &str| {
        unbuilt(|ctx, m| {
            let ty = ctx.pointer(ctx.common().f32, spv::StorageClass::Private);
            m.variable("v", ty, &[(key, ctx.i32_attr(0))]);
        })
    };
    let keys = [
        "descriptor_set",
        "descriptorSet",
        "DescriptorSet",
        "descriptor-set",
        "bindng",
        "foo",
        "x",
        "foo.bindng",
    ];
    insta::assert_snapshot!(keys.map(|key| format!("{key}: {}", variable(key))).join("\n"));
}

#[test]
fn names_that_are_too_long() {
    let ctx = spv_opt::context();
    let name = "long_".repeat(60_000);
    let lines = [false, true].map(|of_member| {
        let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
        m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
        let (variable, member) = if of_member { ("v", &name[..]) } else { (&name[..], "m") };
        let ty = ctx.structure().member(ctx.common().f32).name(member).build();
        m.private_variable(variable, ty);
        let module = m.finish().expect("the builders accept names of any length");
        export(&module).expect_err("the name is too long").to_string()
    });
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn misspelt_decorations_of_types() {
    let wrong = |build: fn(spv::StructType<'_>) -> spv::StructType<'_>| {
        wrong_function(|b| {
            let ctx = b.ctx();
            let ty = build(ctx.structure().member(ctx.common().f32)).build();
            b.undef(ty);
        })
    };
    let lines = [
        wrong(|s| s.decorate_member_unit("non_writeable")),
        wrong(|s| s.decorate_member_unit("non_writable")),
        wrong(|s| s.decorate_member_unit("foo.non_writeable")),
        wrong_function(|b| {
            let ctx = b.ctx();
            let ty = ctx.structure().member(ctx.common().f32).decorate("blok", ctx.unit_attr()).build();
            b.undef(ty);
        }),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

/// Builds a module that must be rejected, and returns the error messages.
fn unbuilt(build: impl FnOnce(&Arc<Context>, &mut ModuleBuilder)) -> String {
    let ctx = spv_opt::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    build(&ctx, &mut m);
    m.finish().map_or_else(|errors| errors.to_string(), |_| "nothing is wrong".to_owned())
}

/// Builds a module with a variable of a type, and returns the verifier's messages.
fn unverified(ty: fn(&Context) -> Type) -> String {
    let ctx = spv_opt::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.private_variable("v", ty(&ctx));
    m.finish().map_or_else(|errors| errors.to_string(), |module| complaints(&module))
}

#[test]
fn what_the_typed_builders_refuse() {
    let lines = [
        unbuilt(|_, m| _ = m.function("f", &[], None, |_| {})),
        unbuilt(|ctx, m| {
            let ty = ctx.pointer(ctx.common().f32, spv::StorageClass::Input);
            m.variable("v", ty, &[("location", ctx.i32_attr(1)), ("location", ctx.i32_attr(2))]);
        }),
        unbuilt(|ctx, m| {
            let parts = [ctx.f32(1.0), ctx.i32_attr(2)];
            m.function("f", &[], None, |b| {
                b.vector_constant(&parts);
                b.return_();
            });
        }),
        unbuilt(|_, m| {
            m.function("f", &[], None, |b| {
                let index = b.u32(0);
                let pointer = b.access_chain(index, &[index]);
                let value = b.load(pointer);
                b.f_negate(value);
                b.return_();
            });
        }),
        unbuilt(|ctx, m| {
            let variable = m.private_variable("v", ctx.common().f32);
            m.decorate_unit(variable, "RelaxedPrecision");
        }),
        unverified(|ctx| ctx.float(12)),
        unverified(|ctx| ctx.unsigned(0)),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn errors_are_errors() {
    fn build() -> Result<(), Box<dyn std::error::Error>> {
        let ctx = spv_opt::context();
        OpSpec::new(&ctx, "spv.Lod").create(&mut Builder::new(&mut Body::default()))?;
        Ok(())
    }
    assert_eq!(
        build().expect_err("there is no such op").to_string(),
        "error: unknown op 'spv.Lod': did you mean 'spv.Load'?"
    );
}

/// Builds a module with module-level ops that `build` adds, and returns the verifier's messages.
fn wrong_module(build: impl FnOnce(&Context, &mut Builder<'_>)) -> String {
    let ctx = spv_opt::context();
    let mut module = module(&ctx, |_| {});
    let op = spv_opt::ir::walk::top_ops(&module.body).next().expect("there is an spv.module");
    let mut outer = Builder::new(&mut module.body);
    let body = outer.nested_mut(op).expect("it has a body");
    let block = body.first_block(body.root()).expect("it has a block");
    build(&ctx, &mut Builder::at(body, InsertPoint::End(block)));
    complaints(&module)
}

/// Adds a module-level op by name, without checks.
fn raw_in_module(ctx: &Context, b: &mut Builder<'_>, name: &str, slots: &[u32]) -> Op {
    let def = ctx.registry().op_by_name(name).expect("it is registered");
    b.create(NewOp { slots, ..NewOp::new(def) })
}

#[test]
fn what_export_refuses_is_refused_before() {
    let string = |ctx: &Context, text: &str| ctx.string_attr(text).raw();
    let lines = [
        // Invalid ops at module level.
        wrong_module(|ctx, b| {
            let (name, ty) = (string(ctx, "v"), ctx.type_attr(ctx.common().f32).raw());
            raw_in_module(ctx, b, "spv.GlobalVariable", &[name, ty, 0]);
        }),
        wrong_module(|ctx, b| {
            let pointer = ctx.type_attr(ctx.pointer(ctx.common().f32, spv::StorageClass::Private)).raw();
            let (name, unit) = (string(ctx, "v"), ctx.unit_attr().raw());
            raw_in_module(ctx, b, "spv.GlobalVariable", &[name, pointer, unit]);
        }),
        wrong_module(|ctx, b| {
            let ty = ctx.type_attr(ctx.vector_type(2, ctx.common().f32)).raw();
            let list = ctx.array_attr(&[ctx.unit_attr(), ctx.unit_attr()]).raw();
            raw_in_module(ctx, b, "spv.SpecConstantComposite", &[string(ctx, "c"), ty, list]);
        }),
        wrong_module(|ctx, b| {
            let list = ctx.array_attr(&[ctx.unit_attr()]).raw();
            let set = string(ctx, "NonSemantic.Mine");
            raw_in_module(ctx, b, "spv.ExtInst", &[0, 0, set, 1, list]);
        }),
        wrong_module(|ctx, b| {
            let set = string(ctx, "NonSemantic.Mine");
            raw_in_module(ctx, b, "spv.ExtInst", &[string(ctx, "e"), 0, set, 1, 0]);
        }),
        wrong_module(|ctx, b| {
            let f32 = ctx.common().f32;
            let two = ctx.type_attr(ctx.function_type(&[], &[f32, f32])).raw();
            let op = raw_in_module(ctx, b, "spv.func", &[string(ctx, "f"), two, 0]);
            b.erase(op);
            let def = ctx.registry().op_by_name("spv.func").expect("it is registered");
            let slots = [string(ctx, "f"), two, 0];
            let op = b.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(def) });
            let mut body = Box::new(Body::default());
            let root = body.root();
            Builder::new(&mut body).append_block(root);
            b.set_nested(op, Some(body));
        }),
        wrong_module(|ctx, b| {
            let def = ctx.registry().op_by_name("spv.func").expect("it is registered");
            let slots = [string(ctx, "f"), ctx.type_attr(ctx.function_type(&[], &[])).raw(), 0];
            b.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(def) });
        }),
        wrong_module(|ctx, b| {
            let key = ctx.ident("op_name");
            let op = spv_opt::ir::walk::top_ops(b).next().expect("there is a function");
            b.set_attrs(op, Some(ctx.dict_attr(vec![(key, ctx.i32_attr(1))])));
        }),
        wrong_module(|ctx, b| {
            let op = spv_opt::ir::walk::top_ops(b).next().expect("there is a function");
            let message = ctx.string_attr("a\0b");
            b.set_slot(op, 0, message.raw());
        }),
        {
            let ctx = spv_opt::context();
            let mut module = module(&ctx, |_| {});
            let op = spv_opt::ir::walk::top_ops(&module.body).next().expect("there is an spv.module");
            Builder::new(&mut module.body).set_slot(op, 3, string(&ctx, "1.3"));
            complaints(&module)
        },
        // Invalid ops inside functions.
        wrong_function(|b| {
            let f32 = b.ctx().common().f32;
            raw(b, "spv.Variable", &[], &[], Some(f32));
        }),
        wrong_function(|b| _ = raw(b, "builtin.unregistered", &[], &[0], None)),
        wrong_function(|b| {
            let variable = b.local_variable(b.ctx().common().f32);
            let long = b.ctx().int_type(64, spv_opt::ir::Signedness::Signless);
            let alignment = b.ctx().int_attr(8, long);
            let list = b.ctx().array_attr(&[alignment]);
            let f32 = b.ctx().common().f32;
            raw(b, "spv.Load", &[variable], &[2, list.raw()], Some(f32));
        }),
        wrong_function(|b| {
            let one = b.f32(1.0);
            let f32 = b.ctx().common().f32;
            raw(b, "spv.GLSL.Sqrt", &[one], &[], None);
            raw(b, "spv.FNegate", &[], &[], Some(f32));
        }),
        wrong_function(|b| {
            let none = b.ctx().common().none;
            raw(b, "spv.Undef", &[], &[], Some(none));
        }),
        wrong_function(|b| {
            let index = b.ctx().common().index;
            raw(b, "spv.Undef", &[], &[], Some(index));
        }),
        wrong_function(|b| {
            let f32 = b.ctx().common().f32;
            let vector = b.ctx().ty(spv_opt::ir::TypeData::Vector { dims: Box::new([2, 2]), element: f32 });
            raw(b, "spv.Undef", &[], &[], Some(vector));
        }),
        wrong_function(|b| {
            let def = b.ctx().registry().type_by_name("spv.ptr").expect("it is registered");
            let pointer = b.ctx().param_type(def, &[], 0);
            raw(b, "spv.Undef", &[], &[], Some(pointer));
        }),
        wrong_function(|b| {
            let def = b.ctx().registry().type_by_name("spv.struct").expect("it is registered");
            let open = b.ctx().named_type(def, b.ctx().ident("Open"));
            raw(b, "spv.Undef", &[], &[], Some(open));
        }),
        wrong_function(|b| {
            let odd = b.ctx().int_type(24, spv_opt::ir::Signedness::Signless);
            let one = b.ctx().int_attr(1, odd);
            constant(b, one, odd);
        }),
        wrong_function(|b| {
            let wide = b.ctx().int_type(128, spv_opt::ir::Signedness::Signless);
            let one = b.ctx().attr(AttrData::Wide { limbs: Box::new([1]), ty: wide });
            constant(b, one, wide);
        }),
        wrong_function(|b| {
            let u32 = b.ctx().common().i32;
            let literal = b.ctx().array_attr(&[b.ctx().unit_attr()]);
            let value = b.u32(1);
            raw(
                b,
                "spv.SpecConstantOperation",
                &[value],
                &[spv_opt::dialect::generated::opcodes::S_NEGATE, literal.raw()],
                Some(u32),
            );
        }),
        wrong_function(|b| {
            let x = b.u32(1);
            let vector = b.ctx().vector_type(2, b.ctx().common().i32);
            let pair = raw(b, "spv.CompositeConstruct", &[x, x], &[], Some(vector));
            let pair = b.result(pair, 0);
            let list = b.ctx().i32_attr(0);
            let u32 = b.ctx().common().i32;
            raw(b, "spv.CompositeExtract", &[pair], &[list.raw()], Some(u32));
        }),
    ];
    insta::assert_snapshot!(lines.join("\n"));
}
