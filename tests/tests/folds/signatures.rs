//! Operand types and result types with which ops are tested

use super::values::lanes;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::types;
use spv_opt::ir::dialect::{OpDef, OpDefId, ParamKind, Traits};
use spv_opt::ir::{Context, FloatKind, Signedness, Type, TypeData};
use spv_tests::interp::{self, ValueType};

/// The kinds of types that an operand or result may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Int,
    Float,
    Bool,
}

pub fn class(name: &str) -> Class {
    const FLOAT: &[&str] = &[
        "IsNan",
        "IsInf",
        "IsFinite",
        "IsNormal",
        "SignBitSet",
        "LessOrGreater",
        "Ordered",
        "Unordered",
        "GLSL.Round",
        "GLSL.RoundEven",
        "GLSL.Trunc",
        "GLSL.Floor",
        "GLSL.Ceil",
        "GLSL.Fract",
        "GLSL.Step",
        "GLSL.Sqrt",
        "GLSL.Fma",
        "GLSL.FAbs",
        "GLSL.FSign",
        "GLSL.FMin",
        "GLSL.FMax",
        "GLSL.FClamp",
        "GLSL.NMin",
        "GLSL.NMax",
        "GLSL.NClamp",
        "GLSL.FMix",
        "GLSL.Sin",
        "GLSL.Cos",
        "GLSL.Tan",
        "GLSL.Asin",
        "GLSL.Acos",
        "GLSL.Atan",
        "GLSL.Exp",
        "GLSL.Log",
        "GLSL.Exp2",
        "GLSL.Log2",
        "GLSL.Atan2",
        "GLSL.Pow",
        "QuantizeToF16",
    ];
    let name = name.trim_start_matches("spv.");
    let mut letters = name.chars();
    let f = letters.next() == Some('F') && letters.next().is_some_and(char::is_uppercase);
    if FLOAT.contains(&name) || (f && !name.contains('.')) {
        Class::Float
    } else if name.starts_with("Logical") {
        Class::Bool
    } else {
        Class::Int
    }
}

