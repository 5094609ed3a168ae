//! Tests that an edited document has the same diagnostics as a new document with the same text
//!
//! Also tests that an edit in one function causes only that function to be checked.

use spv_opt::lsp::{Document, Encoding, complete, hover, outline, places};
use std::fs;
use std::path::Path;

/// MLIR text with several functions that depend on each other.
const TEXT: &str = r#"!Tile = type !spv.struct<Tile, (f32 [0])>
module {
  spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
    spv.GlobalVariable @tile : !spv.ptr<!Tile, Private>
    spv.func @a(%x: f32) -> f32 "None" {
      %0 = spv.FAdd %x, %x : f32 loc("a":1:2)
      spv.ReturnValue %0 : f32
    } loc("b":3:4)
    spv.func @declared(i32) "None" attributes {linkage_attributes = ["d", "Import"]}
    spv.func @b() "None" {
    ^entry(%y: i32):
      spv.Return
    }
    spv.func @c() "None" { // "
      %p = spv.Variable : !spv.ptr<!spv.struct<Inner, (i32)>, Function>
      %q = spv.mlir.addressof @tile : !spv.ptr<!Tile, Private>
      %cst = spv.Constant 1.0 : f32
      %1 = spv.FunctionCall @a(%cst) : (f32) -> f32
      spv.mlir.loop {
        spv.Branch ^header
      ^header:
        %cond = spv.Constant true
        spv.BranchConditional %cond, ^body, ^merge
      ^body:
        spv.Branch ^continue
      ^continue:
        spv.Branch ^header
      ^merge:
        spv.mlir.merge
      }
      spv.Return
    }
  }
  func @d(%z: i32) -> i32 { return %z : i32 }
}
"#;

/// A deterministic pseudorandom number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// Returns the byte offset of a random character boundary.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

fn open(text: &str) -> Document {
    Document::new(text.to_owned(), Encoding::Utf16, spv_opt::dialect::registry())
}

/// Checks that the diagnostics are the same as those of a new document with the same text.
#[track_caller]
fn check(document: &mut Document) {
    let text = document.text().as_str().to_owned();
    let faults = document.faults();
    assert_eq!(faults, open(&text).faults(), "{text}");
}

#[test]
fn random_edits_give_what_a_new_document_has() {
    let pieces = [
        "",
        " ",
        "\n",
        "{",
        "}",
        "\"",
        "//",
        "%",
        "%x",
        "@a",
        "@b",
        "^header",
        "spv.Return\n",
        "spv.func @e() \"None\" {\n",
        "!Tile",
        ", ",
        ": f32",
        "i32",
        "\u{1f600}",
        "\r\n",
        "<",
        ">",
        "(",
        "loc(",
        "module {\n",
        "}\n",
        "%0 = ",
        "Inner",
        "#x = 1 : i32\n",
    ];
    for seed in 0..40 {
        let mut random = Random(seed);
        let mut document = open(TEXT);
        document.faults();
        for step in 0..25 {
            let text = document.text().as_str().to_owned();
            let start = random.place(&text);
            let end = match random.below(3) {
                0 => {
                    random.place(
                        &text[start..text.len().min(start + 12).max(start)]
                            .to_owned()
                            .replace(|c: char| !c.is_ascii(), ""),
                    ) + start
                }
                _ => start,
            };
            let end =
                (start..=end.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(start);
            let new = match random.below(4) {
                // The inserted text is copied from a random position in the document.
                0 => {
                    let from = random.place(&text);
                    let to = (from..=text.len().min(from + 40)).rev().find(|at| text.is_char_boundary(*at));
                    text[from..to.unwrap_or(from)].to_owned()
                }
                _ => pieces[random.below(pieces.len())].to_owned(),
            };
            document.edit(start..end, &new);
            if random.below(3) > 0 {
                check(&mut document);
            }
            if step % 8 == 0 {
                // Queries must not panic in any state of the document.
                let at = random.place(document.text().as_str());
                _ = hover(&mut document, at);
                _ = places(&mut document, at);
                _ = complete(&mut document, at);
                _ = outline(&mut document);
                _ = spv_opt::lsp::format(document.text().as_str(), document.registry());
            }
        }
        check(&mut document);
    }
}

#[test]
fn undone_edits_leave_nothing_behind() {
    let mut random = Random(7);
    let mut document = open(TEXT);
    assert_eq!(document.faults().len(), 1, "{:?}", document.faults());
    for _ in 0..300 {
        let at = random.place(TEXT);
        let end = (at..=TEXT.len().min(at + random.below(30)))
            .rev()
            .find(|at| TEXT.is_char_boundary(*at))
            .unwrap_or(at);
        document.edit(at..end, "");
        if random.below(2) == 0 {
            document.faults();
        }
        document.edit(at..at, &TEXT[at..end]);
        assert_eq!(document.faults().len(), 1, "{at}..{end}");
    }
}

/// Returns MLIR text with `count` functions.
fn many(count: usize) -> String {
    let mut text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {\n".to_owned();
    for i in 0..count {
        text += &format!(
            "  spv.func @f{i}(%x: f32) -> f32 \"None\" {{\n    %sum = spv.FAdd %x, %x : f32\n    \
             spv.ReturnValue %sum : f32\n  }}\n"
        );
    }
    text + "}\n"
}

#[test]
fn a_keystroke_checks_one_function() {
    let mut document = open(&many(100));
    assert_eq!(document.faults(), []);
    assert_eq!(document.functions_checked(), 100);
    let at = document.text().as_str().find("@f50").expect("it is there");
    let sum = at + document.text().as_str()[at..].find("%x, %x").expect("it is there");
    for (typed, faults) in [("s", 1), ("s", 1), ("\n", 1)] {
        let before = document.functions_checked();
        document.edit(sum + 1..sum + 1, typed);
        assert_eq!(document.faults().len(), faults);
        assert_eq!(document.functions_checked(), before + 1);
    }
    // A missing closing brace affects the next function.
    let close = sum + document.text().as_str()[sum..].find("  }\n").expect("it is there");
    document.edit(sum + 1..sum + 4, "");
    assert_eq!(document.faults(), []);
    document.edit(close - 3..close + 1, "");
    let faults = document.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    check(&mut document);
}

#[test]
fn texts_of_the_corpus_have_no_faults_and_the_driver_agrees_on_wrong_ones() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/bin");
    let mut random = Random(3);
    let mut count = 0;
    for entry in fs::read_dir(directory).expect("the corpus is there") {
        let path = entry.expect("it can be read").path();
        let bytes = fs::read(&path).expect("it can be read");
        let ctx = spv_opt::context();
        let Ok(module) = spv_opt::import_bytes(&ctx, &bytes) else { continue };
        if spv_opt::verify(&module).is_err() {
            continue;
        }
        let text = spv_opt::print(&module);
        assert_eq!(open(&text).faults(), [], "{}", path.display());
        count += 1;
        for _ in 0..3 {
            let at = random.place(&text);
            let end =
                (at..=text.len().min(at + 1 + random.below(8))).rev().find(|at| text.is_char_boundary(*at));
            let mut wrong = text.clone();
            wrong.replace_range(at..end.unwrap_or(at), "");
            let ctx = spv_opt::context();
            let ours = spv_opt::parse(&ctx, &wrong).and_then(|module| spv_opt::verify(&module));
            let faults = open(&wrong).faults();
            assert_eq!(ours.is_ok(), faults.is_empty(), "{}: {at}\n{ours:?}\n{faults:?}", path.display());
        }
    }
    assert!(count > 50);
}
