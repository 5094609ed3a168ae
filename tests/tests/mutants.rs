//! Checks a few hundred mutants of small corpus modules, which must not fail
//!
//! The program `mutants` checks any number of mutants and groups failures by class.

use spv_opt::Module;
use spv_opt::dialect::validate::TargetEnv;
use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use spv_tests::mutate::{self, Checks, Choice, Drawn, Making};

/// Checks `count` mutants, and returns how many of them can be parsed or imported. Time limits do not apply, because
/// the machine may be busy.
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

/// Checks mutants with types and instructions of newer extensions. If validation accepts a mutant, it must also accept
/// the mutant after `spirv-update-vce`.
#[test]
fn newer_types_keep_what_they_need() {
    let seeds = mutate::seeds(600, &[]);
    let pipeline = Pipeline::parse(&Registry::new(), "spirv-update-vce").expect("it is registered");
    let env = TargetEnv::new("spv1.6").expect("it is known");
    let judge = |module: &Module| spv_opt::verify_for(module, &env).map_err(|errors| errors.to_string());
    let mut accepted = 0;
    for index in 0..400 {
        let Drawn { mutant, .. } = mutate::mutant(&seeds, Making::Newer, 1, index);
        let Ok(mut module) = spv_opt::import_bytes(&spv_opt::context(), mutant.bytes()) else { continue };
        if spv_opt::verify(&module).is_err() || judge(&module).is_err() {
            continue;
        }
        accepted += 1;
        let result = run(&pipeline, &mut module, &RunOptions::default());
        let result = result.map_err(|failure| failure.errors.to_string()).and_then(|()| judge(&module));
        assert_eq!(result, Ok(()), "mutant {index}");
    }
    assert!(accepted >= 100, "only {accepted} of 400 mutants are accepted");
}

/// Checks control-flow mutants. If spirv-val accepts a mutant, import must accept it, a round trip must not change it,
/// and spirv-val must accept the exported copy.
#[test]
fn control_flow_in_other_ways() {
    examined(Making::Flow, 1, 100);
}
