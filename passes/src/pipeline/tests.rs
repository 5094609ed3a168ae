//! Tests for pipeline parsing, printing and error messages

use super::*;
use crate::options::OptionInfo;
use crate::pass::ControlFlow;

static COUNT: PassInfo = PassInfo {
    options: &[OptionInfo { name: "max", default: "7", help: "" }],
    ..PassInfo::new("count", "", ControlFlow::Any, |options| {
        options.value::<u32>("max")?;
        Ok(Work::function(|_: &mut crate::Function<'_>| Ok(())))
    })
};
static GLOBAL: PassInfo = PassInfo::new("global", "", ControlFlow::Any, |_| {
    Ok(Work::module(|_: &mut crate::SpvModule<'_>| Ok(())))
});

fn registry() -> Registry {
    let mut registry = Registry::empty();
    registry.add(&COUNT);
    registry.add(&GLOBAL);
    registry.add_pipeline(crate::registry::NamedPipeline {
        name: "both",
        summary: "",
        text: "count, spv.module(global)",
    });
    registry
}

#[test]
fn texts_come_back() {
    let cases = [
        ("count", "builtin.module(count)"),
        ("", "builtin.module()"),
        ("count, global", "builtin.module(count,global)"),
        (
            "builtin.module( spv.module( spirv.func( count{max=3} ), global ) )",
            "builtin.module(spv.module(spv.func(count{max=3}),global))",
        ),
        ("spv.module(count{max='5'})", "spv.module(count{max=5})"),
        ("both", "builtin.module(count,spv.module(global))"),
        ("both{max=3}", "builtin.module(count{max=3},spv.module(global))"),
        ("func(count),func.func(count)", "builtin.module(builtin.func(count),builtin.func(count))"),
    ];
    for (text, expected) in cases {
        let pipeline = Pipeline::parse(&registry(), text).expect(text);
        assert_eq!(pipeline.to_string(), expected);
        let again = Pipeline::parse(&registry(), expected).expect(expected);
        assert_eq!(again.to_string(), expected);
    }
}

#[test]
fn mistakes() {
    let cases = [
        ("coumt", 0, "'coumt' is not a pass or pipeline: did you mean 'count'?"),
        ("count,", 6, "expected the name of a pass"),
        ("count)", 5, "expected ',' or the end, found ')'"),
        ("spv.module(count", 16, "expected ',' or ')'"),
        ("spv.func(global)", 9, "pass 'global' runs on modules, and is not allowed in spv.func(...)"),
        ("spv.func(spv.module(global))", 9, "spv.module cannot be nested in spv.func"),
        (
            "foo.func(count)",
            0,
            "'foo.func' is not an op that passes run on: expected one of builtin.module, spv.module, spv.func, builtin.func, any",
        ),
        ("count{min=1}", 6, "pass 'count' has no option 'min': expected one of max"),
        ("both{min=1}", 5, "no pass of pipeline 'both' has an option 'min'"),
        ("both{max=x}", 0, "in pipeline 'both': the value 'x' of option 'max' is not a non-negative integer"),
        ("count{max=x}", 6, "the value 'x' of option 'max' is not a non-negative integer"),
        (
            "count{max=1",
            11,
            "expected an option, as in 'name=value', or '}', found the end: spaces separate options, and commas the elements of a list",
        ),
        (
            "count{max=1,max}",
            6,
            "the value '1,max' of option 'max' is not a non-negative integer: separate options with spaces",
        ),
        ("count{max='1}", 10, "unterminated string"),
    ];
    for (text, at, message) in cases {
        let error = Pipeline::parse(&registry(), text).err().expect(text);
        assert_eq!((error.at, error.message.as_str()), (at, message), "{text}");
    }
}

#[test]
fn options_for_all_passes() {
    let common = [("max".to_owned(), "3".to_owned())];
    let pipeline =
        Pipeline::parse_with(&registry(), "global,count{max=2},both", &common).expect("it is right");
    let expected = "builtin.module(global,count{max=2 max=3},count{max=3},spv.module(global))";
    assert_eq!(pipeline.to_string(), expected);
}

#[test]
fn complete_pipelines_restore_the_rules_of_the_binary() {
    let inserted = "legalize-constant-operands{if-changed=true},localize-sampled-images{if-changed=true},\
                    order-blocks{if-changed=true}";
    let last = "strip-dangling-nonsemantic";
    let cases = [
        ("", "builtin.module()".to_owned()),
        ("global", format!("builtin.module(global,{last})")),
        ("count,global,count", format!("builtin.module(count,{inserted},global,count,{inserted},{last})")),
        // Both nested pipelines form one stage, because they visit the same functions.
        (
            "spv.func(count),spv.func(count)",
            format!("builtin.module(spv.func(count),spv.func(count,{inserted}),{last})"),
        ),
        (
            "spv.module(spv.func(count),count)",
            format!("spv.module(spv.func(count,{inserted}),count,{inserted},{last})"),
        ),
        ("spv.func(count)", format!("builtin.module(spv.func(count,{inserted}),{last})")),
        ("count,order-blocks,count", format!("builtin.module(count,order-blocks,count,{inserted},{last})")),
    ];
    let mut registry = registry();
    crate::Registry::new().passes().iter().for_each(|info| registry.add(info));
    for (text, expected) in cases {
        let pipeline = Pipeline::parse(&registry, text).expect(text).completed();
        assert_eq!(pipeline.to_string(), expected);
        assert_eq!(pipeline.completed().to_string(), expected);
        let again = Pipeline::parse(&registry, &expected).expect(&expected);
        assert_eq!(again.completed().to_string(), expected);
    }
}
