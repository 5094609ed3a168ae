//! `vector`: vectors of one and more dimensions.

use crate::assembly::{numbers, write_types};
use crate::enums::{COMBINING, FASTMATH};
use crate::spec::{Class::*, View, ops};
use crate::text::*;
use spv_ir::asm::*;
use spv_ir::dialect::{NO_OPCODE, ParamDef, ParamDefId, Traits};
use spv_ir::{AttrData, Attribute, Body, Ident, Op, TypeData};

const PURE: Traits = Traits::PURE;
const READS: Traits = Traits::READS;
const WRITES: Traits = Traits::WRITES;

ops! {
    BitCast = "vector.bitcast" One [source: Value(Vector)] { traits: PURE, format: "$source attr-dict `:` type($source) `to` type($result)" }
    Broadcast = "vector.broadcast" One [source: Value(Any)] { traits: PURE, format: "$source attr-dict `:` type($source) `to` type($vector)" }
    CreateMask = "vector.create_mask" One [operands: Values(Index)] { traits: PURE, format: "$operands attr-dict `:` type(results)", rules: "operands=index" }
    ConstantMask = "vector.constant_mask" One [mask_dim_sizes: Numbers] { traits: PURE, format: "$mask_dim_sizes attr-dict `:` type(results)" }
    Extract = "vector.extract" One [vector: Value(Vector), dynamic_position: Values(Index), static_position: Numbers] {
        traits: PURE, rules: "dynamic_position=index",
        format: "$vector `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($vector)",
    }
    ExtractElement = "vector.extractelement" One [vector: Value(Vector), position: Optional(IntOrIndex)] {
        traits: PURE, rules: "result=elem(vector)",
        format: "$vector `[` ($position^ `:` type($position))? `]` attr-dict `:` type($vector)",
    }
    ExtractStridedSlice = "vector.extract_strided_slice" One [vector: Value(Vector), offsets: Attr, sizes: Attr, strides: Attr] {
        traits: PURE, format: "$vector attr-dict `:` type($vector) `to` type(results)",
    }
    FMA = "vector.fma" One [lhs: Value(Vector), rhs: Value(Vector), acc: Value(Vector)] {
        traits: PURE, format: "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)", rules: "rhs=lhs;acc=lhs;result=lhs",
    }
    FlatTranspose = "vector.flat_transpose" One [matrix: Value(Vector), rows: Number, columns: Number] {
        traits: PURE, format: "$matrix attr-dict `:` type($matrix) `->` type($res)",
    }
    FromElements = "vector.from_elements" One [elements: Values(Any)] {
        traits: PURE, rules: "elements=elem(result)", format: "$elements attr-dict `:` type($result)",
    }
    OuterProduct = "vector.outerproduct" One [lhs: Value(Vector), rhs: Value(Any), acc: Optional(Any), kind: OptionalEnum(&COMBINING)] {
        traits: PURE, custom: Some((parse_outer_product, print_outer_product)), rules: "acc=result",
    }
    Gather = "vector.gather" One [base: Value(Any), indices: Values(Index), index_vec: Value(Vector), mask: Value(Vector), pass_thru: Value(Vector)] {
        traits: READS, rules: "indices=index",
        format: "$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($index_vec) `,` type($mask) `,` type($pass_thru) `into` type($result)",
    }
    Scatter = "vector.scatter" None [base: Value(Any), indices: Values(Index), index_vec: Value(Vector), mask: Value(Vector), valueToStore: Value(Vector)] {
        traits: WRITES, rules: "indices=index",
        format: "$base `[` $indices `]` `[` $index_vec `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($index_vec) `,` type($mask) `,` type($valueToStore)",
    }
    CompressStore = "vector.compressstore" None [base: Value(MemRef), indices: Values(Index), mask: Value(Vector), valueToStore: Value(Vector)] {
        traits: WRITES, rules: "indices=index",
        format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
    }
    ExpandLoad = "vector.expandload" One [base: Value(MemRef), indices: Values(Index), mask: Value(Vector), pass_thru: Value(Vector)] {
        traits: READS, rules: "indices=index",
        format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
    }
    Insert = "vector.insert" One [source: Value(Any), dest: Value(Vector), dynamic_position: Values(Index), static_position: Numbers] {
        traits: PURE, rules: "dynamic_position=index;result=dest",
        format: "$source `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($source) `into` type($dest)",
    }
    InsertElement = "vector.insertelement" One [source: Value(Any), dest: Value(Vector), position: Optional(IntOrIndex)] {
        traits: PURE, rules: "source=elem(result);dest=result",
        format: "$source `,` $dest `[` ($position^ `:` type($position))? `]` attr-dict `:` type($result)",
    }
    InsertStridedSlice = "vector.insert_strided_slice" One [source: Value(Vector), dest: Value(Vector), offsets: Attr, strides: Attr] {
        traits: PURE, rules: "result=dest",
        format: "$source `,` $dest attr-dict `:` type($source) `into` type($dest)",
    }
    Interleave = "vector.interleave" One [lhs: Value(Vector), rhs: Value(Vector)] {
        traits: PURE, rules: "rhs=lhs",
        format: "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
    }
    Deinterleave = "vector.deinterleave" Any [source: Value(Vector)] {
        hint: Some(crate::hints::deinterleave), traits: PURE, rules: "result1=result",
        format: "$source attr-dict `:` type($source) `->` type($res1)",
    }
    Load = "vector.load" One [base: Value(MemRef), indices: Values(Index), nontemporal: OptionalAttr] {
        traits: READS, rules: "indices=index",
        format: "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
    }
    Store = "vector.store" None [valueToStore: Value(Vector), base: Value(MemRef), indices: Values(Index), nontemporal: OptionalAttr] {
        traits: WRITES, rules: "indices=index",
        format: "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
    }
    MaskedLoad = "vector.maskedload" One [base: Value(MemRef), indices: Values(Index), mask: Value(Vector), pass_thru: Value(Vector)] {
        traits: READS, rules: "indices=index",
        format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
    }
    MaskedStore = "vector.maskedstore" None [base: Value(MemRef), indices: Values(Index), mask: Value(Vector), valueToStore: Value(Vector)] {
        traits: WRITES, rules: "indices=index",
        format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
    }
    MatrixMultiply = "vector.matrix_multiply" One [lhs: Value(Vector), rhs: Value(Vector), lhs_rows: Number, lhs_columns: Number, rhs_columns: Number] {
        traits: PURE,
        format: "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)",
    }
    Reduction = "vector.reduction" One [kind: Bracketed(&COMBINING), vector: Value(Vector), acc: Optional(Any), fastmath: Flags(&FASTMATH, ",")] {
        traits: PURE, rules: "acc=result",
        format: "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
    }
    MultiReduction = "vector.multi_reduction" One [kind: Bracketed(&COMBINING), source: Value(Vector), acc: Value(Any), reduction_dims: Numbers] {
        traits: PURE, rules: "acc=result",
        format: "$kind `,` $source `,` $acc $reduction_dims attr-dict `:` type($source) `to` type($dest)",
    }
    Print = "vector.print" None [source: Optional(Any)] { format: "($source^ `:` type($source))? attr-dict" }
    ScalableExtract = "vector.scalable.extract" One [source: Value(Vector), pos: Number] {
        traits: PURE, format: "$source `[` $pos `]` attr-dict `:` type($res) `from` type($source)",
    }
    ScalableInsert = "vector.scalable.insert" One [source: Value(Vector), dest: Value(Vector), pos: Number] {
        traits: PURE, format: "$source `,` $dest `[` $pos `]` attr-dict `:` type($source) `into` type($dest)", rules: "result=dest",
    }
    Scan = "vector.scan" Any [kind: Bracketed(&COMBINING), source: Value(Vector), initial_value: Value(Vector), reduction_dim: Number, inclusive: Attr] {
        traits: PURE, hint: Some(crate::hints::scan), rules: "result=source;result1=initial_value",
        format: "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
    }
    ShapeCast = "vector.shape_cast" One [source: Value(Vector)] { traits: PURE, format: "$source attr-dict `:` type($source) `to` type($result)" }
    Shuffle = "vector.shuffle" One [v1: Value(Vector), v2: Value(Vector), mask: Numbers] {
        traits: PURE, custom: Some((parse_shuffle, print_shuffle)),
    }
    Splat = "vector.splat" One [input: Value(Any)] { traits: PURE, format: "$input attr-dict `:` type($aggregate)", rules: "input=elem(result)" }
    Step = "vector.step" One [] { traits: PURE, format: "attr-dict `:` type($result)" }
    Transpose = "vector.transpose" One [vector: Value(Vector), permutation: Numbers] {
        traits: PURE, format: "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
    }
    TypeCast = "vector.type_cast" One [memref: Value(MemRef)] { traits: PURE, format: "$memref attr-dict `:` type($memref) `to` type($result)" }
    Vscale = "vector.vscale" One [] { traits: PURE, hint: Some(crate::hints::op_name), format: "attr-dict", rules: "result=index" }
    Yield = "vector.yield" None [operands: Values(Any)] { traits: Traits::TERMINATOR, format: "attr-dict ($operands^ `:` type($operands))?" }
}

