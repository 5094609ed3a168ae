//! Import of constant instructions as constant attributes
//!
//! The attributes are described in `spv_dialect::attributes`.

use super::Importer;
use super::ids::IdDefinition;
use super::reader::{ImportResult, Inst, inst};
use spv_dialect::attributes::{AttrKind, make};
use spv_dialect::generated::opcodes as op;
use spv_dialect::types::{self, scalar_width};
use spv_dialect::verify::shape::{Shape, TypeKind as Shaped};
use spv_dialect::verify::type_text;
use spv_ir::{AttrData, Attribute, Type, TypeData};

/// A constant without names or decorations, or a module-scope OpUndef.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Type of the constant.
    pub ty: Type,
    /// The constant attribute; `#spv.undef<n>` for an OpUndef.
    pub attr: Attribute,
    /// Index of an OpUndef among the module-scope OpUndefs of its type.
    pub undef: u32,
    /// Word offset of the defining instruction.
    pub def: u32,
    /// Index of the defining instruction in [`super::ids::Ids::outside`]; `None` if it is not in that list.
    pub place: Option<u32>,
    /// Bits of a scalar constant; `None` for other constants.
    pub bits: Option<u64>,
}

impl Importer<'_> {
    /// Declares the constant that an instruction defines, unless already declared.
    pub(super) fn declare_constant(&mut self, i: &Inst<'_>) -> ImportResult<Constant> {
        let id = self.ids.check(i, 2)?;
        if let IdDefinition::Constant(n) | IdDefinition::Undef(n) = self.ids.what(id) {
            return Ok(self.constants[n as usize]);
        }
        let ty = self.type_of(i, 1)?;
        let attr = self.constant_attr(i, ty)?;
        let number = self.constant_counts.get(ty, attr).unwrap_or(0);
        self.constant_counts.insert(ty, attr, number + 1);
        let ctx = self.ctx;
        let undef = i.opcode == op::UNDEF;
        let attr = match number {
            _ if undef => attr_of(self, AttrKind::Undef, &[ctx.i32_attr(number)])?,
            0 => attr,
            n => attr_of(self, AttrKind::Distinct, &[ctx.i32_attr(n), attr])?,
        };
        let bits = if undef { None } else { self.scalar_bits(attr) };
        let (def, place) = (i.offset as u32, self.ids.place(id));
        let constant = Constant { ty, attr, undef: number, def, place, bits };
        let n = self.constants.len() as u32;
        self.constants.push(constant);
        // A constant with names or decorations already has a symbol, which is preserved.
        if self.ids.what(id) == IdDefinition::Unknown {
            self.ids.set(id, if undef { IdDefinition::Undef(n) } else { IdDefinition::Constant(n) });
        }
        Ok(constant)
    }

    /// Returns the constant attribute for the value that an instruction defines.
    pub(super) fn constant_attr(&self, i: &Inst<'_>, ty: Type) -> ImportResult<Attribute> {
        let ctx = self.ctx;
        match i.opcode {
            op::CONSTANT_TRUE | op::CONSTANT_FALSE | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE
                if ty != ctx.common().i1 =>
            {
                Err(i.error_at(1, "the type of this constant must be OpTypeBool"))
            }
            op::CONSTANT_TRUE | op::SPEC_CONSTANT_TRUE => Ok(ctx.attr(AttrData::Bool(true))),
            op::CONSTANT_FALSE | op::SPEC_CONSTANT_FALSE => Ok(ctx.attr(AttrData::Bool(false))),
            op::CONSTANT | op::SPEC_CONSTANT => self.literal(i, 3, ty),
            op::CONSTANT_NULL => attr_of(self, AttrKind::Null, &[]),
            op::CONSTANT_COMPOSITE_REPLICATE_EXT => {
                if matches!(Shape::new(ctx, ty).kind, Shaped::Bool | Shaped::Int | Shaped::Float) {
                    return Err(i.error_at(1, "the type of a replicated constant must be a composite"));
                }
                attr_of(self, AttrKind::Replicate, &[self.element(i, 3, ty, 0)?])
            }
            op::CONSTANT_DATA_KHR => Ok(ctx.attr(AttrData::Words(i.words[3..].into()))),
            op::UNDEF => attr_of(self, AttrKind::Undef, &[]),
            _ => self.composite(i, ty),
        }
    }

    /// Returns a dense attribute for a vector whose components are scalars without symbols. Returns `None` for other
    /// composites, or if the instruction is continued.
    fn plain_vector(&self, i: &Inst<'_>, ty: Type) -> Option<Attribute> {
        let parts = i.words.get(3..)?;
        let TypeData::Vector { dims, element } = self.ctx.type_data(ty) else { return None };
        let is_continued = i.is_followed_by(op::CONSTANT_COMPOSITE_CONTINUED_INTEL, self.words);
        if parts.is_empty() || dims[..] != [parts.len() as u64] || is_continued {
            return None;
        }
        let mut bits = Vec::with_capacity(parts.len());
        for &id in parts {
            let IdDefinition::Constant(n) = self.ids.get(id)?.what else { return None };
            let Constant { ty, bits: own, .. } = self.constants[n as usize];
            bits.push(own.filter(|_| ty == *element)?);
        }
        Some(self.ctx.dense_attr(ty, bits))
    }

    fn composite(&self, i: &Inst<'_>, ty: Type) -> ImportResult<Attribute> {
        let ctx = self.ctx;
        if let Some(vector) = self.plain_vector(i, ty) {
            return Ok(vector);
        }
        let mut elements = Vec::with_capacity(i.words.len().saturating_sub(3));
        for w in 3..i.words.len() {
            elements.push(self.element(i, w, ty, elements.len())?);
        }
        let mut at = i.offset + i.words.len();
        while at < self.words.len() {
            let next = inst(self.words, at)?;
            if next.opcode != op::CONSTANT_COMPOSITE_CONTINUED_INTEL {
                break;
            }
            for w in 1..next.words.len() {
                elements.push(self.element(&next, w, ty, elements.len())?);
            }
            at += next.words.len();
        }
        let (need, have) = (constituents(ctx, ty), elements.len());
        if let Some(need) = need.filter(|need| *need != have) {
            let text = type_text(ctx, ty);
            return Err(i.error(format!("'{text}' has {need} constituents, but the constant has {have}")));
        }
        if let TypeData::Vector { dims, element } = ctx.type_data(ty)
            && dims[..] == [elements.len() as u64]
        {
            let plain: Option<Vec<u64>> = elements
                .iter()
                .map(|&e| match ctx.attr_data(e) {
                    AttrData::Integer { ty, .. } | AttrData::Float { ty, .. } if ty != element => None,
                    _ => self.scalar_bits(e),
                })
                .collect();
            if let Some(bits) = plain.filter(|bits| !bits.is_empty()) {
                return Ok(ctx.dense_attr(ty, bits));
            }
        }
        Ok(ctx.array_attr(&elements))
    }

    /// Returns the constituent at `index` of a composite of type `ty`, as an attribute.
    fn element(&self, i: &Inst<'_>, word: usize, ty: Type, index: usize) -> ImportResult<Attribute> {
        let attr = self.constituent(i, word)?;
        let id = self.ids.check(i, word)?;
        let found = match self.ids.what(id) {
            IdDefinition::Constant(n) | IdDefinition::Undef(n) => Some(self.constants[n as usize].ty),
            _ => self.inst(self.ids.info(id).def as usize).and_then(|d| self.type_of(&d, 1)).ok(),
        };
        let expected = types::element(self.ctx, ty, index as u64);
        match (found, expected) {
            (Some(found), Some(expected)) if found != expected => {
                let (found, expected) = (type_text(self.ctx, found), type_text(self.ctx, expected));
                let message = format!("constituent %{id} has type '{found}', but '{expected}' is expected");
                Err(i.error_at(word, message))
            }
            // Elements of a multidimensional tensor are tensors with types of their own.
            (_, None) => self.id_attr(i, word),
            _ => Ok(attr),
        }
    }

    /// Returns a composite's constituent, whose id is at word `word`: a constant attribute or symbol reference.
    fn constituent(&self, i: &Inst<'_>, word: usize) -> ImportResult<Attribute> {
        let id = self.ids.check(i, word)?;
        match self.ids.what(id) {
            IdDefinition::Constant(n) | IdDefinition::Undef(n) => Ok(self.constants[n as usize].attr),
            IdDefinition::Symbol(name) => Ok(self.ctx.symbol_attr(name)),
            _ => Err(i.error_at(word, format!("expected a constant, found %{id}{}", self.describe(id)))),
        }
    }

    /// Returns the scalar literal from word `word` to the end of the instruction, as an attribute of type `ty`.
    pub(super) fn literal(&self, i: &Inst<'_>, word: usize, ty: Type) -> ImportResult<Attribute> {
        let words = i.words.get(word..).unwrap_or(&[]);
        let width = scalar_width(self.ctx, ty).filter(|_| ty != self.ctx.common().i1).ok_or_else(|| {
            let ty = spv_dialect::verify::type_text(self.ctx, ty);
            i.error_at(1, format!("the type of a numeric constant is an integer or a float, found '{ty}'"))
        })?;
        if width > 64 && !matches!(self.ctx.type_data(ty), TypeData::Integer { .. }) {
            return Err(i.error_at(word, format!("float literals of {width} bits are not supported")));
        }
        let want = width.div_ceil(32) as usize;
        if words.len() != want {
            let message =
                format!("expected {want} words of literal for a type of {width} bits, found {}", words.len());
            return Err(i.error_at(word, message));
        }
        Ok(literal_attr(self.ctx, words, width, ty))
    }

    /// Returns an attribute for a module-scope id: a symbol, a type or a typed constant. The id is at word `word`.
    pub(super) fn id_attr(&self, i: &Inst<'_>, word: usize) -> ImportResult<Attribute> {
        let id = self.ids.check(i, word)?;
        self.ids.mark_used(id);
        match self.ids.what(id) {
            IdDefinition::Symbol(name) => Ok(self.ctx.symbol_attr(name)),
            IdDefinition::Type(ty) | IdDefinition::Signature(ty) => Ok(self.ctx.type_attr(ty)),
            IdDefinition::Constant(n) | IdDefinition::Undef(n) => {
                let Constant { ty, attr, .. } = self.constants[n as usize];
                match spv_dialect::attributes::typed_constant(self.ctx, attr) {
                    Some((_, own)) if own == ty => Ok(attr),
                    _ => attr_of(self, AttrKind::Const, &[attr, self.ctx.type_attr(ty)]),
                }
            }
            IdDefinition::Unknown | IdDefinition::Set(_) if self.locals.contains_key(&id) => {
                Ok(self.locals[&id])
            }
            IdDefinition::Set(_) | IdDefinition::Unknown => Err(i.error_at(
                word,
                format!("expected the id of a module-level definition, found %{id}{}", self.describe(id)),
            )),
        }
    }
}

