//! Parses common command lines without clap, which parses all others
//!
//! Clap first builds about 250 option descriptions, which are a third of the instructions executed for a small module
//! (`tests/bench/median.sh`).

use super::args::{Args, Emit};
use super::passes::SET_DEFAULTS;
use super::validation_args;
use std::ffi::OsString;

/// Parses the arguments after the program name. Returns `None` if clap must parse them.
pub fn parse(args: impl Iterator<Item = OsString>) -> Option<Args> {
    let passes = spv_opt::pass_registry();
    let mut all = Args::default();
    let mut args = args.peekable();
    // Without arguments, the behavior depends on whether standard input is a terminal.
    args.peek()?;
    while let Some(arg) = args.next() {
        if arg.is_empty() {
            return None;
        }
        let Some(option) = arg.to_str()?.strip_prefix('-').filter(|option| !option.is_empty()) else {
            all.inputs.push(arg.into());
            continue;
        };
        match option.strip_prefix('-').unwrap_or(option) {
            "o" if option == "o" && all.output.is_none() => {
                let file = args.next().filter(|file| !file.is_empty())?;
                if file.to_str()?.len() > 1 && file.to_str()?.starts_with('-') {
                    return None;
                }
                all.output = Some(file.into());
            }
            "no-verify" if !all.no_verify => all.no_verify = true,
            // The value of this option may be the next argument.
            SET_DEFAULTS => return None,
            name if passes.pass(name).is_some() || passes.pipeline(name).is_some() => {
                all.passes.add(name);
            }
            name => {
                let (name, value) = match name.split_once('=') {
                    Some((name, value)) => (name, value.to_owned()),
                    None if matches!(name, "emit" | "target-env") => (name, args.next()?.into_string().ok()?),
                    None => return None,
                };
                match name {
                    "emit" if all.emit.is_none() => all.emit = Some(Emit::of_name(&value)?),
                    "target-env" if all.validation.env.is_none() => {
                        all.validation.env = Some(validation_args::environment(&value).ok()?);
                    }
                    _ => return None,
                }
            }
        }
    }
    if all.inputs.is_empty() {
        all.inputs.push("-".into());
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::super::{foreign_options, mlir};
    use super::*;
    use clap::{CommandFactory, Parser};

    /// Checks that this parser agrees with clap on every command line that it accepts.
    #[test]
    fn as_clap_reads_them() {
        let words = [
            "a.spv",
            "-",
            "-o",
            "b.spv",
            "--emit=spvasm",
            "--emit",
            "none",
            "-O",
            "-O3",
            "--Os",
            "--cse",
            "-licm",
            "--target-env=vulkan1.3",
            "--target-env",
            "spv1.6",
            "--no-verify",
            "--validate",
            "--inline=all",
            "--",
            "--help",
            "-x",
            "--o",
            "--emit=",
            "-obc",
            "--set-spec-const-default-value",
            "0:1",
            "",
            "-1",
            "---cse",
            "--O",
            "--no-verify=1",
            "--emit=Text",
        ];
        let command = Args::command();
        let mut read = 0;
        for first in words {
            for second in words {
                for third in ["c.spv", "-o", "--dce"] {
                    let line = ["spv-opt", first, second, third].map(OsString::from);
                    let Some(plain) = parse(line[1..].iter().cloned()) else { continue };
                    read += 1;
                    let given = foreign_options::joined(mlir::two_dashes(line.iter().cloned(), &command));
                    let full = Args::try_parse_from(given).unwrap_or_else(|e| panic!("{line:?}: {e}"));
                    assert_eq!(format!("{plain:?}"), format!("{full:?}"), "{line:?}");
                }
            }
        }
        assert!(read > 200, "only {read} lines were read");
    }
}
