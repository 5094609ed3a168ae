//! Progress bars on standard error, which are drawn only on a terminal

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a progress bar with a number of steps. It shows their rate, the remaining time and a message.
pub fn bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    match ProgressStyle::with_template("{bar:20} {pos}/{len} {per_sec}, {eta} left {wide_msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
