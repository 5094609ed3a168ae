//! Misuse of the typed builders
//!
//! The builders report each mistake with function and location, and never panic. The test links no MLIR printer, like
//! an embedding program without the feature `text`.

use spv_build::spv::{self, FunctionBuilder, ModuleBuilder, Types, WhilePart};
use spv_ir::verify::verify_module;
use spv_ir::{Block, Body, Context, Diagnostic, InsertPoint, LocData, Location, Op, Place, Value, walk};
use spv_validate::{TargetEnv, verify_for};

/// Text of the location of the mistakes.
const POSITION: &str = "shader.toy:7:3";

/// Returns a source location for the mistake: line 7.
fn location(ctx: &Context) -> Location {
    ctx.file_location(ctx.ident("shader.toy"), 7, 3)
}

/// Builds a function `@broken` with `build`, which leaves out the terminator. Returns the errors of the module.
fn mistake(build: impl FnOnce(&mut FunctionBuilder<'_>, Value, Foreign)) -> String {
    mistake_after(build, |b| b.return_())
}

/// Handles of a different function.
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
    let ctx = spv_dialect::context();
    let f32 = ctx.common().f32;
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    let mut foreign = None;
    // The handles in this function have the same indices as the handles in `@broken`.
    m.function("other", &[f32], None, |b| {
        let value = b.parameter(0);
        b.f_negate(value);
        b.return_();
        let block = b.entry();
        foreign = b.first_op(block).map(|op| Foreign { value, block, op });
    });
    m.function("broken", &[f32], None, |b| {
        b.loc = location(&ctx);
        let x = b.parameter(0);
        build(b, x, foreign.expect("it was built"));
        end(b);
    });
    let errors = match m.finish() {
        Err(errors) => errors,
        Ok(module) => {
            let env = TargetEnv::new("spv1.3").expect("it is known");
            let verdict = verify_module(&module).and_then(|()| verify_for(&module, &env));
            verdict.expect_err("the module is wrong")
        }
    };
    let at_line_7 = |place: &Place| match place {
        Place::Op(loc) => *loc == location(&ctx),
        place => *place == Place::Stated(POSITION.to_owned()),
    };
    let line = |e: &Diagnostic| {
        let elsewhere = if at_line_7(&e.place) { "" } else { "(elsewhere) " };
        let around = e.excerpt.as_ref().map_or_else(String::new, |excerpt| format!(" ({})", excerpt.around));
        format!("{elsewhere}{}{around}", e.message)
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
        mistake(|b, _, other| _ = b.result(other.op, 0)),
        mistake(|b, _, other| b.with_insertion_point(InsertPoint::End(other.block), |b| _ = b.u32(1))),
        mistake_after(|_, _, _| {}, |b| b.branch(b.entry(), &[])),
        mistake_after(
            |_, _, _| {},
            |b| {
                let block = b.new_block(&[]);
                let x = b.parameter(0);
                b.branch(block, &[x]);
                b.position_at_end(block);
                b.return_();
            }
        ),
        mistake_after(|b, _, other| b.branch(other.block, &[]), |_| ()),
        mistake_after(|_, _, _| {}, |b| b.branch_conditional_to_self()),
        mistake_after(|b, _, other| _ = b.return_value(other.value), |_| ()),
    ]));
}

