//! Blocks of memory as arrays of words.
//!
//! Each access chain into such a block is followed from the variable, as a byte offset; what it is used for is replaced by
//! accesses to words.

use super::atomics::{Atomic, Create, is_atomic};
use super::emit::Emit;
use super::lacks::{Lacks, is_buffer_block};
use super::refuse;
use crate::pass::SpvModule;
use crate::support::spirv::{integer, is_chain, storage as class, variable_type};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::fold::constant::length;
use spv_dialect::generated::opcodes as code;
use spv_dialect::generated::values::{memory_access, memory_model, scope};
use spv_dialect::{spv, types};
use spv_ir::dialect::{ABSENT, OpDefId};
use spv_ir::replace::replace_types;
use spv_ir::symbols::name_of;
use spv_ir::{
    Attribute, Body, Builder, Context, Diagnostics, Ident, Op, Signedness, Type, TypeData, Value, walk,
};

/// Bytes of a word.
const WORD: u64 = 4;
/// Bytes of the elements of an array in Uniform memory, by the rules of std140.
const VECTOR: u64 = 16;
/// Numbers that one access loads or stores, at most.
const MAX_PARTS: usize = 1024;

/// The variables whose blocks become words.
struct Words<'c> {
    ctx: &'c Context,
    lacks: &'c Lacks,
    /// With the new pointer type.
    variables: FxHashMap<Ident, Type>,
    /// Scope of atomic operations.
    scope: u32,
}

/// Replaces blocks; returns the number of variables and of accesses.
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

