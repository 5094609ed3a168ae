//! Removal of unreferenced module-level definitions (`symbol-dce`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, PassInfo, SpvModule, Work};
use crate::support::debug::{INLINED_AT, location_symbols};
use crate::support::debug_globals::{described_symbol, forget_definitions};
use crate::support::spirv::LINKAGE_ATTRIBUTES;
use rustc_hash::FxHashSet;
use spv_dialect::{generated::opcodes, structure};
use spv_ir::dialect::OpRow;
use spv_ir::rewrite::is_debug_info;
use spv_ir::symbols::{SymbolReferences, SymbolTable, name_of};
use spv_ir::{Body, Builder, Context, Diagnostics, Ident, Op, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Erases functions, global variables, named constants and specialization constants that are \
                  not reachable from an entry point, exported symbol or debug information, and declarations \
                  of unused types. A description of a function or variable does not keep it. The constant that \
                  defines the workgroup size is kept.",
    before: "spv.EntryPoint \"Fragment\" @main, @color\n\
             spv.GlobalVariable @color {location = 0 : i32} : !spv.ptr<f32, Output>\n\
             spv.GlobalVariable @state : !spv.ptr<f32, Private>",
    after: "spv.EntryPoint \"Fragment\" @main, @color\n\
            spv.GlobalVariable @color {location = 0 : i32} : !spv.ptr<f32, Output>",
    options: &[
        OptionInfo {
            name: "keep-bindings",
            default: "false",
            help: "keep unused variables with a descriptor binding",
        },
        OptionInfo {
            name: "keep-spec-constants",
            default: "false",
            help: "keep unused specialization constants",
        },
    ],
    statistics: &[("erased", "Symbols erased")],
    ..PassInfo::new("symbol-dce", "Erase unreferenced symbols", ControlFlow::Any, |options| {
        let kept = Kept {
            bindings: options.switch("keep-bindings")?,
            spec_constants: options.switch("keep-spec-constants")?,
        };
        Ok(Work::module(move |module: &mut SpvModule<'_>| run(module, kept)))
    })
};

/// The unreferenced definitions that pass options preserve.
#[derive(Clone, Copy)]
struct Kept {
    bindings: bool,
    spec_constants: bool,
}

impl Kept {
    fn has(self, ctx: &Context, body: &Body, op: Op) -> bool {
        let row = ctx.registry().op(body.def(op)).row;
        let is_bound = || ctx.dict_get(body.attrs(op), "binding").is_some();
        let is_spec_constant = || {
            row.name == structure::SPEC_CONSTANT.name
                || (row.set == 0 && SPEC_CONSTANTS.contains(&row.opcode))
        };
        (self.bindings && is_bound()) || (self.spec_constants && is_spec_constant())
    }
}

/// Opcodes of specialization constants other than OpSpecConstant.
const SPEC_CONSTANTS: [u32; 3] = [
    opcodes::SPEC_CONSTANT_COMPOSITE,
    opcodes::SPEC_CONSTANT_OP,
    opcodes::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT,
];

fn run(module: &mut SpvModule<'_>, kept: Kept) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    forget_unused(ctx, module.outer, module.op);
    let ops: Vec<Op> = walk::top_ops(module.body).collect();
    let mut references = SymbolReferences::new(ctx, module.body);
    // Locations refer to inlined call sites by debug scopes, and to sources and constants by DebugLine.
    if ops.iter().any(|&op| is_debug_info(ctx, module.body, op)) {
        for &op in &ops {
            let names = module.body.nested(op).into_iter().flat_map(|body| location_symbols(ctx, body));
            references.extend(op, names);
        }
    }
    let mut symbols = SymbolTable::new(ctx, module.body);
    let roots =
        ops.iter().copied().filter(|&op| is_root(ctx, module.body, op) || kept.has(ctx, module.body, op));
    // Debug information that describes a variable or function does not make it live.
    let (descriptions, mut roots): (Vec<Op>, Vec<Op>) =
        roots.partition(|&op| described_symbol(ctx, module.body, op).is_some());
    let descriptions: FxHashSet<Op> = descriptions.into_iter().collect();
    for &op in &descriptions {
        let described = described_symbol(ctx, module.body, op).and_then(|name| symbols.get(name));
        let definitions = references.definitions(&symbols, op);
        roots.extend(definitions.filter(|&definition| Some(definition) != described));
    }
    roots.extend(module.referenced().iter().filter_map(|&name| symbols.get(name)));
    let mut live = references.reachable(&symbols, roots, |op| !descriptions.contains(&op));
    live.extend(&descriptions);

    let dead: Vec<Op> = ops.into_iter().filter(|op| !live.contains(op)).collect();
    if !descriptions.is_empty() {
        let names = dead.iter().filter_map(|&op| name_of(ctx, module.body, op)).map(|name| ctx.ident(name));
        let names: FxHashSet<Ident> = names.collect();
        forget_definitions(ctx, module.body, &mut symbols, &names);
    }
    let mut builder = Builder::new(module.body);
    dead.iter().for_each(|&op| builder.erase(op));
    module.count(0, dead.len() as u64);
    Ok(())
}

/// Drops the module's list of types and constants that are declared but not used.
fn forget_unused(ctx: &Context, outer: &mut Body, module: Op) {
    let attrs = outer.attrs(module);
    if ctx.dict_get(attrs, "unused").is_some() {
        Builder::new(outer).set_attrs(module, ctx.dict_without(attrs, "unused"));
    }
}

/// Returns whether an op has no effect other than defining a symbol for its users.
fn is_definition(row: &OpRow) -> bool {
    const ROWS: [&OpRow; 4] = [
        &structure::FUNC,
        &structure::GLOBAL_VARIABLE,
        &structure::GLOBAL_CONSTANT,
        &structure::SPEC_CONSTANT,
    ];
    ROWS.iter().any(|known| known.name == row.name)
        || (row.set == 0 && (SPEC_CONSTANTS.contains(&row.opcode) || row.opcode == opcodes::UNDEF))
        || row.name.ends_with(INLINED_AT)
}

/// Returns whether an op is live even if no other op references it.
pub(super) fn is_root(ctx: &Context, body: &Body, op: Op) -> bool {
    let row = ctx.registry().op(body.def(op)).row;
    if !is_definition(row) {
        return true;
    }
    let has = |decoration| ctx.dict_get(body.attrs(op), decoration).is_some();
    // A constant with the BuiltIn WorkgroupSize defines the workgroup size, even if it is not referenced.
    let is_built_in_constant = !std::ptr::eq(row, &structure::GLOBAL_VARIABLE) && has("built_in");
    // A symbol with linkage is visible to other modules.
    is_built_in_constant || has(LINKAGE_ATTRIBUTES)
}
