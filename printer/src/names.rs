//! Names of the values and blocks of a body
//!
//! Numbering follows MLIR: the values of a region are numbered before those of nested regions, and sibling regions
//! reuse numbers. OpNames are unique within the body. Names that ops suggest are unique only within the enclosing
//! regions.

use crate::out::Text;
use crate::unique_numbers::UniqueNumbers;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use spv_ir::dialect::{HintFn, OpDefId, Registry};
use spv_ir::names;
use spv_ir::{Block, Body, Context, Ident, Op, Region, Type, Value, ValueDef};
use std::hash::BuildHasher;

/// The naming style of values.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Whether to use OpNames.
    pub debug_names: bool,
    /// Whether to use the names that ops suggest.
    pub hints: bool,
}

/// The printed name of a value, without the `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueSpelling<'a> {
    /// A value number: `%5`.
    Number(u32),
    /// An entry block argument with its number: `%arg5`.
    Argument(u32),
    /// A result of an op with several results, as the op's value number and the result index: `%5#1`.
    Group(u32, u32),
    /// An OpName or suggested name: `%name`.
    Text(&'a [u8]),
    /// A result that shares its name with other results of the op: the name, the index among them, and their count.
    /// Printed as `%name#1`.
    NamedGroup(&'a [u8], u32, u32),
    /// A value that is not attached to the body and thus has no name.
    Unknown,
}

// A value name is packed into a word: the two upper bits encode its form, and the lower bits hold a number or index.
const NUMBER: u32 = 0;
const ARGUMENT: u32 = 1 << 30;
const GROUP: u32 = 2 << 30;
const TEXT: u32 = 3 << 30;
const LOW: u32 = ARGUMENT - 1;
const UNKNOWN: u32 = u32::MAX;
/// The packed name of a value that is listed in [`Names::groups`].
const NAMED_GROUP: u32 = GROUP | LOW;

/// The names of all values and blocks in a body. The buffers are reused for other bodies.
#[derive(Default)]
pub(crate) struct Names {
    values: Vec<u32>,
    /// Position of each block in its region.
    blocks: Vec<u32>,
    /// For each block with a label, the index of the label among the names.
    labels: FxHashMap<Block, u32>,
    /// All names, concatenated. `ends` has the end offset of each name.
    text: Vec<u8>,
    ends: Vec<u32>,
    /// Indices of the names that are in use, hashed by name.
    taken: HashTable<u32>,
    /// For each OpName, the next suffix `$N` to try.
    next_suffix: FxHashMap<Ident, u32>,
    /// Values whose OpName differs from their printed name.
    unspelled: FxHashSet<Value>,
    /// For each result that shares its name with others: the index of the name, the index among these results, and
    /// their count.
    groups: FxHashMap<Value, (u32, u32, u32)>,
    /// Indices of suggested names, which are released at the end of their region.
    suggested: Vec<u32>,
    counters: Counters,
    /// Scratch buffer for a candidate name.
    spelling: String,
    /// Cache of the names that ops suggest, which is preserved for other bodies. `None` while names are being assigned.
    hints: Option<Box<Hints>>,
}

/// The names that ops suggest.
#[derive(Default)]
struct Hints {
    /// Cached suggestions, keyed by op definition, attribute slots and result type.
    known: FxHashMap<(OpDefId, [u32; 2], Option<Type>), Option<Hint>>,
    /// The most recent suggestion that cannot be cached.
    other: Option<Hint>,
}

/// The suggestion of an op for the names of its results.
struct Hint {
    /// The suggested names, separated by commas.
    text: Box<str>,
    /// Whether the suggestion is a single valid value name.
    is_name: bool,
}

impl Hint {
    fn new(text: Box<str>) -> Hint {
        let is_name = can_be_suggested(&text);
        Hint { text, is_name }
    }
}

/// The next unused numbers: for values, for entry block arguments, and for the suffixes of conflicting names.
#[derive(Clone, Copy, Default)]
pub(crate) struct Counters {
    pub value: u32,
    pub argument: u32,
    conflict: u32,
}

/// A step in the traversal of nested regions.
enum Visit {
    Region(Region, Counters),
    /// Releases all suggested names except the first ones. The field is the number of names to retain.
    Leave(usize),
}

impl Hints {
    /// Returns the name that an op suggests for its results, with invalid characters replaced, or `None` if it suggests
    /// none. Suggestions of constants and similar ops (at most two slots, no operands, one result) are cached.
    fn get(&mut self, hint: HintFn, ctx: &Context, body: &Body, op: Op) -> Option<&Hint> {
        let make = || {
            let text = hint(ctx, body, op).filter(|h| !h.is_empty())?;
            // If several results share a name, the suggestion contains their count: `sizes:2`.
            let several = body.result_count(op) > 1;
            let fit = |hint: &str| match hint.split_once(':').filter(|_| several) {
                Some((name, count)) => format!("{}:{count}", names::sanitize(name)),
                None => names::sanitize(hint).into_owned(),
            };
            let each: Vec<String> = text.split(',').map(fit).collect();
            Some(Hint::new(each.join(",").into()))
        };
        let hint = match body.slots(op) {
            slots @ ([_] | [_, _]) if body.operand_count(op) == 0 && body.result_count(op) == 1 => {
                let slots = std::array::from_fn(|at| slots.get(at).copied().unwrap_or(0));
                let key = (body.def(op), slots, body.value_type_opt(body.result(op, 0)));
                self.known.entry(key).or_insert_with(make)
            }
            _ => {
                self.other = make();
                &self.other
            }
        };
        hint.as_ref()
    }
}

impl Names {
    /// Assigns names to all values and blocks of `body`. If numbers must be unique in the whole output, `unique`
    /// provides the initial counters for each region.
    pub(crate) fn fill(&mut self, ctx: &Context, body: &Body, style: Style, unique: Option<&UniqueNumbers>) {
        self.values.clear();
        self.values.resize(body.value_count(), UNKNOWN);
        self.blocks.clear();
        self.blocks.resize(body.block_count(), UNKNOWN);
        self.labels.clear();
        self.text.clear();
        self.ends.clear();
        self.taken.clear();
        self.next_suffix.clear();
        self.unspelled.clear();
        self.groups.clear();
        self.suggested.clear();
        let mut steps = vec![Visit::Region(body.root(), Counters::default())];
        while let Some(step) = steps.pop() {
            match step {
                Visit::Leave(count) => self.forget(count),
                Visit::Region(region, counters) => {
                    self.counters = unique.and_then(|u| u.start(body, region)).unwrap_or(counters);
                    steps.push(Visit::Leave(self.suggested.len()));
                    self.fill_region(ctx, body, region, style, &mut steps);
                }
            }
        }
    }

    fn fill_region(
        &mut self,
        ctx: &Context,
        body: &Body,
        region: Region,
        style: Style,
        steps: &mut Vec<Visit>,
    ) {
        let registry = ctx.registry();
        let first_inner = steps.len();
        let entry = body.first_block(region);
        for (number, block) in body.blocks(region).enumerate() {
            self.blocks[block.index()] = number as u32;
            for &arg in body.args(block) {
                self.name_argument(ctx, body, arg, entry == Some(block), style);
            }
            for op in body.ops(block) {
                if body.result_count(op) > 0 {
                    self.name_results(ctx, registry, body, op, style);
                }
                for i in 0..body.region_count(op) {
                    steps.push(Visit::Region(body.region(op, i), self.counters));
                }
            }
        }
        // The numbers of nested regions follow those of the whole enclosing region.
        for step in &mut steps[first_inner..] {
            if let Visit::Region(_, counters) = step {
                *counters = self.counters;
            }
        }
        steps[first_inner..].reverse();
        if style.debug_names {
            self.name_blocks(ctx, body, region);
        }
    }

    fn name_argument(&mut self, ctx: &Context, body: &Body, arg: Value, entry: bool, style: Style) {
        if style.debug_names && self.spell(ctx, body, arg, None) {
            return;
        }
        let (kind, counter) =
            if entry { (ARGUMENT, &mut self.counters.argument) } else { (NUMBER, &mut self.counters.value) };
        self.values[arg.index()] = kind | *counter;
        *counter += 1;
    }

    fn name_results(&mut self, ctx: &Context, registry: &Registry, body: &Body, op: Op, style: Style) {
        let count = body.result_count(op);
        let named = style.debug_names && body.results(op).any(|r| body.value_name(r).is_some());
        let hint = registry.op(body.def(op)).hint.filter(|_| named || style.hints);
        if count == 1 && !named && hint.is_none() {
            let number = self.next_value();
            self.values[body.result(op, 0).index()] = NUMBER | number;
            return;
        }
        let mut hints = self.hints.take().unwrap_or_default();
        let hint = hint.and_then(|h| hints.get(h, ctx, body, op));
        self.name_with_hint(ctx, body, op, style, hint, named);
        self.hints = Some(hints);
    }

    fn name_with_hint(
        &mut self,
        ctx: &Context,
        body: &Body,
        op: Op,
        style: Style,
        hint: Option<&Hint>,
        named: bool,
    ) {
        let count = body.result_count(op);
        if let (1, false, Some(hint)) = (count, named, hint.filter(|hint| hint.is_name)) {
            self.values[body.result(op, 0).index()] = self.suggest(&hint.text);
            return;
        }
        let hint = hint.map(|hint| &*hint.text);
        let mut spelled = SmallVec::<[bool; 8]>::new();
        if named {
            spelled.extend(body.results(op).map(|r| self.spell(ctx, body, r, hint)));
        }
        let each: SmallVec<[&str; 2]> = hint.iter().flat_map(|hint| hint.split(',')).collect();
        if count > 1 && style.hints && !spelled.contains(&true) && each.iter().any(|hint| hint.contains(':'))
        {
            return self.name_groups(body, op, &each);
        }
        if count > 1 && !spelled.contains(&true) && (each.len() < 2 || !style.hints) {
            let group = GROUP | self.next_value();
            body.results(op).for_each(|r| self.values[r.index()] = group);
            return;
        }
        for (i, result) in body.results(op).enumerate() {
            if spelled.get(i) == Some(&true) {
                continue;
            }
            self.values[result.index()] = match each.get(i) {
                Some(hint) if style.hints && can_be_suggested(hint) => self.suggest(hint),
                _ => NUMBER | self.next_value(),
            };
        }
    }

    /// Assigns names to the results of an op whose suggestion contains several names or groups of results.
    fn name_groups(&mut self, body: &Body, op: Op, hints: &[&str]) {
        let mut results = body.results(op);
        for hint in hints {
            let (name, count) = hint.split_once(':').unwrap_or((hint, "1"));
            let count: u32 = count.parse().unwrap_or(1);
            if count == 0 {
                continue;
            }
            let word = self.suggest(name);
            for (index, result) in results.by_ref().take(count as usize).enumerate() {
                self.values[result.index()] = if count == 1 { word } else { NAMED_GROUP };
                if count > 1 {
                    self.groups.insert(result, (word & LOW, index as u32, count));
                }
            }
        }
        for result in results {
            self.values[result.index()] = NUMBER | self.next_value();
        }
    }

    fn next_value(&mut self) -> u32 {
        self.counters.value += 1;
        self.counters.value - 1
    }

    /// Uses the OpName of a value as its printed name. Returns false if it has none or the OpName cannot be printed
    /// as a name.
    fn spell(&mut self, ctx: &Context, body: &Body, value: Value, hint: Option<&str>) -> bool {
        let Some(ident) = body.value_name(value) else { return false };
        let name = ctx.str(ident);
        if !names::is_value_name(name) || names::is_made_up(name, hint) || names::has_suffix(name) {
            self.unspelled.insert(value);
            return false;
        }
        let mut number = self.take(name);
        while number.is_none() {
            let next = self.next_suffix.entry(ident).or_insert(0);
            let spelling = format!("{name}${next}");
            *next += 1;
            number = self.take(&spelling);
        }
        self.values[value.index()] = number.map_or(UNKNOWN, |n| TEXT | n);
        true
    }

    /// Reserves the name that an op suggests, made unique as in MLIR. Returns the index of the name.
    fn suggest(&mut self, hint: &str) -> u32 {
        let mut number = self.take(hint);
        while number.is_none() {
            let mut spelling = std::mem::take(&mut self.spelling);
            spelling.clear();
            spelling.push_str(hint);
            spelling.push('_');
            push_number(&mut spelling, self.counters.conflict);
            self.counters.conflict += 1;
            number = self.take(&spelling);
            self.spelling = spelling;
        }
        self.suggested.extend(number);
        number.map_or(UNKNOWN, |n| TEXT | n)
    }

    /// Reserves a name for the current body and returns its index. Returns `None` if the name is already in use.
    fn take(&mut self, name: &str) -> Option<u32> {
        let hash = FxBuildHasher.hash_one(name.as_bytes());
        if self.taken.find(hash, |&n| self.name(n) == name.as_bytes()).is_some() {
            return None;
        }
        let number = self.add(name);
        let (text, ends) = (&self.text, &self.ends);
        self.taken.insert_unique(hash, number, |&n| FxBuildHasher.hash_one(slice(text, ends, n)));
        Some(number)
    }

    /// Releases all suggested names after the first `count`.
    fn forget(&mut self, count: usize) {
        for number in self.suggested.split_off(count) {
            let hash = FxBuildHasher.hash_one(slice(&self.text, &self.ends, number));
            if let Ok(entry) = self.taken.find_entry(hash, |&n| n == number) {
                entry.remove();
            }
        }
    }

    fn add(&mut self, name: &str) -> u32 {
        self.text.extend_from_slice(name.as_bytes());
        self.ends.push(self.text.len() as u32);
        self.ends.len() as u32 - 1
    }

    fn name(&self, number: u32) -> &[u8] {
        slice(&self.text, &self.ends, number)
    }

    /// Assigns labels to the named blocks of a region. Labels are unique within their region.
    fn name_blocks(&mut self, ctx: &Context, body: &Body, region: Region) {
        let mut next: FxHashMap<Ident, Option<u32>> = FxHashMap::default();
        for block in body.blocks(region) {
            let Some(ident) = body.block_annotations(block).name.filter(|n| is_label(ctx.str(*n))) else {
                continue;
            };
            let number = match next.get(&ident) {
                None => self.add(ctx.str(ident)),
                Some(suffix) => self.add(&format!("{}${}", ctx.str(ident), suffix.unwrap_or(0))),
            };
            next.entry(ident).and_modify(|n| *n = Some(n.map_or(1, |n| n + 1))).or_insert(None);
            self.labels.insert(block, number);
        }
    }

    /// Returns the first value number that nested regions of an op may use. It follows all numbers in the enclosing
    /// region.
    pub(crate) fn next_number(&self, body: &Body, op: Op) -> u32 {
        let outer = |op: &Op| body.parent(*op).and_then(|block| body.block_owner(block));
        let number = |op: Op| {
            let region = body.parent(op).and_then(|block| body.block_parent(block))?;
            let results = body.blocks(region).flat_map(|b| body.ops(b)).flat_map(|op| body.results(op));
            let args = body.blocks(region).flat_map(|block| body.args(block).iter().copied());
            let numbers = args.chain(results).filter_map(|value| match self.value(body, value) {
                ValueSpelling::Number(n) | ValueSpelling::Group(n, _) => Some(n + 1),
                _ => None,
            });
            numbers.max()
        };
        std::iter::successors(Some(op), outer).find_map(number).unwrap_or(0)
    }

    /// Returns the printed name of a value.
    #[inline]
    pub(crate) fn value(&self, body: &Body, value: Value) -> ValueSpelling<'_> {
        let word = self.values.get(value.index()).copied().unwrap_or(UNKNOWN);
        match word & !LOW {
            NUMBER => ValueSpelling::Number(word),
            ARGUMENT => ValueSpelling::Argument(word & LOW),
            GROUP if word == NAMED_GROUP => match self.groups.get(&value) {
                Some(&(number, index, count)) => ValueSpelling::NamedGroup(self.name(number), index, count),
                None => ValueSpelling::Unknown,
            },
            GROUP => match body.value_def(value) {
                ValueDef::Result(_, index) => ValueSpelling::Group(word & LOW, index),
                _ => ValueSpelling::Unknown,
            },
            _ if word == UNKNOWN => ValueSpelling::Unknown,
            _ => ValueSpelling::Text(self.name(word & LOW)),
        }
    }

    /// Appends the name of a value. Returns false if the value shares its name with other results or is unknown.
    #[inline(always)]
    pub(crate) fn push(&self, out: &mut Text, value: Value) -> bool {
        let word = self.values.get(value.index()).copied().unwrap_or(UNKNOWN);
        match word & !LOW {
            NUMBER => out.push_marked(b'%', word),
            ARGUMENT => {
                out.push_some(b"%ar", 3);
                out.push_marked(b'g', word & LOW);
            }
            TEXT if word != UNKNOWN => {
                let (from, to) = bounds(&self.ends, word & LOW);
                out.push(b'%');
                out.push_part(&self.text, from, to);
            }
            _ => return false,
        }
        true
    }

    /// Returns the label of a block if it is an OpName, otherwise `None`.
    pub(crate) fn label(&self, block: Block) -> Option<&[u8]> {
        if self.labels.is_empty() {
            return None;
        }
        self.labels.get(&block).map(|n| self.name(*n))
    }

    /// Returns the position of a block in its region, or `None` if the block has none.
    pub(crate) fn position(&self, block: Block) -> Option<u32> {
        self.blocks.get(block.index()).copied().filter(|position| *position != UNKNOWN)
    }

    /// Returns whether all OpNames are used as printed names.
    pub(crate) fn all_spelled(&self) -> bool {
        self.unspelled.is_empty()
    }

    /// Returns the OpName of a value if it differs from the printed name.
    pub(crate) fn unspelled(&self, body: &Body, value: Value) -> Option<Ident> {
        body.value_name(value).filter(|_| self.unspelled.contains(&value))
    }
}

/// Returns whether a suggested name is a valid value name.
fn can_be_suggested(hint: &str) -> bool {
    names::is_value_name(hint) && !names::is_made_up(hint, None)
}

/// Appends a number in decimal.
fn push_number(text: &mut String, number: u32) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}

/// Returns whether the OpName of a block is valid as its label.
pub(crate) fn is_label(name: &str) -> bool {
    let made_up = names::is_made_up_label(name) || names::is_made_up(name, None);
    names::is_bare(name) && !made_up && !names::has_suffix(name)
}

fn slice<'a>(text: &'a [u8], ends: &[u32], number: u32) -> &'a [u8] {
    let (from, to) = bounds(ends, number);
    &text[from..to]
}

#[inline]
fn bounds(ends: &[u32], number: u32) -> (usize, usize) {
    let start = if number == 0 { 0 } else { ends[number as usize - 1] };
    (start as usize, ends[number as usize] as usize)
}
