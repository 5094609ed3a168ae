//! Validation of entry points: names, interfaces and used variables.

use super::facts::{Entry, Facts};
use super::rule::{Check, Rule, rule, vulkan};
use super::{At, Report};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, execution_model as m, storage_class as s,
};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::Kind;
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
            let has = !facts.entries.is_empty() || graph || conditional(facts);
            Some(!has && !facts.has_any(&[c::LINKAGE, c::GRAPH_ARM]))
        }),
    ),
    rule(
        "SPV-entry-point-called",
        "2.16.1",
        "an entry point must not be called",
        Check::Entry(|x| Some(x.facts.functions.get(&x.entry.function_op?)?.is_called)),
    ),
    vulkan(
        "VUID-StandaloneSpirv-None-04634",
        "A",
        "the call graph of an entry point must not have cycles",
        Check::Entry(|x| Some(x.facts.reached(x.entry).any(|function| function.may_recurse))),
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
            Some(returns || x.entry.model != m::KERNEL && !inputs.is_empty())
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-MeshEXT-07102",
        "A",
        "entry points of MeshEXT or TaskEXT and of MeshNV or TaskNV must not be in the same module",
        Check::Module(|facts| {
            let any = |models: [u32; 2]| facts.entries.iter().any(|entry| models.contains(&entry.model));
            Some(any([m::MESH_EXT, m::TASK_EXT]) && any([m::MESH_NV, m::TASK_NV]))
        }),
    ),
    rule(
        "SPV-interface-class",
        "3.42.5",
        "before version 1.4 an interface must list only Input and Output variables",
        Check::Entry(|x| {
            let wrong = |name: &Ident| {
                class(x.facts, *name).is_some_and(|class| ![s::INPUT, s::OUTPUT].contains(&class))
            };
            Some(x.facts.version < V1_4 && x.entry.interface.iter().any(wrong))
        }),
    ),
    rule(
        "SPV-interface-unique",
        "3.42.5",
        "since version 1.4 an interface must list a variable only once",
        Check::Entry(|x| {
            let mut seen = FxHashSet::default();
            Some(x.facts.version >= V1_4 && x.entry.interface.iter().any(|name| !seen.insert(*name)))
        }),
    ),
    rule(
        "SPV-interface-variable",
        "3.42.5",
        "an interface must list only variables",
        Check::Entry(|x| {
            let is_variable = |name: &Ident| {
                let op = x.facts.symbols.get(*name)?;
                let def = x.facts.body.def(op);
                Some(def == v::GlobalVariable::ID || def == v::UntypedVariableKHR::ID)
            };
            Some(x.entry.interface.iter().any(|name| is_variable(name) == Some(false)))
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
            Some(x.facts.version >= V1_4 && payloads.count() > 1)
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
            Some(blocks(s::INPUT) > 1 || blocks(s::OUTPUT) > 1)
        }),
    ),
    rule(
        "VUID-StandaloneSpirv-Location-04919",
        "A",
        "a struct of built-ins in an interface must be a Block",
        Check::Entry(|x| {
            let wrong = |name: &Ident| {
                let (ty, _) = contents(x.facts, *name)?;
                Some(has_built_in_member(x.facts, ty) && !x.facts.is_type_decorated(ty, d::BLOCK))
            };
            Some(x.entry.interface.iter().any(|name| wrong(name) == Some(true)))
        }),
    ),
    rule(
        "SPV-interface-linkage",
        "2.16.1",
        "an entry point must not be decorated with LinkageAttributes",
        Check::Entry(|x| {
            let attrs = x.facts.body.attrs(x.entry.function_op?);
            Some(x.facts.is_decorated(attrs, d::LINKAGE_ATTRIBUTES))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpEntryPoint-09658",
        "A",
        "two Input variables of an interface must not be the same built-in",
        Check::Entry(|x| Some(repeats_built_in(x.facts, x.entry, s::INPUT))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-OpEntryPoint-09659",
        "A",
        "two Output variables of an interface must not be the same built-in",
        Check::Entry(|x| Some(repeats_built_in(x.facts, x.entry, s::OUTPUT))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Location-04915",
        "A",
        "a built-in must not have a location or component",
        Check::Entry(|x| {
            let wrong = |name: &Ident| {
                let (ty, _) = contents(x.facts, *name)?;
                let attrs = x.facts.body.attrs(x.facts.symbols.get(*name)?);
                let has = |decoration| x.facts.is_decorated(attrs, decoration);
                let built_in = has(d::BUILT_IN) || has_built_in_member(x.facts, ty);
                Some(built_in && (has(d::LOCATION) || has(d::COMPONENT)))
            };
            Some(x.entry.interface.iter().any(|name| wrong(name) == Some(true)))
        }),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-06202",
        "A",
        "an Input variable of a vertex shader must not have interpolation decorations",
        Check::Entry(|x| Some(x.entry.model == m::VERTEX && interpolated(x.facts, x.entry, s::INPUT))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-06201",
        "A",
        "an Output variable of a fragment shader must not have interpolation decorations",
        Check::Entry(|x| Some(x.entry.model == m::FRAGMENT && interpolated(x.facts, x.entry, s::OUTPUT))),
    ),
    vulkan(
        "VUID-StandaloneSpirv-Flat-04744",
        "A",
        "an Input variable of integers or 64-bit floats of a fragment shader must be Flat",
        Check::Entry(|x| {
            let wrong = |name: &Ident| {
                let (ty, class) = contents(x.facts, *name)?;
                let attrs = x.facts.body.attrs(x.facts.symbols.get(*name)?);
                let shape = x.facts.shape(ty);
                let integers =
                    shape.kind == Kind::Int || shape.kind == Kind::Vector && shape.element == Kind::Int;
                let double = shape.kind == Kind::Float && shape.width == 64;
                Some(class == s::INPUT && (integers || double) && !x.facts.is_decorated(attrs, d::FLAT))
            };
            let any = x.entry.interface.iter().any(|name| wrong(name) == Some(true));
            Some(x.entry.model == m::FRAGMENT && any)
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
                return Some(blocks > 0);
            }
            let mixed = blocks > 0 && all != blocks;
            Some(!facts.has(c::UNTYPED_POINTERS_KHR) && (mixed || blocks > 1 && blocks != aliased))
        }),
    ),
    rule(
        "SPV-linkage-function",
        "2.16.1",
        "a function declaration must be imported, a definition must not",
        Check::Function(|x| {
            let imported = imports(x.facts, x.op);
            Some(x.body().is_none() != imported)
        }),
    ),
    rule(
        "SPV-linkage-initializer",
        "2.16.1",
        "an imported variable must not have an initializer",
        Check::Op(&[op::VARIABLE], |x| {
            let variable = x.global_variable()?;
            Some(variable.initializer().is_some() && imports(x.facts, x.op))
        }),
    ),
];

/// Returns whether the module has entry points that depend on a spec constant.
fn conditional(facts: &Facts<'_>) -> bool {
    walk::top_ops(facts.body).any(|op| facts.body.def(op) == v::ConditionalEntryPointINTEL::ID)
}

/// Returns whether the entity that an op defines is imported.
fn imports(facts: &Facts<'_>, op: Op) -> bool {
    use spv_dialect::decorations::Operand;
    use spv_dialect::generated::values::linkage_type;
    facts.decorations(facts.body.attrs(op)).iter().any(|found| {
        found.decoration.value == d::LINKAGE_ATTRIBUTES
            && found.operands.last() == Some(&Operand::Word(linkage_type::IMPORT))
    })
}

/// Returns the type of a variable's contents and its storage class.
fn contents(facts: &Facts<'_>, name: Ident) -> Option<(Type, u32)> {
    let (ty, class) = facts.variable(name)?.contents(facts.ctx)?;
    Some((ty, class.0))
}

fn class(facts: &Facts<'_>, name: Ident) -> Option<u32> {
    contents(facts, name).map(|(_, class)| class)
}

fn has_built_in_member(facts: &Facts<'_>, ty: Type) -> bool {
    let parts = types::structure(facts.ctx, ty);
    parts.is_some_and(|parts| {
        parts.member_decorations.iter().any(|dict| facts.is_decorated(Some(*dict), d::BUILT_IN))
    })
}

fn repeats_built_in(facts: &Facts<'_>, entry: &Entry, class: u32) -> bool {
    let mut seen = FxHashSet::default();
    let mut repeated = false;
    for name in &entry.interface {
        let Some((ty, own)) = contents(facts, *name) else { continue };
        if own != class {
            continue;
        }
        let dicts: Vec<_> = match types::structure(facts.ctx, ty) {
            Some(parts) => parts.member_decorations.iter().map(|dict| Some(*dict)).collect(),
            None => vec![facts.symbols.get(*name).and_then(|op| facts.body.attrs(op))],
        };
        for dict in dicts {
            repeated |=
                facts.decoration_word(dict, d::BUILT_IN).is_some_and(|built_in| !seen.insert(built_in));
        }
    }
    repeated
}

fn interpolated(facts: &Facts<'_>, entry: &Entry, class: u32) -> bool {
    entry.interface.iter().any(|name| {
        let attrs = facts.symbols.get(*name).and_then(|op| facts.body.attrs(op));
        let list = [d::FLAT, d::NO_PERSPECTIVE, d::SAMPLE, d::CENTROID];
        self::class(facts, *name) == Some(class) && list.iter().any(|one| facts.is_decorated(attrs, *one))
    })
}

/// Returns the position of a module-level op.
fn at<'a>(facts: &'a Facts<'_>, op: Op) -> At<'a> {
    At { body: facts.body, op, holder: Some((facts.outer, facts.op)) }
}

/// Checks that entry points list the variables they use: Input and Output variables, and all variables from
/// version 1.4 on.
fn missing(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    let mut classes = FxHashMap::default();
    for entry in &facts.entries {
        let mut found: Vec<&str> = Vec::new();
        for function in facts.reached(entry) {
            for name in &function.uses {
                let class = *classes.entry(*name).or_insert_with(|| class(facts, *name));
                let Some(class) = class else { continue };
                let listed = facts.version >= V1_4 || [s::INPUT, s::OUTPUT].contains(&class);
                if listed && !entry.listed.contains(name) {
                    found.push(facts.ctx.str(*name));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        if let Some(first) = found.first() {
            report.add(rule, at(facts, entry.op), &format!("'@{first}' is not listed"));
        }
    }
}

fn push_constants(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    if facts.has(c::PUSH_CONSTANT_BANKS_NV) {
        return;
    }
    let is_own = |symbol: &Ident| class(facts, *symbol) == Some(s::PUSH_CONSTANT);
    let all: Vec<Ident> = variables(facts)
        .filter_map(|(op, ..)| spv_ir::symbols::name_of(facts.ctx, facts.body, op))
        .map(|name| facts.ctx.ident(name))
        .filter(is_own)
        .collect();
    if all.len() < 2 {
        return;
    }
    for entry in &facts.entries {
        let uses = facts.reached(entry).flat_map(|function| function.uses.iter());
        let used: FxHashSet<Ident> = uses.copied().filter(|name| all.contains(name)).collect();
        if used.len() > 1 {
            report.add(rule, at(facts, entry.op), "");
        }
    }
}

/// Yields the global variables with their content types and storage classes.
fn variables<'a>(facts: &'a Facts<'_>) -> impl Iterator<Item = (Op, Type, u32)> + 'a {
    walk::top_ops(facts.body).filter_map(|op| {
        if let Some(variable) = v::UntypedVariableKHR::cast(facts.body, op) {
            return Some((op, variable.data_type(facts.ctx)?, variable.storage_class().0));
        }
        let variable = v::GlobalVariable::cast(facts.body, op)?;
        let (ty, class) = variable.contents(facts.ctx)?;
        Some((op, ty, class.0))
    })
}

fn bindings(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    for (op, _, class) in variables(facts) {
        if ![s::UNIFORM_CONSTANT, s::STORAGE_BUFFER, s::UNIFORM].contains(&class) {
            continue;
        }
        if facts.env.options.before_hlsl_legalization && !is_used(facts, op) {
            continue;
        }
        let attrs = facts.body.attrs(op);
        let lacks = |decoration| !facts.is_decorated(attrs, decoration);
        if lacks(d::DESCRIPTOR_SET) || lacks(d::BINDING) {
            report.add(rule, at(facts, op), "");
        }
    }
}

fn is_used(facts: &Facts<'_>, op: Op) -> bool {
    let name = spv_ir::symbols::name_of(facts.ctx, facts.body, op).map(|name| facts.ctx.ident(name));
    let mut reached = facts.functions.values().filter(|function| !function.entries.is_empty());
    name.is_some_and(|name| reached.any(|function| function.uses.contains(&name)))
}

/// Returns the element type of an array, or the type itself otherwise.
fn element(facts: &Facts<'_>, ty: Type) -> Type {
    let shape = facts.shape(ty);
    match shape.inner {
        Some(inner) if matches!(shape.kind, Kind::Array | Kind::RuntimeArray) => inner,
        _ => ty,
    }
}

/// Returns whether a struct or any nested struct has a decoration.
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
    for (op, ty, class) in variables(facts) {
        let ty = element(facts, ty);
        let block = has_in(facts, ty, d::BLOCK);
        let wrong = match class {
            s::PUSH_CONSTANT => !block,
            s::STORAGE_BUFFER => !block || has_in(facts, ty, d::BUFFER_BLOCK),
            _ => false,
        };
        if wrong {
            report.add(rule, at(facts, op), "");
        }
    }
}

fn uniform_blocks(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>) {
    for (op, ty, class) in variables(facts) {
        let ty = element(facts, ty);
        let block = has_in(facts, ty, d::BLOCK) || has_in(facts, ty, d::BUFFER_BLOCK);
        if class == s::UNIFORM && !block {
            report.add(rule, at(facts, op), "");
        }
    }
}
