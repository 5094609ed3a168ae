//! Detection of undefined behavior by interpreting a module on sample inputs

use crate::module_ref::ModuleRef;
use rustc_hash::FxHasher;
use spv_dialect::spv::{self, StorageClass};
use spv_interp::{Machine, Outcome, Run, Trap, Value, ValueType, float_bits};
use spv_ir::symbols::name_of;
use spv_ir::{Module, walk};
use std::hash::{Hash, Hasher};

/// Number of sample inputs for each function.
const INPUTS: u64 = 12;
/// Maximum number of operations in a run. The second limit applies only if all runs exceed the first or are undefined.
const BUDGETS: [u64; 2] = [5_000, 500_000];

/// The observed behavior of a module on all sample inputs.
pub(super) struct Behaviour {
    functions: Vec<Function>,
    observed: Observed,
}

/// The settings of interpreter runs.
struct Observed {
    /// Maximum number of operations in a run.
    budget: u64,
    /// Symbols of variables that are not observable after a run.
    invisible: Vec<String>,
}

/// The results of interpreting one function on all sample inputs.
struct Function {
    symbol: String,
    /// For each sample input, the variables with undefined components after the run. `None` if the behavior of the run
    /// is undefined or unknown.
    runs: Vec<Option<Vec<String>>>,
}

impl Behaviour {
    /// Interprets the entry points of a module, or all functions if it has no entry points.
    ///
    /// # Errors
    /// The reason why no run has defined behavior.
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

    /// Interprets the functions with a limit on the number of operations.
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
        // A module without functions has no behavior to preserve.
        if functions.is_empty() || functions.iter().any(is_defined) {
            Ok(Behaviour { functions, observed })
        } else {
            Err(reason)
        }
    }

    /// Returns whether a reduced module has defined behavior on each sample input for which this behavior is defined.
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

/// Returns the symbols of the functions that are entry points.
fn entry_points(module: &Module) -> Vec<String> {
    let Ok(ModuleRef { ctx, body, .. }) = ModuleRef::only(module) else { return Vec::new() };
    let symbol = |op| Some(ctx.str(spv::EntryPoint::cast(body, op)?.fn_(ctx)?).to_owned());
    walk::top_ops(body).filter_map(symbol).collect()
}

/// Returns the variables of storage classes Private and Workgroup, whose contents do not outlive an entry point.
/// Returns none if the module has no entry points, because callers of functions can observe the contents.
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

/// Returns the symbols of the entry points, or of all functions with a body if the module has no entry points.
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
    /// Interprets a function on a sample input. Operations unknown to the interpreter (images, atomics, other
    /// invocations) return values derived from the input and have no effect.
    pub fn run(&self, module: &Module, symbol: &str, input: u64) -> Run {
        let opaque = |shape: &ValueType| scalar(shape, sample(input, "", 0), input);
        let Some(mut machine) = Machine::new(module) else {
            let outcome = Outcome::Trapped(Trap::Malformed(String::from("there is no module")));
            return Run { outcome, memory: Vec::new(), steps: 0, stores: Vec::new() };
        };
        machine.budget = self.budget;
        machine.strict = true;
        machine.opaque = Some(&opaque);
        // Values depend only on variable name and position, so removing a variable does not change other variables.
        let mut last = (String::new(), 0);
        machine.run_named(symbol, &mut |name, shape| {
            if last.0 != name {
                last = (name.to_owned(), 0);
            }
            last.1 += 1;
            scalar(shape, sample(input, name, last.1), input)
        })
    }

    /// Returns the variables with undefined components after a run, and `return` if the result has undefined
    /// components.
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

/// Returns a pseudorandom scalar for the component at `position` of the variable `name` in the sample input with index
/// `input`.
fn sample(input: u64, name: &str, position: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (input, name, position).hash(&mut hasher);
    // The low bits of the hash are weak, so the finalizer of splitmix64 mixes them.
    let mut bits = hasher.finish();
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Generates a scalar of the sample input with index `input`. The first input is zero and the second is one. The next
/// inputs are small values, which are typical indices and counts. The last inputs have values of any size.
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

/// Describes why the behavior of a run is undefined or unknown.
fn described(trap: &Trap, budget: u64) -> String {
    match trap {
        Trap::Budget => format!("a run executes more than {budget} operations"),
        Trap::Unreachable => String::from("a run reaches spv.Unreachable"),
        Trap::Wrapped => String::from("an operation overflows despite its no-wrap decoration"),
        Trap::UndefinedBranch => String::from("a branch depends on an undefined value"),
        Trap::UndefinedResult(op) => format!("a '{op}' has an undefined result"),
        Trap::BadPointer => String::from("an access is out of bounds, or its pointer is undefined"),
        Trap::CallDepth => String::from("calls are nested too deeply"),
        Trap::Watched => String::from("a run was stopped"),
        Trap::Unsupported(op) => format!("the interpreter does not support '{op}'"),
        Trap::Malformed(what) => format!("the interpreter finds {what}"),
    }
}
