//! `spirv-update-vce`: version, capabilities and extensions are those that a module needs.

mod deduce;
mod types;

use crate::pass::{PassInfo, SpvModule, Work};
use crate::spirv::{Defs, slots, storage};
use deduce::{Any, Declared, Deduction, Triple};
use rustc_hash::FxHashSet;
use spv_dialect::attributes::{self, Kind};
use spv_dialect::availability;
use spv_dialect::decorations::{self, Operand};
use spv_dialect::generated::enums::{CAPABILITY, DECORATION};
use spv_dialect::generated::opcodes;
use spv_dialect::generated::ops::CORE;
use spv_dialect::generated::values::{capability, decoration};
use spv_dialect::table::core_row;
use spv_dialect::{sets, structure};
use spv_ir::dialect::{ABSENT, Availability, EnumDef, OpRow, ParamKind};
use spv_ir::replace::mentioned_types;
use spv_ir::symbols::SymbolTable;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Op, Place, Type, TypeData, walk,
};
use std::slice;
use types::TypeNeeds;

pub(super) static INFO: PassInfo = PassInfo {
    description: "Sets the version, capabilities and extensions of a module to the least that its ops, types and \
                  decorations need and that the target environment allows: `spv.target_env` of the module, or of \
                  one around it. Without one all is allowed, up to the module's own version, or the latest if it \
                  states none. Of several capabilities or extensions that would do the first one that is allowed is \
                  taken, where none is there already. An extension is preferred to a later version. What the module \
                  declares already and what the tables of the grammar say nothing of (VariablePointers, \
                  StorageImageWriteWithoutFormat) stays. As in LLVM 14, numbers of 64 bits that only lie in \
                  interface memory need no capability where none is allowed.",
    before: "spv.module Logical GLSL450 attributes {\n  \
             spv.target_env = #spv.target_env<#spv.vce<v1.5, [Shader, Float64, GroupNonUniform], []>, {}>\n} {\n  ...",
    after: "spv.module Logical GLSL450 requires #spv.vce<v1.3, [GroupNonUniform, Shader], []> attributes {...} {\n  ...",
    ..PassInfo::new(
        "spirv-update-vce",
        "Deduce the least version, capabilities and extensions of a module",
        |_| Ok(Work::module(run)),
    )
};

/// The first version that selects composites, copies memory with two accesses, has interfaces that list variables of
/// every class, and has function variables that are not written to.
const V1_4: u32 = 0x0001_0400;
const V1_6: u32 = 0x0001_0600;

/// The version that a module without a target environment and a version of its own may have.
const LATEST: u32 = V1_6;

/// Non-semantic sets.
const NON_SEMANTIC: Availability = Availability {
    min_version: Some(V1_6),
    max_version: None,
    capabilities: &[],
    extensions: &["SPV_KHR_non_semantic_info"],
};

/// Pointers are cast from and to two words.
const POINTERS_OF_WORDS: Availability = Availability {
    min_version: Some(0x0001_0500),
    max_version: None,
    capabilities: &[],
    extensions: &["SPV_KHR_physical_storage_buffer"],
};

/// Capabilities for atomic operations on floats, by opcode and width; 0 is a vector.
const ATOMIC_FLOATS: &[(u32, u32, u32)] = &[
    (opcodes::ATOMIC_F_ADD_EXT, 16, capability::ATOMIC_FLOAT16_ADD_EXT),
    (opcodes::ATOMIC_F_ADD_EXT, 32, capability::ATOMIC_FLOAT32_ADD_EXT),
    (opcodes::ATOMIC_F_ADD_EXT, 64, capability::ATOMIC_FLOAT64_ADD_EXT),
    (opcodes::ATOMIC_F_ADD_EXT, 0, capability::ATOMIC_FLOAT16_VECTOR_NV),
    (opcodes::ATOMIC_F_MIN_EXT, 16, capability::ATOMIC_FLOAT16_MIN_MAX_EXT),
    (opcodes::ATOMIC_F_MIN_EXT, 32, capability::ATOMIC_FLOAT32_MIN_MAX_EXT),
    (opcodes::ATOMIC_F_MIN_EXT, 64, capability::ATOMIC_FLOAT64_MIN_MAX_EXT),
    (opcodes::ATOMIC_F_MIN_EXT, 0, capability::ATOMIC_FLOAT16_VECTOR_NV),
    (opcodes::ATOMIC_F_MAX_EXT, 16, capability::ATOMIC_FLOAT16_MIN_MAX_EXT),
    (opcodes::ATOMIC_F_MAX_EXT, 32, capability::ATOMIC_FLOAT32_MIN_MAX_EXT),
    (opcodes::ATOMIC_F_MAX_EXT, 64, capability::ATOMIC_FLOAT64_MIN_MAX_EXT),
    (opcodes::ATOMIC_F_MAX_EXT, 0, capability::ATOMIC_FLOAT16_VECTOR_NV),
];