/// Builds more functions than a handle can distinguish, and uses handles of all functions in the last function.
#[test]
fn handles_of_many_functions() {
    const FUNCTIONS: usize = 300;
    let ctx = spv_dialect::context();
    let f32 = ctx.common().f32;
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    let mut handles = Vec::new();
    for number in 0..FUNCTIONS {
        m.function("f", &[f32], Some(f32), |b| {
            let mut value = b.parameter(0);
            (0..number % 9).for_each(|_| value = b.f_negate(value));
            let block = b.new_block(&[]);
            b.branch(block, &[]);
            b.position_at_end(block);
            b.return_value(value);
            handles.extend(b.last_op(block).map(|op| Foreign { value, block, op }));
        });
    }
    m.function("last", &[f32], None, |b| {
        for _ in 0..20 {
            let block = b.new_block(&[]);
            b.position_at_end(block);
            b.return_();
        }
        b.position_at_end(b.entry());
        for other in handles {
            assert!(!b.has_value(other.value) && !b.has_block(other.block) && !b.has_op(other.op));
            assert_eq!((b.value_type(other.value), b.defining_op(other.value)), (ctx.common().none, None));
            b.f_negate(other.value);
            b.position_at_end(other.block);
            b.erase(other.op);
        }
        b.return_();
    });
    let errors = m.finish().err().expect("the last function is wrong").list;
    assert_eq!(errors.len(), 3 * FUNCTIONS);
    assert!(errors.iter().all(|error| error.message.contains("another function")));
}

/// Helper methods for builder calls that would not fit on one line.
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
        mistake(|b, x, _| {
            let sum = b.add(x, x);
            let op = b.defining_op(sum).expect("it is a result");
            b.result(op, 1);
        }),
        mistake_after(|b, x, _| _ = b.return_value(x), |_| ()),
        mistake_after(|b, x, _| _ = b.f_negate(x), |_| ()),
        mistake(|b, x, _| {
            b.return_();
            b.f_negate(x);
        }),
    ]));
}

#[test]
fn control_flow_without_structure() {
    insta::assert_snapshot!(mistake_after(
        |_, _, _| {},
        |b| {
            let (yes, blocks) = (b.bool(true), [b.new_block(&[]), b.new_block(&[])]);
            b.branch_conditional(yes, (blocks[0], &[]), (blocks[1], &[]));
            for block in blocks {
                b.position_at_end(block);
                b.return_();
            }
        }
    ));
}

/// Uses a value that is not defined on all paths to the use.
#[test]
fn values_that_do_not_dominate() {
    insta::assert_snapshot!(mistake_after(
        |_, _, _| {},
        |b| {
            let [yes, no, end] = [0; 3].map(|_| b.new_block(&[]));
            let (condition, one) = (b.bool(true), b.u32(1));
            b.branch_conditional(condition, (yes, &[]), (no, &[]));
            b.position_at_end(yes);
            let sum = b.i_add(one, one);
            b.branch(end, &[]);
            b.position_at_end(no);
            b.branch(end, &[]);
            b.position_at_end(end);
            b.i_mul(one, sum);
            b.return_();
            b.structurize();
        }
    ));
}

/// Builds types from a type of another context. Its handle is identical to the handle that this context will assign to
/// its next type.
#[test]
fn types_of_another_context() {
    let other = spv_dialect::context();
    for count in 0..40 {
        // The foreign handle denotes a type that the module is about to create.
        let foreign = other.vector_type(100 + count, other.common().f32);
        let ctx = spv_dialect::context();
        let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
        m.deduced_target(1, 3);
        let inside = ctx.structure().named("Data").member(foreign).member(ctx.array(foreign, 4)).build();
        let variables = [m.private_variable("direct", foreign), m.private_variable("inside", inside)];
        let main = m.function("main", &[foreign], None, |b| {
            variables.iter().for_each(|variable| _ = b.load_global(*variable));
            b.return_();
        });
        m.deduced_entry_point(spv::ExecutionModel::Fragment, main);
        if let Ok(module) = m.finish() {
            // Verification may succeed by coincidence, if the handle denotes an existing type.
            _ = verify_module(&module);
        }
    }
}

