//! Renders diagnostics about a binary, with the shader source lines given by OpLine or DebugLine

use crate::Source;
use crate::render::{in_binary, part, summary};
use crate::shader_lines::{Lines, line_of};
use crate::unnamed::with_ids;
use spv_asm::{Places, disassemble_at};
use spv_ir::Diagnostics;
use spv_ir::diag::{Excerpt, Place, Severity};
use spv_ir::render::Renderer;
use std::borrow::Cow;

/// SPIR-V magic number with swapped byte order.
const SWAPPED: u32 = 0x0302_2307;

/// Maximum length in bytes of a printed instruction. String operands may be long.
const MOST_INSTRUCTION: usize = 1000;

/// Converts the words of a binary of either endianness to host byte order.
pub(crate) fn native(words: &[u32]) -> Cow<'_, [u32]> {
    match words.first() {
        Some(&SWAPPED) => words.iter().map(|word| word.swap_bytes()).collect(),
        _ => words.into(),
    }
}

/// Renders diagnostics about a binary; see [`crate::render`]. `words` are the words of the file, in either endianness.
/// `color` selects terminal colors.
///
/// For instructions with an OpLine or DebugLine, a note names the shader line, and quotes it if the binary embeds the
/// source. If `source` has text, this text is the assembly of the binary, and positions refer to it.
pub fn render_binary(list: &Diagnostics, source: Source<'_>, words: &[u32], color: bool) -> String {
    let words = native(words);
    let list = &with_ids(list, &words);
    let lines = Lines::new(list, source.ctx, &words);
    let plain = Renderer::new(source.file, source.text, color);
    let assembly = (!source.text.is_empty()).then(|| Places::new(source.text));
    let shown = list.list.iter().filter(|d| d.rule.is_some() || assembly.is_none());
    let offsets = shown.filter_map(|d| line_of(&lines.place(source.ctx, d).0)).collect();
    let instructions = disassemble_at(&words, &offsets, false);
    let mut out = String::new();
    let show = |severity, place: &Place, message: &str| {
        let (place, message) = match &assembly {
            Some(assembly) => in_assembly(assembly, place, message),
            None => (place.clone(), message.to_owned()),
        };
        let mut one = String::new();
        part(&mut one, &plain, source, severity, &place, &message, color);
        one
    };
    for diagnostic in &list.list {
        let (place, known) = lines.place(source.ctx, diagnostic);
        out += &show(diagnostic.severity, &place, &diagnostic.headline());
        match line_of(&place).and_then(|offset| instructions.get(&offset)) {
            Some(found) if found.text.len() <= MOST_INSTRUCTION => {
                let (text, marked) = (Some(found.text.clone()), found.operand.clone());
                plain.note_of(&mut out, &Excerpt { around: "in the binary".to_owned(), text, marked });
            }
            _ => plain.op(&mut out, diagnostic),
        }
        for (place, message) in &diagnostic.notes {
            out += &show(Severity::Note, place, message);
        }
        let line = known.or_else(|| lines.at.get(&line_of(&place)?).copied());
        out += &line.map_or_else(String::new, |line| lines.note(line, color));
    }
    out + &summary(list)
}

