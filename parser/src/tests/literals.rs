//! Tests of types, attributes and literals

use super::*;

/// Parses an attribute and returns a dump of it.
#[track_caller]
fn attribute(text: &str) -> String {
    let ctx = context();
    match parse_attr(text, &ctx) {
        Ok(attr) => super::attr(&ctx, attr),
        Err(list) => panic!("{}", Renderer::new("test", text, false).render_all(&list)),
    }
}

/// Parses a float literal of type `ty` and returns its bits.
#[track_caller]
fn float(text: &str, ty: &str) -> String {
    let dumped = attribute(&format!("{text} : {ty}"));
    dumped.strip_suffix(&format!(":{ty}")).map(str::to_owned).unwrap_or(dumped)
}

#[test]
fn integers() {
    assert_eq!(attribute("5"), "5:i64");
    assert_eq!(attribute("-1 : i32"), "4294967295:i32");
    assert_eq!(attribute("-128 : si8"), "128:si8");
    assert_eq!(attribute("0xff : si8"), "255:si8");
    assert_eq!(attribute("18446744073709551615 : ui64"), "18446744073709551615:ui64");
    assert_eq!(attribute("-3 : index"), "18446744073709551613:index");
    assert_eq!(attribute("1 : i1"), "Bool(true)");
    assert_eq!(attribute("-1 : i128"), "[ffffffffffffffff, ffffffffffffffff]:i128");
    assert_eq!(attribute("-36893488147419103232 : i72"), "[0, fe]:i72");
    assert_eq!(attribute("0x10000000000000002 : ui80"), "[2, 1]:ui80");
    assert_eq!(attribute("18446744073709551618 : ui80"), "[2, 1]:ui80");
}

#[test]
fn floats() {
    assert_eq!(attribute("1.5"), "0x3ff8000000000000:f64");
    assert_eq!(float("-0.0", "f32"), "0x80000000");
    assert_eq!(float("1.000000e-01", "f32"), "0x3dcccccd");
    assert_eq!(float("1.0e400", "f64"), "0x7ff0000000000000");
    assert_eq!(float("0x7fc00001", "f32"), "0x7fc00001");
    assert_eq!(float("1.0", "f16"), "0x3c00");
    assert_eq!(float("-2.5", "bf16"), "0xc020");
    assert_eq!(float("65504.0", "f16"), "0x7bff");
    assert_eq!(float("65520.0", "f16"), "0x7c00");
    assert_eq!(float("65519.99", "f16"), "0x7bff");
    // The smallest subnormal float, half of its value, and slightly more than half of its value.
    assert_eq!(float("5.9604644775390625e-8", "f16"), "0x1");
    assert_eq!(float("2.98023223876953125e-8", "f16"), "0x0");
    assert_eq!(float("2.98023223876953126e-8", "f16"), "0x1");
    // Ties between two `f16` values, and values so close to a tie that the nearest `f64` is the tie.
    assert_eq!(float("1.00048828125", "f16"), "0x3c00");
    assert_eq!(float("1.00048828125000000000000000000000001", "f16"), "0x3c01");
    assert_eq!(float("1.00146484375", "f16"), "0x3c02");
    assert_eq!(float("1.00146484374999999999999999999999999", "f16"), "0x3c01");
    assert_eq!(float("2.0e-45", "bf16"), "0x0");
    assert_eq!(float("448.0", "f8E4M3FN"), "0x7e");
    assert_eq!(float("1000.0", "f8E4M3FN"), "0x7f");
    assert_eq!(float("57344.0", "f8E5M2"), "0x7b");
    assert_eq!(float("0.0078125", "f8E4M3FN"), "0x4");
}

/// Checks that the exact decimal literal of each finite `f16` is parsed as that value.
#[test]
fn all_halves() {
    for bits in (0..0x7c00u32).step_by(7) {
        let (exponent, mantissa) = ((bits >> 10) as i32, f64::from(bits & 0x3ff));
        let value = match exponent {
            0 => mantissa * 2f64.powi(-24),
            _ => (1024.0 + mantissa) * 2f64.powi(exponent - 25),
        };
        assert_eq!(float(&format!("{value:.30}"), "f16"), format!("0x{bits:x}"));
    }
}

