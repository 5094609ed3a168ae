//! Maps the pass options of spirv-opt to pass pipelines of this library

/// The effect of a spirv-opt option.
#[derive(Clone, Copy, Debug)]
pub enum Runs {
    /// The option runs a fixed pipeline.
    Pipeline(&'static str),
    /// The option runs a pipeline that the function computes from the option's argument. An invalid argument yields an
    /// error message.
    Argument(fn(&str) -> Result<String, String>),
    /// The option sets the named pass option in all passes that have it. The function computes the value of the pass
    /// option from the argument.
    Setting(&'static str, fn(&str) -> Result<String, String>),
}

/// A spirv-opt option that runs passes.
#[derive(Clone, Copy, Debug)]
pub struct PassOption {
    /// Name of the option without dashes.
    pub name: &'static str,
    /// Effect of the option.
    pub runs: Runs,
    /// Whether the option's value may be given as the next argument.
    pub takes_next: bool,
}

const fn same(name: &'static str, pipeline: &'static str) -> PassOption {
    PassOption { name, runs: Runs::Pipeline(pipeline), takes_next: false }
}

const fn with(name: &'static str, text: fn(&str) -> Result<String, String>) -> PassOption {
    PassOption { name, runs: Runs::Argument(text), takes_next: false }
}

const fn with_next(name: &'static str, text: fn(&str) -> Result<String, String>) -> PassOption {
    PassOption { name, runs: Runs::Argument(text), takes_next: true }
}

/// All options that run passes, including `-O` and `-Os`.
pub const PASSES: &[PassOption] = &[
    same("O", "O"),
    same("Os", "Os"),
    same("amd-ext-to-khr", "amd-ext-to-khr"),
    same("canonicalize-ids", "canonicalize-ids"),
    same("ccp", "sccp"),
    same("cfg-cleanup", "simplify-cfg"),
    same("code-sink", "sink"),
    same("combine-access-chains", "canonicalize"),
    same("compact-ids", "compact"),
    same("convert-local-access-chains", "sroa,mem2reg"),
    same("convert-relaxed-to-half", "convert-relaxed-to-half"),
    with("convert-to-sampled-image", sampled_images),
    same("convert-to-untyped", "convert-to-untyped"),
    same("copy-propagate-arrays", "copy-propagate-arrays,dce"),
    same("descriptor-array-scalar-replacement", "descriptor-scalar-replacement{structs=false}"),
    same("descriptor-composite-scalar-replacement", "descriptor-scalar-replacement{arrays=false}"),
    same("descriptor-scalar-replacement", "descriptor-scalar-replacement"),
    same("eliminate-dead-branches", "simplify-cfg{select-ops=0}"),
    same("eliminate-dead-code-aggressive", "dse,dce,remove-unused-interface-variables,symbol-dce"),
    same("eliminate-dead-const", "symbol-dce"),
    same("eliminate-dead-functions", "symbol-dce"),
    same("eliminate-dead-input-components", "eliminate-dead-input-components"),
    same("eliminate-dead-inserts", "canonicalize,dce"),
    same("eliminate-dead-members", "remove-unused-members"),
    same("eliminate-dead-variables", "symbol-dce"),
    same("eliminate-insert-extract", "canonicalize"),
    same("eliminate-local-multi-store", "mem2reg"),
    same("eliminate-local-single-block", "mem2reg"),
    same("eliminate-local-single-store", "mem2reg"),
    same("fix-func-call-param", "fix-func-call-param"),
    same("fix-opextinst-opcodes", "fix-opextinst-opcodes"),
    // `fix-storage-class` runs no pass: `inline` preserves consistent storage classes, and import rejects inconsistent
    // modules.
    same("fix-storage-class", ""),
    same("flatten-decorations", "flatten-decorations"),
    same("fold-spec-const-op-composite", "fold-spec-const-op-composite"),
    same("freeze-spec-const", "freeze-spec-const"),
    same("graphics-robust-access", "graphics-robust-access"),
    same("if-conversion", "simplify-cfg"),
    same("inline-entry-points-exhaustive", "inline{all},symbol-dce"),
    same("inline-entry-points-opaque", "inline{all},symbol-dce"),
    same("interpolate-fixup", "interpolate-fixup,dce"),
    same("legalize-hlsl", LEGALIZE_HLSL),
    same("legalize-multidim-array", "legalize-multidim-array"),
    same("local-redundancy-elimination", "cse"),
    with_next("loop-fission", |text| {
        positive("loop-fission", text)
            .map(|registers| format!("loop-fission{{min-registers={}}}", u64::from(registers) + 1))
    }),
    with_next("loop-fusion", |text| {
        positive("loop-fusion", text).map(|registers| format!("loop-fusion{{max-registers={registers}}}"))
    }),
    same("loop-invariant-code-motion", "licm"),
    same("loop-peeling", "loop-peeling"),
    PassOption {
        name: "loop-peeling-threshold",
        runs: Runs::Setting("max-peeled-ops", |text| {
            positive("loop-peeling-threshold", text).map(|number| number.to_string())
        }),
        takes_next: true,
    },
    same("loop-unroll", "loop-unroll"),
    with_next("loop-unroll-partial", |text| {
        positive("loop-unroll-partial", text)
            .map(|factor| format!("loop-unroll{{full=false factor={factor}}}"))
    }),
    same("loop-unswitch", "loop-unswitch,simplify-cfg{select-ops=0}"),
    same("merge-blocks", "simplify-cfg{select-ops=0}"),
    same("merge-return", "merge-return"),
    with("modify-maximal-reconvergence", |text| match text {
        "add" | "remove" => Ok(format!("modify-maximal-reconvergence{{mode={text}}}")),
        "" => Err("--modify-maximal-reconvergence requires an argument".to_owned()),
        _ => Err(format!(
            "Invalid argument for --modify-maximal-reconvergence: {text} (must be 'add' or 'remove')"
        )),
    }),
    same("private-to-local", "private-to-local"),
    with("reduce-load-size", |text| match text {
        "" => Ok("reduce-load-size".to_owned()),
        share if share.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
            Ok(format!("reduce-load-size{{threshold={share}}}"))
        }
        _ => Err("--reduce-load-size must have no arguments or a non-negative double argument".to_owned()),
    }),
    same("redundancy-elimination", "cse"),
    same("relax-float-ops", "relax-float-ops"),
    same("remove-dont-inline", "remove-dont-inline"),
    same("remove-duplicates", "remove-duplicates"),
    same("remove-unused-interface-variables", "remove-unused-interface-variables"),
    same("replace-desc-array-access-using-var-index", "replace-desc-array-access-using-var-index"),
    same("replace-invalid-opcode", "replace-invalid-opcode"),
    same("resolve-binding-conflicts", "resolve-binding-conflicts"),
    with("scalar-replacement", |text| match text {
        "" | "0" => Ok(format!("sroa{{max-elements={}}}", u32::MAX)),
        limit if limit.bytes().all(|byte| byte.is_ascii_digit()) => {
            Ok(format!("sroa{{max-elements={limit}}}"))
        }
        _ => Err("--scalar-replacement must have no arguments or a non-negative integer argument".to_owned()),
    }),
    with_next("set-spec-const-default-value", spec_values),
    same("simplify-instructions", "canonicalize"),
    same("split-combined-image-sampler", "split-combined-image-sampler"),
    same("spread-volatile-semantics", "spread-volatile-semantics"),
    same("ssa-rewrite", "mem2reg"),
    same("strength-reduction", "strength-reduction"),
    same("strip-debug", "strip-debug"),
    same("strip-nonsemantic", "strip-nonsemantic"),
    same("strip-reflect", "strip-nonsemantic"),
    with("struct-packing", struct_packing),
    with("switch-descriptorset", descriptor_sets),
    same("trim-capabilities", "spirv-update-vce{trim}"),
    same("unify-const", "remove-duplicates"),
    same("upgrade-memory-model", "upgrade-memory-model"),
    same("vector-dce", "canonicalize,dce"),
    same("workaround-1209", "workaround-1209"),
    same("wrap-opkill", "wrap-opkill"),
];

/// Pass pipeline that legalizes the output of HLSL front ends.
const LEGALIZE_HLSL: &str = "wrap-opkill,simplify-cfg{select-ops=0},merge-return,inline{all},symbol-dce,private-to-local,sroa{max-elements=4294967295},\
     mem2reg,canonicalize,copy-propagate-arrays,interpolate-fixup,sccp,simplify-cfg,loop-unroll{max-trip-count=1024 max-ops=65536},canonicalize,\
     sroa{max-elements=4294967295},mem2reg,store-forward,dse,simplify-cfg,canonicalize,dce,\
     reduce-load-size,remove-unused-interface-variables,symbol-dce";

/// Parses the value `text` of `option` as a positive integer, as leniently as `atoi`: characters after the digits are
/// ignored.
fn positive(option: &str, text: &str) -> Result<u32, String> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: Option<u32> = text[..end].parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("--{option} must have a positive integer argument"))
}

