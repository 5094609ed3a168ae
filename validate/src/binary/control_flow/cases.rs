//! Validation of the cases of OpSwitch (specification, 2.11.1, "case construct")

use super::constructs::Constructs;
use super::{Construct, ConstructKind, Found, NONE};
use rustc_hash::FxHashMap;

/// Facts about the case blocks of OpSwitches, indexed by block; [`NONE`] for blocks that are not cases.
struct Cases {
    /// Index of the switch construct to which the case block belongs.
    switch: Vec<u32>,
    /// The case block to which the case block falls through.
    next: Vec<u32>,
}

impl Constructs<'_, '_> {
    pub(super) fn cases(&self, branches: &[(u32, u32)]) -> Found {
        let count = self.graph.blocks.len();
        let mut cases = Cases { switch: vec![NONE; count], next: vec![NONE; count] };
        let is_switch =
            |c: &Construct| c.kind == ConstructKind::Selection && self.graph.block(c.header).switch.is_some();
        let switches = || self.list.iter().enumerate().filter(|(_, c)| is_switch(c));
        for (at, c) in switches() {
            for &target in self.graph.block(c.header).targets.iter().filter(|target| **target != c.exit) {
                if !self.dom.dominates(c.header, target) {
                    let (header, id) = (self.graph.id(c.header), self.graph.id(target));
                    let message = format!("the switch header %{header} does not dominate its case %{id}");
                    return self.graph.at(target, message);
                }
                cases.switch[target as usize] = at as u32;
            }
        }
        switches().next()?;
        self.falls_through(&mut cases, branches)
            .or_else(|| switches().find_map(|(_, c)| self.order_of(c, &cases)))
    }

    /// Determines which case each case falls through to. `branches` are (target, source) pairs.
    fn falls_through(&self, cases: &mut Cases, branches: &[(u32, u32)]) -> Found {
        let (graph, dom, labels) = (self.graph, &self.dom, self.labels());
        // `inner` is the innermost case that contains each block; `seen` is the most recent branch target of each case.
        let count = graph.blocks.len();
        let (mut inner, mut seen) = (vec![NONE; count], vec![NONE; count]);
        for &number in dom.nodes.preorder() {
            let parent = dom.parent[number as usize];
            inner[number as usize] = match cases.switch[number as usize] {
                NONE if parent == NONE => NONE,
                NONE => inner[parent as usize],
                _ => number,
            };
        }
        for &(to, from) in branches {
            let mut case = inner[from as usize];
            while case != NONE
                && seen[case as usize] != to
                && labels[case as usize] == labels[from as usize]
                && !dom.dominates(case, to)
            {
                seen[case as usize] = to;
                let at = cases.switch[case as usize];
                let c = &self.list[at as usize];
                let next = &mut cases.next[case as usize];
                if to == c.exit {
                } else if cases.switch[to as usize] != at {
                    if !self.is_exit(c, to) {
                        let (id, to) = (graph.id(case), graph.id(to));
                        let message = format!(
                            "the case %{id} branches to %{to}, which is neither a case nor a structured exit"
                        );
                        return graph.at(case, message);
                    }
                } else if *next == NONE {
                    *next = to;
                } else if *next != to {
                    let id = graph.id(case);
                    return graph.at(case, format!("the case %{id} falls through to several cases"));
                }
                let parent = dom.parent[case as usize];
                case = if parent == NONE { NONE } else { inner[parent as usize] };
            }
        }
        None
    }

    /// Labels each block with the first block, in preorder of the dominator tree, that reaches it through branches. A
    /// block reaches a block that it dominates if both have the same label.
    fn labels(&self) -> Vec<u32> {
        let (mut labels, mut open) = (vec![NONE; self.graph.blocks.len()], Vec::new());
        for &root in self.dom.nodes.preorder() {
            open.push(root);
            while let Some(number) = open.pop() {
                if labels[number as usize] == NONE {
                    labels[number as usize] = root;
                    open.extend(&self.graph.block(number).targets);
                }
            }
        }
        labels
    }

    /// Checks that OpSwitch lists each case immediately before the case to which it falls through.
    fn order_of(&self, c: &Construct, cases: &Cases) -> Found {
        let graph = self.graph;
        let targets = &graph.block(c.header).targets;
        let (&default, rest) = targets.split_first()?;
        let repeats_default = rest.contains(&default);
        // For each target in the OpSwitch, the next target in its list that is a different block.
        let mut following = vec![NONE; targets.len()];
        for at in (1..targets.len()).rev() {
            let same = targets[at - 1] == targets[at];
            following[at - 1] = if same { following[at] } else { targets[at] };
        }
        let (mut from, mut after_default) = (FxHashMap::default(), NONE);
        for (at, &target) in targets.iter().enumerate().filter(|(_, target)| **target != c.exit) {
            let mut next = cases.next[target as usize];
            if next != NONE && *from.entry(next).or_insert(target) != target {
                let id = graph.id(next);
                return graph.at(next, format!("several cases fall through to the case %{id}"));
            }
            if next == default && !repeats_default {
                next = after_default;
            }
            if next == NONE {
                continue;
            }
            if at == 0 {
                after_default = next;
            } else if following[at] != next {
                let (id, next) = (graph.id(target), graph.id(next));
                let message = format!("the case %{id} falls through to %{next}, but is not listed before it");
                return graph.at(target, message);
            }
        }
        None
    }
}
