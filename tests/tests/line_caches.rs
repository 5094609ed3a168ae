//! The caches of line templates, of the parser and of the printer, against reading and writing each line in full: every
//! row, enumerant and extended instruction, each in a function that is there three times, and the functions of both
//! corpora.

use spv_opt::dialect::generated::enums::ENUMS;
use spv_opt::dialect::generated::extinst::SETS;
use spv_opt::dialect::generated::ops::CORE;
use spv_opt::dialect::registry;
use spv_opt::ir::dialect::Registry;
use spv_opt::ir::{Body, Builder, InsertPoint, NewOp, Op, walk};
use spv_opt::parser::{self, ParseOptions};
use spv_opt::printer::{self, Options};
use spv_opt::spv;
use spv_opt::{Context, Module};
use spv_tests::synth::{enumerants, rows, sets};
use spv_tests::tools;
use std::sync::Arc;

/// Copies of each function. A template is cached at its second occurrence and used at its third.
const COPIES: usize = 3;

/// Adds copies of each function, under other names, so that each line occurs several times.
fn repeat_functions(module: &mut Module) {
    let ctx = module.ctx.clone();
    let holders: Vec<Op> = walk::top_ops(&module.body).collect();
    for holder in holders {
        let mut builder = Builder::new(&mut module.body);
        let Some(body) = builder.nested_mut(holder) else { continue };
        let functions: Vec<Op> = walk::top_ops(body).filter(|&op| body.def(op) == spv::Func::ID).collect();
        for function in functions {
            for copy in 1..COPIES {
                add_copy(&ctx, body, function, copy);
            }
        }
    }
}

fn add_copy(ctx: &Context, body: &mut Body, function: Op, copy: usize) {
    let mut slots = body.slots(function).to_vec();
    let name = body.slot_attr(function, spv::Func::SYM_NAME).and_then(|name| ctx.attr_str(name));
    let name = format!("{}.copy{copy}", name.expect("a function has a name"));
    slots[spv::Func::SYM_NAME] = ctx.string_attr(&name).raw();
    let (attrs, nested) =
        (body.attrs(function), body.nested(function).map(|nested| Box::new(nested.clone())));
    let mut b = Builder::at(body, InsertPoint::Before(function));
    let new = NewOp { slots: &slots, attrs, isolated: true, ..NewOp::new(spv::Func::ID) };
    let op = b.create(new);
    b.set_nested(op, nested);
}

/// What differs between the paths with and without caches; `None` if nothing does.
fn difference(registry: &Arc<Registry>, module: &Module) -> Option<String> {
    let full = Options { uncached: true, ..Options::default() };
    let text = printer::print(module, &Options::default());
    if printer::print(module, &full) != text {
        return Some("printed with and without cache".to_owned());
    }
    let read = |uncached| {
        let ctx = Arc::new(Context::new(registry.clone()));
        let options = ParseOptions { uncached, ..ParseOptions::default() };
        let parsed = parser::parse(&text, &options, ctx).map_err(|e| e.list[0].message.clone())?;
        Ok(printer::print(&parsed, &full))
    };
    let both: [Result<String, String>; 2] = [read(false), read(true)];
    match &both {
        [Ok(cached), Ok(uncached)] if *cached == text && *uncached == text => None,
        [Err(a), _] | [_, Err(a)] => Some(format!("parsed: {a}")),
        _ => Some("parsed with and without cache".to_owned()),
    }
}

/// The difference for a binary, whose functions are repeated.
fn of_binary(registry: &Arc<Registry>, words: &[u32]) -> Option<String> {
    let ctx = Arc::new(Context::new(registry.clone()));
    let mut module = spv_opt::import(&ctx, words).ok()?;
    repeat_functions(&mut module);
    difference(registry, &module)
}

#[test]
fn every_op_is_read_and_written_alike() {
    let registry = registry();
    let core = CORE.iter().flat_map(rows::cases);
    let extended = SETS.iter().flat_map(|set| set.rows.iter().flat_map(move |row| sets::cases(set, row)));
    let enumerants = ENUMS
        .iter()
        .flat_map(|def| def.enumerants.iter().filter_map(|e| enumerants::cases(def, e).ok()).flatten());
    let cases: Vec<_> = core.chain(extended).chain(enumerants).collect();
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            Some(format!("{} ({}): {}", case.row, case.variant, of_binary(&registry, &case.words)?))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn corpora_are_read_and_written_alike() {
    let registry = registry();
    let own = tools::own_corpus().into_iter().map(|module| module.path);
    let failures: Vec<String> = own
        .chain(tools::shared_corpus().unwrap_or_default())
        .filter_map(|path| {
            let difference = of_binary(&registry, &tools::read_words(&path))?;
            Some(format!("{}: {difference}", path.display()))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
