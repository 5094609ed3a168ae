//! Traversal and editing of ops

use crate::buffers::{Bytes, release, take_back};
use crate::diagnostics::Diagnostics;
use crate::handles::{Block, EntityHandle, Handle, Handles, Op, Region, Value};
use crate::module::{Module, parts};
use crate::status::{Failure, Status};
use crate::strings::{optional, owned, required};
use spv_opt::ir::dialect::Traits;
use spv_opt::ir::render::stated_location;
use spv_opt::ir::symbols::name_of;
use spv_opt::ir::{self, Body, Context, walk};
use spv_opt::op_edits::{self, OpParts};
use spv_opt::op_path::{self, Path};
use spv_opt::{Unit, op_attrs, printer};
use std::ffi::{CString, c_char};

/// A list of ops. Freed by `spvopt_ops_free`.
#[repr(C)]
pub struct Ops {
    /// The first op; null if the list was freed.
    pub data: *mut Op,
    /// Number of ops.
    pub count: usize,
}

/// A list of regions. Freed by `spvopt_regions_free`.
#[repr(C)]
pub struct Regions {
    /// The first region; null if the list was freed.
    pub data: *mut Region,
    /// Number of regions.
    pub count: usize,
}

/// A list of blocks. Freed by `spvopt_blocks_free`.
#[repr(C)]
pub struct Blocks {
    /// The first block; null if the list was freed.
    pub data: *mut Block,
    /// Number of blocks.
    pub count: usize,
}

/// A list of values. Freed by `spvopt_values_free`.
#[repr(C)]
pub struct Values {
    /// The first value; null if the list was freed.
    pub data: *mut Value,
    /// Number of values.
    pub count: usize,
}

/// An attribute of an op: a parameter that is not an SSA operand, a decoration, or another discardable attribute. The
/// list that contains the attribute owns its strings.
#[repr(C)]
pub struct Attribute {
    /// Name of the attribute.
    pub name: *const c_char,
    /// Value in MLIR syntax.
    pub text: *const c_char,
}

/// A list of attributes. Freed by `spvopt_attributes_free`.
#[repr(C)]
pub struct Attributes {
    /// The first attribute; null if the list was freed.
    pub data: *mut Attribute,
    /// Number of attributes.
    pub count: usize,
}

macro_rules! list {
    ($list:ident, $item:ident) => {
        impl From<Vec<$item>> for $list {
            fn from(items: Vec<$item>) -> $list {
                let (data, count) = release(items);
                $list { data, count }
            }
        }

        impl $list {
            /// Reclaims the items of `list` from the C caller, and empties the list.
            ///
            /// # Safety
            /// The list is null or holds the results of [`release`].
            unsafe fn take(list: *mut $list) -> Vec<$item> {
                // SAFETY: the caller upholds the contract of this function.
                let Some(list) = (unsafe { list.as_mut() }) else { return Vec::new() };
                let data = std::mem::replace(&mut list.data, std::ptr::null_mut());
                // SAFETY: the caller upholds the contract of this function.
                unsafe { take_back(data, std::mem::take(&mut list.count)) }
            }
        }
    };
}

list!(Ops, Op);
list!(Regions, Region);
list!(Blocks, Block);
list!(Values, Value);
list!(Attributes, Attribute);

/// Frees a list of ops, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_ops_free(ops: *mut Ops) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    drop(unsafe { Ops::take(ops) });
}

/// Frees a list of regions, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_regions_free(regions: *mut Regions) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    drop(unsafe { Regions::take(regions) });
}

/// Frees a list of blocks, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_blocks_free(blocks: *mut Blocks) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    drop(unsafe { Blocks::take(blocks) });
}

/// Frees a list of values, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_values_free(values: *mut Values) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    drop(unsafe { Values::take(values) });
}

/// Frees a list of attributes with their strings, and sets the pointer to null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_attributes_free(attributes: *mut Attributes) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    for Attribute { name, text } in unsafe { Attributes::take(attributes) } {
        for string in [name, text] {
            // SAFETY: `spvopt_op_attributes` released the string.
            drop(unsafe { CString::from_raw(string.cast_mut()) });
        }
    }
}

