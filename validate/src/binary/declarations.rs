//! Validation of declarations that import would normalize
//!
//! Covers repeated types and decorations, instructions that require an extension, and excess literal bits.

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::enums::{CAPABILITY, DECORATION};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{capability, decoration, execution_mode, scope};
use spv_dialect::sets::find_set;
use spv_ir::dialect::ParamKind;
use spv_serialize::import::binary::{ImportResult, Inst, Opcodes, Section as Scope, literal_fits};

/// The extension that allows repeated type declarations.
const REPEATED_TYPES: &str = "SPV_VALIDATOR_ignore_type_decl_unique";
/// Types that may be declared repeatedly: aggregates and pointers.
const REPEATABLE_TYPES: [u32; 6] = [
    op::TYPE_STRUCT,
    op::TYPE_ARRAY,
    op::TYPE_RUNTIME_ARRAY,
    op::TYPE_NODE_PAYLOAD_ARRAY_AMDX,
    op::TYPE_POINTER,
    op::TYPE_UNTYPED_POINTER_KHR,
];
/// Decorations that may occur repeatedly on the same target.
const REPEATABLE: [u32; 2] = [decoration::USER_SEMANTIC, decoration::FUNC_PARAM_ATTR];
/// Decorations with id operands.
const WITH_IDS: [u32; 12] = [
    decoration::UNIFORM_ID,
    decoration::ALIGNMENT_ID,
    decoration::MAX_BYTE_OFFSET_ID,
    decoration::ARRAY_STRIDE_ID_EXT,
    decoration::COUNTER_BUFFER,
    decoration::PAYLOAD_NODE_NAME_AMDX,
    decoration::PAYLOAD_NODE_BASE_INDEX_AMDX,
    decoration::PAYLOAD_NODE_ARRAY_SIZE_AMDX,
    decoration::NODE_SHARES_PAYLOAD_LIMITS_WITH_AMDX,
    decoration::NODE_MAX_PAYLOADS_AMDX,
    decoration::ALIAS_SCOPE_INTEL,
    decoration::NO_ALIAS_INTEL,
];
/// Decoration instructions, each with its first core version and the extensions that provide it in older versions.
const DECORATING: [(u32, u32, &[&str]); 3] = [
    (op::DECORATE_ID, 0x0001_0200, &["SPV_GOOGLE_hlsl_functionality1"]),
    (op::DECORATE_STRING, 0x0001_0400, STRINGS),
    (op::MEMBER_DECORATE_STRING, 0x0001_0400, STRINGS),
];
const STRINGS: &[&str] = &["SPV_GOOGLE_decorate_string", "SPV_GOOGLE_hlsl_functionality1"];
/// Instructions that define specialization constants.
const SPEC_CONSTANTS: [u32; 5] = [
    op::SPEC_CONSTANT,
    op::SPEC_CONSTANT_TRUE,
    op::SPEC_CONSTANT_FALSE,
    op::SPEC_CONSTANT_COMPOSITE,
    op::SPEC_CONSTANT_OP,
];
/// Instructions that continue a preceding instruction.
const CONTINUATIONS: [u32; 4] = [
    op::TYPE_STRUCT_CONTINUED_INTEL,
    op::CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL,
    op::COMPOSITE_CONSTRUCT_CONTINUED_INTEL,
];
/// Extended instruction sets with a version at the end of their name, each with the first and last valid version.
const VERSIONED: [(&str, u32, u32); 3] = [
    ("NonSemantic.Shader.DebugInfo", 100, u32::MAX),
    ("NonSemantic.Graph.DebugInfo", 1, 1),
    ("Arm.ExperimentalMLOperations", 1, 1),
];
/// First version in which non-semantic instruction sets require no extension.
const NON_SEMANTIC: u32 = 0x0001_0600;

