//! Parallel execution of tasks on several threads

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs tasks with the indices 0 to `count` (exclusive) on several threads, each with its own state. Returns the
/// results in task order.
pub fn each<S, T: Send>(
    count: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut state = state();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = work(&mut state, number);
                    done.lock().expect("no other thread has panicked").push((number, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no thread has panicked");
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}
