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
    /// The reason why the type cannot be converted.
    Fails(String),
}

impl From<Type> for TypeResult {
    fn from(ty: Type) -> TypeResult {
        TypeResult::Types(smallvec![ty])
    }
}

/// A type conversion rule. Returns `None` if the rule does not apply to the type.
pub type TypeRule<E> = fn(&E, &Context, Type) -> Option<TypeResult>;
/// A function that creates a value of the given type from other values. Returns `None` if that is impossible.
pub type MaterializeFn<E> = fn(&mut ConversionRewriter<'_, E>, &[Value], Type) -> Option<Value>;

/// A list of type conversion rules and materializations. The rule added last takes precedence.
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
    /// Adds a rule that takes precedence over the existing rules.
    #[must_use]
    pub fn rule(mut self, rule: TypeRule<E>) -> Self {
        self.rules.push(rule);
        self
    }

    /// Adds a materialization for operands, which creates a value of a converted type from values of other types.
    #[must_use]
    pub fn target_materialization(mut self, make: MaterializeFn<E>) -> Self {
        self.targets.push(make);
        self
    }

    /// Adds a materialization for ops that remain, which creates a value of an original type from converted values.
    #[must_use]
    pub fn source_materialization(mut self, make: MaterializeFn<E>) -> Self {
        self.sources.push(make);
        self
    }

    /// Returns the types to which a type converts. A type without an applicable rule is left unchanged.
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
