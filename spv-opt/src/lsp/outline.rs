//! Document symbols: the tree of modules and symbols

use super::document::Document;
use super::index::Definition;
use lsp_types::{DocumentSymbol, SymbolKind};
use spv_ir::dialect::{Registry, Traits};

/// Returns the tree of modules and of the symbols that ops in them define.
pub fn outline(document: &mut Document) -> Vec<DocumentSymbol> {
    let list = document.index().definitions();
    let mut roots: Vec<DocumentSymbol> = Vec::new();
    // Stack of tree nodes whose text range is still open, outermost first, each with its end offset.
    let mut open: Vec<(usize, DocumentSymbol)> = Vec::new();
    for definition in &list {
        while let Some((_, done)) = open.pop_if(|(end, _)| *end <= definition.span.start) {
            close(&mut open, &mut roots, done);
        }
        open.push((definition.span.end, node(document, definition)));
    }
    while let Some((_, done)) = open.pop() {
        close(&mut open, &mut roots, done);
    }
    roots
}

fn close(open: &mut [(usize, DocumentSymbol)], roots: &mut Vec<DocumentSymbol>, done: DocumentSymbol) {
    match open.last_mut() {
        Some((_, parent)) => parent.children.get_or_insert_default().push(done),
        None => roots.push(done),
    }
}

fn node(document: &Document, definition: &Definition) -> DocumentSymbol {
    let text = document.text();
    let registry = document.registry();
    #[expect(deprecated, reason = "the struct has a field that is")]
    DocumentSymbol {
        name: definition.name.clone(),
        detail: definition.symbol.then(|| registry.op(definition.def).row.name.to_owned()),
        kind: kind(registry, definition),
        tags: None,
        deprecated: None,
        range: text.range(definition.span.clone()),
        selection_range: text.range(definition.selection.clone()),
        children: None,
    }
}

fn kind(registry: &Registry, definition: &Definition) -> SymbolKind {
    let def = registry.op(definition.def);
    match def.row.name {
        _ if def.traits.contains(Traits::SYMBOL_TABLE) => SymbolKind::MODULE,
        _ if def.traits.contains(Traits::FUNCTION) => SymbolKind::FUNCTION,
        name if name.contains("Variable") => SymbolKind::VARIABLE,
        _ => SymbolKind::CONSTANT,
    }
}
