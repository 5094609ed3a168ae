//! Color refinement of unreachable blocks to pair them independently of ids and order
//!
//! A color is a hash that is refined iteratively: it initially includes the opcodes, later also operands and uses.
//! Same-colored blocks are only candidates for a pair and may differ.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::body::Side;
use super::module::Class;
use super::op;
use super::read::Operand;

/// Maximum number of refinement rounds.
const ROUNDS: usize = 32;

/// Maximum nesting depth of module-scope definitions that contribute to a hash.
const DEPTH: usize = 6;

/// Block colors by two criteria, the stricter first: all operands and uses, or only opcodes.
pub(super) struct Colours {
    by_block: [FxHashMap<usize, u64>; 2],
}

impl Colours {
    /// Returns the color of a block by a criterion, which is an element of [`CRITERIA`].
    pub(super) fn of(&self, block: usize, criterion: usize) -> u64 {
        self.by_block[criterion].get(&block).copied().unwrap_or_default()
    }
}

/// Indices of the criteria of [`Colours`].
pub(super) const CRITERIA: std::ops::Range<usize> = 0..2;

/// A function that maps corresponding ids of the two modules to the same hash value. Returns `None` for an id without
/// counterpart.
pub(super) type Known<'k> = &'k dyn Fn(u32) -> Option<u32>;

fn hash(value: impl Hash) -> u64 {
    FxBuildHasher.hash_one(value)
}

/// Returns the block colors of both functions. Both functions have the same number of refinement rounds, because colors
/// of different rounds are not comparable.
pub(super) fn colours(a: (&Side, Known), b: (&Side, Known)) -> (Colours, Colours) {
    let (mut a, mut b) = (Painter::new(a.0, a.1), Painter::new(b.0, b.1));
    let opcodes = (a.blocks.clone(), b.blocks.clone());
    let mut distinct = (0, 0);
    for _ in 0..ROUNDS {
        let now = (a.refine(), b.refine());
        if now.0 <= distinct.0 && now.1 <= distinct.1 {
            break;
        }
        distinct = now;
    }
    (Colours { by_block: [a.blocks, opcodes.0] }, Colours { by_block: [b.blocks, opcodes.1] })
}

struct Painter<'p, 'm> {
    side: &'p Side<'m>,
    known: Known<'p>,
    /// Colors of blocks without a counterpart, by block index.
    blocks: FxHashMap<usize, u64>,
    /// Colors of the values defined in these blocks, by id.
    values: FxHashMap<u32, u64>,
    /// Colors of module-scope definitions, by id and nesting depth.
    globals: FxHashMap<(u32, usize), u64>,
}

impl<'p, 'm> Painter<'p, 'm> {
    fn new(side: &'p Side<'m>, known: Known<'p>) -> Self {
        let (blocks, values, globals) = Default::default();
        let mut painter = Painter { side, known, blocks, values, globals };
        let opcodes = |at: usize| hash(side.module.inst(at).opcode);
        painter.blocks = painter.paint(&opcodes);
        painter
    }

    /// Returns the indices of the blocks without a known counterpart.
    fn unknown(&self) -> impl Iterator<Item = usize> {
        let known = self.known;
        (0..self.side.function.blocks.len()).filter(move |&block| known(self.side.label(block)).is_none())
    }

    /// Colors instructions by their operands, then values and blocks by their instructions. Returns the number of
    /// distinct colors.
    fn refine(&mut self) -> usize {
        let side = self.side;
        let blocks = self.unknown().map(|block| side.block(block));
        let insts: Vec<usize> =
            blocks.flat_map(|block| block.phis.iter().chain(&block.body)).copied().collect();
        let painted: FxHashMap<usize, u64> = insts.into_iter().map(|at| (at, self.instruction(at))).collect();
        let result = |(&at, &colour): (&usize, &u64)| Some((side.module.inst(at).result?, colour));
        self.values = painted.iter().filter_map(result).collect();
        self.blocks = self.paint(&|at| painted[&at]);
        let all: FxHashSet<u64> = self.values.values().chain(self.blocks.values()).copied().collect();
        all.len()
    }

