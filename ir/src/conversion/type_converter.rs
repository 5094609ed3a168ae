//! Type converter: rules that map types to types

use super::failure::Mismatch;
use super::rewriter::ConversionRewriter;
use crate::context::Context;
use crate::entity::Value;
use crate::types::Type;
use smallvec::{SmallVec, smallvec};

/// The result of a type conversion rule.
pub enum TypeResult {
    /// The converted types: none, several, or the type itself if it is legal.
    Types(SmallVec<[Type; 1]>),
    /// The type cannot be converted, with the reason.
    Fails(String),
}

impl From<Type> for TypeResult {
    fn from(ty: Type) -> TypeResult {
        TypeResult::Types(smallvec![ty])
    }
}

/// A conversion rule. Returns `None` if the rule does not apply to the type.
pub type TypeRule<E> = fn(&E, &Context, Type) -> Option<TypeResult>;
/// Creates a value of the given type from other values. Returns `None` if that is impossible.
pub type MaterializeFn<E> = fn(&mut ConversionRewriter<'_, E>, &[Value], Type) -> Option<Value>;

/// A list of conversion rules. The last applicable rule wins.
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
    /// Adds a rule that takes precedence over earlier rules.
    #[must_use]
    pub fn rule(mut self, rule: TypeRule<E>) -> Self {
        self.rules.push(rule);
        self
    }

    /// Adds a materialization for operands: creates a value of a converted type from a value of another type.
    #[must_use]
    pub fn target_materialization(mut self, make: MaterializeFn<E>) -> Self {
        self.targets.push(make);
        self
    }

    /// Adds a materialization for ops that stay: creates a value of an original type from converted values.
    #[must_use]
    pub fn source_materialization(mut self, make: MaterializeFn<E>) -> Self {
        self.sources.push(make);
        self
    }

    /// Returns the types that a type converts to. A type without an applicable rule stays unchanged.
    ///
    /// # Errors
    /// Returns the reason why the type cannot be converted.
    pub fn convert(&self, env: &E, ctx: &Context, ty: Type) -> Result<SmallVec<[Type; 1]>, Mismatch> {
        match self.rules.iter().rev().find_map(|rule| rule(env, ctx, ty)) {
            None => Ok(smallvec![ty]),
            Some(TypeResult::Types(types)) => Ok(types),
            Some(TypeResult::Fails(reason)) => Err(reason.into()),
        }
    }

    /// Returns whether a type converts to itself.
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
