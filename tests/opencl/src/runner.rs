//! Runs kernel launches in a child process with a time limit

use crate::job::{Job, Outcome, read_outcome};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Time limit of a kernel launch, including the startup of the OpenCL runtime.
const LIMIT: Duration = Duration::from_secs(60);

/// An OpenCL device that a child process has reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Index of the device in the child's list of devices.
    pub number: usize,
    /// Names of platform and device, and the device's OpenCL version.
    pub name: String,
    /// Whether the device accepts SPIR-V modules.
    pub takes_spirv: bool,
    /// Names of the device's OpenCL extensions.
    pub extensions: Vec<String>,
}

/// A device whose jobs run in a child process.
pub struct Runner {
    program: PathBuf,
    device: usize,
    scalar: bool,
    child: Option<Lane>,
    /// Number of children that crashed or exceeded the time limit.
    pub lost: usize,
}

/// A child process, its input pipe for jobs, and the channel that receives outcomes.
struct Lane {
    child: Child,
    jobs: ChildStdin,
    outcomes: Receiver<Outcome>,
}

impl Drop for Lane {
    fn drop(&mut self) {
        // `kill` fails if the child has already ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Guard that copies the child's executable into the root directory only once.
static COPY: Once = Once::new();

/// Returns the command that starts a child. If `SPV_OPENCL_ROOT` is set, the child runs with that root directory, which
/// contains the OpenCL runtimes of another system.
fn command(program: &Path) -> Command {
    let mut command = match std::env::var_os("SPV_OPENCL_ROOT") {
        None => Command::new(program),
        Some(root) => {
            COPY.call_once(|| {
                let place = Path::new(&root).join("run_jobs");
                // The file is replaced by renaming, because a running executable cannot be overwritten.
                let copied = std::fs::copy(program, place.with_extension("new"));
                copied
                    .and_then(|_| std::fs::rename(place.with_extension("new"), place))
                    .expect("the root is writable");
            });
            let mut command = Command::new("chroot");
            command.arg(root).arg("/run_jobs");
            command
        }
    };
    // Mesa's rusticl offers devices only for drivers that are enabled by name.
    command.env("RUSTICL_ENABLE", "llvmpipe");
    command
}

/// Returns the devices of all runtimes. Each platform is queried in its own process, because some runtimes crash.
pub fn devices(program: &Path) -> Vec<Found> {
    let output = command(program).arg("list").stderr(Stdio::null()).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = |line: &str| {
        let mut parts = line.split('\t');
        Some(Found {
            number: parts.next()?.parse().ok()?,
            takes_spirv: parts.next()?.contains("SPIR-V"),
            name: parts.next()?.to_owned(),
            extensions: parts.next()?.split_whitespace().map(str::to_owned).collect(),
        })
    };
    text.lines().filter_map(line).collect()
}

/// Returns the devices that accept SPIR-V. Prints the names of the other devices, and a notice if no device is usable.
pub fn usable(program: &Path) -> Vec<Found> {
    let (usable, others): (Vec<Found>, Vec<Found>) =
        devices(program).into_iter().partition(|device| device.takes_spirv);
    others.iter().for_each(|device| println!("skipped: {} takes no SPIR-V", device.name));
    if usable.is_empty() {
        spv_tests::tools::skip("OpenCL runtime not installed (pip install intel-opencl-rt)");
    }
    usable
}

impl Runner {
    /// Constructs a runner for the device with this index. The runner starts a child when it runs the first job.
    pub fn new(program: &Path, device: usize) -> Runner {
        Runner { program: program.to_owned(), device, scalar: false, child: None, lost: 0 }
    }

    /// Prevents Intel's CPU runtime from vectorizing over work-items.
    pub fn without_vectors(self) -> Runner {
        Runner { scalar: true, ..self }
    }

    fn start(&self) -> Result<Lane, String> {
        let mut child = command(&self.program)
            .args(["run", &self.device.to_string()])
            .envs(self.scalar.then_some(("CL_CONFIG_CPU_VECTORIZER_MODE", "1")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(jobs), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the child has no pipes".to_owned());
        };
        let (sender, outcomes) = channel();
        // The reader thread ends with the child, because the end of the child closes the pipe.
        std::thread::spawn(move || {
            let mut answers = BufReader::new(answers);
            while let Ok(outcome) = read_outcome(&mut answers) {
                if sender.send(outcome).is_err() {
                    return;
                }
            }
        });
        Ok(Lane { child, jobs, outcomes })
    }

    /// Runs a kernel launch in the child process. Starts a child if there is none.
    ///
    /// # Errors
    /// Returns the runtime's error, or an error if the runtime crashed or exceeded the time limit.
    pub fn run(&mut self, job: &Job) -> Outcome {
        let mut lane = match self.child.take() {
            Some(lane) => lane,
            None => self.start()?,
        };
        // If the child has ended, writing fails, and the channel receives no outcome.
        job.write(&mut lane.jobs).ok();
        match lane.outcomes.recv_timeout(LIMIT) {
            Ok(outcome) => {
                self.child = Some(lane);
                outcome
            }
            Err(error) => {
                self.lost += 1;
                Err(match error {
                    RecvTimeoutError::Timeout => format!("no result after {} seconds", LIMIT.as_secs()),
                    RecvTimeoutError::Disconnected => "the runtime crashed".to_owned(),
                })
            }
        }
    }
}
