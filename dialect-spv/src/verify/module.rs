//! The module as a whole, and instructions of sets that the tables do not know.

use super::View;
use crate::sets::find_set;

/// Why a set cannot be imported, if it cannot: which words of its instructions are ids is not known.
fn unknown_set(name: &str) -> Option<String> {
    let known = find_set(name).is_some() || name.starts_with("NonSemantic.");
    (!known).then(|| format!("unknown extended instruction set \"{name}\""))
}

/// `spv.module`: its imports, and their names.
pub fn module(v: &mut View<'_, '_>) {
    let ctx = v.ctx();
    let list = |key| ctx.dict_get(v.body().attrs(v.op), key).and_then(|a| ctx.attr_array(a)).unwrap_or(&[]);
    let (imports, names) = (list("ext_inst_imports"), list("import_names"));
    if let Some(problem) = imports.iter().filter_map(|a| ctx.attr_str(*a)).find_map(unknown_set) {
        return v.error(&problem);
    }
    let mut left = imports.to_vec();
    for entry in names {
        let import = ctx.attr_array(*entry).and_then(|items| items.first());
        match left.iter().position(|other| Some(other) == import) {
            Some(at) => _ = left.remove(at),
            None => return v.error("attribute 'import_names' names an import that is not there"),
        }
    }
}

/// `spv.ExtInst`
pub fn ext_inst(v: &mut View<'_, '_>) {
    let problem = v.slot_attr(2).and_then(|a| v.ctx().attr_str(a)).and_then(unknown_set);
    if let Some(problem) = problem {
        v.error(&problem);
    }
}
