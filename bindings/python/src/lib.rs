#![forbid(unsafe_code)]
//! Python bindings of spv-opt
//!
//! The package `spv_opt` re-exports this module; `spv_opt/__init__.pyi` documents it.

mod batch;
mod errors;
mod module;
mod op;

use pyo3::prelude::*;
use spv_opt::dialect::validate::ENVIRONMENTS;
use std::sync::{Arc, OnceLock};

/// Returns the session that all modules of this process share.
fn session() -> &'static Arc<spv_opt::Session> {
    static SESSION: OnceLock<Arc<spv_opt::Session>> = OnceLock::new();
    SESSION.get_or_init(spv_opt::Session::new)
}

/// Returns the names of pipelines and passes with their summaries.
#[pyfunction]
fn passes() -> Vec<(&'static str, &'static str)> {
    let passes = session().passes();
    let pipelines = passes.pipelines().iter().map(|pipeline| (pipeline.name, pipeline.summary));
    pipelines.chain(passes.passes().iter().map(|info| (info.name, info.summary))).collect()
}

/// Returns the passes that a pipeline runs, in order.
#[pyfunction]
fn passes_of(py: Python<'_>, pipeline: &str) -> PyResult<Vec<String>> {
    session().passes_of(pipeline).map_err(|report| errors::raised(py, report))
}

/// Returns the names of the target environments.
#[pyfunction]
fn environments() -> Vec<&'static str> {
    ENVIRONMENTS.iter().map(|environment| environment.name).collect()
}

#[pymodule(gil_used = false)]
fn _native(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("Error", m.py().get_type::<errors::Error>())?;
    m.add_class::<errors::Diagnostic>()?;
    m.add_class::<errors::Range>()?;
    m.add_class::<module::Module>()?;
    m.add_class::<op::Op>()?;
    m.add_class::<op::Block>()?;
    m.add_class::<op::Value>()?;
    m.add_class::<batch::Record>()?;
    m.add_class::<batch::Summary>()?;
    m.add_function(wrap_pyfunction!(batch::batch, m)?)?;
    m.add_function(wrap_pyfunction!(batch::merge, m)?)?;
    m.add_function(wrap_pyfunction!(module::read, m)?)?;
    m.add_function(wrap_pyfunction!(passes, m)?)?;
    m.add_function(wrap_pyfunction!(passes_of, m)?)?;
    m.add_function(wrap_pyfunction!(environments, m)?)
}