/// Returns the signatures of an op to test, as pairs of operand types and result type.
pub fn signatures(ctx: &Context, def: &OpDef) -> Vec<(Vec<Type>, Type)> {
    let int = |width, signedness| ctx.int_type(width, signedness);
    let ints: Vec<Type> = [8, 16, 32, 64]
        .into_iter()
        .flat_map(|w| [int(w, Signedness::Signless), int(w, Signedness::Signed)])
        .collect();
    let floats: Vec<Type> =
        [FloatKind::F16, FloatKind::F32, FloatKind::F64, FloatKind::BF16].map(|k| ctx.float_type(k)).into();
    let bit = ctx.common().i1;
    let vectors =
        |types: &[Type]| -> Vec<Type> { types.iter().flat_map(|&ty| [ty, ctx.vector_type(3, ty)]).collect() };
    let like = |ty: Type, element: Type| match ctx.type_data(ty) {
        TypeData::Vector { dims, .. } => ctx.vector_type(dims[0], element),
        _ => element,
    };
    let of_class = |class| match class {
        Class::Int => vectors(&ints),
        Class::Float => vectors(&floats),
        Class::Bool => vectors(&[bit]),
    };
    // There are no constant pointers to compare.
    if matches!(def.row.opcode, op::PTR_EQUAL | op::PTR_NOT_EQUAL) && def.row.set == 0 {
        return Vec::new();
    }
    let count = def.row.params.iter().filter(|p| matches!(p.kind, ParamKind::Value)).count();
    if def.row.set == 0 && def.row.opcode == op::QUANTIZE_TO_F16 {
        return vectors(&floats[1..2]).into_iter().map(|ty| (vec![ty], ty)).collect();
    }
    if def.traits.contains(Traits::SAME_TYPE) {
        let types = of_class(class(def.row.name));
        return types.into_iter().map(|ty| (vec![ty; count], ty)).collect();
    }
    if def.traits.contains(Traits::COMPARISON) {
        let types = of_class(class(def.row.name));
        return types.into_iter().map(|ty| (vec![ty; count], like(ty, bit))).collect();
    }
    let convert = |from: &[Type], to: &[Type]| -> Vec<(Vec<Type>, Type)> {
        let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a != b);
        pairs
            .flat_map(|(a, b)| [(vec![a], b), (vec![ctx.vector_type(2, a)], ctx.vector_type(2, b))])
            .collect()
    };
    let (both, word) = (ctx.vector_type(2, floats[1]), ints[4]);
    match def.row.name {
        "spv.GLSL.PackHalf2x16" => return vec![(vec![both], word)],
        "spv.GLSL.UnpackHalf2x16" => return vec![(vec![word], both)],
        _ if def.row.set != 0 => return Vec::new(),
        _ => {}
    }
    if def.row.opcode == op::BIT_COUNT {
        let same = of_class(Class::Int).into_iter().map(|ty| (vec![ty], ty));
        return same.chain(convert(&ints, &ints)).collect();
    }
    match def.row.opcode {
        op::SHIFT_LEFT_LOGICAL | op::SHIFT_RIGHT_LOGICAL | op::SHIFT_RIGHT_ARITHMETIC => vectors(&ints)
            .into_iter()
            .flat_map(|ty| [(vec![ty, ty], ty), (vec![ty, like(ty, ints[4])], ty)])
            .collect(),
        op::BIT_FIELD_INSERT => ints.iter().map(|&ty| (vec![ty, ty, ints[4], ints[4]], ty)).collect(),
        op::BIT_FIELD_S_EXTRACT | op::BIT_FIELD_U_EXTRACT => {
            ints.iter().map(|&ty| (vec![ty, ints[4], ints[4]], ty)).collect()
        }
        op::SELECT => {
            let all = [vectors(&ints), vectors(&floats), vectors(&[bit])].concat();
            all.into_iter().map(|ty| (vec![like(ty, bit), ty, ty], ty)).collect()
        }
        op::VECTOR_TIMES_SCALAR => {
            floats.iter().map(|&ty| (vec![ctx.vector_type(3, ty), ty], ctx.vector_type(3, ty))).collect()
        }
        op::CONVERT_F_TO_S | op::CONVERT_F_TO_U => convert(&floats, &ints),
        op::CONVERT_S_TO_F | op::CONVERT_U_TO_F => convert(&ints, &floats),
        op::F_CONVERT => convert(&floats, &floats),
        op::U_CONVERT | op::S_CONVERT | op::SAT_CONVERT_S_TO_U | op::SAT_CONVERT_U_TO_S => {
            let different = |(a, b): &(Vec<Type>, Type)| {
                interp_width(ctx, lanes(ctx, a[0]).1) != interp_width(ctx, lanes(ctx, *b).1)
            };
            convert(&ints, &ints).into_iter().filter(different).collect()
        }
        op::BITCAST => {
            let all = [vectors(&ints), vectors(&floats)].concat();
            let bits = |ty: Type| {
                let (count, element) = lanes(ctx, ty);
                count as u32 * interp_width(ctx, element)
            };
            let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
            let mut list: Vec<_> =
                pairs.filter(|&(a, b)| a != b && bits(a) == bits(b)).map(|(a, b)| (vec![a], b)).collect();
            let two = ctx.vector_type(2, ints[4]);
            list.extend([(vec![two], floats[2]), (vec![floats[2]], two)]);
            list
        }
        op::DOT => {
            floats.iter().flat_map(|&ty| [2, 4].map(|n| (vec![ctx.vector_type(n, ty); 2], ty))).collect()
        }
        op::TRANSPOSE => {
            floats.iter().map(|&ty| (vec![matrix(ctx, 3, 2, ty)], matrix(ctx, 2, 3, ty))).collect()
        }
        op::VECTOR_TIMES_MATRIX => floats
            .iter()
            .map(|&ty| (vec![ctx.vector_type(2, ty), matrix(ctx, 3, 2, ty)], ctx.vector_type(3, ty)))
            .collect(),
        op::MATRIX_TIMES_VECTOR => floats
            .iter()
            .map(|&ty| (vec![matrix(ctx, 3, 2, ty), ctx.vector_type(3, ty)], ctx.vector_type(2, ty)))
            .collect(),
        op::MATRIX_TIMES_MATRIX => floats
            .iter()
            .map(|&ty| (vec![matrix(ctx, 3, 2, ty), matrix(ctx, 2, 3, ty)], matrix(ctx, 2, 2, ty)))
            .collect(),
        op::MATRIX_TIMES_SCALAR => {
            floats.iter().map(|&ty| (vec![matrix(ctx, 2, 2, ty), ty], matrix(ctx, 2, 2, ty))).collect()
        }
        op::OUTER_PRODUCT => floats
            .iter()
            .map(|&ty| (vec![ctx.vector_type(2, ty), ctx.vector_type(3, ty)], matrix(ctx, 3, 2, ty)))
            .collect(),
        op::ANY | op::ALL => vec![(vec![ctx.vector_type(3, bit)], bit)],
        op::I_ADD_CARRY | op::I_SUB_BORROW | op::U_MUL_EXTENDED | op::S_MUL_EXTENDED => {
            vectors(&ints).into_iter().map(|ty| (vec![ty, ty], pair(ctx, ty))).collect()
        }
        op::VECTOR_EXTRACT_DYNAMIC => vec![(vec![ctx.vector_type(3, ints[4]), ints[4]], ints[4])],
        op::VECTOR_INSERT_DYNAMIC => {
            let vector = ctx.vector_type(3, floats[1]);
            vec![(vec![vector, floats[1], ints[4]], vector)]
        }
        _ => Vec::new(),
    }
}

pub fn interp_width(ctx: &Context, ty: Type) -> u32 {
    match interp::shape(ctx, ty) {
        ValueType::Int { width, .. } => width,
        ValueType::Float(kind) => kind.width(),
        _ => 1,
    }
}

/// Returns a matrix type with the given numbers of columns and rows.
pub fn matrix(ctx: &Context, columns: u32, rows: u64, element: Type) -> Type {
    let column = ctx.type_attr(ctx.vector_type(rows, element));
    types::make(ctx, op::TYPE_MATRIX, None, &[column, ctx.i32_attr(columns)]).expect("it is registered")
}

/// Returns the struct type with two members of type `ty`.
pub fn pair(ctx: &Context, ty: Type) -> Type {
    use spv_opt::dialect::types;
    let def = types::type_def(ctx.registry(), op::TYPE_STRUCT).expect("structs are registered");
    ctx.param_type(def, &types::struct_params(ctx, None, &[ty, ty], &[None; 2], &[None; 2]), 0)
}

/// Returns the ids and definitions of the ops that have folds.
pub fn foldable(ctx: &Context) -> Vec<(OpDefId, OpDef)> {
    let ops = ctx.registry().ops().iter().enumerate();
    let of_spv = ops.filter(|(_, def)| def.row.name.starts_with("spv."));
    of_spv.filter(|(_, def)| def.fold.is_some()).map(|(i, def)| (OpDefId(i as u16), **def)).collect()
}
