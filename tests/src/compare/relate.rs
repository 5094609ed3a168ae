//! Correspondence of ids between two modules
//!
//! The correspondence is one-to-one for definitions with an identity, and structural equality for others. Relating two
//! ids also relates all ids that their definitions reference, so the first difference found is the innermost.

use rustc_hash::{FxHashMap, FxHashSet};

use super::module::{Class, Fact, Module};
use super::op;
use super::read::{Inst, Operand};
use crate::line_state::LineState;

/// The reason why two ids do not correspond.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mismatch {
    /// The differing id in the input. `input` and `output` are the innermost pair of ids that do not correspond.
    pub(crate) input: u32,
    pub(crate) output: u32,
    pub(crate) why: String,
}

/// The ids of both modules that are known to correspond.
pub(crate) struct Relation<'m> {
    pub(crate) a: &'m Module,
    pub(crate) b: &'m Module,
    /// Whether labels, branches, phis and undefs must correspond one-to-one.
    pub(crate) strict: bool,
    forward: FxHashMap<u32, u32>,
    backward: FxHashMap<u32, u32>,
    /// Pairs of structural definitions that are identical, or whose comparison is in progress.
    equal: FxHashSet<(u32, u32)>,
    /// Undo log of the current attempt to relate two ids.
    log: Vec<Entry>,
    /// Input ids of the values and blocks whose definitions have been compared.
    defined: FxHashSet<u32>,
    /// Pairs of line states already found to be the same, identified by address.
    same_lines: FxHashSet<(*const LineState, *const LineState)>,
}

enum Entry {
    Bound(u32, u32),
    Equal(u32, u32),
}

type Related = Result<(), Mismatch>;

impl<'m> Relation<'m> {
    /// Constructs a relation without any corresponding ids.
    pub(crate) fn new(a: &'m Module, b: &'m Module, strict: bool) -> Self {
        Relation {
            a,
            b,
            strict,
            forward: FxHashMap::default(),
            backward: FxHashMap::default(),
            equal: FxHashSet::default(),
            log: Vec::new(),
            defined: FxHashSet::default(),
            same_lines: FxHashSet::default(),
        }
    }

