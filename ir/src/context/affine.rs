//! Affine expressions, maps and integer sets
//!
//! Constructors simplify expressions in the same way as MLIR.

use std::fmt::{self, Write};

/// A binary operation of affine expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AffineOp {
    /// `a + b`
    Add,
    /// `a * b`
    Mul,
    /// `a mod b`
    Mod,
    /// `a floordiv b`
    FloorDiv,
    /// `a ceildiv b`
    CeilDiv,
}

impl AffineOp {
    /// All operations with their spellings in MLIR text.
    pub const ALL: [(AffineOp, &'static str); 5] = [
        (AffineOp::Add, "+"),
        (AffineOp::Mul, "*"),
        (AffineOp::Mod, "mod"),
        (AffineOp::FloorDiv, "floordiv"),
        (AffineOp::CeilDiv, "ceildiv"),
    ];

    /// Returns the operation's spelling in MLIR text.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(op, _)| *op == self).map_or("", |(_, name)| name)
    }
}

/// An affine expression over dimensions and symbols.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    /// `d0`
    Dim(u32),
    /// `s0`
    Symbol(u32),
    /// `5`
    Constant(i64),
    /// A binary operation. [`AffineExpr::binary`] constructs and simplifies operations.
    Binary(AffineOp, Box<[AffineExpr; 2]>),
}

use AffineExpr::{Binary, Constant};
use AffineOp::{Add, CeilDiv, FloorDiv, Mod, Mul};

impl AffineExpr {
    /// Constructs a binary operation, simplified as in MLIR.
    pub fn binary(op: AffineOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let simplified = match op {
            Add => simplify_add(&lhs, &rhs),
            Mul => simplify_mul(&lhs, &rhs),
            Mod | FloorDiv | CeilDiv => match rhs {
                Constant(divisor) => simplify_division(op, &lhs, divisor),
                _ => None,
            },
        };
        simplified.unwrap_or_else(|| Binary(op, Box::new([lhs, rhs])))
    }

    /// Returns the expression multiplied by -1.
    #[must_use]
    pub fn negated(self) -> AffineExpr {
        Self::binary(Mul, self, Constant(-1))
    }

    /// Returns whether the expression contains no dimensions.
    pub fn is_symbolic(&self) -> bool {
        match self {
            AffineExpr::Dim(_) => false,
            AffineExpr::Symbol(_) | Constant(_) => true,
            Binary(_, pair) => pair.iter().all(AffineExpr::is_symbolic),
        }
    }

    /// Returns the left and the right operand if the expression is a `wanted` operation; `None` for other expressions.
    fn pair(&self, wanted: AffineOp) -> Option<(&AffineExpr, &AffineExpr)> {
        match self {
            Binary(op, pair) if *op == wanted => Some((&pair[0], &pair[1])),
            _ => None,
        }
    }

    /// Returns the left operand and the constant if the expression is a `wanted` operation with a constant on the
    /// right. Returns `None` for other expressions.
    fn with_constant(&self, wanted: AffineOp) -> Option<(&AffineExpr, i64)> {
        match self.pair(wanted)? {
            (lhs, Constant(value)) => Some((lhs, *value)),
            _ => None,
        }
    }

    /// Returns the largest known integer that divides every value of the expression.
    fn known_divisor(&self) -> i64 {
        match self {
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => 1,
            Constant(value) => value.wrapping_abs(),
            Binary(FloorDiv | CeilDiv, pair) => {
                let Constant(by) = pair[1] else { return 1 };
                // Computed only once, because repeated calls would take time exponential in the nesting depth.
                let divisor = pair[0].known_divisor();
                let divides = by != 0 && divisor.wrapping_rem(by) == 0;
                if divides { divisor.wrapping_div(by).wrapping_abs() } else { 1 }
            }
            Binary(Mul, pair) => pair[0].known_divisor().wrapping_mul(pair[1].known_divisor()),
            Binary(Add | Mod, pair) => gcd(pair[0].known_divisor(), pair[1].known_divisor()),
        }
    }

    /// Adds the expression times `factor` to `terms`. Returns `None` if the expression is not a sum of multiples of
    /// dimensions.
    ///
    /// A symbol as a factor makes the coefficient unknown. A symbol as a summand makes the constant unknown.
    fn add_terms(&self, factor: Option<i64>, terms: &mut Terms) -> Option<()> {
        let times = |by: Option<i64>| factor.zip(by).map(|(a, b)| a.wrapping_mul(b));
        let add = |term: &mut Option<i64>, by: Option<i64>| {
            *term = term.zip(by).map(|(a, b)| a.wrapping_add(b));
        };
        match self {
            AffineExpr::Dim(number) => add(terms.dims.get_mut(*number as usize)?, factor),
            AffineExpr::Symbol(_) => terms.constant = None,
            Constant(value) => add(&mut terms.constant, times(Some(*value))),
            Binary(Add, pair) => pair.iter().try_for_each(|operand| operand.add_terms(factor, terms))?,
            Binary(Mul, pair) => match (&pair[0], &pair[1]) {
                (lhs, Constant(value)) => lhs.add_terms(times(Some(*value)), terms)?,
                (lhs, AffineExpr::Symbol(_)) => lhs.add_terms(None, terms)?,
                _ => return None,
            },
            Binary(..) => return None,
        }
        Some(())
    }
}

