//! Regression tests for round trips through MLIR text

use super::{MEMORY_MODEL, SHADER, module, through_binary, through_text};

/// Guards against leaked scopes: a function's numbered arguments remained defined. The same name in the next function
/// was rejected as a redefinition, or its use caused a panic.
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

/// Guards against invalid MLIR text: the suggested value name `%5x_addr` starts with a digit.
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

/// Guards against invalid MLIR text: the parser rejected matrices of a float type that is not a builtin type.
#[test]
fn matrix_of_floats_without_a_name() {
    let words = module(
        8,
        &[SHADER, MEMORY_MODEL, &[22, 1, 24], &[23, 2, 1, 4], &[24, 3, 2, 2], &[32, 4, 6, 3], &[59, 4, 5, 6]],
    );
    let (text, again) = through_text(&words);
    assert!(text.contains("!spv.matrix<2 x vector<4x!spv.float<24>>>"), "{text}");
    assert_eq!(again, through_binary(&words));
}

/// Guards against a stack overflow on deeply nested brackets.
#[test]
fn a_constant_of_a_million_brackets() {
    let text = format!("%0 = spv.Constant {}", "[".repeat(1_000_000));
    let outcome = spv_opt::parse(&spv_opt::context(), &text).map(|_| ());
    let errors = outcome.expect_err("it is wrong");
    assert_eq!(errors.list[0].message, "nested deeper than 1100 levels");
}

/// Guards against a stack overflow or unbounded memory when type aliases that reference other aliases are printed.
#[test]
fn aliases_of_aliases() {
    let chain = |count: usize, first: &str, link: &dyn Fn(usize) -> String, last: &str| {
        let links: String = (0..count).map(link).collect();
        let text = format!("{first}\n{links}{}", last.replace('N', &count.to_string()));
        spv_opt::parse(&spv_opt::context(), &text).map(|module| spv_opt::print(&module))
    };
    let refused = [
        chain(600, "#a0 = 1", &|i| format!("#a{} = [#a{i}]\n", i + 1), "module attributes {x = #aN} {}"),
        chain(
            30,
            "#a0 = 1",
            &|i| format!("#a{} = [#a{i}, #a{i}]\n", i + 1),
            "module attributes {x = #aN} {}",
        ),
        chain(
            600,
            "#l0 = loc(unknown)",
            &|i| format!("#l{} = loc(fused[#l{i}])\n", i + 1),
            "module {} loc(#lN)",
        ),
        chain(
            30,
            "#l0 = loc(\"a\":1:1)",
            &|i| format!("#l{} = loc(fused[#l{i}, #l{i}])\n", i + 1),
            "module {} loc(#lN)",
        ),
    ];
    for outcome in refused {
        let errors = outcome.expect_err("it is wrong");
        assert!(errors.list[0].message.contains("expands to more than"), "{}", errors.list[0].message);
    }
    let read = [
        chain(
            30,
            "!a0 = type i32",
            &|i| format!("!a{} = type (!a{i}, !a{i}) -> ()\n", i + 1),
            "module attributes {x = !aN} {}",
        ),
        chain(
            50_000,
            "!a0 = type i32",
            &|i| format!("!a{} = type vector<2x!a{i}>\n", i + 1),
            "module attributes {x = !aN} {}",
        ),
        chain(
            50_000,
            "!a0 = type i32",
            &|i| format!("!a{} = type () -> !a{i}\n", i + 1),
            "module attributes {x = !aN} {}",
        ),
    ];
    for outcome in read {
        let text = outcome.expect("it is read");
        assert!(text.len() < 2 << 20, "{} bytes", text.len());
        let again = spv_opt::parse(&spv_opt::context(), &text).expect("what is printed is read");
        assert!(spv_opt::print(&again) == text);
    }
}
