//! `strip-debug` and `strip-nonsemantic`: what has no effect on what a module computes.

use crate::pass::{PassInfo, SpvModule, Work};
use crate::support::type_names::forget_type_names;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::attributes::{Kind, view};
use spv_dialect::decorations::{GROUPS, IMPORT, IMPORT_DECORATIONS, IMPORT_NAMES, OP_NAME};
use spv_dialect::generated::opcodes;
use spv_dialect::spv;
use spv_dialect::{sets, structure};
use spv_ir::symbols::{RenameError, SymbolUses, attribute_slots, name_of, rename_all};
use spv_ir::{
    Attribute, Block, Body, Builder, Context, Diagnostics, Ident, Location, Op, Value, names, walk,
};

pub(super) static DEBUG: PassInfo = PassInfo {
    description: "Erases names of values, blocks, symbols, types, members, imports and decoration groups, lines and \
                  scopes, sources, Nop, and the instructions of debug-info sets. Names of entry points stay.",
    before: "%x = spv.IAdd %a, %b : i32 loc(\"a.frag\":3:1)",
    after: "%0 = spv.IAdd %arg0, %arg1 : i32",
    statistics: &[("erased", "Operations erased"), ("names", "Names erased")],
    ..PassInfo::new("strip-debug", "Erase debug information", |_| Ok(Work::module(strip_debug)))
};

pub(super) static NON_SEMANTIC: PassInfo = PassInfo {
    description: "Erases the instructions of non-semantic extended sets, and the imports of these.",
    before: "spv.NonSemantic.DebugPrintf %fmt, %x",
    after: "",
    statistics: &[("erased", "Operations erased")],
    ..PassInfo::new("strip-nonsemantic", "Erase non-semantic instructions", |_| {
        Ok(Work::module(strip_non_semantic))
    })
};

fn is_debug(ctx: &Context, body: &Body, op: Op) -> bool {
    const CORE: [u32; 5] = [
        opcodes::NOP,
        opcodes::SOURCE,
        opcodes::SOURCE_CONTINUED,
        opcodes::SOURCE_EXTENSION,
        opcodes::MODULE_PROCESSED,
    ];
    let row = ctx.registry().op(body.def(op)).row;
    let opaque = (row.name == structure::EXT_INST.name).then(|| body.slot_attr(op, EXT_INST_SET)).flatten();
    let set = match opaque.and_then(|name| ctx.attr_str(name)) {
        Some(name) => sets::find_set(name),
        None => sets::set(row.set),
    };
    (row.set == 0 && CORE.contains(&row.opcode)) || set.is_some_and(|set| set.debug_info)
}

fn is_non_semantic(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    // An instruction that the tables don't know can only be one of a non-semantic set.
    sets::set(row.set).is_some_and(|set| set.non_semantic) || row.name == structure::EXT_INST.name
}

fn strip_debug(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut gone = 0;
    for op in module.functions() {
        let named = module.function_mut(op, |body| {
            gone += erase_where(ctx, body, is_debug);
            forget_names(ctx, body)
        });
        module.count(1, named.unwrap_or(0));
    }
    let body = &mut *module.body;
    for op in walk::ops(body).collect::<Vec<_>>() {
        Builder::new(body).set_loc(op, Location::UNKNOWN);
    }
    gone += erase_definitions_where(module, is_debug);
    gone += erase_strings(module);
    module.count(0, gone);
    let named = forget_type_names(module);
    module.count(1, named);
    let named = forget_group_names(module);
    module.count(1, named);
    rename_symbols(module);
    drop_imports(module, |set| set.debug_info);
    Ok(())
}

fn strip_non_semantic(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let mut gone = 0;
    for op in module.functions() {
        module.function_mut(op, |body| {
            gone += erase_where(ctx, body, is_non_semantic);
            forget_scopes(ctx, body);
        });
    }
    gone += erase_definitions_where(module, is_non_semantic);
    module.count(0, gone);
    drop_imports(module, |set| set.non_semantic);
    Ok(())
}

/// Slot of the set of an `spv.ExtInst`.
const EXT_INST_SET: usize = 2;

/// Which ops to erase.
type Which = fn(&Context, &Body, Op) -> bool;

