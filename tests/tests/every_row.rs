//! Tests of every instruction, enumerant and extended instruction of the grammar
//!
//! Each survives round trips through MLIR text and binary, and its MLIR text has no raw words. See
//! [`spv_tests::synth`].

use spv_opt::dialect::dialect::DIALECT;
use spv_opt::dialect::generated::enums::ENUMS;
use spv_opt::dialect::generated::extinst::SETS;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::CORE;
use spv_opt::dialect::registry;
use spv_opt::dialect::types::{self, TYPES};
use spv_opt::ir::dialect::{Dialect, Registry};
use spv_tests::synth::check::Case;
use spv_tests::synth::{enumerants, rows, sets};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of each op or enumerant, with its test cases or the reason why it has none.
type Rows = Vec<(String, Result<Vec<Case>, String>)>;

/// Runs all test cases on several threads, and returns descriptions of the failures.
fn check(rows: &Rows, registry: &Arc<Registry>) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let part = rows.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let run = |rows: &[(String, Result<Vec<Case>, String>)]| -> Vec<String> {
            let mut failures = Vec::new();
            for (name, cases) in rows {
                match cases {
                    Err(e) => failures.push(format!("{name}: {e}")),
                    Ok(list) if list.is_empty() => failures.push(format!("{name}: no case")),
                    Ok(list) => failures.extend(list.iter().filter_map(|case| {
                        let error = case.check(registry).err()?;
                        Some(format!("{} ({}): {error}", case.row, case.variant))
                    })),
                }
            }
            failures
        };
        let threads: Vec<_> = rows.chunks(part).map(|rows| scope.spawn(move || run(rows))).collect();
        threads.into_iter().flat_map(|t| t.join().expect("no check panics")).collect()
    })
}

fn cases(rows: &Rows) -> usize {
    rows.iter().filter_map(|(_, cases)| cases.as_ref().ok()).map(Vec::len).sum()
}

#[test]
fn every_row() {
    let registry = registry();
    let shown = |cases: Vec<Case>, opcode: u32, number: Option<u32>| match cases {
        list if list.iter().any(|case| case.shows(opcode, number)) => Ok(list),
        _ => Err("no case has the instruction".to_owned()),
    };
    let core: Rows =
        CORE.iter().map(|row| (row.name.to_owned(), shown(rows::cases(row), row.opcode, None))).collect();
    let enumerants: Rows = ENUMS
        .iter()
        .flat_map(|def| {
            def.enumerants.iter().map(|e| (format!("{} {}", def.name, e.name), enumerants::cases(def, e)))
        })
        .collect();
    let extended: Rows = SETS
        .iter()
        .flat_map(|set| set.rows.iter().map(move |row| (set, row)))
        .map(|(set, row)| (row.name.to_owned(), shown(sets::cases(set, row), op::EXT_INST, Some(row.opcode))))
        .collect();
    let counts = [&core, &enumerants, &extended].map(|rows| {
        let names: BTreeSet<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.len(), rows.len(), "a row is listed twice");
        rows.len()
    });
    assert_eq!(counts, [876, 1110, 546]);
    let modules = cases(&core) + cases(&enumerants) + cases(&extended);
    let failures: Vec<String> =
        [core, enumerants, extended].iter().flat_map(|r| check(r, &registry)).collect();
    println!(
        "rows: 876 instructions, 1110 enumerants, 546 extended instructions in {modules} modules, {} failures",
        failures.len()
    );
    assert!(failures.is_empty(), "{} of {modules} cases fail:\n{}", failures.len(), failures.join("\n\n"));
}

/// Checks types that have no name in the dialect, as types of a newer grammar might. Their MLIR text contains the name
/// of the instruction. The test removes all type names, because the dialect currently names every type.
#[test]
fn types_without_a_stated_name() {
    let by_instruction = types::named(&[]);
    let name = |code: u32| by_instruction.iter().find(|(other, _)| *other == code).map(|(_, name)| *name);
    let mut types = DIALECT.types.to_vec();
    assert_eq!(types.len(), by_instruction.len());
    for ty in &mut types {
        ty.name = name(ty.code).expect("each type has an instruction");
    }
    let registry = Registry::new(vec![Dialect { types: types.leak(), later_types: &[], ..DIALECT }]);
    // Replace the type name at the start of an expected word.
    let renamed = |word: &str| {
        let end = word.find('<').unwrap_or(word.len());
        let code = TYPES.iter().find(|(_, stated)| word[..end].strip_prefix('!') == Some(stated));
        code.and_then(|(code, _)| name(*code))
            .map_or(word.to_owned(), |name| format!("!{name}{}", &word[end..]))
    };
    let rows: Rows = TYPES
        .iter()
        .map(|&(code, _)| {
            let instruction = name(code).expect("each type has an instruction");
            let row = CORE.iter().find(|row| row.opcode == code).expect("each type has a row");
            let mut cases = rows::cases(row);
            let lines = cases.iter_mut().flat_map(|case| &mut case.lines);
            lines.flatten().for_each(|word| *word = renamed(word));
            (instruction.to_owned(), Ok(cases))
        })
        .collect();
    let failures = check(&rows, &registry);
    assert!(
        failures.is_empty(),
        "{} of {} cases fail:\n{}",
        failures.len(),
        cases(&rows),
        failures.join("\n\n")
    );
}
