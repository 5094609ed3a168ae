//! Operands, results and relations of all TOSA ops in LLVM 24

use super::Relation::*;
use super::tensor::{Class, complex, tensor};
use super::*;

// Shapes.
const ANY: &str = "1D/2D/3D/4D/5D/6D tensorArm";
const UP_TO_5D: &str = "1D/2D/3D/4D/5D tensorArm";
const LIST: &str = "1D tensorArm";
const D2: &str = "2D tensorArm";
const D3: &str = "3D tensorArm";
const D4: &str = "4D tensorArm";
const D5: &str = "5D tensorArm";
const ONE: &str = "rank 1 tensorArm of length 1";
const TWO: &str = "rank 1 tensorArm of length 2";
const FOUR: &str = "rank 1 tensorArm of length 4";
const UP_TO_6: &str = "rank 1 tensorArm of length 1/2/3/4/5/6";
const EVEN: &str = "rank 1 tensorArm of length 2/4/6/8/10/12";

// Element types.
const BOOL: &str = "bool";
const I8: &str = "Int8";
const I32: &str = "Int32";
const I8_I32: &str = "Int8 or Int32";
const I8_I16: &str = "8/16-bit integer";
const I16_I32: &str = "16/32-bit integer";
const INTEGERS: &str = "8/16/32-bit integer";
const ALL_INTEGERS: &str = "8/16/32/64-bit integer";
const F32: &str = "Float32";
const FLOATS: &str = "Float16 or Float32 or BFloat16";
const I32_FLOATS: &str = "Int32 or Float16 or Float32 or BFloat16";
const I8_I16_FLOATS: &str = "8/16-bit integer or Float16 or Float32 or BFloat16";
const NUMBERS: &str = "8/16/32-bit integer or Float16 or Float32 or BFloat16";
const ALL_NUMBERS: &str = "8/16/32/64-bit integer or Float16 or Float32 or BFloat16";
const SUMS: &str = "32/64-bit integer or Float16 or Float32 or BFloat16";
const PRODUCTS: &str = "32/64-bit integer or Float16 or Float32";
const BOOL_NUMBERS: &str = "bool or 8/16/32-bit integer or Float16 or Float32 or BFloat16";
// With 8-bit floats.
const INPUTS: &str = "8/16-bit integer or Float16 or Float32 or BFloat16 or Float8E4M3 or Float8E5M2";
const WEIGHTS: &str = "Int8 or Float16 or Float32 or BFloat16 or Float8E4M3 or Float8E5M2";
const VALUES: &str = "8/16/32-bit integer or Float16 or Float32 or BFloat16 or Float8E4M3 or Float8E5M2";
const EVERYTHING: &str =
    "bool or 8/16/32-bit integer or Float16 or Float32 or BFloat16 or Float8E4M3 or Float8E5M2";
const CASTS: &str =
    "8/16/32-bit integer or bool or Float16 or Float32 or BFloat16 or Float8E4M3 or Float8E5M2";

// Names of element types in relations.
const INT8: &str = "8-bit signless integer";
const INT16: &str = "16-bit signless integer";
const INT32: &str = "32-bit signless integer";
const INT64: &str = "64-bit signless integer";
const HALF: &str = "16-bit float";
const FLOAT: &str = "32-bit float";
const BFLOAT: &str = "bfloat16 type";
const E4M3: &str = "f8E4M3FN type";
const E5M2: &str = "f8E5M2 type";

type Tensors = &'static [(&'static str, Class)];
type Relations = &'static [Relation];

const fn op(name: &'static str, tensors: Tensors, relations: Relations) -> TosaOp {
    TosaOp { name, tensors, relations }
}

/// Returns a row of an op on floats whose result has the operand's type.
const fn float_unary(name: &'static str) -> TosaOp {
    const TENSORS: Tensors = &[("input1", tensor(ANY, FLOATS)), ("output", tensor(ANY, FLOATS))];
    op(name, TENSORS, SAME_TYPE)
}

/// Returns a row of an op of two tensors with the same element types as the result.
const fn binary(name: &'static str, tensors: Tensors) -> TosaOp {
    op(name, tensors, BINARY)
}

