//! Who runs independent tasks: the caller's choice.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs tasks that do not depend on each other.
pub trait Executor: Sync {
    /// Calls `task` once with each number below `count`, in any order, perhaps at the same time; returns
    /// when all are done.
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync));
}

/// One task after the other on the calling thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inline;

impl Executor for Inline {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(task);
    }
}

/// Bytes of stack of each thread, as much as a main thread has more than once: what nests gets more stack where
/// little is left, and with the 2 MiB that threads get by default that would be at each region. Pages that nobody
/// touches cost nothing.
const STACK: usize = 32 << 20;

/// So many threads, the calling one included, which live as long as the call. Where the system grants fewer, those do
/// the work.
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub NonZeroUsize);

impl Threads {
    /// As many as the machine runs at once.
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
        // Some at a time: a task may be as short as an empty function.
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

/// What tasks use one after another, so that none has to make its own: as many as run at the same time.
#[derive(Debug)]
pub struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Mutex::new(Vec::new()))
    }
}

impl<T> Pool<T> {
    /// Works with one that no other task uses now, made if there is none.
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
