//! Maps options of SPIRV-Tools and of other LLVM versions to equivalent options of spv-opt.

use super::passes::SET_DEFAULTS;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;

/// Options of spirv-opt with another name here: (their name, our option).
const SPIRV_OPT: [(&str, &str); 30] = [
    ("ccp", "--sccp"),
    ("cfg-cleanup", "--simplify-cfg"),
    ("combine-access-chains", "--canonicalize"),
    ("compact-ids", "--compact"),
    ("convert-local-access-chains", "--sroa --mem2reg"),
    ("eliminate-dead-branches", "--simplify-cfg"),
    ("eliminate-dead-code-aggressive", "--dce --symbol-dce"),
    ("eliminate-dead-const", "--symbol-dce"),
    ("eliminate-dead-functions", "--symbol-dce"),
    ("eliminate-dead-inserts", "--canonicalize"),
    ("eliminate-dead-members", "--remove-unused-members"),
    ("eliminate-dead-variables", "--symbol-dce"),
    ("eliminate-insert-extract", "--canonicalize"),
    ("eliminate-local-multi-store", "--mem2reg"),
    ("eliminate-local-single-block", "--mem2reg"),
    ("eliminate-local-single-store", "--mem2reg"),
    ("inline-entry-points-exhaustive", "--inline=all"),
    ("local-redundancy-elimination", "--cse"),
    ("merge-blocks", "--simplify-cfg"),
    ("print-all", "--mlir-print-ir-after-all"),
    ("redundancy-elimination", "--cse"),
    ("scalar-replacement", "--sroa"),
    ("simplify-instructions", "--canonicalize"),
    ("skip-validation", "--no-verify"),
    ("ssa-rewrite", "--mem2reg"),
    ("strip-reflect", "--strip-nonsemantic"),
    ("time-report", "--mlir-timing"),
    ("unify-const", "--remove-duplicates"),
    ("validate-after-all", "--verify-each"),
    ("vector-dce", "--dce"),
];

/// Options of spirv-as and spirv-dis.
const ASSEMBLER: [(&str, &str); 5] = [
    ("no-color", "`NO_COLOR=1` in the environment, or spv-opt spirv-dis --no-color"),
    ("no-indent", "spv-opt spirv-dis --no-indent"),
    ("no-header", "spv-opt spirv-dis --no-header"),
    ("raw-id", "--print-ids, which prints ids as comments, or spv-opt spirv-dis --raw-id"),
    ("offsets", "--id-map=FILE, which lists ids, or spv-opt spirv-dis --offsets"),
];

/// Options of mlir-opt in other versions.
const MLIR_OPT: [(&str, &str); 6] = [
    ("control-flow-sink", "--sink"),
    ("emit-bytecode", "--emit=spirv"),
    ("mlir-pretty-debuginfo", "--mlir-print-debuginfo"),
    ("mlir-print-value-users", "--view-op-graph"),
    ("remove-dead-values", "--dce"),
    ("strip-debuginfo", "--strip-debug"),
];

/// Adds the equivalent option to an error about an unknown option, replacing clap's spelling suggestion.
pub fn advise(error: &mut clap::Error) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    let name = option.trim_start_matches('-');
    let mut all = SPIRV_OPT.iter().chain(&ASSEMBLER).chain(&MLIR_OPT);
    if let Some((_, ours)) = all.find(|(theirs, _)| *theirs == name) {
        let tip = format!("use {ours}");
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Converts spirv-opt's syntax of `--set-spec-const-default-value` to ours. Accepts the value `"0:42 1:7"` after `=` or
/// as the next argument.
pub fn joined(args: Vec<OsString>) -> Vec<OsString> {
    let flag = format!("--{SET_DEFAULTS}");
    let mut out = Vec::with_capacity(args.len());
    let mut args = args.into_iter().peekable();
    while let Some(arg) = args.next() {
        let next = args.peek().and_then(|next| next.to_str()).filter(|_| arg == *flag).and_then(pairs);
        let after_flag = arg.to_str().and_then(|arg| arg.strip_prefix(&flag)?.strip_prefix('='));
        let own = after_flag.and_then(pairs);
        if next.is_some() {
            args.next();
        }
        match next.or(own) {
            Some(values) => out.push(format!("{flag}=values={values}").into()),
            None => out.push(arg),
        }
    }
    out
}

/// Converts `0:42 1:7` to `0:42,1:7`. Returns `None` if the text has another form.
fn pairs(text: &str) -> Option<String> {
    let is_pair = |pair: &str| {
        let (id, value) = pair.split_once(':')?;
        (!value.is_empty() && !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit())).then_some(())
    };
    let pairs: Vec<&str> = text.split_whitespace().collect();
    pairs.iter().try_for_each(|pair| is_pair(pair))?;
    (!pairs.is_empty()).then(|| pairs.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::args::Args;
    use clap::CommandFactory;

    #[test]
    fn values_in_the_next_argument() {
        let flag = "--set-spec-const-default-value";
        let given = |list: &[&str]| joined(list.iter().map(OsString::from).collect());
        assert_eq!(given(&[flag, "0:42 1:0x7", "a.spv"]), [&*format!("{flag}=values=0:42,1:0x7"), "a.spv"]);
        let after_equals = format!("{flag}=0:42 1:7");
        assert_eq!(given(&[&after_equals, "a.spv"]), [&*format!("{flag}=values=0:42,1:7"), "a.spv"]);
        let ours = format!("{flag}=values=0:42");
        assert_eq!(given(&[&ours, "0:42"]), [&*ours, "0:42"]);
        assert_eq!(given(&[flag, "a.spv"]), [flag, "a.spv"]);
        assert_eq!(given(&["--cse", "0:42"]), ["--cse", "0:42"]);
    }

    #[test]
    fn ours_are_options_and_theirs_are_not() {
        let command = Args::command();
        let is_option = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
        for (theirs, ours) in SPIRV_OPT.into_iter().chain(MLIR_OPT) {
            assert!(!is_option(theirs), "--{theirs}");
            for option in ours.split(' ').filter(|word| word.starts_with('-')) {
                let name = option.trim_start_matches('-').split('=').next().expect("there is one");
                assert!(is_option(name), "{option}");
            }
        }
    }
}
