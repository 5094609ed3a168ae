//! A few thousand mutants of the small modules of our corpus: nothing panics, nothing hangs. The program
//! `mutants` takes as many as wished.

use spv_tests::mutate::{self, Outcome};

#[test]
fn mutants_do_no_harm() {
    let seeds = mutate::seeds(600);
    let (mut read, mut rejected, mut inside) = (0, 0, 0);
    let count = 3000;
    for index in 0..count {
        match mutate::check(&mutate::mutant(&seeds, 20, index)) {
            Ok(Outcome::Rejected { inside: within }) => {
                rejected += 1;
                inside += u64::from(within);
            }
            Ok(_) => read += 1,
            // A loaded machine may be slow; the program is the judge of time.
            Err(failure) if failure.what.starts_with("took") => println!("mutant {index}: {failure:?}"),
            Err(failure) => panic!("mutant {index} of seed 20, {:?}: {}", failure.stage, failure.what),
        }
    }
    assert!(read * 10 >= count * 3, "only {read} of {count} mutants were read");
    assert!(inside * 2 >= rejected, "only {inside} of {rejected} were rejected in a function body");
}

/// What spirv-val accepts is accepted, exported unchanged, and accepted by spirv-val again.
#[test]
fn control_flow_in_other_ways() {
    let seeds = mutate::seeds(600);
    // The specification forbids both, but spirv-val does not check this in unreachable blocks.
    let known =
        ["entry block of region may not have predecessors", "merge block must not be the header block"];
    for index in 0..400 {
        let words = mutate::flow_mutant(&seeds, 1, index);
        match mutate::check_flow(&words) {
            Ok(Outcome::Refused(_, why))
                if !why.starts_with("changed, but invalid") && !known.iter().any(|k| why.contains(k)) =>
            {
                panic!("mutant {index} of seed 1: {why}")
            }
            Ok(_) => {}
            Err(failure) if failure.what.starts_with("took") => println!("mutant {index}: {failure:?}"),
            Err(failure) => panic!("mutant {index} of seed 1, {:?}: {}", failure.stage, failure.what),
        }
    }
}
