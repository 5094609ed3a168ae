//! Result ids in place of generated symbols, for messages about a binary

use crate::render::in_binary;
use spv_dialect::generated::opcodes as op;
use spv_ir::Diagnostics;
use spv_ir::diag::Place;

/// Opcodes of the module-level definitions that messages name.
const NAMED: [u32; 7] = [
    op::VARIABLE,
    op::UNTYPED_VARIABLE_KHR,
    op::SPEC_CONSTANT,
    op::SPEC_CONSTANT_TRUE,
    op::SPEC_CONSTANT_FALSE,
    op::SPEC_CONSTANT_COMPOSITE,
    op::SPEC_CONSTANT_OP,
];

/// Replaces symbols that import generates for unnamed definitions by their result ids: `'@_$0'` becomes `%12`.
///
/// Requires that the message or one of its notes is located at the definition. `words` are in host byte order.
pub(crate) fn with_ids(list: &Diagnostics, words: &[u32]) -> Diagnostics {
    let mut list = list.clone();
    for diagnostic in &mut list.list {
        let of_notes = diagnostic.notes.iter().find_map(|(place, _)| id_at(place, words));
        if let Some(id) = id_at(&diagnostic.place, words).or(of_notes) {
            diagnostic.message = with_id(&diagnostic.message, id);
        }
        for (place, text) in &mut diagnostic.notes {
            if let Some(id) = id_at(place, words) {
                *text = with_id(text, id);
            }
        }
    }
    list
}

/// Returns the result id of the definition at a place.
fn id_at(place: &Place, words: &[u32]) -> Option<u32> {
    let offset = in_binary(place, "").0?;
    let opcode = words.get(offset)? & 0xFFFF;
    words.get(offset + 2).copied().filter(|_| NAMED.contains(&opcode))
}

/// Replaces the first generated symbol in a message.
fn with_id(message: &str, id: u32) -> String {
    let replaced = || {
        let (before, rest) = message.split_once("'@_$")?;
        let (digits, after) = rest.split_once('\'')?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{before}%{id}{after}"))
    };
    replaced().unwrap_or_else(|| message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use spv_ir::Location;

    #[test]
    fn of_the_place_or_a_note() {
        let words = [0, 4 << 16 | op::VARIABLE, 9, 12, 1];
        let variable = Place::Op(Location::text(1));
        let mut list = Diagnostics::default();
        list.error(variable.clone(), "must be Flat (variable '@_$0', Input)");
        list.error(Place::None, "variable '@_$17' is not listed");
        list.note(variable.clone(), "variable '@_$17'");
        list.error(variable, "must be Flat (variable '@_$x', Input)");
        let texts: Vec<String> = with_ids(&list, &words).list.iter().map(|d| d.to_string()).collect();
        assert_eq!(
            texts,
            [
                "error: must be Flat (variable %12, Input)",
                "error: variable %12 is not listed\nnote: variable %12",
                "error: must be Flat (variable '@_$x', Input)"
            ]
        );
    }
}
