//! Binds imports to exports

use super::input::{InputInstruction, Linked, Section};
use super::merge::drop_targets;
use super::names::place;
use super::{LinkOptions, one};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::values::decoration;
use spv_dialect::spv::LinkageType;
use spv_ir::Diagnostics;

/// The reason why imports cannot be bound.
pub(super) enum Failure {
    /// The type of an import differs from the type of its export.
    Types(Diagnostics),
    Other(Diagnostics),
}

/// A function or variable that is imported or exported under a linkage name.
#[derive(Clone, Debug)]
struct Symbol {
    name: String,
    linkage: LinkageType,
    id: u32,
    module: usize,
    is_function: bool,
    /// Type id of the variable or function.
    ty: u32,
    /// Decorations other than LinkageAttributes. Each has the opcode and the words after the target.
    decorations: Vec<Vec<u32>>,
}

/// Types and decorations of functions and module-level variables.
#[derive(Default)]
struct Declared {
    /// For each function or variable id, its type id and whether it is a function.
    types: FxHashMap<u32, (u32, bool)>,
    /// For each id, its sorted decorations other than LinkageAttributes. Each has the opcode and the words after the
    /// target.
    decorations: FxHashMap<u32, Vec<Vec<u32>>>,
}

impl Declared {
    fn new(linked: &Linked) -> Declared {
        let mut declared = Declared::default();
        for item in &linked.items {
            match (item.instruction.opcode, item.section, &item.instruction.words[..]) {
                (op::FUNCTION, _, &[_, _, id, _, ty, ..]) => _ = declared.types.insert(id, (ty, true)),
                (op::VARIABLE | op::UNTYPED_VARIABLE_KHR, Section::Declarations, &[_, ty, id, ..]) => {
                    _ = declared.types.insert(id, (ty, false));
                }
                _ => {}
            }
        }
        for item in linked.section(Section::Annotations).filter(|item| linkage(item).is_none()) {
            if let [first, target, rest @ ..] = &item.instruction.words[..] {
                declared.decorations.entry(*target).or_default().push([&[first & 0xFFFF], rest].concat());
            }
        }
        declared.decorations.values_mut().for_each(|list| list.sort());
        declared
    }

    /// Returns a map from built-in variables to identical variables of earlier modules. OpenCL compilers expect a
    /// single variable per built-in.
    fn equal_built_ins(&self, linked: &Linked, same: &FxHashMap<u32, u32>) -> FxHashMap<u32, u32> {
        let (mut first, mut equal) = (FxHashMap::default(), FxHashMap::default());
        for item in linked.section(Section::Declarations) {
            if let Some(id) = item.instruction.result_id().filter(|id| !same.contains_key(id))
                && let Some(&(ty, false)) = self.types.get(&id)
                && let Some(decorations) = self.decorations.get(&id).filter(|list| has_built_in(list))
            {
                let &mut (module, variable) = first.entry((ty, decorations)).or_insert((item.module, id));
                if module != item.module {
                    equal.insert(id, variable);
                }
            }
        }
        equal
    }
}

/// Returns whether a list of decorations contains `BuiltIn`.
fn has_built_in(decorations: &[Vec<u32>]) -> bool {
    decorations.iter().any(|words| words.starts_with(&[op::DECORATE, decoration::BUILT_IN]))
}

impl Symbol {
    /// Returns whether this is a built-in variable. The environment defines these variables, but producers of OpenCL
    /// kernels import them.
    fn is_built_in(&self) -> bool {
        !self.is_function && has_built_in(&self.decorations)
    }

    fn place(&self, linked: &Linked) -> String {
        let what = if self.linkage == LinkageType::Import { "imported" } else { "exported" };
        let kind = if self.is_function { "function" } else { "variable" };
        place(linked, self.module, &format!("{what} {kind}"), self.id)
    }
}

/// Binds each import to its export, and removes the linkage decorations of bound symbols. With `allow_variants`, a
/// symbol may have several exports, and imports are bound to the first export.
pub(super) fn bind(linked: &mut Linked, options: &LinkOptions, allow_variants: bool) -> Result<(), Failure> {
    let declared = Declared::new(linked);
    let symbols = symbols(linked, &declared);
    let mut exports: FxHashMap<&str, &Symbol> = FxHashMap::default();
    let mut same: FxHashMap<u32, u32> = FxHashMap::default();
    let mut errors = Diagnostics::default();
    for symbol in symbols.iter().filter(|symbol| symbol.linkage != LinkageType::Import) {
        match exports.get(symbol.name.as_str()) {
            None => _ = exports.insert(&symbol.name, symbol),
            // LinkOnceODR symbols are identical by definition, so the first definition is used.
            Some(first) if [first.linkage, symbol.linkage] == [LinkageType::LinkOnceODR; 2] => {
                check_pair(linked, symbol, first, &mut errors)?;
                same.insert(symbol.id, first.id);
            }
            Some(_) if allow_variants => {}
            Some(first) => {
                let message = format!("the symbol {:?} is exported twice", symbol.name);
                errors.list.extend(one(&message, &[first.place(linked), symbol.place(linked)]).list);
            }
        }
    }
    let mut unresolved = false;
    let mut built_in = FxHashSet::default();
    let mut imported: FxHashMap<&str, &Symbol> = FxHashMap::default();
    for import in symbols.iter().filter(|symbol| symbol.linkage == LinkageType::Import) {
        match exports.get(import.name.as_str()) {
            Some(export) => {
                check_pair(linked, import, export, &mut errors)?;
                same.insert(import.id, export.id);
            }
            None if options.allow_partial_linkage || import.is_built_in() => {
                unresolved |= !import.is_built_in();
                built_in.extend(import.is_built_in().then_some(import.id));
                // Several modules may import the same symbol, so only the first declaration is used.
                match imported.get(import.name.as_str()) {
                    None => _ = imported.insert(&import.name, import),
                    Some(first) => {
                        check_pair(linked, import, first, &mut errors)?;
                        same.insert(import.id, first.id);
                    }
                }
            }
            None => {
                let message = format!("the symbol {:?} is imported, but no module exports it", import.name);
                errors.list.extend(one(&message, &[import.place(linked)]).list);
            }
        }
    }
    if errors.has_errors() {
        return Err(Failure::Other(errors));
    }
    let equal = declared.equal_built_ins(linked, &same);
    same.values_mut().for_each(|id| *id = equal.get(id).copied().unwrap_or(*id));
    same.extend(equal);
    linked.has_linkage = unresolved;
    let dropped = dropped_ids(linked, &same);
    let keeps_exports = options.create_library;
    drop_bound(linked, &dropped, &built_in, keeps_exports);
    linked.replace_ids(&same);
    Ok(())
}

