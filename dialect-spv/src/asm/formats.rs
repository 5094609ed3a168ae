//! The assembly formats of all ops that the grammar lists, one line per op or per family of ops: the
//! text of LLVM 14 where it has the op.
//!
//! Ops without a line get a form by their traits (see [`by_traits`]), all others the uniform form.

use super::{infer, memory, spec};
use crate::build::RESULT_TYPES;
use crate::generated::opcodes::*;
use crate::generated::ops::ALIASES as GRAMMAR_ALIASES;
use spv_ir::asm::{OpParseFn, OpPrintFn};
use spv_ir::dialect::{Arity, Dialect, InferFn, OpDef, ParamKind, Traits};

/// The text of all ops of a set from one opcode to another.
#[derive(Clone, Copy)]
struct Line {
    set: u16,
    first: u32,
    last: u32,
    format: &'static str,
    infer: Option<InferFn>,
    custom: Option<(OpParseFn, OpPrintFn)>,
    /// How hand-written text looks.
    form: &'static str,
}

/// Begins the line of an instruction.
const fn row(opcode: u32, format: &'static str) -> Line {
    family(opcode, opcode, format)
}

/// The line of an instruction whose text is written by hand.
const fn written(opcode: u32, form: &'static str, parse: OpParseFn, print: OpPrintFn) -> Line {
    let mut line = row(opcode, "");
    line.custom = Some((parse, print));
    line.form = form;
    line
}

/// Begins the line of all instructions from `first` to `last`, which are alike.
const fn family(first: u32, last: u32, format: &'static str) -> Line {
    Line { set: 0, first, last, format, infer: None, custom: None, form: "" }
}

impl Line {
    /// Of an extended set.
    const fn of(mut self, set: u16) -> Line {
        self.set = set;
        self
    }

    /// How to find the result type, which the format leaves out.
    const fn infers(mut self, infer: InferFn) -> Line {
        self.infer = Some(infer);
        self
    }
}

// Forms that many ops share. `$0` is the first parameter.

const UNARY: &str = "$0 attr-dict `:` type($0,result)";
const BINARY: &str = "$0 `,` $1 attr-dict `:` type($0,$1,result)";
const TERNARY: &str = "$0 `,` $1 `,` $2 attr-dict `:` type($0,$1,$2,result)";
const TEST: &str = "$0 attr-dict `:` type($0)";
const COMPARE: &str = "$0 `,` $1 attr-dict `:` type($0,$1)";
const CONVERT: &str = "$0 attr-dict `:` type($0) `to` type(result)";
/// Both operands have one type, the result another.
const REDUCE: &str = "$0 `,` $1 attr-dict `:` type($0,$1) `->` type(result)";
/// Two operands of different types.
const MIXED: &str = "$0 `,` $1 attr-dict `:` types($0,$1)";
/// The type of the result alone.
const MAKE: &str = "$0 `,` $1 attr-dict `:` type(result)";
const DOT_PACKED: &str = "$0 `,` $1 ( `,` $2 )? attr-dict `:` type($0,$1) `->` type(result)";
const MULTIPLY_ADD: &str = "$0 `,` $1 `,` $2 ( `,` $3 )? attr-dict `:` types($0,$1) `->` type($2,result)";

const CHAIN: &str = "$base `[` $indexes `]` attr-dict `:` types($base,$indexes)";
const POINTER_CHAIN: &str =
    "$base `[` $element ( `,` $indexes )? `]` attr-dict `:` types($base,$element,$indexes)";

/// Two operands and image operands.
const SAMPLE: &str = "$0 `,` $1 ( $2 )? attr-dict `:` types($0,$1,$2) `->` type(result)";
const SAMPLE_LOD: &str = "$0 `,` $1 $2 attr-dict `:` types($0,$1,$2) `->` type(result)";
/// Three operands and image operands.
const SAMPLE_DREF: &str = "$0 `,` $1 `,` $2 ( $3 )? attr-dict `:` types($0,$1,$2,$3) `->` type(result)";
const SAMPLE_DREF_LOD: &str = "$0 `,` $1 `,` $2 $3 attr-dict `:` types($0,$1,$2,$3) `->` type(result)";
const GATHER_DREF: &str = "$0 `:` type($0) `,` $1 `:` type($1) `,` $2 `:` type($2) custom(gap,$3) ( $3 )? attr-dict `->` type(result)";

