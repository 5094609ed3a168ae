//! Validation of input and output locations
//!
//! Computes the components that each variable occupies and reports overlaps within an entry point. A location has
//! four components.

use super::Report;
use super::facts::{EntryPoint, Facts};
use super::interfaces;
use super::rule::{Check, Rule, vulkan};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::{
    capability as c, decoration as d, execution_model as m, storage_class as s,
};
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::{Attribute, Context, Ident, Type};
use std::ops::Range;

const SECTION: &str = "15.1.3";

/// Validation rules for locations.
pub const RULES: &[Rule] = &[
    vulkan("VUID-StandaloneSpirv-OpEntryPoint-08721", SECTION, "inputs of one entry point overlap", {
        Check::Report(|rule, facts, report| overlaps(rule, facts, report, s::INPUT))
    })
    .note("give each variable a different Location or Component"),
    vulkan("VUID-StandaloneSpirv-OpEntryPoint-08722", SECTION, "outputs of one entry point overlap", {
        Check::Report(|rule, facts, report| overlaps(rule, facts, report, s::OUTPUT))
    })
    .note("give each variable a different Location or Component"),
    vulkan("VUID-StandaloneSpirv-Location-04916", SECTION, "an input or output requires a Location", {
        Check::Report(|rule, facts, report| unplaced(rule, facts, report, false))
    })
    .note("decorate it with Location"),
    vulkan("VUID-StandaloneSpirv-Location-04917", SECTION, "a struct without Block requires a Location", {
        Check::Report(|rule, facts, report| unplaced(rule, facts, report, true))
    })
    .note("decorate it with Location, or the struct with Block"),
    vulkan(
        "VUID-StandaloneSpirv-Location-04918",
        SECTION,
        "members of a struct must not have Locations if the variable or an outer member has one",
        Check::Report(|rule, facts, report| {
            each(facts, |entry, variable| {
                let located = facts.decoration_word(variable.attrs, d::LOCATION).is_some();
                let members = types::structure(facts.ctx, variable.ty);
                let members =
                    members.filter(|_| is_block(facts, variable.ty)).map_or(&[][..], |parts| parts.members);
                let mut members = members.iter().filter_map(|member| facts.ctx.attr_type(*member));
                let holds = match located {
                    true => holds_located(facts, variable.ty),
                    false => members.any(|member| holds_located(facts, member)),
                };
                if holds {
                    report.add_variable(rule, facts.site(entry.op), facts, variable.name);
                }
            });
        }),
    ),
    vulkan("SPV-location-member", SECTION, "each member of a block without Location requires a Location", {
        Check::Report(|rule, facts, report| {
            each(facts, |entry, variable| {
                let located = facts.is_decorated(variable.attrs, d::LOCATION);
                let parts = types::structure(facts.ctx, variable.ty).filter(|_| is_block(facts, variable.ty));
                let Some(parts) = parts.filter(|_| !located) else { return };
                let is_located = |index| {
                    let dict = parts.member_decorations.get(index).copied();
                    facts.is_decorated(dict, d::LOCATION)
                };
                if !(0..parts.members.len()).all(is_located) {
                    report.add_variable(rule, facts.site(entry.op), facts, variable.name);
                }
            });
        })
    })
    .note("decorate the variable or each member with Location"),
    vulkan("SPV-location-tile-image", SECTION, "tile images of an entry point have the same Location", {
        Check::Report(|rule, facts, report| {
            let has_tiles = facts.has(c::TILE_IMAGE_COLOR_READ_ACCESS_EXT);
            for entry in facts.entries.iter().filter(|_| has_tiles) {
                let (mut taken, mut seen) = (FxHashSet::default(), FxHashSet::default());
                for &name in entry.interface.iter().filter(|name| seen.insert(**name)) {
                    let attrs = facts.symbols.get(name).and_then(|op| facts.body.attrs(op));
                    let location = facts.decoration_word(attrs, d::LOCATION);
                    let is_tile = interfaces::class(facts, name) == Some(s::TILE_IMAGE_EXT);
                    if is_tile && location.is_some_and(|location| !taken.insert(location)) {
                        report.add_variable(rule, facts.site(entry.op), facts, name);
                    }
                }
            }
        })
    })
    .note("give each a different Location"),
    vulkan("SPV-location-index", "3.20", "only outputs of fragment shaders may have an Index", {
        Check::Interface(|x, name| {
            let attrs = x.facts.symbols.get(name).and_then(|op| x.facts.body.attrs(op));
            if !LOCATED.contains(&x.entry.model) || !x.facts.is_decorated(attrs, d::INDEX) {
                return None;
            }
            Some(x.entry.model == m::FRAGMENT && interfaces::class(x.facts, name)? == s::OUTPUT)
        })
    }),
];

