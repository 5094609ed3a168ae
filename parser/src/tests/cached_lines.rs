//! Lines of cached shapes are read as all others are: a comment after each line has it read in full.

use super::*;

/// A text with a comment after each line.
fn commented(source: &str) -> String {
    source.lines().map(|line| format!("{line} // x\n")).collect()
}

/// The result of parsing a text: the module with the lines of its ops, or what is wrong.
fn outcome(source: &str) -> String {
    let line = |at: usize| source[..at].matches('\n').count();
    match parse(source, &ParseOptions::default(), context()) {
        Ok(module) => {
            let mut text = dump(&module.ctx, &module.body);
            for nested in walk::bodies(&module.body) {
                for op in walk::ops(nested.body) {
                    _ = writeln!(text, "{:?}", nested.body.loc(op).text_offset().map(line));
                }
            }
            text
        }
        Err(list) => {
            let mut text = String::new();
            for error in &list.list {
                let place = |place: &Place| match place {
                    Place::Text(range) => Some(line(range.start)),
                    Place::Op(loc) => loc.text_offset().map(line),
                    _ => None,
                };
                _ = writeln!(text, "{:?}: {}", place(&error.place), error.message);
                for (at, note) in &error.notes {
                    _ = writeln!(text, "  {:?}: {note}", place(at));
                }
            }
            text
        }
    }
}

#[track_caller]
fn compare(source: &str) {
    assert_eq!(outcome(source), outcome(&commented(source)), "{source}");
}

/// Functions with lines that repeat themselves, before another text.
fn functions(last: &str) -> String {
    let mut text = String::from("t.module {\n");
    for n in 0..6 {
        let ty = if n % 3 == 2 { "f32" } else { "i32" };
        _ = writeln!(
            text,
            "  t.func @f{n}(%arg0: {ty}, %c: i1, %p: !t.ptr<i32, In>) {{
    %0 = t.add %arg0, %arg0 : {ty}
    %a{n} = t.add %0, %arg0 : {ty}
    %b$3 = t.add %a{n}, %0 : {ty}
    %1 = t.eq %0, %arg0
    %2 = t.eq %a{n}, %b$3

    %3 = t.load \"Function\" %p : !t.ptr<i32, In> -> i32
    %cst = t.const {n} : i32
    %cst_0 = t.const 5 : i32
    %x = t.const 5 : i32
    t.mixed %3, %cst : i32, i32
    t.mixed %cst, %3 : i32, i32
    t.mixed %3, %3 : i32, i32
    t.mixed %later, %3 : i32, i32
    t.call @g(%0, %3) : ({ty}, i32) -> ()
    %4 = t.extract %cst[1 : i32, -1 : i32] : i32 -> i32
    %5 = t.add %4, %cst {{fast}} : i32
    %6 = t.add %4, %cst {{op_name = \"sum\"}} : i32
    %7 = t.add %4, %5 : i32 loc(\"a.c\":1:2)
    %8 = t.add %4, %5 : i32
      loc(\"a.c\":{n}:2)
    %9:2 = t.results : (i32, i32)
    t.mixed %9#1, %3 : i32, i32
    t.mixed %9, %3 : i32, i32
    t.branch %c, ^bb1(%3 : i32), ^end
  ^bb1(%later: i32):
    %10 = t.add %later, %cst : i32
    %11 = t.select -> (i32) {{
      %inner = t.add %10, %later : i32
      t.jump ^bb1(%inner : i32)
    ^bb1(%i: i32):
      t.return %i : i32
    }}
    t.jump ^bb1(%11 : i32)
  ^end:
    t.return
  }}"
        );
    }
    text + "  t.func @last(%arg0: i32, %f: f32, %c: i1) {\n" + last + "  }\n}\n"
}

#[test]
fn known_lines_are_read_as_others() {
    compare(&functions("    t.return\n"));
}

#[test]
fn wrong_known_lines_are_reported_as_others() {
    for last in [
        "%0 = t.add %arg0, %nothing : i32",
        "%0 = t.add %arg0, %f : i32",
        "%0 = t.add %f, %arg0 : f32",
        "%0 = t.add %arg0, %arg0 : i32\n    %0 = t.add %arg0, %0 : i32",
        "%0 = t.eq %arg0, %f",
        "%0 = t.eq %0, %f",
        "t.mixed %arg0, %later : i32, i32\n    %later = t.eq %arg0, %arg0",
        "t.branch %c, ^bb1(%arg0 : i32), ^end",
        "t.branch %f, ^bb1(%arg0 : i32), ^end\n  ^bb1(%a: i32):\n    t.return\n  ^end:\n    t.return",
        "t.branch %c, ^end(%arg0 : i32), ^end\n  ^end:\n    t.return\n  ^end:\n    t.return",
        "t.mixed %arg0, %arg0 : i32, i32\n    , i32",
        "t.mixed %arg0, %arg0 : i32, i32\n    loc(nowhere)",
        "%0 = t.add %arg0, %arg0 : i32 }",
        "%0:2 = t.add %arg0, %arg0 : i32",
        "t.add %arg0, %arg0 : i32",
        "%0 = t.mixed %arg0, %arg0 : i32, i32",
        "%0 = t.add %arg0#1, %arg0 : i32",
        "%01 = t.add %arg0, %arg0 : i32\n    %1 = t.add %01, %arg0 : i32\n    %2 = t.add %12345, %1 : i32",
    ] {
        compare(&functions(&format!("    {last}\n")));
    }
}

#[test]
fn shapes_are_kept() {
    let (source, ctx) = (functions("    t.return\n"), context());
    let mut parser = Parser::new(&source, &ctx);
    parser.open_body(None, Capacity::default());
    assert!(parser.top().is_ok());
    let kept = parser.lines.map_or(0, |lines| lines.kept());
    assert!(kept > 10, "{kept}");
}
