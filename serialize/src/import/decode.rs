//! Grammar-driven decoding of instruction operands to SSA operands and attribute slots

use super::Importer;
use super::ids::IdDefinition;
use super::reader::{ImportResult, Inst};
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDefId, Param, ParamKind};
use spv_ir::{AttrData, Attribute, Value};

/// The operands of a decoded instruction. The buffers are reused.
#[derive(Default)]
pub struct Decoded {
    /// Attribute slots of the op, as raw words.
    pub slots: Vec<u32>,
    /// SSA operands of the op.
    pub operands: Vec<Value>,
}

impl Decoded {
    /// Clears the slots and operands.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.operands.clear();
    }
}

/// A resolver for ids at module scope or in a function.
pub trait IdSource {
    /// Returns the SSA value for the id at word `word`.
    fn value(&mut self, importer: &Importer<'_>, i: &Inst<'_>, word: usize) -> ImportResult<Value>;
    /// Returns the SSA value for the id at word `word`, or, as `Err`, the attribute of a module-scope entity.
    fn mixed(
        &mut self,
        importer: &Importer<'_>,
        i: &Inst<'_>,
        word: usize,
    ) -> ImportResult<Result<Value, Attribute>>;
}

/// The state of decoding one instruction.
pub struct Decoding<'d, 'i, S> {
    /// The instruction to decode.
    pub i: &'d Inst<'i>,
    /// Index of the next word to decode.
    pub word: usize,
    /// The slots and operands decoded so far.
    pub decoded: &'d mut Decoded,
    /// The resolver for the ids in the instruction.
    pub source: &'d mut S,
}

impl<S: IdSource> Decoding<'_, '_, S> {
    /// Advances past one word and returns its index.
    fn advance(&mut self) -> usize {
        let word = self.word;
        self.word += 1;
        word
    }

    fn is_at_end(&self) -> bool {
        self.word >= self.i.words.len()
    }

    /// Appends the value for the id at word `word` to the SSA operands.
    fn add_value(&mut self, importer: &Importer<'_>, word: usize) -> ImportResult<()> {
        let value = self.source.value(importer, self.i, word)?;
        self.decoded.operands.push(value);
        Ok(())
    }

    /// Appends the value for the id at word `word` to the SSA operands. Returns its attribute instead if the id is a
    /// module-scope entity.
    fn add_mixed(&mut self, importer: &Importer<'_>, word: usize) -> ImportResult<Option<Attribute>> {
        Ok(match self.source.mixed(importer, self.i, word)? {
            Ok(value) => {
                self.decoded.operands.push(value);
                None
            }
            Err(attr) => Some(attr),
        })
    }

    /// Returns the string literal at word `word` as an attribute and advances past it.
    fn string(&mut self, importer: &Importer<'_>, word: usize) -> ImportResult<Attribute> {
        let (text, next) = self.i.string(word)?;
        self.word = next;
        Ok(importer.ctx.string_attr(&text))
    }

    /// Appends a slot with the list of the remaining words before word index `end`.
    fn add_words(&mut self, importer: &Importer<'_>, end: usize) {
        let words = &self.i.words[self.word..end];
        self.word = end;
        let slot = if words.is_empty() { 0 } else { importer.ctx.attr(AttrData::Words(words.into())).raw() };
        self.decoded.slots.push(slot);
    }
}

