//! Mistakes of front ends with the typed builders. Each is reported in the terms of the builder, with function and
//! location, and none panics.

use spv_opt::ir::{Block, InsertPoint, Location, Op, Place, Value};
use spv_opt::spv::{self, FunctionBuilder, ModuleBuilder, WhilePart};
use spv_opt::{Context, verify};
use std::sync::Arc;

/// Returns the location of the mistake, line 7.
fn location(ctx: &Context) -> Location {
    ctx.file_location(ctx.ident("shader.toy"), 7, 3)
}

/// Returns the errors of a module with a function `@broken` that `build` fills up to the terminator.
fn mistake(build: impl FnOnce(&mut FunctionBuilder<'_>, Value, Foreign)) -> String {
    mistake_after(build, |b| b.return_())
}

/// Handles of another function.
#[derive(Clone, Copy)]
struct Foreign {
    value: Value,
    block: Block,
    op: Op,
}

fn mistake_after<R>(
    build: impl FnOnce(&mut FunctionBuilder<'_>, Value, Foreign),
    end: impl FnOnce(&mut FunctionBuilder<'_>) -> R,
) -> String {
    let ctx = spv_opt::context();
    let f32 = ctx.common().f32;
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    let mut foreign = None;
    // Its handles are out of range in `@broken`, so that builds without tags of handles find them, too.
    m.function("other", &[f32; 100], None, |b| {
        let value = b.parameter(99);
        let blocks: Vec<Block> = (0..100).map(|_| b.new_block(&[])).collect();
        for &block in &blocks {
            b.with_insertion_point(InsertPoint::End(block), |b| b.return_());
        }
        foreign = b.last_op(blocks[99]).map(|op| Foreign { value, block: blocks[99], op });
        b.return_();
    });
    m.function("broken", &[f32], None, |b| {
        b.loc = location(&ctx);
        let x = b.parameter(0);
        build(b, x, foreign.expect("it was built"));
        end(b);
    });
    let errors = match m.finish() {
        Err(errors) => errors,
        Ok(module) => verify(&module).expect_err("the module is wrong"),
    };
    let at_line_7 = |place: &Place| matches!(place, Place::Op(loc) if *loc == location(&ctx));
    let line = |e: &spv_opt::ir::Diagnostic| {
        format!("{}{}", if at_line_7(&e.place) { "" } else { "(elsewhere) " }, e.message)
    };
    errors.list.iter().map(line).collect::<Vec<_>>().join("\n    ")
}

fn lines(list: &[String]) -> String {
    list.join("\n")
}

#[test]
fn handles_of_another_function() {
    insta::assert_snapshot!(lines(&[
        mistake(|b, x, other| _ = b.f_add(x, other.value)),
        mistake(|b, _, other| _ = b.f_negate(other.value)),
        mistake(|b, _, other| _ = b.load(other.value)),
        mistake(|b, _, other| _ = b.access_chain(other.value, &[other.value])),
        mistake(|b, _, other| _ = b.glsl().sqrt(other.value)),
        mistake(|b, x, other| _ = b.f_mul(x, other.value)),
        mistake(|b, _, other| _ = b.composite_extract(other.value, &[0])),
        mistake(|b, _, other| b.if_(other.value, |_| {})),
        mistake(|b, _, other| _ = b.if_or(other.value, &[other.value], |_| vec![other.value])),
        mistake(|b, _, other| _ = b.switch(other.value, &[1], &[], |_, _| vec![], |_| vec![])),
        mistake(|b, _, other| _ = b.while_(&[other.value], |b, _| b.bool(false), |_, args| args.to_vec())),
        mistake(|b, _, other| _ = b.argument(other.block, 0)),
        mistake(|b, _, other| b.position_at_end(other.block)),
        mistake(|b, _, other| b.set_insertion_point(InsertPoint::Before(other.op))),
        mistake(|b, _, other| b.erase(other.op)),
        mistake(|b, _, other| b.with_insertion_point(InsertPoint::End(other.block), |b| _ = b.u32(1))),
        mistake_after(|_, _, _| {}, |b| b.branch(b.entry(), &[])),
        mistake_after(|b, _, other| b.branch(other.block, &[]), |_| ()),
        mistake_after(|_, _, _| {}, |b| b.branch_conditional_to_self()),
        mistake_after(|b, _, other| _ = b.return_value(other.value), |_| ()),
    ]));
}

/// Uses that are too long for a line.
trait Further {
    fn branch_conditional_to_self(&mut self);
}

impl Further for FunctionBuilder<'_> {
    fn branch_conditional_to_self(&mut self) {
        let (x, block) = (self.parameter(0), self.new_block(&[]));
        self.branch_conditional(x, (block, &[]), (block, &[]));
        self.position_at_end(block);
        self.return_();
    }
}

#[test]
fn parts_of_constructs() {
    insta::assert_snapshot!(lines(&[
        mistake(|b, x, _| {
            let yes = b.bool(true);
            b.if_else(yes, &[], |_| vec![x], |_| vec![]);
        }),
        mistake(|b, x, _| {
            let (yes, f32) = (b.bool(true), b.ctx().common().f32);
            b.if_else(yes, &[f32], |_| vec![x], |b| vec![b.u32(1)]);
        }),
        mistake(|b, x, _| {
            b.if_else(x, &[], |_| vec![], |_| vec![]);
        }),
        mistake(|b, x, _| {
            let yes = b.bool(true);
            b.if_or(yes, &[x], |_| vec![]);
        }),
        mistake(|b, x, _| {
            let one = b.u32(1);
            b.switch(one, &[1, 2], &[], |_, _| vec![x], |_| vec![]);
        }),
        mistake(|b, x, _| _ = b.while_(&[x], |b, _| b.bool(true), |_, _| vec![])),
        mistake(|b, x, _| _ = b.while_(&[x], |_, args| args[0], |_, args| args.to_vec())),
        mistake(|b, x, _| _ = b.while_parts(&[x], |_, _: WhilePart, _| vec![])),
        mistake(|b, x, _| {
            b.loop_(&[], &[], |b, _| {
                let yes = b.bool(true);
                b.if_(yes, |b| b.break_loop(&[x]));
                vec![]
            });
        }),
        mistake(|b, x, _| {
            b.loop_(&[x], &[], |b, args| {
                let yes = b.bool(true);
                b.if_(yes, |b| b.continue_loop(&[]));
                b.if_(yes, |b| b.break_loop(&[]));
                args.to_vec()
            });
        }),
        mistake_after(|_, _, _| {}, |b| b.break_loop(&[])),
        mistake_after(|_, _, _| {}, |b| b.continue_loop(&[])),
    ]));
}

#[test]
fn values_and_types() {
    insta::assert_snapshot!(lines(&[
        mistake(|b, _, _| _ = b.parameter(1)),
        mistake(|b, _, _| _ = b.argument(b.entry(), 5)),
        mistake(|b, x, _| _ = b.load(x)),
        mistake(|b, x, _| _ = b.composite_extract(x, &[0])),
        mistake(|b, x, _| {
            let one = b.u32(1);
            b.f_add(x, one);
        }),
        mistake(|b, x, _| _ = b.i_add(x, x)),
        mistake(|b, x, _| _ = b.store(x, x)),
        mistake(|b, _, _| _ = b.vector_constant(&[])),
        mistake(|b, x, _| {
            let sum = b.f_add(x, x);
            b.f_negate(sum);
            let op = b.defining_op(sum).expect("it is a result");
            b.erase(op);
        }),
        mistake_after(|b, x, _| _ = b.return_value(x), |_| ()),
        mistake_after(|b, x, _| _ = b.f_negate(x), |_| ()),
        mistake(|b, x, _| {
            b.return_();
            b.f_negate(x);
        }),
    ]));
}

/// A compiler that translates both parts of a construct by its own methods.
struct Compiler {
    translated: usize,
}

impl Compiler {
    /// Translates `i < 10 && i != 3` with a branch, as languages with short circuits do.
    fn condition(&mut self, b: &mut FunctionBuilder<'_>, i: Value) -> Value {
        self.translated += 1;
        let (ten, three, bool) = (b.u32(10), b.u32(3), b.ctx().common().i1);
        let less = b.u_less_than(i, ten);
        b.if_parts(less, &[bool], |b, taken| {
            self.translated += 1;
            vec![if taken { b.i_not_equal(i, three) } else { b.bool(false) }]
        })[0]
    }

    fn body(&mut self, b: &mut FunctionBuilder<'_>, i: Value) -> Value {
        self.translated += 1;
        let (one, u32) = (b.u32(1), b.ctx().common().i32);
        let next = b.i_add(i, one);
        b.switch_parts(i, &[4, 5], &[u32], |_, number| {
            self.translated += 1;
            vec![number.map_or(next, |_| i)]
        })[0]
    }
}

#[test]
fn branches_and_literals() {
    insta::assert_snapshot!(lines(&[
        mistake(|b, x, _| _ = b.switch(x, &[3, 4, 3], &[], |_, _| vec![], |_| vec![])),
        in_blocks(|b, x, block| b.branch(block, &[x, x])),
        in_blocks(|b, _, block| {
            let one = b.u32(1);
            b.branch(block, &[one]);
        }),
        in_blocks(|b, x, block| {
            let flag = b.bool(true);
            b.branch_conditional(flag, (block, &[x]), (block, &[]));
        }),
        in_blocks(|b, x, block| {
            let one = b.u32(1);
            b.branch_switch(one, (block, &[]), &[(1, block, &[x]), (1, block, &[x, x])]);
        }),
    ]));
}

/// Returns the errors of a function with a second block, which takes a float. `build` ends the entry block.
fn in_blocks(build: impl FnOnce(&mut FunctionBuilder<'_>, Value, Block)) -> String {
    mistake_after(
        |b, x, _| {
            let block = b.new_block(&[b.value_type(x)]);
            b.with_insertion_point(InsertPoint::End(block), |b| b.return_());
            build(b, x, block);
        },
        |_| (),
    )
}

#[test]
fn any_expression_in_any_place() {
    let ctx: Arc<Context> = spv_opt::context();
    let u32 = ctx.common().i32;
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    let mut compiler = Compiler { translated: 0 };
    m.function("loops", &[u32], Some(u32), |b| {
        let start = b.parameter(0);
        // The condition holds a loop and, in the inner one, a selection.
        let last = b.while_parts(&[start], |b, part, args| match part {
            WhilePart::Condition => {
                let inner = b.while_parts(args, |b, part, args| match part {
                    WhilePart::Condition => vec![compiler.condition(b, args[0])],
                    WhilePart::Body => vec![compiler.body(b, args[0])],
                });
                vec![compiler.condition(b, inner[0])]
            }
            WhilePart::Body => vec![compiler.body(b, args[0])],
        });
        b.return_value(last[0]);
    });
    let module = m.finish().expect("it can be built");
    verify(&module).unwrap_or_else(|errors| panic!("{errors}\n{}", spv_opt::print(&module)));
    let words = spv_opt::export(&module).expect("it is exported");
    if spv_tests::tools::Peer::SpirvVal.find().is_some() {
        spv_tests::tools::spirv_val(&words, "spv1.3").expect("it is valid");
    } else {
        spv_tests::tools::skip("spirv-val not installed (apt install spirv-tools)");
    }
    insta::assert_snapshot!(spv_opt::print(&module));
}
