//! Tests of every op builder
//!
//! Each builder must create an op of the right definition. Its operands and attribute slots must match the definition,
//! and the op's view must accept it.

#[path = "generated/calls.rs"]
#[allow(unused_variables, reason = "not every call needs arguments")]
#[allow(clippy::useless_conversion, reason = "some optional parameters take the type of the stand-in itself")]
mod calls;

use spv_build::Builder;
use spv_ir::dialect::OpDefId;
use spv_ir::params::walk;
use spv_ir::{Attribute, Block, Body, Context, Ident, Type, Value};

/// Calls of op builders. All ops are built in one block, with placeholder arguments.
pub struct Calls<'c> {
    ctx: &'c Context,
    body: Body,
    block: Block,
    count: usize,
    stand_ins: StandIns,
}

/// Placeholder arguments for builders. They fit the parameter types, but need not pass the verifier.
#[derive(Clone, Copy)]
pub struct StandIns {
    /// An SSA value.
    pub value: Value,
    /// A type.
    pub ty: Type,
    /// A symbol.
    pub symbol: Ident,
    /// An attribute.
    pub attr: Attribute,
}

impl Calls<'_> {
    fn check(&mut self, id: OpDefId, call: impl FnOnce(&mut Builder<'_>, StandIns)) {
        let mut b = Builder::at_end(self.ctx, &mut self.body, self.block);
        call(&mut b, self.stand_ins);
        let op = self.body.last_op(self.block).expect("an op was appended");
        let def = self.ctx.registry().op(id);
        let name = def.row.name;
        assert_eq!(self.body.def(op), id, "{name}");
        assert_eq!(self.body.slots(op).len(), def.slots(), "{name}: slots");
        assert!(walk(self.ctx, &self.body, op, def, &mut |_, _| {}), "{name}: operands");
        self.count += 1;
    }
}

#[test]
fn every_builder_fits_its_row() {
    let ctx = spv_dialect::context();
    let mut body = Body::default();
    let root = body.root();
    let mut b = spv_ir::Builder::new(&mut body);
    let block = b.append_block(root);
    let ty = ctx.common().f32;
    let value = b.add_arg(block, ty);
    let stand_ins = StandIns { value, ty, symbol: ctx.ident("symbol"), attr: ctx.f32(1.0) };
    let mut all = Calls { ctx: &ctx, body, block, count: 0, stand_ins };
    calls::all(&mut all);
    // Every op without regions or successors has one call, and another call if it has optional parameters.
    assert!(all.count > 1300, "{}", all.count);
}
