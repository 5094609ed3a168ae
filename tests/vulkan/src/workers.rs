//! Work in several threads, each with a device of its own.

use crate::inputs::SLOTS;
use crate::{Device, Error, Slot};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often a shader that does not end is tried again. Lavapipe 22.3 sometimes forgets about one (seen with two
/// devices on a loaded machine: about one of a thousand runs, always fine when repeated).
const RETRIES: usize = 2;

/// The device of a worker. Opened again after a shader that did not end.
pub struct Worker {
    device: Device,
    slots: Vec<Slot>,
    trace: bool,
    /// Devices that were lost.
    pub lost: usize,
}

impl Worker {
    /// Opens a device with these resources.
    ///
    /// # Errors
    /// [`Error::Missing`].
    pub fn open(slots: &[Slot]) -> Result<Worker, Error> {
        let trace = std::env::var("SPV_EXECUTION_TRACE").is_ok_and(|value| value == "1");
        Ok(Worker { device: Device::open(slots)?, slots: slots.to_vec(), trace, lost: 0 })
    }

    /// [`Device::run`]. With `SPV_EXECUTION_TRACE=1` says before what it is, in case the driver does not survive.
    ///
    /// # Errors
    /// As there.
    pub fn run(
        &mut self,
        what: &str,
        job: &crate::Job<'_>,
        inputs: &[Vec<Vec<u8>>],
    ) -> Result<Vec<Vec<Vec<u8>>>, Error> {
        if self.trace {
            // Not `eprintln!`, which a test holds back until it ends.
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

    /// The device's name.
    pub fn device_name(&self) -> &str {
        self.device.name()
    }
}

/// Does each of `count` pieces of work, in as many threads as there are processors; results are in order.
///
/// # Errors
/// [`Error::Missing`] where there is no device.
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

/// Whether there is a device; where there is none says that the test is skipped.
///
/// # Panics
/// Where there is none and `SPV_REQUIRE_PEERS` is 1.
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
