//! Generator of arithmetic ops on scalars and, elementwise, on vectors

use super::body::Body;
use super::types::{Elem, Ty};

/// Conditions on an op's operands under which its result is defined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// The shift amount must be less than the bit width.
    Shift,
    /// The divisor must not be zero, and the quotient must be representable.
    Division,
}

use Needs::{Division, Nothing, Shift};

/// Ops with two integer operands: name in `arith`, name in `index`, and conditions on the operands.
const BINARY: [(&str, &str, Needs); 20] = [
    ("addi", "add", Nothing),
    ("subi", "sub", Nothing),
    ("muli", "mul", Nothing),
    ("andi", "and", Nothing),
    ("ori", "or", Nothing),
    ("xori", "xor", Nothing),
    ("maxsi", "maxs", Nothing),
    ("maxui", "maxu", Nothing),
    ("minsi", "mins", Nothing),
    ("minui", "minu", Nothing),
    ("shli", "shl", Shift),
    ("shrsi", "shrs", Shift),
    ("shrui", "shru", Shift),
    ("divsi", "divs", Division),
    ("divui", "divu", Division),
    ("remsi", "rems", Division),
    ("remui", "remu", Division),
    ("ceildivsi", "ceildivs", Division),
    ("ceildivui", "ceildivu", Division),
    ("floordivsi", "floordivs", Division),
];

/// Number of ops at the start of `BINARY` that also accept `i1`.
const OF_BOOLS: usize = 10;

const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];
const FLOAT_BINARY: [&str; 7] = ["addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"];
/// Unary float ops with exact results.
const FLOAT_UNARY: [&str; 6] =
    ["math.absf", "math.floor", "math.ceil", "math.trunc", "math.roundeven", "arith.negf"];
const INT_UNARY: [&str; 4] = ["math.absi", "math.ctlz", "math.cttz", "math.ctpop"];

/// Adds a random arithmetic op.
pub fn statement(b: &mut Body) {
    let ty = b.any_type();
    let integer = b.rng.pick(&Elem::INTEGERS);
    let float = b.rng.pick(&[Elem::F16, Elem::F32]);
    match b.rng.below(14) {
        0..=3 => binary(b, ty),
        4 => select(b, ty),
        5 => compare(b, ty),
        6 | 7 => convert(b, ty),
        // LLVM 19 cannot lower `arith.addui_extended` on two-dimensional vectors.
        8 if ty.shape.len() < 2 => extended(b, ty.of(integer)),
        9 => {
            let (op, ty) = (b.rng.pick(&INT_UNARY), ty.of(integer));
            let x = b.value(ty);
            let name = b.op(&format!("{op} {x} : {ty}"));
            b.add(name, ty);
        }
        10 => {
            let (op, ty) = (b.rng.pick(&FLOAT_UNARY), ty.of(float));
            if b.pure && b.is_half_vector(ty) {
                return;
            }
            let x = b.value(ty);
            let name = b.op(&format!("{op} {x} : {ty}"));
            b.add(name, ty);
        }
        11 => {
            let ty = ty.of(float);
            let (x, y) = (b.value(ty), b.value(ty));
            let name = b.op(&format!("math.copysign {x}, {y} : {ty}"));
            b.add(name, ty);
        }
        _ => binary(b, ty.of(integer)),
    }
}

/// Adds an integer op with two operands.
fn binary(b: &mut Body, ty: Ty) {
    if ty.elem.is_float() {
        return float_binary(b, ty);
    }
    let count = if ty.elem == Elem::I1 { OF_BOOLS } else { BINARY.len() };
    let (name, index_name, needs) = BINARY[b.rng.below(count)];
    let (mut x, mut y) = (b.value(ty), b.value(ty));
    match needs {
        Nothing => {}
        Shift => {
            let most = if ty.elem == Elem::Index { 7 } else { ty.elem.bits() - 1 };
            let mask = b.all(&most.to_string(), ty);
            y = b.op(&format!("arith.andi {y}, {mask} : {ty}"));
        }
        Division => {
            // Prevent division of the minimum integer by -1, and overflow while rounding.
            let one = b.all("1", ty);
            x = b.op(&format!("arith.shrsi {x}, {one} : {ty}"));
            y = b.op(&format!("arith.ori {y}, {one} : {ty}"));
        }
    }
    let result = match ty.elem == Elem::Index && ty.is_scalar() && b.rng.chance(50) {
        true => b.op(&format!("index.{index_name} {x}, {y}")),
        false => b.op(&format!("arith.{name} {x}, {y} : {ty}")),
    };
    let result = kept(b, result, ty);
    b.add(result, ty);
}

/// Returns the value to keep as the result of an op. A value of type `index` is masked, so that it does not depend on
/// the target's index width. Any other value is returned unchanged.
fn kept(b: &mut Body, value: String, ty: Ty) -> String {
    if ty.elem != Elem::Index {
        return value;
    }
    let mask = b.all(&(super::INDICES - 1).to_string(), ty);
    b.op(&format!("arith.andi {value}, {mask} : {ty}"))
}

fn float_binary(b: &mut Body, ty: Ty) {
    if b.pure && b.is_half_vector(ty) {
        return;
    }
    let op = b.rng.pick(&FLOAT_BINARY);
    let x = b.value(ty);
    // Prevent products of tiny floats, which drivers may flush to zero.
    let y = match op {
        "mulf" => {
            let factor = b.rng.pick(&["2.0", "-3.0", "1.5", "-1.0", "1.0"]);
            b.all(factor, ty)
        }
        _ => b.value(ty),
    };
    let name = b.op(&format!("arith.{op} {x}, {y} : {ty}"));
    b.add(name, ty);
}

