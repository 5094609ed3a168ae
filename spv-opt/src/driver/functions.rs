//! Function selection with `--function`

use super::failure::Failure;
use spv_opt::Module;
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::symbols::name_of;
use spv_opt::ir::{Body, Op, suggest, walk};
use spv_opt::printer::{self, Options};
use spv_opt::spv;

/// A function that the option `--function` selects.
#[derive(Clone, Copy)]
pub struct Found<'m> {
    /// The body that contains the function.
    pub around: &'m Body,
    /// The function op.
    pub op: Op,
}

/// Finds the functions whose symbol or entry point name is in `names`, in module order. Of a mangled name such as
/// `helper(f1;`, the part before the parenthesis suffices if no other function has it.
///
/// # Errors
/// No function has one of the names, or several have it before the parenthesis.
pub fn find<'m>(module: &'m Module, names: &[String]) -> Result<Vec<Found<'m>>, Failure> {
    let all: Vec<(Found<'m>, Vec<&'m str>)> = walk::bodies(&module.body)
        .flat_map(|nested| walk::top_ops(nested.body).map(move |op| (nested.body, op)))
        .filter(|&(around, op)| module.ctx.registry().op(around.def(op)).traits.contains(Traits::FUNCTION))
        .map(|(around, op)| (Found { around, op }, names_of(module, around, op)))
        .collect();
    let known = || all.iter().flat_map(|(_, own)| own.iter().copied());
    let mut selected: Vec<&str> = Vec::new();
    for name in names {
        if known().any(|known| known == name) {
            selected.push(name);
            continue;
        }
        let mut mangled: Vec<&str> =
            known().filter(|known| known.split_once('(').is_some_and(|(base, _)| base == name)).collect();
        mangled.dedup();
        let advice = match (&mangled[..], suggest(name, known())) {
            ([only], _) => {
                selected.push(only);
                continue;
            }
            ([_, ..], _) => format!(": choose one of '{}'", mangled.join("', '")),
            ([], Some(best)) => format!(": did you mean '{best}'?"),
            ([], None) => ": 'spv-opt stat FILE' lists the functions".to_owned(),
        };
        return Err(Failure::Usage(format!("there is no function '{name}'{advice}")));
    }
    let is_selected = |own: &[&str]| selected.iter().any(|name| own.contains(name));
    Ok(all.iter().filter(|(_, own)| is_selected(own)).map(|(found, _)| *found).collect())
}

/// Returns the names by which `--function` selects a function: its symbol and the names of its entry points.
fn names_of<'m>(module: &'m Module, around: &'m Body, function: Op) -> Vec<&'m str> {
    let ctx = &module.ctx;
    let Some(symbol) = name_of(ctx, around, function) else { return vec![] };
    let entries = walk::top_ops(around).filter_map(|op| spv::EntryPoint::cast(around, op));
    let own = entries.filter(|entry| entry.fn_(ctx).is_some_and(|name| ctx.str(name) == symbol));
    own.filter_map(|entry| entry.name(ctx)).chain([symbol]).collect()
}

/// Prints the selected functions, separated by empty lines.
pub fn print(module: &Module, functions: &[Found<'_>], options: &Options<'_>) -> String {
    let text = |found: &Found<'_>| printer::print_op(&module.ctx, found.around, found.op, options) + "\n";
    functions.iter().map(text).collect()
}
