//! Mutations of control flow
//!
//! Branches and merge instructions are redirected to other blocks of their function, so that predecessors change and
//! blocks become unreachable.

use super::binary::{function_ranges, instructions};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;

/// The labels of a function, and the operands that reference them.
struct Flow {
    labels: Vec<u32>,
    /// For each instruction with label operands, the word offsets of these operands. For OpSwitch, contains only the
    /// default target.
    named: Vec<Vec<usize>>,
}

/// Returns the functions that declare constructs.
fn flows(words: &[u32]) -> Vec<Flow> {
    let all = instructions(words);
    let flow = |range: &std::ops::Range<usize>| {
        let mut flow = Flow { labels: Vec::new(), named: Vec::new() };
        let mut declares = false;
        for i in all.iter().filter(|i| range.contains(&i.at)) {
            let code = words[i.at] & 0xFFFF;
            declares |= matches!(code, op::LOOP_MERGE | op::SELECTION_MERGE);
            let named = match code {
                op::LABEL => {
                    flow.labels.extend(words.get(i.at + 1));
                    continue;
                }
                op::BRANCH | op::SELECTION_MERGE => 1..2,
                op::LOOP_MERGE => 1..3,
                op::BRANCH_CONDITIONAL => 2..4,
                op::SWITCH => 2..3,
                _ => continue,
            };
            flow.named.push(named.filter(|n| *n < i.len).map(|n| i.at + n).collect());
        }
        flow.named.retain(|named| !named.is_empty());
        (declares && flow.labels.len() > 3).then_some(flow)
    };
    function_ranges(words).iter().filter_map(flow).collect()
}

/// Replaces one to four label operands in a function with other labels. Returns `None` if no function declares a
/// construct.
pub(super) fn mutate(words: &[u32], rng: &mut Rng) -> Option<Vec<u32>> {
    let flows = flows(words);
    if flows.is_empty() {
        return None;
    }
    let flow = &flows[rng.below(flows.len())];
    let mut words = words.to_vec();
    for _ in 0..rng.pick(&[1, 1, 2, 2, 3, 4]) {
        let named = &flow.named[rng.below(flow.named.len())];
        words[rng.pick(named)] = rng.pick(&flow.labels);
    }
    Some(words)
}