/// Checks that the target environment limits the deduced version, and that a module without a version is an error.
#[test]
fn targets() {
    let build = |target: fn(&mut ModuleBuilder), environment: &str, ballot: bool| {
        let ctx = spv_dialect::context();
        let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
        target(&mut m);
        let data = m.storage_array("data", ctx.float(32), 0, 0);
        let main = m.function("main", &[], None, |b| {
            b.loc = location(&ctx);
            b.address(data);
            if ballot {
                let condition = b.bool(true);
                b.group_non_uniform_ballot(spv::Scope::Subgroup, condition);
            }
            b.return_();
        });
        m.compute_entry_point(main, [1, 1, 1]);
        match m.finish_for(environment) {
            Ok(_) => "valid".to_owned(),
            Err(errors) => errors.list.iter().map(|e| &*e.message).collect::<Vec<_>>().join("\n    "),
        }
    };
    insta::assert_snapshot!(lines(&[
        build(|m| m.deduced_target(1, 3), "vulkan1.0", false),
        build(|m| m.deduced_target(1, 3), "vulkan1.0", true),
        build(|m| m.deduced_target(1, 3), "vulkan1.1", true),
        build(|_| {}, "vulkan1.1", false),
        build(|m| m.deduced_target(1, 3), "vulkan1.9", false),
    ]));
}

/// Checks that violations that concern several entities name all of them.
#[test]
fn entities_of_violations() {
    let build = |build: fn(&mut ModuleBuilder)| {
        let ctx = spv_dialect::context();
        let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
        m.deduced_target(1, 3);
        build(&mut m);
        let errors = m.finish_for("vulkan1.1").err().expect("the module is wrong");
        errors.list.iter().map(|e| &*e.message).collect::<Vec<_>>().join("\n    ")
    };
    insta::assert_snapshot!(lines(&[
        build(|m| {
            let [even, odd] = ["even", "odd"].map(|name| m.declare(name, &[], None));
            for (function, callee) in [(even, odd), (odd, even)] {
                m.define(function, |b| {
                    b.call(callee, &[]);
                    b.return_();
                });
            }
            let main = m.function("main", &[], None, |b| {
                b.call(even, &[]);
                b.return_();
            });
            m.compute_entry_point(main, [1, 1, 1]);
        }),
        build(|m| {
            let first = m.function("first", &[], None, |b| _ = b.return_());
            let second = m.function("second", &[], None, |b| {
                b.call(first, &[]);
                b.return_();
            });
            m.vertex_entry_point(first);
            m.fragment_entry_point(second);
        }),
        build(|m| {
            let f32 = m.ctx().common().f32;
            let inputs = ["i", "j"].map(|name| m.input(name, f32, 0));
            let main = m.function("main", &[], None, |b| {
                inputs.iter().for_each(|input| _ = b.load_global(*input));
                b.return_();
            });
            m.fragment_entry_point(main);
        }),
    ]));
}

/// Checks that errors about variables and entry points have the location of the module builder.
#[test]
fn declarations() {
    let verdict = |build: &dyn Fn(&mut ModuleBuilder, &Context)| {
        let ctx = spv_dialect::context();
        let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
        m.deduced_target(1, 3);
        m.loc = location(&ctx);
        build(&mut m, &ctx);
        let errors = m.finish_for("vulkan1.1").err().expect("the module is wrong").list;
        assert!(errors.iter().all(|error| error.place == Place::Stated(POSITION.to_owned())), "{errors:?}");
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>().join("\n    ")
    };
    insta::assert_snapshot!(lines(&[
        verdict(&|m, ctx| {
            let flags = m.storage_array("flags", ctx.common().i1, 0, 0);
            let main = m.function("main", &[], None, |b| {
                let (items, zero) = (b.member(flags, 0), b.u32(0));
                b.access_chain(items, &[zero]);
                b.return_();
            });
            m.compute_entry_point(main, [1, 1, 1]);
        }),
        verdict(&|m, _| {
            let main = m.function("main", &[], None, |b| b.return_if_open());
            m.compute_entry_point(main, [1, 0, 1]);
        }),
        verdict(&|m, ctx| {
            m.input("flag", ctx.common().i1, 0);
            let main = m.function("main", &[], None, |b| b.return_if_open());
            m.compute_entry_point(main, [1, 1, 1]);
        }),
    ]));
}

