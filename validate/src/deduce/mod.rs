//! Deduction of the version, capabilities and extensions that a module requires

mod deduction;
mod types;

use crate::describe;
use crate::environment::TargetEnv;
use crate::facts::{Facts, conditional_declarations};
use crate::needs::{instruction_of, needs_of_op};
use crate::requirements::{self, SeenConstants, further_instructions};
use deduction::{Any, Declared, Deduction};
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::availability::{self, CapabilitySet};
use spv_dialect::decorations::{self, Decoration, Operand};
use spv_dialect::generated::enums::CAPABILITY;
use spv_dialect::generated::opcodes;
use spv_dialect::generated::typed_enums::{ExecutionModel, MemoryModel, StorageClass};
use spv_dialect::generated::values::{capability, decoration};
use spv_dialect::generated::views as v;
use spv_dialect::table::core_row;
use spv_dialect::vce::{NON_SEMANTIC, Named, Vce, names_extension};
use spv_dialect::{sets, structure};
use spv_ir::dialect::{ABSENT, Availability, OpDefId, OpRow, ParamKind};
use spv_ir::params::{self, OpComponent};
use spv_ir::replace::referenced_types;
use spv_ir::symbols::SymbolTable;
use spv_ir::verify::locate;
use spv_ir::{AttrData, Attribute, Body, Context, Diagnostic, Diagnostics, Op, Place, Type, TypeData, walk};
use std::slice;
use types::TypeNeeds;
pub use types::storage_capabilities;

/// First version that allows control barriers in all execution models.
const V1_3: u32 = 0x0001_0300;
/// First version with OpSelect on composites and non-writable function variables. Also adds a second memory operand
/// to OpCopyMemory, and interfaces that list all variables.
const V1_4: u32 = 0x0001_0400;
/// First version that allows broadcasts from a dynamically uniform invocation id.
const V1_5: u32 = 0x0001_0500;
const V1_6: u32 = 0x0001_0600;
/// The newest SPIR-V version.
const LATEST: u32 = V1_6;

/// Requirements for bitcasts between pointers and two-component vectors.
const POINTERS_OF_WORDS: Availability = Availability {
    min_version: Some(V1_5),
    max_version: None,
    capabilities: &[],
    extensions: &["SPV_KHR_physical_storage_buffer"],
};

/// Instructions whose last operand must be constant before version 1.5.
const BROADCASTS: [u32; 2] =
    [opcodes::GROUP_NON_UNIFORM_BROADCAST, opcodes::GROUP_NON_UNIFORM_QUAD_BROADCAST];

/// Ops that represent constants in functions.
const CONSTANTS: [OpDefId; 2] = [v::Constant::ID, v::ReferenceOf::ID];

/// Execution models that allow control barriers before version 1.3.
const BARRIER_MODELS: [ExecutionModel; 5] = [
    ExecutionModel::TessellationControl,
    ExecutionModel::GLCompute,
    ExecutionModel::Kernel,
    ExecutionModel::TaskNV,
    ExecutionModel::MeshNV,
];

/// Execution models that precede geometry shaders in the pipeline.
const EARLY_MODELS: [ExecutionModel; 2] = [ExecutionModel::Vertex, ExecutionModel::TessellationEvaluation];

/// Capabilities for geometry and mesh shaders.
const LATER_STAGES: [u32; 4] = [
    capability::GEOMETRY,
    capability::MULTI_VIEWPORT,
    capability::MESH_SHADING_NV,
    capability::MESH_SHADING_EXT,
];

/// Capabilities of built-ins that may be unused members of a Block-decorated struct. Only uses of the built-in require
/// the capability.
const OF_USED_MEMBERS: [u32; 2] = [capability::CLIP_DISTANCE, capability::CULL_DISTANCE];

/// Capabilities that the grammar lists for some, but not all, constructs that require them.
const PARTLY_NAMED: [u32; 12] = [
    capability::CLIP_DISTANCE,
    capability::CULL_DISTANCE,
    capability::ADDRESSES,
    capability::VARIABLE_POINTERS,
    capability::VARIABLE_POINTERS_STORAGE_BUFFER,
    capability::LINKAGE,
    capability::BINDLESS_TEXTURE_NV,
    capability::COOPERATIVE_MATRIX_NV,
    capability::MASKED_GATHER_SCATTER_INTEL,
    capability::PUSH_CONSTANT_BANKS_NV,
    capability::SHADER64_BIT_INDEXING_EXT,
    capability::TILE_SHADING_QCOM,
];

