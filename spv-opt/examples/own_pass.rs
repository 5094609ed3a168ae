//! A custom pass that counts calls, run by name in a pipeline with built-in passes
//!
//!     cargo run -p spv-opt --example own_pass [FILE.spv]

use spv_opt::ir::walk;
use spv_opt::passes::{ControlFlow, Function, PassInfo, Pipeline, Registry, RunOptions, Work, run};

static COUNT_CALLS: PassInfo = PassInfo {
    statistics: &[("calls", "Number of calls")],
    ..PassInfo::new("count-calls", "Count the calls in each function", ControlFlow::Any, |_options| {
        Ok(Work::function(|function: &mut Function<'_>| {
            let call = function.ctx.registry().op_by_name("spv.FunctionCall");
            let calls = walk::ops(function.body).filter(|&op| Some(function.body.def(op)) == call).count();
            function.count(0, calls as u64);
            Ok(())
        }))
    })
};

fn main() -> Result<(), String> {
    let path =
        std::env::args().nth(1).unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shader.spv").into());
    let bytes = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
    let mut module =
        spv_opt::import_bytes(&spv_opt::context(), &bytes).map_err(|list| format!("{list:?}"))?;

    let mut registry = Registry::new();
    registry.add(&COUNT_CALLS);
    let text = "spv.module(spv.func(canonicalize, cse, count-calls))";
    let pipeline = Pipeline::parse(&registry, text).map_err(|error| error.to_string())?;
    run(&pipeline, &mut module, &RunOptions::default()).map_err(|failure| format!("{failure:?}"))?;
    for instance in pipeline.passes() {
        instance.statistics().for_each(|(_, what, n)| println!("{}: {what}: {n}", instance.info.name));
    }
    Ok(())
}