/// `%a, %b [0, 5] : vector<4xf32>, vector<4xf32>`
fn parse_shuffle(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let first = p.operand()?;
    p.expect(",")?;
    let second = p.operand()?;
    p.expect("[")?;
    let mut mask = Vec::new();
    until(p, "]", &mut |p| {
        mask.push(p.integer()? as i64);
        Ok(())
    })?;
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let left = p.ty()?;
    p.expect(",")?;
    let right = p.ty()?;
    resolve_all(p, state, &[first], Some(left))?;
    resolve_all(p, state, &[second], Some(right))?;
    state.slots[0] = numbers(p.ctx(), &mask).raw();
    let TypeData::Vector { dims, element } = p.ctx().type_data(left) else {
        return Err(p.error("expected vector types"));
    };
    let mut dims = dims.to_vec();
    match dims.first_mut() {
        Some(first) => *first = mask.len() as u64,
        None => dims.push(mask.len() as u64),
    }
    let ty = p.ctx().ty(TypeData::Vector { dims: dims.into(), element: *element });
    state.results.push(ty);
    Ok(())
}

fn print_shuffle(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    write_values(p, body, body.operands(op));
    let mask = View::new(p.ctx(), body, op).map(|view| view.numbers("mask")).unwrap_or_default();
    let mask: Vec<String> = mask.iter().map(i64::to_string).collect();
    p.write(&format!(" [{}]", mask.join(", ")));
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    let types: Vec<_> = body.operands(op).map(|value| body.value_type(value)).collect();
    write_types(p, &types);
}

