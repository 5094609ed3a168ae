//! Capabilities that OpenCL extensions provide, and defects of OpenCL runtimes

use crate::runner::Found;

/// Capabilities outside of OpenCL's core: capability, and name of the OpenCL extension that provides it.
///
/// Source: OpenCL environment specification, section "OpenCL SPIR-V Capabilities".
const OFFERED_BY: [(u32, &str); 15] = [
    (9, "cl_khr_fp16"),
    (10, "cl_khr_fp64"),
    (12, "cl_khr_int64_base_atomics"),
    (18, COLLECTIVE_FUNCTIONS),
    (62, "cl_khr_subgroup_non_uniform_vote"),
    (63, "cl_khr_subgroup_non_uniform_arithmetic"),
    (64, "cl_khr_subgroup_ballot"),
    (65, "cl_khr_subgroup_shuffle"),
    (66, "cl_khr_subgroup_shuffle_relative"),
    (67, "cl_khr_subgroup_clustered_reduce"),
    (6016, "cl_khr_integer_dot_product"),
    (6018, "cl_khr_integer_dot_product"),
    (6019, "cl_khr_integer_dot_product"),
    (6025, "cl_khr_extended_bit_ops"),
    (6026, "cl_khr_subgroup_rotate"),
];

/// OpenCL feature of devices that support reductions and scans over a workgroup. [`Found::extensions`] lists it like an
/// extension.
pub const COLLECTIVE_FUNCTIONS: &str = "__opencl_c_work_group_collective_functions";

/// Opcode of OpCapability.
const CAPABILITY: u32 = 17;

/// A defect of an OpenCL runtime that affects correct kernels.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// Name of the OpenCL platform.
    platform: &'static str,
    /// Driver version of the OpenCL runtime.
    version: &'static str,
    /// Names of the affected kernels.
    kernels: &'static [&'static str],
    /// Description of the incorrect behavior.
    pub symptom: &'static str,
    /// A workaround that makes the kernels run correctly; `None` if none is known.
    pub remedy: Option<Remedy>,
}

/// A workaround for a defect of an OpenCL runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Optimize with this pipeline. The runtime executes its output correctly.
    Pipeline(&'static str),
    /// Disable vectorization with [`crate::Runner::without_vectors`].
    NoVectors,
}

const FAULTS: [Fault; 7] = [
    Fault {
        platform: "Intel(R) OpenCL",
        version: "2026.22.10.0.01",
        kernels: &["s_mad_sat i32", "u_mad_sat i32"],
        symptom: "computes mad_sat wrong in vectors of 4 or 8 work-items (findings/intel-opencl-mad-sat.sh)",
        remedy: Some(Remedy::NoVectors),
    },
    Fault {
        platform: "rusticl",
        version: "25.0.7-2",
        kernels: &["SMod i8", "SMod i16", "SMod i32", "SMod i64"],
        symptom: "computes OpSMod like OpSRem",
        remedy: None,
    },
    Fault {
        platform: "rusticl",
        version: "25.0.7-2",
        kernels: &["BitReverse", "BitFieldUExtract", "BitFieldSExtract", "BitFieldInsert"],
        symptom: "has no bit instructions",
        remedy: None,
    },
    Fault {
        platform: "Portable Computing Language",
        version: "7.1+debian",
        kernels: &["layer_norm_shared"],
        symptom: "reads workgroup memory again after a barrier",
        remedy: None,
    },
    Fault {
        platform: "rusticl",
        version: "26.2.6-1",
        kernels: &[
            "fma f32",
            "sin f32",
            "cos f32",
            "tan f32",
            "float_builtins.spvasm",
            "math_fma",
            "math_sin",
            "math_cos",
            "math_tan",
            "matmul_rows",
        ],
        symptom: "does not find all functions of its library",
        remedy: None,
    },
    Fault {
        platform: "rusticl",
        version: "26.2.6-1",
        kernels: &["fma f64", "fmod f64"],
        symptom: "has no fma and fmod of doubles",
        remedy: None,
    },
    Fault {
        platform: "rusticl",
        version: "26.2.6-1",
        kernels: &["cf_irreducible", "branches"],
        symptom: "needs loops with one entry",
        remedy: Some(Remedy::Pipeline("spv-structurize")),
    },
];

/// Returns an OpenCL extension that a module needs and the device lacks. Returns `None` if the device supports the
/// module.
pub fn missing_extension(device: &Found, module: &[u32]) -> Option<&'static str> {
    let mut at = 5;
    while let Some(&first) = module.get(at) {
        if first & 0xFFFF == CAPABILITY {
            let needed = OFFERED_BY.iter().find(|(capability, _)| module.get(at + 1) == Some(capability));
            let needed = needed.map(|(_, extension)| *extension);
            if let Some(extension) =
                needed.filter(|name| !device.extensions.iter().any(|known| known == name))
            {
                return Some(extension);
            }
        }
        at += (first >> 16).max(1) as usize;
    }
    None
}

/// Returns the defect of a device's runtime that affects the kernel named `kernel`, or `None` if there is none.
pub fn fault(device: &Found, kernel: &str) -> Option<&'static Fault> {
    FAULTS.iter().find(|fault| {
        let is_device = device.name.starts_with(fault.platform) && device.name.contains(fault.version);
        is_device && fault.kernels.contains(&kernel)
    })
}
