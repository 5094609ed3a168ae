//! The exception type and its diagnostics

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyType;
use spv_opt::report::{Message, Report};

create_exception!(spv_opt, Error, PyException, "What is wrong with a module; `diagnostics` lists it.");

/// A range in MLIR text or SPIR-V assembly.
#[pyclass(frozen, get_all, eq, module = "spv_opt")]
#[derive(Clone, PartialEq)]
pub struct Range {
    begin: usize,
    end: usize,
    line: usize,
    column: usize,
}

#[pymethods]
impl Range {
    #[new]
    fn new(begin: usize, end: usize, line: usize, column: usize) -> Range {
        Range { begin, end, line, column }
    }

    /// Returns the class and its arguments, for pickling.
    fn __reduce__<'py>(slf: &Bound<'py, Range>) -> (Bound<'py, PyType>, (usize, usize, usize, usize)) {
        let Range { begin, end, line, column } = slf.get();
        (slf.get_type(), (*begin, *end, *line, *column))
    }

    fn __repr__(&self) -> String {
        let Range { begin, end, line, column } = self;
        format!("Range(begin={begin}, end={end}, line={line}, column={column})")
    }
}

/// A message with its position.
#[pyclass(frozen, get_all, module = "spv_opt")]
#[derive(Clone)]
pub struct Diagnostic {
    severity: String,
    text: String,
    rule: Option<String>,
    range: Option<Range>,
    word: Option<usize>,
    instruction: Option<String>,
    notes: Vec<Diagnostic>,
}

/// The fields of a [`Diagnostic`] in the order of its constructor.
type Fields = (String, String, Option<String>, Option<Range>, Option<usize>, Option<String>, Vec<Diagnostic>);

#[pymethods]
impl Diagnostic {
    #[new]
    fn new(
        severity: String,
        text: String,
        rule: Option<String>,
        range: Option<Range>,
        word: Option<usize>,
        instruction: Option<String>,
        notes: Vec<Diagnostic>,
    ) -> Diagnostic {
        Diagnostic { severity, text, rule, range, word, instruction, notes }
    }

    /// Returns the class and its arguments, for pickling.
    fn __reduce__<'py>(slf: &Bound<'py, Diagnostic>) -> (Bound<'py, PyType>, Fields) {
        let Diagnostic { severity, text, rule, range, word, instruction, notes } = slf.get().clone();
        (slf.get_type(), (severity, text, rule, range, word, instruction, notes))
    }

    fn __repr__(&self) -> String {
        format!("Diagnostic({}: {:?})", self.severity, self.text)
    }
}

impl From<&Message> for Diagnostic {
    fn from(message: &Message) -> Diagnostic {
        Diagnostic {
            severity: message.severity.to_string(),
            text: message.text.clone(),
            rule: message.rule.clone(),
            range: message.range.as_ref().map(|range| Range {
                begin: range.bytes.start,
                end: range.bytes.end,
                line: range.line,
                column: range.column,
            }),
            word: message.word,
            instruction: Some(message.instruction.clone()).filter(|name| !name.is_empty()),
            notes: message.notes.iter().map(Diagnostic::from).collect(),
        }
    }
}

/// Converts a report to a Python exception.
pub fn raised(py: Python<'_>, report: Report) -> PyErr {
    let error = Error::new_err(report.to_string());
    let diagnostics: Vec<Diagnostic> = report.messages.iter().map(Diagnostic::from).collect();
    match error.value(py).setattr("diagnostics", diagnostics) {
        Ok(()) => error,
        Err(other) => other,
    }
}
