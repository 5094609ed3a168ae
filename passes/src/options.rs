//! Options of passes, as in `inline{max-size=100 all}`.

use std::str::FromStr;

/// An option that a pass has.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Name, e.g. `max-size`.
    pub name: &'static str,
    /// What is where the option is not given; empty: nothing.
    pub default: &'static str,
    /// One line.
    pub help: &'static str,
}

/// The option of legalizations that only some targets need.
pub(crate) const IF_LACKING: OptionInfo = OptionInfo {
    name: "if-lacking",
    default: "false",
    help: "only where `spv.target_env` lacks the capability; without one nothing is lacking",
};

/// The reason why a pass cannot have these options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OptionError(String);

impl From<String> for OptionError {
    fn from(message: String) -> OptionError {
        OptionError(message)
    }
}

/// The options of one pass: those given, and the defaults of the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues {
    list: Vec<(&'static str, String)>,
    given: Vec<(String, String)>,
}

impl OptionValues {
    /// Checks names against those that the pass has, and fills in the defaults.
    ///
    /// # Errors
    /// An unknown name, with those that there are.
    pub fn new(
        pass: &str,
        infos: &'static [OptionInfo],
        given: &[(String, String)],
    ) -> Result<OptionValues, OptionError> {
        for (name, _) in given {
            if !infos.iter().any(|info| info.name == name) {
                let known: Vec<&str> = infos.iter().map(|info| info.name).collect();
                let known = match &known[..] {
                    [] => "it has none".to_owned(),
                    known => format!("expected one of {}", known.join(", ")),
                };
                return Err(format!("pass '{pass}' has no option '{name}': {known}").into());
            }
        }
        let value = |info: &OptionInfo| {
            let given = given.iter().rev().find(|(name, _)| name == info.name);
            given.map_or(info.default, |(_, value)| value).to_owned()
        };
        let list = infos.iter().map(|info| (info.name, value(info))).collect();
        Ok(OptionValues { list, given: given.to_vec() })
    }

    /// The text of an option; empty where it is neither given nor has a default.
    pub fn text(&self, name: &str) -> &str {
        self.list.iter().find(|(n, _)| *n == name).map_or("", |(_, value)| value)
    }

    /// The value of an option.
    ///
    /// # Errors
    /// A text that is no such value.
    pub fn value<T: FromStr>(&self, name: &str) -> Result<T, OptionError> {
        let text = self.text(name);
        text.parse().map_err(|_| {
            let kind = std::any::type_name::<T>();
            format!("the value '{text}' of option '{name}' is no {kind}").into()
        })
    }

    /// Whether a switch is on: `name`, `name=true` or `name=1`.
    ///
    /// # Errors
    /// A text that is neither true nor false.
    pub fn switch(&self, name: &str) -> Result<bool, OptionError> {
        match self.text(name) {
            "" | "0" | "false" => Ok(false),
            "1" | "true" => Ok(true),
            text => Err(format!("the value '{text}' of option '{name}' is neither true nor false").into()),
        }
    }

    /// The options that were given, in order.
    pub fn given(&self) -> &[(String, String)] {
        &self.given
    }
}
