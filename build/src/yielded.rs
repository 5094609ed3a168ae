//! Values that a branch, case or body of structured control flow yields

use spv_ir::Value;

/// The values that a callback yields from a branch, case or loop body: `()` for none, one value, or several. The values
/// have no effect if the callback's code ends in a terminator.
pub trait Yielded {
    /// Returns the yielded values in order.
    fn values(self) -> Vec<Value>;
}

impl Yielded for () {
    fn values(self) -> Vec<Value> {
        Vec::new()
    }
}

impl Yielded for Value {
    fn values(self) -> Vec<Value> {
        vec![self]
    }
}

impl Yielded for Option<Value> {
    fn values(self) -> Vec<Value> {
        self.into_iter().collect()
    }
}

impl Yielded for Vec<Value> {
    fn values(self) -> Vec<Value> {
        self
    }
}

impl<const N: usize> Yielded for [Value; N] {
    fn values(self) -> Vec<Value> {
        self.to_vec()
    }
}
