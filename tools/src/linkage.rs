//! Linkage of a symbol, from the decoration LinkageAttributes

use spv_dialect::decorations::{Operand, from_dict};
use spv_dialect::generated::values::decoration;
use spv_dialect::spv::LinkageType;
use spv_ir::{Attribute, Context};

/// Attribute name of the decoration LinkageAttributes.
pub(crate) const KEY: &str = "linkage_attributes";

/// The name and linkage type under which an op is exported or imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linkage {
    pub name: String,
    pub kind: LinkageType,
}

impl Linkage {
    /// Returns the linkage in an op's attributes, or `None` if the op has no linkage. Uses the first of several
    /// decorations.
    pub fn of(ctx: &Context, attrs: Option<Attribute>) -> Option<Linkage> {
        let list = from_dict(ctx, attrs).ok()?;
        let found = list.into_iter().find(|d| d.decoration.value == decoration::LINKAGE_ATTRIBUTES)?;
        match &found.operands[..] {
            [Operand::String(name), Operand::Word(kind)] => {
                Some(Linkage { name: name.clone(), kind: LinkageType(*kind) })
            }
            _ => None,
        }
    }
}