/// The widths of integers and vectors whose capabilities [`deduce`] adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Widths {
    /// All widths.
    Any,
    /// Integers of 8, 16, 32 and 64 bits, and vectors of 2 to 4 components, or of 8 and 16 in OpenCL. Types of other
    /// widths are errors unless the module declares the capability.
    Usual,
}

/// Deduces the minimum version, capabilities and extensions that an `spv.module` requires, among those that `target`
/// allows. `op` is the module op in `outer`, and `body` is its body.
///
/// Without a target, everything is allowed up to the version that the module declares, or else the newest version.
/// Preserves declarations whose necessity cannot be determined from the grammar. Excludes capabilities and extensions
/// that only OpConditionalCapabilityINTEL and OpConditionalExtensionINTEL declare.
///
/// # Errors
///
/// The target does not allow a requirement; the error is at the op that has it.
pub fn deduce<'c>(
    ctx: &'c Context,
    outer: &Body,
    op: Op,
    body: &Body,
    target: Option<Vce<'c>>,
    widths: Widths,
) -> Result<Vce<'c>, Diagnostics> {
    let stated = outer.slot_attr(op, v::Module::VCE_TRIPLE).and_then(|vce| Vce::new(ctx, vce));
    let mut target = target.unwrap_or_else(|| {
        let mut open = Vce::open(ctx, stated.as_ref().map_or(LATEST, |stated| stated.version));
        open.extensions.extend(stated.iter().flat_map(|stated| stated.extensions.iter().copied()));
        open
    });
    let decidable = Decidable::of(ctx);
    let opencl = MemoryModel(outer.slot(op, v::Module::MEMORY_MODEL)) == MemoryModel::OpenCL;
    let entries = walk::top_ops(body).filter_map(|op| v::EntryPoint::cast(body, op));
    let models: Vec<ExecutionModel> = entries.map(|entry| entry.execution_model()).collect();
    let newer_barriers = models.iter().any(|model| !BARRIER_MODELS.contains(model));
    let env = TargetEnv::new("spv1.6").expect("it is in the table");
    let facts = Facts::of(ctx, &env, outer, op, body);
    let stated = stated.unwrap_or_else(Vce::empty);
    let mut conditional = conditional_declarations(ctx, body);
    conditional.capabilities.retain(|capability| !stated.capabilities.contains(capability));
    conditional.extensions.retain(|extension| !stated.extensions.contains(extension));
    // A conditional declaration satisfies requirements even if the target does not allow it: a device that lacks it
    // disables the instructions that require it.
    let mut declared = stated;
    for vce in [&mut target, &mut declared] {
        vce.capabilities.extend(&conditional.capabilities);
        vce.extensions.extend(&conditional.extensions);
    }
    let mut needs = Needs {
        ctx,
        module: body,
        symbols: &facts.symbols,
        facts: &facts,
        deduced: Deduction::new(target, declared, last_choices(opencl, &models)),
        types: TypeNeeds::new(&facts, opencl, widths),
        constants: SeenConstants::default(),
        opencl,
        newer_barriers,
        decorated: FxHashSet::default(),
        function: None,
    };
    needs.body(body)?;
    needs.op(outer, op)?;
    needs.module_attributes(outer, op)?;
    let kept = needs.deduced.keep(|declared| match declared {
        Declared::Capability(capability) => decidable.capabilities.contains(&capability),
        Declared::Extension(name) => names_extension(ctx, name),
    });
    needs.at(outer, op, kept)?;
    let mut deduced = needs.deduced.finish();
    deduced.capabilities.retain(|capability| !conditional.capabilities.contains(capability));
    deduced.extensions.retain(|extension| !conditional.extensions.contains(extension));
    Ok(deduced)
}

