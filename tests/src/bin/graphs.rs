//! Builds all control-flow graph representations of each function, for profiling: `valgrind --tool=callgrind graphs
//! [--step N]`
//!
//! Runs `Flow::new`, `Cfg::new`, `DomTree::dominators`, `Analysis::analyse_in_order` (in import),
//! `lowering::Plan::read` and `restructure::Graph::new` on the same blocks. Uses every Nth module in the directory
//! `SPV_CORPUS`; the default is the repository's corpus.

use spv_opt::dialect::control::flow::Flow;
use spv_opt::dialect::control::{lower_to_cfg, structurize};
use spv_opt::ir::analysis::{Cfg, DomTree};
use spv_opt::ir::walk;
use spv_tests::forms;
use spv_tests::r#gen::{number, read_options};
use spv_tests::tools;
use std::hint::black_box;
use std::path::PathBuf;
use std::process::ExitCode;

fn run() -> Result<(), String> {
    let options = read_options(&["step"])?;
    let step = number(&options, "step", 1)?.max(1) as usize;
    let paths: Vec<PathBuf> = match tools::shared_corpus() {
        Some(paths) => paths,
        None => tools::own_corpus().into_iter().map(|module| module.path).collect(),
    };
    let registry = spv_opt::registry();
    let (mut functions, mut blocks) = (0, 0);
    for path in paths.iter().step_by(step) {
        let ctx = std::sync::Arc::new(spv_opt::Context::new(registry.clone()));
        let read = spv_opt::import(&ctx, &tools::read_words(path));
        let mut module = read.map_err(|list| format!("{}: {list}", path.display()))?;
        forms::each_function(&mut module, &mut |body| {
            if !lower_to_cfg(&ctx, body).unwrap_or(false) {
                return;
            }
            functions += 1;
            blocks += walk::blocks(body).count();
            black_box(Flow::new(&ctx, body));
            black_box(DomTree::dominators(&Cfg::new(ctx.registry(), body, body.root())));
            black_box(structurize(&ctx, &mut body.clone()).is_ok());
        });
    }
    println!("{functions} functions with constructs, {blocks} blocks");
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("graphs: {message}");
            ExitCode::FAILURE
        }
    }
}
