//! Tests of every shader of this crate on the installed Vulkan driver, before and after every pass and pipeline

use spv_tests::tools::{self, Peer};
use spv_tests_vulkan::{execution, shaders, workers};

#[test]
fn results_are_those_before_all_passes() {
    if Peer::SpirvVal.find().is_none() || !workers::available() {
        return;
    }
    let sources = shaders::sources().expect("the shaders are part of this crate");
    assert!(sources.len() >= 100, "{} shaders", sources.len());
    let reports = workers::each(sources.len(), &|worker, i| execution::check(worker, &sources[i], None));
    let mut total = execution::Report::default();
    reports.expect("there is a device").into_iter().for_each(|report| total.add(report));
    // If the device lacks a feature, the shader is skipped; in CI, the test fails.
    total.skipped.iter().for_each(|line| tools::skip(line));
    println!("{} shaders, {} pipelines, {} executions", total.shaders, total.pipelines, total.executions);
    assert!(total.failures.is_empty(), "{} failures\n{}", total.failures.len(), total.failures.join("\n"));
}

/// Checks that each source file has a binary, and that each binary has a source file.
#[test]
fn sources_and_binaries() {
    let stem = |path: &std::path::Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let sources = shaders::sources().expect("the shaders are part of this crate");
    let binaries = std::fs::read_dir(shaders::directory().join("bin")).expect("the directory can be listed");
    let mut binaries: Vec<String> =
        binaries.map(|e| stem(&e.expect("the directory can be listed").path())).collect();
    binaries.sort();
    assert_eq!(sources.iter().map(|path| stem(path)).collect::<Vec<_>>(), binaries);
}
