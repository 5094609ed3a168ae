//! Typed views of ops ([`crate::generated::views`]) and typed enumerations ([`crate::generated::typed_enums`])
//!
//! The generator creates both from the registered ops. They are thin wrappers around the generic storage of [`spv_ir`].

pub(crate) mod enumeration;
mod operand;
pub(crate) mod result_types;
pub(crate) mod view;

pub use enumeration::Enumeration;
pub(crate) use enumeration::{flags, values};
pub use operand::{Definition, EnumOperand, EnumOperands, IdOr, IdRef};
pub use view::View;
pub(crate) use view::view;
