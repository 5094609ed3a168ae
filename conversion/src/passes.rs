//! Lowering passes, with the names and options of LLVM 19

use crate::env::{ENTRY_POINT_ABI, Options, Spirv, TARGET_ENV};
use crate::target::TargetEnv;
use crate::types::{OPENCL_SPACES, VULKAN_SPACES, is_laid_out};
use crate::{conversion_target, kernels, outside, patterns, patterns_of, type_converter};
use spv_dialect::generated::enums::STORAGE_CLASS;
use spv_dialect::types::{make_pointer, pointer, structure, type_def};
use spv_dialects::View;
use spv_dialects::gpu;
use spv_dialects::types::is_memref;
use spv_ir::conversion::{Conversion, ConversionTarget, Legality, Mode, Patterns};
use spv_ir::replace::replace_types;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Executor, Inline, Module, Op,
    Place, Type, walk,
};
use spv_passes::options::{OptionError, OptionInfo, OptionValues};
use spv_passes::pass::{ControlFlow, PassInfo, Work};
use spv_passes::{RunOptions, Verify};

/// Returns the target with the given name. If `name` is empty, returns the target that an attribute of the module or a
/// nested module specifies, by default Vulkan 1.1.
fn target_of(module: &Module, name: &str) -> Result<TargetEnv, Diagnostics> {
    let fail = |message: String| Diagnostics { list: vec![Diagnostic::error(Place::None, message)] };
    if !name.is_empty() {
        return TargetEnv::named(name).map_err(fail);
    }
    let ctx = &module.ctx;
    let stated = |attrs: Option<Attribute>| {
        ctx.dict_get(attrs, TARGET_ENV).and_then(|attr| TargetEnv::of_attr(ctx, attr))
    };
    let attached = |op: Op| {
        let targets = View::new(ctx, &module.body, op)?.attr(gpu::Module::targets)?;
        ctx.attr_array(targets)?.iter().find_map(|attr| TargetEnv::of_attr(ctx, *attr))
    };
    let is_kernels = |op: Op| ctx.registry().op(module.body.def(op)).row.name == gpu::Module::NAME;
    let of_op =
        |op: Op| stated(module.body.attrs(op)).or_else(|| if is_kernels(op) { attached(op) } else { None });
    let inner = || walk::top_ops(&module.body).find_map(of_op);
    stated(module.attrs).or_else(inner).map_or_else(|| TargetEnv::named("vulkan1.1").map_err(fail), Ok)
}

/// Returns whether a body has a top-level op with the given full name.
fn has(ctx: &Context, body: &Body, name: &str) -> bool {
    walk::top_ops(body).any(|op| ctx.registry().op(body.def(op)).row.name == name)
}

/// Runs a conversion on a module. Returns the body before conversion, if the conversion preserved it.
fn run(
    module: &mut Module,
    env: &mut Spirv,
    target: &ConversionTarget<Spirv>,
    patterns: &Patterns<Spirv>,
    mode: Mode,
    executor: &dyn Executor,
) -> Result<Option<Box<Body>>, Diagnostics> {
    let ctx = module.ctx.clone();
    if !spv_dialect::dialect::is_registered(ctx.registry()) {
        let message = "the dialect spv is not registered".to_owned();
        return Err(Diagnostics { list: vec![Diagnostic::error(Place::None, message)] });
    }
    let types = type_converter();
    let conversion = Conversion::new(ctx.registry(), target, &types, patterns, mode);
    env.enter_module(&ctx, &module.body);
    let report = conversion.run(&ctx, &mut module.body, env, executor)?;
    env.add_globals(&ctx, &mut module.body);
    Ok(report.original)
}

/// Lowers the kernels of a module to `spv.module`. If `target` is empty, uses the target that the module specifies.
/// See [`TargetEnv::named`].
///
/// # Errors
/// The op that cannot be lowered, and the reason. The module is then unchanged.
pub fn convert_to_spirv(module: &mut Module, target: &str, options: Options) -> Result<(), Diagnostics> {
    lower(module, target, options, &patterns(), &Inline)
}

