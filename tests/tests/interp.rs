//! Tests of the interpreter: single ops with expected results, and each kind of control-flow path

use spv_interp::*;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::{Context, FloatKind, Signedness, Type};

fn int(ctx: &Context, width: u32) -> Type {
    ctx.int_type(width, Signedness::Signless)
}

fn eval_bits(ctx: &Context, opcode: u32, ty: Type, operand: Type, args: &[u64]) -> Option<u64> {
    let types = vec![operand; args.len()];
    let inst = Inst { set: 0, opcode, ty, operand_types: &types, words: &[] };
    let args: Vec<Value> = args.iter().map(|&b| Value::Bits(b)).collect();
    eval_op(ctx, &inst, &args).expect("the op is known").bits()
}

#[test]
fn integers() {
    let ctx = spv_opt::context();
    let cases: &[(u32, u32, &[u64], Option<u64>)] = &[
        (op::I_ADD, 8, &[200, 100], Some(44)),
        (op::I_SUB, 64, &[0, 1], Some(u64::MAX)),
        (op::I_MUL, 16, &[300, 300], Some(90_000 & 0xFFFF)),
        (op::U_DIV, 32, &[7, 0], None),
        (op::S_DIV, 8, &[0x80, 0xFF], None),
        (op::S_DIV, 8, &[0xF9, 2], Some(0xFD)),
        (op::S_REM, 8, &[0xF9, 2], Some(0xFF)),
        (op::S_MOD, 8, &[0xF9, 2], Some(1)),
        (op::S_MOD, 8, &[7, 0xFE], Some(0xFF)),
        (op::SHIFT_LEFT_LOGICAL, 8, &[0x81, 1], Some(2)),
        (op::SHIFT_RIGHT_ARITHMETIC, 8, &[0x81, 1], Some(0xC0)),
        (op::SHIFT_RIGHT_LOGICAL, 32, &[1, 32], None),
        (op::S_NEGATE, 16, &[1], Some(0xFFFF)),
        (op::NOT, 8, &[0x0F], Some(0xF0)),
        (op::BIT_COUNT, 64, &[u64::MAX], Some(64)),
        (op::BIT_REVERSE, 8, &[1], Some(0x80)),
        (op::BIT_FIELD_S_EXTRACT, 32, &[0xF0, 4, 4], Some(0xFFFF_FFFF)),
        (op::BIT_FIELD_U_EXTRACT, 32, &[0xF0, 4, 4], Some(15)),
        (op::BIT_FIELD_U_EXTRACT, 32, &[0xF0, 30, 4], None),
        (op::BIT_FIELD_INSERT, 32, &[0xFFFF, 0, 4, 8], Some(0xF00F)),
    ];
    for &(opcode, width, args, expected) in cases {
        let ty = int(&ctx, width);
        assert_eq!(eval_bits(&ctx, opcode, ty, ty, args), expected, "{opcode} of {width} bits: {args:?}");
    }
    let compared: &[(u32, u64, u64, u64)] = &[
        (op::S_LESS_THAN, 0xFF, 0, 1),
        (op::U_LESS_THAN, 0xFF, 0, 0),
        (op::S_GREATER_THAN_EQUAL, 0x80, 0x7F, 0),
        (op::I_NOT_EQUAL, 3, 3, 0),
    ];
    for &(opcode, a, b, expected) in compared {
        let found = eval_bits(&ctx, opcode, ctx.common().i1, int(&ctx, 8), &[a, b]);
        assert_eq!(found, Some(expected), "{opcode}: {a}, {b}");
    }
}

#[test]
fn conversions_and_floats() {
    let ctx = spv_opt::context();
    let float = |kind| ctx.float_type(kind);
    let (f16, f32, f64) = (float(FloatKind::F16), float(FloatKind::F32), float(FloatKind::F64));
    let bits = |x: f32| u64::from(x.to_bits());
    type Case<'a> = (u32, Type, Type, &'a [u64], Option<u64>);
    let cases: &[Case] = &[
        (op::S_CONVERT, int(&ctx, 64), int(&ctx, 8), &[0x80], Some(0xFFFF_FFFF_FFFF_FF80)),
        (op::U_CONVERT, int(&ctx, 8), int(&ctx, 64), &[0x1FF], Some(0xFF)),
        (op::CONVERT_S_TO_F, f32, int(&ctx, 8), &[0xFF], Some(bits(-1.0))),
        // The integer must be rounded only once. Rounding it to f64 and then to f32 yields a different result.
        (op::CONVERT_U_TO_F, f32, int(&ctx, 64), &[0x4000_0040_0000_0001], Some(0x5E80_0001)),
        (op::CONVERT_F_TO_U, int(&ctx, 32), f32, &[bits(-0.5)], Some(0)),
        (op::CONVERT_F_TO_U, int(&ctx, 32), f32, &[bits(4294967296.0)], None),
        (op::CONVERT_F_TO_S, int(&ctx, 32), f32, &[bits(f32::NAN)], None),
        (op::F_CONVERT, f16, f32, &[bits(65520.0)], Some(0x7C00)),
        (op::F_CONVERT, f64, f32, &[bits(0.5)], Some(0.5f64.to_bits())),
        (op::F_NEGATE, f32, f32, &[bits(0.0)], Some(0x8000_0000)),
        (op::F_ADD, f32, f32, &[bits(16_777_216.0), bits(1.0)], Some(bits(16_777_216.0))),
        (op::F_DIV, f32, f32, &[bits(1.0), bits(0.0)], Some(bits(f32::INFINITY))),
        (op::F_MOD, f32, f32, &[bits(-1.0), bits(3.0)], Some(bits(2.0))),
        (op::F_REM, f32, f32, &[bits(-1.0), bits(3.0)], Some(bits(-1.0))),
        (op::F_UNORD_LESS_THAN, ctx.common().i1, f32, &[bits(f32::NAN), bits(0.0)], Some(1)),
        (op::F_ORD_NOT_EQUAL, ctx.common().i1, f32, &[bits(f32::NAN), bits(0.0)], Some(0)),
        (op::BITCAST, int(&ctx, 32), f32, &[bits(1.0)], Some(0x3F80_0000)),
    ];
    for (opcode, ty, operand, args, expected) in cases {
        assert_eq!(eval_bits(&ctx, *opcode, *ty, *operand, args), *expected, "{opcode}: {args:x?}");
    }
}

