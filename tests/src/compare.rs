//! Independent comparison of modules for round-trip tests
//!
//! The comparison shares no code with importer and exporter; rspirv reads both modules. Modules are considered the same
//! if they differ only in:
//! - ids;
//! - the order of types, constants and other module-level instructions;
//! - the order of blocks;
//! - the number of `OpLabel`, `OpBranch`, `OpUndef`, `OpNop`, and line and scope markers;
//! - phis whose incoming values are the same;
//! - unused types and plain constants without a name or decoration;
//! - repeated declarations of constants and types;
//! - decoration groups;
//! - the split of long instructions into continuations;
//! - missing parameters of a function's type;
//! - the empty file name of an OpSource whose source text begins in OpSourceContinued.
//!
//! In particular, the line and scope in effect at each instruction must be the same.
//!
//! The function [`compare_strict`] additionally requires the same labels, branches, phis and undefs.

mod body;
mod colour;
mod leftover;
mod module;
pub(crate) mod op;
mod raw;
pub(crate) mod read;
mod relate;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;

use leftover::Origin;
use module::Module;
use read::Inst;
use relate::{Mismatch, Relation};
use rustc_hash::FxHashSet;

/// A difference between two modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Index of the function among all functions of the input; `None` if the difference is at module level.
    pub function: Option<usize>,
    /// Index of the instruction in the input, counted from its `OpFunction`; `None` if the difference has no
    /// instruction.
    pub instruction: Option<usize>,
    /// The innermost ids that do not correspond, in the input and in the output. `None` if the difference is not
    /// between ids.
    pub ids: Option<(u32, u32)>,
    /// Description of the difference, with the instructions of both modules.
    pub message: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.function, self.instruction) {
            (None, _) => write!(f, "module: ")?,
            (Some(function), None) => write!(f, "function {function}: ")?,
            (Some(function), Some(at)) => write!(f, "function {function}, instruction {at}: ")?,
        }
        f.write_str(&self.message)
    }
}

/// Numbers of instructions in a function, for the opcodes whose number may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of `OpLabel` instructions.
    pub labels: usize,
    /// Number of `OpBranch` instructions.
    pub branches: usize,
    /// Number of `OpPhi` instructions.
    pub phis: usize,
    /// Number of `OpUndef` instructions.
    pub undefs: usize,
}