/// Erases the ops of a module's body that no other op and no attribute of the module refers to.
fn erase_definitions_where(module: &mut SpvModule<'_>, is: Which) -> u64 {
    let ctx = module.ctx;
    let (mut dead, kept): (Vec<Op>, Vec<Op>) =
        walk::top_ops(module.body).partition(|&op| is(ctx, module.body, op));
    if dead.is_empty() {
        return 0;
    }
    let mut references: FxHashMap<Op, Vec<Ident>> = FxHashMap::default();
    for (name, users) in SymbolUses::new(ctx, module.body).iter() {
        users.iter().for_each(|user| references.entry(user.top).or_default().push(name));
    }
    let named = |&op: &Op| Some((ctx.ident(name_of(ctx, module.body, op)?), op));
    let by_name: FxHashMap<Ident, Op> = dead.iter().filter_map(named).collect();
    let of = |op: Op| references.get(&op).into_iter().flatten();
    let mut needed: Vec<Op> =
        kept.iter().flat_map(|&op| of(op)).filter_map(|n| by_name.get(n).copied()).collect();
    needed.extend(module.referenced().iter().filter_map(|name| by_name.get(name)));
    let mut live: FxHashSet<Op> = FxHashSet::default();
    while let Some(op) = needed.pop() {
        if live.insert(op) {
            needed.extend(of(op).filter_map(|name| by_name.get(name)));
        }
    }
    dead.retain(|op| !live.contains(op));
    let mut builder = Builder::new(module.body);
    dead.iter().rev().for_each(|&op| builder.erase(op));
    dead.len() as u64
}

/// Erases the ops of a body, last first; the values that they define are used by none but such ops.
fn erase_where(ctx: &Context, body: &mut Body, is: Which) -> u64 {
    let ops: Vec<Op> = walk::ops(body).filter(|&op| is(ctx, body, op)).collect();
    let list: FxHashSet<Op> = ops.iter().copied().collect();
    let free = |&op: &Op| body.results(op).all(|v| body.uses(v).all(|(user, _)| list.contains(&user)));
    let dead: Vec<Op> = ops.iter().copied().filter(free).collect();
    let mut builder = Builder::new(body);
    dead.iter().rev().for_each(|&op| builder.erase(op));
    dead.len() as u64
}

/// Takes locations away that name scopes and lines of debug information; plain ones stay.
fn forget_scopes(ctx: &Context, body: &mut Body) {
    let plain = |loc: Location| {
        matches!(ctx.loc_data(loc), spv_ir::LocData::Unknown | spv_ir::LocData::FileLineCol { .. })
    };
    let ops: Vec<Op> = walk::ops(body).filter(|&op| !plain(body.loc(op))).collect();
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let mut b = Builder::new(body);
    ops.into_iter().for_each(|op| b.set_loc(op, Location::UNKNOWN));
    for block in blocks {
        let mut side = b.block_side(block);
        if side.loc.is_some_and(|loc| !plain(loc)) {
            side.loc = None;
            b.set_block_side(block, side);
        }
        forget_arg_locations(&mut b, block, |loc| !plain(loc));
    }
}

/// Takes locations of a block's arguments away: lines of function parameters and of phis.
fn forget_arg_locations(b: &mut Builder<'_>, block: Block, goes: impl Fn(Location) -> bool) {
    for value in b.args(block).to_vec() {
        let mut side = b.value_side(value);
        if side.loc.is_some_and(&goes) {
            side.loc = None;
            b.set_value_side(value, side);
        }
    }
}

/// Takes further names out of the attributes of ops, blocks, arguments and results; returns their number.
fn forget_further_names(ctx: &Context, body: &mut Body) -> u64 {
    let has = |attrs: Option<Attribute>| ctx.dict_get(attrs, OP_NAME).is_some();
    let ops: Vec<Op> = walk::ops(body).collect();
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let results = ops.iter().flat_map(|&op| body.results(op));
    let args = blocks.iter().flat_map(|&block| body.args(block).iter().copied());
    let values: Vec<Value> = results.chain(args).filter(|&v| has(body.value_side(v).attrs)).collect();
    let mut count = values.len() as u64;
    let mut b = Builder::new(body);
    for value in values {
        let mut side = b.value_side(value);
        side.attrs = ctx.dict_without(side.attrs, OP_NAME);
        b.set_value_side(value, side);
    }
    for op in ops.into_iter().filter(|&op| has(b.attrs(op))).collect::<Vec<_>>() {
        let attrs = ctx.dict_without(b.attrs(op), OP_NAME);
        b.set_attrs(op, attrs);
        count += 1;
    }
    for block in blocks {
        let mut side = b.block_side(block);
        if has(side.attrs) {
            side.attrs = ctx.dict_without(side.attrs, OP_NAME);
            b.set_block_side(block, side);
            count += 1;
        }
    }
    count
}

