//! What becomes of each type.

use super::failure::Mismatch;
use super::rewriter::ConversionRewriter;
use crate::context::Context;
use crate::entity::Value;
use crate::types::Type;
use smallvec::{SmallVec, smallvec};

/// What a rule says of a type.
pub enum TypeResult {
    /// It becomes these types, perhaps itself alone, perhaps none.
    Types(SmallVec<[Type; 1]>),
    /// It cannot be converted, because of this.
    Fails(String),
}

impl From<Type> for TypeResult {
    fn from(ty: Type) -> TypeResult {
        TypeResult::Types(smallvec![ty])
    }
}

/// A rule: `None` where it says nothing of the type.
pub type TypeRule<E> = fn(&E, &Context, Type) -> Option<TypeResult>;
/// Makes a value of the type from others; `None` where it cannot.
pub type MaterializeFn<E> = fn(&mut ConversionRewriter<'_, E>, &[Value], Type) -> Option<Value>;

/// Rules, of which the last that says something of a type counts.
pub struct TypeConverter<E> {
    rules: Vec<TypeRule<E>>,
    targets: Vec<MaterializeFn<E>>,
    sources: Vec<MaterializeFn<E>>,
}

impl<E> Default for TypeConverter<E> {
    fn default() -> Self {
        TypeConverter { rules: Vec::new(), targets: Vec::new(), sources: Vec::new() }
    }
}

impl<E> TypeConverter<E> {
    /// Adds a rule, which is asked before those added earlier.
    #[must_use]
    pub fn rule(mut self, rule: TypeRule<E>) -> Self {
        self.rules.push(rule);
        self
    }

    /// Adds a way to make a value of a converted type from one of another type, where an operand asks for it.
    #[must_use]
    pub fn target_materialization(mut self, make: MaterializeFn<E>) -> Self {
        self.targets.push(make);
        self
    }

    /// Adds a way to make a value of an original type from converted ones, where an op that stays asks for it.
    #[must_use]
    pub fn source_materialization(mut self, make: MaterializeFn<E>) -> Self {
        self.sources.push(make);
        self
    }

    /// What a type becomes. A type of which no rule says anything stays.
    ///
    /// # Errors
    /// Why it cannot be converted.
    pub fn convert(&self, env: &E, ctx: &Context, ty: Type) -> Result<SmallVec<[Type; 1]>, Mismatch> {
        match self.rules.iter().rev().find_map(|rule| rule(env, ctx, ty)) {
            None => Ok(smallvec![ty]),
            Some(TypeResult::Types(types)) => Ok(types),
            Some(TypeResult::Fails(reason)) => Err(reason.into()),
        }
    }

    /// Whether a type stays as it is.
    pub fn is_legal(&self, env: &E, ctx: &Context, ty: Type) -> bool {
        self.convert(env, ctx, ty).is_ok_and(|types| types[..] == [ty])
    }

    pub(super) fn targets(&self) -> &[MaterializeFn<E>] {
        &self.targets
    }

    pub(super) fn sources(&self) -> &[MaterializeFn<E>] {
        &self.sources
    }
}
