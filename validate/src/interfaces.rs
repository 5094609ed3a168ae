//! Validation of entry points: names, interfaces and used variables

use super::facts::{EntryPoint, Facts};
use super::rule::{Check, Rule, rule, vulkan};
use super::{Report, Site, describe};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, execution_model as m, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::TypeKind;
use spv_ir::symbols::name_of;
use spv_ir::{Ident, Op, Type, TypeData, walk};

const V1_4: u32 = 0x0001_0400;

/// Validation rules for entry points and interfaces.
pub const RULES: &[Rule] = &[
    rule(
        "SPV-entry-point-missing",
        "2.16.1",
        "a module must have an entry point, or declare capability Linkage",
        Check::Module(|facts| {
            let graph = walk::top_ops(facts.body).any(|op| facts.body.def(op) == v::GraphEntryPointARM::ID);
            Some(!facts.entries.is_empty() || graph || facts.has_any(&[c::LINKAGE, c::GRAPH_ARM]))
        }),
    ),
    rule(
        "SPV-entry-point-called",
        "2.16.1",
        "an entry point must not be called",
        Check::Report(calls_of_entries),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04634",
        "A",
        "the call graph of an entry point must not have cycles",
        Check::Report(recursion),
    ),
    rule(
        "SPV-entry-point-signature",
        "2.16.1",
        "a shader entry point must have no parameters and return void",
        Check::Entry(|x| {
            let ctx = x.facts.ctx;
            let function = v::Func::cast(x.facts.body, x.entry.function_op?)?;
            let TypeData::Function { inputs, results } = ctx.type_data(function.ty(ctx)?) else {
                return None;
            };
            let returns = results.iter().any(|ty| *ty != ctx.common().none);
            Some(!returns && (x.entry.model == m::KERNEL || inputs.is_empty()))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-MeshEXT-07102",
        "A",
        "entry points of MeshEXT or TaskEXT and of MeshNV or TaskNV must not be in the same module",
        Check::Module(|facts| {
            let any = |models: [u32; 2]| facts.entries.iter().any(|entry| models.contains(&entry.model));
            any([m::MESH_EXT, m::TASK_EXT]).then(|| !any([m::MESH_NV, m::TASK_NV]))
        }),
    ),
    rule(
        "SPV-interface-class",
        "3.42.5",
        "before version 1.4 an interface lists Input and Output variables only",
        Check::Interface(|x, name| {
            Some(x.facts.version >= V1_4 || [s::INPUT, s::OUTPUT].contains(&class(x.facts, name)?))
        }),
    ),
    rule(
        "SPV-interface-unique",
        "3.42.5",
        "from version 1.4 on an interface lists a variable once",
        Check::Interface(|x, name| {
            let count = || x.entry.interface.iter().filter(|other| **other == name).count();
            (x.facts.version >= V1_4).then(|| count() <= 1)
        }),
    ),
    rule(
        "SPV-interface-variable",
        "3.42.5",
        "an interface lists variables",
        Check::Interface(|x, name| {
            let def = x.facts.body.def(x.facts.symbols.get(name)?);
            Some(def == v::GlobalVariable::ID || def == v::UntypedVariableKHR::ID)
        }),
    ),
    rule(
        "SPV-interface-missing",
        "3.42.5",
        "an interface must list the variables that the entry point uses",
        Check::Report(missing),
    )
    .note("list it in OpEntryPoint"),
    rule(
        "SPV-interface-task-payload",
        "3.42.5",
        "an interface must list at most one TaskPayloadWorkgroupEXT variable",
        Check::Entry(|x| {
            let payloads = x
                .entry
                .interface
                .iter()
                .filter(|name| class(x.facts, **name) == Some(s::TASK_PAYLOAD_WORKGROUP_EXT));
            (x.facts.version >= V1_4).then(|| payloads.count() <= 1)
        }),
    ),
    rule(
        "SPV-interface-built-in-blocks",
        "2.16.1",
        "an interface must have at most one block of built-ins for each storage class",
        Check::Entry(|x| {
            let blocks = |wanted: u32| {
                let of_built_ins = |name: &&Ident| {
                    let Some((ty, class)) = contents(x.facts, **name) else { return false };
                    class == wanted && has_built_in_member(x.facts, ty)
                };
                x.entry.interface.iter().filter(of_built_ins).count()
            };
            Some(blocks(s::INPUT) <= 1 && blocks(s::OUTPUT) <= 1)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-Location-04919",
        "A",
        "a struct of built-ins in an interface must be a Block",
        Check::Interface(|x, name| {
            let (ty, _) = contents(x.facts, name)?;
            has_built_in_member(x.facts, ty).then(|| x.facts.is_type_decorated(ty, d::BLOCK))
        }),
    ),
    rule(
        "SPV-interface-linkage",
        "2.16.1",
        "an entry point must not be decorated with LinkageAttributes",
        Check::Entry(|x| {
            let attrs = x.facts.body.attrs(x.entry.function_op?);
            Some(!x.facts.is_decorated(attrs, d::LINKAGE_ATTRIBUTES))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpEntryPoint-09658",
        "A",
        "two Input variables of an interface may not be one built-in",
        Check::Interface(|x, name| Some(!repeats_built_in(x.facts, x.entry, name, s::INPUT))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpEntryPoint-09659",
        "A",
        "two Output variables of an interface may not be one built-in",
        Check::Interface(|x, name| Some(!repeats_built_in(x.facts, x.entry, name, s::OUTPUT))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Location-04915",
        "A",
        "a built-in may not have a location or component",
        Check::Interface(|x, name| {
            let (ty, _) = contents(x.facts, name)?;
            let attrs = x.facts.body.attrs(x.facts.symbols.get(name)?);
            let has = |decoration| x.facts.is_decorated(attrs, decoration);
            let built_in = has(d::BUILT_IN) || has_built_in_member(x.facts, ty);
            built_in.then(|| !has(d::LOCATION) && !has(d::COMPONENT))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-06202",
        "A",
        "an Input variable of a vertex shader may not be interpolated",
        Check::Interface(|x, name| {
            (x.entry.model == m::VERTEX).then(|| !interpolated(x.facts, name, s::INPUT))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-06201",
        "A",
        "an Output variable of a fragment shader may not be interpolated",
        Check::Interface(|x, name| {
            (x.entry.model == m::FRAGMENT).then(|| !interpolated(x.facts, name, s::OUTPUT))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-04744",
        "A",
        "an Input variable of integers or 64-bit floats of a fragment shader must be Flat",
        Check::Interface(|x, name| {
            let (ty, class) = contents(x.facts, name)?;
            let attrs = x.facts.body.attrs(x.facts.symbols.get(name)?);
            let shape = x.facts.shape(ty);
            let integers = shape.kind == TypeKind::Int
                || shape.kind == TypeKind::Vector && shape.element == TypeKind::Int;
            let double = shape.kind == TypeKind::Float && shape.width == 64;
            let input = x.entry.model == m::FRAGMENT && class == s::INPUT;
            (input && (integers || double)).then(|| x.facts.is_decorated(attrs, d::FLAT))
        }),
    )
    .note("decorate it with Flat"),
    vulkan(
        "VUID-StandaloneSpirv-OpEntryPoint-06674",
        "A",
        "an entry point must use at most one PushConstant variable",
        Check::Report(push_constants),
    ),
    vulkan(
        "VUID-StandaloneSpirv-UniformConstant-06677",
        "A",
        "a variable of this storage class requires the decorations DescriptorSet and Binding",
        Check::Report(bindings),
    )
    .note("decorate it with DescriptorSet and Binding"),
    vulkan(
        "VUID-StandaloneSpirv-PushConstant-06675",
        "A",
        "the struct must be decorated with Block (and not with BufferBlock)",
        Check::Report(blocks),
    )
    .note("decorate the struct with Block"),
    vulkan(
        "VUID-StandaloneSpirv-Uniform-06676",
        "A",
        "the struct must be decorated with Block or BufferBlock",
        Check::Report(uniform_blocks),
    )
    .note("decorate the struct with Block"),
    rule(
        "SPV-interface-workgroup-blocks",
        "2.16.1",
        "with WorkgroupMemoryExplicitLayoutKHR all Workgroup variables of an interface must be blocks, or \
         none; several must be Aliased",
        Check::Entry(|x| {
            let facts = x.facts;
            let explicit = facts.has(c::WORKGROUP_MEMORY_EXPLICIT_LAYOUT_KHR);
            let (mut all, mut blocks, mut aliased) = (0, 0, 0);
            for name in &x.entry.interface {
                let Some((ty, s::WORKGROUP)) = contents(facts, *name) else { continue };
                all += 1;
                if types::structure(facts.ctx, ty).is_some() {
                    blocks += u32::from(facts.is_type_decorated(ty, d::BLOCK));
                    let attrs = facts.symbols.get(*name).and_then(|op| facts.body.attrs(op));
                    aliased += u32::from(facts.is_decorated(attrs, d::ALIASED));
                }
            }
            if !explicit {
                return Some(blocks == 0);
            }
            let mixed = blocks > 0 && all != blocks;
            Some(facts.has(c::UNTYPED_POINTERS_KHR) || !mixed && (blocks <= 1 || blocks == aliased))
        }),
    ),
    rule(
        "SPV-linkage-function",
        "2.16.1",
        "a function declaration must be imported, a definition must not",
        Check::Function(|x| {
            let imported = imports(x.facts, x.op);
            Some(x.body().is_none() == imported)
        }),
    ),
    rule(
        "SPV-linkage-initializer",
        "2.16.1",
        "an imported variable must not have an initializer",
        Check::Op(&[op::VARIABLE], |x| {
            let variable = x.global_variable()?;
            variable.initializer().is_some().then(|| !imports(x.facts, x.op))
        }),
    ),
];

/// Returns whether a linkage attribute declares that the entity defined by an op is imported.
fn imports(facts: &Facts<'_>, op: Op) -> bool {
    use spv_dialect::decorations::Operand;
    use spv_dialect::generated::values::linkage_type;
    facts.decorations(facts.body.attrs(op)).iter().any(|found| {
        found.decoration.value == d::LINKAGE_ATTRIBUTES
            && found.operands.last() == Some(&Operand::Word(linkage_type::IMPORT))
    })
}

/// Returns the pointee type and storage class of the global variable `name`. Returns `None` if there is no such typed
/// variable.
fn contents(facts: &Facts<'_>, name: Ident) -> Option<(Type, u32)> {
    let (ty, class) = facts.variable(name)?.contents(facts.ctx)?;
    Some((ty, class.0))
}

/// Returns the storage class of the global variable `name`, which may be untyped. Returns `None` if there is no such
/// variable.
pub(super) fn class(facts: &Facts<'_>, name: Ident) -> Option<u32> {
    let untyped = || v::UntypedVariableKHR::cast(facts.body, facts.symbols.get(name)?);
    let of_untyped = || untyped().map(|variable| variable.storage_class().0);
    contents(facts, name).map(|(_, class)| class).or_else(of_untyped)
}

fn has_built_in_member(facts: &Facts<'_>, ty: Type) -> bool {
    let parts = types::structure(facts.ctx, ty);
    parts.is_some_and(|parts| {
        parts.member_decorations.iter().any(|dict| facts.is_decorated(Some(*dict), d::BUILT_IN))
    })
}

/// Returns the built-ins with which a variable or its struct members are decorated.
fn built_ins(facts: &Facts<'_>, name: Ident) -> Vec<u32> {
    let members = contents(facts, name).and_then(|(ty, _)| types::structure(facts.ctx, ty));
    let dicts: Vec<_> = match members {
        Some(parts) => parts.member_decorations.iter().map(|dict| Some(*dict)).collect(),
        None => vec![facts.symbols.get(name).and_then(|op| facts.body.attrs(op))],
    };
    dicts.into_iter().filter_map(|dict| facts.decoration_word(dict, d::BUILT_IN)).collect()
}

/// Returns whether the interface contains a built-in of the variable `name` a second time. The second one is in the
/// variable itself, in a preceding variable, or in the same variable if it is listed twice. Considers only variables of
/// storage class `class`.
fn repeats_built_in(facts: &Facts<'_>, entry: &EntryPoint, name: Ident, class: u32) -> bool {
    let is_listed = |other: &Ident| self::class(facts, *other) == Some(class);
    let at = entry.interface.iter().position(|other| *other == name);
    let Some(at) = at.filter(|_| is_listed(&name)) else { return false };
    let earlier = entry.interface[..at].iter().filter(|other| is_listed(other));
    let mut seen: FxHashSet<u32> = earlier.flat_map(|other| built_ins(facts, *other)).collect();
    let is_listed_again = entry.interface[at + 1..].contains(&name);
    built_ins(facts, name).into_iter().any(|built_in| is_listed_again || !seen.insert(built_in))
}

fn interpolated(facts: &Facts<'_>, name: Ident, class: u32) -> bool {
    let attrs = facts.symbols.get(name).and_then(|op| facts.body.attrs(op));
    let list = [d::FLAT, d::NO_PERSPECTIVE, d::SAMPLE, d::CENTROID];
    self::class(facts, name) == Some(class) && list.iter().any(|one| facts.is_decorated(attrs, *one))
}

/// Reports entry points that use variables without listing them. Input and Output variables must be listed, and since
/// version 1.4 all variables.
fn missing(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    let mut classes = FxHashMap::default();
    for entry in &facts.entries {
        let mut found: Vec<(&str, Ident)> = Vec::new();
        for function in facts.reached(entry) {
            for name in &function.uses {
                let class = *classes.entry(*name).or_insert_with(|| class(facts, *name));
                let Some(class) = class else { continue };
                let listed = facts.version >= V1_4 || [s::INPUT, s::OUTPUT].contains(&class);
                if listed && !entry.listed.contains(name) {
                    found.push((facts.ctx.str(*name), *name));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        if let Some(&(_, first)) = found.first() {
            report.add_variable(rule, facts.site(entry.op), facts, first);
        }
    }
}

/// Returns the name of a function as it appears in messages: `'@f'`.
fn function_name(facts: &Facts<'_>, function: Op) -> String {
    name_of(facts.ctx, facts.body, function).map_or_else(String::new, |name| format!("'@{name}'"))
}

/// Returns the first call of `callee` in `caller`.
pub(super) fn call_site<'a>(facts: &Facts<'a>, caller: Op, callee: Op) -> Option<Site<'a>> {
    let body = facts.body.nested(caller)?;
    let is_call = |&op: &Op| {
        let symbol = v::FunctionCall::cast(body, op).and_then(|call| call.function(facts.ctx));
        symbol.and_then(|symbol| facts.symbols.get(symbol)) == Some(callee)
    };
    let op = walk::ops(body).find(is_call)?;
    Some(Site { body, op, holder: Some((facts.body, caller)) })
}

/// Reports calls of entry points.
fn calls_of_entries(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    for entry in &facts.entries {
        let Some(called) = entry.function_op else { continue };
        if facts.functions.get(&called).is_none_or(|function| !function.is_called) {
            continue;
        }
        let calls =
            |op: &Op| facts.functions.get(op).is_some_and(|function| function.calls.contains(&called));
        let Some(caller) = walk::top_ops(facts.body).find(calls) else { continue };
        let detail = format!("{} calls {}", function_name(facts, caller), function_name(facts, called));
        report.add_call(rule, facts, (caller, called), entry.op, &detail);
    }
}

/// Reports cycles of calls that entry points reach, at the call that closes the cycle.
fn recursion(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    let recurses = |op: &Op| facts.functions.get(op).is_some_and(|function| function.may_recurse);
    for entry in &facts.entries {
        // The path from the entry point along calls. Each function on it calls another recursive function, so the path
        // eventually returns to a function on it.
        let mut path: Vec<Op> = entry.function_op.into_iter().filter(recurses).collect();
        let closing = loop {
            let Some(&last) = path.last() else { break None };
            let Some(function) = facts.functions.get(&last) else { break None };
            let Some(next) = function.calls.iter().copied().find(recurses) else { break None };
            match path.iter().position(|op| *op == next) {
                Some(start) => break Some((start, last)),
                None => path.push(next),
            }
        };
        let Some((start, last)) = closing else { continue };
        let cycle = path[start..].iter().chain(&path[start..=start]);
        let names: Vec<String> = cycle.map(|op| function_name(facts, *op)).collect();
        report.add_call(rule, facts, (last, path[start]), entry.op, &names.join(" calls "));
    }
}

fn push_constants(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    if facts.has(c::PUSH_CONSTANT_BANKS_NV) {
        return;
    }
    let is_own = |symbol: &Ident| class(facts, *symbol) == Some(s::PUSH_CONSTANT);
    let all: Vec<Ident> = facts
        .variables
        .iter()
        .copied()
        .filter_map(|(op, ..)| name_of(facts.ctx, facts.body, op))
        .map(|name| facts.ctx.ident(name))
        .filter(is_own)
        .collect();
    if all.len() < 2 {
        return;
    }
    for entry in &facts.entries {
        let uses = facts.reached(entry).flat_map(|function| function.uses.iter());
        let used: FxHashSet<Ident> = uses.copied().collect();
        let own: Vec<Ident> = all.iter().copied().filter(|name| used.contains(name)).take(2).collect();
        if own.len() == 2 {
            report.add_variables(rule, facts.site(entry.op), facts, &own);
        }
    }
}

fn bindings(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    for (op, _, class) in facts.variables.iter().copied() {
        if ![s::UNIFORM_CONSTANT, s::STORAGE_BUFFER, s::UNIFORM].contains(&class) {
            continue;
        }
        if facts.env.options.before_hlsl_legalization && !is_used(facts, op) {
            continue;
        }
        let attrs = facts.body.attrs(op);
        let lacks = |decoration| !facts.is_decorated(attrs, decoration);
        if lacks(d::DESCRIPTOR_SET) || lacks(d::BINDING) {
            report.add(rule, facts.site(op), "");
        }
    }
}

fn is_used(facts: &Facts<'_>, op: Op) -> bool {
    let name = name_of(facts.ctx, facts.body, op).map(|name| facts.ctx.ident(name));
    let mut reached = facts.functions.values().filter(|function| !function.entries.is_empty());
    name.is_some_and(|name| reached.any(|function| function.uses.contains(&name)))
}

/// Returns whether a struct type or any struct nested in it has a decoration.
fn has_in(facts: &Facts<'_>, ty: Type, decoration: u32) -> bool {
    let mut open = vec![ty];
    while let Some(ty) = open.pop() {
        if facts.is_type_decorated(ty, decoration) {
            return true;
        }
        let members = types::structure(facts.ctx, ty).map_or(&[][..], |parts| parts.members);
        let members = members.iter().filter_map(|member| facts.ctx.attr_type(*member));
        open.extend(members.filter(|member| types::structure(facts.ctx, *member).is_some()));
    }
    false
}

fn blocks(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    for (op, ty, class) in facts.variables.iter().copied() {
        let ty = facts.array_element(ty);
        let block = || has_in(facts, ty, d::BLOCK);
        let wrong = match class {
            s::PUSH_CONSTANT => !block(),
            s::STORAGE_BUFFER => !block() || has_in(facts, ty, d::BUFFER_BLOCK),
            _ => false,
        };
        if wrong {
            report.add(rule, facts.site(op), &describe::ty(facts.ctx, ty));
        }
    }
}

fn uniform_blocks(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    for (op, ty, class) in facts.variables.iter().copied() {
        let ty = facts.array_element(ty);
        let block = || has_in(facts, ty, d::BLOCK) || has_in(facts, ty, d::BUFFER_BLOCK);
        if class == s::UNIFORM && !block() {
            report.add(rule, facts.site(op), &describe::ty(facts.ctx, ty));
        }
    }
}
