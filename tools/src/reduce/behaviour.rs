//! Detects undefined behaviour of a module by interpreting it on sample inputs.

use crate::module_ref::ModuleRef;
use rustc_hash::FxHasher;
use spv_dialect::spv::{self, StorageClass};
use spv_interp::{Machine, Outcome, Run, Trap, Value, ValueType, float_bits};
use spv_ir::symbols::name_of;
use spv_ir::{Module, walk};
use std::hash::{Hash, Hasher};

/// Number of inputs for each function.
const INPUTS: u64 = 12;
/// Maximum number of operations in a run. The second limit applies if no run is defined within the first.
const BUDGETS: [u64; 2] = [5_000, 500_000];

/// The observed behaviour of a module.
pub(super) struct Behaviour {
    functions: Vec<Function>,
    observed: Observed,
}

/// The settings of a run.
struct Observed {
    /// Maximum number of operations in a run.
    budget: u64,
    /// Variables that are not observable after a run.
    invisible: Vec<String>,
}

/// The runs of a function.
struct Function {
    symbol: String,
    /// For each input, the variables that have undefined parts after the run. `None` if the behaviour is undefined or
    /// unknown.
    runs: Vec<Option<Vec<String>>>,
}

impl Behaviour {
    /// Runs the entry points of a module, or all functions if it has no entry points.
    ///
    /// # Errors
    /// The reason why no run has defined behaviour.
    pub fn of(module: &Module) -> Result<Behaviour, String> {
        let mut reason = String::new();
        for budget in BUDGETS {
            match Behaviour::within(module, budget) {
                Ok(behaviour) => return Ok(behaviour),
                Err(error) => reason = error,
            }
        }
        Err(reason)
    }

    /// Runs the functions with a limit on the number of operations.
    fn within(module: &Module, budget: u64) -> Result<Behaviour, String> {
        let mut reason = String::new();
        let mut functions = Vec::new();
        let observed = Observed { budget, invisible: invisible(module) };
        for symbol in functions_of(module) {
            let runs = (0..INPUTS).map(|input| observed.run(module, &symbol, input));
            let runs = runs.map(|run| match run.outcome {
                Outcome::Trapped(ref trap) => {
                    reason = format!("of '@{symbol}' {}", described(trap, budget));
                    None
                }
                Outcome::Returned(_) | Outcome::Ended(_) => Some(observed.undefined(&run)),
            });
            let runs = runs.collect();
            functions.push(Function { symbol, runs });
        }
        let is_defined = |function: &Function| function.runs.iter().any(Option::is_some);
        // A module without functions has no behaviour to preserve.
        if functions.is_empty() || functions.iter().any(is_defined) {
            Ok(Behaviour { functions, observed })
        } else {
            Err(reason)
        }
    }

    /// Returns whether a module derived from this one has defined behaviour on each input for which this one has.
    pub fn allows(&self, candidate: &Module) -> bool {
        let left = functions_of(candidate);
        self.functions.iter().filter(|function| left.contains(&function.symbol)).all(|function| {
            (0..).zip(&function.runs).all(|(input, before)| {
                let Some(before) = before else { return true };
                let after = self.observed.run(candidate, &function.symbol, input);
                !matches!(after.outcome, Outcome::Trapped(_))
                    && self.observed.undefined(&after).iter().all(|variable| before.contains(variable))
            })
        })
    }
}

/// Returns the symbols of the entry points.
fn entry_points(module: &Module) -> Vec<String> {
    let Ok(ModuleRef { ctx, body, .. }) = ModuleRef::only(module) else { return Vec::new() };
    let symbol = |op| Some(ctx.str(spv::EntryPoint::cast(body, op)?.fn_(ctx)?).to_owned());
    walk::top_ops(body).filter_map(symbol).collect()
}

/// Returns the variables of private and workgroup memory, whose contents do not outlive an entry point. Returns none if
/// functions are run instead, because their callers can observe the contents.
fn invisible(module: &Module) -> Vec<String> {
    let Ok(ModuleRef { ctx, body, .. }) = ModuleRef::only(module) else { return Vec::new() };
    if entry_points(module).is_empty() {
        return Vec::new();
    }
    let variable = |op| {
        let (_, class) = spv::GlobalVariable::cast(body, op)?.contents(ctx)?;
        let is_invisible = matches!(class, StorageClass::Private | StorageClass::Workgroup);
        is_invisible.then(|| name_of(ctx, body, op).map(str::to_owned)).flatten()
    };
    walk::top_ops(body).filter_map(variable).collect()
}

