//! Generator of ops in the `vector` dialect

use super::body::Body;
use super::types::{Elem, SHAPES, Ty};

/// Returns the shape of one-dimensional vectors with `n` elements.
fn row(n: usize) -> &'static [usize] {
    const ROWS: [&[usize]; 9] = [&[], &[1], &[2], &[3], &[4], &[5], &[6], &[7], &[8]];
    ROWS[n]
}

const INT_KINDS: [&str; 9] = ["add", "mul", "minsi", "minui", "maxsi", "maxui", "and", "or", "xor"];
const FLOAT_KINDS: [&str; 4] = ["minimumf", "maximumf", "minnumf", "maxnumf"];

fn kind(b: &mut Body, elem: Elem) -> &'static str {
    match elem {
        Elem::F16 | Elem::F32 => b.rng.pick(&FLOAT_KINDS),
        // Reductions of `i1` must not depend on the signedness.
        Elem::I1 => b.rng.pick(&["and", "or", "xor"]),
        _ => b.rng.pick(&INT_KINDS),
    }
}

/// Adds a random op on one-dimensional vectors.
pub fn statement(b: &mut Body) {
    let elem = b.rng.pick(&[
        Elem::I1,
        Elem::I8,
        Elem::I16,
        Elem::I32,
        Elem::I32,
        Elem::I64,
        Elem::F16,
        Elem::F32,
        Elem::F32,
    ]);
    let ty = Ty { elem, shape: b.rng.pick(&SHAPES) };
    let n = ty.len();
    let scalar = Ty::scalar(elem);
    let x = b.value(ty);
    match b.rng.below(14) {
        0 => {
            let at = &ty.positions()[b.rng.below(n)];
            let name = b.op(&format!("vector.extract {x}[{at}] : {scalar} from {ty}"));
            b.add(name, scalar);
        }
        1 => {
            let (at, y) = (b.rng.pick(&[0, n - 1]), b.value(scalar));
            let at = ty.positions()[at].clone();
            let name = b.op(&format!("vector.insert {y}, {x} [{at}] : {scalar} into {ty}"));
            b.add(name, ty);
        }
        2 if ty.shape.len() == 1 => {
            let at = b.stated("0", Ty::scalar(Elem::Index));
            let at = if n > 1 { b.index(if n >= 8 { 8 } else { 2 }) } else { at };
            if b.rng.chance(50) {
                let name = b.op(&format!("vector.extractelement {x}[{at} : index] : {ty}"));
                b.add(name, scalar);
            } else {
                let y = b.value(scalar);
                let name = b.op(&format!("vector.insertelement {y}, {x}[{at} : index] : {ty}"));
                b.add(name, ty);
            }
        }
        3 if ty.shape.len() == 1 => {
            let y = b.value(ty);
            let m = b.rng.range(1, 8);
            let picks: Vec<String> = (0..m).map(|_| b.rng.below(2 * n).to_string()).collect();
            let to = Ty { elem, shape: row(m) };
            let name = b.op(&format!("vector.shuffle {x}, {y} [{}] : {ty}, {ty}", picks.join(", ")));
            b.add(name, to);
        }
        4 if ty.shape.len() == 1 && n <= 4 => {
            let y = b.value(ty);
            let to = Ty { elem, shape: row(2 * n) };
            let name = b.op(&format!("vector.interleave {x}, {y} : {ty} -> {to}"));
            b.add(name, to);
        }
        5 if ty.shape.len() == 1 && n.is_multiple_of(2) => {
            let to = Ty { elem, shape: row(n / 2) };
            let name = b.name();
            b.line(&format!("{name}, {name}x = vector.deinterleave {x} : {ty} -> {to}"));
            b.add(format!("{name}x"), to);
            b.add(name, to);
        }
        6 if ty.shape.len() == 1 => {
            let m = b.rng.range(1, n);
            let start = b.rng.below(n - m + 1);
            let part = Ty { elem, shape: row(m) };
            if b.rng.chance(50) {
                let name = b.op(&format!(
                    "vector.extract_strided_slice {x} {{offsets = [{start}], sizes = [{m}], strides = [1]}} : {ty} to {part}"
                ));
                b.add(name, part);
            } else {
                let y = b.value(part);
                let name = b.op(&format!(
                    "vector.insert_strided_slice {y}, {x} {{offsets = [{start}], strides = [1]}} : {part} into {ty}"
                ));
                b.add(name, ty);
            }
        }
        7 if ty.shape.len() == 1 => {
            let kind = kind(b, elem);
            let name = if b.rng.chance(50) {
                let y = b.value(scalar);
                b.op(&format!("vector.reduction <{kind}>, {x}, {y} : {ty} into {scalar}"))
            } else {
                b.op(&format!("vector.reduction <{kind}>, {x} : {ty} into {scalar}"))
            };
            b.add(name, scalar);
        }
        8 => {
            // Add a bit cast to a vector with another element width.
            let of = b.rng.pick(&[Elem::I8, Elem::I16, Elem::I32, Elem::I64]);
            let to = b.rng.pick(&[Elem::I8, Elem::I16, Elem::I32, Elem::I64]);
            let from = Ty { elem: of, shape: b.rng.pick(&[row(2), row(4), row(8)]) };
            let bits = from.len() * of.bits() as usize;
            let m = bits / to.bits() as usize;
            if m == 0 || m > 8 {
                return;
            }
            let to = Ty { elem: to, shape: row(m) };
            let x = b.value(from);
            let name = b.op(&format!("vector.bitcast {x} : {from} to {to}"));
            b.add(name, to);
        }
        9 | 10 => matrix(b, elem),
        11 => {
            let of = Ty { elem, shape: if b.rng.chance(50) { &[2, 3] } else { row(6) } };
            let to = Ty { elem, shape: if of.shape.len() == 2 { row(6) } else { &[2, 3] } };
            let x = b.value(of);
            let name = b.op(&format!("vector.shape_cast {x} : {of} to {to}"));
            b.add(name, to);
        }
        12 => {
            let to = Ty { elem, shape: &[2, 3] };
            let of = Ty { elem, shape: b.rng.pick(&[&[3][..], &[1][..]]) };
            let x = b.value(of);
            let name = b.op(&format!("vector.broadcast {x} : {of} to {to}"));
            b.add(name, to);
        }
        _ if ty.shape.len() == 1 && !elem.is_float() => {
            // Add a shuffle that rotates the elements by one.
            let picks: Vec<String> = (0..n).map(|k| ((k + 1) % n).to_string()).collect();
            let y = b.op(&format!("vector.shuffle {x}, {x} [{}] : {ty}, {ty}", picks.join(", ")));
            let name = b.op(&format!("arith.xori {x}, {y} : {ty}"));
            b.add(name, ty);
        }
        _ => {}
    }
}

