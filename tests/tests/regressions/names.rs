//! Regression tests for names and debug information

use super::{MEMORY_MODEL, SHADER, complaint, keeps_bytes, module, through_binary, through_text};
use spv_opt::dialect::validate::binary;
use spv_opt::serialize::import::{ImportOptions, import_with};

/// Guards against lost names: if a value, argument or block has several names, only the first was preserved.
#[test]
fn several_names_of_what_is_in_a_function() {
    let names = |id: u32| [vec![5, id, 0x61], vec![5, id, 0x62], vec![5, id, 0x2062]];
    let list: Vec<Vec<u32>> = [5, 6, 7].into_iter().flat_map(names).collect();
    let mut instructions: Vec<&[u32]> = vec![SHADER, &[17, 5], MEMORY_MODEL];
    instructions.extend(list.iter().map(|name| &name[..]));
    instructions.extend::<[&[u32]; 8]>([
        &[22, 2, 32],
        &[33, 3, 2, 2],
        &[54, 2, 4, 0, 3],
        &[55, 2, 5],
        &[248, 6],
        &[129, 2, 7, 5, 5],
        &[254, 7],
        &[56],
    ]);
    let words = through_binary(&module(8, &instructions));
    let (text, again) = through_text(&words);
    assert_eq!(text.matches("op_name = [\"a\", \"b\", \"b \"]").count(), 3, "{text}");
    assert_eq!(again, words);
}

/// Guards against lost names: repeated declarations of a builtin type are merged, and only the names of the last
/// declaration were preserved.
#[test]
fn names_of_a_type_that_is_declared_twice() {
    let words =
        module(3, &[SHADER, MEMORY_MODEL, &[5, 1, 0x61], &[5, 2, 0x62], &[21, 1, 32, 0], &[21, 2, 32, 0]]);
    let once = through_binary(&words);
    let names = once.windows(3).filter(|w| w[0] == 3 << 16 | 5).map(|w| w[2]);
    assert_eq!(names.collect::<Vec<_>>(), [0x61, 0x62]);
}

/// Guards against a lost second name: the attribute `unit` stands for a name that is also the value's printed name.
#[test]
fn a_name_that_is_no_spelling_beside_one_that_is() {
    let text = "module {
  spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
    spv.func @f(%arg0: i1, %arg1: i32) -> i32 \"None\" {
      %0, %phi = spv.mlir.selection -> (i32, i32) attributes {op_name = [\"\\05\", unit]} {
        spv.BranchConditional %arg0, ^bb1, ^bb2(%arg1, %arg1 : i32, i32)
      ^bb1:  // pred: ^bb0
        %2 = spv.IAdd %arg1, %arg1 : i32
        spv.Branch ^bb2(%2, %2 : i32, i32)
      ^bb2(%3: i32, %4: i32):  // 2 preds: ^bb0, ^bb1
        spv.mlir.merge %3, %4 : i32, i32
      }
      %1 = spv.IAdd %0, %phi : i32
      spv.ReturnValue %1 : i32
    }
  }
}
";
    let module = spv_opt::parse(&spv_opt::context(), text).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!(spv_opt::print(&module), text);
}

/// Guards against quadratic MLIR text: each further name of a struct member repeated the struct type, which LLVM 14's
/// syntax expands. With 64,000 names, the text had gigabytes and caused a panic.
#[test]
fn further_names_of_members_say_their_struct_once() {
    const COUNT: u32 = 2_000;
    let members: Vec<u32> = [30, 2].into_iter().chain((0..COUNT).map(|_| 1)).collect();
    let names: Vec<[u32; 4]> = (0..2 * COUNT).map(|i| [6, 2, i % COUNT, 0x0078 + i / COUNT]).collect();
    let mut list: Vec<&[u32]> = vec![SHADER, &[17, 5], MEMORY_MODEL];
    list.extend(names.iter().map(|name| &name[..]));
    list.extend([&[21, 1, 32, 0][..], &members, &[32, 3, 6, 2], &[59, 3, 4, 6]]);
    let words = module(5, &list);
    let ctx = spv_opt::context();
    let module = spv_opt::import(&ctx, &words).expect("it is valid");
    let exported = spv_opt::export(&module).expect("it is valid");
    assert_eq!(exported.len(), words.len());
    let strict =
        spv_opt::printer::Options { compat: Some(&spv_opt::dialect::llvm::LLVM14), ..Default::default() };
    let local = spv_opt::printer::Options { local_scope: true, ..Default::default() };
    for options in [strict, local] {
        let text = spv_opt::printer::print(&module, &options);
        assert!(text.len() < 200_000, "{}", text.len());
    }
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).expect("our own text is read");
    assert_eq!(spv_opt::export(&read).expect("it is valid"), exported);
}