/// Takes the names of decoration groups and of imported sets out of the attributes of a module; returns their number.
fn forget_group_names(module: &mut SpvModule<'_>) -> u64 {
    let ctx = module.ctx;
    let mut entries: Vec<_> = ctx.dict(module.outer.attrs(module.op)).to_vec();
    let before = entries.len();
    entries.retain(|(key, _)| ctx.str(*key) != IMPORT_NAMES);
    let mut count = (before - entries.len()) as u64;
    for (_, list) in entries.iter_mut().filter(|(key, _)| ctx.str(*key) == GROUPS) {
        let groups = ctx.attr_array(*list).unwrap_or(&[]);
        count += groups.iter().filter(|&&group| ctx.dict_get(Some(group), OP_NAME).is_some()).count() as u64;
        let bare = |&group: &Attribute| {
            ctx.dict_without(Some(group), OP_NAME).unwrap_or_else(|| ctx.dict_attr(Vec::new()))
        };
        *list = ctx.array_attr(&groups.iter().map(bare).collect::<Vec<_>>());
    }
    let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
    Builder::new(module.outer).set_attrs(module.op, attrs);
    count
}

/// Takes names and locations away; returns the number of names.
fn forget_names(ctx: &Context, body: &mut Body) -> u64 {
    let blocks: Vec<Block> = walk::blocks(body).collect();
    let ops: Vec<Op> = walk::ops(body).collect();
    let results = ops.iter().flat_map(|&op| body.results(op));
    let args = blocks.iter().flat_map(|&block| body.args(block).iter().copied());
    let values: Vec<Value> = results.chain(args).filter(|&v| body.value_name(v).is_some()).collect();
    let mut count = values.len() as u64 + forget_further_names(ctx, body);
    let mut b = Builder::new(body);
    values.into_iter().for_each(|v| b.set_value_name(v, None));
    ops.into_iter().for_each(|op| b.set_loc(op, Location::UNKNOWN));
    for block in blocks {
        let mut side = b.block_side(block);
        if side.name.is_some() || side.loc.is_some() {
            count += u64::from(side.name.is_some());
            (side.name, side.loc) = (None, None);
            b.set_block_side(block, side);
        }
        forget_arg_locations(&mut b, block, |_| true);
    }
    count
}

/// Erases strings that nothing refers to any more.
fn erase_strings(module: &mut SpvModule<'_>) -> u64 {
    let ctx = module.ctx;
    let Some(def) = ctx.registry().op_by_code(0, opcodes::STRING) else { return 0 };
    let uses = SymbolUses::new(ctx, module.body);
    let own = module.referenced();
    let unused = |&op: &Op| {
        module.body.def(op) == def
            && name_of(ctx, module.body, op).is_some_and(|name| {
                let name = ctx.ident(name);
                uses.users(name).is_empty() && !own.contains(&name)
            })
    };
    let dead: Vec<Op> = walk::ops(module.body).filter(unused).collect();
    let mut builder = Builder::new(module.body);
    dead.iter().for_each(|&op| builder.erase(op));
    dead.len() as u64
}

/// Symbols that keep their names because nominal types refer to them, at most.
const MAX_KEPT: usize = 32;

/// Gives symbols that represent names others that represent none. Entry points keep theirs.
fn rename_symbols(module: &mut SpvModule<'_>) {
    let ctx = module.ctx;
    let body = &*module.body;
    let symbols: Vec<(Op, Ident)> =
        walk::ops(body).filter_map(|op| Some((op, ctx.ident(name_of(ctx, body, op)?)))).collect();
    let taken: FxHashSet<Ident> = symbols.iter().map(|s| s.1).collect();
    let mut next = 0;
    let mut fresh = || loop {
        let candidate = ctx.ident(&format!("_${next}"));
        next += 1;
        if !taken.contains(&candidate) {
            return candidate;
        }
    };
    // What the module's own attributes reference keeps its name there.
    let own = module.referenced();
    let is_named = |name: Ident| names::base_name(ctx.str(name)) != "_" && !own.contains(&name);
    let mut new: FxHashMap<Ident, Ident> =
        symbols.iter().filter(|s| is_named(s.1)).map(|s| (s.1, fresh())).collect();
    // An entry point whose name was that of its function says so itself from now on.
    let entry = ctx.registry().op_by_name(structure::ENTRY_POINT.name);
    let entries: Vec<Op> = walk::ops(body).filter(|&op| Some(body.def(op)) == entry).collect();
    for op in entries {
        let function = module.body.slot_attr(op, spv::EntryPoint::FN).and_then(|a| ctx.attr_symbol(a));
        if let Some(name) = function.filter(|_| module.body.slot(op, spv::EntryPoint::NAME) == 0) {
            let name = ctx.string_attr(names::base_name(ctx.str(name)));
            Builder::new(module.body).set_slot(op, spv::EntryPoint::NAME, name.raw());
        }
    }
    let further = forget_further_names(ctx, module.body);
    module.count(1, further);
    // A nominal type that refers to a symbol cannot be changed: that symbol keeps its name, and where it is one of many, all
    // do.
    for _ in 0..MAX_KEPT {
        match rename_all(ctx, module.body, &new) {
            Ok(()) => return module.count(1, new.len() as u64),
            Err(RenameError::InNominalType(_, name)) => new.remove(&ctx.ident(&name)),
            Err(_) => return,
        };
    }
}