/// Adds an op on a two-dimensional vector with the element type `elem`.
fn matrix(b: &mut Body, elem: Elem) {
    let (ty, turned) = (Ty { elem, shape: &[2, 3] }, Ty { elem, shape: &[3, 2] });
    let x = b.value(ty);
    match b.rng.below(6) {
        0 => {
            let name = b.op(&format!("vector.transpose {x}, [1, 0] : {ty} to {turned}"));
            b.add(name, turned);
        }
        1 => {
            let y = b.value(turned);
            let name = b.op(&format!("vector.transpose {y}, [1, 0] : {turned} to {ty}"));
            b.add(name, ty);
        }
        2 => {
            let at = b.rng.below(2);
            let part = Ty { elem, shape: row(3) };
            let name = b.op(&format!("vector.extract {x}[{at}] : {part} from {ty}"));
            b.add(name, part);
        }
        3 => {
            let at = b.rng.below(2);
            let part = Ty { elem, shape: row(3) };
            let y = b.value(part);
            let name = b.op(&format!("vector.insert {y}, {x} [{at}] : {part} into {ty}"));
            b.add(name, ty);
        }
        4 => {
            let (dimension, rest) = b.rng.pick(&[(0, row(3)), (1, row(2))]);
            let (kind, to) = (kind(b, elem), Ty { elem, shape: rest });
            let y = b.value(to);
            let name =
                b.op(&format!("vector.multi_reduction <{kind}>, {x}, {y} [{dimension}] : {ty} to {to}"));
            b.add(name, to);
        }
        _ if elem != Elem::I1 && !elem.is_float() => {
            let (rows, columns) = (Ty { elem, shape: row(2) }, Ty { elem, shape: row(3) });
            let (r, c) = (b.value(rows), b.value(columns));
            let name = match b.rng.chance(50) {
                true => b.op(&format!(
                    "vector.outerproduct {r}, {c}, {x} {{kind = #vector.kind<add>}} : {rows}, {columns}"
                )),
                false => b.op(&format!("vector.outerproduct {r}, {c} : {rows}, {columns}")),
            };
            b.add(name, ty);
        }
        _ => {
            let (m, y) = (b.value(ty.of(Elem::I1)), b.value(ty));
            let name = b.op(&format!("arith.select {m}, {x}, {y} : {}, {ty}", ty.of(Elem::I1)));
            b.add(name, ty);
        }
    }
}
