//! Copies of bodies as a whole, in which the same ids hold.

use crate::body::Body;
use crate::executor::{Executor, Inline};
use std::sync::{Mutex, PoisonError};

impl Clone for Body {
    fn clone(&self) -> Body {
        self.clone_with(&Inline)
    }
}

impl Body {
    /// A copy; the executor copies the bodies nested in it.
    pub fn clone_with(&self, executor: &dyn Executor) -> Body {
        let nested = match &self.nested[..] {
            // What is nested in the only one are bodies to be copied side by side.
            [Some(only)] => vec![Some(Box::new(only.clone_with(executor)))],
            list => {
                let copies: Vec<Mutex<Option<Box<Body>>>> = list.iter().map(|_| Mutex::default()).collect();
                executor.run(list.len(), &|i| {
                    *copies[i].lock().unwrap_or_else(PoisonError::into_inner) = list[i].clone();
                });
                let copies = copies.into_iter();
                copies.map(|copy| copy.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
            }
        };
        Body {
            ops: self.ops.clone(),
            blocks: self.blocks.clone(),
            regions: self.regions.clone(),
            values: self.values.clone(),
            operands: self.operands.clone(),
            uses: self.uses.clone(),
            successors: self.successors.clone(),
            block_args: self.block_args.clone(),
            slots: self.slots.clone(),
            nested,
            region_lists: self.region_lists.clone(),
            value_names: self.value_names.clone(),
            value_annotations: self.value_annotations.clone(),
            block_annotations: self.block_annotations.clone(),
            root: self.root,
            epoch: self.epoch,
        }
    }
}
