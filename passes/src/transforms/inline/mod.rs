//! Function inlining (`inline`)
//!
//! Callees are processed before their callers, so that a body is final when it is copied. The pass does not inline
//! declarations, recursive functions, functions marked DontInline, or functions of an unsupported shape (CFG form,
//! several outermost blocks). It does not inline unreachable calls. In a continue construct, it does not inline
//! functions that may end the invocation.

mod call;
mod debug;
pub(super) mod returns;

use crate::analyses::Analyses;
use crate::flow::{Flow, in_continue, loop_blocks};
use crate::limits::Limits;
use crate::options::{OptionError, OptionInfo, OptionValues};
use crate::pass::{ControlFlow, Function, FunctionPass, ModulePass, PassInfo, SpvModule, Work};
use crate::pipeline::{Pipeline, PipelineElement};
use crate::registry::Registry;
use crate::support::spirv::{leaves, may_flow};
use crate::support::storage_classes::may_replace;
use crate::support::values::{Constants, Undefs};
use crate::transforms::legalize_constant_operands;
use crate::transforms::localize_sampled_images;
use crate::transforms::{
    canonicalize, cse, dce, dse, mem2reg, simplify_cfg, sroa, store_forward, symbol_dce,
};
use debug::InlinedAts;
use returns::{Returns, is_single};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::fold::{Facts, module_facts};
use spv_dialect::generated::values::function_control;
use spv_dialect::spv;
use spv_ir::analysis::declared_count;
use spv_ir::dialect::OpDefId;
use spv_ir::rewrite::is_debug_info;
use spv_ir::symbols::SymbolUses;
use spv_ir::{Body, Builder, Context, Diagnostics, Ident, Op, SymbolTable, Type, TypeData, walk};
use std::sync::Arc;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Replaces calls by the bodies of their callees, callees first. A function is inlined if it \
                  is called once and then becomes unused (neither exported nor an entry point), if it is \
                  marked Inline, or if it is small and grows the module by no more than a budget. The \
                  decision depends on the callee only, so a function is inlined in all its calls or in \
                  none. Early returns become exits of a construct. Unreachable calls are kept. Functions \
                  without callers are kept; symbol-dce erases them.",
    before: "spv.func @f(%a: i32) -> i32 \"None\" {\n  %s = spv.IAdd %a, %a : i32\n  spv.ReturnValue %s : i32\n}\n\
             spv.func @g(%a: i32) -> i32 \"None\" {\n  %x = spv.FunctionCall @f(%a) : (i32) -> i32\n  \
             spv.ReturnValue %x : i32\n}",
    after: "spv.func @g(%a: i32) -> i32 \"None\" {\n  %s = spv.IAdd %a, %a : i32\n  spv.ReturnValue %s : i32\n}",
    options: &[
        OptionInfo {
            name: "simplify",
            default: "false",
            help: "simplify callees before their size is measured",
        },
        OptionInfo {
            name: "default-pipeline",
            default: "",
            help: "function passes for simplification, as in mlir-opt: \"canonicalize,cse\"",
        },
        OptionInfo { name: "all", default: "false", help: "inline all calls that can be, at any size" },
        OptionInfo {
            name: "max-size",
            default: "30",
            help: "maximum number of operations of a callee with several callers",
        },
        OptionInfo {
            name: "growth",
            default: "300",
            help: "maximum growth of the module, in operations, for one callee with several callers",
        },
    ],
    statistics: &[("calls", "Calls inlined")],
    ..PassInfo::new("inline", "Inline function calls", ControlFlow::Any, |options| {
        Ok(Work::module(Inline {
            simplify: match options.text("default-pipeline") {
                "" if options.switch("simplify")? => simplifications()?,
                "" => Vec::new(),
                pipeline => function_passes(pipeline)?,
            },
            all: options.switch("all")?,
            max_size: options.value("max-size")?,
            growth: options.value("growth")?,
        }))
    })
};

struct Inline {
    simplify: Vec<Box<dyn FunctionPass>>,
    all: bool,
    max_size: usize,
    growth: usize,
}

