//! C interface of the optimizer

use crate::boundary::{self, destroy, hand_over, put, slice, string};
use crate::options::OptimizerOptions;
use crate::text::binary;
use crate::types::{Binary, INTERNAL, INVALID_POINTER, Position, ResultCode};
use spv_opt::compat::library::in_host_order;
use spv_opt::compat::{self, Message, environment, steps};
use spv_opt::dialect::validate::{Environment, Options, TargetEnv};
use spv_opt::ir::diag::Severity;
use spv_opt::ir::dialect::Registry;
use std::ffi::{CString, c_char, c_int};
use std::sync::Arc;

/// The callback type `spv_message_consumer`.
type Consumer = Option<unsafe extern "C" fn(c_int, *const c_char, *const Position, *const c_char)>;

/// Values of `spv_message_level_t`.
const ERROR: c_int = 2;
const WARNING: c_int = 3;

/// The type `spv_optimizer_t`.
pub struct Optimizer {
    environment: Environment,
    registry: Arc<Registry>,
    steps: Vec<steps::Step>,
    keeps_interface: bool,
    consumer: Consumer,
}

impl Optimizer {
    /// Sends a message to the message consumer, if one is set.
    fn tell(&self, level: c_int, index: usize, text: &str) {
        let Some(consumer) = self.consumer else { return };
        let position = Position { index, ..Position::default() };
        let text = CString::new(text.replace('\0', "")).unwrap_or_default();
        // SAFETY: the consumer has this signature, and the arguments outlive the call.
        unsafe { consumer(level, c"input".as_ptr(), &raw const position, text.as_ptr()) };
    }

    fn tell_all(&self, messages: &[Message]) {
        for message in messages {
            let level = if message.severity == Severity::Error { ERROR } else { WARNING };
            self.tell(level, message.instruction, &message.full_text());
        }
    }

    /// Appends the passes of a spirv-opt flag. Returns false if the flag is unknown.
    fn register(&mut self, flag: &str) -> bool {
        match steps::step(flag) {
            Ok(step) => {
                self.steps.push(step);
                true
            }
            Err(message) => {
                self.tell(ERROR, 0, &message);
                false
            }
        }
    }

    /// Runs the passes on a binary and returns the optimized binary.
    fn run(&self, options: Option<&OptimizerOptions>, words: &[u32]) -> Result<Vec<u32>, ResultCode> {
        let mut validator = options.map_or_else(Options::default, |options| options.validator.0.clone());
        if let Some(bound) = options.and_then(|options| options.max_id_bound) {
            validator.max_id_bound = validator.max_id_bound.max(bound);
        }
        let keeps = [
            ("keep-bindings", options.is_some_and(|options| options.preserves_bindings)),
            ("keep-interface", self.keeps_interface),
            ("keep-spec-constants", options.is_some_and(|options| options.preserves_spec_constants)),
        ];
        let optimizer = compat::Optimizer {
            env: TargetEnv::with_options(self.environment, validator),
            uses_env: false,
            validates: options.is_none_or(|options| options.runs_validator),
            keeps: keeps.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect(),
            steps: self.steps.clone(),
        };
        let words = in_host_order(words);
        match optimizer.optimize(&self.registry, &words) {
            Ok(optimized) => Ok(optimized.unwrap_or_else(|| words.into_owned())),
            Err(messages) => {
                self.tell_all(&messages);
                Err(INTERNAL)
            }
        }
    }
}

/// Creates an optimizer without passes. Returns null for an unknown target environment.
#[unsafe(no_mangle)]
pub extern "C" fn spvOptimizerCreate(env: c_int) -> *mut Optimizer {
    hand_over(|| {
        let environment = environment::numbered(usize::try_from(env).ok()?)?;
        let registry = spv_opt::registry();
        let (steps, keeps_interface, consumer) = (Vec::new(), false, None);
        Some(Optimizer { environment, registry, steps, keeps_interface, consumer })
    })
}

/// Destroys an optimizer; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerDestroy(optimizer: *mut Optimizer) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(optimizer) };
}

/// Sets the callback that receives messages. A null callback discards messages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerSetMessageConsumer(optimizer: *mut Optimizer, consumer: Consumer) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    if let Some(optimizer) = unsafe { optimizer.as_mut() } {
        optimizer.consumer = consumer;
    }
}

/// Appends the passes of spirv-opt flags, up to the first unknown flag. If `keeps_interface` is set, the optimizer
/// preserves unused interface variables. Returns false if a flag is unknown.
///
/// # Safety
/// Pointer arguments are null or valid.
unsafe fn register(optimizer: *mut Optimizer, flags: &[String], keeps_interface: bool) -> bool {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    let Some(optimizer) = (unsafe { optimizer.as_mut() }) else { return false };
    boundary::value(false, || {
        optimizer.keeps_interface |= keeps_interface;
        flags.iter().all(|flag| optimizer.register(flag))
    })
}

/// Appends the passes of `--legalize-hlsl`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRegisterLegalizationPasses(optimizer: *mut Optimizer) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { register(optimizer, &["--legalize-hlsl".to_owned()], false) };
}

/// Appends the passes of `-O`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRegisterPerformancePasses(optimizer: *mut Optimizer) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { register(optimizer, &["-O".to_owned()], false) };
}

/// Appends the passes of `-Os`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRegisterSizePasses(optimizer: *mut Optimizer) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { register(optimizer, &["-Os".to_owned()], false) };
}

/// Appends the passes of a spirv-opt flag. Returns false if the flag is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRegisterPassFromFlag(
    optimizer: *mut Optimizer,
    flag: *const c_char,
) -> bool {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { register(optimizer, &[string(flag)], false) }
}

/// Copies an array of C strings.
///
/// # Safety
/// Pointer arguments are null or valid.
unsafe fn strings(flags: *const *const c_char, count: usize) -> Vec<String> {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { slice(flags, count) }.iter().map(|flag| unsafe { string(*flag) }).collect()
}

/// Appends the passes of spirv-opt flags, up to the first unknown flag. Returns false if a flag is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRegisterPassesFromFlags(
    optimizer: *mut Optimizer,
    flags: *const *const c_char,
    count: usize,
) -> bool {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { register(optimizer, &strings(flags, count), false) }
}

/// Appends the passes of spirv-opt flags, and makes the optimizer preserve unused interface variables. Returns false if
/// a flag is unknown; see `spvOptimizerRegisterPassesFromFlags`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRegisterPassesFromFlagsWhilePreservingTheInterface(
    optimizer: *mut Optimizer,
    flags: *const *const c_char,
    count: usize,
) -> bool {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { register(optimizer, &strings(flags, count), true) }
}

/// Optimizes a binary and writes the result to `out`. `options` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerRun(
    optimizer: *const Optimizer,
    words: *const u32,
    count: usize,
    out: *mut *mut Binary,
    options: *const OptimizerOptions,
) -> ResultCode {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { put(out, std::ptr::null_mut()) };
    boundary::code(|| {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let optimizer = unsafe { optimizer.as_ref() }.filter(|_| !out.is_null()).ok_or(INVALID_POINTER)?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let (options, words) = unsafe { (options.as_ref(), slice(words, count)) };
        let optimized = optimizer.run(options, words)?;
        // SAFETY: the pointer is not null, so the caller guarantees that it is writable (see the crate documentation).
        unsafe { out.write(binary(optimized)) };
        Ok(())
    })
}
