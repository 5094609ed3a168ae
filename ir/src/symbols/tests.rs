use super::*;
use crate::attrs::{AttrData, Attribute};
use crate::builder::{Builder, InsertPoint};
use crate::handles::ParamDefId;
use crate::module::Module;
use crate::testing::{Make, With, body_of, context};
use crate::types::{Type, TypeData};

fn sized(ctx: &Context, name: &str) -> Type {
    ctx.param_type(ParamDefId(0), &[ctx.symbol_attr(ctx.ident(name))], 0)
}

/// Builds a module with `@s`, `@n`, a function that calls `@s`, and a nested module with another `@s`. The type of
/// the call's operand references `@n`.
fn module() -> (Module, Vec<Op>) {
    let ctx = context();
    let mut module = Module::new(ctx.clone());
    let root = module.body.first_block(module.body.root()).unwrap();
    let mut m = Make::new(&ctx);
    let ty = ctx.common().i32;
    let none = With::default();
    let global = |m: &mut Make<'_>, body: &mut Body, block, name: &str, init| {
        let slots = [m.string(name), m.ty(ty), init];
        m.op(body, InsertPoint::End(block), "test.global", With { slots: &slots, ..none })
    };
    let s = global(&mut m, &mut module.body, root, "s", 0);
    let init = m.symbol("s");
    let n = global(&mut m, &mut module.body, root, "n", init);
    let (mut body, b) = body_of(1);
    let arg = Builder::new(&mut body).add_arg(b[0], ctx.vector_type(2, sized(&ctx, "n")));
    let slots = [m.symbol("s")];
    m.op(&mut body, InsertPoint::End(b[0]), "test.call", With { operands: &[arg], slots: &slots, ..none });
    let dict = ctx.dict_attr(vec![(ctx.ident("k"), ctx.array_attr(&[ctx.symbol_attr(ctx.ident("s"))]))]);
    let ret = m.ret(&mut body, b[0]);
    Builder::new(&mut body).set_attrs(ret, Some(dict));
    let f = m.func(&mut module.body, "f", body);
    let inputs = [ctx.vector_type(2, sized(&ctx, "n"))];
    let signature = m.ty(ctx.function_type(&inputs, &[]));
    Builder::new(&mut module.body).set_slot(f, 1, signature);
    let (mut inner, b) = body_of(1);
    let same = m.symbol("s");
    global(&mut m, &mut inner, b[0], "s", same);
    let op = m.op(&mut module.body, InsertPoint::End(root), "test.module", With { slots: &[0], ..none });
    Builder::new(&mut module.body).set_nested(op, Some(Box::new(inner)));
    (module, vec![s, n, f])
}

#[test]
fn lookup_and_unique_names() {
    let (module, ops) = module();
    let ctx = &*module.ctx;
    let mut table = SymbolTable::new(ctx, &module.body);
    assert_eq!(table.len(), 3);
    assert_eq!(table.get(ctx.ident("n")), Some(ops[1]));
    assert_eq!(table.get(ctx.ident("x")), None);
    let mut unique = |name: &str| {
        let ident = table.unique(ctx, name);
        assert!(table.insert(ident, ops[0]));
        ctx.str(ident).to_owned()
    };
    let names = ["x", "x", "s", "x", "", "", "a$1", "a", "a", "a"].map(&mut unique);
    assert_eq!(names, ["x", "x$1", "s$1", "x$2", "_$0", "_$1", "a$1$1", "a", "a$1", "a$2"]);
}

#[test]
fn users() {
    let (module, ops) = module();
    let ctx = &*module.ctx;
    let uses = SymbolUses::new(ctx, &module.body);
    let user = |top, nested| SymbolUser { top, nested };
    assert_eq!(uses.users(ctx.ident("s")), [user(ops[1], false), user(ops[2], true)]);
    assert_eq!(uses.users(ctx.ident("n")), [user(ops[2], false), user(ops[2], true)]);
    assert_eq!(uses.users(ctx.ident("f")), []);
}

#[test]
fn renaming_updates_references() {
    let (mut module, ops) = module();
    let ctx = module.ctx.clone();
    let (s, t, n) = (ctx.ident("s"), ctx.ident("t"), ctx.ident("n"));
    let mut table = SymbolTable::new(&ctx, &module.body);
    let taken = rename(&ctx, &mut module.body, &mut table, ops[0], n);
    assert_eq!(taken, Err(RenameError::Taken("n".to_owned())));
    rename(&ctx, &mut module.body, &mut table, ops[0], t).unwrap();
    rename(&ctx, &mut module.body, &mut table, ops[1], ctx.ident("size")).unwrap();
    assert_eq!((table.get(s), table.get(t)), (None, Some(ops[0])));
    let symbol = |name: &str| ctx.symbol_attr(ctx.ident(name));
    assert_eq!(name_of(&ctx, &module.body, ops[0]), Some("t"));
    assert_eq!(module.body.slot_attr(ops[1], 2), Some(symbol("t")));
    let body = module.body.nested(ops[2]).unwrap();
    let block = body.first_block(body.root()).unwrap();
    let call = body.first_op(block).unwrap();
    assert_eq!(body.slot_attr(call, 0), Some(symbol("t")));
    let expected = ctx.vector_type(2, sized(&ctx, "size"));
    assert_eq!(body.value_type(body.args(block)[0]), expected);
    let list = ctx.dict_get(body.attrs(body.last_op(block).unwrap()), "k").unwrap();
    assert_eq!(ctx.attr_array(list), Some(&[symbol("t")][..]));
    // The `@s` of the nested module is not renamed.
    let inner = module.body.next(ops[2]).and_then(|op| module.body.nested(op)).unwrap();
    let global = inner.first_op(inner.first_block(inner.root()).unwrap()).unwrap();
    assert_eq!(inner.slot_attr(global, 2), Some(symbol("s")));
    assert!(crate::verify::verify_module(&module).is_ok());
}

#[test]
fn symbols_change_places() {
    let (mut module, ops) = module();
    let ctx = module.ctx.clone();
    let (s, n) = (ctx.ident("s"), ctx.ident("n"));
    rename_all(&ctx, &mut module.body, &FxHashMap::from_iter([(s, n), (n, s)])).unwrap();
    assert_eq!(name_of(&ctx, &module.body, ops[0]), Some("n"));
    assert_eq!(name_of(&ctx, &module.body, ops[1]), Some("s"));
    assert_eq!(module.body.slot_attr(ops[1], 2), Some(ctx.symbol_attr(n)));
}

#[test]
fn nominal_types_keep_their_symbols() {
    let (mut module, ops) = module();
    let ctx = module.ctx.clone();
    let ty = ctx.named_type(ParamDefId(0), ctx.ident("Node"));
    let nested = ctx.attr(AttrData::NestedSymbol([ctx.ident("n"), ctx.ident("x")].into()));
    let params: &[Attribute] = &[ctx.type_attr(ty), nested];
    assert!(ctx.set_named_params(ty, params));
    assert!(matches!(ctx.type_data(ty), TypeData::Named { .. }));
    let slot = ctx.type_attr(ty).raw();
    Builder::new(&mut module.body).set_slot(ops[0], 1, slot);
    let mut table = SymbolTable::new(&ctx, &module.body);
    let result = rename(&ctx, &mut module.body, &mut table, ops[1], ctx.ident("m"));
    assert_eq!(result, Err(RenameError::InNominalType("Node".to_owned(), "n".to_owned())));
    assert_eq!(name_of(&ctx, &module.body, ops[1]), Some("n"));
    assert!(rename(&ctx, &mut module.body, &mut table, ops[0], ctx.ident("r")).is_ok());
}