/// Returns the symbols of the entry points, or of all functions with a body if there are no entry points.
fn functions_of(module: &Module) -> Vec<String> {
    let mut entries = entry_points(module);
    if entries.is_empty() {
        let machine = Machine::new(module);
        entries =
            machine.map_or_else(Vec::new, |m| m.functions().into_iter().map(|(name, _)| name).collect());
    }
    entries
}

impl Observed {
    /// Runs a function on an input. Operations unknown to the interpreter (images, atomics, other invocations) return
    /// values derived from the input and have no effect.
    pub fn run(&self, module: &Module, symbol: &str, input: u64) -> Run {
        let opaque = |shape: &ValueType| scalar(shape, sample(input, "", 0), input);
        let Some(mut machine) = Machine::new(module) else {
            let outcome = Outcome::Trapped(Trap::Malformed(String::from("there is no module")));
            return Run { outcome, memory: Vec::new(), steps: 0, stores: Vec::new() };
        };
        machine.budget = self.budget;
        machine.strict = true;
        machine.opaque = Some(&opaque);
        // Derives values from name and position, so that removing a variable does not change the others.
        let mut last = (String::new(), 0);
        machine.run_named(symbol, &mut |name, shape| {
            if last.0 != name {
                last = (name.to_owned(), 0);
            }
            last.1 += 1;
            scalar(shape, sample(input, name, last.1), input)
        })
    }

    /// Returns the variables with undefined parts after a run, plus `return` if the result has some.
    pub fn undefined(&self, run: &Run) -> Vec<String> {
        let variables =
            run.memory.iter().filter(|(name, value)| !value.is_defined() && !self.invisible.contains(name));
        let mut names: Vec<String> = variables.map(|(name, _)| name.clone()).collect();
        if matches!(&run.outcome, Outcome::Returned(value) if !value.is_defined()) {
            names.push(String::from("return"));
        }
        names
    }
}

/// Returns a pseudorandom number.
fn sample(input: u64, name: &str, position: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (input, name, position).hash(&mut hasher);
    // The finalizer of splitmix64, because the low bits of the hash are weak.
    let mut bits = hasher.finish();
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Generates a scalar: zero for the first input, one for the second, then small numbers, which are typical indices and
/// counts. The last inputs have numbers of any size.
fn scalar(shape: &ValueType, random: u64, input: u64) -> Value {
    let number = match input {
        0 | 1 => input,
        2..7 => random % 4,
        7..10 => random % 16,
        _ => random,
    };
    match shape {
        ValueType::Bool => Value::Bits(number & 1),
        ValueType::Int { width, .. } => {
            Value::Bits(if *width >= 64 { number } else { number & ((1 << width) - 1) })
        }
        ValueType::Float(kind) => {
            let number = if input < 2 { input as f64 } else { (random % 64) as f64 / 4.0 - 5.0 };
            float_bits(*kind, number).map_or(Value::Undef, Value::Bits)
        }
        _ => Value::Undef,
    }
}

/// Describes why the behaviour of a run is undefined or unknown.
fn described(trap: &Trap, budget: u64) -> String {
    match trap {
        Trap::Budget => format!("a run takes more than {budget} operations"),
        Trap::Unreachable => String::from("a run arrives at spv.Unreachable"),
        Trap::Wrapped => String::from("an operation overflows in spite of its wrap flags"),
        Trap::UndefinedBranch => String::from("a branch depends on an undefined value"),
        Trap::UndefinedResult(op) => format!("a '{op}' has an undefined result"),
        Trap::BadPointer => String::from("an access is out of bounds, or its pointer undefined"),
        Trap::CallDepth => String::from("calls nest too deeply"),
        Trap::Watched => String::from("a run is ended"),
        Trap::Unsupported(op) => format!("the interpreter does not know '{op}'"),
        Trap::Malformed(what) => format!("the interpreter finds {what}"),
    }
}
