//! Printer for the generic form: `"name"(operands)[successors] ({regions}) {attributes} : (types) -> types`
//!
//! LLVM-compatible text may have `<{properties}>` before the regions.

use crate::attrs::{DictValue, OP_NAME, Pair};
use crate::bodies::is_declaration;
use crate::printer::Printer;
use crate::text::push_escaped;
use smallvec::SmallVec;
use spv_ir::builtin::UNREGISTERED_ID;
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDef, Param, ParamKind, PropertyForm, Traits, Wrapped};
use spv_ir::params::is_complete;
use spv_ir::text::type_text::write_results;
use spv_ir::{AttrData, Attribute, Body, Ident, Op, TextForm, Type};
use std::borrow::Cow;

impl<'p> Printer<'p> {
    /// Prints an op in the generic form, which is valid for all ops. Appends a comment if the op is incomplete.
    pub(crate) fn print_fallback(&mut self, body: &Body, op: Op, def: &OpDef) {
        let complete = is_complete(self.ctx, body, op, def);
        self.print_generic(body, op, def, complete);
        self.pending.incomplete = !complete && !self.strict();
    }

    fn print_generic(&mut self, body: &Body, op: Op, def: &OpDef, complete: bool) {
        self.push("\"");
        let unregistered = def.traits.contains(Traits::UNREGISTERED);
        let name =
            if unregistered { body.slot_attr(op, spv_ir::builtin::UNREGISTERED_NAME_SLOT) } else { None };
        match name.and_then(|name| self.ctx.attr_str(name)) {
            Some(name) => push_escaped(&mut self.out, name),
            None => self.qualified(def.row.name),
        }
        self.push("\"(");
        let wrapped = if complete { self.wrapped(body, op) } else { None };
        if wrapped.is_some() {
            // The operands are printed later, with the nested op in the region.
        } else if self.strict() {
            self.separated(body.operands(op), |p, value| p.print_value(body, value));
        } else {
            self.separated(body.own_operands(op), |p, value| p.print_value(body, value));
        }
        self.push(")");
        self.generic_successors(body, op);
        let form = self.options.compat;
        let attrs = form.map(|form| self.strict_attributes(body, op, def, form, wrapped.is_some(), complete));
        let segments = self.segments(body, op, def);
        let has_properties = form.is_some_and(|form| form.properties);
        let is_property = |form: &PropertyForm| has_properties && *form != PropertyForm::Discardable;
        if let Some(attrs) = attrs.as_ref().filter(|_| has_properties) {
            self.properties(attrs.iter().filter(|(.., form)| is_property(form)), &segments);
        }
        match &wrapped {
            Some(wrapped) => self.wrapped_region(body, op, wrapped),
            None => self.generic_regions(body, op, def),
        }
        match attrs {
            Some(attrs) => {
                let rest = attrs.iter().filter(|(.., form)| !is_property(form));
                let mut pairs: SmallVec<[Pair; 8]> =
                    rest.map(|(key, value, _)| (self.ctx.str(*key), DictValue::Attr(*value))).collect();
                if !has_properties && !segments.is_empty() {
                    pairs.push(("operand_segment_sizes", DictValue::Segments(&segments)));
                }
                self.print_dict("", &mut pairs);
            }
            None => self.generic_attributes(body, op, def),
        }
        self.push(" : (");
        if wrapped.is_some() {
        } else if self.strict() {
            self.separated(body.operands(op), |p, value| p.print_value_type(body, value));
        } else {
            self.separated(body.own_operands(op), |p, value| p.print_value_type(body, value));
        }
        self.push(") -> ");
        let results: SmallVec<[Type; 4]> = body.results(op).map(|r| body.value_type(r)).collect();
        write_results(self, &results);
    }