/// Writes the result of `look`, a property of the op, region, block or value with the handle `part`, to `out`.
///
/// # Safety
/// Same as for [`parts`].
unsafe fn look<P: EntityHandle, T>(
    module: *mut Module,
    part: P,
    out: *mut T,
    errors: *mut *mut Diagnostics,
    look: impl FnOnce(&Context, &Body, P::Id) -> T,
) -> Status {
    let work = |unit: &mut Unit, handles: &mut Handles| {
        let (path, id) = handles.find(part)?;
        Ok(look(&unit.module().ctx, body_with::<P>(unit, &path, id)?, id))
    };
    // SAFETY: the caller upholds the contract of this function.
    unsafe { parts(module, out, errors, work) }
}

/// Writes the entities that `list` returns for the handle `part` to `out`. They belong to the body of that entity.
///
/// # Safety
/// Same as for [`parts`].
unsafe fn list<P: EntityHandle, Q: EntityHandle, L: From<Vec<Q>>>(
    module: *mut Module,
    part: P,
    out: *mut L,
    errors: *mut *mut Diagnostics,
    list: impl FnOnce(&Body, P::Id) -> Vec<Q::Id>,
) -> Status {
    let work = |unit: &mut Unit, handles: &mut Handles| {
        let (path, id) = handles.find(part)?;
        let ids = list(body_with::<P>(unit, &path, id)?, id);
        Ok(ids.into_iter().map(|id| handles.of(&path, id)).collect::<Vec<Q>>().into())
    };
    // SAFETY: the caller upholds the contract of this function.
    unsafe { parts(module, out, errors, work) }
}

fn body<'u>(unit: &'u Unit, path: &Path) -> Result<&'u Body, Failure> {
    op_path::body(unit.module(), path).ok_or_else(erased_body)
}

/// Returns the failure for a handle whose function or module was erased.
fn erased_body() -> Failure {
    Failure::argument("the handle belongs to a function or module that was erased".to_owned())
}

/// Returns the body at `path`. Fails if the body no longer contains the entity `id`.
fn body_with<'u, P: EntityHandle>(unit: &'u Unit, path: &Path, id: P::Id) -> Result<&'u Body, Failure> {
    let body = body(unit, path)?;
    let there = P::is_in(body, id).then_some(body);
    there.ok_or_else(|| Failure::argument(format!("the handle of {} refers to an erased op", P::NAME)))
}

/// Returns C handles for the ops in `list`, each of which is paired with the path of its body.
fn ops(handles: &mut Handles, list: impl IntoIterator<Item = (Path, ir::Op)>) -> Ops {
    list.into_iter().map(|(path, op)| handles.of(&path, op)).collect::<Vec<Op>>().into()
}

/// Returns the top-level ops of a module, each paired with the empty path.
fn top(unit: &Unit) -> impl Iterator<Item = (Path, ir::Op)> + '_ {
    let path = Path::from([]);
    walk::top_ops(&unit.module().body).map(move |op| (path.clone(), op))
}

/// Lists the top-level ops of a module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_module_ops(
    module: *mut Module,
    out: *mut Ops,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, out, errors, |unit, handles| Ok(ops(handles, top(unit)))) }
}

/// Lists all ops of a module in preorder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_module_walk(
    module: *mut Module,
    out: *mut Ops,
    errors: *mut *mut Diagnostics,
) -> Status {
    let all = |unit: &mut Unit, handles: &mut Handles| {
        let all = top(unit).flat_map(|(path, op)| op_path::walk(unit.module(), &path, op));
        Ok(ops(handles, all))
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, out, errors, all) }
}

/// Lists the functions of a module that have a body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_module_functions(
    module: *mut Module,
    out: *mut Ops,
    errors: *mut *mut Diagnostics,
) -> Status {
    let functions = |unit: &mut Unit, handles: &mut Handles| {
        let module = unit.module();
        let all = top(unit).flat_map(|(path, op)| op_path::walk(module, &path, op));
        let is_function = |(path, op): &(Path, ir::Op)| {
            op_path::body(module, path).is_some_and(|body| {
                let def = module.ctx.registry().op(body.def(*op));
                def.traits.contains(Traits::FUNCTION) && body.nested(*op).is_some()
            })
        };
        Ok(ops(handles, all.filter(is_function)))
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, out, errors, functions) }
}

