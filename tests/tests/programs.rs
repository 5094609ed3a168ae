//! Random programs through import, export and the forms of control flow: judged by spirv-val and the
//! interpreter. The program `programs` takes as many as wished.

use spv_tests::programs::check::{self, Report};
use spv_tests::tools::Peer;

#[test]
fn structured_programs() {
    let judge = Peer::SpirvVal.find().is_some();
    let mut report = Report::default();
    for seed in 0..10 {
        report.add(check::check(&spv_opt::context(), 100, 500 + seed, judge));
    }
    assert!(report.failures.is_empty(), "{report}\n{}", report.failures.join("\n"));
    assert_eq!(report.unstructured, 0, "{report}");
    // The programs are worth it: most have constructs, run to their end and are not left out.
    assert!(report.region * 10 > report.functions * 9, "{report}");
    assert!(report.refused * 10 < report.functions, "{report}");
    let [returned, ended, undefined, long] = report.outcomes;
    assert!(returned > 9 * (ended + undefined + long), "{report}");
    assert!(report.steps > 30 * returned, "{report}");
}
