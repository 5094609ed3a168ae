//! Tests of error messages

use super::*;

/// Returns a string of `count` times `open`, then `core`, then `count` times `close`.
fn nested(open: &str, core: &str, close: &str, count: usize) -> String {
    format!("{}{core}{}", open.repeat(count), close.repeat(count))
}

/// Returns source strings with various constructs that are nested `count` times.
fn deep(count: usize) -> Vec<String> {
    let mixed = |text: String| format!("t.mixed {text}");
    vec![
        nested("t.select {\n", "t.return\n", "}\n", count),
        nested("\"t.select\"() ({\n", "t.return\n", "}) {control = \"None\"} : () -> ()\n", count),
        nested("t.func @f() {\n", "t.return\n", "}\n", count),
        mixed(nested("!t.ptr<", "i32", ", In>", count)),
        mixed(nested("vector<2x", "i32", ">", count)),
        mixed(nested("(", "i32", ") -> i32", count)),
        mixed(nested("() -> (", "i32", ")", count)),
        mixed(nested("[", "5", "]", count)),
        mixed(nested("{a = ", "5", "}", count)),
        mixed(nested("[#t.box<", "i32", ">]", count / 2)),
        mixed(nested("{a = #t.box<", "i32", ">}", count / 2)),
        mixed(format!("dense<{}> : vector<1xi32>", nested("[", "5", "]", count))),
        mixed(nested("#t.box<", "i32", ">", count)),
        format!("t.mixed loc({})", nested("\"a\"(", "unknown", ")", count)),
        format!("t.mixed loc({})", nested("callsite(", "unknown", " at unknown)", count)),
        format!("t.mixed loc({})", nested("fused[", "unknown", "]", count)),
    ]
}

#[test]
fn nesting() {
    for text in deep(1000) {
        // The source may be valid or invalid, but there must be no error about the nesting depth.
        let outcome = parse(&text, &ParseOptions::default(), context());
        let list = outcome.err().map(|list| Renderer::new("t", &text, false).render_all(&list));
        assert!(!list.unwrap_or_default().contains("deeper"), "{}", &text[..40]);
    }
    for text in deep(100_000) {
        let list = errors(&text);
        assert!(list.contains("nested deeper than"), "{}: {list}", &text[..40]);
    }
}

macro_rules! wrong {
    ($($name:ident: $text:expr;)*) => {
        $(#[test]
        fn $name() {
            let text: &str = $text;
            insta::with_settings!({ omit_expression => true }, {
                insta::assert_snapshot!(errors(text));
            });
        })*
    };
}

