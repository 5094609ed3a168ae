//! Tests of the verifier's rules about structured control flow
//!
//! The tests violate each rule about constructs, exits and merge instructions once. The expected messages are LLVM 14's
//! if LLVM 14 reports the same mistake.

/// Returns the first verifier message for a function with this body, or `""` if the function is valid.
fn complaint(body: &str) -> String {
    let text = format!(
        "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{
           spv.func @f(%c : i1, %v : i32, %x : f32) \"None\" {{\n{body}\n}}\n}}"
    );
    let module = match spv_parser::parse(&text, &Default::default(), spv_dialect::context()) {
        Ok(module) => module,
        Err(errors) => panic!("{errors:#?}\n{text}"),
    };
    match spv_ir::verify::verify_module(&module) {
        Ok(()) => String::new(),
        Err(errors) => errors.list[0].message.clone(),
    }
}

/// Checks that each construct, given in assembly, causes the expected message. A `spv.Return` follows each construct.
fn check(cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        assert_eq!(complaint(&format!("{body}\nspv.Return")), *expected, "{body}");
    }
}

#[test]
fn selections() {
    check(&[
        ("spv.mlir.selection { }", ""),
        (
            "spv.mlir.selection { spv.BranchConditional %c, ^a, ^m
             ^a: spv.Branch ^m
             ^m: spv.mlir.merge }",
            "",
        ),
        (
            "%r = spv.mlir.selection -> i32 { }",
            "'spv.mlir.selection' op has results, but no merge block that passes them",
        ),
        (
            "spv.mlir.selection { spv.mlir.merge }",
            "'spv.mlir.selection' op must have a selection header block",
        ),
        (
            "spv.mlir.selection { spv.BranchConditional %c, ^a, ^b
             ^a: spv.Return
             ^b: spv.Return }",
            "'spv.mlir.selection' op last block must be the merge block with only one 'spv.mlir.merge' op",
        ),
        (
            "spv.mlir.selection { spv.BranchConditional %c, ^a, ^m
             ^a: spv.Branch ^m
             ^m: %k = spv.IAdd %v, %v : i32
             spv.mlir.merge }",
            "'spv.mlir.selection' op last block must be the merge block with only one 'spv.mlir.merge' op",
        ),
        (
            "spv.mlir.selection { spv.BranchConditional %c, ^m, ^a
             ^m: spv.mlir.merge
             ^a: spv.Branch ^m }",
            "'spv.mlir.selection' op last block must be the merge block with only one 'spv.mlir.merge' op",
        ),
        (
            "spv.mlir.selection { spv.Branch ^m
             ^m: spv.mlir.merge }",
            "'spv.mlir.selection' op selection header block must end in 'spv.BranchConditional' or 'spv.Switch'",
        ),
        (
            "spv.mlir.selection { spv.BranchConditional %c, ^a, ^b selection_merge(^b)
             ^a: spv.Branch ^b
             ^b: spv.Branch ^m
             ^m: spv.mlir.merge }",
            "'spv.mlir.selection' op selection header block must not declare another construct",
        ),
        (
            "spv.mlir.selection phis(0) { spv.BranchConditional %c, ^a, ^m
             ^a: spv.Branch ^m
             ^m: spv.mlir.merge }",
            "'spv.mlir.selection' op hint 'phis' names argument #0, but the block has 0",
        ),
    ]);
}

