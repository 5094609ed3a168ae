//! What an op holds, by parameter.

use spv_ir::dialect::{ABSENT, Arity, OpDef, ParamKind};
use spv_ir::params::{self, Item};
use spv_ir::{AttrData, Attribute, Body, Context, Op};

/// The items of an op in order. Reused from op to op.
#[derive(Default)]
pub(crate) struct Items {
    list: Vec<Item>,
    /// Number of items up to the end of each parameter.
    ends: Vec<u32>,
}

impl Items {
    /// Items of a parameter.
    #[inline]
    pub(crate) fn of(&self, param: u8) -> &[Item] {
        let end = self.ends[usize::from(param)];
        let start = if param == 0 { 0 } else { self.ends[usize::from(param) - 1] };
        &self.list[start as usize..end as usize]
    }

    /// Collects the items of an op. False if it does not fit its row.
    #[inline]
    pub(crate) fn collect(&mut self, ctx: &Context, body: &Body, op: Op, def: &OpDef) -> bool {
        self.collect_simple(ctx, body, op, def) || self.collect_any(ctx, body, op, def)
    }

    /// The same for ops with nothing but operands, single attributes and words. False also where
    /// there is more.
    fn collect_simple(&mut self, ctx: &Context, body: &Body, op: Op, def: &OpDef) -> bool {
        self.list.clear();
        self.ends.clear();
        let mut operands = body.own_operands(op);
        let slots = body.slots(op);
        let mut at = 0;
        for param in def.row.params {
            let count = usize::from(param.slots());
            let Some(slot) = slots.get(at..at + count) else { return false };
            at += count;
            let item = match (param.kind, param.arity) {
                (ParamKind::Block | ParamKind::Tail, _) => None,
                (ParamKind::Value, Arity::Variadic) => {
                    self.list.extend(operands.by_ref().map(Item::Value));
                    None
                }
                (ParamKind::Value, arity) => match operands.next() {
                    None if arity == Arity::One => return false,
                    value => value.map(Item::Value),
                },
                (ParamKind::Word, Arity::One) => Some(Item::Word(slot[0])),
                (ParamKind::Word, _) => match Attribute::from_raw(slot[0]).map(|a| ctx.attr_data(a)) {
                    None => None,
                    Some(AttrData::Words(words)) => {
                        self.list.extend(words.iter().map(|word| Item::Word(*word)));
                        None
                    }
                    Some(_) => return false,
                },
                (ParamKind::FloatWord, _) => Some(Item::Float(slot[0])),
                (ParamKind::Enum(_), Arity::Optional) if slot[0] == ABSENT => None,
                (ParamKind::Enum(def), Arity::One | Arity::Optional)
                    if slot[0] != ABSENT && !def.has_params =>
                {
                    Some(Item::Enum(def, slot[0]))
                }
                (ParamKind::ConstEnum(def), _) if slot[0] != ABSENT => Some(Item::Const(def, slot[0])),
                (ParamKind::Symbol | ParamKind::Type | ParamKind::Attr, Arity::One | Arity::Optional) => {
                    let Some(attr) = Attribute::from_raw(slot[0]) else { return false };
                    Some(Item::Attr(attr))
                }
                _ => return false,
            };
            if let Some(item) = item {
                self.list.push(item);
            }
            self.ends.push(self.list.len() as u32);
        }
        operands.len() == 0
    }

    fn collect_any(&mut self, ctx: &Context, body: &Body, op: Op, def: &OpDef) -> bool {
        self.list.clear();
        self.ends.clear();
        self.ends.resize(def.row.params.len(), 0);
        let fits = params::walk(ctx, body, op, def, &mut |param, item| {
            self.list.push(item);
            self.ends[param] = self.list.len() as u32;
        });
        let mut last = 0;
        for end in &mut self.ends {
            last = last.max(*end);
            *end = last;
        }
        fits
    }
}
