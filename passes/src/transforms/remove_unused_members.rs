//! Removal of unused members of Block-decorated structs (`remove-unused-members`)

use crate::options::OptionInfo;
use crate::pass::{ControlFlow, ModulePass, PassInfo, SpvModule, Work};
use crate::support::spirv::{LINKAGE_ATTRIBUTES, integer, storage};
use crate::support::spirv::{is_chain, variable_type};
use crate::support::values::Constants;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes;
use spv_dialect::spv;
use spv_dialect::types::{self, Struct};
use spv_ir::replace::{inner_types, referenced_types, replace_types};
use spv_ir::{AttrData, Attribute, Body, Builder, Context, Diagnostics, Op, Type, walk};

pub(super) static INFO: PassInfo = PassInfo {
    description: "Removes members that no access chain selects from the struct types of uniform blocks, and \
                  renumbers the remaining ones. Offsets are kept, so the layout of buffer data does not \
                  change; a host that queries member numbers sees new ones. Types that are loaded whole, or \
                  referenced otherwise, are kept. Push constant blocks, which hosts often fill member by \
                  member, are changed only with `push-constants`. Input and output blocks whose members \
                  have locations or are built-in are changed only with `interface`, and those of other storage \
                  classes, such as storage buffers, only with `other-classes`.",
    before: "spv.GlobalVariable @u : !spv.ptr<!spv.struct<(f32 [0], i32 [4])>, Uniform>\n...\n\
             %p = spv.AccessChain %u[%c1] : ...",
    after: "spv.GlobalVariable @u : !spv.ptr<!spv.struct<(i32 [4])>, Uniform>\n...\n\
            %p = spv.AccessChain %u[%c0] : ...",
    options: &[
        OptionInfo {
            name: "interface",
            default: "false",
            help: "also change inputs and outputs, on which adjacent stages must agree",
        },
        OptionInfo {
            name: "push-constants",
            default: "false",
            help: "also change push constants, whose members hosts set by number or name",
        },
        OptionInfo {
            name: "other-classes",
            default: "false",
            help: "also change blocks of other storage classes, such as storage buffers, which other shaders may share",
        },
    ],
    statistics: &[("members", "Members removed")],
    ..PassInfo::new("remove-unused-members", "Remove unused members of blocks", ControlFlow::Any, |options| {
        let (interface, push_constants) = (options.switch("interface")?, options.switch("push-constants")?);
        let other_classes = options.switch("other-classes")?;
        Ok(Work::module(Members { interface, push_constants, other_classes }))
    })
};

#[derive(Clone, Copy)]
struct Members {
    interface: bool,
    push_constants: bool,
    other_classes: bool,
}

impl Members {
    /// Returns whether blocks in a storage class may be changed.
    fn changes(self, class: u32) -> bool {
        match class {
            storage::UNIFORM => true,
            storage::PUSH_CONSTANT => self.push_constants,
            storage::INPUT | storage::OUTPUT => self.interface,
            _ => self.other_classes,
        }
    }
}

impl ModulePass for Members {
    fn run(&self, module: &mut SpvModule<'_>) -> Result<(), Diagnostics> {
        let ctx = module.ctx;
        let mut usage =
            Usage { ctx, classes: *self, live: FxHashMap::default(), pinned: FxHashSet::default() };
        for op in walk::ops(module.body) {
            usage.declare(module.body, op);
        }
        if usage.live.is_empty() {
            return Ok(());
        }
        usage.module(module.outer, module.op, module.body);
        usage.live.retain(|_, live| live.contains(&true) && live.contains(&false));
        let count: usize = usage.live.values().flatten().filter(|&&l| !l).count();
        if count == 0 {
            return Ok(());
        }
        for op in module.functions() {
            module.function_mut(op, |body| usage.renumber(body));
        }
        replace_types(ctx, module.body, &mut |ty, new| usage.replacement(ty, new));
        module.count(0, count as u64);
        Ok(())
    }
}

/// The members that are used, for each candidate struct type.
struct Usage<'a> {
    ctx: &'a Context,
    classes: Members,
    live: FxHashMap<Type, Vec<bool>>,
    /// Types that must not change.
    pinned: FxHashSet<Type>,
}