/// Returns the text of all errors of a module, with places, excerpts and notes. `build` may set the location to other lines of the
/// file with [`at_line`]. Declarations are at line 1.
fn errors_of(environment: &str, build: &dyn Fn(&mut ModuleBuilder, &Context)) -> String {
    let ctx = spv_dialect::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.deduced_target(1, 6);
    m.loc = line(&ctx, 1);
    build(&mut m, &ctx);
    match m.finish_for(environment) {
        Ok(_) => "valid".to_owned(),
        Err(errors) => errors.to_string().replace('\n', "\n    "),
    }
}

fn line(ctx: &Context, line: u32) -> Location {
    ctx.file_location(ctx.ident("shader.toy"), line, 1)
}

fn at_line(b: &mut FunctionBuilder<'_>, number: u32) {
    b.loc = line(b.ctx(), number);
}

/// Adds a compute entry point.
fn shader(m: &mut ModuleBuilder, build: &dyn Fn(&mut FunctionBuilder<'_>)) {
    let main = m.function("main", &[], None, |b| {
        build(b);
        b.return_if_open();
    });
    m.compute_entry_point(main, [1, 1, 1]);
}

/// Checks that errors point to the code that has to change, although constants are shared and functions may lack
/// locations.
#[test]
fn places() {
    let errors = |build: &dyn Fn(&mut ModuleBuilder, &Context)| errors_of("vulkan1.1", build);
    insta::assert_snapshot!(lines(&[
        // A constant of the wrong type.
        errors(&|m, ctx| {
            shader(m, &|b| {
                at_line(b, 5);
                b.constant(ctx.unsigned(16), ctx.f32(1.0));
                at_line(b, 6);
                b.f32(4.0);
            })
        }),
        // A function without locations.
        errors(&|m, ctx| {
            m.loc = line(ctx, 3);
            shader(m, &|b| {
                let x = b.f32(1.0);
                b.i_add(x, x);
            })
        }),
        // Missing terminators.
        errors(&|m, _| {
            m.function("open", &[], None, |b| {
                at_line(b, 5);
                let x = b.f32(1.0);
                at_line(b, 6);
                b.f_add(x, x);
                at_line(b, 7);
                b.f32(2.0);
            });
            m.cfg_function("graph", &[], None, |b| {
                at_line(b, 8);
                let (blocks, yes) = ([b.new_block(&[]), b.new_block(&[])], b.bool(true));
                b.branch_conditional(yes, (blocks[0], &[]), (blocks[1], &[]));
                b.position_at_end(blocks[0]);
                at_line(b, 9);
                b.not_equal(yes, yes);
                b.position_at_end(blocks[1]);
                at_line(b, 10);
            });
            m.function("empty", &[], None, |_| {});
        }),
        // Code after a terminator.
        errors(&|m, _| {
            shader(m, &|b| {
                at_line(b, 5);
                let x = b.f32(2.0);
                b.return_();
                at_line(b, 7);
                b.f_add(x, x);
                at_line(b, 8);
                b.f_add(x, x);
            })
        }),
        // A function without definition, and an error in another function.
        errors(&|m, ctx| {
            m.loc = line(ctx, 3);
            let g = m.declare("g", &[], None);
            m.loc = line(ctx, 4);
            shader(m, &|b| {
                at_line(b, 5);
                b.call(g, &[]);
                let x = b.f32(1.0);
                b.i_add(x, x);
            })
        }),
        // An error of the builders, and errors of the verifier in the same and another function.
        errors(&|m, _| {
            m.function("g", &[], None, |b| {
                at_line(b, 5);
                b.parameter(4);
                let x = b.f32(1.0);
                b.i_add(x, x);
                b.return_();
            });
            shader(m, &|b| {
                at_line(b, 7);
                let x = b.f32(1.0);
                b.i_add(x, x);
            })
        }),
        // Calls.
        errors(&|m, _| {
            let g = m.declare("g", &[], None);
            m.define(g, |b| {
                at_line(b, 5);
                b.call(g, &[]);
                b.return_();
            });
            shader(m, &|b| _ = b.call(g, &[]))
        }),
        errors(&|m, _| {
            let g = m.function("g", &[], None, |b| b.return_if_open());
            m.compute_entry_point(g, [1, 1, 1]);
            m.function("caller", &[], None, |b| {
                at_line(b, 5);
                b.call(g, &[]);
                b.return_();
            });
        }),
        // Requirements that the target does not meet.
        errors(&|m, _| {
            shader(m, &|b| {
                at_line(b, 5);
                let x = b.f32(1.0);
                at_line(b, 6);
                b.is_finite(x);
            })
        }),
        errors(&|m, ctx| {
            shader(m, &|b| {
                at_line(b, 5);
                b.local_variable(ctx.vector(ctx.float(32), 5));
            })
        }),
        errors(&|m, ctx| {
            shader(m, &|b| {
                at_line(b, 5);
                b.local_variable(ctx.vector(ctx.float(32), 0));
            })
        }),
    ]));
}

/// Checks that a builder without location reports errors about an op at the op.
#[test]
fn errors_about_ops() {
    let ctx = spv_dialect::context();
    let mut body = Body::default();
    let root = body.root();
    let entry = spv_ir::Builder::new(&mut body).append_block(root);
    let mut b = spv::Builder::at_end(&ctx, &mut body, entry);
    b.loc = line(&ctx, 4);
    let one = b.constant(ctx.common().f32, ctx.f32(1.0));
    b.loc = Location::UNKNOWN;
    b.f_add(one, one);
    let op = b.defining_op(one).expect("it is a result");
    b.erase(op);
    b.result(op, 1);
    insta::assert_snapshot!(b.finish().expect_err("the op is used").to_string());
}

/// Checks that locations of shared constants and of the module builder are not exported with the code of a function.
#[test]
fn unexported_locations() {
    let ctx = spv_dialect::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader], &[]);
    m.loc = line(&ctx, 1);
    shader(&mut m, &|b| {
        let one = b.f32(1.0);
        let sum = b.f_add(one, one);
        at_line(b, 5);
        let two = b.f32(2.0);
        b.f_add(sum, two);
        let body: &Body = b;
        for op in walk::ops(body) {
            let name = b.ctx().registry().op(body.def(op)).row.name;
            let is_explicit = body.loc(op).is_explicit();
            assert_eq!(
                is_explicit,
                name == "spv.FAdd" && body.prev(op).is_some_and(|op| body.def(op) != spv::Constant::ID)
            );
            assert_eq!(*b.ctx().loc_data(body.loc(op)) == LocData::Unknown, !is_explicit);
        }
    });
}

