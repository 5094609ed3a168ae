//! The `vector` dialect: vectors of one or more dimensions

use crate::enums::{COMBINING, FASTMATH, ITERATOR, PUNCTUATION};
use crate::spec::{Class::*, View, ops};
use crate::text::*;
use crate::text::{number, numbers, write_types};
use crate::transfer;
use crate::types::{vector_lengths, vector_of};
use crate::vector_shapes as shapes;
use spv_ir::affine::AffineExpr;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::{EnumDef, NO_OPCODE, ParamDef, ParamDefId, Traits};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Builder, Context, Ident, InsertPoint, NewOp, Op, TypeData, Value};

const PURE: Traits = Traits::PURE;
const READS: Traits = Traits::READS;
const WRITES: Traits = Traits::WRITES;

/// Maximum number of elements of `vector.to_elements`.
const MAX_ELEMENTS: u64 = 1 << 16;

/// Parses `vector.to_elements`: `%vector : type`. The op has one result per element.
fn parse_to_elements(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let source = p.operand()?;
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    let count = match p.ctx().type_data(ty) {
        TypeData::Vector { dims, .. } => dims.iter().try_fold(1u64, |all, length| all.checked_mul(*length)),
        _ => None,
    };
    let Some(count) = count.filter(|count| *count <= MAX_ELEMENTS) else {
        return Err(p.error("expected a vector of at most 65536 elements"));
    };
    let element = crate::types::element(p.ctx(), ty);
    state.results = vec![element; count as usize];
    state.operands.push(p.resolve(&source, Some(ty))?);
    Ok(())
}

fn print_to_elements(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let [source] = body.first_operands(op);
    p.write(" ");
    p.value(body, source);
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    p.ty(body.value_type(source));
}

