//! Tests of the fast export path

use super::*;
use spv_ir::{Location, Place};

/// Builds two functions with the same constants, a name, literals and an operand that is defined later.
fn mixed() -> Maker {
    let mut m = Maker::new();
    for name in ["a", "b"] {
        m.function(name, |f| {
            let i32 = f.maker.ctx.common().i32;
            let vector = f.maker.ctx.vector_type(2, i32);
            let (one, two, _unused) = (f.i32(1), f.i32(2), f.i32(2));
            let sum = f.value("spv.IAdd", &[one, two], &[], i32);
            let pair = f.value("spv.CompositeConstruct", &[sum, one], &[], vector);
            let literals = f.maker.ctx.attr(spv_ir::AttrData::Words([1].into())).raw();
            let second = f.value("spv.CompositeExtract", &[pair], &[literals], i32);
            f.value("spv.IMul", &[second, two], &[], i32);
            let ident = f.maker.ctx.ident("sum");
            Builder::new(f.body).set_value_name(sum, Some(ident));
            f.ret();
        });
    }
    m
}

#[test]
fn asking_for_ids_changes_nothing() {
    let told = mixed().export_with(true).expect("it can be exported");
    let plain = mixed().export_with(false).expect("it can be exported");
    assert_eq!(told.words, plain.words);
    validate(&plain.words);
    let list = instructions(&plain.words);
    assert_eq!(all(&list, op::CONSTANT).len(), 2);
    let sum = all(&list, op::I_ADD)[0][1];
    assert_eq!(all(&list, op::NAME).iter().filter(|name| name[0] == sum).count(), 1);
    assert_eq!(all(&list, op::COMPOSITE_EXTRACT).iter().map(|i| i[3]).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn an_error_of_a_name_stands_at_its_op() {
    let mut m = Maker::new();
    m.function("f", |f| {
        let one = f.i32(1);
        let (def, i32) = (f.maker.def("spv.IAdd"), f.maker.ctx.common().i32);
        for (offset, name) in [(1, "sum"), (2, "s\0m"), (3, "sum")] {
            let loc = Location::text(offset);
            let new = NewOp { loc, operands: &[one, one], results: &[i32], ..NewOp::new(def) };
            let ident = f.maker.ctx.ident(name);
            let mut b = Builder::at(f.body, InsertPoint::End(f.block));
            let value = b.value(new);
            b.set_value_name(value, Some(ident));
        }
        f.ret();
    });
    let errors = m.export_with(false).expect_err("the module cannot be exported");
    assert_eq!(errors.list[0].message, "a string with a zero byte has no binary form");
    assert_eq!(errors.list[0].place, Place::Op(Location::text(2)));
}
