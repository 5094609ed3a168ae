//! Compiler for assembly formats in the notation of LLVM's ODS
//!
//! A format may contain `since24(...)`: LLVM prints the enclosed elements only since version 24. The parser accepts
//! such elements as optional, because the printer of this library always writes them.

use crate::spec::Spec;
use spv_ir::{Since, TextForm};

/// The values whose types are parsed or printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeOf {
    /// The operands of the ODS argument with this index.
    Part(usize),
    /// All operands.
    Operands,
    /// The result with this index.
    Result(usize),
    /// All results.
    Results,
}

/// One element of an assembly format, to be parsed or printed.
#[derive(Clone, Debug)]
pub(crate) enum FormatElement {
    /// A word or punctuation. The empty literal suppresses a space.
    Literal(&'static str),
    /// An ODS argument (operands, attribute or successors), by index.
    Part(usize),
    /// The types of the given values.
    Type(TypeOf),
    /// A functional type, `(types) -> types`: the values on the left, and on the right.
    Functional(Vec<TypeOf>, TypeOf),
    /// The attributes that no other format element covers.
    AttrDict,
    /// An optional group. Contains the elements printed if the anchor argument is present, the elements printed
    /// otherwise, and the index of the anchor argument.
    Group(Vec<FormatElement>, Vec<FormatElement>, usize),
    /// Elements that LLVM prints only since the given version. Older versions print attributes in their place.
    Later(Since, Vec<FormatElement>),
    /// A custom directive of this crate: its name, and the indices of its ODS arguments.
    Custom(&'static str, Vec<usize>),
    /// The only region of the op.
    Region,
}

/// Value of [`Format::written`] for an ODS argument that no format element prints.
const NEVER: u32 = u32::MAX;

/// A compiled format.
#[derive(Clone, Debug, Default)]
pub(crate) struct Format {
    pub steps: Vec<FormatElement>,
    /// For each ODS argument, the first LLVM version whose format has an element for it. The value is 0 if all versions
    /// have one, and [`NEVER`] if no version has one.
    pub written: Vec<u32>,
    /// Type inference rules: name of the argument or result whose type is inferred, and the expression for its type.
    pub rules: Vec<(&'static str, &'static str)>,
    /// The error in the format, if it does not compile. The parser reports it, and a test checks that no op has one.
    pub error: Option<String>,
}

impl Format {
    /// Returns whether a format element prints the ODS argument with this index. `form` is the LLVM-compatible form, or
    /// `None` for this library's own syntax.
    pub fn is_written(&self, part: usize, form: Option<&TextForm>) -> bool {
        self.written[part] <= form.map_or(0, |form| form.version)
    }
}

/// Compiles the assembly format of an op.
pub(crate) fn compile(spec: &Spec) -> Format {
    let mut compiler = Compiler { spec, rest: spec.format, written: vec![NEVER; spec.parts.len()], since: 0 };
    let rules = spec.rules.split(';').filter_map(|line| line.split_once('='));
    let rules = rules.map(|(target, source)| (target.trim(), source.trim())).collect();
    match compiler.steps("") {
        Ok(steps) => Format { steps, written: compiler.written, rules, error: None },
        Err(error) => {
            Format { rules, error: Some(format!("{}: {error}", spec.row.name)), ..Format::default() }
        }
    }
}

struct Compiler<'s> {
    spec: &'s Spec,
    rest: &'static str,
    written: Vec<u32>,
    /// LLVM version of the enclosing [`FormatElement::Later`], or 0 outside of `Later`.
    since: u32,
}

/// The elements of an optional group, and the argument index of its anchor, if it has one.
type Group = (Vec<FormatElement>, Option<usize>);

impl Compiler<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, text: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn need(&mut self, text: &str) -> Result<(), String> {
        if self.take(text) { Ok(()) } else { Err(format!("expected `{text}` at `{}`", self.rest)) }
    }