ops! {
    BitCast = "vector.bitcast" One [source: Value(Vector)] { traits: PURE, check: Some(shapes::check_bitcast), format: "$source attr-dict `:` type($source) `to` type($result)" }
    Broadcast = "vector.broadcast" One [source: Value(Any)] { traits: PURE, check: Some(shapes::check_broadcast), format: "$source attr-dict `:` type($source) `to` type($result)" }
    Contract = "vector.contract" One [lhs: Value(Vector), rhs: Value(Vector), acc: Value(Any), indexing_maps: Attr, iterator_types: Attr, kind: Attr] {
        traits: PURE, custom: Some((parse_contract, print_contract)), rules: "result=acc", verify: Some(verify_contract),
    }
    CreateMask = "vector.create_mask" One [operands: Values(Index)] { traits: PURE, format: "$operands attr-dict `:` type(results)", rules: "operands=index" }
    ConstantMask = "vector.constant_mask" One [mask_dim_sizes: Numbers] { traits: PURE, check: Some(shapes::check_constant_mask), format: "$mask_dim_sizes attr-dict `:` type(results)" }
    Extract = "vector.extract" One [vector: Value(Vector), dynamic_position: Values(Index), static_position: Numbers] {
        traits: PURE, check: Some(shapes::check_extract), rules: "dynamic_position=index",
        format: "$vector `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($vector)",
    }
    ExtractElement = "vector.extractelement" One [vector: Value(Vector), position: Optional(IntOrIndex)] {
        traits: PURE, rules: "result=elem(vector)",
        format: "$vector `[` ($position^ `:` type($position))? `]` attr-dict `:` type($vector)",
    }
    ExtractStridedSlice = "vector.extract_strided_slice" One [vector: Value(Vector), offsets: Attr, sizes: Attr, strides: Attr] {
        traits: PURE, check: Some(shapes::check_extract_slice), format: "$vector since24((`offsets` `=` $offsets^ `,` `sizes` `=` $sizes `,` `strides` `=` $strides)?) attr-dict `:` type($vector) `to` type(results)",
    }
    FMA = "vector.fma" One [lhs: Value(Vector), rhs: Value(Vector), acc: Value(Vector)] {
        traits: PURE, check: Some(shapes::check_fma), format: "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)", rules: "rhs=lhs;acc=lhs;result=lhs",
    }
    FlatTranspose = "vector.flat_transpose" One [matrix: Value(Vector), rows: Number, columns: Number] {
        traits: PURE, format: "$matrix attr-dict `:` type($matrix) `->` type($result)",
    }
    ToElements = "vector.to_elements" Any [source: Value(Vector)] {
        traits: PURE, check: Some(shapes::check_to_elements), custom: Some((parse_to_elements, print_to_elements)),
    }
    FromElements = "vector.from_elements" One [elements: Values(Any)] {
        traits: PURE, check: Some(shapes::check_from_elements), rules: "elements=elem(result)", format: "$elements attr-dict `:` type($result)",
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
        traits: PURE, check: Some(shapes::check_insert), rules: "dynamic_position=index;result=dest",
        format: "$source `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($source) `into` type($dest)",
    }
    InsertElement = "vector.insertelement" One [source: Value(Any), dest: Value(Vector), position: Optional(IntOrIndex)] {
        traits: PURE, rules: "source=elem(result);dest=result",
        format: "$source `,` $dest `[` ($position^ `:` type($position))? `]` attr-dict `:` type($result)",
    }
    InsertStridedSlice = "vector.insert_strided_slice" One [source: Value(Vector), dest: Value(Vector), offsets: Attr, strides: Attr] {
        traits: PURE, check: Some(shapes::check_insert_slice), rules: "result=dest",
        format: "$source `,` $dest since24((`offsets` `=` $offsets^ `,` `strides` `=` $strides)?) attr-dict `:` type($source) `into` type($dest)",
    }
    Interleave = "vector.interleave" One [lhs: Value(Vector), rhs: Value(Vector)] {
        traits: PURE, check: Some(shapes::check_interleave), rules: "rhs=lhs",
        format: "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
    }
    Deinterleave = "vector.deinterleave" Any [source: Value(Vector)] {
        hint: Some(crate::hints::deinterleave), traits: PURE, check: Some(shapes::check_deinterleave), rules: "result1=result",
        format: "$source attr-dict `:` type($source) `->` type($result)",
    }
    Load = "vector.load" One [base: Value(MemRef), indices: Values(Index), nontemporal: OptionalAttr, alignment: OptionalNumber] {
        traits: READS, check: Some(shapes::check_load), rules: "indices=index",
        format: "$base `[` $indices `]` since24((`alignment` `=` $alignment^)? (`nontemporal` `=` $nontemporal^)?) attr-dict `:` type($base) `,` type($result)",
    }
    Store = "vector.store" None [valueToStore: Value(Vector), base: Value(MemRef), indices: Values(Index), nontemporal: OptionalAttr, alignment: OptionalNumber] {
        traits: WRITES, check: Some(shapes::check_store), rules: "indices=index",
        format: "$valueToStore `,` $base `[` $indices `]` since24((`alignment` `=` $alignment^)? (`nontemporal` `=` $nontemporal^)?) attr-dict `:` type($base) `,` type($valueToStore)",
    }
    MaskedLoad = "vector.maskedload" One [base: Value(MemRef), indices: Values(Index), mask: Value(Vector), pass_thru: Value(Vector)] {
        traits: READS, rules: "indices=index",
        format: "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
    }
    MaskedStore = "vector.maskedstore" None [base: Value(MemRef), indices: Values(Index), mask: Value(Vector), valueToStore: Value(Vector)] {
        traits: WRITES, rules: "indices=index",
        format: "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
    }
    Mask = "vector.mask" Any [mask: Value(Vector), passthru: Optional(Any)] {
        regions: 1, custom: Some((parse_mask, print_mask)), verify: Some(verify_mask),
    }
    MatrixMultiply = "vector.matrix_multiply" One [lhs: Value(Vector), rhs: Value(Vector), lhs_rows: Number, lhs_columns: Number, rhs_columns: Number] {
        traits: PURE,
        format: "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)",
    }
    Reshape = "vector.reshape" One [vector: Value(Vector), input_shape: Values(Index), output_shape: Values(Index), fixed_vector_sizes: Attr, operandSegmentSizes: Segments] {
        traits: PURE, rules: "input_shape=index;output_shape=index",
        format: "$vector `,` `[` $input_shape `]` `,` `[` $output_shape `]` `,` $fixed_vector_sizes attr-dict `:` type($vector) `to` type($result)",
    }
    Reduction = "vector.reduction" One [kind: Bracketed(&COMBINING), vector: Value(Vector), acc: Optional(Any), fastmath: Flags(&FASTMATH, Separator::Comma)] {
        traits: PURE, check: Some(shapes::check_reduction), rules: "acc=result",
        format: "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($result)",
    }
    MultiReduction = "vector.multi_reduction" One [kind: Bracketed(&COMBINING), source: Value(Vector), acc: Value(Any), reduction_dims: Numbers] {
        traits: PURE, rules: "acc=result",
        format: "$kind `,` $source `,` $acc $reduction_dims attr-dict `:` type($source) `to` type($result)",
    }
    Print = "vector.print" None [source: Optional(Any), punctuation: OptionalBracketed(&PUNCTUATION), stringLiteral: OptionalAttr] {
        format: "($source^ `:` type($source))? (`str` $stringLiteral^)? (`punctuation` $punctuation^)? attr-dict",
    }
    ScalableExtract = "vector.scalable.extract" One [source: Value(Vector), pos: Number] {
        traits: PURE, format: "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)",
    }
    ScalableInsert = "vector.scalable.insert" One [source: Value(Vector), dest: Value(Vector), pos: Number] {
        traits: PURE, format: "$source `,` $dest `[` $pos `]` attr-dict `:` type($source) `into` type($dest)", rules: "result=dest",
    }
    Scan = "vector.scan" Any [kind: Bracketed(&COMBINING), source: Value(Vector), initial_value: Value(Vector), reduction_dim: Number, inclusive: Attr] {
        traits: PURE, hint: Some(crate::hints::scan), rules: "result=source;result1=initial_value",
        format: "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
    }
    ShapeCast = "vector.shape_cast" One [source: Value(Vector)] { traits: PURE, check: Some(shapes::check_shape_cast), format: "$source attr-dict `:` type($source) `to` type($result)" }
    Shuffle = "vector.shuffle" One [v1: Value(Vector), v2: Value(Vector), mask: Numbers] {
        traits: PURE, check: Some(shapes::check_shuffle), custom: Some((parse_shuffle, print_shuffle)),
    }
    Splat = "vector.splat" One [input: Value(Any)] { traits: PURE, format: "$input attr-dict `:` type($result)", rules: "input=elem(result)" }
    Step = "vector.step" One [] { traits: PURE, check: Some(shapes::check_step), format: "attr-dict `:` type($result)" }
    TransferRead = "vector.transfer_read" One [
        source: Value(Any), indices: Values(Index), padding: Value(Any), mask: Optional(Vector), permutation_map: Attr, in_bounds: Attr,
        operandSegmentSizes: Segments,
    ] {
        traits: READS, custom: Some((transfer::parse_read, transfer::print_read)), rules: "indices=index", verify: Some(transfer::verify),
    }
    TransferWrite = "vector.transfer_write" Any [
        vector: Value(Vector), source: Value(Any), indices: Values(Index), mask: Optional(Vector), permutation_map: Attr, in_bounds: Attr,
        operandSegmentSizes: Segments,
    ] {
        traits: WRITES, custom: Some((transfer::parse_write, transfer::print_write)), rules: "indices=index;result=source", verify: Some(transfer::verify),
    }
    Transpose = "vector.transpose" One [vector: Value(Vector), permutation: Numbers] {
        traits: PURE, check: Some(shapes::check_transpose), format: "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
    }
    TypeCast = "vector.type_cast" One [memref: Value(MemRef)] { traits: PURE, format: "$memref attr-dict `:` type($memref) `to` type($result)" }
    Vscale = "vector.vscale" One [] { traits: PURE, hint: Some(crate::hints::op_name), format: "attr-dict", rules: "result=index" }
    WarpExecuteOnLane0 = "vector.warp_execute_on_lane_0" Any [laneid: Value(Index), args: Values(Any), warp_size: Number] {
        regions: 1, custom: Some((parse_warp, print_warp)), rules: "laneid=index",
    }
    Yield = "vector.yield" None [operands: Values(Any)] { traits: Traits::TERMINATOR, format: "attr-dict ($operands^ `:` type($operands))?" }
}

