//! Generator of selections and loops for a random program

use super::function::{Counter, Function, OpenPhi, Scope};
use super::module::Ty;
use crate::r#gen::words::op;

/// Maximum nesting depth of constructs.
const MAX_DEPTH: usize = 9;

/// The block in which a loop tests its exit condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    /// The loop header.
    Header,
    /// A block after the header.
    Block,
    /// A selection after the header. One of its branches leaves the loop or the function.
    Selection,
    /// The end of the continue construct.
    Continue,
    /// The loop header, which is also the continue target.
    Single,
}

impl Function<'_> {
    /// Generates one statement.
    pub fn statement(&mut self, depth: usize) {
        self.budget = self.budget.saturating_sub(1);
        if depth >= MAX_DEPTH || self.budget == 0 {
            return self.simple();
        }
        match self.m.rng.below(100) {
            0..14 => self.selection(depth),
            14..21 => self.switch(depth),
            21..31 => self.new_loop(depth),
            31..36 => self.conditional_exit(),
            36..46 => self.guarded(depth),
            _ => self.simple(),
        }
    }

    /// Generates statements until the block is terminated or the budget is exhausted.
    pub fn statements(&mut self, depth: usize) {
        for _ in 0..self.m.rng.pick(&[0, 1, 1, 2, 2, 3, 4]) {
            if self.open {
                self.statement(depth);
            }
        }
    }

    /// Emits OpSelectionMerge if the program has merge instructions.
    pub fn selection_merge(&mut self, merge: usize) {
        if self.merges {
            let control = self.m.rng.pick(&[0, 0, 0, 1, 2, 3]);
            let label = self.targets[merge].label;
            self.code.op(op::SELECTION_MERGE, &[label, control]);
        }
    }

    /// Begins the block `target`, which `header` dominates. If it is a loop header, also generates the rest of the
    /// loop.
    pub fn begin(&mut self, target: usize, header: usize, depth: usize) {
        let phis = self.begin_block(target, header);
        if let Some(counter) = self.targets[target].looping {
            self.loop_from(target, counter, phis, depth);
        }
    }

    /// Begins the merge block of the construct with the header `header`.
    pub fn join(&mut self, merge: usize, header: usize, depth: usize) {
        let dead = self.targets[merge].is_dead();
        self.begin(merge, header, depth);
        if dead && self.open && self.m.rng.chance(70) {
            self.code.op(op::UNREACHABLE, &[]);
            self.open = false;
        }
    }

    fn selection(&mut self, depth: usize) {
        let condition = self.condition();
        let merge = self.joint();
        let header = self.at;
        // The header's targets: a new block of the construct (`Ok`), or the merge block or an exit (`Err`).
        let mut arms: Vec<Result<usize, usize>> = vec![Ok(self.arm())];
        arms.push(match self.m.rng.below(100) {
            0..40 => Ok(self.arm()),
            40..85 => Err(merge),
            _ => Err(self.exit_but(&[merge]).unwrap_or(merge)),
        });
        if self.m.rng.chance(8)
            && let Err(taken) = arms[1]
            && let Some(exit) = self.exit_but(&[taken, merge])
        {
            arms[0] = Err(exit);
        }
        if self.m.rng.chance(50) {
            arms.reverse();
        }
        let labels: Vec<u32> = arms.iter().map(|arm| self.edge(arm.unwrap_or_else(|t| t))).collect();
        self.selection_merge(merge);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
        self.open = false;
        self.scopes.push(Scope::Selection(merge));
        for arm in arms.into_iter().flatten() {
            self.begin(arm, header, depth + 1);
            self.statements(depth + 1);
            self.end_arm(merge);
        }
        self.scopes.pop();
        self.join(merge, header, depth);
    }

    /// Creates the target for the first block of a selection branch, which may be a loop header.
    pub fn arm(&mut self) -> usize {
        let target = self.target(Vec::new());
        if self.m.rng.chance(6) && self.loops() < 3 {
            self.targets[target].looping = Some(self.counter());
        }
        target
    }

    /// Ends a selection branch, usually by branching to the merge block.
    pub fn end_arm(&mut self, merge: usize) {
        if self.open && self.m.rng.chance(18) {
            self.leave();
        }
        if self.open && self.m.rng.chance(8) {
            self.conditional_exit();
        }
        if self.open {
            self.branch(merge);
        }
    }

    /// Generates a loop with a new header block.
    fn new_loop(&mut self, depth: usize) {
        if self.loops() >= 3 {
            return self.simple();
        }
        let phis = (0..self.m.rng.below(3)).map(|_| self.m.rng.pick(&Ty::ALL)).collect();
        let header = self.target(phis);
        self.targets[header].looping = Some(self.counter());
        let before = self.at;
        self.branch(header);
        self.begin(header, before, depth);
    }

    fn loop_merge(&mut self, merge: usize, next: u32) {
        if !self.merges {
            return;
        }
        let label = self.targets[merge].label;
        // The loop controls are Unroll, DontUnroll, DependencyLength, MinIterations with PeelCount, and PartialCount.
        let (control, literals): (u32, &[u32]) = match self.m.rng.below(12) {
            0 => (1, &[]),
            1 => (2, &[]),
            2 => (8, &[4]),
            3 => (0x10 | 0x80, &[1, 3]),
            4 => (0x100, &[7]),
            _ => (0, &[]),
        };
        self.code.op2(op::LOOP_MERGE, &[label, next, control], literals);
    }

    /// Emits a comparison of the loop counter with the trip count. `stepped` is the incremented counter, or `None` if
    /// it is not yet incremented.
    fn test(&mut self, counter: Counter, phis: &[OpenPhi], stepped: Option<u32>) -> u32 {
        let value = match (stepped, counter, phis.last()) {
            (Some(value), ..) => value,
            (None, Counter::Variable(variable), _) => self.hidden(op::LOAD, Ty::S32, &[variable]),
            (None, Counter::Phi, Some(phi)) => phi.id,
            (None, Counter::Phi, None) => self.m.constant(Ty::S32, 0),
        };
        let rounds = match self.m.rng.chance(70) {
            true => {
                let rounds = self.m.rng.range(1, 3) as u64;
                self.m.constant(Ty::S32, rounds)
            }
            false => {
                let (any, three) = (self.value(Ty::S32), self.m.constant(Ty::S32, 3));
                self.hidden(op::BITWISE_AND, Ty::S32, &[any, three])
            }
        };
        self.hidden(op::S_LESS_THAN, Ty::Bool, &[value, rounds])
    }

    /// Emits an increment of the loop counter, and returns the new value.
    fn count(&mut self, counter: Counter, phis: &[OpenPhi]) -> u32 {
        let one = self.m.constant(Ty::S32, 1);
        match (counter, phis.last()) {
            (Counter::Variable(variable), _) => {
                let value = self.hidden(op::LOAD, Ty::S32, &[variable]);
                let sum = self.hidden(op::I_ADD, Ty::S32, &[value, one]);
                self.code.op(op::STORE, &[variable, sum]);
                sum
            }
            (Counter::Phi, Some(phi)) => self.hidden(op::I_ADD, Ty::S32, &[phi.id, one]),
            (Counter::Phi, None) => one,
        }
    }

    /// Sets the incoming values of the loop header's phis for a back edge from the current block.
    fn close(&mut self, counter: Counter, phis: &[OpenPhi], stepped: u32) {
        for (i, phi) in phis.iter().enumerate() {
            let counts = matches!(counter, Counter::Phi) && i + 1 == phis.len();
            let value = if counts { stepped } else { self.value(phi.ty) };
            self.close_phi(phi, value);
        }
    }

    /// Generates the remainder of a loop whose header block has already begun.
    fn loop_from(&mut self, target: usize, counter: Counter, phis: Vec<OpenPhi>, depth: usize) {
        let (header, label) = (self.at, self.targets[target].label);
        let test = self.m.rng.pick(&[
            Test::Header,
            Test::Header,
            Test::Block,
            Test::Block,
            Test::Selection,
            Test::Continue,
            Test::Single,
        ]);
        let merge = self.joint();
        for _ in 0..self.m.rng.below(3) {
            self.simple();
        }
        if test == Test::Single {
            let stepped = self.count(counter, &phis);
            self.back_edge(counter, &phis, stepped, merge, label, true);
            return self.join(merge, header, depth);
        }
        let next = {
            let types = (0..self.m.rng.pick(&[0, 0, 1, 2])).map(|_| self.m.rng.pick(&Ty::ALL)).collect();
            self.target(types)
        };
        let next_label = self.targets[next].label;
        let body =
            if self.m.rng.chance(90) || test == Test::Continue { self.target(Vec::new()) } else { next };
        self.scopes.push(Scope::Loop(merge, next));
        if test == Test::Header {
            let condition = self.test(counter, &phis, None);
            let labels = [self.edge(body), self.edge(merge)];
            self.loop_merge(merge, next_label);
            self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
            self.open = false;
        } else {
            let after = self.target(Vec::new());
            let to = self.edge(after);
            self.loop_merge(merge, next_label);
            self.code.op(op::BRANCH, &[to]);
            self.begin_block(after, header);
            match test {
                Test::Block => {
                    let condition = self.test(counter, &phis, None);
                    let labels = [self.edge(body), self.edge(merge)];
                    self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
                    self.open = false;
                }
                Test::Selection => {
                    let condition = self.test(counter, &phis, None);
                    let (out, onward) = (self.target(Vec::new()), self.joint());
                    let here = self.at;
                    let labels = [self.edge(onward), self.edge(out)];
                    self.selection_merge(onward);
                    self.code.op(op::BRANCH_CONDITIONAL, &[condition, labels[0], labels[1]]);
                    self.begin_block(out, here);
                    if self.m.rng.chance(20) && self.may_return() {
                        self.leave_function();
                    } else {
                        self.branch(merge);
                    }
                    self.begin(onward, here, depth + 1);
                    if self.open {
                        self.branch(body);
                    }
                }
                _ => self.branch(body),
            }
        }
        if body != next {
            self.begin_block(body, header);
            self.statements(depth + 1);
            if self.open && self.m.rng.chance(12) {
                self.leave();
            }
            if self.open {
                self.branch(next);
            }
        }
        self.scopes.pop();
        self.scopes.push(Scope::Continue);
        self.begin_block(next, header);
        for _ in 0..self.m.rng.below(2) {
            self.simple();
        }
        if self.m.rng.chance(25) {
            // The continue construct consists of several blocks.
            if self.m.rng.chance(30) {
                let more = self.target(Vec::new());
                self.branch(more);
                self.begin_block(more, header);
            }
            self.statements(depth + 2);
        }
        self.scopes.pop();
        if !self.open {
            // The merge block of a construct inside the continue construct is unreachable, so there is no back edge.
            return self.join(merge, header, depth);
        }
        let stepped = self.count(counter, &phis);
        if test == Test::Continue {
            self.back_edge(counter, &phis, stepped, merge, label, false);
        } else {
            self.close(counter, &phis, stepped);
            self.code.op(op::BRANCH, &[label]);
            self.open = false;
        }
        self.join(merge, header, depth);
    }

    /// Ends the block with a conditional back edge. The other edge leaves the loop. `single` is whether the header is
    /// also the continue target.
    fn back_edge(
        &mut self,
        counter: Counter,
        phis: &[OpenPhi],
        stepped: u32,
        merge: usize,
        header: u32,
        single: bool,
    ) {
        let mut condition = self.test(counter, phis, Some(stepped));
        self.close(counter, phis, stepped);
        let mut to = [header, self.edge(merge)];
        if self.m.rng.chance(30) {
            condition = self.hidden(op::LOGICAL_NOT, Ty::Bool, &[condition]);
            to.reverse();
        }
        if single {
            self.loop_merge(merge, header);
        }
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, to[0], to[1]]);
        self.open = false;
    }
}
