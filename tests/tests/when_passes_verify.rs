//! Tests of verification between passes, with messages about a pass that leaves invalid ops

use spv_opt::ir::{Builder, Diagnostics, walk};
use spv_opt::passes::{
    ControlFlow, Function, OptionValues, PassInfo, Pipeline, Registry, RunOptions, SpvModule, Verify, Work,
    run,
};

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

/// A pass that adds an argument to the entry block, without a module edit that changes the function type.
static ADD_ARGUMENT: PassInfo = PassInfo::new("add-argument", "", ControlFlow::Any, |_| {
    Ok(Work::function(|function: &mut Function<'_>| {
        let entry = function.body.first_block(function.body.root()).expect("the function has code");
        let ty = function.ctx.common().i32;
        Builder::new(function.body).add_arg(entry, ty);
        Ok(())
    }))
});

/// A function pass that fails without an error message.
static FAIL: PassInfo = PassInfo::new("fail", "", ControlFlow::Any, |_| {
    Ok(Work::function(|_: &mut Function<'_>| Err(Diagnostics::default())))
});

/// A module pass that fails without an error message.
static FAIL_MODULE: PassInfo = PassInfo::new("fail-module", "", ControlFlow::Any, |_| {
    Ok(Work::module(|_: &mut SpvModule<'_>| Err(Diagnostics::default())))
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
    registry.add(&ADD_ARGUMENT);
    registry.add(&FAIL);
    registry.add(&FAIL_MODULE);
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
    let errors = ["break", "count", "add-argument", "fail", "fail-module"]
        .map(|pass| outcome(pass, Verify::EachPass).expect_err("the pass fails"));
    insta::assert_snapshot!(errors.join("\n"));
}

#[test]
fn errors_of_pipelines_and_options() {
    let pipeline = Pipeline::parse(&Registry::new(), "cse,nope").err().expect("there is no such pass");
    let options = OptionValues::default();
    let option = options.value::<u32>("limit").expect_err("the option is not declared");
    insta::assert_snapshot!(format!("{pipeline}\n{option}"));
}
