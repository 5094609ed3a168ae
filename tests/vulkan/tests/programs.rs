//! Tests of random functions in the interpreter and on the installed Vulkan driver, before and after passes

use spv_tests::tools::Peer;
use spv_tests_vulkan::{programs, workers};

/// Number of modules, each with [`programs::FUNCTIONS`] functions.
const MODULES: usize = 6;

#[test]
fn interpreter_and_device_agree() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let check =
        |worker: &mut workers::Worker, i: usize| programs::check(worker, 1 + i as u64, programs::PIPELINES);
    let reports = workers::each(MODULES, &check).expect("there is a device");
    let mut total = programs::Report::default();
    reports.into_iter().for_each(|report| total.add(report));
    println!(
        "{MODULES} modules, {} calls, {} values, {} left out, {} executions",
        total.calls, total.values, total.left_out, total.executions
    );
    assert!(total.values > 100, "{} values compared", total.values);
    total.failures.extend(total.driver.iter().map(|line| format!("before any pass: {line}")));
    assert!(total.failures.is_empty(), "{} failures\n{}", total.failures.len(), total.failures.join("\n"));
}
