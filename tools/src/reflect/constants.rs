//! Specialization constants and constant values in a reflection

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
    /// Debug name of the constant; empty if it has none.
    pub name: String,
    /// Symbol of the constant in MLIR assembly.
    pub symbol: String,
    /// The SpecId decoration.
    pub spec_id: Option<u32>,
    /// Index of the constant's type in [`Reflection::types`](super::Reflection::types).
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: TypeNumber,
    /// Default value of the constant.
    pub default_value: ConstantValue,
    /// Bit pattern of the default value.
    pub default_bits: u64,
    /// Indices of the entry points that use the constant.
    pub used_by: Vec<usize>,
}

/// A constant tensor of a graph: OpGraphConstantARM.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GraphConstant {
    /// Debug name of the constant; empty if it has none.
    pub name: String,
    /// Symbol of the constant in MLIR assembly.
    pub symbol: String,
    /// The GraphConstantID operand.
    pub graph_constant_id: u32,
    /// Index of the tensor type in [`Reflection::types`](super::Reflection::types).
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: TypeNumber,
}

/// The value of a scalar constant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum ConstantValue {
    /// The value of an OpTypeBool.
    Bool(bool),
    /// The value of an OpTypeInt with signedness 1.
    Signed(i64),
    /// The value of an OpTypeInt with signedness 0.
    Unsigned(u64),
    /// The value of an OpTypeFloat. In JSON, infinities and NaNs become `null`.
    Float(f64),
    /// A value that is not a scalar or cannot be decoded.
    None,
}

impl ConstantValue {
    /// Converts a constant attribute to its value and its bit pattern.
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

/// Returns the value of an integer constant attribute, or `None` for other attributes.
pub(super) fn integer(ctx: &Context, attr: Attribute) -> Option<u64> {
    let value = bare(ctx, typed_constant(ctx, attr).map_or(attr, |(value, _)| value));
    match view(ctx, value) {
        Some((AttrKind::Null, _)) => Some(0),
        _ => ctx.attr_u64(value),
    }
}

/// The definition of a module-level constant.
pub(super) struct Definition {
    /// Type of the constant, or `None` if unknown.
    pub ty: Option<Type>,
    /// Value of the constant, or the default value of a specialization constant; `None` if unknown. A composite may be
    /// an array of constituents.
    pub value: Option<Attribute>,
    /// Whether this is a specialization constant, or an operation on specialization constants.
    pub is_spec: bool,
    /// The SpecId decoration, if any.
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
    /// Returns the value and type of a typed constant attribute, or of the module-level constant that it refers to.
    /// Returns `None` if they are unknown.
    pub fn value(&self, attr: Attribute) -> Option<(Attribute, Type)> {
        match self.ctx.attr_symbol(attr) {
            Some(name) => {
                let constant = self.constant(self.symbols.get(name)?)?;
                Some((constant.value?, constant.ty?))
            }
            None => typed_constant(self.ctx, attr),
        }
    }

    /// Returns the definition of the constant that an op defines, or `None` for other ops.
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
