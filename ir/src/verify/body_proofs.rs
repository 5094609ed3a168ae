//! Verification of a body by what its creator knows of it, without a walk.
//!
//! A body in CFG form that is created op by op, each at the end of its block, is valid by construction, but for the
//! ops themselves and for uses across blocks. The creator records the latter, and asks for each op while it creates
//! it whether its signature is known to be valid. Few ops are left. The result is yes or no: where it is no, the
//! whole body is verified, which reports the errors.

use super::scope::{Level, leads_only_to};
use super::signatures::{OPERANDS, Signature};
use super::{Owner, Storage, Verifier};
use crate::analysis::{Cfg, DomTree, Forest};
use crate::body::{Body, FLAG_DEAD, FLAG_ISOLATED, NIL};
use crate::diag::Diagnostics;
use crate::dialect::Traits;
use crate::entity::{Block, Op, Region, Value};
use crate::handles::OpDefId;
use crate::location::Location;
use crate::symbols::SymbolTable;
use crate::types::{Type, TypeData};
use crate::value_data::Definer;
use crate::verify::BodyScope;
use crate::walk;

/// What is known of an op before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofState {
    /// It is valid.
    Sound,
    /// It is, but for what the checks of dialects look at in each op.
    Rechecked,
    /// Nothing.
    Nothing,
}

/// What the maker of a body says of it. What it does not say of an op, it guarantees; and that blocks end in terminators.
#[derive(Clone, Copy, Debug)]
pub struct Guarantees<'a> {
    /// Ops of which nothing is known.
    pub unknown: &'a [Op],
    /// Ops that are [`ProofState::Rechecked`].
    pub rechecked: &'a [Op],
    /// Ops that use values of other blocks than their own and the entry. What others use is defined before them in
    /// their block or in the entry, or is an argument of one of these.
    pub crossing: &'a [Op],
    /// Number of ops when the creator's statements held. Later ones were created by the conversion to region form,
    /// which is trusted.
    pub ops: usize,
}

impl Verifier<'_> {
    /// What is known of an op that has neither successors nor regions, to be made in a function: its definition, the
    /// type of its result, how many operands it has and the types of the first, and its slots.
    #[inline(always)]
    pub fn knows(
        &self,
        (def, result): (OpDefId, Option<Type>),
        (operands, types): (usize, [Option<Type>; OPERANDS]),
        slots: &[u32],
        storage: &Storage,
    ) -> ProofState {
        let facts = self.ops[usize::from(def.0)];
        if !facts.is_by_signature() || !Signature::fits(operands, slots.len()) {
            return ProofState::Nothing;
        }
        let raw = |ty: Option<Type>| ty.map_or(0, Type::raw);
        let counts = (operands as u32, u32::from(result.is_some()));
        let signature = Signature::of(def, counts, raw(result), types.map(raw), slots);
        match (storage.0.signatures.contains(&signature), facts.is_rechecked()) {
            (false, _) => ProofState::Nothing,
            (true, true) => ProofState::Rechecked,
            (true, false) => ProofState::Sound,
        }
    }

    /// What is known of an op that is sure to fit its definition.
    #[inline]
    pub fn knows_fitting(&self, def: OpDefId) -> ProofState {
        if self.ops[usize::from(def.0)].is_rechecked() { ProofState::Rechecked } else { ProofState::Sound }
    }

    /// Whether the body of a function is valid, which `holder` is to own: the op, and the body that contains it, whose
    /// symbols are `symbols`.
    pub fn is_made_sound(
        &self,
        body: &Body,
        holder: (&Body, Op),
        symbols: &SymbolTable,
        made: &Guarantees<'_>,
        storage: &mut Storage,
    ) -> bool {
        let (around, op) = holder;
        let owner = Owner { def: around.def(op), loc: Location::UNKNOWN };
        if !self.has_its_arguments(body, holder) {
            return false;
        }
        let mut out = Diagnostics::default();
        let scratch = &mut storage.0;
        let level = Level::of_made(self, body, owner, Some(symbols), &mut out, scratch);
        if !level.proves(made) {
            scratch.signatures.clear();
            return false;
        }
        let scope = BodyScope {
            owner: Some(holder),
            symbols: Some((around, symbols)),
            apart: self.apart,
            ..BodyScope::alone(self.ctx, body)
        };
        self.checks.iter().for_each(|check| check.check(&scope, &scratch.unchecked, &mut out));
        if out.has_errors() {
            scratch.signatures.clear();
        }
        !out.has_errors()
    }

    /// Whether the arguments of a function's body are of the types that the function takes.
    fn has_its_arguments(&self, body: &Body, (around, op): (&Body, Op)) -> bool {
        let Some(slot) = self.ops[usize::from(around.def(op).0)].function_type() else { return true };
        let ty = around.slot_attr(op, slot).and_then(|attr| self.ctx.attr_type(attr));
        let Some(TypeData::Function { inputs, .. }) = ty.map(|ty| self.ctx.type_data(ty)) else {
            return false;
        };
        let args = body.first_block(body.root()).map_or(&[][..], |entry| body.args(entry));
        args.iter().map(|arg| body.value_type_opt(*arg)).eq(inputs.iter().map(|input| Some(*input)))
    }
}

