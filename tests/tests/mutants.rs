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
