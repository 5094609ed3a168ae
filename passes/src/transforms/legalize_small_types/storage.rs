//! Conversion of blocks of memory to arrays of words
//!
//! Tracks for each access chain into a converted block its byte offset from the variable. Memory accesses through the
//! chain become accesses to words.

use super::access::{Access, MAX_PARTS};
use super::atomics::{Atomic, is_atomic};
use super::lacks::{Lacks, is_buffer_block};
use super::refuse;
use crate::pass::SpvModule;
use crate::support::spirv::{integer, is_chain, storage as class, variable_type};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::emit::Emit;
use spv_dialect::fold::constant::length;
use spv_dialect::generated::opcodes as code;
use spv_dialect::generated::values::{memory_access, memory_model, scope};
use spv_dialect::spv;
use spv_dialect::types::{self, Struct};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::replace::replace_types;
use spv_ir::symbols::name_of;
use spv_ir::{Attribute, Body, Builder, Context, Diagnostics, Ident, Op, Type, TypeData, Value, walk};

/// Size of a word in bytes.
pub(super) const WORD: u64 = 4;
/// Element stride in bytes of arrays in Uniform memory, as std140 requires.
const VECTOR: u64 = 16;

/// The variables whose blocks become arrays of words.
pub(super) struct Words<'c> {
    pub(super) ctx: &'c Context,
    pub(super) lacks: &'c Lacks,
    /// New pointer type of each variable, keyed by symbol.
    pub(super) variables: FxHashMap<Ident, Type>,
    /// Scope that atomic operations on words use.
    pub(super) scope: u32,
}

/// Replaces blocks that contain small types with arrays of words. Returns the number of changed variables and the
/// number of changed accesses.
pub(super) fn to_words(
    module: &mut SpvModule<'_>,
    lacks: &Lacks,
    pad: bool,
) -> Result<(u64, u64), Diagnostics> {
    let ctx = module.ctx;
    let vulkan = module.outer.slot(module.op, spv::Module::MEMORY_MODEL) == memory_model::VULKAN;
    let scope = if vulkan { scope::QUEUE_FAMILY } else { scope::DEVICE };
    let mut words = Words { ctx, lacks, variables: FxHashMap::default(), scope };
    let mut changed = Vec::new();
    for op in walk::top_ops(module.body) {
        let Some((pointee, class)) = variable_type(ctx, module.body, op) else { continue };
        let is_block = [class::STORAGE_BUFFER, class::UNIFORM, class::PUSH_CONSTANT].contains(&class);
        if !is_block || !lacks.holds_unstored(ctx, pointee, class) {
            continue;
        }
        let Some(name) = name_of(ctx, module.body, op) else { continue };
        let new = block_of_words(ctx, pointee, class, pad).map_err(|why| {
            refuse(module.body, op, format!("the block of @{name} cannot become an array of words: {why}"))
        })?;
        let Some(ty) = types::make_pointer(ctx, new, class) else { continue };
        words.variables.insert(ctx.ident(name), ty);
        changed.push((op, ty));
    }
    let mut accesses = 0;
    let mut physical = false;
    for op in module.functions() {
        let done = module.function_mut(op, |body| {
            let roots = words.physical_roots(body)?;
            physical |= !roots.is_empty();
            words.function(body, roots)
        });
        accesses += done.transpose()?.unwrap_or(0);
    }
    if physical {
        replace_types(ctx, module.body, &mut |ty, new| match words.is_physical(ty) {
            true => types::make_pointer(ctx, ctx.common().i32, class::PHYSICAL_STORAGE_BUFFER),
            false => rebuilt(ctx, ty, new),
        });
    }
    for &(op, ty) in &changed {
        let attr = ctx.type_attr(ty).raw();
        Builder::new(module.body).set_slot(op, spv::GlobalVariable::TYPE, attr);
    }
    Ok((changed.len() as u64, accesses))
}