/// Lowers the kernels of a module with custom patterns, usually [`crate::patterns`] plus patterns for the ops of an
/// embedding program.
///
/// # Errors
/// The same as for [`convert_to_spirv`].
pub fn convert_to_spirv_with(
    module: &mut Module,
    target: &str,
    options: Options,
    patterns: &Patterns<Spirv>,
) -> Result<(), Diagnostics> {
    lower(module, target, options, patterns, &Inline)
}

fn lower(
    module: &mut Module,
    target: &str,
    options: Options,
    patterns: &Patterns<Spirv>,
    executor: &dyn Executor,
) -> Result<(), Diagnostics> {
    let target = target_of(module, target)?;
    let mut env = Spirv::new(target, options);
    env.whole = true;
    env.kernels_only = has(&module.ctx, &module.body, gpu::Module::NAME);
    env.active = !env.kernels_only;
    let kernels = env.kernels_only;
    run(module, &mut env, &conversion_target(), patterns, Mode::Full, executor)?;
    if kernels {
        finish(module, executor)?;
    }
    Ok(())
}

/// Creates entry points for kernels, and declares each module's version, capabilities and extensions.
fn finish(module: &mut Module, executor: &dyn Executor) -> Result<(), Diagnostics> {
    let registry = spv_passes::Registry::new();
    let text = "builtin.module(spv.module(spirv-lower-abi-attrs,canonicalize,spirv-update-vce))";
    let pipeline = spv_passes::Pipeline::parse(&registry, text)
        .map_err(|error| Diagnostics { list: vec![Diagnostic::error(Place::None, error.to_string())] })?;
    let options = RunOptions { executor, verify: Verify::TOOL_DEFAULT, ..RunOptions::default() };
    spv_passes::run(&pipeline, module, &options).map_err(|failure| failure.errors)?;
    let ctx = module.ctx.clone();
    replace_types(&ctx, &mut module.body, &mut |ty, rebuilt| with_block(&ctx, ty, rebuilt));
    // The lowered module declares its own version, capabilities and extensions, so the target attribute is removed.
    let ops: Vec<_> = walk::top_ops(&module.body).collect();
    for op in ops {
        let attrs = ctx.dict_without(module.body.attrs(op), TARGET_ENV);
        let mut builder = Builder::new(&mut module.body);
        builder.set_attrs(op, attrs);
        if let Some(nested) = builder.nested_mut(op) {
            crate::func::drop_unused_sizes(&ctx, nested);
        }
    }
    Ok(())
}

/// Adds the `Block` decoration to the struct that a buffer pointer points to, if the struct has no decorations. The
/// variables that replace scalar and vector arguments have pointers to these structs.
fn with_block(ctx: &Context, ty: Type, rebuilt: &dyn Fn(Type) -> Type) -> Option<Type> {
    let (pointee, class) = pointer(ctx, ty).filter(|(_, class)| is_laid_out(*class))?;
    let pointee = rebuilt(pointee);
    structure(ctx, pointee).filter(|parts| parts.decorations.is_none())?;
    let (_, params) = ctx.type_params(pointee)?;
    let mut params = params.to_vec();
    params[0] = ctx.dict_attr(vec![(ctx.ident("block"), ctx.unit_attr())]);
    let def = type_def(ctx.registry(), spv_dialect::op::TYPE_STRUCT)?;
    make_pointer(ctx, ctx.param_type(def, &params, 0), class)
}

/// Dialects that are illegal after their conversion pass, so that an op without a matching pattern is an error. As in
/// LLVM, unmatched ops of other dialects remain.
const ILLEGAL: [&str; 2] = ["arith", "index"];

/// Dialects whose ops `convert-gpu-to-spirv` lowers in kernels.
const IN_KERNELS: &[&str] = &["gpu", "arith", "memref", "vector", "scf", "cf", "func", "index", "ub", "math"];

