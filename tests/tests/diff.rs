//! Tests of `diff` over the repository's corpus: a module has no differences from its copy, and some from its optimized
//! version

use spv_opt::tools::diff::{Line, diff};
use spv_tests::tools;

#[test]
fn a_module_equals_its_copy() {
    for module in tools::own_corpus() {
        let words = tools::read_words(&module.path);
        let a = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
        // Export declares identical constants only once, so the copy differs from the module.
        if spv_opt::print(&a).contains("#spv.distinct") {
            continue;
        }
        let copy = spv_opt::export(&a).expect("it was imported");
        let b = spv_opt::import(&spv_opt::context(), &copy).expect("it was exported");
        let difference = diff(&a, &b);
        assert!(difference.is_empty(), "{}:\n{difference}", module.path.display());
    }
}

/// Checks that the common and removed lines of each hunk are lines of the first module.
#[test]
fn removed_lines_are_those_of_the_first_module() {
    for module in tools::own_corpus() {
        let words = tools::read_words(&module.path);
        let a = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
        let mut b = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
        spv_opt::optimize(&mut b, spv_opt::Pipeline::O).expect("the pipeline succeeds");
        let text = spv_opt::print(&a);
        let lines: std::collections::HashSet<&str> = text
            .lines()
            .map(|line| line.split_once(":  // ").map_or(line, |(line, _)| line).trim())
            .collect();
        for hunk in diff(&a, &b).hunks {
            for line in &hunk.lines {
                if let Line::Both(line) | Line::Removed(line) = line {
                    let line = line.trim();
                    assert!(lines.contains(line), "{}: {line}", module.path.display());
                }
            }
        }
    }
}