/// Scope, semantics, pointer.
const ATOMIC: &str = "$1 $2 $0 attr-dict `:` type($0)";
const ATOMIC_VALUE: &str = "$1 $2 $0 `,` $3 attr-dict `:` type($0)";
const ATOMIC_COMPARE: &str = "$1 $2 $3 $0 `,` $4 `,` $5 attr-dict `:` type($0)";

/// Scope and predicate.
const GROUP_TEST: &str = "bare($0) $1 attr-dict `:` type($1)";
const GROUP_VALUE: &str = "bare($0) $1 attr-dict `:` type($1,result)";
const GROUP_COUNT: &str = "bare($0) $1 attr-dict `:` type($1) `->` type(result)";
/// Scope, value, and which invocation's.
const GROUP_SHUFFLE: &str = "bare($0) $1 `,` $2 attr-dict `:` types($1,$2)";
const GROUP_ARITHMETIC: &str = "$0 $1 $2 attr-dict `:` type($2,result)";
const GROUP_CLUSTER: &str =
    "$0 $1 $2 ( `cluster_size` `(` $cluster_size `)` )? attr-dict `:` type($2,result)";

/// All lines, sorted by set and opcode.
const LINES: &[Line] = &[
    written(
        SPEC_CONSTANT_COMPOSITE,
        "@name (@symbol (, @symbol)...) : type",
        spec::parse_composite,
        spec::print_composite,
    ),
    written(SPEC_CONSTANT_OP, "@name wraps \"operation\"(operands) : type", spec::parse_op, spec::print_op),
    row(FUNCTION_CALL, "$function `(` $arguments `)` attr-dict `:` functional($arguments)"),
    row(LOAD, "custom(storage,$pointer) $pointer ( $memory_access )? attr-dict `:` type(result)"),
    row(
        STORE,
        "custom(storage,$pointer) $pointer `,` $object ( $memory_access )? attr-dict `:` type($object)",
    ),
    written(
        COPY_MEMORY,
        "\"storage\" %target, \"storage\" %source ([\"memory_access\"])? (, [\"memory_access\"])? : type",
        memory::parse_copy,
        memory::print_copy,
    ),
    row(
        COPY_MEMORY_SIZED,
        "custom(storage,$target) $target `,` custom(storage,$source) $source `,` $size \
         ( $memory_access )? ( `,` $memory_access_1 )? attr-dict `:` type($size)",
    ),
    family(ACCESS_CHAIN, IN_BOUNDS_ACCESS_CHAIN, CHAIN).infers(infer::access_chain),
    row(PTR_ACCESS_CHAIN, POINTER_CHAIN).infers(infer::pointer_access_chain),
    row(ARRAY_LENGTH, "$0 `,` $1 attr-dict `:` type($0)").infers(infer::word),
    row(IN_BOUNDS_PTR_ACCESS_CHAIN, POINTER_CHAIN).infers(infer::pointer_access_chain),
    row(VECTOR_EXTRACT_DYNAMIC, "$vector `[` $index `]` attr-dict `:` types($vector,$index)")
        .infers(infer::component),
    row(VECTOR_INSERT_DYNAMIC, "$component `,` $vector `[` $index `]` attr-dict `:` types($vector,$index)")
        .infers(infer::first),
    row(
        VECTOR_SHUFFLE,
        "attr-dict $components $vector1 `:` type($vector1) `,` $vector2 `:` type($vector2) `->` type(result)",
    ),
    row(COMPOSITE_CONSTRUCT, "$constituents attr-dict `:` type(result)"),
    row(COMPOSITE_EXTRACT, "$composite $indexes attr-dict `:` type($composite)").infers(infer::extract),
    row(
        COMPOSITE_INSERT,
        "$object `,` $composite $indexes attr-dict `:` type($object) `into` type($composite,result)",
    ),
    row(IMAGE_SAMPLE_IMPLICIT_LOD, SAMPLE),
    row(IMAGE_SAMPLE_EXPLICIT_LOD, SAMPLE_LOD),
    row(IMAGE_SAMPLE_DREF_IMPLICIT_LOD, SAMPLE_DREF),
    row(IMAGE_SAMPLE_DREF_EXPLICIT_LOD, SAMPLE_DREF_LOD),
    row(IMAGE_SAMPLE_PROJ_IMPLICIT_LOD, SAMPLE),
    row(IMAGE_SAMPLE_PROJ_EXPLICIT_LOD, SAMPLE_LOD),
    row(IMAGE_SAMPLE_PROJ_DREF_IMPLICIT_LOD, SAMPLE_DREF),
    row(IMAGE_SAMPLE_PROJ_DREF_EXPLICIT_LOD, SAMPLE_DREF_LOD),
    row(IMAGE_FETCH, SAMPLE),
    row(IMAGE_GATHER, SAMPLE_DREF),
    row(IMAGE_DREF_GATHER, GATHER_DREF),
    row(IMAGE_READ, SAMPLE),
    row(IMAGE_WRITE, "$0 `,` $1 `,` $2 ( $3 )? attr-dict `:` types($0,$1,$2,$3)"),
    row(IMAGE, "attr-dict $0 `:` type($0)").infers(infer::image),
    row(IMAGE_QUERY_SIZE, "attr-dict $0 `:` type($0) `->` type(result)"),
    family(CONVERT_F_TO_U, F_CONVERT, CONVERT),
    family(CONVERT_PTR_TO_U, GENERIC_CAST_TO_PTR, CONVERT),
    row(GENERIC_CAST_TO_PTR_EXPLICIT, "$0 $1 attr-dict `:` type($0) `to` type(result)"),
    row(BITCAST, CONVERT),
    row(DOT, REDUCE),
    family(I_ADD_CARRY, S_MUL_EXTENDED, MAKE),
    family(ANY, ALL, TEST).infers(infer::bit),
    row(
        SELECT,
        "$condition `,` $object1 `,` $object2 attr-dict `:` type($condition) `,` type($object1,$object2,result)",
    ),
    family(SHIFT_RIGHT_LOGICAL, SHIFT_LEFT_LOGICAL, MIXED).infers(infer::first),
    row(
        BIT_FIELD_INSERT,
        "$base `,` $insert `,` $offset `,` $count attr-dict `:` types($base,$offset,$count)",
    )
    .infers(infer::first),
    family(BIT_FIELD_S_EXTRACT, BIT_FIELD_U_EXTRACT, "$0 `,` $1 `,` $2 attr-dict `:` types($0,$1,$2)")
        .infers(infer::first),
    row(BIT_COUNT, UNARY),
    row(CONTROL_BARRIER, "bare($0) `,` bare($1) `,` bare($2) attr-dict"),
    row(MEMORY_BARRIER, "bare($0) `,` bare($1) attr-dict"),
    row(ATOMIC_LOAD, ATOMIC).infers(infer::pointee),
    row(ATOMIC_STORE, ATOMIC_VALUE),
    row(ATOMIC_EXCHANGE, ATOMIC_VALUE).infers(infer::pointee),
    family(ATOMIC_COMPARE_EXCHANGE, ATOMIC_COMPARE_EXCHANGE_WEAK, ATOMIC_COMPARE).infers(infer::pointee),
    family(ATOMIC_I_INCREMENT, ATOMIC_I_DECREMENT, ATOMIC).infers(infer::pointee),
    family(ATOMIC_I_ADD, ATOMIC_XOR, ATOMIC_VALUE).infers(infer::pointee),
    row(RETURN_VALUE, TEST),
    family(GROUP_ALL, GROUP_ANY, GROUP_TEST).infers(infer::bit),
    row(GROUP_BROADCAST, GROUP_SHUFFLE).infers(infer::in_scope),
    family(GROUP_I_ADD, GROUP_S_MAX, GROUP_ARITHMETIC),
    row(IMAGE_SPARSE_SAMPLE_IMPLICIT_LOD, SAMPLE),
    row(IMAGE_SPARSE_SAMPLE_EXPLICIT_LOD, SAMPLE_LOD),
    row(IMAGE_SPARSE_SAMPLE_DREF_IMPLICIT_LOD, SAMPLE_DREF),
    row(IMAGE_SPARSE_SAMPLE_DREF_EXPLICIT_LOD, SAMPLE_DREF_LOD),
    row(IMAGE_SPARSE_SAMPLE_PROJ_IMPLICIT_LOD, SAMPLE),
    row(IMAGE_SPARSE_SAMPLE_PROJ_EXPLICIT_LOD, SAMPLE_LOD),
    row(IMAGE_SPARSE_SAMPLE_PROJ_DREF_IMPLICIT_LOD, SAMPLE_DREF),
    row(IMAGE_SPARSE_SAMPLE_PROJ_DREF_EXPLICIT_LOD, SAMPLE_DREF_LOD),
    row(IMAGE_SPARSE_FETCH, SAMPLE),
    row(IMAGE_SPARSE_GATHER, SAMPLE_DREF),
    row(IMAGE_SPARSE_DREF_GATHER, GATHER_DREF),
    row(IMAGE_SPARSE_TEXELS_RESIDENT, TEST).infers(infer::bit),
    row(ATOMIC_FLAG_TEST_AND_SET, ATOMIC).infers(infer::bit),
    row(ATOMIC_FLAG_CLEAR, ATOMIC),
    row(IMAGE_SPARSE_READ, SAMPLE),
    row(GROUP_NON_UNIFORM_ELECT, "bare($0) attr-dict `:` type(result)"),
    family(GROUP_NON_UNIFORM_ALL, GROUP_NON_UNIFORM_ALL_EQUAL, GROUP_TEST).infers(infer::bit),
    row(GROUP_NON_UNIFORM_BROADCAST, GROUP_SHUFFLE).infers(infer::in_scope),
    row(GROUP_NON_UNIFORM_BROADCAST_FIRST, GROUP_VALUE),
    row(GROUP_NON_UNIFORM_BALLOT, "bare($0) $1 attr-dict `:` type(result)"),
    row(GROUP_NON_UNIFORM_INVERSE_BALLOT, GROUP_TEST).infers(infer::bit),
    row(GROUP_NON_UNIFORM_BALLOT_BIT_EXTRACT, GROUP_SHUFFLE).infers(infer::bit),
    row(GROUP_NON_UNIFORM_BALLOT_BIT_COUNT, "$0 $1 $2 attr-dict `:` type($2) `->` type(result)"),
    family(GROUP_NON_UNIFORM_BALLOT_FIND_LSB, GROUP_NON_UNIFORM_BALLOT_FIND_MSB, GROUP_COUNT),
    family(GROUP_NON_UNIFORM_SHUFFLE, GROUP_NON_UNIFORM_SHUFFLE_DOWN, GROUP_SHUFFLE).infers(infer::in_scope),
    family(GROUP_NON_UNIFORM_I_ADD, GROUP_NON_UNIFORM_LOGICAL_XOR, GROUP_CLUSTER),
    family(GROUP_NON_UNIFORM_QUAD_BROADCAST, GROUP_NON_UNIFORM_QUAD_SWAP, GROUP_SHUFFLE)
        .infers(infer::in_scope),
    row(SUBGROUP_BALLOT_KHR, "$0 attr-dict `:` type(result)"),
    row(SUBGROUP_FIRST_INVOCATION_KHR, UNARY),
    row(UNTYPED_ARRAY_LENGTH_KHR, "$1 `,` $2 attr-dict `:` $0 `,` type($1)").infers(infer::word),
    family(SUBGROUP_ALL_KHR, SUBGROUP_ALL_EQUAL_KHR, UNARY),
    row(
        GROUP_NON_UNIFORM_ROTATE_KHR,
        "bare($0) $1 `,` $2 ( `cluster_size` `(` $cluster_size `)` )? attr-dict `:` types($1,$2)",
    )
    .infers(infer::in_scope),
    row(SUBGROUP_READ_INVOCATION_KHR, MIXED).infers(infer::first),
    row(CONVERT_U_TO_ACCELERATION_STRUCTURE_KHR, CONVERT),
    family(S_DOT, SU_DOT, DOT_PACKED),
    family(S_DOT_ACC_SAT, SU_DOT_ACC_SAT, MULTIPLY_ADD),
    row(
        COOPERATIVE_MATRIX_LOAD_KHR,
        "$0 `,` $1 ( `,` $2 )? ( $3 )? attr-dict `:` types($0,$1,$2,$3) `->` type(result)",
    ),
    row(
        COOPERATIVE_MATRIX_STORE_KHR,
        "$0 `,` $1 `,` $2 ( `,` $3 )? ( $4 )? attr-dict `:` types($0,$1,$2,$3,$4)",
    ),
    row(COOPERATIVE_MATRIX_MUL_ADD_KHR, MULTIPLY_ADD),
    row(COOPERATIVE_MATRIX_LENGTH_KHR, "attr-dict `:` $type").infers(infer::word),
    row(BIT_CAST_ARRAY_QCOM, CONVERT),
    row(
        IMAGE_GATHER_QCOM,
        "$0 `,` $1 `,` $2 `,` $3 ( $4 )? attr-dict `:` types($0,$1,$2,$3,$4) `->` type(result)",
    ),
    family(GROUP_I_ADD_NON_UNIFORM_AMD, GROUP_S_MAX_NON_UNIFORM_AMD, GROUP_ARITHMETIC),
    row(READ_CLOCK_KHR, "bare($0) attr-dict `:` type(result)"),
    family(GROUP_NON_UNIFORM_QUAD_ALL_KHR, GROUP_NON_UNIFORM_QUAD_ANY_KHR, UNARY),
    row(FREEZE_KHR, UNARY),
    row(
        IMAGE_SAMPLE_FOOTPRINT_NV,
        "$0 `,` $1 `,` $2 `,` $3 ( $4 )? attr-dict `:` types($0,$1,$2,$3,$4) `->` type(result)",
    ),
    row(COOPERATIVE_MATRIX_CONVERT_USE_EXT, CONVERT),
    row(COOPERATIVE_MATRIX_LOAD_NV, "$0 `,` $1 `,` $2 ( $3 )? attr-dict `:` type($0) `as` type(result)"),
    row(COOPERATIVE_MATRIX_STORE_NV, "$0 `,` $1 `,` $2 `,` $3 ( $4 )? attr-dict `:` types($0,$1)"),
    row(COOPERATIVE_MATRIX_MUL_ADD_NV, "$0 `,` $1 `,` $2 attr-dict `:` types($0,$1) `->` type($2,result)"),
    row(COOPERATIVE_MATRIX_LENGTH_NV, "attr-dict `:` $type").infers(infer::word),
    family(CONVERT_U_TO_IMAGE_NV, CONVERT_SAMPLED_IMAGE_TO_U_NV, CONVERT),
    row(SUBGROUP_BLOCK_READ_INTEL, "custom(kept_storage,$0) $0 attr-dict `:` type(result)"),
    row(SUBGROUP_BLOCK_WRITE_INTEL, "custom(kept_storage,$0) $0 `,` $1 attr-dict `:` type($1)"),
    family(ATOMIC_F_MIN_EXT, ATOMIC_F_MAX_EXT, ATOMIC_VALUE).infers(infer::pointee),
    row(ASSUME_TRUE_KHR, "$0 attr-dict ( `:` type($0) )?"),
    row(PTR_CAST_TO_CROSS_WORKGROUP_ALTERA, CONVERT),
    row(CROSS_WORKGROUP_CAST_TO_PTR_ALTERA, CONVERT),
    row(ATOMIC_F_ADD_EXT, ATOMIC_VALUE).infers(infer::pointee),
    family(CONVERT_F_TO_BF16_INTEL, CONVERT_BF16_TO_F_INTEL, CONVERT),
    family(CONTROL_BARRIER_ARRIVE_EXT, CONTROL_BARRIER_WAIT_EXT, "bare($0) `,` bare($1) `,` $2 attr-dict"),
    family(GROUP_I_MUL_KHR, GROUP_LOGICAL_XOR_KHR, GROUP_ARITHMETIC),
    row(ROUND_F_TO_TF32_INTEL, CONVERT),
    family(CONVERT_HANDLE_TO_IMAGE_INTEL, CONVERT_HANDLE_TO_SAMPLED_IMAGE_INTEL, CONVERT),
    row(glsl::MODF_STRUCT, "attr-dict $0 `:` type($0) `->` type(result)").of(set::GLSL),
    row(glsl::F_MIX, "attr-dict $0 `:` type($0) `,` $1 `:` type($1) `,` $2 `:` type($2) `->` type(result)")
        .of(set::GLSL),
    row(glsl::FREXP_STRUCT, "attr-dict $0 `:` type($0) `->` type(result)").of(set::GLSL),
    row(glsl::LDEXP, "attr-dict $0 `:` type($0) `,` $1 `:` type($1) `->` type(result)").of(set::GLSL),
    row(glsl::DISTANCE, REDUCE).of(set::GLSL),
    row(ocl::DISTANCE, REDUCE).of(set::OCL),
    row(ocl::FAST_DISTANCE, REDUCE).of(set::OCL),
];

