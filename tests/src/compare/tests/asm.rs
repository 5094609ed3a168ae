//! Small assembler that lets the tests run without installed tools
//!
//! The syntax is that of spirv-as, but enumerants are integers and every id is a name. Ids are numbered by first use.
//! `Op#5121` is the instruction with opcode 5121, which rspirv lacks.

use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rustc_hash::FxHashMap;

/// Assembles a module with SPIR-V version 1.6.
pub(super) fn assemble(text: &str) -> Vec<u32> {
    let mut ids: FxHashMap<String, u32> = FxHashMap::default();
    let mut words = vec![0x0723_0203, 0x0001_0600, 0, 0, 0];
    for line in text.lines() {
        let mut tokens = tokens(line);
        if tokens.is_empty() {
            continue;
        }
        let mut id = |name: &str| {
            let next = ids.len() as u32 + 1;
            *ids.entry(name.to_owned()).or_insert(next)
        };
        let result = (tokens.get(1).map(String::as_str) == Some("=")).then(|| id(&tokens[0]));
        if result.is_some() {
            tokens.drain(..2);
        }
        let (opcode, typed) = opcode(&tokens[0], result.is_some());
        let mut operands = Vec::new();
        for token in &tokens[1..] {
            if let Some(string) = token.strip_prefix('"') {
                operands.extend(string_words(string));
            } else if token.starts_with('%') {
                operands.push(id(token));
            } else {
                operands.push(token.parse().unwrap_or_else(|_| panic!("`{token}` in `{line}`")));
            }
        }
        if let Some(result) = result {
            operands.insert(usize::from(typed), result);
        }
        words.push(((operands.len() as u32 + 1) << 16) | opcode);
        words.extend(operands);
    }
    words[3] = ids.len() as u32 + 1;
    words
}

/// Returns an instruction's opcode, and whether the instruction has a result type.
fn opcode(token: &str, has_result: bool) -> (u32, bool) {
    let name = token.strip_prefix("Op").unwrap_or_else(|| panic!("`{token}` is no instruction"));
    if let Some(number) = name.strip_prefix('#') {
        return (number.parse().expect("a number"), has_result);
    }
    let row = INSTRUCTION_TABLE
        .iter()
        .find(|row| row.opname == name)
        .unwrap_or_else(|| panic!("no instruction {token}"));
    let first = row.operands.first().map(|operand| operand.kind);
    (row.opcode as u32, first == Some(OperandKind::IdResultType))
}

/// Splits a line into words at spaces. A string literal begins with its opening quote.
fn tokens(line: &str) -> Vec<String> {
    let line = line.split(';').next().unwrap_or("");
    let mut tokens = Vec::new();
    for (number, part) in line.split('"').enumerate() {
        if number % 2 == 1 {
            tokens.push(format!("\"{part}"));
        } else {
            tokens.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    tokens
}

fn string_words(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    crate::tools::to_words(&bytes).expect("padded to words")
}
