//! A test dialect, and helpers for the unit tests of this crate

use crate::attrs::Attribute;
use crate::body::Body;
use crate::builder::{Builder, InsertPoint, NewOp};
use crate::context::Context;
use crate::diag::Place;
use crate::dialect::*;
use crate::entity::{Block, Op, Value};
use crate::location::Location;
use crate::module::Module;
use crate::types::Type;
use std::sync::Arc;

mod rows {
    use crate::dialect::ParamKind::*;
    use crate::dialect::*;

    const EVERYWHERE: Availability =
        Availability { min_version: None, max_version: None, capabilities: &[], extensions: &[] };

    macro_rules! rows {
    ($($name:literal ($($param:literal : $kind:expr, $arity:ident);*) -> $result:ident [$($flag:ident)*];)*) => {
        pub(super) static ROWS: &[OpRow] = &[$(OpRow {
            name: $name,
            set: 0,
            opcode: NO_OPCODE,
            params: &[$(Param { name: $param, kind: $kind, arity: Arity::$arity }),*],
            result: ResultKind::$result,
            availability: EVERYWHERE,
        }),*];
        pub(super) static TRAITS: &[Traits] = &[$(Traits::empty()$(.union(Traits::$flag))*),*];
    };
}

    const fn value(name: &'static str, value: u32, params: &'static [Param]) -> Enumerant {
        Enumerant { name, value, params, availability: EVERYWHERE }
    }

    static KIND: EnumDef = EnumDef {
        name: "Kind",
        bits: false,
        has_params: false,
        open: false,
        enumerants: &[value("A", 0, &[]), value("B", 4, &[])],
        names: &[("A", 0), ("B", 4)],
    };

    /// A bit enumeration with two enumerants. The parameter of `Aligned` is a literal, and the parameter of `Scoped` is
    /// an SSA operand.
    static ACCESS: EnumDef = EnumDef {
        name: "Access",
        bits: true,
        has_params: true,
        open: false,
        enumerants: &[
            value("Volatile", 1, &[]),
            value("Aligned", 2, &[Param { name: "align", kind: ParamKind::Word, arity: Arity::One }]),
            value("Scoped", 4, &[Param { name: "scope", kind: ParamKind::Value, arity: Arity::One }]),
        ],
        names: &[("Aligned", 2), ("Scoped", 4), ("Volatile", 1)],
    };

    rows! {
        "test.const" ("value": Attr, Optional) -> One [PURE];
        "test.add" ("a": Value, One; "b": Value, One) -> One [PURE SAME_TYPE];
        "test.cmp" ("a": Value, One; "b": Value, One) -> One [PURE COMPARISON];
        "test.br" ("target": Block, One) -> None [TERMINATOR];
        "test.condbr" ("cond": Value, One; "yes": Block, One; "no": Block, One; "merge": Word, One)
            -> None [TERMINATOR];
        "test.switch" ("case": Block, Variadic; "merge": Word, One) -> None [TERMINATOR];
        "test.ret" ("value": Value, Optional) -> None [TERMINATOR];
        "test.yield" ("values": Value, Variadic) -> None [TERMINATOR];
        "test.if" () -> Any [CONSTRUCT];
        "test.group" () -> Any [NO_TERMINATOR];
        "test.module" ("sym_name": String, Optional) -> None [ISOLATED SYMBOL_TABLE NO_TERMINATOR MODULE_SCOPE];
        "test.func" ("sym_name": String, One; "type": Type, One) -> None [ISOLATED SYMBOL FUNCTION MODULE_ONLY];
        "test.global" ("sym_name": String, One; "type": Type, One; "init": Symbol, Optional)
            -> None [SYMBOL MODULE_ONLY];
        "test.loose" ("sym_name": String, Optional) -> None [SYMBOL];
        "test.def" ("sym_name": String, Optional; "type": Type, Optional; "args": Mixed, Variadic)
            -> One [SYMBOLIC MODULE_SCOPE];
        "test.call" ("callee": Symbol, One; "args": Value, Variadic) -> Optional [];
        "test.use" ("what": Mixed, One) -> None [];
        "test.load" ("ptr": Value, One; "access": Enum(&ACCESS), Optional) -> One [];
        "test.kind" ("kind": Enum(&KIND), One) -> None [];
        "test.scope" ("scope": ConstEnum(&KIND), One) -> None [];
        "test.words" ("words": Word, Variadic) -> None [];
        "test.weak" ("values": Value, Variadic) -> None [WEAK_USES];
        "test.picky" ("a": Value, Optional) -> None [];
        "test.any" ("values": Value, Variadic) -> Any [MODULE_SCOPE];
    }
}
use rows::{ROWS, TRAITS};

