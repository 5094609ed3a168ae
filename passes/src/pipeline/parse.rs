//! Parser for the pipeline syntax `anchor(pass, pass{option=value}, anchor(...))`

use super::{Anchor, Instance, Pipeline, PipelineElement};
use crate::pass::{PassInfo, Work};
use crate::registry::Registry;
use spv_ir::suggest;
use std::sync::Arc;

/// Maximum nesting depth of pipelines.
const MAX_DEPTH: usize = 32;

/// An error in the syntax of a pipeline. `Debug` prints the same as `Display`.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} (at byte {at} of the pipeline)")]
pub struct PipelineError {
    /// Byte offset of the error in the pipeline string.
    pub at: usize,
    /// The error message.
    pub message: String,
}

impl std::fmt::Debug for PipelineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Parses a pipeline. `common` are options to add to every pass that declares them.
pub(super) fn parse(
    registry: &Registry,
    text: &str,
    common: &[(String, String)],
) -> Result<Pipeline, PipelineError> {
    let mut reader = Reader { registry, text, at: 0, depth: 0, common };
    let mut items = reader.items(Anchor::BuiltinModule)?;
    if reader.at < text.len() {
        return Err(reader.error(format!("expected ',' or the end, found '{}'", &text[reader.at..])));
    }
    // If the pipeline string is a single nested pipeline, return that pipeline.
    if let [PipelineElement::Nested(_)] = &items[..]
        && let Some(PipelineElement::Nested(pipeline)) = items.pop()
    {
        return Ok(pipeline);
    }
    Ok(Pipeline { anchor: Anchor::BuiltinModule, items })
}

/// The options that are given to a pass.
#[derive(Default)]
struct Given {
    /// Name and value of each option.
    options: Vec<(String, String)>,
    /// Byte offset of each option in the pipeline string.
    places: Vec<usize>,
}

struct Reader<'a> {
    registry: &'a Registry,
    text: &'a str,
    at: usize,
    depth: usize,
    /// Options to add to every pass that declares them.
    common: &'a [(String, String)],
}

