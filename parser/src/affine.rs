//! Parser for affine maps and integer sets
//!
//! For example, `affine_map<(i, j)[s] -> (j + s, i)>` and `affine_set<(i) : (i >= 0)>`.

use crate::parser::Parser;
use crate::token::Token;
use spv_ir::affine::{AffineExpr, AffineMap, AffineOp, IntegerSet};
use spv_ir::text::Parsed;
use spv_ir::*;

/// Maximum number of operations in an affine expression, which limits the recursion depth.
const LIMIT: u32 = 256;

/// The names of the dimensions and symbols of a map or set, and the number of operations in the current expression.
struct Names<'s> {
    dims: Vec<&'s str>,
    symbols: Vec<&'s str>,
    ops: u32,
}

/// Returns whether a word is the keyword of an affine map or integer set.
pub(crate) fn is_affine_word(word: &str) -> bool {
    matches!(word, "affine_map" | "affine_set")
}

impl<'s> Parser<'s> {
    /// Parses an affine map or integer set, starting at its keyword.
    pub fn affine(&mut self) -> Parsed<Attribute> {
        let is_map = self.text() == "affine_map";
        self.advance();
        self.need(Token::Less, "<")?;
        let attr = self.affine_body(is_map)?;
        self.need(Token::Greater, ">")?;
        Ok(attr)
    }

    /// Parses the contents of the angle brackets of an affine map or integer set.
    pub fn affine_body(&mut self, is_map: bool) -> Parsed<Attribute> {
        let mut names = Names { dims: Vec::new(), symbols: Vec::new(), ops: 0 };
        self.need(Token::LParen, "(")?;
        self.list(Token::RParen, ")", &mut |p| p.declare(&mut names, false))?;
        if self.eat(Token::LSquare) {
            self.list(Token::RSquare, "]", &mut |p| p.declare(&mut names, true))?;
        }
        let (dims, symbols) = (names.dims.len() as u32, names.symbols.len() as u32);
        let data = if is_map {
            self.need(Token::Arrow, "->")?;
            self.need(Token::LParen, "(")?;
            let mut results = Vec::new();
            self.list(Token::RParen, ")", &mut |p| {
                results.push(p.expression(&mut names)?);
                Ok(())
            })?;
            AttrData::AffineMap(Box::new(AffineMap { dims, symbols, results: results.into() }))
        } else {
            self.need(Token::Colon, ":")?;
            self.need(Token::LParen, "(")?;
            let mut constraints = Vec::new();
            self.list(Token::RParen, ")", &mut |p| {
                constraints.push(p.constraint(&mut names)?);
                Ok(())
            })?;
            if constraints.is_empty() {
                constraints.push((AffineExpr::Constant(0), true));
            }
            AttrData::IntegerSet(Box::new(IntegerSet { dims, symbols, constraints: constraints.into() }))
        };
        Ok(self.ctx.attr(data))
    }

    fn declare(&mut self, names: &mut Names<'s>, symbol: bool) -> Parsed<()> {
        let (name, span) = (self.text(), self.span());
        if self.tok != Token::Word {
            return Err(self.expected("bare identifier"));
        }
        if names.dims.contains(&name) || names.symbols.contains(&name) {
            return Err(self.fail(span, format!("redefinition of identifier '{name}'")));
        }
        self.advance();
        if symbol {
            names.symbols.push(name)
        } else {
            names.dims.push(name)
        }
        Ok(())
    }

    /// Parses a constraint `a >= b`, `a <= b` or `a == b`. Returns the difference of both sides, and whether the
    /// difference must be zero. Otherwise, it must be nonnegative.
    fn constraint(&mut self, names: &mut Names<'s>) -> Parsed<(AffineExpr, bool)> {
        let lhs = self.expression(names)?;
        let relation = self.tok;
        if !matches!(relation, Token::Greater | Token::Less | Token::Equal) {
            return Err(self.expected("'==', '>=' or '<='"));
        }
        self.advance();
        self.need(Token::Equal, "=")?;
        let rhs = self.expression(names)?;
        let (from, less) = if relation == Token::Less { (rhs, lhs) } else { (lhs, rhs) };
        Ok((AffineExpr::binary(AffineOp::Add, from, less.negated()), relation == Token::Equal))
    }

