//! Tests of ops that lack required operands or attributes, because programs may build them
//!
//! Each op must print without a panic. If its custom form cannot represent it, it is printed in the generic form.

use spv_opt::dialect::context;
use spv_opt::ir::dialect::{ABSENT, OpDefId, ParamDefId};
use spv_opt::ir::{Block, Body, Builder, Context, InsertPoint, Module, NewOp};
use spv_opt::printer::{self, Options};

/// Returns the printer options for each form of MLIR text.
fn forms() -> [Options<'static>; 5] {
    let plain = Options::default();
    let strict = Options { compat: Some(&spv_opt::dialect::llvm::LLVM14), ..plain };
    [
        plain,
        Options { generic: true, ..plain },
        Options { debug_info: true, local_scope: true, ..plain },
        strict,
        Options { generic: true, ..strict },
    ]
}

/// Appends several incomplete variants of an op to a block.
fn incomplete(ctx: &Context, body: &mut Body, block: Block, def: OpDefId) {
    let common = ctx.common();
    let (i32, text) = (common.i32, ctx.string_attr("text").raw());
    let values = [Builder::new(body).forward_value(Some(i32)), Builder::new(body).forward_value(None)];
    let slots = ctx.registry().op(def).slots();
    let filled = |raw: u32| vec![raw; slots];
    let words = [0, 1, ABSENT, text, ctx.type_attr(i32).raw(), ctx.array_attr(&[ctx.unit_attr()]).raw()];
    for slots in words.map(filled).into_iter().chain([Vec::new(), vec![0; slots / 2], vec![1; slots + 2]]) {
        let plain = NewOp { slots: &slots, ..NewOp::new(def) };
        let shapes = [
            plain,
            NewOp { results: &[i32], ..plain },
            NewOp { results: &[i32, i32], operands: &values[..1], ..plain },
            NewOp { operands: &values, ..plain },
            NewOp { operands: &values[..1], successors: &[(block, &values)], ..plain },
            NewOp { regions: 1, ..plain },
            NewOp { regions: 2, results: &[i32], ..plain },
            NewOp { isolated: true, ..plain },
        ];
        for shape in shapes {
            Builder::at(body, InsertPoint::End(block)).create(shape);
        }
    }
}

#[test]
fn every_op_is_printed_whatever_it_lacks() {
    let ctx = context();
    for number in 0..ctx.registry().ops().len() {
        let def = OpDefId(number as u16);
        let mut module = Module::new(ctx.clone());
        let block = module.body.first_block(module.body.root()).expect("a module has a block");
        incomplete(&ctx, &mut module.body, block, def);
        let name = ctx.registry().op(def).row.name;
        for options in forms() {
            let text = printer::print(&module, &options);
            assert!(text.lines().count() > 70, "{name}: {text}");
        }
        assert!(spv_opt::verify(&module).is_err(), "{name}");
    }
}

#[test]
fn every_type_and_attribute_is_printed_whatever_it_lacks() {
    let ctx = context();
    let (word, text) = (ctx.i32_attr(u32::MAX), ctx.string_attr("text"));
    let list = ctx.array_attr(&[text]);
    let kinds =
        [ctx.unit_attr(), word, text, list, ctx.type_attr(ctx.common().f32), ctx.dict_attr(Vec::new())];
    for (i, &first) in kinds.iter().enumerate() {
        for params in [vec![], vec![first], vec![first; 2], vec![first; 9], [&kinds[i..], &kinds].concat()] {
            for number in 0..ctx.registry().types().len() {
                let ty = ctx.param_type(ParamDefId(number as u16), &params, 1);
                assert!(!printer::print_type(&ctx, ty).is_empty());
            }
            for number in 0..ctx.registry().attrs().len() {
                let attr = ctx.param_attr(ParamDefId(number as u16), &params);
                assert!(!printer::print_attr(&ctx, attr).is_empty());
            }
        }
    }
}

/// Checks that incomplete ops are marked with a comment, and that their MLIR text can be parsed.
#[test]
fn what_lacks_something_is_marked_and_read_back() {
    let text = r#"module {
  spv.module Logical GLSL450 {
    spv.func @f() "None" {
      %0 = "spv.Constant"() {i32 = 5 : i32} : () -> i32  // incomplete
      "spv.mlir.loop"() {continue_target = 0 : i32, fused = 0 : i32, loop_control = "None"} : () -> ()  // incomplete
      spv.Return
    }
  }
  "builtin.module"() : () -> ()  // incomplete
}
"#;
    let ctx = context();
    let module = spv_opt::parse(&ctx, text).expect("the generic form does not ask for these parts");
    assert_eq!(spv_opt::print(&module), text);
    let errors = spv_opt::verify(&module).expect_err("parts are missing");
    let messages: Vec<&str> = errors.list.iter().map(|e| &e.message[..]).collect();
    let expected = [
        "'spv.Constant' op requires attribute 'value'",
        "'spv.mlir.loop' op requires one region, but found 0",
        "'builtin.module' op requires one region, but found 0",
    ];
    assert!(expected.iter().all(|m| messages.contains(m)), "{messages:?}");
}
