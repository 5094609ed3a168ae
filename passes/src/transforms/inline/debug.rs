//! Debug information of inlined code: adjusted scopes and DebugInlinedAt instructions

use crate::support::debug::{INLINED_AT, end_of_debug_info, locations};
use rustc_hash::FxHashMap;
use spv_dialect::attributes::{AttrKind, make, view};
use spv_ir::dialect::{OpDefId, ParamKind};
use spv_ir::{Attribute, Body, Builder, Context, Ident, LocData, Location, NewOp, SymbolTable};

/// Property indices of DebugInlinedAt after its symbol, which are the same in all debug-info instruction sets.
const TYPE: usize = 1;
const LINE: usize = 2;
const SCOPE: usize = 3;
const INLINED: usize = 4;

/// Operands of a DebugInlinedAt instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct InlinedAt {
    def: OpDefId,
    ty: u32,
    /// The line, as a literal or as the raw attribute of a constant.
    line: u32,
    scope: Attribute,
    /// The DebugInlinedAt of the code that contains the call, if that code was itself inlined.
    inlined: Option<Attribute>,
}

/// The DebugInlinedAt instructions that inlining creates, without duplicates.
pub(super) struct InlinedAts<'a> {
    pub(super) ctx: &'a Context,
    pub(super) symbols: &'a SymbolTable,
    made: FxHashMap<InlinedAt, Attribute>,
    /// The DebugInlinedAt instructions to insert (keys of [`Self::made`]) in creation order, each with its symbol.
    new: Vec<(InlinedAt, Ident)>,
    known: FxHashMap<Attribute, InlinedAt>,
    next: u32,
}

