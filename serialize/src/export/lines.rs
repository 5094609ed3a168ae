//! Export of IR locations as OpLine, OpNoLine, DebugLine and DebugScope
//!
//! A state machine writes an instruction only if the location changes.

use super::operands::IdMeaning;
use super::plan::ExportKind;
use super::{ExportResult, Exporter, words};
use spv_dialect::attributes::{self, view};
use spv_dialect::generated::opcodes as op;
use spv_dialect::sets::{self, ExtSet};
use spv_dialect::spv;
use spv_dialect::verify::LOCATION_DEPTH;
use spv_ir::{AttrData, Attribute, Ident, LocData, Location};

/// The source line and debug scope that are in effect, or that an instruction requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    line: Option<(Ident, u32, u32)>,
    debug_line: Option<Attribute>,
    scope: Option<Attribute>,
}

/// The source line and debug scope in effect, with the IR location that produced them.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The IR location that produced the whole state; `None` if no single location did.
    location: Option<Location>,
    state: State,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { location: Some(Location::UNKNOWN), state: State::default() }
    }
}

impl Lines {
    /// Returns the IR location that produced the whole state in effect, or `None` if no single location did.
    pub(super) fn in_force(&self) -> Option<Location> {
        self.location
    }
}

impl Exporter<'_> {
    /// Puts the location of an instruction into effect. Appends line and scope instructions if the location changes.
    #[inline]
    pub(super) fn line(&mut self, loc: Location, out: &mut Vec<u32>) -> ExportResult<()> {
        let loc = if loc.is_explicit() { loc } else { Location::UNKNOWN };
        if self.lines.location == Some(loc) {
            return Ok(());
        }
        self.change_line(loc, true, out)
    }

    /// Puts a location into effect outside of blocks. Appends OpLine and OpNoLine, and scopes only if their
    /// debug-info instruction set allows them there.
    pub(super) fn line_outside_blocks(&mut self, loc: Location, out: &mut Vec<u32>) -> ExportResult<()> {
        let loc = if loc.is_explicit() { loc } else { Location::UNKNOWN };
        if self.lines.location == Some(loc) {
            return Ok(());
        }
        self.change_line(loc, false, out)
    }

    /// Clears the line and scope in effect, because both end with the block.
    #[inline]
    pub(super) fn reset_lines(&mut self) {
        self.lines = Lines::default();
    }

    /// Appends an OpLine to the declarations, so that functions begin with the line that was in effect when they were
    /// written. `lines` is the state at that time. Does nothing if the line is still in effect.
    pub(super) fn restore_line(&mut self, lines: Lines) -> ExportResult<()> {
        if self.lines.state.line != lines.state.line
            && let Some((file, line, column)) = lines.state.line
        {
            let file = self.string_id(file)?;
            words::put(self.section(super::Section::Declarations), op::LINE, &[file, line, column]);
        }
        Ok(())
    }

    fn change_line(&mut self, loc: Location, debug: bool, out: &mut Vec<u32>) -> ExportResult<()> {
        let mut wanted = State::default();
        self.read_location(loc, LOCATION_DEPTH, &mut wanted);
        let old = self.lines.state;
        let debug = debug || (old.scope != wanted.scope && self.is_free(wanted.scope.or(old.scope)));
        if debug && old.scope != wanted.scope {
            match wanted.scope {
                Some(scope) => self.debug_scope(scope, out)?,
                None => self.debug_instruction("DebugNoScope", old.scope, &[], out)?,
            }
        }
        if debug && old.debug_line != wanted.debug_line {
            match wanted.debug_line {
                Some(line) => self.debug_line(line, out)?,
                None => self.debug_instruction("DebugNoLine", old.debug_line, &[], out)?,
            }
        }
        if old.line != wanted.line {
            match wanted.line {
                Some((file, line, column)) => {
                    let file = self.string_id(file)?;
                    words::put(out, op::LINE, &[file, line, column]);
                }
                None => words::put(out, op::NO_LINE, &[]),
            }
        }
        if !debug {
            (wanted.scope, wanted.debug_line) = (old.scope, old.debug_line);
        }
        let mut whole = State::default();
        if !debug {
            self.read_location(loc, LOCATION_DEPTH, &mut whole);
        }
        self.lines = Lines { location: (debug || whole == wanted).then_some(loc), state: wanted };
        Ok(())
    }

    /// Adds the line, debug line and scope of a location to the state. The first one found of each takes precedence.
    fn read_location(&self, loc: Location, depth: u32, state: &mut State) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match self.ctx.loc_data(loc) {
            LocData::Unknown => {}
            LocData::FileLineCol { file, line, column } => {
                state.line = state.line.or(Some((*file, *line, *column)));
            }
            LocData::Name { child, .. } => self.read_location(*child, depth, state),
            LocData::CallSite { callee, .. } => self.read_location(*callee, depth, state),
            LocData::Fused { metadata, parts } => {
                match metadata.and_then(|m| Some((m, view(self.ctx, m)?.0))) {
                    Some((m, attributes::AttrKind::Scope)) => state.scope = state.scope.or(Some(m)),
                    Some((m, attributes::AttrKind::DebugLine)) => {
                        state.debug_line = state.debug_line.or(Some(m))
                    }
                    _ => {}
                }
                // A fused location from SPIR-V has at most two children.
                parts.iter().take(2).for_each(|&part| self.read_location(part, depth, state));
            }
        }
    }

    /// Returns whether the debug-info instruction set of a scope allows scope instructions outside of blocks.
    fn is_free(&mut self, scope: Option<Attribute>) -> bool {
        self.debug_set(scope).0.import_name == "OpenCL.DebugInfo.100"
    }

    fn debug_scope(&mut self, scope: Attribute, out: &mut Vec<u32>) -> ExportResult<()> {
        let mut ids = [0; 2];
        let mut count = 0;
        for &param in view(self.ctx, scope).map_or(&[][..], |(_, params)| params).iter().take(2) {
            if *self.ctx.attr_data(param) != AttrData::Unit {
                ids[count] = self.attr_id(param)?;
                count += 1;
            }
        }
        self.debug_instruction("DebugScope", Some(scope), &ids[..count], out)
    }

    fn debug_line(&mut self, line: Attribute, out: &mut Vec<u32>) -> ExportResult<()> {
        let mut ids = [0; 5];
        let params = view(self.ctx, line).map_or(&[][..], |(_, params)| params);
        if params.len() != ids.len() {
            return Err(self.error("`#spv.debug_line` takes a source and four numbers"));
        }
        for (id, &param) in ids.iter_mut().zip(params) {
            *id = self.attr_id(param)?;
        }
        self.debug_instruction("DebugLine", Some(line), &ids, out)
    }

    /// Returns the id of the entity that an attribute refers to, for use in a function.
    pub(super) fn attr_id(&mut self, attr: Attribute) -> ExportResult<u32> {
        match self.target(attr)? {
            IdMeaning::Node(node) => self.need(node),
            IdMeaning::Id(id) => Ok(id),
        }
    }

    /// Writes the debug-info instruction `name` from the instruction set that the scope or source `like` belongs to.
    fn debug_instruction(
        &mut self,
        name: &str,
        like: Option<Attribute>,
        operands: &[u32],
        out: &mut Vec<u32>,
    ) -> ExportResult<()> {
        let (set, import) = self.debug_set(like);
        let number = set.rows.iter().find(|r| r.name.rsplit('.').next() == Some(name)).map(|r| r.opcode);
        let Some(number) = number else {
            return Err(
                self.error(format!("the location requires a {name}, which \"{}\" lacks", set.import_name))
            );
        };
        let void = self.type_id(self.ctx.common().none)?;
        let import = self.set_id(set.number, import)?;
        let id = self.fresh();
        out.push(words::first(5 + operands.len(), op::EXT_INST));
        out.extend([void, id, import, number]);
        out.extend_from_slice(operands);
        Ok(())
    }

    /// Returns the debug-info instruction set of the scope or source that `like` refers to. Also returns the index of
    /// its OpExtInstImport, if the op specifies one. Falls back to the module's first debug-info set.
    fn debug_set(&mut self, like: Option<Attribute>) -> (&'static ExtSet, Option<u32>) {
        let ctx = self.ctx;
        let symbol =
            like.and_then(|a| view(ctx, a)).and_then(|(_, params)| ctx.attr_symbol(*params.first()?));
        if let Some(definition) = symbol.and_then(|s| self.nodes.symbols.get(&s).copied()) {
            let plan = self.plans.get(self.body.def(definition));
            let set = match plan.kind {
                ExportKind::ExtInst => sets::set(plan.set),
                ExportKind::OpaqueExtInst => self
                    .body
                    .slot_attr(definition, spv::ExtInst::SET)
                    .and_then(|a| ctx.attr_str(a))
                    .and_then(sets::find_set),
                _ => None,
            };
            if let Some(set) = set.filter(|s| s.debug_info) {
                return (set, self.hints(self.body.attrs(definition)).import);
            }
        }
        (self.sets.debug_set().unwrap_or(&spv_dialect::generated::extinst::SETS[2]), None)
    }
}
