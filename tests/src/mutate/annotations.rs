//! Edits of names, decorations and decoration groups

use super::binary::number;
use super::code::{Code, Section, any, inst};
use super::draw::{any_id, any_name, any_of, enable, has, parameters};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::enums::DECORATION;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::ir::dialect::{Enumerant, ParamKind};

pub(super) fn name(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let id = any_id(code, rng)?;
    let name = any_name(code, rng);
    let known = (0..code.list.len()).find(|&at| code.op(at) == op::NAME && code.list[at].get(1) == Some(&id));
    match known {
        Some(at) if rng.chance(70) => code.list[at] = [inst(op::NAME, &[id]), name].concat(),
        _ => code.add([inst(op::NAME, &[id]), name].concat()),
    }
    Some(())
}

pub(super) fn name_member(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::TYPE_STRUCT], rng)?;
    let id = if rng.chance(95) { code.result(at)? } else { any_id(code, rng)? };
    let members = code.list[at].len().saturating_sub(2).max(1);
    let member = if rng.chance(95) { rng.below(members) } else { members } as u32;
    let name = any_name(code, rng);
    code.add([inst(op::MEMBER_NAME, &[id, member]), name].concat());
    Some(())
}

pub(super) const ANNOTATIONS: &[u32] = &[
    op::NAME,
    op::MEMBER_NAME,
    op::DECORATE,
    op::MEMBER_DECORATE,
    op::DECORATE_ID,
    op::DECORATE_STRING,
    op::MEMBER_DECORATE_STRING,
    op::GROUP_DECORATE,
    op::GROUP_MEMBER_DECORATE,
];

pub(super) fn duplicate_annotation(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, ANNOTATIONS, rng)?;
    let mut copy = code.list[at].clone();
    if rng.chance(50) {
        copy[1] = any_id(code, rng)?;
    }
    code.add(copy);
    Some(())
}

pub(super) fn move_annotation(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, ANNOTATIONS, rng)?;
    let other = any_of(code, ANNOTATIONS, rng)?;
    if rng.chance(50) {
        let words = code.list.remove(at);
        code.list.insert(other.min(code.list.len()), words);
    } else {
        code.list[at][1] = any_id(code, rng)?;
    }
    Some(())
}

pub(super) fn reorder_annotations(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let of = rng.pick(&[Section::Name, Section::Annotation, Section::Source, Section::EntryPoint]);
    let list = code.section(of);
    let (a, b) = (any(&list, rng)?, any(&list, rng)?);
    code.list.swap(a, b);
    Some(())
}

/// The ids to which a decoration may be applied.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    /// Results of instructions inside functions.
    Computed,
    Parameter,
    Variable,
    Memory,
    Struct,
    Member,
    Array,
    SpecConstant,
    Any,
}

/// Common decorations, each with target ids for which it is often valid.
const COMMON: &[(&str, Target)] = &[
    ("RelaxedPrecision", Target::Computed),
    ("RelaxedPrecision", Target::Variable),
    ("RelaxedPrecision", Target::Member),
    ("NoContraction", Target::Computed),
    ("NonUniform", Target::Computed),
    ("NonUniform", Target::Variable),
    ("FPFastMathMode", Target::Computed),
    ("NoSignedWrap", Target::Computed),
    ("NoUnsignedWrap", Target::Computed),
    ("SaturatedConversion", Target::Computed),
    ("FPRoundingMode", Target::Computed),
    ("Restrict", Target::Memory),
    ("Aliased", Target::Memory),
    ("Volatile", Target::Memory),
    ("Coherent", Target::Memory),
    ("NonWritable", Target::Memory),
    ("NonReadable", Target::Memory),
    ("Restrict", Target::Member),
    ("Volatile", Target::Member),
    ("Coherent", Target::Member),
    ("NonWritable", Target::Member),
    ("NonReadable", Target::Member),
    ("Invariant", Target::Variable),
    ("Flat", Target::Variable),
    ("NoPerspective", Target::Variable),
    ("Location", Target::Variable),
    ("Component", Target::Variable),
    ("Index", Target::Variable),
    ("Binding", Target::Variable),
    ("DescriptorSet", Target::Variable),
    ("Constant", Target::Variable),
    ("LinkageAttributes", Target::Variable),
    ("Alignment", Target::Memory),
    ("AlignmentId", Target::Memory),
    ("MaxByteOffset", Target::Parameter),
    ("MaxByteOffsetId", Target::Parameter),
    ("FuncParamAttr", Target::Parameter),
    ("UserSemantic", Target::Any),
    ("UserSemantic", Target::Member),
    ("UserTypeGOOGLE", Target::Any),
    ("UserTypeGOOGLE", Target::Member),
    ("CounterBuffer", Target::Variable),
    ("ArrayStride", Target::Array),
    ("Block", Target::Struct),
    ("GLSLShared", Target::Struct),
    ("GLSLPacked", Target::Struct),
    ("CPacked", Target::Struct),
    ("Offset", Target::Member),
    ("MatrixStride", Target::Member),
    ("RowMajor", Target::Member),
    ("SpecId", Target::SpecConstant),
    ("BuiltIn", Target::Variable),
];

