//! Conversion between LLVM's syntax and SPV_INTEL_cache_controls decorations
//!
//! LLVM has one attribute for all cache controls of a value: a list with an element for each cache level. In this
//! dialect, the first cache-control decoration is an attribute with its own key. Each additional one is an element of
//! the attribute [`OTHERS`].

use crate::decorations::OTHERS;
use crate::generated::enums::{LOAD_CACHE_CONTROL, STORE_CACHE_CONTROL};
use spv_ir::dialect::EnumDef;
use spv_ir::text::*;
use spv_ir::{
    AttrData, Attribute, Body, Builder, Context, Diagnostic, Diagnostics, Ident, Module, Op, Place, walk,
};

/// A cache-control decoration, for loads or for stores.
pub(super) struct CacheControl {
    /// Name of the decoration.
    decoration: &'static str,
    /// Name of LLVM's attribute for the cache control of one level.
    pub attribute: &'static str,
    /// Key of the cache control inside LLVM's attribute.
    control: &'static str,
    def: &'static EnumDef,
}

/// Cache-control decorations, sorted by name.
pub(super) static KINDS: [CacheControl; 2] = [
    CacheControl {
        decoration: "CacheControlLoadINTEL",
        attribute: "spv.cache_control_load_intel",
        control: "load_cache_control",
        def: &LOAD_CACHE_CONTROL,
    },
    CacheControl {
        decoration: "CacheControlStoreINTEL",
        attribute: "spv.cache_control_store_intel",
        control: "store_cache_control",
        def: &STORE_CACHE_CONTROL,
    },
];

impl CacheControl {
    /// Returns the name of the attribute that represents the decoration on an op.
    fn key(&self) -> &'static str {
        self.attribute.trim_start_matches("spv.")
    }

    /// Returns LLVM's name of a cache control: the grammar's name without the vendor suffix.
    fn name(control: &str) -> &str {
        let name = control.strip_suffix("INTEL").unwrap_or(control);
        if name == "InvalidateAfterRead" { "InvalidateAfterR" } else { name }
    }

    /// Parses `<cache_level = 0, load_cache_control = Uncached>` into an array of cache level and cache control.
    pub fn parse(&self, p: &mut dyn AsmParser) -> Parsed<ParamInstance> {
        p.expect("<")?;
        key(p, "cache_level")?;
        let level = p.integer()?;
        p.expect(",")?;
        key(p, self.control)?;
        let at = p.offset();
        let name = p.keyword()?;
        let known = self.def.enumerants.iter().find(|known| CacheControl::name(known.name) == name);
        let (Ok(level), Some(known)) = (u32::try_from(level), known) else {
            return Err(
                p.error_at(at..at + name.len(), &format!("expected a cache level and a {}", self.def.name))
            );
        };
        p.expect(">")?;
        let ctx = p.ctx();
        Ok(ParamInstance::Other(ctx.array_attr(&[ctx.i32_attr(level), ctx.string_attr(known.name)])))
    }

    /// Formats an array of level and cache-control pairs in LLVM's syntax. Returns `None` if `list` has another form.
    pub fn spell(&self, ctx: &Context, list: Attribute) -> Option<String> {
        let levels: Option<Vec<String>> = ctx
            .attr_array(list)?
            .iter()
            .map(|entry| {
                let [level, control] = ctx.attr_array(*entry)? else { return None };
                let (level, control) = (ctx.attr_u64(*level)?, CacheControl::name(ctx.attr_str(*control)?));
                let attribute = self.attribute.replacen("spv.", "spirv.", 1);
                Some(format!("#{attribute}<cache_level = {level}, {} = {control}>", self.control))
            })
            .collect();
        Some(format!("[{}]", levels?.join(", ")))
    }
}

/// Returns the cache-control decoration with the attribute name `key`, or `None` if there is none.
pub(super) fn kind_of(key: &str) -> Option<&'static CacheControl> {
    KINDS.iter().find(|kind| kind.key() == key)
}

fn key(p: &mut dyn AsmParser, name: &str) -> Parsed<()> {
    match p.accept_keyword(name) {
        true => p.expect("="),
        false => Err(p.error(&format!("expected `{name} =`"))),
    }
}

/// A function that maps an op's location and attributes to its new attributes, or to `None` to leave the op unchanged.
type Change<'a> = &'a mut dyn FnMut(Place, &[(Ident, Attribute)]) -> Option<Vec<(Ident, Attribute)>>;