    /// Relates two ids and all ids that their definitions reference. Leaves the relation unchanged on failure.
    pub(crate) fn relate(&mut self, x: u32, y: u32) -> Related {
        let mark = self.log.len();
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            if let Err(mismatch) = self.relate_one(x, y, &mut open) {
                self.undo(mark);
                return Err(mismatch);
            }
        }
        Ok(())
    }

    /// Relates two lists of annotations, regardless of their order.
    pub(crate) fn relate_facts(&mut self, xs: &[Fact], ys: &[Fact]) -> Result<(), String> {
        let mut left: Vec<&Fact> = ys.iter().collect();
        let mut lost = Vec::new();
        for x in xs {
            let found = left.iter().position(|y| x.key == y.key && self.relate_refs(x, y));
            match found {
                Some(at) => drop(left.remove(at)),
                None => lost.push(x.show()),
            }
        }
        if lost.is_empty() && left.is_empty() {
            return Ok(());
        }
        let made: Vec<String> = left.iter().map(|fact| fact.show()).collect();
        Err(format!("only in the input [{}], only in the output [{}]", lost.join("; "), made.join("; ")))
    }

    fn relate_refs(&mut self, x: &Fact, y: &Fact) -> bool {
        let mark = self.log.len();
        let related = x.refs.iter().zip(&y.refs).all(|pair| match pair {
            (Operand::Opaque(x), Operand::Opaque(y)) => self.relate_opaque(*x, *y),
            (Operand::Id(x), Operand::Id(y)) => self.relate(*x, *y).is_ok(),
            _ => false,
        });
        if !related {
            self.undo(mark);
        }
        related
    }

    /// Relates two words that may be ids or literals, as ids if possible. Otherwise the words must be identical.
    /// Returns whether the words correspond.
    pub(crate) fn relate_opaque(&mut self, x: u32, y: u32) -> bool {
        let known = (self.a.defs.contains_key(&x), self.b.defs.contains_key(&y));
        if known == (true, true) && self.relate(x, y).is_ok() {
            return true;
        }
        // Two ids without a definition may be results of unknown instructions.
        let free = known == (false, false)
            && (1..self.a.binary.bound).contains(&x)
            && (1..self.b.binary.bound).contains(&y);
        x == y || (free && self.bind(x, y).is_ok())
    }

    /// Records that the definitions of two values or blocks correspond.
    pub(crate) fn define(&mut self, x: u32, y: u32) -> Result<(), String> {
        self.defined.insert(x);
        self.bind(x, y).map_err(|mismatch| mismatch.why)?;
        let (a, b) = (self.a, self.b);
        self.relate_facts(a.facts(x), b.facts(y)).map_err(|why| format!("names or decorations differ: {why}"))
    }

    /// Returns a pair of local ids that correspond because of their uses, but whose definitions have not been compared.
    /// If there are several pairs, returns the pair with the smallest input id; if there is none, returns `None`.
    pub(crate) fn undefined(&self) -> Option<(u32, u32)> {
        self.forward
            .iter()
            .filter(|(x, _)| {
                matches!(self.a.class(**x), Some(Class::Local | Class::Label)) && !self.defined.contains(x)
            })
            .map(|(x, y)| (*x, *y))
            .min()
    }

    /// Returns the output id that corresponds to an input id. Returns `None` if there is none or the definition is
    /// structural.
    pub(crate) fn image(&self, x: u32) -> Option<u32> {
        self.forward.get(&x).copied()
    }

    /// Returns whether an output id corresponds to an input id.
    pub(crate) fn is_image(&self, y: u32) -> bool {
        self.backward.contains_key(&y)
    }

    /// Returns all ids with a counterpart: those of the input, and those of the output.
    pub(crate) fn met(&self) -> (FxHashSet<u32>, FxHashSet<u32>) {
        let pairs = || self.equal.iter().copied().chain(self.forward.iter().map(|(x, y)| (*x, *y)));
        (pairs().map(|pair| pair.0).collect(), pairs().map(|pair| pair.1).collect())
    }

    /// Compares the lines and scopes that apply to two instructions. If several strings contain the file name, the
    /// modules may reference different ones.
    pub(crate) fn relate_lines(&mut self, x: usize, y: usize) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        let (Some(x), Some(y)) = (&a.lines[x], &b.lines[y]) else {
            return Ok(());
        };
        let key = (std::rc::Rc::as_ptr(x), std::rc::Rc::as_ptr(y));
        if self.same_lines.contains(&key) {
            return Ok(());
        }
        match (x.line, y.line) {
            (None, None) => {}
            (Some([file, line, column]), Some([other_file, other_line, other_column]))
                if (line, column) == (other_line, other_column)
                    && (self.relate(file, other_file).is_ok() || text(a, file) == text(b, other_file)) => {}
            (x, y) => {
                return Err(format!(
                    "line {} in the input, {} in the output",
                    show_line(a, x),
                    show_line(b, y)
                ));
            }
        }
        for (what, x, y) in [("DebugLine", &x.debug_line, &y.debug_line), ("DebugScope", &x.scope, &y.scope)]
        {
            let same = match (x, y) {
                (None, None) => true,
                (Some(x), Some(y)) => {
                    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| self.relate(*x, *y).is_ok())
                }
                _ => false,
            };
            if !same {
                return Err(format!("{what} {} in the input, {} in the output", show_ids(x), show_ids(y)));
            }
        }
        self.same_lines.insert(key);
        Ok(())
    }

    fn relate_one(&mut self, x: u32, y: u32, open: &mut Vec<(u32, u32)>) -> Related {
        let (a, b) = (self.a, self.b);
        let (x, y) = (a.resolve(x), b.resolve(y));
        let mismatch = |why: String| Mismatch { input: x, output: y, why };
        let (class, other) = (a.class(x), b.class(y));
        if class != other {
            return Err(mismatch(format!("{} in the input, {} in the output", a.describe(x), b.describe(y))));
        }
        match class {
            None | Some(Class::Function | Class::Local | Class::Label) => self.bind(x, y),
            Some(Class::LocalUndef) => {
                if self.strict {
                    self.bind(x, y)?;
                }
                let (x, y) = (definition(a, x), definition(b, y));
                open.extend(x.result_type.zip(y.result_type));
                Ok(())
            }
            Some(Class::Nominal) => {
                if self.forward.get(&x) == Some(&y) {
                    return Ok(());
                }
                self.bind(x, y)?;
                self.relate_definitions(x, y, open).map_err(mismatch)
            }
            Some(Class::Structural) => {
                if !self.equal.insert((x, y)) {
                    return Ok(());
                }
                self.log.push(Entry::Equal(x, y));
                self.relate_definitions(x, y, open).map_err(mismatch)
            }
        }
    }

    fn bind(&mut self, x: u32, y: u32) -> Related {
        let (a, b) = (self.a, self.b);
        let why = match (self.forward.get(&x), self.backward.get(&y)) {
            (Some(known), _) if *known == y => return Ok(()),
            (None, None) => {
                self.forward.insert(x, y);
                self.backward.insert(y, x);
                self.log.push(Entry::Bound(x, y));
                return Ok(());
            }
            (Some(known), _) => {
                format!("which corresponds to {} of the output", b.describe(*known))
            }
            (None, Some(known)) => format!("but that corresponds to {} of the input", a.describe(*known)),
        };
        let (input, output) = (a.describe(x), b.describe(y));
        Err(Mismatch {
            input: x,
            output: y,
            why: format!("{input} in the input, {output} in the output, {why}"),
        })
    }

    fn undo(&mut self, mark: usize) {
        for entry in self.log.drain(mark..) {
            match entry {
                Entry::Bound(x, y) => {
                    self.forward.remove(&x);
                    self.backward.remove(&y);
                }
                Entry::Equal(x, y) => {
                    self.equal.remove(&(x, y));
                }
            }
        }
    }

    /// Compares two module-level definitions, except for the ids that they reference. Appends pairs of referenced ids
    /// to `open`.
    fn relate_definitions(&mut self, x: u32, y: u32, open: &mut Vec<(u32, u32)>) -> Result<(), String> {
        let (a, b) = (self.a, self.b);
        let (inst, other) = (definition(a, x), definition(b, y));
        let differ = || format!("`{}` in the input, `{}` in the output", inst.show(), other.show());
        open.extend(shape(inst, other).ok_or_else(differ)?);
        if !self.opaque_operands(inst, other) {
            return Err(differ());
        }
        self.relate_facts(a.facts(x), b.facts(y))
            .map_err(|why| format!("`{}`: names or decorations differ: {why}", inst.show()))?;
        // Types and plain constants may be reordered, so their lines may also differ.
        let (at, _) = a.defs[&x];
        let (other_at, _) = b.defs[&y];
        if a.class(x) == Some(Class::Nominal)
            && !op::is_type(inst.opcode)
            && !op::is_plain_constant(inst.opcode)
        {
            self.relate_lines(at, other_at).map_err(|why| format!("`{}`: {why}", inst.show()))?;
        }
        Ok(())
    }

    /// Relates the operands that may be ids or literals. Returns whether all of them correspond.
    pub(crate) fn opaque_operands(&mut self, inst: &Inst, other: &Inst) -> bool {
        inst.operands.iter().zip(&other.operands).all(|pair| match pair {
            (Operand::Opaque(x), Operand::Opaque(y)) => self.relate_opaque(*x, *y),
            _ => true,
        })
    }
}

