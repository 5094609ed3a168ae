//! Validation of OpenCL pipes: operand types by parameter name

use super::rule::{Check, Rule, rule};
use super::subject::OpSubject;
use super::typing::{BOOL, INT32, Set};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{access_qualifier as q, storage_class as s};
use spv_dialect::types;
use spv_ir::Type;
use spv_ir::params::OpComponent;

const READS: &[u32] = &[
    op::READ_PIPE,
    op::RESERVED_READ_PIPE,
    op::RESERVE_READ_PIPE_PACKETS,
    op::COMMIT_READ_PIPE,
    op::GROUP_RESERVE_READ_PIPE_PACKETS,
    op::GROUP_COMMIT_READ_PIPE,
];
const WRITES: &[u32] = &[
    op::WRITE_PIPE,
    op::RESERVED_WRITE_PIPE,
    op::RESERVE_WRITE_PIPE_PACKETS,
    op::COMMIT_WRITE_PIPE,
    op::GROUP_RESERVE_WRITE_PIPE_PACKETS,
    op::GROUP_COMMIT_WRITE_PIPE,
];
const ALL: &[u32] = &super::rule::joined::<17>(&[
    READS,
    WRITES,
    &[op::IS_VALID_RESERVE_ID, op::GET_NUM_PIPE_PACKETS, op::GET_MAX_PIPE_PACKETS],
    &[op::CONSTANT_PIPE_STORAGE, op::CREATE_PIPE_FROM_PIPE_STORAGE],
]);
/// Required result types of pipe instructions.
const RESULTS: &[(&[u32], Wanted)] = &[
    (
        &[
            op::READ_PIPE,
            op::WRITE_PIPE,
            op::RESERVED_READ_PIPE,
            op::RESERVED_WRITE_PIPE,
            op::GET_NUM_PIPE_PACKETS,
            op::GET_MAX_PIPE_PACKETS,
        ],
        Wanted::In(INT32),
    ),
    (
        &[
            op::RESERVE_READ_PIPE_PACKETS,
            op::RESERVE_WRITE_PIPE_PACKETS,
            op::GROUP_RESERVE_READ_PIPE_PACKETS,
            op::GROUP_RESERVE_WRITE_PIPE_PACKETS,
        ],
        Wanted::Opcode(op::TYPE_RESERVE_ID),
    ),
    (&[op::IS_VALID_RESERVE_ID], Wanted::In(BOOL)),
    (&[op::CONSTANT_PIPE_STORAGE], Wanted::Opcode(op::TYPE_PIPE_STORAGE)),
    (&[op::CREATE_PIPE_FROM_PIPE_STORAGE], Wanted::Opcode(op::TYPE_PIPE)),
];
/// Required operand types, keyed by parameter name.
const OPERANDS: &[(&str, Wanted)] = &[
    ("pipe", Wanted::Opcode(op::TYPE_PIPE)),
    ("reserve_id", Wanted::Opcode(op::TYPE_RESERVE_ID)),
    ("index", Wanted::In(INT32)),
    ("num_packets", Wanted::In(INT32)),
    ("packet_size", Wanted::In(INT32)),
    ("packet_alignment", Wanted::In(INT32)),
    ("pointer", Wanted::Generic),
];
const SECTION: &str = "3.42.23";

/// A required type of a result or operand.
#[derive(Clone, Copy)]
enum Wanted {
    /// A type declared by the given OpType instruction.
    Opcode(u32),
    /// A type in the given set.
    In(Set),
    /// A pointer to the Generic storage class.
    Generic,
}

impl Wanted {
    fn fits(self, x: &OpSubject<'_>, ty: Type) -> bool {
        match self {
            Wanted::Opcode(opcode) => types::view(x.ctx(), ty).is_some_and(|(found, _)| found == opcode),
            Wanted::In(set) => set.has(x.ctx(), ty),
            Wanted::Generic => types::pointer(x.ctx(), ty).is_some_and(|(_, class)| class == s::GENERIC),
        }
    }
}

/// Validation rules for pipes.
pub const RULES: &[Rule] = &[
    rule("SPV-pipe-operands", SECTION, "an operand does not have the type that its parameter requires", {
        Check::Finds(ALL, |x| {
            OPERANDS.iter().find_map(|(name, wanted)| {
                let ty = operand(x, name)?;
                (!wanted.fits(x, ty)).then(|| format!("'{name}'"))
            })
        })
    })
    .note(
        "expected OpTypePipe for a pipe, OpTypeReserveId for a reservation, a Generic pointer for a \
           pointer, a 32-bit integer otherwise",
    ),
    rule("SPV-pipe-result", SECTION, "the result does not have the type that the instruction requires", {
        Check::BySignature(ALL, |x| {
            let (_, wanted) = RESULTS.iter().find(|(opcodes, _)| opcodes.contains(&x.opcode))?;
            Some(wanted.fits(x, x.result_type()?))
        })
    }),
    rule("SPV-pipe-read", SECTION, "the pipe must be ReadOnly", {
        Check::BySignature(READS, |x| Some(access(x)? == u64::from(q::READ_ONLY)))
    }),
    rule("SPV-pipe-access", SECTION, "the pipe must be ReadOnly or WriteOnly", {
        Check::BySignature(&[op::GET_NUM_PIPE_PACKETS, op::GET_MAX_PIPE_PACKETS], |x| {
            Some(access(x)? != u64::from(q::READ_WRITE))
        })
    }),
    rule("SPV-pipe-write", SECTION, "the pipe must be WriteOnly", {
        Check::BySignature(WRITES, |x| Some(access(x)? == u64::from(q::WRITE_ONLY)))
    }),
];

fn operand(x: &OpSubject<'_>, name: &str) -> Option<Type> {
    match x.param_named(name)? {
        OpComponent::Value(value) => x.value_type(value),
        _ => None,
    }
}

/// Returns the access qualifier in the type of the pipe operand, if the op has one.
fn access(x: &OpSubject<'_>) -> Option<u64> {
    match types::view(x.ctx(), operand(x, "pipe")?) {
        Some((op::TYPE_PIPE, params)) => x.ctx().attr_u64(*params.get(1)?),
        _ => None,
    }
}