    /// Prints inherent attributes as ` <{a = 1, b}>`. Prints nothing if there are none.
    fn properties<'e>(&mut self, attrs: impl Iterator<Item = &'e StrictAttribute>, segments: &[u32]) {
        let entry = |attr, form| match form {
            PropertyForm::Longs => DictValue::Longs(attr),
            _ => DictValue::Attr(attr),
        };
        let mut pairs: SmallVec<[Pair; 8]> =
            attrs.map(|&(key, attr, form)| (self.ctx.str(key), entry(attr, form))).collect();
        if !segments.is_empty() {
            let words = self.ctx.attr(AttrData::Words(segments.into()));
            pairs.push(("operandSegmentSizes", DictValue::Attr(words)));
        }
        if !pairs.is_empty() {
            self.print_dict(" <", &mut pairs);
            self.push(">");
        }
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

    fn generic_regions(&mut self, body: &Body, op: Op, def: &OpDef) {
        if body.is_isolated(op) {
            let traits = def.traits;
            let function = traits.contains(Traits::FUNCTION);
            if !function && body.nested(op).is_none() {
                return;
            }
            self.push(" (");
            // A function that the parser accepts without a body is printed with an empty region if it is a declaration.
            let bare = function && (self.strict() || traits.declared_without_body());
            match body.nested(op).filter(|nested| !(bare && is_declaration(nested))) {
                Some(nested) => {
                    let forms = self.registry.generic_forms().iter();
                    let has_properties = self.options.compat.is_some_and(|form| form.properties);
                    self.pending.end = forms.filter(|_| has_properties).find_map(|form| (form.end)(def));
                    self.print_region(nested, nested.root(), true, true);
                }
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

    /// Returns the op that LLVM-compatible text nests in a region of this op, or `None` for most ops.
    fn wrapped(&self, body: &Body, op: Op) -> Option<Wrapped> {
        let forms = self.registry.generic_forms();
        forms.iter().filter(|_| self.strict()).find_map(|form| (form.wrapped)(self.ctx, body, op))
    }

    /// Prints a region that exists only in LLVM-compatible text, with the nested op and its terminator.
    fn wrapped_region(&mut self, body: &Body, op: Op, wrapped: &Wrapped) {
        let unique = self.unique.as_ref().and_then(|unique| unique.in_op(body, op));
        let number = unique.or_else(|| self.scope(body).map(|scope| scope.names.next_number(body, op)));
        let number = number.unwrap_or(0);
        self.push(" ({\n");
        self.indent += 2;
        self.margin();
        self.push("%");
        self.number(number);
        self.push(" = \"");
        self.qualified(wrapped.name);
        self.push("\"(");
        self.separated(body.own_operands(op), |p, value| p.print_value(body, value));
        self.push(")");
        if self.options.compat.is_some_and(|form| form.properties) {
            let attrs: Vec<StrictAttribute> =
                wrapped.attrs.iter().map(|(key, attr)| (*key, *attr, PropertyForm::Inherent)).collect();
            self.properties(attrs.iter(), &[]);
        } else {
            let pairs =
                wrapped.attrs.iter().map(|(key, value)| (self.ctx.str(*key), DictValue::Attr(*value)));
            let mut pairs: SmallVec<[Pair; 8]> = pairs.collect();
            self.print_dict("", &mut pairs);
        }
        self.push(" : (");
        self.separated(body.own_operands(op), |p, value| p.print_value_type(body, value));
        self.push(") -> ");
        let results: SmallVec<[Type; 4]> = body.results(op).map(|r| body.value_type(r)).collect();
        write_results(self, &results);
        self.print_op_location(body.loc(op));
        self.push("\n");
        self.margin();
        self.push("\"");
        self.qualified(wrapped.end);
        self.push("\"(%");
        self.number(number);
        self.push(") : (");
        self.separated(&results, |p, ty| p.print_type(*ty));
        self.push(") -> ()");
        self.print_op_location(body.loc(op));
        self.push("\n");
        self.indent -= 2;
        self.margin();
        self.push("})");
    }

    /// Returns the attributes for LLVM-compatible text, in which enumerants are integers or attributes. If `wrapped`,
    /// excludes the inherent attributes, which are printed with the nested op in the region.
    fn strict_attributes(
        &mut self,
        body: &Body,
        op: Op,
        def: &OpDef,
        form: &TextForm,
        wrapped: bool,
        complete: bool,
    ) -> Vec<StrictAttribute> {
        let ctx = self.ctx;
        self.pending.unspelled = None;
        let slots = body.slots(op);
        let forms = self.registry.generic_forms();
        let discardable = ctx.dict(body.attrs(op));
        let mut attrs: Vec<(Ident, Attribute)> = discardable.to_vec();
        let enumerant = |def: &EnumDef, raw| {
            let mut named = forms.iter().filter(|_| form.properties);
            named
                .find_map(|generic| (generic.enumerant)(ctx, def, raw, form))
                .unwrap_or_else(|| ctx.i32_attr(raw))
        };
        let mut at = 0;
        for param in inherent(def) {
            let slot = slots.get(at..).unwrap_or(&[]);
            at += usize::from(param.slots());
            let Some(&raw) = slot.first().filter(|_| param.slots() > 0 && !wrapped) else { continue };
            let attr = Attribute::from_raw(raw);
            let value = match (param.kind, param.arity) {
                (ParamKind::Word, Arity::One) => Some(ctx.i32_attr(raw)),
                (ParamKind::Word, _) | (ParamKind::Enum(_), Arity::Variadic) => {
                    attr.and_then(|attr| match ctx.attr_data(attr) {
                        AttrData::Words(words) => {
                            let words: Vec<_> = words.iter().map(|word| ctx.i32_attr(*word)).collect();
                            Some(ctx.array_attr(&words))
                        }
                        _ => None,
                    })
                }
                (ParamKind::FloatWord, _) => {
                    Some(ctx.attr(AttrData::Float { bits: raw.into(), ty: ctx.common().f32 }))
                }
                (ParamKind::Enum(_) | ParamKind::ConstEnum(_), _) if raw == ABSENT => None,
                (ParamKind::Enum(def), _) => {
                    let extras = slot.get(1).filter(|_| def.has_params);
                    let extras = extras.and_then(|raw| Attribute::from_raw(*raw));
                    let value = enumerant(def, raw);
                    Some(match extras.and_then(|extras| ctx.attr_array(extras)) {
                        Some(extras) => ctx.array_attr(&[&[value], extras].concat()),
                        None => value,
                    })
                }
                (ParamKind::ConstEnum(def), _) => Some(enumerant(def, raw)),
                _ => attr,
            };
            attrs.extend(value.map(|value| (ctx.ident(param.name), value)));
        }
        for generic in forms.iter().filter(|_| complete) {
            (generic.write)(ctx, body, op, form, &mut attrs);
        }
        attrs.extend(self.argument_attributes(body, op, def));
        let place = |key: Ident| {
            let stated = forms.iter().find_map(|generic| (generic.property)(def, ctx.str(key)));
            let own = !discardable.iter().any(|(other, _)| *other == key);
            stated.unwrap_or(if own { PropertyForm::Inherent } else { PropertyForm::Discardable })
        };
        attrs.into_iter().map(|(key, value)| (key, value, place(key))).collect()
    }

    /// Returns the argument attributes of a function as an entry of the function's attribute dictionary, for
    /// LLVM-compatible text. Returns `None` if no argument has attributes.
    fn argument_attributes(&self, body: &Body, op: Op, def: &OpDef) -> Option<(Ident, Attribute)> {
        let nested = body.nested(op).filter(|_| def.traits.contains(Traits::FUNCTION))?;
        let args = nested.args(nested.first_block(nested.root())?);
        let dicts: Vec<_> = args.iter().map(|arg| nested.value_annotations(*arg).attrs).collect();
        let dict = |attrs: &Option<Attribute>| attrs.unwrap_or_else(|| self.ctx.dict_attr(Vec::new()));
        let list: Vec<_> = dicts.iter().map(dict).collect();
        let any = dicts.iter().any(Option::is_some);
        any.then(|| (self.ctx.ident("arg_attrs"), self.ctx.array_attr(&list)))
    }

    /// Prints the inherent and discardable attributes of an op as a dictionary.
    fn generic_attributes(&mut self, body: &Body, op: Op, def: &OpDef) {
        let ctx = self.ctx;
        let discardable = self.discardable(body.attrs(op), def);
        let unspelled = self.pending.unspelled.take();
        let mut pairs: SmallVec<[Pair; 8]> = SmallVec::new();
        let slots = body.slots(op);
        let mut at = 0;
        for param in inherent(def) {
            let slot = slots.get(at..).unwrap_or(&[]);
            at += usize::from(param.slots());
            if matches!(param.kind, ParamKind::Tail) && body.region_count(op) == 1 {
                let number = body.tail_number(body.region(op, 0));
                pairs.extend(number.map(|number| (param.name, DictValue::Word(number))));
            }
            let Some(&raw) = slot.first().filter(|_| param.slots() > 0) else { continue };
            let attr = Attribute::from_raw(raw);
            let entry = match (param.kind, param.arity) {
                (ParamKind::Word, Arity::One) => Some(DictValue::Word(raw)),
                (ParamKind::Word, _) => match attr.map(|a| ctx.attr_data(a)) {
                    Some(AttrData::Words(words)) => Some(DictValue::Words(words)),
                    _ => None,
                },
                (ParamKind::FloatWord, _) => Some(DictValue::Float(raw)),
                (ParamKind::Enum(def), Arity::Variadic) => match attr.map(|a| ctx.attr_data(a)) {
                    Some(AttrData::Words(values)) => Some(DictValue::Enums(def, values)),
                    _ => None,
                },
                (ParamKind::Enum(def), _) => {
                    let params = slot.get(1).filter(|_| def.has_params);
                    let params = params.and_then(|raw| Attribute::from_raw(*raw));
                    (raw != ABSENT).then_some(DictValue::Enum(def, raw, params))
                }
                (ParamKind::ConstEnum(def), _) => (raw != ABSENT).then_some(DictValue::Enum(def, raw, None)),
                _ => attr.map(DictValue::Attr),
            };
            pairs.extend(entry.map(|entry| (param.name, entry)));
        }
        pairs.extend(discardable.iter().map(|(key, value)| (&key[..], DictValue::Attr(*value))));
        if let Some(names) = unspelled.as_deref()
            && !pairs.iter().any(|(key, _)| *key == OP_NAME)
        {
            pairs.push((OP_NAME, DictValue::Names(names)));
        }
        self.print_dict("", &mut pairs);
    }

    /// Returns the discardable attributes of an op. The prefix `discardable.` is added to a key that is also the key of
    /// an inherent attribute.
    pub(crate) fn discardable(
        &self,
        attrs: Option<Attribute>,
        def: &OpDef,
    ) -> Vec<(Cow<'p, str>, Attribute)> {
        let ctx = self.ctx;
        let key = |key: Ident| match ctx.str(key) {
            key if is_inherent(def, key) => Cow::Owned(format!("discardable.{key}")),
            key => Cow::Borrowed(key),
        };
        ctx.dict(attrs).iter().map(|(name, value)| (key(*name), *value)).collect()
    }

    /// Returns the number of the op's own operands, and the number of arguments of each successor.
    ///
    /// LLVM-compatible text prints the arguments of all successors among the operands, so it must also print these
    /// segment sizes. With properties, a variadic list of successors is a single segment. Returns an empty list if no
    /// sizes are printed.
    fn segments(&self, body: &Body, op: Op, def: &OpDef) -> Vec<u32> {
        let count = body.successor_count(op);
        let blocks: Vec<_> = def.row.params.iter().filter(|p| matches!(p.kind, ParamKind::Block)).collect();
        let properties = self.options.compat.is_some_and(|form| form.properties) && blocks.len() > 1;
        if !self.strict() || (count < 2 && !properties) || body.def(op) == UNREGISTERED_ID {
            return Vec::new();
        }
        let own = body.own_operands(op).len();
        let mut lengths: Vec<usize> = (0..count).map(|i| body.successor_args(op, i).len()).collect();
        if properties && lengths.len() >= blocks.len() - 1 {
            let all = lengths.split_off(blocks.len() - 1).into_iter().sum();
            lengths.push(all);
        }
        std::iter::once(own).chain(lengths).map(|length| length as u32).collect()
    }
}

/// An attribute of an op in LLVM-compatible text: its key, its value, and the form in which it is printed.
type StrictAttribute = (Ident, Attribute, PropertyForm);

/// Returns the parameters whose values are inherent attributes in the generic form. An unregistered op has none.
fn inherent(def: &OpDef) -> &'static [Param] {
    if def.traits.contains(Traits::UNREGISTERED) { &[] } else { def.row.params }
}

/// Returns whether a dictionary key is the key of an inherent attribute.
fn is_inherent(def: &OpDef, key: &str) -> bool {
    inherent(def).iter().any(|param| param.name == key)
}
