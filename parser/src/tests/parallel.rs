//! Tests of parallel parsing of function bodies

use super::*;
use spv_ir::Inline;

/// Returns a source string with functions in several modules. The second argument of each function is on a separate
/// line, indented like the ops in the body.
fn modules() -> String {
    let mut text = String::new();
    for number in 0..120 {
        if number % 30 == 0 {
            text += if number == 0 {
                "module @m0 {\n"
            } else {
                "}\nt.func @between() {\n  t.return\n}\nmodule {\n"
            };
        }
        _ = writeln!(text, "  t.func @f{number}(%a: i32,\n    %b: i32) {{");
        for i in 0..20 {
            _ = writeln!(text, "    %v{i} = t.add %a, %a : i32\n    t.select {{\n      t.return\n    }}");
        }
        text += "    t.return\n  }\n";
    }
    text + "}\n"
}

#[test]
fn functions_of_several_modules() {
    let text = modules();
    let (ctx, options) = (context(), ParseOptions::default());
    let whole = read(&text);
    let apart = crate::threads::read(&text, &options, &ctx, &Inline).expect("no guess is wrong");
    assert_eq!(dump(&ctx, &apart.body), dump(&whole.ctx, &whole.body));
}