/// Returns the first op that requires a capability, as place and message of a note. Returns `None` if no op requires it.
pub(crate) fn cause(facts: &Facts<'_>, capability: u32) -> Option<(Place, String)> {
    let mut target = Vce::open(facts.ctx, LATEST);
    target.capabilities.retain(|&other| !CapabilitySet::from_iter([other]).contains(capability));
    let found = deduce(facts.ctx, facts.outer, facts.op, facts.body, Some(target), Widths::Any);
    let error = found.err()?.list.into_iter().next()?;
    let function = error.excerpt.map_or_else(String::new, |excerpt| format!(" ({})", excerpt.around));
    // The module itself only requires the capability because it declares it.
    let module = facts.ctx.registry().op(v::Module::ID).row.name;
    (!error.message.starts_with(&format!("'{module}'")))
        .then(|| (error.place, format!("{}{function}", error.message)))
}

/// Appends the construct that causes an unmet requirement to its message.
fn caused_by(problem: &str, cause: &str) -> String {
    format!("{problem} (for {cause})")
}

/// Returns the capabilities that are chosen only if no other suffices, because they do not match the module's memory
/// model and entry points.
fn last_choices(opencl: bool, models: &[ExecutionModel]) -> Vec<u32> {
    let other = if opencl { capability::SHADER } else { capability::KERNEL };
    let values = CAPABILITY.enumerants.iter().map(|row| row.value);
    let implies_other = |&value: &u32| CapabilitySet::from_iter([value]).contains(other);
    let mut choices: Vec<u32> = values.filter(implies_other).collect();
    // Shaders that precede the geometry stage have other capabilities for layers and viewports.
    let has_later = models.iter().any(|model| !EARLY_MODELS.contains(model));
    if !models.is_empty() && !has_later {
        choices.extend(LATER_STAGES);
    }
    choices
}

/// Module attributes with lists of decoration dictionaries, each with whether the decorations apply to members.
const DECORATION_LISTS: &[(&str, bool)] = &[
    (decorations::TYPE_DECORATIONS, false),
    (decorations::MEMBER_DECORATIONS, true),
    (decorations::IMPORT_DECORATIONS, false),
];

/// The traversal that collects a module's requirements.
struct Needs<'c, 'a> {
    ctx: &'c Context,
    module: &'a Body,
    symbols: &'a SymbolTable,
    facts: &'a Facts<'a>,
    deduced: Deduction<'c>,
    types: TypeNeeds<'a>,
    opencl: bool,
    /// Whether any entry point has an execution model that allows control barriers only since version 1.3.
    newer_barriers: bool,
    /// Constants whose instructions have been processed.
    constants: SeenConstants,
    /// Types whose decorations have been processed.
    decorated: FxHashSet<Type>,
    /// The function whose body is being processed.
    function: Option<Op>,
}

impl Needs<'_, '_> {
    /// Converts an unmet requirement to a diagnostic at an op.
    fn at<T>(&self, body: &Body, op: Op, result: Result<T, String>) -> Result<T, Diagnostics> {
        result.map_err(|problem| {
            let name = self.ctx.registry().op(body.def(op)).row.name;
            let about = describe::global(self.ctx, body, op).map(|about| format!(" ({about})"));
            let message = format!("'{name}' {problem}{}", about.unwrap_or_default());
            let mut error = Diagnostic::error(Place::Op(body.loc(op)), message);
            if let Some(function) = self.function.filter(|_| !std::ptr::eq(body, self.module)) {
                locate(self.ctx, body, Some((self.module, function)), op, 0, &mut error);
            }
            Diagnostics { list: vec![error] }
        })
    }

    /// Processes all ops in a body. The ops in a nested body precede the op that contains it.
    fn body(&mut self, body: &Body) -> Result<(), Diagnostics> {
        for op in walk::ops_post(body) {
            if let Some(inner) = body.nested(op) {
                self.function = Some(op);
                for op in walk::ops_post(inner) {
                    self.op(inner, op)?;
                }
                for block in walk::blocks(inner) {
                    let found = self.decorations(inner.block_annotations(block).attrs);
                    self.at(body, op, found)?;
                    for &arg in inner.args(block) {
                        let found = self.value(inner.value_type(arg), inner.value_annotations(arg).attrs);
                        self.at(body, op, found)?;
                    }
                }
                self.function = None;
            }
            self.op(body, op)?;
        }
        Ok(())
    }

    fn value(&mut self, ty: Type, attrs: Option<Attribute>) -> Result<(), String> {
        self.types.add(self.ctx, &mut self.deduced, ty, None)?;
        self.decorations(attrs)
    }

