//! Export of constant attributes to constant instructions
//!
//! The attributes are described in `spv_dialect::attributes`.

use super::nodes::{Encoding, GlobalEntity};
use super::{ExportResult, Exporter};
use spv_dialect::attributes::{AttrKind, view};
use spv_dialect::generated::opcodes as op;
use spv_dialect::types;
use spv_dialect::types::scalar_width;
use spv_ir::{AttrData, Attribute, Context, Signedness, Type, TypeData};

/// Maximum number of constituents of a composite constant. Bounds memory use; exceeds the SPIR-V id limit, so no valid
/// module has as many distinct constituents.
const MAX_CONSTITUENTS: u64 = 1 << 24;
/// Maximum number of dimensions of a dense elements attribute.
const MAX_DIMENSIONS: usize = 256;

/// Appends a literal of `width` bits. Sign-extends narrow values if `signed`; otherwise zero-extends them.
pub fn push_literal(out: &mut Vec<u32>, width: u32, signed: bool, bits: u64) {
    let spare = 64 - width.clamp(1, 64);
    let bits = if signed { ((bits << spare) as i64 >> spare) as u64 } else { bits };
    out.push(bits as u32);
    if width > 32 {
        out.push((bits >> 32) as u32);
    }
}

/// Appends the literal of an integer with more than 64 bits, stored in `limbs`.
pub(super) fn push_wide(out: &mut Vec<u32>, ctx: &Context, ty: Type, limbs: &[u64]) {
    let TypeData::Integer { width, signedness } = ctx.type_data(ty) else { return };
    let count = width.div_ceil(32) as usize;
    out.extend(limbs.iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).take(count));
    let used = width % 32;
    if *signedness == Signedness::Signed
        && used != 0
        && let Some(last) = out.last_mut()
    {
        *last = ((*last << (32 - used)) as i32 >> (32 - used)) as u32;
    }
}

