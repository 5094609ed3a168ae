//! Typed matching of ops: one view for each op ([`crate::generated::views`]) and one type for each enumeration
//! ([`crate::generated::typed_enums`]), with the operands that builders take.
//!
//! All of it is generated from the registered ops and thin over the generic storage of [`spv_ir`].

pub(crate) mod enumeration;
mod operand;
pub(crate) mod result_types;
pub(crate) mod view;

pub use enumeration::Enumeration;
pub(crate) use enumeration::{flags, values};
pub use operand::{Definition, EnumOperand, EnumOperands, IdOr, IdRef};
pub use view::View;
pub(crate) use view::view;