/// Returns the pairs of ids in two instructions. Returns `None` if the instructions differ in more than ids.
pub(crate) fn shape(inst: &Inst, other: &Inst) -> Option<Vec<(u32, u32)>> {
    let same = inst.opcode == other.opcode
        && inst.operands.len() == other.operands.len()
        && inst.result_type.is_some() == other.result_type.is_some()
        && inst.result.is_some() == other.result.is_some();
    if !same {
        return None;
    }
    let mut pairs: Vec<(u32, u32)> = inst.result_type.zip(other.result_type).into_iter().collect();
    for (x, y) in inst.operands.iter().zip(&other.operands) {
        match (x, y) {
            (Operand::Id(x), Operand::Id(y)) => pairs.push((*x, *y)),
            (Operand::Opaque(_), Operand::Opaque(_)) => {}
            _ if x == y => {}
            _ => return None,
        }
    }
    Some(pairs)
}

fn definition(module: &Module, id: u32) -> &Inst {
    module.inst(module.defs[&id].0)
}

fn show_line(module: &Module, line: Option<[u32; 3]>) -> String {
    let Some([file, line, column]) = line else {
        return "none".to_owned();
    };
    format!("{}:{line}:{column}", String::from_utf8_lossy(text(module, file)))
}

/// Returns the bytes of the OpString with the id `string`.
fn text(module: &Module, string: u32) -> &[u8] {
    module.defs.get(&string).and_then(|(at, _)| module.inst(*at).string(0)).unwrap_or(b"?")
}

fn show_ids(ids: &Option<Vec<u32>>) -> String {
    match ids {
        None => "none".to_owned(),
        Some(ids) => ids.iter().map(|id| format!("%{id}")).collect::<Vec<_>>().join(" "),
    }
}