pub(crate) fn context() -> Arc<Context> {
    let def = |(row, traits): (&'static OpRow, &Traits)| {
        let mut def = OpDef::new(row);
        def.traits = *traits;
        if row.name == "test.picky" {
            def.verify = Some(|_, body, op, out| out.error(Place::Op(body.loc(op)), "test.picky is picky"));
        }
        def
    };
    let ops: Vec<OpDef> = ROWS.iter().zip(TRAITS).map(def).collect();
    Arc::new(Context::new(Registry::new(vec![Dialect { name: "test", ops: ops.leak(), ..Dialect::EMPTY }])))
}

/// A factory of ops for tests. The location of each op is a text position, which increases by one per op.
pub(crate) struct Make<'a> {
    pub ctx: &'a Context,
    pub loc: usize,
}

/// The optional components of an op.
#[derive(Clone, Copy, Default)]
pub(crate) struct With<'a> {
    pub operands: &'a [Value],
    pub slots: &'a [u32],
    pub results: &'a [Type],
    pub successors: &'a [(Block, &'a [Value])],
    pub regions: u8,
}

impl<'a> Make<'a> {
    pub fn new(ctx: &'a Context) -> Make<'a> {
        Make { ctx, loc: 0 }
    }

    pub fn op(&mut self, body: &mut Body, at: InsertPoint, name: &str, with: With<'_>) -> Op {
        let def = self.ctx.registry().op_by_name(name).expect("a registered name");
        let isolated = self.ctx.registry().op(def).traits.contains(Traits::ISOLATED);
        let With { operands, slots, results, successors, regions } = with;
        self.loc += 1;
        let loc = Location::text(self.loc);
        Builder::at(body, at).create(NewOp {
            loc,
            operands,
            slots,
            results,
            successors,
            regions,
            isolated,
            ..NewOp::new(def)
        })
    }

    /// Creates a `test.const` of type `i32` at the end of a block.
    pub fn constant(&mut self, body: &mut Body, block: Block) -> Value {
        let i32 = self.ctx.common().i32;
        let op = self.op(
            body,
            InsertPoint::End(block),
            "test.const",
            With { slots: &[0], results: &[i32], ..With::default() },
        );
        body.result(op, 0)
    }

    /// Creates a `test.ret` without operands at the end of a block.
    pub fn ret(&mut self, body: &mut Body, block: Block) -> Op {
        self.op(body, InsertPoint::End(block), "test.ret", With::default())
    }

    /// Returns the slot word of a string attribute.
    pub fn string(&self, text: &str) -> u32 {
        self.ctx.string_attr(text).raw()
    }

    /// Returns the slot word of a symbol reference.
    pub fn symbol(&self, name: &str) -> u32 {
        self.ctx.symbol_attr(self.ctx.ident(name)).raw()
    }

    /// Returns the slot word of a type attribute.
    pub fn ty(&self, ty: Type) -> u32 {
        self.ctx.type_attr(ty).raw()
    }

    /// Creates `test.func @name : () -> ()` with the given nested body.
    pub fn func(&mut self, module: &mut Body, name: &str, nested: Body) -> Op {
        let ty = self.ctx.function_type(&[], &[]);
        let slots = [self.string(name), self.ty(ty)];
        let block = module.first_block(module.root()).expect("a module has a block");
        let op =
            self.op(module, InsertPoint::End(block), "test.func", With { slots: &slots, ..With::default() });
        Builder::new(module).set_nested(op, Some(Box::new(nested)));
        op
    }

    /// Creates a module that contains a single function with the given body.
    pub fn module_of(ctx: &Arc<Context>, nested: Body) -> Module {
        let mut module = Module::new(ctx.clone());
        Make { ctx, loc: 1000 }.func(&mut module.body, "f", nested);
        module
    }
}

/// Returns the slot word of an attribute.
pub(crate) fn raw(attr: Attribute) -> u32 {
    attr.raw()
}

/// Creates a body with `blocks` empty blocks.
pub(crate) fn body_of(blocks: usize) -> (Body, Vec<Block>) {
    let mut body = Body::default();
    let root = body.root();
    let list = (0..blocks).map(|_| Builder::new(&mut body).append_block(root)).collect();
    (body, list)
}

/// A xorshift random number generator.
pub(crate) struct Random(pub u64);

impl Random {
    /// Returns a random integer below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
