//! Sessions, and reading of modules

use crate::buffers::Bytes;
use crate::diagnostics::Diagnostics;
use crate::module::Module;
use crate::status::{Failure, Status, border, give};
use crate::strings::{optional, required};
use spv_opt::Format as Known;
use spv_opt::dialect::validate::ENVIRONMENTS;
use std::ffi::c_char;
use std::panic::catch_unwind;
use std::sync::Arc;

/// The dialects and passes available to modules. A program should create only one session, because creating it takes
/// longer than reading a small module. Freed by `spvopt_session_free`; modules that were read with a session may
/// outlive it.
pub struct Session(Arc<spv_opt::Session>);

/// The format of an input module.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The format is detected from the first bytes.
    Auto = 0,
    /// SPIR-V binary of either endianness.
    Binary = 1,
    /// MLIR text.
    Text = 2,
    /// SPIR-V assembly in the syntax of SPIRV-Tools.
    Assembly = 3,
}

/// Options for reading a module. All zero is the default.
#[repr(C)]
pub struct ReadOptions {
    /// Name of the input in messages; may be null.
    pub name: *const c_char,
    /// Format of the input, as a value of `spvopt_format`.
    pub format: u32,
    /// Whether to return the module even if it does not verify, for example to print it.
    pub unverified: bool,
    /// Whether validation also covers instruction order and unused types.
    pub strict: bool,
    /// Target environment, such as `vulkan1.1`; may be null. It determines the SPIR-V version of MLIR text or assembly
    /// that does not specify a version.
    pub target_env: *const c_char,
}

/// Creates a session; returns null on failure.
#[unsafe(no_mangle)]
pub extern "C" fn spvopt_session_new() -> *mut Session {
    let session = catch_unwind(|| Box::into_raw(Box::new(Session(spv_opt::Session::new()))));
    session.unwrap_or(std::ptr::null_mut())
}

/// Frees a session.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_session_free(session: *mut Session) {
    if !session.is_null() {
        // SAFETY: `spvopt_session_new` allocated the session, and it is freed once.
        drop(unsafe { Box::from_raw(session) });
    }
}

/// Lists the passes and pipelines that `spvopt_run` knows, one per line: name, tab, summary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_passes(
    session: *const Session,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let list = || {
        // SAFETY: `session` is null or points to a session.
        let session = unsafe { session.as_ref() }.ok_or_else(|| Failure::null("the session"))?;
        let passes = session.0.passes();
        let pipelines = passes.pipelines().iter().map(|pipeline| (pipeline.name, pipeline.summary));
        let all = pipelines.chain(passes.passes().iter().map(|info| (info.name, info.summary)));
        Ok(Bytes::from(all.map(|(name, summary)| format!("{name}\t{summary}\n")).collect::<String>()))
    };
    // SAFETY: `out` and `errors` are null or writable.
    unsafe { border(errors, || give(out, list)) }
}

/// Lists the passes that a pipeline runs, in order, one per line, in the syntax of `spvopt_run`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_passes_of(
    session: *const Session,
    pipeline: *const c_char,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let list = || {
        // SAFETY: `session` is null or points to a session.
        let session = unsafe { session.as_ref() }.ok_or_else(|| Failure::null("the session"))?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let pipeline = unsafe { required(pipeline, "the pipeline") }?;
        Ok(session.0.passes_of(pipeline)?.iter().map(|pass| format!("{pass}\n")).collect::<String>().into())
    };
    // SAFETY: `out` and `errors` are null or writable.
    unsafe { border(errors, || give(out, list)) }
}

/// Lists the target environments that `spvopt_validate` knows, one per line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_environments(out: *mut Bytes, errors: *mut *mut Diagnostics) -> Status {
    let list = || Ok(ENVIRONMENTS.iter().map(|known| format!("{}\n", known.name)).collect::<String>().into());
    // SAFETY: `out` and `errors` are null or writable.
    unsafe { border(errors, || give(out, list)) }
}

/// Reads a module from `length` bytes at `data`. `options` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_read(
    session: *const Session,
    data: *const u8,
    length: usize,
    options: *const ReadOptions,
    out: *mut *mut Module,
    errors: *mut *mut Diagnostics,
) -> Status {
    let read = || {
        // SAFETY: `session` is null or points to a session.
        let session = unsafe { session.as_ref() }.ok_or_else(|| Failure::null("the session"))?;
        let bytes = match (data.is_null(), length) {
            (true, 0) => &[],
            (true, _) => return Err(Failure::null("the input")),
            // SAFETY: the caller guarantees that there are `length` bytes.
            (false, _) => unsafe { std::slice::from_raw_parts(data, length) },
        };
        // SAFETY: `options` is null or points to options.
        let options = unsafe { read_options(options.as_ref()) }?;
        let unit = session.0.read(bytes, &options)?;
        Ok(Box::into_raw(Box::new(Module::new(unit))))
    };
    // SAFETY: `out` and `errors` are null or writable.
    unsafe { border(errors, || give(out, read)) }
}

/// Converts C read options to the read options of the Rust library.
///
/// # Safety
/// `name` and `target_env` are null or end with a zero byte.
unsafe fn read_options(options: Option<&ReadOptions>) -> Result<spv_opt::ReadOptions, Failure> {
    let Some(options) = options else { return Ok(spv_opt::ReadOptions::default()) };
    let formats = [None, Some(Known::Binary), Some(Known::Text), Some(Known::Assembly)];
    let format = formats.get(options.format as usize);
    let format = *format.ok_or_else(|| Failure::argument(format!("{} is not a format", options.format)))?;
    // SAFETY: the caller upholds the contract of this function.
    let name = unsafe { optional(options.name, "the name") }?.unwrap_or_default().to_owned();
    // SAFETY: the caller upholds the contract of this function.
    let target_env =
        unsafe { optional(options.target_env, "the environment") }?.unwrap_or_default().to_owned();
    let (unverified, strict) = (options.unverified, options.strict);
    Ok(spv_opt::ReadOptions { name, format, unverified, strict, target_env })
}

/// Returns the version of the library as a static string.
#[unsafe(no_mangle)]
pub extern "C" fn spvopt_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}