/// Guards against a rejected module: clang emits an invalid storage class for pointers whose storage class is unknown.
#[test]
fn debug_pointer_without_storage_class() {
    let mut import = vec![11, 1];
    let name = b"OpenCL.DebugInfo.100\0\0\0\0";
    import.extend(name.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])));
    let words = module(
        5,
        &[
            &[17, 6],
            &[17, 4],
            &import,
            &[14, 2, 2],
            &[19, 2],
            &[12, 2, 3, 1, 0],
            &[12, 2, 4, 1, 3, 3, u32::MAX, 0],
        ],
    );
    let module = spv_opt::import(&spv_opt::context(), &words).unwrap_or_else(|e| panic!("{:?}", e.list));
    spv_opt::verify(&module).unwrap_or_else(|e| panic!("{:?}", e.list));
    let output = spv_opt::export(&module).expect("it has a binary form");
    assert!(output.contains(&u32::MAX));
    let assembly = spv_opt::asm::disassemble(&output);
    let again = spv_opt::asm::assemble(&assembly).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!(again, output, "{assembly}");
    let text = spv_opt::print(&module);
    let read = spv_opt::parse(&spv_opt::context(), &text).unwrap_or_else(|e| panic!("{text}\n{:?}", e.list));
    spv_opt::verify(&read).unwrap_or_else(|e| panic!("{:?}", e.list));
    assert_eq!(spv_opt::export(&read).expect("it has a binary form"), output);
}

/// Guards against a rejected module: glslang may split a long source within a multibyte character.
#[test]
fn source_continued_within_a_character() {
    // The strings are "a.c", and "aéb" in three pieces.
    let words = module(
        2,
        &[
            SHADER,
            MEMORY_MODEL,
            &[7, 1, 0x0063_2E61],
            &[3, 2, 450, 1, 0x0000_C361],
            &[2, 0x0000_62A9],
            &[2, 0],
        ],
    );
    let module = spv_opt::import(&spv_opt::context(), &words).unwrap_or_else(|e| panic!("{:?}", e.list));
    let text = spv_opt::print(&module);
    assert!(text.contains(r#""a\C3\A9b""#), "{text}");
    let cut_off = [&words[..words.len() - 4], &[2 << 16 | 2, 0x62]].concat();
    let module = spv_opt::import(&spv_opt::context(), &cut_off).unwrap_or_else(|e| panic!("{:?}", e.list));
    let text = spv_opt::print(&module);
    assert!(text.contains(r#""a\C3b""#), "{text}");
}

/// Guards against a rejected module: spirv-val accepts strings that are not UTF-8. Import rejects them only with
/// `check_with_strings`.
#[test]
fn strings_of_any_bytes() {
    let words = module(2, &[SHADER, MEMORY_MODEL, &[7, 1, 0x00FF_C3A9]]);
    keeps_bytes(&words);
    let options = ImportOptions { rules: Some(binary::check_with_strings), ..ImportOptions::default() };
    let error = import_with(&spv_opt::context(), &words, &options).map(drop).expect_err("it is no UTF-8");
    assert!(error.to_string().contains("string is not UTF-8: byte 0xA9 at position 0"), "{error}");
}

/// Guards against unstable ids: the id of a string was not assigned at the string's first reference.
#[test]
fn string_that_is_mentioned_ahead() {
    let words = module(4, &[SHADER, MEMORY_MODEL, &[7, 1, 0x61], &[3, 2, 450, 2], &[7, 2, 0x62]]);
    let once = through_binary(&words);
    assert_eq!(through_binary(&once), once);
}

/// Guards against a panic or mixed-up ids: a type's decoration references a constant in a function.
#[test]
fn decoration_that_names_a_constant_of_a_function() {
    let words = module(
        9,
        &[
            SHADER,
            MEMORY_MODEL,
            // The decoration is UniformId, whose scope operand is the constant in the function.
            &[332, 3, 27, 6],
            &[19, 1],
            &[33, 2, 1],
            &[21, 7, 32, 0],
            &[30, 3, 7],
            &[54, 1, 4, 0, 2],
            &[248, 5],
            &[43, 7, 6, 4],
            &[253],
            &[56],
        ],
    );
    assert!(complaint(&words).contains("this instruction is not allowed here"), "{}", complaint(&words));
    let recoded = spv_opt::recode(&spv_opt::context(), &words).expect_err("it is wrong");
    assert_eq!(recoded.list[0].message, complaint(&words));
}
