//! Addition and removal of op results

use crate::body::ValueDef;
use crate::body::value_data::{Definer, ValueData};
use crate::builder::Builder;
use crate::entity::{Op, Value};
use crate::types::Type;

impl Builder<'_> {
    /// Appends results to an op and returns the first new result; `None` if `types` is empty. The results of an op must
    /// be consecutive values. Existing results are therefore replaced with new values, which inherit their uses and
    /// names.
    pub fn add_results(&mut self, op: Op, types: &[Type]) -> Option<Value> {
        let old: Vec<Value> = self.results(op).collect();
        let all: Vec<Type> = old.iter().map(|&v| self.value_type(v)).chain(types.iter().copied()).collect();
        self.replace_results(op, &old, &all);
        (!types.is_empty()).then(|| self.result(op, old.len()))
    }

    /// Removes the results whose indices `remove` selects. These results must be unused. All other results are replaced
    /// with new values, which inherit their uses and names.
    pub fn remove_results(&mut self, op: Op, remove: impl Fn(usize) -> bool) {
        let mut kept = Vec::new();
        for i in 0..self.result_count(op) {
            let value = self.result(op, i);
            if remove(i) {
                debug_assert!(!self.has_uses(value), "a removed result has no uses");
                self.body().values[value].set_dead();
            } else {
                kept.push(value);
            }
        }
        let types: Vec<Type> = kept.iter().map(|&v| self.value_type(v)).collect();
        self.replace_results(op, &kept, &types);
    }

    /// Replaces the results of an op. The first new results inherit the uses and names of the old results.
    fn replace_results(&mut self, op: Op, old: &[Value], types: &[Type]) {
        let body = self.body();
        let mut first = None;
        for (i, &ty) in types.iter().enumerate() {
            let value = body.values.alloc(ValueData::new(Some(ty), Definer::Op(op), i));
            first = first.or(Some(value));
        }
        body.ops[op].first_result = first;
        body.ops[op].results = types.len() as u16;
        for (i, &value) in old.iter().enumerate() {
            let new = self.result(op, i);
            debug_assert!(matches!(self.value_def(new), ValueDef::Result(..)));
            self.replace_all_uses(value, new);
            let name = self.value_name(value);
            self.set_value_name(new, name);
            self.body().values[value].set_dead();
        }
    }
}
