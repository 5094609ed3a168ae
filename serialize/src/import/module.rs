//! Import of module-level instructions

use super::Importer;
use super::composites::Composites;
use super::decode::{Decoded, Decoding, IdSource};
use super::finish::Preamble;
use super::ids::{FunctionRange, IdDefinition};
use super::lines::LineState;
use super::opcodes::{Section, is_constant, is_function};
use super::reader::{ImportResult, Inst};

use crate::IdMap;
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_dialect::types;
use spv_dialect::verify::type_text;
use spv_ir::dialect::{ABSENT, Arity, OpDefId, ParamKind, SYMBOL_SLOT, TYPE_SLOT, Traits};
use spv_ir::names::{Spellings, name_of};
use spv_ir::verify::verify_module;
use spv_ir::{
    Attribute, Body, Builder, Diagnostics, Ident, InsertPoint, Location, Module, NewOp, Op, Type, TypeData,
    Value, byte_string,
};

/// The resolver for ids at module scope, where each id is represented by an attribute.
struct ModuleIds;

impl IdSource for ModuleIds {
    fn value(&mut self, importer: &Importer<'_>, i: &Inst<'_>, word: usize) -> ImportResult<Value> {
        let id = importer.ids.check(i, word)?;
        let message = format!("%{id} is an SSA value, which an instruction at module scope cannot use");
        Err(i.error_at(word, message))
    }

    fn mixed(
        &mut self,
        importer: &Importer<'_>,
        i: &Inst<'_>,
        word: usize,
    ) -> ImportResult<Result<Value, Attribute>> {
        importer.id_attr(i, word).map(Err)
    }
}

/// A function whose body has not been read, with the line in effect at its start.
pub(super) struct Pending {
    pub op: Op,
    pub range: super::ids::FunctionRange,
    pub lines: LineState,
}

/// An imported module whose function bodies have not been read.
pub(super) struct Begun {
    /// The module's ops.
    pub body: Box<Body>,
    pub preamble: Preamble,
    /// The module's functions, in order.
    pub functions: Vec<Pending>,
}

/// Entries of an attribute dictionary: pairs of name and attribute.
pub(super) type Entries = Vec<(Ident, Attribute)>;
/// A callback that creates a module-level op from its definition, slots and attribute dictionary.
type Create<'f> = &'f mut dyn FnMut(OpDefId, &[u32], Option<Attribute>);

/// Opcode word of an OpLine.
const LINE: u32 = 4 << 16 | op::LINE;
/// Opcode word of an OpNoLine.
const NO_LINE: u32 = 1 << 16 | op::NO_LINE;

/// Maximum number of attributes for which memory is reserved in advance.
const MOST_RESERVED: usize = 1 << 16;
/// Word index at which the source text of an OpSource begins.
const SOURCE_TEXT: usize = 4;

