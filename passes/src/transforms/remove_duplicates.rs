//! Removal of duplicate declarations (`remove-duplicates`)

use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::transforms::remove_unused_interface_variables::shorten_interface;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::spv;
use spv_ir::symbols::{name_of, rename_all};
use spv_ir::{Attribute, Builder, Diagnostics, Ident, Op, names, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases duplicate execution modes, duplicate strings and unnamed constants, and repeated \
                  variables in the interfaces of entry points. Types, capabilities and decorations are \
                  unique by design.",
    before: "spv.EntryPoint \"Fragment\" @main, @color, @color\n\
             spv.ExecutionMode @main \"OriginUpperLeft\"\n\
             spv.ExecutionMode @main \"OriginUpperLeft\"",
    after: "spv.EntryPoint \"Fragment\" @main, @color\nspv.ExecutionMode @main \"OriginUpperLeft\"",
    statistics: &[("erased", "Operations erased"), ("entries", "Interface entries removed")],
    ..PassInfo::new("remove-duplicates", "Erase duplicate declarations", ControlFlow::Any, |_| {
        Ok(Work::module(remove))
    })
};

fn remove(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let body = &*module.body;
    let mut seen: FxHashSet<(u16, Vec<u32>, Option<Attribute>)> = FxHashSet::default();
    let mut first: FxHashMap<(u16, Vec<u32>), Ident> = FxHashMap::default();
    let (mut dead, mut renamed): (Vec<Op>, FxHashMap<Ident, Ident>) = Default::default();
    for op in walk::ops(body) {
        let def = body.def(op);
        if matches!(def, spv::ExecutionModeOp::ID | spv::ExecutionModeId::ID) {
            if !seen.insert((def.0, body.slots(op).to_vec(), body.attrs(op))) {
                dead.push(op);
            }
        } else if matches!(def, spv::StringOp::ID | spv::GlobalConstant::ID) && body.attrs(op).is_none() {
            let Some(name) = name_of(ctx, body, op).filter(|name| names::base_name(name) == "_") else {
                continue;
            };
            let name = ctx.ident(name);
            let key = (def.0, body.slots(op)[1..].to_vec());
            match first.get(&key) {
                Some(&kept) => {
                    renamed.insert(name, kept);
                    dead.push(op);
                }
                None => _ = first.insert(key, name),
            }
        }
    }
    let entries: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::EntryPoint::ID).collect();
    let count = dead.len() as u64;
    // Rename the references before erasing declarations. Renaming fails if a nominal type contains a reference, and
    // then no declaration may be erased.
    if count > 0 && rename_all(ctx, module.body, &renamed).is_ok() {
        module.count(0, count);
        let mut builder = Builder::new(module.body);
        dead.into_iter().for_each(|op| builder.erase(op));
    }
    let nothing = FxHashSet::default();
    let twice: usize = entries.into_iter().map(|op| shorten_interface(ctx, module.body, op, &nothing)).sum();
    module.count(1, twice as u64);
    Ok(())
}
