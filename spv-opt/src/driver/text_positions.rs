//! Maps ops with explicit locations back to their text positions, for diagnostics

use rustc_hash::FxHashMap;
use spv_opt::ir::{Location, Place, walk};
use spv_opt::parser::{self, ParseOptions};
use spv_opt::{Context, Diagnostics, Module};
use std::sync::Arc;

/// Text of the note that shows the explicit location of an op.
const STATED: &str = "this is the location given by the operation";

/// Returns the explicit location of an op, which hides the op's text position. Returns `None` if there is no explicit
/// location.
fn stated(place: &Place) -> Option<Location> {
    match place {
        Place::Op(loc) if loc.is_explicit() => Some(*loc),
        _ => None,
    }
}

/// Replaces explicit locations in diagnostics with text positions. To find them, parses and verifies the text again,
/// ignoring explicit locations, and matches the new errors with `list`.
pub fn find(list: &mut Diagnostics, text: &str, options: &ParseOptions, ctx: &Arc<Context>) {
    if !list.list.iter().any(|d| stated(&d.place).is_some() || d.notes.iter().any(|n| stated(&n.0).is_some()))
    {
        return;
    }
    let options = ParseOptions { keep_positions: true, ..*options };
    let Ok(module) = parser::parse(text, &options, ctx.clone()) else { return };
    let again = spv_opt::verify(&module).and_then(|()| spv_opt::export(&module).map(|_| ()));
    let mut found = again.err().unwrap_or_default().list.into_iter().peekable();
    for diagnostic in &mut list.list {
        let Some(same) = found.next_if(|d| d.message == diagnostic.message) else { continue };
        for ((place, _), real) in diagnostic.notes.iter_mut().zip(same.notes) {
            *place = real.0;
        }
        let old = std::mem::replace(&mut diagnostic.place, same.place);
        if stated(&old).is_some() {
            diagnostic.notes.push((old, STATED.to_owned()));
        }
    }
    if list.list.iter().any(|d| stated(&d.place).is_some()) {
        of_locations(list, text, &options, &module);
    }
}

/// Replaces the positions of errors about an explicit location itself. Reports each error at the first op with that
/// location.
fn of_locations(list: &mut Diagnostics, text: &str, options: &ParseOptions, module: &Module) {
    let options = ParseOptions { keep_positions: false, ..*options };
    let Ok(other) = parser::parse(text, &options, module.ctx.clone()) else { return };
    let mut first: FxHashMap<(Location, &str), Location> = FxHashMap::default();
    let registry = module.ctx.registry();
    for (a, b) in walk::bodies(&module.body).zip(walk::bodies(&other.body)) {
        for (place, op) in walk::ops(a.body).zip(walk::ops(b.body)) {
            let name = registry.op(b.body.def(op)).row.name;
            first.entry((b.body.loc(op), name)).or_insert(a.body.loc(place));
        }
    }
    for diagnostic in &mut list.list {
        let name =
            diagnostic.message.strip_prefix('\'').and_then(|m| m.split_once("' op ")).map(|(name, _)| name);
        let known = stated(&diagnostic.place).zip(name).and_then(|key| first.get(&key));
        if let Some(place) = known {
            diagnostic.place = Place::Op(*place);
        }
    }
}
