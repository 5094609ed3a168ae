//! The class `Module`, and reading of modules

use crate::errors::raised;
use crate::op::{At, Op};
use crate::session;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use spv_opt::ir::walk;
use spv_opt::report::Report;
use spv_opt::{Format, ReadOptions, Unit};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A module that several threads may share. A lock ensures that only one thread uses it at a time.
#[pyclass(frozen, module = "spv_opt")]
pub struct Module {
    state: Mutex<State>,
}

/// The module state that the lock protects.
pub struct State {
    pub unit: Unit,
    /// Number of pass runs so far. Handles of ops are valid only as long as this number does not change.
    pub generation: u64,
}

impl Module {
    /// Runs `work` on the module without holding the GIL.
    pub fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| work(&mut self.lock()))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // After a panic in another thread, the verifier decides whether the module is still valid.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the result of `compare` for this module and `other`, which may be the same module. Never holds two locks
    /// at once.
    fn compared(
        &self,
        py: Python<'_>,
        other: &Module,
        compare: impl FnOnce(&Unit, &Unit) -> String + Send,
    ) -> String {
        let second = other.with(py, |state| state.unit.clone());
        self.with(py, |state| compare(&state.unit, &second))
    }

    fn checked<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Unit) -> Result<T, Report> + Send,
    ) -> PyResult<T> {
        self.with(py, |state| work(&mut state.unit)).map_err(|report| raised(py, report))
    }
}

/// Reads a module. `name` is the name of the input in messages. `format` of `None` detects the format from the first
/// bytes.
#[pyfunction]
#[pyo3(signature = (data, *, name = "", format = None, verify = true, strict = false, target_env = ""))]
pub fn read(
    py: Python<'_>,
    data: Input,
    name: &str,
    format: Option<&str>,
    verify: bool,
    strict: bool,
    target_env: &str,
) -> PyResult<Module> {
    let format = match format {
        None => None,
        Some(name) => {
            let format = Format::by_name(name);
            Some(format.ok_or_else(|| PyValueError::new_err(format!("unknown format '{name}'")))?)
        }
    };
    let (name, target_env) = (name.to_owned(), target_env.to_owned());
    let options = ReadOptions { name, format, unverified: !verify, strict, target_env };
    let bytes = match &data {
        Input::Text(text)
            if !text.contains('\n')
                && [".spv", ".spvasm", ".mlir"].iter().any(|extension| text.ends_with(extension)) =>
        {
            return Err(PyValueError::new_err(format!("'{text}' is a file name: use spv_opt.read_file")));
        }
        Input::Text(text) => text.as_bytes(),
        Input::Bytes(bytes) => bytes,
    };
    let unit = py.detach(|| session().read(bytes, &options)).map_err(|report| raised(py, report))?;
    Ok(Module { state: Mutex::new(State { unit, generation: 0 }) })
}

/// The input from which a module is read.
pub enum Input {
    /// A Python string: MLIR text or SPIR-V assembly.
    Text(String),
    /// A `bytes` object, or another sequence of bytes.
    Bytes(Vec<u8>),
}

impl FromPyObject<'_, '_> for Input {
    type Error = PyErr;

    fn extract(data: Borrowed<'_, '_, PyAny>) -> PyResult<Input> {
        if data.is_instance_of::<PyString>() {
            return Ok(Input::Text(data.extract()?));
        }
        let kind = data.get_type();
        data.extract().map(Input::Bytes).map_err(|_| {
            PyTypeError::new_err(format!("expected bytes or a str, not {kind}: read_file reads a file"))
        })
    }
}

#[pymethods]
impl Module {
    /// Returns the module as MLIR text.
    fn text(&self, py: Python<'_>) -> String {
        self.with(py, |state| state.unit.text())
    }

    /// Returns a copy of the module. Handles of this module do not belong to the copy.
    fn __copy__(&self, py: Python<'_>) -> Module {
        let unit = self.with(py, |state| state.unit.clone());
        Module { state: Mutex::new(State { unit, generation: 0 }) }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Module {
        self.__copy__(py)
    }

    fn __str__(&self, py: Python<'_>) -> String {
        self.text(py)
    }

    /// Returns the module as SPIR-V assembly in the syntax of SPIRV-Tools.
    fn assembly(&self, py: Python<'_>) -> PyResult<String> {
        self.checked(py, Unit::assembly)
    }

    /// Returns the module as a SPIR-V binary.
    fn export<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.checked(py, Unit::bytes)?))
    }

    /// Verifies the module.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        self.checked(py, Unit::verify)
    }

    /// Validates the module for a target environment. `options` are spirv-val options.
    #[pyo3(signature = (environment, options = ""))]
    fn validate(&self, py: Python<'_>, environment: &str, options: &str) -> PyResult<()> {
        self.checked(py, |unit| unit.validate(environment, options))
    }

    /// Runs a pipeline of passes on the module.
    fn run(&self, py: Python<'_>, pipeline: &str) -> PyResult<()> {
        let run = |state: &mut State| {
            // The pipeline and the module are checked first, so that an error leaves the module unchanged.
            state.unit.check_pipeline(pipeline)?;
            state.unit.verify()?;
            state.generation += 1;
            state.unit.run(pipeline)
        };
        self.with(py, run).map_err(|report| raised(py, report))
    }

    /// Returns statistics of the module as JSON.
    fn statistics_json(&self, py: Python<'_>) -> PyResult<String> {
        self.checked(py, Unit::statistics_json)
    }

    /// Returns the reflection of the module as JSON.
    fn reflection_json(&self, py: Python<'_>) -> PyResult<String> {
        self.checked(py, Unit::reflection_json)
    }

    /// Returns the differences between this module and another in the format of `spv-opt diff`.
    fn diff(&self, py: Python<'_>, other: &Module) -> String {
        self.compared(py, other, |first, second| first.diff(second).to_string())
    }

    /// Returns the differences between this module and another as JSON.
    fn diff_json(&self, py: Python<'_>, other: &Module) -> String {
        self.compared(py, other, Unit::diff_json)
    }

    /// Returns the symbols of the functions with a body.
    fn functions(&self, py: Python<'_>) -> Vec<String> {
        self.with(py, |state| state.unit.functions())
    }

    /// Draws the control-flow graph of a function as SVG, or of all functions for `None`.
    #[pyo3(signature = (function = None))]
    fn control_flow_svg(&self, py: Python<'_>, function: Option<&str>) -> PyResult<String> {
        self.checked(py, |unit| unit.control_flow_svg(function))
    }

    /// Returns the top-level ops of the module.
    #[getter]
    fn ops(slf: &Bound<'_, Module>) -> Vec<Op> {
        let list = |state: &mut State| {
            let ops = walk::top_ops(&state.unit.module().body).collect::<Vec<_>>();
            (ops, state.generation)
        };
        let (ops, generation) = slf.get().with(slf.py(), list);
        let at = At { module: slf.clone().unbind(), path: [].into(), generation };
        ops.into_iter().map(|op| Op { at: at.clone_ref(slf.py()), op }).collect()
    }

    /// Returns all ops of the module in preorder.
    fn walk(slf: &Bound<'_, Module>) -> PyResult<Vec<Op>> {
        let mut all = Vec::new();
        for op in Module::ops(slf) {
            all.extend(op.all(slf.py())?);
        }
        Ok(all)
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        let text = self.text(py).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        format!("<pre>{text}</pre>")
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<spv_opt.Module with {} functions>", self.functions(py).len())
    }
}
