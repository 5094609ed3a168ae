//! Tests of random programs in MLIR's source dialects on the installed Vulkan driver, against mlir-cpu-runner

use spv_tests::tools::Peer;
use spv_tests_vulkan::{source, workers};

/// Number of programs, unless `SPV_SOURCE_PROGRAMS` overrides it.
const COUNT: u64 = 48;

#[test]
fn device_and_cpu_agree() {
    let peers = [Peer::SpirvVal, Peer::MlirOpt19, Peer::MlirCpuRunner19];
    if peers.iter().any(|peer| peer.find().is_none()) || !workers::available() {
        return;
    }
    let count = std::env::var("SPV_SOURCE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(COUNT);
    let report = source::check_all(1..1 + count).expect("there is a device");
    println!("{} programs, {} bytes of results, {} runs", report.compared, report.values, report.runs);
    assert!(report.values > 100, "{} bytes compared", report.values);
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
}