const fn comparison(name: &'static str) -> TosaOp {
    const RELATIONS: Relations = &[SameElements(&["input1", "input2"]), BROADCAST];
    const TENSORS: Tensors = &[
        ("input1", tensor(ANY, I32_FLOATS)),
        ("input2", tensor(ANY, I32_FLOATS)),
        ("output", tensor(ANY, BOOL)),
    ];
    op(name, TENSORS, RELATIONS)
}

const fn reduction(name: &'static str, tensors: Tensors) -> TosaOp {
    const RELATIONS: Relations = &[
        SameElements(&["input", "output"]),
        SameRanks(&["input", "output"]),
        Axis("input"),
        Holds(
            "shape of output must match the shape of input with the dimension at axis replaced by 1",
            reduced,
        ),
    ];
    op(name, tensors, RELATIONS)
}

const BROADCAST: Relation = Broadcast(["input1", "input2", "output"]);
const SAME_TYPE: Relations = &[SameTypes(&["input1", "output"])];
const SAME_INPUT_TYPE: Relations = &[SameTypes(&["input", "output"])];
const BINARY: Relations = &[
    SameElements(&["input1", "output"]),
    SameElements(&["input1", "input2"]),
    SameRanks(&["input1", "input2", "output"]),
    BROADCAST,
];

const INTEGER_BINARY: Tensors = &[
    ("input1", tensor(ANY, INTEGERS)),
    ("input2", tensor(ANY, INTEGERS)),
    ("output", tensor(ANY, INTEGERS)),
];
const BOOL_BINARY: Tensors =
    &[("input1", tensor(ANY, BOOL)), ("input2", tensor(ANY, BOOL)), ("output", tensor(ANY, BOOL))];
const NUMBER_BINARY: Tensors = &[
    ("input1", tensor(ANY, I32_FLOATS)),
    ("input2", tensor(ANY, I32_FLOATS)),
    ("output", tensor(ANY, I32_FLOATS)),
];
const REDUCED_BOOLS: Tensors = &[("input", tensor(ANY, BOOL)), ("output", tensor(ANY, BOOL))];
const REDUCED_NUMBERS: Tensors = &[("input", tensor(ANY, NUMBERS)), ("output", tensor(ANY, NUMBERS))];
const FLOAT_INPUT: Tensors = &[("input", tensor(ANY, FLOATS)), ("output", tensor(ANY, FLOATS))];

const CONVOLUTION_2D: Tensors = &[
    ("input", tensor(D4, INPUTS)),
    ("weight", tensor(D4, WEIGHTS)),
    ("bias", tensor(LIST, SUMS)),
    ("input_zp", tensor(ONE, INPUTS)),
    ("weight_zp", tensor(ONE, WEIGHTS)),
    ("output", tensor(D4, SUMS)),
];
const CONVOLUTION_3D: Tensors = &[
    ("input", tensor(D5, INPUTS)),
    ("weight", tensor(D5, WEIGHTS)),
    ("bias", tensor(LIST, SUMS)),
    ("input_zp", tensor(ONE, INPUTS)),
    ("weight_zp", tensor(ONE, WEIGHTS)),
    ("output", tensor(D5, SUMS)),
];

/// The output of a convolution by its input.
const CONVOLVED: Relation = Implied(
    "input",
    "output",
    &[
        (INT8, &[INT32]),
        (INT16, &[INT64]),
        (BFLOAT, &[BFLOAT]),
        (HALF, &[HALF]),
        (FLOAT, &[FLOAT]),
        (E4M3, &[HALF]),
        (E5M2, &[HALF]),
    ],
);
const WEIGHTED: Relation = Implied(
    "input",
    "weight",
    &[
        (INT8, &[INT8]),
        (INT16, &[INT8]),
        (BFLOAT, &[BFLOAT]),
        (HALF, &[HALF]),
        (FLOAT, &[FLOAT]),
        (E4M3, &[E4M3]),
        (E5M2, &[E5M2]),
    ],
);
const ACCUMULATED: Relation = Accumulators(&[
    (INT8, &["INT32"]),
    (INT16, &["INT48"]),
    (HALF, &["FP16", "FP32"]),
    (BFLOAT, &["FP32"]),
    (FLOAT, &["FP32"]),
    (E4M3, &["FP16"]),
    (E5M2, &["FP16"]),
]);
const BIASED: Relation = SameElements(&["bias", "output"]);
const INPUT_ZERO: Relation = SameElements(&["input", "input_zp"]);
const WEIGHT_ZERO: Relation = SameElements(&["weight", "weight_zp"]);
const CONVOLUTION_DIMS: Relation = Dimensions(
    "shapes of input, weight, bias, and output must satisfy [N,IH,IW,IC], [OC,KH,KW,IC], [OC/1], [N,OH,OW,OC]",
    &[
        DimRule::Equal(("input", 0), ("output", 0)),
        DimRule::Equal(("input", 3), ("weight", 3)),
        DimRule::Equal(("weight", 0), ("output", 3)),
        DimRule::EqualOrOne(("bias", 0), ("output", 3)),
    ],
);
const POOLED: &str =
    "op pad values must satisfy pad_top/pad_bottom < kernel_y and pad_left/pad_right < kernel_x";
