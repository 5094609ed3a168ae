//! `ub`: undefined behavior.

use crate::spec::ops;
use spv_ir::dialect::Traits;

ops! {
    Poison = "ub.poison" One [value: OptionalAttr] {
        traits: Traits::PURE, format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
    }
}