/// Converts the ops of `dialects`, and leaves other ops unchanged. The first dialect names the pass.
fn convert_dialects(
    module: &mut Module,
    dialects: &[&str],
    options: Options,
    executor: &dyn Executor,
) -> Result<(), Diagnostics> {
    // Another pass maps memory spaces to storage classes, and `index` has 32 bits by default, as in LLVM.
    let use_64bit_index = options.use_64bit_index.or(Some(false));
    let options = Options { use_64bit_index, mapped_spaces: dialects != IN_KERNELS, ..options };
    let mut env = Spirv::new(target_of(module, "")?, options);
    // Functions outside of the `gpu.module` are host code.
    let in_kernels = dialects == IN_KERNELS && has(&module.ctx, &module.body, gpu::Module::NAME);
    env.kernels_only = in_kernels;
    env.keep_kernels = in_kernels;
    env.active = !in_kernels;
    let host_sees_functions = env.target.is_kernel();
    let mut target =
        ConversionTarget::default().dialect("spv", Legality::Legal).op("builtin.module", Legality::Legal);
    if in_kernels {
        target = target.op(gpu::Module::NAME, Legality::Illegal);
    }
    let illegal = dialects
        .iter()
        .enumerate()
        .filter(|(i, dialect)| in_kernels || (*i == 0 && ILLEGAL.contains(dialect)));
    for (_, dialect) in illegal {
        let legality = if in_kernels { Legality::Dynamic(outside) } else { Legality::Illegal };
        target = target.dialect(dialect, legality);
    }
    let original = run(module, &mut env, &target, &patterns_of(dialects), Mode::Partial, executor)?;
    if let Some(original) = original.filter(|_| in_kernels) {
        kernels::put_back(module, *original, host_sees_functions);
    }
    Ok(())
}

const TARGET: OptionInfo = OptionInfo {
    name: "target",
    default: "",
    help: "named target, optionally with further capabilities after `+`",
};
const INDEX: OptionInfo = OptionInfo {
    name: "use-64bit-index",
    help: "convert `index` to a 64-bit integer; by default only in convert-to-spirv for OpenCL targets with Int64",
    default: "",
};
const BOOL_BITS: OptionInfo =
    OptionInfo { name: "bool-num-bits", default: "8", help: "number of bits of an `i1` in memory" };
const NARROW: OptionInfo = OptionInfo {
    name: "emulate-lt-32-bit-scalar-types",
    help: "emulate integers below 32 bits that the target lacks by 32-bit ones",
    default: "true",
};

const FLOATS: OptionInfo = OptionInfo {
    name: "emulate-unsupported-float-types",
    help: "represent bf16 by f32 if the target lacks it, and floats of at most 8 bits by integers of the same width",
    default: "true",
};

const SIGNATURES: OptionInfo = OptionInfo {
    name: "run-signature-conversion",
    help: "accepted for LLVM compatibility; signatures are always converted",
    default: "true",
};

/// Reads the options of a pass. Options that the pass does not declare have their default values.
fn options(values: &OptionValues) -> Result<Options, OptionError> {
    let is_on = |name| !matches!(values.text(name), "false" | "0");
    let bits = match values.text(BOOL_BITS.name) {
        "" => Options::default().bool_num_bits,
        _ => values.value(BOOL_BITS.name)?,
    };
    Ok(Options {
        use_64bit_index: match values.text(INDEX.name) {
            "" => None,
            _ => Some(values.switch(INDEX.name)?),
        },
        bool_num_bits: bits,
        emulate_narrow: is_on(NARROW.name),
        emulate_floats: is_on(FLOATS.name),
        mapped_spaces: false,
    })
}

macro_rules! dialect_pass {
    ($id:ident, $name:literal, $dialects:expr, $options:expr) => {
        static $id: PassInfo = PassInfo {
            description: "Converts the ops of the dialect to `spv` everywhere. Ops of other dialects stay, \
                          connected by `builtin.unrealized_conversion_cast`.",
            options: $options,
            ..PassInfo::new(
                $name,
                concat!("Convert the ops of a source dialect to spv (", $name, ")"),
                ControlFlow::Any,
                |values| {
                    let options = options(values)?;
                    Ok(Work::whole_with(move |module, executor| {
                        convert_dialects(module, $dialects, options, executor)
                    }))
                },
            )
        };
    };
}

