//! The `memref` dialect: memory references with a shape and layout

use crate::enums::ATOMIC;
use crate::hints;
use crate::since;
use crate::spec::{self, Class::*, ops};
use crate::text::*;
use crate::types;
use spv_ir::affine::AffineExpr;
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::diag::{Diagnostics, Place};
use spv_ir::dialect::Traits;
use spv_ir::text::type_text::type_text;
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Op, TypeData};

const PURE: Traits = Traits::PURE;

ops! {
    Alloc = "memref.alloc" One [dynamicSizes: Values(Index), symbolOperands: Values(Index), alignment: OptionalNumber, operandSegmentSizes: Segments] {
        hint: Some(hints::op_name), rules: "dynamicSizes=index;symbolOperands=index", verify: Some(verify_sizes),
        format: "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? since24((`alignment` `=` $alignment^)?) attr-dict `:` type($result)",
    }
    Alloca = "memref.alloca" One [dynamicSizes: Values(Index), symbolOperands: Values(Index), alignment: OptionalNumber, operandSegmentSizes: Segments] {
        hint: Some(hints::op_name), rules: "dynamicSizes=index;symbolOperands=index", verify: Some(verify_sizes),
        format: "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? since24((`alignment` `=` $alignment^)?) attr-dict `:` type($result)",
    }
    AllocaScope = "memref.alloca_scope" Any [] { regions: 1, custom: Some((parse_scope, print_scope)) }
    AllocaScopeReturn = "memref.alloca_scope.return" None [results: Values(Any)] {
        traits: Traits::TERMINATOR, parents: &[AllocaScope::NAME],
        format: "attr-dict ($results^ `:` type($results))?",
    }
    AssumeAlignment = "memref.assume_alignment" Any [memref: Value(MemRef), alignment: Number] {
        custom: Some((parse_assume, print_assume)), hint: Some(hints::assumed),
    }
    AtomicRMW = "memref.atomic_rmw" One [kind: Enum(&ATOMIC), value: Value(Any), memref: Value(MemRef), indices: Values(Index)] {
        format: "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
        rules: "indices=index;value=elem(memref);result=value", check: Some(check_atomic),
    }
    GenericAtomicRMW = "memref.generic_atomic_rmw" One [memref: Value(MemRef), indices: Values(Index)] {
        regions: 1, custom: Some((parse_generic_atomic, print_generic_atomic)), rules: "indices=index;result=elem(memref)",
    }
    AtomicYield = "memref.atomic_yield" None [result: Value(Any)] {
        traits: Traits::TERMINATOR, parents: &[GenericAtomicRMW::NAME], format: "$result attr-dict `:` type($result)",
    }
    Cast = "memref.cast" One [source: Value(MemRef)] {
        traits: PURE, hint: Some(hints::op_name), verify: Some(verify_cast),
        format: "$source attr-dict `:` type($source) `to` type($result)",
    }
    DistinctObjects = "memref.distinct_objects" Any [operands: Values(MemRef)] {
        traits: PURE, custom: Some((parse_distinct, print_distinct)),
    }
    CollapseShape = "memref.collapse_shape" One [src: Value(MemRef), reassociation: Attr] {
        traits: PURE, check: Some(check_collapse), hint: Some(hints::op_name), format: "$src $reassociation attr-dict `:` type($src) `into` type($result)",
    }
    Copy = "memref.copy" None [source: Value(MemRef), target: Value(MemRef)] {
        format: "$source `,` $target attr-dict `:` type($source) `to` type($target)",
    }
    Dealloc = "memref.dealloc" None [memref: Value(MemRef)] { format: "$memref attr-dict `:` type($memref)" }
    Dim = "memref.dim" One [source: Value(MemRef), index: Value(Index)] {
        traits: PURE, hint: Some(hints::op_name), format: "attr-dict $source `,` $index `:` type($source)", rules: "index=index;result=index",
    }
    DmaStart = "memref.dma_start" None [operands: Values(Any)] { custom: Some((parse_dma_start, print_dma_start)), verify: Some(verify_dma_start) }
    DmaWait = "memref.dma_wait" None [tagMemRef: Value(MemRef), tagIndices: Values(Index), numElements: Value(Index)] {
        rules: "tagIndices=index;numElements=index",
        format: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
    }
    ExpandShape = "memref.expand_shape" One [
        src: Value(MemRef), reassociation: Attr, output_shape: Values(Index), static_output_shape: Numbers,
    ] {
        traits: PURE, hint: Some(hints::op_name), rules: "output_shape=index", check: Some(check_expand),
        format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` type($src) `into` type($result)",
    }
    ExtractAlignedPointerAsIndex = "memref.extract_aligned_pointer_as_index" One [source: Value(MemRef)] {
        traits: PURE, hint: Some(aligned_pointer), format: "$source attr-dict `:` type($source) `->` type(results)",
    }
    ExtractStridedMetadata = "memref.extract_strided_metadata" Any [source: Value(MemRef)] {
        traits: PURE, hint: Some(hints::strided_metadata), format: "$source attr-dict `:` type($source) `->` type(results)",
    }
    GetGlobal = "memref.get_global" One [name: Symbol] { traits: PURE, format: "$name attr-dict `:` type($result)" }
    Global = "memref.global" None [sym_name: String, sym_visibility: OptionalString, ty: Type, initial_value: OptionalAttr, constant: Unit, alignment: OptionalNumber] {
        traits: Traits::SYMBOL, custom: Some((parse_global, print_global)), check: Some(check_global),
    }
    Load = "memref.load" One [memref: Value(MemRef), indices: Values(Index), nontemporal: OptionalAttr, alignment: OptionalNumber] {
        traits: Traits::READS,
        format: "$memref `[` $indices `]` since24((`alignment` `(` $alignment^ `)`)? (`nontemporal` `(` $nontemporal^ `)`)?) attr-dict `:` type($memref)", rules: "indices=index;result=elem(memref)",
    }
    MemorySpaceCast = "memref.memory_space_cast" One [source: Value(MemRef)] {
        traits: PURE, hint: Some(memory_space_cast), format: "$source attr-dict `:` type($source) `to` type($result)",
    }
    Prefetch = "memref.prefetch" None [memref: Value(MemRef), indices: Values(Index), isWrite: Attr, localityHint: Attr, isDataCache: Attr] {
        custom: Some((parse_prefetch, print_prefetch)), rules: "indices=index",
    }
    Rank = "memref.rank" One [memref: Value(MemRef)] {
        traits: PURE, format: "$memref attr-dict `:` type($memref)", rules: "result=index",
    }
    Realloc = "memref.realloc" One [source: Value(MemRef), dynamicResultSize: Optional(Index), alignment: OptionalNumber] {
        rules: "dynamicResultSize=index",
        format: "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type($result)",
    }
    ReinterpretCast = "memref.reinterpret_cast" One [
        source: Value(MemRef), offsets: Values(Index), sizes: Values(Index), strides: Values(Index),
        static_offsets: Numbers, static_sizes: Numbers, static_strides: Numbers, operandSegmentSizes: Segments,
    ] {
        traits: PURE, hint: Some(hints::op_name), rules: "offsets=index;sizes=index;strides=index",
        check: Some(check_reinterpret),
        format: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
    }
    Reshape = "memref.reshape" One [source: Value(MemRef), shape: Value(MemRef)] {
        traits: PURE, hint: Some(hints::op_name), format: "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
    }
    Store = "memref.store" None [value: Value(Any), memref: Value(MemRef), indices: Values(Index), nontemporal: OptionalAttr, alignment: OptionalNumber] {
        traits: Traits::WRITES,
        format: "$value `,` $memref `[` $indices `]` since24((`alignment` `(` $alignment^ `)`)? (`nontemporal` `(` $nontemporal^ `)`)?) attr-dict `:` type($memref)", rules: "indices=index;value=elem(memref)",
    }
    Subview = "memref.subview" One [
        source: Value(MemRef), offsets: Values(Index), sizes: Values(Index), strides: Values(Index),
        static_offsets: Numbers, static_sizes: Numbers, static_strides: Numbers, operandSegmentSizes: Segments,
    ] {
        traits: PURE, hint: Some(hints::op_name), rules: "offsets=index;sizes=index;strides=index", verify: Some(verify_subview),
        format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
    }
    Transpose = "memref.transpose" One [in: Value(MemRef), permutation: Attr] {
        traits: PURE, hint: Some(hints::op_name), custom: Some((parse_transpose, print_transpose)), verify: Some(verify_transpose),
    }
    View = "memref.view" One [source: Value(MemRef), byte_shift: Value(Index), sizes: Values(Index)] {
        traits: PURE, hint: Some(hints::op_name), rules: "byte_shift=index;sizes=index",
        format: "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
    }
}

/// Parses `memref.distinct_objects`: `%a, %b : t, t`. The op has one result per operand.
fn parse_distinct(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let mut names = vec![p.operand()?];
    while p.accept(",") {
        names.push(p.operand()?);
    }
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    for (i, name) in names.iter().enumerate() {
        if i > 0 {
            p.expect(",")?;
        }
        let ty = p.ty()?;
        state.operands.push(p.resolve(name, Some(ty))?);
        state.results.push(ty);
    }
    Ok(())
}

fn print_distinct(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    for (i, value) in body.operands(op).enumerate() {
        p.write(if i > 0 { ", " } else { " " });
        p.value(body, value);
    }
    p.attr_dict(body.attrs(op), &[]);
    for (i, value) in body.operands(op).enumerate() {
        p.write(if i > 0 { ", " } else { " : " });
        p.ty(body.value_type(value));
    }
}

/// Parses `memref.assume_alignment`: `%memref, 16 : type`. The op has a result since LLVM 22.
fn parse_assume(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let source = p.operand()?;
    p.expect(",")?;
    let i32 = p.ctx().common().i32;
    let alignment = p.attr_of(i32)?;
    state.slots[AssumeAlignment::slot(AssumeAlignment::alignment)] = alignment.raw();
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    state.operands.push(p.resolve(&source, Some(ty))?);
    state.results = vec![ty; state.result_count.min(1)];
    Ok(())
}

fn print_assume(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let [source] = body.first_operands(op);
    p.write(" ");
    p.value(body, source);
    p.write(", ");
    if let Some(alignment) = body.slot_attr(op, AssumeAlignment::slot(AssumeAlignment::alignment)) {
        p.attr_no_type(alignment);
    }
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    p.ty(body.value_type(source));
}

/// Parses `memref.transpose`: `%m (d0, d1) -> (d1, d0) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>`.
fn parse_transpose(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let source = p.operand()?;
    state.slots[Transpose::slot(Transpose::permutation)] = p.affine_map()?.raw();
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    resolve_all(p, state, &[source], Some(ty))?;
    if !p.accept_keyword("to") {
        return Err(p.error("expected 'to'"));
    }
    state.results.push(p.ty()?);
    Ok(())
}

fn print_transpose(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let [source] = body.first_operands(op);
    p.write(" ");
    p.value(body, source);
    let map = body
        .slot_attr(op, Transpose::slot(Transpose::permutation))
        .map(|attr| p.ctx().attr_data(attr).clone());
    if let Some(AttrData::AffineMap(map)) = map {
        p.write(&format!(" {map}"));
    }
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    p.ty(body.value_type(source));
    write_types_to(p, body, op);
}

/// Returns the source dimension of each result dimension, or `None` if the affine map is not a permutation.
pub fn permutation(ctx: &Context, attr: Attribute) -> Option<Vec<usize>> {
    let AttrData::AffineMap(map) = ctx.attr_data(attr) else { return None };
    let dims: Option<Vec<usize>> = map
        .results
        .iter()
        .map(|result| match result {
            AffineExpr::Dim(number) => Some(*number as usize),
            _ => None,
        })
        .collect();
    let dims = dims.filter(|dims| dims.len() == map.dims as usize)?;
    (0..dims.len()).all(|dim| dims.contains(&dim)).then_some(dims)
}

/// Verifies that an allocation has one size for each dynamic dimension.
fn verify_sizes(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = spec::View::new(ctx, body, op) else { return };
    let shape = types::shape(ctx, body.value_type(body.result(op, 0))).unwrap_or_default();
    if view.range(Alloc::dynamicSizes).len() != shape.iter().filter(|dim| dim.is_none()).count() {
        let name = ctx.registry().op(body.def(op)).row.name;
        let message = "dimension operand count does not equal memref dynamic dimension count";
        out.error(Place::Op(body.loc(op)), format!("'{name}' op {message}"));
    }
}

/// Checks that the element type suits the operation of an atomic update.
fn check_atomic(view: &spec::View<'_>) -> Result<(), String> {
    let kind = view.word(AtomicRMW::kind).and_then(|kind| ATOMIC.by_value(kind));
    let (Some(kind), Some(ty)) = (kind, view.ty(AtomicRMW::value)) else { return Ok(()) };
    let (fits, expected) = match (kind.name, view.ctx.type_data(ty)) {
        ("assign", _) => return Ok(()),
        (name, data) if name.ends_with('f') => (matches!(data, TypeData::Float(_)), "a floating-point"),
        (_, data) => (matches!(data, TypeData::Integer { .. }), "an integer"),
    };
    if fits { Ok(()) } else { Err(format!("with kind '{}' expects {expected} type", kind.name)) }
}

/// Checks that a global has a static shape.
fn check_global(view: &spec::View<'_>) -> Result<(), String> {
    let ty = view.attr(Global::ty).and_then(|attr| view.ctx.attr_type(attr));
    match ty.and_then(|ty| types::shape(view.ctx, ty)) {
        Some(shape) if shape.iter().any(Option::is_none) => {
            Err("type should be static shaped memref".to_owned())
        }
        _ => Ok(()),
    }
}

/// Checks that the reassociation groups consist of consecutive dimensions of the expanded shape. The lengths of each
/// group must multiply to the length of its collapsed dimension.
fn check_groups(view: &spec::View<'_>, expanded: &str, collapsed: &str) -> Result<(), String> {
    let shape = |name| view.ty(name).and_then(|ty| types::shape(view.ctx, ty));
    let (Some(expanded), Some(collapsed)) = (shape(expanded), shape(collapsed)) else { return Ok(()) };
    let groups = view.attr(CollapseShape::reassociation).and_then(|attr| view.ctx.attr_array(attr));
    let group = |attr: &Attribute| -> Vec<u64> {
        let dims = view.ctx.attr_array(*attr).unwrap_or(&[]);
        dims.iter().filter_map(|dim| view.ctx.attr_u64(*dim)).collect()
    };
    let groups: Vec<Vec<u64>> = groups.unwrap_or(&[]).iter().map(group).collect();
    if groups.len() != collapsed.len() {
        let (need, have) = (collapsed.len(), groups.len());
        return Err(format!(
            "collapsed rank ({need}) inconsistent with number of reassociation groups ({have})"
        ));
    }
    let count = groups.iter().map(Vec::len).sum::<usize>();
    if count != expanded.len() && !groups.is_empty() {
        let rank = expanded.len();
        return Err(format!(
            "expanded rank ({rank}) inconsistent with number of reassociation indices ({count})"
        ));
    }
    if !groups.iter().flatten().copied().eq(0..count as u64) {
        return Err("reassociation indices must be contiguous".to_owned());
    }
    let mut rest = expanded.iter();
    for (dims, collapsed) in groups.iter().zip(collapsed) {
        let product = rest.by_ref().take(dims.len()).try_fold(1_u64, |all, dim| all.checked_mul((*dim)?));
        if let (Some(product), Some(length)) = (product, collapsed)
            && product != length
        {
            return Err(format!(
                "collapsed dim size ({length}) must equal reassociation group size ({product})"
            ));
        }
    }
    Ok(())
}

fn check_collapse(view: &spec::View<'_>) -> Result<(), String> {
    check_groups(view, CollapseShape::src, "result")
}

fn check_expand(view: &spec::View<'_>) -> Result<(), String> {
    check_groups(view, "result", ExpandShape::src)
}

/// Checks that the result of a cast has the static sizes that the attribute lists.
fn check_reinterpret(view: &spec::View<'_>) -> Result<(), String> {
    let shape = view.ty("result").and_then(|ty| types::shape(view.ctx, ty));
    let (Some(shape), sizes) = (shape, view.numbers(ReinterpretCast::static_sizes)) else { return Ok(()) };
    if shape.len() != sizes.len() {
        let (need, have) = (shape.len(), sizes.len());
        return Err(format!("expected {need} size values, got {have}"));
    }
    for (dim, (length, size)) in shape.iter().zip(sizes).enumerate() {
        if let Some(length) = length
            && *length != size as u64
        {
            let size = if size as u64 == DYNAMIC { "?".to_owned() } else { size.to_string() };
            return Err(format!(
                "expected result type with size = {size} instead of {length} in dim = {dim}"
            ));
        }
    }
    Ok(())
}

/// Verifies that a cast changes only which dimensions are known, and the layout.
fn verify_cast(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let [source] = body.first_operand_types(op);
    let result = body.value_type(body.result(op, 0));
    let (Some(from), Some(to)) = (types::memref(ctx, source), types::memref(ctx, result)) else { return };
    let equal = |(a, b): (&Option<u64>, &Option<u64>)| a.is_none() || b.is_none() || a == b;
    let is_compatible = from.element == to.element
        && from.space == to.space
        && from.shape.len() == to.shape.len()
        && from.shape.iter().zip(&to.shape).all(equal);
    if !is_compatible {
        let (source, result) = (type_text(ctx, source), type_text(ctx, result));
        let message = format!(
            "'memref.cast' op operand type '{source}' and result type '{result}' are cast incompatible"
        );
        out.error(Place::Op(body.loc(op)), message);
    }
}

/// Verifies that a subview has an offset, a size and a stride for each dimension of the source.
fn verify_subview(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let Some(view) = spec::View::new(ctx, body, op) else { return };
    let [source] = body.first_operand_types(op);
    let rank = types::shape(ctx, source).map_or(0, |shape| shape.len());
    for (name, list) in [
        ("offset", Subview::static_offsets),
        ("size", Subview::static_sizes),
        ("stride", Subview::static_strides),
    ] {
        let count = view.numbers(list).len();
        if count != rank {
            let message = format!("'memref.subview' op expected {rank} {name} values, got {count}");
            out.error(Place::Op(body.loc(op)), message);
        }
    }
}

fn verify_transpose(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let mut error = |message: String| {
        out.error(Place::Op(body.loc(op)), format!("'memref.transpose' op {message}"));
    };
    let Some(dims) =
        body.slot_attr(op, Transpose::slot(Transpose::permutation)).and_then(|map| permutation(ctx, map))
    else {
        return error("expected a permutation map".to_owned());
    };
    let [source] = body.first_operand_types(op);
    let types = [source, body.value_type(body.result(op, 0))];
    let [Some(source), Some(result)] = types.map(|ty| crate::types::memref(ctx, ty)) else {
        return error("expected ranked memref types".to_owned());
    };
    if source.shape.len() != dims.len() {
        return error("expected a permutation map of same rank as the input".to_owned());
    }
    let (offset, strides) = source.strides();
    let shape: Vec<_> = dims.iter().map(|dim| source.shape[*dim]).collect();
    let layout = (offset, dims.iter().map(|dim| strides[*dim]).collect::<Vec<_>>());
    if result.shape != shape || result.element != source.element || result.strides() != layout {
        error("result type is not a permutation of the source type".to_owned());
    }
}

/// Prints ` to type`, with the type of the op's only result.
fn write_types_to(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" to ");
    p.ty(body.value_type(body.result(op, 0)));
}

/// Parses `memref.dma_start`: `%a[%i], %b[%j], %n, %tag[%k], %stride, %elements : memref<...>, memref<...>,
/// memref<...>`.
fn parse_dma_start(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let (mut memrefs, mut rest) = (Vec::new(), Vec::new());
    for i in 0..3 {
        memrefs.push(p.operand()?);
        let mut list = indices(p)?;
        if i == 1 {
            p.expect(",")?;
            list.push(p.operand()?);
        }
        rest.push(list);
        if i < 2 {
            p.expect(",")?;
        }
    }
    while p.accept(",") {
        let operand = p.operand()?;
        rest[2].push(operand);
    }
    p.expect(":")?;
    let index = p.ctx().common().index;
    for (i, (memref, rest)) in memrefs.into_iter().zip(rest).enumerate() {
        if i > 0 {
            p.expect(",")?;
        }
        let ty = p.ty()?;
        resolve_all(p, state, &[memref], Some(ty))?;
        resolve_all(p, state, &rest, Some(index))?;
    }
    Ok(())
}

/// Returns the operand ranges of a `memref.dma_start`: each of the three memrefs with its indices, then the optional
/// stride operands. The element count, between the second and third range, is not part of any range. Returns `None` if
/// the operands are invalid.
fn dma_operands(ctx: &Context, body: &Body, op: Op) -> Option<Vec<std::ops::Range<usize>>> {
    let count = body.own_operands(op).len();
    let (mut at, mut ranges) = (0, Vec::new());
    for i in 0..3 {
        let ty = (at < count).then(|| body.value_type_opt(body.operand(op, at)))??;
        let end = at + 1 + crate::types::memref(ctx, ty)?.shape.len();
        ranges.push(at..end);
        at = end + usize::from(i == 1);
    }
    ranges.push(at..count);
    (at <= count && matches!(count - at, 0 | 2)).then_some(ranges)
}

fn print_dma_start(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some(ranges) = dma_operands(p.ctx(), body, op) else { return };
    for (i, range) in ranges[..3].iter().enumerate() {
        p.write(if i > 0 { ", " } else { " " });
        p.value(body, body.operand(op, range.start));
        p.write("[");
        write_values(p, body, range.clone().skip(1).map(|number| body.operand(op, number)));
        p.write("]");
        if i == 1 {
            p.write(", ");
            p.value(body, body.operand(op, range.end));
        }
    }
    for number in ranges[3].clone() {
        p.write(", ");
        p.value(body, body.operand(op, number));
    }
    p.attr_dict(body.attrs(op), &[]);
    for (i, range) in ranges[..3].iter().enumerate() {
        p.write(if i > 0 { ", " } else { " : " });
        p.ty(body.value_type(body.operand(op, range.start)));
    }
}

fn verify_dma_start(ctx: &Context, body: &Body, op: Op, out: &mut Diagnostics) {
    let message = match dma_operands(ctx, body, op) {
        None => "expected memrefs with an index for each dimension, followed by two operands or none",
        Some(ranges) => {
            let is_memref = |number: usize| ranges[..3].iter().any(|range| range.start == number);
            let index = ctx.common().index;
            let mut others = (0..body.own_operands(op).len()).filter(|number| !is_memref(*number));
            if others.all(|number| body.value_type_opt(body.operand(op, number)) == Some(index)) {
                return;
            }
            "expected indices, number of elements and strides to be of type 'index'"
        }
    };
    out.error(Place::Op(body.loc(op)), format!("'memref.dma_start' op {message}"));
}

fn memory_space_cast(_: &spv_ir::Context, _: &Body, _: Op) -> Option<String> {
    Some("memspacecast".to_owned())
}

fn aligned_pointer(_: &spv_ir::Context, _: &Body, _: Op) -> Option<String> {
    Some("intptr".to_owned())
}

/// Parses `memref.global`: `private constant @name : memref<4xf32> = dense<...>`.
fn parse_global(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    for word in spv_ir::symbols::VISIBILITIES {
        if p.accept_keyword(word) {
            state.slots[Global::slot(Global::sym_visibility)] = p.ctx().string_attr(word).raw();
        }
    }
    // The visibility may also be quoted.
    if let Some(word) = p.opt_string() {
        state.slots[Global::slot(Global::sym_visibility)] = p.ctx().string_attr(&word).raw();
    }
    if p.accept_keyword("constant") {
        state.slots[Global::slot(Global::constant)] = p.ctx().unit_attr().raw();
    }
    let name = p.symbol()?;
    let text = p.ctx().str(name).to_owned();
    state.slots[Global::slot(Global::sym_name)] = p.ctx().string_attr(&text).raw();
    p.expect(":")?;
    let ty = p.ty()?;
    state.slots[Global::slot(Global::ty)] = p.ctx().type_attr(ty).raw();
    if p.accept("=") {
        let value =
            if p.accept_keyword("uninitialized") { p.ctx().unit_attr() } else { initial_value(p, ty)? };
        state.slots[Global::slot(Global::initial_value)] = value.raw();
    }
    if !since::GLOBAL_ALIGNMENT.lacks(p.form()) && p.accept_keyword("alignment") {
        p.expect("=")?;
        let value = p.integer()? as i64;
        state.slots[Global::slot(Global::alignment)] = crate::text::number(p.ctx(), value).raw();
    }
    let mut attrs = Vec::new();
    p.attr_dict(&mut attrs)?;
    for (key, value) in attrs {
        match p.ctx().str(key) {
            "alignment" => state.slots[Global::slot(Global::alignment)] = value.raw(),
            _ => state.attrs.push((key, value)),
        }
    }
    Ok(())
}

/// Parses the initial value of a global, whose tensor type follows from the memref type.
fn initial_value(p: &mut dyn AsmParser, ty: spv_ir::Type) -> Parsed<spv_ir::Attribute> {
    let Some(memref) = crate::types::memref(p.ctx(), ty) else {
        return Err(p.error("expected a ranked memref type"));
    };
    let dims: Option<Vec<u64>> = memref.shape.iter().copied().collect();
    let dims = dims.unwrap_or_default();
    let tensor = p.ctx().ty(spv_ir::TypeData::Tensor { dims: dims.into(), element: memref.element });
    p.dense_of(tensor)
}

fn print_global(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    if let Some(visibility) = body.slot_attr(op, Global::slot(Global::sym_visibility)) {
        let word = p.ctx().attr_str(visibility).unwrap_or_default().to_owned();
        p.write(&format!(" \"{word}\""));
    }
    if body.slot(op, Global::slot(Global::constant)) != 0 {
        p.write(" constant");
    }
    p.write(" ");
    if let Some(name) = body.slot_attr(op, Global::slot(Global::sym_name)) {
        p.symbol(name);
    }
    p.write(" : ");
    if let Some(ty) = body.slot_attr(op, Global::slot(Global::ty)).and_then(|attr| p.ctx().attr_type(attr)) {
        p.ty(ty);
    }
    match body.slot_attr(op, Global::slot(Global::initial_value)) {
        Some(value) if *p.ctx().attr_data(value) == spv_ir::AttrData::Unit => p.write(" = uninitialized"),
        Some(value) => {
            p.write(" = ");
            p.attr_no_type(value);
        }
        None => {}
    }
    let mut entries = p.ctx().dict(body.attrs(op)).to_vec();
    if let Some(alignment) = body.slot_attr(op, Global::slot(Global::alignment)) {
        if since::GLOBAL_ALIGNMENT.holds(p.form()) {
            p.write(" alignment = ");
            p.attr_no_type(alignment);
        } else {
            entries.push((p.ctx().ident("alignment"), alignment));
        }
    }
    let attrs = (!entries.is_empty()).then(|| p.ctx().dict_attr(entries));
    p.attr_dict(attrs, &[]);
}

fn parse_scope(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    if p.accept("->") {
        state.results = result_types(p)?;
    }
    p.next_region(state, &[])?;
    terminate(p, state, AllocaScopeReturn::NAME);
    p.attr_dict(&mut state.attrs)
}

fn print_scope(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    p.write(" ");
    write_results(p, body, op, false);
    let region = body.region(op, 0);
    match body.result_count(op) {
        0 => p.region_without_terminators(body, region, false),
        _ => p.region(body, region, false),
    }
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `memref.generic_atomic_rmw`: `%m[%i] : memref<4xf32> { ^bb0(%x: f32): ... }`.
fn parse_generic_atomic(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let memref = p.operand()?;
    let indices = indices(p)?;
    p.expect(":")?;
    let ty = p.ty()?;
    resolve_all(p, state, &[memref], Some(ty))?;
    let index = p.ctx().common().index;
    resolve_all(p, state, &indices, Some(index))?;
    let element = crate::types::element(p.ctx(), ty);
    state.results.push(element);
    p.next_region(state, &[])?;
    p.attr_dict(&mut state.attrs)
}

fn print_generic_atomic(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let [memref] = body.first_operands(op);
    p.write(" ");
    p.value(body, memref);
    p.write("[");
    write_values(p, body, body.operands(op).skip(1));
    p.write("] : ");
    p.ty(body.value_type(memref));
    p.region(body, body.region(op, 0), true);
    p.attr_dict(body.attrs(op), &[]);
}

/// Parses `memref.prefetch`: `%m[%i], read, locality<3>, data : memref<4xf32>`.
fn parse_prefetch(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let memref = p.operand()?;
    let indices = indices(p)?;
    p.expect(",")?;
    let write = p.keyword()? == "write";
    p.expect(",")?;
    if !p.accept_keyword("locality") {
        return Err(p.error("expected 'locality'"));
    }
    p.expect("<")?;
    let locality = p.integer()? as u32;
    p.expect(">")?;
    p.expect(",")?;
    let data = p.keyword()? == "data";
    p.attr_dict(&mut state.attrs)?;
    p.expect(":")?;
    let ty = p.ty()?;
    resolve_all(p, state, &[memref], Some(ty))?;
    let index = p.ctx().common().index;
    resolve_all(p, state, &indices, Some(index))?;
    let ctx = p.ctx();
    state.slots.copy_from_slice(&[
        ctx.bool_attr(write).raw(),
        ctx.i32_attr(locality).raw(),
        ctx.bool_attr(data).raw(),
    ]);
    Ok(())
}

fn print_prefetch(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let [memref] = body.first_operands(op);
    let is = |p: &dyn AsmPrinter, slot| {
        body.slot_attr(op, slot).is_some_and(|attr| *p.ctx().attr_data(attr) == spv_ir::AttrData::Bool(true))
    };
    let locality = body
        .slot_attr(op, Prefetch::slot(Prefetch::localityHint))
        .and_then(|attr| p.ctx().attr_u64(attr))
        .unwrap_or(0);
    p.write(" ");
    p.value(body, memref);
    p.write("[");
    write_values(p, body, body.operands(op).skip(1));
    p.write(if is(p, 0) { "], write, " } else { "], read, " });
    p.write(&format!("locality<{locality}>, "));
    p.write(if is(p, 2) { "data" } else { "instr" });
    p.attr_dict(body.attrs(op), &[]);
    p.write(" : ");
    p.ty(body.value_type(memref));
}