/// Takes the names of imported sets out of the module's list of them where no instruction of theirs is left.
fn drop_imports(module: &mut SpvModule<'_>, is: fn(&sets::ExtSet) -> bool) {
    let ctx = module.ctx;
    let attrs = module.outer.attrs(module.op);
    let Some(list) = ctx.dict_get(attrs, "ext_inst_imports").and_then(|a| ctx.attr_array(a)) else { return };
    let known = |a: Attribute| ctx.attr_str(a).and_then(sets::find_set);
    let unknown = |a: Attribute| ctx.attr_str(a).is_some_and(|name| name.starts_with("NonSemantic."));
    // Their numbers would be others.
    if names_imports(ctx, module.body) {
        return;
    }
    let goes = |a: Attribute| known(a).map_or(unknown(a) && is(&UNKNOWN), is);
    let kept: Vec<Attribute> = list.iter().copied().filter(|&a| !goes(a)).collect();
    if kept.len() != list.len() {
        let key = ctx.ident("ext_inst_imports");
        let mut entries: Vec<_> = ctx.dict(attrs).iter().copied().filter(|(k, _)| *k != key).collect();
        let left = |entry: &Attribute| {
            ctx.attr_array(*entry).and_then(|items| items.first()).is_some_and(|import| kept.contains(import))
        };
        let of_imports = |key: Ident| [IMPORT_NAMES, IMPORT_DECORATIONS].contains(&ctx.str(key));
        for (_, list) in entries.iter_mut().filter(|(key, _)| of_imports(*key)) {
            let all = ctx.attr_array(*list).unwrap_or(&[]);
            *list = ctx.array_attr(&all.iter().copied().filter(left).collect::<Vec<_>>());
        }
        entries.retain(|&(key, list)| {
            !of_imports(key) || ctx.attr_array(list).is_some_and(|list| !list.is_empty())
        });
        if !kept.is_empty() {
            entries.push((key, ctx.array_attr(&kept)));
        }
        let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
        Builder::new(module.outer).set_attrs(module.op, attrs);
        let mut left = 0;
        let mut numbers = Vec::new();
        for &import in list {
            numbers.push((!goes(import)).then_some(left));
            left += u32::from(!goes(import));
        }
        renumber_imports(ctx, module.body, &numbers);
        for op in module.functions() {
            module.function_mut(op, |body| renumber_imports(ctx, body, &numbers));
        }
    }
}

/// Whether an instruction has an import as operand.
fn names_imports(ctx: &Context, body: &Body) -> bool {
    let names_one = |body: &Body, op: Op| {
        let slots = attribute_slots(ctx.registry().op(body.def(op)));
        let mut attrs = slots.filter_map(|slot| Attribute::from_raw(*body.slots(op).get(slot)?));
        let is_import = |attr: Attribute| matches!(view(ctx, attr), Some((Kind::Import, _)));
        attrs.any(|attr| {
            is_import(attr) || ctx.attr_array(attr).unwrap_or(&[]).iter().any(|item| is_import(*item))
        })
    };
    walk::ops(body).any(|op| {
        names_one(body, op)
            || body.nested(op).is_some_and(|inner| walk::ops(inner).any(|op| names_one(inner, op)))
    })
}

/// Adapts the numbers of imports that instructions have to the imports that are left.
fn renumber_imports(ctx: &Context, body: &mut Body, numbers: &[Option<u32>]) {
    let of = |op: &Op| Some((*op, ctx.attr_u64(ctx.dict_get(body.attrs(*op), IMPORT)?)?));
    let ops: Vec<(Op, u64)> = walk::ops(body).filter_map(|op| of(&op)).collect();
    for (op, number) in ops {
        let new = usize::try_from(number).ok().and_then(|number| *numbers.get(number)?);
        let rest = ctx.dict_without(body.attrs(op), IMPORT);
        let mut entries = ctx.dict(rest).to_vec();
        entries.extend(new.map(|new| (ctx.ident(IMPORT), ctx.i32_attr(new))));
        let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
        Builder::new(body).set_attrs(op, attrs);
    }
}

/// What is known of a set that the tables lack.
static UNKNOWN: sets::ExtSet = sets::ExtSet {
    number: 0,
    import_name: "",
    prefix: "",
    non_semantic: true,
    debug_info: false,
    rows: &[],
    enums: &[],
};