/// Spellings of older versions of the dialect, of its documentation, and of later versions.
const OLD_NAMES: [(&str, &str); 21] = [
    ("spv._address_of", "spv.mlir.addressof"),
    ("spv._reference_of", "spv.mlir.referenceof"),
    ("spv._merge", "spv.mlir.merge"),
    ("spv.undef", "spv.Undef"),
    ("spv.mlir.undef", "spv.Undef"),
    ("spv.constant", "spv.Constant"),
    ("spv.globalVariable", "spv.GlobalVariable"),
    ("spv.specConstant", "spv.SpecConstant"),
    ("spv.specConstantComposite", "spv.SpecConstantComposite"),
    ("spv.selection", "spv.mlir.selection"),
    ("spv.loop", "spv.mlir.loop"),
    ("spv.EXT.AtomicFAdd", "spv.AtomicFAddEXT"),
    ("spv.KHR.SubgroupBallot", "spv.SubgroupBallotKHR"),
    ("spv.INTEL.SubgroupBlockRead", "spv.SubgroupBlockReadINTEL"),
    ("spv.INTEL.SubgroupBlockWrite", "spv.SubgroupBlockWriteINTEL"),
    ("spv.NV.CooperativeMatrixLoad", "spv.CooperativeMatrixLoadNV"),
    ("spv.NV.CooperativeMatrixStore", "spv.CooperativeMatrixStoreNV"),
    ("spv.NV.CooperativeMatrixMulAdd", "spv.CooperativeMatrixMulAddNV"),
    ("spv.NV.CooperativeMatrixLength", "spv.CooperativeMatrixLengthNV"),
    ("spv.KHR.AssumeTrue", "spv.AssumeTrueKHR"),
    ("spv.KHR.Expect", "spv.ExpectKHR"),
];

