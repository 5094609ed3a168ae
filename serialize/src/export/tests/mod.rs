//! Unit tests of export on hand-built IR
//!
//! Round trips of the binary corpora are tested separately.

mod corpus;
mod fast_emit;
mod flow;
mod module;

use super::{ExportOptions, Exported, export_module};
use spv_dialect::generated::opcodes as op;
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Diagnostics, InsertPoint, Module, NewOp, Op, Type, Value,
};
use std::sync::Arc;

/// A builder that appends ops to the body of a module.
struct Maker {
    ctx: Arc<Context>,
    body: Box<Body>,
    block: Block,
    attrs: Option<Attribute>,
}

impl Maker {
    fn new() -> Maker {
        let mut body = Box::new(Body::default());
        let root = body.root();
        let block = Builder::new(&mut body).append_block(root);
        Maker { ctx: spv_dialect::context(), body, block, attrs: None }
    }

    fn def(&self, name: &str) -> spv_ir::dialect::OpDefId {
        self.ctx.registry().op_by_name(name).unwrap_or_else(|| panic!("{name} is registered"))
    }

    /// Appends an op to the body of the module.
    fn op(&mut self, name: &str, slots: &[u32], attrs: Option<Attribute>) -> Op {
        let def = self.def(name);
        Builder::at(&mut self.body, InsertPoint::End(self.block)).create(NewOp {
            slots,
            attrs,
            ..NewOp::new(def)
        })
    }

    fn text(&self, text: &str) -> u32 {
        self.ctx.string_attr(text).raw()
    }

    fn ty(&self, ty: Type) -> u32 {
        self.ctx.type_attr(ty).raw()
    }

    fn symbol(&self, name: &str) -> u32 {
        self.ctx.symbol_attr(self.ctx.ident(name)).raw()
    }

    fn global(&mut self, name: &str, ty: Type) {
        let slots = [self.text(name), self.ty(ty), 0];
        self.op("spv.GlobalVariable", &slots, None);
    }

    /// Appends a function of type `() -> ()`. `fill` builds the body and starts in the entry block.
    fn function(&mut self, name: &str, fill: impl FnOnce(&mut Filler<'_>)) {
        let mut body = Body::default();
        let root = body.root();
        let entry = Builder::new(&mut body).append_block(root);
        fill(&mut Filler { maker: self, body: &mut body, block: entry });
        let slots = [self.text(name), self.ty(self.ctx.function_type(&[], &[])), 0];
        let def = self.def("spv.func");
        let mut b = Builder::at(&mut self.body, InsertPoint::End(self.block));
        let op = b.create(NewOp { slots: &slots, isolated: true, ..NewOp::new(def) });
        b.set_nested(op, Some(Box::new(body)));
    }

    fn export(self) -> Result<Exported, Diagnostics> {
        self.export_with(true)
    }

    fn export_with(self, ids: bool) -> Result<Exported, Diagnostics> {
        let mut module = Module::new(self.ctx.clone());
        let def = self.def("spv.module");
        let block = module.body.first_block(module.body.root()).expect("a module has a block");
        let capabilities = self.ctx.attr(spv_ir::AttrData::Words([1, 5].into()));
        let vce = [self.ctx.i32_attr(0x0001_0300), capabilities, self.ctx.array_attr(&[])];
        let vce = spv_dialect::attributes::make(&self.ctx, spv_dialect::attributes::AttrKind::Vce, &vce);
        let slots = [0, 0, 1, vce.map_or(0, Attribute::raw)];
        let mut b = Builder::at(&mut module.body, InsertPoint::End(block));
        let op = b.create(NewOp { slots: &slots, attrs: self.attrs, isolated: true, ..NewOp::new(def) });
        b.set_nested(op, Some(self.body));
        export_module(&module, &ExportOptions { ids, ..ExportOptions::default() })
    }

    /// Returns the exported instructions, excluding the header. Also checks the module with spirv-val, if installed.
    fn instructions(self) -> Vec<Vec<u32>> {
        let exported = self.export().expect("the module can be exported");
        validate(&exported.words);
        instructions(&exported.words)
    }

    /// Exports the module, which must fail, and returns the first error message.
    fn failure(self) -> String {
        self.export().expect_err("the module cannot be exported").list[0].message.clone()
    }
}

/// A builder for a function body.
struct Filler<'m> {
    maker: &'m mut Maker,
    body: &'m mut Body,
    block: Block,
}

