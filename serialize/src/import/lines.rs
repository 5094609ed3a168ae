//! Import of debug lines and scopes
//!
//! A state machine over OpLine, OpNoLine, DebugLine and DebugScope computes the location of each op.

use super::Importer;
use super::ids::IdDefinition;
use super::reader::{ImportResult, Inst, inst};
use spv_dialect::attributes::{AttrKind, make};
use spv_dialect::generated::opcodes as op;
use spv_ir::{Attribute, Ident, LocData, Location};

/// The source line and debug scope in effect.
#[derive(Clone, Debug, Default)]
pub struct LineState {
    line: Option<(Ident, u32, u32)>,
    debug_line: Option<Attribute>,
    scope: Option<Attribute>,
    /// Whether DebugScope and DebugNoScope are imported as ops, because no location can express the DebugScope in
    /// effect.
    kept_scope: bool,
    kept_line: bool,
    /// Scope of a DebugScope that is imported as an op, for subsequent OpPhis. An op cannot precede block arguments.
    scope_of_phis: Option<Attribute>,
    /// Cached location for the line and scope in effect; `None` if it must be computed again.
    location: Option<Location>,
}

/// The debug-info instructions that change the line or scope in effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugState {
    /// DebugScope
    Scope,
    /// DebugNoScope
    NoScope,
    /// DebugLine
    Line,
    /// DebugNoLine
    NoLine,
}

/// Returns the state change that an extended instruction causes, or `None` if it causes none. `row_name` is its op
/// name.
pub fn debug_state(row_name: &str) -> Option<DebugState> {
    match row_name.rsplit('.').next()? {
        "DebugScope" => Some(DebugState::Scope),
        "DebugNoScope" => Some(DebugState::NoScope),
        "DebugLine" => Some(DebugState::Line),
        "DebugNoLine" => Some(DebugState::NoLine),
        _ => None,
    }
}

/// Returns `line`, the source location in effect, if it is known. Otherwise returns the word offset of the instruction
/// as a location.
#[inline]
pub fn place(line: Location, offset: usize) -> Location {
    match line {
        Location::UNKNOWN => Location::text(offset),
        stated => stated,
    }
}

fn is_symbol(importer: &Importer<'_>, i: &Inst<'_>, word: usize) -> bool {
    let id = i.words.get(word).copied().unwrap_or(0);
    (id as usize) < importer.ids.len() && matches!(importer.ids.what(id), IdDefinition::Symbol(_))
}

/// Returns whether a location can express the operands of a DebugScope.
fn has_scope(importer: &Importer<'_>, i: &Inst<'_>) -> bool {
    matches!(i.words.len(), 6 | 7) && (5..i.words.len()).all(|word| is_symbol(importer, i, word))
}

/// Returns the scope attribute for the operands of a DebugScope.
fn scope(importer: &Importer<'_>, i: &Inst<'_>) -> ImportResult<Option<Attribute>> {
    let ctx = importer.ctx;
    let scope = importer.id_attr(i, 5)?;
    let inlined = if i.words.len() > 6 { importer.id_attr(i, 6)? } else { ctx.unit_attr() };
    Ok(make(ctx, AttrKind::Scope, &[scope, inlined]))
}

impl LineState {
    /// Handles an OpLine or OpNoLine.
    pub fn instruction(&mut self, importer: &Importer<'_>, i: &Inst<'_>) -> ImportResult<()> {
        self.location = None;
        if i.opcode == op::NO_LINE {
            self.line = None;
            return Ok(());
        }
        let file = importer.ids.check(i, 1)?;
        let def = importer.ids.info(file).def as usize;
        if def == 0 {
            return Err(i.error_at(1, format!("expected an OpString, found %{file}, which is not defined")));
        }
        let d = inst(importer.words, def)?;
        if d.opcode != op::STRING {
            return Err(
                i.error_at(1, format!("expected an OpString, found %{file}{}", importer.describe(file)))
            );
        }
        let file = importer.ctx.ident(&d.string(2)?.0);
        self.line = Some((file, i.word(2)?, i.word(3)?));
        Ok(())
    }