/// Returns the passes that simplify a function before it is inlined.
fn simplifications() -> Result<Vec<Box<dyn FunctionPass>>, OptionError> {
    let list = [
        &sroa::INFO,
        &mem2reg::INFO,
        &canonicalize::INFO,
        &store_forward::INFO,
        &dse::INFO,
        &cse::INFO,
        &simplify_cfg::INFO,
        &dce::INFO,
        &canonicalize::INFO,
    ];
    let make = |info: &PassInfo| match (info.make)(&OptionValues::new(info.name, info.options, &[])?)? {
        Work::Function(pass) => Ok(pass),
        Work::Module(_) | Work::Whole(_) => Err(format!("'{}' is not a function pass", info.name).into()),
    };
    list.into_iter().map(make).collect()
}

/// Parses a pipeline that consists of function passes only.
fn function_passes(text: &str) -> Result<Vec<Box<dyn FunctionPass>>, OptionError> {
    let pipeline = Pipeline::parse(&Registry::new(), text).map_err(|error| error.message)?;
    let pass = |item| match item {
        PipelineElement::Pass(instance) => {
            let error = format!("'{}' is not a function pass", instance.info.name);
            match Arc::into_inner(instance).map(|instance| instance.work) {
                Some(Work::Function(pass)) => Ok(pass),
                _ => Err(error.into()),
            }
        }
        PipelineElement::Nested(_) => {
            Err("only function passes are allowed in 'default-pipeline'".to_owned().into())
        }
    };
    pipeline.items.into_iter().map(pass).collect()
}

/// Maximum number of ops to copy, as a multiple of the module's size. Without this limit, each level of nested calls
/// could double the size of a function.
const MAX_TIMES: usize = 8;
/// Number of ops that may be copied regardless of the module size.
const MIN_COPIED: usize = 1 << 18;

/// A function that may be inlined.
struct Callee {
    /// The body to copy, or `None` if the function cannot be inlined.
    body: Option<Box<Body>>,
    size: usize,
    /// Number of additional copies of the body in the module after all calls are inlined. It is 0 if there is only one
    /// call and the function can then be erased.
    copies: usize,
    control: u32,
    /// Whether the function may end the invocation, or contains OpUnreachable.
    ends: bool,
    /// Whether the function's return is reachable.
    returns: bool,
}

impl ModulePass for Inline {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let ctx = module.ctx;
        self.simplify.iter().for_each(|pass| pass.prepare(ctx, module.body));
        let symbols = SymbolTable::new(ctx, module.body);
        let is_function = |op: &Op| module.body.def(*op) == spv::Func::ID;
        let functions: Vec<Op> = module.functions().into_iter().filter(is_function).collect();
        let graph: FxHashMap<Op, Vec<Op>> = functions
            .iter()
            .map(|&f| (f, named(ctx, module.body, f, spv::FunctionCall::ID, &symbols)))
            .collect();
        let mut calls: FxHashMap<Op, usize> = FxHashMap::default();
        graph.values().flatten().for_each(|&callee| *calls.entry(callee).or_default() += 1);
        if calls.is_empty() {
            return Ok(());
        }
        let sizes = functions.iter().filter_map(|&f| module.body.nested(f)).map(|b| size(ctx, b));
        let mut left = sizes.sum::<usize>().saturating_mul(MAX_TIMES).max(MIN_COPIED);
        let recursive = recursive(&functions, &graph);
        let kept = kept(module, &functions, &symbols);
        let facts = module_facts(ctx, module.outer, module.op);
        let globals = legalize_constant_operands::global_integers(ctx, module.body);
        let mut done: FxHashMap<Op, Callee> = FxHashMap::default();
        let mut inlined_ats = InlinedAts::new(ctx, &symbols);
        for function in callees_first(&functions, &graph) {
            let Some(mut body) = Builder::new(module.body).take_nested(function) else { continue };
            let inlined = self.function(&mut body, module.body, &done, &mut left, &mut inlined_ats);
            module.count(0, inlined);
            let calls = calls.get(&function).copied().filter(|_| !recursive.contains(&function));
            if let Some(calls) = calls {
                self.simplify(module, &symbols, facts, function, &mut body)?;
                let ty = result_type(ctx, module.body, function);
                let copies = calls - usize::from(!kept.contains(&function));
                let callee =
                    prepare(ctx, &body, copies, module.body.slot(function, spv::Func::FUNCTION_CONTROL), ty);
                done.insert(function, callee);
            }
            legalize_constant_operands::legalize(ctx, &mut body, facts, &|name| globals.get(&name).copied());
            localize_sampled_images::legalize(&mut body);
            Builder::new(module.body).set_nested(function, Some(body));
        }
        inlined_ats.finish(module.body);
        Ok(())
    }
}

