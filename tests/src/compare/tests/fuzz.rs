//! Tests with random changes to modules: allowed changes must be accepted, and all others must be detected
//!
//! Each module has its own seed, so failures are reproducible.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::module::{Class, Module};
use super::super::op;
use super::super::read::{Binary, Inst, Operand, read_pair};
use super::super::report;
use super::{asm::assemble, control, debug, module, show};
use crate::r#gen::Rng;
use crate::tools::{Peer, own_corpus, read_words, shared_corpus, spirv_opt};

fn shuffle<T>(random: &mut Rng, list: &mut [T]) {
    for at in (1..list.len()).rev() {
        list.swap(at, random.below(at + 1));
    }
}

fn read(words: &[u32]) -> Binary {
    let (binary, _, _) = read_pair(words, words).expect("the module is well-formed");
    binary
}

/// Encodes a module in host byte order, with the header of another module.
fn write(original: &[u32], insts: &[Inst]) -> Vec<u32> {
    let mut words = original[..5].to_vec();
    if words[0] != 0x0723_0203 {
        words.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
    for inst in insts {
        let start = words.len();
        words.push(0);
        words.extend(inst.result_type.iter().chain(&inst.result));
        for operand in &inst.operands {
            match operand {
                Operand::Id(word) | Operand::Lit(word) | Operand::Opaque(word) => words.push(*word),
                Operand::Str(text) => {
                    let mut text = text.clone();
                    text.push(0);
                    text.resize(text.len().next_multiple_of(4), 0);
                    words.extend(crate::tools::to_words(&text).expect("padded"));
                }
            }
        }
        words[start] = ((words.len() - start) as u32) << 16 | u32::from(inst.opcode);
    }
    words
}

/// Maximum module size in words, to limit the run time.
const MOST_WORDS: usize = 10_000;

/// Returns the modules to test, with their names. They are the modules of the other tests and real-world modules. If
/// spirv-opt is installed, real-world modules also occur with phis.
fn modules() -> Vec<(String, Vec<u32>)> {
    let mut all = vec![
        ("shader".to_owned(), assemble(module::SHADER)),
        ("loop".to_owned(), assemble(control::LOOP)),
        ("lines".to_owned(), assemble(debug::LINES)),
        ("scopes".to_owned(), assemble(debug::SCOPES)),
    ];
    let with_phis = Peer::SpirvOpt.find().is_some();
    let own = own_corpus().into_iter().map(|module| module.path);
    let real = shared_corpus().into_iter().flatten().step_by(10);
    for path in own.chain(real) {
        let words = read_words(&path);
        if words.len() > MOST_WORDS {
            continue;
        }
        if with_phis && let Ok(optimized) = spirv_opt(&words, &["--skip-validation", "--ssa-rewrite"]) {
            all.push((format!("{} with phis", path.display()), optimized));
        }
        all.push((path.display().to_string(), words));
    }
    all
}

#[test]
fn allowed_changes_pass() {
    for (number, (name, words)) in modules().into_iter().enumerate() {
        let mut random = Rng::new(number as u64);
        for round in 0..2 {
            let mut rewrite = Rewrite::new(&words, &mut random);
            rewrite.change();
            let changed = write(&words, &rewrite.insts);
            for (input, output) in [(&words, &changed), (&changed, &words)] {
                let found = report(input, output, false).differences;
                assert!(found.is_empty(), "{name}, round {round}: {}", show(&found));
            }
        }
    }
}

struct Rewrite<'r> {
    random: &'r mut Rng,
    insts: Vec<Inst>,
    next_id: u32,
}

impl<'r> Rewrite<'r> {
    fn new(words: &[u32], random: &'r mut Rng) -> Self {
        let binary = read(words);
        Rewrite { random, next_id: binary.bound, insts: binary.insts }
    }

