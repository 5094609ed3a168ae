//! Modules: verification, validation, optimization, printing and export

use crate::buffers::{Bytes, Words};
use crate::diagnostics::Diagnostics;
use crate::handles::Handles;
use crate::status::{Failure, Status, border, give};
use crate::strings::{optional, required};
use spv_opt::Unit;
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A module. Freed by `spvopt_module_free`.
pub struct Module {
    /// The module; `None` after a panic, which may have left the module inconsistent.
    unit: Option<Unit>,
    handles: Handles,
}

impl Module {
    /// Wraps a module for the C interface.
    pub fn new(unit: Unit) -> Module {
        Module { unit: Some(unit), handles: Handles::of_new_module() }
    }

    /// Returns the module for reading. Fails if a panic made it unusable.
    fn unit(&self) -> Result<&Unit, Failure> {
        self.unit.as_ref().ok_or_else(Module::lost)
    }

    fn lost() -> Failure {
        Failure::argument("the module is unusable after an internal error".to_owned())
    }

    /// Runs `work` on the module. If `work` panics, marks the module as unusable.
    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Unit, &mut Handles) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let unit = self.unit.as_mut().ok_or_else(Module::lost)?;
        catch_unwind(AssertUnwindSafe(|| work(unit, &mut self.handles))).unwrap_or_else(|payload| {
            // Dropping an inconsistent module may panic again.
            std::mem::forget(self.unit.take());
            Err(Failure::panic(&*payload))
        })
    }
}

/// Runs `work` on a module and its handles, and writes the result to `out`.
///
/// # Safety
/// `module` is null or points to a module; `out` and `errors` are null or writable.
pub unsafe fn parts<T>(
    module: *mut Module,
    out: *mut T,
    errors: *mut *mut Diagnostics,
    work: impl FnOnce(&mut Unit, &mut Handles) -> Result<T, Failure>,
) -> Status {
    // SAFETY: the caller upholds the contract of this function.
    let value = || unsafe { module.as_mut() }.ok_or_else(|| Failure::null("the module"))?.with(work);
    // SAFETY: the caller upholds the contract of this function.
    unsafe { border(errors, || give(out, value)) }
}

/// Runs `work` on a module, and writes the result to `out`.
///
/// # Safety
/// Same as for [`parts`].
unsafe fn result<T>(
    module: *mut Module,
    out: *mut T,
    errors: *mut *mut Diagnostics,
    work: impl FnOnce(&mut Unit) -> Result<T, Failure>,
) -> Status {
    // SAFETY: the caller upholds the contract of this function.
    unsafe { parts(module, out, errors, |unit, _| work(unit)) }
}

/// Frees a module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_module_free(module: *mut Module) {
    if !module.is_null() {
        // SAFETY: `spvopt_read` allocated the module, and it is freed once.
        drop(unsafe { Box::from_raw(module) });
    }
}

/// Writes the module as MLIR text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_text(
    module: *mut Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { result(module, out, errors, |unit| Ok(unit.text().into())) }
}

/// Writes the module as SPIR-V assembly in the syntax of SPIRV-Tools.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_assembly(
    module: *mut Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { result(module, out, errors, |unit| Ok(unit.assembly()?.into())) }
}

/// Writes the module as a SPIR-V binary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_export(
    module: *mut Module,
    out: *mut Words,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { result(module, out, errors, |unit| Ok(unit.words()?.into())) }
}

/// Writes statistics of the module as JSON; see `spv-opt stat --json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_statistics(
    module: *mut Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { result(module, out, errors, |unit| Ok(unit.statistics_json()?.into())) }
}

/// Writes entry points, resources and types of the module as JSON; see `spv-opt reflect --json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_reflection(
    module: *mut Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { result(module, out, errors, |unit| Ok(unit.reflection_json()?.into())) }
}

/// Writes the result of `compare` for two modules, which may be the same module, to `out`.
///
/// # Safety
/// Each module is null or points to a module; `out` and `errors` are null or writable.
unsafe fn compared(
    first: *const Module,
    second: *const Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
    compare: impl FnOnce(&Unit, &Unit) -> String,
) -> Status {
    let value = || {
        let [first, second] =
            [(first, "the first module"), (second, "the second module")].map(|(module, what)| {
                // SAFETY: the caller upholds the contract of this function. Modules are only read during the
                // comparison.
                unsafe { module.as_ref() }.ok_or_else(|| Failure::null(what)).and_then(Module::unit)
            });
        Ok(compare(first?, second?).into())
    };
    // SAFETY: the caller upholds the contract of this function.
    unsafe { border(errors, || give(out, value)) }
}

/// Writes the differences between two modules in the format of `spv-opt diff`. Writes an empty string if the modules
/// are the same except for numbered names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_diff(
    first: *const Module,
    second: *const Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let compare = |first: &Unit, second: &Unit| first.diff(second).to_string();
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { compared(first, second, out, errors, compare) }
}

/// Writes the differences between two modules as JSON; see `spv-opt diff --json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_diff_json(
    first: *const Module,
    second: *const Module,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { compared(first, second, out, errors, Unit::diff_json) }
}

/// Draws the control-flow graph of a function as SVG. `function` is its symbol; null draws all functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_control_flow_svg(
    module: *mut Module,
    function: *const c_char,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let draw = |unit: &mut Unit| {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let function = unsafe { optional(function, "the function") }?;
        Ok(unit.control_flow_svg(function)?.into())
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { result(module, out, errors, draw) }
}

/// Runs `work`, which produces no result, on a module.
///
/// # Safety
/// Same as for [`result`].
unsafe fn effect(
    module: *mut Module,
    errors: *mut *mut Diagnostics,
    work: impl FnOnce(&mut Unit) -> Result<(), Failure>,
) -> Status {
    // SAFETY: the caller upholds the contract of this function.
    unsafe { result(module, &mut (), errors, work) }
}

/// Verifies the module. A module that was read without the option `unverified` has already been verified.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_verify(module: *mut Module, errors: *mut *mut Diagnostics) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { effect(module, errors, |unit| Ok(unit.verify()?)) }
}

/// Validates the module for a target environment, for example `vulkan1.3`. `options` are spirv-val options such as
/// `scalar-block-layout,max-id-bound=1000`, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_validate(
    module: *mut Module,
    environment: *const c_char,
    options: *const c_char,
    errors: *mut *mut Diagnostics,
) -> Status {
    let validate = |unit: &mut Unit| {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let environment = unsafe { required(environment, "the environment") }?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let options = unsafe { optional(options, "the options") }?;
        Ok(unit.validate(environment, options.unwrap_or(""))?)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { effect(module, errors, validate) }
}

/// Runs passes and pipelines with options: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`. Makes all handles
/// of the module's ops, regions, blocks and values stale.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_run(
    module: *mut Module,
    pipeline: *const c_char,
    errors: *mut *mut Diagnostics,
) -> Status {
    let run = |unit: &mut Unit, handles: &mut Handles| {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let pipeline = unsafe { required(pipeline, "the pipeline") }?;
        // The pipeline and the module are checked first, so that an error leaves the module unchanged.
        unit.check_pipeline(pipeline)?;
        unit.verify()?;
        handles.invalidate();
        Ok(unit.run(pipeline)?)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, &mut (), errors, run) }
}