/// Checks that the type `none` is reported once, where the builders first get it.
#[test]
fn invalid_types() {
    let errors = |build: &dyn Fn(&mut ModuleBuilder, &Context)| errors_of("vulkan1.1", build);
    let use_float = |b: &mut FunctionBuilder<'_>, pointer: Value| {
        at_line(b, 6);
        let x = b.load(pointer);
        at_line(b, 7);
        let sum = b.add(x, x);
        b.f_mul(sum, x);
        b.store(pointer, sum);
    };
    insta::assert_snapshot!(lines(&[
        errors(&|m, ctx| {
            let input = m.input("x", ctx.float(12), 0);
            shader(m, &|b| {
                let address = b.address(input);
                use_float(b, address);
            })
        }),
        errors(&|m, ctx| {
            let ty = ctx.float(12);
            shader(m, &|b| {
                at_line(b, 5);
                let local = b.local_variable(ty);
                use_float(b, local);
            })
        }),
        errors(&|m, ctx| {
            let ty = ctx.structure().member(ctx.array(ctx.float(12), 2)).offset(0).block().build();
            let buffer = m.storage_buffer("data", ty, 0, 0);
            shader(m, &|b| {
                at_line(b, 5);
                let (member, zero) = (b.member(buffer, 0), b.u32(0));
                let element = b.access_chain(member, &[zero]);
                use_float(b, element);
            })
        }),
        errors(&|m, ctx| {
            let ty = ctx.vector(ctx.unsigned(0), 4);
            shader(m, &|b| {
                at_line(b, 5);
                let x = b.undef(ty);
                let sum = b.i_add(x, x);
                b.s_negate(sum);
            })
        }),
        errors(&|m, ctx| {
            let ty = ctx.unsigned(0);
            m.function("g", &[ty], Some(ty), |b| {
                let x = b.parameter(0);
                at_line(b, 5);
                let sum = b.i_add(x, x);
                b.return_value(sum);
            });
        }),
        errors(&|m, ctx| _ = m.spec_constant("s", 1, ctx.i32_attr(3), ctx.float(12))),
        errors(&|m, ctx| _ = m.private_variable("p", ctx.structure().name("x").member(ctx.float(32)).build())),
        errors(&|m, ctx| {
            shader(m, &|b| {
                at_line(b, 5);
                let x = b.f32(1.0);
                b.with_type(ctx.float(12)).f_add(x, x);
            })
        }),
    ]));
}