#[test]
fn loops() {
    let entry = "must only have one 'spv.Branch' op to the second block";
    let entry = format!("'spv.mlir.loop' op entry block {entry}");
    check(&[
        ("spv.mlir.loop { }", ""),
        ("spv.mlir.loop { spv.Branch ^h\n ^h: spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }", ""),
        // Valid: an unreachable continue target without a back edge.
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.Branch ^m\n ^n: spv.Unreachable\n ^m: spv.mlir.merge }",
            "",
        ),
        (
            "spv.mlir.loop { ^e(%k: i32): spv.Branch ^h\n ^h: spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op the first block of a construct must have no arguments",
        ),
        (
            "spv.mlir.loop { spv.mlir.merge }",
            "'spv.mlir.loop' op must have an entry block branching to the loop header block",
        ),
        (
            "spv.mlir.loop { spv.Branch ^m\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op must have a loop header block branched from the entry block",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.Branch ^m\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op requires a loop continue block branching to the loop header block",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.Return }",
            "'spv.mlir.loop' op last block must be the merge block with only one 'spv.mlir.merge' op",
        ),
        (
            "spv.mlir.loop { spv.Branch ^n\n ^h: spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            &entry,
        ),
        (
            "spv.mlir.loop { %k = spv.IAdd %v, %v : i32\n spv.Branch ^h
             ^h: spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            &entry,
        ),
        (
            "spv.mlir.loop { spv.BranchConditional %c, ^h, ^m
             ^h: spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            &entry,
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.Branch ^n\n ^n: spv.Branch ^m\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op second to last block must be the loop continue block that branches to the loop \
             header block",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.Branch ^a\n ^a: spv.BranchConditional %c, ^h, ^n
             ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op can only have the entry and loop continue block branching to the loop header block",
        ),
        (
            "spv.mlir.loop continue_blocks(2) { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^o
             ^n: spv.Branch ^o\n ^o: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op loop continue blocks can only be entered at the first of them",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^a, ^n\n ^a: spv.Branch ^n
             ^n: spv.BranchConditional %c, ^h, ^a\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op loop continue blocks can only branch to each other, the loop header block or the merge block",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m
             ^n: spv.mlir.selection { spv.BranchConditional %c, ^a, ^s\n ^a: spv.mlir.continue\n ^s: spv.mlir.merge }
             spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op loop continue blocks can only branch to each other, the loop header block or the merge block",
        ),
        // Valid: a `spv.mlir.continue` in a nested loop belongs to the nested loop.
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m
             ^n: spv.mlir.loop { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^b, ^m
             ^b: spv.mlir.continue\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }
             spv.Branch ^h\n ^m: spv.mlir.merge }",
            "",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m selection_merge(^n)
             ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op loop header block must not declare another construct",
        ),
        (
            "spv.mlir.loop { spv.Branch ^h
             ^h: spv.mlir.selection { spv.BranchConditional %c, ^a, ^s\n ^a: spv.Branch ^s\n ^s: spv.mlir.merge }
             spv.Branch ^n\n ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op loop header block must not also be the header of a selection: a block declares only one construct",
        ),
        (
            "spv.mlir.loop phis(1) { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m
             ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op hint 'phis' names argument #1, but the block has 0",
        ),
        (
            "spv.mlir.loop continue_phis(0) { spv.Branch ^h\n ^h: spv.BranchConditional %c, ^n, ^m
             ^n: spv.Branch ^h\n ^m: spv.mlir.merge }",
            "'spv.mlir.loop' op hint 'continue_phis' names argument #0, but the block has 0",
        ),
    ]);
}

#[test]
fn merges() {
    check(&[
        (
            "spv.mlir.selection { spv.BranchConditional %c, ^a, ^m
             ^a: spv.mlir.merge
             ^m: spv.mlir.merge }",
            "'spv.mlir.merge' op can only be used in the last block of 'spv.mlir.selection' or 'spv.mlir.loop'",
        ),
        (
            "%r = spv.mlir.selection -> i32 { spv.BranchConditional %c, ^a, ^m
             ^a: spv.Branch ^m\n ^m: spv.mlir.merge }",
            "'spv.mlir.merge' op passes 0 values, but the construct's list of results expects 1",
        ),
        (
            "%r = spv.mlir.selection -> i32 { spv.BranchConditional %c, ^a, ^m(%x : f32)
             ^a: spv.Branch ^m(%x : f32)\n ^m(%y : f32): spv.mlir.merge %y : f32 }",
            "'spv.mlir.merge' op type mismatch: value #0 is 'f32', but the construct's list of results expects 'i32'",
        ),
    ]);
    assert_eq!(
        complaint("spv.mlir.merge"),
        "'spv.mlir.merge' op expected parent op to be 'spv.mlir.selection' or 'spv.mlir.loop'"
    );
}

