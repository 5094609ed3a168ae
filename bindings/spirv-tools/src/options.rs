//! Options of the validator, optimizer, reducer and fuzzer

use crate::boundary::{destroy, hand_over};
use spv_opt::dialect::validate::{LIMITS, Options};
use std::ffi::c_int;

/// The type `spv_validator_options_t`.
#[derive(Clone, Default)]
pub struct ValidatorOptions(pub(crate) Options);

/// The type `spv_optimizer_options_t`.
pub struct OptimizerOptions {
    pub(crate) runs_validator: bool,
    pub(crate) validator: ValidatorOptions,
    pub(crate) max_id_bound: Option<u32>,
    pub(crate) preserves_bindings: bool,
    pub(crate) preserves_spec_constants: bool,
}

/// The type `spv_reducer_options_t`. The C interface has no function that runs a reducer.
pub struct ReducerOptions;

/// The type `spv_fuzzer_options_t`. The C interface has no function that runs a fuzzer.
pub struct FuzzerOptions;

/// Names of the validator limits, in the order of `spv_validator_limit`.
const LIMIT_NAMES: [&str; 9] = [
    "max-struct-members",
    "max-struct-depth",
    "max-local-variables",
    "max-global-variables",
    "max-switch-branches",
    "max-function-args",
    "max-control-flow-nesting-depth",
    "max-access-chain-indexes",
    "max-id-bound",
];

/// Runs `change` on an object unless the pointer is null.
///
/// # Safety
/// `object` is null, or no other code uses the object during the call.
unsafe fn change<T>(object: *mut T, change: impl FnOnce(&mut T)) {
    // SAFETY: the caller upholds the contract of this function.
    if let Some(object) = unsafe { object.as_mut() } {
        change(object);
    }
}

