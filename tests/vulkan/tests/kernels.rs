//! Tests of lowered kernels in MLIR's source dialects on the installed Vulkan driver
//!
//! The results are compared with reference implementations. Each kernel runs unoptimized and optimized, for a device
//! with all types and for a device with 32-bit types only.

use spv_tests::kernels::{BUFFERS, KERNELS, SIZE, difference, put};
use spv_tests::tools::Peer;
use spv_tests_vulkan::lowered::{POOR, RICH, lower};
use spv_tests_vulkan::{Device, Error, Job, Kind, PUSH_SIZE, Slot, Valid};

#[test]
fn kernels_compute_what_their_models_do() {
    if Peer::SpirvVal.find().is_none() {
        return;
    }
    let slots = [Slot { kind: Kind::Storage, size: SIZE }; BUFFERS];
    let mut device = match Device::open(&slots) {
        Ok(device) => device,
        Err(Error::Missing(why)) => return eprintln!("skipped: {why}"),
        Err(error) => panic!("{error}"),
    };
    let only = std::env::var("KERNEL").ok();
    let mut failures = Vec::new();
    let mut runs = 0;
    for kernel in KERNELS.iter().filter(|kernel| only.as_ref().is_none_or(|name| name == kernel.name)) {
        let mut input = vec![vec![0; SIZE]; BUFFERS];
        (kernel.input)(&mut input);
        let mut want = input.clone();
        (kernel.model)(&mut want);
        assert!(input != want, "{}: the model changes nothing", kernel.name);
        for (target, optimize) in [(RICH, false), (RICH, true), (POOR, false), (POOR, true)] {
            if target == POOR && !kernel.poor {
                let refused = lower(kernel.name, kernel.source, target, optimize);
                assert!(refused.is_err(), "{}: a poor device can run it", kernel.name);
                continue;
            }
            let what =
                format!("{} for {}{}", kernel.name, &target[..9], if optimize { " with -O" } else { "" });
            let mut push = [0; PUSH_SIZE];
            put(&mut push, kernel.push.iter().copied());
            let outcome = lower(kernel.name, kernel.source, target, optimize)
                .and_then(Valid::check)
                .and_then(|module| {
                    let job = Job { module: &module, specialization: &[], groups: kernel.groups, push };
                    device.run(&job, std::slice::from_ref(&input)).map_err(|error| error.to_string())
                });
            match outcome {
                Ok(output) => {
                    runs += 1;
                    failures
                        .extend(difference(&output[0], &want, kernel.ulp).map(|d| format!("{what}: {d}")));
                }
                Err(error) => failures.push(format!("{what}: {error}")),
            }
        }
    }
    println!("{runs} runs");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
