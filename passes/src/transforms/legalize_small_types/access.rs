//! Rewriting of single memory accesses (loads, stores, atomics, array lengths) to accesses of word arrays

use super::atomics::{Atomic, is_atomic};
use super::emit::OpWriter;
use super::storage::{BlockLocation, ElementPlace, StoredType, WORD, Words};
use crate::support::spirv::storage as class;
use rustc_hash::FxHashMap;
use spv_build::FunctionBuilder;
use spv_dialect::emit::Emit;
use spv_dialect::fold::constant::length;
use spv_dialect::generated::values::memory_access;
use spv_dialect::{spv, types};
use spv_ir::dialect::ABSENT;
use spv_ir::{Attribute, Body, Builder, Context, Op, Signedness, Type, TypeData, Value};

/// Maximum number of scalars that one access loads or stores.
pub(super) const MAX_PARTS: usize = 1024;

/// Returns the alignment in bytes that an access to physical storage specifies. For an atomic operation, returns the
/// size of its type.
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

/// A memory access, with its location in word-based memory.
pub(super) struct Access<'p, 'a> {
    pub(super) emit: OpWriter<'a>,
    place: &'p BlockLocation,
    scope: u32,
    /// Memory operand properties of loads and unsynchronized stores.
    pub(super) slots: Vec<u32>,
    /// Power of two that divides all variable terms of the address, at most the word size in bytes.
    alignment: u64,
    /// Sum of the variable terms of the address. The unit is words if the terms are word-aligned, or else bytes.
    pub(super) variable: Option<Value>,
    /// Loaded words, keyed by word index.
    loaded: FxHashMap<u64, Value>,
    parts: usize,
}