impl Usage<'_> {
    /// Adds the struct types of a variable's block as candidates.
    fn declare(&mut self, body: &Body, op: Op) {
        let ctx = self.ctx;
        let Some((pointee, class)) = variable_type(ctx, body, op) else { return };
        if !self.classes.changes(class) || ctx.dict_get(body.attrs(op), LINKAGE_ATTRIBUTES).is_some() {
            return;
        }
        let mut stack = vec![pointee];
        while let Some(ty) = stack.pop() {
            match types::view(ctx, ty) {
                Some((opcodes::TYPE_ARRAY, [_, element, ..])) => stack.extend(ctx.attr_type(*element)),
                Some((opcodes::TYPE_STRUCT, _)) => {
                    let Some(parts) = types::structure(ctx, ty) else { continue };
                    let stages = storage::INPUT == class || storage::OUTPUT == class;
                    if self.live.contains_key(&ty) || stages && !are_matched_alone(ctx, &parts) {
                        continue;
                    }
                    self.live.insert(ty, vec![false; parts.members.len()]);
                    stack.extend(parts.members.iter().filter_map(|&m| ctx.attr_type(m)));
                }
                _ => {}
            }
        }
    }

    /// Marks the members that the code and attributes of a module use.
    fn module(&mut self, outer: &Body, module: Op, body: &Body) {
        let ctx = self.ctx;
        for ty in referenced_types(ctx, outer, module) {
            self.pin(ty);
        }
        for op in walk::ops(body) {
            if body.def(op) != spv::GlobalVariable::ID {
                referenced_types(ctx, body, op).into_iter().for_each(|ty| self.pin(ty));
            } else if let Some((pointee, class)) = variable_type(ctx, body, op) {
                // A variable that must retain its type also pins the type for all other variables.
                if !self.classes.changes(class) || !self.is_declared(pointee) {
                    self.pin(pointee);
                }
            }
            if let Some(inner) = body.nested(op) {
                self.function(inner);
            }
        }
    }

    /// Returns whether the Block-decorated struct `pointee` is a candidate. For an array of structs, checks the element
    /// type.
    fn is_declared(&self, pointee: Type) -> bool {
        let mut at = pointee;
        while let Some((opcodes::TYPE_ARRAY, [_, element, ..])) = types::view(self.ctx, at) {
            let Some(element) = self.ctx.attr_type(*element) else { return false };
            at = element;
        }
        self.live.contains_key(&at)
    }

    fn function(&mut self, body: &Body) {
        let ctx = self.ctx;
        for op in walk::ops(body) {
            // An op whose result is a pointer does not by itself use the members of the pointee.
            let pointer = body.result_count(op) == 1
                && types::pointer(ctx, body.value_type(body.result(op, 0))).is_some();
            let is_chain = is_chain(body, op);
            if !pointer || body.def(op) != spv::AddressOf::ID && !is_chain {
                referenced_types(ctx, body, op).into_iter().for_each(|ty| self.pin(ty));
            }
            for (index, value) in body.operands(op).enumerate() {
                let Some((pointee, _)) = types::pointer(ctx, body.value_type(value)) else { continue };
                if !is_chain || index != 0 || !self.chain(body, op, pointee) {
                    self.pin(pointee);
                }
            }
        }
        for block in walk::blocks(body) {
            for &arg in body.args(block) {
                self.pin(body.value_type(arg));
            }
        }
    }

    /// Marks the members that an access chain selects. Returns whether all indices could be followed.
    fn chain(&mut self, body: &Body, op: Op, pointee: Type) -> bool {
        let mut at = pointee;
        for index in body.own_operands(op).skip(1) {
            let index = integer(self.ctx, body, index);
            if types::structure(self.ctx, at).is_some() {
                let Some(index) = index else { return false };
                let member =
                    self.live.get_mut(&at).and_then(|live| live.get_mut(usize::try_from(index).ok()?));
                if let Some(live) = member {
                    *live = true;
                }
            }
            let Some(next) = types::element(self.ctx, at, index.unwrap_or(0)) else { return false };
            at = next;
        }
        true
    }

    /// Marks all members of a type as used, and also the members of all types that it is composed of.
    fn pin(&mut self, ty: Type) {
        if !self.pinned.insert(ty) {
            return;
        }
        for inner in inner_types(self.ctx, ty) {
            if let Some(live) = self.live.get_mut(&inner) {
                live.fill(true);
            }
        }
    }

    /// Updates the struct member indices in access chains.
    fn renumber(&self, body: &mut Body) {
        let ctx = self.ctx;
        let mut constants = Constants::default();
        let chains: Vec<Op> = walk::ops(body).filter(|&op| is_chain(body, op)).collect();
        for op in chains {
            let operands: Vec<_> = body.own_operands(op).collect();
            let Some((mut at, _)) = types::pointer(ctx, body.value_type(operands[spv::AccessChain::BASE]))
            else {
                continue;
            };
            for (number, &value) in operands.iter().enumerate().skip(1) {
                let index = integer(ctx, body, value);
                if let (Some(live), Some(index)) = (self.live.get(&at), index) {
                    let new = live.iter().take(index as usize).filter(|&&l| l).count() as u64;
                    if new != index {
                        let ty = body.value_type(value);
                        let attr = ctx.attr(AttrData::Integer { value: new, ty });
                        let constant = constants.get(body, ty, attr);
                        Builder::new(body).set_operand(op, number, constant);
                    }
                }
                let Some(next) = types::element(ctx, at, index.unwrap_or(0)) else { break };
                at = next;
            }
        }
    }

    /// Returns a struct type without its unused members, with the new types of the other members. Returns `None` for
    /// other types, or if no member changes.
    fn replacement(&self, ty: Type, new: &dyn Fn(Type) -> Type) -> Option<Type> {
        let ctx = self.ctx;
        let parts = types::structure(ctx, ty)?;
        let live = self.live.get(&ty);
        let kept = |i: usize| live.is_none_or(|live| live[i]);
        let same = |&m: &Attribute| ctx.attr_type(m).is_none_or(|m| new(m) == m);
        if live.is_none() && parts.members.iter().all(same) {
            return None;
        }
        let kept_of = |list: &[Attribute]| -> Vec<Attribute> {
            list.iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, &a)| a).collect()
        };
        let members = types::replaced_members(ctx, &kept_of(parts.members), new);
        let (decorations, names) = (kept_of(parts.member_decorations), kept_of(parts.member_names));
        let kept =
            Struct { members: &members, member_decorations: &decorations, member_names: &names, ..parts };
        let params = kept.params(ctx);
        Some(types::with_params(ctx, ty, &params))
    }
}

/// Returns whether each member of a Block-decorated struct has its own location or built-in, so that shader stages
/// match the members individually.
fn are_matched_alone(ctx: &Context, parts: &Struct<'_>) -> bool {
    parts.member_decorations.len() == parts.members.len()
        && parts
            .member_decorations
            .iter()
            .all(|&d| ["location", "built_in"].iter().any(|key| ctx.dict_get(Some(d), key).is_some()))
}
