//! Entry blocks that a merge instruction names: spirv-val takes them outside of shaders, but the specification wants no
//! branch to them, and the copy has an entry block before. The input is brought into that form, so that it is compared as
//! strictly as any other.

use super::op;
use super::read::{Binary, Inst, Operand};

/// Splits the entry blocks of functions that a merge instruction names after their variables: the second part keeps the label.
pub(crate) fn split_entries(binary: &mut Binary) {
    let insts = std::mem::take(&mut binary.insts);
    let mut at = 0;
    while at < insts.len() {
        let end = insts[at..].iter().position(|inst| inst.opcode == op::FUNCTION_END);
        let end = end.map_or(insts.len(), |length| at + length + 1);
        function(&insts[at..end], binary);
        at = end;
    }
}

/// Appends the instructions up to the end of a function.
fn function(insts: &[Inst], binary: &mut Binary) {
    let begin = insts.iter().position(|inst| inst.opcode == op::FUNCTION);
    let label = begin.and_then(|begin| {
        let after = insts[begin..].iter().position(|inst| inst.opcode == op::LABEL)?;
        Some(begin + after)
    });
    let names =
        |label: u32| insts.iter().any(|inst| op::is_merge(inst.opcode) && inst.ids().any(|id| id == label));
    let named = label.and_then(|at| Some((at, insts[at].result?))).filter(|(_, label)| names(*label));
    let Some((at, label)) = named else {
        binary.insts.extend_from_slice(insts);
        return;
    };
    let is_line = |inst: &&Inst| matches!(inst.opcode, op::LINE | op::NO_LINE);
    let belongs = |inst: &&Inst| inst.opcode == op::VARIABLE || is_line(inst);
    let variables = insts[at + 1..].iter().take_while(belongs).count();
    let (before, rest) = insts.split_at(at + 1 + variables);
    let entry = Inst { result: Some(binary.bound), ..insts[at].clone() };
    binary.bound += 1;
    binary.insts.extend_from_slice(&before[..at]);
    binary.insts.push(entry);
    binary.insts.extend_from_slice(&before[at + 1..]);
    binary.insts.push(Inst { operands: vec![Operand::Id(label)], ..Inst::new(op::BRANCH) });
    // The end of a block ends the line.
    binary.insts.extend(before[..at].iter().rfind(is_line).cloned());
    binary.insts.push(insts[at].clone());
    binary.insts.extend(before.iter().rfind(is_line).cloned());
    binary.insts.extend_from_slice(rest);
}
