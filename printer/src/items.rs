//! Components of an op, grouped by parameter

use spv_ir::dialect::OpDef;
use spv_ir::params::{self, OpComponent};
use spv_ir::{Body, Context, Op};

/// The components (operands and attribute values) of an op. The buffers are reused for each op.
#[derive(Default)]
pub(crate) struct Items {
    list: Vec<OpComponent>,
    /// For each parameter, the end index of its components.
    ends: Vec<u32>,
}

impl Items {
    /// Returns the components of a parameter.
    #[inline]
    pub(crate) fn of(&self, param: u8) -> &[OpComponent] {
        let end = self.ends[usize::from(param)];
        let start = if param == 0 { 0 } else { self.ends[usize::from(param) - 1] };
        &self.list[start as usize..end as usize]
    }

    /// Collects the components of an op. Returns false if the op does not match its definition.
    pub(crate) fn collect(&mut self, ctx: &Context, body: &Body, op: Op, def: &OpDef) -> bool {
        self.list.clear();
        self.ends.clear();
        self.ends.resize(def.row.params.len(), 0);
        let fits = params::walk(ctx, body, op, def, &mut |param, item| {
            self.list.push(item);
            self.ends[param] = self.list.len() as u32;
        });
        let mut last = 0;
        for end in &mut self.ends {
            last = last.max(*end);
            *end = last;
        }
        fits
    }
}
