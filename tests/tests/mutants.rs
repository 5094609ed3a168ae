//! A few hundred mutants of the small modules of our corpora: nothing is wrong with them. The program `mutants` takes
//! as many as wished, and reports what it finds by class.

use spv_tests::mutate::{self, Checks, Choice, Drawn, Making};

/// Examines mutants of a seed, and returns how many of them were read. A loaded machine may be slow; the program is
/// the judge of time.
fn examined(making: Making, seed: u64, count: u64) -> u64 {
    let seeds = mutate::seeds(600, &[]);
    let checks = Checks { assembler: false, ..Checks::new(Choice::Drawn(1)) };
    let mut read = 0;
    for index in 0..count {
        let Drawn { mutant, passes, mut rng } = mutate::mutant(&seeds, making, seed, index);
        let (reach, mut findings) = mutate::examine(&mutant, &passes, &checks, &mut rng);
        findings.retain(|found| !found.what.starts_with("takes longer"));
        assert!(findings.is_empty(), "mutant {index} of seed {seed}: {findings:#?}");
        read += u64::from(reach.read);
    }
    read
}

#[test]
fn mutants_do_no_harm() {
    let read = examined(Making::All, 1, 300);
    assert!(read >= 100, "only {read} of 300 mutants were read");
}

/// What spirv-val takes is taken, comes out as it was, and is taken by spirv-val again.
#[test]
fn control_flow_in_other_ways() {
    examined(Making::Flow, 1, 100);
}
