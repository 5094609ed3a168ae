//! Assembly format and verifier of `vector.transfer_read` and `vector.transfer_write`

use crate::spec::View;
use crate::text::write_types;
use crate::text::*;
use crate::types::{element, is_memref, is_tensor, shape, vector_dims};
use crate::vector::{TransferRead, TransferWrite};
use spv_ir::affine::{AffineExpr, AffineMap};
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Op, Type, TypeData, Value};

const PERMUTATION_MAP: &str = TransferRead::permutation_map;
const IN_BOUNDS: &str = TransferRead::in_bounds;

/// Returns the default permutation map. The map selects as many innermost dimensions of `source` as `vector` has
/// dimensions.
fn minor_identity(ctx: &Context, source: Type, vector: Type) -> AffineMap {
    let rank = shape(ctx, source).map_or(0, |shape| shape.len());
    let dims = vector_dims(ctx, vector);
    if rank == 0 && dims == [1] {
        return AffineMap { dims: 0, symbols: 0, results: [AffineExpr::Constant(0)].into() };
    }
    let inner = vector_dims(ctx, element(ctx, source)).len();
    AffineMap::minor_identity(rank as u32, dims.len().saturating_sub(inner) as u32)
}

/// Returns the mask type of a vector transfer: the vector dimensions in source order, without broadcast dimensions.
fn mask_type(ctx: &Context, vector: Type, map: &AffineMap) -> Type {
    let mut dims: Vec<(u32, u64)> = map
        .results
        .iter()
        .zip(vector_dims(ctx, vector))
        .filter_map(|(result, length)| match result {
            AffineExpr::Dim(dim) => Some((*dim, *length)),
            _ => None,
        })
        .collect();
    dims.sort_unstable();
    let dims = dims.into_iter().map(|(_, length)| length).collect();
    ctx.ty(TypeData::Vector { dims, element: ctx.common().i1 })
}

/// Parses the attributes and types that follow the operands, and adds default attributes.
fn parse_rest(
    p: &mut dyn AsmParser,
    state: &mut OpState,
    vector_first: bool,
) -> Parsed<(Type, Type, AffineMap)> {
    let mut attrs = Vec::new();
    p.attr_dict(&mut attrs)?;
    for (key, value) in attrs {
        match p.ctx().str(key) {
            PERMUTATION_MAP => state.slots[TransferRead::slot(TransferRead::permutation_map)] = value.raw(),
            IN_BOUNDS => state.slots[TransferRead::slot(TransferRead::in_bounds)] = value.raw(),
            _ => state.attrs.push((key, value)),
        }
    }
    p.expect(":")?;
    let at = p.offset();
    let first = p.ty()?;
    p.expect(",")?;
    let second = p.ty()?;
    let (source, vector) = if vector_first { (second, first) } else { (first, second) };
    if !is_memref(p.ctx(), source) && !is_tensor(p.ctx(), source) {
        return Err(p.error_at(at..at + 1, "requires memref or ranked tensor type"));
    }
    if !matches!(p.ctx().type_data(vector), TypeData::Vector { .. }) {
        return Err(p.error_at(at..at + 1, "requires vector type"));
    }
    let ctx = p.ctx();
    let map = match Attribute::from_raw(state.slots[TransferRead::slot(TransferRead::permutation_map)])
        .map(|attr| ctx.attr_data(attr))
    {
        Some(AttrData::AffineMap(map)) => (**map).clone(),
        Some(_) => return Err(p.error_at(at..at + 1, "expected 'permutation_map' to be an affine map")),
        None => minor_identity(ctx, source, vector),
    };
    state.slots[TransferRead::slot(TransferRead::permutation_map)] =
        ctx.attr(AttrData::AffineMap(Box::new(map.clone()))).raw();
    if state.slots[TransferRead::slot(TransferRead::in_bounds)] == 0 {
        state.slots[TransferRead::slot(TransferRead::in_bounds)] =
            ctx.array_attr(&vec![ctx.bool_attr(false); map.results.len()]).raw();
    }
    Ok((source, vector, map))
}