impl<'a> InlinedAts<'a> {
    pub(super) fn new(ctx: &'a Context, symbols: &'a SymbolTable) -> InlinedAts<'a> {
        let (made, known) = Default::default();
        InlinedAts { ctx, symbols, made, new: Vec::new(), known, next: 0 }
    }

    /// Maps the locations of a callee to their locations after inlining. Returns an empty map if the location of the
    /// call has no debug scope.
    pub(super) fn locations(
        &mut self,
        module: &Body,
        call: Location,
        callee: &Body,
    ) -> FxHashMap<Location, Location> {
        let mut map = FxHashMap::default();
        let Some(call) = self.call(module, call) else { return map };
        for loc in locations(callee) {
            if let Some(new) = self.location(module, loc, call) {
                map.insert(loc, new);
            }
        }
        map
    }

    /// Returns the symbol of the DebugInlinedAt for a call, or `None` if the call's location has no debug scope.
    fn call(&mut self, module: &Body, loc: Location) -> Option<Attribute> {
        let (scope, inlined, parts) = self.scope(loc)?;
        let op = self.symbols.get(self.ctx.attr_symbol(scope)?)?;
        let name = self.ctx.registry().op(module.def(op)).row.name;
        let set = name.rsplit_once('.')?.0;
        let def = self.ctx.registry().op_by_name(&format!("{set}{INLINED_AT}"))?;
        let row = self.ctx.registry().op(def).row;
        let line = self.line(parts)?;
        let line = match row.params.get(LINE)?.kind {
            ParamKind::Word => line,
            _ => self.ctx.i32_attr(line).raw(),
        };
        let inlined = self.ctx.attr_symbol(inlined).is_some().then_some(inlined);
        Some(self.get(InlinedAt { def, ty: module.slot(op, TYPE), line, scope, inlined }))
    }

    /// Returns the debug scope of a location, the symbol of its DebugInlinedAt, and the nested locations. The symbol is
    /// a unit attribute if the location has none. Returns `None` if the location has no scope.
    fn scope(&self, loc: Location) -> Option<(Attribute, Attribute, &'a [Location])> {
        let LocData::Fused { metadata: Some(metadata), parts } = self.ctx.loc_data(loc) else { return None };
        match view(self.ctx, *metadata)? {
            (AttrKind::Scope, &[scope, inlined]) => Some((scope, inlined, parts)),
            _ => None,
        }
    }

    /// Returns the line of a location, or 0 if it has none. DebugLine has priority over OpLine. Producers of DebugLine
    /// emit OpLine only before OpFunction, and that OpLine remains in effect in the function.
    fn line(&self, parts: &[Location]) -> Option<u32> {
        let debug_line = parts.iter().find_map(|&part| match self.ctx.loc_data(part) {
            LocData::Fused { metadata: Some(metadata), .. } => match view(self.ctx, *metadata)? {
                (AttrKind::DebugLine, &[_, start, ..]) => Some(start),
                _ => None,
            },
            _ => None,
        });
        if let Some(start) = debug_line {
            return self.ctx.attr_u64(start).and_then(|line| u32::try_from(line).ok());
        }
        let op_line = parts.iter().find_map(|&part| match self.ctx.loc_data(part) {
            LocData::FileLineCol { line, .. } => Some(*line),
            _ => None,
        });
        Some(op_line.unwrap_or(0))
    }

    /// Returns a location with a call appended to its chain of inlined calls. `call` is the symbol of the call's
    /// DebugInlinedAt.
    fn location(&mut self, module: &Body, loc: Location, call: Attribute) -> Option<Location> {
        let (scope, inlined, parts) = self.scope(loc)?;
        let inlined = self.chain(module, inlined, call)?;
        let metadata = make(self.ctx, AttrKind::Scope, &[scope, inlined])?;
        Some(self.ctx.location(LocData::Fused { metadata: Some(metadata), parts: parts.into() }))
    }

    /// Returns the chain of DebugInlinedAt instructions `inner`, with the call `call` appended to it. Returns `None`
    /// for an invalid chain.
    fn chain(&mut self, module: &Body, inner: Attribute, call: Attribute) -> Option<Attribute> {
        let mut links = Vec::new();
        let mut at = Some(inner).filter(|&a| self.ctx.attr_symbol(a).is_some());
        while let Some(symbol) = at {
            let place = self.place(module, symbol)?;
            // A cyclic chain is invalid.
            if links.contains(&place) {
                return None;
            }
            links.push(place);
            at = place.inlined;
        }
        Some(
            links
                .into_iter()
                .rev()
                .fold(call, |outer, link| self.get(InlinedAt { inlined: Some(outer), ..link })),
        )
    }

    /// Returns the operands of a DebugInlinedAt, given its symbol.
    fn place(&mut self, module: &Body, symbol: Attribute) -> Option<InlinedAt> {
        if let Some(&place) = self.known.get(&symbol) {
            return Some(place);
        }
        let op = self.symbols.get(self.ctx.attr_symbol(symbol)?)?;
        let def = module.def(op);
        if !self.ctx.registry().op(def).row.name.ends_with(INLINED_AT) {
            return None;
        }
        let (ty, line) = (module.slot(op, TYPE), module.slot(op, LINE));
        let scope = module.slot_attr(op, SCOPE)?;
        Some(InlinedAt { def, ty, line, scope, inlined: module.slot_attr(op, INLINED) })
    }

    /// Returns the symbol of a DebugInlinedAt with the given operands. Creates the instruction if it does not exist.
    fn get(&mut self, place: InlinedAt) -> Attribute {
        if let Some(&symbol) = self.made.get(&place) {
            return symbol;
        }
        let name = loop {
            let name = self.ctx.ident(&format!("_${}", self.next));
            self.next += 1;
            if self.symbols.get(name).is_none() {
                break name;
            }
        };
        let symbol = self.ctx.symbol_attr(name);
        self.made.insert(place, symbol);
        self.known.insert(symbol, place);
        self.new.push((place, name));
        symbol
    }

    /// Inserts the created instructions into the module, after all other debug information.
    pub(super) fn finish(self, module: &mut Body) {
        if self.new.is_empty() {
            return;
        }
        let ctx = self.ctx;
        let at = end_of_debug_info(ctx, module);
        for (place, name) in self.new {
            let mut b = Builder::at(module, at);
            let name = ctx.string_attr(ctx.str(name)).raw();
            let inlined = place.inlined.map_or(0, |a| a.raw());
            let slots = [name, place.ty, place.line, place.scope.raw(), inlined];
            b.create(NewOp { slots: &slots, ..NewOp::new(place.def) });
        }
    }
}