/// Checks that two symbols to be merged have the same type and decorations.
fn check_pair(linked: &Linked, a: &Symbol, b: &Symbol, errors: &mut Diagnostics) -> Result<(), Failure> {
    let notes = [a.place(linked), b.place(linked)];
    if (a.is_function, a.ty) != (b.is_function, b.ty) {
        let message = format!("the import and export of the symbol {:?} have different types", a.name);
        return Err(Failure::Types(one(&message, &notes)));
    }
    if a.decorations != b.decorations {
        let message = format!("the import and export of the symbol {:?} have different decorations", a.name);
        errors.list.extend(one(&message, &notes).list);
    }
    Ok(())
}

/// Returns the linkage name and linkage type, if an instruction is a LinkageAttributes decoration.
fn linkage(item: &InputInstruction) -> Option<(String, LinkageType)> {
    let instruction = &item.instruction;
    let is_linkage = instruction.opcode == op::DECORATE
        && instruction.words.get(2) == Some(&decoration::LINKAGE_ATTRIBUTES);
    let kind = *instruction.words.last().filter(|_| is_linkage)?;
    Some((instruction.string(3)?, LinkageType(kind)))
}

fn symbols(linked: &Linked, declared: &Declared) -> Vec<Symbol> {
    let symbol = |item: &InputInstruction| {
        let (name, linkage) = linkage(item)?;
        let id = *item.instruction.words.get(1)?;
        let (ty, is_function) = *declared.types.get(&id)?;
        let decorations = declared.decorations.get(&id).cloned().unwrap_or_default();
        Some(Symbol { name, linkage, id, module: item.module, is_function, ty, decorations })
    };
    linked.section(Section::Annotations).filter_map(symbol).collect()
}

/// Returns the ids of declarations and functions that `same` replaces with other definitions, and all ids defined in
/// these functions.
fn dropped_ids(linked: &Linked, same: &FxHashMap<u32, u32>) -> FxHashSet<u32> {
    let mut dropped: FxHashSet<u32> = same.keys().copied().collect();
    let mut in_dropped = false;
    for InputInstruction { instruction, .. } in &linked.items {
        if instruction.opcode == op::FUNCTION {
            in_dropped = instruction.result_id().is_some_and(|id| same.contains_key(&id));
        }
        dropped.extend(instruction.result_id().filter(|_| in_dropped));
        in_dropped &= instruction.opcode != op::FUNCTION_END;
    }
    dropped
}

/// Removes declarations and functions that are bound to other definitions, with their names and decorations. Also
/// removes the import decorations of built-in variables and, unless `keeps_exports` is set, the linkage decorations of
/// all exports.
fn drop_bound(linked: &mut Linked, dropped: &FxHashSet<u32>, built_in: &FxHashSet<u32>, keeps_exports: bool) {
    let mut in_dropped = false;
    linked.items.retain(|item| {
        let instruction = &item.instruction;
        let is_dropped = |id: Option<u32>| id.is_some_and(|id| dropped.contains(&id));
        match item.section {
            Section::Declarations => !is_dropped(instruction.result_id()),
            Section::Prototypes | Section::Functions => {
                in_dropped |= instruction.opcode == op::FUNCTION && is_dropped(instruction.result_id());
                let stays = !in_dropped;
                in_dropped &= instruction.opcode != op::FUNCTION_END;
                stays
            }
            Section::Names | Section::Annotations => {
                let target = instruction.words.get(1).copied();
                let resolved = linkage(item).is_some_and(|(_, kind)| match kind {
                    LinkageType::Import => target.is_some_and(|id| built_in.contains(&id)),
                    _ => !keeps_exports,
                });
                let is_group = matches!(instruction.opcode, op::GROUP_DECORATE | op::GROUP_MEMBER_DECORATE);
                !resolved && (is_group || !is_dropped(target))
            }
            _ => true,
        }
    });
    linked.items.iter_mut().for_each(|item| drop_targets(&mut item.instruction, &|id| dropped.contains(&id)));
}
