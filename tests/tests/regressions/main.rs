//! Regression tests with minimized inputs, by subject

mod control_flow;
mod malformed;
mod names;
mod order;
mod structs;
mod text;

/// Builds a module from an id bound and instructions.
fn module(bound: u32, instructions: &[&[u32]]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0600, 0, bound, 0];
    for instruction in instructions {
        let (opcode, operands) = instruction.split_first().expect("an opcode");
        words.push((instruction.len() as u32) << 16 | opcode);
        words.extend(operands);
    }
    words
}

const SHADER: &[u32] = &[17, 1];
const MEMORY_MODEL: &[u32] = &[14, 0, 1];

/// Returns the first error message for a module.
fn complaint(words: &[u32]) -> String {
    let result = spv_opt::import(&spv_opt::context(), words);
    result.map(|_| ()).expect_err("it is wrong").list[0].message.clone()
}

/// Returns the MLIR text of a module, and the binary after a round trip through this text.
fn through_text(words: &[u32]) -> (String, Vec<u32>) {
    let text = spv_opt::print(&spv_opt::import(&spv_opt::context(), words).expect("the module is right"));
    let read = spv_opt::parse(&spv_opt::context(), &text).unwrap_or_else(|e| panic!("{e:?}: {text}"));
    assert_eq!(spv_opt::print(&read), text);
    let words = spv_opt::export(&read).expect("it has a binary form");
    (text, words)
}

fn through_binary(words: &[u32]) -> Vec<u32> {
    spv_opt::export(&spv_opt::import(&spv_opt::context(), words).expect("the module is right"))
        .expect("it has a binary form")
}

/// Builds a module that declares `%1 = OpTypeVoid`, `%2 = OpTypeFloat 32` and `%3 = OpTypeFunction %2 %2`, followed by
/// the given instructions.
fn with_types(bound: u32, instructions: &[&[u32]]) -> Vec<u32> {
    let start: [&[u32]; 5] = [SHADER, &[17, 5], MEMORY_MODEL, &[19, 1], &[22, 2, 32]];
    let ty: [&[u32]; 1] = [&[33, 3, 2, 2]];
    module(bound, &[&start[..], &ty[..], instructions].concat())
}

/// Checks that round trips through the IR, MLIR text and assembly preserve the words of a module.
fn keeps_bytes(words: &[u32]) {
    let source = |words: &[u32]| {
        let list = spv_opt::asm::instructions::instructions(words);
        list.into_iter().find(|i| i.opcode == 3 || i.opcode == 7).map(|i| i.words)
    };
    let module = spv_opt::import(&spv_opt::context(), words).unwrap_or_else(|e| panic!("{:?}", e.list));
    let output = spv_opt::export(&module).expect("it has a binary form");
    let read = spv_opt::parse(&spv_opt::context(), &spv_opt::print(&module))
        .unwrap_or_else(|e| panic!("{:?}", e.list));
    let again = spv_opt::export(&read).expect("it has a binary form");
    let assembly = spv_opt::asm::disassemble(&output);
    let assembled = spv_opt::asm::assemble(&assembly).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!((again, assembled), (output.clone(), output.clone()), "{assembly}");
    assert_eq!(
        source(&output).map(|words| words[1..].to_vec()),
        source(words).map(|words| words[1..].to_vec())
    );
}
