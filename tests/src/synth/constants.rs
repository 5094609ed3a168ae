//! Test cases for types, constants and variables

use super::builder::{Builder, Section, Ty, string_words};
use super::check::Case;
use super::rows::type_case;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::CORE;
use spv_opt::dialect::generated::values::capability;
use spv_opt::dialect::table::core_row;
use spv_opt::ir::dialect::{Arity, OpRow, ParamKind, ResultKind};

fn name(opcode: u32) -> &'static str {
    core_row(opcode).map_or("?", |r| r.name)
}

/// Creates two test cases for a constant: with the constant as an operand, and with a constant that has a name.
fn constant_cases(
    opcode: u32,
    what: &str,
    spelling: &str,
    make: &dyn Fn(&mut Builder) -> (u32, Vec<u32>),
) -> Vec<Case> {
    [false, true]
        .map(|named| {
            let mut b = Builder::new();
            let (ty, words) = make(&mut b);
            let id = b.def(Section::Globals, opcode, Some(ty), &words);
            b.value(op::COPY_OBJECT, ty, &[id]);
            if named {
                b.op(Section::Names, op::NAME, &[&[id], &string_words("known")[..]].concat());
            }
            let case = Case::new(name(opcode), format!("{what}, named: {named}"), b.finish(), opcode);
            match (named, name(opcode).starts_with("spv.Spec")) {
                (false, false) => case.line(["spv.Constant", spelling]),
                (true, false) => case.line(["spv.GlobalConstant", "@known", spelling]),
                (false, true) => case.line(["spv.SpecConstant", spelling]),
                (true, true) => case.line(["spv.SpecConstant", "@known", spelling]),
            }
        })
        .into()
}

pub fn undef() -> Vec<Case> {
    let mut list = constant_cases(op::UNDEF, "at module scope", "", &|b| (b.ty(Ty::F4), vec![]));
    for (case, spelling) in list.iter_mut().zip(["spv.Undef", "#spv.undef<"]) {
        case.lines = vec![vec![spelling.to_owned()]];
    }
    let mut b = Builder::new();
    let ty = b.ty(Ty::F4);
    let id = b.value(op::UNDEF, ty, &[]);
    b.value(op::COPY_OBJECT, ty, &[id]);
    list.push(Case::new("spv.Undef", "in a function", b.finish(), op::UNDEF).line(["spv.Undef"]));
    list
}

pub fn constant_true() -> Vec<Case> {
    constant_cases(op::CONSTANT_TRUE, "bool", "true", &|b| (b.ty(Ty::Bool), vec![]))
}

pub fn constant_false() -> Vec<Case> {
    constant_cases(op::CONSTANT_FALSE, "bool", "false", &|b| (b.ty(Ty::Bool), vec![]))
}

pub fn spec_true() -> Vec<Case> {
    constant_cases(op::SPEC_CONSTANT_TRUE, "bool", "true", &|b| (b.ty(Ty::Bool), vec![]))
}

pub fn spec_false() -> Vec<Case> {
    constant_cases(op::SPEC_CONSTANT_FALSE, "bool", "false", &|b| (b.ty(Ty::Bool), vec![]))
}

