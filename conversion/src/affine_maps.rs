//! Lowering of `vector` ops with affine maps (transfers and contractions) to ops on elements

use crate::emit::{Done, Rw};
use crate::env::Spirv;
use crate::lanes::{Lane, combine, finish, lanes, number_of, positions, scalar, shape, shapes};
use crate::memref::{Number, add_number, indices, place, read, write};
use spv_dialects::View;
use spv_dialects::enums::CombiningKind;
use spv_dialects::types::element;
use spv_dialects::vector;
use spv_ir::affine::AffineExpr;
use spv_ir::conversion::{Mismatch, Operands, Pattern};
use spv_ir::{AttrData, Attribute, Op, TypeData};

/// Lowering patterns for `vector` ops with affine maps.
pub(crate) static PATTERNS: &[Pattern<Spirv>] = &[
    Pattern::new(vector::TransferRead::NAME, "elementwise load", load_transfer).benefit(0),
    Pattern::new(vector::TransferWrite::NAME, "elementwise store", store_transfer).benefit(0),
    Pattern::new(vector::Contract::NAME, "expansion to products", contract).benefit(0),
];

/// Returns the memref dimension for each vector dimension, or `None` for a broadcast dimension. Rejects masked
/// transfers and transfers that may be out of bounds.
fn transferred_dims(rw: &Rw<'_>, op: Op) -> Result<Vec<Option<usize>>, Mismatch> {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    if view.value(vector::TransferRead::mask).is_some() {
        return Err("a transfer with a mask cannot be lowered".into());
    }
    let memory = view.value(vector::TransferRead::source).map(|source| rw.original_type(source));
    let Some(memory) = memory.filter(|ty| spv_dialects::types::is_memref(rw.ctx, *ty)) else {
        return Err("a transfer of a tensor cannot be lowered".into());
    };
    if matches!(rw.ctx.type_data(element(rw.ctx, memory)), TypeData::Vector { .. }) {
        return Err("a transfer of a memref with vector elements cannot be lowered".into());
    }
    let bounds = view.attr(vector::TransferRead::in_bounds).and_then(|list| rw.ctx.attr_array(list));
    if !bounds.unwrap_or(&[]).iter().all(|bound| *rw.ctx.attr_data(*bound) == AttrData::Bool(true)) {
        return Err("a transfer can be lowered only if 'in_bounds' is true for all dimensions".into());
    }
    let map = view.attr(vector::TransferRead::permutation_map).ok_or("the op has no permutation map")?;
    projected(rw, map).ok_or("the permutation map is not a projected permutation".into())
}

/// Returns the input dimension for each result of an affine map, or `None` for a result that is the constant zero.
/// Returns `None` for the whole map if it is not a projected permutation.
fn projected(rw: &Rw<'_>, map: Attribute) -> Option<Vec<Option<usize>>> {
    let AttrData::AffineMap(map) = rw.ctx.attr_data(map) else { return None };
    let dim = |result: &AffineExpr| match result {
        AffineExpr::Dim(dim) => Some(Some(*dim as usize)),
        AffineExpr::Constant(0) => Some(None),
        _ => None,
    };
    map.results.iter().map(dim).collect()
}

/// Returns the memref indices at which a transfer accesses the vector element at `position`. `first` are the index
/// operands of the transfer.
fn transferred(rw: &mut Rw<'_>, first: &[Number], dims: &[Option<usize>], position: &[usize]) -> Vec<Number> {
    let mut list = first.to_vec();
    for (dim, at) in dims.iter().zip(position) {
        if let Some(dim) = dim {
            list[*dim] = add_number(rw, list[*dim], Number::Known(*at as i64));
        }
    }
    list
}

fn load_transfer(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let dims = transferred_dims(rw, op)?;
    let [base] = rw.first_operands(op);
    let first = indices(rw, op, vector::TransferRead::indices, operands)?;
    let result = shape(rw, rw.result(op, 0));
    let mut list = Vec::new();
    for position in positions(&result) {
        let at = transferred(rw, &first, &dims, &position);
        let at = place(rw, base, &at)?;
        list.push(Lane::scalar(read(rw, &at)?));
    }
    finish(rw, op, &[list])
}

fn store_transfer(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let dims = transferred_dims(rw, op)?;
    let [_, base] = rw.first_operands(op);
    let first = indices(rw, op, vector::TransferWrite::indices, operands)?;
    let [source] = shapes(rw, op);
    let all = lanes(rw, op, operands, 0);
    for (position, lane) in positions(&source).zip(all) {
        let at = transferred(rw, &first, &dims, &position);
        let at = place(rw, base, &at)?;
        let value = scalar(rw, lane);
        write(rw, &at, value)?;
    }
    rw.erase(op);
    Ok(())
}

/// Maximum number of multiplications that a `vector.contract` may expand to.
const MAX_PRODUCTS: usize = 4096;

/// Lowers `vector.contract` to scalar multiplications and additions, in the order of the iteration space.
fn contract(rw: &mut Rw<'_>, op: Op, operands: &Operands) -> Done {
    let view = View::new(rw.ctx, rw, op).ok_or("the op has no definition in the dialect's tables")?;
    let kind = view.attr(vector::Contract::kind).and_then(|kind| vector::combining_kind(rw.ctx, kind));
    let kind = kind.ok_or("the op has no combining kind")?;
    let maps = view.attr(vector::Contract::indexing_maps).and_then(|maps| rw.ctx.attr_array(maps));
    let maps: Option<Vec<Vec<usize>>> =
        maps.unwrap_or(&[]).iter().map(|map| projected(rw, *map)?.into_iter().collect()).collect();
    let maps =
        maps.filter(|maps| maps.len() == 3).ok_or("the indexing maps are not projected permutations")?;
    let original = element(rw.ctx, rw.value_type(rw.result(op, 0)));
    if (0..2).any(|number| element(rw.ctx, rw.original_type(rw.operand(op, number))) != original) {
        return Err("the elements of all operands must have the same type".into());
    }
    let shapes: Vec<Vec<usize>> = (0..3).map(|number| shape(rw, rw.operand(op, number))).collect();
    let rank = maps.iter().flatten().max().map_or(0, |dim| dim + 1);
    let mut space = vec![1; rank];
    for (map, shape) in maps.iter().zip(&shapes) {
        map.iter().zip(shape).for_each(|(dim, length)| space[*dim] = *length);
    }
    if space.iter().try_fold(1usize, |all, length| all.checked_mul(*length)).is_none_or(|n| n > MAX_PRODUCTS)
    {
        return Err(format!("the contraction expands to more than {MAX_PRODUCTS} products").into());
    }
    let (left, right) = (lanes(rw, op, operands, 0), lanes(rw, op, operands, 1));
    let mut sums = lanes(rw, op, operands, 2);
    for position in positions(&space) {
        let number = |operand: usize| {
            let at: Vec<usize> = maps[operand].iter().map(|dim| position[*dim]).collect();
            number_of(&at, &shapes[operand])
        };
        let slot = number(2);
        let (a, b) = (scalar(rw, left[number(0)]), scalar(rw, right[number(1)]));
        let product = combine(rw, CombiningKind::MUL, a, b, original)?;
        let so_far = scalar(rw, sums[slot]);
        sums[slot] = Lane::scalar(combine(rw, kind, so_far, product, original)?);
    }
    finish(rw, op, &[sums])
}