impl Filler<'_> {
    fn op(
        &mut self,
        name: &str,
        operands: &[Value],
        slots: &[u32],
        results: &[Type],
        successors: &[(Block, &[Value])],
    ) -> Op {
        let def = self.maker.def(name);
        let new = NewOp { operands, slots, results, successors, ..NewOp::new(def) };
        Builder::at(self.body, InsertPoint::End(self.block)).create(new)
    }

    fn value(&mut self, name: &str, operands: &[Value], slots: &[u32], ty: Type) -> Value {
        let op = self.op(name, operands, slots, &[ty], &[]);
        self.body.result(op, 0)
    }

    fn i32(&mut self, value: u32) -> Value {
        let ty = self.maker.ctx.common().i32;
        let slot = self.maker.ctx.i32_attr(value).raw();
        self.value("spv.Constant", &[], &[slot], ty)
    }

    fn bool(&mut self) -> Value {
        let ctx = self.maker.ctx.clone();
        let slot = ctx.attr(spv_ir::AttrData::Bool(true)).raw();
        self.value("spv.Constant", &[], &[slot], ctx.common().i1)
    }

    fn block(&mut self) -> Block {
        let region = self.body.block_parent(self.block).expect("the block is in a region");
        Builder::new(self.body).append_block(region)
    }

    fn arg(&mut self, block: Block, ty: Type) -> Value {
        Builder::new(self.body).add_arg(block, ty)
    }

    fn branch(&mut self, target: Block, args: &[Value]) {
        self.op("spv.Branch", &[], &[0, ABSENT, ABSENT, 0], &[], &[(target, args)]);
    }

    fn branch_if(&mut self, condition: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
        let slots = [0, 0, ABSENT, ABSENT, 0];
        self.op("spv.BranchConditional", &[condition], &slots, &[], &[yes, no]);
    }

    fn ret(&mut self) {
        self.op("spv.Return", &[], &[], &[], &[]);
    }

    /// Appends a construct op and moves to the first block of its region.
    fn construct(&mut self, name: &str, slots: &[u32], results: &[Type]) -> Op {
        let def = self.maker.def(name);
        let mut b = Builder::at(self.body, InsertPoint::End(self.block));
        let op = b.create(NewOp { slots, results, regions: 1, ..NewOp::new(def) });
        let region = b.region(op, 0);
        self.block = b.append_block(region);
        op
    }

    fn merge(&mut self, values: &[Value]) {
        self.op("spv.mlir.merge", values, &[], &[], &[]);
    }
}

const ABSENT: u32 = spv_ir::dialect::ABSENT;

/// Splits words into instructions, skipping the header.
fn instructions(words: &[u32]) -> Vec<Vec<u32>> {
    let mut rest = &words[5..];
    let mut list = Vec::new();
    while let Some(first) = rest.first() {
        let (inst, after) = rest.split_at((first >> 16) as usize);
        list.push(inst.to_vec());
        rest = after;
    }
    list
}

fn opcodes(list: &[Vec<u32>]) -> Vec<u32> {
    list.iter().map(|i| i[0] & 0xFFFF).collect()
}

/// Returns the operands of all instructions with the given opcode.
fn all(list: &[Vec<u32>], opcode: u32) -> Vec<&[u32]> {
    list.iter().filter(|i| i[0] & 0xFFFF == opcode).map(|i| &i[1..]).collect()
}

/// Asserts that spirv-val accepts the module. Does nothing if spirv-val is not installed.
fn validate(words: &[u32]) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let child = Command::new("spirv-val").arg("-").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = child else { return };
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    // Ignores write errors, because spirv-val may stop reading at the first error.
    _ = child.stdin.take().expect("a pipe").write_all(&bytes);
    let output = child.wait_with_output().expect("spirv-val ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
