//! Functions built as a control-flow graph of blocks and branches

use super::{CHOICE, FunctionBuilder};
use spv_dialect::control::structurize;
use spv_dialect::generated::views as v;
use spv_dialect::structure::NO_MERGE;
use spv_ir::analysis::Dominance;
use spv_ir::{Block, Body, InsertPoint, Op, Type, Value, walk};

/// Methods that build a function as a control-flow graph of blocks and branches. [`FunctionBuilder::structurize`]
/// converts the graph to region form.
impl FunctionBuilder<'_> {
    /// Returns the entry block. Branches must not target it.
    pub fn entry(&self) -> Block {
        self.entry
    }

    /// Appends a block to the function, with arguments of the given types.
    pub fn new_block(&mut self, arguments: &[Type]) -> Block {
        let root = self.root();
        let block = self.ir().append_block(root);
        arguments.iter().for_each(|&ty| _ = self.ir().add_arg(block, ty));
        block
    }

    /// Returns an argument of a block. Reports an error if `index` is out of range.
    pub fn argument(&mut self, block: Block, index: usize) -> Value {
        if self.has_block(block) {
            return self.numbered(block, index, "argument");
        }
        self.error("an argument belongs to a block of another function");
        self.missing()
    }

    /// Moves the insertion point to the end of a block.
    pub fn position_at_end(&mut self, block: Block) {
        self.set_insertion_point(InsertPoint::End(block));
    }

    /// Terminates the current block with a branch to `target` that forwards `arguments`.
    pub fn branch(&mut self, target: Block, arguments: &[Value]) {
        self.check_targets("branch", &[(target, arguments)]);
        self.terminate(v::Branch::ID, &[], &NO_MERGE, &[(target, arguments)]);
    }

    /// Terminates the current block with a conditional branch. Each target is a block with the values forwarded to its
    /// arguments.
    pub fn branch_conditional(
        &mut self,
        condition: Value,
        then: (Block, &[Value]),
        otherwise: (Block, &[Value]),
    ) {
        self.check_condition("branch_conditional", condition);
        self.check_targets("branch_conditional", &[then, otherwise]);
        self.terminate(v::BranchConditional::ID, &[condition], &CHOICE, &[then, otherwise]);
    }

    /// Terminates the current block with a switch. The default target is a block with its arguments. Each case consists
    /// of a literal, a target block and its arguments.
    pub fn branch_switch(
        &mut self,
        selector: Value,
        default: (Block, &[Value]),
        cases: &[(u64, Block, &[Value])],
    ) {
        let slots = self.switch_slots(selector, cases.iter().map(|(literal, ..)| *literal).collect());
        let targets: Vec<(Block, &[Value])> = std::iter::once(default)
            .chain(cases.iter().map(|&(_, block, arguments)| (block, arguments)))
            .collect();
        self.check_targets("branch_switch", &targets);
        self.terminate(v::Switch::ID, &[selector], &slots, &targets);
    }

    /// Reports branches to the entry block, and arguments that do not match the parameters of the target block.
    fn check_targets(&mut self, caller: &str, targets: &[(Block, &[Value])]) {
        for (at, &(block, arguments)) in targets.iter().enumerate() {
            if block == self.entry {
                self.error(format!(
                    "target #{at} of '{caller}' is the entry block, which no branch may target"
                ));
            } else if self.has_block(block) {
                let types: Vec<Type> = self.args(block).iter().map(|&arg| self.value_type(arg)).collect();
                self.check_values(&format!("target #{at} of '{caller}'"), "gets", arguments, &types);
            }
        }
    }

    /// Converts the function's control-flow graph, reducible or not, to structured control flow in region form.
    ///
    /// Call this last, because existing values and blocks may become invalid. If the function cannot be structured,
    /// [`Builder::finish`](crate::Builder::finish) returns an error.
    pub fn structurize(&mut self) {
        let ctx = self.ctx();
        if self.report_block_ends() || self.report_undominated_uses() {
            return;
        }
        if let Err(problem) = structurize(ctx, self.ir().body()) {
            self.error(format!("the function cannot be structured: {}", problem.reason));
        }
    }

    /// Reports operands whose definitions do not dominate their uses, at the location of the use. Returns whether any
    /// were found.
    fn report_undominated_uses(&mut self) -> bool {
        let registry = self.ctx().registry().clone();
        let body: &Body = self;
        let dominance = Dominance::new(&registry, body);
        let is_reached = |op: &Op| {
            let block = body.parent(*op);
            let tree = block.and_then(|block| dominance.tree(body.block_parent(block)?));
            tree.is_none_or(|tree| block.is_some_and(|block| tree.is_reached(block)))
        };
        let uses = |op: Op| body.operands(op).enumerate().map(move |(index, value)| (op, index, value));
        let undominated: Vec<(Op, usize)> = walk::ops(body)
            .filter(is_reached)
            .flat_map(uses)
            .filter(|&(op, _, value)| !dominance.value_dominates(body, value, op))
            .map(|(op, index, _)| (op, index))
            .collect();
        for &(op, index) in &undominated {
            let (name, loc) = {
                let body: &Body = self;
                (registry.op(body.def(op)).row.name, body.loc(op))
            };
            let message = format!(
                "'{name}' op operand #{index} does not dominate this use: some path to it skips the definition; \
                 pass the value as a block argument"
            );
            self.error_at(loc, message);
        }
        !undominated.is_empty()
    }
}