impl Counts {
    fn count(&mut self, opcode: u16) {
        match opcode {
            op::LABEL => self.labels += 1,
            op::BRANCH => self.branches += 1,
            op::PHI => self.phis += 1,
            op::UNDEF => self.undefs += 1,
            _ => {}
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { labels, branches, phis, undefs } = self;
        write!(f, "{labels} labels, {branches} branches, {phis} phis, {undefs} undefs")
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The first differences, at most [`Report::MOST`].
    pub differences: Vec<Difference>,
    /// Error message of rspirv's loader if it rejected a module, else `None`. Both modules are then read one
    /// instruction at a time, which does not weaken the comparison.
    pub fallback: Option<String>,
    /// Opcodes of instructions with operands that rspirv's grammar lacks. The operands are compared as ids if possible,
    /// so differences may be missed.
    pub opaque: BTreeSet<u16>,
    /// Instruction counts of each input function, in order.
    pub input: Vec<Counts>,
    /// Instruction counts of each output function, in order.
    pub output: Vec<Counts>,
}

impl Report {
    /// Maximum number of reported differences.
    pub const MOST: usize = 100;

    /// Returns whether the comparison found no difference.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }

    fn add(&mut self, function: Option<usize>, message: String) {
        self.push(Difference { function, instruction: None, ids: None, message });
    }

    fn push(&mut self, difference: Difference) {
        if self.differences.len() < Self::MOST {
            self.differences.push(difference);
        }
    }
}

/// Compares a module with its copy. Allows the differences that this file's documentation lists.
///
/// # Errors
/// Returns the differences.
pub fn compare(input: &[u32], output: &[u32]) -> Result<(), Vec<Difference>> {
    verdict(report(input, output, false))
}

/// Compares like [`compare`], but allows no changes inside functions. Each block, branch and phi must have a
/// counterpart. The number of undefs must be the same, and distinct undefs must remain distinct.
///
/// # Errors
/// Returns the differences.
pub fn compare_strict(input: &[u32], output: &[u32]) -> Result<(), Vec<Difference>> {
    verdict(report(input, output, true))
}

fn verdict(report: Report) -> Result<(), Vec<Difference>> {
    if report.is_same() { Ok(()) } else { Err(report.differences) }
}

/// Compares two modules and returns the full report. [`compare`] and [`compare_strict`] call this function.
pub fn report(input: &[u32], output: &[u32], strict: bool) -> Report {
    let mut report = Report::default();
    let (a, b) = match read::read_pair(input, output) {
        Ok((a, b, fallback)) => {
            report.fallback = fallback;
            report.opaque = a.opaque.union(&b.opaque).copied().collect();
            (Module::new(a, strict), Module::new(b, strict))
        }
        Err(why) => {
            report.add(None, why);
            return report;
        }
    };
    report.input = a.functions.iter().map(|function| function.counts).collect();
    report.output = b.functions.iter().map(|function| function.counts).collect();
    let mut comparison =
        Comparison { relation: Relation::new(&a, &b, strict), report, told: FxHashSet::default() };
    comparison.run(&a, &b);
    comparison.report
}

struct Comparison<'m> {
    relation: Relation<'m>,
    report: Report,
    /// Mismatches already reported. Each mismatch is reported only once, not at every use.
    told: FxHashSet<Mismatch>,
}

impl Comparison<'_> {
    fn run(&mut self, a: &Module, b: &Module) {
        if a.binary.version != b.binary.version {
            let text = format!(
                "version {:#x} in the input, {:#x} in the output",
                a.binary.version, b.binary.version
            );
            self.report.add(None, text);
        }
        if a.binary.generator != b.binary.generator {
            let text = format!(
                "generator {:#x} in the input, {:#x} in the output",
                a.binary.generator, b.binary.generator
            );
            self.report.add(None, text);
        }
        for (side, module) in [("input", a), ("output", b)] {
            if module.unclosed > 0 {
                self.report.add(None, format!("{} functions of the {side} have no end", module.unclosed));
            }
        }
        let Some(functions) = self.pair_functions(a, b) else {
            return;
        };
        let is_variable = |inst: &Inst| matches!(inst.opcode, op::VARIABLE | op::UNTYPED_VARIABLE);
        let is_ext_inst = |inst: &Inst| matches!(inst.opcode, op::EXT_INST | op::EXT_INST_FORWARD);
        self.in_order(a, b, "global variables", is_variable);
        self.in_order(a, b, "module-level extended instructions", is_ext_inst);
        for (x, y) in functions {
            self.function(a, b, x, y);
        }
        self.contents(a, b, "OpString", op::STRING);
        self.contents(a, b, "OpExtInstImport", op::EXT_INST_IMPORT);
        if let Err(why) = self.relation.relate_facts(&a.directives, &b.directives) {
            self.report.add(None, format!("declarations differ: {why}"));
        }
        if let Err(why) = self.relation.relate_facts(&a.dangling_facts(), &b.dangling_facts()) {
            self.report.add(None, format!("names or decorations of undefined ids differ: {why}"));
        }
        self.leftovers(a, b);
        if let (true, Some((x, y))) = (self.report.is_same(), self.relation.undefined()) {
            let text =
                format!("%{x} of the input is used like %{y} of the output, but they are not defined alike");
            self.report.add(None, text);
        }
    }

    /// Pairs the functions of both modules by order, separately for declarations, definitions and graphs. Returns
    /// `None` if their counts differ.
    fn pair_functions(&mut self, a: &Module, b: &Module) -> Option<Vec<(usize, usize)>> {
        let kind = |module: &Module, index: usize| {
            let function = &module.functions[index];
            (module.inst(function.head).opcode, function.blocks.is_empty())
        };
        let mut pairs = Vec::new();
        let mut odd = false;
        for (what, wanted) in [
            ("function declarations", (op::FUNCTION, true)),
            ("function definitions", (op::FUNCTION, false)),
            ("graphs", (op::GRAPH, false)),
        ] {
            let of = |module: &Module| {
                (0..module.functions.len()).filter(|i| kind(module, *i) == wanted).collect::<Vec<_>>()
            };
            let (xs, ys) = (of(a), of(b));
            if xs.len() != ys.len() {
                self.report
                    .add(None, format!("{} {what} in the input, {} in the output", xs.len(), ys.len()));
                odd = true;
            }
            pairs.extend(xs.into_iter().zip(ys));
        }
        // If a function is missing, pairing by order would make all subsequent functions differ.
        if odd {
            return None;
        }
        for &(x, y) in &pairs {
            let ids = (a.inst(a.functions[x].head).result, b.inst(b.functions[y].head).result);
            if let (Some(id), Some(other)) = ids {
                self.relate(id, other, "function");
            }
        }
        pairs.sort_unstable();
        Some(pairs)
    }

