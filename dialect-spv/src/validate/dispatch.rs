//! The rules of each op, type and decoration, found by number.

use super::rule::{Check, DecorationCheck, OpCheck, OpFinds, Rule, TypeCheck};
use super::{FAMILIES, Family};
use crate::generated::opcodes as op;
use crate::generated::views as v;
use crate::sets;
use rustc_hash::FxHashMap;
use spv_ir::dialect::{Arity, EnumDef, NO_OPCODE, OpDefId, OpRow, ParamKind, Registry};

/// The opcodes of the instructions that ops of another form represent.
const STRUCTURE: &[(OpDefId, u32)] = &[
    (v::Module::ID, op::MEMORY_MODEL),
    (v::Func::ID, op::FUNCTION),
    (v::GlobalVariable::ID, op::VARIABLE),
    (v::Variable::ID, op::VARIABLE),
    (v::GlobalConstant::ID, op::CONSTANT),
    (v::Constant::ID, op::CONSTANT),
    (v::SpecConstant::ID, op::SPEC_CONSTANT),
    (v::SpecConstantOperation::ID, op::SPEC_CONSTANT_OP),
    (v::EntryPoint::ID, op::ENTRY_POINT),
    (v::ExecutionModeOp::ID, op::EXECUTION_MODE),
    (v::ExecutionModeId::ID, op::EXECUTION_MODE_ID),
    (v::Selection::ID, op::SELECTION_MERGE),
    (v::Loop::ID, op::LOOP_MERGE),
];

/// The number of an op that represents no instruction of the core.
pub(super) const NONE: u32 = NO_OPCODE;

/// The opcode of the instruction that ops of a definition represent; [`NONE`] for extended instructions.
pub(super) fn opcode(registry: &Registry, def: OpDefId) -> u32 {
    registry.derived(Dispatch::new).ops.get(usize::from(def.0)).map_or(NONE, |entry| entry.opcode)
}

/// Where the enumerants of the ops of a definition are.
pub(super) enum Enums {
    /// In these slots.
    Slots(Vec<(usize, &'static EnumDef)>),
    /// Some have enumerants as parameters, or are lists.
    Nested,
}

impl Enums {
    fn of(row: &OpRow) -> Enums {
        let mut slots = Vec::new();
        for layout in row.layout() {
            let ParamKind::Enum(def) = layout.param.kind else { continue };
            let params = def.enumerants.iter().flat_map(|one| one.params);
            let nested = params.into_iter().any(|param| matches!(param.kind, ParamKind::Enum(_)));
            if nested || layout.param.arity == Arity::Variadic {
                return Enums::Nested;
            }
            slots.push((layout.slot, def));
        }
        Enums::Slots(slots)
    }
}

/// What is checked of the ops of one definition.
pub(super) struct OfOp {
    /// The opcode of the instruction.
    pub opcode: u32,
    /// The enumerants of the row, whose availability is checked.
    pub enums: Enums,
    /// The rules.
    pub rules: Vec<(&'static Rule, OpCheck)>,
    /// Those that say what they find.
    pub finds: Vec<(&'static Rule, OpFinds)>,
}

/// See the module documentation; made once for a registry.
pub(super) struct Dispatch {
    /// By [`OpDefId`].
    pub ops: Vec<OfOp>,
    /// Those of all ops of functions.
    pub every: Vec<(&'static Rule, OpCheck)>,
    /// By OpType opcode.
    pub types: FxHashMap<u32, Vec<(&'static Rule, TypeCheck)>>,
    /// Those of the types of values.
    pub values: FxHashMap<u32, Vec<(&'static Rule, TypeCheck)>>,
    /// By decoration.
    pub decorations: FxHashMap<u32, Vec<(&'static Rule, DecorationCheck)>>,
}

/// All rules, with their families.
pub(super) fn all() -> impl Iterator<Item = (&'static Family, &'static Rule)> {
    FAMILIES.iter().flat_map(|family| family.rules.iter().map(move |rule| (family, rule)))
}

impl Dispatch {
    /// The tables of a registry.
    pub fn new(registry: &Registry) -> Dispatch {
        let mut by_opcode: FxHashMap<(u16, u32), Vec<(&'static Rule, OpCheck)>> = FxHashMap::default();
        let mut finds: FxHashMap<u32, Vec<(&'static Rule, OpFinds)>> = FxHashMap::default();
        let mut values: FxHashMap<u32, Vec<(&'static Rule, TypeCheck)>> = FxHashMap::default();
        let mut every = Vec::new();
        let (mut types, mut decorations) = (FxHashMap::default(), FxHashMap::default());
        for (_, rule) in all() {
            match rule.check {
                Check::Op(opcodes, check) => {
                    opcodes
                        .iter()
                        .for_each(|&code| by_opcode.entry((0, code)).or_default().push((rule, check)));
                }
                Check::Ext(set, numbers, check) => {
                    let all = sets::set(set).filter(|_| numbers.is_empty()).map_or(&[][..], |set| set.rows);
                    let codes = numbers.iter().copied().chain(all.iter().map(|row| row.opcode));
                    codes.for_each(|code| by_opcode.entry((set, code)).or_default().push((rule, check)));
                }
                Check::EveryOp(check) => every.push((rule, check)),
                Check::Finds(opcodes, check) => {
                    opcodes.iter().for_each(|&code| finds.entry(code).or_default().push((rule, check)));
                }
                Check::Value(opcodes, check) => {
                    opcodes.iter().for_each(|&code| values.entry(code).or_default().push((rule, check)));
                }
                Check::Type(opcodes, check) => {
                    for &code in opcodes {
                        let list: &mut Vec<_> = types.entry(code).or_default();
                        list.push((rule, check));
                    }
                }
                Check::Decoration(values, check) => {
                    for &value in values {
                        let list: &mut Vec<_> = decorations.entry(value).or_default();
                        list.push((rule, check));
                    }
                }
                Check::Function(_) | Check::Entry(_) | Check::Module(_) | Check::Report(_) | Check::Walk => {}
            }
        }
        let of_op = |(number, def): (usize, &spv_ir::dialect::OpDef)| {
            let id = OpDefId(number as u16);
            let structure = STRUCTURE.iter().find(|(known, _)| *known == id).map(|(_, opcode)| *opcode);
            let own = if def.row.set == 0 { def.row.opcode } else { NONE };
            let opcode = structure.unwrap_or(own);
            let key = if def.row.set == 0 { (0, opcode) } else { (def.row.set, def.row.opcode) };
            let rules = by_opcode.get(&key).cloned().unwrap_or_default();
            let enums = if def.row.set == 0 { Enums::of(def.row) } else { Enums::Slots(Vec::new()) };
            OfOp { opcode, enums, rules, finds: finds.get(&opcode).cloned().unwrap_or_default() }
        };
        Dispatch {
            ops: registry.ops().iter().enumerate().map(of_op).collect(),
            every,
            types,
            values,
            decorations,
        }
    }
}