/// The type of a block, or of an array of blocks, as words.
fn block_of_words(ctx: &Context, ty: Type, class: u32, pad: bool) -> Result<Type, String> {
    if let Some((code::TYPE_ARRAY | code::TYPE_RUNTIME_ARRAY, params)) = types::view(ctx, ty) {
        let element =
            params.get(1).and_then(|attr| ctx.attr_type(*attr)).ok_or("an array without elements")?;
        let mut params = params.to_vec();
        params[1] = ctx.type_attr(block_of_words(ctx, element, class, pad)?);
        return Ok(types::with_params(ctx, ty, &params));
    }
    let parts = types::structure(ctx, ty).ok_or("it is no struct")?;
    let uniform = class == class::UNIFORM && !is_buffer_block(ctx, ty);
    let unit = if uniform { VECTOR } else { WORD };
    let word = ctx.common().i32;
    let element = if uniform { ctx.vector_type(VECTOR / WORD, word) } else { word };
    let stride = Some(ctx.dict_attr(vec![(ctx.ident("array_stride"), ctx.i32_attr(unit as u32))]));
    let array = match size(ctx, &Shape::of(ty)) {
        Size::Bytes(bytes) if bytes % unit != 0 && !pad => {
            return Err(format!(
                "its {bytes} bytes are no multiple of {unit}; the option 'pad' says that its memory is longer"
            ));
        }
        Size::Bytes(bytes) => {
            let count = u32::try_from(bytes.div_ceil(unit)).map_err(|_| "it is too large")?;
            types::make(ctx, code::TYPE_ARRAY, stride, &[ctx.type_attr(element), ctx.i32_attr(count.max(1))])
        }
        Size::Open => types::make(ctx, code::TYPE_RUNTIME_ARRAY, stride, &[ctx.type_attr(element)]),
        Size::Unknown => return Err("its layout is not known".to_owned()),
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
    let def = types::type_def(ctx.registry(), code::TYPE_STRUCT).ok_or("no struct type")?;
    Ok(ctx.param_type(def, &params, 0))
}

/// A type in memory, with what the member around it says of its layout.
#[derive(Clone, Copy)]
struct Shape {
    ty: Type,
    /// Stride of the columns or rows of a matrix, and whether rows lie one after the other.
    matrix: Option<(u64, bool)>,
    /// Bytes between the components of a vector, where they are not adjacent.
    step: Option<u64>,
}

/// Where a part of a type lies.
enum Part {
    /// At a byte offset.
    At(Shape, u64),
    /// At a multiple of the stride.
    Every(Shape, u64),
}

impl Shape {
    fn of(ty: Type) -> Shape {
        Shape { ty, matrix: None, step: None }
    }

    /// A part: the member of this number of a struct, any part of another type.
    fn part(&self, ctx: &Context, index: u64) -> Option<Part> {
        let inner = types::element(ctx, self.ty, index)?;
        let number = |dict, key| ctx.dict_get(dict, key).and_then(|attr| ctx.attr_u64(attr));
        if let Some(parts) = types::structure(ctx, self.ty) {
            let info = parts.member_decorations.get(usize::try_from(index).ok()?).copied();
            let by_row = ctx.dict_get(info, "row_major").is_some();
            let matrix = number(info, "matrix_stride").map(|stride| (stride, by_row));
            return Some(Part::At(Shape { matrix, ..Shape::of(inner) }, number(info, "offset")?));
        }
        let bytes = |ty| types::scalar_width(ctx, ty).map(|width| u64::from(width / 8));
        if let TypeData::Vector { element, .. } = ctx.type_data(self.ty) {
            let step = self.step.or_else(|| bytes(*element))?;
            return Some(Part::Every(Shape::of(inner), step));
        }
        match types::view(ctx, self.ty)? {
            (code::TYPE_MATRIX, _) => {
                let (stride, by_row) = self.matrix?;
                let TypeData::Vector { element, .. } = ctx.type_data(inner) else { return None };
                let scalar = bytes(*element)?;
                let (step, stride) = if by_row { (Some(stride), scalar) } else { (None, stride) };
                Some(Part::Every(Shape { step, ..Shape::of(inner) }, stride))
            }
            (code::TYPE_ARRAY | code::TYPE_RUNTIME_ARRAY, [info, ..]) => {
                let shape = Shape { matrix: self.matrix, ..Shape::of(inner) };
                Some(Part::Every(shape, number(Some(*info), "array_stride")?))
            }
            _ => None,
        }
    }
}

/// The size of a type in memory.
enum Size {
    Bytes(u64),
    /// It ends with a runtime array.
    Open,
    Unknown,
}

fn size(ctx: &Context, shape: &Shape) -> Size {
    if let Some(width) = types::scalar_width(ctx, shape.ty) {
        return if width >= 8 { Size::Bytes(u64::from(width / 8)) } else { Size::Unknown };
    }
    if let Some((code::TYPE_RUNTIME_ARRAY, _)) = types::view(ctx, shape.ty) {
        return Size::Open;
    }
    let Some(count) = length(ctx, shape.ty) else { return Size::Unknown };
    let is_struct = types::structure(ctx, shape.ty).is_some();
    let mut end = 0;
    // The last of equal parts ends last.
    let first = if is_struct { 0 } else { count.saturating_sub(1) };
    for index in first..count {
        let (inner, at) = match shape.part(ctx, index as u64) {
            Some(Part::At(inner, offset)) => (inner, offset),
            Some(Part::Every(inner, stride)) => (inner, stride.saturating_mul(index as u64)),
            None => return Size::Unknown,
        };
        match size(ctx, &inner) {
            Size::Bytes(bytes) => end = end.max(at.saturating_add(bytes)),
            other => return other,
        }
    }
    // The padding of an array's last element belongs to it.
    match (types::view(ctx, shape.ty), shape.part(ctx, 0)) {
        (Some((code::TYPE_ARRAY, _)), Some(Part::Every(_, stride))) => {
            Size::Bytes(stride.saturating_mul(count as u64))
        }
        _ => Size::Bytes(end),
    }
}

/// An index: an operand of an access chain, by its number. The value changes where what defines it is an access, too.
type Index = (Op, usize);

/// What a pointer into a block points to.
#[derive(Clone)]
struct Place {
    /// The variable's address.
    variable: Value,
    /// Indices into arrays of blocks.
    blocks: Vec<Index>,
    /// Bytes from the start of the block.
    offset: u64,
    /// Indices, with the bytes that each counts.
    terms: Vec<(Index, u64)>,
    shape: Shape,
    /// Decorations of the access chain.
    attrs: Option<Attribute>,
    /// Whether `variable` is a pointer to physical storage, whose address is a number.
    physical: bool,
}

impl Words<'_> {
    /// Whether a type is a pointer to physical storage with numbers that it cannot hold.
    fn is_physical(&self, ty: Type) -> bool {
        types::pointer(self.ctx, ty).is_some_and(|(pointee, class)| {
            class == class::PHYSICAL_STORAGE_BUFFER && self.lacks.holds_unstored(self.ctx, pointee, class)
        })
    }

    /// The pointers to physical storage that no access chain makes.
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
                    let why = "small types in physical storage need 64-bit integers for addresses";
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

    /// Whether an op passes a pointer on, whatever it points to.
    fn carries(&self, body: &Body, op: Op, index: usize) -> bool {
        let name = self.ctx.registry().op(body.def(op)).row.name;
        CARRIERS.contains(&body.def(op))
            || name.starts_with("spv.mlir.")
            || (body.def(op) == spv::Store::ID && index == 1)
    }

    /// Replaces all accesses of a function; returns their number.
    fn function(&self, body: &mut Body, physical: Vec<Value>) -> Result<u64, Diagnostics> {
        let ctx = self.ctx;
        let mut places: Vec<(Value, Place)> = Vec::new();
        let ops: Vec<Op> = walk::ops(body).collect();
        for op in ops {
            let Some(name) = spv::AddressOf::cast(body, op).and_then(|address| address.variable(ctx)) else {
                continue;
            };
            let Some(&ty) = self.variables.get(&name) else { continue };
            let value = body.result(op, 0);
            let Some((pointee, _)) = types::pointer(ctx, body.value_type(value)) else { continue };
            Builder::new(body).set_value_type(value, ty);
            let shape = Shape::of(pointee);
            let (blocks, terms) = Default::default();
            places.push((
                value,
                Place { variable: value, blocks, offset: 0, terms, shape, attrs: None, physical: false },
            ));
        }
        for value in physical {
            let Some((pointee, _)) = types::pointer(ctx, body.value_type(value)) else { continue };
            let (blocks, terms) = Default::default();
            let shape = Shape::of(pointee);
            places.push((
                value,
                Place { variable: value, blocks, offset: 0, terms, shape, attrs: None, physical: true },
            ));
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
                        return Err(self.refused(body, op, "the layout of what it points to is not known"));
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

    /// The place that an access chain from another leads to.
    fn follow(&self, body: &Body, chain: Op, from: &Place) -> Option<Place> {
        let ctx = self.ctx;
        let mut place = from.clone();
        if body.attrs(chain).is_some() {
            place.attrs = body.attrs(chain);
        }
        for (number, value) in body.own_operands(chain).enumerate().skip(1) {
            let known = integer(ctx, body, value);
            if is_array_of_blocks(ctx, place.shape.ty) {
                place.shape = Shape::of(types::element(ctx, place.shape.ty, 0)?);
                place.blocks.push((chain, number));
                continue;
            }
            let is_struct = types::structure(ctx, place.shape.ty).is_some();
            match place.shape.part(ctx, if is_struct { known? } else { 0 })? {
                Part::At(shape, offset) => {
                    place.shape = shape;
                    place.offset = place.offset.checked_add(offset)?;
                }
                Part::Every(shape, stride) => {
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

    /// Replaces one access.
    fn access(&self, body: &mut Body, op: Op, index: usize, place: &Place) -> Result<(), Diagnostics> {
        let ctx = self.ctx;
        if is_array_of_blocks(ctx, place.shape.ty) {
            return Err(self.refused(body, op, "it uses an array of blocks as a whole"));
        }
        let def = body.def(op);
        if def == spv::ArrayLength::ID {
            let done = Access::new(self, body, op, place).array_length(op);
            return done.ok_or_else(|| self.refused(body, op, "the layout of the array is not known"));
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
                "only integers of at most 32 bits can be changed atomically there, and sums of such floats";
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
                "only loads, stores and access chains can use such a pointer",
            ));
        };
        let hints = memory_access::VOLATILE | memory_access::NONTEMPORAL;
        let aligned = mask != ABSENT && mask & memory_access::ALIGNED != 0;
        if aligned && mask & !(hints | memory_access::ALIGNED) != 0 {
            return Err(self.refused(body, op, "it has memory operands besides an alignment"));
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
        let why = format!("its layout is not known, or it has more than {MAX_PARTS} parts");
        done.ok_or_else(|| self.refused(body, op, &why))
    }
}

/// Ops that pass pointers on; the terminators and constructs do, too.
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

/// A struct with the replacements of its members; `None`: what its parts say.
pub(super) fn rebuilt(ctx: &Context, ty: Type, new: &dyn Fn(Type) -> Type) -> Option<Type> {
    let TypeData::Named { .. } = ctx.type_data(ty) else { return None };
    let parts = types::structure(ctx, ty)?;
    let members: Vec<_> = parts
        .members
        .iter()
        .map(|&member| ctx.attr_type(member).map_or(member, |member| ctx.type_attr(new(member))))
        .collect();
    if members == parts.members {
        return None;
    }
    let (_, params) = ctx.type_params(ty)?;
    let mut params = params.to_vec();
    params[1] = ctx.array_attr(&members);
    Some(types::with_params(ctx, ty, &params))
}

/// Whether a type is an array of blocks, as descriptors are.
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

/// The alignment that an access to physical storage states; that of an atomic operation is the size.
fn stated_alignment(ctx: &Context, body: &Body, op: Op, ty: Type) -> u64 {
    if is_atomic(ctx, body, op) {
        return types::scalar_width(ctx, ty).map_or(1, |width| u64::from(width / 8));
    }
    let [mask, parameters, ..] = *body.slots(op) else { return 1 };
    let is_access = [spv::Load::ID, spv::Store::ID].contains(&body.def(op));
    if !is_access || mask == ABSENT || mask & memory_access::ALIGNED == 0 {
        return 1;
    }
    let parameters = Attribute::from_raw(parameters).and_then(|attr| ctx.attr_array(attr));
    let stated = parameters.and_then(|list| list.first().copied()).and_then(|first| ctx.attr_u64(first));
    stated.filter(|bytes| bytes.is_power_of_two()).unwrap_or(1)
}

/// One access to a place.
struct Access<'p, 'a> {
    emit: Emit<'a>,
    place: &'p Place,
    scope: u32,
    /// Memory operands of loads and plain stores.
    slots: Vec<u32>,
    /// The power of two that all variable parts of the address are multiples of, a word at most.
    alignment: u64,
    /// Sum of the variable parts: in words where these are aligned, else in bytes.
    variable: Option<Value>,
    /// Words that were loaded, by number.
    loaded: FxHashMap<u64, Value>,
    parts: usize,
}

impl<'p, 'a> Access<'p, 'a> {
    fn new(words: &Words<'a>, body: &'a mut Body, op: Op, place: &'p Place) -> Access<'p, 'a> {
        let ctx = words.ctx;
        let slots = body.slots(op).to_vec();
        let mut emit = Emit::new(ctx, body);
        emit.before(op);
        let strides = place.terms.iter().map(|term| 1 << term.1.trailing_zeros().min(2));
        let alignment = match place.physical {
            true => stated_alignment(ctx, emit.body, op, place.shape.ty).min(WORD),
            false => strides.min().unwrap_or(WORD),
        };
        let mut access = Access {
            emit,
            place,
            scope: words.scope,
            slots,
            alignment,
            variable: None,
            loaded: FxHashMap::default(),
            parts: 0,
        };
        if place.physical {
            access.variable = Some(access.address());
            return access;
        }
        let unit = if alignment == WORD { WORD } else { 1 };
        let word = ctx.common().i32;
        for &((chain, number), stride) in &place.terms {
            let index = access.index(access.emit.body.operand(chain, number));
            let term = match stride / unit {
                1 => index,
                stride => {
                    let stride = access.emit.u32(stride as u32);
                    access.emit.op(spv::IMul::ID, &[index, stride], word)
                }
            };
            access.variable = Some(match access.variable {
                None => term,
                Some(sum) => access.emit.op(spv::IAdd::ID, &[sum, term], word),
            });
        }
        access
    }

    /// The address of a place in physical storage.
    fn address(&mut self) -> Value {
        let wide = self.emit.ctx.int_type(64, Signedness::Signless);
        let mut total = self.emit.op(spv::ConvertPtrToU::ID, &[self.place.variable], wide);
        for &((chain, number), stride) in &self.place.terms {
            let index = self.emit.body.operand(chain, number);
            let from = self.emit.body.value_type(index);
            // Indices are signed.
            let index = match types::scalar_width(self.emit.ctx, from) {
                _ if from == wide => index,
                Some(64) => self.emit.op(spv::Bitcast::ID, &[index], wide),
                _ => self.emit.op(spv::SConvert::ID, &[index], wide),
            };
            let stride = self.emit.int(wide, stride);
            let term = self.emit.op(spv::IMul::ID, &[index, stride], wide);
            total = self.emit.op(spv::IAdd::ID, &[total, term], wide);
        }
        self.further(total, self.place.offset)
    }

    /// An address some bytes after another.
    fn further(&mut self, address: Value, bytes: u64) -> Value {
        if bytes == 0 {
            return address;
        }
        let wide = self.emit.ctx.int_type(64, Signedness::Signless);
        let bytes = self.emit.int(wide, bytes);
        self.emit.op(spv::IAdd::ID, &[address, bytes], wide)
    }

    /// Indices into arrays of blocks.
    fn blocks(&self) -> Vec<Value> {
        self.place.blocks.iter().map(|&(chain, number)| self.emit.body.operand(chain, number)).collect()
    }

    /// Where the place begins, in bytes from what `variable` says.
    fn base(&self) -> u64 {
        if self.place.physical { 0 } else { self.place.offset }
    }

    /// An index as a word.
    fn index(&mut self, value: Value) -> Value {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let ty = self.emit.body.value_type(value);
        match *ctx.type_data(ty) {
            _ if ty == word => value,
            TypeData::Integer { width: 32, .. } => self.emit.op(spv::Bitcast::ID, &[value], word),
            // Indices are signed.
            TypeData::Integer { width: 8 | 16, .. } => {
                let signed = ctx.int_type(32, Signedness::Signed);
                let wide = self.emit.op(spv::SConvert::ID, &[value], signed);
                self.emit.op(spv::Bitcast::ID, &[wide], word)
            }
            _ => self.emit.op(spv::UConvert::ID, &[value], word),
        }
    }

    /// The number of the word at a byte of the block, without the variable part, and of the first bit in it; in an
    /// unaligned place the number is the value of all of it.
    fn word_of(&mut self, at: u64) -> (Number, Bit) {
        match (self.variable, self.alignment) {
            (Some(address), 1 | 2) if self.place.physical => {
                let word = self.emit.ctx.common().i32;
                let total = self.further(address, at);
                let three = self.emit.u32(3);
                let low = self.emit.op(spv::UConvert::ID, &[total], word);
                let byte = self.emit.op(spv::BitwiseAnd::ID, &[low, three], word);
                let bit = self.emit.op(spv::ShiftLeftLogical::ID, &[byte, three], word);
                (Number::Value(total), Bit::Value(bit))
            }
            (Some(variable), 1 | 2) => {
                let word = self.emit.ctx.common().i32;
                let total = match at {
                    0 => variable,
                    at => {
                        let at = self.emit.u32(at as u32);
                        self.emit.op(spv::IAdd::ID, &[variable, at], word)
                    }
                };
                let (two, three) = (self.emit.u32(2), self.emit.u32(3));
                let number = self.emit.op(spv::ShiftRightLogical::ID, &[total, two], word);
                let byte = self.emit.op(spv::BitwiseAnd::ID, &[total, three], word);
                let bit = self.emit.op(spv::ShiftLeftLogical::ID, &[byte, three], word);
                (Number::Value(number), Bit::Value(bit))
            }
            _ => (Number::Constant(at / WORD), Bit::Constant((at % WORD * 8) as u32)),
        }
    }

    /// A pointer to a word.
    fn pointer(&mut self, number: Number) -> Value {
        let word = self.emit.ctx.common().i32;
        if self.place.physical {
            return self.physical_pointer(number);
        }
        let constant = |access: &mut Self, number: u64| access.emit.u32(number as u32);
        let index = match (number, self.variable) {
            (Number::Value(value), _) => value,
            (Number::Constant(number), None) => constant(self, number),
            (Number::Constant(0), Some(variable)) => variable,
            (Number::Constant(number), Some(variable)) => {
                let number = constant(self, number);
                self.emit.op(spv::IAdd::ID, &[variable, number], word)
            }
        };
        let mut indices = self.blocks();
        indices.push(self.emit.u32(0));
        if self.is_uniform() {
            match number {
                Number::Constant(number) if self.variable.is_none() => {
                    indices.extend([number / 4, number % 4].map(|index| self.emit.u32(index as u32)));
                }
                _ => {
                    let (two, three) = (self.emit.u32(2), self.emit.u32(3));
                    indices.push(self.emit.op(spv::ShiftRightLogical::ID, &[index, two], word));
                    indices.push(self.emit.op(spv::BitwiseAnd::ID, &[index, three], word));
                }
            }
        } else {
            indices.push(index);
        }
        let variable = self.place.variable;
        self.emit.chain(variable, &indices, self.non_uniform(), word)
    }

    /// A pointer to a word of physical storage.
    fn physical_pointer(&mut self, number: Number) -> Value {
        let ctx = self.emit.ctx;
        let wide = ctx.int_type(64, Signedness::Signless);
        let address = match (number, self.variable) {
            (Number::Value(address), _) => {
                let mask = self.emit.int(wide, !(WORD - 1));
                self.emit.op(spv::BitwiseAnd::ID, &[address, mask], wide)
            }
            (Number::Constant(number), Some(address)) => self.further(address, number * WORD),
            (Number::Constant(_), None) => self.place.variable,
        };
        let class = class::PHYSICAL_STORAGE_BUFFER;
        let ty = types::make_pointer(ctx, ctx.common().i32, class).unwrap_or(wide);
        self.emit.op(spv::ConvertUToPtr::ID, &[address], ty)
    }

    /// The decoration that holds for every pointer that an access chain became.
    fn non_uniform(&self) -> Option<Attribute> {
        let (ctx, key) = (self.emit.ctx, "non_uniform");
        let mark = ctx.dict_get(self.place.attrs, key)?;
        Some(ctx.dict_attr(vec![(ctx.ident(key), mark)]))
    }

    /// Whether the words lie in vectors.
    fn is_uniform(&self) -> bool {
        let ctx = self.emit.ctx;
        let Some((mut at, _)) = types::pointer(ctx, self.emit.body.value_type(self.place.variable)) else {
            return false;
        };
        // Through arrays of blocks, the block and its member.
        while let Some(inner) = types::element(ctx, at, 0) {
            if matches!(ctx.type_data(at), TypeData::Vector { .. }) {
                return true;
            }
            at = inner;
        }
        false
    }

    fn load_word(&mut self, number: Number) -> Value {
        if let Number::Constant(known) = number
            && let Some(&value) = self.loaded.get(&known)
        {
            return value;
        }
        let pointer = self.pointer(number);
        let (slots, attrs) = (self.slots.clone(), self.non_uniform());
        let value = self.emit.with(spv::Load::ID, &[pointer], &slots, attrs, self.emit.ctx.common().i32);
        if let Number::Constant(known) = number {
            self.loaded.insert(known, value);
        }
        value
    }

    /// Loads a value of a type; `None` where its layout is not known.
    fn load(&mut self, shape: Shape, delta: u64) -> Option<Value> {
        let ctx = self.emit.ctx;
        if let Some(width) = types::scalar_width(ctx, shape.ty) {
            self.parts += 1;
            return (self.parts <= MAX_PARTS).then(|| self.load_scalar(shape.ty, width, delta));
        }
        let count = length(ctx, shape.ty)?;
        let mut parts = Vec::new();
        for index in 0..count as u64 {
            let (inner, at) = match shape.part(ctx, index)? {
                Part::At(inner, offset) => (inner, offset),
                Part::Every(inner, stride) => (inner, stride.checked_mul(index)?),
            };
            parts.push(self.load(inner, delta.checked_add(at)?)?);
        }
        Some(self.emit.op(spv::CompositeConstruct::ID, &parts, shape.ty))
    }

    fn load_scalar(&mut self, ty: Type, width: u32, delta: u64) -> Value {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let at = self.base() + delta;
        let (number, bit) = self.word_of(at);
        if width == 64 {
            let next = self.word_of(at + WORD).0;
            let pair = [self.load_word(number), self.load_word(next)];
            let pair = self.emit.construct(&pair, ctx.vector_type(2, word));
            return self.emit.op(spv::Bitcast::ID, &[pair], ty);
        }
        let loaded = self.load_word(number);
        let part = match bit {
            Bit::Constant(0) => loaded,
            _ if width == 32 => loaded,
            bit => {
                let bit = self.bit(bit);
                self.emit.op(spv::ShiftRightLogical::ID, &[loaded, bit], word)
            }
        };
        self.number(part, ty, width)
    }

    /// The number in the low bits of a word.
    fn number(&mut self, part: Value, ty: Type, width: u32) -> Value {
        let ctx = self.emit.ctx;
        match *ctx.type_data(ty) {
            _ if ty == ctx.common().i32 => part,
            _ if width == 32 => self.emit.op(spv::Bitcast::ID, &[part], ty),
            TypeData::Integer { signedness: Signedness::Signed, .. } => {
                self.emit.op(spv::SConvert::ID, &[part], ty)
            }
            TypeData::Integer { .. } => self.emit.op(spv::UConvert::ID, &[part], ty),
            _ => {
                let bits = ctx.int_type(width, Signedness::Signless);
                let part = self.emit.op(spv::UConvert::ID, &[part], bits);
                self.emit.op(spv::Bitcast::ID, &[part], ty)
            }
        }
    }

    fn bit(&mut self, bit: Bit) -> Value {
        match bit {
            Bit::Constant(bit) => self.emit.u32(bit),
            Bit::Value(value) => value,
        }
    }

    /// Stores a value.
    fn store(&mut self, shape: Shape, value: Value) -> Option<()> {
        let mut pieces = Vec::new();
        self.pieces(shape, 0, value, &mut pieces)?;
        pieces.sort_by_key(|piece| piece.delta);
        // Pieces of one word, or of one unit of an unaligned place, are stored together.
        let unit = self.alignment;
        let offset = self.base();
        let mut rest = &pieces[..];
        while let Some(first) = rest.first() {
            let start = (offset + first.delta) / unit * unit;
            let of_unit = rest.iter().take_while(|piece| offset + piece.delta < start + unit).count();
            let (group, after) = rest.split_at(of_unit);
            self.store_group(start, group);
            rest = after;
        }
        Some(())
    }

    /// Stores the pieces of the unit that begins at this byte of the block, without the variable part.
    fn store_group(&mut self, start: u64, group: &[Piece]) {
        let word = self.emit.ctx.common().i32;
        let mut mask = 0u64;
        let mut bits: Option<Value> = None;
        for piece in group {
            let within = ((self.base() + piece.delta - start) * 8) as u32;
            mask |= ((1u64 << piece.width) - 1) << within;
            let mut value = piece.value;
            if within > 0 {
                let amount = self.emit.u32(within);
                value = self.emit.op(spv::ShiftLeftLogical::ID, &[value, amount], word);
            }
            bits = Some(match bits {
                None => value,
                Some(bits) => self.emit.op(spv::BitwiseOr::ID, &[bits, value], word),
            });
        }
        let Some(mut bits) = bits else { return };
        let (number, bit) = self.word_of(start);
        let pointer = self.pointer(number);
        if mask == u64::from(u32::MAX) {
            let slots = self.slots.clone();
            self.emit.effect(spv::Store::ID, &[pointer, bits], &slots);
            return;
        }
        let hole = match bit {
            Bit::Constant(bit) => {
                if bit > 0 {
                    let amount = self.emit.u32(bit);
                    bits = self.emit.op(spv::ShiftLeftLogical::ID, &[bits, amount], word);
                }
                self.emit.u32(!((mask << bit) as u32))
            }
            Bit::Value(bit) => {
                bits = self.emit.op(spv::ShiftLeftLogical::ID, &[bits, bit], word);
                let mask = self.emit.u32(mask as u32);
                let mask = self.emit.op(spv::ShiftLeftLogical::ID, &[mask, bit], word);
                self.emit.op(spv::Not::ID, &[mask], word)
            }
        };
        // Others may write the rest of the word at the same time.
        let slots = [self.scope, 0];
        self.emit.with(spv::AtomicAnd::ID, &[pointer, hole], &slots, None, word);
        self.emit.with(spv::AtomicOr::ID, &[pointer, bits], &slots, None, word);
    }

    /// The numbers of a value, each as a word or the low bits of one.
    fn pieces(&mut self, shape: Shape, delta: u64, value: Value, pieces: &mut Vec<Piece>) -> Option<()> {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let Some(width) = types::scalar_width(ctx, shape.ty) else {
            let count = length(ctx, shape.ty)?;
            for index in 0..count {
                let (inner, at) = match shape.part(ctx, index as u64)? {
                    Part::At(inner, offset) => (inner, offset),
                    Part::Every(inner, stride) => (inner, stride.checked_mul(index as u64)?),
                };
                let part = self.emit.extract(value, index, inner.ty);
                self.pieces(inner, delta.checked_add(at)?, part, pieces)?;
            }
            return Some(());
        };
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return None;
        }
        let is_float = matches!(ctx.type_data(shape.ty), TypeData::Float(_));
        match width {
            64 => {
                let pair = self.emit.op(spv::Bitcast::ID, &[value], ctx.vector_type(2, word));
                for index in 0..2 {
                    let value = self.emit.extract(pair, index, word);
                    pieces.push(Piece { delta: delta + WORD * index as u64, width: 32, value });
                }
            }
            32 => {
                let value =
                    if shape.ty == word { value } else { self.emit.op(spv::Bitcast::ID, &[value], word) };
                pieces.push(Piece { delta, width, value });
            }
            8 | 16 => {
                let mut value = value;
                if is_float {
                    let bits = ctx.int_type(width, Signedness::Signless);
                    value = self.emit.op(spv::Bitcast::ID, &[value], bits);
                }
                let value = self.emit.op(spv::UConvert::ID, &[value], word);
                pieces.push(Piece { delta, width, value });
            }
            _ => return None,
        }
        Some(())
    }

    /// Replaces an atomic operation on a word.
    fn atomic(&mut self, op: Op) {
        let word = self.emit.ctx.common().i32;
        let number = self.word_of(self.base()).0;
        let pointer = self.pointer(number);
        let ty = self.place.shape.ty;
        let mut operands: Vec<Value> = self.emit.body.own_operands(op).collect();
        operands[0] = pointer;
        if ty != word {
            for value in operands.iter_mut().skip(1) {
                if self.emit.body.value_type(*value) == ty {
                    *value = self.emit.op(spv::Bitcast::ID, &[*value], word);
                }
            }
        }
        let def = self.emit.body.def(op);
        let slots = self.slots.clone();
        if self.emit.body.result_count(op) == 0 {
            self.emit.effect(def, &operands, &slots);
            Builder::new(self.emit.body).erase(op);
            return;
        }
        let attrs = self.emit.body.attrs(op);
        let mut value = self.emit.with(def, &operands, &slots, attrs, word);
        if ty != word {
            value = self.emit.op(spv::Bitcast::ID, &[value], ty);
        }
        self.emit.replace(op, value);
    }

    /// Replaces an atomic operation on a number that is a part of a word, or a float.
    fn atomic_of_part(&mut self, op: Op, width: u32, atomic: &Atomic) -> Option<()> {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let ty = self.place.shape.ty;
        let (number, bit) = self.word_of(self.base());
        let pointer = self.pointer(number);
        let bit = match bit {
            Bit::Constant(0) => None,
            bit => Some(self.bit(bit)),
        };
        let hole = (width < 32).then(|| {
            let mask = self.emit.u32((1 << width) - 1);
            let mask = match bit {
                Some(bit) => self.emit.op(spv::ShiftLeftLogical::ID, &[mask, bit], word),
                None => mask,
            };
            self.emit.op(spv::Not::ID, &[mask], word)
        });
        let is_float = matches!(ctx.type_data(ty), TypeData::Float(_));
        let bits = ctx.int_type(width, Signedness::Signless);
        let take = |create: &mut Create<'_, '_>, loaded: Value| {
            let part = bit.map_or(loaded, |bit| create.op(spv::ShiftRightLogical::ID, &[loaded, bit], word));
            match *ctx.type_data(ty) {
                _ if width == 32 => create.op(spv::Bitcast::ID, &[part], ty),
                TypeData::Integer { signedness: Signedness::Signed, .. } => {
                    create.op(spv::SConvert::ID, &[part], ty)
                }
                TypeData::Integer { .. } => create.op(spv::UConvert::ID, &[part], ty),
                _ => {
                    let part = create.op(spv::UConvert::ID, &[part], bits);
                    create.op(spv::Bitcast::ID, &[part], ty)
                }
            }
        };
        let put = |create: &mut Create<'_, '_>, old: Value, mut value: Value| {
            if is_float {
                value = create.op(spv::Bitcast::ID, &[value], bits);
            }
            let Some(hole) = hole else { return value };
            value = create.op(spv::UConvert::ID, &[value], word);
            if let Some(bit) = bit {
                value = create.op(spv::ShiftLeftLogical::ID, &[value, bit], word);
            }
            let rest = create.op(spv::BitwiseAnd::ID, &[old, hole], word);
            create.op(spv::BitwiseOr::ID, &[rest, value], word)
        };
        let old = atomic.create(&mut self.emit, op, pointer, ty, &take, &put)?;
        if self.emit.body.result_count(op) == 0 {
            Builder::new(self.emit.body).erase(op);
            return Some(());
        }
        let old = match bit {
            Some(bit) => self.emit.op(spv::ShiftRightLogical::ID, &[old, bit], word),
            None => old,
        };
        let value = self.number(old, ty, width);
        self.emit.replace(op, value);
        Some(())
    }

    /// Replaces the length of a runtime array at the end of the block.
    fn array_length(&mut self, op: Op) -> Option<()> {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let member = self.emit.body.slot(op, spv::ArrayLength::ARRAY_MEMBER);
        let Part::At(array, offset) = self.place.shape.part(ctx, member.into())? else { return None };
        let Part::Every(_, stride) = array.part(ctx, 0)? else { return None };
        let block = match self.place.blocks.is_empty() {
            true => self.place.variable,
            false => {
                let ty = self.emit.body.value_type(self.place.variable);
                let mut inner = types::pointer(ctx, ty)?.0;
                for _ in &self.place.blocks {
                    inner = types::element(ctx, inner, 0)?;
                }
                let (variable, blocks) = (self.place.variable, self.blocks());
                self.emit.chain(variable, &blocks, self.non_uniform(), inner)
            }
        };
        let words = self.emit.with(spv::ArrayLength::ID, &[block], &[0], None, word);
        let two = self.emit.u32(2);
        let mut bytes = self.emit.op(spv::ShiftLeftLogical::ID, &[words, two], word);
        if offset > 0 {
            let offset = self.emit.u32(offset as u32);
            bytes = self.emit.op(spv::ISub::ID, &[bytes, offset], word);
        }
        let stride = self.emit.u32(stride as u32);
        let count = self.emit.op(spv::UDiv::ID, &[bytes, stride], word);
        let ty = self.emit.body.value_type(self.emit.body.result(op, 0));
        let count = if ty == word { count } else { self.emit.op(spv::Bitcast::ID, &[count], ty) };
        self.emit.replace(op, count);
        Some(())
    }
}

/// A number that is stored.
struct Piece {
    /// Bytes from the place.
    delta: u64,
    width: u32,
    /// A word with the bits; those above the width are 0.
    value: Value,
}

/// The number of a word.
#[derive(Clone, Copy)]
enum Number {
    /// Without the variable part of the place.
    Constant(u64),
    Value(Value),
}

/// The number of a bit in a word.
#[derive(Clone, Copy)]
enum Bit {
    Constant(u32),
    Value(Value),
}