/// Returns the number of constituents of a constant, or `None` if the type does not determine it.
fn constituents(ctx: &spv_ir::Context, ty: Type) -> Option<usize> {
    let shape = Shape::new(ctx, ty);
    match shape.kind {
        Shaped::Vector | Shaped::Matrix | Shaped::Struct => Some(shape.count as usize),
        Shaped::Array => Some(shape.count as usize).filter(|count| *count != 0),
        Shaped::CoopMatrix => Some(1),
        // Scalars have no constituents.
        Shaped::Bool | Shaped::Int | Shaped::Float | Shaped::Void | Shaped::Pointer => Some(0),
        _ => None,
    }
}

/// Returns the integer or float attribute of literal words, least significant first. Discards bits above the
/// width (sign or zero extension).
pub fn literal_attr(ctx: &spv_ir::Context, words: &[u32], width: u32, ty: Type) -> Attribute {
    let bits = literal_bits(words, width);
    let integer = matches!(ctx.type_data(ty), TypeData::Integer { .. });
    if integer && width > 64 {
        let pairs = words.chunks(2);
        let limbs = pairs.map(|p| u64::from(p[0]) | u64::from(p.get(1).copied().unwrap_or(0)) << 32);
        let mut limbs: Vec<u64> = limbs.collect();
        if let (Some(last), 1..) = (limbs.last_mut(), width % 64) {
            *last &= (1 << (width % 64)) - 1;
        }
        ctx.attr(AttrData::Wide { limbs: limbs.into(), ty })
    } else if integer {
        ctx.int_attr(bits, ty)
    } else {
        ctx.attr(AttrData::Float { bits, ty })
    }
}

/// Returns the lower 64 bits of literal words, least significant first. Clears the bits above the width.
pub fn literal_bits(words: &[u32], width: u32) -> u64 {
    let [low, high] = [0, 1].map(|at| u64::from(words.get(at).copied().unwrap_or(0)));
    let bits = low | high << 32;
    if width < u64::BITS { bits & ((1 << width) - 1) } else { bits }
}

/// Returns whether the bits above a narrow literal's width are a proper sign or zero extension
/// (specification, 2.2.1).
pub fn literal_fits(word: u32, width: u32, signed: bool) -> bool {
    let high = word.checked_shr(width).unwrap_or(0);
    let negative = signed && word.checked_shr(width.saturating_sub(1)).unwrap_or(0) & 1 != 0;
    let expected = if negative { u32::MAX.checked_shr(width).unwrap_or(0) } else { 0 };
    high == expected
}

fn attr_of(importer: &Importer<'_>, kind: AttrKind, params: &[Attribute]) -> ImportResult<Attribute> {
    make(importer.ctx, kind, params).ok_or_else(|| Box::new(super::not_registered()))
}
