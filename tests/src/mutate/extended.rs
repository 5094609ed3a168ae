//! Edits that insert extended instructions from any known extended instruction set

use super::code::{Code, Section, any, insert, inst, string};
use super::draw::any_id;
use super::types::TYPES;
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::sets::{ExtSet, set};
use spv_opt::ir::dialect::OpRow;

/// Returns a random extended instruction, preferably from an imported set. If `bare` is set, chooses an instruction
/// without operands. Returns `None` if there is none.
fn any_row(code: &Code, bare: bool, rng: &mut Rng) -> Option<(&'static ExtSet, &'static OpRow)> {
    let fits = |row: &&'static OpRow| !bare || row.params.is_empty();
    // Set index 0 denotes the core instructions.
    let sets = (1..).map_while(set).filter(|set| set.rows.iter().any(|row| fits(&row)));
    let sets: Vec<&'static ExtSet> = sets.collect();
    let used: Vec<_> = sets.iter().copied().filter(|set| code.imported(set.import_name).is_some()).collect();
    let set = any(if rng.chance(60) && !used.is_empty() { &used } else { &sets }, rng)?;
    Some((set, any(&set.rows.iter().filter(fits).collect::<Vec<_>>(), rng)?))
}

/// Returns the id of a set's OpExtInstImport. Adds the import if needed.
fn import(code: &mut Code, set: &ExtSet) -> u32 {
    code.imported(set.import_name).unwrap_or_else(|| {
        let id = code.fresh();
        code.add(inst(op::EXT_INST_IMPORT, &[&[id], &string(set.import_name.as_bytes())[..]].concat()));
        id
    })
}

/// Returns a random operand count for an instruction. In rare cases, the count is invalid.
fn count(row: &OpRow, rng: &mut Rng) -> usize {
    if rng.chance(85) { row.params.len().min(8) } else { rng.below(5) }
}

/// Inserts a random extended instruction into a function, with operands of any type. Returns `None` if not applicable.
pub(super) fn insert_extended(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (set, row) = any_row(code, false, rng)?;
    let import = import(code, set);
    let (function, _, at) = code.place(rng)?;
    let values = code.values(&function, at);
    let (first, ty) = any(&values, rng)?;
    let id = code.fresh();
    let mut words = inst(op::EXT_INST, &[ty, id, import, row.opcode]);
    for _ in 0..count(row, rng) {
        // In most instructions, the operands have the result type.
        words.push(if rng.chance(70) { first } else { any(&values, rng)?.0 });
    }
    insert(code, at, vec![words]);
    Some(())
}

/// Inserts a random extended instruction at module scope, where only constants are available. Half of the inserted
/// instructions have no operands. Returns `None` if not applicable.
pub(super) fn insert_extended_outside(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (set, row) = any_row(code, rng.chance(50), rng)?;
    let import = import(code, set);
    let is_type = |at: &usize| TYPES.contains(&code.op(*at));
    let types = code.section(Section::Global).into_iter().filter(is_type);
    let ty = code.result(any(&types.collect::<Vec<_>>(), rng)?)?;
    let id = code.fresh();
    let mut words = inst(op::EXT_INST, &[ty, id, import, row.opcode]);
    for _ in 0..count(row, rng) {
        words.push(any_id(code, rng)?);
    }
    let end = code.end_of(Section::Global);
    let to = if rng.chance(40) { end } else { rng.below(end.max(1)) };
    insert(code, to, vec![words]);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::read_words;
    use std::path::Path;

    #[test]
    fn instructions_without_operands_stand_outside_of_functions() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/bin");
        let path =
            directory.read_dir().expect("the directory can be listed").next().expect("it has a module");
        let words = read_words(&path.expect("it can be read").path());
        let mut rng = Rng::new(1);
        let bare = (0..100).filter(|_| {
            let mut code = Code::new(&words).expect("it has a header");
            let done = insert_extended_outside(&mut code, &mut rng);
            code.flush();
            let end = code.end_of(Section::Global);
            done.is_some()
                && code.list[..end].iter().any(|words| words[0] == op::EXT_INST && words.len() == 5)
        });
        assert!(bare.count() > 20);
    }
}
