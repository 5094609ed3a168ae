//! What ids are called in messages.

use super::input::{Linked, Section};
use spv_dialect::generated::opcodes as op;

/// A place in one of the modules: the module, what is there, and its debug name.
pub(super) fn place(linked: &Linked, module: usize, kind: &str, id: u32) -> String {
    let named = linked
        .section(Section::Names)
        .find(|item| item.instruction.opcode == op::NAME && item.instruction.words.get(1) == Some(&id));
    let name = named.and_then(|item| item.instruction.string(2)).filter(|name| !name.is_empty());
    let file = &linked.names[module];
    match name {
        Some(name) => format!("{file}: {kind} '{name}'"),
        None => format!("{file}: {kind} without a name"),
    }
}
