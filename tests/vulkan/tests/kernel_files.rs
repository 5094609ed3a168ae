//! Tests of kernel files with run parameters on the installed Vulkan driver
//!
//! The results are compared with those of LLVM's code for the CPU. Each kernel runs unoptimized and optimized, for a
//! device with all types and for a device with 32-bit types only.

use spv_tests::kernel_files::{BUFFERS, KernelFile, SIZE, all};
use spv_tests::tools::Peer;
use spv_tests_vulkan::lowered::{POOR, RICH, lower};
use spv_tests_vulkan::{Device, Error, Job, Kind, PUSH_SIZE, Slot, Valid};

/// Lowers a kernel for a target environment, runs it, and compares the results.
fn check(
    device: &mut Device,
    kernel: &KernelFile,
    (target, optimize): (&str, bool),
    input: &[Vec<u8>],
    want: &[Vec<u8>],
) -> Result<(), String> {
    let module = Valid::check(lower(&kernel.name, &kernel.text, target, optimize)?)?;
    let job = Job { module: &module, specialization: &[], groups: kernel.groups, push: [0; PUSH_SIZE] };
    let output = device.run(&job, &[input.to_vec()]).map_err(|error| error.to_string())?;
    kernel.difference(&output[0], want).map_or(Ok(()), Err)
}

#[test]
fn kernels_compute_what_the_cpu_does() {
    let peers = [Peer::SpirvVal, Peer::MlirOpt19, Peer::MlirCpuRunner19];
    if peers.iter().any(|peer| peer.find().is_none()) {
        return;
    }
    let mut device = match Device::open(&[Slot { kind: Kind::Storage, size: SIZE }; BUFFERS]) {
        Ok(device) => device,
        Err(Error::Missing(why)) => return eprintln!("skipped: {why}"),
        Err(error) => panic!("{error}"),
    };
    let only = std::env::var("KERNEL").ok();
    let (kernels, _) = all().expect("the files can be read");
    let mut failures = Vec::new();
    let mut runs = 0;
    for kernel in kernels.iter().filter(|kernel| only.as_ref().is_none_or(|name| *name == kernel.name)) {
        let name = &kernel.name;
        let input = kernel.input();
        let want = match kernel.on_cpu(&input) {
            Ok(want) => want,
            Err(why) => {
                failures.push(format!("{name} on the CPU: {why}"));
                continue;
            }
        };
        if input == want {
            failures.push(format!("{name} changes nothing"));
        }
        for (target, optimize) in [(RICH, false), (RICH, true), (POOR, false), (POOR, true)] {
            let what = format!("{name} for {}{}", &target[..9], if optimize { " with -O" } else { "" });
            match (check(&mut device, kernel, (target, optimize), &input, &want), &kernel.poor) {
                (Err(why), Some(reason)) if target == POOR && why.contains(reason) => {}
                (Ok(()), Some(reason)) if target == POOR => {
                    failures.push(format!("{what} is not refused: {reason}"))
                }
                (Ok(()), _) => runs += 1,
                (Err(why), _) => failures.push(format!("{what}: {why}")),
            }
        }
    }
    println!("{} kernels, {runs} runs", kernels.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
