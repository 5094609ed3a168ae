//! Printer for locations and location aliases

use crate::attrs::Elide;
use crate::bodies::is_declaration;
use crate::printer::Printer;
use crate::state::LocAliases;
use spv_ir::dialect::Traits;
use spv_ir::{Body, LocData, Location, Module, walk};
use std::sync::Arc;

impl Printer<'_> {
    // Aliases.

    /// Assigns aliases to all locations of a module.
    pub(crate) fn name_locations(&mut self, module: &Module) {
        let mut aliases = LocAliases::default();
        let own = self.module_location(module);
        self.name_text(&mut aliases, own, false);
        self.name_locations_in(&mut aliases, &module.body);
        self.loc_aliases = Some(Arc::new(aliases));
    }

    /// Assigns aliases to the fused locations of a module.
    pub(crate) fn name_fused_locations(&mut self, module: &Module) {
        if !self.ctx.locations().any(|data| matches!(data, LocData::Fused { .. })) {
            return;
        }
        let mut aliases = LocAliases::default();
        for body in walk::bodies(&module.body).map(|nested| nested.body) {
            for op in walk::ops(body) {
                if let Some(block) = body.parent(op).filter(|block| body.first_op(*block) == Some(op)) {
                    let args = body.args(block).iter().filter_map(|arg| body.value_annotations(*arg).loc);
                    args.chain(body.block_annotations(block).loc)
                        .for_each(|loc| self.name_fused(&mut aliases, loc));
                }
                self.name_fused(&mut aliases, body.loc(op));
            }
        }
        self.loc_aliases = (!aliases.texts.is_empty()).then(|| Arc::new(aliases));
    }

    fn name_fused(&mut self, aliases: &mut LocAliases, loc: Location) {
        if loc.is_explicit() && matches!(self.ctx.loc_data(loc), LocData::Fused { .. }) {
            self.name_location(aliases, loc, false);
        }
    }

    fn name_locations_in(&mut self, aliases: &mut LocAliases, body: &Body) {
        for block in body.blocks(body.root()) {
            self.name_arguments(aliases, body, block);
            for op in body.ops(block) {
                self.name_op(aliases, body, op);
            }
        }
    }

    fn name_op(&mut self, aliases: &mut LocAliases, body: &Body, op: spv_ir::Op) {
        self.name_location(aliases, body.loc(op), false);
        let function = self.registry.op(body.def(op)).traits.contains(Traits::FUNCTION);
        // The arguments of a declaration are printed as types, without names or locations.
        if let Some(nested) = body.nested(op).filter(|nested| !(function && is_declaration(nested))) {
            self.name_locations_in(aliases, nested);
        }
        for region in (0..body.region_count(op)).map(|i| body.region(op, i)) {
            for block in body.blocks(region) {
                self.name_arguments(aliases, body, block);
                for op in body.ops(block) {
                    self.name_op(aliases, body, op);
                }
            }
        }
    }

    fn name_arguments(&mut self, aliases: &mut LocAliases, body: &Body, block: spv_ir::Block) {
        for &arg in body.args(block) {
            let loc = body.value_annotations(arg).loc.unwrap_or(Location::UNKNOWN);
            self.name_location(aliases, loc, true);
        }
    }

    fn name_location(&mut self, aliases: &mut LocAliases, loc: Location, early: bool) {
        if let Some(&number) = aliases.by_location.get(&loc) {
            aliases.texts[number] |= early;
            return;
        }
        let text = self.location_text(loc);
        let number = self.name_text(aliases, text, early);
        aliases.by_location.insert(loc, number);
    }

    fn name_text(&mut self, aliases: &mut LocAliases, text: String, early: bool) -> usize {
        let entry = aliases.texts.entry(text);
        let number = entry.index();
        *entry.or_default() |= early;
        number
    }

    /// Prints the definitions of location aliases. If `before` is set, prints those that must precede the module,
    /// otherwise those that follow it.
    pub(crate) fn define_locations(&mut self, before: bool) {
        let Some(aliases) = self.loc_aliases.take() else { return };
        for (index, (text, early)) in aliases.texts.iter().enumerate() {
            if *early == before {
                self.push(&alias(index, aliases.texts.len()));
                self.push(" = loc(");
                self.push(text);
                self.push(")\n");
            }
        }
        self.loc_aliases = Some(aliases);
    }

    /// Returns the MLIR text of a location without the enclosing `loc(` and `)`.
    fn location_text(&mut self, loc: Location) -> String {
        let start = self.out.len();
        self.location(loc);
        let text = self.out.split_off(start);
        String::from_utf8_lossy(&text).into_owned()
    }

    fn module_location(&mut self, module: &Module) -> String {
        if let Some(loc) = module.loc {
            return self.location_text(loc);
        }
        let start = self.out.len();
        match self.options.source {
            Some(source) => self.file_position(source.file, 0, 0),
            None => self.push("unknown"),
        }
        let text = self.out.split_off(start);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Prints the ` loc(...)` of the module, unless the options omit locations.
    pub(crate) fn print_module_location(&mut self, module: &Module) {
        if !self.options.debug_info {
            return;
        }
        let text = self.module_location(module);
        self.push(" loc(");
        let named = self.loc_aliases.as_ref().and_then(|aliases| {
            let number = aliases.texts.get_index_of(&text)?;
            Some(alias(number, aliases.texts.len()))
        });
        self.push(&named.unwrap_or(text));
        self.push(")");
    }

    // Uses of locations.

    /// Prints the ` loc(...)` of an op, unless the options omit it. In LLVM-compatible text, only op locations have
    /// aliases.
    #[inline]
    pub(crate) fn print_op_location(&mut self, loc: Location) {
        if self.strict() && self.loc_aliases.is_some() {
            self.print_alias_of(loc);
        } else {
            self.print_trailing_location(loc);
        }
    }

    /// Prints the ` loc(...)` that ends an op, label or block argument, unless the options omit it.
    #[inline]
    pub(crate) fn print_trailing_location(&mut self, loc: Location) {
        let wanted = self.options.debug_info || (loc.is_explicit() && !self.strict());
        if wanted && !(self.loc_aliases.is_some() && !self.strict() && self.print_alias_of(loc)) {
            self.push(" loc(");
            self.location(loc);
            self.push(")");
        }
    }

    /// Prints a location as an alias, for example ` loc(#loc3)`. Returns false if the location has no alias.
    fn print_alias_of(&mut self, loc: Location) -> bool {
        let Some(aliases) = &self.loc_aliases else { return false };
        let Some(&number) = aliases.by_location.get(&loc) else { return false };
        let name = alias(number, aliases.texts.len());
        self.push(" loc(");
        self.push(&name);
        self.push(")");
        true
    }

    fn location(&mut self, loc: Location) {
        let ctx = self.ctx;
        if let Some(offset) = loc.text_offset() {
            return self.text_position(offset);
        }
        match ctx.loc_data(loc) {
            LocData::Unknown => self.push("unknown"),
            LocData::FileLineCol { file, line, column } => {
                self.file_position(ctx.str(*file), u64::from(*line), u64::from(*column));
            }
            LocData::Name { name, child } => {
                self.print_string(ctx.str(*name));
                if !child.is_unknown() {
                    self.push("(");
                    self.location(*child);
                    self.push(")");
                }
            }
            LocData::CallSite { callee, caller } => {
                self.push("callsite(");
                self.location(*callee);
                self.push(" at ");
                self.location(*caller);
                self.push(")");
            }
            LocData::Fused { metadata, parts } => {
                self.push("fused");
                if let Some(metadata) = metadata {
                    self.push("<");
                    self.print_attr(*metadata, Elide::Never);
                    self.push(">");
                }
                self.push("[");
                self.separated(parts, |p, part| p.location(*part));
                self.push("]");
            }
        }
    }

    fn file_position(&mut self, file: &str, line: u64, column: u64) {
        self.print_string(file);
        self.push(":");
        self.number(line);
        self.push(":");
        self.number(column);
    }

    /// Prints a byte offset in the parsed MLIR text as line and column numbers, both counted from 1.
    fn text_position(&mut self, offset: usize) {
        let Some(source) = self.options.source else { return self.push("unknown") };
        let lines = self.lines.get_or_insert_with(|| {
            let ends = source.text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= offset);
        let column = offset - lines[line - 1] + 1;
        self.file_position(source.file, line as u64, column as u64);
    }
}

/// Returns the alias name with the given index: `#loc`, followed by the index if there are several aliases.
fn alias(index: usize, count: usize) -> String {
    if count == 1 { "#loc".to_owned() } else { format!("#loc{index}") }
}
