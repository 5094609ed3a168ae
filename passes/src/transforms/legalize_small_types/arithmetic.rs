//! Widening of operations on small types to 32 bits
//!
//! Values retain their small types in this step; a subsequent step changes all types at once.

use super::atomics::{Atomic, extended, is_atomic};
use super::emit::OpWriter;
use super::lacks::Lacks;
use super::{KEPT, refuse};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spv_build::FunctionBuilder;
use spv_dialect::emit::Emit;
use spv_dialect::fold::decorations::without_wrap_flags;
use spv_dialect::fold::{decode_float, encode_float};
use spv_dialect::generated::opcodes::{self as code, glsl, set};
use spv_dialect::narrow_integers::{Extend, extension, steps};
use spv_dialect::{spv, types};
use spv_ir::dialect::OpDefId;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostics, FloatKind, Op, Type, TypeData, Value, walk,
};

/// Ops that only move values, so that the upper bits of small values do not matter.
const MOVES: &[OpDefId] = &[
    spv::Constant::ID,
    spv::AddressOf::ID,
    spv::ReferenceOf::ID,
    spv::Undef::ID,
    spv::Variable::ID,
    spv::Load::ID,
    spv::Store::ID,
    spv::CopyMemory::ID,
    spv::ArrayLength::ID,
    spv::CompositeConstruct::ID,
    spv::CompositeExtract::ID,
    spv::CompositeInsert::ID,
    spv::CopyObject::ID,
    spv::CopyLogical::ID,
    spv::VectorShuffle::ID,
    spv::Transpose::ID,
    spv::Select::ID,
    spv::Branch::ID,
    spv::BranchConditional::ID,
    spv::ReturnValue::ID,
    spv::FunctionCall::ID,
    spv::GroupNonUniformBroadcast::ID,
    spv::GroupNonUniformBroadcastFirst::ID,
    spv::GroupNonUniformShuffle::ID,
    spv::GroupNonUniformShuffleXor::ID,
    spv::GroupNonUniformShuffleUp::ID,
    spv::GroupNonUniformShuffleDown::ID,
];

/// Ops that only move values. Their operands after the first one are indices.
const INDEXED: &[OpDefId] = &[
    spv::AccessChain::ID,
    spv::InBoundsAccessChain::ID,
    spv::VectorExtractDynamic::ID,
    spv::VectorInsertDynamic::ID,
];

/// Opcodes of floating-point instructions, each with whether 16 bits represent its result exactly if they represent its
/// operands.
const FLOATS: &[(u32, bool)] = &[
    (code::F_NEGATE, true),
    (code::IS_NAN, true),
    (code::IS_INF, true),
    (code::F_ORD_EQUAL, true),
    (code::F_UNORD_EQUAL, true),
    (code::F_ORD_NOT_EQUAL, true),
    (code::F_UNORD_NOT_EQUAL, true),
    (code::F_ORD_LESS_THAN, true),
    (code::F_UNORD_LESS_THAN, true),
    (code::F_ORD_GREATER_THAN, true),
    (code::F_UNORD_GREATER_THAN, true),
    (code::F_ORD_LESS_THAN_EQUAL, true),
    (code::F_UNORD_LESS_THAN_EQUAL, true),
    (code::F_ORD_GREATER_THAN_EQUAL, true),
    (code::F_UNORD_GREATER_THAN_EQUAL, true),
    (code::F_ADD, false),
    (code::F_SUB, false),
    (code::F_MUL, false),
    (code::F_DIV, false),
    (code::F_REM, false),
    (code::F_MOD, false),
    (code::VECTOR_TIMES_SCALAR, false),
    (code::DOT, false),
    (code::CONVERT_S_TO_F, false),
    (code::CONVERT_U_TO_F, false),
];

