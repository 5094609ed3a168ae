//! Specialization constants and constant values.

use super::types::TypeNumber;
use spv_dialect::attributes::{AttrKind, bare, typed_constant, view};
use spv_dialect::fold::decode_float;
use spv_dialect::fold::global_constants::{GlobalConstants, type_of};
use spv_dialect::spv;
use spv_ir::symbols::{SymbolTable, name_of};
use spv_ir::{AttrData, Attribute, Body, Context, Op, Signedness, Type, TypeData};

/// A specialization constant: OpSpecConstant, OpSpecConstantTrue or OpSpecConstantFalse.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SpecConstant {
    /// The name; empty if it has none.
    pub name: String,
    /// The symbol in the text form.
    pub symbol: String,
    /// The SpecId.
    pub spec_id: Option<u32>,
    /// The type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: TypeNumber,
    /// The default value.
    pub default_value: ConstantValue,
    /// The bits of the default value.
    pub default_bits: u64,
    /// Numbers of the entry points that use it.
    pub used_by: Vec<usize>,
}

/// A constant tensor of a graph: OpGraphConstantARM.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GraphConstant {
    /// The name; empty if it has none.
    pub name: String,
    /// The symbol in the text form.
    pub symbol: String,
    /// The GraphConstantID.
    pub graph_constant_id: u32,
    /// The type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: TypeNumber,
}

/// The value of a scalar constant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum ConstantValue {
    /// A boolean.
    Bool(bool),
    /// A signed integer.
    Signed(i64),
    /// An unsigned integer.
    Unsigned(u64),
    /// A float. In JSON, infinities and NaNs become `null`.
    Float(f64),
    /// A value of a type without numbers.
    None,
}

impl ConstantValue {
    /// Returns the value of an attribute and its bits.
    pub(super) fn new(ctx: &Context, attr: Attribute) -> (ConstantValue, u64) {
        match ctx.attr_data(attr) {
            AttrData::Bool(value) => (ConstantValue::Bool(*value), u64::from(*value)),
            AttrData::Integer { value, ty } => match ctx.type_data(*ty) {
                TypeData::Integer { width, signedness: Signedness::Signed } => {
                    let spare = 64 - width.clamp(&1, &64);
                    (ConstantValue::Signed((*value << spare) as i64 >> spare), *value)
                }
                _ => (ConstantValue::Unsigned(*value), *value),
            },
            AttrData::Float { bits, ty } => match ctx.type_data(*ty) {
                TypeData::Float(kind) => {
                    let value = decode_float(*kind, *bits);
                    (value.map_or(ConstantValue::None, ConstantValue::Float), *bits)
                }
                _ => (ConstantValue::None, *bits),
            },
            _ => (ConstantValue::None, 0),
        }
    }
}

/// Returns the value of an integer constant.
pub(super) fn integer(ctx: &Context, attr: Attribute) -> Option<u64> {
    let value = bare(ctx, typed_constant(ctx, attr).map_or(attr, |(value, _)| value));
    match view(ctx, value) {
        Some((AttrKind::Null, _)) => Some(0),
        _ => ctx.attr_u64(value),
    }
}

/// A module-level constant.
pub(super) struct Definition {
    /// The type.
    pub ty: Option<Type>,
    /// The value, or the default of a specialization constant. A composite may be an array of constituents.
    pub value: Option<Attribute>,
    /// Whether it is a specialization constant.
    pub is_spec: bool,
    /// The SpecId.
    pub spec_id: Option<u32>,
}

/// Lookup of module-level definitions during reflection.
pub(super) struct Definitions<'a> {
    pub ctx: &'a Context,
    pub module: &'a Body,
    pub symbols: &'a SymbolTable,
    /// Values of constants, assuming default values of specialization constants.
    pub constants: GlobalConstants,
}

impl Definitions<'_> {
    /// Returns the value and type of a typed constant, or of the module-level constant that an attribute refers to.
    pub fn value(&self, attr: Attribute) -> Option<(Attribute, Type)> {
        match self.ctx.attr_symbol(attr) {
            Some(name) => {
                let constant = self.constant(self.symbols.get(name)?)?;
                Some((constant.value?, constant.ty?))
            }
            None => typed_constant(self.ctx, attr),
        }
    }

    /// Returns the constant that an op defines.
    pub fn constant(&self, op: Op) -> Option<Definition> {
        let (ctx, module) = (self.ctx, self.module);
        let id = ctx.dict_get(module.attrs(op), "spec_id").and_then(|id| ctx.attr_u64(id));
        let (value, is_spec) = match module.def(op) {
            spv::SpecConstant::ID => (module.slot_attr(op, spv::SpecConstant::DEFAULT_VALUE), true),
            spv::GlobalConstant::ID => (module.slot_attr(op, spv::GlobalConstant::VALUE), false),
            spv::SpecConstantComposite::ID => {
                (module.slot_attr(op, spv::SpecConstantComposite::CONSTITUENTS), true)
            }
            spv::SpecConstantOp::ID | spv::SpecConstantCompositeReplicateEXT::ID => {
                let symbol = ctx.ident(name_of(ctx, module, op)?);
                (self.constants.value(symbol).map(|(value, _)| value), true)
            }
            _ => return None,
        };
        let ty = type_of(ctx, module, op);
        Some(Definition { ty, value, is_spec, spec_id: id.and_then(|id| u32::try_from(id).ok()) })
    }
}
