//! `--mlir-timing`: times the phases of a run, in the format of mlir-opt

use super::passes::Display;
use super::pipeline::banner;
use spv_opt::passes::Pipeline;
use spv_opt::passes::pipeline::PipelineElement;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A recorder of phase and pass execution times. Times of passes that run concurrently are added up.
pub struct Timing {
    on: bool,
    start: Instant,
    parts: Mutex<Parts>,
}

#[derive(Default)]
struct Parts {
    /// Names and execution times of the phases before and after the passes.
    phases: Vec<(&'static str, Duration)>,
    /// Number of phases before the passes.
    before: usize,
    /// Execution times of the passes, in pipeline order.
    passes: Vec<Duration>,
}

impl Timing {
    /// Starts the clock for the total time. `on` is whether a timing report was requested.
    pub fn new(on: bool) -> Timing {
        Timing { on, start: Instant::now(), parts: Mutex::default() }
    }

    /// Returns whether a timing report was requested.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Runs a phase and records its execution time.
    pub fn phase<R>(&self, name: &'static str, work: impl FnOnce() -> R) -> R {
        let start = Instant::now();
        let result = work();
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let time = start.elapsed();
        match parts.phases.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += time,
            None => parts.phases.push((name, time)),
        }
        result
    }

    /// Adds to the execution time of a pass, identified by its index in the pipeline.
    pub fn pass(&self, index: usize, time: Duration) {
        let mut parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        if parts.passes.is_empty() {
            parts.before = parts.phases.len();
        }
        if parts.passes.len() <= index {
            parts.passes.resize(index + 1, Duration::ZERO);
        }
        parts.passes[index] += time;
    }

    /// Formats the timing report.
    pub fn report(&self, pipeline: &Pipeline, display: Display) -> String {
        let total = self.start.elapsed();
        let parts = self.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let mut lines: Vec<(usize, String, Duration)> = Vec::new();
        let (first, last) = parts.phases.split_at(parts.before);
        lines.extend(first.iter().map(|(name, time)| (0, (*name).to_owned(), *time)));
        let passes = tree(pipeline, 0, &parts.passes, &mut 0, &mut lines);
        lines.extend(last.iter().map(|(name, time)| (0, (*name).to_owned(), *time)));
        let phases: Duration = parts.phases.iter().map(|(_, time)| *time).sum();
        if display == Display::List {
            lines = summed(lines);
        }
        lines.push((0, "Rest".to_owned(), total.saturating_sub(phases + passes)));
        lines.push((0, "Total".to_owned(), total));

        let mut out = banner("... Execution time report ...");
        _ = writeln!(out, "  Total Execution Time: {:.4} seconds\n", total.as_secs_f64());
        out.push_str("  ----Wall Time----  ----Name----\n");
        for (depth, name, time) in lines {
            let share = 100.0 * time.as_secs_f64() / total.as_secs_f64().max(1e-9);
            let seconds = time.as_secs_f64();
            _ = writeln!(out, "  {seconds:>8.4} ({share:>5.1}%)  {:1$}{name}", "", 2 * depth);
        }
        out
    }
}

/// Sums the times of lines with the same name, and sorts them in descending order.
fn summed(lines: Vec<(usize, String, Duration)>) -> Vec<(usize, String, Duration)> {
    let mut sums: Vec<(usize, String, Duration)> = Vec::new();
    for (_, name, time) in lines {
        match sums.iter_mut().find(|(_, known, _)| *known == name) {
            Some((.., sum)) => *sum += time,
            None => sums.push((0, name, time)),
        }
    }
    sums.sort_by_key(|(.., time)| std::cmp::Reverse(*time));
    sums
}

/// Appends one line per pass of a pipeline and its nested pipelines. Returns the total time.
fn tree(
    pipeline: &Pipeline,
    depth: usize,
    times: &[Duration],
    number: &mut usize,
    lines: &mut Vec<(usize, String, Duration)>,
) -> Duration {
    let mut total = Duration::ZERO;
    for item in &pipeline.items {
        total += match item {
            PipelineElement::Pass(instance) => {
                let time = times.get(*number).copied().unwrap_or_default();
                *number += 1;
                lines.push((depth, instance.info.name.to_owned(), time));
                time
            }
            PipelineElement::Nested(inner) => {
                let at = lines.len();
                let time = tree(inner, depth + 1, times, number, lines);
                lines.insert(at, (depth, format!("'{}' Pipeline", inner.anchor.name()), time));
                time
            }
        };
    }
    total
}
