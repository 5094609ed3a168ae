//! Validation of decoration targets and type operands that import would drop or look through
//!
//! Covers labels, targets that are not structs, and decoration groups.

use crate::decorations::{OF_MEMORY_OBJECTS, OF_STRUCTS, OF_VARIABLES};
use crate::rule::joined;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{built_in, capability, decoration as d};
use spv_serialize::import::binary::{ImportResult, Inst};

/// Decorations that never apply to labels.
const NOT_OF_LABELS: [u32; 40] = joined(&[
    OF_MEMORY_OBJECTS,
    OF_VARIABLES,
    OF_STRUCTS,
    &[
        d::SPEC_ID,
        d::BLOCK,
        d::BUFFER_BLOCK,
        d::ARRAY_STRIDE,
        d::BUILT_IN,
        d::COOPERATIVE_MATRIX_TRANSPOSE_EXT,
        d::NO_SIGNED_WRAP,
        d::NO_UNSIGNED_WRAP,
        d::ROW_MAJOR,
        d::COL_MAJOR,
        d::MATRIX_STRIDE,
        d::FP_ROUNDING_MODE,
    ],
]);

/// The decorations and declarations seen so far.
#[derive(Default)]
pub(super) struct Targets {
    /// Largest decorated member index of each struct, keyed by id.
    members: FxHashMap<u32, u32>,
    /// Ids with a decoration that is invalid for labels.
    decorated: FxHashSet<u32>,
    /// Targets of OpDecorateId.
    with_ids: FxHashSet<u32>,
    /// Targets of OpDecorateString.
    with_strings: FxHashSet<u32>,
    /// Structs with a built-in member, by id.
    built_ins: FxHashSet<u32>,
    /// Ids of imported extended instruction sets.
    imports: FxHashSet<u32>,
    structs: FxHashSet<u32>,
    functions: FxHashSet<u32>,
    voids: FxHashSet<u32>,
    nulls: FxHashSet<u32>,
    forward: FxHashSet<u32>,
    /// Whether the module declares BindlessTextureNV.
    is_bindless: bool,
    has_addressing_mode: bool,
    /// Whether FunctionPointersINTEL is declared, so that pointers to functions are allowed.
    has_function_pointers: bool,
}

impl Targets {
    /// Checks the next instruction of a module.
    ///
    /// # Errors
    ///
    /// The instruction has an invalid target or operand.
    pub fn check(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        match (i.opcode, i.words) {
            (op::CAPABILITY, [_, capability::BINDLESS_TEXTURE_NV]) => self.is_bindless = true,
            (op::CAPABILITY, [_, capability::FUNCTION_POINTERS_INTEL]) => self.has_function_pointers = true,
            (op::SAMPLER_IMAGE_ADDRESSING_MODE_NV, [_, width]) => {
                self.has_addressing_mode = true;
                if ![32, 64].contains(width) {
                    return Err(i.error_at(1, "handles of images and samplers must have 32 or 64 bits"));
                }
            }
            (op::MEMBER_DECORATE | op::MEMBER_DECORATE_STRING, [_, target, member, rest @ ..]) => {
                self.member(*target, *member);
                const HEAPS: [u32; 2] = [built_in::RESOURCE_HEAP_EXT, built_in::SAMPLER_HEAP_EXT];
                if matches!(rest, [d::BUILT_IN, kind] if !HEAPS.contains(kind)) {
                    self.built_ins.insert(*target);
                }
            }
            (op::GROUP_MEMBER_DECORATE, [_, _, pairs @ ..]) => {
                pairs.chunks_exact(2).for_each(|pair| self.member(pair[0], pair[1]));
            }
            (op::GROUP_DECORATE, [_, _, targets @ ..]) => {
                let mut seen = FxHashSet::default();
                if let Some(repeated) = targets.iter().find(|target| !seen.insert(**target)) {
                    return Err(i.error(format!("duplicate target %{repeated}")));
                }
            }
            (op::EXT_INST_IMPORT, [_, id, ..]) => _ = self.imports.insert(*id),
            (op::DECORATE, [_, target, kind, ..]) if NOT_OF_LABELS.contains(kind) => {
                if self.imports.contains(target) {
                    return Err(i.error_at(1, "an extended instruction set must not have the decoration"));
                }
                self.decorated.insert(*target);
            }
            (op::DECORATE_ID, [_, target, ..]) => _ = self.with_ids.insert(*target),
            (op::DECORATE_STRING, [_, target, ..]) => _ = self.with_strings.insert(*target),
            (op::DECORATION_GROUP, [_, id]) if self.with_strings.contains(id) => {
                return Err(i.error("a decoration group must not be the target of OpDecorateString"));
            }
            (op::DECORATION_GROUP, [_, id]) if self.with_ids.contains(id) => {
                return Err(i.error("a decoration group must not be the target of OpDecorateId"));
            }
            (op::LABEL, [_, id]) if self.decorated.contains(id) => {
                return Err(i.error(format!("the decoration is not allowed on the label %{id}")));
            }
            (op::UNDEF, [_, ty, ..]) if self.voids.contains(ty) => {
                return Err(i.error_at(1, "a value must not have type void"));
            }
            (op::TYPE_VOID, [_, id]) => _ = self.voids.insert(*id),
            (op::CONSTANT_NULL, [_, _, id]) => _ = self.nulls.insert(*id),
            (op::TYPE_ARRAY, [_, _, _, length]) if self.nulls.contains(length) => {
                return Err(i.error_at(3, "the length of an array must be at least 1"));
            }
            _ => self.ty(i)?,
        }
        Ok(())
    }