/// `%a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32>`
/// The attributes: `#vector.kind<add>`, by the name of the kind.
pub(crate) fn attributes() -> Vec<ParamDef> {
    vec![ParamDef { name: "vector.kind", parse: parse_kind, print: print_kind, code: NO_OPCODE }]
}

fn parse_kind(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let word = p.keyword()?;
    if COMBINING.by_name(&word).is_none() {
        return Err(p.error(&format!("'{word}' is no way to combine elements")));
    }
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![p.ctx().string_attr(&word)]))
}

fn print_kind(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let word = params.first().and_then(|attr| p.ctx().attr_str(*attr)).unwrap_or_default().to_owned();
    p.write(&format!("<{word}>"));
}

fn parse_outer_product(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let mut list = vec![p.operand()?];
    while p.accept(",") {
        list.push(p.operand()?);
    }
    p.attr_dict(&mut state.attrs)?;
    let kind = p.ctx().ident("kind");
    state.slots[0] = 0;
    if let Some(at) = state.attrs.iter().position(|(key, _)| *key == kind) {
        let (_, value) = state.attrs.remove(at);
        let known = match p.ctx().attr_data(value) {
            AttrData::Param { params, .. } => params.first().and_then(|name| p.ctx().attr_str(*name)),
            _ => None,
        };
        let known = known.and_then(|name| COMBINING.by_name(name));
        state.slots[0] = known.ok_or_else(|| p.error("attribute 'kind' is of the wrong kind"))?;
    }
    p.expect(":")?;
    let left = p.ty()?;
    p.expect(",")?;
    let right = p.ty()?;
    let TypeData::Vector { dims, element } = p.ctx().type_data(left) else {
        return Err(p.error("expected vector type for operand #1"));
    };
    let mut shape = dims.to_vec();
    if let TypeData::Vector { dims, .. } = p.ctx().type_data(right) {
        shape.extend_from_slice(dims);
    }
    let result = p.ctx().ty(TypeData::Vector { dims: shape.into(), element: *element });
    let types = [left, right, result];
    if list.len() < 2 || list.len() > types.len() {
        return Err(p.error("expected 2 or 3 operands"));
    }
    for (operand, ty) in list.iter().zip(types) {
        resolve_all(p, state, std::slice::from_ref(operand), Some(ty))?;
    }
    state.results.push(result);
    Ok(())
}

fn print_outer_product(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    write_values(p, body, body.operands(op));
    // Of what combines the product with a third operand the kind is written even where it is the usual one.
    let ctx = p.ctx();
    let mut attrs = ctx.dict(body.attrs(op)).to_vec();
    let kind = COMBINING.by_value(body.slot(op, 0)).map_or("add", |kind| kind.name);
    if let Some(def) = ctx.registry().attr_by_name("vector.kind")
        && (body.operands(op).len() > 2 || kind != "add")
    {
        attrs.push((ctx.ident("kind"), ctx.param_attr(def, &[ctx.string_attr(kind)])));
    }
    let attrs = ctx.dict_attr(attrs);
    p.attr_dict(Some(attrs), &[]);
    p.write(" : ");
    let types: Vec<_> = body.operands(op).take(2).map(|value| body.value_type(value)).collect();
    write_types(p, &types);
}