/// Capabilities of built-in members: blocks have these members without them, where nothing uses them.
const OF_USED_MEMBERS: [u32; 2] = [capability::CLIP_DISTANCE, capability::CULL_DISTANCE];

/// Capabilities that the tables name, but not wherever they are needed.
const TOLD_IN_PART: [u32; 6] = [
    capability::CLIP_DISTANCE,
    capability::CULL_DISTANCE,
    capability::ADDRESSES,
    capability::VARIABLE_POINTERS,
    capability::VARIABLE_POINTERS_STORAGE_BUFFER,
    capability::LINKAGE,
];

fn run(module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
    let ctx = module.ctx;
    let Some(defs) = Defs::new(ctx.registry()) else { return Ok(()) };
    let fail = |message: &str| Diagnostics {
        list: vec![Diagnostic::error(Place::Op(module.outer.loc(module.op)), message)],
    };
    let own = module.vce().and_then(|vce| Triple::new(ctx, vce));
    let told = told(ctx);
    let target = match module.target_env() {
        None => {
            let mut extensions: Vec<&str> = told.1.iter().copied().collect();
            extensions.extend(own.iter().flat_map(|own| own.extensions.iter().copied()));
            Some(Triple::open(own.as_ref().map_or(LATEST, |own| own.version), extensions))
        }
        Some(env) => match attributes::view(ctx, env) {
            Some((Kind::TargetEnv, [vce, ..])) => Triple::new(ctx, *vce),
            _ => None,
        },
    };
    let Some(target) = target else {
        return Err(fail("'spv.target_env' is no `#spv.target_env<...>`"));
    };
    let symbols = SymbolTable::new(ctx, module.body);
    let opencl = module.is_opencl();
    let mut needs = Needs {
        ctx,
        defs,
        module: module.body,
        symbols: &symbols,
        deduced: Deduction::new(target, own.unwrap_or_else(Triple::empty)),
        types: TypeNeeds::new(opencl),
        opencl,
        decorated: FxHashSet::default(),
    };
    needs.body(module.body)?;
    needs.op(module.outer, module.op)?;
    needs.module_attributes(module.outer, module.op)?;
    let (capabilities, extensions) = told;
    let kept = needs.deduced.keep(|declared| match declared {
        Declared::Capability(capability) => capabilities.contains(&capability),
        Declared::Extension(name) => extensions.contains(name),
    });
    needs.at(module.outer, module.op, kept)?;
    let (version, capabilities, extensions) = needs.deduced.finish();
    let extensions: Vec<Attribute> = extensions.iter().map(|name| ctx.string_attr(name)).collect();
    let triple = attributes::make(
        ctx,
        Kind::Vce,
        &[ctx.i32_attr(version), ctx.attr(AttrData::Words(capabilities.into())), ctx.array_attr(&extensions)],
    );
    if let Some(triple) = triple
        && module.vce() != Some(triple)
    {
        let slot = ctx.registry().op(module.outer.def(module.op)).slot_of(structure::MODULE_VCE);
        Builder::new(module.outer).set_slot(module.op, slot, triple.raw());
    }
    Ok(())
}

/// The lists among the attributes of a module that hold dictionaries of decorations, and whether these are of members.
const DECORATION_LISTS: &[(&str, bool)] = &[
    ("type_decorations", false),
    (decorations::MEMBER_DECORATIONS, true),
    (decorations::IMPORT_DECORATIONS, false),
];

/// Goes through a module.
struct Needs<'a> {
    ctx: &'a Context,
    defs: Defs,
    module: &'a Body,
    symbols: &'a SymbolTable,
    deduced: Deduction<'a>,
    types: TypeNeeds,
    opencl: bool,
    /// Types whose decorations are done.
    decorated: FxHashSet<Type>,
}