    fn op(&mut self, body: &Body, op: Op) -> Result<(), Diagnostics> {
        let found = self.add_needs_of(body, op);
        self.at(body, op, found)
    }

    fn add_needs_of(&mut self, body: &Body, op: Op) -> Result<(), String> {
        let ctx = self.ctx;
        let def = ctx.registry().op(body.def(op));
        let mut all: Vec<Type> = body.operands(op).map(|value| body.value_type(value)).collect();
        match std::ptr::eq(body, self.module) {
            true => all.extend(referenced_types(ctx, body, op)),
            false => {
                all.extend(body.results(op).map(|value| body.value_type(value)));
                // For ops that access memory through untyped pointers, a slot holds the accessed type.
                let slots = ctx.registry().layout(body.def(op)).attribute_slots();
                all.extend(slots.filter_map(|slot| ctx.attr_type(body.slot_attr(op, slot)?)));
            }
        }
        // OpCopyMemory loads and stores a value of the pointee type.
        if def.row.set == 0 && def.row.opcode == opcodes::COPY_MEMORY {
            let pointees = body.operands(op).filter_map(|value| {
                spv_dialect::types::pointer(ctx, body.value_type_opt(value)?).map(|(pointee, _)| pointee)
            });
            all.extend(pointees.collect::<Vec<_>>());
        }
        // ImageBasic must be added before the capabilities that imply it, because spirv-val requires it separately.
        if self.opencl {
            all.iter().try_for_each(|&ty| self.types.add(ctx, &mut self.deduced, ty, None))?;
        }
        // Rules that select one of the grammar entry's capabilities are applied before the entry itself.
        let needs = needs_of_op(self.facts, body, op);
        let row = instruction_of(self.facts, body, op);
        let selects = |any: &&&[u32]| any.iter().all(|one| row.availability.capabilities.contains(one));
        let (first, last): (Vec<_>, Vec<_>) = needs.into_iter().partition(|any| selects(&any));
        first.into_iter().try_for_each(|any| self.deduced.any(any, Any::Cheapest))?;
        self.deduced.entry_or(&row.availability, requirements::instead_of_row(row))?;
        let mut enumerants = Vec::new();
        params::walk(ctx, body, op, def, &mut |_, item| {
            match item {
                OpComponent::Enum(def, value) => enumerants.extend(def.present(value).map(|one| (def, one))),
                // Barriers usually set the AtomicCounterMemory bit even if there are no atomic counters, so the bit
                // adds no requirement.
                OpComponent::Const(def, value) => enumerants.extend(
                    def.present(value)
                        .filter(|one| one.availability.capabilities != [capability::ATOMIC_STORAGE])
                        .map(|one| (def, one)),
                ),
                _ => {}
            }
        });
        for (def, one) in enumerants {
            let instead = requirements::instead_of_enumerant(def, one);
            let found = self.deduced.entry_or(&one.availability, instead);
            found.map_err(|problem| caused_by(&problem, &format!("{} {}", def.name, one.name)))?;
        }
        let mut rows = Vec::new();
        further_instructions(ctx, body, op, &mut self.constants, &mut |row| rows.push(row));
        rows.into_iter().try_for_each(|row| self.deduced.entry(&row.availability))?;
        if sets::set(def.row.set).is_some_and(|set| set.non_semantic)
            || std::ptr::eq(def.row, &structure::EXT_INST)
        {
            self.deduced.entry(&NON_SEMANTIC)?;
            let slots = ctx.registry().layout(body.def(op)).attribute_slots();
            for attr in slots.filter_map(|slot| body.slot_attr(op, slot)) {
                let parts = ctx.attr_array(attr).unwrap_or(slice::from_ref(&attr));
                let groups = parts.iter().filter_map(|part| match attributes::view(ctx, *part)? {
                    (AttrKind::Group, params) => params.last().copied(),
                    _ => None,
                });
                groups.into_iter().try_for_each(|group| self.decorations(Some(group)))?;
            }
            let refers = ctx.dict_get(body.attrs(op), decorations::FORWARD_REFS).is_some();
            if let Some(row) = core_row(opcodes::EXT_INST_WITH_FORWARD_REFS_KHR).filter(|_| refers) {
                self.deduced.entry(&row.availability)?;
            }
        }
        last.into_iter().try_for_each(|any| self.deduced.any(any, Any::Cheapest))?;
        self.newer_forms(body, op, def.row)?;
        for &ty in &all {
            self.types.add(ctx, &mut self.deduced, ty, None)?;
        }
        self.decorations_of_types(&all)?;
        self.decorations(body.attrs(op))
    }