/// Checks that keys without a meaning are reported, because export would drop them.
#[test]
fn keys_that_are_no_decorations() {
    let wrong = |key: &'static str| {
        mistake(move |b, x, _| {
            let (key, unit) = (b.ctx().ident(key), b.ctx().unit_attr());
            b.with_attrs(&[(key, unit)]).f_mul(x, x);
        })
    };
    let member = |key: &'static str| {
        errors_of("vulkan1.1", &move |m, ctx| {
            let block = ctx.structure().member(ctx.float(32)).offset(0).decorate_member_unit(key).block();
            m.storage_buffer("data", block.build(), 0, 0);
        })
    };
    insta::assert_snapshot!(lines(&[
        wrong("NoContraction"),
        wrong("no_contractoin"),
        wrong("readonly"),
        member("readonly"),
        member("NonWritable"),
        member("non_writeable"),
        errors_of("vulkan1.1", &|m, ctx| {
            let variable = m.private_variable("p", ctx.float(32));
            m.decorate_unit(variable, "RelaxedPrecision");
        }),
    ]));
}

/// Checks that versions of SPIR-V which do not exist are reported.
#[test]
fn unknown_versions() {
    insta::assert_snapshot!(lines(&[
        errors_of("vulkan1.1", &|m, _| m.target(9, 9, &[spv::Capability::Shader], &[])),
        errors_of("vulkan1.1", &|m, _| m.deduced_target(0, 1)),
        errors_of("vulkan1.1", &|m, _| m.deduced_target(1, 7)),
        errors_of("vulkan1.1", &|m, _| m.target(1, u32::MAX, &[spv::Capability::Shader], &[])),
    ]));
}

/// Checks that `ext_inst` rejects instruction sets whose instructions have their own builders.
#[test]
fn extended_instructions_by_number() {
    let wrong = |set: &'static str, number: u32| {
        mistake(move |b, _, _| _ = b.ext_inst(spv::Definition::LOCAL, set, number, &[]))
    };
    insta::assert_snapshot!(lines(&[
        wrong("GLSL.std.450", 9999),
        wrong("GLSL.std.450", 31),
        wrong("OpenCL.std", 1),
        wrong("Unknown", 1),
    ]));
}