/// Returns the operand group sizes as a raw attribute.
fn segments(ctx: &Context, lengths: &[usize]) -> u32 {
    ctx.attr(AttrData::Words(lengths.iter().map(|length| *length as u32).collect())).raw()
}

/// Parses `vector.transfer_read`: `%m[%i], %padding, %mask {...} : memref<...>, vector<...>`.
pub(crate) fn parse_read(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let source = p.operand()?;
    let indices = indices(p)?;
    p.expect(",")?;
    let padding = p.operand()?;
    let mask = if p.accept(",") { Some(p.operand()?) } else { None };
    let (ty, vector, map) = parse_rest(p, state, false)?;
    let (index, each) = (p.ctx().common().index, element(p.ctx(), ty));
    resolve_all(p, state, &[source], Some(ty))?;
    resolve_all(p, state, &indices, Some(index))?;
    resolve_all(p, state, &[padding], Some(each))?;
    let of_mask = mask_type(p.ctx(), vector, &map);
    resolve_all(p, state, mask.as_slice(), Some(of_mask))?;
    state.slots[TransferRead::slot(TransferRead::operandSegmentSizes)] =
        segments(p.ctx(), &[1, indices.len(), 1, mask.as_slice().len()]);
    state.results.push(vector);
    Ok(())
}

/// Parses `vector.transfer_write`: `%v, %m[%i], %mask {...} : vector<...>, memref<...>`.
pub(crate) fn parse_write(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let value = p.operand()?;
    p.expect(",")?;
    let source = p.operand()?;
    let indices = indices(p)?;
    let mask = if p.accept(",") { Some(p.operand()?) } else { None };
    let (ty, vector, map) = parse_rest(p, state, true)?;
    let index = p.ctx().common().index;
    resolve_all(p, state, &[value], Some(vector))?;
    resolve_all(p, state, &[source], Some(ty))?;
    resolve_all(p, state, &indices, Some(index))?;
    let of_mask = mask_type(p.ctx(), vector, &map);
    resolve_all(p, state, mask.as_slice(), Some(of_mask))?;
    state.slots[TransferWrite::slot(TransferWrite::operandSegmentSizes)] =
        segments(p.ctx(), &[1, 1, indices.len(), mask.as_slice().len()]);
    if is_tensor(p.ctx(), ty) {
        state.results.push(ty);
    }
    Ok(())
}

/// Prints the attributes, except those with default values, and the types.
fn print_rest(p: &mut dyn AsmPrinter, body: &Body, op: Op, types: [Type; 2]) {
    let ctx = p.ctx();
    let mut attrs = ctx.dict(body.attrs(op)).to_vec();
    if let Some(attr) = body.slot_attr(op, TransferRead::slot(TransferRead::permutation_map))
        && let AttrData::AffineMap(map) = ctx.attr_data(attr)
        && **map != AffineMap::minor_identity(map.dims, map.results.len() as u32)
    {
        attrs.push((ctx.ident(PERMUTATION_MAP), attr));
    }
    let bounds = body.slot_attr(op, TransferRead::slot(TransferRead::in_bounds));
    let is_true = |attr: &Attribute| *ctx.attr_data(*attr) == AttrData::Bool(true);
    let any = bounds.and_then(|list| ctx.attr_array(list)).is_some_and(|list| list.iter().any(is_true));
    attrs.extend(bounds.filter(|_| any).map(|list| (ctx.ident(IN_BOUNDS), list)));
    let attrs = (!attrs.is_empty()).then(|| ctx.dict_attr(attrs));
    p.attr_dict(attrs, &[]);
    p.write(" : ");
    write_types(p, &types);
}

/// The accessed memory `%m[%i]`, and the operands after it.
struct Access {
    source: Vec<Value>,
    indices: Vec<Value>,
    after: Vec<Value>,
}

impl Access {
    fn of(view: &View<'_>) -> Access {
        let after = ["padding", TransferRead::mask].into_iter().flat_map(|part| view.values(part)).collect();
        Access {
            source: view.values(TransferRead::source),
            indices: view.values(TransferRead::indices),
            after,
        }
    }

    fn print(self, p: &mut dyn AsmPrinter, body: &Body) {
        write_values(p, body, self.source);
        p.write("[");
        write_values(p, body, self.indices);
        p.write("]");
        for value in self.after {
            p.write(", ");
            p.value(body, value);
        }
    }
}

