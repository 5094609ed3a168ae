//! Child process of the tests: lists OpenCL devices or runs the kernel launches that it reads from standard input

use spv_tests_opencl::job::write_outcome;
use spv_tests_opencl::{Job, runtime};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list"] => {
            for (number, device) in runtime::devices().iter().enumerate() {
                let line = format!("{number}\t{}\t{}\t{}\n", device.il, device.name, device.extensions);
                if out.write_all(line.as_bytes()).is_err() {
                    return ExitCode::FAILURE;
                }
            }
            ExitCode::SUCCESS
        }
        ["run", number] => {
            let device = number.parse().ok().and_then(runtime::Runtime::open);
            let Some(device) = device else { return ExitCode::FAILURE };
            let mut input = BufReader::new(io::stdin());
            while let Ok(job) = Job::read(&mut input) {
                if write_outcome(&mut out, &device.run(&job)).is_err() {
                    return ExitCode::FAILURE;
                }
            }
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("run_jobs list | run DEVICE");
            ExitCode::FAILURE
        }
    }
}