/// Returns the result type of a function, or `None` for void.
fn result_type(ctx: &Context, module: &Body, function: Op) -> Option<Type> {
    let ty = ctx.attr_type(module.slot_attr(function, spv::Func::TYPE)?)?;
    match ctx.type_data(ty) {
        TypeData::Function { results, .. } => results.first().copied(),
        _ => None,
    }
}

/// Returns the functions that the ops with the definition `def` refer to, one per op. For OpFunctionCall, they are the
/// callees; for AddressOf, the functions whose address is used.
fn named(ctx: &Context, module: &Body, function: Op, def: OpDefId, symbols: &SymbolTable) -> Vec<Op> {
    let Some(body) = module.nested(function) else { return Vec::new() };
    let ops = walk::ops(body).filter(|&op| body.def(op) == def);
    ops.filter_map(|op| symbols.get(callee_name(ctx, body, op)?)).collect()
}

/// Returns the functions that remain even if all their calls are inlined: exported functions, entry points, and
/// functions with references other than calls.
fn kept(module: &SpvModule<'_>, functions: &[Op], symbols: &SymbolTable) -> FxHashSet<Op> {
    let (ctx, body) = (module.ctx, &*module.body);
    let exported = functions.iter().copied().filter(|&f| symbol_dce::is_root(ctx, body, f));
    let mut kept: FxHashSet<Op> = exported.collect();
    kept.extend(functions.iter().flat_map(|&f| named(ctx, body, f, spv::AddressOf::ID, symbols)));
    for (name, users) in SymbolUses::outside_nested(ctx, body).iter() {
        if users.iter().any(|user| symbol_dce::is_root(ctx, body, user.top)) {
            kept.extend(symbols.get(name));
        }
    }
    kept.extend(module.referenced().iter().filter_map(|&name| symbols.get(name)));
    kept
}

fn callee_name(ctx: &Context, body: &Body, call: Op) -> Option<Ident> {
    spv::FunctionCall::cast(body, call)?.function(ctx)
}

/// Returns the functions that are on a cycle of calls or reach a cycle. The algorithm repeatedly removes functions
/// without callees.
fn recursive(functions: &[Op], graph: &FxHashMap<Op, Vec<Op>>) -> FxHashSet<Op> {
    let mut waiting: FxHashMap<Op, usize> = FxHashMap::default();
    let mut callers: FxHashMap<Op, Vec<Op>> = FxHashMap::default();
    for (&function, callees) in graph {
        let known = callees.iter().filter(|callee| graph.contains_key(callee));
        known.for_each(|&callee| {
            callers.entry(callee).or_default().push(function);
            *waiting.entry(function).or_default() += 1;
        });
    }
    let mut left: FxHashSet<Op> = functions.iter().copied().collect();
    let mut work: Vec<Op> = functions.iter().copied().filter(|f| !waiting.contains_key(f)).collect();
    while let Some(function) = work.pop() {
        left.remove(&function);
        for caller in callers.get(&function).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(caller) {
                *count -= 1;
                if *count == 0 {
                    work.push(*caller);
                }
            }
        }
    }
    left
}