/// Converts `FROM:TO`, for example `0:3`, to the pipeline that replaces one descriptor set with another.
fn descriptor_sets(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("--switch-descriptorset requires a from:to argument.".to_owned());
    }
    let sets = text.split_once(':');
    let sets = sets.and_then(|(from, to)| Some((from.parse::<u32>().ok()?, to.parse::<u32>().ok()?)));
    sets.map(|(from, to)| format!("switch-descriptorset{{from={from} to={to}}}"))
        .ok_or_else(|| format!("Invalid argument for --switch-descriptorset: {text}"))
}

/// Converts `STRUCT:RULES`, for example `Block:std430`, to the pipeline that applies layout rules to a struct.
fn struct_packing(text: &str) -> Result<String, String> {
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.".contains(&byte));
    let (name, rule) = text
        .split_once(':')
        .filter(|(name, _)| !name.is_empty() && is_name(name))
        .ok_or_else(|| format!("Invalid argument for --struct-packing: {text}"))?;
    // Explicit offsets in enhanced layouts do not affect the layout rules.
    match rule.strip_suffix("EnhancedLayout").unwrap_or(rule) {
        rules @ ("std140" | "std430" | "scalar") => {
            Ok(format!("struct-packing{{struct={name} rules={rules}}}"))
        }
        "hlslCbuffer" | "hlslCbufferPackOffset" => {
            Ok(format!("struct-packing{{struct={name} rules=hlsl-cbuffer}}"))
        }
        _ => Err(format!("Unknown struct packing rule: {rule}")),
    }
}

