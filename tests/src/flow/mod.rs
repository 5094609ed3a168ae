//! Random control-flow graphs, and what they do: a judge of conversions between forms of control flow. The graphs of
//! [`crate::programs`] end by themselves and are small; these may run for ever, may be large, pass values to blocks
//! and hold pointers across them.

mod generate;

pub use generate::{Graph, Shape, module_text, skeleton_text};

use crate::interp::{Machine, Outcome, Trap, Value};
use spv_opt::Module;

/// What a function did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The numbers that it stored at `@trace`, in order; the first of them if they are many.
    pub stores: Vec<u64>,
    /// How it ended; absent where it was stopped.
    pub end: Option<String>,
}

/// Numbers that are stored before a run is stopped.
const MOST: usize = 200;

/// What each function of a module that [`module_text`] makes does, or what became of it, for several states to begin
/// with.
///
/// # Panics
/// Where the module holds no `spv.module`.
pub fn traces(module: &Module) -> Vec<Result<Vec<Trace>, String>> {
    let mut machine = Machine::new(module).expect("there is a module");
    machine.watch = Some(("trace".to_owned(), MOST));
    machine.given = true;
    let names = machine.functions().into_iter().map(|(name, _)| name).filter(|name| name != "main");
    names.map(|name| [1, 77, 4242].iter().map(|&state| trace(&machine, &name, state)).collect()).collect()
}

/// Runs a function; the first of the variables begins with `state`, the others with 0.
///
/// # Errors
/// What a function must not do: branch on or store undefined numbers, or continue without storing.
fn trace(machine: &Machine<'_>, name: &str, state: u64) -> Result<Trace, String> {
    let mut first = Some(state);
    let run = machine.run(name, &mut |_| Value::Bits(first.take().unwrap_or(0)));
    let end = match run.outcome {
        Outcome::Returned(_) => Some("spv.Return".to_owned()),
        Outcome::Ended(name) => Some(name),
        Outcome::Trapped(Trap::Watched) => None,
        Outcome::Trapped(trap) => return Err(format!("@{name}: {trap:?}")),
    };
    let number = |value: &Value| value.bits().ok_or_else(|| format!("@{name} stores {value:?}"));
    Ok(Trace { stores: run.stores.iter().map(number).collect::<Result<_, _>>()?, end })
}