/// Defines C functions that set a flag of the validator options.
macro_rules! validator_flags {
    ($($(#[$doc:meta])+ $name:ident sets $field:ident;)+) => {$(
        $(#[$doc])+
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(options: *mut ValidatorOptions, value: bool) {
            // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
            unsafe { change(options, |options| options.0.$field = value) };
        }
    )+};
}

/// Defines C functions that set a field of the optimizer options.
macro_rules! optimizer_fields {
    ($($(#[$doc:meta])+ $name:ident sets $field:ident from |$value:ident: $ty:ty| $from:expr;)+) => {$(
        $(#[$doc])+
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(options: *mut OptimizerOptions, $value: $ty) {
            // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
            unsafe { change(options, |options| options.$field = $from) };
        }
    )+};
}

/// Defines C functions that have no effect.
macro_rules! without_effect {
    ($($(#[$doc:meta])+ $name:ident($object:ty $(, $ty:ty)*);)+) => {$(
        $(#[$doc])+
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(_options: *mut $object $(, _: $ty)*) {}
    )+};
}

/// Creates validator options.
#[unsafe(no_mangle)]
pub extern "C" fn spvValidatorOptionsCreate() -> *mut ValidatorOptions {
    hand_over(|| Some(ValidatorOptions::default()))
}

/// Destroys validator options; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvValidatorOptionsDestroy(options: *mut ValidatorOptions) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(options) };
}

/// Sets a validator limit. Ignores unknown limits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvValidatorOptionsSetUniversalLimit(
    options: *mut ValidatorOptions,
    limit: c_int,
    value: u32,
) {
    let name = usize::try_from(limit).ok().and_then(|limit| LIMIT_NAMES.get(limit));
    let Some(limit) = LIMITS.iter().find(|limit| name == Some(&limit.name)) else { return };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { change(options, |options| *(limit.field)(&mut options.0) = value) };
}

validator_flags! {
    /// Sets whether OpStore may store a struct to a struct type with a different id but the same layout.
    spvValidatorOptionsSetRelaxStoreStruct sets relax_struct_store;
    /// Sets whether variables may hold pointers, and functions may return them, in the logical addressing model.
    spvValidatorOptionsSetRelaxLogicalPointer sets relax_logical_pointer;
    /// Sets whether HLSL code that has not been legalized yet is accepted.
    spvValidatorOptionsSetBeforeHlslLegalization sets before_hlsl_legalization;
    /// Sets whether vectors in blocks need only the alignment of their components.
    spvValidatorOptionsSetRelaxBlockLayout sets relax_block_layout;
    /// Sets whether uniform buffers may have the layout of storage buffers.
    spvValidatorOptionsSetUniformBufferStandardLayout sets uniform_buffer_standard_layout;
    /// Sets whether members of blocks need only the alignment of their scalar components.
    spvValidatorOptionsSetScalarBlockLayout sets scalar_block_layout;
    /// Sets whether members of Workgroup blocks need only the alignment of their scalar components.
    spvValidatorOptionsSetWorkgroupScalarBlockLayout sets workgroup_scalar_block_layout;
    /// Sets whether layout validation of Block-decorated structs is skipped.
    spvValidatorOptionsSetSkipBlockLayout sets skip_block_layout;
    /// Sets whether the execution mode LocalSizeId is allowed.
    spvValidatorOptionsSetAllowLocalSizeId sets allow_localsizeid;
    /// Sets whether sampling instructions may have the image operand Offset.
    spvValidatorOptionsSetAllowOffsetTextureOperand sets allow_offset_texture_operand;
    /// Sets whether bitwise instructions may have widths other than 32 bits.
    spvValidatorOptionsSetAllowVulkan32BitBitwise sets allow_vulkan_32_bit_bitwise;
}

without_effect! {
    /// Does nothing: messages always use friendly names.
    spvValidatorOptionsSetFriendlyNames(ValidatorOptions, bool);
    /// Does nothing: descriptor sizes in heaps are not validated.
    spvValidatorOptionsSetBufferDescriptorLayout(ValidatorOptions, u32, u32);
    /// Does nothing: descriptor sizes in heaps are not validated.
    spvValidatorOptionsSetImageDescriptorLayout(ValidatorOptions, u32, u32);
    /// Does nothing: descriptor sizes in heaps are not validated.
    spvValidatorOptionsSetSamplerDescriptorLayout(ValidatorOptions, u32, u32);
    /// Does nothing: descriptor sizes in heaps are not validated.
    spvValidatorOptionsSetTensorDescriptorLayout(ValidatorOptions, u32, u32);
}

/// Creates optimizer options. By default, the input is validated.
#[unsafe(no_mangle)]
pub extern "C" fn spvOptimizerOptionsCreate() -> *mut OptimizerOptions {
    hand_over(|| {
        Some(OptimizerOptions {
            runs_validator: true,
            validator: ValidatorOptions::default(),
            max_id_bound: None,
            preserves_bindings: false,
            preserves_spec_constants: false,
        })
    })
}

/// Destroys optimizer options; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerOptionsDestroy(options: *mut OptimizerOptions) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(options) };
}

optimizer_fields! {
    /// Sets whether the input is validated.
    spvOptimizerOptionsSetRunValidator sets runs_validator from |value: bool| value;
    /// Sets the maximum id bound of the optimized module.
    spvOptimizerOptionsSetMaxIdBound sets max_id_bound from |value: u32| Some(value);
    /// Sets whether unused variables with a binding are preserved.
    spvOptimizerOptionsSetPreserveBindings sets preserves_bindings from |value: bool| value;
    /// Sets whether unused specialization constants are preserved.
    spvOptimizerOptionsSetPreserveSpecConstants sets preserves_spec_constants from |value: bool| value;
}

/// Sets the options for validating the input, by copying them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvOptimizerOptionsSetValidatorOptions(
    options: *mut OptimizerOptions,
    validator: *mut ValidatorOptions,
) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    let Some(validator) = (unsafe { validator.as_ref() }) else { return };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { change(options, |options| options.validator = validator.clone()) };
}

/// Creates reducer options.
#[unsafe(no_mangle)]
pub extern "C" fn spvReducerOptionsCreate() -> *mut ReducerOptions {
    hand_over(|| Some(ReducerOptions))
}

/// Destroys reducer options; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvReducerOptionsDestroy(options: *mut ReducerOptions) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(options) };
}

/// Creates fuzzer options.
#[unsafe(no_mangle)]
pub extern "C" fn spvFuzzerOptionsCreate() -> *mut FuzzerOptions {
    hand_over(|| Some(FuzzerOptions))
}

/// Destroys fuzzer options; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvFuzzerOptionsDestroy(options: *mut FuzzerOptions) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(options) };
}

without_effect! {
    /// Does nothing: the C interface does not run a reducer.
    spvReducerOptionsSetStepLimit(ReducerOptions, u32);
    /// Does nothing: the C interface does not run a reducer.
    spvReducerOptionsSetFailOnValidationError(ReducerOptions, bool);
    /// Does nothing: the C interface does not run a reducer.
    spvReducerOptionsSetTargetFunction(ReducerOptions, u32);
    /// Does nothing: the C interface does not run a fuzzer.
    spvFuzzerOptionsSetRandomSeed(FuzzerOptions, u32);
    /// Does nothing: the C interface does not run a fuzzer.
    spvFuzzerOptionsSetReplayRange(FuzzerOptions, i32);
    /// Does nothing: the C interface does not run a fuzzer.
    spvFuzzerOptionsSetShrinkerStepLimit(FuzzerOptions, u32);
    /// Does nothing: the C interface does not run a fuzzer.
    spvFuzzerOptionsEnableReplayValidation(FuzzerOptions);
    /// Does nothing: the C interface does not run a fuzzer.
    spvFuzzerOptionsEnableFuzzerPassValidation(FuzzerOptions);
    /// Does nothing: the C interface does not run a fuzzer.
    spvFuzzerOptionsEnableAllPasses(FuzzerOptions);
}
