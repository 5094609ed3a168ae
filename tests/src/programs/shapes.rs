//! Generator of functions with any size and a regular shape: long sequences and deep nests of constructs

use super::library;
use super::module::{Module, Ty};
use crate::r#gen::words::{Words, op};

/// A function from `si32` to `si32` under construction.
struct Shape {
    m: Module,
    code: Words,
    /// Label of the current block. The field `value` is the current value.
    block: u32,
    value: u32,
    blocks: usize,
}

impl Shape {
    fn new() -> Shape {
        let mut m = Module::new(1);
        let int = m.ty(Ty::S32);
        let ty = m.declare(op::TYPE_FUNCTION, &[int, int]);
        let [id, value, block] = std::array::from_fn(|_| m.id());
        m.name(id, "f");
        let mut code = Words::default();
        code.op(op::FUNCTION, &[int, id, 0, ty]);
        code.op(op::FUNCTION_PARAMETER, &[int, value]);
        code.op(op::LABEL, &[block]);
        Shape { m, code, block, value, blocks: 1 }
    }

    fn finish(mut self) -> Vec<u32> {
        self.code.op(op::RETURN_VALUE, &[self.value]);
        self.code.op(op::FUNCTION_END, &[]);
        self.m.functions = self.code;
        library(&self.m)
    }

    fn ids<const N: usize>(&mut self) -> [u32; N] {
        std::array::from_fn(|_| self.m.id())
    }

    fn emit(&mut self, opcode: u16, ty: Ty, operands: &[u32]) -> u32 {
        let (ty, id) = (self.m.ty(ty), self.m.id());
        self.code.op2(opcode, &[ty, id], operands);
        id
    }

    fn int(&mut self, value: u64) -> u32 {
        self.m.constant(Ty::S32, value)
    }

    fn label(&mut self, label: u32) {
        self.code.op(op::LABEL, &[label]);
        self.block = label;
        self.blocks += 1;
    }

    fn branch(&mut self, to: u32) {
        self.code.op(op::BRANCH, &[to]);
    }

    fn below(&mut self, limit: u64) -> u32 {
        let limit = self.int(limit);
        self.emit(op::S_LESS_THAN, Ty::Bool, &[self.value, limit])
    }

    /// Emits a selection with two branches and a phi. If `returns` is set, one branch returns, and the value of the
    /// other branch is used after the selection.
    fn selection(&mut self, returns: bool) {
        let (condition, one) = (self.below(100), self.int(1));
        let [a, b, merge] = self.ids();
        self.code.op(op::SELECTION_MERGE, &[merge, 0]);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, a, b]);
        self.label(a);
        let x = self.emit(op::I_ADD, Ty::S32, &[self.value, one]);
        if returns {
            self.code.op(op::RETURN_VALUE, &[x]);
        } else {
            self.branch(merge);
        }
        self.label(b);
        let y = self.emit(op::I_SUB, Ty::S32, &[self.value, one]);
        self.branch(merge);
        self.label(merge);
        self.value = if returns { y } else { self.emit(op::PHI, Ty::S32, &[x, a, y, b]) };
    }

    /// Emits a loop that can be exited from the header and from the body.
    fn looping(&mut self) {
        let (before, start) = (self.block, self.value);
        let [header, body, next, merge, sum, step] = self.ids();
        let (zero, one) = (self.int(0), self.int(1));
        self.branch(header);
        self.label(header);
        let i = self.emit(op::PHI, Ty::S32, &[zero, before, step, next]);
        let acc = self.emit(op::PHI, Ty::S32, &[start, before, sum, next]);
        self.value = i;
        let condition = self.below(3);
        self.code.op(op::LOOP_MERGE, &[merge, next, 0]);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, body, merge]);
        self.label(body);
        let int = self.m.ty(Ty::S32);
        self.code.op(op::I_ADD, &[int, sum, acc, i]);
        self.value = sum;
        let condition = self.below(1000);
        self.code.op(op::BRANCH_CONDITIONAL, &[condition, next, merge]);
        self.label(next);
        self.code.op(op::I_ADD, &[int, step, i, one]);
        self.branch(header);
        self.label(merge);
        self.value = self.emit(op::PHI, Ty::S32, &[acc, header, sum, body]);
    }

    /// Emits a switch in which one case falls through to the next.
    fn switch(&mut self) {
        let (header, value) = (self.block, self.value);
        let [a, b, merge] = self.ids();
        self.code.op(op::SELECTION_MERGE, &[merge, 0]);
        self.code.op(op::SWITCH, &[value, merge, 1, a, 2, b]);
        self.label(a);
        let x = self.emit(op::NOT, Ty::S32, &[value]);
        self.branch(b);
        self.label(b);
        let phi = self.emit(op::PHI, Ty::S32, &[value, header, x, a]);
        self.branch(merge);
        self.label(merge);
        self.value = self.emit(op::PHI, Ty::S32, &[value, header, phi, b]);
    }
}

