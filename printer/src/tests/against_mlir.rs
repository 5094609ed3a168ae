//! Comparison with the output of `mlir-opt-14`, if installed

use super::dialect::context;
use crate::print_attr;
use spv_ir::{AttrData, Context, FloatKind, Signedness, TypeData};
use std::io::Write;
use std::process::{Command, Stdio};

/// Prints a module with `mlir-opt-14`. Returns `None` if `mlir-opt-14` is not installed.
fn mlir_opt(text: &str) -> Option<String> {
    let mut command = Command::new("mlir-opt-14");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Returns a printed module with an array of the given attributes.
fn module(attrs: &[String]) -> String {
    format!("module attributes {{x.a = [{}]}} {{\n}}\n", attrs.join(", "))
}

/// Returns an iterator over pseudo-random words.
fn random(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((state >> 32) << 32 | state.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32)
    })
}

/// Returns the bits of various floats in the given format.
fn samples(kind: FloatKind, count: usize) -> Vec<u64> {
    let mask = u64::MAX >> (64 - kind.width());
    let any = random(1).map(|bits| bits & mask);
    let mut list: Vec<u64> = any.take(count).collect();
    let numbers = random(2).take(count).enumerate().map(|(i, word)| {
        let (whole, power) = ((word >> 40) as f64, (word % 13) as i32 - 6);
        let number = match i % 3 {
            0 => whole,
            1 => (word % 1000) as f64 * 10f64.powi(power),
            _ => 1.0 / ((word % 5000) as f64),
        };
        match kind {
            FloatKind::F64 => number.to_bits(),
            FloatKind::BF16 => u64::from((number as f32).to_bits() >> 16),
            _ => u64::from((number as f32).to_bits()) & mask,
        }
    });
    list.extend(numbers);
    list.extend([0, 1, mask, mask >> 1, 1 << (kind.width() - 1), mask >> 2]);
    list
}

/// Checks that attributes are printed the same as by `mlir-opt-14`.
fn check(ctx: &Context, attrs: impl Iterator<Item = (String, AttrData)>) {
    let (given, ours): (Vec<_>, Vec<_>) =
        attrs.map(|(given, data)| (given, print_attr(ctx, ctx.attr(data)))).unzip();
    let Some(theirs) = mlir_opt(&module(&given)) else { return };
    let start = "module attributes {x.a = [";
    let theirs = theirs.strip_prefix(start).and_then(|t| t.split_once("]} {")).unwrap().0;
    let theirs: Vec<&str> = theirs.split(", ").collect();
    assert_eq!(theirs.len(), ours.len());
    for ((theirs, ours), given) in theirs.iter().zip(&ours).zip(&given) {
        assert_eq!(ours, theirs, "{given}");
    }
    // Parsing and printing the output again must not change it.
    if let Some(again) = mlir_opt(&module(&ours)) {
        assert_eq!(again.trim_end(), module(&ours).trim_end());
    }
}

#[test]
fn floats() {
    let ctx = context();
    for (kind, count) in
        [(FloatKind::F16, 3000), (FloatKind::BF16, 3000), (FloatKind::F32, 20_000), (FloatKind::F64, 3000)]
    {
        let ty = ctx.float_type(kind);
        check(
            &ctx,
            samples(kind, count).into_iter().map(|bits| {
                // In an array, the type `f64` is omitted, and a hexadecimal literal without a type is an integer.
                let wrap = if kind == FloatKind::F64 { "dense<0x{}> : tensor<1xf64>" } else { "0x{} : {}" };
                let hex = format!("{bits:0width$X}", width = kind.width() as usize / 4);
                let given = wrap.replacen("{}", &hex, 1).replacen("{}", kind.name(), 1);
                let data = match kind {
                    FloatKind::F64 => AttrData::Dense {
                        ty: ctx.ty(TypeData::Tensor { dims: [1].into(), element: ty }),
                        elements: [bits].into(),
                    },
                    _ => AttrData::Float { bits, ty },
                };
                (given, data)
            }),
        );
    }
}

#[test]
fn integers() {
    let ctx = context();
    let types = [Signedness::Signless, Signedness::Signed, Signedness::Unsigned]
        .into_iter()
        .flat_map(|s| [1, 2, 8, 31, 32, 63].map(|width| ctx.int_type(width, s)));
    check(
        &ctx,
        types.zip(random(3)).map(|(ty, value)| {
            let attr = ctx.int_attr(value, ty);
            (print_attr(&ctx, attr), ctx.attr_data(attr).clone())
        }),
    );
}

#[test]
fn strings() {
    let text: String =
        (0..=0x7fu8).map(char::from).filter(|c| !['\n', '\r', '\x0b', '\x0c', ','].contains(c)).collect();
    let ctx = context();
    let data = AttrData::String((text + "é").into());
    check(&ctx, std::iter::once((print_attr(&ctx, ctx.attr(data.clone())), data)));
}