fn select(b: &mut Body, ty: Ty) {
    let each = !ty.is_scalar() && b.rng.chance(50);
    let condition = if each { ty.of(Elem::I1) } else { Ty::scalar(Elem::I1) };
    let (c, x, y) = (b.value(condition), b.value(ty), b.value(ty));
    let name = match each {
        true => b.op(&format!("arith.select {c}, {x}, {y} : {condition}, {ty}")),
        false => b.op(&format!("arith.select {c}, {x}, {y} : {ty}")),
    };
    b.add(name, ty);
}

/// Adds a comparison of integers or floats.
fn compare(b: &mut Body, ty: Ty) {
    let (x, y) = (b.value(ty), b.value(ty));
    let name = match ty.elem.is_float() {
        true => {
            let predicate = b.rng.pick(&FLOAT_PREDICATES);
            b.op(&format!("arith.cmpf {predicate}, {x}, {y} : {ty}"))
        }
        false => {
            let predicate = b.rng.pick(&PREDICATES);
            b.op(&format!("arith.cmpi {predicate}, {x}, {y} : {ty}"))
        }
    };
    b.add(name, ty.of(Elem::I1));
}

/// Adds or selects a random `i1` value, and returns its name.
pub fn condition(b: &mut Body) -> String {
    if b.rng.chance(60) {
        let elem = b.rng.pick(&Elem::ALL);
        compare(b, Ty::scalar(elem));
    }
    b.value(Ty::scalar(Elem::I1))
}

fn extended(b: &mut Body, ty: Ty) {
    let (op, high) =
        b.rng.pick(&[("addui_extended", Elem::I1), ("mulsi_extended", ty.elem), ("mului_extended", ty.elem)]);
    let (x, y) = (b.value(ty), b.value(ty));
    let name = b.name();
    let types = if high == Elem::I1 { format!("{ty}, {}", ty.of(high)) } else { ty.to_string() };
    b.line(&format!("{name}:2 = arith.{op} {x}, {y} : {types}"));
    b.add(format!("{name}#0"), ty);
    b.add(format!("{name}#1"), ty.of(high));
}

/// Adds a conversion to type `ty` from a type with another element type.
fn convert(b: &mut Body, ty: Ty) {
    let elem = b.rng.pick(&Elem::ALL);
    let from = ty.of(elem);
    let (to, of) = (ty.elem, elem);
    if b.is_half_vector(ty) {
        return;
    }
    if to == of {
        return bitcast(b, ty);
    }
    let x = b.value(from);
    let index = |elem| elem == Elem::Index;
    let name = if of.is_float() && to.is_float() {
        let op = if to == Elem::F32 { "extf" } else { "truncf" };
        b.op(&format!("arith.{op} {x} : {from} to {ty}"))
    } else if of.is_float() {
        if to == Elem::I1 || index(to) {
            return;
        }
        // Clamp before the conversion, because converting NaN or out-of-range floats to an integer is undefined.
        let (low, high) = if to == Elem::I8 { ("-100.0", "100.0") } else { ("-3000.0", "30000.0") };
        let unsigned = b.rng.chance(40);
        let low = b.all(if unsigned { "0.0" } else { low }, from);
        let high = b.all(high, from);
        let x = b.op(&format!("arith.maxnumf {x}, {low} : {from}"));
        let x = b.op(&format!("arith.minnumf {x}, {high} : {from}"));
        let op = if unsigned { "fptoui" } else { "fptosi" };
        b.op(&format!("arith.{op} {x} : {from} to {ty}"))
    } else if to.is_float() {
        if index(of) {
            return;
        }
        let op = if of == Elem::I1 || b.rng.chance(50) { "uitofp" } else { "sitofp" };
        b.op(&format!("arith.{op} {x} : {from} to {ty}"))
    } else if index(of) || index(to) {
        if to == Elem::I1 || of == Elem::I1 {
            return;
        }
        let in_dialect = ty.is_scalar() && b.rng.chance(50);
        let op = match (in_dialect, b.rng.chance(50)) {
            (true, true) => "index.casts",
            (true, false) => "index.castu",
            (false, true) => "arith.index_cast",
            (false, false) => "arith.index_castui",
        };
        let y = b.op(&format!("{op} {x} : {from} to {ty}"));
        kept(b, y, ty)
    } else if to.bits() < of.bits() {
        b.op(&format!("arith.trunci {x} : {from} to {ty}"))
    } else {
        let op = b.rng.pick(&["extsi", "extui"]);
        b.op(&format!("arith.{op} {x} : {from} to {ty}"))
    };
    b.add(name, ty);
}

/// Adds a bitcast of a small integer to a float of type `ty`.
fn bitcast(b: &mut Body, ty: Ty) {
    let (small, float, bits) =
        b.rng.pick(&[(Elem::I8, Elem::F32, Elem::I32), (Elem::I8, Elem::F16, Elem::I16)]);
    let (small, float, bits) = (ty.of(small), ty.of(float), ty.of(bits));
    if b.is_half_vector(float) {
        return;
    }
    let x = b.value(small);
    let y = b.op(&format!("arith.sitofp {x} : {small} to {float}"));
    let z = b.op(&format!("arith.bitcast {y} : {float} to {bits}"));
    b.add(z, bits);
    b.add(y, float);
}