    /// Updates the state for a debug-info instruction. Returns false if no location can express its operands, so that
    /// it must be imported as an op.
    pub fn debug_instruction(
        &mut self,
        importer: &Importer<'_>,
        i: &Inst<'_>,
        state: DebugState,
    ) -> ImportResult<bool> {
        let ctx = importer.ctx;
        match state {
            DebugState::NoScope if i.words.len() == 5 && !self.kept_scope => {
                self.scope = None;
            }
            DebugState::NoLine if i.words.len() == 5 && !self.kept_line => {
                self.debug_line = None;
            }
            DebugState::Scope if !self.kept_scope && has_scope(importer, i) => {
                self.scope = scope(importer, i)?;
            }
            DebugState::Line if !self.kept_line && i.words.len() == 10 && is_symbol(importer, i, 5) => {
                let params: Vec<Attribute> =
                    (5..10).map(|w| importer.id_attr(i, w)).collect::<ImportResult<_>>()?;
                self.debug_line = make(ctx, AttrKind::DebugLine, &params);
            }
            _ => return Ok(false),
        }
        self.location = None;
        Ok(true)
    }

    /// Handles a debug-info instruction that is imported as an op. Subsequent scope or line instructions in the block
    /// also become ops, because they may end its effect.
    ///
    /// # Errors
    ///
    /// An operand is not a valid id.
    pub fn kept(&mut self, importer: &Importer<'_>, i: &Inst<'_>, state: DebugState) -> ImportResult<()> {
        match state {
            DebugState::Scope | DebugState::NoScope => {
                self.kept_scope = true;
                let says = state == DebugState::Scope && has_scope(importer, i);
                self.scope_of_phis = if says { scope(importer, i)? } else { None };
            }
            DebugState::Line | DebugState::NoLine => self.kept_line = true,
        }
        Ok(())
    }

    /// Returns the location for an OpPhi at the current position.
    pub fn phi_location(&mut self, importer: &Importer<'_>) -> Location {
        if self.scope_of_phis.is_none() {
            return self.location(importer);
        }
        LineState { scope: self.scope_of_phis, location: None, ..self.clone() }.location(importer)
    }

    /// Clears the line and scope in effect, because both end with the block.
    pub fn reset(&mut self) {
        *self = LineState { location: Some(Location::UNKNOWN), ..LineState::default() };
    }

    /// Returns the location of an op created from `i`: the current source line if known, otherwise the word offset of
    /// `i`. The offset is only used in diagnostics and never exported.
    #[inline]
    pub fn place(&mut self, importer: &Importer<'_>, i: &Inst<'_>) -> Location {
        match importer.options.offsets {
            true => Location::text(i.offset),
            false => place(self.location(importer), i.offset),
        }
    }

    /// Returns the location in effect.
    #[inline]
    pub fn location(&mut self, importer: &Importer<'_>) -> Location {
        match self.location {
            Some(location) => location,
            None => self.find_location(importer),
        }
    }

    fn find_location(&mut self, importer: &Importer<'_>) -> Location {
        let ctx = importer.ctx;
        let mut parts = Vec::new();
        if let Some((file, line, column)) = self.line {
            parts.push(ctx.file_location(file, line, column));
        }
        if let Some(attr) = self.debug_line {
            parts.push(ctx.location(LocData::Fused { metadata: Some(attr), parts: Box::new([]) }));
        }
        let location = match (self.scope, &parts[..]) {
            (None, []) => Location::UNKNOWN,
            (None, [one]) => *one,
            (metadata, _) => ctx.location(LocData::Fused { metadata, parts: parts.into() }),
        };
        self.location = Some(location);
        location
    }
}
