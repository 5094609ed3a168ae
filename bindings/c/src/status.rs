//! Status codes, and conversion of failures and panics to them

use crate::diagnostics::Diagnostics;
use spv_opt::report::Report;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The outcome of an interface function.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The function succeeded.
    Ok = 0,
    /// The input is invalid: a module, a pipeline, or the name of an environment.
    Error = 1,
    /// An argument is null or not UTF-8.
    InvalidArgument = 2,
    /// A bug in spv-opt. Please report it with the input.
    InternalError = 3,
}

/// The reason why an interface function fails.
pub struct Failure {
    status: Status,
    report: Report,
}

impl Failure {
    /// Constructs the failure for an invalid argument, such as a stale handle.
    pub fn argument(text: String) -> Failure {
        Failure { status: Status::InvalidArgument, report: Report::usage(text) }
    }

    /// Constructs the failure for an argument with invalid content.
    pub fn input(text: String) -> Failure {
        Report::usage(text).into()
    }

    /// Constructs the failure for a null argument.
    pub fn null(what: &str) -> Failure {
        Failure::argument(format!("{what} is null"))
    }

    /// Constructs the failure for a caught panic.
    pub fn panic(payload: &(dyn Any + Send)) -> Failure {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("");
        Failure { status: Status::InternalError, report: Report::usage(format!("internal error: {text}")) }
    }
}

impl From<Report> for Failure {
    fn from(report: Report) -> Failure {
        Failure { status: Status::Error, report }
    }
}

/// Runs the body of an interface function. Converts panics and failures to a status, and to diagnostics for the C
/// caller.
///
/// # Safety
/// `errors` is null or may be written.
pub unsafe fn border(errors: *mut *mut Diagnostics, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let result =
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::panic(&*payload)));
    let Err(Failure { status, report }) = result else { return Status::Ok };
    if !errors.is_null() {
        // SAFETY: `errors` is not null and may be written.
        unsafe { errors.write(Box::into_raw(Box::new(Diagnostics::new(&report)))) };
    }
    status
}

/// Computes a result and writes it to `out`. Fails if `out` is null.
///
/// # Safety
/// `out` is null or may be written.
pub unsafe fn give<T>(out: *mut T, value: impl FnOnce() -> Result<T, Failure>) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::null("the pointer for the result"));
    }
    let value = value()?;
    // SAFETY: `out` is not null and may be written.
    unsafe { out.write(value) };
    Ok(())
}