    /// Performs the final checks. Call at the first function or at the end of the module.
    ///
    /// # Errors
    ///
    /// The required addressing mode is missing, or members of a type that is not a struct are decorated.
    pub fn finish(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        if self.is_bindless && !self.has_addressing_mode {
            return Err(i.error("the capability BindlessTextureNV requires OpSamplerImageAddressingModeNV"));
        }
        let members = std::mem::take(&mut self.members);
        match members.keys().filter(|id| !self.structs.contains(id)).min() {
            Some(id) => Err(i.error(format!("members of %{id} are decorated, but it is not a struct"))),
            None => Ok(()),
        }
    }

    fn member(&mut self, target: u32, member: u32) {
        let largest = self.members.entry(target).or_insert(0);
        *largest = member.max(*largest);
    }

    fn ty(&mut self, i: &Inst<'_>) -> ImportResult<()> {
        let parts = match (i.opcode, i.words) {
            (op::TYPE_FORWARD_POINTER, [_, id, _]) => {
                self.forward.insert(*id);
                return Ok(());
            }
            (op::TYPE_FLOAT, [_, _, _, _, _, ..]) => return Err(i.error("too many operands")),
            (op::TYPE_STRUCT, [_, id, members @ ..]) => {
                self.structs.insert(*id);
                if let Some(largest) =
                    self.members.get(id).filter(|&&largest| largest as usize >= members.len())
                {
                    let message = format!(
                        "a decoration targets member {largest}, but the number of members is {}",
                        members.len()
                    );
                    return Err(i.error(message));
                }
                if let Some(inner) = members.iter().find(|member| self.built_ins.contains(member)) {
                    let message = "has built-in members, and must not be a member itself";
                    return Err(i.error(format!("the struct %{inner} {message}")));
                }
                members
            }
            (op::TYPE_POINTER, [_, id, _, pointee]) => {
                if self.forward.contains(id) && !self.structs.contains(pointee) {
                    return Err(i.error("a forward-declared pointer must point to a struct"));
                }
                if self.has_function_pointers { &[] } else { std::slice::from_ref(pointee) }
            }
            (op::TYPE_FUNCTION, [_, id, parts @ ..]) => {
                self.functions.insert(*id);
                parts
            }
            (op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY, [_, _, element, ..]) => std::slice::from_ref(element),
            _ => return Ok(()),
        };
        match parts.iter().find(|part| self.functions.contains(part)) {
            Some(part) if i.words.get(1) != Some(part) => {
                Err(i.error(format!("%{part} is a function type, which is not allowed here")))
            }
            _ => Ok(()),
        }
    }
}