/// Lists an op and all nested ops in preorder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_walk(
    module: *mut Module,
    op: Op,
    out: *mut Ops,
    errors: *mut *mut Diagnostics,
) -> Status {
    let all = |unit: &mut Unit, handles: &mut Handles| {
        let (path, op) = handles.find(op)?;
        Ok(ops(handles, op_path::walk(unit.module(), &path, op)))
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, out, errors, all) }
}

/// Writes the name of an op, for example `spv.Load`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_name(
    module: *mut Module,
    op: Op,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let name = |ctx: &Context, body: &Body, op| ctx.registry().op(body.def(op)).row.name.to_owned().into();
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, op, out, errors, name) }
}

/// Writes the symbol of an op. Writes null data if the op has no symbol.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_symbol(
    module: *mut Module,
    op: Op,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let symbol = |ctx: &Context, body: &Body, op| name_of(ctx, body, op).map(str::to_owned).into();
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, op, out, errors, symbol) }
}

/// Writes an op, including nested ops, as MLIR text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_text(
    module: *mut Module,
    op: Op,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let text = |ctx: &Context, body: &Body, op| {
        printer::print_op(ctx, body, op, &printer::Options::default()).into()
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, op, out, errors, text) }
}

/// Writes the explicit location of an op as `file:line:column`. Writes null data if the op has no explicit location.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_location(
    module: *mut Module,
    op: Op,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let location = |ctx: &Context, body: &Body, op| stated_location(ctx, body.loc(op)).into();
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, op, out, errors, location) }
}

/// Writes the position of an op in the input: a word offset for a binary or SPIR-V assembly, a byte offset for MLIR
/// text. Writes `SIZE_MAX` if the position is unknown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_offset(
    module: *mut Module,
    op: Op,
    out: *mut usize,
    errors: *mut *mut Diagnostics,
) -> Status {
    let offset = |_: &Context, body: &Body, op| body.loc(op).text_offset().unwrap_or(usize::MAX);
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, op, out, errors, offset) }
}

/// Lists the operands of an op, followed by its successor arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_operands(
    module: *mut Module,
    op: Op,
    out: *mut Values,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { list(module, op, out, errors, |body, op| body.operands(op).collect()) }
}

/// Lists the results of an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_results(
    module: *mut Module,
    op: Op,
    out: *mut Values,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { list(module, op, out, errors, |body, op| body.results(op).collect()) }
}

/// Lists the blocks that a terminator branches to.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_successors(
    module: *mut Module,
    op: Op,
    out: *mut Blocks,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { list(module, op, out, errors, |body, op| body.successors(op).collect()) }
}

/// Lists the regions of an op.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_regions(
    module: *mut Module,
    op: Op,
    out: *mut Regions,
    errors: *mut *mut Diagnostics,
) -> Status {
    let regions = |unit: &mut Unit, handles: &mut Handles| {
        let (path, op) = handles.find(op)?;
        let (path, regions) = op_path::regions(body(unit, &path)?, &path, op);
        Ok(regions.into_iter().map(|region| handles.of(&path, region)).collect::<Vec<Region>>().into())
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, out, errors, regions) }
}

/// Lists the attributes of an op: first its parameters that are not SSA operands, then discardable attributes such as
/// decorations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_attributes(
    module: *mut Module,
    op: Op,
    out: *mut Attributes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let attributes = |ctx: &Context, body: &Body, op| {
        let all = op_attrs::list(ctx, body, op).into_iter().map(|(name, text)| {
            let [name, text] = [name, text].map(|string| owned(&string).into_raw().cast_const());
            Attribute { name, text }
        });
        all.collect::<Vec<_>>().into()
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, op, out, errors, attributes) }
}