wrong! {
    unknown_op: "t.func @f(%a: i32) {\n  %0 = t.ad %a, %a : i32\n  %1 = t.mixed %0 : i32\n  foo.bar\n  \"t.Jump\"() : () -> ()\n}";
    undefined_value: "t.func @f(%a: i32) {\n  t.mixed %b, %a : i32, i32\n  t.mixed %b#1 : f32\n  t.select {\n    %c = t.add %a, %a : i32\n  }\n  t.mixed %c : i32\n}\nt.func @g() {\n  t.mixed %a : i32\n}";
    redefinition: "t.func @f(%a: i32, %a: i32) {\n  %x, %x = t.results : (i32, i32)\n  t.select {\n    %x = t.add %a, %a : i32\n  }\n^bb1:\n  t.return\n^bb1:\n  t.return\n}\n#a = 1\n#a = 2";
    wrong_types: "t.func @f(%a: i32, %b: !t.ptr<i32, In>) {\n  %0 = t.add %a, %b : i32\n  %1 = t.add %0, %a : f32\n  t.mixed %later : i32\n  t.mixed %later : f32\n  %later = t.eq %b, %b\n  t.jump ^bb1(%0 : f32)\n^bb1(%z: f32):\n  t.return\n}";
    wrong_counts: "t.func @f(%a: i32) {\n  %0 = t.add %a : i32\n  %1, %2 = t.add %a, %a : i32\n  %3 = t.mixed\n  %4:2 = t.results : (i32, f32)\n  t.mixed %4#2 : i32\n  %5 = \"t.add\"(%a, %a) : (i32) -> i32\n  %6 = \"t.add\"(%a) : (i32) -> i32\n  t.mixed %0, %1, %2, %3, %6 : i32, i32, i32, i32, i32\n}";
    missing_brace: "module {\n  t.func @f() {\n    t.select {\n      t.return\n    }\n";
    extra_brace: "t.mixed\n}\nt.foo\n}";
    unterminated_string: "t.debug @a \"name, 5 : none\nt.mixed\nt.debug @b \"x\", a : none";
    undefined_block: "t.func @f() {\n  t.jump ^bb7\n^bb1:\n  t.select {\n    t.jump ^bb1\n  }\n}";
    aliases: "t.mixed !foo, #bar\n!a = type !b\n!b = type !t.ptr<!a, In>\n#x = i32\n#l = loc(#x)\nt.mixed !t.ptr<#x, In>\nt.mixed loc(#l)";
    unknown_types: "t.mixed !t.pointer<i32>, i32\nt.mixed !t.pt<i32>\nt.mixed #u.v<1>\nt.mixed !u.v\nt.mixed vector<4xi33x>, i0\nt.mixed vector<xf32>\nt.mixed !t.struct<A, (i32)>, !t.struct<A, (f32)>";
    enumerants: "t.func @f(%a: i32) {\n  %0 = t.load %a with \"Volatil\" : i32 -> i32\n  %1 = t.load %a with [\"Aligned\"] : i32 -> i32\n  %2 = t.load %a with [\"Volatile\", 4] : i32 -> i32\n  %3 = t.load %a with [\"Visible\", \"Devic\"] : i32 -> i32\n  t.barrier \"Device|Workgroup\"\n}";
    literals: "t.mixed 256 : i8, -1 : ui8, 1.5 : i32, 1 : f32\nt.mixed 256 : i8\nt.mixed -1 : ui8\nt.mixed 1.5 : i32\nt.mixed 1 : f32\nt.mixed 0x10000 : f16\nt.mixed dense<[1, 2]> : vector<3xi32>\nt.mixed dense<[[1], [2]]> : tensor<2xi32>\nt.mixed dense<1> : i32\nt.mixed \"\\q\"\nt.mixed {a = 1, a = 2}\nt.mixed 99999999999999999999999999999999999999999";
    dictionaries: "t.mixed {a = }\nt.mixed {a b}\nt.mixed [1, 2\nt.mixed\nt.mixed loc(\"a\":1)\nt.mixed loc(nowhere)\nt.mixed loc(\"a\":1:99999999999)";
    end_of_line: "t.func @f(%a: i32) {\n  %0 = t.add %a\n  %1 = t.add %a, %a :\n  t.barrier\n  t.jump\n  t.return\n}\nt.func";
    inference: "t.func @f(%a: i32) {\n  %0 = t.eq %later, %a\n  %later = t.add %a, %a : i32\n  %1 = t.eq %later, %0\n}";
    unicode: "// \u{e4}\u{1f600}\nt.mixed \"\u{e4}\u{1f600}\", \u{e4}\nt.mixed \"\u{1f600}\" \t$";
    generic: "\"t.kinds\"() {s = @s, t = i32, w = \"x\", f = 1.5 : f32, n = \"n\"} : () -> ()\n\"t.func\"() ({\n}, {\n}) : () -> ()\n\"t.mixed\" {} : () -> ()\n\"t.mixed\"() : ()\n\"nodot\"() : () -> ()";
    recovery: "t.func @f(%a i32) {\n  t.mixed %q : i32\n}\nt.func @g(%a: i32) {\n  %0 = t.add %a {x = [}, %a : i32\n  t.mixed {\n    t.return\n  }\n  t.select {\n    bad\n    %1 = t.add %0, %a : i32\n    t.mixed %1 : f32\n  }\n}\nt.mixed 5 5\nt.mixed";
}

#[test]
fn errors_are_limited() {
    let text = "t.foo\n".repeat(100_000);
    let list = parse(&text, &ParseOptions::default(), context()).err().unwrap_or_default();
    assert_eq!(list.list.len(), Diagnostics::LIMIT);
}

#[test]
fn any_cut_is_read() {
    let text = include_str!("forms.rs").replace('%', "%\u{e4}");
    for source in [include_str!("forms.rs"), &text] {
        for (at, _) in source.char_indices() {
            for part in [&source[..at], &source[at..]] {
                let part: String = part.chars().take(2000).collect();
                let outcome = parse(&part, &ParseOptions::default(), context());
                outcome.err().iter().for_each(|list| _ = Renderer::new("t", &part, true).render_all(list));
            }
        }
    }
}
