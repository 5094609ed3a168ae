//! Row-driven decoding of an instruction's operands into SSA operands and attribute slots.

use super::Importer;
use super::ids::IdDefinition;
use super::reader::{ImportResult, Inst};
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDefId, Param, ParamKind};
use spv_ir::{AttrData, Attribute, Value};

/// A decoded instruction. The buffers are reused.
#[derive(Default)]
pub struct Decoded {
    /// Attribute slots.
    pub slots: Vec<u32>,
    /// SSA operands.
    pub operands: Vec<Value>,
}

impl Decoded {
    /// Clears both lists.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.operands.clear();
    }
}

/// A resolver of ids, for module or function scope.
pub trait IdSource {
    /// Returns the SSA value of the id at word `word`.
    fn value(&mut self, importer: &Importer<'_>, i: &Inst<'_>, word: usize) -> ImportResult<Value>;
    /// Returns an SSA value, or the attribute of a module-scope entity.
    fn mixed(
        &mut self,
        importer: &Importer<'_>,
        i: &Inst<'_>,
        word: usize,
    ) -> ImportResult<Result<Value, Attribute>>;
}

impl Importer<'_> {
    /// Decodes the words from `first` on by the row of `def`.
    pub(super) fn decode<S: IdSource>(
        &self,
        def: OpDefId,
        i: &Inst<'_>,
        first: usize,
        decoded: &mut Decoded,
        source: &mut S,
    ) -> ImportResult<()> {
        decoded.clear();
        self.decode_rest(def, i, first, decoded, source)
    }

    /// Decodes as [`Self::decode`] does, but skips leading parameters whose slots are filled already. Each of
    /// these has one slot.
    pub(super) fn decode_rest<S: IdSource>(
        &self,
        def: OpDefId,
        i: &Inst<'_>,
        first: usize,
        decoded: &mut Decoded,
        source: &mut S,
    ) -> ImportResult<()> {
        let row = self.ctx.registry().op(def).row;
        let mut at = first;
        for layout in row.layout().skip(decoded.slots.len()) {
            let param = layout.param;
            match param.arity {
                Arity::One => self.one(param, i, &mut at, decoded, source)?,
                Arity::Optional if at < i.words.len() => {
                    if matches!(param.kind, ParamKind::Word) {
                        let end = at + 1;
                        self.words_list(i, &mut at, end, decoded)?;
                    } else {
                        self.one(param, i, &mut at, decoded, source)?;
                    }
                }
                Arity::Optional => decoded.slots.extend(layout.absent()),
                Arity::Variadic => self.list(param, i, &mut at, decoded, source)?,
            }
        }
        if at < i.words.len() {
            return Err(i.words_left(at));
        }
        Ok(())
    }

    fn one<S: IdSource>(
        &self,
        param: &Param,
        i: &Inst<'_>,
        at: &mut usize,
        decoded: &mut Decoded,
        source: &mut S,
    ) -> ImportResult<()> {
        let word = *at;
        *at += 1;
        let slot = match param.kind {
            ParamKind::Value => {
                decoded.operands.push(source.value(self, i, word)?);
                return Ok(());
            }
            ParamKind::Mixed => match source.mixed(self, i, word)? {
                Ok(value) => {
                    decoded.operands.push(value);
                    0
                }
                Err(attr) => attr.raw(),
            },
            ParamKind::Symbol => self.ctx.symbol_attr(self.symbol_at(i, word)?).raw(),
            ParamKind::Type => self.ctx.type_attr(self.type_or_signature(i, word)?).raw(),
            ParamKind::Word | ParamKind::FloatWord => i.word(word)?,
            ParamKind::String => {
                let (text, next) = i.string(word)?;
                *at = next;
                self.ctx.string_attr(&text).raw()
            }
            ParamKind::ConstEnum(_) => match self.plain_u32(i, word)? {
                Some(value) => value,
                None => {
                    decoded.operands.push(source.value(self, i, word)?);
                    ABSENT
                }
            },
            ParamKind::Enum(def) => {
                let value = i.word(word)?;
                decoded.slots.push(value);
                let extra = self.enum_params(def, value, i, word, at, decoded, source)?;
                if def.has_params {
                    decoded.slots.push(extra);
                }
                return Ok(());
            }
            ParamKind::Attr | ParamKind::Block | ParamKind::Tail => {
                return Err(i.error("this instruction is not allowed here"));
            }
        };
        decoded.slots.push(slot);
        Ok(())
    }

    fn words_list(
        &self,
        i: &Inst<'_>,
        at: &mut usize,
        end: usize,
        decoded: &mut Decoded,
    ) -> ImportResult<()> {
        let words = &i.words[*at..end];
        *at = end;
        let slot = if words.is_empty() { 0 } else { self.ctx.attr(AttrData::Words(words.into())).raw() };
        decoded.slots.push(slot);
        Ok(())
    }

    fn list<S: IdSource>(
        &self,
        param: &Param,
        i: &Inst<'_>,
        at: &mut usize,
        decoded: &mut Decoded,
        source: &mut S,
    ) -> ImportResult<()> {
        let end = i.words.len();
        let mut attrs = Vec::new();
        match param.kind {
            ParamKind::Value => {
                while *at < end {
                    decoded.operands.push(source.value(self, i, *at)?);
                    *at += 1;
                }
                return Ok(());
            }
            ParamKind::Word => return self.words_list(i, at, end, decoded),
            ParamKind::Enum(def) => {
                for word in *at..end {
                    check_enumerant(def, i, word)?;
                }
                return self.words_list(i, at, end, decoded);
            }
            ParamKind::Mixed => {
                let mut any = false;
                while *at < end {
                    attrs.push(match source.mixed(self, i, *at)? {
                        Ok(value) => {
                            decoded.operands.push(value);
                            self.ctx.attr(AttrData::Operand)
                        }
                        Err(attr) => {
                            any = true;
                            attr
                        }
                    });
                    *at += 1;
                }
                if !any {
                    attrs.clear();
                }
            }
            ParamKind::String => {
                while *at < end {
                    let (text, next) = i.string(*at)?;
                    attrs.push(self.ctx.string_attr(&text));
                    *at = next;
                }
            }
            _ => {
                while *at < end {
                    attrs.push(match param.kind {
                        ParamKind::Type => self.ctx.type_attr(self.type_at(i, *at)?),
                        _ => self.ctx.symbol_attr(self.symbol_at(i, *at)?),
                    });
                    *at += 1;
                }
            }
        }
        decoded.slots.push(if attrs.is_empty() { 0 } else { self.ctx.array_attr(&attrs).raw() });
        Ok(())
    }

    /// Returns the value of an id that is a plain unsigned 32-bit constant.
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

    /// Reads the parameters of the enumerants in `value`. Returns the raw attribute of the non-SSA
    /// parameters.
    #[expect(clippy::too_many_arguments, reason = "the state of one decoding step")]
    pub(super) fn enum_params<S: IdSource>(
        &self,
        def: &'static EnumDef,
        value: u32,
        i: &Inst<'_>,
        word: usize,
        at: &mut usize,
        decoded: &mut Decoded,
        source: &mut S,
    ) -> ImportResult<u32> {
        check_enumerant(def, i, word)?;
        if !def.has_params {
            return Ok(0);
        }
        let mut extras = Vec::new();
        let ctx = self.ctx;
        for enumerant in def.present(value) {
            for param in enumerant.params {
                let mut left = match param.arity {
                    Arity::One => 1,
                    Arity::Optional => usize::from(*at < i.words.len()),
                    Arity::Variadic => i.words.len() - *at,
                };
                while left > 0 {
                    left -= 1;
                    let word = *at;
                    *at += 1;
                    extras.push(match param.kind {
                        ParamKind::Value => {
                            decoded.operands.push(source.value(self, i, word)?);
                            continue;
                        }
                        ParamKind::Mixed => match source.mixed(self, i, word)? {
                            Ok(value) => {
                                decoded.operands.push(value);
                                ctx.attr(AttrData::Operand)
                            }
                            Err(attr) => attr,
                        },
                        ParamKind::ConstEnum(_) => match self.plain_u32(i, word)? {
                            Some(value) => ctx.i32_attr(value),
                            None => {
                                decoded.operands.push(source.value(self, i, word)?);
                                ctx.attr(AttrData::Operand)
                            }
                        },
                        ParamKind::FloatWord => {
                            let bits = i.word(word)?.into();
                            ctx.attr(AttrData::Float { bits, ty: ctx.common().f32 })
                        }
                        ParamKind::String => {
                            let (text, next) = i.string(word)?;
                            *at = next;
                            ctx.string_attr(&text)
                        }
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
    Err(i.error_at(word, format!("{what} of {} not known: its parameters cannot be told", def.name)))
}