    /// Colors each block by its own instructions and those of the blocks that follow along unconditional branches.
    /// Splitting a block therefore does not change its color.
    fn paint(&self, instruction: &dyn Fn(usize) -> u64) -> FxHashMap<usize, u64> {
        let mut painted = FxHashMap::default();
        for block in self.unknown() {
            let (mut way, mut on_way) = (Vec::new(), FxHashSet::default());
            let (mut next, mut colour) = (Some(block), 0);
            while let Some(block) = next {
                let name = (self.known)(self.side.label(block)).map(hash);
                if let Some(known) = name.or_else(|| painted.get(&block).copied()) {
                    colour = known;
                    break;
                }
                // A cycle of unconditional branches is cut at its first block.
                if !on_way.insert(block) {
                    break;
                }
                next = self.side.continues_in(block);
                way.push((block, next.is_some()));
            }
            for &(block, branches) in way.iter().rev() {
                let content = self.side.block(block);
                let body = &content.body[..content.body.len() - usize::from(branches)];
                for &at in content.phis.iter().chain(body).rev() {
                    colour = hash((instruction(at), colour));
                }
                // The name or decorations of a block's label contribute to its color.
                if !self.side.module.facts(self.side.label(block)).is_empty() {
                    colour = hash((self.facts(self.side.label(block)), colour));
                }
                painted.insert(block, colour);
            }
        }
        painted
    }

    fn instruction(&mut self, at: usize) -> u64 {
        let inst = self.side.module.inst(at);
        let ty = inst.result_type.map(|ty| self.global(ty, DEPTH));
        let mut operands: Vec<u64> = inst.operands.iter().map(|operand| self.operand(operand)).collect();
        if inst.opcode == op::PHI {
            // The incoming edges of a phi may be in any order and may pass through additional blocks.
            operands = operands.into_iter().step_by(2).collect();
            operands.sort_unstable();
            operands.dedup();
        }
        hash((inst.opcode, ty, operands, inst.result.map(|id| self.facts(id))))
    }

    /// Hashes the names and decorations of an id, regardless of their order.
    fn facts(&self, id: u32) -> u64 {
        let literals = |operands: &[Operand]| operands.iter().map(literal).collect::<Vec<u64>>();
        let facts = self.side.module.facts(id).iter();
        facts.map(|fact| hash((fact.key.0, literals(&fact.key.1)))).fold(0, u64::wrapping_add)
    }

    fn operand(&mut self, operand: &Operand) -> u64 {
        let module = self.side.module;
        match operand {
            Operand::Id(id) => {
                let id = module.resolve(*id);
                let block = self.side.target(id).and_then(|block| self.blocks.get(&block).copied());
                match block.or_else(|| self.values.get(&id).copied()) {
                    Some(colour) => colour,
                    None => self.global(id, DEPTH),
                }
            }
            other => literal(other),
        }
    }

    /// Returns the color of an id that is not defined in any of the colored blocks.
    fn global(&mut self, id: u32, depth: usize) -> u64 {
        let module = self.side.module;
        let (Some(class), Some(&(at, _))) = (module.class(id), module.defs.get(&id)) else { return 0 };
        let inst = module.inst(at);
        match (class, (self.known)(id)) {
            (Class::Structural, _) => {}
            (_, Some(name)) => return hash(name),
            (Class::Local | Class::Label | Class::LocalUndef, None) => return hash(inst.opcode),
            _ => {}
        }
        if depth == 0 {
            return hash(inst.opcode);
        }
        if let Some(&known) = self.globals.get(&(id, depth)) {
            return known;
        }
        let ty = inst.result_type.map(|ty| self.global(ty, depth - 1));
        let operands = inst.operands.iter().map(|operand| match operand {
            Operand::Id(id) => self.global(*id, depth - 1),
            other => literal(other),
        });
        let colour = hash((inst.opcode, ty, operands.collect::<Vec<u64>>(), self.facts(id)));
        self.globals.insert((id, depth), colour);
        colour
    }
}

/// Hashes the literal in an operand. Ids, and words that may be ids, contribute nothing.
fn literal(operand: &Operand) -> u64 {
    match operand {
        Operand::Lit(word) => hash(word),
        Operand::Str(bytes) => hash(bytes),
        Operand::Id(_) | Operand::Opaque(_) => 0,
    }
}
