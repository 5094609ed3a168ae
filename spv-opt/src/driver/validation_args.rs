//! Validation options: `--target-env`, and the options of spirv-val that relax or tighten its rules

use clap::{Arg, ArgAction, ArgMatches, Command};
use spv_opt::dialect::validate::{ENVIRONMENTS, FLAGS, LIMITS, TargetEnv};

const TARGET_ENV: &str = "target-env";
pub const HEADING: &str = "Validation options, as in spirv-val (require --target-env)";

/// The target environment of validation, with its options.
#[derive(Clone, Debug, Default)]
pub struct ValidationArgs {
    /// Target environment, or `None` if `--target-env` is not given.
    pub env: Option<TargetEnv>,
}

/// Returns the target environment called `name`.
///
/// # Errors
/// A message that lists the names of all environments.
pub fn environment(name: &str) -> Result<TargetEnv, String> {
    TargetEnv::new(name).ok_or_else(|| {
        let names: Vec<&str> = ENVIRONMENTS.iter().map(|environment| environment.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

impl clap::Args for ValidationArgs {
    fn augment_args(command: Command) -> Command {
        let env = Arg::new(TARGET_ENV)
            .long(TARGET_ENV)
            .value_name("ENV")
            .value_parser(environment)
            .help("Validate the module for a target environment, for example `--target-env vulkan1.3`")
            .help_heading(HEADING);
        let flag = |name: &'static str, help: &'static str| {
            Arg::new(name).long(name).help(help).help_heading(HEADING).requires(TARGET_ENV)
        };
        let flags = FLAGS.iter().map(|row| flag(row.name, row.help).action(ArgAction::SetTrue));
        let limits = LIMITS
            .iter()
            .map(|row| flag(row.name, row.help).value_name("N").value_parser(clap::value_parser!(u32)));
        command.arg(env).args(flags).args(limits)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for ValidationArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ValidationArgs, clap::Error> {
        let mut args = ValidationArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.env = matches.get_one::<TargetEnv>(TARGET_ENV).cloned();
        let Some(env) = &mut self.env else { return Ok(()) };
        for flag in FLAGS.iter().filter(|flag| matches.get_flag(flag.name)) {
            *(flag.field)(&mut env.options) = true;
        }
        for limit in LIMITS {
            if let Some(value) = matches.get_one::<u32>(limit.name) {
                *(limit.field)(&mut env.options) = *value;
            }
        }
        Ok(())
    }
}
