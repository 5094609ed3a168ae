//! Compile-time indices of the validation rules for each op, type and decoration

use super::rule::{Check, Rule};
use super::{Api, FAMILIES};
use spv_dialect::generated::enums::DECORATION;
use spv_dialect::generated::extinst::SETS;
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::ops::CORE;
use spv_dialect::generated::views as v;
use spv_dialect::overlay::OPS;
use spv_dialect::table::core_index;
use spv_dialect::types;
use spv_ir::builtin::FIRST_DIALECT_OP;
use spv_ir::dialect::{Arity, NO_OPCODE, OpDefId, OpRow, ParamKind};
use spv_ir::{Context, Type, TypeData};

/// The opcodes for structural ops.
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

/// The opcode of an op that does not represent a core instruction.
pub(super) const NONE: u32 = NO_OPCODE;

/// Position of a rule: the index of its family in [`FAMILIES`], then the index of the rule in the family.
type Place = (u8, u16);

/// A category of checks. Each category has its own index of rules.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CheckKind {
    Op,
    Finds,
    Needs,
    Type,
    TypeNeeds,
    Value,
    Decoration,
    /// Checks of all ops in functions.
    EveryOp,
    /// Checks of the types of block arguments.
    Phi,
    /// Checks of the whole module, of functions, entry points and interfaces.
    Whole,
}

/// Rule positions, grouped by key. The rules for key `k` are `places[starts[k]..starts[k + 1]]`, in the order of
/// [`FAMILIES`].
struct Index<const KEYS: usize, const COUNT: usize> {
    starts: [u16; KEYS],
    places: [Place; COUNT],
}

impl<const KEYS: usize, const COUNT: usize> Index<KEYS, COUNT> {
    fn of(&'static self, key: usize) -> &'static [Place] {
        &self.places[usize::from(self.starts[key])..usize::from(self.starts[key + 1])]
    }
}

/// Number of instruction keys plus one. There is a key for each core and extended instruction.
const INSTRUCTIONS: usize = first_of_set(SETS.len()) + 1;
/// Number of decoration keys plus one. There is a key for each decoration enumerant.
const DECORATIONS: usize = DECORATION.enumerants.len() + 1;

static OP_RULES: Index<INSTRUCTIONS, { count(CheckKind::Op) }> = index(CheckKind::Op);
static FINDS: Index<INSTRUCTIONS, { count(CheckKind::Finds) }> = index(CheckKind::Finds);
static NEEDS: Index<INSTRUCTIONS, { count(CheckKind::Needs) }> = index(CheckKind::Needs);
static TYPE_RULES: Index<INSTRUCTIONS, { count(CheckKind::Type) }> = index(CheckKind::Type);
static TYPE_NEEDS: Index<INSTRUCTIONS, { count(CheckKind::TypeNeeds) }> = index(CheckKind::TypeNeeds);
static VALUE_RULES: Index<INSTRUCTIONS, { count(CheckKind::Value) }> = index(CheckKind::Value);
static DECORATION_RULES: Index<DECORATIONS, { count(CheckKind::Decoration) }> = index(CheckKind::Decoration);
static EVERY_OP: Index<2, { count(CheckKind::EveryOp) }> = index(CheckKind::EveryOp);
static PHIS: Index<2, { count(CheckKind::Phi) }> = index(CheckKind::Phi);
static WHOLE: Index<2, { count(CheckKind::Whole) }> = index(CheckKind::Whole);

/// Returns the key of the first instruction in the set at index `position` of [`SETS`].
const fn first_of_set(position: usize) -> usize {
    let (mut first, mut i) = (CORE.len(), 0);
    while i < position {
        first += SETS[i].rows.len();
        i += 1;
    }
    first
}

/// The instructions, types or decorations to which a check applies, by number.
#[derive(Clone, Copy)]
struct Numbers {
    /// The extended instruction set; 0 for core instructions.
    set: u16,
    /// Opcodes, instruction numbers or decorations. For an extended instruction set, an empty list means all
    /// instructions.
    list: &'static [u32],
}

/// Returns the instructions, types or decorations to which a check applies. Returns `None` if the check is not of
/// category `kind`.
const fn numbers(check: &Check, kind: CheckKind) -> Option<Numbers> {
    let (own, set, list): (CheckKind, u16, &'static [u32]) = match check {
        Check::Op(list, _)
        | Check::BySignature(list, _)
        | Check::TypeIn(list, ..)
        | Check::SameType(list, ..) => (CheckKind::Op, 0, list),
        Check::Ext(set, list, _)
        | Check::ExtBySignature(set, list, _)
        | Check::ExtTypeIn(set, list, ..)
        | Check::ExtSameType(set, list, ..) => (CheckKind::Op, *set, list),
        Check::Finds(list, _) => (CheckKind::Finds, 0, list),
        Check::Needs(list, _) | Check::ShaderNeeds(list, _) => (CheckKind::Needs, 0, list),
        Check::Type(list, _) => (CheckKind::Type, 0, list),
        Check::TypeNeeds(list, _) => (CheckKind::TypeNeeds, 0, list),
        Check::Value(list, _) => (CheckKind::Value, 0, list),
        Check::Decoration(list, _) => (CheckKind::Decoration, 0, list),
        Check::EveryOp(_) => (CheckKind::EveryOp, 0, &[0]),
        Check::Phi(_) => (CheckKind::Phi, 0, &[0]),
        Check::Function(_) | Check::Entry(_) | Check::Interface(_) | Check::Module(_) | Check::Report(_) => {
            (CheckKind::Whole, 0, &[0])
        }
        Check::Walk => return None,
    };
    if own as u8 == kind as u8 { Some(Numbers { set, list }) } else { None }
}

impl Numbers {
    const fn len(self) -> usize {
        if self.set != 0 && self.list.is_empty() {
            return SETS[self.set as usize - 1].rows.len();
        }
        self.list.len()
    }