/// Execution models whose interface variables are matched by location.
const LOCATED: [u32; 5] =
    [m::VERTEX, m::TESSELLATION_CONTROL, m::TESSELLATION_EVALUATION, m::GEOMETRY, m::FRAGMENT];

/// An input or output variable of an entry point that is not a built-in.
struct Variable {
    name: Ident,
    /// Type of the variable, or its element type if the variable is an array over vertices.
    ty: Type,
    class: u32,
    attrs: Option<Attribute>,
}

/// Calls `visit` for each input and output variable of the entry points whose interfaces have locations.
fn each(facts: &Facts<'_>, mut visit: impl FnMut(&EntryPoint, &Variable)) {
    for entry in facts.entries.iter().filter(|entry| LOCATED.contains(&entry.model)) {
        let mut seen = FxHashSet::default();
        for &name in entry.interface.iter().filter(|name| seen.insert(**name)) {
            if let Some(variable) = variable(facts, entry, name) {
                visit(entry, &variable);
            }
        }
    }
}

fn variable(facts: &Facts<'_>, entry: &EntryPoint, name: Ident) -> Option<Variable> {
    let attrs = facts.symbols.get(name).and_then(|op| facts.body.attrs(op));
    let (ty, class) = types::pointer(facts.ctx, facts.variable(name)?.ty(facts.ctx)?)?;
    if ![s::INPUT, s::OUTPUT].contains(&class) || facts.is_decorated(attrs, d::BUILT_IN) {
        return None;
    }
    let patch = facts.is_decorated(attrs, d::PATCH);
    let arrayed = match entry.model {
        m::TESSELLATION_CONTROL => !patch,
        m::TESSELLATION_EVALUATION => class == s::INPUT && !patch,
        m::GEOMETRY => class == s::INPUT,
        m::FRAGMENT => class == s::INPUT && facts.is_decorated(attrs, d::PER_VERTEX_KHR),
        _ => false,
    };
    let shape = facts.shape(ty);
    let is_array = matches!(shape.kind, TypeKind::Array | TypeKind::RuntimeArray);
    let ty = shape.inner.filter(|_| arrayed && is_array).unwrap_or(ty);
    let members = types::structure(facts.ctx, ty).map_or(&[][..], |parts| parts.member_decorations);
    let built_in = members.iter().any(|dict| facts.is_decorated(Some(*dict), d::BUILT_IN));
    (!built_in).then_some(Variable { name, ty, class, attrs })
}

fn is_block(facts: &Facts<'_>, ty: Type) -> bool {
    types::structure(facts.ctx, ty).is_some() && facts.is_type_decorated(ty, d::BLOCK)
}

fn unplaced(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>, structs: bool) {
    each(facts, |entry, variable| {
        let is_struct = types::structure(facts.ctx, variable.ty).is_some();
        let located = facts.is_decorated(variable.attrs, d::LOCATION) || is_block(facts, variable.ty);
        if !located && is_struct == structs {
            report.add_variable(rule, facts.site(entry.op), facts, variable.name);
        }
    });
}

/// Returns whether a type contains a struct member with a location.
fn holds_located(facts: &Facts<'_>, ty: Type) -> bool {
    let (mut open, mut seen) = (vec![ty], FxHashSet::default());
    while let Some(ty) = open.pop() {
        if !seen.insert(ty) {
            continue;
        }
        if let Some(parts) = types::structure(facts.ctx, ty) {
            if parts.member_decorations.iter().any(|dict| facts.is_decorated(Some(*dict), d::LOCATION)) {
                return true;
            }
            open.extend(parts.members.iter().filter_map(|member| facts.ctx.attr_type(*member)));
        }
        let shape = facts.shape(ty);
        open.extend(shape.inner.filter(|_| shape.kind == TypeKind::Array));
    }
    false
}

