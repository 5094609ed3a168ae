//! Handles of ops, blocks and values
//!
//! A handle contains the path of enclosing ops and is valid until passes run.

use crate::errors::raised;
use crate::module::{Module, State};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyString, PyTuple};
use spv_opt::ir::render::stated_location;
use spv_opt::ir::symbols::name_of;
use spv_opt::ir::{self, Body, Context};
use spv_opt::op_edits::{self, OpParts};
use spv_opt::op_path::{self, Path};
use spv_opt::{op_attrs, printer};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The location of a body in a module. It is valid until passes run on the module.
pub struct At {
    pub module: Py<Module>,
    /// Path of the ops that enclose the body.
    pub path: Path,
    /// Number of pass runs on the module when the location was determined.
    pub generation: u64,
}

impl At {
    pub fn clone_ref(&self, py: Python<'_>) -> At {
        At { module: self.module.clone_ref(py), path: self.path.clone(), generation: self.generation }
    }

    /// Runs `look` on the body. Fails if passes have run since this location was determined.
    fn with<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&Context, &Body) -> T + Send) -> PyResult<T> {
        self.module.get().with(py, |state| {
            self.check(state)?;
            let module = state.unit.module();
            Ok(look(&module.ctx, op_path::body(module, &self.path).ok_or_else(erased)?))
        })
    }

    /// Runs `change`, which modifies the body. Fails if passes have run since this location was determined.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&Context, &mut Body) -> T + Send,
    ) -> PyResult<T> {
        self.module.get().with(py, |state| {
            self.check(state)?;
            let module = state.unit.module_mut();
            let ctx: Arc<Context> = module.ctx.clone();
            Ok(change(&ctx, op_path::body_mut(module, &self.path).ok_or_else(erased)?))
        })
    }

    /// Returns `entity`, which belongs to the body at `other`. Fails if `other` is not this location.
    fn own<T>(&self, other: &At, entity: T) -> PyResult<T> {
        if !self.module.is(&other.module) {
            return Err(PyValueError::new_err("an op or value belongs to another module"));
        }
        if self.generation != other.generation {
            return Err(stale());
        }
        let here = (self.path == other.path).then_some(entity);
        here.ok_or_else(|| PyValueError::new_err("an op or value belongs to another function"))
    }

    fn check(&self, state: &State) -> PyResult<()> {
        (state.generation == self.generation).then_some(()).ok_or_else(stale)
    }
}

fn stale() -> PyErr {
    PyRuntimeError::new_err(
        "the object is stale because passes have run since it was looked up; look it up again",
    )
}

fn erased() -> PyErr {
    PyValueError::new_err("the op was erased, or an op around it")
}

/// A handle of an op.
#[pyclass(frozen, module = "spv_opt")]
pub struct Op {
    pub at: At,
    pub op: ir::Op,
}

/// A handle of a block.
#[pyclass(frozen, module = "spv_opt")]
pub struct Block {
    at: At,
    block: ir::Block,
}

/// A handle of a value.
#[pyclass(frozen, module = "spv_opt")]
pub struct Value {
    at: At,
    value: ir::Value,
}

/// The value of an attribute in Python.
pub enum AttributeValue {
    /// A string, or an integer as text.
    Text(String),
    /// An enumerant with its operands, or a list.
    List(Vec<AttributeValue>),
}

impl FromPyObject<'_, '_> for AttributeValue {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<AttributeValue> {
        if value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>() {
            return Ok(AttributeValue::Text(value.str()?.extract()?));
        }
        if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            return Ok(AttributeValue::List(
                value.try_iter()?.map(|item| item?.extract()).collect::<PyResult<_>>()?,
            ));
        }
        Err(PyTypeError::new_err(format!(
            "an attribute must be a str, an int, or a list or tuple of these, not {}",
            value.get_type().name()?
        )))
    }
}