    fn decorations_of_types(&mut self, types: &[Type]) -> Result<(), String> {
        for &ty in types {
            if self.decorated.insert(ty) {
                for (dict, of_member) in types::decorations(self.ctx, ty) {
                    self.decorations_of(Some(dict), of_member)?;
                }
            }
        }
        Ok(())
    }

    /// Adds the requirements of ops whose form is valid only since version 1.4 and has no grammar entry.
    fn newer_forms(&mut self, body: &Body, op: Op, row: &OpRow) -> Result<(), String> {
        let ctx = self.ctx;
        let id = body.def(op);
        let newer = if id == v::Select::ID {
            let [condition] = body.first_operands(op);
            let [condition, result] = [condition, body.result(op, 0)].map(|v| body.value_type(v));
            let is_vector = |ty| matches!(ctx.type_data(ty), TypeData::Vector { .. });
            let composite = spv_dialect::types::element(ctx, result, 0).is_some() && !is_vector(result);
            composite || is_vector(result) && !is_vector(condition)
        } else if let Some(entry) = v::EntryPoint::cast(body, op) {
            let class_of = |op: Op| match v::GlobalVariable::cast(self.module, op) {
                Some(variable) => variable.contents(ctx).map(|(_, class)| class),
                None => Some(v::UntypedVariableKHR::cast(self.module, op)?.storage_class()),
            };
            entry.interface(ctx).any(|name| {
                let class = self.symbols.get(name).and_then(class_of);
                class.is_some_and(|class| ![StorageClass::Input, StorageClass::Output].contains(&class))
            })
        } else if row.set == 0 && row.opcode == opcodes::BITCAST {
            let is_pointer = |value| spv_dialect::types::pointer(ctx, body.value_type(value)).is_some();
            let is_vector = |value| matches!(ctx.type_data(body.value_type(value)), TypeData::Vector { .. });
            let ([from], to) = (body.first_operands(op), body.result(op, 0));
            if is_pointer(from) && is_vector(to) || is_vector(from) && is_pointer(to) {
                self.deduced.entry(&POINTERS_OF_WORDS)?;
            }
            false
        } else if BROADCASTS.contains(&row.opcode) && row.set == 0 {
            let source = body.operands(op).last().and_then(|value| body.defining_op(value));
            let is_constant = |op| CONSTANTS.contains(&body.def(op));
            if !source.is_some_and(is_constant) {
                self.deduced.prefer(V1_5);
            }
            false
        } else if row.set == 0 && row.opcode == opcodes::CONTROL_BARRIER {
            if self.newer_barriers {
                self.deduced.prefer(V1_3);
            }
            false
        } else if let Some(at) = row.params.iter().position(|param| param.name == "opcode") {
            let wrapped = body.slot(op, ctx.registry().op(id).slot_of(at));
            let wraps = row.name.starts_with("spv.SpecConstant");
            if let Some(capability) = availability::of_spec_op(wrapped).filter(|_| wraps) {
                self.deduced.any(&[capability], Any::Cheapest)?;
            }
            let kernel = &[capability::KERNEL];
            let late = wraps && wrapped == opcodes::U_CONVERT && !self.opencl;
            late && !(self.deduced.declares(kernel) && self.deduced.any(kernel, Any::Cheapest).is_ok())
        } else {
            return self.newer_parts(body, op);
        };
        if newer { self.deduced.at_least(V1_4) } else { Ok(()) }
    }

    /// Adds the version required for a non-writable Function or Private variable, or for a second memory operand of a
    /// copy.
    fn newer_parts(&mut self, body: &Body, op: Op) -> Result<(), String> {
        let (ctx, id) = (self.ctx, body.def(op));
        let is_constant = ctx.dict_get(body.attrs(op), "non_writable").is_some();
        let contents = v::GlobalVariable::cast(body, op).and_then(|variable| variable.contents(ctx));
        let def = ctx.registry().op(id);
        let second = def.row.params.iter().position(|param| param.name == "memory_access_1");
        let cause = if id == v::Variable::ID && is_constant {
            "NonWritable of a Function variable"
        } else if is_constant && contents.is_some_and(|(_, class)| class == StorageClass::Private) {
            "NonWritable of a Private variable"
        } else if second.is_some_and(|at| body.slot(op, def.slot_of(at)) != ABSENT) {
            "the second memory access"
        } else {
            return Ok(());
        };
        self.deduced.at_least(V1_4).map_err(|problem| caused_by(&problem, cause))
    }