dialect_pass!(ARITH, "convert-arith-to-spirv", &["arith"], &[NARROW, FLOATS]);
dialect_pass!(MATH, "convert-math-to-spirv", &["math"], &[]);
dialect_pass!(INDEX_PASS, "convert-index-to-spirv", &["index"], &[INDEX]);
dialect_pass!(CF, "convert-cf-to-spirv", &["cf"], &[NARROW, FLOATS]);
dialect_pass!(SCF, "convert-scf-to-spirv", &["scf", "cf", "arith", "func", "memref", "index"], &[]);
dialect_pass!(COMPLEX, "convert-complex-to-spirv", &["complex"], &[]);
dialect_pass!(TENSOR, "convert-tensor-to-spirv", &["tensor", "arith", "func"], &[NARROW, FLOATS]);
dialect_pass!(MEMREF, "convert-memref-to-spirv", &["memref"], &[BOOL_BITS, INDEX]);
dialect_pass!(VECTOR, "convert-vector-to-spirv", &["vector"], &[]);
dialect_pass!(FUNC, "convert-func-to-spirv", &["func"], &[NARROW, FLOATS]);
dialect_pass!(UB, "convert-ub-to-spirv", &["ub"], &[]);
dialect_pass!(GPU, "convert-gpu-to-spirv", IN_KERNELS, &[INDEX]);

static WHOLE: PassInfo = PassInfo {
    description: "Lowers each `gpu.module` to an `spv.module` with entry points. The target is the one \
                  given by the option, or else by `spv.target_env`, or else Vulkan 1.1. Arguments of \
                  kernels become variables in descriptor set 0, bound in order. An op that cannot be \
                  lowered is an error, which names the patterns that were tried. In a module without \
                  `gpu.module`, all functions are converted in place.",
    options: &[TARGET, INDEX, BOOL_BITS, NARROW, FLOATS, SIGNATURES],
    ..PassInfo::new(
        "convert-to-spirv",
        "Lower kernels of the source dialects to spv",
        ControlFlow::Any,
        |values| {
            let options = options(values)?;
            let target = values.text(TARGET.name).to_owned();
            if !target.is_empty() {
                TargetEnv::named(&target)?;
            }
            Ok(Work::whole_with(move |module, executor| {
                lower(module, &target, options, &patterns(), executor)
            }))
        },
    )
};

static TEST: PassInfo = PassInfo {
    description: "LLVM 22's name of convert-to-spirv. With `convert-gpu-modules`, only the code in each \
                  `gpu.module` is lowered, to an `spv.module` before or in the `gpu.module`, which stays.",
    options: &[
        SIGNATURES,
        OptionInfo {
            name: "run-vector-unrolling",
            help: "accepted for LLVM compatibility; vectors are always unrolled",
            default: "true",
        },
        OptionInfo {
            name: "convert-gpu-modules",
            help: "lower `gpu.module` ops and keep them",
            default: "false",
        },
        OptionInfo {
            name: "nest-in-gpu-module",
            help: "put the `spv.module` at the start of its `gpu.module`",
            default: "false",
        },
    ],
    ..PassInfo::new(
        "test-convert-to-spirv",
        "Lower ops of the source dialects to spv",
        ControlFlow::Any,
        |values| {
            let is_on = |name| matches!(values.text(name), "true" | "1");
            let (kernels, nest) = (is_on("convert-gpu-modules"), is_on("nest-in-gpu-module"));
            Ok(Work::whole_with(move |module, executor| {
                if !kernels {
                    return lower(module, "", Options::default(), &patterns(), executor);
                }
                convert_dialects(module, IN_KERNELS, Options::default(), executor)?;
                if nest {
                    kernels::nest(module);
                }
                Ok(())
            }))
        },
    )
};

