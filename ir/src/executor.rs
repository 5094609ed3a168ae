//! Executors: run independent tasks, possibly in parallel

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// An executor of independent tasks.
pub trait Executor: Sync {
    /// Calls `task` once for each index below `count`, in any order and possibly in parallel. Returns after all calls
    /// have returned.
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync));
}

/// An executor that runs tasks sequentially on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inline;

impl Executor for Inline {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(task);
    }
}

/// Stack size of each thread in bytes, several times the usual size of a main thread's stack.
///
/// Recursive code allocates an additional stack if little space is left. With Rust's default size of 2 MiB, each region
/// would need an additional stack. Untouched pages cost no memory.
const STACK: usize = 32 << 20;

/// An executor that uses the given number of threads, including the calling thread. The additional threads end when the
/// call returns. If the system grants fewer threads, these do all the work.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub NonZeroUsize);

impl Threads {
    /// Returns an executor with as many threads as the machine can run in parallel.
    pub fn available() -> Threads {
        Threads(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }
}

impl Executor for Threads {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        let threads = self.0.get().min(count);
        if threads <= 1 {
            return Inline.run(count, task);
        }
        let next = AtomicUsize::new(0);
        // Each thread fetches several tasks at a time, because a task may be very short, for example for an empty
        // function.
        let chunk = (count / (threads * 16)).clamp(1, 64);
        let work = || {
            loop {
                let start = next.fetch_add(chunk, Ordering::Relaxed);
                if start >= count {
                    return;
                }
                (start..count.min(start + chunk)).for_each(task);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }
}

/// A pool of reusable items for tasks. The number of items is the maximum number of concurrent tasks.
#[derive(Debug)]
pub struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Mutex::new(Vec::new()))
    }
}

impl<T> Pool<T> {
    /// Calls `work` with an idle item. If no item is idle, calls `make` to create one.
    pub fn with<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut item = idle.unwrap_or_else(make);
        let result = work(&mut item);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(item);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_runs_once() {
        for threads in [1, 2, 7] {
            let seen = Mutex::new(vec![0; 1000]);
            let executor = Threads(NonZeroUsize::new(threads).expect("it is not zero"));
            executor.run(1000, &|i| seen.lock().expect("no task panics")[i] += 1);
            assert!(seen.into_inner().expect("no task panics").iter().all(|&n| n == 1));
        }
    }
}
