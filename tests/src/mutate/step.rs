//! Runs a step of the checks and detects panics and exceeded time limits

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Maximum CPU time of a single step.
const LIMIT: Duration = Duration::from_secs(1);

/// Returns the CPU time of this thread, which does not depend on other processes. Returns `None` if the system does not
/// report it.
fn busy() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Runs a step and returns its result.
///
/// # Errors
/// Returns the panic message if the step panics, or a message if it exceeds the time limit.
pub(super) fn step<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    let (start, busy_before) = (Instant::now(), busy());
    let result = catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        format!("panic: {}", text.unwrap_or_default())
    })?;
    let mut took = start.elapsed();
    if took > LIMIT
        && let (Some(before), Some(after)) = (busy_before, busy())
    {
        took = after.saturating_sub(before);
    }
    // The message omits the measured time, because messages identify failure classes.
    if took > LIMIT { Err("takes longer than a second".to_owned()) } else { Ok(result) }
}