/// Returns a decoration, its usual target ids and its operands. Declares its requirements, unless that would turn a
/// shader into a kernel or vice versa.
fn any_decoration(
    code: &mut Code,
    member: bool,
    rng: &mut Rng,
) -> Option<(&'static Enumerant, Target, Vec<u32>)> {
    let (name, mut target) = rng.pick(COMMON);
    let mut decoration = DECORATION.enumerants.iter().find(|e| e.name == name)?;
    if (target == Target::Member) != member && rng.chance(90) {
        return None;
    }
    if rng.chance(15) {
        (decoration, target) = (&DECORATION.enumerants[rng.below(DECORATION.enumerants.len())], Target::Any);
    }
    enable(code, decoration, rng)?;
    let operands = parameters(code, decoration, rng)?;
    Some((decoration, target, operands))
}

/// Returns a random id of the given kind. Returns `None` if there is none.
fn target_id(code: &Code, target: Target, rng: &mut Rng) -> Option<u32> {
    let globals = code.end_of(Section::Global);
    let fits = |at: &usize| {
        let opcode = code.op(*at);
        match target {
            Target::Computed => *at > globals && code.ty(*at).is_some() && opcode != op::FUNCTION,
            Target::Parameter => opcode == op::FUNCTION_PARAMETER,
            Target::Variable => opcode == op::VARIABLE,
            Target::Memory => matches!(opcode, op::VARIABLE | op::FUNCTION_PARAMETER),
            Target::Struct | Target::Member => opcode == op::TYPE_STRUCT,
            Target::Array => matches!(opcode, op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY),
            Target::SpecConstant => {
                matches!(opcode, op::SPEC_CONSTANT | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE)
            }
            Target::Any => true,
        }
    };
    if rng.chance(8) {
        return any_id(code, rng);
    }
    let list: Vec<u32> = (0..code.list.len()).filter(fits).filter_map(|at| code.result(at)).collect();
    any(&list, rng)
}

pub(super) fn decorate(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (decoration, target, operands) = any_decoration(code, false, rng)?;
    let id = target_id(code, target, rng)?;
    let is_string = has(decoration, |kind| matches!(kind, ParamKind::String));
    let is_id = has(decoration, ParamKind::may_be_value);
    let opcode = match () {
        () if rng.chance(3) => rng.pick(&[op::DECORATE_ID, op::DECORATE_STRING]),
        () if is_id => op::DECORATE_ID,
        () if is_string && rng.chance(50) => op::DECORATE_STRING,
        () => op::DECORATE,
    };
    code.add(inst(opcode, &[&[id, decoration.value], &operands[..]].concat()));
    Some(())
}

pub(super) fn decorate_member(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (decoration, _, operands) = any_decoration(code, true, rng)?;
    let id = target_id(code, Target::Member, rng)?;
    let members = code.list[code.def(id)?].len().saturating_sub(2);
    // In rare cases, the member index exceeds the struct's member count.
    let member = if rng.chance(95) { rng.below(members.max(1)) } else { members } as u32;
    let is_string = has(decoration, |kind| matches!(kind, ParamKind::String));
    let opcode = match rng.chance(if is_string { 60 } else { 5 }) {
        true => op::MEMBER_DECORATE_STRING,
        false => op::MEMBER_DECORATE,
    };
    code.add(inst(opcode, &[&[id, member, decoration.value], &operands[..]].concat()));
    Some(())
}

/// Moves the decorations of an id to a decoration group, and applies the group to this id and other ids. Returns `None`
/// if not applicable.
pub(super) fn group_decorations(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::DECORATE], rng)?;
    let target = code.list[at][1];
    let group = code.fresh();
    let alike: Vec<usize> = (0..code.list.len())
        .filter(|&at| code.op(at) == op::DECORATE && code.list[at][1] == target)
        .collect();
    alike.into_iter().for_each(|at| code.list[at][1] = group);
    code.add(inst(op::DECORATION_GROUP, &[group]));
    let mut targets = vec![group, target];
    while rng.chance(40) {
        targets.push(any_id(code, rng)?);
    }
    code.add(inst(op::GROUP_DECORATE, &targets));
    if rng.chance(30) {
        let id = code.result(any_of(code, &[op::TYPE_STRUCT], rng)?)?;
        code.add(inst(op::GROUP_MEMBER_DECORATE, &[group, id, rng.below(3) as u32]));
    }
    if rng.chance(30) {
        let (more, _, operands) = any_decoration(code, false, rng)?;
        code.add(inst(op::DECORATE, &[&[group, more.value], &operands[..]].concat()));
    }
    Some(())
}

pub(super) fn change_decoration(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let at = any_of(code, &[op::DECORATE, op::MEMBER_DECORATE], rng)?;
    let start = if code.op(at) == op::DECORATE { 2 } else { 3 };
    if rng.chance(50) && code.list[at].len() > start + 1 {
        let word = rng.range(start + 1, code.list[at].len() - 1);
        code.list[at][word] = number(code.list[at][word], rng);
    } else {
        let (new, _, operands) = any_decoration(code, start == 3, rng)?;
        code.list[at].truncate(start);
        code.list[at].push(new.value);
        code.list[at].extend(operands);
    }
    Some(())
}