/// Creates a function with at least `blocks` blocks: a sequence of selections, switches and loops.
pub fn chain(blocks: usize) -> Vec<u32> {
    let mut s = Shape::new();
    let mut turn = 0;
    while s.blocks < blocks {
        match turn % 4 {
            0 => s.selection(false),
            1 => s.looping(),
            2 => s.switch(),
            _ => s.selection(true),
        }
        turn += 1;
    }
    s.finish()
}

/// A construct that contains the insertion point.
enum Open {
    /// A selection: labels of the header and the merge block, and the current value before the selection.
    Selection([u32; 2], u32),
    /// A loop: labels of the header, the continue target and the merge block; ids of the two sums; id of the counter.
    Loop([u32; 3], [u32; 2], u32),
}

/// Creates a function with constructs nested `depth` deep, alternating between selections, switches and loops. The
/// loops also contain a break in their body.
pub fn nest(depth: usize) -> Vec<u32> {
    let mut s = Shape::new();
    let mut open = Vec::new();
    for level in 0..depth {
        if level % 3 == 2 {
            let (before, start) = (s.block, s.value);
            let [header, body, next, merge, sum, step] = s.ids();
            let zero = s.int(0);
            s.branch(header);
            s.label(header);
            let i = s.emit(op::PHI, Ty::S32, &[zero, before, step, next]);
            let acc = s.emit(op::PHI, Ty::S32, &[start, before, sum, next]);
            s.value = i;
            let condition = s.below(2);
            s.code.op(op::LOOP_MERGE, &[merge, next, 0]);
            s.code.op(op::BRANCH_CONDITIONAL, &[condition, body, merge]);
            s.label(body);
            s.value = acc;
            open.push(Open::Loop([header, next, merge], [sum, step], i));
        } else {
            let (header, before) = (s.block, s.value);
            let [body, merge] = s.ids();
            let condition = s.below(50);
            s.code.op(op::SELECTION_MERGE, &[merge, 0]);
            if level % 3 == 0 {
                s.code.op(op::BRANCH_CONDITIONAL, &[condition, body, merge]);
            } else {
                s.code.op(op::SWITCH, &[before, merge, 0, body, 7, body]);
            }
            s.label(body);
            open.push(Open::Selection([header, merge], before));
        }
    }
    while let Some(construct) = open.pop() {
        let one = s.int(1);
        match construct {
            Open::Selection([header, merge], before) => {
                let inner = s.emit(op::I_ADD, Ty::S32, &[s.value, one]);
                let last = s.block;
                s.branch(merge);
                s.label(merge);
                s.value = s.emit(op::PHI, Ty::S32, &[before, header, inner, last]);
            }
            Open::Loop([header, next, merge], [sum, step], i) => {
                // Emit a selection in which one branch breaks out of the loop.
                let condition = s.below(90);
                let [out, join] = s.ids();
                s.code.op(op::SELECTION_MERGE, &[join, 0]);
                s.code.op(op::BRANCH_CONDITIONAL, &[condition, join, out]);
                s.label(out);
                s.branch(merge);
                s.label(join);
                let int = s.m.ty(Ty::S32);
                s.code.op(op::I_ADD, &[int, sum, s.value, one]);
                s.branch(next);
                s.label(next);
                s.code.op(op::I_ADD, &[int, step, i, one]);
                s.branch(header);
                s.label(merge);
                let broken = s.value;
                s.value = s.emit(op::PHI, Ty::S32, &[i, header, broken, out]);
            }
        }
    }
    s.finish()
}
