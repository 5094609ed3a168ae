//! Compares kernels with a single op to reference results of the host, before and after `-O`

mod row;
mod rows;

use spv_opt::dialect::validate::TargetEnv;
use spv_tests::tools::{Peer, spirv_val};
use spv_tests_opencl::runner::usable;
use spv_tests_opencl::support::{Remedy, fault, missing_extension};
use spv_tests_opencl::{Runner, kernels};
use std::path::Path;

/// SPIR-V 1.4, the newest version that most devices report.
const VERSION: u32 = 0x0001_0400;

/// Assembles a kernel. Fails if this library or spirv-val rejects it.
fn module(row: &row::Row, env: &TargetEnv) -> Result<Vec<u32>, String> {
    let words =
        spv_opt::serialize::assemble_or(&row.assembly(), VERSION).map_err(|errors| errors.to_string())?;
    let module = spv_opt::import(&spv_opt::context(), &words).map_err(|errors| errors.to_string())?;
    spv_opt::verify_for(&module, env).map_err(|errors| errors.to_string())?;
    if Peer::SpirvVal.find().is_some() {
        spirv_val(&words, "spv1.4")?;
    }
    Ok(words)
}

#[test]
fn single_ops_compute_what_the_host_does() {
    let devices = usable(Path::new(env!("CARGO_BIN_EXE_run_jobs")));
    let env = TargetEnv::new("spv1.4").expect("it is known");
    let only = std::env::var("KERNEL").ok();
    let rows = rows::all();
    let mut failures = Vec::new();
    for device in devices {
        let new_runner = || Runner::new(Path::new(env!("CARGO_BIN_EXE_run_jobs")), device.number);
        let (mut vectors, mut scalars) = (new_runner(), new_runner().without_vectors());
        let mut agreeing = 0;
        let mut skipped = Vec::new();
        for row in rows.iter().filter(|row| only.as_ref().is_none_or(|name| row.name.starts_with(name))) {
            let fault = fault(&device, &row.name);
            let runner = match fault.and_then(|fault| fault.remedy) {
                Some(Remedy::NoVectors) => &mut scalars,
                _ => &mut vectors,
            };
            let mut run = |words: Vec<u32>| {
                let found = runner.run(&row.job(words))?;
                row.difference(&found).map_or(Ok(()), Err)
            };
            if let Some(fault) = fault.filter(|fault| fault.remedy.is_none()) {
                skipped.push(format!("{}: the runtime {}", row.name, fault.symptom));
                continue;
            }
            let module = module(row, &env);
            // All kernels declare the same capabilities, so the capabilities that a kernel really needs are derived
            // from its ops.
            let needs = module
                .as_ref()
                .ok()
                .and_then(|words| kernels::transformed("spirv-update-vce{trim}", words).ok());
            let missing = needs.and_then(|words| missing_extension(&device, &words));
            let outcome = module.and_then(|words| {
                let optimized = kernels::transformed("O", &words)?;
                run(words.clone())?;
                if optimized == words { Ok(()) } else { run(optimized).map_err(|why| format!("-O: {why}")) }
            });
            match (outcome, missing) {
                (Ok(()), _) => agreeing += 1,
                (Err(_), Some(extension)) => skipped.push(format!("{}: no {extension}", row.name)),
                (Err(why), None) => failures.push(format!("{} on {}: {why}", row.name, device.name)),
            }
        }
        skipped.iter().for_each(|line| println!("skipped: {line}"));
        println!("{agreeing} of {} ops agree on {}", rows.len(), device.name);
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}
