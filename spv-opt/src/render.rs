//! Renders diagnostics as text

use spv_ir::diag::{Diagnostic, Place, Severity};
use spv_ir::render::Renderer;
use spv_ir::{Context, Diagnostics, Location};

/// The source to which the positions of diagnostics refer.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// File name to show.
    pub file: &'a str,
    /// MLIR text or assembly; empty for a binary.
    pub text: &'a str,
    /// Context of the module's locations. Required to show explicit locations of ops.
    pub ctx: Option<&'a Context>,
}

/// Renders diagnostics, followed by a line with the number of errors.
///
/// For text, each diagnostic starts with `file:line:column: error: ...` and shows the source line with a caret. For
/// binaries, each starts with `file: word 0x2A (42): OpLoad: error: ...`. Notes follow their diagnostic.
pub fn render(diagnostics: &Diagnostics, source: Source) -> String {
    show(diagnostics, source, false)
}

/// Renders diagnostics with terminal colors; see [`render`].
pub fn render_colored(diagnostics: &Diagnostics, source: Source) -> String {
    show(diagnostics, source, true)
}

fn show(diagnostics: &Diagnostics, source: Source, color: bool) -> String {
    let mut renderer = Renderer::new(source.file, source.text, color);
    if let Some(ctx) = source.ctx {
        renderer = renderer.with_context(ctx);
    }
    let mut out = String::new();
    for diagnostic in &diagnostics.list {
        let place = &diagnostic.place;
        part(&mut out, &renderer, source, diagnostic.severity, place, &diagnostic.headline(), color);
        renderer.op(&mut out, diagnostic);
        for (place, message) in &diagnostic.notes {
            part(&mut out, &renderer, source, Severity::Note, place, message, color);
        }
    }
    out + &summary(diagnostics)
}

/// Renders a single message: a diagnostic without its notes, or a note.
pub(crate) fn part(
    out: &mut String,
    renderer: &Renderer,
    source: Source,
    severity: Severity,
    place: &Place,
    message: &str,
    color: bool,
) {
    let one = |place, message: &str| Diagnostic::new(severity, place, message);
    *out += &match in_binary(place, message) {
        // A word offset is meaningful only for a binary. Ops parsed from text have text offsets instead.
        (Some(offset), instruction, message)
            if source.text.is_empty() || matches!(place, Place::Word { .. }) =>
        {
            let mut place = format!("{}: word 0x{offset:X} ({offset})", source.file);
            if !instruction.is_empty() {
                place = format!("{place}: {instruction}");
            }
            Renderer::new(&place, "", color).render(&one(Place::Op(Location::UNKNOWN), message))
        }
        _ => renderer.render(&one(place.clone(), message)),
    };
}

/// Name of the op that represents a whole module. Messages about a binary omit this name.
const MODULE: &str = "spv.module";

/// Ops whose name differs from the instruction name: op name and instruction name.
const INSTRUCTIONS: [(&str, &str); 8] = [
    ("spv.GlobalConstant", "OpConstant"),
    ("spv.GlobalVariable", "OpVariable"),
    ("spv.SpecConstant", "OpSpecConstant"),
    ("spv.SpecConstantComposite", "OpSpecConstantComposite"),
    ("spv.SpecConstantOperation", "OpSpecConstantOp"),
    ("spv.func", "OpFunction"),
    ("spv.mlir.loop", "OpLoopMerge"),
    ("spv.mlir.selection", "OpSelectionMerge"),
];

/// Splits a message into the instruction of the op at its start, and the remaining message. The name of an op without
/// an instruction remains in the message, unless the op is the module.
pub(crate) fn instruction_of(message: &str) -> (String, &str) {
    let quoted = message.strip_prefix('\'').and_then(|m| m.split_once('\''));
    let of_op = quoted.and_then(|(name, rest)| {
        Some((name, rest.strip_prefix(" op ").or_else(|| rest.strip_prefix(": "))?))
    });
    of_op.map_or((String::new(), message), |(name, rest)| match binary_name(name) {
        instruction if instruction.is_empty() && name != MODULE => (instruction, message),
        instruction => (instruction, rest),
    })
}

/// Returns the word offset of a position in a binary, the instruction name, and the message without that name.
pub(crate) fn in_binary<'m>(place: &Place, message: &'m str) -> (Option<usize>, String, &'m str) {
    match place {
        Place::Word { offset, instruction } => (Some(*offset), binary_name(instruction), message),
        Place::Op(loc) => {
            let (instruction, message) = instruction_of(message);
            (loc.text_offset(), instruction, message)
        }
        _ => (None, String::new(), message),
    }
}

/// Returns the name of an op's instruction in the specification, or `OpExtInst GLSL.Sqrt` for an extended instruction.
fn binary_name(instruction: &str) -> String {
    if let Some((_, name)) = INSTRUCTIONS.iter().find(|(op, _)| *op == instruction) {
        return (*name).to_owned();
    }
    match instruction.strip_prefix("spv.") {
        // This op exists only in the IR, not in SPIR-V.
        Some(name) if name.starts_with("mlir.") || name == "module" => String::new(),
        Some(name) if name.contains('.') => format!("OpExtInst {name}"),
        Some(name) => format!("Op{name}"),
        None => instruction.to_owned(),
    }
}

/// Formats the number of errors as a line, for example `2 errors`. Returns an empty string if there are none.
pub(crate) fn summary(diagnostics: &Diagnostics) -> String {
    let count = diagnostics.list.iter().filter(|d| d.severity == Severity::Error).count();
    match (count, diagnostics.list.len()) {
        (_, Diagnostics::LIMIT..) => format!("{count} errors or more: further errors are not shown\n"),
        (0, _) => String::new(),
        (1, _) => "1 error\n".to_owned(),
        _ => format!("{count} errors\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_count() {
        let mut list = Diagnostics::default();
        list.error(Place::Word { offset: 42, instruction: "spv.Load" }, "undefined id 7");
        let note = (Place::Word { offset: 9, instruction: "" }, "the bound stands here".to_owned());
        list.list[0].notes.push(note);
        list.error(Place::Text(4..7), "expected a type");
        let text = "let foo\n";
        let shown = render(&list, Source { file: "a.spv", text, ctx: None });
        insta::assert_snapshot!(shown, @r"
        a.spv: word 0x2A (42): OpLoad: error: undefined id 7
        a.spv: word 0x9 (9): note: the bound stands here
        a.spv:1:5: error: expected a type
        let foo
            ^~~
        2 errors
        ");
        let mut list = Diagnostics::default();
        list.error(Place::Op(Location::text(16)), "'spv.IAdd' op is wrong");
        let shown = render(&list, Source { file: "a.spv", text: "", ctx: None });
        assert_eq!(shown, "a.spv: word 0x10 (16): OpIAdd: error: is wrong\n1 error\n");
        let names = ["spv.GLSL.Sqrt", "spv.func", "spv.mlir.merge"].map(binary_name);
        assert_eq!(names, ["OpExtInst GLSL.Sqrt", "OpFunction", ""]);
    }
}
