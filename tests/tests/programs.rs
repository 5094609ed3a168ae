//! Tests of import, export and control-flow conversions with random programs, checked by spirv-val and the interpreter
//!
//! The program `programs` runs any number of random programs.

use spv_tests::programs::check::{self, Kind, Report};
use spv_tests::tools::Peer;

/// Checks a few hundred functions with the given kind of control flow.
fn check(kind: Kind, seed: u64) -> Report {
    let judge = Peer::SpirvVal.find().is_some();
    let mut report = Report::default();
    for seed in seed..seed + 4 {
        report.add(check::check(&spv_opt::context(), kind, 100, seed, judge));
    }
    assert!(report.failures.is_empty(), "{report}\n{}", report.failures.join("\n"));
    report
}

#[test]
fn structured_programs() {
    let report = check(Kind::Structured, 500);
    assert_eq!(report.unstructured, 0, "{report}");
    // Most functions must be valid and have constructs.
    assert!(report.region * 10 > report.functions * 9, "{report}");
    assert!(report.refused * 10 < report.functions, "{report}");
    let [returned, ended, undefined, long] = report.outcomes;
    assert!(returned > 9 * (ended + undefined + long), "{report}");
    assert!(report.steps > 30 * returned, "{report}");
}

#[test]
fn programs_without_declarations() {
    for kind in [Kind::Undeclared, Kind::Reducible, Kind::Irreducible] {
        let report = check(kind, 700);
        let [returned, ended, undefined, long] = report.outcomes;
        assert!(returned > 9 * (ended + undefined + long), "{kind:?}: {report}");
        assert!(report.steps > 20 * returned, "{kind:?}: {report}");
    }
}
