//! Names and positions of unnamed definitions in messages: result ids replace generated symbols

use crate::module_places::named_in;
use spv_dialect::generated::views as v;
use spv_ir::{Diagnostics, Location, Place, symbols, walk};
use spv_serialize::import::{ImportOptions, import_with_ids};
use std::collections::{HashMap, HashSet};

/// Start of a generated symbol in a message.
const GENERATED: &str = "'@_$";

/// Replaces symbols that import generates for unnamed definitions with their result ids: `'@_$0'` becomes `%12`, or
/// `function %12`. Also adds the positions of declarations to messages about the module. `words` is the binary to which
/// the messages refer.
pub(crate) fn with_ids(list: &Diagnostics, words: &[u32]) -> Diagnostics {
    let mut list = list.clone();
    let mut texts: Vec<&mut String> = Vec::new();
    for diagnostic in &mut list.list {
        if matches!(diagnostic.place, Place::Op(Location::UNKNOWN))
            && !words.is_empty()
            && let Some(offset) = named_in(&diagnostic.message, words)
        {
            diagnostic.place = Place::Op(Location::text(offset));
        }
        texts.push(&mut diagnostic.message);
        texts.extend(diagnostic.notes.iter_mut().map(|(_, text)| text));
        texts.extend(diagnostic.excerpt.as_mut().map(|excerpt| &mut excerpt.around));
    }
    texts.retain(|text| text.contains(GENERATED));
    if !texts.is_empty() && !words.is_empty() {
        let names = names(words);
        texts.into_iter().for_each(|text| *text = replaced(text, &names));
    }
    list
}

/// Returns descriptions of the unnamed definitions of a binary, by generated symbol.
fn names(words: &[u32]) -> HashMap<String, String> {
    let ctx = crate::context();
    let Ok((module, ids)) = import_with_ids(&ctx, words, &ImportOptions::default()) else {
        return HashMap::new();
    };
    let mut functions = HashSet::new();
    for body in walk::top_ops(&module.body).filter_map(|op| module.body.nested(op)) {
        let list = walk::top_ops(body).filter(|&op| body.def(op) == v::Func::ID);
        functions.extend(list.filter_map(|op| symbols::name_of(&ctx, body, op)));
    }
    let described = |symbol: &str, id: u32| {
        let kind = if functions.contains(symbol) { "function " } else { "" };
        (symbol.to_owned(), format!("{kind}%{id}"))
    };
    ids.symbols.iter().map(|(symbol, id)| described(ctx.str(*symbol), *id)).collect()
}

/// Replaces the generated symbols in a message with their descriptions.
fn replaced(message: &str, names: &HashMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(at) = rest.find(GENERATED) {
        let symbol = &rest[at + "'@".len()..];
        let end = symbol.find('\'').unwrap_or(symbol.len());
        out += &rest[..at];
        match names.get(&symbol[..end]) {
            Some(name) if out.ends_with("function ") => out += name.trim_start_matches("function "),
            Some(name) => out += name,
            None => out += &rest[at..(at + "'@".len() + end + 1).min(rest.len())],
        }
        rest = symbol.get(end + 1..).unwrap_or_default();
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use spv_ir::diag::Excerpt;

    #[test]
    fn in_messages_and_notes() {
        let assembly = "
            OpCapability Shader
            OpCapability Linkage
            OpMemoryModel Logical GLSL450
            %1 = OpTypeVoid
            %2 = OpTypeFunction %1
            %3 = OpTypeFloat 32
            %4 = OpTypePointer Private %3
            %5 = OpVariable %4 Private
            %6 = OpFunction %1 None %2
            %7 = OpLabel
            OpReturn
            OpFunctionEnd";
        let words = spv_asm::assemble(assembly).expect("it is assembly");
        let mut list = Diagnostics::default();
        list.error(Place::None, "must be Flat (variable '@_$0', Input)");
        list.error(Place::None, "function '@_$1' calls '@_$1' and '@_$7'");
        list.note(Place::None, "called by '@_$1', not by '@_$x'");
        list.list[1].excerpt = Some(Excerpt { around: "in '@_$1'".to_owned(), text: None, marked: None });
        let list = with_ids(&list, &words).list;
        let excerpt = list[1].excerpt.as_ref().map(Excerpt::note);
        assert_eq!(list[0].message, "must be Flat (variable %5, Input)");
        assert_eq!(list[1].message, "function %6 calls function %6 and '@_$7'");
        assert_eq!(list[1].notes[0].1, "called by function %6, not by '@_$x'");
        assert_eq!(excerpt.as_deref(), Some("in function %6"));
    }
}
