//! Conversion patterns

use super::failure::Mismatch;
use super::rewriter::ConversionRewriter;
use crate::dialect::Registry;
use crate::entity::{Op, Value};
use smallvec::SmallVec;

/// The converted values of an original value: usually a single value.
pub type Converted = SmallVec<[Value; 1]>;

/// The converted operands of an op.
#[derive(Clone, Debug, Default)]
pub struct Operands {
    /// Converted operands, excluding successor arguments.
    pub own: SmallVec<[Converted; 4]>,
    /// Converted operands forwarded to each successor.
    pub successors: Vec<Vec<Converted>>,
}

impl Operands {
    /// Returns the converted value of the operand with the given index.
    ///
    /// # Errors
    /// Fails if the operand does not exist or was not converted to exactly one value.
    pub fn one(&self, index: usize) -> Result<Value, Mismatch> {
        match self.own.get(index).map(|values| &values[..]) {
            Some([value]) => Ok(*value),
            Some(values) => Err(format!("operand #{index} was converted to {} values", values.len()).into()),
            None => Err(format!("operand #{index} does not exist").into()),
        }
    }

    /// Returns the first `N` operands, each converted to a single value: `let [a, b] = operands.first()?`.
    ///
    /// # Errors
    /// Fails if an operand is missing or was not converted to exactly one value.
    pub fn first<const N: usize>(&self) -> Result<[Value; N], Mismatch> {
        let values = (0..N).map(|index| self.one(index)).collect::<Result<SmallVec<[Value; N]>, _>>()?;
        values.into_inner().map_err(|_| "too few operands".into())
    }

    /// Returns the last operand, converted to a single value.
    ///
    /// # Errors
    /// Fails if the op has no operands or the last operand was not converted to exactly one value.
    pub fn last(&self) -> Result<Value, Mismatch> {
        self.one(self.own.len().wrapping_sub(1))
    }

    /// Returns all operands except successor arguments, each converted to a single value.
    ///
    /// # Errors
    /// Fails if an operand was not converted to exactly one value.
    pub fn all(&self) -> Result<SmallVec<[Value; 4]>, Mismatch> {
        (0..self.own.len()).map(|index| self.one(index)).collect()
    }

    /// Returns the converted operands forwarded to the successor with the given index, in order.
    pub fn passed(&self, successor: usize) -> Vec<Value> {
        self.successors.get(successor).into_iter().flatten().flatten().copied().collect()
    }
}

/// Function that applies a pattern. Creates new ops, then calls [`ConversionRewriter::replace`] or
/// [`ConversionRewriter::erase`]. A mismatch rolls back all created ops. Blocks and regions may be changed only after
/// the last point of failure.
pub type PatternFn<E> = fn(&mut ConversionRewriter<'_, E>, Op, &Operands) -> Result<(), Mismatch>;

/// A precondition that rejects an op before the pattern runs.
pub type GuardFn<E> = fn(&ConversionRewriter<'_, E>, Op) -> Result<(), Mismatch>;

/// A conversion pattern for one op name.
pub struct Pattern<E> {
    /// Full name of the op to replace.
    pub op: &'static str,
    /// Name of the pattern in messages.
    pub name: &'static str,
    /// Priority among the patterns for the same op. The pattern with the highest benefit is tried first.
    pub benefit: u16,
    /// Whether the pattern may apply to ops that it created. Repeated application must terminate, for example because
    /// the op shrinks each time.
    pub bounded: bool,
    /// Whether the pattern applies only to ops with an operand or result that is not converted to exactly one value.
    pub of_pieces: bool,
    /// Precondition that is checked before `apply`, if any.
    pub guard: Option<GuardFn<E>>,
    /// Function that replaces the op.
    pub apply: PatternFn<E>,
}

impl<E> Clone for Pattern<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Pattern<E> {}

impl<E> Pattern<E> {
    /// Creates a pattern with benefit 1.
    pub const fn new(op: &'static str, name: &'static str, apply: PatternFn<E>) -> Pattern<E> {
        Pattern { op, name, benefit: 1, bounded: false, of_pieces: false, guard: None, apply }
    }

    /// Sets the priority among the patterns for the same op.
    #[must_use]
    pub const fn benefit(self, benefit: u16) -> Pattern<E> {
        Pattern { benefit, ..self }
    }

    /// Sets the precondition.
    #[must_use]
    pub const fn guarded(self, guard: GuardFn<E>) -> Pattern<E> {
        Pattern { guard: Some(guard), ..self }
    }

    /// Restricts the pattern to ops with an operand or result that is not converted to exactly one value.
    #[must_use]
    pub const fn of_pieces(self) -> Pattern<E> {
        Pattern { of_pieces: true, ..self }
    }

    /// Allows the pattern to apply to ops that it created.
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
    /// Adds patterns. Among patterns with the same benefit, the pattern added first is tried first.
    #[must_use]
    pub fn with(mut self, patterns: &[Pattern<E>]) -> Self {
        self.list.extend_from_slice(patterns);
        self
    }

    /// Returns the patterns for each op definition, in the order in which they are tried.
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