/// Prints `vector.transfer_read` in the syntax that [`parse_read`] accepts.
pub(crate) fn print_read(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let access = Access::of(&view);
    p.write(" ");
    access.print(p, body);
    let [source] = body.first_operand_types(op);
    let types = [source, body.value_type(body.result(op, 0))];
    print_rest(p, body, op, types);
}

/// Prints `vector.transfer_write` in the syntax that [`parse_write`] accepts.
pub(crate) fn print_write(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(view) = View::new(p.ctx(), body, op) else { return };
    let access = Access::of(&view);
    p.write(" ");
    let [first] = body.first_operands(op);
    p.value(body, first);
    p.write(", ");
    access.print(p, body);
    let types = [0, 1].map(|number| body.value_type(body.operand(op, number)));
    print_rest(p, body, op, types);
}

/// Verifies a vector transfer, with LLVM's error messages.
pub(crate) fn verify(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let name = ctx.registry().op(body.def(op)).row.name;
    if let Some(problem) = problem(ctx, body, op) {
        out.error(Place::Op(body.loc(op)), format!("'{name}' op {problem}"));
    }
}

fn problem(ctx: &Context, body: &Body, op: Op) -> Option<String> {
    let view = View::new(ctx, body, op)?;
    let ty_of = |part: &str| view.value(part).and_then(|value| body.value_type_opt(value));
    let source = ty_of(TransferRead::source)?;
    let vector = match view.value("vector") {
        Some(value) => body.value_type_opt(value)?,
        None => body.value_type(body.result(op, 0)),
    };
    let is_shaped = is_memref(ctx, source) || is_tensor(ctx, source);
    let Some(rank) = shape(ctx, source).filter(|_| is_shaped).map(|shape| shape.len()) else {
        return Some("requires source to be a memref or ranked tensor type".to_owned());
    };
    let Some(AttrData::AffineMap(map)) = view.attr(PERMUTATION_MAP).map(|attr| ctx.attr_data(attr)) else {
        return Some("requires attribute 'permutation_map' to be an affine map".to_owned());
    };
    if map.symbols > 0 {
        return Some("requires permutation_map without symbols".to_owned());
    }
    if map.dims as usize != rank {
        return Some(
            "requires a permutation_map with input dims of the same rank as the source type".to_owned(),
        );
    }
    let (each, dims) = (element(ctx, source), vector_dims(ctx, vector));
    if map.results.len() + vector_dims(ctx, each).len() != dims.len() {
        return Some(
            "requires a permutation_map with result dims of the same rank as the vector type".to_owned(),
        );
    }
    let is_dim = |result: &AffineExpr| matches!(result, AffineExpr::Dim(_));
    let projected = |(at, result): (usize, &AffineExpr)| {
        *result == AffineExpr::Constant(0) || is_dim(result) && !map.results[..at].contains(result)
    };
    if !map.results.iter().enumerate().all(projected) {
        return Some(
            "requires a projected permutation_map (at most one dim or the zero constant can appear in each result)"
                .to_owned(),
        );
    }
    if view.values(TransferRead::indices).len() != rank {
        return Some(format!("requires {rank} indices"));
    }
    if view.range("padding").len() == 1 && ty_of("padding") != Some(each) {
        return Some("requires formal padding and source of the same elemental type".to_owned());
    }
    let bounds = view.attr(IN_BOUNDS).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
    if bounds.len() != map.results.len() {
        return Some("expects the in_bounds attr of same rank as permutation_map results".to_owned());
    }
    let within = |bound: &Attribute| *ctx.attr_data(*bound) == AttrData::Bool(true);
    if map.results.iter().zip(bounds).any(|(result, bound)| !is_dim(result) && !within(bound)) {
        return Some("requires broadcast dimensions to be in-bounds".to_owned());
    }
    let mask = view.range(TransferRead::mask).len() == 1;
    (mask && ty_of(TransferRead::mask) != Some(mask_type(ctx, vector, map)))
        .then(|| "inferred mask type and mask operand type don't match".to_owned())
}
