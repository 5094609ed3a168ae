//! Maps options of SPIRV-Tools and of LLVM's tools to equivalent options of spv-opt

use super::passes::SET_DEFAULTS;
use crate::spirv_tools::OPTIMIZER_FLAGS;
use clap::error::{ContextKind, ContextValue};
use spv_opt::compat::options::{self, Runs};
use spv_opt::ir::suggest;
use spv_opt::pass_registry;
use spv_opt::passes::pipeline::{Instance, Pipeline};
use std::ffi::OsString;

/// Options of spirv-opt that run no pass, or that users may guess, each with the equivalent option of spv-opt.
const SPIRV_OPT: [(&str, &str); 10] = [
    ("O0", "no pass, or -O1"),
    ("O4", "-O3"),
    ("Oz", "-Os"),
    ("threads", "--mlir-disable-threading for one thread; the default is one per core"),
    ("timing", "--mlir-timing"),
    ("optimize", "-O"),
    ("print-all", "--mlir-print-ir-after-all"),
    ("skip-validation", "--no-verify"),
    ("time-report", "--mlir-timing"),
    ("validate-after-all", "--verify-each"),
];

/// Maximum number of passes that a suggestion contains.
const LISTED: usize = 4;

/// Options of spirv-as and spirv-dis, each with the equivalent option of spv-opt.
const ASSEMBLER: [(&str, &str); 5] = [
    ("no-color", "`NO_COLOR=1` in the environment, or spv-opt spirv-dis --no-color"),
    ("no-indent", "spv-opt spirv-dis --no-indent"),
    ("no-header", "spv-opt spirv-dis --no-header"),
    ("raw-id", "--print-ids, which prints ids as comments, or spv-opt spirv-dis --raw-id"),
    ("offsets", "--id-map=FILE, which lists ids, or spv-opt spirv-dis --offsets"),
];

/// Options of LLVM's opt, each with the equivalent option of spv-opt.
const OPT: [(&str, &str); 5] = [
    ("debug-pass", "--dump-pass-pipeline"),
    ("print-after-all", "--mlir-print-ir-after-all"),
    ("print-changed", "--mlir-print-ir-after-change"),
    ("stats", "--mlir-pass-statistics"),
    ("time-passes", "--mlir-timing"),
];

/// Options of other versions of mlir-opt, each with the equivalent option of spv-opt.
const MLIR_OPT: [(&str, &str); 5] = [
    ("control-flow-sink", "--sink"),
    ("emit-bytecode", "--emit=spirv"),
    ("mlir-pretty-debuginfo", "--mlir-print-debuginfo"),
    ("mlir-print-value-users", "--view-op-graph"),
    ("strip-debuginfo", "--strip-debug"),
];

/// Adds the equivalent option to an error about an unknown option. It replaces clap's spelling suggestion. Removes
/// suggestions that resemble the option too little.
pub fn advise(error: &mut clap::Error) {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else { return };
    let name = &*option.trim_start_matches('-').to_owned();
    if let Some(ContextValue::String(best)) = error.get(ContextKind::SuggestedArg) {
        let best = best.trim_start_matches('-');
        if suggest(name, std::iter::once(best)).is_none() && !best.contains(name) && !name.contains(best) {
            error.remove(ContextKind::SuggestedArg);
            error.remove(ContextKind::Usage);
        }
    }
    let mut all = SPIRV_OPT.iter().chain(&ASSEMBLER).chain(&OPT).chain(&MLIR_OPT);
    let known = all.find(|(theirs, _)| *theirs == name).map(|(_, ours)| format!("use {ours}"));
    let tip = known.or_else(|| tip_of_spirv_opt(name));
    let is_similar = error.get(ContextKind::SuggestedArg).is_some();
    if let Some(tip) = tip.or_else(|| passes_with(name).filter(|_| !is_similar)) {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::Usage);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Returns a suggestion of the passes whose names contain `name` as a word. Returns `None` if there are none, or more
/// than [`LISTED`].
fn passes_with(name: &str) -> Option<String> {
    let registry = pass_registry();
    let has = |pass: &&str| pass.split('-').any(|word| word == name);
    let names: Vec<&str> = registry.passes().iter().map(|pass| pass.name).filter(has).collect();
    let is_few = (1..=LISTED).contains(&names.len());
    is_few.then(|| format!("passes with this word: --{}", names.join(", --")))
}

/// Returns the suggestion for an option of spirv-opt: the equivalent passes, and the command that accepts the option.
/// Returns `None` if spirv-opt has no such option.
fn tip_of_spirv_opt(name: &str) -> Option<String> {
    let call = format!("spv-opt spirv-opt --{name}");
    let Some(option) = options::find(name) else {
        let is_flag = OPTIMIZER_FLAGS.iter().any(|flag| flag.name.trim_matches(['-', '=']) == name);
        return is_flag.then(|| format!("use {call}"));
    };
    Some(match option.runs {
        Runs::Pipeline(text) => match flags_of(text) {
            Some(flags) => format!("use {flags}, or {call}"),
            None => format!("use {call}"),
        },
        Runs::Argument(_) | Runs::Setting(..) => format!("use {call}"),
    })
}

/// Converts a pipeline to command-line options, one per pass. Returns `None` if it has more than [`LISTED`] passes.
fn flags_of(pipeline: &str) -> Option<String> {
    let pipeline = Pipeline::parse(&pass_registry(), pipeline).ok()?;
    let passes = pipeline.passes();
    let flag = |pass: &&Instance| {
        let text = pass.to_string();
        match text.split_once('{') {
            Some((name, options)) => format!("--{name}='{}'", options.trim_end_matches('}')),
            None => format!("--{text}"),
        }
    };
    (passes.len() <= LISTED).then(|| passes.iter().map(flag).collect::<Vec<_>>().join(" "))
}

/// Converts the syntax of spirv-opt's option `--set-spec-const-default-value` to the syntax of spv-opt. Accepts the
/// value `"0:42 1:7"` after `=` or as the next argument.
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

/// Converts `0:42 1:7` to `0:42,1:7`. Returns `None` if the text is not a list of pairs.
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
        for (theirs, ours) in SPIRV_OPT.into_iter().chain(OPT).chain(MLIR_OPT) {
            assert!(!is_option(theirs), "--{theirs}");
            for option in ours.split(' ').filter(|word| word.starts_with('-')) {
                let name = option.trim_start_matches('-').split('=').next().expect("there is one");
                assert!(is_option(name), "{option}");
            }
        }
    }

    /// Checks that the tool accepts the options that each suggestion names.
    #[test]
    fn tips_for_spirv_opt_work() {
        for option in options::PASSES {
            let Runs::Pipeline(text) = option.runs else { continue };
            let Some(flags) = flags_of(text) else { continue };
            let args = flags.split(" --").map(|flag| flag.trim_start_matches('-').replace('\'', ""));
            let args = std::iter::once("spv-opt".to_owned()).chain(args.map(|flag| format!("--{flag}")));
            let parsed = Args::command().try_get_matches_from(args.collect::<Vec<_>>());
            assert!(parsed.is_ok(), "--{}: {flags}", option.name);
        }
    }
}