/// Sets an attribute of an op to a value such as `7`, `Volatile`, `Aligned, 4` or other MLIR text; null removes the
/// attribute. Fails if the parameter or decoration does not accept the value. docs/bindings.md lists the syntax.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_set_attribute(
    module: *mut Module,
    op: Op,
    name: *const c_char,
    text: *const c_char,
    errors: *mut *mut Diagnostics,
) -> Status {
    let set = |unit: &mut Unit, handles: &mut Handles| {
        let (path, op) = handles.find(op)?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let name = unsafe { required(name, "the name") }?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let text = unsafe { optional(text, "the attribute") }?;
        let ctx = unit.module().ctx.clone();
        let body = op_path::body_mut(unit.module_mut(), &path);
        let body = body.ok_or_else(erased_body)?;
        op_attrs::set(&ctx, body, op, name, text).map_err(Failure::input)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, &mut (), errors, set) }
}

/// Runs `edit` on the body that contains `op`, and writes its result to `out`.
///
/// # Safety
/// Same as for [`parts`].
unsafe fn edit<T>(
    module: *mut Module,
    op: Op,
    out: *mut T,
    errors: *mut *mut Diagnostics,
    edit: impl FnOnce(&Context, &mut Body, ir::Op, &mut Handles, &Path) -> Result<T, Failure>,
) -> Status {
    let work = |unit: &mut Unit, handles: &mut Handles| {
        let (path, op) = handles.find(op)?;
        let ctx = unit.module().ctx.clone();
        let body = op_path::body_mut(unit.module_mut(), &path);
        let body = body.ok_or_else(erased_body)?;
        edit(&ctx, body, op, handles, &path)
    };
    // SAFETY: the caller upholds the contract of this function.
    unsafe { parts(module, out, errors, work) }
}

/// Returns the entity that the handle `part` identifies. Fails if the entity is not in the body at `path`.
fn in_body<P: EntityHandle>(handles: &Handles, path: &Path, part: P) -> Result<P::Id, Failure> {
    let (own, id) = handles.find(part)?;
    let here = (own == *path).then_some(id);
    here.ok_or_else(|| Failure::argument(format!("the handle of {} belongs to another function", P::NAME)))
}

/// Creates an op without successors before another op, with the location of that op. Attribute values have the syntax of
/// `spvopt_op_set_attribute`. `result_type` is the result type in MLIR syntax, or null for an op without result. A
/// terminator must be created before the terminator that it replaces. Operand types are checked by the next
/// verification.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_create(
    module: *mut Module,
    before: Op,
    name: *const c_char,
    operands: *const Value,
    operand_count: usize,
    attributes: *const Attribute,
    attribute_count: usize,
    result_type: *const c_char,
    out: *mut Op,
    errors: *mut *mut Diagnostics,
) -> Status {
    let create = |ctx: &Context, body: &mut Body, before, handles: &mut Handles, path: &Path| {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let name = unsafe { required(name, "the name") }?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let operands = unsafe { items(operands, operand_count, "the operands") }?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let attributes = unsafe { items(attributes, attribute_count, "the attributes") }?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let result = unsafe { optional(result_type, "the type") }?;
        let operands = operands.iter().map(|&value| in_body(handles, path, value));
        let operands = operands.collect::<Result<Vec<ir::Value>, Failure>>()?;
        let text = |attribute: &Attribute| {
            // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
            let name = unsafe { required(attribute.name, "the name of an attribute") }?;
            // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
            Ok((name, unsafe { required(attribute.text, "the attribute") }?))
        };
        let attributes = attributes.iter().map(text).collect::<Result<Vec<(&str, &str)>, Failure>>()?;
        let new = OpParts { name, operands: &operands, attributes: &attributes, result };
        let op = op_edits::create(ctx, body, before, new).map_err(Failure::input)?;
        Ok(handles.of(path, op))
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { edit(module, before, out, errors, create) }
}

/// Converts a C array to a slice. Fails if the array is null but has items.
///
/// # Safety
/// `data` is null or points to an array of `count` items.
unsafe fn items<'a, T>(data: *const T, count: usize, what: &str) -> Result<&'a [T], Failure> {
    match (data.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(Failure::argument(format!("{what} are null, but their count is {count}"))),
        // SAFETY: the caller upholds the contract of this function.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(data, count) }),
    }
}

/// Moves an op before another op of the same function. A terminator cannot move to the middle of a block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_move_before(
    module: *mut Module,
    op: Op,
    before: Op,
    errors: *mut *mut Diagnostics,
) -> Status {
    let change = |ctx: &Context, body: &mut Body, op, handles: &mut Handles, path: &Path| {
        op_edits::move_before(ctx, body, op, in_body(handles, path, before)?).map_err(Failure::input)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { edit(module, op, &mut (), errors, change) }
}

/// Erases an op and all ops nested in it. The results must have no uses. Handles of erased entities become invalid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_op_erase(
    module: *mut Module,
    op: Op,
    errors: *mut *mut Diagnostics,
) -> Status {
    let erase = |_: &Context, body: &mut Body, op, _: &mut Handles, _: &Path| {
        op_edits::erase(body, op).map_err(Failure::input)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { edit(module, op, &mut (), errors, erase) }
}

/// Replaces all uses of a value with another value of the same type in the same function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_value_replace(
    module: *mut Module,
    old: Value,
    new: Value,
    errors: *mut *mut Diagnostics,
) -> Status {
    let replace = |unit: &mut Unit, handles: &mut Handles| {
        let (path, old) = handles.find(old)?;
        let new = in_body(handles, &path, new)?;
        let body = op_path::body_mut(unit.module_mut(), &path);
        let body = body.ok_or_else(erased_body)?;
        op_edits::replace(body, old, new).map_err(Failure::input)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, &mut (), errors, replace) }
}

