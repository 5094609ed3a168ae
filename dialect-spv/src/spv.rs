//! Typed op views and enumerations of the dialect, such as `spv::Load` and `spv::StorageClass`
//!
//! The crate `spv-build` adds builders.

pub use crate::generated::typed_enums::*;
pub use crate::generated::views::*;
pub use crate::layout::{Layout, LayoutError, LayoutRules, lay_out};
pub use crate::typed::{Definition, EnumOperand, EnumOperands, Enumeration, IdOr, IdRef, View};
