//! Converts decorations of function parameters between the form of this library and the form of LLVM 19
//!
//! This library has one attribute per decoration, such as `aliased`. LLVM 19 has a single attribute: `spirv.decoration
//! = #spirv.decoration<Aliased>`.

use spv_opt::dialect::decorations::{by_key, snake_case};
use spv_opt::ir::{Annotations, Attribute, Body, Builder, Executor, Ident, Value, walk};
use spv_opt::{Context, Module};

/// Name of the attribute with which LLVM 19 represents a decoration.
const KEY: &str = "spv.decoration";

/// A conversion of one attribute. Returns `None` to leave the attribute unchanged.
type Change = fn(&Context, Ident, Attribute) -> Option<(Ident, Attribute)>;

/// Converts the decorations of function parameters from LLVM 19's form.
pub fn from_llvm(module: &mut Module, executor: &dyn Executor) {
    change(module, executor, |ctx, key, value| {
        let key = ctx.attr_str(value).filter(|_| ctx.str(key) == KEY).map(snake_case)?;
        is_flag(&key).then(|| (ctx.ident(&key), ctx.unit_attr()))
    });
}

/// Converts the decorations of function parameters to LLVM 19's form.
pub fn to_llvm(module: &mut Module, executor: &dyn Executor) {
    change(module, executor, |ctx, key, _| {
        let decoration = by_key(ctx.str(key)).filter(|_| is_flag(ctx.str(key)))?;
        Some((ctx.ident(KEY), ctx.string_attr(decoration.name)))
    });
}

/// Returns whether `key` is the attribute name of a decoration without operands.
fn is_flag(key: &str) -> bool {
    by_key(key).is_some_and(|decoration| decoration.params.is_empty())
}

fn change(module: &mut Module, executor: &dyn Executor, change: Change) {
    let ctx = module.ctx.clone();
    // Function parameters are the arguments of entry blocks.
    walk::bodies_mut_with(&mut module.body, executor, &|body| change_arguments(&ctx, body, change));
}

fn change_arguments(ctx: &Context, body: &mut Body, change: Change) {
    let Some(entry) = body.first_block(body.root()) else { return };
    let args: Vec<Value> = body.args(entry).to_vec();
    for arg in args {
        let annotations = body.value_annotations(arg);
        let entries = ctx.dict(annotations.attrs);
        let changed: Vec<_> =
            entries.iter().map(|&(key, value)| change(ctx, key, value).unwrap_or((key, value))).collect();
        let distinct =
            changed.iter().enumerate().all(|(i, (key, _))| changed[..i].iter().all(|(k, _)| k != key));
        if distinct && changed != entries {
            let attrs = Some(ctx.dict_attr(changed));
            Builder::new(body).set_value_annotations(arg, Annotations { attrs, ..annotations });
        }
    }
}