/// Converts pairs of descriptor set and binding, for example `0:1 2:3`, to the pipeline that creates sampled images.
fn sampled_images(text: &str) -> Result<String, String> {
    let is_pair = |pair: &&str| {
        pair.split_once(':')
            .is_some_and(|(set, binding)| set.parse::<u32>().is_ok() && binding.parse::<u32>().is_ok())
    };
    let pairs: Vec<&str> = text.split_whitespace().collect();
    match text.is_empty() {
        true => Err("Invalid pairs of descriptor set and binding ''. Expected a string of <descriptor set>:<binding> pairs."
            .to_owned()),
        false if pairs.iter().all(is_pair) => {
            Ok(format!("convert-to-sampled-image{{bindings={}}}", pairs.join(",")))
        }
        false => Err(format!("Invalid argument for --convert-to-sampled-image: {text}")),
    }
}

/// Converts pairs of SpecId and default value, for example `1:100 2:400`, to the pipeline that sets the default values.
fn spec_values(text: &str) -> Result<String, String> {
    let is_pair = |pair: &&str| {
        pair.split_once(':').is_some_and(|(id, value)| {
            !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()) && !value.is_empty()
        })
    };
    let pairs: Vec<&str> = text.split_whitespace().collect();
    match text.is_empty() {
        true => Err(
            "Invalid spec constant value string ''. Expected a string of <spec id>:<default value> pairs."
                .to_owned(),
        ),
        false if pairs.iter().all(is_pair) => {
            Ok(format!("set-spec-const-default-value{{values={} skip-invalid}}", pairs.join(",")))
        }
        false => Err(format!("Invalid argument for --set-spec-const-default-value: {text}")),
    }
}

/// Options that `--print-all` and `--time-report` report under another name: option and reported name.
const TITLES: [(&str, &str); 4] = [
    ("eliminate-insert-extract", "simplify-instructions"),
    ("eliminate-local-multi-store", "ssa-rewrite"),
    ("loop-unroll-partial", "loop-unroll"),
    ("strip-reflect", "strip-nonsemantic"),
];

/// Returns the name under which reports list the option `name` with the value `value`.
pub fn title(name: &str, value: &str) -> String {
    if let Some((_, title)) = TITLES.iter().find(|(option, _)| *option == name) {
        return (*title).to_owned();
    }
    match (name, value) {
        ("scalar-replacement", "") => "scalar-replacement=0".to_owned(),
        ("scalar-replacement", limit) => format!("scalar-replacement={limit}"),
        _ => name.to_owned(),
    }
}

/// Returns the option called `name`, or `None` if it is unknown.
pub fn find(name: &str) -> Option<&'static PassOption> {
    PASSES.iter().find(|option| option.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spv_passes::{Pipeline, Registry};

    #[test]
    fn pipelines_exist() {
        let registry = Registry::new();
        for option in PASSES {
            let arguments = ["", "1", "0:1", "1:2 3:4", "add", "Block:std140EnhancedLayout"];
            let texts: Vec<String> = match option.runs {
                Runs::Pipeline(text) => vec![text.to_owned()],
                Runs::Argument(text) => arguments.iter().filter_map(|argument| text(argument).ok()).collect(),
                Runs::Setting(..) => continue,
            };
            assert!(!texts.is_empty(), "--{}", option.name);
            for text in texts.iter().filter(|text| !text.is_empty()) {
                assert!(Pipeline::parse(&registry, text).is_ok(), "--{}: {text}", option.name);
            }
        }
    }

    #[test]
    fn names_are_sorted() {
        assert!(PASSES.is_sorted_by_key(|option| option.name));
    }
}