    /// Returns the index key for the list element at index `i`.
    const fn key(self, i: usize, kind: CheckKind) -> usize {
        if matches!(kind, CheckKind::EveryOp | CheckKind::Phi | CheckKind::Whole) {
            return 0;
        }
        if self.set != 0 {
            let (set, mut at) = (self.set as usize - 1, i);
            if !self.list.is_empty() {
                at = 0;
                while SETS[set].rows[at].opcode != self.list[i] {
                    at += 1;
                }
            }
            return first_of_set(set) + at;
        }
        if matches!(kind, CheckKind::Decoration) {
            return decoration(self.list[i]);
        }
        match core_index(self.list[i]) {
            Some(index) => index,
            None => panic!("a rule of an instruction that the tables lack"),
        }
    }
}

/// Returns the index of a decoration's enumerant in [`DECORATION`].
const fn decoration(number: u32) -> usize {
    let (mut low, mut high) = (0, DECORATION.enumerants.len());
    while low < high {
        let middle = low.midpoint(high);
        if DECORATION.enumerants[middle].value < number {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the total number of rule positions in the index of a category.
const fn count(kind: CheckKind) -> usize {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let rules = FAMILIES[family].rules;
        let mut rule = 0;
        while rule < rules.len() {
            if let Some(numbers) = numbers(&rules[rule].check, kind) {
                count += numbers.len();
            }
            rule += 1;
        }
        family += 1;
    }
    count
}

const fn index<const KEYS: usize, const COUNT: usize>(kind: CheckKind) -> Index<KEYS, COUNT> {
    // Counting sort: counts the rules for each key, then computes the end of each key's range. Filling the ranges
    // backward turns the ends into starts.
    let mut starts = [0; KEYS];
    let mut places = [(0, 0); COUNT];
    let mut filling = false;
    loop {
        let mut family = FAMILIES.len();
        while family > 0 {
            family -= 1;
            let rules = FAMILIES[family].rules;
            let mut rule = rules.len();
            while rule > 0 {
                rule -= 1;
                let Some(numbers) = numbers(&rules[rule].check, kind) else { continue };
                let mut i = numbers.len();
                while i > 0 {
                    i -= 1;
                    let key = numbers.key(i, kind);
                    if filling {
                        starts[key] -= 1;
                        places[starts[key] as usize] = (family as u8, rule as u16);
                    } else {
                        starts[key] += 1;
                    }
                }
            }
        }
        if filling {
            return Index { starts, places };
        }
        let mut key = 1;
        while key < KEYS {
            starts[key] += starts[key - 1];
            key += 1;
        }
        filling = true;
    }
}

/// The opcode for each op of the dialect; [`NONE`] for extended instructions.
static OPCODES: [u32; OPS.len()] = {
    let mut opcodes = [NONE; OPS.len()];
    let mut i = 0;
    while i < OPS.len() {
        if OPS[i].row.set == 0 {
            opcodes[i] = OPS[i].row.opcode;
        }
        i += 1;
    }
    let mut i = 0;
    while i < STRUCTURE.len() {
        opcodes[(STRUCTURE[i].0.0 - FIRST_DIALECT_OP.0) as usize] = STRUCTURE[i].1;
        i += 1;
    }
    opcodes
};

/// For each op of the dialect, whether it has lists of enumerants or enumerants with enumerant parameters.
static NESTED: [bool; OPS.len()] = {
    let mut nested = [false; OPS.len()];
    let mut i = 0;
    while i < OPS.len() {
        nested[i] = OPS[i].row.set == 0 && has_nested(OPS[i].row);
        i += 1;
    }
    nested
};

const fn has_nested(row: &OpRow) -> bool {
    let mut i = 0;
    while i < row.params.len() {
        if let ParamKind::Enum(def) = row.params[i].kind {
            if matches!(row.params[i].arity, Arity::Variadic) {
                return true;
            }
            let mut k = 0;
            while k < def.enumerants.len() {
                let params = def.enumerants[k].params;
                let mut p = 0;
                while p < params.len() {
                    if matches!(params[p].kind, ParamKind::Enum(_)) {
                        return true;
                    }
                    p += 1;
                }
                k += 1;
            }
        }
        i += 1;
    }
    false
}

/// Returns the index in [`OPS`] of an op definition of the dialect; `None` for other dialects.
fn own(def: OpDefId) -> Option<usize> {
    usize::from(def.0).checked_sub(usize::from(FIRST_DIALECT_OP.0)).filter(|number| *number < OPS.len())
}

/// Returns whether an op has lists of enumerants, or enumerants with enumerant parameters.
pub(super) fn has_nested_enumerants(def: OpDefId) -> bool {
    own(def).is_some_and(|number| NESTED[number])
}

/// Returns the opcode for an op definition; [`NONE`] for extended instructions.
pub(super) fn opcode_of(def: OpDefId) -> u32 {
    own(def).map_or(NONE, |number| OPCODES[number])
}

/// Lookup of the rules that apply to an API.
#[derive(Clone, Copy)]
pub(super) struct Dispatch {
    api: Api,
}

impl Dispatch {
    /// Constructs the lookup for the given API.
    pub fn of(api: Api) -> Dispatch {
        Dispatch { api }
    }

    /// Returns the rules at the given positions that apply to the API.
    fn rules(self, places: Option<&'static [Place]>) -> impl Iterator<Item = &'static Rule> {
        let rule = |&(family, number): &Place| &FAMILIES[usize::from(family)].rules[usize::from(number)];
        places.unwrap_or(&[]).iter().map(rule).filter(move |rule| rule.scope.has(self.api))
    }

    /// Returns the rules that check ops with the given definition.
    pub fn op(self, def: OpDefId) -> impl Iterator<Item = &'static Rule> {
        self.rules(instruction(def).map(|key| OP_RULES.of(key)))
    }

    /// Returns the rules that check ops with the given definition and return a description of the violation.
    pub fn finds(self, def: OpDefId) -> impl Iterator<Item = &'static Rule> {
        self.rules(instruction(def).map(|key| FINDS.of(key)))
    }

    /// Returns the rules that require capabilities for ops with the given definition.
    pub fn needs(self, def: OpDefId) -> impl Iterator<Item = &'static Rule> {
        self.rules(instruction(def).map(|key| NEEDS.of(key)))
    }

    /// Returns the rules that check types with the given OpType opcode.
    pub fn types(self, opcode: u32) -> impl Iterator<Item = &'static Rule> {
        self.rules(core_index(opcode).map(|key| TYPE_RULES.of(key)))
    }