/// Scalar types (opcode and operands), each with a constant: its literal words and its MLIR text.
const SCALARS: &[(&[u32], &[u32], &str)] = &[
    (&[op::TYPE_INT, 8, 0], &[200], "-56 : i8"),
    (&[op::TYPE_INT, 8, 1], &[0xFFFF_FFFF], "-1 : si8"),
    (&[op::TYPE_INT, 16, 0], &[1000], "1000 : i16"),
    (&[op::TYPE_INT, 32, 0], &[77], "77 : i32"),
    (&[op::TYPE_INT, 32, 1], &[0xFFFF_FFF0], "-16 : si32"),
    (&[op::TYPE_INT, 64, 0], &[1, 2], "8589934593 : i64"),
    (&[op::TYPE_INT, 128, 0], &[1, 2, 3, 4], "i128"),
    (&[op::TYPE_INT, 1, 0], &[1], "ui1"),
    (&[op::TYPE_FLOAT, 16], &[0x3E00], "f16"),
    (&[op::TYPE_FLOAT, 32], &[0x3FC0_0000], "f32"),
    (&[op::TYPE_FLOAT, 64], &[0, 0x3FF8_0000], "f64"),
    (&[op::TYPE_FLOAT, 16, 0], &[0x3FC0], "bf16"),
    (&[op::TYPE_FLOAT, 8, 4214], &[0x3C], "f8E4M3FN"),
    (&[op::TYPE_FLOAT, 8, 4215], &[0x3E], "f8E5M2"),
];

fn scalar(opcode: u32) -> Vec<Case> {
    let one = |&(ty, words, text): &(&'static [u32], &[u32], &str)| {
        let spelling = text.split(" : ").last().unwrap_or(text);
        let mut cases =
            constant_cases(opcode, text, spelling, &|b| (b.known(ty[0], None, &ty[1..]), words.to_vec()));
        if let Some((value, _)) = text.split_once(" : ").filter(|(v, _)| !v.starts_with('-')) {
            cases.iter_mut().for_each(|c| c.lines.push(vec![value.to_owned()]));
        }
        cases
    };
    SCALARS.iter().flat_map(one).collect()
}

pub fn constant() -> Vec<Case> {
    scalar(op::CONSTANT)
}

pub fn spec_constant() -> Vec<Case> {
    let mut list = scalar(op::SPEC_CONSTANT);
    let mut b = Builder::new();
    let id = b.spec_u32(5);
    b.op(Section::Annotations, op::DECORATE, &[id, 1, 42]);
    let ty = b.ty(Ty::U32);
    b.value(op::COPY_OBJECT, ty, &[id]);
    let case = Case::new("spv.SpecConstant", "with a SpecId", b.finish(), op::SPEC_CONSTANT);
    list.push(case.line(["spv.SpecConstant", "spec_id", "42"]).line(["spv.mlir.referenceof"]));
    list
}

/// Creates composite constants with 0, 1, 3 and 4 constituents. The constituents are constants, specialization
/// constants or composites.
fn composites(opcode: u32) -> Vec<Case> {
    let f32s = |b: &mut Builder, n: u32| -> Vec<u32> { (0..n).map(|i| b.f32(i as f32 + 0.5)).collect() };
    let arrays = [0u32, 1, 3].map(|n| {
        constant_cases(opcode, &format!("struct of {n}"), "!spv.struct<", &|b| {
            let members = vec![b.ty(Ty::F32); n as usize];
            (b.known(op::TYPE_STRUCT, None, &members), f32s(b, n))
        })
    });
    let mut list = arrays.concat();
    list.extend(constant_cases(opcode, "vector", "vector<4xf32>", &|b| (b.ty(Ty::F4), f32s(b, 4))));
    list.extend(constant_cases(opcode, "array", "!spv.array<4 x f32>", &|b| (b.ty(Ty::Array), f32s(b, 4))));
    list.extend(constant_cases(opcode, "splat", "vector<4xi32>", &|b| {
        let one = b.u32(1);
        (b.ty(Ty::U4), vec![one; 4])
    }));
    list.extend(constant_cases(opcode, "matrix", "!spv.matrix<", &|b| {
        let (f4, parts) = (b.ty(Ty::F4), f32s(b, 4));
        let column = b.known(op::CONSTANT_COMPOSITE, Some(f4), &parts);
        let null = b.known(op::CONSTANT_NULL, Some(f4), &[]);
        let undef = b.known(op::UNDEF, Some(f4), &[]);
        (b.ty(Ty::Matrix), vec![column, null, column, undef])
    }));
    list
}

pub fn composite() -> Vec<Case> {
    composites(op::CONSTANT_COMPOSITE)
}

