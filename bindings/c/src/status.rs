//! What a function returns, and the border that no panic crosses.

use crate::diagnostics::Diagnostics;
use spv_opt::report::Report;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a function ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It succeeded.
    Ok = 0,
    /// The input is wrong: the module, the pipeline, the name of an environment.
    Error = 1,
    /// An argument is null or not UTF-8.
    InvalidArgument = 2,
    /// A bug of spv-opt. Please report it with the input.
    InternalError = 3,
}

/// Why a function fails.
pub struct Failure {
    status: Status,
    report: Report,
}

impl Failure {
    /// An argument is wrong.
    pub fn argument(text: String) -> Failure {
        Failure { status: Status::InvalidArgument, report: Report::usage(text) }
    }

    /// What the text of an argument asks for is wrong.
    pub fn input(text: String) -> Failure {
        Report::usage(text).into()
    }

    /// The handle is null.
    pub fn null(what: &str) -> Failure {
        Failure::argument(format!("{what} is null"))
    }

    /// A panic was caught.
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

/// Does the work of a function. Panics and failures become a status, and diagnostics for the caller.
///
/// # Safety
/// `errors` is null or may be written.
pub unsafe fn border(errors: *mut *mut Diagnostics, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    let result =
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::panic(&*payload)));
    let Err(Failure { status, report }) = result else { return Status::Ok };
    if !errors.is_null() {
        // SAFETY: it is not null, and may be written.
        unsafe { errors.write(Box::into_raw(Box::new(Diagnostics::new(&report)))) };
    }
    status
}

/// Writes a result for the caller.
///
/// # Safety
/// `out` is null or may be written.
pub unsafe fn give<T>(out: *mut T, value: impl FnOnce() -> Result<T, Failure>) -> Result<(), Failure> {
    if out.is_null() {
        return Err(Failure::null("the place of the result"));
    }
    let value = value()?;
    // SAFETY: it is not null, and may be written.
    unsafe { out.write(value) };
    Ok(())
}