/// Returns the type of a block, or array of blocks, converted to words.
fn block_of_words(ctx: &Context, ty: Type, class: u32, pad: bool) -> Result<Type, String> {
    if let Some((code::TYPE_ARRAY | code::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, ty) {
        let element =
            params.get(1).and_then(|attr| ctx.attr_type(*attr)).ok_or("an array without elements")?;
        let mut params = params.to_vec();
        params[1] = ctx.type_attr(block_of_words(ctx, element, class, pad)?);
        return Ok(types::with_params(ctx, ty, &params));
    }
    let parts = types::structure(ctx, ty).ok_or("it is not a struct")?;
    let uniform = class == class::UNIFORM && !is_buffer_block(ctx, ty);
    let unit = if uniform { VECTOR } else { WORD };
    let word = ctx.common().i32;
    let element = if uniform { ctx.vector_type(VECTOR / WORD, word) } else { word };
    let stride = Some(ctx.dict_attr(vec![(ctx.ident("array_stride"), ctx.i32_attr(unit as u32))]));
    let array = match size(ctx, &StoredType::of(ty)) {
        Size::Bytes(bytes) if bytes % unit != 0 && !pad => {
            return Err(format!(
                "its size of {bytes} bytes is not a multiple of {unit}; use the option 'pad' if its memory \
                 is longer"
            ));
        }
        Size::Bytes(bytes) => {
            let count = u32::try_from(bytes.div_ceil(unit)).map_err(|_| "it is too large")?;
            types::make(ctx, code::TYPE_ARRAY, stride, &[ctx.type_attr(element), ctx.i32_attr(count.max(1))])
        }
        Size::Open => types::make(ctx, code::TYPE_RUNTIME_ARRAY, stride, &[ctx.type_attr(element)]),
        Size::Unknown => return Err("its layout is unknown".to_owned()),
    };
    let array = array.ok_or("the dialect spv is not registered")?;
    let mut member = vec![(ctx.ident("offset"), ctx.i32_attr(0))];
    let has = |info: &Attribute, key: &str| ctx.dict_get(Some(*info), key).is_some();
    let infos = parts.member_decorations;
    for key in ["coherent", "volatile"] {
        if infos.iter().any(|info| has(info, key)) {
            member.push((ctx.ident(key), ctx.unit_attr()));
        }
    }
    for key in ["non_writable", "non_readable", "restrict", "aliased"] {
        if infos.len() == parts.members.len() && infos.iter().all(|info| has(info, key)) {
            member.push((ctx.ident(key), ctx.unit_attr()));
        }
    }
    let params = types::struct_params(ctx, parts.decorations, &[array], &[Some(ctx.dict_attr(member))], &[]);
    let def =
        types::type_def(ctx.registry(), code::TYPE_STRUCT).ok_or("the struct type is not registered")?;
    Ok(ctx.param_type(def, &params, 0))
}

/// A type in memory, with the layout that the enclosing struct member specifies.
#[derive(Clone, Copy)]
pub(super) struct StoredType {
    pub(super) ty: Type,
    /// Stride of a matrix in bytes, and whether the matrix is row-major. `None` for other types.
    pub(super) matrix: Option<(u64, bool)>,
    /// Distance in bytes between the components of a vector, or `None` if they are adjacent.
    pub(super) step: Option<u64>,
}

/// The location of an element in a composite, relative to the start of the composite.
pub(super) enum ElementPlace {
    /// The element's type and its fixed byte offset.
    At(StoredType, u64),
    /// The element's type and a stride in bytes. The offset is the index times the stride.
    Every(StoredType, u64),
}

impl StoredType {
    pub(super) fn of(ty: Type) -> StoredType {
        StoredType { ty, matrix: None, step: None }
    }

    /// Returns the location of an element in the composite. `index` is the member of a struct, and is ignored for
    /// other types. Returns `None` if the layout is not known.
    pub(super) fn part(&self, ctx: &Context, index: u64) -> Option<ElementPlace> {
        let inner = types::element(ctx, self.ty, index)?;
        let number = |dict, key| ctx.dict_get(dict, key).and_then(|attr| ctx.attr_u64(attr));
        if let Some(parts) = types::structure(ctx, self.ty) {
            let info = parts.member_decorations.get(usize::try_from(index).ok()?).copied();
            let by_row = ctx.dict_get(info, "row_major").is_some();
            let matrix = number(info, "matrix_stride").map(|stride| (stride, by_row));
            return Some(ElementPlace::At(
                StoredType { matrix, ..StoredType::of(inner) },
                number(info, "offset")?,
            ));
        }
        let bytes = |ty| types::scalar_width(ctx, ty).map(|width| u64::from(width / 8));
        if let TypeData::Vector { element, .. } = ctx.type_data(self.ty) {
            let step = self.step.or_else(|| bytes(*element))?;
            return Some(ElementPlace::Every(StoredType::of(inner), step));
        }
        match types::view(ctx, self.ty)? {
            (code::TYPE_MATRIX, _) => {
                let (stride, by_row) = self.matrix?;
                let TypeData::Vector { element, .. } = ctx.type_data(inner) else { return None };
                let scalar = bytes(*element)?;
                let (step, stride) = if by_row { (Some(stride), scalar) } else { (None, stride) };
                Some(ElementPlace::Every(StoredType { step, ..StoredType::of(inner) }, stride))
            }
            (code::TYPE_ARRAY | code::TYPE_RUNTIME_ARRAY, [info, ..]) => {
                let shape = StoredType { matrix: self.matrix, ..StoredType::of(inner) };
                Some(ElementPlace::Every(shape, number(Some(*info), "array_stride")?))
            }
            _ => None,
        }
    }
}

/// The size of a type in memory.
enum Size {
    Bytes(u64),
    /// Unbounded size, because the type ends with a runtime array.
    Open,
    Unknown,
}

fn size(ctx: &Context, shape: &StoredType) -> Size {
    if let Some(width) = types::scalar_width(ctx, shape.ty) {
        return if width >= 8 { Size::Bytes(u64::from(width / 8)) } else { Size::Unknown };
    }
    if let Some((code::TYPE_RUNTIME_ARRAY, _)) = types::view(ctx, shape.ty) {
        return Size::Open;
    }
    let Some(count) = length(ctx, shape.ty) else { return Size::Unknown };
    let is_struct = types::structure(ctx, shape.ty).is_some();
    let mut end = 0;
    // If the elements have the same type, the last element has the largest end.
    let first = if is_struct { 0 } else { count.saturating_sub(1) };
    for index in first..count {
        let (inner, at) = match shape.part(ctx, index as u64) {
            Some(ElementPlace::At(inner, offset)) => (inner, offset),
            Some(ElementPlace::Every(inner, stride)) => (inner, stride.saturating_mul(index as u64)),
            None => return Size::Unknown,
        };
        match size(ctx, &inner) {
            Size::Bytes(bytes) => end = end.max(at.saturating_add(bytes)),
            other => return other,
        }
    }
    // The size of an array includes the padding after its last element.
    match (types::view(ctx, shape.ty), shape.part(ctx, 0)) {
        (Some((code::TYPE_ARRAY, _)), Some(ElementPlace::Every(_, stride))) => {
            Size::Bytes(stride.saturating_mul(count as u64))
        }
        _ => Size::Bytes(end),
    }
}

/// An index of an access chain, given by the chain and the operand index. The operand may change when its definition is
/// rewritten.
type Index = (Op, usize);

/// A location in a block: a constant offset, and variable indices with their strides.
#[derive(Clone)]
pub(super) struct BlockLocation {
    /// Address of the variable.
    pub(super) variable: Value,
    /// The leading indices, which index into arrays of blocks.
    pub(super) blocks: Vec<Index>,
    /// Constant byte offset from the start of the block.
    pub(super) offset: u64,
    /// Variable indices, each with its stride in bytes.
    pub(super) terms: Vec<(Index, u64)>,
    pub(super) shape: StoredType,
    /// Decorations of the access chain.
    pub(super) attrs: Option<Attribute>,
    /// Whether `variable` is a pointer to physical storage, whose address can be converted to an integer.
    pub(super) physical: bool,
}

impl BlockLocation {
    /// Returns the location at the start of the pointee of `variable`.
    fn start(variable: Value, shape: StoredType, physical: bool) -> BlockLocation {
        let (blocks, terms) = Default::default();
        BlockLocation { variable, blocks, offset: 0, terms, shape, attrs: None, physical }
    }
}

impl Words<'_> {
    /// Returns whether a type is a pointer to physical storage that contains small types that the target cannot store.
    fn is_physical(&self, ty: Type) -> bool {
        types::pointer(self.ctx, ty).is_some_and(|(pointee, class)| {
            class == class::PHYSICAL_STORAGE_BUFFER && self.lacks.holds_unstored(self.ctx, pointee, class)
        })
    }

    /// Returns the pointers to physical storage that are not results of an access chain.
    fn physical_roots(&self, body: &Body) -> Result<Vec<Value>, Diagnostics> {
        let mut seen = FxHashSet::default();
        let mut roots = Vec::new();
        let mut known: FxHashMap<Type, bool> = FxHashMap::default();
        for op in walk::ops(body) {
            for value in body.operands(op) {
                let ty = body.value_type(value);
                if !*known.entry(ty).or_insert_with(|| self.is_physical(ty)) || !seen.insert(value) {
                    continue;
                }
                if !self.lacks.has_addresses() {
                    let name = self.ctx.registry().op(body.def(op)).row.name;
                    let why = "small types in physical storage require 64-bit integers for addresses";
                    let message = format!("the pointer of '{name}' cannot be legalized: {why}");
                    return Err(refuse(body, op, message));
                }
                if body.defining_op(value).is_none_or(|definer| !is_chain(body, definer)) {
                    roots.push(value);
                }
            }
        }
        Ok(roots)
    }

    /// Returns whether an op forwards a pointer without accessing memory through it.
    fn carries(&self, body: &Body, op: Op, index: usize) -> bool {
        let name = self.ctx.registry().op(body.def(op)).row.name;
        CARRIERS.contains(&body.def(op))
            || name.starts_with("spv.mlir.")
            || (body.def(op) == spv::Store::ID && index == 1)
    }

    /// Replaces all accesses to converted blocks in a function. Returns the number of replaced accesses. `physical`
    /// lists the pointers to physical storage from which access chains start.
    fn function(&self, body: &mut Body, physical: Vec<Value>) -> Result<u64, Diagnostics> {
        let ctx = self.ctx;
        let mut places: Vec<(Value, BlockLocation)> = Vec::new();
        let ops: Vec<Op> = walk::ops(body).collect();
        for op in ops {
            let Some(name) = spv::AddressOf::cast(body, op).and_then(|address| address.variable(ctx)) else {
                continue;
            };
            let Some(&ty) = self.variables.get(&name) else { continue };
            let value = body.result(op, 0);
            let Some((pointee, _)) = types::pointer(ctx, body.value_type(value)) else { continue };
            Builder::new(body).set_value_type(value, ty);
            places.push((value, BlockLocation::start(value, StoredType::of(pointee), false)));
        }
        for value in physical {
            let Some((pointee, _)) = types::pointer(ctx, body.value_type(value)) else { continue };
            places.push((value, BlockLocation::start(value, StoredType::of(pointee), true)));
        }
        let mut chains = Vec::new();
        let mut count = 0;
        while let Some((pointer, place)) = places.pop() {
            let uses: Vec<(Op, usize)> = body.uses(pointer).collect();
            let mut done = FxHashSet::default();
            for (op, index) in uses {
                if place.physical && self.carries(body, op, index) {
                    if pointer != place.variable {
                        let ty = body.value_type(pointer);
                        let mut access = Access::new(self, body, op, &place);
                        let address = access.variable.unwrap_or(pointer);
                        let value = access.emit.op(spv::ConvertUToPtr::ID, &[address], ty);
                        Builder::new(body).set_operand(op, index, value);
                    }
                    continue;
                }
                if !done.insert(op) {
                    continue;
                }
                if is_chain(body, op) && index == 0 {
                    let Some(inner) = self.follow(body, op, &place) else {
                        return Err(self.refused(body, op, "the layout of its pointee is unknown"));
                    };
                    chains.push(op);
                    places.push((body.result(op, 0), inner));
                } else {
                    self.access(body, op, index, &place)?;
                    count += 1;
                }
            }
        }
        for op in chains.into_iter().rev() {
            Builder::new(body).erase(op);
        }
        Ok(count)
    }

    fn refused(&self, body: &Body, op: Op, why: &str) -> Diagnostics {
        let name = self.ctx.registry().op(body.def(op)).row.name;
        refuse(body, op, format!("'{name}' in a block of small types cannot be legalized: {why}"))
    }

    /// Returns the location that an access chain selects, given the location of its base. Returns `None` if the layout
    /// is not known.
    fn follow(&self, body: &Body, chain: Op, from: &BlockLocation) -> Option<BlockLocation> {
        let ctx = self.ctx;
        let mut place = from.clone();
        if body.attrs(chain).is_some() {
            place.attrs = body.attrs(chain);
        }
        for (number, value) in body.own_operands(chain).enumerate().skip(1) {
            let known = integer(ctx, body, value);
            if is_array_of_blocks(ctx, place.shape.ty) {
                place.shape = StoredType::of(types::element(ctx, place.shape.ty, 0)?);
                place.blocks.push((chain, number));
                continue;
            }
            let is_struct = types::structure(ctx, place.shape.ty).is_some();
            match place.shape.part(ctx, if is_struct { known? } else { 0 })? {
                ElementPlace::At(shape, offset) => {
                    place.shape = shape;
                    place.offset = place.offset.checked_add(offset)?;
                }
                ElementPlace::Every(shape, stride) => {
                    place.shape = shape;
                    match known {
                        Some(index) => place.offset = place.offset.checked_add(index.checked_mul(stride)?)?,
                        None => place.terms.push(((chain, number), stride)),
                    }
                }
            }
        }
        Some(place)
    }

    /// Replaces a single memory access to a converted block with accesses to words.
    fn access(
        &self,
        body: &mut Body,
        op: Op,
        index: usize,
        place: &BlockLocation,
    ) -> Result<(), Diagnostics> {
        let ctx = self.ctx;
        if is_array_of_blocks(ctx, place.shape.ty) {
            return Err(self.refused(body, op, "it uses an array of blocks without selecting an element"));
        }
        let def = body.def(op);
        if def == spv::ArrayLength::ID {
            let done = Access::new(self, body, op, place).array_length(op);
            return done.ok_or_else(|| self.refused(body, op, "the layout of the array is unknown"));
        }
        if is_atomic(ctx, body, op) && index == 0 {
            if matches!(ctx.type_data(place.shape.ty), TypeData::Integer { width: 32, .. }) {
                Access::new(self, body, op, place).atomic(op);
                return Ok(());
            }
            let width = types::scalar_width(ctx, place.shape.ty).filter(|width| *width <= 32);
            let done = width.zip(Atomic::new(body, op)).and_then(|(width, atomic)| {
                Access::new(self, body, op, place).atomic_of_part(op, width, &atomic)
            });
            let why =
                "only integers of at most 32 bits, and float additions, support atomic operations there";
            return done.ok_or_else(|| self.refused(body, op, why));
        }
        let (object, mask) = if def == spv::Load::ID {
            (None, body.slot(op, spv::Load::MEMORY_ACCESS))
        } else if let Some(store) = spv::Store::cast(body, op).filter(|_| index == 0) {
            (Some(store.object()), body.slot(op, spv::Store::MEMORY_ACCESS))
        } else {
            return Err(self.refused(
                body,
                op,
                "only loads, stores and access chains can use a pointer to a small type",
            ));
        };
        let hints = memory_access::VOLATILE | memory_access::NONTEMPORAL;
        let aligned = mask != ABSENT && mask & memory_access::ALIGNED != 0;
        if aligned && mask & !(hints | memory_access::ALIGNED) != 0 {
            return Err(self.refused(body, op, "it has memory operands other than Aligned"));
        }
        let mut access = Access::new(self, body, op, place);
        let left = if mask == ABSENT { 0 } else { mask & hints };
        if place.physical {
            let word = ctx.array_attr(&[ctx.i32_attr(WORD as u32)]);
            access.slots = vec![left | memory_access::ALIGNED, word.raw()];
        } else if aligned {
            access.slots = vec![if left == 0 { ABSENT } else { left }, 0];
        }
        let done = match object {
            None => access.load(place.shape, 0).map(|value| access.emit.replace(op, value)),
            Some(object) => access.store(place.shape, object).map(|()| {
                Builder::new(access.emit.body).erase(op);
            }),
        };
        let why = format!("its layout is unknown, or it has more than {MAX_PARTS} parts");
        done.ok_or_else(|| self.refused(body, op, &why))
    }
}