impl<'p, 'a> Access<'p, 'a> {
    pub(super) fn new(
        words: &Words<'a>,
        body: &'a mut Body,
        op: Op,
        place: &'p BlockLocation,
    ) -> Access<'p, 'a> {
        let ctx = words.ctx;
        let slots = body.slots(op).to_vec();
        let mut emit = OpWriter::new(ctx, body);
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

    /// Emits the address of the location in physical storage.
    fn address(&mut self) -> Value {
        let wide = self.emit.ctx.int_type(64, Signedness::Signless);
        let mut total = self.emit.op(spv::ConvertPtrToU::ID, &[self.place.variable], wide);
        for &((chain, number), stride) in &self.place.terms {
            let index = self.emit.body.operand(chain, number);
            let from = self.emit.body.value_type(index);
            // Indices are interpreted as signed.
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

    /// Emits the 64-bit address that is `bytes` bytes after `address`.
    fn further(&mut self, address: Value, bytes: u64) -> Value {
        if bytes == 0 {
            return address;
        }
        let wide = self.emit.ctx.int_type(64, Signedness::Signless);
        let bytes = self.emit.int(wide, bytes);
        self.emit.op(spv::IAdd::ID, &[address, bytes], wide)
    }

    /// Returns the leading indices of the access, which index into arrays of blocks.
    fn blocks(&self) -> Vec<Value> {
        self.place.blocks.iter().map(|&(chain, number)| self.emit.body.operand(chain, number)).collect()
    }

    /// Returns the constant byte offset of the location, excluding the variable terms of the address.
    fn base(&self) -> u64 {
        if self.place.physical { 0 } else { self.place.offset }
    }

    /// Converts an array index to a 32-bit integer.
    fn index(&mut self, value: Value) -> Value {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let ty = self.emit.body.value_type(value);
        match *ctx.type_data(ty) {
            _ if ty == word => value,
            TypeData::Integer { width: 32, .. } => self.emit.op(spv::Bitcast::ID, &[value], word),
            // Indices are interpreted as signed.
            TypeData::Integer { width: 8 | 16, .. } => {
                let signed = ctx.int_type(32, Signedness::Signed);
                let wide = self.emit.op(spv::SConvert::ID, &[value], signed);
                self.emit.op(spv::Bitcast::ID, &[wide], word)
            }
            _ => self.emit.op(spv::UConvert::ID, &[value], word),
        }
    }

    /// Returns the word index and the bit offset in the word for the byte offset `at`. The index of a word-aligned
    /// location is a constant that excludes the variable terms. For an unaligned location, the index is a value that
    /// includes the variable terms.
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

    /// Returns a pointer to the word with the given index.
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

    /// Returns a pointer to the word of physical storage with the given index.
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

    /// Returns the NonUniform decoration if the original access chain had it, or else `None`.
    fn non_uniform(&self) -> Option<Attribute> {
        let (ctx, key) = (self.emit.ctx, "non_uniform");
        let mark = ctx.dict_get(self.place.attrs, key)?;
        Some(ctx.dict_attr(vec![(ctx.ident(key), mark)]))
    }

    /// Returns whether the words are components of vectors.
    fn is_uniform(&self) -> bool {
        let ctx = self.emit.ctx;
        let Some((mut at, _)) = types::pointer(ctx, self.emit.body.value_type(self.place.variable)) else {
            return false;
        };
        // Descend through arrays of blocks, and through the block and its member.
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

    /// Emits a load of a value. Returns `None` if the layout of its type is not known.
    pub(super) fn load(&mut self, shape: StoredType, delta: u64) -> Option<Value> {
        let ctx = self.emit.ctx;
        if let Some(width) = types::scalar_width(ctx, shape.ty) {
            self.parts += 1;
            return (self.parts <= MAX_PARTS).then(|| self.load_scalar(shape.ty, width, delta));
        }
        let count = length(ctx, shape.ty)?;
        let mut parts = Vec::new();
        for index in 0..count as u64 {
            let (inner, at) = match shape.part(ctx, index)? {
                ElementPlace::At(inner, offset) => (inner, offset),
                ElementPlace::Every(inner, stride) => (inner, stride.checked_mul(index)?),
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

    /// Converts the low `width` bits of a word to the scalar type `ty`.
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

    /// Emits a store of a value. Returns `None` if the layout of its type is not known.
    pub(super) fn store(&mut self, shape: StoredType, value: Value) -> Option<()> {
        let mut pieces = Vec::new();
        self.pieces(shape, 0, value, &mut pieces)?;
        pieces.sort_by_key(|piece| piece.delta);
        // Store the scalars in the same word together. If the address is not word-aligned, store only scalars in the
        // same aligned unit together.
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

    /// Stores a group of scalars in the storage unit at the byte offset `start`. The offset excludes the variable terms
    /// of the address.
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
        // Other invocations may write the remaining bits of the word at the same time, so use atomic operations.
        let slots = [self.scope, 0];
        self.emit.with(spv::AtomicAnd::ID, &[pointer, hole], &slots, None, word);
        self.emit.with(spv::AtomicOr::ID, &[pointer, bits], &slots, None, word);
    }

    /// Splits a value into scalars, each in the low bits of a word, and appends them to `pieces`.
    fn pieces(&mut self, shape: StoredType, delta: u64, value: Value, pieces: &mut Vec<Piece>) -> Option<()> {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let Some(width) = types::scalar_width(ctx, shape.ty) else {
            let count = length(ctx, shape.ty)?;
            for index in 0..count {
                let (inner, at) = match shape.part(ctx, index as u64)? {
                    ElementPlace::At(inner, offset) => (inner, offset),
                    ElementPlace::Every(inner, stride) => (inner, stride.checked_mul(index as u64)?),
                };
                let part = self.emit.extract(value, index as u32, inner.ty);
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

    /// Replaces an atomic operation on an integer that occupies a full word.
    pub(super) fn atomic(&mut self, op: Op) {
        let word = self.emit.ctx.common().i32;
        let number = self.word_of(self.base()).0;
        let pointer = self.pointer(number);
        let ty = self.place.shape.ty;
        let mut operands: Vec<Value> = self.emit.body.own_operands(op).collect();
        operands[spv::AtomicIAdd::POINTER] = pointer;
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

    /// Replaces an atomic operation on a float, or on an integer that occupies only some bits of a word.
    pub(super) fn atomic_of_part(&mut self, op: Op, width: u32, atomic: &Atomic) -> Option<()> {
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
        let take = |b: &mut FunctionBuilder<'_>, loaded: Value| {
            let part = bit.map_or(loaded, |bit| b.op(spv::ShiftRightLogical::ID, &[loaded, bit], word));
            match *ctx.type_data(ty) {
                _ if width == 32 => b.op(spv::Bitcast::ID, &[part], ty),
                TypeData::Integer { signedness: Signedness::Signed, .. } => {
                    b.op(spv::SConvert::ID, &[part], ty)
                }
                TypeData::Integer { .. } => b.op(spv::UConvert::ID, &[part], ty),
                _ => {
                    let part = b.op(spv::UConvert::ID, &[part], bits);
                    b.op(spv::Bitcast::ID, &[part], ty)
                }
            }
        };
        let put = |b: &mut FunctionBuilder<'_>, old: Value, mut value: Value| {
            if is_float {
                value = b.op(spv::Bitcast::ID, &[value], bits);
            }
            let Some(hole) = hole else { return value };
            value = b.op(spv::UConvert::ID, &[value], word);
            if let Some(bit) = bit {
                value = b.op(spv::ShiftLeftLogical::ID, &[value, bit], word);
            }
            let rest = b.op(spv::BitwiseAnd::ID, &[old, hole], word);
            b.op(spv::BitwiseOr::ID, &[rest, value], word)
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

    /// Replaces an OpArrayLength of the runtime array at the end of a block.
    pub(super) fn array_length(&mut self, op: Op) -> Option<()> {
        let ctx = self.emit.ctx;
        let word = ctx.common().i32;
        let member = self.emit.body.slot(op, spv::ArrayLength::ARRAY_MEMBER);
        let ElementPlace::At(array, offset) = self.place.shape.part(ctx, member.into())? else { return None };
        let ElementPlace::Every(_, stride) = array.part(ctx, 0)? else { return None };
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

/// A scalar that a store writes.
struct Piece {
    /// Byte offset from the location of the access.
    delta: u64,
    width: u32,
    /// Word that contains the bits of the scalar. Bits above its width are 0.
    value: Value,
}

/// The index of a word in memory.
#[derive(Clone, Copy)]
enum Number {
    /// A constant index, excluding the variable terms of the address.
    Constant(u64),
    Value(Value),
}

/// The bit offset of a scalar in its word.
#[derive(Clone, Copy)]
enum Bit {
    Constant(u32),
    Value(Value),
}