/// Converts the position and wording of a message about a binary so that they refer to its assembly.
pub(crate) fn in_assembly(assembly: &Places, place: &Place, message: &str) -> (Place, String) {
    let (offset, instruction, message) = in_binary(place, message);
    let message = assembly.reworded(message);
    let message = if instruction.is_empty() { message } else { format!("{instruction}: {message}") };
    let bytes = offset.and_then(|offset| assembly.of_word(offset));
    (bytes.map_or(place.clone(), Place::Text), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spv_dialect::generated::opcodes as op;
    use spv_ir::Location;

    #[test]
    fn the_line_of_the_shader() {
        let mut words = vec![0x0723_0203, 0x0001_0000, 0, 9, 0];
        let mut add = |opcode: u32, operands: &[u32]| {
            let at = words.len();
            words.push((operands.len() as u32 + 1) << 16 | opcode);
            words.extend_from_slice(operands);
            at
        };
        let literal = |text: &str| -> Vec<u32> {
            let mut bytes = text.as_bytes().to_vec();
            bytes.resize(bytes.len() / 4 * 4 + 4, 0);
            bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
        };
        add(op::STRING, &[&[1][..], &literal("a.frag")].concat());
        add(op::SOURCE, &[&[2, 450, 1][..], &literal("int a;\nint b")].concat());
        add(op::SOURCE_CONTINUED, &literal(" = a + a;\n"));
        add(op::LINE, &[1, 2, 9]);
        add(op::I_ADD, &[3, 4, 5, 5]);
        add(op::LINE, &[7, 1, 1]);
        let second = add(op::I_ADD, &[3, 6, 5, 5]);
        add(op::NO_LINE, &[]);
        let third = add(op::I_ADD, &[3, 7, 5, 5]);
        // Two instructions of one line.
        add(op::LINE, &[1, 1, 5]);
        add(op::I_SUB, &[3, 8, 5, 5]);
        add(op::I_SUB, &[3, 9, 8, 5]);
        let ctx = crate::context();
        let mut list = Diagnostics::default();
        list.error(Place::Op(ctx.file_location(ctx.ident("a.frag"), 2, 9)), "'spv.IAdd' op is wrong");
        list.error(Place::Op(Location::text(second)), "'spv.IAdd' op is wrong");
        list.error(Place::Word { offset: third + 1, instruction: "spv.IAdd" }, "is wrong");
        list.error(Place::Op(ctx.file_location(ctx.ident("a.frag"), 1, 5)), "'spv.ISub' op is wrong");
        let source = Source { file: "a.spv", text: "", ctx: Some(&ctx) };
        insta::assert_snapshot!(render_binary(&list, source, &words, false), @r"
        a.spv: word 0x19 (25): OpIAdd: error: is wrong
        note: in the binary: `%4 = OpIAdd %3 %5 %5`
        a.frag:2:9: note: the instruction comes from this line of the shader
        int b = a + a;
                ^
        a.spv: word 0x22 (34): OpIAdd: error: is wrong
        note: in the binary: `%6 = OpIAdd %3 %5 %5`
        (unknown file):1:1: note: the instruction comes from this line of the shader
        a.spv: word 0x29 (41): OpIAdd: error: is wrong
        note: in the binary: `%7 = OpIAdd %3 %5 %5`
                                          ^~
        a.spv: error: 'spv.ISub' op is wrong
        a.frag:1:5: note: the instruction comes from this line of the shader
        int a;
            ^
        4 errors
        ");
    }

    #[test]
    fn the_line_that_debug_line_says() {
        let assembly = r#"
            OpCapability Shader
            OpExtension "SPV_KHR_non_semantic_info"
            %set = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"
            OpMemoryModel Logical GLSL450
            %file = OpString "a.frag"
            %text = OpString "// by the front end
#line 1
float a;
"
            %more = OpString "float b = a * a;
"
            %void = OpTypeVoid
            %none = OpTypeFunction %void
            %float = OpTypeFloat 32
            %int = OpTypeInt 32 0
            %int_1 = OpConstant %int 1
            %int_2 = OpConstant %int 2
            %int_11 = OpConstant %int 11
            %one = OpConstant %float 1
            %source = OpExtInst %void %set DebugSource %file %text
            %rest = OpExtInst %void %set DebugSourceContinued %more
            %f = OpFunction %void None %none
            %entry = OpLabel
            %at = OpExtInst %void %set DebugLine %source %int_2 %int_2 %int_11 %int_11
            %product = OpIMul %float %one %one
            %end = OpExtInst %void %set DebugNoLine
            %sum = OpIAdd %float %one %one
            OpReturn
            OpFunctionEnd"#;
        let words = spv_asm::assemble(assembly).expect("it is assembly");
        let ctx = crate::context();
        let module = crate::import(&ctx, &words).expect("it can be read");
        let list = crate::verify(&module).expect_err("a product of integers is none of floats");
        let source = Source { file: "a.spv", text: "", ctx: Some(&ctx) };
        insta::assert_snapshot!(render_binary(&list, source, &words, false), @r"
        a.spv: word 0x6E (110): OpIMul: error: operand #0 must be 8/16/32/64-bit integer or vector of 8/16/32/64-bit integer values of length 2/3/4/8/16 or Cooperative Matrix of 8/16/32/64-bit integer values, but got 'f32'
        note: in the binary: `%18 = OpIMul %7 %12 %12`
        a.frag:2:11: note: the instruction comes from this line of the shader
        float b = a * a;
                  ^
        a.spv: word 0x78 (120): OpIAdd: error: operand #0 must be 8/16/32/64-bit integer or vector of 8/16/32/64-bit integer values of length 2/3/4/8/16 or Cooperative Matrix of 8/16/32/64-bit integer values, but got 'f32'
        note: in the binary: `%20 = OpIAdd %7 %12 %12`
        2 errors
        ");
    }
}
