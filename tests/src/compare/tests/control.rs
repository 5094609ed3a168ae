//! Tests of the comparison of blocks, branches and phis

use super::super::compare_strict;
use super::asm::assemble;
use super::{different, edit, same, show};

pub(super) const LOOP: &str = r#"
OpCapability 1
OpCapability 5
OpMemoryModel 0 1
%void = OpTypeVoid
%bool = OpTypeBool
%int = OpTypeInt 32 1
%fn = OpTypeFunction %int %bool %int
%zero = OpConstant %int 0
%one = OpConstant %int 1
%f = OpFunction %int 0 %fn
%cond = OpFunctionParameter %bool
%n = OpFunctionParameter %int
%entry = OpLabel
OpSelectionMerge %merge 0
OpBranchConditional %cond %then %else
%then = OpLabel
%t = OpIAdd %int %n %one
OpBranch %merge
%else = OpLabel
%e = OpISub %int %n %one
OpBranch %merge
%merge = OpLabel
%m = OpPhi %int %t %then %e %else
OpBranch %head
%head = OpLabel
%i = OpPhi %int %zero %merge %next %continue
%sum = OpPhi %int %m %merge %more %continue
OpLoopMerge %done %continue 0
OpBranch %test
%test = OpLabel
%c = OpSLessThan %bool %i %n
OpBranchConditional %c %body %done
%body = OpLabel
%more = OpIAdd %int %sum %i
OpBranch %continue
%continue = OpLabel
%next = OpIAdd %int %i %one
OpBranch %head
%done = OpLabel
OpSelectionMerge %last 0
OpSwitch %n %other 1 %case1 2 %case2
%case1 = OpLabel
OpBranch %last
%case2 = OpLabel
OpBranch %case3
%case3 = OpLabel
OpBranch %last
%other = OpLabel
%o = OpNot %int %sum
OpBranch %last
%last = OpLabel
%r = OpPhi %int %zero %case1 %one %case3 %o %other
OpReturnValue %r
OpFunctionEnd
"#;

const THEN: &str = "%then = OpLabel\n%t = OpIAdd %int %n %one\nOpBranch %merge\n";
const ELSE: &str = "%else = OpLabel\n%e = OpISub %int %n %one\nOpBranch %merge\n";

#[test]
fn blocks_may_move() {
    same(LOOP, &[(THEN, ""), (ELSE, &format!("{ELSE}{THEN}"))]);
    let done = &LOOP
        [LOOP.find("%done = OpLabel").expect("is there")..LOOP.find("%case1 = OpLabel").expect("is there")];
    same(LOOP, &[(done, ""), ("%body = OpLabel", &format!("{done}%body = OpLabel"))]);
    // The two blocks have swapped contents.
    different(LOOP, &[("%t = OpIAdd", "%t = OpISub"), ("%e = OpISub", "%e = OpIAdd")], "OpIAdd");
    different(LOOP, &[("%cond %then %else", "%cond %else %then")], "OpIAdd");
}

#[test]
fn blocks_that_only_branch_may_come_and_go() {
    same(LOOP, &[("2 %case2", "2 %case3"), ("%case2 = OpLabel\nOpBranch %case3\n", "")]);
    let direct = [
        ("1 %case1 2 %case2", "1 %last 2 %case2"),
        ("%case1 = OpLabel\nOpBranch %last\n", ""),
        ("%zero %case1 %one", "%zero %done %one"),
    ];
    same(LOOP, &direct);
    let exit = ("%c %body %done", "%c %body %exit\n%exit = OpLabel\nOpBranch %done");
    same(&edit(LOOP, &direct), &[exit]);
    // The switch reaches a phi from another predecessor, for which the phi has a different incoming value.
    different(LOOP, &[("1 %case1 2 %case2", "1 %case3 2 %case1")], "OpConstant");
    // A named block must have a counterpart.
    let named = edit(LOOP, &[("OpMemoryModel 0 1\n", "OpMemoryModel 0 1\nOpName %case2 \"case two\"\n")]);
    same(&named, &[]);
    different(&named, &[("OpName %case2 \"case two\"\n", "")], "case two");
}