/// Runs the function `@f` with integer arguments, in region form and after lowering to CFG form.
fn run(text: &str, args: &[u64]) -> Vec<Run> {
    let ctx = spv_opt::context();
    let text =
        format!("spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {{\n{text}\n}}");
    let mut module = spv_opt::parse(&ctx, &text).unwrap_or_else(|e| panic!("{}", e.list[0].message));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{}", e.list[0].message));
    let go = |module: &spv_opt::Module| {
        let mut machine = Machine::new(module).expect("there is a spv.module");
        machine.budget = 1000;
        let mut given = args.iter().copied();
        machine.run("f", &mut |_| given.next().map_or(Value::Undef, Value::Bits))
    };
    let first = go(&module);
    spv_tests::forms::lower(&mut module).expect("it can be lowered");
    vec![first, go(&module)]
}

fn returns(text: &str, args: &[u64], expected: u64) {
    for run in run(text, args) {
        assert_eq!(run.outcome, Outcome::Returned(Value::Bits(expected)), "{args:?}");
    }
}

#[test]
fn a_loop_with_a_switch_that_breaks_and_continues() {
    // The function sums 0, 1, 2 and so on, skips 3, and stops at 5.
    let text = "spv.func @f(%n : i32) -> i32 \"None\" {
      %zero = spv.Constant 0 : i32
      %one = spv.Constant 1 : i32
      %r = spv.mlir.loop -> i32 {
        spv.Branch ^header(%zero, %zero : i32, i32)
      ^header(%i : i32, %sum : i32):
        %more = spv.ULessThan %i, %n : i32
        spv.BranchConditional %more, ^body, ^merge(%sum : i32)
      ^body:
        %next_sum = spv.IAdd %sum, %i : i32
        spv.mlir.selection {
          spv.Switch %i : i32, [
            default: ^end,
            3: ^three,
            5: ^five
          ]
        ^three:
          spv.mlir.continue %sum : i32
        ^five:
          spv.mlir.break %sum : i32
        ^end:
          spv.mlir.merge
        }
        spv.Branch ^next(%next_sum : i32)
      ^next(%s : i32):
        %j = spv.IAdd %i, %one : i32
        spv.Branch ^header(%j, %s : i32, i32)
      ^merge(%result : i32):
        spv.mlir.merge %result : i32
      }
      spv.ReturnValue %r : i32
    }";
    for (n, expected) in [(0, 0), (3, 3), (5, 7), (9, 7)] {
        returns(text, &[n], expected);
    }
}

#[test]
fn memory_and_calls() {
    let text = "spv.GlobalVariable @g : !spv.ptr<vector<2xi32>, Private>
    spv.func @h(%p : !spv.ptr<i32, Function>, %v : i32) \"None\" {
      spv.Store \"Function\" %p, %v : i32
      spv.Return
    }
    spv.func @f(%v : i32, %i : i32) -> i32 \"None\" {
      %g = spv.mlir.addressof @g : !spv.ptr<vector<2xi32>, Private>
      %p = spv.Variable : !spv.ptr<i32, Function>
      spv.FunctionCall @h(%p, %v) : (!spv.ptr<i32, Function>, i32) -> ()
      %r = spv.Load \"Function\" %p : i32
      %part = spv.AccessChain %g[%i] : !spv.ptr<vector<2xi32>, Private>, i32
      spv.Store \"Private\" %part, %r : i32
      spv.ReturnValue %r : i32
    }";
    for run in run(text, &[7, 1]) {
        assert_eq!(run.outcome, Outcome::Returned(Value::Bits(7)));
        let expected = Value::composite(vec![Value::Undef, Value::Bits(7)]);
        assert_eq!(run.memory, [("g".to_owned(), expected)]);
    }
    for run in run(text, &[7, 2]) {
        assert_eq!(run.outcome, Outcome::Trapped(Trap::BadPointer));
    }
}

#[test]
fn what_is_undefined_and_what_takes_long() {
    let text = "spv.func @f(%a : i32, %b : i32) -> i32 \"None\" {
      %zero = spv.Constant 0 : i32
      %q = spv.UDiv %a, %b : i32
      %c = spv.IEqual %q, %zero : i32
      spv.mlir.loop {
        spv.Branch ^header
      ^header:
        spv.BranchConditional %c, ^next, ^merge
      ^next:
        spv.Branch ^header
      ^merge:
        spv.mlir.merge
      }
      spv.ReturnValue %q : i32
    }";
    returns(text, &[6, 3], 2);
    for (args, trap) in [([6, 0], Trap::UndefinedBranch), ([0, 1], Trap::Budget)] {
        for run in run(text, &args) {
            assert_eq!(run.outcome, Outcome::Trapped(trap.clone()));
        }
    }
    let a = Value::composite(vec![Value::Undef, Value::Bits(1)]);
    let b = Value::composite(vec![Value::Bits(5), Value::Bits(1)]);
    assert!(a.refined_by(&b) && !b.refined_by(&a));
}