impl AttributeValue {
    /// Returns the value in the syntax of [`op_attrs::set`].
    fn text(&self) -> String {
        match self {
            AttributeValue::Text(text) => text.clone(),
            AttributeValue::List(items) => {
                format!("[{}]", items.iter().map(AttributeValue::text).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl Op {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&Context, &Body, ir::Op) -> T + Send,
    ) -> PyResult<T> {
        let found = self.at.with(py, |ctx, body| body.has_op(self.op).then(|| look(ctx, body, self.op)))?;
        found.ok_or_else(erased)
    }

    fn values(
        &self,
        py: Python<'_>,
        list: impl FnOnce(&Body, ir::Op) -> Vec<ir::Value> + Send,
    ) -> PyResult<Vec<Value>> {
        let values = self.with(py, |_, body, op| list(body, op))?;
        Ok(values.into_iter().map(|value| Value { at: self.at.clone_ref(py), value }).collect())
    }

    /// Returns the op and all nested ops in preorder.
    pub fn all(&self, py: Python<'_>) -> PyResult<Vec<Op>> {
        self.with(py, |_, _, _| ())?;
        let At { module, path, generation } = &self.at;
        let all = module.get().with(py, |state| {
            self.at.check(state)?;
            Ok::<_, PyErr>(op_path::walk(state.unit.module(), path, self.op))
        })?;
        let handle =
            |(path, op)| Op { at: At { module: module.clone_ref(py), path, generation: *generation }, op };
        Ok(all.into_iter().map(handle).collect())
    }
}

#[pymethods]
impl Op {
    /// Returns the name of the op, for example `spv.Load`.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |ctx, body, op| ctx.registry().op(body.def(op)).row.name)
    }

    /// Returns the symbol of the op, or `None` if it has none.
    #[getter]
    fn symbol(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |ctx, body, op| name_of(ctx, body, op).map(str::to_owned))
    }

    /// Returns the operands of the op, including successor arguments.
    #[getter]
    fn operands(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        self.values(py, |body, op| body.operands(op).collect())
    }

    /// Returns the results of the op.
    #[getter]
    fn results(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        self.values(py, |body, op| body.results(op).collect())
    }

    /// Returns the blocks that a terminator branches to.
    #[getter]
    fn successors(&self, py: Python<'_>) -> PyResult<Vec<Block>> {
        let blocks: Vec<ir::Block> = self.with(py, |_, body, op| body.successors(op).collect())?;
        Ok(blocks.into_iter().map(|block| Block { at: self.at.clone_ref(py), block }).collect())
    }

    /// Returns the blocks in each region of the op.
    #[getter]
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Vec<Block>>> {
        self.with(py, |_, _, _| ())?;
        let (path, regions) = self.at.module.get().with(py, |state| {
            self.at.check(state)?;
            let module = state.unit.module();
            let body = op_path::body(module, &self.at.path).ok_or_else(erased)?;
            let (path, regions) = op_path::regions(body, &self.at.path, self.op);
            let body = op_path::body(module, &path).ok_or_else(erased)?;
            let regions = regions.into_iter().map(|region| body.blocks(region).collect::<Vec<_>>());
            Ok::<_, PyErr>((path.clone(), regions.collect::<Vec<_>>()))
        })?;
        let at = At { path, ..self.at.clone_ref(py) };
        let block = |block| Block { at: at.clone_ref(py), block };
        Ok(regions.into_iter().map(|blocks| blocks.into_iter().map(block).collect()).collect())
    }

    /// Returns the attributes of the op: names, and values in MLIR syntax.
    #[getter]
    fn attributes(&self, py: Python<'_>) -> PyResult<BTreeMap<String, String>> {
        self.with(py, |ctx, body, op| op_attrs::list(ctx, body, op).into_iter().collect())
    }

    /// Sets an attribute of the op to a value in the syntax of [`op_attrs::set`]. `None` removes the attribute.
    #[pyo3(signature = (name, value))]
    fn set_attribute(&self, py: Python<'_>, name: &str, value: Option<AttributeValue>) -> PyResult<()> {
        let text = value.map(|value| value.text());
        let done =
            self.at.change(py, |ctx, body| op_attrs::set(ctx, body, self.op, name, text.as_deref()))?;
        done.map_err(PyValueError::new_err)
    }

    /// Creates an op without successors before this op, with the same location.
    #[pyo3(signature = (name, operands = Vec::new(), attributes = BTreeMap::new(), result_type = None))]
    fn create_before(
        &self,
        py: Python<'_>,
        name: &str,
        operands: Vec<PyRef<'_, Value>>,
        attributes: BTreeMap<String, AttributeValue>,
        result_type: Option<&str>,
    ) -> PyResult<Op> {
        let operands = operands.iter().map(|value| self.at.own(&value.at, value.value));
        let operands = operands.collect::<PyResult<Vec<ir::Value>>>()?;
        let attributes: Vec<(&str, String)> =
            attributes.iter().map(|(name, value)| (&**name, value.text())).collect();
        let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, text)| (*name, &**text)).collect();
        let parts = OpParts { name, operands: &operands, attributes: &attributes, result: result_type };
        let op = self.at.change(py, |ctx, body| op_edits::create(ctx, body, self.op, parts))?;
        Ok(Op { at: self.at.clone_ref(py), op: op.map_err(PyValueError::new_err)? })
    }

    /// Moves the op before another op in the same function.
    fn move_before(&self, py: Python<'_>, before: PyRef<'_, Op>) -> PyResult<()> {
        let before = self.at.own(&before.at, before.op)?;
        let done = self.at.change(py, |ctx, body| op_edits::move_before(ctx, body, self.op, before))?;
        done.map_err(PyValueError::new_err)
    }

    /// Erases the op and all ops nested in it. The results must have no uses.
    fn erase(&self, py: Python<'_>) -> PyResult<()> {
        let done = self.at.change(py, |_, body| op_edits::erase(body, self.op))?;
        done.map_err(PyValueError::new_err)
    }

    /// Returns the explicit location of the op, or `None` if it has none.
    #[getter]
    fn location(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |ctx, body, op| stated_location(ctx, body.loc(op)))
    }

    /// Returns the position of the op in the input, or `None` if unknown. It is a byte offset for MLIR text, and
    /// otherwise a word offset.
    #[getter]
    fn offset(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        self.with(py, |_, body, op| body.loc(op).text_offset())
    }

    /// Returns the op and all nested ops in preorder.
    fn walk(&self, py: Python<'_>) -> PyResult<Vec<Op>> {
        self.all(py)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |ctx, body, op| printer::print_op(ctx, body, op, &printer::Options::default()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let symbol = self.symbol(py)?.map_or_else(String::new, |symbol| format!(" @{symbol}"));
        Ok(format!("<spv_opt.Op {}{symbol}>", self.name(py)?))
    }

    fn __eq__(&self, other: &Op) -> bool {
        let same = self.at.module.as_ptr() == other.at.module.as_ptr();
        same && self.at.path == other.at.path && self.op == other.op
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.at, self.op)
    }

    /// Draws the control-flow graph if the op is a function with a body. Jupyter calls this method for display.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(symbol) = self.symbol(py)? else { return Ok(None) };
        let draw = |state: &mut State| {
            let is_drawn = state.unit.functions().contains(&symbol);
            is_drawn.then(|| state.unit.control_flow_svg(Some(&symbol))).transpose()
        };
        self.at.module.get().with(py, draw).map_err(|report| raised(py, report))
    }
}

