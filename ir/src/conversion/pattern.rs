//! Patterns: how one op is replaced.

use super::failure::Mismatch;
use super::rewriter::ConversionRewriter;
use crate::dialect::Registry;
use crate::entity::{Op, Value};
use smallvec::SmallVec;

/// The values that an original value became: mostly one.
pub type Converted = SmallVec<[Value; 1]>;

/// The operands of an op, converted.
#[derive(Clone, Debug, Default)]
pub struct Operands {
    /// Own operands.
    pub own: SmallVec<[Converted; 4]>,
    /// Those passed to each successor.
    pub successors: Vec<Vec<Converted>>,
}

impl Operands {
    /// An operand that became one value.
    ///
    /// # Errors
    /// There is no such operand, or it became another number of values.
    pub fn one(&self, index: usize) -> Result<Value, Mismatch> {
        match self.own.get(index).map(|values| &values[..]) {
            Some([value]) => Ok(*value),
            Some(values) => Err(format!("operand #{index} became {} values", values.len()).into()),
            None => Err(format!("there is no operand #{index}").into()),
        }
    }

    /// The first operands, as many as a pattern names, where each became one value: `let [a, b] = operands.first()?`.
    ///
    /// # Errors
    /// There are fewer, or one became another number of values.
    pub fn first<const N: usize>(&self) -> Result<[Value; N], Mismatch> {
        let values = (0..N).map(|index| self.one(index)).collect::<Result<SmallVec<[Value; N]>, _>>()?;
        values.into_inner().map_err(|_| "there are fewer operands".into())
    }

    /// The last operand, where it became one value.
    ///
    /// # Errors
    /// There is none, or it became another number of values.
    pub fn last(&self) -> Result<Value, Mismatch> {
        self.one(self.own.len().wrapping_sub(1))
    }

    /// All own operands, where each became one value.
    ///
    /// # Errors
    /// One became another number of values.
    pub fn all(&self) -> Result<SmallVec<[Value; 4]>, Mismatch> {
        (0..self.own.len()).map(|index| self.one(index)).collect()
    }

    /// The values passed to a successor, in order.
    pub fn passed(&self, successor: usize) -> Vec<Value> {
        self.successors.get(successor).into_iter().flatten().flatten().copied().collect()
    }
}

/// Replaces an op: creates others, then calls [`ConversionRewriter::replace`] or [`ConversionRewriter::erase`]. On a
/// mismatch all that it created is undone; blocks and regions may be changed only where nothing fails any more.
pub type PatternFn<E> = fn(&mut ConversionRewriter<'_, E>, Op, &Operands) -> Result<(), Mismatch>;

/// Refuses an op before a pattern sees it.
pub type GuardFn<E> = fn(&ConversionRewriter<'_, E>, Op) -> Result<(), Mismatch>;

/// A pattern.
pub struct Pattern<E> {
    /// The full name of the op that it replaces.
    pub op: &'static str,
    /// What messages call it.
    pub name: &'static str,
    /// Of several patterns for one op, that with the highest benefit is tried first.
    pub benefit: u16,
    /// Whether it may be applied to ops that it created itself, because it makes them smaller.
    pub bounded: bool,
    /// Whether it is for ops alone of which an operand or result does not become one value.
    pub of_pieces: bool,
    /// What is asked before.
    pub guard: Option<GuardFn<E>>,
    /// Does it.
    pub apply: PatternFn<E>,
}

impl<E> Clone for Pattern<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Pattern<E> {}

impl<E> Pattern<E> {
    /// A pattern with benefit 1.
    pub const fn new(op: &'static str, name: &'static str, apply: PatternFn<E>) -> Pattern<E> {
        Pattern { op, name, benefit: 1, bounded: false, of_pieces: false, guard: None, apply }
    }

    /// With another benefit.
    #[must_use]
    pub const fn benefit(self, benefit: u16) -> Pattern<E> {
        Pattern { benefit, ..self }
    }

    /// Applied only to ops that a function does not refuse.
    #[must_use]
    pub const fn guarded(self, guard: GuardFn<E>) -> Pattern<E> {
        Pattern { guard: Some(guard), ..self }
    }

    /// For ops alone of which an operand or result does not become one value.
    #[must_use]
    pub const fn of_pieces(self) -> Pattern<E> {
        Pattern { of_pieces: true, ..self }
    }

    /// May be applied to ops that it created itself.
    #[must_use]
    pub const fn bounded(self) -> Pattern<E> {
        Pattern { bounded: true, ..self }
    }
}

/// A set of patterns.
pub struct Patterns<E> {
    list: Vec<Pattern<E>>,
}

impl<E> Default for Patterns<E> {
    fn default() -> Self {
        Patterns { list: Vec::new() }
    }
}

impl<E> Patterns<E> {
    /// Adds patterns. Of equal benefit, one added earlier is tried first.
    #[must_use]
    pub fn with(mut self, patterns: &[Pattern<E>]) -> Self {
        self.list.extend_from_slice(patterns);
        self
    }

    /// The patterns for each definition, in the order in which they are tried.
    pub(super) fn table(&self, registry: &Registry) -> Vec<Vec<Pattern<E>>> {
        let mut table: Vec<Vec<Pattern<E>>> = Vec::new();
        table.resize_with(registry.ops().len(), Vec::new);
        for pattern in &self.list {
            if let Some(def) = registry.op_by_name(pattern.op) {
                table[usize::from(def.0)].push(*pattern);
            }
        }
        table.iter_mut().for_each(|list| list.sort_by_key(|pattern| std::cmp::Reverse(pattern.benefit)));
        table
    }
}