const NHWC: Relation = Dimensions(
    "shapes of input and output must satisfy [N,*,*,C] and [N,*,*,C]",
    &[DimRule::Equal(("input", 0), ("output", 0)), DimRule::Equal(("input", 3), ("output", 3))],
);

pub(super) static OPS: &[TosaOp] = &[
    op(
        "ArgMax",
        &[("input", tensor(ANY, INPUTS)), ("output", tensor(UP_TO_5D, I32))],
        &[Holds("output rank must be equal to max(1, rank(input))", without_axis), Axis("input")],
    ),
    op(
        "AvgPool2D",
        &[
            ("input", tensor(D4, INPUTS)),
            ("input_zp", tensor(ONE, INPUTS)),
            ("output_zp", tensor(ONE, INPUTS)),
            ("output", tensor(D4, INPUTS)),
        ],
        &[
            Accumulators(&[
                (INT8, &["INT32"]),
                (INT16, &["INT32"]),
                (HALF, &["FP16", "FP32"]),
                (BFLOAT, &["FP32"]),
                (FLOAT, &["FP32"]),
                (E4M3, &["FP16"]),
                (E5M2, &["FP16"]),
            ]),
            SameElements(&["input", "input_zp", "output", "output_zp"]),
            NHWC,
            Holds(POOLED, padding_below_kernel),
            Other(pooled),
        ],
    ),
    op(
        "Conv2D",
        CONVOLUTION_2D,
        &[
            CONVOLUTION_DIMS,
            CONVOLVED,
            WEIGHTED,
            ACCUMULATED,
            BIASED,
            INPUT_ZERO,
            WEIGHT_ZERO,
            Holds(
                "shapes of input, weight, and output must satisfy [N,IH,IW,*], [*,KH,KW,*], [N,OH,OW,*], with OH = \
                 ((IH - 1 + pad_top + pad_bottom - (KH - 1) * dilation_y) / stride_y) + 1 and OW = ((IW - 1 + \
                 pad_left + pad_right - (KW - 1) * dilation_x) / stride_x) + 1",
                |operands| convolved(operands, 1, 2),
            ),
        ],
    ),
    op(
        "Conv3D",
        CONVOLUTION_3D,
        &[
            Dimensions(
                "shapes of input, weight, bias, and output must satisfy [N,ID,IH,IW,IC], [OC,KD,KH,KW,IC], [OC/1], \
                 [N,OD,OH,OW,OC]",
                &[
                    DimRule::Equal(("input", 0), ("output", 0)),
                    DimRule::Equal(("input", 4), ("weight", 4)),
                    DimRule::Equal(("weight", 0), ("output", 4)),
                    DimRule::EqualOrOne(("bias", 0), ("output", 4)),
                ],
            ),
            CONVOLVED,
            WEIGHTED,
            ACCUMULATED,
            BIASED,
            INPUT_ZERO,
            WEIGHT_ZERO,
            Holds(
                "shapes of input, weight, and output must satisfy [N,ID,IH,IW,*], [*,KD,KH,KW,*], [N,OD,OH,OW,*], \
                 with OD = ((ID - 1 + pad_front + pad_back - (KD - 1) * dilation_d) / stride_d) + 1, OH = ((IH - 1 + \
                 pad_top + pad_bottom - (KH - 1) * dilation_y) / stride_y) + 1 and OW = ((IW - 1 + pad_left + \
                 pad_right - (KW - 1) * dilation_x) / stride_x) + 1",
                |operands| convolved(operands, 1, 3),
            ),
        ],
    ),
    op(
        "DepthwiseConv2D",
        CONVOLUTION_2D,
        &[
            Dimensions(
                "shapes of input, weight, bias, and output must satisfy [N,IH,IW,IC], [KH,KW,IC,M], [IC*M/1], \
                 [N,OH,OW,IC*M]",
                &[
                    DimRule::Equal(("input", 0), ("output", 0)),
                    DimRule::Equal(("input", 3), ("weight", 2)),
                    DimRule::ProductOrOne([("input", 3), ("weight", 3), ("output", 3)]),
                    DimRule::EqualOrOne(("bias", 0), ("output", 3)),
                ],
            ),
            CONVOLVED,
            WEIGHTED,
            ACCUMULATED,
            BIASED,
            INPUT_ZERO,
            WEIGHT_ZERO,
            Holds(
                "shapes of input, weight, and output must satisfy [N,IH,IW,*], [KH,KW,*,*], [N,OH,OW,*], with OH = \
                 ((IH - 1 + pad_top + pad_bottom - (KH - 1) * dilation_y) / stride_y) + 1 and OW = ((IW - 1 + \
                 pad_left + pad_right - (KW - 1) * dilation_x) / stride_x) + 1",
                |operands| convolved(operands, 0, 2),
            ),
        ],
    ),
    op(
        "TransposeConv2D",
        CONVOLUTION_2D,
        &[
            CONVOLUTION_DIMS,
            CONVOLVED,
            WEIGHTED,
            ACCUMULATED,
            BIASED,
            INPUT_ZERO,
            WEIGHT_ZERO,
            Other(transposed_convolution),
        ],
    ),
    op(
        "FFT2D",
        &[("input_real", tensor(D3, F32)), ("input_imag", tensor(D3, F32)), ("output", complex(D3, F32))],
        &[
            SameShapes(&["input_real", "input_imag"]),
            Holds("shapes of output_real and output_imag must match the shape of input_real", transformed),
            Holds("dimensions 1, 2 of input_real must be powers of two", powers_of_two),
        ],
    ),
    op(
        "RFFT2D",
        &[("input_real", tensor(D3, F32)), ("output", complex(D3, F32))],
        &[
            Holds(
                "shapes of output_real and output_imag must satisfy [N,H,W/2 + 1] when input_real has shape [N,H,W]",
                half_transformed,
            ),
            Holds("dimensions 1, 2 of input_real must be powers of two", powers_of_two),
        ],
    ),
    op(
        "MatMul",
        &[
            ("A", tensor(D3, INPUTS)),
            ("B", tensor(D3, INPUTS)),
            ("A_zp", tensor(ONE, INPUTS)),
            ("B_zp", tensor(ONE, INPUTS)),
            ("output", tensor(D3, PRODUCTS)),
        ],
        &[
            Dimensions(
                "shapes of A, B, and output must satisfy [N,H,C], [N,C,W], [N,H,W]",
                &[
                    DimRule::Equal(("A", 0), ("B", 0)),
                    DimRule::Equal(("A", 0), ("output", 0)),
                    DimRule::Equal(("A", 1), ("output", 1)),
                    DimRule::Equal(("A", 2), ("B", 1)),
                    DimRule::Equal(("B", 2), ("output", 2)),
                ],
            ),
            Implied(
                "A",
                "output",
                &[
                    (INT8, &[INT32]),
                    (INT16, &[INT64]),
                    (BFLOAT, &[FLOAT]),
                    (HALF, &[HALF, FLOAT]),
                    (FLOAT, &[FLOAT]),
                    (E4M3, &[HALF]),
                    (E5M2, &[HALF]),
                ],
            ),
            SameElements(&["A", "A_zp", "B", "B_zp"]),
        ],
    ),
    op(
        "MaxPool2D",
        &[("input", tensor(D4, INPUTS)), ("output", tensor(D4, INPUTS))],
        &[SameElements(&["input", "output"]), NHWC, Holds(POOLED, padding_below_kernel), Other(pooled)],
    ),
    op(
        "Clamp",
        &[("input", tensor(ANY, I8_I16_FLOATS)), ("output", tensor(ANY, I8_I16_FLOATS))],
        &[
            SameTypes(&["input", "output"]),
            SameElements(&["input", "output", "min_val", "max_val"]),
            Other(bounds),
        ],
    ),
    op("Erf", FLOAT_INPUT, SAME_INPUT_TYPE),
    op("Sigmoid", FLOAT_INPUT, SAME_INPUT_TYPE),
    op("Tanh", FLOAT_INPUT, SAME_INPUT_TYPE),
    binary("Add", NUMBER_BINARY),
    binary("ArithmeticRightShift", INTEGER_BINARY),
    binary("BitwiseAnd", INTEGER_BINARY),
    binary("BitwiseOr", INTEGER_BINARY),
    binary("BitwiseXor", INTEGER_BINARY),
    binary(
        "IntDiv",
        &[("input1", tensor(ANY, I32)), ("input2", tensor(ANY, I32)), ("output", tensor(ANY, I32))],
    ),
    binary("LogicalAnd", BOOL_BINARY),
    binary("LogicalLeftShift", INTEGER_BINARY),
    binary("LogicalRightShift", INTEGER_BINARY),
    binary("LogicalOr", BOOL_BINARY),
    binary("LogicalXor", BOOL_BINARY),
    binary("Maximum", NUMBER_BINARY),
    binary("Minimum", NUMBER_BINARY),
    op(
        "Mul",
        &[
            ("input1", tensor(ANY, NUMBERS)),
            ("input2", tensor(ANY, NUMBERS)),
            ("shift", tensor(ONE, I8)),
            ("output", tensor(ANY, I32_FLOATS)),
        ],
        &[
            SameElements(&["input1", "input2"]),
            SameRanks(&["input1", "input2", "output"]),
            Implied(
                "input1",
                "output",
                &[(HALF, &[HALF]), (FLOAT, &[FLOAT]), (BFLOAT, &[BFLOAT]), ("integer", &[INT32])],
            ),
            BROADCAST,
        ],
    ),
    binary(
        "Pow",
        &[("input1", tensor(ANY, FLOATS)), ("input2", tensor(ANY, FLOATS)), ("output", tensor(ANY, FLOATS))],
    ),
    binary("Sub", NUMBER_BINARY),
    op(
        "Table",
        &[("input1", tensor(ANY, I8_I16)), ("table", tensor(LIST, I8_I16)), ("output", tensor(ANY, I8_I32))],
        &[
            SameElements(&["input1", "table"]),
            SameShapes(&["input1", "output"]),
            Implied("input1", "output", &[(INT8, &[INT8]), (INT16, &[INT32])]),
            TableSize(INT8, 256),
            TableSize(INT16, 513),
        ],
    ),
    op("Abs", &[("input1", tensor(ANY, I32_FLOATS)), ("output", tensor(ANY, I32_FLOATS))], SAME_TYPE),
    op("BitwiseNot", &[("input1", tensor(ANY, INTEGERS)), ("output", tensor(ANY, INTEGERS))], SAME_TYPE),
    float_unary("Ceil"),
    op("Clz", &[("input1", tensor(ANY, I32)), ("output", tensor(ANY, I32))], SAME_TYPE),
    float_unary("Cos"),
    float_unary("Exp"),
    float_unary("Floor"),
    float_unary("Log"),
    op("LogicalNot", &[("input1", tensor(ANY, BOOL)), ("output", tensor(ANY, BOOL))], SAME_TYPE),
    op(
        "Negate",
        &[
            ("input1", tensor(ANY, NUMBERS)),
            ("input1_zp", tensor(ONE, NUMBERS)),
            ("output_zp", tensor(ONE, NUMBERS)),
            ("output", tensor(ANY, NUMBERS)),
        ],
        &[SameElements(&["input1", "output", "input1_zp", "output_zp"]), SameTypes(&["input1", "output"])],
    ),
    float_unary("Reciprocal"),
    float_unary("Rsqrt"),
    float_unary("Sin"),
    op(
        "Select",
        &[
            ("condition", tensor(ANY, BOOL)),
            ("true_value", tensor(ANY, BOOL_NUMBERS)),
            ("false_value", tensor(ANY, BOOL_NUMBERS)),
            ("output", tensor(ANY, BOOL_NUMBERS)),
        ],
        &[
            SameElements(&["true_value", "false_value", "output"]),
            SameRanks(&["condition", "true_value", "false_value", "output"]),
            Other(selected),
        ],
    ),
    comparison("Equal"),
    comparison("Greater"),
    comparison("GreaterEqual"),
    reduction("ReduceAll", REDUCED_BOOLS),
    reduction("ReduceAny", REDUCED_BOOLS),
    reduction("ReduceMax", REDUCED_NUMBERS),
    reduction("ReduceMin", REDUCED_NUMBERS),
    reduction("ReduceProduct", FLOAT_INPUT),
    reduction("ReduceSum", &[("input", tensor(ANY, I32_FLOATS)), ("output", tensor(ANY, I32_FLOATS))]),
    op(
        "Concat",
        &[("input1", tensor(ANY, EVERYTHING)), ("output", tensor(ANY, EVERYTHING))],
        &[
            Holds("all elements of variadic input1 must have same element type", same_parts),
            Axis("output"),
            Holds("shape of output must match the concatenation of input1 along axis", concatenated),
        ],
    ),
    op(
        "Pad",
        &[
            ("input1", tensor(ANY, EVERYTHING)),
            ("padding", tensor(EVEN, I32)),
            ("pad_const", tensor(ONE, EVERYTHING)),
            ("output", tensor(ANY, EVERYTHING)),
        ],
        &[
            SameElements(&["input1", "pad_const", "output"]),
            SameRanks(&["input1", "output"]),
            CountOfRank("padding", "input1", 2),
        ],
    ),
    op(
        "Reshape",
        &[
            ("input1", tensor(ANY, EVERYTHING)),
            ("shape", tensor(UP_TO_6, I32)),
            ("output", tensor(ANY, EVERYTHING)),
        ],
        &[
            SameElements(&["input1", "output"]),
            SameCounts(&["input1", "output"]),
            CountOfRank("shape", "output", 1),
        ],
    ),
    op(
        "Reverse",
        &[("input1", tensor(ANY, EVERYTHING)), ("output", tensor(ANY, EVERYTHING))],
        &[SameTypes(&["input1", "output"]), Axis("input1")],
    ),
    op(
        "Slice",
        &[
            ("input1", tensor(ANY, EVERYTHING)),
            ("start", tensor(UP_TO_6, I32)),
            ("size", tensor(UP_TO_6, I32)),
            ("output", tensor(ANY, EVERYTHING)),
        ],
        &[
            SameElements(&["input1", "output"]),
            CountOfRank("start", "input1", 1),
            CountOfRank("size", "input1", 1),
        ],
    ),
    op(
        "Tile",
        &[
            ("input1", tensor(ANY, EVERYTHING)),
            ("multiples", tensor(UP_TO_6, I32)),
            ("output", tensor(ANY, EVERYTHING)),
        ],
        &[
            SameElements(&["input1", "output"]),
            SameRanks(&["input1", "output"]),
            CountOfRank("multiples", "input1", 1),
        ],
    ),
    op(
        "Transpose",
        &[("input1", tensor(ANY, EVERYTHING)), ("output", tensor(ANY, EVERYTHING))],
        &[
            SameElements(&["input1", "output"]),
            SameRanks(&["input1", "output"]),
            SameCounts(&["input1", "output"]),
            CountOfRank("perms", "input1", 1),
        ],
    ),
    op(
        "Gather",
        &[("values", tensor(D3, VALUES)), ("indices", tensor(D2, I32)), ("output", tensor(D3, VALUES))],
        &[
            SameElements(&["values", "output"]),
            Dimensions(
                "shapes of values, indices, and output must satisfy [N,K,C], [N,W], [N,W,C]",
                &[
                    DimRule::Equal(("values", 0), ("indices", 0)),
                    DimRule::Equal(("values", 0), ("output", 0)),
                    DimRule::Equal(("indices", 1), ("output", 1)),
                    DimRule::Equal(("values", 2), ("output", 2)),
                ],
            ),
        ],
    ),
    op(
        "Scatter",
        &[
            ("values_in", tensor(D3, VALUES)),
            ("indices", tensor(D2, I32)),
            ("input", tensor(D3, VALUES)),
            ("values_out", tensor(D3, VALUES)),
        ],
        &[
            SameElements(&["values_in", "input", "values_out"]),
            SameTypes(&["values_in", "values_out"]),
            Dimensions(
                "shapes of values_in, indices, and input must satisfy [N,K,C], [N,W], [N,W,C]",
                &[
                    DimRule::Equal(("values_in", 0), ("indices", 0)),
                    DimRule::Equal(("values_in", 0), ("input", 0)),
                    DimRule::Equal(("indices", 1), ("input", 1)),
                    DimRule::Equal(("values_in", 2), ("input", 2)),
                ],
            ),
        ],
    ),
    op(
        "Resize",
        &[
            ("input", tensor(D4, I8_I16_FLOATS)),
            ("scale", tensor(FOUR, I32)),
            ("offset", tensor(TWO, I32)),
            ("border", tensor(TWO, I32)),
            ("output", tensor(D4, ALL_NUMBERS)),
        ],
        &[
            Implied(
                "input",
                "output",
                &[
                    (HALF, &[HALF]),
                    (FLOAT, &[FLOAT]),
                    (BFLOAT, &[BFLOAT]),
                    (INT8, &[INT8, INT32]),
                    (INT16, &[INT16, INT64]),
                ],
            ),
            NHWC,
        ],
    ),
    op(
        "Cast",
        &[("input", tensor(ANY, EVERYTHING)), ("output", tensor(ANY, CASTS))],
        &[
            SameShapes(&["input", "output"]),
            Implied(
                "input",
                "output",
                &[
                    (HALF, &[FLOAT, INT16, INT32, INT8, E4M3, E5M2]),
                    (FLOAT, &[HALF, INT16, INT32, INT8, BFLOAT, E4M3, E5M2]),
                    (INT16, &[HALF, FLOAT, INT32, INT8, BOOL, BFLOAT]),
                    (INT32, &[HALF, FLOAT, INT16, INT8, BOOL, BFLOAT]),
                    (INT8, &[HALF, FLOAT, INT16, INT32, BOOL, BFLOAT]),
                    (BOOL, &[INT16, INT32, INT8]),
                    (BFLOAT, &[FLOAT, INT16, INT32, INT8, E4M3, E5M2]),
                    (E4M3, &[HALF, FLOAT, BFLOAT]),
                    (E5M2, &[HALF, FLOAT, BFLOAT]),
                ],
            ),
        ],
    ),
    op(
        "Rescale",
        &[
            ("input", tensor(ANY, ALL_INTEGERS)),
            ("multiplier", tensor(LIST, I16_I32)),
            ("shift", tensor(LIST, I8)),
            ("input_zp", tensor(ONE, ALL_INTEGERS)),
            ("output_zp", tensor(ONE, INTEGERS)),
            ("output", tensor(ANY, INTEGERS)),
        ],
        &[
            SameShapes(&["input", "output"]),
            INPUT_ZERO,
            SameElements(&["output", "output_zp"]),
            Holds("multiplier must have element type i32 when scale32 is true, otherwise i16", multiplier),
            Holds(
                "multiplier must have length input_shape[rank(input) - 1] when per_channel is true, otherwise length 1",
                |operands| per_channel(operands, "multiplier"),
            ),
            Holds(
                "shift must have length input_shape[rank(input) - 1] when per_channel is true, otherwise length 1",
                |operands| per_channel(operands, "shift"),
            ),
            Holds(
                "if input_unsigned is true then input must have a type in [8-bit signless integer,16-bit signless \
                 integer]",
                |operands| unsigned(operands, "input_unsigned", "input"),
            ),
            Holds(
                "if output_unsigned is true then input must have a type in [8-bit signless integer,16-bit signless \
                 integer]",
                |operands| unsigned(operands, "output_unsigned", "input"),
            ),
            Holds(
                "if input_unsigned is true then output must have a type in [8-bit signless integer,16-bit signless \
                 integer]",
                |operands| unsigned(operands, "input_unsigned", "output"),
            ),
            Holds(
                "if output_unsigned is true then output must have a type in [8-bit signless integer,16-bit signless \
                 integer]",
                |operands| unsigned(operands, "output_unsigned", "output"),
            ),
        ],
    ),
];