pub fn spec_composite() -> Vec<Case> {
    let mut list = composites(op::SPEC_CONSTANT_COMPOSITE);
    for case in &mut list {
        case.lines = vec![vec!["spv.SpecConstantComposite".into()]];
    }
    let mut b = Builder::new();
    let (ty, parts) = (b.ty(Ty::U4), [b.spec_u32(1), b.u32(2), b.spec_u32(3), b.u32(4)]);
    let id = b.def(Section::Globals, op::SPEC_CONSTANT_COMPOSITE, Some(ty), &parts);
    b.value(op::COPY_OBJECT, ty, &[id]);
    let case =
        Case::new("spv.SpecConstantComposite", "of spec constants", b.finish(), op::SPEC_CONSTANT_COMPOSITE);
    list.push(case.line(["spv.SpecConstantComposite", "vector<4xi32>"]));
    list
}

pub fn null() -> Vec<Case> {
    [Ty::U32, Ty::F4, Ty::Array, Ty::PtrF32, Ty::Struct]
        .iter()
        .flat_map(|&t| {
            constant_cases(op::CONSTANT_NULL, &format!("{t:?}"), "#spv.null", &|b| (b.ty(t), vec![]))
        })
        .collect()
}

pub fn replicate() -> Vec<Case> {
    let code = op::CONSTANT_COMPOSITE_REPLICATE_EXT;
    constant_cases(code, "vector", "#spv.replicate<", &|b| (b.ty(Ty::U4), vec![b.u32(7)]))
}

pub fn data() -> Vec<Case> {
    [0u32, 1, 3]
        .iter()
        .flat_map(|&n| {
            let what = format!("{n} words");
            constant_cases(op::CONSTANT_DATA_KHR, &what, "!spv.array<4 x f32>", &|b| {
                (b.ty(Ty::Array), (0..n).collect())
            })
        })
        .collect()
}

/// Creates test cases for all opcodes that OpSpecConstantOp may wrap. They also cover all other opcodes that have a
/// result and whose operands are only constants and literals.
pub fn spec_op() -> Vec<Case> {
    let constants = |row: &&OpRow| {
        row.result == ResultKind::One
            && !row.params.is_empty()
            && row.params.iter().all(|p| matches!(p.kind, ParamKind::Value | ParamKind::Word))
            && row.params.iter().all(|p| p.arity != Arity::Optional)
    };
    let one = |row: &OpRow| {
        let mut b = Builder::new();
        let ty = b.ty(Ty::U32);
        let mut words = vec![row.opcode];
        for param in row.params {
            for _ in 0..if param.arity == Arity::Variadic { 3 } else { 1 } {
                let literal = b.literal();
                words.push(match param.kind {
                    ParamKind::Word => literal,
                    _ if literal.is_multiple_of(2) => b.spec_u32(literal),
                    _ => b.f32(literal as f32),
                });
            }
        }
        let id = b.def(Section::Globals, op::SPEC_CONSTANT_OP, Some(ty), &words);
        b.value(op::COPY_OBJECT, ty, &[id]);
        let case = Case::new("spv.SpecConstantOp", row.name, b.finish(), op::SPEC_CONSTANT_OP);
        case.line(["spv.SpecConstantOp", row.name])
    };
    CORE.iter().filter(constants).map(one).collect()
}

pub fn void() -> Vec<Case> {
    let mut b = Builder::new();
    let ty = b.ty(Ty::Void);
    vec![type_case(b, op::TYPE_VOID, ty, "pointee").line(["!spv.ptr<none, Private>"])]
}

pub fn bool() -> Vec<Case> {
    let mut b = Builder::new();
    let ty = b.ty(Ty::Bool);
    vec![type_case(b, op::TYPE_BOOL, ty, "pointee").line(["!spv.ptr<i1, Private>"])]
}