/// Checks that a builder whose insertion point is invalid reports it.
#[test]
fn builders_at_erased_ops() {
    let ctx = spv_dialect::context();
    let mut body = Body::default();
    let root = body.root();
    let entry = spv_ir::Builder::new(&mut body).append_block(root);
    let mut b = spv::Builder::at_end(&ctx, &mut body, entry);
    let one = b.constant(ctx.common().f32, ctx.f32(1.0));
    let op = b.defining_op(one).expect("it is a result");
    b.erase(op);
    let message = |mut b: spv::Builder<'_>| {
        b.constant(ctx.common().f32, ctx.f32(1.0));
        b.finish().expect_err("the op is erased").to_string()
    };
    insta::assert_snapshot!(lines(&[
        message(spv::Builder::before(&ctx, &mut body, op)),
        message(spv::Builder::after(&ctx, &mut body, op)),
    ]));
}

/// Checks that constants and addresses are built again after the user has erased them.
#[test]
fn erased_constants() {
    let ctx = spv_dialect::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader], &[]);
    let variable = m.private_variable("p", ctx.common().f32);
    shader(&mut m, &|b| {
        let two = b.f32(2.0);
        for _ in 0..2 {
            for value in [b.f32(1.0), b.address(variable)] {
                let op = b.defining_op(value).expect("it is a result");
                b.erase(op);
            }
        }
        let (one, address) = (b.f32(1.0), b.address(variable));
        let sum = b.f_add(one, two);
        b.store(address, sum);
    });
    m.finish_for("vulkan1.1").expect("the module is valid");
}

/// Checks that a switch with many cases is built in linear time, apart from hashing.
#[test]
fn many_cases() {
    let ctx = spv_dialect::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader], &[]);
    let literals: Vec<u64> = (0..200_000).collect();
    shader(&mut m, &|b| {
        let (selector, target) = (b.u32(7), b.new_block(&[]));
        let cases: Vec<(u64, Block, &[Value])> = literals.iter().map(|&n| (n, target, &[][..])).collect();
        b.branch_switch(selector, (target, &[]), &cases);
        b.position_at_end(target);
    });
    m.finish().expect("the literals differ");
}

/// Checks that messages about operands that determine no result type name the operand.
#[test]
fn operands_without_a_result_type() {
    let pair = |b: &mut FunctionBuilder<'_>, x| {
        let ty = b.ctx().vector(b.ctx().float(32), 2);
        b.composite_construct(ty, &[x, x])
    };
    insta::assert_snapshot!(lines(&[
        mistake(|b, x, _| {
            let vector = pair(b, x);
            b.transpose(vector);
        }),
        mistake(|b, x, _| {
            let vector = pair(b, x);
            b.outer_product(vector, x);
        }),
        mistake(|b, x, _| {
            let vector = pair(b, x);
            b.vector_shuffle(vector, vector, &[]);
        }),
        mistake(|b, _, _| {
            let ty = b.ctx().structure().member(b.ctx().float(32)).build();
            let (local, index) = (b.local_variable(ty), b.f32(0.0));
            b.access_chain(local, &[index]);
        }),
        errors_of("vulkan1.1", &|m, ctx| _ = m.storage_array("v", ctx.float(17), 0, 0)),
    ]));
}

/// Checks that locations of debug info that is not part of the module are reported with the missing call.
#[test]
fn debug_info_that_is_not_added() {
    insta::assert_snapshot!(errors_of("vulkan1.1", &|m, ctx| {
        let debug = spv::DebugInfo::new(m.ctx(), "shader.toy", None, spv::SourceLanguage::Unknown);
        let at = spv::SourcePosition { line: 1, column: 1 };
        m.function("f", &[ctx.common().f32], None, |b| {
            b.loc = debug.location(debug.unit(), at);
            let x = b.parameter(0);
            b.f_add(x, x);
            b.return_();
        });
    }));
}

/// Checks that the message about a built-in in an unusual storage class names the class.
#[test]
fn storage_class_of_a_built_in() {
    insta::assert_snapshot!(errors_of("vulkan1.1", &|m, ctx| {
        let ty = ctx.pointer(ctx.vector(ctx.float(32), 4), spv::StorageClass::Private);
        let variable = m.variable("p", ty, &[("built_in", ctx.string_attr("Position"))]);
        let main = m.function("main", &[], None, |b| {
            b.load_global(variable);
            b.return_();
        });
        m.vertex_entry_point(main);
    }));
}