#[test]
fn blocks_may_be_split() {
    let then = (
        "%t = OpIAdd %int %n %one\nOpBranch %merge",
        "OpBranch %t1\n%t1 = OpLabel\n%t = OpIAdd %int %n %one\nOpBranch %t2\n%t2 = OpLabel\nOpBranch %merge",
    );
    same(LOOP, &[then, ("%t %then %e", "%t %t2 %e")]);
    let header = (
        "%done = OpLabel\n",
        "%done = OpLabel\n%nothing = OpUndef %int\nOpBranch %header\n%header = OpLabel\n",
    );
    same(LOOP, &[header]);
    // Fusing the continue target with the loop body is detected, although the executed instructions are the same.
    let fused = [
        ("OpBranch %continue\n%continue = OpLabel\n", ""),
        ("OpLoopMerge %done %continue", "OpLoopMerge %done %body"),
        ("%zero %merge %next %continue", "%zero %merge %next %body"),
        ("%m %merge %more %continue", "%m %merge %more %body"),
    ];
    different(LOOP, &fused, "control goes to block");
}

#[test]
fn phis_that_make_no_choice_may_come_and_go() {
    let merge = (
        "%m = OpPhi %int %t %then %e %else\n",
        "%m = OpPhi %int %t %then %e %else\n%nn = OpPhi %int %n %then %n %else\n",
    );
    same(LOOP, &[merge, ("OpSLessThan %bool %i %n", "OpSLessThan %bool %i %nn")]);
    let circle = [
        ("%i = OpPhi", "%k = OpPhi %int %n %merge %k2 %continue\n%i = OpPhi"),
        ("%continue = OpLabel\n", "%continue = OpLabel\n%k2 = OpPhi %int %k %body\n"),
        ("OpSLessThan %bool %i %n", "OpSLessThan %bool %i %k"),
    ];
    same(LOOP, &circle);
    // Constants with the same value match regardless of their ids.
    let ones = edit(
        LOOP,
        &[
            ("%one = OpConstant %int 1\n", "%one = OpConstant %int 1\n%uno = OpConstant %int 1\n"),
            merge,
            ("%nn = OpPhi %int %n %then %n %else", "%nn = OpPhi %int %one %then %uno %else"),
            ("OpSwitch %n", "OpSwitch %nn"),
        ],
    );
    same(&ones, &[("%nn = OpPhi %int %one %then %uno %else\n", ""), ("OpSwitch %nn", "OpSwitch %one")]);
    // A named phi must have a counterpart.
    let named = edit(LOOP, &[merge, ("OpMemoryModel 0 1\n", "OpMemoryModel 0 1\nOpName %nn \"nn\"\n")]);
    same(&named, &[]);
    different(&named, &[("%nn = OpPhi %int %n %then %n %else\n", ""), ("OpName %nn \"nn\"\n", "")], "OpPhi");
}

#[test]
fn phis() {
    same(LOOP, &[("OpPhi %int %t %then %e %else", "OpPhi %int %e %else %t %then")]);
    different(LOOP, &[("OpPhi %int %t %then %e %else", "OpPhi %int %e %then %t %else")], "OpPhi");
    different(LOOP, &[("OpPhi %int %t %then %e %else", "OpPhi %int %t %then %n %else")], "OpPhi");
    different(LOOP, &[("OpReturnValue %r", "OpReturnValue %n")], "OpReturnValue");
    different(LOOP, &[("%next %continue\n", "%more %continue\n")], "OpPhi");
    let swapped = [
        ("%i = OpPhi %int %zero %merge %next", "%i = OpPhi %int %zero %merge %more"),
        ("%m %merge %more", "%m %merge %next"),
    ];
    different(LOOP, &swapped, "OpPhi");
}

#[test]
fn terminators_and_merges() {
    different(LOOP, &[("OpSelectionMerge %merge 0", "OpSelectionMerge %merge 1")], "OpSelectionMerge");
    different(LOOP, &[("OpSelectionMerge %merge 0\n", "")], "OpSelectionMerge");
    different(LOOP, &[("OpSelectionMerge %merge 0", "OpSelectionMerge %then 0")], "control goes to block");
    different(LOOP, &[("OpLoopMerge %done %continue 0", "OpLoopMerge %done %continue 1")], "OpLoopMerge");
    different(
        LOOP,
        &[("OpLoopMerge %done %continue", "OpLoopMerge %continue %done")],
        "control goes to block",
    );
    different(LOOP, &[("%c %body %done", "%c %done %body")], "control goes to block");
    different(LOOP, &[("%other 1 %case1 2", "%other 1 %case1 3")], "OpSwitch");
    different(LOOP, &[("1 %case1 2 %case2", "2 %case2 1 %case1")], "OpSwitch");
    different(LOOP, &[("OpReturnValue %r", "OpUnreachable")], "OpUnreachable");
    different(LOOP, &[("%cond %then %else", "%cond %then %else 1 2")], "OpBranchConditional");
}

