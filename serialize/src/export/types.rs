//! Export of types as OpType instructions

use super::nodes::{Encoding, GlobalEntity};
use super::words;
use super::{ExportResult, Exporter};
use spv_dialect::generated::opcodes as op;
use spv_dialect::table::core_row;
use spv_dialect::types;
use spv_ir::dialect::ParamKind;
use spv_ir::{AttrData, Attribute, Signedness, Type, TypeData};

impl Exporter<'_> {
    /// Encodes the declaration of a type.
    pub(super) fn encode_type(&mut self, ty: Type) -> ExportResult<Encoding> {
        let ctx = self.ctx;
        self.nodes.words.push(0);
        let opcode = match ctx.type_data(ty) {
            TypeData::None => op::TYPE_VOID,
            TypeData::Integer { width: 1, signedness: Signedness::Signless } => op::TYPE_BOOL,
            TypeData::Integer { width, signedness } => {
                let signed = u32::from(*signedness == Signedness::Signed);
                self.nodes.words.extend([*width, signed]);
                op::TYPE_INT
            }
            TypeData::Float(kind) => {
                let encoding = types::float_encoding(*kind)
                    .ok_or_else(|| self.error(format!("'{}' is not a SPIR-V type", kind.name())))?;
                self.nodes.words.push(kind.width());
                self.nodes.words.extend(encoding);
                op::TYPE_FLOAT
            }
            TypeData::Vector { dims, element } => {
                let [length] = dims[..] else {
                    return Err(self.error("a multi-dimensional vector type has no binary form"));
                };
                let length = self.literal_u32(length)?;
                self.put(GlobalEntity::Type(*element));
                self.nodes.words.push(length);
                op::TYPE_VECTOR
            }
            TypeData::Function { inputs, results } => {
                let result = match results[..] {
                    [] => ctx.common().none,
                    [one] => one,
                    _ => return Err(self.error("a function type with several results has no binary form")),
                };
                self.put(GlobalEntity::Type(result));
                inputs.iter().for_each(|&input| self.put(GlobalEntity::Type(input)));
                op::TYPE_FUNCTION
            }
            TypeData::Param { .. } | TypeData::Named { .. } => self.encode_dialect_type(ty)?,
            TypeData::Index | TypeData::Tensor { .. } | TypeData::Opaque { .. } => {
                return Err(self.error("the type has no binary form (index, tensor or unknown)"));
            }
        };
        Ok(Encoding { opcode, id_at: Some(1) })
    }

    fn encode_dialect_type(&mut self, ty: Type) -> ExportResult<u32> {
        let ctx = self.ctx;
        let Some((opcode, params)) = types::view(ctx, ty) else {
            return Err(self.error("the type has no binary form"));
        };
        if opcode == op::TYPE_STRUCT {
            let Some(structure) = types::structure(ctx, ty) else {
                return Err(self.error("the members of the struct type are never defined"));
            };
            for &member in structure.members {
                let Some(member) = ctx.attr_type(member) else {
                    return Err(self.error("a struct member is not a type"));
                };
                self.put(GlobalEntity::Type(member));
            }
            return Ok(opcode);
        }
        let Some(row) = core_row(opcode).filter(|_| !params.is_empty()) else {
            return Err(self.error("a type of another dialect has no binary form"));
        };
        for (i, &param) in params[1..].iter().enumerate() {
            let Some(kind) = row.params.get(i).or(row.params.last()).map(|p| p.kind) else {
                return Err(self.error(format!("{} takes no operands", row.name)));
            };
            match (kind, ctx.attr_data(param)) {
                (ParamKind::Word | ParamKind::Enum(_), AttrData::Integer { value, .. }) => {
                    let word = self.literal_u32(*value)?;
                    self.nodes.words.push(word);
                }
                (ParamKind::String, AttrData::String(text)) => {
                    let text = self.checked_text(text)?;
                    words::string(&mut self.nodes.words, text);
                }
                (ParamKind::Word | ParamKind::Enum(_) | ParamKind::String, _) => {
                    return Err(self.error(format!("parameter {i} of the type does not match {}", row.name)));
                }
                _ => self.put_attr(param)?,
            }
        }
        Ok(opcode)
    }

    /// Returns whether this type may share a declaration with another type that has the same encoded words. Types
    /// with names or decorations, and repeated declarations of a type, must not.
    pub(super) fn is_shareable(&self, ty: Type) -> bool {
        let plain = |a: Option<&Attribute>| self.ctx.dict(a.copied()).is_empty();
        match self.ctx.type_data(ty) {
            TypeData::Named { .. } => false,
            TypeData::Param { params, distinct, .. } => {
                // Struct members may have decorations and names.
                let bare = |a: &Attribute| *self.ctx.attr_data(*a) == AttrData::Unit;
                let structure = types::view(self.ctx, ty).is_some_and(|(code, _)| code == op::TYPE_STRUCT);
                *distinct == 0
                    && plain(params.first())
                    && (!structure || params.get(2..).is_some_and(|rest| rest.iter().all(bare)))
            }
            _ => true,
        }
    }

    /// Returns `value` as a literal word.
    ///
    /// # Errors
    ///
    /// The value exceeds 32 bits.
    pub(super) fn literal_u32(&self, value: u64) -> ExportResult<u32> {
        u32::try_from(value).map_err(|_| self.error(format!("{value} does not fit a 32-bit literal")))
    }
}