impl Level<'_> {
    /// See [`Verifier::is_made_sound`]: all but the checks of dialects.
    fn proves(mut self, made: &Guarantees<'_>) -> bool {
        let (body, defs) = (self.body, self.verifier.ops);
        let Some(entry) = body.first_block(body.root()) else { return false };
        if body.blocks[entry].first_pred != NIL {
            return false;
        }
        let mut dominance = Dominance {
            verifier: self.verifier,
            body,
            trees: Vec::new(),
            climbed: None,
            forest: None,
            places: Vec::new(),
        };
        let unchecked = &mut self.scratch.unchecked;
        unchecked.extend_from_slice(made.rechecked);
        for op in body.ops.ids().skip(made.ops) {
            let data = &body.ops[op];
            let rechecked = defs[usize::from(data.def.0)].is_rechecked() && data.flags & FLAG_DEAD == 0;
            unchecked.extend(rechecked.then_some(op));
        }
        made.unknown.iter().all(|&op| self.is_op_sound(op, &mut dominance))
            && made.crossing.iter().all(|&op| dominance.covers(op))
    }

    /// Looks at an op of which nothing was known when it was made.
    fn is_op_sound(&mut self, op: Op, dominance: &mut Dominance<'_>) -> bool {
        let body = self.body;
        let data = &body.ops[op];
        // What was made in its place is only right if it was.
        if data.flags & FLAG_DEAD != 0 {
            return false;
        }
        let def = self.def(data.def);
        let signature =
            (def.is_by_signature() && Signature::has(data)).then(|| Signature::new(body, data, |_| {}));
        if signature.is_some_and(|signature| self.scratch.signatures.contains(&signature)) {
            self.scratch.unchecked.extend(def.is_rechecked().then_some(op));
            return true;
        }
        if data.parent.is_none()
            || data.flags & FLAG_ISOLATED != 0
            || data.next.is_some() && def.traits.contains(Traits::TERMINATOR)
        {
            return false;
        }
        self.scratch.unchecked.push(op);
        self.check_definition(op, data, def, false);
        if let Some(check) = def.verify
            && self.errors == 0
        {
            check(self.verifier.ctx, body, op, self.out);
        }
        if self.errors != 0 || self.out.has_errors() {
            return false;
        }
        match signature {
            Some(signature) => self.scratch.signatures.insert(&signature),
            None => return dominance.covers(op),
        }
        true
    }
}