/// What later versions call the extended sets.
const LATER_SETS: [(&str, &str); 2] = [("spv.GL.", "spv.GLSL."), ("spv.CL.", "spv.OCL.")];

/// Other names of ops: those of the grammar and older ones.
static ALIASES: [(&str, &str); GRAMMAR_ALIASES.len() + OLD_NAMES.len()] = {
    let mut all = [("", ""); GRAMMAR_ALIASES.len() + OLD_NAMES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i.checked_sub(OLD_NAMES.len()) {
            None => OLD_NAMES[i],
            Some(rest) => GRAMMAR_ALIASES[rest],
        };
        i += 1;
    }
    all
};

/// Gives the ops their formats. They are sorted by set and opcode, as the lines do.
pub fn register(dialect: &mut Dialect) {
    let mut lines = LINES.iter().peekable();
    for op in &mut dialect.ops {
        let key = (op.row.set, op.row.opcode);
        while lines.next_if(|l| (l.set, l.last) < key).is_some() {}
        match lines.peek() {
            Some(line) if (line.set, line.first) <= key => {
                op.format = line.format;
                op.infer = line.infer;
                op.custom = line.custom;
                op.form = line.form;
            }
            _ => by_traits(op),
        }
    }
    for op in &mut dialect.ops {
        let key = (op.row.set, op.row.opcode);
        let line =
            RESULT_TYPES.iter().find(|(set, first, last, _)| (*set, *first) <= key && key <= (*set, *last));
        op.result_type = op.infer.or(line.map(|(.., infer)| *infer));
    }
    dialect.op_aliases = &ALIASES;
    dialect.op_prefixes = &LATER_SETS;
}

