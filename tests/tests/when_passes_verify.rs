//! Tests of verification between passes, with messages about a pass that leaves invalid ops

use spv_opt::ir::{Builder, walk};
use spv_opt::passes::{ControlFlow, Function, PassInfo, Pipeline, Registry, RunOptions, Verify, Work, run};

/// A pass that produces invalid ops by removing the terminators of functions.
static BREAK: PassInfo = PassInfo::new("break", "", ControlFlow::Any, |_| {
    Ok(Work::function(|function: &mut Function<'_>| {
        let last = walk::ops(function.body).last();
        last.into_iter().for_each(|op| Builder::new(function.body).erase(op));
        Ok(())
    }))
});

/// A pass that counts a statistic without declaring it.
static COUNT: PassInfo = PassInfo::new("count", "", ControlFlow::Any, |_| {
    Ok(Work::function(|function: &mut Function<'_>| {
        function.count(0, 1);
        Ok(())
    }))
});

const TEXT: &str = "spv.module Logical GLSL450 {
  spv.func @f() \"None\" {
    spv.Nop
    spv.Return
  }
}";

fn outcome(pipeline: &str, verify: Verify) -> Result<(), String> {
    let mut registry = Registry::new();
    registry.add(&BREAK);
    registry.add(&COUNT);
    let mut module = spv_opt::parse(&spv_opt::context(), TEXT).expect("the text is valid");
    let pipeline = Pipeline::parse(&registry, pipeline).expect("the passes are known");
    run(&pipeline, &mut module, &RunOptions { verify, ..RunOptions::default() })
        .map_err(|failure| format!("{failure}"))
}

#[test]
fn each_mode_tells_what_it_knows() {
    let cases = [
        ("cse,break,cse", Verify::EachPass, Some("in pass 'break'")),
        ("cse,break,dce", Verify::LastPass, Some("in one of the passes 'cse' to 'dce'")),
        ("break", Verify::LastPass, Some("in pass 'break'")),
        ("cse,break,dce", Verify::Never, None),
        ("cse,dce", Verify::LastPass, None),
    ];
    for (pipeline, verify, expected) in cases {
        match (outcome(pipeline, verify), expected) {
            (Ok(()), None) => {}
            (Err(text), Some(note)) => assert!(text.contains(note), "{pipeline}, {verify:?}: {text}"),
            (other, _) => panic!("{pipeline}, {verify:?}: {other:?}"),
        }
    }
}

#[test]
fn errors_name_the_function() {
    let errors = ["break", "count"].map(|pass| outcome(pass, Verify::EachPass).expect_err("the pass fails"));
    insta::assert_snapshot!(errors.join("\n"));
}