/// Returns a loop that contains a selection or switch with the terminator `header` and an arm that ends in `exit`.
fn in_loop(header: &str, exit: &str) -> String {
    format!(
        "%r = spv.mlir.loop -> i32 {{ spv.Branch ^h(%v : i32)
         ^h(%i : i32): spv.BranchConditional %c, ^b, ^m(%i : i32)
         ^b: spv.mlir.selection {{ {header}\n ^a: {exit}\n ^s: spv.mlir.merge }}
         spv.Branch ^n(%i, %x : i32, f32)
         ^n(%j : i32, %y : f32): spv.Branch ^h(%j : i32)
         ^m(%k : i32): spv.mlir.merge %k : i32 }}"
    )
}

#[test]
fn exits() {
    const IF: &str = "spv.BranchConditional %c, ^a, ^s";
    const SWITCH: &str = "spv.Switch %v : i32, [ default: ^s, 1: ^a ]";
    let merge = "but the merge block of the loop expects";
    let target = "but the continue target of the loop expects";
    let cases = [
        (in_loop(IF, "spv.mlir.break %v : i32"), String::new()),
        (in_loop(IF, "spv.mlir.continue %v, %x : i32, f32"), String::new()),
        (in_loop(SWITCH, "spv.mlir.switch_break"), String::new()),
        (in_loop(IF, "spv.mlir.break"), format!("'spv.mlir.break' op passes 0 values, {merge} 1")),
        (
            in_loop(IF, "spv.mlir.break %x : f32"),
            format!("'spv.mlir.break' op type mismatch: value #0 is 'f32', {merge} 'i32'"),
        ),
        (
            in_loop(IF, "spv.mlir.continue %v : i32"),
            format!("'spv.mlir.continue' op passes 1 values, {target} 2"),
        ),
        (
            in_loop(IF, "spv.mlir.continue %v, %v : i32, i32"),
            format!("'spv.mlir.continue' op type mismatch: value #1 is 'i32', {target} 'f32'"),
        ),
        (
            in_loop(SWITCH, "spv.mlir.switch_break %v : i32"),
            "'spv.mlir.switch_break' op passes 1 values, but the merge block of the switch expects 0"
                .to_owned(),
        ),
        (
            in_loop(IF, "spv.mlir.switch_break"),
            "'spv.mlir.switch_break' op must not leave the 'spv.mlir.loop' op between it and the switch"
                .to_owned(),
        ),
    ];
    for (body, expected) in cases {
        check(&[(&body, &expected)]);
    }
    let alone = |exit: &str| {
        format!(
            "spv.mlir.selection {{ spv.BranchConditional %c, ^a, ^m\n ^a: {exit}\n ^m: spv.mlir.merge }}
             spv.Return"
        )
    };
    for name in ["break", "continue"] {
        assert_eq!(
            complaint(&alone(&format!("spv.mlir.{name}"))),
            format!("'spv.mlir.{name}' op must be nested in a 'spv.mlir.loop' op")
        );
    }
    assert_eq!(
        complaint(&alone("spv.mlir.switch_break")),
        "'spv.mlir.switch_break' op must be nested in a 'spv.mlir.selection' op whose header block ends in \
         'spv.Switch'"
    );
}

#[test]
fn declarations() {
    let cases = [
        ("spv.BranchConditional %c, ^a, ^b selection_merge(^b)\n ^a: spv.Branch ^b\n ^b: spv.Return", ""),
        (
            "spv.Branch ^a selection_merge(^a)\n ^a: spv.Return",
            "'spv.Branch' op cannot declare a selection: its header must end in 'spv.BranchConditional' or \
             'spv.Switch'",
        ),
        (
            "spv.Branch ^h\n ^h: spv.Switch %v : i32, [ default: ^a ] loop_merge(^b, continue ^a)
             ^a: spv.Branch ^h\n ^b: spv.Return",
            "'spv.Switch' op cannot declare a loop: its header must end in 'spv.Branch' or \
             'spv.BranchConditional'",
        ),
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^a, ^b selection_merge(^h)
             ^a: spv.Return\n ^b: spv.Return",
            "'spv.BranchConditional' op merge block must not be the header block",
        ),
        (
            "spv.Branch ^h\n ^h: spv.BranchConditional %c, ^a, ^b loop_merge(^b, continue ^b)
             ^a: spv.Branch ^h\n ^b: spv.Return",
            "'spv.BranchConditional' op merge block and continue target must be different blocks",
        ),
        (
            "spv.BranchConditional %c, ^a, ^b selection_merge(^b)
             ^a: spv.BranchConditional %c, ^d, ^b selection_merge(^b)
             ^d: spv.Branch ^b\n ^b: spv.Return",
            "'spv.BranchConditional' op merge block is also the merge block of another construct",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(complaint(body), expected, "{body}");
    }
}

