//! Progress bars on standard error, drawn only if it is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a bar for this many steps, which shows their rate, the time left and a message.
pub fn bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    match ProgressStyle::with_template("{bar:20} {pos}/{len} {per_sec}, {eta} left {wide_msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
