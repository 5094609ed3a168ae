//! Random control-flow graphs with execution traces
//!
//! They test conversions between forms of control flow. Unlike [`crate::programs`], these graphs may not terminate, may
//! be large, pass values to blocks, and use pointers across blocks.

mod generate;

pub use generate::{Graph, Shape, module_text, skeleton_text};

use crate::interp::{Machine, Outcome, Trap, Value};
use spv_opt::Module;

/// The observable behavior of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The values stored to `@trace`, in order. A run stops after a fixed number of stores.
    pub stores: Vec<u64>,
    /// Description of the end of the run; `None` if the run was stopped.
    pub end: Option<String>,
}

/// Number of stores after which a run is stopped.
const MOST: usize = 200;

/// Returns the traces of each function in a module of [`module_text`], for several initial states. A run that fails
/// yields an error message.
///
/// # Panics
/// Panics if the module contains no `spv.module`.
pub fn traces(module: &Module) -> Vec<Result<Vec<Trace>, String>> {
    let mut machine = Machine::new(module).expect("there is a module");
    machine.watch = Some(("trace".to_owned(), MOST));
    machine.given = true;
    let names = machine.functions().into_iter().map(|(name, _)| name).filter(|name| name != "main");
    names.map(|name| [1, 77, 4242].iter().map(|&state| trace(&machine, &name, state)).collect()).collect()
}

/// Runs a function. The first variable is initialized with `state`, the others with 0.
///
/// # Errors
/// Reports branches on undefined values, stores of undefined values, and loops without stores.
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