impl Exporter<'_> {
    /// Returns the module-level entity that represents a constant.
    pub(super) fn constant_node(&mut self, ty: Type, attr: Attribute) -> ExportResult<GlobalEntity> {
        let (mut ty, mut attr) = (ty, attr);
        if let AttrData::Dense { .. } = self.ctx.attr_data(attr) {
            return Ok(GlobalEntity::Constant(ty, attr));
        }
        while let Some((AttrKind::Const, &[inner, inner_type])) = view(self.ctx, attr) {
            let inner_type = self.ctx.attr_type(inner_type);
            (attr, ty) =
                (inner, inner_type.ok_or_else(|| self.error("the type of the constant is not a type"))?);
        }
        if let AttrData::Symbol(name) = self.ctx.attr_data(attr) {
            return self.symbol_op(*name).map(GlobalEntity::Op);
        }
        Ok(match self.scalar_bits(ty, attr)? {
            Some(bits) => GlobalEntity::Scalar(self.same_in_binary(ty), bits),
            None => GlobalEntity::Constant(ty, attr),
        })
    }

    /// Returns the id of a constant that is used in a function.
    pub(super) fn constant_id(&mut self, ty: Type, attr: Attribute) -> ExportResult<u32> {
        if let Some(id) = self.nodes.constants.get(ty, attr) {
            return Ok(id);
        }
        let node = self.constant_node(ty, attr)?;
        let id = if node == GlobalEntity::Constant(ty, attr) {
            let id = self.write_new(node)?;
            self.write_pending()?;
            id
        } else {
            self.need(node)?
        };
        // Caches the id for the following functions.
        if matches!(node, GlobalEntity::Scalar(..)) {
            self.nodes.constants.insert(ty, attr, id);
        }
        Ok(id)
    }

    /// Returns the id of an unsigned 32-bit constant.
    pub(super) fn u32_id(&mut self, value: u32) -> ExportResult<u32> {
        self.need(GlobalEntity::Scalar(self.ctx.common().i32, value.into()))
    }

    /// Maps `ui32` to `i32`, because both are the same type in the binary.
    fn same_in_binary(&self, ty: Type) -> Type {
        match self.ctx.type_data(ty) {
            TypeData::Integer { width: width @ 2.., signedness: Signedness::Unsigned } => {
                self.ctx.int_type(*width, Signedness::Signless)
            }
            _ => ty,
        }
    }

    /// Returns the bits of an integer, float or bool attribute; `None` for other attributes.
    ///
    /// # Errors
    ///
    /// The attribute's type does not fit `ty`.
    fn scalar_bits(&self, ty: Type, attr: Attribute) -> ExportResult<Option<u64>> {
        let ctx = self.ctx;
        let (bits, attr_type) = match ctx.attr_data(attr) {
            AttrData::Bool(b) => (u64::from(*b), ctx.common().i1),
            AttrData::Integer { value, ty } => (*value, *ty),
            AttrData::Float { bits, ty } => (*bits, *ty),
            _ => return Ok(None),
        };
        self.check_scalar(ty, attr_type)?;
        Ok(Some(bits))
    }

    /// Checks that an attribute of type `attr_type` can represent a value of type `ty`. Only the signedness may
    /// differ.
    fn check_scalar(&self, ty: Type, attr_type: Type) -> ExportResult<()> {
        if ty == attr_type {
            return Ok(());
        }
        let integer = |ty| matches!(self.ctx.type_data(ty), TypeData::Integer { .. });
        let widths = (scalar_width(self.ctx, ty), scalar_width(self.ctx, attr_type));
        if integer(ty) && integer(attr_type) && widths.0 == widths.1 {
            return Ok(());
        }
        Err(self.error("the type of the value differs from the type of the constant"))
    }

    /// Encodes an OpConstant, OpConstantTrue or OpConstantFalse.
    pub(super) fn encode_scalar(&mut self, ty: Type, bits: u64) -> ExportResult<Encoding> {
        self.put(GlobalEntity::Type(ty));
        self.nodes.words.push(0);
        let opcode = if ty == self.ctx.common().i1 {
            if bits != 0 { op::CONSTANT_TRUE } else { op::CONSTANT_FALSE }
        } else {
            self.push_scalar(ty, bits)?;
            op::CONSTANT
        };
        Ok(Encoding { opcode, id_at: Some(2) })
    }

    fn push_scalar(&mut self, ty: Type, bits: u64) -> ExportResult<()> {
        let signed =
            matches!(self.ctx.type_data(ty), TypeData::Integer { signedness: Signedness::Signed, .. });
        match scalar_width(self.ctx, ty) {
            Some(width @ 1..=64) => push_literal(&mut self.nodes.words, width, signed, bits),
            _ => return Err(self.error("the type of the number has no literals")),
        }
        Ok(())
    }

    /// Encodes a constant other than OpConstant, OpConstantTrue or OpConstantFalse.
    pub(super) fn encode_constant(&mut self, ty: Type, attr: Attribute) -> ExportResult<Encoding> {
        let ctx = self.ctx;
        let mut attr = attr;
        if let AttrData::Param { .. } = ctx.attr_data(attr) {
            while let Some((AttrKind::Distinct, &[_, inner])) = view(ctx, attr) {
                attr = inner;
            }
            if let Some((AttrKind::Const, &[inner, inner_type])) = view(ctx, attr) {
                if ctx.attr_type(inner_type) != Some(ty) {
                    return Err(self.error("the constant has two different types"));
                }
                attr = inner;
            }
        }
        if let Some(bits) = self.scalar_bits(ty, attr)? {
            return self.encode_scalar(ty, bits);
        }
        self.put(GlobalEntity::Type(ty));
        self.nodes.words.push(0);
        let data = ctx.attr_data(attr);
        let special = if matches!(data, AttrData::Param { .. }) { view(ctx, attr) } else { None };
        let opcode = match (data, special) {
            (AttrData::Wide { limbs, ty: own }, _) => {
                self.check_scalar(ty, *own)?;
                push_wide(&mut self.nodes.words, ctx, ty, limbs);
                op::CONSTANT
            }
            (AttrData::Dense { ty: own, elements }, _) => {
                if !self.put_vector(ty, *own, elements) {
                    self.put_dense(ty, *own, elements)?;
                }
                op::CONSTANT_COMPOSITE
            }
            (AttrData::Array(items), _) => {
                for (i, &item) in items.iter().enumerate() {
                    self.put_element(ty, i as u64, item)?;
                }
                op::CONSTANT_COMPOSITE
            }
            (AttrData::Words(words), _) => {
                self.nodes.words.extend_from_slice(words);
                op::CONSTANT_DATA_KHR
            }
            (_, Some((AttrKind::Null, _))) => op::CONSTANT_NULL,
            (_, Some((AttrKind::Undef, _))) => op::UNDEF,
            (_, Some((AttrKind::Replicate, &[item]))) => {
                self.put_element(ty, 0, item)?;
                op::CONSTANT_COMPOSITE_REPLICATE_EXT
            }
            _ => return Err(self.error("the attribute is not a constant")),
        };
        Ok(Encoding { opcode, id_at: Some(2) })
    }

    /// Appends the constituent at `index` of a constant of type `composite`. `item` is a constant of the element type,
    /// or a symbol reference.
    fn put_element(&mut self, composite: Type, index: u64, item: Attribute) -> ExportResult<()> {
        let own = || spv_dialect::attributes::typed_constant(self.ctx, item).map(|(_, ty)| ty);
        let symbol = matches!(self.ctx.attr_data(item), AttrData::Symbol(_));
        // A symbol reference needs no element type, because the symbol's definition determines it.
        let ty = types::element(self.ctx, composite, index).or_else(own).or(symbol.then_some(composite));
        let ty = ty.ok_or_else(|| self.error(format!("the type of a constant has no element {index}")))?;
        let node = self.constant_node(ty, item)?;
        self.put(node);
        Ok(())
    }

    /// Appends the constituents of a dense vector of scalars, the common case. Returns whether the constant is such a
    /// vector.
    fn put_vector(&mut self, ty: Type, attr_type: Type, elements: &[u64]) -> bool {
        let TypeData::Vector { dims, element } = self.ctx.type_data(ty) else { return false };
        if ty != attr_type || dims[..] != [elements.len() as u64] {
            return false;
        }
        let number = self.same_in_binary(*element);
        for &bits in elements {
            match self.nodes.scalars.get(&(number, bits)) {
                Some(&id) => self.nodes.words.push(id),
                None => self.put(GlobalEntity::Scalar(number, bits)),
            }
        }
        true
    }

    /// Appends the constituents of a dense constant: scalars, or constants with one dimension fewer.
    fn put_dense(&mut self, ty: Type, attr_type: Type, elements: &[u64]) -> ExportResult<()> {
        let ctx = self.ctx;
        let (dims, scalar) = match ctx.type_data(attr_type) {
            TypeData::Vector { dims, element } | TypeData::Tensor { dims, element } => (dims, *element),
            _ => return Err(self.error("the type of the dense constant is neither a vector nor a tensor")),
        };
        let product = |dims: &[u64]| dims.iter().try_fold(1u64, |all, &d| all.checked_mul(d));
        let (Some(&count), Some(total)) = (dims.first(), product(dims)) else {
            return Err(self.error("the dense constant has no dimensions"));
        };
        let splat = elements.len() == 1;
        if count > MAX_CONSTITUENTS {
            let message = format!(
                "the dense constant has {count} constituents, which exceeds the limit of {MAX_CONSTITUENTS}"
            );
            return Err(self.error(message));
        }
        if dims.len() > MAX_DIMENSIONS || !(splat || elements.len() as u64 == total) {
            return Err(self.error("the number of elements of the dense constant does not match its type"));
        }
        let step = (elements.len() as u64 / count.max(1)) as usize;
        // The most recently checked element type and the corresponding type in the binary.
        let mut checked = None;
        for i in 0..count {
            let element = types::element(ctx, ty, i);
            let element =
                element.ok_or_else(|| self.error("the dense constant has more dimensions than its type"))?;
            let part = if splat { elements } else { &elements[i as usize * step..][..step] };
            let node = match part {
                [bits] if dims.len() == 1 => {
                    let same = match checked {
                        Some((ty, same)) if ty == element => same,
                        _ => {
                            self.check_scalar(element, scalar)?;
                            self.same_in_binary(element)
                        }
                    };
                    checked = Some((element, same));
                    GlobalEntity::Scalar(same, *bits)
                }
                _ => {
                    let own = match ctx.type_data(element) {
                        TypeData::Vector { .. } => element,
                        _ => ctx.ty(TypeData::Tensor { dims: dims[1..].into(), element: scalar }),
                    };
                    let same = part.iter().all(|b| *b == part[0]);
                    let part = if same { &part[..part.len().min(1)] } else { part };
                    GlobalEntity::Constant(
                        element,
                        ctx.attr(AttrData::Dense { ty: own, elements: part.into() }),
                    )
                }
            };
            self.put(node);
        }
        Ok(())
    }
}