/// A linear combination of dimensions, plus a constant. Unknown coefficients and constants are `None`.
struct Terms {
    dims: Vec<Option<i64>>,
    constant: Option<i64>,
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a.wrapping_rem(b));
    }
    a.wrapping_abs()
}

fn add(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    AffineExpr::binary(Add, lhs, rhs)
}

fn mul(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    AffineExpr::binary(Mul, lhs, rhs)
}

fn simplify_add(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    match (lhs, rhs) {
        (Constant(a), Constant(b)) => return a.checked_add(*b).map(Constant),
        // Canonical order: dimensions, then symbols, then constants.
        (Constant(_), _) => return Some(add(rhs.clone(), lhs.clone())),
        (_, Constant(0)) => return Some(lhs.clone()),
        _ if lhs.is_symbolic() && !rhs.is_symbolic() => return Some(add(rhs.clone(), lhs.clone())),
        _ => {}
    }
    if let (Some((inner, a)), Constant(b)) = (lhs.with_constant(Add), rhs) {
        return Some(add(inner.clone(), Constant(a.wrapping_add(*b))));
    }
    let ((first, a), (second, b)) =
        (lhs.with_constant(Mul).unwrap_or((lhs, 1)), rhs.with_constant(Mul).unwrap_or((rhs, 1)));
    if first == second {
        return Some(mul(first.clone(), Constant(a.wrapping_add(b))));
    }
    if let Some((inner, constant)) = lhs.with_constant(Add) {
        return Some(add(add(inner.clone(), rhs.clone()), Constant(constant)));
    }
    // `a - (a floordiv q) * q` is `a mod q`.
    let (product, factor) = rhs.pair(Mul)?;
    if *factor == Constant(-1)
        && let Some((quotient, divisor)) = product.pair(Mul)
    {
        let (dividend, by) = quotient.pair(FloorDiv)?;
        if by == divisor && lhs == dividend {
            return Some(AffineExpr::binary(Mod, lhs.clone(), divisor.clone()));
        }
    }
    let (dividend, by) = product.pair(FloorDiv)?;
    let whole = lhs == dividend && *by == factor.clone().negated();
    whole.then(|| AffineExpr::binary(Mod, lhs.clone(), by.clone()))
}

fn simplify_mul(lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
    match (lhs, rhs) {
        (Constant(a), Constant(b)) => return a.checked_mul(*b).map(Constant),
        (Constant(_), _) => return Some(mul(rhs.clone(), lhs.clone())),
        (_, Constant(1)) => return Some(lhs.clone()),
        (_, Constant(0)) => return Some(Constant(0)),
        _ if !rhs.is_symbolic() && lhs.is_symbolic() => return Some(mul(rhs.clone(), lhs.clone())),
        _ => {}
    }
    let (inner, a) = lhs.with_constant(Mul)?;
    Some(match rhs {
        Constant(b) => mul(inner.clone(), Constant(a.wrapping_mul(*b))),
        _ => mul(mul(inner.clone(), rhs.clone()), Constant(a)),
    })
}

fn simplify_division(op: AffineOp, lhs: &AffineExpr, by: i64) -> Option<AffineExpr> {
    // Division by zero, undefined results and overflow are not folded.
    if by == 0 || (op == Mod && by < 0) {
        return None;
    }
    if let Constant(value) = *lhs {
        let quotient = value.checked_div(by)?;
        let (inexact, negative) = (value.wrapping_rem(by) != 0, (value < 0) != (by < 0));
        return Some(Constant(match op {
            FloorDiv => quotient - i64::from(inexact && negative),
            CeilDiv => quotient + i64::from(inexact && !negative),
            _ => value.rem_euclid(by),
        }));
    }
    let divides = |part: &AffineExpr| part.known_divisor().wrapping_rem(by) == 0;
    if op == Mod {
        if divides(lhs) {
            return Some(Constant(0));
        }
        let rest = match lhs {
            Binary(Add, pair) if divides(&pair[0]) => &pair[1],
            Binary(Add, pair) if divides(&pair[1]) => &pair[0],
            Binary(Mod, pair) => match pair[1] {
                Constant(outer) if outer >= 1 && outer % by == 0 => &pair[0],
                _ => return None,
            },
            _ => return None,
        };
        return Some(AffineExpr::binary(Mod, rest.clone(), Constant(by)));
    }
    if by == 1 {
        return Some(lhs.clone());
    }
    if let Some((inner, factor)) = lhs.with_constant(Mul)
        && factor.wrapping_rem(by) == 0
    {
        return Some(mul(inner.clone(), Constant(factor.wrapping_div(by))));
    }
    let (first, second) = lhs.pair(Add).filter(|_| op == FloorDiv)?;
    let quotient = |part: &AffineExpr| AffineExpr::binary(FloorDiv, part.clone(), Constant(by));
    (divides(first) || divides(second)).then(|| add(quotient(first), quotient(second)))
}

