//! Runs jobs in a child process with a time limit.

use crate::job::{Job, Outcome, read_outcome};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Time for one job, with the start of a runtime.
const LIMIT: Duration = Duration::from_secs(60);

/// A device, as a child lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number by which a child opens it.
    pub number: usize,
    /// Platform, device and version.
    pub name: String,
    /// Whether it takes SPIR-V.
    pub takes_spirv: bool,
    /// The names of its extensions.
    pub extensions: Vec<String>,
}

/// A device whose jobs run in a child process.
pub struct Runner {
    program: PathBuf,
    device: usize,
    child: Option<Lane>,
    /// Children that crashed or did not end in time.
    pub lost: usize,
}

/// A child with the pipe to it, and what it answers.
struct Lane {
    child: Child,
    jobs: ChildStdin,
    outcomes: Receiver<Outcome>,
}

impl Drop for Lane {
    fn drop(&mut self) {
        // A child that has ended already cannot be killed.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Lists the devices of all runtimes. Each platform is asked in its own process: some runtimes crash when they are asked.
pub fn devices(program: &Path) -> Vec<Found> {
    let output = Command::new(program).arg("list").stderr(Stdio::null()).output();
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

impl Runner {
    /// Makes the runner for a device; no child is started.
    pub fn new(program: &Path, device: usize) -> Runner {
        Runner { program: program.to_owned(), device, child: None, lost: 0 }
    }

    fn start(&self) -> Result<Lane, String> {
        let mut child = Command::new(&self.program)
            .args(["run", &self.device.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(jobs), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the child has no pipes".to_owned());
        };
        let (sender, outcomes) = channel();
        // Ends with the child, whose end closes the pipe.
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

    /// Runs a job.
    ///
    /// # Errors
    /// What the runtime reports, that it crashed, or that the kernel did not end in time.
    pub fn run(&mut self, job: &Job) -> Outcome {
        let mut lane = match self.child.take() {
            Some(lane) => lane,
            None => self.start()?,
        };
        // A child that is gone shows in the missing answer.
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