/// Ops that forward pointers without accessing memory, in addition to `spv.mlir.*` ops and stores of pointers.
const CARRIERS: [OpDefId; 13] = [
    spv::Branch::ID,
    spv::BranchConditional::ID,
    spv::Switch::ID,
    spv::ReturnValue::ID,
    spv::FunctionCall::ID,
    spv::Select::ID,
    spv::CopyObject::ID,
    spv::CompositeConstruct::ID,
    spv::CompositeInsert::ID,
    spv::Bitcast::ID,
    spv::ConvertPtrToU::ID,
    spv::PtrEqual::ID,
    spv::PtrNotEqual::ID,
];

/// Rebuilds a nominal struct type with replaced members. Returns `None` for other types, or if no member changes.
pub(super) fn rebuilt(ctx: &Context, ty: Type, new: &dyn Fn(Type) -> Type) -> Option<Type> {
    let TypeData::Named { .. } = ctx.type_data(ty) else { return None };
    let parts = types::structure(ctx, ty)?;
    let members = types::replaced_members(ctx, parts.members, new);
    if members == parts.members {
        return None;
    }
    Some(types::with_params(ctx, ty, &Struct { members: &members, ..parts }.params(ctx)))
}

/// Returns whether a type is an array of blocks (a descriptor array).
fn is_array_of_blocks(ctx: &Context, ty: Type) -> bool {
    let mut at = ty;
    let mut arrays = 0;
    while let Some((code::TYPE_ARRAY | code::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, at) {
        let Some(element) = params.get(1).and_then(|attr| ctx.attr_type(*attr)) else { return false };
        (at, arrays) = (element, arrays + 1);
    }
    let is_block = types::structure(ctx, at).is_some_and(|parts| {
        ["block", "buffer_block"].iter().any(|key| ctx.dict_get(parts.decorations, key).is_some())
    });
    arrays > 0 && is_block
}