    fn word(&mut self) -> &'static str {
        self.skip();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn steps(&mut self, end: &str) -> Result<Vec<FormatElement>, String> {
        self.group(end).map(|(steps, _)| steps)
    }

    fn group(&mut self, end: &str) -> Result<Group, String> {
        let (mut steps, mut anchor) = (Vec::new(), None);
        loop {
            self.skip();
            if self.rest.is_empty() {
                return if end.is_empty() { Ok((steps, anchor)) } else { Err(format!("no `{end}`")) };
            }
            if !end.is_empty() && self.take(end) {
                return Ok((steps, anchor));
            }
            let (step, of) = self.step()?;
            steps.push(step);
            if self.take("^") {
                anchor = of;
            }
        }
    }

    fn step(&mut self) -> Result<(FormatElement, Option<usize>), String> {
        if self.take("`") {
            let end = self.rest.find('`').ok_or("unclosed `")?;
            let (text, rest) = self.rest.split_at(end);
            self.rest = &rest[1..];
            return Ok((FormatElement::Literal(text), None));
        }
        if self.take("$") {
            let part = self.part()?;
            self.written[part] = self.since;
            return Ok((FormatElement::Part(part), Some(part)));
        }
        if self.take("(") {
            let (then, anchor) = self.group(")")?;
            self.need("?")?;
            let otherwise = if self.take(":") {
                self.need("(")?;
                let steps = self.steps(")")?;
                self.need("?")?;
                steps
            } else {
                Vec::new()
            };
            let anchor = anchor.ok_or("the group has no anchor")?;
            return Ok((FormatElement::Group(then, otherwise, anchor), Some(anchor)));
        }
        match self.word() {
            "attr-dict" => Ok((FormatElement::AttrDict, None)),
            "regions" => Ok((FormatElement::Region, None)),
            "type" => {
                self.need("(")?;
                let of = self.type_of()?;
                self.need(")")?;
                let part = if let TypeOf::Part(part) = of { Some(part) } else { None };
                Ok((FormatElement::Type(of), part))
            }
            "functional-type" => {
                self.need("(")?;
                let mut list = vec![self.type_of()?];
                while self.take(",") {
                    list.push(self.type_of()?);
                }
                self.need(")")?;
                let last = list.pop().ok_or("the op has no results")?;
                Ok((FormatElement::Functional(list, last), None))
            }
            "custom" => {
                self.need("<")?;
                let name = self.word();
                self.need(">")?;
                self.need("(")?;
                let mut parts = Vec::new();
                while !self.take(")") {
                    self.need("$")?;
                    let part = self.part()?;
                    self.written[part] = self.since;
                    parts.push(part);
                    self.take(",");
                }
                let first = parts.first().copied();
                Ok((FormatElement::Custom(name, parts), first))
            }
            word => {
                let version = word.strip_prefix("since").and_then(|version| version.parse().ok());
                self.since = version.ok_or_else(|| format!("unknown item `{word}` at `{}`", self.rest))?;
                self.need("(")?;
                let steps = self.steps(")")?;
                Ok((FormatElement::Later(Since(std::mem::take(&mut self.since)), steps), None))
            }
        }
    }

    fn part(&mut self) -> Result<usize, String> {
        let name = self.word();
        self.spec.part(name).ok_or_else(|| format!("unknown part `{name}`"))
    }

    fn type_of(&mut self) -> Result<TypeOf, String> {
        if !self.take("$") {
            return match self.word() {
                "operands" => Ok(TypeOf::Operands),
                "results" => Ok(TypeOf::Results),
                word => Err(format!("unknown values `{word}`")),
            };
        }
        let name = self.word();
        if let Some(part) = self.spec.part(name) {
            return Ok(TypeOf::Part(part));
        }
        match name {
            "results" => Ok(TypeOf::Results),
            // Names that denote the second result.
            "overflow" | "high" | "result1" => Ok(TypeOf::Result(1)),
            _ => Ok(TypeOf::Result(0)),
        }
    }
}