/// Parses `vector.shuffle`: `%a, %b [0, 5] : vector<4xf32>, vector<4xf32>`.
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
    state.slots[Shuffle::slot(Shuffle::mask)] = numbers(p.ctx(), &mask).raw();
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

/// Attributes of the `vector` dialect that contain enumerants: `#vector.kind<add>`, `#vector.iterator_type<parallel>`.
pub(crate) const ATTRIBUTES: &[ParamDef] = &[
    attribute(KIND, parse_kind),
    attribute(ITERATOR_TYPE, parse_iterator_type),
    attribute("vector.punctuation", |p, _| parse_enumerant(p, &PUNCTUATION)),
];

const fn attribute(name: &'static str, parse: TypeParseFn) -> ParamDef {
    ParamDef { name, parse, print: print_enumerant, code: NO_OPCODE }
}

const KIND: &str = "vector.kind";
const ITERATOR_TYPE: &str = "vector.iterator_type";

fn parse_kind(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    parse_enumerant(p, &COMBINING)
}

fn parse_iterator_type(p: &mut dyn AsmParser, _: ParamDefId) -> Parsed<ParamInstance> {
    parse_enumerant(p, &ITERATOR)
}

fn parse_enumerant(p: &mut dyn AsmParser, def: &EnumDef) -> Parsed<ParamInstance> {
    p.expect("<")?;
    let word = p.keyword()?;
    if def.by_name(&word).is_none() {
        return Err(p.error(&format!("expected one of the values of '{}', found '{word}'", def.name)));
    }
    p.expect(">")?;
    Ok(ParamInstance::Params(vec![p.ctx().string_attr(&word)]))
}

