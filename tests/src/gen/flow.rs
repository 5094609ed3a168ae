//! Generator of control flow for the functions of the shader: selections, switches and loops

use super::body::{Body, Loop};
use super::module::Ty;
use super::words::op;

impl Body<'_> {
    /// Generates one construct of a random kind.
    pub(super) fn control_flow(&mut self, depth: usize) {
        match self.m.rng.below(20) {
            0..12 => self.selection(depth),
            12..14 => self.switch(depth),
            14..16 => self.loop_with_phis(depth),
            16..18 => self.loop_with_variable(depth),
            18 => self.loop_with_test_at_end(depth),
            _ => self.loop_of_one_block(),
        }
    }

    fn begin_block(&mut self, label: u32, name: &str) {
        self.code.op(op::LABEL, &[label]);
        self.block = label;
        if self.m.rng.chance(10) {
            self.m.name(label, name);
        }
    }

    fn branch(&mut self, target: u32) {
        self.code.op(op::BRANCH, &[target]);
    }

    fn marks(&self) -> [usize; Ty::COUNT] {
        std::array::from_fn(|i| self.pools[i].len())
    }

    /// Makes values created since a checkpoint unavailable. `marks` is the number of available values of each type at
    /// the checkpoint.
    fn forget(&mut self, marks: [usize; Ty::COUNT]) {
        for (pool, mark) in self.pools.iter_mut().zip(marks) {
            pool.truncate(mark);
        }
    }

    fn phi(&mut self, ty: Ty, incoming: &[(u32, u32)]) -> u32 {
        let operands: Vec<u32> = incoming.iter().flat_map(|&(value, block)| [value, block]).collect();
        self.emit(op::PHI, ty, &operands)
    }

    /// Ends the current block with an exit from an enclosing construct, or a return.
    fn leave(&mut self) {
        let chosen = if self.loops.is_empty() { 90 } else { self.m.rng.below(100) };
        if chosen < 80 {
            let carried = self.loops.last().map(|innermost| innermost.carried.clone()).unwrap_or_default();
            let values: Vec<u32> = carried.into_iter().map(|ty| self.value(ty)).collect();
            let exit = (self.block, values);
            let Some(innermost) = self.loops.last_mut() else { return };
            let target = if chosen < 45 {
                innermost.continues.push(exit);
                innermost.next
            } else {
                innermost.breaks.push(exit);
                innermost.merge
            };
            self.branch(target);
        } else if self.m.rng.chance(85) {
            match self.result {
                None => self.code.op(op::RETURN, &[]),
                Some(ty) => {
                    let value = self.value(ty);
                    self.code.op(op::RETURN_VALUE, &[value]);
                }
            }
        } else {
            self.code.op(op::KILL, &[]);
        }
    }

    fn selection(&mut self, depth: usize) {
        let condition = if self.m.rng.chance(70) { self.compare() } else { self.value(Ty::B) };
        let phi = self.m.rng.chance(35).then(|| self.m.rng.pick(&Ty::STORED));
        let before = phi.map(|ty| self.value(ty));
        let (merge, then) = (self.m.id(), self.m.id());
        let other = if self.m.rng.chance(45) { self.m.id() } else { merge };
        let control = self.m.rng.pick(&[0, 0, 0, 0, 0, 0, 1, 2]);
        let header = self.block;
        self.code.op(op::SELECTION_MERGE, &[merge, control]);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, then, other]);
        let marks = self.marks();
        let mut incoming: Vec<(u32, u32)> = Vec::new();

        self.begin_block(then, "if.then");
        let count = self.m.rng.range(1, 9);
        self.statements(count, depth + 1);
        let left = self.m.rng.chance(15);
        if left {
            self.leave();
        } else {
            let value = phi.map_or(0, |ty| self.value(ty));
            incoming.push((value, self.block));
            self.branch(merge);
        }
        self.forget(marks);
        if other == merge {
            incoming.push((before.unwrap_or(0), header));
        } else {
            self.begin_block(other, "if.else");
            let count = self.m.rng.range(1, 7);
            self.statements(count, depth + 1);
            let value = phi.map_or(0, |ty| self.value(ty));
            incoming.push((value, self.block));
            self.branch(merge);
            // If the other branch leaves the construct, values of this branch remain available after the merge block.
            if !left {
                self.forget(marks);
            }
        }
        self.begin_block(merge, "if.end");
        if let Some(ty) = phi {
            self.phi(ty, &incoming);
        }
    }

    fn switch(&mut self, depth: usize) {
        let selector_type = self.m.rng.pick(&[Ty::I, Ty::U]);
        let selector = self.value(selector_type);
        let phi = self.m.rng.chance(40).then(|| self.m.rng.pick(&Ty::STORED));
        let before = phi.map_or(0, |ty| self.value(ty));
        let merge = self.m.id();
        let cases: Vec<u32> = (0..self.m.rng.range(2, 6)).map(|_| self.m.id()).collect();
        let default = if self.m.rng.chance(60) { self.m.id() } else { merge };
        let mut operands = vec![selector, default];
        let mut literal = self.m.rng.below(3) as u32;
        for &case in &cases {
            // Some case blocks are the target of two switch literals.
            for _ in 0..self.m.rng.pick(&[1, 1, 1, 1, 2]) {
                operands.extend([literal, case]);
                literal += self.m.rng.pick(&[1, 1, 1, 1, 5]);
            }
        }
        let header = self.block;
        self.code.op(op::SELECTION_MERGE, &[merge, 0]);
        self.code.op(op::SWITCH, &operands);
        let marks = self.marks();
        let mut incoming: Vec<(u32, u32)> = Vec::new();
        if default == merge {
            incoming.push((before, header));
        } else {
            self.begin_block(default, "switch.default");
            let count = self.m.rng.range(1, 4);
            self.statements(count, depth + 1);
            let value = phi.map_or(0, |ty| self.value(ty));
            incoming.push((value, self.block));
            self.branch(merge);
            self.forget(marks);
        }
        let mut fallen_from: Option<(u32, u32)> = None;
        for (i, &case) in cases.iter().enumerate() {
            self.begin_block(case, "switch.case");
            if let (Some(from), Some(ty)) = (fallen_from.take(), phi) {
                self.phi(ty, &[(before, header), from]);
            }
            let count = self.m.rng.range(1, 5);
            self.statements(count, depth + 1);
            let value = phi.map_or(0, |ty| self.value(ty));
            if i + 1 < cases.len() && self.m.rng.chance(12) {
                fallen_from = Some((value, self.block));
                self.branch(cases[i + 1]);
            } else if i + 1 < cases.len() && self.m.rng.chance(10) {
                self.leave();
            } else {
                incoming.push((value, self.block));
                self.branch(merge);
            }
            self.forget(marks);
        }
        self.begin_block(merge, "switch.end");
        if let Some(ty) = phi {
            self.phi(ty, &incoming);
        }
    }

    /// Returns a value to use as a loop's trip count.
    fn bound(&mut self) -> u32 {
        if self.m.rng.chance(60) {
            let bound = self.m.rng.range(2, 64) as i32;
            self.m.int(bound)
        } else {
            self.value(Ty::I)
        }
    }

    /// Generates a loop whose counter and up to two accumulators are phis. The test is in the header or in the block
    /// after it.
    fn loop_with_phis(&mut self, depth: usize) {
        let carried: Vec<Ty> = (0..self.m.rng.below(3)).map(|_| self.m.rng.pick(&Ty::FLOATS)).collect();
        let starts: Vec<u32> = carried.iter().map(|&ty| self.value(ty)).collect();
        let (zero, one, bound) = (self.m.int(0), self.m.int(1), self.bound());
        let [header, body, next, merge] = std::array::from_fn(|_| self.m.id());
        let next_counter = self.m.id();
        let before = self.block;
        self.branch(header);
        let marks = self.marks();

        self.begin_block(header, "for.cond");
        let counter = self.phi(Ty::I, &[(zero, before), (next_counter, next)]);
        // The incoming values from the continue block are filled in last.
        let mut unfilled = Vec::new();
        let mut phis = Vec::new();
        for (&ty, &start) in carried.iter().zip(&starts) {
            phis.push(self.phi(ty, &[(start, before), (0, next)]));
            unfilled.push(self.code.words.len() - 2);
        }
        let kept = self.marks();
        let control = self.m.rng.pick(&[0, 0, 0, 0, 1, 2]);
        let mut test = header;
        if self.m.rng.chance(50) {
            test = self.m.id();
            self.code.op(op::LOOP_MERGE, &[merge, next, control]);
            self.branch(test);
            self.begin_block(test, "for.test");
        }
        let condition = self.emit(op::S_LESS_THAN, Ty::B, &[counter, bound]);
        if test == header {
            self.code.op(op::LOOP_MERGE, &[merge, next, control]);
        }
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, body, merge]);

        self.loops.push(Loop {
            merge,
            next,
            carried: carried.clone(),
            breaks: vec![(test, phis)],
            continues: vec![],
        });
        self.begin_block(body, "for.body");
        let count = self.m.rng.range(4, 12);
        self.statements(count, depth + 1);
        if self.m.rng.chance(30) {
            self.conditional_exit();
        }
        let values: Vec<u32> = carried.iter().map(|&ty| self.value(ty)).collect();
        let exit = (self.block, values);
        self.branch(next);
        self.forget(kept);
        let Some(mut done) = self.loops.pop() else { return };
        done.continues.push(exit);

        self.begin_block(next, "for.inc");
        for (i, &place) in unfilled.iter().enumerate() {
            self.code.words[place] = self.join(carried[i], &done.continues, i);
        }
        self.code.op(op::I_ADD, &[self.m.ty(Ty::I), next_counter, counter, one]);
        self.branch(header);
        self.forget(marks);

        self.begin_block(merge, "for.end");
        for (i, &ty) in carried.iter().enumerate() {
            let result = self.join(ty, &done.breaks, i);
            if done.breaks.len() == 1 {
                self.pools[ty as usize].push(result);
            }
        }
    }

    /// Returns the loop-carried value with index `i` after the loop. It is a phi, unless the loop has only one exit.
    fn join(&mut self, ty: Ty, exits: &[(u32, Vec<u32>)], i: usize) -> u32 {
        if let [(_, values)] = exits {
            return values[i];
        }
        let incoming: Vec<(u32, u32)> = exits.iter().map(|(block, values)| (values[i], *block)).collect();
        self.phi(ty, &incoming)
    }

    /// Ends the block with a conditional break or continue, without a selection construct.
    fn conditional_exit(&mut self) {
        let condition = self.compare();
        let carried = self.loops.last().map(|innermost| innermost.carried.clone()).unwrap_or_default();
        let values: Vec<u32> = carried.into_iter().map(|ty| self.value(ty)).collect();
        let onward = self.m.id();
        let leaves = self.m.rng.chance(60);
        let exit = (self.block, values);
        let Some(innermost) = self.loops.last_mut() else { return };
        let target = if leaves {
            innermost.breaks.push(exit);
            innermost.merge
        } else {
            innermost.continues.push(exit);
            innermost.next
        };
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, target, onward]);
        self.begin_block(onward, "for.more");
    }

    /// Generates a loop in the style of glslang: the counter is a function variable.
    fn loop_with_variable(&mut self, depth: usize) {
        let counter = self.local(Ty::I);
        let (zero, one, bound) = (self.m.int(0), self.m.int(1), self.bound());
        let [header, test, body, next, merge] = std::array::from_fn(|_| self.m.id());
        self.code.op(op::STORE, &[counter, zero]);
        self.branch(header);
        let marks = self.marks();
        self.begin_block(header, "for.head");
        self.code.op(op::LOOP_MERGE, &[merge, next, 0]);
        self.branch(test);
        self.begin_block(test, "for.cond");
        let value = self.emit(op::LOAD, Ty::I, &[counter]);
        let condition = self.emit(op::S_LESS_THAN, Ty::B, &[value, bound]);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, body, merge]);
        self.loops.push(Loop { merge, next, carried: vec![], breaks: vec![], continues: vec![] });
        self.begin_block(body, "for.body");
        let count = self.m.rng.range(4, 14);
        self.statements(count, depth + 1);
        self.branch(next);
        self.loops.pop();
        self.forget(marks);
        self.begin_block(next, "for.inc");
        let value = self.emit(op::LOAD, Ty::I, &[counter]);
        let sum = self.emit(op::I_ADD, Ty::I, &[value, one]);
        self.code.op(op::STORE, &[counter, sum]);
        self.branch(header);
        self.forget(marks);
        self.begin_block(merge, "for.end");
    }

    /// Generates a `do { } while` loop, whose continue block branches back or leaves the loop.
    fn loop_with_test_at_end(&mut self, depth: usize) {
        let start = self.value(Ty::F);
        let [header, body, next, merge, step] = std::array::from_fn(|_| self.m.id());
        let before = self.block;
        self.branch(header);
        let marks = self.marks();
        self.begin_block(header, "do.head");
        let sum = self.phi(Ty::F, &[(start, before), (step, next)]);
        self.code.op(op::LOOP_MERGE, &[merge, next, 0]);
        self.branch(body);
        self.loops.push(Loop { merge, next, carried: vec![], breaks: vec![], continues: vec![] });
        self.begin_block(body, "do.body");
        let kept = self.marks();
        let count = self.m.rng.range(3, 10);
        self.statements(count, depth + 1);
        self.branch(next);
        self.loops.pop();
        self.forget(kept);
        self.begin_block(next, "do.cond");
        let amount = self.m.any_constant(Ty::F);
        self.code.op(op::F_ADD, &[self.m.ty(Ty::F), step, sum, amount]);
        let limit = self.m.any_constant(Ty::F);
        let condition = self.emit(op::F_ORD_LESS_THAN, Ty::B, &[step, limit]);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, header, merge]);
        self.forget(marks);
        self.pools[Ty::F as usize].push(sum);
        self.begin_block(merge, "do.end");
    }

    /// Generates a loop whose header, body and continue target are the same block.
    fn loop_of_one_block(&mut self) {
        let (zero, one, bound) = (self.m.int(0), self.m.int(1), self.bound());
        let [header, merge, next_counter] = std::array::from_fn(|_| self.m.id());
        let before = self.block;
        self.branch(header);
        self.begin_block(header, "while.body");
        let counter = self.phi(Ty::I, &[(zero, before), (next_counter, header)]);
        let count = self.m.rng.range(2, 6);
        // At this nesting depth, no statement is a construct.
        self.statements(count, usize::MAX);
        self.code.op(op::I_ADD, &[self.m.ty(Ty::I), next_counter, counter, one]);
        let condition = self.emit(op::S_LESS_THAN, Ty::B, &[next_counter, bound]);
        self.code.op(op::LOOP_MERGE, &[merge, header, 0]);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, header, merge]);
        self.begin_block(merge, "while.end");
    }
}