#[test]
fn unreachable_blocks_are_kept() {
    let dead = "%dead = OpLabel\n%d = OpNot %int %n\nOpBranch %last\n%dead2 = OpLabel\nOpUnreachable\n";
    let text = edit(
        LOOP,
        &[("%last = OpLabel\n", &format!("{dead}%last = OpLabel\n")), ("%o %other", "%o %other %d %dead")],
    );
    same(&text, &[]);
    different(&text, &[(dead, ""), (" %d %dead", "")], "no counterpart");
    let dead2 = "%dead2 = OpLabel\nOpUnreachable\n";
    same(&text, &[(dead2, ""), ("%dead = OpLabel", &format!("{dead2}%dead = OpLabel"))]);
    different(&text, &[("%d = OpNot %int %n", "%d = OpSNegate %int %n")], "OpSNegate");
    different(&text, &[("%d %dead", "%n %dead")], "OpPhi");
    // The phi has an incoming value for an unreachable block that only branches.
    let only = edit(&text, &[("%d = OpNot %int %n\n", ""), ("%d %dead", "%n %dead")]);
    different(&only, &[("%n %dead", "%one %dead")], "OpPhi");
    different(&only, &[("%dead = OpLabel\nOpBranch %last\n", ""), (" %n %dead", "")], "counterpart");
}

/// Checks mutually branching unreachable loops, which have no first block.
#[test]
fn the_order_of_unreachable_blocks_is_free() {
    let header = |name: &str, exit: &str, value: &str| {
        format!(
            "%{name} = OpLabel\nOpLoopMerge %{exit} %{name}_next 0\nOpBranchConditional %cond %{name}_next %{exit}\n\
             %{name}_next = OpLabel\n%{name}_value = OpIAdd %int %n %{value}\nOpBranch %{name}\n"
        )
    };
    let end = "%end = OpLabel\nOpReturnValue %n\n";
    let (first, second) = (header("first", "second", "one"), header("second", "end", "zero"));
    let before = |blocks: &[&str]| format!("{}%last = OpLabel\n", blocks.concat());
    let with = |blocks: &[&str]| edit(LOOP, &[("%last = OpLabel\n", &before(blocks))]);
    let text = with(&[&first, &second, end]);
    let reordered = |blocks: &[&str]| show(&super::differences(&text, &with(blocks)));
    assert_eq!(reordered(&[&second, &first, end]), "");
    assert_eq!(reordered(&[end, &second, &first]), "");
    let other = header("first", "second", "zero");
    assert!(
        reordered(&[&second, &other, end]).contains("OpConstant"),
        "{}",
        reordered(&[&second, &other, end])
    );
    // The blocks differ only in one operand.
    let block = |name: &str, value: &str| {
        format!("%{name} = OpLabel\n%{name}_value = OpIMul %int %n %{value}\nOpReturnValue %{name}_value\n")
    };
    let text = with(&[&block("x", "one"), &block("y", "zero"), &block("z", "n")]);
    let reordered = |blocks: &[&str]| show(&super::differences(&text, &with(blocks)));
    assert_eq!(reordered(&[&block("z", "n"), &block("y", "zero"), &block("x", "one")]), "");
    assert_ne!(reordered(&[&block("z", "n"), &block("y", "zero"), &block("x", "zero")]), "");
}

#[test]
fn continue_targets_that_nothing_reaches_matter_to_phis() {
    let unreached = [
        ("%more = OpIAdd %int %sum %i\nOpBranch %continue\n", "OpBranch %done\n"),
        ("%next = OpIAdd %int %i %one\n", ""),
        ("%zero %merge %next %continue", "%zero %merge %n %continue"),
        ("%m %merge %more %continue", "%m %merge %one %continue"),
    ];
    let text = edit(LOOP, &unreached);
    same(&text, &[]);
    different(&text, &[("%m %merge %one %continue", "%m %merge %n %continue")], "OpPhi");
}

