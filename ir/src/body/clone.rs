//! Cloning of whole bodies
//!
//! The ids of the original body are also valid in the clone.

use crate::body::Body;
use crate::executor::{Executor, Inline};
use std::sync::{Mutex, PoisonError};

impl Clone for Body {
    fn clone(&self) -> Body {
        self.clone_with(&Inline)
    }
}

impl Body {
    /// Returns a copy of the body, copying nested bodies in parallel with `executor`. Does not recurse, so that deep
    /// nesting cannot overflow the stack.
    pub fn clone_with(&self, executor: &dyn Executor) -> Body {
        let mut levels = vec![vec![self]];
        while let Some(level) = levels.last() {
            let inner: Vec<&Body> =
                level.iter().flat_map(|body| body.nested.iter().flatten()).map(|b| &**b).collect();
            if inner.is_empty() {
                break;
            }
            levels.push(inner);
        }
        let mut below: Vec<Box<Body>> = Vec::new();
        while let Some(level) = levels.pop() {
            let copies: Vec<Mutex<Option<Box<Body>>>> = level.iter().map(|_| Mutex::default()).collect();
            executor.run(level.len(), &|i| {
                let copy = Box::new(level[i].clone_alone());
                *copies[i].lock().unwrap_or_else(PoisonError::into_inner) = Some(copy);
            });
            let mut inner = below.into_iter();
            let copies =
                copies.into_iter().filter_map(|c| c.into_inner().unwrap_or_else(PoisonError::into_inner));
            let with_nested = |(body, mut copy): (&&Body, Box<Body>)| {
                copy.nested =
                    body.nested.iter().map(|nested| nested.as_ref().and_then(|_| inner.next())).collect();
                copy
            };
            below = level.iter().zip(copies).map(with_nested).collect();
        }
        below.pop().map_or_else(Body::default, |copy| *copy)
    }

    /// Returns a copy of the body, excluding nested bodies.
    fn clone_alone(&self) -> Body {
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
            nested: Vec::new(),
            region_lists: self.region_lists.clone(),
            value_names: self.value_names.clone(),
            value_annotations: self.value_annotations.clone(),
            block_annotations: self.block_annotations.clone(),
            root: self.root,
            epoch: self.epoch,
            verified: self.verified.clone(),
        }
    }
}
