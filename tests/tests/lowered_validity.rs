//! Validity of lowered kernels and MLIR test cases
//!
//! Target environments have few or many capabilities, and each module is lowered both unoptimized and with `-O`. For
//! OpenCL, spirv-val also checks the optimized modules.

use spv_opt::conversion::{Options, convert_to_spirv};
use spv_opt::dialect::llvm::LLVM19;
use spv_opt::dialect::validate::{TargetEnv, binary};
use spv_opt::parser::{self, ParseOptions};
use spv_opt::passes::{Executor, Inline, Pipeline, RunOptions, Threads, run};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_tests::tools::{Peer, spirv_val};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Target environments, each with additional device capabilities and extensions.
const TARGETS: [(&str, &str); 17] = [
    ("vulkan1.0", ""),
    ("vulkan1.1", ""),
    ("vulkan1.1", "+GroupNonUniformArithmetic+GroupNonUniformClustered+GroupNonUniformShuffle"),
    (
        "vulkan1.2",
        "+Int8+Int16+Int64+Float16+Float64+StorageBuffer8BitAccess+StorageBuffer16BitAccess\
         +GroupNonUniformArithmetic+GroupNonUniformShuffle+GroupNonUniformShuffleRelative\
         +GroupNonUniformClustered+AtomicFloat32AddEXT+SPV_EXT_shader_atomic_float_add",
    ),
    ("vulkan1.3", "+Int64+Int16"),
    ("vulkan1.4", ""),
    ("opencl1.2", ""),
    ("opencl2.0", "+Float64"),
    ("opencl2.2", "+Float16+Float64+Vector16+GroupUniformArithmeticKHR+SPV_KHR_uniform_group_instructions"),
    ("opencl3.0", ""),
    ("opencl3.0spv1.0", ""),
    ("opencl3.0spv1.1", "+Float64"),
    ("opencl3.0spv1.2", ""),
    ("opencl3.0spv1.3", "+Float16+Float64"),
    ("opencl3.0spv1.4", "+Int64Atomics"),
    ("opencl3.0spv1.5", "+Vector16"),
    (
        "opencl3.0spv1.6",
        "+Float16+Float64+Vector16+GroupUniformArithmeticKHR+SPV_KHR_uniform_group_instructions",
    ),
];

/// Returns spirv-val's name of the target environment. It has none for OpenCL 3.0, and the version in Debian 12 rejects
/// Float16 in OpenCL 2.2.
fn peer_env(name: &str) -> &str {
    match name {
        "opencl2.2" => "spv1.2",
        "opencl3.0" => "spv1.4",
        _ => name.strip_prefix("opencl3.0").unwrap_or(name),
    }
}

/// Returns the test cases of all files in a directory of `tests`, as file path and MLIR text.
fn cases(directory: &str) -> Vec<(PathBuf, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(&directory).expect("the directory is there");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    files.sort();
    let read = |file: PathBuf| {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        text.split("// -----").map(|part| (file.clone(), part.to_owned())).collect::<Vec<_>>()
    };
    files.into_iter().flat_map(read).collect()
}

/// Lowers a test case for a target environment. Returns whether it can be lowered.
///
/// # Errors
/// Returns an error message if the result is invalid.
fn lower(text: &str, (name, more): (&str, &str), optimizes: bool, has_peer: bool) -> Result<bool, String> {
    let env = TargetEnv::new(name).expect("it is known");
    for compat in [None, Some(&LLVM19)] {
        let ctx = spv_opt::context();
        let options = ParseOptions { compat, ..ParseOptions::default() };
        let Ok(mut module) = parser::parse_with(text, &options, ctx, &Inline) else { continue };
        if spv_opt::verify(&module).is_err()
            || convert_to_spirv(&mut module, &format!("{name}{more}"), Options::default()).is_err()
        {
            return Ok(false);
        }
        if optimizes {
            let pipeline = Pipeline::parse(&spv_opt::pass_registry(), "builtin.module(spv.module(O))");
            let pipeline = pipeline.map_err(|error| error.to_string())?;
            run(&pipeline, &mut module, &RunOptions::default()).map_err(|failure| failure.to_string())?;
        }
        spv_opt::verify_for(&module, &env).map_err(|errors| errors.to_string())?;
        // A test case with host code or several modules cannot be exported.
        let Ok(words) = spv_opt::export(&module) else { return Ok(false) };
        let strict = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
        let module =
            import_with(&spv_opt::context(), &words, &strict).map_err(|errors| errors.to_string())?;
        spv_opt::verify_for(&module, &env).map_err(|errors| errors.to_string())?;
        if has_peer && optimizes && name.starts_with("opencl") {
            spirv_val(&words, peer_env(name))?;
        }
        return Ok(true);
    }
    Ok(false)
}

#[test]
fn lowered_kernels_are_valid_for_their_targets() {
    let directories = ["kernels", "mlir19", "lit/conversion"];
    // Modules without entry points need the capability Linkage, which Vulkan lacks.
    let is_kernel = |case: &(PathBuf, String)| case.1.contains("entry_point_abi");
    let cases: Vec<(PathBuf, String)> = directories.into_iter().flat_map(cases).filter(is_kernel).collect();
    let has_peer = Peer::SpirvVal.find().is_some();
    let (failures, lowered) = (Mutex::new(Vec::new()), Mutex::new([0; TARGETS.len()]));
    Threads::available().run(cases.len(), &|i| {
        let (file, text) = &cases[i];
        for (number, &(name, more)) in TARGETS.iter().enumerate() {
            for optimizes in [false, true] {
                let outcome = lower(text, (name, more), optimizes, has_peer);
                match outcome {
                    Ok(done) => {
                        lowered.lock().expect("no test thread panicked")[number] += usize::from(done);
                    }
                    Err(error) => {
                        let name = format!("{}, {name}{more}, -O: {optimizes}", file.display());
                        failures.lock().expect("no test thread panicked").push(format!("{name}: {error}"));
                    }
                }
            }
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} are not valid:\n{}", failures.len(), failures.join("\n"));
    let lowered = lowered.into_inner().expect("no test thread panicked");
    assert!(lowered.iter().all(|count| *count > 250), "too few are lowered: {lowered:?}");
}