fn scalars(opcode: u32) -> Vec<Case> {
    let own = SCALARS.iter().filter(|s| s.0[0] == opcode);
    own.map(|(ty, _, text)| {
        let mut b = Builder::new();
        let id = b.known(opcode, None, &ty[1..]);
        let text = text.split(" : ").last().unwrap_or(text);
        type_case(b, opcode, id, text).line([format!("!spv.ptr<{text}, Private>").as_str()])
    })
    .collect()
}

pub fn int() -> Vec<Case> {
    scalars(op::TYPE_INT)
}

pub fn float() -> Vec<Case> {
    let mut list = scalars(op::TYPE_FLOAT);
    // MLIR has no builtin float type of this width.
    let mut b = Builder::new();
    let ty = b.known(op::TYPE_FLOAT, None, &[128]);
    list.push(type_case(b, op::TYPE_FLOAT, ty, "of the dialect").line(["!spv.float<"]));
    list
}

pub fn vector() -> Vec<Case> {
    let one = |(element, count, text): (Ty, u32, &str)| {
        let mut b = Builder::new();
        let element = b.ty(element);
        let ty = b.known(op::TYPE_VECTOR, None, &[element, count]);
        type_case(b, op::TYPE_VECTOR, ty, text).line([text])
    };
    [
        (Ty::F32, 2, "vector<2xf32>"),
        (Ty::Bool, 3, "vector<3xi1>"),
        (Ty::U64, 16, "vector<16xi64>"),
        (Ty::PtrF32, 4, "vector<4x!spv.ptr<f32, Function>>"),
    ]
    .map(one)
    .into()
}

pub fn function() -> Vec<Case> {
    let one = |(result, parameters, text): (Ty, &[Ty], &str)| {
        let mut b = Builder::new();
        let ty = b.function_type(result, parameters);
        type_case(b, op::TYPE_FUNCTION, ty, text).line([text])
    };
    [
        (Ty::Void, &[][..], "() -> ()"),
        (Ty::U32, &[Ty::F32], "(f32) -> i32"),
        (Ty::F4, &[Ty::U32, Ty::Bool, Ty::F4], "(i32, i1, vector<4xf32>) -> vector<4xf32>"),
    ]
    .map(one)
    .into()
}

pub fn forward_pointer() -> Vec<Case> {
    let mut b = Builder::new();
    let (f32, pointer, list) = (b.ty(Ty::F32), b.id(), b.id());
    b.op(Section::Globals, op::TYPE_FORWARD_POINTER, &[pointer, 5349]);
    b.op(Section::Globals, op::TYPE_STRUCT, &[list, f32, pointer]);
    b.op(Section::Globals, op::TYPE_POINTER, &[pointer, 5349, list]);
    b.def(Section::Globals, op::VARIABLE, Some(pointer), &[5349]);
    let case = Case::new("spv.TypeForwardPointer", "a list", b.finish(), op::TYPE_FORWARD_POINTER);
    vec![case.line(["!spv.struct<", "!spv.ptr<!spv.struct<", "PhysicalStorageBuffer"])]
}

pub fn variable() -> Vec<Case> {
    let mut list = Vec::new();
    for initializer in [false, true] {
        let mut b = Builder::new();
        let (ty, one) = (b.ty(Ty::PtrU32), b.u32(1));
        let words = [7, one];
        b.value(op::VARIABLE, ty, &words[..1 + usize::from(initializer)]);
        let what = format!("in a function, initializer: {initializer}");
        list.push(
            Case::new("spv.Variable", what, b.finish(), op::VARIABLE).line(["spv.Variable", "Function"]),
        );
    }
    for initializer in 0..4 {
        let mut b = Builder::new();
        let ty = b.pointer(Ty::U32, 6);
        let words = match initializer {
            0 => vec![6],
            1 => vec![6, b.u32(1)],
            2 => vec![6, b.spec_u32(1)],
            _ => vec![6, b.variable(Ty::F32)],
        };
        let id = b.def(Section::Globals, op::VARIABLE, Some(ty), &words);
        b.value(op::COPY_OBJECT, ty, &[id]);
        let what = format!("at module scope, initializer {initializer}");
        let case = Case::new("spv.Variable", what, b.finish(), op::VARIABLE);
        list.push(case.line(["spv.GlobalVariable", "Private"]).line(["spv.mlir.addressof"]));
    }
    list
}

