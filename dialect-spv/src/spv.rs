//! The typed door to the dialect: `spv::Load` recognizes an op, `spv::StorageClass` is an enumeration, [`Builder`] builds.

pub use crate::build::{
    Builder, ConstantRef, DebugInfo, DebugScope, DebugType, DebugVariable, Definition, EnumOperand,
    EnumOperands, Enumeration, Function, FunctionBuilder, Global, IdOr, IdRef, ImageType, ModuleBuilder,
    Parts, SourcePosition, StructType, Types, View,
};
pub use crate::generated::typed_enums::*;
pub use crate::generated::views::*;
pub use crate::layout::{Layout, LayoutError, LayoutRules, lay_out};
