//! MLIR text of ops and blocks, for node labels
//!
//! The function is printed once and split into lines.

use rustc_hash::FxHashMap;
use spv_ir::dialect::Traits;
use spv_ir::{Block, Body, Context, Op, walk};
use spv_printer::{Options, print_op};

/// Maximum number of characters in a line.
const COLUMNS: usize = 72;
/// Maximum number of lines in a node. For longer nodes, the first lines and the last line are shown.
const LINES: usize = 12;

/// The MLIR text of a function, by op and block.
pub struct Text {
    /// First line of the function, without its brace.
    pub title: String,
    ops: FxHashMap<Op, String>,
    blocks: FxHashMap<Block, String>,
}

impl Text {
    /// Prints `function`, an op in the body `around`, and assigns the lines to the ops and blocks of `body`.
    pub fn new(ctx: &Context, around: &Body, function: Op, body: &Body) -> Text {
        let text = print_op(ctx, around, function, &Options::default());
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('}'));
        let is_title = |line: &&str| !line.starts_with('!') && !line.starts_with('#');
        let title = lines.by_ref().find(is_title).unwrap_or_default();
        let mut found =
            Text { title: opened(title), ops: FxHashMap::default(), blocks: FxHashMap::default() };
        // Each op is one line. The label of its block may precede the line.
        let mut label = None;
        for op in walk::ops(body) {
            let line = loop {
                match lines.next() {
                    Some(line) if line.starts_with('^') => label = Some(line),
                    line => break line.unwrap_or(ctx.registry().op(body.def(op)).row.name),
                }
            };
            if let (Some(label), Some(block)) = (label.take(), body.parent(op)) {
                // The comment that lists the predecessors is removed.
                let label = label.split("  //").next().unwrap_or(label);
                found.blocks.insert(block, cut(label.trim_end_matches(':')));
            }
            found.ops.insert(op, opened(line));
        }
        found
    }

    /// Returns the line of an op, without the opening brace of a region. Returns an empty string for an unknown op.
    pub fn op(&self, op: Op) -> &str {
        self.ops.get(&op).map_or("", String::as_str)
    }

    /// Returns the label of a block with its arguments, or `None` if the text has no label for it.
    pub fn block(&self, block: Block) -> Option<&str> {
        self.blocks.get(&block).map(String::as_str)
    }

    /// Returns the lines of a node for a sequence of ops. Several constants and addresses are replaced with their
    /// count.
    pub fn piece(&self, ctx: &Context, body: &Body, label: Option<Block>, ops: &[Op]) -> Vec<String> {
        let mut lines: Vec<String> =
            label.and_then(|b| self.block(b)).map(|l| format!("{l}:")).into_iter().collect();
        let silent = |op: Op| {
            let def = ctx.registry().op(body.def(op));
            def.traits.intersects(Traits::CONSTANT_LIKE.union(Traits::RESOLVES))
        };
        let (hidden, shown): (Vec<Op>, Vec<Op>) = ops.iter().partition(|&&op| silent(op));
        match hidden.len() {
            0 => {}
            1 => lines.push(self.op(hidden[0]).to_owned()),
            n => lines.push(format!("… {n} constants and addresses")),
        }
        let room = LINES - lines.len();
        match shown.split_last() {
            Some((last, rest)) if shown.len() > room => {
                let first = room - 2;
                lines.extend(rest[..first].iter().map(|&op| self.op(op).to_owned()));
                lines.push(format!("… {} more", rest.len() - first));
                lines.push(self.op(*last).to_owned());
            }
            _ => lines.extend(shown.iter().map(|&op| self.op(op).to_owned())),
        }
        lines
    }
}

fn opened(line: &str) -> String {
    cut(line.trim_end_matches('{').trim_end())
}

fn cut(line: &str) -> String {
    match line.chars().count() > COLUMNS {
        true => line.chars().take(COLUMNS - 1).chain(['…']).collect(),
        false => line.to_owned(),
    }
}
