//! Opcodes that the module comparison treats specially, and their classification

use rspirv::spirv::Op;

macro_rules! opcodes {
    ($($name:ident = $op:ident),* $(,)?) => { $(pub(crate) const $name: u16 = Op::$op as u16;)* };
}

opcodes! {
    NOP = Nop, UNDEF = Undef, SOURCE = Source, SOURCE_CONTINUED = SourceContinued, NAME = Name,
    MEMBER_NAME = MemberName, STRING = String, LINE = Line, NO_LINE = NoLine,
    EXT_INST_IMPORT = ExtInstImport, EXT_INST = ExtInst,
    EXT_INST_FORWARD = ExtInstWithForwardRefsKHR, TYPE_INT = TypeInt, TYPE_FLOAT = TypeFloat,
    TYPE_STRUCT = TypeStruct, TYPE_OPAQUE = TypeOpaque, TYPE_FORWARD_POINTER = TypeForwardPointer,
    CONSTANT_TRUE = ConstantTrue, CONSTANT_FALSE = ConstantFalse, CONSTANT = Constant,
    CONSTANT_COMPOSITE = ConstantComposite, CONSTANT_NULL = ConstantNull,
    CONSTANT_REPLICATE = ConstantCompositeReplicateEXT, SPEC_CONSTANT = SpecConstant,
    SPEC_CONSTANT_OP = SpecConstantOp, FUNCTION = Function,
    STORE = Store, IMAGE_SAMPLE = ImageSampleImplicitLod, FUNCTION_END = FunctionEnd,
    FUNCTION_PARAMETER = FunctionParameter, VARIABLE = Variable,
    UNTYPED_VARIABLE = UntypedVariableKHR, DECORATE = Decorate, MEMBER_DECORATE = MemberDecorate,
    DECORATE_ID = DecorateId, DECORATE_STRING = DecorateString,
    MEMBER_DECORATE_STRING = MemberDecorateString, DECORATION_GROUP = DecorationGroup,
    GROUP_DECORATE = GroupDecorate, GROUP_MEMBER_DECORATE = GroupMemberDecorate, PHI = Phi,
    LOOP_MERGE = LoopMerge, SELECTION_MERGE = SelectionMerge, LABEL = Label, BRANCH = Branch,
    BRANCH_CONDITIONAL = BranchConditional, SWITCH = Switch, KILL = Kill, RETURN = Return,
    RETURN_VALUE = ReturnValue, UNREACHABLE = Unreachable,
    TERMINATE_INVOCATION = TerminateInvocation, IGNORE_INTERSECTION = IgnoreIntersectionKHR,
    TERMINATE_RAY = TerminateRayKHR, EMIT_MESH_TASKS = EmitMeshTasksEXT, GRAPH = GraphARM,
    GRAPH_END = GraphEndARM, STRUCT_CONTINUED = TypeStructContinuedINTEL,
    CONSTANT_CONTINUED = ConstantCompositeContinuedINTEL,
    SPEC_CONSTANT_CONTINUED = SpecConstantCompositeContinuedINTEL,
    CONSTRUCT_CONTINUED = CompositeConstructContinuedINTEL,
    MEMBER_DECORATE_ID = MemberDecorateIdEXT,
}

/// `OpAbortKHR`, which rspirv lacks.
pub(crate) const ABORT: u16 = 5121;
/// `OpConstantDataKHR`, which rspirv lacks.
pub(crate) const CONSTANT_DATA: u16 = 5147;

/// Instructions that rspirv's grammar lacks or describes incorrectly: opcode, name and operand shape.
///
/// An operand shape has one letter per operand: `t` result type, `r` result, `i` id, `I` any number of ids, `*` any
/// number of literals, `m` memory operands, `o` image operands.
const AMENDED: &[(u16, &str, &str)] = &[
    (4195, "BitcastExtractEXT", "trii"),
    (4545, "ImageGatherQCOM", "triiiio"),
    (ABORT, "AbortKHR", "ii"),
    (CONSTANT_DATA, "ConstantDataKHR", "tr*"),
    (5148, "SpecConstantDataKHR", "tr*"),
    (5158, "PoisonKHR", "tr"),
    (5159, "FreezeKHR", "tri"),
    (5304, "HitObjectRecordFromQueryEXT", "iiiii"),
    (5363, "CooperativeMatrixGetCoordinateEXT", "trii"),
    (5946, "ReadPipeBlockingALTERA", "iiii"),
    (5947, "WritePipeBlockingALTERA", "iiii"),
    (CONSTRUCT_CONTINUED, "CompositeConstructContinuedINTEL", "I"),
    (6258, "PredicatedLoadINTEL", "triiim"),
    (6259, "PredicatedStoreINTEL", "iiim"),
    (6916, "FDot2MixAcc32VALVE", "triii"),
    (6917, "FDot2MixAcc16VALVE", "triii"),
    (6918, "FDot4MixAcc32VALVE", "triii"),
];

/// Returns the operand shape of an instruction that rspirv's grammar lacks or describes incorrectly. Returns `None` for
/// other instructions.
pub(crate) fn amended_shape(opcode: u16) -> Option<&'static str> {
    AMENDED.iter().find(|row| row.0 == opcode).map(|row| row.2)
}

/// Returns an opcode's name in the specification.
pub(crate) fn name(opcode: u16) -> String {
    if let Some(op) = Op::from_u32(opcode.into()) {
        return format!("Op{op:?}");
    }
    match AMENDED.iter().find(|row| row.0 == opcode) {
        Some(row) => format!("Op{}", row.1),
        None => format!("opcode {opcode}"),
    }
}

/// Returns whether the opcode declares a type.
pub(crate) fn is_type(opcode: u16) -> bool {
    Op::from_u32(opcode.into()).is_some_and(|op| format!("{op:?}").starts_with("Type"))
}

/// Returns whether the opcode declares a constant that its operands determine completely. Excludes specialization
/// constants.
pub(crate) fn is_plain_constant(opcode: u16) -> bool {
    matches!(
        opcode,
        CONSTANT_TRUE
            | CONSTANT_FALSE
            | CONSTANT
            | CONSTANT_COMPOSITE
            | CONSTANT_NULL
            | CONSTANT_REPLICATE
            | CONSTANT_DATA
    )
}

/// Returns whether the opcode ends a block.
pub(crate) fn is_terminator(opcode: u16) -> bool {
    matches!(
        opcode,
        BRANCH
            | BRANCH_CONDITIONAL
            | SWITCH
            | KILL
            | RETURN
            | RETURN_VALUE
            | UNREACHABLE
            | TERMINATE_INVOCATION
            | IGNORE_INTERSECTION
            | TERMINATE_RAY
            | EMIT_MESH_TASKS
            | ABORT
    )
}

/// Returns whether the opcode declares a merge block.
pub(crate) fn is_merge(opcode: u16) -> bool {
    matches!(opcode, LOOP_MERGE | SELECTION_MERGE)
}
