//! Inputs that once did harm, each as small as it could be made.

/// A module that needs no more than the header, then these instructions.
fn module(bound: u32, instructions: &[&[u32]]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0600, 0, bound, 0];
    for instruction in instructions {
        let (opcode, operands) = instruction.split_first().expect("an opcode");
        words.push((instruction.len() as u32) << 16 | opcode);
        words.extend(operands);
    }
    words
}

/// What is wrong with a module, in words: the first message.
fn complaint(words: &[u32]) -> String {
    let result = spv_opt::import(&spv_opt::context(), words);
    result.map(|_| ()).expect_err("it is wrong").list[0].message.clone()
}

const SHADER: &[u32] = &[17, 1];
const MEMORY_MODEL: &[u32] = &[14, 0, 1];

/// Panicked: the set's id was looked up before it was checked.
#[test]
fn extended_instruction_of_a_set_beyond_the_bound() {
    let words = module(
        6,
        &[
            SHADER,
            MEMORY_MODEL,
            &[19, 1],
            &[33, 2, 1],
            &[54, 1, 3, 0, 2],
            &[248, 4],
            &[12, 1, 5, 0x0200_0000, 1],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("bound"), "{}", complaint(&words));
}

/// Failed an assertion: the value stands for an absent one in the IR.
#[test]
fn memory_model_of_all_ones() {
    for (addressing, memory) in [(0, u32::MAX), (u32::MAX, 1)] {
        let words = module(1, &[SHADER, &[14, addressing, memory]]);
        assert!(complaint(&words).contains("0xFFFFFFFF"), "{}", complaint(&words));
    }
}

/// Panicked: a non-semantic instruction refers to a value whose type is beyond the bound.
#[test]
fn non_semantic_use_of_a_value_of_an_impossible_type() {
    // "NonSemantic.X"
    let name = [0x536E_6F4E, 0x6E61_6D65, 0x2E63_6974, 0x58];
    let import: Vec<u32> = [&[11, 1][..], &name].concat();
    let words = module(
        8,
        &[
            SHADER,
            &import,
            MEMORY_MODEL,
            &[19, 2],
            &[33, 3, 2],
            &[54, 2, 4, 0, 3],
            &[248, 5],
            &[1, 0x0200_0000, 6],
            &[12, 2, 7, 1, 1, 6],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("bound"), "{}", complaint(&words));
}

/// Took memory without end: each instruction multiplied the decorations of the group.
#[test]
fn decoration_group_applied_to_itself() {
    let twice: &[u32] = &[74, 1, 1, 1, 1];
    let mut list: Vec<&[u32]> = vec![SHADER, MEMORY_MODEL, &[71, 1, 0], &[73, 1]];
    list.resize(40, twice);
    assert!(complaint(&module(2, &list)).contains("itself a decoration group"));
}

/// Took memory without end: a group of many decorations has many targets.
#[test]
fn decoration_group_of_many_for_many() {
    let many = 3000;
    let mut list: Vec<&[u32]> = vec![SHADER, MEMORY_MODEL];
    list.resize(many, &[71, 1, 0]);
    let targets: Vec<u32> = [74, 1].into_iter().chain([2].into_iter().cycle().take(many)).collect();
    list.extend([&[73, 1], &targets[..]]);
    assert!(complaint(&module(3, &list)).contains("come from groups"));
}

/// The arguments of a function stayed defined where their names were numbers: the same name in the next
/// function was refused as a redefinition, or a use of it panicked.
#[test]
fn numbered_arguments_of_the_function_before() {
    let text = |name: &str| {
        format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{
  spv.func @a(%1: i32) -> i32 \"None\" {{
    spv.ReturnValue %1 : i32
  }}
  spv.func @b(%{name}: i32) -> i32 \"None\" {{
    spv.ReturnValue %1 : i32
  }}
}}"
        )
    };
    let messages = |text: &str| match spv_opt::parse(&spv_opt::context(), text) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.list.into_iter().map(|d| d.message).collect(),
    };
    assert_eq!(messages(&text("1")), [""; 0]);
    assert_eq!(messages(&text("2")), ["use of undeclared SSA value name `%1`"]);
}

/// Did not read back: the suggested name `%5x_addr` starts with a digit.
#[test]
fn variable_named_by_a_digit() {
    let text = "spv.module Logical GLSL450 {\n\
                spv.GlobalVariable @\"5x\" : !spv.ptr<f32, Private>\n\
                spv.func @f() \"None\" {\n\
                %0 = spv.mlir.addressof @\"5x\" : !spv.ptr<f32, Private>\n\
                %1 = spv.Load \"Private\" %0 : f32\n\
                spv.Return\n}\n}\n";
    let module = spv_opt::parse(&spv_opt::context(), text).expect("valid text");
    let printed = spv_opt::print(&module);
    let again = spv_opt::parse(&spv_opt::context(), &printed).map(|m| spv_opt::print(&m));
    assert_eq!(again.ok().as_ref(), Some(&printed), "{printed}");
}

/// Grew by an OpPhi without operands: a value of the loop is used behind its merge block, which nothing reaches.
#[test]
fn a_value_behind_a_merge_block_that_is_not_reached() {
    let text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
      spv.func @f(%v : i32) -> i32 \"None\" {
        %r = spv.mlir.loop -> i32 {
          spv.Branch ^header
        ^header:
          %x = spv.IAdd %v, %v : i32
          spv.Branch ^body
        ^body:
          spv.ReturnValue %v : i32
        ^next:
          spv.Branch ^header
        ^merge:
          spv.mlir.merge %x : i32
        }
        spv.ReturnValue %r : i32
      }
    }";
    let ctx = spv_opt::context();
    let module = spv_opt::parse(&ctx, text).expect("the text is right");
    spv_opt::verify(&module).expect("the module is sound");
    let words = spv_opt::export(&module).expect("it has a binary form");
    let mut opcodes = Vec::new();
    let mut at = 5;
    while at < words.len() {
        opcodes.push(words[at] & 0xFFFF);
        at += (words[at] >> 16) as usize;
    }
    assert!(!opcodes.contains(&245), "an OpPhi in {opcodes:?}");
    let read = spv_opt::import(&spv_opt::context(), &words).expect("what was written is valid");
    assert!(spv_opt::print(&read).contains("spv.mlir.merge %"), "{}", spv_opt::print(&read));
    assert_eq!(spv_opt::export(&read).expect("it is sound"), words);
}

/// Overflowed: the verifier added and multiplied the lengths of impossible vectors.
#[test]
fn arithmetic_on_lengths_of_impossible_vectors() {
    let words = module(
        10,
        &[
            SHADER,
            MEMORY_MODEL,
            &[19, 1],
            &[22, 2, 32],
            &[23, 3, 2, 0xFFFF_FFFF],
            &[33, 4, 1],
            &[54, 1, 5, 0, 4],
            &[248, 6],
            &[1, 3, 7],
            &[79, 3, 8, 7, 7, 0],
            &[124, 3, 9, 7],
            &[253],
            &[56],
        ],
    );
    if let Ok(module) = spv_opt::import(&spv_opt::context(), &words) {
        assert!(spv_opt::verify(&module).is_err());
    }
}

/// The text was lost: an OpSourceContinued that nothing goes before.
#[test]
fn continuation_of_nothing() {
    let words = module(1, &[SHADER, MEMORY_MODEL, &[2, 0x41]]);
    assert_eq!(complaint(&words), "expected an OpSource right before it, which it continues");
}