impl Needs<'_> {
    /// Gives what is missing its place.
    fn at<T>(&self, body: &Body, op: Op, result: Result<T, String>) -> Result<T, Diagnostics> {
        result.map_err(|problem| {
            let name = self.ctx.registry().op(body.def(op)).row.name;
            let error = Diagnostic::error(Place::Op(body.loc(op)), format!("'{name}' {problem}"));
            Diagnostics { list: vec![error] }
        })
    }

    /// All ops of a body and those nested in it: what is nested comes first.
    fn body(&mut self, body: &Body) -> Result<(), Diagnostics> {
        for op in walk::ops_post(body) {
            if let Some(inner) = body.nested(op) {
                for op in walk::ops_post(inner) {
                    self.op(inner, op)?;
                }
                for block in walk::blocks(inner) {
                    let found = self.decorations(inner.block_side(block).attrs);
                    self.at(body, op, found)?;
                    for &arg in inner.args(block) {
                        let found = self.value(inner.value_type(arg), inner.value_side(arg).attrs);
                        self.at(body, op, found)?;
                    }
                }
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
        let found = self.needs_of(body, op);
        self.at(body, op, found)
    }

    fn needs_of(&mut self, body: &Body, op: Op) -> Result<(), String> {
        let ctx = self.ctx;
        let def = ctx.registry().op(body.def(op));
        let mut all: Vec<Type> = body.operands(op).map(|value| body.value_type(value)).collect();
        match std::ptr::eq(body, self.module) {
            true => all.extend(mentioned_types(ctx, body, op)),
            false => all.extend(body.results(op).map(|value| body.value_type(value))),
        }
        // spirv-val wants ImageBasic before what it allows.
        if self.opencl {
            all.iter().try_for_each(|&ty| self.types.add(ctx, &mut self.deduced, ty, None))?;
        }
        for (i, entry) in availability::of_op(def, body.slots(op)).enumerate() {
            match self.by_type(body, op, def.row) {
                Some(capability) if i == 0 => self.deduced.entry_by(entry, &[capability])?,
                // Barriers name counters where there are none.
                _ if i > 0 && entry.capabilities == [capability::ATOMIC_STORAGE] => {}
                _ => self.deduced.entry(entry)?,
            }
        }
        if sets::set(def.row.set).is_some_and(|set| set.non_semantic)
            || std::ptr::eq(def.row, &structure::EXT_INST)
        {
            self.deduced.entry(&NON_SEMANTIC)?;
        }
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

    /// What takes a later version without an enumerant that says so.
    fn newer_forms(&mut self, body: &Body, op: Op, row: &OpRow) -> Result<(), String> {
        let ctx = self.ctx;
        let id = body.def(op);
        let newer = if id == self.defs.select {
            let [condition, result] = [body.operand(op, 0), body.result(op, 0)].map(|v| body.value_type(v));
            let is_vector = |ty| matches!(ctx.type_data(ty), TypeData::Vector { .. });
            let composite = spv_dialect::types::element(ctx, result, 0).is_some() && !is_vector(result);
            composite || is_vector(result) && !is_vector(condition)
        } else if id == self.defs.entry_point {
            let list = body.slot_attr(op, slots::ENTRY_INTERFACE).and_then(|list| ctx.attr_array(list));
            list.unwrap_or(&[]).iter().any(|&symbol| {
                let variable = ctx.attr_symbol(symbol).and_then(|name| self.symbols.get(name));
                let class = variable.and_then(|v| self.defs.variable_type(ctx, self.module, v)).map(|v| v.1);
                class.is_some_and(|class| ![storage::INPUT, storage::OUTPUT].contains(&class))
            })
        } else if row.set == 0 && row.opcode == opcodes::BITCAST {
            let is_pointer = |value| spv_dialect::types::pointer(ctx, body.value_type(value)).is_some();
            let is_vector = |value| matches!(ctx.type_data(body.value_type(value)), TypeData::Vector { .. });
            let (from, to) = (body.operand(op, 0), body.result(op, 0));
            if is_pointer(from) && is_vector(to) || is_vector(from) && is_pointer(to) {
                self.deduced.entry(&POINTERS_OF_WORDS)?;
            }
            false
        } else if let Some(at) = row.params.iter().position(|param| param.name == "opcode") {
            let wrapped = body.slot(op, ctx.registry().op(id).slot_of(at));
            row.name.starts_with("spv.SpecConstant") && wrapped == opcodes::U_CONVERT && !self.opencl
        } else if id == self.defs.variable {
            ctx.dict_get(body.attrs(op), "non_writable").is_some()
        } else if id == self.defs.global_variable {
            let private = self.defs.variable_type(ctx, body, op).is_some_and(|v| v.1 == storage::PRIVATE);
            private && ctx.dict_get(body.attrs(op), "non_writable").is_some()
        } else {
            // The second access of a copy of memory.
            let second = row.params.iter().position(|param| param.name == "memory_access_1");
            second.is_some_and(|at| body.slot(op, ctx.registry().op(id).slot_of(at)) != ABSENT)
        };
        if newer { self.deduced.at_least(V1_4) } else { Ok(()) }
    }

    /// The one capability for an operation on numbers of its type, where its row has one for each.
    fn by_type(&self, body: &Body, op: Op, row: &OpRow) -> Option<u32> {
        if row.set != 0 || body.result_count(op) != 1 || !row.name.starts_with("spv.Atomic") {
            return None;
        }
        let ty = body.value_type(body.result(op, 0));
        let width = match self.ctx.type_data(ty) {
            TypeData::Integer { width: 64, .. } => return Some(capability::INT64_ATOMICS),
            TypeData::Float(kind) => kind.width(),
            _ => 0,
        };
        ATOMIC_FLOATS.iter().find(|(code, of, _)| (*code, *of) == (row.opcode, width)).map(|row| row.2)
    }

    fn decorations(&mut self, attrs: Option<Attribute>) -> Result<(), String> {
        self.decorations_of(attrs, false)
    }

    /// The needs of decorations: of a dictionary.
    fn decorations_of(&mut self, attrs: Option<Attribute>, of_member: bool) -> Result<(), String> {
        if attrs.is_none() {
            return Ok(());
        }
        for found in decorations::from_dict(self.ctx, attrs).unwrap_or_default() {
            self.deduced.entry(&found.decoration.availability)?;
            if let Some(row) = core_row(found.opcode).filter(|_| found.opcode != opcodes::DECORATE) {
                self.deduced.entry(&row.availability)?;
            }
            for (i, operand) in found.operands.iter().enumerate() {
                let (Operand::Word(value), Some(param)) =
                    (operand, decorations::param_of(found.decoration, i))
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
        }
        Ok(())
    }

    /// What the attributes of the module itself reference: imported sets, types and their decorations.
    fn module_attributes(&mut self, outer: &Body, op: Op) -> Result<(), Diagnostics> {
        let ctx = self.ctx;
        let attrs = outer.attrs(op);
        let mut found = Ok(());
        let imports = ctx.dict_get(attrs, "ext_inst_imports").and_then(|list| ctx.attr_array(list));
        let mut names = imports.unwrap_or(&[]).iter().filter_map(|name| ctx.attr_str(*name));
        if names.any(|name| name.starts_with("NonSemantic.")) {
            found = self.deduced.entry(&NON_SEMANTIC);
        }
        let types = mentioned_types(ctx, outer, op);
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

/// The capabilities and extensions that the tables name: whether these are needed, they and what is looked at here tell.
fn told(ctx: &Context) -> (FxHashSet<u32>, FxHashSet<&'static str>) {
    let mut capabilities: FxHashSet<u32> = types::named().collect();
    capabilities.insert(capability::INT64_ATOMICS);
    let mut extensions: FxHashSet<&'static str> = FxHashSet::default();
    extensions.extend(NON_SEMANTIC.extensions);
    let mut enums: Vec<&'static EnumDef> = vec![&DECORATION];
    let mut seen: FxHashSet<&'static str> = FxHashSet::default();
    let mut note = |entry: &'static Availability,
                    enums: &mut Vec<&'static EnumDef>,
                    params: &'static [spv_ir::dialect::Param]| {
        capabilities.extend(entry.capabilities);
        extensions.extend(entry.extensions);
        enums.extend(params.iter().filter_map(|param| match param.kind {
            ParamKind::Enum(def) | ParamKind::ConstEnum(def) if !std::ptr::eq(def, &CAPABILITY) => Some(def),
            _ => None,
        }));
    };
    for row in CORE.iter().chain(ctx.registry().ops().iter().map(|def| def.row)) {
        note(&row.availability, &mut enums, row.params);
    }
    while let Some(def) = enums.pop() {
        if seen.insert(def.name) {
            for enumerant in def.enumerants {
                note(&enumerant.availability, &mut enums, enumerant.params);
            }
        }
    }
    // A capability brings its extension along.
    for enumerant in CAPABILITY.enumerants {
        extensions.extend(enumerant.availability.extensions);
    }
    TOLD_IN_PART.iter().for_each(|capability| _ = capabilities.remove(capability));
    (capabilities, extensions)
}