/// Checks that settings for the next op apply to it, and not to shared constants or other constructs.
#[test]
fn settings_of_the_next_op() {
    let flags = |b: &mut FunctionBuilder<'_>| {
        let (key, unit) = (b.ctx().ident("no_contraction"), b.ctx().unit_attr());
        b.with_attrs(&[(key, unit)]);
    };
    let f32 = spv_dialect::context().common().f32;
    insta::assert_snapshot!(lines(&[
        mistake(|b, _, _| {
            let yes = b.bool(true);
            b.with_loop_control(spv::LoopControl::UNROLL);
            b.if_(yes, |b| _ = b.while_(&[], |b, _| b.bool(false), |_, _| ()));
        }),
        mistake(|b, _, _| {
            b.with_selection_control(spv::SelectionControl::FLATTEN);
            b.while_(&[], |b, _| b.bool(false), |_, _| ());
        }),
        mistake_after(|b, _, _| _ = b.return_(), |b| _ = b.with_loop_control(spv::LoopControl::UNROLL)),
        mistake_after(|b, _, _| _ = b.return_(), |b| _ = b.with_type(f32)),
        mistake_after(|b, _, _| _ = b.return_(), flags),
    ]));
    let ctx = spv_dialect::context();
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.function("f", &[ctx.common().f32], None, |b| {
        flags(b);
        let (two, x) = (b.f32(2.0), b.parameter(0));
        let product = b.f_mul(x, two);
        let attrs = [two, product].map(|value| b.defining_op(value).and_then(|op| b.attrs(op)));
        assert!(attrs[0].is_none() && attrs[1].is_some());
        b.return_();
    });
}

#[test]
fn integers_that_do_not_fit() {
    insta::assert_snapshot!(lines(&[
        mistake(|b, _, _| _ = b.integer(b.ctx().unsigned(8), 300)),
        mistake(|b, _, _| _ = b.integer(b.ctx().signed(8), -129_i64 as u64)),
        mistake(|b, _, _| _ = b.integer(b.ctx().unsigned(32), 1 << 40)),
        mistake(|b, _, _| {
            for (bits, value) in [(8, 255), (8, -128_i64 as u64), (64, u64::MAX), (32, u64::MAX)] {
                b.integer(b.ctx().unsigned(bits), value);
            }
            b.parameter(9);
        }),
    ]));
}

#[test]
fn repeated_literals() {
    insta::assert_snapshot!(lines(&[
        mistake(|b, x, _| _ = b.switch(x, &[3, 4, 3], &[], |_, _| vec![], |_| vec![])),
        mistake(|b, _, _| {
            let one = b.i32(1);
            b.switch(one, &[-1_i64 as u64, 0xFFFF_FFFF], &[], |_, _| vec![], |_| vec![]);
        }),
        mistake(|b, _, _| {
            let one = b.u32(1);
            b.switch(one, &[1 << 40, 0x1_0000_0005], &[], |_, _| vec![], |_| vec![]);
        }),
        mistake_after(
            |_, _, _| {},
            |b| {
                let (one, block) = (b.u32(1), b.new_block(&[]));
                b.branch_switch(one, (block, &[]), &[(1, block, &[]), (1, block, &[])]);
                b.position_at_end(block);
                b.return_();
            }
        ),
    ]));
}

/// A program may import all names of the dialect: none of them hides a name of Rust's prelude.
mod glob_import {
    #[expect(unused_imports, reason = "the import is the test")]
    use spv_build::spv::*;

    #[test]
    fn the_prelude_stays_visible() {
        let texts: Result<Vec<Option<String>>, Box<str>> = Ok(vec![Some(String::new()), None]);
        assert_eq!(texts.map(|texts| texts.len()), Ok(2));
    }
}