/// Floating-point GLSL.std.450 instructions whose results need no rounding to 16 bits.
const EXACT_GLSL: &[u32] = &[
    glsl::ROUND,
    glsl::ROUND_EVEN,
    glsl::TRUNC,
    glsl::F_ABS,
    glsl::F_SIGN,
    glsl::FLOOR,
    glsl::CEIL,
    glsl::F_MIN,
    glsl::F_MAX,
    glsl::F_CLAMP,
    glsl::N_MIN,
    glsl::N_MAX,
    glsl::N_CLAMP,
    glsl::STEP,
    glsl::FACE_FORWARD,
];

/// Sign bit of a 32-bit float.
const SIGN: u32 = 1 << 31;
/// Number of fraction bits that a 32-bit float has beyond those of a 16-bit float.
const DROPPED_BITS: u32 = 13;
/// Bits of 2^-14, the smallest normal 16-bit float, as a 32-bit float.
const LEAST_NORMAL: u32 = 0x3880_0000;
/// Bits of 2^16, which exceeds the largest 16-bit float, as a 32-bit float.
const BEYOND: u32 = 0x4780_0000;
/// Bits of a 32-bit infinity. The bits of a NaN, without the sign, are larger.
const INFINITY: u32 = 0x7f80_0000;

/// The result of widening a function.
#[derive(Default)]
pub(super) struct Widened {
    /// Number of changed operations.
    pub count: u64,
    /// Temporary copies between a small type and the type that replaces it. Remove them after the types have changed.
    pub copies: Vec<Op>,
}

/// Rewrites the operations of a function so that their results do not depend on the upper bits of small values.
pub(super) fn widen(ctx: &Context, body: &mut Body, lacks: &Lacks) -> Result<Widened, Diagnostics> {
    let ops: Vec<Op> = walk::ops(body).collect();
    let (holds, copies) = Default::default();
    let mut widening = Widening { emit: OpWriter::new(ctx, body), lacks, holds, copies };
    let mut count = 0;
    for op in ops {
        count += u64::from(widening.op(op)?);
    }
    Ok(Widened { count, copies: widening.copies })
}

/// Removes the temporary copies that widening inserted. Call after the types have changed.
pub(super) fn remove_copies(body: &mut Body, copies: Vec<Op>) {
    for op in copies {
        let (value, [source]) = (body.result(op, 0), body.first_operands(op));
        let mut builder = Builder::new(body);
        builder.replace_all_uses(value, source);
        builder.erase(op);
    }
}

struct Widening<'l, 'a> {
    emit: OpWriter<'a>,
    lacks: &'l Lacks,
    /// Cache of whether each type contains small types.
    holds: FxHashMap<Type, bool>,
    copies: Vec<Op>,
}