/// Lists the blocks of a region.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_region_blocks(
    module: *mut Module,
    region: Region,
    out: *mut Blocks,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { list(module, region, out, errors, |body, region| body.blocks(region).collect()) }
}

/// Lists the arguments of a block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_block_arguments(
    module: *mut Module,
    block: Block,
    out: *mut Values,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { list(module, block, out, errors, |body, block| body.args(block).to_vec()) }
}

/// Lists the ops of a block.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_block_ops(
    module: *mut Module,
    block: Block,
    out: *mut Ops,
    errors: *mut *mut Diagnostics,
) -> Status {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { list(module, block, out, errors, |body, block| body.ops(block).collect()) }
}

/// Writes the type of a value in MLIR syntax.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_value_type(
    module: *mut Module,
    value: Value,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let ty = |ctx: &Context, body: &Body, value| printer::print_type(ctx, body.value_type(value)).into();
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, value, out, errors, ty) }
}

/// Writes the debug name of a value. Writes null data if the value has no debug name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_value_name(
    module: *mut Module,
    value: Value,
    out: *mut Bytes,
    errors: *mut *mut Diagnostics,
) -> Status {
    let name = |ctx: &Context, body: &Body, value| {
        body.value_name(value).map(|name| ctx.str(name).to_owned()).into()
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { look(module, value, out, errors, name) }
}

/// Sets the debug name of a value, which export writes as OpName; null removes the name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_value_set_name(
    module: *mut Module,
    value: Value,
    name: *const c_char,
    errors: *mut *mut Diagnostics,
) -> Status {
    let set = |unit: &mut Unit, handles: &mut Handles| {
        let (path, value) = handles.find(value)?;
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let name = unsafe { optional(name, "the name") }?;
        let ctx = unit.module().ctx.clone();
        let body = op_path::body_mut(unit.module_mut(), &path).ok_or_else(erased_body)?;
        op_edits::set_name(&ctx, body, value, name).map_err(Failure::input)
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, &mut (), errors, set) }
}

/// Writes the op that defines a value. Writes the null handle for a block argument.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvopt_value_owner(
    module: *mut Module,
    value: Value,
    out: *mut Op,
    errors: *mut *mut Diagnostics,
) -> Status {
    let owner = |unit: &mut Unit, handles: &mut Handles| {
        let (path, value) = handles.find(value)?;
        let op = body(unit, &path)?.defining_op(value);
        Ok(op.map_or(Op { handle: Handle::default() }, |op| handles.of(&path, op)))
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { parts(module, out, errors, owner) }
}