    fn fresh(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    fn change(&mut self) {
        let start = self.insts.iter().position(|inst| inst.opcode == op::FUNCTION);
        let mut rest = self.insts.split_off(start.unwrap_or(self.insts.len()));
        let mut done = std::mem::take(&mut self.insts);
        self.shuffle_annotations(&mut done);
        while !rest.is_empty() {
            let end =
                rest.iter().position(|inst| inst.opcode == op::FUNCTION_END).map_or(rest.len(), |at| at + 1);
            let function: Vec<Inst> = rest.drain(..end).collect();
            done.extend(self.function(function));
        }
        self.insts = done;
        self.renumber();
    }

    fn shuffle_annotations(&mut self, insts: &mut [Inst]) {
        let names = |inst: &Inst| {
            matches!(inst.opcode, op::NAME | op::MEMBER_NAME | op::DECORATE | op::MEMBER_DECORATE)
        };
        let mut list: Vec<Inst> = insts.iter().filter(|inst| names(inst)).cloned().collect();
        shuffle(self.random, &mut list);
        for slot in insts.iter_mut().filter(|inst| names(inst)) {
            *slot = list.pop().expect("as many as before");
        }
    }

    fn function(&mut self, insts: Vec<Inst>) -> Vec<Inst> {
        let mut blocks: Vec<Vec<Inst>> = vec![Vec::new()];
        for inst in insts {
            if inst.opcode == op::LABEL || inst.opcode == op::FUNCTION_END {
                blocks.push(Vec::new());
            }
            blocks.last_mut().expect("never empty").push(inst);
        }
        let (head, end) = (blocks.remove(0), blocks.pop().unwrap_or_default());
        // An OpLine between two blocks applies to the second block, so these blocks must remain in order.
        let tail = |block: &Vec<Inst>| block.last().is_some_and(|inst| op::is_terminator(inst.opcode));
        if !blocks.iter().all(tail) {
            return head.into_iter().chain(blocks.into_iter().flatten()).chain(end).collect();
        }
        for at in 0..blocks.len() {
            match self.random.below(6) {
                0 => self.split(&mut blocks, at),
                1 => self.trampoline(&mut blocks, at),
                2 => self.useless_phi(&mut blocks, at),
                3 => self.noise(&mut blocks[at]),
                _ => {}
            }
        }
        if blocks.len() > 1 {
            shuffle(self.random, &mut blocks[1..]);
        }
        head.into_iter().chain(blocks.into_iter().flatten()).chain(end).collect()
    }

    /// Splits the block with index `at` into two blocks.
    fn split(&mut self, blocks: &mut Vec<Vec<Inst>>, at: usize) {
        let block = &mut blocks[at];
        let first = 1 + block[1..].iter().take_while(|inst| inst.opcode == op::PHI).count();
        // The current line and scope would not apply to the second block.
        let marked = block.iter().any(|inst| matches!(inst.opcode, op::LINE | op::EXT_INST));
        let last =
            block.len() - if block.len() > 1 && op::is_merge(block[block.len() - 2].opcode) { 2 } else { 1 };
        if first > last || marked || at == 0 {
            return;
        }
        let cut = first + self.random.below(last - first + 1);
        let label = self.fresh();
        let mut tail = blocks[at].split_off(cut);
        let old = blocks[at][0].result.expect("a label");
        blocks[at].push(branch(label));
        tail.insert(0, new_label(label));
        blocks.push(tail);
        for inst in blocks.iter_mut().flatten().filter(|inst| inst.opcode == op::PHI) {
            for operand in inst.operands.iter_mut().skip(1).step_by(2) {
                if *operand == Operand::Id(old) {
                    *operand = Operand::Id(label);
                }
            }
        }
    }

    /// Inserts an empty block on a control-flow edge.
    fn trampoline(&mut self, blocks: &mut Vec<Vec<Inst>>, at: usize) {
        let labels: FxHashSet<u32> = blocks.iter().filter_map(|block| block[0].result).collect();
        let from = blocks[at][0].result.expect("a label");
        let label = self.fresh();
        let terminator = blocks[at].last_mut().expect("a label at least");
        let slots: Vec<usize> = (0..terminator.operands.len())
            .filter(|slot| matches!(&terminator.operands[*slot], Operand::Id(id) if labels.contains(id)))
            .collect();
        if slots.is_empty() {
            return;
        }
        let slot = slots[self.random.below(slots.len())];
        let target = terminator.id(slot).expect("a label");
        terminator.operands[slot] = Operand::Id(label);
        let still = terminator.ids().any(|id| id == target);
        for inst in blocks.iter_mut().filter(|block| block[0].result == Some(target)).flatten() {
            if inst.opcode != op::PHI {
                continue;
            }
            let Some(pair) =
                (1..inst.operands.len()).step_by(2).find(|p| inst.operands[*p] == Operand::Id(from))
            else {
                continue;
            };
            if still {
                let value = inst.operands[pair - 1].clone();
                inst.operands.extend([value, Operand::Id(label)]);
            } else {
                inst.operands[pair] = Operand::Id(label);
            }
        }
        blocks.push(vec![new_label(label), branch(target)]);
    }

    /// Adds a phi whose incoming values are all the same. Another phi of the block must already use the value.
    fn useless_phi(&mut self, blocks: &mut [Vec<Inst>], at: usize) {
        let Some(phi) = blocks[at].get(1).filter(|inst| inst.opcode == op::PHI) else {
            return;
        };
        let mut useless = phi.clone();
        let value = useless.operands[0].clone();
        for operand in useless.operands.iter_mut().step_by(2) {
            *operand = value.clone();
        }
        useless.result = Some(self.fresh());
        blocks[at].insert(1, useless);
    }

    fn noise(&mut self, block: &mut Vec<Inst>) {
        let result_type = block.iter().find(|inst| inst.opcode == op::PHI).and_then(|inst| inst.result_type);
        let Some(first) = block.iter().skip(1).position(|inst| inst.opcode != op::PHI) else {
            return;
        };
        block.insert(first + 1, Inst::new(op::NOP));
        if result_type.is_some() {
            let mut undef = Inst::new(op::UNDEF);
            undef.result_type = result_type;
            undef.result = Some(self.fresh());
            block.insert(first + 1, undef);
        }
    }

    fn renumber(&mut self) {
        let mut numbers: Vec<u32> = (1..self.next_id * 2).collect();
        shuffle(self.random, &mut numbers);
        let of = |id: u32| numbers[id as usize];
        for inst in &mut self.insts {
            inst.result_type = inst.result_type.map(of);
            inst.result = inst.result.map(of);
            for operand in &mut inst.operands {
                if let Operand::Id(id) = operand {
                    *id = of(*id);
                }
            }
        }
    }
}

fn new_label(id: u32) -> Inst {
    let mut inst = Inst::new(op::LABEL);
    inst.result = Some(id);
    inst
}

fn branch(target: u32) -> Inst {
    let mut inst = Inst::new(op::BRANCH);
    inst.operands.push(Operand::Id(target));
    inst
}

#[test]
fn forbidden_changes_are_found() {
    let mut tried = 0;
    for (number, (name, words)) in modules().into_iter().enumerate() {
        let mut random = Rng::new(number as u64);
        let original = Module::new(read(&words), false);
        let kin = kin(&original);
        for _ in 0..20 {
            let mut insts = original.binary.insts.clone();
            let at = random.below(insts.len());
            let Some(what) = harm(&original, &kin, &mut insts, at, &mut random) else {
                continue;
            };
            tried += 1;
            let changed = write(&words, &insts);
            let shown = original.inst(at).show();
            assert!(
                !report(&words, &changed, false).is_same(),
                "{name}: {what} at {at} `{shown}` was not found"
            );
            assert!(
                !report(&changed, &words, false).is_same(),
                "{name}: {what} at {at} `{shown}` was not found backwards"
            );
        }
    }
    assert!(tried > 50, "{tried} changes are too few");
}

/// Group key of an id: correspondence rule, opcode and type.
type Kind = (Option<Class>, u16, Option<u32>);
type Kin = FxHashMap<Kind, Vec<u32>>;

/// Groups values by type, and other ids by opcode. Ids of the same group can replace each other as operands.
fn kin(module: &Module) -> Kin {
    let mut kin: Kin = FxHashMap::default();
    let mut ids: Vec<u32> = module.defs.keys().copied().collect();
    ids.sort_unstable();
    for id in ids {
        kin.entry(kind(module, id)).or_default().push(id);
    }
    kin
}

fn kind(module: &Module, id: u32) -> Kind {
    let class = module.class(id);
    let inst = module.defs.get(&id).map(|(at, _)| module.inst(*at));
    let opcode = inst.filter(|_| class != Some(Class::Local)).map_or(0, |inst| inst.opcode);
    (class, opcode, inst.and_then(|inst| inst.result_type))
}

/// Returns whether an instruction annotates a decoration group. Group names and unused groups are not compared.
fn annotates_group(module: &Module, inst: &Inst) -> bool {
    let group =
        |id| module.binary.insts.iter().any(|i| i.opcode == op::DECORATION_GROUP && i.result == Some(id));
    inst.opcode == op::DECORATION_GROUP || inst.id(0).is_some_and(group)
}

/// Changes an instruction so that information is lost. Returns `None` if no change is certain to be detected.
fn harm(
    module: &Module,
    kin: &Kin,
    insts: &mut Vec<Inst>,
    at: usize,
    random: &mut Rng,
) -> Option<&'static str> {
    let opcode = insts[at].opcode;
    let id = insts[at].result;
    let marker = module.lines[at].is_none();
    let next = insts.get(at + 1).and_then(|inst| inst.result);
    if opcode == op::LINE
        && next.is_some_and(|id| module.class(id) == Some(Class::Local) && module.resolve(id) == id)
    {
        module.lines[at + 1].as_ref()?;
        if let Operand::Lit(line) = &mut insts[at].operands[1] {
            *line ^= 1;
        }
        return Some("another line");
    }
    // A redundant phi, or a definition that the output may omit, is compared only at its uses.
    let free = matches!(opcode, op::NOP | op::UNDEF | op::TYPE_FORWARD_POINTER)
        || marker
        || id.is_some_and(|id| module.resolve(id) != id)
        || module.may_vanish(at)
        || annotates_group(module, &insts[at]);
    if free {
        return None;
    }
    match random.below(4) {
        0 if !matches!(opcode, op::LABEL | op::BRANCH) => {
            insts.remove(at);
            Some("removal")
        }
        1 => {
            let literals: Vec<usize> = (0..insts[at].operands.len())
                .filter(|slot| !matches!(insts[at].operands[*slot], Operand::Id(_)))
                .collect();
            match &mut insts[at].operands[*literals.get(random.below(literals.len()))?] {
                // Changing the extended instruction number would change which operands of the OpExtInst are literals.
                Operand::Lit(word) if !matches!(opcode, op::EXT_INST) => *word ^= 1,
                Operand::Str(text) => text.push(b'x'),
                _ => return None,
            }
            Some("another literal")
        }
        2 => {
            let slots: Vec<usize> = (0..insts[at].operands.len())
                .filter(|slot| matches!(insts[at].operands[*slot], Operand::Id(_)))
                .collect();
            let slot = *slots.get(random.below(slots.len()))?;
            let old = insts[at].id(slot)?;
            let (class, _, _) = kind(module, old);
            let others = kin.get(&kind(module, old))?;
            let new = others[random.below(others.len())];
            let distinct = match class? {
                Class::Local => module.resolve(new) != module.resolve(old),
                Class::Nominal => !op::is_type(module.inst(module.defs[&old].0).opcode),
                _ => false,
            };
            if new == old || !distinct {
                return None;
            }
            insts[at].operands[slot] = Operand::Id(new);
            Some("another id")
        }
        _ => {
            let other = insts.get(at + 1)?;
            let moves = |inst: &Inst, at: usize| {
                inst.result.is_some_and(|id| module.class(id) == Some(Class::Local))
                    && module.lines[at].is_some()
                    && !matches!(inst.opcode, op::PHI | op::VARIABLE | op::UNDEF)
            };
            if !moves(&insts[at], at) || !moves(other, at + 1) || other.opcode == opcode {
                return None;
            }
            insts.swap(at, at + 1);
            Some("exchange with the next")
        }
    }
}