impl Widening<'_, '_> {
    /// Widens an op. Returns whether it was changed.
    fn op(&mut self, op: Op) -> Result<bool, Diagnostics> {
        let ctx = self.emit.ctx;
        let def = self.emit.body.def(op);
        let row = ctx.registry().op(def).row;
        if MOVES.contains(&def) || row.name.starts_with("spv.mlir.") {
            return Ok(false);
        }
        let operands: SmallVec<[Value; 4]> = self.emit.body.own_operands(op).collect();
        let of = |value: Value| self.emit.body.value_type(value);
        let types: SmallVec<[Type; 5]> =
            operands.iter().copied().chain(self.emit.body.results(op)).map(of).collect();
        if !types.into_iter().any(|ty| self.holds(ty)) {
            return Ok(false);
        }
        self.emit.before(op);
        if INDEXED.contains(&def) {
            return Ok(self.extend(op, 1.., |_| Extend::Signed));
        }
        if is_atomic(ctx, self.emit.body, op) {
            return self.atomic(op, operands[spv::AtomicLoad::POINTER]);
        }
        match def {
            spv::Switch::ID => return Ok(self.extend(op, 0..1, |_| Extend::Unsigned)),
            spv::Bitcast::ID => return self.bitcast(op, operands[spv::Bitcast::OPERAND]),
            spv::UConvert::ID | spv::SConvert::ID => return Ok(self.convert_int(op)),
            spv::FConvert::ID => return self.convert_float(op, operands[spv::FConvert::FLOAT_VALUE]),
            _ => {}
        }
        let result = self.emit.body.results(op).next();
        let result = result.map(|value| self.emit.body.value_type(value));
        let exact = match row.set {
            0 => FLOATS.iter().find(|row_| row_.0 == row.opcode).map(|row| row.1),
            // Other code handles GLSL.std.450 instructions with pointers or structs, whose results are not 16-bit
            // floats.
            set::GLSL if result.is_some_and(|ty| self.is_half(ty)) => {
                let pointers = operands
                    .iter()
                    .any(|value| types::pointer(ctx, self.emit.body.value_type(*value)).is_some());
                (!pointers).then(|| EXACT_GLSL.contains(&row.opcode))
            }
            _ => None,
        };
        let how = |index| extension(row.set, row.opcode, index);
        if exact.is_none() && how(0).is_none() {
            let message = format!("'{}' of a small type cannot be legalized", row.name);
            return Err(refuse(self.emit.body, op, message));
        }
        self.extend(op, 0.., |index| how(index).unwrap_or(Extend::No));
        let attrs = self.emit.body.attrs(op);
        let kept = without_wrap_flags(ctx, attrs);
        if kept != attrs {
            Builder::new(self.emit.body).set_attrs(op, kept);
        }
        if exact == Some(false) && result.is_some_and(|ty| self.is_half(ty)) {
            self.round(op);
        }
        Ok(true)
    }

    fn holds(&mut self, ty: Type) -> bool {
        let (ctx, lacks) = (self.emit.ctx, self.lacks);
        *self.holds.entry(ty).or_insert_with(|| lacks.holds(ctx, ty))
    }

