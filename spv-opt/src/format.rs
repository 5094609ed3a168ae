//! Module formats and their detection from the first bytes

use spv_ir::{Diagnostic, Place, byte_string};

const MAGIC: u32 = 0x0723_0203;
/// The first bytes of a binary in either byte order.
const MAGICS: [[u8; 4]; 2] = [MAGIC.to_le_bytes(), MAGIC.to_be_bytes()];

/// A file format of modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// SPIR-V binary, of either endianness when read.
    Binary,
    /// MLIR text.
    Text,
    /// SPIR-V assembly in the syntax of SPIRV-Tools.
    Assembly,
}

impl Format {
    /// All formats with their names.
    pub const NAMES: [(&str, Format); 3] =
        [("spirv", Format::Binary), ("text", Format::Text), ("spvasm", Format::Assembly)];

    /// Returns the format called `name`, or `None` if the name is unknown.
    pub fn by_name(name: &str) -> Option<Format> {
        Format::NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }

    /// Detects the format of an input. For damaged input, returns the intended format: a truncated binary is still a
    /// binary.
    pub fn of(bytes: &[u8]) -> Format {
        if is_binary(&bytes[..bytes.len().min(4)]) {
            return Format::Binary;
        }
        if spv_asm::is_assembly(bytes) { Format::Assembly } else { Format::Text }
    }
}

/// Returns whether an input is, or was meant to be, a binary. `start` holds at most the first four bytes.
pub fn is_binary(start: &[u8]) -> bool {
    let cut_off = !start.is_empty() && MAGICS.iter().any(|magic| magic.starts_with(start));
    cut_off || start.iter().any(|b| b.is_ascii_control() && !b.is_ascii_whitespace())
}

/// Error message for an input without any bytes. MLIR text may be empty, but only if the user states the format.
pub const EMPTY: &str = "the input is empty: expected a SPIR-V binary, MLIR text or assembly";

/// File formats that users may confuse with SPIR-V: the first bytes, and a description with advice.
const FOREIGN: [(&[u8], &str); 9] = [
    (b"\x1F\x8B", "compressed with gzip: decompress it first"),
    (b"\x28\xB5\x2F\xFD", "compressed with Zstandard: decompress it first"),
    (b"PK\x03\x04", "a ZIP archive: extract the module first"),
    (b"\x7FELF", "an ELF object file or program, not a SPIR-V module"),
    (b"BC\xC0\xDE", "LLVM bitcode: translate it with llc or llvm-spirv first"),
    (b"ML\xEFR", "MLIR bytecode: convert it to text with mlir-opt first"),
    (b"DXBC", "a DirectX shader, not a SPIR-V module: compile the shader with 'dxc -spirv'"),
    (b"\xFF\xFE", "text in UTF-16: save it as UTF-8"),
    (b"\xEF\xBB\xBF", "text with a byte order mark: save it as UTF-8 without the mark"),
];

/// Returns an error message if the first bytes of an input show a format that is neither SPIR-V nor plain text.
pub fn foreign_format(bytes: &[u8]) -> Option<String> {
    let (_, what) = FOREIGN.iter().find(|(start, _)| bytes.starts_with(start))?;
    Some(format!("the input is {what}"))
}

/// Languages that users may confuse with MLIR text: a word that the source contains, and a note with advice.
const LANGUAGES: [(&str, &str); 8] = [
    ("#version ", "the input looks like GLSL: compile it first, for example with 'glslang -V'"),
    ("[numthreads(", "the input looks like HLSL: compile it first, for example with 'dxc -spirv'"),
    (": SV_", "the input looks like HLSL: compile it first, for example with 'dxc -spirv'"),
    ("@workgroup_size(", "the input looks like WGSL: compile it first, for example with tint or naga"),
    ("@builtin(", "the input looks like WGSL: compile it first, for example with tint or naga"),
    ("@location(", "the input looks like WGSL: compile it first, for example with tint or naga"),
    (
        "kernel void ",
        "the input looks like OpenCL C: compile it first, for example with 'clang --target=spirv64'",
    ),
    ("target triple", "the input looks like LLVM IR: translate it with llc or llvm-spirv first"),
];