fn print_enumerant(p: &mut dyn AsmPrinter, _: ParamDefId, _: Option<Ident>, params: &[Attribute]) {
    let word = params.first().and_then(|attr| p.ctx().attr_str(*attr)).unwrap_or_default().to_owned();
    p.write(&format!("<{word}>"));
}

/// Returns the value of a `#vector.kind<...>` attribute, one of the constants of [`crate::enums::CombiningKind`].
/// Returns `None` for other attributes.
pub fn combining_kind(ctx: &Context, kind: Attribute) -> Option<u32> {
    enumerant(ctx, kind).and_then(|name| COMBINING.by_name(name))
}

/// Returns the enumerant's name in an enumerant attribute, or `None` for other attributes.
fn enumerant(ctx: &Context, attr: Attribute) -> Option<&str> {
    match ctx.attr_data(attr) {
        AttrData::Param { params, .. } => ctx.attr_str(*params.first()?),
        _ => None,
    }
}

/// Parses `vector.outerproduct`: `%a, %b, %c {kind = #vector.kind<add>} : vector<2xf32>, vector<4xf32>`.
fn parse_outer_product(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let mut list = vec![p.operand()?];
    while p.accept(",") {
        list.push(p.operand()?);
    }
    p.attr_dict(&mut state.attrs)?;
    let kind = p.ctx().ident("kind");
    state.slots[OuterProduct::slot(OuterProduct::kind)] = 0;
    if let Some(at) = state.attrs.iter().position(|(key, _)| *key == kind) {
        let (_, value) = state.attrs.remove(at);
        let known = combining_kind(p.ctx(), value);
        state.slots[OuterProduct::slot(OuterProduct::kind)] =
            known.ok_or_else(|| p.error("attribute 'kind' has the wrong kind"))?;
    }
    p.expect(":")?;
    let left = p.ty()?;
    p.expect(",")?;
    let right = p.ty()?;
    let ctx = p.ctx();
    let Some(mut lengths) = vector_lengths(ctx, left) else {
        return Err(p.error("expected vector type for operand #1"));
    };
    lengths.extend(vector_lengths(ctx, right).unwrap_or_default());
    let result = vector_of(ctx, &lengths, crate::types::element(ctx, left));
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
    // If there is a third operand, `kind` is printed even if it has its default value.
    let ctx = p.ctx();
    let mut attrs = ctx.dict(body.attrs(op)).to_vec();
    let kind = COMBINING
        .by_value(body.slot(op, OuterProduct::slot(OuterProduct::kind)))
        .map_or("add", |kind| kind.name);
    if let Some(def) = ctx.registry().attr_by_name(KIND)
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

/// Parses `vector.contract`: `{indexing_maps = [...], iterator_types = ["parallel"], kind =
/// #vector.kind<add>} %a, %b, %c {...} : t, u into v`.
fn parse_contract(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let at = p.offset();
    let traits = p.attr()?;
    if !matches!(p.ctx().attr_data(traits), AttrData::Dict(_)) {
        return Err(p.error_at(at..at + 1, "expected a dictionary of indexing maps and iterator types"));
    }
    for (key, value) in p.ctx().dict(Some(traits)).to_vec() {
        match p.ctx().str(key) {
            "indexing_maps" => state.slots[Contract::slot(Contract::indexing_maps)] = value.raw(),
            "iterator_types" => match iterator_types(p.ctx(), value) {
                Some(value) => state.slots[Contract::slot(Contract::iterator_types)] = value.raw(),
                None => {
                    return Err(p.error_at(at..at + 1, "expected iterator types 'parallel' and 'reduction'"));
                }
            },
            "kind" => state.slots[Contract::slot(Contract::kind)] = value.raw(),
            _ => state.attrs.push((key, value)),
        }
    }
    if state.slots[Contract::slot(Contract::kind)] == 0
        && let Some(def) = p.ctx().registry().attr_by_name(KIND)
    {
        state.slots[Contract::slot(Contract::kind)] =
            p.ctx().param_attr(def, &[p.ctx().string_attr("add")]).raw();
    }
    let operands = listed_operands(p, 3)?;
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let left = p.ty()?;
    p.expect(",")?;
    let right = p.ty()?;
    if !p.accept_keyword("into") {
        return Err(p.error("expected 'into'"));
    }
    let result = p.ty()?;
    for (operand, ty) in operands.iter().zip([left, right, result]) {
        resolve_all(p, state, std::slice::from_ref(operand), Some(ty))?;
    }
    state.results.push(result);
    Ok(())
}

/// Converts an array of strings to an array of `#vector.iterator_type` attributes. Returns `None` if an element is
/// invalid.
fn iterator_types(ctx: &Context, list: Attribute) -> Option<Attribute> {
    let def = ctx.registry().attr_by_name(ITERATOR_TYPE)?;
    let list: Option<Vec<_>> = ctx
        .attr_array(list)?
        .iter()
        .map(|word| match ctx.attr_str(*word) {
            Some(text) => ITERATOR.by_name(text).map(|_| ctx.param_attr(def, &[*word])),
            None => enumerant(ctx, *word).map(|_| *word),
        })
        .collect();
    Some(ctx.array_attr(&list?))
}

fn print_contract(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let ctx = p.ctx();
    let words = body
        .slot_attr(op, Contract::slot(Contract::iterator_types))
        .and_then(|list| ctx.attr_array(list))
        .unwrap_or(&[]);
    let words: Vec<_> =
        words.iter().filter_map(|attr| enumerant(ctx, *attr).map(|word| ctx.string_attr(word))).collect();
    let mut traits = vec![(ctx.ident("iterator_types"), ctx.array_attr(&words))];
    for (slot, key) in [(0, "indexing_maps"), (2, "kind")] {
        traits.extend(body.slot_attr(op, slot).map(|attr| (ctx.ident(key), attr)));
    }
    let traits = ctx.dict_attr(traits);
    p.write(" ");
    p.attr(traits);
    p.write(" ");
    write_values(p, body, body.operands(op));
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    let types: Vec<_> = body.operands(op).map(|value| body.value_type(value)).collect();
    write_types(p, &types[..2]);
    p.write(" into ");
    write_types(p, &types[2..]);
}

/// Verifies that an iteration dimension has the same length in all operands, and that each operand has one dimension
/// per map result.
fn verify_contract(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let mut error = |message: &str| {
        out.error(Place::Op(body.loc(op)), format!("'vector.contract' op {message}"));
    };
    let list = |slot| body.slot_attr(op, slot).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
    let (maps, iterators) =
        (list(Contract::slot(Contract::indexing_maps)), list(Contract::slot(Contract::iterator_types)));
    if maps.len() != 3 {
        return error("expected an indexing map for each vector operand");
    }
    let mut lengths = vec![None; iterators.len()];
    for (index, map) in maps.iter().enumerate() {
        let AttrData::AffineMap(map) = ctx.attr_data(*map) else { return error("expected affine maps") };
        if map.dims as usize != iterators.len() || map.symbols > 0 {
            return error(
                "expected each indexing map to have as many dimensions as there are iterator types, and no symbols",
            );
        }
        let shape = vector_lengths(ctx, body.value_type(body.operand(op, index))).unwrap_or_default();
        if shape.len() != map.results.len() {
            return error("expected each indexing map to have as many results as its operand has dimensions");
        }
        for (result, length) in map.results.iter().zip(shape) {
            let AffineExpr::Dim(dim) = result else {
                return error("expected indexing maps that are projected permutations of their inputs");
            };
            match &mut lengths[*dim as usize] {
                Some(known) if *known != length => return error("expected dimensions of equal lengths"),
                known => *known = Some(length),
            }
        }
    }
}

/// Parses `vector.mask`: `%mask, %passthru { op } {...} : vector<8xi1> -> i32`.
fn parse_mask(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let mask = p.operand()?;
    let passthru = if p.accept(",") { Some(p.operand()?) } else { None };
    p.next_region(state, &[])?;
    yield_results(p, state);
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    resolve_all(p, state, &[mask], Some(ty))?;
    if p.accept("->") {
        state.results = result_types(p)?;
        while p.accept(",") {
            state.results.push(p.ty()?);
        }
    }
    let first = state.results.first().copied();
    resolve_all(p, state, passthru.as_slice(), first)
}

/// Terminates the last parsed region with a `vector.yield` of the results of its last op.
fn yield_results(p: &mut dyn AsmParser, state: &OpState) {
    let registry = p.ctx().registry().clone();
    let (Some(def), Some(&holder)) = (registry.op_by_name(Yield::NAME), state.regions.last()) else { return };
    let (body, _) = p.body();
    let last = body.last_block(body.region(holder, 0)).and_then(|block| body.last_op(block));
    match last {
        Some(last) if registry.op(body.def(last)).traits.contains(Traits::TERMINATOR) => {}
        Some(last) => {
            let operands: Vec<Value> = body.results(last).collect();
            Builder::at(body, InsertPoint::after(body, last))
                .create(NewOp { operands: &operands, ..NewOp::new(def) });
        }
        None => terminate(p, state, Yield::NAME),
    }
}

fn print_mask(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    write_values(p, body, body.operands(op));
    p.write(" { ");
    let first = body.first_block(body.region(op, 0)).and_then(|block| body.first_op(block));
    if let Some(first) = first {
        p.op_in_line(body, first);
    }
    p.write(" }");
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    let [mask] = body.first_operand_types(op);
    p.ty(mask);
    let types: Vec<_> = body.results(op).map(|result| body.value_type(result)).collect();
    if !types.is_empty() {
        p.write(" -> ");
        write_types(p, &types);
    }
}

/// Verifies that the region contains at most one op besides its terminator, and that the terminator's operands have the
/// result types of the `vector.mask`.
fn verify_mask(_: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let mut error = |message: &str| {
        out.error(Place::Op(body.loc(op)), format!("'vector.mask' op {message}"));
    };
    let Some(block) = body.first_block(body.region(op, 0)) else { return };
    if body.next_block(block).is_some() {
        return error("expects region #0 to have 0 or 1 blocks");
    }
    let count = body.ops(block).count();
    let Some(end) = body.last_op(block).filter(|_| count <= 2) else {
        return error("expects only one operation to mask");
    };
    let types = |values: &mut dyn Iterator<Item = Value>| {
        values.map(|value| body.value_type_opt(value)).collect::<Vec<_>>()
    };
    if types(&mut body.operands(end)) != types(&mut body.results(op)) {
        error("expects the types of its results to be those of the values that its region yields");
    }
}

/// Parses `vector.warp_execute_on_lane_0`: `(%lane)[32] args(%a : t) -> (u) { ^bb0(%b: v): ... }`.
fn parse_warp(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    p.expect("(")?;
    let lane = p.operand()?;
    p.expect(")")?;
    p.expect("[")?;
    let size = p.integer()?;
    state.slots[WarpExecuteOnLane0::slot(WarpExecuteOnLane0::warp_size)] = number(p.ctx(), size as i64).raw();
    p.expect("]")?;
    let index = p.ctx().common().index;
    resolve_all(p, state, &[lane], Some(index))?;
    if p.accept_keyword("args") {
        p.expect("(")?;
        let mut operands = vec![p.operand()?];
        while p.accept(",") {
            operands.push(p.operand()?);
        }
        p.expect(":")?;
        for (i, operand) in operands.into_iter().enumerate() {
            if i > 0 {
                p.expect(",")?;
            }
            let ty = p.ty()?;
            resolve_all(p, state, &[operand], Some(ty))?;
        }
        p.expect(")")?;
    }
    if p.accept("->") {
        state.results = result_types(p)?;
    }
    p.next_region(state, &[])?;
    terminate(p, state, Yield::NAME);
    p.attr_dict(&mut state.attrs)
}

fn print_warp(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let size = body
        .slot_attr(op, WarpExecuteOnLane0::slot(WarpExecuteOnLane0::warp_size))
        .and_then(|attr| p.ctx().attr_u64(attr))
        .unwrap_or(0) as i64;
    p.write("(");
    let [lane] = body.first_operands(op);
    p.value(body, lane);
    p.write(&format!(")[{size}]"));
    let args: Vec<_> = body.operands(op).skip(1).collect();
    if !args.is_empty() {
        p.write(" args(");
        write_values(p, body, args.iter().copied());
        p.write(" : ");
        let types: Vec<_> = args.iter().map(|arg| body.value_type(*arg)).collect();
        write_types(p, &types);
        p.write(")");
    }
    write_results(p, body, op, false);
    let region = body.region(op, 0);
    match body.result_count(op) {
        0 => p.region_without_terminators(body, region, true),
        _ => p.region(body, region, true),
    }
    p.attr_dict(body.attrs(op), &[]);
}
