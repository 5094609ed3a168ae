//! The attribute `dense_resource<key> : type`, whose bytes are in the metadata section of the MLIR text

use crate::attrs::{AttrData, Attribute};
use crate::context::Context;
use crate::dialect::{NO_OPCODE, ParamDef};
use crate::types::{Type, TypeData};

/// Name of the attribute definition.
pub const DENSE_RESOURCE: &str = "dense_resource";

/// Number of bytes before the elements, which specify the alignment.
const HEADER: usize = 4;

/// The components of a `dense_resource` attribute.
#[derive(Clone, Copy, Debug)]
pub struct DenseResource<'c> {
    /// Key of the bytes in the metadata section.
    pub key: &'c str,
    /// Type of the attribute, with the shape and the element type.
    pub ty: Type,
    /// `0x`, four alignment bytes and the elements in hexadecimal; `None` if the metadata section lacks the key.
    pub bytes: Option<&'c str>,
}

/// The attribute definition. The parser and the printer have its syntax built in.
pub(crate) const DEFINITION: ParamDef = ParamDef {
    name: DENSE_RESOURCE,
    parse: |p, _| Err(p.error("expected an attribute")),
    print: |_, _, _, _| {},
    code: NO_OPCODE,
};

/// Returns the attribute with the given components. Returns `None` if the registry lacks the attribute definition.
pub fn dense_resource(ctx: &Context, key: &str, ty: Type, bytes: Option<&str>) -> Option<Attribute> {
    let def = ctx.registry().attr_by_name(DENSE_RESOURCE)?;
    let bytes = bytes.map_or_else(|| ctx.unit_attr(), |bytes| ctx.string_attr(bytes));
    Some(ctx.param_attr(def, &[ctx.string_attr(key), ctx.type_attr(ty), bytes]))
}

/// Returns the components of a `dense_resource` attribute; `None` for other attributes.
pub fn as_dense_resource(ctx: &Context, attr: Attribute) -> Option<DenseResource<'_>> {
    let AttrData::Param { def, params } = ctx.attr_data(attr) else { return None };
    let &[key, ty, bytes] = &params[..] else { return None };
    (ctx.registry().attr_def(*def).name == DENSE_RESOURCE).then_some(())?;
    Some(DenseResource { key: ctx.attr_str(key)?, ty: ctx.attr_type(ty)?, bytes: ctx.attr_str(bytes) })
}

impl DenseResource<'_> {
    /// Converts the attribute to a `dense<...>` attribute.
    ///
    /// # Errors
    /// Returns LLVM's message if the bytes are missing or do not match the size of the type.
    pub fn elements(&self, ctx: &Context) -> Result<Attribute, &'static str> {
        const INVALID: &str = "resource is not a valid buffer";
        let digits = self.bytes.ok_or("could not find resource blob")?;
        let digits = digits.strip_prefix("0x").ok_or(INVALID)?;
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let pairs = digits.as_bytes().chunks_exact(2);
        let bytes: Option<Vec<u8>> = pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect();
        let bytes = bytes.ok_or(INVALID)?;
        let data = bytes.get(HEADER..).ok_or(INVALID)?;
        let (TypeData::Vector { dims, element } | TypeData::Tensor { dims, element }) =
            ctx.type_data(self.ty)
        else {
            return Err(INVALID);
        };
        let width = match ctx.type_data(*element) {
            TypeData::Integer { width: width @ ..=64, .. } => *width,
            TypeData::Float(kind) if kind.width() <= 64 => kind.width(),
            TypeData::Index => 64,
            _ => return Err(INVALID),
        };
        let size = width.div_ceil(8) as usize;
        let count = dims.iter().try_fold(1_u64, |all, dim| all.checked_mul(*dim)).ok_or(INVALID)?;
        if count.checked_mul(size as u64) != Some(data.len() as u64) || size > 8 {
            return Err(INVALID);
        }
        let mask = u64::MAX >> (64 - width.clamp(1, 64));
        let value = |chunk: &[u8]| chunk.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)) & mask;
        Ok(ctx.dense_attr(self.ty, data.chunks(size).map(value).collect()))
    }
}