/// Returns a note for the errors in MLIR text that looks like a shading language, LLVM IR or JSON. Call only for text
/// with syntax errors, because comments in MLIR text may contain anything.
pub fn foreign_language(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if spv_asm::is_assembly(text) || text.contains("module") && text.contains("spv.") {
        return None;
    }
    if text.starts_with(['{', '[']) && text[1..].trim_start().starts_with(['"', '{', '}', ']']) {
        return Some("the input looks like JSON: expected a SPIR-V binary, MLIR text or assembly");
    }
    LANGUAGES.iter().find(|(word, _)| text.contains(word)).map(|(_, note)| *note)
}

/// Decodes the bytes of MLIR text or assembly. String literals in assembly may contain arbitrary bytes; see
/// [`spv_ir::byte_string`].
///
/// # Errors
/// The input is neither UTF-8 nor assembly. The error is a diagnostic, and the text to which its position refers.
pub fn text_of_bytes(bytes: Vec<u8>) -> Result<String, Box<(Diagnostic, String)>> {
    let wrong = match String::from_utf8(bytes) {
        // Unlike in assembly, these characters do not represent arbitrary bytes in MLIR text.
        Ok(text) if !spv_asm::is_assembly(&text) || !text.as_bytes().contains(&byte_string::LEAD) => {
            return Ok(text);
        }
        Ok(text) => return Ok(byte_string::text_of(text.into_bytes())),
        Err(error) if spv_asm::is_assembly(error.as_bytes()) => {
            return Ok(byte_string::text_of(error.into_bytes()));
        }
        Err(error) => error,
    };
    let (at, bytes) = (wrong.utf8_error().valid_up_to(), wrong.as_bytes());
    if bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        let first: Vec<String> = bytes.iter().take(4).map(|byte| format!("{byte:02X}")).collect();
        let first = first.join(" ");
        let has_magic = MAGICS.iter().any(|magic| bytes.starts_with(magic));
        let message = match has_magic {
            true => "a SPIR-V binary, where text was expected".to_owned(),
            false => format!(
                "neither SPIR-V nor text: a binary starts with the bytes 03 02 23 07, but this input with {first}"
            ),
        };
        let place = Place::Word { offset: 0, instruction: "" };
        return Err(Box::new((Diagnostic::error(place, message), String::new())));
    }
    let message = format!("a text must be UTF-8, but the byte 0x{:02X} here is not", bytes[at]);
    let diagnostic = Diagnostic::error(Place::Text(at..at + 1), message);
    Err(Box::new((diagnostic, String::from_utf8_lossy(bytes).into_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_binary_nor_text() {
        let wrong = text_of_bytes(b"\x89PNG\r\n\x1A\n".to_vec()).expect_err("it is a picture");
        assert!(
            wrong.0.message.ends_with("starts with the bytes 03 02 23 07, but this input with 89 50 4E 47")
        );
        let wrong = text_of_bytes(b"\x03\x02\x23\x07\x00\x00\x01\xFF".to_vec()).expect_err("it is a binary");
        assert_eq!(wrong.0.message, "a SPIR-V binary, where text was expected");
    }

    #[test]
    fn first_bytes_tell_the_format() {
        for magic in MAGICS {
            assert_eq!(Format::of(&magic), Format::Binary);
            assert_eq!(Format::of(&magic[..3]), Format::Binary);
        }
        assert_eq!(Format::of(b"\x00abc"), Format::Binary);
        assert_eq!(Format::of(b"OpCapability Shader"), Format::Assembly);
        for text in ["", "m", "module {}", "// \u{e9}\n"] {
            assert_eq!(Format::of(text.as_bytes()), Format::Text);
        }
        assert!(Format::NAMES.iter().all(|(name, format)| Format::by_name(name) == Some(*format)));
    }
}
