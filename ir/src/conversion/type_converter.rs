//! Type converter: rules that map types to types

use super::failure::Mismatch;
use crate::context::Context;
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

/// A list of type conversion rules. The rule added last takes precedence.
pub struct TypeConverter<E> {
    rules: Vec<TypeRule<E>>,
}

impl<E> Default for TypeConverter<E> {
    fn default() -> Self {
        TypeConverter { rules: Vec::new() }
    }
}

impl<E> TypeConverter<E> {
    /// Adds a rule that takes precedence over the existing rules.
    #[must_use]
    pub fn rule(mut self, rule: TypeRule<E>) -> Self {
        self.rules.push(rule);
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
}