/// Hashes the location and the IR handle of an op, block or value.
fn hashed(at: &At, entity: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&at.path, entity).hash(&mut hasher);
    hasher.finish()
}

impl Block {
    fn with<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&Body) -> T + Send) -> PyResult<T> {
        let found = self.at.with(py, |_, body| op_path::has_block(body, self.block).then(|| look(body)))?;
        found.ok_or_else(erased)
    }
}

#[pymethods]
impl Block {
    /// Returns the arguments of the block.
    #[getter]
    fn arguments(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        let values = self.with(py, |body| body.args(self.block).to_vec())?;
        Ok(values.into_iter().map(|value| Value { at: self.at.clone_ref(py), value }).collect())
    }

    /// Returns the ops in the block.
    #[getter]
    fn ops(&self, py: Python<'_>) -> PyResult<Vec<Op>> {
        let ops: Vec<ir::Op> = self.with(py, |body| body.ops(self.block).collect())?;
        Ok(ops.into_iter().map(|op| Op { at: self.at.clone_ref(py), op }).collect())
    }

    fn __eq__(&self, other: &Block) -> bool {
        let same = self.at.module.as_ptr() == other.at.module.as_ptr();
        same && self.at.path == other.at.path && self.block == other.block
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.at, self.block)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let count = self.with(py, |body| body.ops(self.block).count())?;
        Ok(format!("<spv_opt.Block with {count} ops>"))
    }
}

impl Value {
    fn with<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&Context, &Body) -> T + Send) -> PyResult<T> {
        let found =
            self.at.with(py, |ctx, body| op_path::has_value(body, self.value).then(|| look(ctx, body)))?;
        found.ok_or_else(erased)
    }
}

#[pymethods]
impl Value {
    /// Returns the type of the value in MLIR syntax.
    #[getter(r#type)]
    fn ty(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |ctx, body| printer::print_type(ctx, body.value_type(self.value)))
    }

    /// Returns the debug name of the value, or `None` if it has none.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |ctx, body| body.value_name(self.value).map(|name| ctx.str(name).to_owned()))
    }

    /// Sets the debug name of the value. `None` removes the name.
    #[setter(name)]
    fn set_name(&self, py: Python<'_>, name: Option<&str>) -> PyResult<()> {
        let done = self.at.change(py, |ctx, body| op_edits::set_name(ctx, body, self.value, name))?;
        done.map_err(PyValueError::new_err)
    }

    /// Returns the op that defines the value, or `None` for a block argument.
    #[getter]
    fn owner(&self, py: Python<'_>) -> PyResult<Option<Op>> {
        let op = self.with(py, |_, body| body.defining_op(self.value))?;
        Ok(op.map(|op| Op { at: self.at.clone_ref(py), op }))
    }

    /// Replaces all uses of the value with another value of the same type in the same function.
    fn replace(&self, py: Python<'_>, new: PyRef<'_, Value>) -> PyResult<()> {
        let new = self.at.own(&new.at, new.value)?;
        let done = self.at.change(py, |_, body| op_edits::replace(body, self.value, new))?;
        done.map_err(PyValueError::new_err)
    }

    fn __eq__(&self, other: &Value) -> bool {
        let same = self.at.module.as_ptr() == other.at.module.as_ptr();
        same && self.at.path == other.at.path && self.value == other.value
    }

    fn __hash__(&self) -> u64 {
        hashed(&self.at, self.value)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<spv_opt.Value of type {}>", self.ty(py)?))
    }
}