/// An affine map: `(d0, d1)[s0] -> (d0 + s0, d1)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// Result expressions.
    pub results: Box<[AffineExpr]>,
}

impl AffineMap {
    /// Returns the map from `dims` dimensions to the last `results` of these dimensions.
    pub fn minor_identity(dims: u32, results: u32) -> AffineMap {
        let results = (dims.saturating_sub(results)..dims).map(AffineExpr::Dim).collect();
        AffineMap { dims, symbols: 0, results }
    }

    /// Returns whether the map returns its dimensions unchanged, regardless of its symbols.
    pub fn is_identity(&self) -> bool {
        self.results == AffineMap::minor_identity(self.dims, self.dims).results
    }

    /// Returns the offset of a map with a single result, and the stride of each dimension.
    ///
    /// Offsets and strides that depend on symbols are `None`. The whole result is `None` if the map is not a sum of
    /// multiples of dimensions.
    pub fn strides(&self) -> Option<(Option<i64>, Vec<Option<i64>>)> {
        let [result] = &self.results[..] else { return None };
        let mut terms = Terms { dims: vec![Some(0); self.dims as usize], constant: Some(0) };
        result.add_terms(Some(1), &mut terms)?;
        Some((terms.constant, terms.dims))
    }
}

/// An integer set: `(d0)[s0] : (d0 - s0 >= 0, d0 == 0)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    /// Number of dimensions.
    pub dims: u32,
    /// Number of symbols.
    pub symbols: u32,
    /// The constraints: an expression, and whether it must be zero (`true`) or non-negative (`false`).
    pub constraints: Box<[(AffineExpr, bool)]>,
}

// Printing.

/// Writes an expression. Encloses operations in parentheses if `tight` is set.
fn write_expr(f: &mut fmt::Formatter<'_>, expr: &AffineExpr, tight: bool) -> fmt::Result {
    let (op, lhs, rhs) = match expr {
        AffineExpr::Dim(number) => return write!(f, "d{number}"),
        AffineExpr::Symbol(number) => return write!(f, "s{number}"),
        Constant(value) => return write!(f, "{value}"),
        Binary(op, pair) => (*op, &pair[0], &pair[1]),
    };
    if tight {
        f.write_char('(')?;
    }
    match (op, rhs, rhs.with_constant(Mul)) {
        (Mul, Constant(-1), _) => {
            f.write_char('-')?;
            write_expr(f, lhs, true)?;
        }
        // The minimum value is excluded, because its negation cannot be parsed.
        (Add, Constant(value), _) if (-i64::MAX..0).contains(value) => {
            write_expr(f, lhs, false)?;
            write!(f, " - {}", value.unsigned_abs())?;
        }
        (Add, _, Some((inner, -1))) => {
            write_expr(f, lhs, false)?;
            f.write_str(" - ")?;
            write_expr(f, inner, inner.pair(Add).is_some())?;
        }
        (Add, _, Some((inner, factor))) if (-i64::MAX..-1).contains(&factor) => {
            write_expr(f, lhs, false)?;
            f.write_str(" - ")?;
            write_expr(f, inner, true)?;
            write!(f, " * {}", factor.unsigned_abs())?;
        }
        _ => {
            write_expr(f, lhs, op != Add)?;
            write!(f, " {} ", op.name())?;
            write_expr(f, rhs, op != Add)?;
        }
    }
    if tight { f.write_char(')') } else { Ok(()) }
}

/// Writes dimensions and symbols, such as `(d0, d1)[s0]`.
fn write_space(f: &mut fmt::Formatter<'_>, dims: u32, symbols: u32) -> fmt::Result {
    let list = |letter: char, count: u32| -> String {
        (0..count).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(", ")
    };
    write!(f, "({})", list('d', dims))?;
    if symbols == 0 { Ok(()) } else { write!(f, "[{}]", list('s', symbols)) }
}

impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_expr(f, self, false)
    }
}

impl fmt::Display for AffineMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_space(f, self.dims, self.symbols)?;
        f.write_str(" -> (")?;
        for (i, result) in self.results.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            result.fmt(f)?;
        }
        f.write_char(')')
    }
}

impl fmt::Display for IntegerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_space(f, self.dims, self.symbols)?;
        f.write_str(" : (")?;
        for (i, (expr, is_zero)) in self.constraints.iter().enumerate() {
            let relation = if *is_zero { "==" } else { ">=" };
            write!(f, "{}{expr} {relation} 0", if i > 0 { ", " } else { "" })?;
        }
        f.write_char(')')
    }
}