/// The short form of operations on values of one type.
fn by_traits(op: &mut OpDef) {
    let params = op.row.params;
    let values = || params.iter().all(|p| matches!((p.kind, p.arity), (ParamKind::Value, Arity::One)));
    if op.traits.contains(Traits::COMPARISON) && values() {
        op.infer = Some(infer::comparison);
        op.format = match params.len() {
            1 => TEST,
            2 => COMPARE,
            _ => "",
        };
    } else if op.traits.contains(Traits::SAME_TYPE) && values() {
        op.format = match params.len() {
            1 => UNARY,
            2 => BINARY,
            3 => TERNARY,
            _ => "",
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sorted() {
        let key = |l: &Line| (l.set, l.first);
        for pair in LINES.windows(2) {
            assert!((pair[0].set, pair[0].last) < key(&pair[1]), "{:?} {:?}", key(&pair[0]), key(&pair[1]));
        }
        for line in LINES {
            assert!(line.first <= line.last, "{:?}", key(line));
        }
    }

    #[test]
    fn ops_of_lines_are_sorted() {
        let keys: Vec<_> = crate::overlay::OPS.iter().map(|op| (op.row.set, op.row.opcode)).collect();
        assert!(keys.is_sorted());
        for line in LINES {
            assert!(keys.contains(&(line.set, line.first)), "{} {}", line.set, line.first);
            assert!(keys.contains(&(line.set, line.last)), "{} {}", line.set, line.last);
        }
    }
}
