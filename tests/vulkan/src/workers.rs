//! Parallel execution of tasks on several threads, each with a separate device

use crate::inputs::SLOTS;
use crate::{Device, Error, Slot};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maximum number of retries if a shader does not terminate. Lavapipe 22.3 sometimes loses a shader: about one run in a
/// thousand, with two devices on a busy machine. Repeating the run has always succeeded.
const RETRIES: usize = 2;

/// A thread's device, which is reopened if a shader does not terminate.
pub struct Worker {
    device: Device,
    slots: Vec<Slot>,
    trace: bool,
    /// Number of devices that were replaced because a shader did not terminate.
    pub lost: usize,
}

impl Worker {
    /// Opens a device with resources that `slots` describes.
    ///
    /// # Errors
    /// Returns [`Error::Missing`] if there is no device.
    pub fn open(slots: &[Slot]) -> Result<Worker, Error> {
        let trace = std::env::var("SPV_EXECUTION_TRACE").is_ok_and(|value| value == "1");
        Ok(Worker { device: Device::open(slots)?, slots: slots.to_vec(), trace, lost: 0 })
    }

    /// Runs a job like [`Device::run`]. If `SPV_EXECUTION_TRACE` is 1, prints the job first, in case the driver
    /// crashes.
    ///
    /// # Errors
    /// Returns the errors of [`Device::run`].
    pub fn run(
        &mut self,
        what: &str,
        job: &crate::Job<'_>,
        inputs: &[Vec<Vec<u8>>],
    ) -> Result<Vec<Vec<Vec<u8>>>, Error> {
        if self.trace {
            // The test harness would capture the output of `eprintln!` until the end of the test.
            writeln!(std::io::stderr(), "{what}").ok();
        }
        let mut result = Err(Error::Timeout);
        for _ in 0..=RETRIES {
            if self.device.is_lost() {
                self.device = Device::open(&self.slots)?;
            }
            result = self.device.run(job, inputs);
            if result != Err(Error::Timeout) {
                break;
            }
            self.lost += 1;
        }
        result
    }

    /// Returns the name of the device.
    pub fn device_name(&self) -> &str {
        self.device.name()
    }
}

/// Runs tasks with the indices 0 to `count` (exclusive) on one thread per processor. Returns the results in task order.
///
/// # Errors
/// Returns [`Error::Missing`] if there is no device.
pub fn each<T: Send>(count: usize, work: &(dyn Fn(&mut Worker, usize) -> T + Sync)) -> Result<Vec<T>, Error> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(count).max(1);
    std::thread::scope(|scope| {
        let one = || -> Result<(), Error> {
            let mut worker = Worker::open(&SLOTS)?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return Ok(());
                }
                let result = work(&mut worker, number);
                done.lock().expect("no worker panicked").push((number, result));
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(one)).collect();
        handles.into_iter().try_for_each(|handle| handle.join().expect("no worker panicked"))
    })?;
    let mut done = done.into_inner().expect("no worker panicked");
    done.sort_by_key(|(number, _)| *number);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Returns whether a Vulkan device is available. If not, prints that the test is skipped.
///
/// # Panics
/// Panics if there is no device and `SPV_REQUIRE_PEERS` is 1.
pub fn available() -> bool {
    match Worker::open(&SLOTS) {
        Ok(_) => true,
        Err(_) => {
            spv_tests::tools::skip(
                "a Vulkan driver not installed (apt install mesa-vulkan-drivers libvulkan1)",
            );
            false
        }
    }
}