/// Splits operand words into those of an instruction and those of its continuation.
fn halves(words: &[u32]) -> (&[u32], &[u32]) {
    words.split_at(words.len() / 2)
}

/// Creates a module builder with the capability for continuation instructions.
fn with_long_composites() -> Builder {
    let mut b = Builder::new();
    b.op(Section::Capabilities, op::CAPABILITY, &[capability::LONG_COMPOSITES_INTEL]);
    b
}

/// Numbers of constituents: one that needs no continuation, and one that exceeds the maximum instruction length.
const LENGTHS: [usize; 2] = [4, 70_000];

pub fn struct_continued() -> Vec<Case> {
    let one = |count| {
        let mut b = with_long_composites();
        let members = vec![b.ty(Ty::F32); count];
        let (head, rest) = halves(&members);
        let ty = b.def(Section::Globals, op::TYPE_STRUCT, None, head);
        b.op(Section::Globals, op::TYPE_STRUCT_CONTINUED_INTEL, rest);
        let mut case = type_case(b, op::TYPE_STRUCT, ty, &format!("{count} members"));
        case.row = name(op::TYPE_STRUCT_CONTINUED_INTEL).into();
        case.line(["!spv.struct<"])
    };
    LENGTHS.map(one).into()
}

fn continued(head_code: u32, code: u32, count: usize, spelling: &str) -> Case {
    let mut b = with_long_composites();
    let (f32, one) = (b.ty(Ty::F32), b.f32(1.5));
    let two = b.f32(2.5);
    let length = b.u32(count as u32);
    let ty = b.known(op::TYPE_ARRAY, None, &[f32, length]);
    let parts: Vec<u32> = (0..count).map(|i| if i % 3 == 0 { one } else { two }).collect();
    let (head, rest) = halves(&parts);
    let id = b.def(Section::Globals, head_code, Some(ty), head);
    b.op(Section::Globals, code, rest);
    b.value(op::COPY_OBJECT, ty, &[id]);
    Case::new(name(code), format!("{count} parts"), b.finish(), head_code).line([spelling])
}

pub fn composite_continued() -> Vec<Case> {
    let code = op::CONSTANT_COMPOSITE_CONTINUED_INTEL;
    LENGTHS.map(|n| continued(op::CONSTANT_COMPOSITE, code, n, "spv.Constant")).into()
}

pub fn spec_composite_continued() -> Vec<Case> {
    let code = op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL;
    LENGTHS.map(|n| continued(op::SPEC_CONSTANT_COMPOSITE, code, n, "spv.SpecConstantComposite")).into()
}

pub fn construct_continued() -> Vec<Case> {
    let one = |count: usize| {
        let mut b = with_long_composites();
        let (f32, length) = (b.ty(Ty::F32), b.u32(count as u32));
        let ty = b.known(op::TYPE_ARRAY, None, &[f32, length]);
        let parts = [b.parameter(Ty::F32), b.parameter(Ty::F32)];
        let parts: Vec<u32> = (0..count).map(|i| parts[usize::from(i % 3 == 0)]).collect();
        let (head, rest) = halves(&parts);
        b.value(op::COMPOSITE_CONSTRUCT, ty, head);
        b.code(op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL, rest);
        let name = name(op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL);
        let case = Case::new(name, format!("{count} parts"), b.finish(), op::COMPOSITE_CONSTRUCT);
        case.line(["spv.CompositeConstruct"])
    };
    LENGTHS.map(one).into()
}
