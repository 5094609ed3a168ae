//! Locations.

use crate::attrs::Elide;
use crate::printer::Printer;
use spv_ir::{LocData, Location};

impl Printer<'_> {
    /// ` loc(...)`, where the location is to be printed at all.
    #[inline]
    pub(crate) fn print_trailing_location(&mut self, loc: Location) {
        let wanted = self.options.debug_info || (loc.is_explicit() && !self.strict());
        if wanted {
            self.push(" loc(");
            self.location(loc);
            self.push(")");
        }
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

    /// A position in the text that was parsed, as line and column from 1.
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