/// Returns the functions in postorder of the call graph: callees first, except on cycles.
fn callees_first(functions: &[Op], graph: &FxHashMap<Op, Vec<Op>>) -> Vec<Op> {
    let mut order = Vec::with_capacity(functions.len());
    let mut seen = FxHashSet::default();
    for &root in functions {
        if !seen.insert(root) {
            continue;
        }
        let mut stack = vec![(root, 0)];
        while let Some((function, next)) = stack.last_mut() {
            match graph.get(function).and_then(|list| list.get(*next)) {
                Some(&callee) => {
                    *next += 1;
                    if graph.contains_key(&callee) && seen.insert(callee) {
                        stack.push((callee, 0));
                    }
                }
                None => {
                    order.push(*function);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// Returns the number of ops in a body, not counting constants and debug information.
fn size(ctx: &Context, body: &Body) -> usize {
    use spv_ir::dialect::Traits;
    let counts = |op: &Op| {
        let traits = ctx.registry().op(body.def(*op)).traits;
        !traits.contains(Traits::CONSTANT_LIKE) && !is_debug_info(ctx, body, *op)
    };
    walk::ops(body).filter(counts).count()
}

/// Erases the debug information that connects a function's body to its definition, because it is wrong for a copy of
/// the body.
fn forget_definition(ctx: &Context, body: &mut Body) {
    let says = |op: &Op| ctx.registry().op(body.def(*op)).row.name.ends_with(".DebugFunctionDefinition");
    let ops: Vec<Op> = walk::ops(body).filter(says).collect();
    let mut builder = Builder::new(body);
    ops.into_iter().for_each(|op| builder.erase(op));
}

/// Prepares a function for inlining: copies its body and rewrites the copy to have a single return. `copies` and
/// `control` are the fields of [`Callee`], and `ty` is the result type.
fn prepare(ctx: &Context, body: &Body, copies: usize, control: u32, ty: Option<Type>) -> Callee {
    // A function that may end the invocation cannot be inlined into a continue construct, which can only be left at its
    // end.
    let ends = walk::ops(body).any(|op| {
        let def = body.def(op);
        def == spv::Unreachable::ID
            || (leaves(ctx, body, op) && def != spv::Return::ID && def != spv::ReturnValue::ID)
    });
    let size = size(ctx, body);
    let mut callee = Callee { body: None, size, copies, control, ends, returns: true };
    let declares = |op: Op| declared_count(ctx.registry(), body, op) > 0;
    if control & function_control::DONT_INLINE != 0 || walk::ops(body).any(declares) {
        return callee;
    }
    let mut copy = Box::new(body.clone());
    forget_definition(ctx, &mut copy);
    if !is_single(&copy) {
        // The rewrite adds exits to constructs, whose results then become phis. Their types must therefore allow phis.
        let constructs = walk::ops(body).filter(|&op| body.region_count(op) > 0);
        let mut passed = constructs.flat_map(|op| body.results(op)).map(|value| body.value_type(value));
        if !passed.all(|ty| may_flow(ctx, ty)) || ty.is_some_and(|ty| !may_flow(ctx, ty)) {
            return callee;
        }
        // A return in a switch would become an exit to an enclosing loop, which is invalid in unreachable code.
        simplify_cfg::erase_unreached(ctx, &mut copy);
        callee.ends |= walk::ops(&copy).any(|op| copy.def(op) == spv::Unreachable::ID);
        let (undefs, constants) = (Undefs::new(ctx), Constants::default());
        if !(Returns { ctx, body: &mut copy, ty, undefs, constants }).run() {
            return callee;
        }
    }
    let flow = Flow::new(ctx, &copy);
    let end = copy.first_block(copy.root()).and_then(|entry| copy.last_op(entry));
    callee.returns = end.is_none_or(|end| flow.is_reached(flow.node_of(&copy, end)));
    callee.body = Some(copy);
    callee
}

impl Inline {
    /// Simplifies a function that may be inlined.
    fn simplify(
        &self,
        module: &SpvModule<'_>,
        symbols: &SymbolTable,
        facts: Facts,
        op: Op,
        body: &mut Body,
    ) -> Result<(), Diagnostics> {
        let mut analyses = Analyses::default();
        for pass in &self.simplify {
            pass.run(&mut Function {
                ctx: module.ctx,
                module: &*module.body,
                symbols,
                foreign_control_flow: false,
                facts,
                // The simplification passes do not use the value ranges of built-in variables.
                limits: &Limits::default(),
                op,
                body,
                analyses: &mut analyses,
                statistics: &[],
                edits: &mut Vec::new(),
            })?;
        }
        Ok(())
    }

    /// Inlines calls in one function. Returns the number of inlined calls. `left` is the number of ops that may still
    /// be copied.
    fn function(
        &self,
        body: &mut Body,
        module: &Body,
        done: &FxHashMap<Op, Callee>,
        left: &mut usize,
        inlined_ats: &mut InlinedAts<'_>,
    ) -> u64 {
        let (ctx, symbols) = (inlined_ats.ctx, inlined_ats.symbols);
        let calls: Vec<Op> = walk::ops(body).filter(|&op| body.def(op) == spv::FunctionCall::ID).collect();
        let in_cfg_form = walk::ops(body).any(|op| declared_count(ctx.registry(), body, op) > 0);
        let mut constants = Constants::default();
        let mut count = 0;
        let mut reached = reached(ctx, body, &calls);
        for (index, &op) in calls.iter().enumerate() {
            // Do not inline into unreachable code: exits to an enclosing loop are invalid there.
            if !reached.contains(&op) {
                continue;
            }
            let callee =
                callee_name(ctx, body, op).and_then(|name| symbols.get(name)).and_then(|f| done.get(&f));
            let Some((callee, copy)) = callee.and_then(|c| Some((c, c.body.as_deref()?))) else { continue };
            let has_constructs = walk::ops(copy).any(|op| copy.region_count(op) > 0);
            if (in_cfg_form && has_constructs)
                || !may_replace_parameters(ctx, body, op, copy)
                || !self.pays(callee)
                || callee.size > *left
                || (callee.ends && in_continue_construct(body, op))
            {
                continue;
            }
            *left -= callee.size;
            let locations = inlined_ats.locations(module, body.loc(op), copy);
            call::inline(ctx, body, &mut constants, op, copy, &locations);
            count += 1;
            if !callee.returns {
                simplify_cfg::erase_unreached(ctx, body);
                reached = self::reached(ctx, body, &calls[index + 1..]);
            }
        }
        count
    }

    /// Returns whether inlining a callee is profitable. The result does not depend on other inlining decisions, so
    /// that a second run makes the same decision.
    fn pays(&self, callee: &Callee) -> bool {
        let growth = callee.size.saturating_mul(callee.copies);
        self.all
            || callee.copies == 0
            || callee.control & function_control::INLINE != 0
            || (callee.size <= self.max_size && growth <= self.growth)
    }
}

/// Returns whether the arguments of a call may replace the callee's parameters. Their number must match, and
/// [`may_replace`] must accept each pair.
fn may_replace_parameters(ctx: &Context, body: &Body, call: Op, callee: &Body) -> bool {
    let parameters = callee.first_block(callee.root()).map_or(&[][..], |entry| callee.args(entry));
    let mut pairs = body.own_operands(call).zip(parameters);
    body.operand_count(call) == parameters.len()
        && pairs.all(|(argument, &parameter)| may_replace(ctx, body, argument, callee, parameter))
}

/// Returns the given ops that have not been erased and are reachable.
fn reached(ctx: &Context, body: &Body, ops: &[Op]) -> FxHashSet<Op> {
    let mut left: FxHashSet<Op> = ops.iter().copied().filter(|&op| !body.is_dead(op)).collect();
    if !left.is_empty() {
        let flow = Flow::new(ctx, body);
        let ops = flow.order.iter().flat_map(|&node| flow.ops(body, node));
        left = ops.filter(|op| left.contains(op)).collect();
    }
    left
}

/// Returns whether an op is nested in a continue construct.
fn in_continue_construct(body: &Body, op: Op) -> bool {
    let mut at = op;
    loop {
        let Some(block) = body.parent(at) else { return false };
        let Some(owner) = body.block_owner(block) else { return false };
        if body.def(owner) == spv::Loop::ID {
            let single = loop_blocks(body, owner).is_none_or(|b| b.target == b.header);
            if single || in_continue(body, owner, block) {
                return true;
            }
        }
        at = owner;
    }
}