impl<'a> Reader<'a> {
    fn error(&self, message: impl Into<String>) -> PipelineError {
        PipelineError { at: self.at, message: message.into() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        self.space();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn name(&mut self) -> &'a str {
        self.space();
        let rest = self.rest();
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c))).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Parses a comma-separated list of passes and nested pipelines.
    fn items(&mut self, anchor: Anchor) -> Result<Vec<PipelineElement>, PipelineError> {
        let mut list = Vec::new();
        self.space();
        if self.rest().is_empty() || self.rest().starts_with(')') {
            return Ok(list);
        }
        loop {
            self.item(anchor, &mut list)?;
            if !self.eat(',') {
                return Ok(list);
            }
        }
    }

    fn item(&mut self, anchor: Anchor, list: &mut Vec<PipelineElement>) -> Result<(), PipelineError> {
        self.space();
        let start = self.at;
        let name = self.name();
        if name.is_empty() {
            return Err(self.error("expected the name of a pass"));
        }
        if self.eat('(') {
            list.push(PipelineElement::Nested(self.nested(anchor, start, name)?));
            return Ok(());
        }
        let Given { mut options, places } = if self.eat('{') { self.options()? } else { Given::default() };
        let wrong = |message: String| PipelineError { at: start, message };
        if let Some(info) = self.registry.pass(name) {
            let has = |given: &&(String, String)| info.options.iter().any(|option| option.name == given.0);
            options.extend(self.common.iter().filter(has).cloned());
            let instance = Instance::new(info, &options).map_err(|error| {
                let mut given = options.iter().zip(&places);
                let found = match (&error.option, &places[..]) {
                    (Some(option), _) => given.rfind(|((name, _), _)| name == option),
                    // A pass that reports an invalid value does not always name the option.
                    (None, [_]) => given.next(),
                    (None, _) => None,
                };
                let Some(((_, value), &at)) = found else { return wrong(error.to_string()) };
                PipelineError { at, message: format!("{error}{}", separator_advice(info, value)) }
            })?;
            if anchor.is_function() && matches!(instance.work, Work::Module(_) | Work::Whole(_)) {
                let inside = anchor.name();
                return Err(wrong(format!(
                    "pass '{name}' runs on modules, and is not allowed in {inside}(...)"
                )));
            }
            list.push(PipelineElement::Pass(Arc::new(instance)));
            return Ok(());
        }
        if let Some(pipeline) = self.registry.pipeline(name) {
            // Options of a named pipeline apply to each of its passes that declares them.
            let given = options.len();
            options.extend(self.common.iter().cloned());
            let (registry, depth) = (self.registry, self.depth);
            let mut inner = Reader { registry, text: pipeline.text, at: 0, depth, common: &options };
            let items =
                inner.items(anchor).map_err(|e| wrong(format!("in pipeline '{name}': {}", e.message)))?;
            let part = Pipeline { anchor, items };
            let has =
                |name: &str| part.passes().iter().any(|i| i.info.options.iter().any(|o| o.name == name));
            if let Some(index) = options[..given].iter().position(|(option, _)| !has(option)) {
                let option = &options[index].0;
                let known = part.passes().into_iter().flat_map(|i| i.info.options).map(|info| info.name);
                let advice = match suggest(option, known) {
                    Some(best) => format!(": did you mean '{best}'?"),
                    None => String::new(),
                };
                let message = format!("no pass of pipeline '{name}' has an option '{option}'{advice}");
                return Err(PipelineError { at: places[index], message });
            }
            list.extend(part.items);
            return Ok(());
        }
        Err(wrong(unknown(self.registry, name)))
    }

    fn nested(&mut self, outer: Anchor, start: usize, name: &str) -> Result<Pipeline, PipelineError> {
        let wrong = |message: String| PipelineError { at: start, message };
        let anchor = Anchor::by_name(name).ok_or_else(|| {
            wrong(format!(
                "'{name}' is not an op that passes run on: expected one of builtin.module, spv.module, \
                 spv.func, builtin.func, any"
            ))
        })?;
        if outer.is_function() || (outer == Anchor::SpvModule && anchor == Anchor::BuiltinModule) {
            return Err(wrong(format!("{name} cannot be nested in {}", outer.name())));
        }
        if self.depth == MAX_DEPTH {
            return Err(wrong(format!("pipelines are nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let items = self.items(anchor)?;
        self.depth -= 1;
        if !self.eat(')') {
            return Err(self.error("expected ',' or ')'"));
        }
        Ok(Pipeline { anchor, items })
    }

    /// Parses options of the form `name=value name`, up to the closing brace.
    fn options(&mut self) -> Result<Given, PipelineError> {
        let mut given = Given::default();
        loop {
            if self.eat('}') {
                return Ok(given);
            }
            self.space();
            let at = self.at;
            let name = self.name().to_owned();
            if name.is_empty() {
                let found = self.rest().chars().next().map_or("the end".to_owned(), |c| format!("'{c}'"));
                return Err(self.error(format!(
                    "expected an option, as in 'name=value', or '}}', found {found}: spaces separate options, and \
                     commas the elements of a list"
                )));
            }
            let value = if self.rest().starts_with('=') {
                self.at += 1;
                self.value()?
            } else {
                "true".to_owned()
            };
            given.options.push((name, value));
            given.places.push(at);
            self.eat(',');
        }
    }

    /// Parses an option value after `=`: a quoted string, or all characters up to a space.
    fn value(&mut self) -> Result<String, PipelineError> {
        let rest = self.rest();
        if let Some(quote @ ('"' | '\'')) = rest.chars().next() {
            let end = rest[1..].find(quote).ok_or_else(|| self.error("unterminated string"))?;
            self.at += end + 2;
            return Ok(rest[1..=end].to_owned());
        }
        let end = rest.find(|c: char| c.is_whitespace() || c == '}').unwrap_or(rest.len());
        self.at += end;
        Ok(rest[..end].to_owned())
    }
}

/// Returns advice about the separator of options if another option of the pass follows `,` or `;` in an invalid value.
/// Otherwise returns an empty string.
fn separator_advice(info: &PassInfo, value: &str) -> String {
    let mut parts = value.split([',', ';']).skip(1).map(|part| part.split('=').next().unwrap_or(part).trim());
    match parts.any(|name| info.options.iter().any(|option| option.name == name)) {
        true => ": separate options with spaces".to_owned(),
        false => String::new(),
    }
}

/// Builds the error message for an unknown name, with a suggestion if a similar name exists.
fn unknown(registry: &Registry, name: &str) -> String {
    let names = registry.passes().iter().map(|p| p.name).chain(registry.pipelines().iter().map(|p| p.name));
    match suggest(name, names) {
        Some(close) => format!("'{name}' is not a pass or pipeline: did you mean '{close}'?"),
        None => format!("'{name}' is not a pass or pipeline: use --list-passes to list them"),
    }
}