static OUTLINE: PassInfo = PassInfo {
    description: "Moves the body of each `gpu.launch` to a function in its own `gpu.module`, and replaces \
                  the launch by a `gpu.launch_func`. Integer constants are copied into the kernel; other \
                  values that the body uses become arguments. Constant sizes become `known_block_size` and \
                  `known_grid_size`, from which convert-to-spirv takes the workgroup size.",
    ..PassInfo::new(
        "gpu-kernel-outlining",
        "Outline gpu.launch bodies to kernel functions",
        ControlFlow::Any,
        |_| Ok(Work::whole(crate::outline::outline)),
    )
};

static ENTRY_ABI: PassInfo = PassInfo {
    description: "Adds the attribute `spirv.entry_point_abi`, with the given workgroup size, to each kernel \
                  in a `gpu.module` that lacks it. Missing dimensions are 1.",
    options: &[
        OptionInfo { name: "workgroup-size", default: "", help: "size of the workgroup in each dimension" },
        OptionInfo { name: "subgroup-size", default: "", help: "size of a subgroup" },
        OptionInfo {
            name: "target-width",
            default: "",
            help: "float width in bits to which the float execution modes apply",
        },
    ],
    ..PassInfo::new(
        "test-spirv-entry-point-abi",
        "Add interface attributes to kernels",
        ControlFlow::Any,
        |values| {
            let number =
                |text: &str| text.trim().parse::<u32>().map_err(|_| format!("'{text}' is not a number"));
            let text = values.text("workgroup-size");
            let size = text.split(',').filter(|length| !length.is_empty()).map(number);
            let mut size = size.collect::<Result<Vec<u32>, String>>()?;
            if size.len() > 3 || size.contains(&0) {
                let message =
                    format!("the workgroup size '{text}' is not a list of at most three positive numbers");
                return Err(message.into());
            }
            size.resize(3, 1);
            let mut others = Vec::new();
            for (option, key) in [("subgroup-size", "subgroup_size"), ("target-width", "target_width")] {
                if !values.text(option).is_empty() {
                    others.push((key, number(values.text(option))?));
                }
            }
            Ok(Work::whole(move |module: &mut Module| {
                set_abi(module, &size, &others);
                Ok(())
            }))
        },
    )
};

/// Adds an interface attribute to each kernel that has none, with the workgroup size and the additional fields
/// `others`.
fn set_abi(module: &mut Module, size: &[u32], others: &[(&str, u32)]) {
    let ctx = module.ctx.clone();
    let vector = ctx.vector_type(size.len() as u64, ctx.common().i32);
    let size = ctx.dense_attr(vector, size.iter().map(|length| u64::from(*length)).collect());
    let mut abi = vec![(ctx.ident("local_size"), size)];
    abi.extend(others.iter().map(|(key, value)| (ctx.ident(key), ctx.i32_attr(*value))));
    let abi = ctx.dict_attr(abi);
    let named = |body: &Body, name: &str| -> Vec<Op> {
        walk::top_ops(body).filter(|op| ctx.registry().op(body.def(*op)).row.name == name).collect()
    };
    for kernels in named(&module.body, gpu::Module::NAME) {
        let mut builder = Builder::new(&mut module.body);
        let Some(body) = builder.nested_mut(kernels) else { continue };
        for function in named(body, gpu::Func::NAME) {
            let attrs = body.attrs(function);
            let is_kernel = ctx.dict_get(attrs, spv_dialects::gpu::KERNEL).is_some();
            if is_kernel && ctx.dict_get(attrs, ENTRY_POINT_ABI).is_none() {
                let mut entries = ctx.dict(attrs).to_vec();
                entries.push((ctx.ident(ENTRY_POINT_ABI), abi));
                Builder::new(body).set_attrs(function, Some(ctx.dict_attr(entries)));
            }
        }
    }
}