impl Importer<'_> {
    /// Decodes the remaining operands as the grammar entry of `def` specifies. Skips leading parameters whose slots
    /// the caller has filled; each of them has exactly one slot.
    pub(super) fn decode<S: IdSource>(&self, def: OpDefId, mut d: Decoding<'_, '_, S>) -> ImportResult<()> {
        let row = self.ctx.registry().op(def).row;
        for layout in row.layout().skip(d.decoded.slots.len()) {
            let param = layout.param;
            match param.arity {
                Arity::One => self.one(param, &mut d)?,
                Arity::Optional if d.is_at_end() => d.decoded.slots.extend(layout.absent()),
                Arity::Optional if matches!(param.kind, ParamKind::Word) => d.add_words(self, d.word + 1),
                Arity::Optional => self.one(param, &mut d)?,
                Arity::Variadic => self.list(param, &mut d)?,
            }
        }
        if d.is_at_end() { Ok(()) } else { Err(d.i.words_left(d.word)) }
    }

    fn one<S: IdSource>(&self, param: &Param, d: &mut Decoding<'_, '_, S>) -> ImportResult<()> {
        let i = d.i;
        let word = d.advance();
        let slot = match param.kind {
            ParamKind::Value => return d.add_value(self, word),
            ParamKind::Mixed => d.add_mixed(self, word)?.map_or(0, Attribute::raw),
            ParamKind::Symbol => self.ctx.symbol_attr(self.symbol_at(i, word)?).raw(),
            ParamKind::Type => self.ctx.type_attr(self.type_or_signature(i, word)?).raw(),
            ParamKind::Word | ParamKind::FloatWord => i.word(word)?,
            ParamKind::String => d.string(self, word)?.raw(),
            ParamKind::ConstEnum(_) => match self.plain_u32(i, word)? {
                Some(value) => value,
                None => {
                    d.add_value(self, word)?;
                    ABSENT
                }
            },
            ParamKind::Enum(def) => {
                let value = i.word(word)?;
                d.decoded.slots.push(value);
                let extra = self.enum_params(def, word, d)?;
                if def.has_params {
                    d.decoded.slots.push(extra);
                }
                return Ok(());
            }
            ParamKind::Attr | ParamKind::Block | ParamKind::Tail => {
                return Err(i.error("this instruction is not allowed here"));
            }
        };
        d.decoded.slots.push(slot);
        Ok(())
    }

    fn list<S: IdSource>(&self, param: &Param, d: &mut Decoding<'_, '_, S>) -> ImportResult<()> {
        let (i, end) = (d.i, d.i.words.len());
        let mut attrs = Vec::new();
        match param.kind {
            ParamKind::Value => {
                while !d.is_at_end() {
                    let word = d.advance();
                    d.add_value(self, word)?;
                }
                return Ok(());
            }
            ParamKind::Word | ParamKind::Enum(_) => {
                if let ParamKind::Enum(def) = param.kind {
                    (d.word..end).try_for_each(|word| check_enumerant(def, i, word))?;
                }
                d.add_words(self, end);
                return Ok(());
            }
            ParamKind::Mixed => {
                let mut has_attr = false;
                while !d.is_at_end() {
                    let word = d.advance();
                    let attr = d.add_mixed(self, word)?;
                    has_attr |= attr.is_some();
                    attrs.push(attr.unwrap_or_else(|| self.ctx.attr(AttrData::Operand)));
                }
                if !has_attr {
                    attrs.clear();
                }
            }
            ParamKind::String => {
                while !d.is_at_end() {
                    attrs.push(d.string(self, d.word)?);
                }
            }
            _ => {
                while !d.is_at_end() {
                    let word = d.advance();
                    attrs.push(match param.kind {
                        ParamKind::Type => self.ctx.type_attr(self.type_at(i, word)?),
                        _ => self.ctx.symbol_attr(self.symbol_at(i, word)?),
                    });
                }
            }
        }
        d.decoded.slots.push(if attrs.is_empty() { 0 } else { self.ctx.array_attr(&attrs).raw() });
        Ok(())
    }

    /// Returns the value of the constant whose id is at word `word`. Returns `None` unless it is an unsigned 32-bit
    /// constant without names or decorations.
    fn plain_u32(&self, i: &Inst<'_>, word: usize) -> ImportResult<Option<u32>> {
        let id = self.ids.check(i, word)?;
        let IdDefinition::Constant(n) = self.ids.what(id) else { return Ok(None) };
        self.ids.mark_used(id);
        Ok(match self.ctx.attr_data(self.constants[n as usize].attr) {
            AttrData::Integer { value, ty } if *ty == self.ctx.common().i32 => {
                Some(*value as u32).filter(|v| *v != ABSENT)
            }
            _ => None,
        })
    }

    /// Decodes the parameters of the enumerants in word `mask`. Returns a raw attribute with the parameters that are
    /// not SSA values.
    pub(super) fn enum_params<S: IdSource>(
        &self,
        def: &'static EnumDef,
        mask: usize,
        d: &mut Decoding<'_, '_, S>,
    ) -> ImportResult<u32> {
        let (i, ctx) = (d.i, self.ctx);
        check_enumerant(def, i, mask)?;
        if !def.has_params {
            return Ok(0);
        }
        let mut extras = Vec::new();
        let operand = || ctx.attr(AttrData::Operand);
        for param in def.present(i.word(mask)?).flat_map(|enumerant| enumerant.params) {
            let count = match param.arity {
                Arity::One => 1,
                Arity::Optional => usize::from(!d.is_at_end()),
                Arity::Variadic => i.words.len() - d.word,
            };
            for _ in 0..count {
                let word = d.advance();
                extras.push(match param.kind {
                    ParamKind::Value => {
                        d.add_value(self, word)?;
                        continue;
                    }
                    ParamKind::Mixed => d.add_mixed(self, word)?.unwrap_or_else(operand),
                    ParamKind::ConstEnum(_) => match self.plain_u32(i, word)? {
                        Some(value) => ctx.i32_attr(value),
                        None => {
                            d.add_value(self, word)?;
                            operand()
                        }
                    },
                    ParamKind::FloatWord => {
                        let bits = i.word(word)?.into();
                        ctx.attr(AttrData::Float { bits, ty: ctx.common().f32 })
                    }
                    ParamKind::String => d.string(self, word)?,
                    ParamKind::Symbol => ctx.symbol_attr(self.symbol_at(i, word)?),
                    ParamKind::Type => ctx.type_attr(self.type_at(i, word)?),
                    ParamKind::Word
                    | ParamKind::Enum(_)
                    | ParamKind::Attr
                    | ParamKind::Block
                    | ParamKind::Tail => ctx.i32_attr(i.word(word)?),
                });
            }
        }
        Ok(if extras.is_empty() { 0 } else { ctx.array_attr(&extras).raw() })
    }
}

fn check_enumerant(def: &EnumDef, i: &Inst<'_>, word: usize) -> ImportResult<()> {
    let value = i.word(word)?;
    if def.is_known(value) {
        return Ok(());
    }
    let what = if def.bits { format!("bits 0x{value:X}") } else { format!("value {value}") };
    Err(i.error_at(word, format!("unknown {what} of {}, so its parameters cannot be determined", def.name)))
}
