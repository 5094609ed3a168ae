//! Removal of type and member names

use crate::pass::SpvModule;
use crate::support::spirv::storage;
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes;
use spv_dialect::types::{self, Struct};
use spv_ir::replace::{nominal_types, rename_types, types_within};
use spv_ir::{Attribute, Builder, Context, Type, TypeData};
use std::collections::hash_map::Entry;

/// Module attributes that contain the names of types and members.
const NAMES: [&str; 2] = ["type_names", "member_names"];
/// Module attribute that lists types without other uses.
const UNUSED: &str = "unused";

/// Removes the names of types and members from a module. Returns their number. Types that differ only by name remain
/// distinct.
pub(crate) fn forget_type_names(module: &mut SpvModule<'_>) -> u64 {
    let ctx = module.ctx;
    let (nominal, taken, distinct) = Default::default();
    let mut names = Names { ctx, nominal, taken, distinct, count: 0 };
    let mut entries: Vec<_> = ctx.dict(module.outer.attrs(module.op)).to_vec();
    let before = entries.len();
    entries.retain(|(key, _)| !NAMES.contains(&ctx.str(*key)));
    names.count += (before - entries.len()) as u64;
    for (key, list) in &mut entries {
        if ctx.str(*key) == UNUSED {
            let kept = ctx.attr_array(*list).unwrap_or(&[]).iter().copied();
            let kept: Vec<Attribute> =
                kept.filter(|&a| ctx.attr_type(a).is_none_or(|ty| is_decorated(ctx, ty))).collect();
            *list = ctx.array_attr(&kept);
        }
    }
    entries
        .retain(|&(key, list)| ctx.str(key) != UNUSED || ctx.attr_array(list).is_some_and(|l| !l.is_empty()));
    let renames = names.lasting(module);
    let mut attrs: Vec<Attribute> = entries.iter().map(|e| e.1).collect();
    rename_types(ctx, module.body, &mut attrs, &renames, &mut |ty, new| names.without(ty, new));
    entries.iter_mut().zip(attrs).for_each(|(entry, new)| entry.1 = new);
    let attrs = (!entries.is_empty()).then(|| ctx.dict_attr(entries));
    Builder::new(module.outer).set_attrs(module.op, attrs);
    names.count
}

/// Returns whether a type or a member of it has decorations.
fn is_decorated(ctx: &Context, ty: Type) -> bool {
    let any = |attr: Attribute| !ctx.dict(Some(attr)).is_empty();
    match types::structure(ctx, ty) {
        Some(parts) => parts.decorations.is_some() || parts.member_decorations.iter().any(|&d| any(d)),
        None => types::view(ctx, ty).is_some_and(|(_, params)| params.first().is_some_and(|&d| any(d))),
    }
}

struct Names<'a> {
    ctx: &'a Context,
    /// Replacement of each nominal type that must remain nominal.
    nominal: FxHashMap<Type, Type>,
    /// Struct types that are already the replacement of another type.
    taken: FxHashSet<Type>,
    /// The next number that distinguishes struct types with the same parameters.
    distinct: FxHashMap<[Attribute; 4], u32>,
    count: u64,
}

impl Names<'_> {
    /// Finds the nominal types that must remain nominal: those in a cycle, or with a physical storage pointer to them.
    /// Returns each with a replacement that has a generated key instead of a name.
    fn lasting(&mut self, module: &SpvModule<'_>) -> Vec<(Type, Type)> {
        let ctx = self.ctx;
        let mut found = types_within(ctx, module.outer, module.op, module.body);
        // The nominal types that each type is composed of. Types composed of no other are not in a cycle, and removing
        // them repeatedly leaves the cycles.
        let mut parts: FxHashMap<Type, Vec<Type>> = FxHashMap::default();
        let mut order = Vec::new();
        let mut none = FxHashSet::default();
        while let Some(ty) = found.pop() {
            let nominal = matches!(ctx.type_data(ty), TypeData::Named { .. });
            if let Entry::Vacant(entry) = parts.entry(ty) {
                found.extend(entry.insert(nominal_types(ctx, ty, &mut none)).iter());
                order.extend(nominal.then_some(ty));
            }
        }
        let mut holders: FxHashMap<Type, Vec<Type>> = FxHashMap::default();
        let mut left: FxHashMap<Type, usize> = FxHashMap::default();
        for ty in &order {
            parts[ty].iter().for_each(|&part| holders.entry(part).or_default().push(*ty));
            left.insert(*ty, parts[ty].len());
        }
        let mut free: Vec<Type> = order.iter().copied().filter(|ty| left[ty] == 0).collect();
        while let Some(ty) = free.pop() {
            for holder in holders.get(&ty).into_iter().flatten() {
                if let Some(count) = left.get_mut(holder) {
                    *count -= 1;
                    free.extend((*count == 0).then_some(*holder));
                }
            }
        }
        // A physical storage buffer pointer may be declared before its nominal pointee.
        let addressed: FxHashSet<Type> = ctx
            .types()
            .filter_map(|ty| types::pointer(ctx, ty))
            .filter(|(_, class)| *class == storage::PHYSICAL_STORAGE_BUFFER)
            .map(|(pointee, _)| pointee)
            .collect();
        let mut renames = Vec::new();
        let mut next = 0..;
        for old in order.into_iter().filter(|ty| left[ty] > 0 || addressed.contains(ty)) {
            let TypeData::Named { def, .. } = ctx.type_data(old) else { continue };
            // A generated key is not available if any module in the context has used it.
            let free = |new: &Type| ctx.type_params(*new).is_none_or(|(_, params)| params.is_empty());
            let mut keys = next.by_ref().map(|n: u32| ctx.named_type(*def, ctx.ident(&format!("_${n}"))));
            if let Some(new) = keys.find(free) {
                self.nominal.insert(old, new);
                renames.push((old, new));
            }
        }
        renames
    }

    /// Returns the struct type without a name, with the new types of its members. Returns `None` for other types.
    fn without(&mut self, ty: Type, new: &dyn Fn(Type) -> Type) -> Option<Type> {
        let ctx = self.ctx;
        let (def, parts) =
            (types::type_def(ctx.registry(), opcodes::TYPE_STRUCT)?, types::structure(ctx, ty)?);
        let members = types::replaced_members(ctx, parts.members, new);
        let unit = ctx.unit_attr();
        let named = parts.member_names.iter().filter(|&&name| name != unit).count() as u64;
        self.count += named + u64::from(matches!(ctx.type_data(ty), TypeData::Named { .. }));
        let params = Struct { members: &members, member_names: &[], ..parts }.params(ctx);
        if self.nominal.contains_key(&ty) {
            return Some(ctx.param_type(def, &params, 0));
        }
        let next = self.distinct.entry(params).or_default();
        let all =
            std::iter::from_fn(|| Some(ctx.param_type(def, &params, std::mem::replace(next, *next + 1))));
        all.into_iter().find(|&ty| self.taken.insert(ty))
    }
}
