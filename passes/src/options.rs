//! Pass options, as in `inline{max-size=100 all}`

use spv_ir::suggest;
use std::str::FromStr;

/// Description of one option of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Name of the option, for example `max-size`.
    pub name: &'static str,
    /// Default value; empty if the option has no default.
    pub default: &'static str,
    /// Help text: one line without a full stop.
    pub help: &'static str,
}

/// The option `if-lacking` of legalization passes, which limits a pass to targets that need it.
pub(crate) const IF_LACKING: OptionInfo = OptionInfo {
    name: "if-lacking",
    default: "false",
    help: "legalize only if `spv.target_env` lacks the capability; without a target, change nothing",
};

/// The option `if-changed` of passes that the pass manager runs after each stage of function passes.
pub(crate) const IF_CHANGED: OptionInfo = OptionInfo {
    name: "if-changed",
    default: "false",
    help: "run only on functions that an earlier pass of the stage changed",
};

/// An unknown option or an invalid value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct OptionError {
    message: String,
    /// Name of the option, if known.
    pub(crate) option: Option<String>,
}

impl OptionError {
    /// Creates an error about an option.
    pub(crate) fn about(option: &str, message: String) -> OptionError {
        OptionError { message, option: Some(option.to_owned()) }
    }
}

impl From<String> for OptionError {
    fn from(message: String) -> OptionError {
        OptionError { message, option: None }
    }
}

/// Options of one pass. An option that was not given has its default value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues {
    declared: &'static [OptionInfo],
    given: Vec<(String, String)>,
}

impl OptionValues {
    /// Checks the given option names against the options that the pass declares.
    ///
    /// # Errors
    /// An unknown option name; the message has the most similar option, or lists the declared options.
    pub fn new(
        pass: &str,
        infos: &'static [OptionInfo],
        given: &[(String, String)],
    ) -> Result<OptionValues, OptionError> {
        for (name, _) in given {
            if !infos.iter().any(|info| info.name == name) {
                let known: Vec<&str> = infos.iter().map(|info| info.name).collect();
                let known = match (&known[..], suggest(name, known.iter().copied())) {
                    (_, Some(best)) => format!("did you mean '{best}'?"),
                    ([], None) => "it has none".to_owned(),
                    (known, None) => format!("expected one of {}", known.join(", ")),
                };
                return Err(OptionError::about(
                    name,
                    format!("pass '{pass}' has no option '{name}': {known}"),
                ));
            }
        }
        Ok(OptionValues { declared: infos, given: given.to_vec() })
    }

    /// Returns the unparsed value of an option. The value is empty if the option was not given and has no default.
    pub fn text(&self, name: &str) -> &str {
        let given = self.given.iter().rev().find(|(known, _)| known == name);
        let default = || self.declared.iter().find(|info| info.name == name).map_or("", |info| info.default);
        given.map_or_else(default, |(_, value)| value)
    }

    /// Parses the value of an option.
    ///
    /// # Errors
    /// A value that does not parse as a `T`, such as the empty value of an option that the pass does not declare.
    pub fn value<T: FromStr>(&self, name: &str) -> Result<T, OptionError> {
        let text = self.text(name);
        text.parse().map_err(|_| {
            if !self.declared.iter().any(|info| info.name == name) {
                return OptionError::about(name, format!("the pass does not declare the option '{name}'"));
            }
            let kind = match std::any::type_name::<T>().as_bytes() {
                [b'u', ..] => "a non-negative integer",
                [b'i', ..] => "an integer",
                [b'f', ..] => "a number",
                _ => "allowed",
            };
            OptionError::about(name, format!("the value '{text}' of option '{name}' is not {kind}"))
        })
    }

    /// Returns the value of a Boolean option: true for `name`, `name=true` and `name=1`.
    ///
    /// # Errors
    /// A value that is not a Boolean.
    pub fn switch(&self, name: &str) -> Result<bool, OptionError> {
        match self.text(name) {
            "" | "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            text => {
                let message = format!("the value '{text}' of option '{name}' is neither true nor false");
                Err(OptionError::about(name, message))
            }
        }
    }

    /// Returns the options that were given explicitly, in order, as pairs of name and value.
    pub fn given(&self) -> &[(String, String)] {
        &self.given
    }
}