#[test]
fn strings() {
    assert_eq!(attribute(r#""a\0Ab\\\"\n\t\C3\A4""#), format!("{:?}", "a\nb\\\"\n\tä"));
    assert_eq!(attribute(r#"@"a b"::@c"#), "@a b@c");
    assert_eq!(
        attribute(r#"{"a b" = @"x\22", dense, i32, type = i32}"#),
        "{a b=@x\", dense=Unit, i32=Unit, type=i32}"
    );
}

#[test]
fn dense() {
    assert_eq!(attribute("dense<[1, -1]> : vector<2xi8>"), "dense[1, ff]:vector[2]i8");
    assert_eq!(attribute("dense<[5, 5]> : vector<2xi8>"), "dense[5]:vector[2]i8");
    assert_eq!(attribute("dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>"), "dense[1, 2, 3, 4]:tensor[2, 2]i8");
    assert_eq!(attribute("dense<true> : vector<2xi1>"), "dense[1]:vector[2]i1");
    assert_eq!(attribute("dense<> : tensor<0xf32>"), "dense[]:tensor[0]f32");
    assert_eq!(attribute("dense<\"0x0100FFFF\"> : vector<2xi16>"), "dense[1, ffff]:vector[2]i16");
    assert_eq!(attribute("dense<\"0x05\"> : vector<3xi1>"), "dense[1, 0, 1]:vector[3]i1");
    assert_eq!(attribute("[dense<1.0> : vector<2xf32>]"), "[dense[3f800000]:vector[2]f32]");
}

#[test]
fn words() {
    let ctx = context();
    let words = |list: &[u32]| ctx.attr(AttrData::Words(list.into()));
    let read = |text: &str| parse_attr(text, &ctx);
    assert_eq!(read("array<i32: 1, -1, 0x10>").unwrap(), words(&[1, u32::MAX, 16]));
    assert_eq!(read("array<i32>").unwrap(), words(&[]));
    let list = [words(&[1]), ctx.dict_attr(vec![(ctx.ident("array"), words(&[2]))])];
    assert_eq!(read("[array<i32: 1>, {array = array<i32: 2>}]").unwrap(), ctx.array_attr(&list));
    let long = ctx.int_type(64, Signedness::Signless);
    let longs: Vec<_> = [1, u64::MAX].iter().map(|value| ctx.int_attr(*value, long)).collect();
    assert_eq!(read("array<i64: 1, -1>").unwrap(), ctx.array_attr(&longs));
    for wrong in ["array", "array<i64: 1.0>", "array<i32: 4294967296>", "array<i32: 1", "array<i32 1>"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn types() {
    let ctx = context();
    let ty = |text: &str| ty_text(&ctx, parse_type(text, &ctx).unwrap());
    assert_eq!(ty("() -> ()"), "() -> ()");
    assert_eq!(
        ty("(i32, (f32) -> (f16)) -> ((si8) -> ui8, index)"),
        "(i32, (f32) -> (f16)) -> ((si8) -> (ui8), index)"
    );
    assert_eq!(ty("vector<4xvector<2 x f8E4M3FN>>"), "vector[4]vector[2]f8E4M3FN");
    assert_eq!(ty("tensor<f32>"), "tensor[]f32");
    assert_eq!(ty("tensor<0x4xbf16>"), "tensor[0, 4]bf16");
    assert_eq!(ty("!test.ptr<none, In>$12"), "!t.ptr<none, \"In\">$12");
    for wrong in
        ["i0", "i01", "i", "f33", "vector<4xf32", "vector<f32x4>", "i32 i32", "!", "", "() ->", "i99999999"]
    {
        assert!(parse_type(wrong, &ctx).is_err(), "{wrong}");
    }
}

/// Compares the fast path for dense elements with the slow path, which an additional space selects.
#[test]
fn dense_again() {
    let texts = [
        "1.5",
        "[1.0, -0.0]",
        "[0.1, 2.5e-3]",
        "[1., 16777217.0]",
        "[3.5e38, 1e5]",
        "[1, 2]",
        "[-, 1.0]",
        "[]",
    ];
    for text in texts {
        let twice = |again: &str| {
            let first = "dense<0.0> : vector<2xf32>";
            let source = format!("t.mixed {first}, dense<{again}> : vector<2xf32>");
            match parse(&source, &ParseOptions::default(), context()) {
                Ok(module) => dump(&module.ctx, &module.body),
                Err(list) => list.list.iter().map(|error| format!("{}\n", error.message)).collect(),
            }
        };
        assert_eq!(twice(text), twice(&format!(" {text}")), "{text}");
    }
}
