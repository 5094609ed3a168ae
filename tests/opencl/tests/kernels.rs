//! Kernel tests on every installed OpenCL runtime that accepts SPIR-V
//!
//! Kernels of this crate and of `SPV_OPENCL_KERNELS` run before and after passes. Kernels in MLIR's source dialects are
//! compared with reference implementations.

use spv_opt::passes::Registry;
use spv_tests::kernel_files::{self, KernelFile};
use spv_tests::kernels::{BUFFERS, KERNELS, SIZE, difference};
use spv_tests::pipelines;
use spv_tests::source::{Batch, judge};
use spv_tests::tools::Peer;
use spv_tests_opencl::kernels::{self, Kernel};
use spv_tests_opencl::runner::{Found, usable};
use spv_tests_opencl::signature::{Parameter, Signature};
use spv_tests_opencl::support::{Fault, Remedy, fault, missing_extension};
use spv_tests_opencl::{Argument, Job, Runner};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Returns the path of the child process's executable.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_run_jobs"))
}

/// Returns the directory in `SPV_OPENCL_KERNELS`, or `None` if the variable is unset.
fn directory() -> Option<PathBuf> {
    std::env::var_os("SPV_OPENCL_KERNELS").map(PathBuf::from)
}

/// Name of a transformation, and its output for a kernel: a binary or an error message.
type Variant = (String, Result<Vec<u32>, String>);

/// Transforms a kernel in every tested way: import and export, MLIR text, both control-flow forms, every pass and every
/// pipeline.
fn variants(kernel: &Kernel) -> Vec<Variant> {
    let words = &kernel.job.module;
    let texts = pipelines::texts(&Registry::new()).into_iter();
    let mut list: Vec<Variant> =
        texts.map(|text| (text.clone(), kernels::transformed(&text, words))).collect();
    list.push(("text".to_owned(), kernels::through_text(words)));
    list
}

