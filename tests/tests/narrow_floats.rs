//! Tests of lowered conversions of floats narrower than 32 bits, against the interpreter's float formats

use spv_opt::Module;
use spv_opt::conversion::{Options, convert_to_spirv};
use spv_opt::ir::FloatKind;
use spv_tests::interp::{Machine, Outcome, Value};

/// MLIR text of functions that truncate the float with the bits `%a`, and that extend the float with the low bits of
/// `%a`.
const TEMPLATE: &str = "gpu.module @m {
  func.func @truncate(%a: i32) -> i32 {
    %x = arith.bitcast %a : i32 to f32
    %y = arith.truncf %x : f32 to KIND
    %b = arith.bitcast %y : KIND to INT
    %r = arith.extui %b : INT to i32
    return %r : i32
  }
  func.func @extend(%a: i32) -> i32 {
    %b = arith.trunci %a : i32 to INT
    %y = arith.bitcast %b : INT to KIND
    %x = arith.extf %y : KIND to f32
    %r = arith.bitcast %x : f32 to i32
    return %r : i32
  }
}
";

/// Target environments: one that lacks 8-bit and 16-bit integers, and one that supports them.
const TARGETS: [&str; 2] = ["vulkan1.2", "vulkan1.2+Int8+Int16"];

fn lowered(kind: FloatKind, target: &str) -> Module {
    let int = format!("i{}", kind.width());
    let text = TEMPLATE.replace("KIND", kind.name()).replace("INT", &int);
    let mut module = spv_opt::parse(&spv_opt::context(), &text).expect("it is read");
    convert_to_spirv(&mut module, target, Options::default())
        .unwrap_or_else(|list| panic!("{} for {target}: {list}", kind.name()));
    module
}

fn run(machine: &Machine<'_>, function: &str, bits: u32) -> u32 {
    match machine.run(function, &mut |_| Value::Bits(bits.into())).outcome {
        Outcome::Returned(value) => value.bits().expect("it is a number") as u32,
        _ => panic!("{function} does not return for {bits:#x}"),
    }
}

/// Returns the bits of 32-bit floats: the neighborhoods of all values of a format and of their midpoints, and special
/// values.
fn inputs(kind: FloatKind) -> Vec<u32> {
    let count = 1u128 << kind.width();
    let step = (count / 4096).max(1);
    let mut list =
        vec![0, 1, 0x0040_0000, 0x007F_FFFF, 0x0080_0000, 0x7F7F_FFFF, 0x7F80_0000, 0x7F80_0001, 0x7FFF_FFFF];
    let number = |bits| kind.to_f64(bits).filter(|value| value.is_finite());
    for at in (0..count - 1).step_by(step as usize) {
        let (Some(low), Some(high)) = (number(at), number(at + 1)) else { continue };
        for value in [low, (low + high) / 2.0, high * 2.0] {
            let bits = (value as f32).to_bits();
            list.extend([bits.saturating_sub(1), bits, bits + 1]);
        }
    }
    list.iter().flat_map(|bits| [*bits, bits | 1 << 31]).collect()
}

#[test]
fn conversions_follow_the_formats() {
    for kind in FloatKind::ALL.into_iter().filter(|kind| kind.width() < 32 && *kind != FloatKind::F16) {
        for target in TARGETS {
            let module = lowered(kind, target);
            let machine = Machine::new(&module).expect("there is a module");
            let step = if kind.width() > 8 { 13 } else { 1 };
            for bits in (0..1u32 << kind.width()).step_by(step) {
                let expected = kind.to_f64(bits.into()).expect("a double has it") as f32;
                let found = f32::from_bits(run(&machine, "extend", bits | 0x5A << 24));
                let is_same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
                assert!(is_same, "{} {bits:#x}: {found}, not {expected}", kind.name());
            }
            for bits in inputs(kind) {
                let value = f32::from_bits(bits);
                let has_nan = kind.to_f64(kind.of_f64(f64::NAN).0).is_some_and(f64::is_nan);
                if value.is_nan() && !has_nan {
                    continue;
                }
                let expected = kind.of_f64(value.into()).0;
                let found = run(&machine, "truncate", bits).into();
                let are_nans = [expected, found].map(|bits| kind.to_f64(bits).is_some_and(f64::is_nan));
                let is_same = found == expected || are_nans == [true, true];
                assert!(is_same, "{} {target} {value:e}: {found:#x}, not {expected:#x}", kind.name());
            }
        }
    }
}
