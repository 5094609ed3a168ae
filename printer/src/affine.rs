//! Aliases of affine maps and integer sets: `#map`, `#map1`, `#set`

use crate::printer::Printer;
use rustc_hash::FxHashMap;
use spv_ir::{AttrData, Attribute, Context, Module};
use std::io;
use std::sync::Arc;

/// The aliases for the affine maps and integer sets of a module.
#[derive(Clone, Default)]
pub(crate) enum AffineAliases {
    /// No aliases: maps and sets are printed in full.
    #[default]
    None,
    /// The order in which maps and sets are first used, recorded while a draft is printed.
    Noting(FxHashMap<Attribute, usize>),
    /// The alias of each affine map and integer set.
    Named(Arc<FxHashMap<Attribute, String>>),
}

/// Returns the stem of the alias for an affine map or integer set: `map` or `set`. Returns `None` for other attributes.
fn stem(ctx: &Context, attr: Attribute) -> Option<&'static str> {
    match ctx.attr_data(attr) {
        AttrData::AffineMap(_) => Some("map"),
        AttrData::IntegerSet(_) => Some("set"),
        _ => None,
    }
}

impl Printer<'_> {
    /// Prints an affine map or integer set, as its alias if it has one.
    pub(crate) fn affine(&mut self, attr: Attribute) {
        match &mut self.affine_aliases {
            AffineAliases::Named(aliases) => {
                if let Some(alias) = aliases.clone().get(&attr) {
                    return self.push(alias);
                }
            }
            AffineAliases::Noting(found) => {
                let next = found.len();
                found.entry(attr).or_insert(next);
            }
            AffineAliases::None => {}
        }
        self.written_out(attr);
    }

    fn written_out(&mut self, attr: Attribute) {
        let text = match self.ctx.attr_data(attr) {
            AttrData::AffineMap(map) => format!("affine_map<{map}>"),
            AttrData::IntegerSet(set) => format!("affine_set<{set}>"),
            _ => return,
        };
        self.push(&text);
    }

    /// Prints the alias definitions for a module's affine maps and integer sets. Prints a draft of the module first,
    /// because aliases are numbered in the order of their first use.
    pub(crate) fn define_affine_aliases(&mut self, module: &Module) {
        let ctx = self.ctx;
        if !matches!(self.affine_aliases, AffineAliases::None) || !ctx.attrs().any(|a| stem(ctx, a).is_some())
        {
            return;
        }
        let mut nowhere = io::sink();
        let mut draft = Printer::new(ctx, self.options);
        draft.affine_aliases = AffineAliases::Noting(FxHashMap::default());
        draft.stream_to(&mut nowhere);
        draft.module(module);
        let AffineAliases::Noting(found) = draft.affine_aliases else { return };
        let mut found: Vec<_> =
            found.into_iter().map(|(attr, order)| (stem(ctx, attr), order, attr)).collect();
        found.sort_unstable();
        let mut counts: FxHashMap<Option<&str>, u32> = FxHashMap::default();
        let mut aliases = FxHashMap::default();
        for (stem, _, attr) in found {
            let number = counts.entry(stem).or_insert(0);
            let suffix = if *number == 0 { String::new() } else { number.to_string() };
            *number += 1;
            let alias = format!("#{}{suffix}", stem.unwrap_or_default());
            self.push(&alias);
            self.push(" = ");
            self.written_out(attr);
            self.newline();
            aliases.insert(attr, alias);
        }
        self.affine_aliases = AffineAliases::Named(Arc::new(aliases));
    }
}