/// Which blocks dominate which, asked of few.
struct Dominance<'a> {
    verifier: &'a Verifier<'a>,
    body: &'a Body,
    /// Of the regions that it was asked of.
    trees: Vec<(Region, DomTree)>,
    /// The last exit from nested regions: from a block, to a region, and the op of that reached. Ops follow each other.
    climbed: Option<(Block, Region, Op)>,
    /// Where constructs nest deeply: the regions, and which lies in which, by their places in the list.
    forest: Option<(Vec<Region>, Forest)>,
    /// By region index: the place in that list.
    places: Vec<u32>,
}

/// So many constructs are left one by one.
const CLIMBS: usize = 16;

impl Dominance<'_> {
    /// Whether the definitions of all operands of an op dominate it.
    fn covers(&mut self, op: Op) -> bool {
        let body = self.body;
        let data = &body.ops[op];
        if data.flags & FLAG_DEAD != 0 {
            return true;
        }
        let def = self.verifier.ops[usize::from(data.def.0)];
        let weak = def.traits.contains(Traits::WEAK_USES);
        body.operands(op).all(|value| self.reaches(value, op, weak))
    }

    /// Whether a value is defined where `user` is reached only through its definition, or at all if the use is weak.
    fn reaches(&mut self, value: Value, user: Op, weak: bool) -> bool {
        let body = self.body;
        let (def_block, definer) = match body.definer(value) {
            Definer::Forward | Definer::Dead => return false,
            Definer::Op(def) => (body.parent(def), Some(def)),
            Definer::Block(block) => (Some(block), None),
        };
        let Some(def_block) = def_block else { return false };
        let region = body.block_parent(def_block);
        if weak {
            return region.is_some();
        }
        let (Some(region), Some(block)) = (region, body.parent(user)) else { return false };
        let at = match body.block_parent(block) == Some(region) {
            true => Some(user),
            false => self.climb(block, region),
        };
        let Some(at) = at else { return false };
        match body.parent(at) {
            Some(block) if block == def_block => definer.is_none_or(|def| body.is_before(def, at)),
            Some(block) => self.dominates(region, def_block, block),
            None => false,
        }
    }

    /// The op of a region that a block of another region is in, if it is in one.
    fn climb(&mut self, block: Block, region: Region) -> Option<Op> {
        let body = self.body;
        if let Some((from, to, at)) = self.climbed
            && (from, to) == (block, region)
        {
            return Some(at);
        }
        let mut inner = block;
        let mut left = CLIMBS;
        loop {
            let owner = body.block_owner(inner)?;
            inner = body.parent(owner)?;
            if body.block_parent(inner) == Some(region) {
                self.climbed = Some((block, region, owner));
                return Some(owner);
            }
            left -= 1;
            if left == 0 {
                break;
            }
        }
        let around = |region: Region| body.block_parent(body.parent(body.region_owner(region)?)?);
        let places = &mut self.places;
        let (regions, forest) = self.forest.get_or_insert_with(|| {
            let regions: Vec<Region> = walk::regions(body).collect();
            let mut forest = Forest::default();
            places.resize(body.regions.len(), 0);
            for (place, &region) in (0..).zip(&regions) {
                places[region.index()] = place;
                forest.add(place, around(region).map(|outer| places[outer.index()]));
            }
            (regions, forest)
        });
        let place = |region: Region| self.places[region.index()];
        let depth = forest.depth(place(region)) + 1;
        let below = forest.up(place(body.block_parent(inner)?), |place| forest.depth(place) <= depth);
        let below = regions[below as usize];
        (around(below) == Some(region)).then(|| body.region_owner(below)).flatten()
    }

    /// Whether block `a` dominates another block `b` of a region.
    fn dominates(&mut self, region: Region, a: Block, b: Block) -> bool {
        let (body, registry) = (self.body, self.verifier.ctx.registry());
        if leads_only_to(self.verifier, body, region, (a, b)) {
            return true;
        }
        let known = self.trees.iter().position(|(of, _)| *of == region);
        let tree = known.unwrap_or_else(|| {
            self.trees.push((region, DomTree::dominators(&Cfg::new(registry, body, region))));
            self.trees.len() - 1
        });
        self.trees[tree].1.dominates(a, b)
    }
}