    fn decorations(&mut self, attrs: Option<Attribute>) -> Result<(), String> {
        self.decorations_of(attrs, false)
    }

    /// Adds the requirements of the decorations in a dictionary. `of_member` is whether they apply to a struct
    /// member.
    fn decorations_of(&mut self, attrs: Option<Attribute>, of_member: bool) -> Result<(), String> {
        if attrs.is_none() {
            return Ok(());
        }
        for found in decorations::from_dict(self.ctx, attrs).unwrap_or_default() {
            let cause = |problem: String| caused_by(&problem, &describe::decoration(&found));
            self.decoration(&found, of_member).map_err(cause)?;
        }
        Ok(())
    }

    fn decoration(&mut self, found: &Decoration, of_member: bool) -> Result<(), String> {
        self.deduced.entry(&found.decoration.availability)?;
        if let Some(row) = core_row(found.opcode).filter(|_| found.opcode != opcodes::DECORATE) {
            self.deduced.entry(&row.availability)?;
        }
        for (i, operand) in found.operands.iter().enumerate() {
            let (Operand::Word(value), Some(param)) = (operand, decorations::param_of(found.decoration, i))
            else {
                continue;
            };
            let ParamKind::Enum(def) = param.kind else { continue };
            for entry in availability::of_enum(def, *value) {
                let unused = entry.capabilities.iter().all(|c| OF_USED_MEMBERS.contains(c));
                if !of_member || entry.capabilities.is_empty() || !unused {
                    self.deduced.entry(entry)?;
                }
            }
        }
        if found.decoration.value == decoration::LINKAGE_ATTRIBUTES {
            self.deduced.any(&[capability::LINKAGE], Any::Cheapest)?;
        }
        Ok(())
    }

    /// Adds the requirements of the module's attributes: imported instruction sets, types, and their decorations.
    fn module_attributes(&mut self, outer: &Body, op: Op) -> Result<(), Diagnostics> {
        let ctx = self.ctx;
        let attrs = outer.attrs(op);
        let mut found = Ok(());
        let imports = ctx.dict_get(attrs, "ext_inst_imports").and_then(|list| ctx.attr_array(list));
        let mut names = imports.unwrap_or(&[]).iter().filter_map(|name| ctx.attr_str(*name));
        if names.any(|name| name.starts_with("NonSemantic.")) {
            found = self.deduced.entry(&NON_SEMANTIC);
        }
        let types = referenced_types(ctx, outer, op);
        for &ty in &types {
            found = found.and_then(|()| self.types.add(ctx, &mut self.deduced, ty, None));
        }
        found = found.and_then(|()| self.decorations_of_types(&types));
        for (key, of_member) in DECORATION_LISTS {
            let list = ctx.dict_get(attrs, key).and_then(|list| ctx.attr_array(list)).unwrap_or(&[]);
            let parts =
                list.iter().flat_map(|entry| ctx.attr_array(*entry).unwrap_or(slice::from_ref(entry)));
            for &dict in parts.filter(|part| matches!(ctx.attr_data(**part), AttrData::Dict(_))) {
                found = found.and_then(|()| self.decorations_of(Some(dict), *of_member));
            }
        }
        self.at(outer, op, found)
    }
}

/// The capabilities that the grammar lists for all constructs that require them, so that their necessity can be
/// determined.
struct Decidable {
    capabilities: FxHashSet<u32>,
}

impl Decidable {
    fn of(ctx: &Context) -> &Decidable {
        ctx.registry().derived(|_| {
            let mut capabilities = Named::of(ctx).capabilities.clone();
            capabilities.extend(types::named());
            capabilities.insert(capability::INT64_ATOMICS);
            PARTLY_NAMED.iter().for_each(|capability| _ = capabilities.remove(capability));
            Decidable { capabilities }
        })
    }
}