fn overlaps(rule: &'static Rule, facts: &Facts<'_>, report: &mut Report<'_>, class: u32) {
    for entry in facts.entries.iter().filter(|entry| LOCATED.contains(&entry.model)) {
        // The variable that occupies each component. Keyed by the values of the Index, Stream and Patch decorations,
        // and the component.
        let mut taken: FxHashMap<([u32; 3], u32), Ident> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for &name in entry.interface.iter().filter(|name| seen.insert(**name)) {
            let Some(variable) = variable(facts, entry, name).filter(|found| found.class == class) else {
                continue;
            };
            let word = |decoration| facts.decoration_word(variable.attrs, decoration).unwrap_or(0);
            let patch = u32::from(facts.is_decorated(variable.attrs, d::PATCH));
            let space = [word(d::INDEX), word(d::STREAM), patch];
            let mut other = None;
            for range in components(facts, &variable).unwrap_or_default() {
                other =
                    other.or(range.into_iter().find_map(|component| taken.insert((space, component), name)));
            }
            if let Some(other) = other {
                // Both overlapping components may belong to members of the same block.
                let pair = if other == name { &[name][..] } else { &[other, name] };
                report.add_variables(rule, facts.site(entry.op), facts, pair);
                break;
            }
        }
    }
}

/// Upper bound for the number of locations on any device.
const MAX_LOCATION: u32 = 4096;

/// Returns the ranges of components that a variable occupies, with four components per location. Returns `None` if
/// the type cannot have locations.
fn components(facts: &Facts<'_>, variable: &Variable) -> Option<Vec<Range<u32>>> {
    let mut ranges = Vec::new();
    if let Some(location) = facts.decoration_word(variable.attrs, d::LOCATION) {
        let component = facts.decoration_word(variable.attrs, d::COMPONENT).unwrap_or(0);
        place(facts.ctx, variable.ty, location, component, &mut ranges)?;
        return Some(ranges);
    }
    let parts = types::structure(facts.ctx, variable.ty).filter(|_| is_block(facts, variable.ty))?;
    for (member, &dict) in parts.members.iter().zip(parts.member_decorations) {
        let Some(location) = facts.decoration_word(Some(dict), d::LOCATION) else { continue };
        let component = facts.decoration_word(Some(dict), d::COMPONENT).unwrap_or(0);
        place(facts.ctx, facts.ctx.attr_type(*member)?, location, component, &mut ranges)?;
    }
    Some(ranges)
}

/// Appends the components of a type that starts at `location` and `component`. Appends a range for each array element.
/// Returns `None` if the type cannot have locations.
fn place(ctx: &Context, ty: Type, location: u32, component: u32, ranges: &mut Vec<Range<u32>>) -> Option<()> {
    let shape = Shape::new(ctx, ty);
    let (element, count) = match (shape.kind, shape.inner) {
        (TypeKind::Array, Some(inner)) => (inner, shape.count.max(1)),
        _ => (ty, 1),
    };
    let locations = locations(ctx, element)?;
    let used = width(ctx, element);
    for index in 0..count {
        let first = index.checked_mul(locations).and_then(|offset| offset.checked_add(location))?;
        if first >= MAX_LOCATION {
            break;
        }
        let range = match used {
            0 => first * 4..(first + locations.min(MAX_LOCATION)) * 4,
            _ => first * 4 + component.min(3)..first * 4 + component.min(3) + used,
        };
        ranges.push(range);
    }
    Some(())
}

/// Returns the number of locations that a type occupies, or `None` if the type cannot have locations.
fn locations(ctx: &Context, ty: Type) -> Option<u32> {
    let shape = Shape::new(ctx, ty);
    match (shape.kind, shape.inner) {
        (TypeKind::Int | TypeKind::Float | TypeKind::Pointer, _) => Some(1),
        (TypeKind::Vector | TypeKind::LongVector, _) => {
            Some(if shape.width == 64 && shape.count > 2 { 2 } else { 1 })
        }
        (TypeKind::Matrix, Some(column)) => locations(ctx, column)?.checked_mul(shape.count),
        (TypeKind::Array, Some(element)) => locations(ctx, element)?.checked_mul(shape.count.max(1)),
        (TypeKind::Struct, _) => {
            let mut sum = 0_u32;
            for member in types::structure(ctx, ty)?.members {
                sum = sum.checked_add(locations(ctx, ctx.attr_type(*member)?)?)?;
            }
            Some(sum)
        }
        _ => None,
    }
}

/// Returns the number of components that a scalar or vector occupies; 0 for types that occupy whole locations.
fn width(ctx: &Context, ty: Type) -> u32 {
    let shape = Shape::new(ctx, ty);
    let each = if shape.width == 64 { 2 } else { 1 };
    match (shape.kind, types::view(ctx, ty)) {
        (TypeKind::Int | TypeKind::Float, _) => each,
        (TypeKind::Vector | TypeKind::LongVector, _) => {
            shape.count.saturating_mul(each).min(MAX_LOCATION * 4)
        }
        (TypeKind::Array, Some((op::TYPE_ARRAY, _))) => shape.inner.map_or(0, |inner| width(ctx, inner)),
        _ => 0,
    }
}