impl Importer<'_> {
    /// Reads all instructions outside of functions.
    pub(super) fn begin(&mut self) -> ImportResult<Begun> {
        self.ctx.reserve_attrs(self.ids.outside.len().min(MOST_RESERVED));
        self.assign_symbols()?;
        let mut preamble = Preamble::default();
        self.declarations(&mut preamble)?;
        self.find_locals()?;
        self.late_decorations()?;
        let mut body = Box::new(Body::default());
        let root = body.root();
        let block = Builder::new(&mut body).append_block(root);
        let functions = self.module_ops(&mut body, InsertPoint::End(block))?;
        Ok(Begun { body, preamble, functions })
    }

    pub(super) fn run(&mut self, mut id_map: Option<&mut IdMap>) -> Result<Module, Diagnostics> {
        let one = |e: Box<spv_ir::Diagnostic>| Diagnostics { list: vec![*e] };
        let Begun { mut body, preamble, functions } = self.begin().map_err(one)?;
        let mut errors = Diagnostics::default();
        let mut scratch = super::function::Scratch::new(self);
        for Pending { op, range, lines } in functions {
            match self.function(&range, lines, &mut scratch) {
                Ok(()) => {
                    let nested = scratch.taken();
                    if let Some(map) = &mut id_map {
                        self.note_function(&range, &scratch, map).map_err(one)?;
                    }
                    Builder::new(&mut body).set_nested(op, Some(Box::new(nested)));
                }
                Err(e) => errors.push(*e),
            }
        }
        if errors.has_errors() {
            return Err(errors);
        }
        if let Some(map) = id_map {
            self.note_module(map);
        }
        let unused = self.unused().map_err(one)?;
        let module = self.finish(body, preamble, &unused).map_err(one)?;
        if self.options.verify {
            verify_module(&module)?;
        }
        Ok(module)
    }

    /// Assigns symbols to module-level definitions, except types, imports, and constants without names or decorations.
    ///
    /// Oversized composites also receive symbols. So does an OpUndef with an OpLine, because constant attributes have
    /// no location. If validation rules are checked, unreferenced constants also receive symbols.
    fn assign_symbols(&mut self) -> ImportResult<()> {
        let mut spellings = Spellings::default();
        let mut has_line = false;
        let mut composites = Composites::new(&self.ids);
        for number in 0..self.ids.outside.len() {
            let i = self.inst(self.ids.outside[number] as usize)?;
            match i.opcode {
                op::LINE => has_line = true,
                op::NO_LINE => has_line = false,
                _ => {}
            }
            let id_word = match self.opcodes.result_layout(i.opcode) {
                Some(s) if s.result_id => 1 + usize::from(s.result_type),
                _ => {
                    if self.no_file.is_none() && self.lacks_file(&i) {
                        self.no_file = Some(self.ctx.ident(&spellings.make(None)));
                    }
                    continue;
                }
            };
            let id = self.ids.check(&i, id_word)?;
            let symbol = match i.opcode {
                op::FUNCTION | op::GRAPH_ARM | op::VARIABLE | op::SPEC_CONSTANT | op::EXT_INST => true,
                op::EXT_INST_WITH_FORWARD_REFS_KHR => true,
                op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE => true,
                op::UNDEF if has_line => true,
                opcode if is_constant(opcode) => {
                    composites.is_unwieldy(&i, self.words, &self.ids)?
                        || !self.ids.notes.is_plain(id)
                        || self.referenced.as_ref().is_some_and(|referenced| !referenced.contains(id))
                }
                opcode => self
                    .ctx
                    .registry()
                    .op_by_code(0, opcode)
                    .is_some_and(|d| self.ctx.registry().op(d).traits.contains(Traits::SYMBOLIC)),
            };
            if symbol {
                let spelling = match self.ids.notes.single(id) {
                    Some((Some(offset), _)) => {
                        self.inst(offset)?.text(2, |name| spellings.make(Some(name)))?
                    }
                    _ => spellings.make(self.ids.names(self.words, id)?.first().map(String::as_str)),
                };
                let ident = self.ctx.ident(&spelling);
                self.ids.set(id, IdDefinition::Symbol(ident));
            }
        }
        Ok(())
    }

    /// Returns the symbol for an id, as an identifier and a string attribute. Returns `None` if the id has no symbol.
    fn symbol(&self, id: u32) -> Option<(Ident, Attribute)> {
        match self.ids.what(id) {
            IdDefinition::Symbol(name) => Some((name, self.ctx.string_attr(self.ctx.str(name)))),
            _ => None,
        }
    }

    /// Returns the decorations and names of an id that has a symbol, as a dictionary. Returns `None` if it has no
    /// decorations and its symbol preserves all names.
    fn symbol_attrs(&self, id: u32, symbol: Ident) -> ImportResult<Option<Attribute>> {
        let spelled = name_of(self.ctx.str(symbol));
        let says_all = match self.ids.notes.single(id) {
            Some((Some(offset), _)) => self.inst(offset)?.text(2, |name| spelled == Some(name))?,
            _ => spelled.is_none() && !self.ids.notes.has_name(id),
        };
        if says_all && !self.ids.notes.is_decorated(id) {
            return Ok(None);
        }
        let names = self.ids.names(self.words, id)?;
        let extra = self.op_name(&names, spelled);
        self.decorations_with(id, extra.into_iter().collect())
    }

    /// Performs the first pass: reads imports, types, and constants without symbols. All of these may be referenced
    /// before their declaration.
    fn declarations(&mut self, preamble: &mut Preamble) -> ImportResult<()> {
        self.find_nominal()?;
        for number in 0..self.ids.outside.len() {
            let i = self.inst(self.ids.outside[number] as usize)?;
            match i.opcode {
                op::CAPABILITY => preamble.capabilities.push(i.word(1)?),
                op::EXTENSION => {
                    i.ends_in_string(1)?;
                    preamble.extensions.push(self.ctx.string_attr(&i.string(1)?.0));
                }
                op::EXT_INST_IMPORT => self.import_set(&i)?,
                op::MEMORY_MODEL => {
                    let models = [i.word(1)?, i.word(2)?];
                    if models.contains(&ABSENT) {
                        return Err(i.error(format!("0x{ABSENT:08X} is not an addressing or memory model")));
                    }
                    if let Some((first, _)) = preamble.memory_model.replace((i.offset, models)) {
                        return Err(i.error(format!("duplicate memory model; the first is at word {first}")));
                    }
                }
                op::TYPE_FORWARD_POINTER => self.forward_pointer(&i)?,
                opcode => match self.opcodes.section(opcode) {
                    Section::Type => _ = self.declare_type(&i, 0)?,
                    Section::Constant if !self.has_symbol(&i)? => _ = self.declare_constant(&i)?,
                    Section::Function | Section::Constant | Section::Other => {}
                },
            }
        }
        self.check_nominal()
    }

    /// Returns whether an instruction's result has a symbol. The instruction must have a result type.
    fn has_symbol(&self, i: &Inst<'_>) -> ImportResult<bool> {
        let what = self.ids.what(self.ids.check(i, 2)?);
        Ok(matches!(what, IdDefinition::Symbol(_)))
    }

    /// Performs the second pass: creates all module-level ops. Returns the functions, whose bodies are read
    /// afterwards.
    fn module_ops(&mut self, body: &mut Body, point: InsertPoint) -> ImportResult<Vec<Pending>> {
        let mut functions = Vec::new();
        let mut lines = LineState::default();
        let mut decoded = Decoded::default();
        // Opcode and end offset of the previous instruction outside of functions.
        let mut last = (0, 0);
        if let Some(name) = self.no_file {
            let [name, text] = [self.ctx.str(name), ""].map(|text| self.ctx.string_attr(text).raw());
            Builder::at(body, point)
                .create(NewOp { slots: &[name, 0, text], ..NewOp::new(spv::StringOp::ID) });
        }
        for number in 0..self.ids.outside.len() {
            let i = self.inst(self.ids.outside[number] as usize)?;
            let (opcode, end) = std::mem::replace(&mut last, (i.opcode, i.offset + i.words.len()));
            let previous = if end == i.offset { opcode } else { 0 };
            match i.opcode {
                op::CAPABILITY
                | op::EXTENSION
                | op::EXT_INST_IMPORT
                | op::MEMORY_MODEL
                | op::DECORATION_GROUP
                | op::TYPE_FORWARD_POINTER => {}
                op::SOURCE_CONTINUED
                | op::TYPE_STRUCT_CONTINUED_INTEL
                | op::CONSTANT_COMPOSITE_CONTINUED_INTEL
                | op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL => check_continues(&i, previous)?,
                op::LINE | op::NO_LINE => lines.instruction(self, &i)?,
                opcode if is_function(opcode) => {
                    let range = self.ids.functions[functions.len()];
                    let op = self.function_op(body, point, &i, lines.place(self, &i))?;
                    // The end of a block ends the effect of an OpLine.
                    let after = if range.has_blocks { self.lines_after(&range)? } else { lines.clone() };
                    functions.push(Pending { op, range, lines: std::mem::replace(&mut lines, after) });
                }
                opcode if self.opcodes.section(opcode) == Section::Type => {}
                opcode if self.opcodes.section(opcode) == Section::Constant && !self.has_symbol(&i)? => {}
                _ => {
                    let loc = lines.place(self, &i);
                    self.module_op(body, point, &i, loc, &mut decoded)?;
                }
            }
        }
        Ok(functions)
    }

    /// Returns the line state at the end of a function with blocks, after its last terminator.
    fn lines_after(&self, range: &FunctionRange) -> ImportResult<LineState> {
        let mut lines = LineState::default();
        // Skips most functions, because few end in an OpLine or OpNoLine.
        let body = &self.words[range.start..range.end - 1];
        let ends_in =
            |first: u32| body.len().checked_sub((first >> 16) as usize).is_some_and(|at| body[at] == first);
        if !ends_in(LINE) && !ends_in(NO_LINE) {
            return Ok(lines);
        }
        let mut at = range.start;
        while at < range.end {
            let i = self.inst(at)?;
            match i.opcode {
                op::LINE | op::NO_LINE => lines.instruction(self, &i)?,
                op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR | op::FUNCTION_END => {}
                _ => lines.reset(),
            }
            at += i.words.len();
        }
        Ok(lines)
    }

    fn function_op(
        &mut self,
        body: &mut Body,
        point: InsertPoint,
        i: &Inst<'_>,
        loc: Location,
    ) -> ImportResult<Op> {
        let id = self.ids.check(i, 2)?;
        let (name, name_attr) = self.symbol(id).ok_or_else(|| i.error("the function has no symbol"))?;
        let attrs = self.symbol_attrs(id, name)?;
        if i.opcode == op::GRAPH_ARM {
            let slots = [name_attr.raw(), self.ctx.type_attr(self.type_at(i, 1)?).raw()];
            let new = NewOp { slots: &slots, attrs, loc, isolated: true, ..NewOp::new(spv::GraphARM::ID) };
            return Ok(Builder::at(body, point).create(new));
        }
        let ty = self.type_or_signature(i, 4)?;
        if let TypeData::Function { results, .. } = self.ctx.type_data(ty) {
            let result = results.first().copied().unwrap_or(self.ctx.common().none);
            if self.type_at(i, 1)? != result {
                let text = type_text(self.ctx, result);
                return Err(
                    i.error_at(1, format!("the result type differs from the function type's, '{text}'"))
                );
            }
        }
        let slots = [name_attr.raw(), self.ctx.type_attr(ty).raw(), i.word(3)?];
        let new = NewOp { slots: &slots, attrs, loc, isolated: true, ..NewOp::new(spv::Func::ID) };
        Ok(Builder::at(body, point).create(new))
    }

    fn module_op(
        &mut self,
        body: &mut Body,
        point: InsertPoint,
        i: &Inst<'_>,
        loc: Location,
        decoded: &mut Decoded,
    ) -> ImportResult<()> {
        let ctx = self.ctx;
        let shape = self.opcodes.result_layout(i.opcode).copied();
        let id_word = 1 + usize::from(shape.is_some_and(|s| s.result_type));
        let id = match shape {
            Some(s) if s.result_id => Some(self.ids.check(i, id_word)?),
            _ => None,
        };
        let symbol = id.and_then(|id| self.symbol(id));
        let attrs = match (id, symbol) {
            (Some(id), Some((name, _))) => self.symbol_attrs(id, name)?,
            _ => None,
        };
        let name = symbol.map_or(0, |(_, attr)| attr.raw());
        let ty = |this: &Self| this.type_at(i, 1);
        let mut create = |def: OpDefId, slots: &[u32], attrs: Option<Attribute>| {
            Builder::at(body, point).create(NewOp { slots, attrs, loc, ..NewOp::new(def) });
        };
        match i.opcode {
            op::VARIABLE => {
                let ty = ty(self)?;
                self.check_storage_class(i, ty)?;
                let ty = ctx.type_attr(ty).raw();
                let initializer = if i.words.len() > 4 { self.id_attr(i, 4)?.raw() } else { 0 };
                create(spv::GlobalVariable::ID, &[name, ty, initializer], attrs);
            }
            op::SPEC_CONSTANT | op::SPEC_CONSTANT_TRUE | op::SPEC_CONSTANT_FALSE => {
                let ty = ty(self)?;
                let value = self.constant_attr(i, ty)?;
                create(spv::SpecConstant::ID, &[name, value.raw(), ctx.type_attr(ty).raw()], attrs);
            }
            opcode if is_constant(opcode) => {
                let ty = ty(self)?;
                let value = match opcode {
                    op::UNDEF => self.declare_constant(i)?.attr,
                    _ => self.constant_attr(i, ty)?,
                };
                create(spv::GlobalConstant::ID, &[name, value.raw(), ctx.type_attr(ty).raw()], attrs);
            }
            op::ENTRY_POINT => self.entry_point(i, &mut create)?,
            op::EXECUTION_MODE | op::EXECUTION_MODE_ID => {
                let has_ids = i.opcode == op::EXECUTION_MODE_ID;
                let def = if has_ids { spv::ExecutionModeId::ID } else { spv::ExecutionModeOp::ID };
                decoded.clear();
                self.decode(def, Decoding { i, word: 1, decoded, source: &mut ModuleIds })?;
                create(def, &decoded.slots, attrs);
            }
            op::SPEC_CONSTANT_OP => {
                let def = self.def_of_opcode(i)?;
                let operands = self.wrapped_operands(i)?;
                let ty = ctx.type_attr(ty(self)?).raw();
                create(def, &[name, ty, i.word(3)?, operands], attrs);
            }
            op::EXT_INST | op::EXT_INST_WITH_FORWARD_REFS_KHR => {
                let (def, attrs) = self.decode_module_ext_inst(i, decoded, name, attrs)?;
                create(def, &decoded.slots, attrs);
            }
            _ => {
                let def = self.def_of_opcode(i)?;
                let has_type = shape.is_some_and(|s| s.result_type);
                let first = id.map_or(1, |_| id_word + 1);
                let ty = || Ok(if has_type { ctx.type_attr(self.type_at(i, 1)?).raw() } else { 0 });
                self.decode_module_op(
                    def,
                    Decoding { i, word: first, decoded, source: &mut ModuleIds },
                    name,
                    ty,
                )?;
                create(def, &decoded.slots, attrs);
            }
        }
        Ok(())
    }

    /// Decodes a module-level extended instruction. Returns the definition and attributes of its op. `name` is the slot
    /// with the symbol.
    fn decode_module_ext_inst(
        &self,
        i: &Inst<'_>,
        decoded: &mut Decoded,
        name: u32,
        attrs: Option<Attribute>,
    ) -> ImportResult<(OpDefId, Option<Attribute>)> {
        let (def, word, extra) = self.ext_inst(i, decoded)?;
        if !self.ctx.registry().op(def).traits.contains(Traits::SYMBOLIC) {
            return Err(i.error("this instruction is not allowed at module scope"));
        }
        let ty = self.type_at(i, 1)?;
        let def = self.ext_inst_operands(def, Decoding { i, word, decoded, source: &mut ModuleIds })?;
        decoded.slots[SYMBOL_SLOT] = name;
        decoded.slots[TYPE_SLOT] =
            if ty == self.ctx.common().none { 0 } else { self.ctx.type_attr(ty).raw() };
        Ok((def, self.with_entries(attrs, extra)))
    }

    /// Decodes a module-level instruction as its grammar entry specifies. `name` and `ty` are the first slots of an
    /// op with a symbol.
    fn decode_module_op(
        &self,
        def: OpDefId,
        d: Decoding<'_, '_, ModuleIds>,
        name: u32,
        ty: impl FnOnce() -> ImportResult<u32>,
    ) -> ImportResult<()> {
        let Decoding { i, word, decoded, source } = d;
        let traits = self.ctx.registry().op(def).traits;
        if !traits.intersects(Traits::SYMBOLIC | Traits::MODULE_SCOPE | Traits::MODULE_ONLY) {
            return Err(i.error("this instruction is not allowed at module scope"));
        }
        let whole_text = self.whole_source(i)?;
        let words = if whole_text.is_some() { before_text(i) } else { i.words };
        let i = &Inst { words, ..*i };
        decoded.clear();
        if traits.contains(Traits::SYMBOLIC) {
            decoded.slots.extend([name, ty()?]);
        }
        self.decode(def, Decoding { i, word, decoded: &mut *decoded, source })?;
        self.join_continued(i, decoded)?;
        if let (Some(text), [.., file, source]) = (whole_text, &mut decoded.slots[..]) {
            if let (0, Some(name)) = (*file, self.no_file) {
                *file = self.ctx.symbol_attr(name).raw();
            }
            *source = text.raw();
        }
        Ok(())
    }

    /// Checks that an OpVariable has the same storage class as its pointer type.
    pub(super) fn check_storage_class(&self, i: &Inst<'_>, ty: Type) -> ImportResult<()> {
        let class = i.word(3)?;
        match types::pointer(self.ctx, ty) {
            Some((_, of_pointer)) if of_pointer != class => {
                let text = type_text(self.ctx, ty);
                Err(i.error_at(3, format!("the storage class differs from the variable's type '{text}'")))
            }
            _ => Ok(()),
        }
    }

    /// Returns the operands of the instruction wrapped in an OpSpecConstantOp, as a raw attribute slot. The wrapped
    /// instruction's grammar entry distinguishes ids from literals. Literals become `i32` integers.
    fn wrapped_operands(&self, i: &Inst<'_>) -> ImportResult<u32> {
        let opcode = i.word(3)?;
        let row = self.opcodes.row(opcode).map(|r| &spv_dialect::generated::ops::CORE[r]);
        let row = row.ok_or_else(|| i.error_at(3, format!("unknown opcode {opcode}")))?;
        let mut items = Vec::new();
        for word in 4..i.words.len() {
            let further = || row.params.last().filter(|last| last.arity == Arity::Variadic);
            let Some(param) = row.params.get(items.len()).or_else(further) else {
                return Err(i.words_left(word));
            };
            items.push(match param.kind {
                ParamKind::Word | ParamKind::FloatWord | ParamKind::Enum(_) => {
                    self.ctx.i32_attr(i.word(word)?)
                }
                _ => self.id_attr(i, word)?,
            });
        }
        if row.params.get(items.len()).is_some_and(|param| param.arity == Arity::One) {
            i.word(i.words.len())?;
        }
        Ok(if items.is_empty() { 0 } else { self.ctx.array_attr(&items).raw() })
    }

    /// Returns a dictionary with the entries of `dict` and `extra`. Returns `dict` unchanged if `extra` is empty.
    pub(super) fn with_entries(
        &self,
        dict: Option<Attribute>,
        extra: impl IntoIterator<Item = (Ident, Attribute)>,
    ) -> Option<Attribute> {
        let mut extra = extra.into_iter().peekable();
        if extra.peek().is_none() {
            return dict;
        }
        let mut entries = self.ctx.dict(dict).to_vec();
        entries.extend(extra);
        Some(self.ctx.dict_attr(entries))
    }

    /// Appends the constituents in all continuations of an OpSpecConstantComposite.
    fn join_continued(&self, i: &Inst<'_>, decoded: &mut Decoded) -> ImportResult<()> {
        if i.opcode != op::SPEC_CONSTANT_COMPOSITE {
            return Ok(());
        }
        let Some(list) = decoded.slots.last_mut() else { return Ok(()) };
        let first = Attribute::from_raw(*list).and_then(|first| self.ctx.attr_array(first));
        let mut items = first.unwrap_or(&[]).to_vec();
        for next in self.continuations(i, op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL) {
            let next = next?;
            for word in 1..next.words.len() {
                items.push(self.id_attr(&next, word)?);
            }
        }
        if !items.is_empty() {
            *list = self.ctx.array_attr(&items).raw();
        }
        Ok(())
    }

    /// Returns an iterator over the instructions with `opcode` that immediately follow `i`.
    pub(super) fn continuations(
        &self,
        i: &Inst<'_>,
        opcode: u32,
    ) -> impl Iterator<Item = ImportResult<Inst<'_>>> {
        let mut at = i.offset + i.words.len();
        std::iter::from_fn(move || {
            let next = (at < self.words.len()).then(|| self.inst(at))?;
            at += next.as_ref().map_or(0, |next| next.words.len());
            Some(next).filter(|next| next.as_ref().map_or(true, |next| next.opcode == opcode))
        })
    }

    /// Returns the source text of an OpSource including its continuations; `None` if it has no continuations. A
    /// character may be split between instructions, and the OpSource itself may have no text.
    fn whole_source(&self, i: &Inst<'_>) -> ImportResult<Option<Attribute>> {
        let mut rest = self.continuations(i, op::SOURCE_CONTINUED).peekable();
        if i.opcode != op::SOURCE || rest.peek().is_none() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        if i.words.len() > SOURCE_TEXT {
            i.ends_in_string(SOURCE_TEXT)?;
            bytes = i.bytes(SOURCE_TEXT)?.0;
        }
        for next in rest {
            let next = next?;
            next.ends_in_string(1)?;
            bytes.extend(next.bytes(1)?.0);
        }
        Ok(Some(self.ctx.string_attr(&byte_string::text_of(bytes))))
    }

    /// Returns whether an instruction is an OpSource without a file whose source text begins in a continuation. In
    /// the IR, source text requires a file.
    fn lacks_file(&self, i: &Inst<'_>) -> bool {
        i.opcode == op::SOURCE
            && i.words.len() < SOURCE_TEXT
            && i.is_followed_by(op::SOURCE_CONTINUED, self.words)
    }

    fn entry_point(&self, i: &Inst<'_>, create: Create<'_>) -> ImportResult<()> {
        let ctx = self.ctx;
        let (name, mut word) = i.string(3)?;
        let function = self.symbol_at(i, 2)?;
        let mut interface = Vec::new();
        while word < i.words.len() {
            interface.push(ctx.symbol_attr(self.symbol_at(i, word)?));
            word += 1;
        }
        let interface = if interface.is_empty() { 0 } else { ctx.array_attr(&interface).raw() };
        let name = if name == ctx.str(function) { 0 } else { ctx.string_attr(&name).raw() };
        create(spv::EntryPoint::ID, &[i.word(1)?, ctx.symbol_attr(function).raw(), interface, name], None);
        Ok(())
    }

    pub(super) fn symbol_at(&self, i: &Inst<'_>, word: usize) -> ImportResult<Ident> {
        let id = self.ids.check(i, word)?;
        match self.ids.what(id) {
            IdDefinition::Symbol(name) => Ok(name),
            _ => {
                let message = format!(
                    "expected a function or other module-level definition, found %{id}{}",
                    self.describe(id)
                );
                Err(i.error_at(word, message))
            }
        }
    }
}

/// Returns the words of an OpSource that precede its source text.
fn before_text<'a>(source: &Inst<'a>) -> &'a [u32] {
    source.words.get(..SOURCE_TEXT).unwrap_or(source.words)
}

/// Checks that a continuation immediately follows the instruction that it continues, or another continuation.
fn check_continues(i: &Inst<'_>, previous: u32) -> ImportResult<()> {
    let head = match i.opcode {
        op::SOURCE_CONTINUED => op::SOURCE,
        op::TYPE_STRUCT_CONTINUED_INTEL => op::TYPE_STRUCT,
        op::CONSTANT_COMPOSITE_CONTINUED_INTEL => op::CONSTANT_COMPOSITE,
        _ => op::SPEC_CONSTANT_COMPOSITE,
    };
    if previous == head || previous == i.opcode {
        return Ok(());
    }
    let head = super::reader::instruction_name(head).replacen("spv.", "Op", 1);
    Err(i.error(format!("expected to continue an {head} immediately before it")))
}