/// Applies a function to each op with discardable attributes.
fn change(module: &mut Module, change: Change<'_>) {
    let ctx = module.ctx.clone();
    let keys: Vec<Ident> =
        KINDS.iter().map(|kind| kind.key()).chain([OTHERS]).map(|key| ctx.ident(key)).collect();
    let may_change =
        |body: &Body, op: &Op| ctx.dict(body.attrs(*op)).iter().any(|(key, _)| keys.contains(key));
    walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
        for op in walk::ops(body).filter(|op| may_change(body, op)).collect::<Vec<Op>>() {
            if let Some(entries) = change(Place::Op(body.loc(op)), ctx.dict(body.attrs(op))) {
                Builder::new(body).set_attrs(op, Some(ctx.dict_attr(entries)));
            }
        }
    });
}

/// Converts cache controls from LLVM's syntax.
///
/// # Errors
/// Reports an attribute that is not a list of cache controls.
pub fn cache_controls_from_llvm(module: &mut Module) -> Result<(), Diagnostics> {
    let ctx = module.ctx.clone();
    let mut problems = Diagnostics::default();
    change(module, &mut |place, entries| {
        let of = |entry: &(Ident, Attribute)| kind_of(ctx.str(entry.0));
        entries.iter().find_map(of)?;
        let mut kept: Vec<(Ident, Attribute)> = Vec::new();
        let mut others = Vec::new();
        for entry in entries {
            match of(entry).map(|kind| (kind, levels(&ctx, kind, entry.1))) {
                None if ctx.str(entry.0) == OTHERS => {
                    others.extend(ctx.attr_array(entry.1).unwrap_or(&[]).iter().copied());
                }
                None => kept.push(*entry),
                Some((kind, Ok(levels))) => {
                    kept.push((entry.0, levels[0]));
                    let heads = [ctx.string_attr("OpDecorate"), ctx.string_attr(kind.decoration)];
                    let decorate = |level: &Attribute| {
                        let operands = ctx.attr_array(*level).unwrap_or(&[]);
                        ctx.array_attr(&[&heads[..], operands].concat())
                    };
                    others.extend(levels[1..].iter().map(decorate));
                }
                Some((_, Err(message))) => problems.push(Diagnostic::error(place.clone(), message)),
            }
        }
        if !others.is_empty() {
            kept.push((ctx.ident(OTHERS), ctx.array_attr(&others)));
        }
        Some(kept)
    });
    if problems.has_errors() { Err(problems) } else { Ok(()) }
}

/// Returns the level and cache-control pairs of an attribute in LLVM's syntax, or LLVM's error message.
fn levels(ctx: &Context, kind: &CacheControl, attr: Attribute) -> Result<Vec<Attribute>, String> {
    let name = kind.decoration;
    let is_level = |level: &Attribute| match ctx.attr_array(*level) {
        Some([level, control]) => {
            let control = ctx.attr_str(*control);
            matches!(ctx.attr_data(*level), AttrData::Integer { .. })
                && control.is_some_and(|control| kind.def.by_name(control).is_some())
        }
        _ => false,
    };
    match ctx.attr_array(attr) {
        Some([]) => Err(format!("expecting non-empty array attribute of {name} for {name}")),
        Some(levels) if levels.iter().all(is_level) => Ok(levels.to_vec()),
        _ => Err(format!("expecting array attribute of {name} for {name}")),
    }
}

/// Converts cache controls to LLVM's syntax.
pub fn cache_controls_to_llvm(module: &mut Module) {
    let ctx = module.ctx.clone();
    change(module, &mut |_, entries| {
        let mut lists: [Vec<Attribute>; KINDS.len()] = Default::default();
        let mut kept: Vec<(Ident, Attribute)> = Vec::new();
        let mut others = Vec::new();
        for entry in entries {
            if let Some(at) = KINDS.iter().position(|kind| kind.key() == ctx.str(entry.0)) {
                lists[at].push(entry.1);
            } else if ctx.str(entry.0) == OTHERS {
                for other in ctx.attr_array(entry.1).unwrap_or(&[]) {
                    let parts = ctx.attr_array(*other).unwrap_or(&[]);
                    let named = |kind: &CacheControl| match parts {
                        [_, name, _, _] => ctx.attr_str(*name) == Some(kind.decoration),
                        _ => false,
                    };
                    match KINDS.iter().position(named) {
                        Some(at) => lists[at].push(ctx.array_attr(&parts[2..])),
                        None => others.push(*other),
                    }
                }
            } else {
                kept.push(*entry);
            }
        }
        if lists.iter().all(Vec::is_empty) {
            return None;
        }
        for (kind, list) in KINDS.iter().zip(lists).filter(|(_, list)| !list.is_empty()) {
            kept.push((ctx.ident(kind.key()), ctx.array_attr(&list)));
        }
        if !others.is_empty() {
            kept.push((ctx.ident(OTHERS), ctx.array_attr(&others)));
        }
        Some(kept)
    });
}