    /// Returns the rules that require capabilities for types with the given OpType opcode.
    pub fn type_needs(self, opcode: u32) -> impl Iterator<Item = &'static Rule> {
        self.rules(core_index(opcode).map(|key| TYPE_NEEDS.of(key)))
    }

    /// Returns the rules that check the types of function-level values, for types with the given OpType opcode.
    pub fn values(self, opcode: u32) -> impl Iterator<Item = &'static Rule> {
        self.rules(core_index(opcode).map(|key| VALUE_RULES.of(key)))
    }

    /// Returns the rules that check the given decoration.
    pub fn decorations(self, number: u32) -> impl Iterator<Item = &'static Rule> {
        let position = decoration(number);
        let is_known = DECORATION.enumerants.get(position).is_some_and(|known| known.value == number);
        self.rules(is_known.then(|| DECORATION_RULES.of(position)))
    }

    /// Returns the rules that check all ops in functions.
    pub fn every_op(self) -> impl Iterator<Item = &'static Rule> {
        self.rules(Some(EVERY_OP.of(0)))
    }

    /// Returns the rules that check the types of block arguments.
    pub fn phis(self) -> impl Iterator<Item = &'static Rule> {
        self.rules(Some(PHIS.of(0)))
    }

    /// Returns the rules that check the whole module, functions, entry points and interfaces.
    pub fn whole(self) -> impl Iterator<Item = &'static Rule> {
        self.rules(Some(WHOLE.of(0)))
    }
}

/// Returns the index key of the instruction that an op definition represents, or `None` if it represents no
/// instruction.
fn instruction(def: OpDefId) -> Option<usize> {
    let number = own(def)?;
    let row = OPS[number].row;
    match usize::from(row.set).checked_sub(1) {
        None => core_index(OPCODES[number]),
        Some(set) => Some(FIRST_OF_SETS[set] + SETS[set].position(row.opcode)?),
    }
}

static FIRST_OF_SETS: [usize; SETS.len()] = {
    let mut firsts = [0; SETS.len()];
    let mut i = 0;
    while i < SETS.len() {
        firsts[i] = first_of_set(i);
        i += 1;
    }
    firsts
};

/// Returns the OpType opcode of a type, or `None` if no OpType instruction declares it.
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
