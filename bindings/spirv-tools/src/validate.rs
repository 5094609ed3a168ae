//! C interface of the validator

use crate::boundary::slice;
use crate::context::Context;
use crate::diagnostics::{Failure, report};
use crate::options::ValidatorOptions;
use crate::types::{ConstBinary, Diagnostic, INVALID_POINTER, ResultCode};
use spv_opt::compat::library;
use spv_opt::dialect::validate::{Options, TargetEnv};

/// Validates a binary for the target environment of a context.
fn validate(context: &Context, options: Options, words: &[u32]) -> Result<(), Failure> {
    let env = TargetEnv::with_options(context.environment, options);
    Ok(library::validate(&context.registry, words, &env)?)
}

fn null(what: &str) -> Failure {
    Failure::of_code(INVALID_POINTER, &format!("{what} is null"))
}

/// Validates a binary for the target environment of a context, with default options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvValidate(
    context: *const Context,
    binary: *const ConstBinary,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    // SAFETY: both functions have the same requirements for their arguments.
    unsafe { spvValidateWithOptions(context, std::ptr::null(), binary, diagnostic) }
}

/// Validates a binary for the target environment of a context. `options` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvValidateWithOptions(
    context: *const Context,
    options: *const ValidatorOptions,
    binary: *const ConstBinary,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    let work = || {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let context = unsafe { context.as_ref() }.ok_or_else(|| null("the context"))?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let binary = unsafe { binary.as_ref() }.ok_or_else(|| null("the binary"))?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let options = unsafe { options.as_ref() }.map(|options| options.0.clone());
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let words = unsafe { slice(binary.code, binary.word_count) };
        validate(context, options.unwrap_or_default(), words)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { report(diagnostic, work) }
}

/// Validates the words of a binary for the target environment of a context, with default options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvValidateBinary(
    context: *const Context,
    words: *const u32,
    count: usize,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    let binary = ConstBinary { code: words, word_count: count };
    // SAFETY: both functions have the same requirements for their arguments.
    unsafe { spvValidate(context, &raw const binary, diagnostic) }
}
