//! Options of SPIRV-Tools that people are used to, and what says the same here.

use clap::error::{ContextKind, ContextValue};

/// Options of spirv-opt that are a pass or an option of another name here: (theirs, ours).
const SPIRV_OPT: [(&str, &str); 32] = [
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
    ("fold-spec-const-op-composite", "--freeze-spec-const --canonicalize"),
    ("inline-entry-points-exhaustive", "--inline=all"),
    ("local-redundancy-elimination", "--cse"),
    ("loop-invariant-code-motion", "--licm"),
    ("merge-blocks", "--simplify-cfg"),
    ("print-all", "--mlir-print-ir-after-all"),
    ("redundancy-elimination", "--cse"),
    ("scalar-replacement", "--sroa"),
    ("simplify-instructions", "--canonicalize"),
    ("skip-validation", "--no-verify"),
    ("ssa-rewrite", "--mem2reg"),
    ("target-env", "--validate=ENV"),
    ("time-report", "--mlir-timing"),
    ("unify-const", "--remove-duplicates"),
    ("validate-after-all", "--verify-each"),
    ("vector-dce", "--dce"),
];

/// Options of spirv-as and spirv-dis.
const ASSEMBLER: [(&str, &str); 5] = [
    ("no-color", "nothing: `NO_COLOR=1` in the environment turns colours off"),
    ("no-indent", "nothing: the assembly of --emit=spvasm is indented"),
    ("no-header", "nothing: the assembly of --emit=spvasm has its header"),
    ("raw-id", "--print-ids, which notes ids beside the text"),
    ("offsets", "nothing: --id-map=FILE lists ids"),
];

/// Has a message about an unknown option say what there is for one of these, in place of what is spelled alike.
pub fn advise(error: &mut clap::Error) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    let name = option.trim_start_matches('-');
    if let Some((_, ours)) = SPIRV_OPT.iter().chain(&ASSEMBLER).find(|(theirs, _)| *theirs == name) {
        let tip = format!("for this option of SPIRV-Tools there is {ours}");
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::args::Args;
    use clap::CommandFactory;

    #[test]
    fn ours_are_options_and_theirs_are_not() {
        let command = Args::command();
        let is_option = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
        for (theirs, ours) in SPIRV_OPT {
            assert!(!is_option(theirs), "--{theirs}");
            for option in ours.split(' ') {
                let name = option.trim_start_matches('-').split('=').next().expect("there is one");
                assert!(is_option(name), "{option}");
            }
        }
    }
}