/// Returns whether a decoration has only literal or enumerant operands.
fn is_literal(value: u32) -> bool {
    let literal = |param: &spv_ir::dialect::Param| matches!(param.kind, ParamKind::Word | ParamKind::Enum(_));
    DECORATION.by_value(value).is_some_and(|found| found.params.iter().all(literal))
}

/// The declarations seen so far.
#[derive(Default)]
pub(super) struct Declarations<'w> {
    version: u32,
    extensions: Vec<String>,
    /// Width and signedness of numeric types with fewer than 32 bits, keyed by id.
    narrow: FxHashMap<u32, (u32, bool)>,
    /// Declared non-aggregate types: the opcode word and the operands.
    types: FxHashSet<(u32, &'w [u32])>,
    /// Decoration instructions seen so far: the opcode word, then the target and decoration. For decorations with id or
    /// string operands, all operands are included.
    decorations: FxHashSet<(u32, &'w [u32])>,
    spec_constants: FxHashSet<u32>,
    variables: FxHashSet<u32>,
    data: Data,
    sizes: WorkgroupSizes,
    /// Whether the module declares LongCompositesINTEL.
    long_composites: bool,
}

/// Types and constants needed to check OpConstantDataKHR. Recorded only if the module declares its capability.
#[derive(Default)]
struct Data {
    is_declared: bool,
    /// Bit widths of integer types, keyed by id. `arrays` has the element type and length of array types; `lengths`
    /// has the values of constants.
    bits: FxHashMap<u32, u32>,
    arrays: FxHashMap<u32, (u32, u32)>,
    lengths: FxHashMap<u32, u32>,
}

impl Data {
    /// Records a capability, type or constant, or checks an OpConstantDataKHR (SPV_KHR_constant_data).
    fn check(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        match (i.opcode, i.words) {
            (op::CAPABILITY, &[_, capability::CONSTANT_DATA_KHR]) => self.is_declared = true,
            _ if !self.is_declared => {}
            (op::TYPE_INT, &[_, id, bits, _]) => _ = self.bits.insert(id, bits),
            (op::TYPE_ARRAY, &[_, id, element, length]) => _ = self.arrays.insert(id, (element, length)),
            (op::CONSTANT, &[_, _, id, value]) => _ = self.lengths.insert(id, value),
            (op::CONSTANT_DATA_KHR, &[_, ty, _, ref words @ ..]) => {
                let bits = self.arrays.get(&ty).and_then(|(element, _)| self.bits.get(element));
                let Some(&bits) = bits else {
                    return Err(i.error_at(1, "the type must be an array of integers"));
                };
                let length = self.arrays.get(&ty).and_then(|(_, length)| self.lengths.get(length));
                let needed = length.map(|&length| (u64::from(length) * u64::from(bits)).div_ceil(32));
                if needed.is_some_and(|needed| needed != words.len() as u64) {
                    return Err(i.error("the number of data words does not match the size of the array"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Constants needed to check the order of workgroup-size constants and cooperative matrix types. Recorded only if the
/// module has the execution mode LocalSizeId.
#[derive(Default)]
struct WorkgroupSizes {
    /// Ids of LocalSizeId constants that have not been declared yet.
    undeclared: FxHashSet<u32>,
    /// Ids of constants whose value is that of the scope Workgroup.
    scopes: FxHashSet<u32>,
}

impl WorkgroupSizes {
    /// Records an execution mode or constant, or checks that a cooperative matrix type follows the constants of
    /// LocalSizeId.
    fn check(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        match (i.opcode, i.words) {
            (op::EXECUTION_MODE_ID, [_, _, execution_mode::LOCAL_SIZE_ID, sizes @ ..]) => {
                self.undeclared.extend(sizes);
            }
            _ if self.undeclared.is_empty() => {}
            (op::TYPE_COOPERATIVE_MATRIX_KHR | op::TYPE_COOPERATIVE_MATRIX_NV, [_, _, _, scope, ..])
                if self.scopes.contains(scope) =>
            {
                return Err(i.error(
                    "the constants of LocalSizeId must be declared before a matrix type of scope Workgroup",
                ));
            }
            (op::CONSTANT, &[_, _, id, value]) => {
                self.undeclared.remove(&id);
                self.scopes.extend((value == scope::WORKGROUP).then_some(id));
            }
            (op::SPEC_CONSTANT | op::SPEC_CONSTANT_OP | op::CONSTANT_NULL, [_, _, id, ..]) => {
                self.undeclared.remove(id);
            }
            _ => {}
        }
        Ok(())
    }
}

impl<'w> Declarations<'w> {
    pub fn new(version: u32) -> Self {
        Declarations { version, ..Declarations::default() }
    }

    fn has(&self, extension: &str) -> bool {
        self.extensions.iter().any(|name| name == extension)
    }

    /// Checks the next instruction outside of functions.
    ///
    /// # Errors
    ///
    /// The instruction is an invalid declaration.
    pub fn check(&mut self, i: &Inst<'w>, opcodes: Opcodes<'_>) -> ImportResult<()> {
        self.data.check(i)?;
        self.sizes.check(i)?;
        self.long_composites |=
            matches!(i.words, [_, capability::LONG_COMPOSITES_INTEL]) && i.opcode == op::CAPABILITY;
        match i.opcode {
            op::CAPABILITY if i.words.get(1).is_none_or(|word| !CAPABILITY.is_known(*word)) => {
                return Err(i.error_at(1, "unknown capability"));
            }
            op::EXTENSION => self.extensions.extend(i.string(1).map(|(name, _)| name)),
            op::EXT_INST_IMPORT => self.import(i)?,
            op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING => self.decoration(i, 2)?,
            op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING | op::MEMBER_DECORATE_ID_EXT => {
                self.decoration(i, 3)?;
            }
            op::CONSTANT | op::SPEC_CONSTANT => self.number(i)?,
            op::VARIABLE | op::UNTYPED_VARIABLE_KHR => self.variables.extend(i.words.get(2)),
            op::CONSTANT_COMPOSITE | op::CONSTANT_COMPOSITE_REPLICATE_EXT => {
                let operands = i.words.get(3..).unwrap_or(&[]);
                if operands.iter().any(|id| self.variables.contains(id)) {
                    return Err(i.error("a constituent of a constant must not be a variable"));
                }
                if operands.iter().any(|id| self.spec_constants.contains(id)) {
                    return Err(i.error("a constituent of a constant must not be a spec constant"));
                }
            }
            _ => self.ty(i, opcodes)?,
        }
        if SPEC_CONSTANTS.contains(&i.opcode) {
            self.spec_constants.extend(i.words.get(2));
        }
        Ok(())
    }

    /// Checks an instruction that continues a long instruction, such as OpTypeStructContinuedINTEL. Import joins
    /// both.
    ///
    /// # Errors
    ///
    /// The module lacks the required capability.
    pub fn check_continuation(&self, i: &Inst<'_>) -> ImportResult<()> {
        if CONTINUATIONS.contains(&i.opcode) && !self.long_composites {
            return Err(i.error("requires capability LongCompositesINTEL, which the module does not declare"));
        }
        Ok(())
    }

    fn import(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let Ok((name, _)) = i.string(2) else { return Ok(()) };
        let lacks = self.version < NON_SEMANTIC && !self.has("SPV_KHR_non_semantic_info");
        if name.starts_with("NonSemantic.") && lacks {
            return Err(i.error("a non-semantic set requires SPV_KHR_non_semantic_info before version 1.6"));
        }
        if !name.starts_with("NonSemantic.") && find_set(&name).is_none() {
            return Err(i.error(format!("unknown extended instruction set: {name}")));
        }
        let found = VERSIONED.iter().find_map(|(set, first, last)| {
            Some((name.strip_prefix(set)?.strip_prefix('.')?.parse::<u32>().ok(), *first..=*last))
        });
        match found {
            Some((version, known)) if !version.is_some_and(|version| known.contains(&version)) => {
                Err(i.error(format!("unknown version of the extended instruction set: {name}")))
            }
            _ => Ok(()),
        }
    }

    /// Checks that decorations with id operands use the required instruction, and that no decoration is repeated.
    fn decoration(&mut self, i: &Inst<'w>, index: usize) -> ImportResult<()> {
        let Some(&value) = i.words.get(index) else { return Ok(()) };
        match i.opcode {
            op::DECORATE if WITH_IDS.contains(&value) => {
                return Err(i.error("a decoration with an id operand requires OpDecorateId"));
            }
            op::DECORATE_ID | op::MEMBER_DECORATE_ID_EXT if is_literal(value) => {
                return Err(i.error(
                    "a decoration without id operands must not use OpDecorateId or OpMemberDecorateIdEXT",
                ));
            }
            _ => {}
        }
        let params = DECORATION.by_value(value).map_or(&[][..], |found| found.params);
        let mut next = index + 1;
        for param in params {
            let Some(&word) = i.words.get(next) else { break };
            match param.kind {
                ParamKind::String => next = i.bytes(next)?.1,
                ParamKind::Enum(def) if !def.is_known(word) => {
                    return Err(i.error_at(next, format!("{word} is not a {}", def.name)));
                }
                _ => next += 1,
            }
        }
        let row = DECORATING.iter().find(|(opcode, ..)| *opcode == i.opcode);
        if let Some((_, version, extensions)) = row
            && self.version < *version
            && !extensions.iter().any(|name| self.has(name))
        {
            return Err(i.error(format!("requires version {}.{}", version >> 16, version >> 8 & 0xFF)));
        }
        let same = match i.opcode {
            op::DECORATE | op::MEMBER_DECORATE => i.words.get(1..=index).unwrap_or(&[]),
            _ => &i.words[1..],
        };
        if !self.decorations.insert((i.opcode, same)) && !REPEATABLE.contains(&value) {
            return Err(i.error("the target already has the decoration"));
        }
        Ok(())
    }

    /// Checks that types other than aggregates and pointers are declared only once (specification, 2.8).
    fn ty(&mut self, i: &Inst<'w>, opcodes: Opcodes<'_>) -> ImportResult<()> {
        match *i.words {
            [_, _, _, signed] if i.opcode == op::TYPE_INT && signed > 1 => {
                return Err(i.error_at(3, format!("the signedness must be 0 or 1, not {signed}")));
            }
            [_, id, width, signed] if i.opcode == op::TYPE_INT && width < 32 => {
                self.narrow.insert(id, (width, signed != 0));
            }
            [_, id, width, ..] if i.opcode == op::TYPE_FLOAT && width < 32 => {
                self.narrow.insert(id, (width, false));
            }
            _ => {}
        }
        let is_forward = i.opcode == op::TYPE_FORWARD_POINTER;
        let is_type = opcodes.section(i.opcode) == Scope::Type || is_forward;
        if is_type && !REPEATABLE_TYPES.contains(&i.opcode) {
            let key = (i.words[0], i.words.get(if is_forward { 1 } else { 2 }..).unwrap_or(&[]));
            if !self.types.insert(key) && !self.has(REPEATED_TYPES) {
                return Err(
                    i.error("duplicate declaration of a type that is neither an aggregate nor a pointer")
                );
            }
        }
        Ok(())
    }

    /// Checks the bits of a literal beyond the width of its type, which import discards.
    fn number(&self, i: &Inst<'_>) -> ImportResult<()> {
        let &[_, ty, _, word] = i.words else { return Ok(()) };
        let Some(&(width, signed)) = self.narrow.get(&ty) else { return Ok(()) };
        match literal_fits(word, width, signed) {
            true => Ok(()),
            false => Err(i.error(format!("the literal does not fit {width} bits"))),
        }
    }
}
