//! Random control-flow graphs with execution traces
//!
//! They test conversions between control-flow forms. Unlike [`crate::programs`], these graphs may not terminate, may be
//! large, forward values to block arguments, and use pointers across blocks.

mod generate;

pub use generate::{Graph, Shape, module_text, skeleton_text};

use crate::interp::{Machine, Outcome, Trap, Value};
use spv_opt::Module;

/// The observable behavior of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The values stored to `@trace`, in order. An execution is stopped after a fixed number of stores.
    pub stores: Vec<u64>,
    /// Description of how the execution ended; `None` if it was stopped.
    pub end: Option<String>,
}

/// Number of stores after which an execution is stopped.
const MOST: usize = 200;

/// Executes each function in a module of [`module_text`] from several initial states and returns the traces. A failed
/// execution yields an error message.
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

/// Executes a function. The first variable is initialized with `state`, the others with 0.
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
