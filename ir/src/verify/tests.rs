//! Tests of each verifier rule, with complete messages

mod values;

use super::*;
use crate::attrs::AttrData;
use crate::builder::{Builder, InsertPoint};
use crate::dialect::ABSENT;
use crate::entity::{Block, Value};
use crate::testing::{Make, With, body_of, context, raw};

/// Verifies a module with a function `f` of `blocks` blocks, which `fill` completes. Returns the messages.
///
/// `@N` after a message or note identifies the op to which it points: the Nth op in order of creation.
fn messages(blocks: usize, fill: impl FnOnce(&mut Make<'_>, &mut Body, &[Block])) -> Vec<String> {
    let ctx = context();
    let (mut body, list) = body_of(blocks);
    fill(&mut Make::new(&ctx), &mut body, &list);
    list_of(verify_module(&Make::module_of(&ctx, body)))
}

/// Verifies a module that `fill` completes. Returns the messages in the format of [`messages`].
fn module_messages(fill: impl FnOnce(&mut Make<'_>, &mut Body, Block)) -> Vec<String> {
    let ctx = context();
    let mut module = Module::new(ctx.clone());
    let block = module.body.first_block(module.body.root()).unwrap();
    fill(&mut Make::new(&ctx), &mut module.body, block);
    list_of(verify_module(&module))
}

fn list_of(result: Result<(), Diagnostics>) -> Vec<String> {
    let place = |place: &Place| match place {
        Place::Op(loc) => loc.text_offset().map_or(String::new(), |at| format!(" @{at}")),
        Place::None => String::new(),
        other => panic!("{other:?}"),
    };
    let Err(diagnostics) = result else { return Vec::new() };
    let text = |d: &crate::diag::Diagnostic| {
        let op = d.excerpt.iter().map(|excerpt| format!("; note: {}", excerpt.note()));
        let notes = d.notes.iter().map(|(p, m)| format!("; note: {m}{}", place(p)));
        let notes: Vec<String> = op.chain(notes).collect();
        format!("{}{}{}", d.message, place(&d.place), notes.concat())
    };
    diagnostics.list.iter().map(text).collect()
}

const NOTHING: With<'static> = With { operands: &[], slots: &[], results: &[], successors: &[], regions: 0 };

/// Appends a `test.any` op with the given operands to a block.
fn any(m: &mut Make<'_>, body: &mut Body, block: Block, operands: &[Value]) {
    m.op(body, InsertPoint::End(block), "test.any", With { operands, ..NOTHING });
}

#[test]
fn a_sound_module_has_no_errors() {
    let found = messages(3, |m, body, b| {
        let i32 = m.ctx.common().i32;
        let c = m.constant(body, b[0]);
        let x = Builder::new(body).add_arg(b[1], i32);
        m.op(body, InsertPoint::End(b[0]), "test.br", With { successors: &[(b[1], &[c])], ..NOTHING });
        let sum = With { operands: &[x, c], results: &[i32], ..NOTHING };
        let sum = m.op(body, InsertPoint::End(b[1]), "test.add", sum);
        let sum = body.result(sum, 0);
        let successors = &[(b[1], &[sum][..]), (b[2], &[][..]), (b[2], &[]), (b[1], &[])];
        let branch = With { operands: &[c], slots: &[2], successors, ..NOTHING };
        m.op(body, InsertPoint::End(b[1]), "test.condbr", branch);
        m.op(body, InsertPoint::End(b[2]), "test.ret", With { operands: &[sum], ..NOTHING });
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn slot_count() {
    let found = messages(1, |m, body, b| {
        m.op(body, InsertPoint::End(b[0]), "test.kind", NOTHING);
        m.ret(body, b[0]);
    });
    assert_eq!(found, ["'test.kind' op expected 1 attribute slots, but found 0 @1"]);
}

#[test]
fn operand_counts() {
    let found = messages(1, |m, body, b| {
        let i32 = m.ctx.common().i32;
        let c = m.constant(body, b[0]);
        m.op(body, InsertPoint::End(b[0]), "test.add", With { operands: &[c], results: &[i32], ..NOTHING });
        m.op(
            body,
            InsertPoint::End(b[0]),
            "test.load",
            With { slots: &[ABSENT, 0], results: &[i32], ..NOTHING },
        );
        let scoped = With { operands: &[c], slots: &[4, 0], results: &[i32], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.load", scoped);
        m.op(body, InsertPoint::End(b[0]), "test.scope", With { slots: &[ABSENT], ..NOTHING });
        m.op(body, InsertPoint::End(b[0]), "test.ret", With { operands: &[c, c], ..NOTHING });
    });
    let expected = [
        "'test.add' op expected 2 operands, but found 1 @2",
        "'test.load' op expected 1 operands, but found 0 @3",
        "'test.load' op 1 operands do not match the op's parameters and attributes @4",
        "'test.scope' op 0 operands do not match the op's parameters and attributes @5",
        "'test.ret' op expected 0 to 1 operands, but found 2 @6",
    ];
    assert_eq!(found, expected);
}

#[test]
fn enumerants_with_parameters_fit() {
    let found = messages(1, |m, body, b| {
        let i32 = m.ctx.common().i32;
        let c = m.constant(body, b[0]);
        let align = raw(m.ctx.array_attr(&[m.ctx.i32_attr(16)]));
        let load = With { operands: &[c, c], slots: &[7, align], results: &[i32], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.load", load);
        m.op(
            body,
            InsertPoint::End(b[0]),
            "test.scope",
            With { operands: &[c], slots: &[ABSENT], ..NOTHING },
        );
        m.op(body, InsertPoint::End(b[0]), "test.scope", With { slots: &[4], ..NOTHING });
        m.ret(body, b[0]);
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn missing_attributes() {
    let found = module_messages(|m, body, block| {
        m.op(body, InsertPoint::End(block), "test.global", With { slots: &[0, 0, 0], ..NOTHING });
        m.op(body, InsertPoint::End(block), "test.loose", With { slots: &[0], ..NOTHING });
        let (mut inner, b) = body_of(1);
        m.op(&mut inner, InsertPoint::End(b[0]), "test.call", With { slots: &[0], ..NOTHING });
        m.op(&mut inner, InsertPoint::End(b[0]), "test.kind", With { slots: &[ABSENT], ..NOTHING });
        m.ret(&mut inner, b[0]);
        m.func(body, "f", inner);
    });
    let expected = [
        "'test.global' op requires attribute 'sym_name' @1",
        "'test.global' op requires attribute 'type' @1",
        "'test.loose' op requires string attribute 'sym_name' @2",
        "'test.call' op requires attribute 'callee' @3",
        "'test.kind' op requires attribute 'kind' @4",
    ];
    assert_eq!(found, expected);
}

#[test]
fn attributes_of_the_wrong_kind() {
    let found = module_messages(|m, body, block| {
        let word = raw(m.ctx.i32_attr(1));
        m.op(body, InsertPoint::End(block), "test.global", With { slots: &[word; 3], ..NOTHING });
        let (mut inner, b) = body_of(1);
        m.op(&mut inner, InsertPoint::End(b[0]), "test.words", With { slots: &[word], ..NOTHING });
        m.ret(&mut inner, b[0]);
        m.func(body, "f", inner);
        let name = m.string("d");
        m.op(body, InsertPoint::End(block), "test.def", With { slots: &[name, word, word], ..NOTHING });
    });
    let expected = [
        "'test.global' op attribute 'sym_name' failed to satisfy constraint: string attribute @1",
        "'test.global' op attribute 'type' failed to satisfy constraint: any type attribute @1",
        "'test.global' op attribute 'init' failed to satisfy constraint: symbol reference attribute @1",
        "'test.def' op attribute 'type' failed to satisfy constraint: any type attribute @5",
        "'test.words' op attribute 'words' failed to satisfy constraint: array of literal words @2",
    ];
    assert_eq!(found, expected);
}

#[test]
fn enumerants_are_known() {
    let found = messages(1, |m, body, b| {
        let i32 = m.ctx.common().i32;
        let c = m.constant(body, b[0]);
        m.op(body, InsertPoint::End(b[0]), "test.kind", With { slots: &[3], ..NOTHING });
        m.op(body, InsertPoint::End(b[0]), "test.scope", With { slots: &[5], ..NOTHING });
        let load = With { operands: &[c], slots: &[9, 0], results: &[i32], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.load", load);
        m.ret(body, b[0]);
    });
    let expected = [
        "'test.kind' op attribute 'kind' failed to satisfy constraint: valid Kind, but got 3 @2",
        // `test.scope` is not reported, because kernels may use any constant as a scope.
        "'test.load' op attribute 'access' failed to satisfy constraint: valid Access, but got 9 @4",
    ];
    assert_eq!(found, expected);
}

#[test]
fn result_counts() {
    let found = messages(1, |m, body, b| {
        let i32 = m.ctx.common().i32;
        m.op(body, InsertPoint::End(b[0]), "test.const", With { slots: &[0], ..NOTHING });
        m.op(body, InsertPoint::End(b[0]), "test.picky", With { results: &[i32], ..NOTHING });
        let call = With { slots: &[m.symbol("f")], results: &[i32, i32], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.call", call);
        m.ret(body, b[0]);
    });
    let expected = [
        "'test.const' op requires one result @1",
        "'test.picky' op requires zero results @2",
        "'test.call' op requires zero or one results @3",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_definition_with_a_symbol_has_no_result() {
    let found = module_messages(|m, body, block| {
        let i32 = m.ctx.common().i32;
        let slots = [m.string("d"), m.ty(i32), 0];
        m.op(body, InsertPoint::End(block), "test.def", With { slots: &slots, results: &[i32], ..NOTHING });
        let slots = [m.string("e"), m.ty(i32), raw(m.ctx.array_attr(&[m.ctx.symbol_attr(m.ctx.ident("d"))]))];
        m.op(body, InsertPoint::End(block), "test.def", With { slots: &slots, ..NOTHING });
    });
    assert_eq!(found, ["'test.def' op requires zero results where it defines a symbol @1"]);
}

#[test]
fn successor_counts() {
    let found = messages(2, |m, body, b| {
        m.op(body, InsertPoint::End(b[0]), "test.br", NOTHING);
        let c = m.constant(body, b[1]);
        m.op(body, InsertPoint::End(b[1]), "test.condbr", With { operands: &[c], slots: &[3], ..NOTHING });
    });
    let expected = [
        "'test.br' op requires 1 successor but found 0 @1",
        "'test.condbr' op declares 3 merge blocks, but at most 2 are allowed @3",
    ];
    assert_eq!(found, expected);
    let found = messages(2, |m, body, b| {
        let to = (b[1], &[][..]);
        let switch = With { slots: &[2], successors: &[to], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.switch", switch);
        m.op(body, InsertPoint::End(b[1]), "test.ret", With { successors: &[to], ..NOTHING });
    });
    let expected = [
        "'test.switch' op declares 2 merge blocks, but has 1 successors @1",
        "'test.ret' op requires 0 successors but found 1 @2",
    ];
    assert_eq!(found, expected);
}

#[test]
fn same_type() {
    let found = messages(1, |m, body, b| {
        let c = m.constant(body, b[0]);
        let sum = With { operands: &[c, c], results: &[m.ctx.common().f32], ..NOTHING };
        m.op(body, InsertPoint::End(b[0]), "test.add", sum);
        m.ret(body, b[0]);
    });
    assert_eq!(
        found,
        [
            "'test.add' op requires the same type for all operands and results @2; note: the types of operand #0 and the result differ"
        ]
    );
}

#[test]
fn comparison() {
    let found = messages(1, |m, body, b| {
        let (i1, i32) = (m.ctx.common().i1, m.ctx.common().i32);
        let c = m.constant(body, b[0]);
        for ty in [i1, i32, m.ctx.vector_type(2, i1)] {
            m.op(
                body,
                InsertPoint::End(b[0]),
                "test.cmp",
                With { operands: &[c, c], results: &[ty], ..NOTHING },
            );
        }
        m.ret(body, b[0]);
    });
    let expected = [
        "'test.cmp' op result #0 must be bool or vector of bool values @3",
        "'test.cmp' op requires the same shape for all operands and results @4",
    ];
    assert_eq!(found, expected);
}

#[test]
fn isolated_ops_own_a_body() {
    let found = messages(1, |m, body, b| {
        let module = m.ctx.registry().op_by_name("test.module").unwrap();
        let ret = m.ctx.registry().op_by_name("test.any").unwrap();
        let mut builder = Builder::at(body, InsertPoint::End(b[0]));
        builder.create(crate::NewOp { slots: &[0], ..crate::NewOp::new(module) });
        builder.create(crate::NewOp { isolated: true, ..crate::NewOp::new(ret) });
        m.ret(body, b[0]);
    });
    let expected = [
        "'test.module' op is isolated from above and must own its body; note: in '@f'",
        "'test.any' op owns a body but is not isolated from above; note: in '@f'",
    ];
    assert_eq!(found, expected);
}

#[test]
fn region_and_block_counts() {
    let found = messages(1, |m, body, b| {
        m.op(body, InsertPoint::End(b[0]), "test.if", NOTHING);
        let group = m.op(body, InsertPoint::End(b[0]), "test.group", With { regions: 1, ..NOTHING });
        let region = body.region(group, 0);
        Builder::new(body).append_block(region);
        Builder::new(body).append_block(region);
        let module = m.op(body, InsertPoint::End(b[0]), "test.module", With { slots: &[0], ..NOTHING });
        Builder::new(body).set_nested(module, Some(Box::default()));
        m.ret(body, b[0]);
    });
    let expected = [
        "'test.if' op requires one region, but found 0 @1",
        "'test.group' op expects region #0 to have 0 or 1 blocks @2",
        "'test.module' op Operations with a 'SymbolTable' must have exactly one block @3",
    ];
    assert_eq!(found, expected);
}

#[test]
fn function_signature() {
    let ctx = context();
    let (i32, f32) = (ctx.common().i32, ctx.common().f32);
    let check = |inputs: &[crate::Type]| {
        let mut m = Make::new(&ctx);
        let (mut body, b) = body_of(1);
        Builder::new(&mut body).add_arg(b[0], i32);
        m.ret(&mut body, b[0]);
        let mut module = Make::module_of(&ctx, body);
        let root = module.body.first_block(module.body.root()).unwrap();
        let func = module.body.first_op(root).unwrap();
        let ty = m.ty(ctx.function_type(inputs, &[]));
        Builder::new(&mut module.body).set_slot(func, 1, ty);
        list_of(verify_module(&module))
    };
    assert_eq!(check(&[i32]), [""; 0]);
    let number = "'test.func' op entry block must have 0 arguments to match function signature @1001";
    assert_eq!(check(&[]), [number]);
    let ty = "'test.func' op type of entry block argument #0 must match the type of the corresponding \
              argument in function signature @1001";
    assert_eq!(check(&[f32]), [ty]);
}

#[test]
fn places() {
    let found = module_messages(|m, module, block| {
        m.op(module, InsertPoint::End(block), "test.words", With { slots: &[0], ..NOTHING });
        let (mut body, b) = body_of(1);
        let global = [m.string("g"), m.ty(m.ctx.common().i32), 0];
        m.op(&mut body, InsertPoint::End(b[0]), "test.global", With { slots: &global, ..NOTHING });
        m.op(&mut body, InsertPoint::End(b[0]), "test.def", With { slots: &global, ..NOTHING });
        m.op(&mut body, InsertPoint::End(b[0]), "test.loose", With { slots: &global[..1], ..NOTHING });
        m.ret(&mut body, b[0]);
        m.func(module, "f", body);
    });
    let expected = [
        "'test.words' op failed to verify that op must appear in a function-like op's block @1",
        "'test.global' op failed to verify that op must appear in a module-like op's block @2",
        "'test.def' op failed to verify that op must appear in a module-like op's block @3",
        "'test.loose' op symbol's parent must have the SymbolTable trait @4",
    ];
    assert_eq!(found, expected);
}

#[test]
fn own_check_runs_on_sound_ops_only() {
    let found = messages(1, |m, body, b| {
        let c = m.constant(body, b[0]);
        m.op(body, InsertPoint::End(b[0]), "test.picky", NOTHING);
        m.op(body, InsertPoint::End(b[0]), "test.picky", With { operands: &[c, c], ..NOTHING });
        m.ret(body, b[0]);
    });
    assert_eq!(found, ["test.picky is picky @2", "'test.picky' op expected 0 to 1 operands, but found 2 @3"]);
}

#[test]
fn symbols_are_unique() {
    let found = module_messages(|m, body, block| {
        for name in ["a", "b", "a"] {
            let slots = [m.string(name), m.ty(m.ctx.common().i32), 0];
            m.op(body, InsertPoint::End(block), "test.global", With { slots: &slots, ..NOTHING });
        }
    });
    let expected =
        "'test.global' op redefinition of symbol named 'a' @3; note: see existing symbol definition here @1";
    assert_eq!(found, [expected]);
}

/// Builds a nested module with a function that calls an undefined symbol.
fn module_with_a_wrong_call(ctx: &std::sync::Arc<Context>) -> Module {
    let mut m = Make::new(ctx);
    let (mut function, f) = body_of(1);
    let slots = [m.symbol("g")];
    m.op(&mut function, InsertPoint::End(f[0]), "test.call", With { slots: &slots, ..NOTHING });
    m.ret(&mut function, f[0]);
    let inner = Make::module_of(ctx, function).body;
    let mut module = Module::new(ctx.clone());
    let block = module.body.first_block(module.body.root()).unwrap();
    let op = m.op(&mut module.body, InsertPoint::End(block), "test.module", With { slots: &[0], ..NOTHING });
    Builder::new(&mut module.body).set_nested(op, Some(inner));
    module
}

/// Checks that the verifier skips valid symbol tables until a function, the table's contents or the table's op
/// changes.
#[test]
fn what_was_verified_is_left_out_until_it_changes() {
    let inner = |module: &mut Module| {
        let op = crate::walk::top_ops(&module.body).next().unwrap();
        let at = module.body.first_region(&module.body.ops[op]);
        module.body.nested[at].take().unwrap()
    };
    let put = |module: &mut Module, body| {
        let op = crate::walk::top_ops(&module.body).next().unwrap();
        Builder::new(&mut module.body).set_nested(op, Some(body));
    };
    let changes: [&dyn Fn(&mut Module); 4] = [
        &|module| {
            let mut body = inner(module);
            let function = crate::walk::top_ops(&body).next().unwrap();
            let at = body.first_region(&body.ops[function]);
            Builder::new(body.nested[at].as_mut().unwrap());
            put(module, body);
        },
        &|module| {
            let mut body = inner(module);
            Builder::new(&mut body);
            put(module, body);
        },
        &|module| {
            let op = crate::walk::top_ops(&module.body).next().unwrap();
            let attrs = module.ctx.dict_attr(vec![(module.ctx.ident("a"), module.ctx.unit_attr())]);
            Builder::new(&mut module.body).set_attrs(op, Some(attrs));
        },
        &|module| {
            let mut body = inner(module);
            body.clear();
            put(module, body);
        },
    ];
    for change in changes {
        let mut module = module_with_a_wrong_call(&context());
        let errors = list_of(verify_module(&module)).len();
        assert_eq!(errors, 1);
        note_verified(&mut module);
        assert_eq!(list_of(verify_module(&module)).len(), 0);
        change(&mut module);
        assert_eq!(list_of(verify_module(&module)).len(), 1);
    }
}

#[test]
fn symbol_references_resolve() {
    let found = module_messages(|m, module, block| {
        let i32 = m.ctx.common().i32;
        let (mut body, b) = body_of(1);
        for name in ["f", "g", "h"] {
            let slots = [m.symbol(name)];
            m.op(&mut body, InsertPoint::End(b[0]), "test.call", With { slots: &slots, ..NOTHING });
            m.op(&mut body, InsertPoint::End(b[0]), "test.use", With { slots: &slots, ..NOTHING });
        }
        let nested = [m.ctx.ident("k"), m.ctx.ident("f")];
        let nested = raw(m.ctx.attr(AttrData::NestedSymbol(nested.into())));
        m.op(&mut body, InsertPoint::End(b[0]), "test.call", With { slots: &[nested], ..NOTHING });
        m.ret(&mut body, b[0]);
        m.func(module, "f", body);
        let slots = [m.string("g"), m.ty(i32), m.symbol("x")];
        m.op(module, InsertPoint::End(block), "test.global", With { slots: &slots, ..NOTHING });
        // In a nested module, only its own symbols are visible.
        let (mut inner, b) = body_of(1);
        let slots = [m.string("h"), m.ty(i32), m.symbol("g")];
        m.op(&mut inner, InsertPoint::End(b[0]), "test.global", With { slots: &slots, ..NOTHING });
        let op = m.op(module, InsertPoint::End(block), "test.module", With { slots: &[0], ..NOTHING });
        Builder::new(module).set_nested(op, Some(Box::new(inner)));
    });
    let expected = [
        "'test.global' op 'x' not found in nearest symbol table (parameter 'init') @10",
        "'test.call' op 'h' not found in nearest symbol table (parameter 'callee') @5",
        "'test.use' op 'h' not found in nearest symbol table (parameter 'what') @6",
        "'test.call' op 'k' not found in nearest symbol table (parameter 'callee') @7",
        "'test.global' op 'g' not found in nearest symbol table (parameter 'init') @11",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_function_alone_with_symbols_of_its_module() {
    let ctx = context();
    let (mut body, b) = body_of(1);
    let mut m = Make::new(&ctx);
    let slots = [m.symbol("f")];
    m.op(&mut body, InsertPoint::End(b[0]), "test.call", With { slots: &slots, ..NOTHING });
    m.ret(&mut body, b[0]);
    let module = Make::module_of(&ctx, body);
    let root = module.body.first_block(module.body.root()).unwrap();
    let func = module.body.first_op(root).unwrap();
    let nested = module.body.nested(func).unwrap();
    let owner = Owner::new(&module.body, func);
    let table = SymbolTable::new(&ctx, &module.body);
    assert!(verify_body(&ctx, nested, owner, Some(&table)).is_ok());
    assert!(verify_body(&ctx, nested, owner, None).is_ok());
    let found = list_of(verify_body(&ctx, nested, owner, Some(&SymbolTable::default())));
    assert_eq!(found, ["'test.call' op 'f' not found in nearest symbol table (parameter 'callee') @1"]);
}

#[test]
fn errors_are_limited_but_counted() {
    let found = messages(1, |m, body, b| {
        for _ in 0..2 * Diagnostics::LIMIT {
            m.op(body, InsertPoint::End(b[0]), "test.kind", With { slots: &[1], ..NOTHING });
        }
        m.ret(body, b[0]);
    });
    assert_eq!(found.len(), Diagnostics::LIMIT);
}

#[test]
fn deep_nesting() {
    let ctx = context();
    let mut m = Make::new(&ctx);
    let (mut body, b) = body_of(1);
    let c = m.constant(&mut body, b[0]);
    let mut at = b[0];
    for _ in 0..100_000 {
        let op = m.op(&mut body, InsertPoint::End(at), "test.if", With { regions: 1, ..NOTHING });
        let end = if at == b[0] { "test.ret" } else { "test.yield" };
        m.op(&mut body, InsertPoint::End(at), end, NOTHING);
        let region = body.region(op, 0);
        at = Builder::new(&mut body).append_block(region);
        any(&mut m, &mut body, at, &[c]);
    }
    m.op(&mut body, InsertPoint::End(at), "test.yield", NOTHING);
    assert!(verify_module(&Make::module_of(&ctx, body)).is_ok());
}

#[test]
fn deeply_nested_bodies() {
    let ctx = context();
    let mut m = Make::new(&ctx);
    let (mut body, _) = body_of(1);
    for _ in 0..100_000 {
        let (mut outer, b) = body_of(1);
        let op = m.op(&mut outer, InsertPoint::End(b[0]), "test.module", With { slots: &[0], ..NOTHING });
        Builder::new(&mut outer).set_nested(op, Some(Box::new(body)));
        body = outer;
    }
    let owner = Owner { def: builtin::MODULE_ID, loc: Location::UNKNOWN };
    assert!(verify_body(&ctx, &body, owner, None).is_ok());
}

#[test]
fn values_and_blocks_of_another_body() {
    let ctx = context();
    let (mut other, blocks) = body_of(9);
    let value = (0..50).map(|_| Make::new(&ctx).constant(&mut other, blocks[0])).last().unwrap();
    let found = messages(1, |m, body, b| {
        any(m, body, b[0], &[value]);
        // Repeat the test with existing use lists.
        assert!(body.has_uses(value));
        any(m, body, b[0], &[value, value]);
        let br = m.op(
            body,
            InsertPoint::End(b[0]),
            "test.br",
            With { successors: &[(blocks[8], &[])], ..NOTHING },
        );
        let erased = m.op(
            body,
            InsertPoint::End(b[0]),
            "test.br",
            With { successors: &[(blocks[8], &[])], ..NOTHING },
        );
        Builder::new(body).erase(erased);
        assert_eq!(body.successor(br, 0), blocks[8]);
    });
    let note = "; note: values and blocks can only be used in the body in which they were created: pass values to \
                a function as arguments, and reference module-level definitions by symbol";
    assert_eq!(
        found,
        [
            format!("'test.any' op operand #0 belongs to another body @1{note}"),
            format!("'test.any' op operand #0 belongs to another body @2{note}"),
            format!("'test.br' op successor #0 belongs to another body @3{note}"),
        ]
    );
}
