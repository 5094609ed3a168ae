//! Tests of constructs nested in every region of other constructs, built by a recursive compiler

use spv_opt::ir::Value;
use spv_opt::spv::{self, FunctionBuilder, ModuleBuilder, WhilePart};
use spv_opt::{Context, verify};
use std::sync::Arc;

/// A compiler whose methods build regions of constructs through `&mut self`.
struct Compiler {
    translated: usize,
}

impl Compiler {
    /// Compiles `i < 10 && i != 3` with short-circuit evaluation.
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
fn any_expression_in_any_place() {
    let ctx: Arc<Context> = spv_opt::context();
    let u32 = ctx.common().i32;
    let mut m = ModuleBuilder::new(&ctx, spv::AddressingModel::Logical, spv::MemoryModel::GLSL450);
    m.target(1, 3, &[spv::Capability::Shader, spv::Capability::Linkage], &[]);
    let mut compiler = Compiler { translated: 0 };
    m.function("loops", &[u32], Some(u32), |b| {
        let start = b.parameter(0);
        // The condition of the loop contains a loop, whose condition contains a selection.
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