#[test]
fn results_are_those_before_all_passes() {
    let mut list = kernels::bundled().expect("the kernels are part of this crate");
    assert!(list.len() >= 10, "{} kernels", list.len());
    if let Some(directory) = directory() {
        list.extend(kernels::compiled(&directory).expect("the directory can be read"));
        list.extend(kernels::lowered(&directory, "opencl3.0+Float16").expect("the directory can be read"));
    }
    let devices = usable(program());
    let mut failures = Vec::new();
    let (mut runs, mut binaries) = (0, 0);
    let mut runners: Vec<Runner> =
        devices.iter().map(|device| Runner::new(program(), device.number)).collect();
    for kernel in &list {
        let mut known = HashSet::from([kernel.job.module.clone()]);
        let mut changed = Vec::new();
        for (pipeline, outcome) in variants(kernel) {
            match outcome {
                Ok(words) if known.insert(words.clone()) => changed.push((pipeline, words)),
                Ok(_) => {}
                Err(why) => failures.push(format!("{}: {pipeline}: {why}", kernel.name)),
            }
        }
        binaries += known.len();
        for (device, runner) in devices.iter().zip(&mut runners) {
            if let Some(fault) = fault(device, &kernel.name) {
                println!("skipped: {} on {}: the runtime {}", kernel.name, device.name, fault.symptom);
                continue;
            }
            let expected = match runner.run(&kernel.job) {
                Ok(expected) => expected,
                Err(why) => {
                    failures.push(format!("{} on {}: {why}", kernel.name, device.name));
                    continue;
                }
            };
            let contents = kernel.job.arguments.iter().filter_map(|argument| match argument {
                Argument::Buffer(bytes) => Some(bytes),
                _ => None,
            });
            if contents.eq(&expected) {
                failures.push(format!("{} on {}: it changes nothing", kernel.name, device.name));
            }
            for (pipeline, words) in &changed {
                let job = Job { module: words.clone(), ..kernel.job.clone() };
                runs += 1;
                let outcome = runner
                    .run(&job)
                    .and_then(|found| kernel.judge.difference(&expected, &found).map_or(Ok(()), Err));
                if let Err(why) = outcome {
                    failures.push(format!("{} on {}: {pipeline}: {why}", kernel.name, device.name));
                }
            }
        }
    }
    println!("{} kernels, {binaries} binaries, {runs} runs", list.len());
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// OpenCL extensions that enable more capabilities: extension name, and suffix of the target environment.
type Extras = &'static [(&'static str, &'static str)];

const DOUBLES_AND_HALVES: Extras = &[("cl_khr_fp16", "+Float16"), ("cl_khr_fp64", "+Float64")];

/// Target environments, each with the capabilities that OpenCL device extensions may add.
const TARGETS: [(&str, Extras); 6] = [
    ("opencl1.2", &[]),
    ("opencl2.0", &[("cl_khr_fp64", "+Float64")]),
    ("opencl2.2", &[("cl_khr_fp16", "+Float16")]),
    ("opencl3.0spv1.0", &[]),
    ("opencl3.0", DOUBLES_AND_HALVES),
    ("opencl3.0spv1.4", &[("cl_khr_fp16", "+Float16+Vector16")]),
];

/// Returns a target environment string with the capabilities that the device's OpenCL extensions enable.
fn extended(target: &str, extras: Extras, device: &Found) -> String {
    let offered = extras.iter().filter(|(name, _)| device.extensions.iter().any(|known| known == name));
    offered.fold(target.to_owned(), |all, (_, more)| all + more)
}

/// Runs the workaround pipeline of a runtime defect on a binary. Returns the binary unchanged if no pipeline is needed.
fn accepted(fault: Option<&Fault>, words: Vec<u32>) -> Result<Vec<u32>, String> {
    match fault.and_then(|fault| fault.remedy) {
        Some(Remedy::Pipeline(pipeline)) => kernels::transformed(pipeline, &words),
        Some(Remedy::NoVectors) | None => Ok(words),
    }
}

/// Values of the size parameters that follow the buffer parameters, by kernel name.
const SIZES: [(&str, &[u64]); 3] = [
    ("dims", &[SIZE as u64 / 16]),
    ("conv2d_dynamic", &[17, 5, 13]),
    ("dynamic_shapes", &[SIZE as u64 / 160, 10, 4, 12, 5, 16]),
];

/// Creates the launch of a lowered kernel. A scalar argument is read from the start of the buffer with the same index.
fn job_of(kernel: &spv_tests::kernels::Kernel, words: Vec<u32>, input: &[Vec<u8>]) -> Result<Job, String> {
    let signature = Signature::of(&words).ok_or("no kernel")?;
    let sizes = SIZES.iter().find(|(name, _)| *name == kernel.name).map_or(&[][..], |(_, sizes)| sizes);
    let stated = signature.parameters.len().checked_sub(sizes.len()).ok_or("too few parameters")?;
    let mut arguments = Vec::new();
    for (number, parameter) in signature.parameters.iter().enumerate() {
        arguments.push(match (parameter, number.checked_sub(stated)) {
            (Parameter::Value(bytes), Some(size)) => {
                Argument::Value(sizes[size].to_le_bytes()[..*bytes].to_vec())
            }
            (Parameter::Value(bytes), None) => Argument::Value(input[number][..*bytes].to_vec()),
            (Parameter::Pointer, None) => Argument::Buffer(input[number].clone()),
            (Parameter::Pointer, Some(_)) => return Err("too few values".to_owned()),
        });
    }
    let mut global = signature.local;
    global.iter_mut().zip(kernel.groups).for_each(|(size, groups)| *size *= groups as usize);
    Ok(Job { module: words, kernel: signature.name, global, local: signature.local, arguments })
}

#[test]
fn lowered_kernels_compute_what_their_models_do() {
    let mut failures = Vec::new();
    for device in usable(program()) {
        let mut runner = Runner::new(program(), device.number);
        for (target, extras) in TARGETS {
            let target = extended(target, extras, &device);
            let (mut runs, mut known) = (0, HashSet::new());
            for kernel in KERNELS {
                let fault = fault(&device, kernel.name);
                if let Some(fault) = fault.filter(|fault| fault.remedy.is_none()) {
                    println!("skipped: {} on {}: the runtime {}", kernel.name, device.name, fault.symptom);
                    continue;
                }
                let mut input = vec![vec![0; SIZE]; BUFFERS];
                (kernel.input)(&mut input);
                let mut want = input.clone();
                (kernel.model)(&mut want);
                // Some OpenCL runtimes reject a kernel named `main`.
                let source = kernel.source.replace("@main", "@kernel_of_test");
                for optimizes in [false, true] {
                    let lowered = kernels::lower(kernel.name, &source, &target, optimizes);
                    let Ok(words) = lowered.and_then(|words| accepted(fault, words)) else { continue };
                    if !known.insert(words.clone()) {
                        continue;
                    }
                    if let Some(extension) = missing_extension(&device, &words) {
                        println!("skipped: {} on {}: no {extension}", kernel.name, device.name);
                        continue;
                    }
                    let outcome = job_of(kernel, words, &input).and_then(|job| {
                        let found = runner.run(&job)?;
                        let is_buffer =
                            |at: &usize| matches!(job.arguments.get(*at), Some(Argument::Buffer(_)));
                        let want: Vec<Vec<u8>> =
                            (0..BUFFERS).filter(is_buffer).map(|at| want[at].clone()).collect();
                        difference(&found, &want, kernel.ulp).map_or(Ok(()), Err)
                    });
                    runs += 1;
                    if let Err(why) = outcome {
                        let name = format!("{} for {target}, -O: {optimizes}", kernel.name);
                        failures.push(format!("{name}, on {}: {why}", device.name));
                    }
                }
            }
            println!("{target}: {runs} runs");
            assert!(runs > 60, "{runs} runs for {target}");
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Creates the launch of a kernel from a file. The parameters after the buffers are buffer lengths.
fn job_of_file(file: &KernelFile, words: Vec<u32>, input: &[Vec<u8>]) -> Result<Job, String> {
    let signature = Signature::of(&words).ok_or("no kernel")?;
    let mut arguments: Vec<Argument> = input.iter().cloned().map(Argument::Buffer).collect();
    for (parameter, name) in signature.parameters.iter().zip(&signature.names).skip(input.len()) {
        let length = file.length(name).ok_or(format!("{name:?} is no length"))?;
        let Parameter::Value(bytes) = parameter else { return Err("too few buffers".to_owned()) };
        arguments.push(Argument::Value(length.to_le_bytes()[..*bytes].to_vec()));
    }
    let mut global = signature.local;
    global.iter_mut().zip(file.groups).for_each(|(size, groups)| *size *= groups as usize);
    Ok(Job { module: words, kernel: signature.name, global, local: signature.local, arguments })
}

#[test]
fn kernels_of_files_compute_what_the_cpu_does() {
    let devices = usable(program());
    let peers = [Peer::MlirOpt19, Peer::MlirCpuRunner19];
    if devices.is_empty() || peers.iter().any(|peer| peer.find().is_none()) {
        return;
    }
    let only = std::env::var("KERNEL").ok();
    let (files, _) = kernel_files::all().expect("the files can be read");
    let (mut failures, mut refused) = (Vec::new(), Vec::new());
    let mut runs = 0;
    let mut runners: Vec<Runner> =
        devices.iter().map(|device| Runner::new(program(), device.number)).collect();
    for file in files.iter().filter(|file| only.as_ref().is_none_or(|name| *name == file.name)) {
        let input = file.input();
        let want = file.on_cpu(&input).expect("other tests run the files on the CPU");
        let source = file.text.replace("@main", "@kernel_of_test");
        for (device, runner) in devices.iter().zip(&mut runners) {
            let target = extended("opencl3.0", DOUBLES_AND_HALVES, device);
            let fault = fault(device, &file.name);
            if let Some(fault) = fault.filter(|fault| fault.remedy.is_none()) {
                println!("skipped: {} on {}: the runtime {}", file.name, device.name, fault.symptom);
                continue;
            }
            for optimizes in [false, true] {
                let lowered = kernels::lower(&file.name, &source, &target, optimizes)
                    .and_then(|words| accepted(fault, words));
                let words = match lowered {
                    Ok(words) => words,
                    Err(why) => {
                        refused.push(format!("{}: {why}", file.name));
                        break;
                    }
                };
                runs += 1;
                let outcome = job_of_file(file, words, &input)
                    .and_then(|job| file.difference(&runner.run(&job)?, &want).map_or(Ok(()), Err));
                if let Err(why) = outcome {
                    let name = format!("{} for {target}, -O: {optimizes}", file.name);
                    failures.push(format!("{name}, on {}: {why}", device.name));
                }
            }
        }
    }
    refused.iter().for_each(|line| println!("refused: {line}"));
    println!("{} files, {runs} runs", files.len());
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

/// Number of random programs per kernel.
const PROGRAMS: usize = 6;
/// Number of random programs if `SPV_SOURCE_PROGRAMS` is unset.
const COUNT: u64 = 48;

#[test]
fn random_programs_compute_what_the_cpu_does() {
    let devices = usable(program());
    let peers = [Peer::MlirOpt19, Peer::MlirCpuRunner19];
    if devices.is_empty() || peers.iter().any(|peer| peer.find().is_none()) {
        return;
    }
    let count = std::env::var("SPV_SOURCE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(COUNT);
    let seeds: Vec<u64> = (1..=count).collect();
    let batches = seeds.chunks(PROGRAMS);
    let texts = pipelines::texts(&Registry::new());
    let input = judge::input();
    let (mut failures, mut compared, mut runs) = (Vec::new(), 0, 0);
    let mut runners: Vec<Runner> =
        devices.iter().map(|device| Runner::new(program(), device.number)).collect();
    for (number, seeds) in batches.clone().enumerate() {
        let batch = Batch::new(seeds);
        // LLVM's code generator fails on some programs. These are skipped.
        let Ok(want) = judge::expected(&batch, &input) else { continue };
        compared += seeds.len();
        let source = batch.kernel().replace("@main", "@kernel_of_test");
        let buffers = input.iter().cloned().chain(want.iter().map(|buffer| vec![0; buffer.len()]));
        let arguments: Vec<Argument> = buffers.map(Argument::Buffer).collect();
        // Every batch runs unchanged and with `-O`; the other pipelines are distributed over the batches.
        let always = ["".to_owned(), "O".to_owned()];
        let pipelines: Vec<&String> =
            always.iter().chain(texts.iter().skip(number).step_by(batches.len())).collect();
        for (device, runner) in devices.iter().zip(&mut runners) {
            if source.contains("f16") && !device.extensions.iter().any(|name| name == "cl_khr_fp16") {
                println!("skipped: programs with halves on {}: no cl_khr_fp16", device.name);
                continue;
            }
            for target in ["opencl1.2", "opencl3.0"] {
                let target = extended(target, DOUBLES_AND_HALVES, device);
                let lowered = kernels::lower("program", &source, &target, false);
                let mut known = HashSet::new();
                for pipeline in &pipelines {
                    let outcome = lowered.clone().and_then(|words| {
                        let module = kernels::transformed(pipeline, &words)?;
                        if !known.insert(module.clone()) {
                            return Ok(());
                        }
                        runs += 1;
                        let Signature { name, local, .. } = Signature::of(&module).ok_or("no kernel")?;
                        let arguments = arguments.clone();
                        let job = Job { module, kernel: name, global: local, local, arguments };
                        let found = runner.run(&job)?.split_off(input.len());
                        judge::difference(&batch, &found, &want).map_or(Ok(()), Err)
                    });
                    if let Err(why) = outcome {
                        let name = format!("seeds {seeds:?} for {target}, {pipeline:?}");
                        failures.push(format!("{name}, on {}: {why}", device.name));
                    }
                }
            }
        }
    }
    println!("{compared} programs, {runs} runs");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