#[test]
fn endless_circles_end() {
    let text = "OpCapability 1\nOpCapability 5\nOpMemoryModel 0 1\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%f = OpFunction %void 0 %fn\n%e = OpLabel\nOpBranch %a\n%a = OpLabel\nOpBranch %b\n%b = OpLabel\nOpBranch %a\nOpFunctionEnd\n";
    same(text, &[]);
    same(text, &[("OpBranch %a\n%a", "OpBranch %z\n%z = OpLabel\nOpBranch %a\n%a")]);
    different(text, &[("%b = OpLabel\nOpBranch %a", "%b = OpLabel\nOpReturn")], "OpReturn");
}

#[test]
fn undefs() {
    let text = edit(
        LOOP,
        &[
            ("%merge = OpLabel\n%m", "%merge = OpLabel\n%m"),
            (
                "OpBranch %head\n%head",
                "%u = OpUndef %int\n%v = OpUndef %int\n%uv = OpIMul %int %u %v\nOpBranch %head\n%head",
            ),
        ],
    );
    same(&text, &[("%v = OpUndef %int\n", ""), ("OpIMul %int %u %v", "OpIMul %int %u %u")]);
    different(&text, &[("%v = OpUndef %int\n", ""), ("OpIMul %int %u %v", "OpIMul %int %u %n")], "OpUndef");
    let named = edit(&text, &[("OpMemoryModel 0 1\n", "OpMemoryModel 0 1\nOpName %v \"v\"\n")]);
    different(&named, &[("OpName %v \"v\"\n", "")], "undefs with names");
}

#[test]
fn strict_comparison_counts() {
    let strict = |edits: &[(&str, &str)]| {
        let found = compare_strict(&assemble(LOOP), &assemble(&edit(LOOP, edits)));
        found.map_or_else(|found| show(&found), |()| String::new())
    };
    assert_eq!(strict(&[]), "");
    let found = strict(&[("2 %case2", "2 %case3"), ("%case2 = OpLabel\nOpBranch %case3\n", "")]);
    assert!(
        found.contains("14 labels, 10 branches, 4 phis, 0 undefs in the input, 13 labels, 9 branches"),
        "{found}"
    );
    let found = strict(&[(
        "OpPhi %int %t %then %e %else\n",
        "OpPhi %int %t %then %e %else\n%p = OpPhi %int %n %then %n %else\n",
    )]);
    assert!(found.contains("5 phis"), "{found}");
}

#[test]
fn strict_comparison_tells_blocks_apart() {
    let text = "OpCapability 1\nOpCapability 5\nOpMemoryModel 0 1\n%void = OpTypeVoid\n%bool = OpTypeBool\n%fn = OpTypeFunction %void %bool\n%f = OpFunction %void 0 %fn\n%c = OpFunctionParameter %bool\n%e = OpLabel\nOpSelectionMerge %outer 0\nOpBranchConditional %c %a %outer\n%a = OpLabel\nOpSelectionMerge %inner 0\nOpBranchConditional %c %b %inner\n%b = OpLabel\nOpBranch %inner\n%inner = OpLabel\nOpBranch %outer\n%outer = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let moved = edit(text, &[("OpSelectionMerge %outer", "OpSelectionMerge %inner")]);
    let (input, output) = (assemble(text), assemble(&moved));
    assert!(super::super::compare(&input, &output).is_ok());
    assert!(compare_strict(&input, &input).is_ok());
    assert!(compare_strict(&input, &output).is_err());
}

/// Checks that the output may add the parameters that an input function lacks, and no others.
#[test]
fn lacking_parameters_are_added() {
    let text = "OpCapability 1\nOpCapability 5\nOpMemoryModel 0 1\n%void = OpTypeVoid\n%int = OpTypeInt 32 1\n\
                %float = OpTypeFloat 32\n%fn = OpTypeFunction %void %int %float\n%f = OpFunction %void 0 %fn\n\
                %a = OpFunctionParameter %int\n%entry = OpLabel\nOpReturn\nOpFunctionEnd\n";
    let added = |ty: &str| {
        let output = edit(text, &[("%entry", &format!("%b = OpFunctionParameter {ty}\n%entry"))]);
        compare_strict(&assemble(text), &assemble(&output)).map_err(|found| show(&found))
    };
    assert_eq!(added("%float"), Ok(()));
    assert!(added("%int").is_err_and(|found| found.contains("parameters")));
}
