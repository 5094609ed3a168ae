//! Operands and attribute slots of an op under construction

use smallvec::SmallVec;
use spv_dialect::typed::{Definition, EnumOperand, EnumOperands, Enumeration, IdOr, IdRef};
use spv_ir::dialect::ABSENT;
use spv_ir::{AttrData, Attribute, Context, Ident, Type, Value};

/// Operands and attribute slots of an op under construction. Each method appends the next parameter of the op, in the
/// layout of its [`ParamKind`](spv_ir::dialect::ParamKind).
pub struct Parts<'c> {
    ctx: &'c Context,
    operands: SmallVec<[Value; 8]>,
    slots: SmallVec<[u32; 8]>,
}

impl<'c> Parts<'c> {
    #[inline]
    pub(crate) fn new(ctx: &'c Context) -> Self {
        Parts { ctx, operands: SmallVec::new(), slots: SmallVec::new() }
    }

    pub(crate) fn operands(&self) -> &[Value] {
        &self.operands
    }

    pub(crate) fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Appends an optional parameter: calls `present` if `item` is `Some`, and `absent` otherwise.
    pub(crate) fn optional<T>(
        self,
        item: Option<T>,
        present: impl FnOnce(Self, T) -> Self,
        absent: impl FnOnce(Self) -> Self,
    ) -> Self {
        match item {
            Some(item) => present(self, item),
            None => absent(self),
        }
    }

    /// Appends an absent parameter that has no attribute slot.
    pub(crate) fn nothing(self) -> Self {
        self
    }

    /// Appends an absent parameter whose attribute slot holds an attribute.
    #[inline]
    pub(crate) fn zero(self) -> Self {
        self.word(0)
    }

    /// Appends an absent parameter that is an enumerant or scope.
    #[inline]
    pub(crate) fn none(self) -> Self {
        self.word(ABSENT)
    }

    /// Appends an absent parameter that is an enumerant with operands.
    #[inline]
    pub(crate) fn none_with(self) -> Self {
        self.word(ABSENT).word(0)
    }

    #[inline]
    pub(crate) fn value(mut self, value: Value) -> Self {
        self.operands.push(value);
        self
    }

    pub(crate) fn values(mut self, values: &[Value]) -> Self {
        self.operands.extend_from_slice(values);
        self
    }

    #[inline]
    pub(crate) fn word(mut self, word: u32) -> Self {
        self.slots.push(word);
        self
    }

    pub(crate) fn attr(self, attr: Attribute) -> Self {
        self.word(attr.raw())
    }

    /// Appends a parameter that is a list. An empty list is absent.
    fn list<T>(self, items: &[T], attr: impl Fn(&Context, &T) -> Attribute) -> Self {
        if items.is_empty() {
            return self.zero();
        }
        let items: Vec<Attribute> = items.iter().map(|item| attr(self.ctx, item)).collect();
        let list = self.ctx.array_attr(&items);
        self.attr(list)
    }

    pub(crate) fn words(self, words: &[u32]) -> Self {
        if words.is_empty() {
            return self.zero();
        }
        let list = self.ctx.attr(AttrData::Words(words.into()));
        self.attr(list)
    }

    pub(crate) fn word_list(self, word: u32) -> Self {
        self.words(&[word])
    }

    pub(crate) fn string(self, text: &str) -> Self {
        let attr = self.ctx.string_attr(text);
        self.attr(attr)
    }

    pub(crate) fn symbol(self, symbol: Ident) -> Self {
        let attr = self.ctx.symbol_attr(symbol);
        self.attr(attr)
    }

    pub(crate) fn symbols(self, list: &[Ident]) -> Self {
        self.list(list, |ctx, symbol| ctx.symbol_attr(*symbol))
    }

    pub(crate) fn ty(self, ty: Type) -> Self {
        let attr = self.ctx.type_attr(ty);
        self.attr(attr)
    }

    #[inline]
    pub(crate) fn enumerant<E: Enumeration>(self, value: E) -> Self {
        self.word(value.value())
    }

    pub(crate) fn enumerants<E: Enumeration>(self, list: &[E]) -> Self {
        let words: SmallVec<[u32; 8]> = list.iter().map(|item| item.value()).collect();
        self.words(&words)
    }

    /// Appends an id parameter: a constant enumerant, such as a scope, or an SSA value.
    #[inline]
    pub(crate) fn constant<E: Enumeration>(self, id: IdOr<E>) -> Self {
        match id {
            IdOr::Const(value) => self.word(value.value()),
            IdOr::Value(value) => self.none().value(value),
        }
    }

    /// Appends an enumerant with its operands. Values become operands of the op. All other operands are stored in an
    /// array attribute.
    #[inline]
    pub(crate) fn enumerant_with<E: Enumeration>(self, item: EnumOperands<E>) -> Self {
        let parts = self.word(item.value().value());
        if item.operands().is_empty() { parts.word(0) } else { parts.enum_operands(item.operands()) }
    }

    fn enum_operands(mut self, items: &[(u32, EnumOperand)]) -> Self {
        let ctx = self.ctx;
        let mut others = Vec::new();
        for (_, item) in items {
            others.push(match item {
                EnumOperand::Value(value) => {
                    self.operands.push(*value);
                    continue;
                }
                EnumOperand::Id(IdRef::Value(value)) => {
                    self.operands.push(*value);
                    ctx.attr(AttrData::Operand)
                }
                EnumOperand::Word(word) => ctx.i32_attr(*word),
                EnumOperand::Float(value) => ctx.f32(*value),
                EnumOperand::String(text) => ctx.string_attr(text),
                EnumOperand::Id(id) => reference(ctx, *id),
            });
        }
        if others.is_empty() {
            return self.word(0);
        }
        let list = ctx.array_attr(&others);
        self.attr(list)
    }

    pub(crate) fn id(self, id: IdRef) -> Self {
        match id {
            IdRef::Value(value) => self.word(0).value(value),
            other => {
                let attr = reference(self.ctx, other);
                self.attr(attr)
            }
        }
    }

    pub(crate) fn ids(mut self, list: &[IdRef]) -> Self {
        self.operands.extend(list.iter().filter_map(|id| match id {
            IdRef::Value(value) => Some(*value),
            _ => None,
        }));
        if list.iter().all(|id| matches!(id, IdRef::Value(_))) {
            return self.zero();
        }
        self.list(list, |ctx, id| reference(ctx, *id))
    }

    /// Appends the symbol and type of a module-level definition.
    pub(crate) fn definition(self, definition: Definition) -> Self {
        let parts = match definition.symbol {
            Some(symbol) => {
                let text = self.ctx.str(symbol).to_owned();
                self.string(&text)
            }
            None => self.zero(),
        };
        match definition.ty {
            Some(ty) => parts.ty(ty),
            None => parts.zero(),
        }
    }
}

/// Returns the attribute for an id. The attribute for a value is [`AttrData::Operand`], because the value itself is an
/// operand.
fn reference(ctx: &Context, id: IdRef) -> Attribute {
    match id {
        IdRef::Value(_) => ctx.attr(AttrData::Operand),
        IdRef::Symbol(symbol) => ctx.symbol_attr(symbol),
        IdRef::Type(ty) => ctx.type_attr(ty),
        IdRef::Attr(attr) => attr,
    }
}