/// Returns a loop in which a path with the op `exit` bypasses the definition of `%late`. The code `continue_` and
/// `merge` may use `%late`.
fn with_exit(exit: &str, continue_: &str, merge: &str) -> String {
    format!(
        "spv.mlir.loop {{ spv.Branch ^h
         ^h: spv.BranchConditional %c, ^b, ^m
         ^b: %before = spv.IAdd %v, %v : i32
         spv.mlir.selection {{ spv.BranchConditional %c, ^e, ^s
         ^e: {exit}
         ^s: spv.mlir.merge }}
         %late = spv.IMul %v, %v : i32
         spv.Branch ^k
         ^k: {continue_}
         ^m: {merge} }}
         spv.Return"
    )
}

#[test]
fn uses_behind_exits() {
    let (back, merge) = ("spv.Branch ^h", "spv.mlir.merge");
    let undominated = "'spv.INotEqual' op operand #0 does not dominate this use";
    let test = "%t = spv.INotEqual %late, %v : i32  spv.BranchConditional %t, ^h, ^m";
    let nested = "spv.mlir.selection { spv.BranchConditional %c, ^n, ^o
                  ^n: %t = spv.INotEqual %late, %v : i32  spv.Branch ^o
                  ^o: spv.mlir.merge }
                  spv.Branch ^h";
    let early = "%t = spv.INotEqual %before, %v : i32  spv.BranchConditional %t, ^h, ^m";
    for (exit, continue_, expected) in [
        ("spv.mlir.continue", test, undominated),
        ("spv.mlir.continue", nested, undominated),
        ("spv.mlir.continue", early, ""),
        ("spv.mlir.continue", back, ""),
        ("spv.mlir.break", test, ""),
        ("spv.Branch ^s", test, ""),
        ("spv.Return", test, ""),
    ] {
        let text = with_exit(exit, continue_, merge);
        assert_eq!(complaint(&text), expected, "{text}");
    }
}

/// Tests uses of a value in a continue target that only an exit reaches, not an edge of its own region.
#[test]
fn uses_behind_the_only_exit() {
    let text = |used: &str| {
        format!(
            "spv.mlir.loop {{ spv.Branch ^h
             ^h: spv.BranchConditional %c, ^b, ^m
             ^b: %before = spv.IAdd %v, %v : i32
             spv.mlir.selection {{ spv.BranchConditional %c, ^e, ^s
             ^e: spv.mlir.continue
             ^s: spv.mlir.merge }}
             %late = spv.IMul %v, %v : i32
             spv.Return
             ^k: %t = spv.INotEqual %{used}, %v : i32  spv.BranchConditional %t, ^h, ^m
             ^m: spv.mlir.merge }}
             spv.Return"
        )
    };
    assert_eq!(complaint(&text("late")), "'spv.INotEqual' op operand #0 does not dominate this use");
    assert_eq!(complaint(&text("before")), "");
}

#[test]
fn results_behind_exits() {
    let text = |exit: &str, given: &str| {
        format!(
            "%r = spv.mlir.selection -> i32 {{ spv.Switch %v : i32, [ default: ^a, 1: ^a ]
             ^a: %before = spv.IAdd %v, %v : i32
             spv.mlir.selection {{ spv.BranchConditional %c, ^e, ^s
             ^e: {exit}
             ^s: spv.mlir.merge }}
             %late = spv.IMul %v, %v : i32
             spv.Branch ^m
             ^m: spv.mlir.merge %{given} : i32 }}
             spv.Return"
        )
    };
    let undominated = "'spv.mlir.merge' op operand #0 does not dominate this use";
    assert_eq!(complaint(&text("spv.mlir.switch_break", "late")), undominated);
    assert_eq!(complaint(&text("spv.mlir.switch_break", "before")), "");
    assert_eq!(complaint(&text("spv.Unreachable", "late")), "");
    // An unreachable exit does not cause an error.
    let dead = "spv.Return ^dead: spv.mlir.switch_break";
    assert_eq!(complaint(&text(dead, "late")), "");
}
