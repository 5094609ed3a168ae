//! The rules of each op, type and decoration, found by number.

use super::rule::{Check, DecorationCheck, OpCheck, OpFinds, OpNeeds, Rule, TypeCheck, TypeNeeds};
use super::{Api, FAMILIES};
use crate::generated::opcodes as op;
use crate::generated::views as v;
use crate::sets;
use crate::types;
use rustc_hash::FxHashMap;
use spv_ir::dialect::{Arity, EnumDef, NO_OPCODE, OpDefId, OpRow, ParamKind, Registry};
use spv_ir::{Context, Type, TypeData};
use std::sync::OnceLock;

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

/// Checks of ops.
#[derive(Clone, Default)]
pub(super) struct Checks {
    /// The rules.
    pub rules: Vec<(&'static Rule, OpCheck)>,
    /// Those that say what they find.
    pub finds: Vec<(&'static Rule, OpFinds)>,
    /// Capability rules of the op.
    pub needs: Vec<(&'static Rule, OpNeeds)>,
}

impl Checks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.finds.is_empty() && self.needs.is_empty()
    }

    /// Those that a known signature does not answer.
    fn contextual(&self) -> Checks {
        let mut kept = self.clone();
        kept.rules.retain(|(rule, _)| !rule.is_by_signature());
        kept
    }
}

/// What is checked of the ops of one definition.
pub(super) struct OfOp {
    /// The opcode of the instruction.
    pub opcode: u32,
    /// The enumerants of the row, whose availability is checked.
    pub enums: Enums,
    /// All checks.
    pub checks: Checks,
    /// Those of an op whose signature is known to be valid.
    pub contextual: Checks,
}

/// The rules of the environments of one scope; made once for a registry.
pub(super) struct Dispatch {
    /// By [`OpDefId`].
    pub ops: Vec<OfOp>,
    /// Those of all ops of functions, which are checked by signature.
    pub every: Vec<(&'static Rule, OpCheck)>,
    /// By OpType opcode.
    pub types: FxHashMap<u32, Vec<(&'static Rule, TypeCheck)>>,
    /// Capability rules of types, by OpType opcode.
    pub type_needs: FxHashMap<u32, Vec<(&'static Rule, TypeNeeds)>>,
    /// Those of the types of values.
    pub values: FxHashMap<u32, Vec<(&'static Rule, TypeCheck)>>,
    /// Those of the types of block arguments.
    pub phis: Vec<(&'static Rule, TypeCheck)>,
    /// By decoration.
    pub decorations: FxHashMap<u32, Vec<(&'static Rule, DecorationCheck)>>,
    /// Those of the module, its functions and entry points as wholes.
    pub whole: Vec<&'static Rule>,
}

/// [`Dispatch`] for each scope, made when it is asked for.
#[derive(Default)]
struct Dispatches {
    universal: OnceLock<Dispatch>,
    vulkan: OnceLock<Dispatch>,
    opencl: OnceLock<Dispatch>,
}

impl Dispatch {
    /// The rules of an API.
    pub fn of(registry: &Registry, api: Api) -> &Dispatch {
        let all = registry.derived(|_| Dispatches::default());
        let own = match api {
            Api::Vulkan(_) => &all.vulkan,
            Api::OpenCl { .. } => &all.opencl,
            _ => &all.universal,
        };
        own.get_or_init(|| Dispatch::new(registry, api))
    }

    /// The opcode of the instruction that ops of a definition represent; [`NONE`] for extended instructions.
    pub fn opcode(&self, def: OpDefId) -> u32 {
        self.ops.get(usize::from(def.0)).map_or(NONE, |entry| entry.opcode)
    }

    fn new(registry: &Registry, api: Api) -> Dispatch {
        let mut by_opcode: FxHashMap<(u16, u32), Checks> = FxHashMap::default();
        let (mut types, mut values, mut decorations) =
            (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        let mut type_needs = FxHashMap::default();
        let (mut every, mut phis, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for rule in FAMILIES.iter().flat_map(|family| family.rules).filter(|rule| rule.scope.has(api)) {
            match rule.check {
                Check::Op(opcodes, check) | Check::BySignature(opcodes, check) => {
                    for &code in opcodes {
                        by_opcode.entry((0, code)).or_default().rules.push((rule, check));
                    }
                }
                Check::Ext(set, numbers, check) | Check::ExtBySignature(set, numbers, check) => {
                    let all = sets::set(set).filter(|_| numbers.is_empty()).map_or(&[][..], |set| set.rows);
                    for code in numbers.iter().copied().chain(all.iter().map(|row| row.opcode)) {
                        by_opcode.entry((set, code)).or_default().rules.push((rule, check));
                    }
                }
                Check::Finds(opcodes, check) => {
                    for &code in opcodes {
                        by_opcode.entry((0, code)).or_default().finds.push((rule, check));
                    }
                }
                Check::Needs(opcodes, needs) | Check::ShaderNeeds(opcodes, needs) => {
                    for &code in opcodes {
                        by_opcode.entry((0, code)).or_default().needs.push((rule, needs));
                    }
                }
                Check::TypeNeeds(opcodes, needs) => add(&mut type_needs, opcodes, (rule, needs)),
                Check::EveryOp(check) => every.push((rule, check)),
                Check::Value(opcodes, check) => add(&mut values, opcodes, (rule, check)),
                Check::Phi(check) => phis.push((rule, check)),
                Check::Type(opcodes, check) => add(&mut types, opcodes, (rule, check)),
                Check::Decoration(numbers, check) => add(&mut decorations, numbers, (rule, check)),
                Check::Function(_) | Check::Entry(_) | Check::Module(_) | Check::Report(_) => {
                    whole.push(rule)
                }
                Check::Walk => {}
            }
        }
        let of_op = |(number, def): (usize, &&'static spv_ir::dialect::OpDef)| {
            let id = OpDefId(number as u16);
            let structure = STRUCTURE.iter().find(|(known, _)| *known == id).map(|(_, opcode)| *opcode);
            let own = if def.row.set == 0 { def.row.opcode } else { NONE };
            let opcode = structure.unwrap_or(own);
            let key = if def.row.set == 0 { (0, opcode) } else { (def.row.set, def.row.opcode) };
            let checks = by_opcode.get(&key).cloned().unwrap_or_default();
            let enums = if def.row.set == 0 { Enums::of(def.row) } else { Enums::Slots(Vec::new()) };
            OfOp { opcode, enums, contextual: checks.contextual(), checks }
        };
        let ops = registry.ops().iter().enumerate().map(of_op).collect();
        Dispatch { ops, every, types, type_needs, values, phis, decorations, whole }
    }
}

fn add<T: Copy>(table: &mut FxHashMap<u32, Vec<T>>, numbers: &[u32], row: T) {
    numbers.iter().for_each(|&number| table.entry(number).or_default().push(row));
}

/// The OpType opcode of a type.
pub(crate) fn type_opcode(ctx: &Context, ty: Type) -> Option<u32> {
    Some(match ctx.type_data(ty) {
        TypeData::Integer { .. } if ty == ctx.common().i1 => op::TYPE_BOOL,
        TypeData::Integer { .. } => op::TYPE_INT,
        TypeData::Float(_) => op::TYPE_FLOAT,
        TypeData::Vector { .. } => op::TYPE_VECTOR,
        TypeData::Function { .. } => op::TYPE_FUNCTION,
        TypeData::None => op::TYPE_VOID,
        _ => types::view(ctx, ty)?.0,
    })
}