static MAP_SPACES: PassInfo = PassInfo {
    description: "Replaces numeric memory spaces of memrefs with the corresponding storage classes of Vulkan \
                  or OpenCL.",
    options: &[OptionInfo {
        name: "client-api",
        default: "",
        help: "`vulkan` or `opencl`; by default the API of the target environment, or Vulkan without one",
    }],
    ..PassInfo::new(
        "map-memref-spirv-storage-class",
        "Map numeric memory spaces of memrefs to storage classes",
        ControlFlow::Any,
        |values| {
            let opencl = match values.text("client-api") {
                "" => None,
                "vulkan" => Some(false),
                "opencl" => Some(true),
                text => {
                    return Err(format!(
                        "the value '{text}' of option 'client-api' is neither vulkan nor opencl"
                    )
                    .into());
                }
            };
            Ok(Work::whole(move |module: &mut Module| {
                let opencl = opencl.map_or_else(|| target_of(module, "").map(|env| env.is_kernel()), Ok)?;
                map_spaces(module, if opencl { &OPENCL_SPACES } else { &VULKAN_SPACES })
            }))
        },
    )
};

/// Replaces numeric memory spaces with storage classes.
fn map_spaces(module: &mut Module, spaces: &[(u64, u32)]) -> Result<(), Diagnostics> {
    let ctx = module.ctx.clone();
    if let Some(error) = unmapped(&ctx, &module.body, spaces) {
        return Err(Diagnostics { list: vec![error] });
    }
    replace_types(&ctx, &mut module.body, &mut |ty, rebuilt| {
        let (def, params) = ctx.type_params(ty).filter(|_| is_memref(&ctx, ty))?;
        let mut params = params.to_vec();
        let element = ctx.attr_type(*params.get(1)?)?;
        params[1] = ctx.type_attr(rebuilt(element));
        if let Some(class) = spaces.iter().find(|(space, _)| Some(*space) == space_number(&ctx, ty)) {
            params[2] = ctx.string_attr(STORAGE_CLASS.by_value(class.1)?.name);
        }
        Some(ctx.param_type(def, &params, 0))
    });
    Ok(())
}

/// Returns the numeric memory space of a memref type, or 0 if the type has no memory space. Returns `None` for other
/// types and memory spaces.
fn space_number(ctx: &Context, ty: Type) -> Option<u64> {
    let (_, params) = ctx.type_params(ty).filter(|_| is_memref(ctx, ty))?;
    match ctx.attr_data(*params.get(2)?) {
        AttrData::Unit => Some(0),
        AttrData::Integer { value, .. } => Some(*value),
        _ => None,
    }
}

/// Returns an error for the first op that has a memref whose memory space maps to no storage class.
fn unmapped(ctx: &Context, body: &Body, spaces: &[(u64, u32)]) -> Option<Diagnostic> {
    let mut open = vec![body];
    while let Some(body) = open.pop() {
        for op in walk::ops(body) {
            open.extend(body.nested(op));
            let types =
                body.operands(op).chain(body.results(op)).filter_map(|value| body.value_type_opt(value));
            let numbers = types.filter_map(|ty| space_number(ctx, ty));
            let unknown = numbers.into_iter().find(|number| !spaces.iter().any(|(space, _)| space == number));
            if let Some(number) = unknown {
                let name = ctx.registry().op(body.def(op)).row.name;
                let message = format!("failed to legalize operation '{name}'");
                let mut error = Diagnostic::error(Place::Op(body.loc(op)), message);
                error.notes.push((Place::None, format!("memory space {number} has no storage class")));
                return Some(error);
            }
        }
    }
    None
}

/// All passes of this crate, to add to a pass registry.
pub static PASSES: [&PassInfo; 23] = [
    &crate::replicate::PROMOTE,
    &crate::named::ATTACH_TARGET,
    &crate::named::FOLD_ALIASES,
    &crate::named::LOWER_AFFINE,
    &crate::named::TO_LLVM,
    &TEST,
    &OUTLINE,
    &ENTRY_ABI,
    &MAP_SPACES,
    &ARITH,
    &CF,
    &COMPLEX,
    &FUNC,
    &GPU,
    &INDEX_PASS,
    &MATH,
    &MEMREF,
    &SCF,
    &TENSOR,
    &UB,
    &VECTOR,
    &WHOLE,
    &crate::casts::RECONCILE,
];