    /// Parses an affine expression.
    fn expression(&mut self, names: &mut Names<'s>) -> Parsed<AffineExpr> {
        names.ops = 0;
        self.sum(names)
    }

    fn sum(&mut self, names: &mut Names<'s>) -> Parsed<AffineExpr> {
        let mut sum = self.product(names)?;
        loop {
            let minus = self.tok == Token::Minus;
            if !(minus || self.tok == Token::Other && self.text() == "+") {
                return Ok(sum);
            }
            self.operator(names)?;
            let rhs = self.product(names)?;
            let rhs = if minus { rhs.negated() } else { rhs };
            sum = AffineExpr::binary(AffineOp::Add, sum, rhs);
        }
    }

    fn product(&mut self, names: &mut Names<'s>) -> Parsed<AffineExpr> {
        let mut product = self.operand_of_expression(names)?;
        loop {
            let found = AffineOp::ALL.iter().find(|(op, name)| *op != AffineOp::Add && *name == self.text());
            let Some((op, name)) = found.filter(|_| matches!(self.tok, Token::Word | Token::Other)) else {
                return Ok(product);
            };
            let span = self.span();
            self.operator(names)?;
            let rhs = self.operand_of_expression(names)?;
            let wrong = match op {
                AffineOp::Mul if !product.is_symbolic() && !rhs.is_symbolic() => {
                    Some("at least one of the multiply operands".to_owned())
                }
                AffineOp::Mul => None,
                _ if !rhs.is_symbolic() => Some(format!("right operand of {name}")),
                _ => None,
            };
            if let Some(what) = wrong {
                let message =
                    format!("non-affine expression: {what} has to be either a constant or symbolic");
                return Err(self.fail(span, message));
            }
            product = AffineExpr::binary(*op, product, rhs);
        }
    }

    fn operand_of_expression(&mut self, names: &mut Names<'s>) -> Parsed<AffineExpr> {
        match self.tok {
            Token::Minus => {
                self.operator(names)?;
                if self.text() == "9223372036854775808" {
                    self.advance();
                    return Ok(AffineExpr::Constant(i64::MIN));
                }
                self.enter()?;
                let inner = self.operand_of_expression(names);
                self.leave();
                inner.map(AffineExpr::negated)
            }
            Token::LParen => {
                self.operator(names)?;
                self.enter()?;
                let inner = self.sum(names);
                self.leave();
                let inner = inner?;
                self.need(Token::RParen, ")")?;
                Ok(inner)
            }
            Token::Int => {
                let span = self.span();
                match self.number()?.to_i128().and_then(|value| i64::try_from(value).ok()) {
                    Some(value) => Ok(AffineExpr::Constant(value)),
                    None => Err(self.fail(span, "constant too large for index")),
                }
            }
            Token::Word => {
                let (name, span) = (self.text(), self.span());
                let position = |list: &[&str]| list.iter().position(|n| *n == name).map(|at| at as u32);
                let dim = position(&names.dims).map(AffineExpr::Dim);
                let Some(found) = dim.or_else(|| position(&names.symbols).map(AffineExpr::Symbol)) else {
                    return Err(self.fail(span, format!("use of undeclared identifier '{name}'")));
                };
                self.advance();
                Ok(found)
            }
            _ => Err(self.expected("affine expression")),
        }
    }

    /// Consumes an operator and counts it toward [`LIMIT`].
    fn operator(&mut self, names: &mut Names<'s>) -> Parsed<()> {
        names.ops += 1;
        if names.ops > LIMIT {
            return Err(
                self.fail(self.span(), format!("an affine expression of more than {LIMIT} operators"))
            );
        }
        self.advance();
        Ok(())
    }
}
