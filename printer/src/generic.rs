//! The generic form: `"name"(operands)[successors] ({regions}) {attributes} : (types) -> types`.

use crate::attrs::{Entry, OP_NAME, Pair};
use crate::printer::Printer;
use crate::text::push_escaped;
use smallvec::SmallVec;
use spv_ir::builtin::UNREGISTERED_ID;
use spv_ir::dialect::{ABSENT, Arity, OpDef, Param, ParamKind, Traits};
use spv_ir::{AttrData, Attribute, Body, Op, Type};

impl Printer<'_> {
    pub(crate) fn print_generic(&mut self, body: &Body, op: Op, def: &OpDef) {
        self.push("\"");
        let unregistered = def.traits.contains(Traits::UNREGISTERED);
        let name = if unregistered { body.slot_attr(op, 0) } else { None };
        match name.and_then(|name| self.ctx.attr_str(name)) {
            Some(name) => push_escaped(&mut self.out, name),
            None => self.qualified(def.row.name),
        }
        self.push("\"(");
        if self.strict() {
            self.separated(body.operands(op), |p, value| p.print_value(body, value));
        } else {
            self.separated(body.own_operands(op), |p, value| p.print_value(body, value));
        }
        self.push(")");
        self.generic_successors(body, op);
        self.generic_regions(body, op);
        self.generic_attributes(body, op, def);
        self.push(" : (");
        if self.strict() {
            self.separated(body.operands(op), |p, value| p.print_value_type(body, value));
        } else {
            self.separated(body.own_operands(op), |p, value| p.print_value_type(body, value));
        }
        self.push(") -> ");
        let results: SmallVec<[Type; 4]> = body.results(op).map(|r| body.value_type(r)).collect();
        self.print_results(&results);
    }

    fn generic_successors(&mut self, body: &Body, op: Op) {
        if body.successor_count(op) == 0 {
            return;
        }
        self.push("[");
        self.separated(0..body.successor_count(op), |p, index| {
            if p.strict() {
                p.print_block_name(body, body.successor(op, index));
            } else {
                p.print_successor(body, op, index);
            }
        });
        self.push("]");
    }

    fn generic_regions(&mut self, body: &Body, op: Op) {
        if body.is_isolated(op) {
            self.push(" (");
            match body.nested(op) {
                Some(nested) => self.print_region(nested, nested.root(), true, true),
                None => {
                    self.push("{\n");
                    self.margin();
                    self.push("}");
                }
            }
            self.push(")");
        } else if body.region_count(op) > 0 {
            self.push(" (");
            self.separated(0..body.region_count(op), |p, index| {
                p.print_region(body, body.region(op, index), true, true);
            });
            self.push(")");
        }
    }

    /// Inherent and discardable attributes.
    fn generic_attributes(&mut self, body: &Body, op: Op, def: &OpDef) {
        let ctx = self.ctx;
        let renamed = self.renamed(body, op, def);
        let unspelled = self.pending.unspelled.take();
        let segments = self.segments(body, op);
        let mut pairs: SmallVec<[Pair; 8]> = SmallVec::new();
        let slots = body.slots(op);
        let mut at = 0;
        for param in inherent(def) {
            let slot = slots.get(at..).unwrap_or(&[]);
            at += usize::from(param.slots());
            let Some(&raw) = slot.first().filter(|_| param.slots() > 0) else { continue };
            let attr = Attribute::from_raw(raw);
            let entry = match (param.kind, param.arity) {
                (ParamKind::Word, Arity::One) => Some(Entry::Word(raw)),
                (ParamKind::Word, _) => match attr.map(|a| ctx.attr_data(a)) {
                    Some(AttrData::Words(words)) => Some(Entry::Words(words)),
                    _ => None,
                },
                (ParamKind::FloatWord, _) => Some(Entry::Float(raw)),
                (ParamKind::Enum(def), Arity::Variadic) => match attr.map(|a| ctx.attr_data(a)) {
                    Some(AttrData::Words(values)) => Some(Entry::Enums(def, values)),
                    _ => None,
                },
                (ParamKind::Enum(def), _) => {
                    let params = slot.get(1).filter(|_| def.has_params);
                    let params = params.and_then(|raw| Attribute::from_raw(*raw));
                    (raw != ABSENT).then_some(Entry::Enum(def, raw, params))
                }
                (ParamKind::ConstEnum(def), _) => (raw != ABSENT).then_some(Entry::Enum(def, raw, None)),
                _ => attr.map(Entry::Attr),
            };
            pairs.extend(entry.map(|entry| (param.name, entry)));
        }
        let discardable = ctx.dict(body.attrs(op)).iter().map(|(key, value)| (ctx.str(*key), *value));
        let plain = discardable.filter(|(key, _)| !is_inherent(def, key));
        pairs.extend(plain.map(|(key, value)| (key, Entry::Attr(value))));
        pairs.extend(renamed.iter().map(|(key, value)| (&key[..], Entry::Attr(*value))));
        if let Some(names) = unspelled.as_deref()
            && !pairs.iter().any(|(key, _)| *key == OP_NAME)
        {
            pairs.push((OP_NAME, Entry::Names(names)));
        }
        if !segments.is_empty() {
            pairs.push(("operand_segment_sizes", Entry::Segments(&segments)));
        }
        self.print_dict("", &mut pairs);
    }

    /// Discardable attributes whose key is an inherent one's.
    fn renamed(&self, body: &Body, op: Op, def: &OpDef) -> Vec<(String, Attribute)> {
        let entries = self.ctx.dict(body.attrs(op)).iter().map(|(key, value)| (self.ctx.str(*key), *value));
        let clashing = entries.filter(|(key, _)| is_inherent(def, key));
        clashing.map(|(key, value)| (format!("discardable.{key}"), value)).collect()
    }

    /// In the strict form the arguments of several successors stand among the operands: how many
    /// belong to the op and to each successor.
    fn segments(&self, body: &Body, op: Op) -> Vec<usize> {
        let count = body.successor_count(op);
        if !self.strict() || count < 2 || body.def(op) == UNREGISTERED_ID {
            return Vec::new();
        }
        let own = body.own_operands(op).len();
        std::iter::once(own).chain((0..count).map(|i| body.successor_args(op, i).len())).collect()
    }
}

/// The parameters whose slots are entries of the dictionary.
fn inherent(def: &OpDef) -> &'static [Param] {
    if def.traits.contains(Traits::UNREGISTERED) { &[] } else { def.row.params }
}

/// Whether a key is that of a parameter.
fn is_inherent(def: &OpDef, key: &str) -> bool {
    inherent(def).iter().any(|param| param.name == key)
}
