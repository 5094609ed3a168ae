//! Deduction of entry point interfaces

use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::typed_enums::StorageClass;
use spv_dialect::generated::views as v;
use spv_ir::symbols::{SymbolTable, SymbolUses};
use spv_ir::{Attribute, Body, Builder, Context, Ident, Op, walk};

/// First SPIR-V version whose interfaces list variables of all storage classes, encoded as in the header.
const LISTS_ALL_CLASSES: u32 = 1 << 16 | 4 << 8;

/// Sets the interface of each entry point to the variables that its function and callees reference, in module
/// order.
pub(super) fn deduce(ctx: &Context, module: &mut Body, version: u32, entries: &[(Op, Ident)]) {
    let symbols = SymbolTable::new(ctx, module);
    let mut references: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    for (symbol, users) in SymbolUses::new(ctx, module).iter() {
        let Some(definition) = symbols.get(symbol) else { continue };
        for user in users {
            references.entry(user.top).or_default().push(definition);
        }
    }
    let is_listed = |module: &Body, op: Op| -> Option<Ident> {
        let variable = v::GlobalVariable::cast(module, op)?;
        let (_, class) = variable.contents(ctx)?;
        let is_io = class == StorageClass::Input || class == StorageClass::Output;
        (is_io || version >= LISTS_ALL_CLASSES).then(|| ctx.ident(variable.sym_name(ctx).unwrap_or_default()))
    };
    for &(entry, function) in entries {
        let mut worklist: Vec<Op> = symbols.get(function).into_iter().collect();
        let mut reached: FxHashSet<Op> = worklist.iter().copied().collect();
        while let Some(op) = worklist.pop() {
            let next = references.get(&op).into_iter().flatten();
            worklist.extend(next.filter(|&&definition| reached.insert(definition)));
        }
        let interface: Vec<Attribute> = walk::top_ops(module)
            .filter(|op| reached.contains(op))
            .filter_map(|op| is_listed(module, op))
            .map(|name| ctx.symbol_attr(name))
            .collect();
        if !interface.is_empty() {
            let raw = ctx.array_attr(&interface).raw();
            Builder::new(module).set_slot(entry, v::EntryPoint::INTERFACE, raw);
        }
    }
}