    fn in_order(&mut self, a: &Module, b: &Module, what: &str, is: impl Fn(&Inst) -> bool) {
        let of = |module: &Module| {
            let insts = module.globals.iter().map(|&at| module.inst(at));
            let ids = insts.filter(|inst| is(inst)).filter_map(|inst| inst.result);
            // Decorations relate the ids in their operands, so the order of these ids does not matter.
            let operands = module.decoration_operands();
            ids.filter(|id| !operands.contains(id)).collect::<Vec<_>>()
        };
        let (xs, ys) = (of(a), of(b));
        if xs.len() != ys.len() {
            // Ids that cannot be paired by order are related by their uses. Unused ids are reported at the end.
            self.report.add(None, format!("{} {what} in the input, {} in the output", xs.len(), ys.len()));
            return;
        }
        for (x, y) in xs.into_iter().zip(ys) {
            self.relate(x, y, what);
        }
    }

    fn function(&mut self, a: &Module, b: &Module, x: usize, y: usize) {
        let (counts, other) = (a.functions[x].counts, b.functions[y].counts);
        if self.relation.strict && counts != other {
            self.report.add(Some(x), format!("{counts} in the input, {other} in the output"));
        }
        let (report, told) = (&mut self.report, &mut self.told);
        let mut say = |instruction: Option<usize>, mismatch: Option<&Mismatch>, text: String| {
            let message = match mismatch {
                Some(mismatch) if !told.insert(mismatch.clone()) => return,
                Some(mismatch) => format!("{text}: {}", mismatch.why),
                None => text,
            };
            let ids = mismatch.map(|mismatch| (mismatch.input, mismatch.output));
            report.push(Difference { function: Some(x), instruction, ids, message });
        };
        body::compare(&mut self.relation, x, y, &mut say);
    }

    /// Compares the strings or imports of both modules, regardless of their order.
    fn contents(&mut self, a: &Module, b: &Module, what: &str, opcode: u16) {
        let of = |module: &Module| {
            let mut all: Vec<String> = Vec::new();
            for inst in module.globals.iter().map(|&at| module.inst(at)).filter(|inst| inst.opcode == opcode)
            {
                let facts = inst.result.map_or(&[][..], |id| module.facts(id));
                let facts: Vec<String> = facts.iter().map(|fact| fact.show()).collect();
                let content = String::from_utf8_lossy(inst.string(0).unwrap_or_default()).into_owned();
                all.push(format!("{content:?} {}", facts.join("; ")));
            }
            all.sort();
            all
        };
        let (mut xs, mut ys) = (of(a), of(b));
        if xs != ys {
            take_common(&mut xs, &mut ys);
            // Export adds an empty file name to an OpSource whose source text begins in OpSourceContinued.
            if opcode == op::STRING
                && a.binary.has_source_without_file
                && ys.iter().any(|text| text == "\"\" ")
            {
                take_common(&mut vec!["\"\" ".to_owned()], &mut ys);
            }
            if xs.is_empty() && ys.is_empty() {
                return;
            }
            self.report.add(None, format!("{what}: only in the input {xs:?}, only in the output {ys:?}"));
        }
    }

    fn leftovers(&mut self, a: &Module, b: &Module) {
        let (lost, mismatches) = leftover::relate(&mut self.relation);
        for mismatch in mismatches {
            self.tell(&mismatch, "unused definition");
        }
        for (origin, at) in lost {
            let (module, side, what) = match origin {
                Origin::Input => (a, "input", "was lost"),
                Origin::Output => (b, "output", "was made up"),
            };
            let inst = module.inst(at);
            let facts = inst.result.map_or(&[][..], |id| module.facts(id));
            let facts: Vec<String> = facts.iter().map(|fact| fact.show()).collect();
            let text = format!(
                "`{}` of the {side} {what}; names and decorations [{}]",
                inst.show(),
                facts.join("; ")
            );
            self.report.add(None, text);
        }
    }

    fn relate(&mut self, x: u32, y: u32, what: &str) {
        if let Err(mismatch) = self.relation.relate(x, y) {
            let root = self.relation.a.describe(x);
            self.tell(&mismatch, &format!("{what}: {root}"));
        }
    }

    fn tell(&mut self, mismatch: &Mismatch, what: &str) {
        if self.told.insert(mismatch.clone()) {
            self.report.push(Difference {
                function: None,
                instruction: None,
                ids: Some((mismatch.input, mismatch.output)),
                message: format!("{what}: {}", mismatch.why),
            });
        }
    }
}

/// Removes the elements that both sorted lists have in common.
fn take_common(xs: &mut Vec<String>, ys: &mut Vec<String>) {
    xs.retain(|x| match ys.iter().position(|y| y == x) {
        Some(at) => {
            ys.remove(at);
            false
        }
        None => true,
    });
}