    /// Returns the scalar type of a scalar or vector type.
    fn scalar(&self, ty: Type) -> Type {
        match self.emit.ctx.type_data(ty) {
            TypeData::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    /// Returns the type that replaces a scalar or vector type after the types have changed.
    fn wide(&self, ty: Type) -> Type {
        let ctx = self.emit.ctx;
        let wide = |ty| self.lacks.widened(ctx, ty).unwrap_or(ty);
        match ctx.type_data(ty) {
            TypeData::Vector { dims, element } => {
                ctx.ty(TypeData::Vector { dims: dims.clone(), element: wide(*element) })
            }
            _ => wide(ty),
        }
    }

    fn is_widened(&self, ty: Type) -> bool {
        self.wide(ty) != ty
    }

    /// Returns whether a type is a scalar or vector of floats that are widened.
    fn is_half(&self, ty: Type) -> bool {
        matches!(self.emit.ctx.type_data(self.scalar(ty)), TypeData::Float(_)) && self.is_widened(ty)
    }

    fn width(&self, ty: Type) -> u32 {
        types::scalar_width(self.emit.ctx, self.scalar(ty)).unwrap_or(32)
    }

    /// Extends an integer if an operation depends on its upper bits. `how` selects sign, zero, or no extension.
    fn extended(&mut self, value: Value, how: Extend) -> Value {
        let ty = self.emit.body.value_type(value);
        if !self.is_widened(ty) || self.is_half(ty) {
            return value;
        }
        let mut whole = value;
        for (def, number) in steps(how, self.width(ty), self.width(self.wide(ty))) {
            let constant = self.emit.int(ty, number);
            whole = self.emit.op(def, &[whole, constant], ty);
        }
        whole
    }

    /// Extends the operands of an op whose indices are in `which`. Returns whether any operand changed.
    fn extend(
        &mut self,
        op: Op,
        which: impl std::ops::RangeBounds<usize>,
        how: impl Fn(usize) -> Extend,
    ) -> bool {
        let operands: SmallVec<[Value; 4]> = self.emit.body.own_operands(op).collect();
        let mut changed = false;
        for (index, value) in operands.into_iter().enumerate().filter(|(index, _)| which.contains(index)) {
            let whole = self.extended(value, how(index));
            if whole != value {
                Builder::new(self.emit.body).set_operand(op, index, whole);
                changed = true;
            }
        }
        changed
    }

    /// Converts a value to another type. The result is a temporary copy if both types will be replaced with the same
    /// type, up to signedness.
    fn retyped(&mut self, value: Value, ty: Type) -> Value {
        let from = self.emit.body.value_type(value);
        if self.wide(from) != self.wide(ty) {
            return self.emit.op(spv::Bitcast::ID, &[value], ty);
        }
        let copy = self.emit.op(spv::CopyObject::ID, &[value], ty);
        self.copies.extend(self.emit.body.defining_op(copy));
        copy
    }

    /// Widens an atomic operation on an integer in memory whose type will be replaced with a 32-bit type. Returns
    /// whether the operation changed.
    fn atomic(&mut self, op: Op, pointer: Value) -> Result<bool, Diagnostics> {
        let ctx = self.emit.ctx;
        let atomic =
            Atomic::new(self.emit.body, op).zip(types::pointer(ctx, self.emit.body.value_type(pointer)));
        let known = atomic.filter(|(_, (ty, class))| {
            !KEPT.contains(class) && matches!(ctx.type_data(*ty), TypeData::Integer { .. })
        });
        let Some((mut atomic, (ty, _))) = known else {
            let name = ctx.registry().op(self.emit.body.def(op)).row.name;
            let why = "only integers stored in words, or in Workgroup, Private or Function memory, support \
                       atomic operations";
            return Err(refuse(
                self.emit.body,
                op,
                format!("'{name}' of a small type cannot be legalized: {why}"),
            ));
        };
        if atomic.ignores_upper_bits() {
            return Ok(false);
        }
        let how = atomic.extension();
        let widths = (self.width(ty), self.width(self.wide(ty)));
        for value in atomic.values_mut() {
            *value = self.extended(*value, how);
        }
        let take = |b: &mut FunctionBuilder<'_>, old: Value| extended(b, old, ty, how, widths);
        let put = |_: &mut FunctionBuilder<'_>, _: Value, new: Value| new;
        if let Some(old) = atomic.create(&mut self.emit, op, pointer, ty, &take, &put) {
            self.emit.replace(op, old);
        }
        Ok(true)
    }

    fn convert_int(&mut self, op: Op) -> bool {
        let signed = self.emit.body.def(op) == spv::SConvert::ID;
        let ([value], result) = (self.emit.body.first_operands(op), self.emit.body.result(op, 0));
        let (from, to) = (self.emit.body.value_type(value), self.emit.body.value_type(result));
        let value = match self.width(from) < self.width(to) {
            true => self.extended(value, if signed { Extend::Signed } else { Extend::Unsigned }),
            // A truncation does not depend on the upper bits.
            false => value,
        };
        if self.width(self.wide(from)) == self.width(self.wide(to)) {
            let value = self.retyped(value, to);
            self.emit.replace(op, value);
        } else {
            Builder::new(self.emit.body).set_operand(op, spv::UConvert::UNSIGNED_VALUE, value);
        }
        true
    }

    fn convert_float(&mut self, op: Op, value: Value) -> Result<bool, Diagnostics> {
        let ctx = self.emit.ctx;
        let result = self.emit.body.result(op, 0);
        let (from, to) = (self.emit.body.value_type(value), self.emit.body.value_type(result));
        let to_half = self.is_half(to);
        let attrs = self.emit.body.attrs(op);
        let mode = ctx.dict_get(attrs, "fp_rounding_mode").and_then(|mode| ctx.attr_str(mode));
        if to_half && mode.is_some_and(|mode| mode != "RTE") {
            let message = "'spv.FConvert' to a small type with a rounding mode cannot be legalized";
            return Err(refuse(self.emit.body, op, message.to_owned()));
        }
        if self.wide(from) != self.wide(to) {
            if to_half {
                self.round(op);
            }
            return Ok(true);
        }
        let value = if to_half { self.rounded(value, to) } else { self.retyped(value, to) };
        self.emit.replace(op, value);
        Ok(true)
    }

    /// Rounds the result of an op to the precision of a 16-bit float.
    fn round(&mut self, op: Op) {
        let result = self.emit.body.result(op, 0);
        let ty = self.emit.body.value_type(result);
        let uses: Vec<(Op, usize)> = self.emit.body.uses(result).collect();
        self.emit.after(op);
        let rounded = self.rounded(result, ty);
        self.emit.replace_uses(uses, rounded);
    }

    /// Rounds 32-bit floats to the nearest 16-bit float, ties to even. Uses integer arithmetic, because SPIR-V does
    /// not specify the rounding of PackHalf2x16 and QuantizeToF16.
    fn rounded(&mut self, value: Value, ty: Type) -> Value {
        let ctx = self.emit.ctx;
        let (words, floats, truths) = (
            self.shaped(ty, ctx.common().i32),
            self.shaped(ty, ctx.common().f32),
            self.shaped(ty, ctx.common().i1),
        );
        let bits = self.emit.op(spv::Bitcast::ID, &[value], words);
        let with = |widening: &mut Self, def: OpDefId, value: Value, number: u32| {
            let number = widening.emit.int(words, number.into());
            widening.emit.op(def, &[value, number], words)
        };
        let magnitude = with(self, spv::BitwiseAnd::ID, bits, !SIGN);
        let sign = with(self, spv::BitwiseAnd::ID, bits, SIGN);
        // Round to ten fraction bits. A carry propagates to the exponent.
        let odd = with(self, spv::ShiftRightLogical::ID, magnitude, DROPPED_BITS);
        let odd = with(self, spv::BitwiseAnd::ID, odd, 1);
        let up = with(self, spv::IAdd::ID, magnitude, (1 << (DROPPED_BITS - 1)) - 1);
        let up = self.emit.op(spv::IAdd::ID, &[up, odd], words);
        let normal = with(self, spv::BitwiseAnd::ID, up, u32::MAX << DROPPED_BITS);
        // Subnormal 16-bit floats have the same spacing as 32-bit floats near 1/2, so adding 1/2 rounds to that
        // spacing.
        let exact = Some(ctx.dict_attr(vec![(ctx.ident("no_contraction"), ctx.unit_attr())]));
        let half = self.emit.float(floats, 0.5);
        let float = self.emit.op(spv::Bitcast::ID, &[magnitude], floats);
        let sum = self.emit.with(spv::FAdd::ID, &[float, half], &[], exact, floats);
        let multiple = self.emit.with(spv::FSub::ID, &[sum, half], &[], exact, floats);
        let mut rounded = self.emit.op(spv::Bitcast::ID, &[multiple], words);
        let cases = [
            (spv::UGreaterThanEqual::ID, magnitude, LEAST_NORMAL, Some(normal)),
            (spv::UGreaterThanEqual::ID, normal, BEYOND, None),
            (spv::UGreaterThan::ID, magnitude, INFINITY, Some(magnitude)),
        ];
        for (compare, tested, bound, result) in cases {
            let bound = self.emit.int(words, bound.into());
            let holds = self.emit.op(compare, &[tested, bound], truths);
            let result = result.unwrap_or_else(|| self.emit.int(words, INFINITY.into()));
            rounded = self.emit.op(spv::Select::ID, &[holds, result, rounded], words);
        }
        let bits = self.emit.op(spv::BitwiseOr::ID, &[rounded, sign], words);
        self.emit.op(spv::Bitcast::ID, &[bits], ty)
    }

    /// Returns the type `scalar`, or a vector of it with the shape of `like` if that is a vector.
    fn shaped(&self, like: Type, scalar: Type) -> Type {
        match self.emit.ctx.type_data(like) {
            TypeData::Vector { dims, .. } => {
                self.emit.ctx.ty(TypeData::Vector { dims: dims.clone(), element: scalar })
            }
            _ => scalar,
        }
    }

    fn glsl(&self, opcode: u32) -> OpDefId {
        self.emit.ctx.registry().op_by_code(set::GLSL, opcode).unwrap_or(spv::CopyObject::ID)
    }

    /// Packs one or two floats into a word as 16-bit floats.
    fn pack(&mut self, low: Value, high: Option<Value>) -> Value {
        let ty = self.emit.body.value_type(low);
        let high = high.unwrap_or_else(|| self.emit.float(ty, 0.0));
        let pair = self.emit.construct(&[low, high], self.emit.ctx.vector_type(2, ty));
        let word = self.emit.ctx.common().i32;
        let def = if self.is_real_half(ty) { spv::Bitcast::ID } else { self.glsl(glsl::PACK_HALF2X16) };
        self.emit.op(def, &[pair], word)
    }

    /// Unpacks a word into a vector of two floats.
    fn unpack(&mut self, word: Value, scalar: Type) -> Value {
        let pair = self.emit.ctx.vector_type(2, scalar);
        let real = self.is_real_half(scalar);
        let def = if real { spv::Bitcast::ID } else { self.glsl(glsl::UNPACK_HALF2X16) };
        self.emit.op(def, &[word], pair)
    }

    /// Returns whether a type is a 16-bit float that the pass does not replace.
    fn is_real_half(&self, ty: Type) -> bool {
        *self.emit.ctx.type_data(self.wide(ty)) == TypeData::Float(FloatKind::F16)
    }

    fn bitcast(&mut self, op: Op, value: Value) -> Result<bool, Diagnostics> {
        let result = self.emit.body.result(op, 0);
        let (from, to) = (self.emit.body.value_type(value), self.emit.body.value_type(result));
        let is_number =
            |ty| types::scalar_width(self.emit.ctx, self.scalar(ty)).is_some_and(|width| width >= 8);
        if !is_number(from) || !is_number(to) {
            let message = "'spv.Bitcast' between a small type and a pointer cannot be legalized";
            return Err(refuse(self.emit.body, op, message.to_owned()));
        }
        let is_int = |ty| matches!(self.emit.ctx.type_data(self.scalar(ty)), TypeData::Integer { .. });
        if is_int(from) && is_int(to) && self.width(from) == self.width(to) {
            return Ok(false);
        }
        let words = self.words(value);
        let value = self.assembled(&words, to);
        self.emit.replace(op, value);
        Ok(true)
    }

    /// Returns the bits of a scalar or vector as 32-bit words.
    fn words(&mut self, value: Value) -> Vec<Value> {
        let word = self.emit.ctx.common().i32;
        let scalar = self.scalar(self.emit.body.value_type(value));
        let width = self.width(scalar);
        let mut words: Vec<Value> = Vec::new();
        let mut bit = 0;
        for part in self.emit.components(value) {
            match width {
                64 => {
                    let pair = self.emit.op(spv::Bitcast::ID, &[part], self.emit.ctx.vector_type(2, word));
                    words.extend([0, 1].map(|index| self.emit.extract(pair, index, word)));
                }
                32 if scalar == word => words.push(part),
                32 => words.push(self.emit.op(spv::Bitcast::ID, &[part], word)),
                _ => {
                    let bits = if matches!(self.emit.ctx.type_data(scalar), TypeData::Float(_)) {
                        self.pack(part, None)
                    } else if self.is_widened(scalar) {
                        self.extended(part, Extend::Unsigned)
                    } else {
                        self.emit.op(spv::UConvert::ID, &[part], word)
                    };
                    if bit == 0 {
                        words.push(bits);
                    } else if let Some(last) = words.pop() {
                        let amount = self.emit.u32(bit);
                        let bits = self.emit.op(spv::ShiftLeftLogical::ID, &[bits, amount], word);
                        words.push(self.emit.op(spv::BitwiseOr::ID, &[last, bits], word));
                    }
                    bit = (bit + width) % 32;
                }
            }
        }
        words
    }

    /// Assembles a scalar or vector from the words that contain its bits.
    fn assembled(&mut self, words: &[Value], ty: Type) -> Value {
        let word = self.emit.ctx.common().i32;
        let scalar = self.scalar(ty);
        let width = self.width(scalar);
        let mut parts = Vec::new();
        match width {
            64 => {
                for pair in words.chunks(2) {
                    let pair = self.emit.construct(pair, self.emit.ctx.vector_type(2, word));
                    parts.push(self.emit.op(spv::Bitcast::ID, &[pair], scalar));
                }
            }
            32 if scalar == word => parts.extend(words),
            32 => parts.extend(words.iter().map(|w| self.emit.op(spv::Bitcast::ID, &[*w], scalar))),
            _ => {
                let count = spv_dialect::fold::constant::length(self.emit.ctx, ty).unwrap_or(1);
                for index in 0..count {
                    let at = index as u32 * width;
                    let Some(mut bits) = words.get((at / 32) as usize).copied() else { break };
                    if !at.is_multiple_of(32) {
                        let amount = self.emit.u32(at % 32);
                        bits = self.emit.op(spv::ShiftRightLogical::ID, &[bits, amount], word);
                    }
                    parts.push(self.low_bits(bits, scalar));
                }
            }
        }
        self.emit.construct(&parts, ty)
    }

    /// Returns the value of the small type `scalar` in the low bits of a word.
    fn low_bits(&mut self, bits: Value, scalar: Type) -> Value {
        if matches!(self.emit.ctx.type_data(scalar), TypeData::Float(_)) {
            let pair = self.unpack(bits, scalar);
            self.emit.extract(pair, 0, scalar)
        } else if !self.is_widened(scalar) {
            self.emit.op(spv::UConvert::ID, &[bits], scalar)
        } else {
            self.retyped(bits, scalar)
        }
    }
}

/// Replaces 16-bit floats with 32-bit floats in the attributes of a body's ops.
pub(super) fn widen_constants(ctx: &Context, body: &mut Body, lacks: &Lacks) {
    let half = ctx.float_type(FloatKind::F16);
    if lacks.widened(ctx, half).is_none() {
        return;
    }
    let ops: Vec<Op> = walk::ops(body).collect();
    for op in ops {
        for slot in ctx.registry().layout(body.def(op)).attribute_slots() {
            let Some(old) = body.slots(op).get(slot).copied().and_then(Attribute::from_raw) else { continue };
            let new = widened_attr(ctx, old);
            if new != old {
                Builder::new(body).set_slot(op, slot, new.raw());
            }
        }
    }
}

fn widened_attr(ctx: &Context, attr: Attribute) -> Attribute {
    let bits = |bits: u64| {
        let value = decode_float(FloatKind::F16, bits).unwrap_or(0.0);
        encode_float(FloatKind::F32, value).map_or(0, |(bits, _)| bits)
    };
    let (half, single) = (ctx.float_type(FloatKind::F16), ctx.common().f32);
    match ctx.attr_data(attr) {
        AttrData::Float { bits: old, ty } if *ty == half => {
            ctx.attr(AttrData::Float { bits: bits(*old), ty: single })
        }
        AttrData::Dense { ty, elements } => {
            let ty = match ctx.type_data(*ty) {
                TypeData::Vector { dims, element } if *element == half => {
                    ctx.ty(TypeData::Vector { dims: dims.clone(), element: single })
                }
                TypeData::Tensor { dims, element } if *element == half => {
                    ctx.ty(TypeData::Tensor { dims: dims.clone(), element: single })
                }
                _ => return attr,
            };
            ctx.dense_attr(ty, elements.iter().map(|old| bits(*old)).collect())
        }
        AttrData::Array(items) => {
            let new: Vec<Attribute> = items.iter().map(|item| widened_attr(ctx, *item)).collect();
            if new[..] == items[..] { attr } else { ctx.array_attr(&new) }
        }
        _ => attr,
    }
}
