//! Parser and printer of ops, driven by their assembly formats

use crate::format::{Format, FormatElement, TypeOf};
use crate::since;
use crate::spec::{Groups, Is, OpPart, Spec, specs};
use crate::text::{indices, until, write_values};
use crate::types::rule;
use smallvec::SmallVec;
use spv_ir::builtin_types::DYNAMIC;
use spv_ir::dialect::{ABSENT, EnumDef, ResultKind};
use spv_ir::text::*;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, Op, Signedness, TextForm, Type, Value};

// Parsing.

/// Items of the ODS arguments of an op, each with the index of its argument. The items of an argument are in order.
type Items<T> = SmallVec<[(usize, T); 4]>;

/// Returns the items of the ODS argument with index `part`.
fn of_part<T>(items: &Items<T>, part: usize) -> impl Iterator<Item = &T> {
    items.iter().filter(move |(of, _)| *of == part).map(|(_, item)| item)
}

/// Parser state of one op.
struct Reading {
    spec: &'static Spec,
    /// Operands of each ODS argument.
    operands: Items<Unresolved>,
    types: Items<Type>,
    results: Vec<Type>,
    /// Whether the last result is an async token.
    is_async: bool,
}

/// Parses the rest of an op, after its name, according to its assembly format.
pub(crate) fn parse(p: &mut dyn AsmParser, state: &mut OpState) -> Parsed<()> {
    let Some((spec, format)) = specs(p.ctx()).get(state.def).cloned() else {
        return Err(p.error("the op has no definition in the dialect's tables"));
    };
    if let Some(error) = &format.error {
        return Err(p.error(error));
    }
    let mut reading = Reading {
        spec,
        operands: SmallVec::new(),
        types: SmallVec::new(),
        results: Vec::new(),
        is_async: false,
    };
    reading.steps(p, state, &format.steps, &format)?;
    reading.finish(p, state, &format)
}

impl Reading {
    fn steps(
        &mut self,
        p: &mut dyn AsmParser,
        state: &mut OpState,
        steps: &[FormatElement],
        format: &Format,
    ) -> Parsed<()> {
        steps.iter().try_for_each(|step| self.step(p, state, step, format))
    }

    fn step(
        &mut self,
        p: &mut dyn AsmParser,
        state: &mut OpState,
        step: &FormatElement,
        format: &Format,
    ) -> Parsed<()> {
        match step {
            FormatElement::Literal(text) => literal(p, text),
            FormatElement::Part(part) => self.part(p, state, *part),
            FormatElement::Type(of) => self.types(p, *of),
            FormatElement::Functional(inputs, _) => self.functional(p, inputs),
            FormatElement::AttrDict => self.attr_dict(p, state, format),
            FormatElement::Group(then, otherwise, _) => {
                // Skips elements that only control spaces, because their presence does not show whether the group is
                // present.
                let is_space = |step: &FormatElement| matches!(step, FormatElement::Literal("" | " "));
                let first = then.iter().position(|step| !is_space(step)).unwrap_or(0);
                if self.begins(p, state, &then[first])? {
                    self.steps(p, state, &then[first + 1..], format)
                } else {
                    self.steps(p, state, otherwise, format)
                }
            }
            FormatElement::Custom(name, parts) => self.custom(p, state, name, parts),
            FormatElement::Later(since, _) if since.lacks(p.form()) => Ok(()),
            FormatElement::Later(_, steps) => self.steps(p, state, steps, format),
            FormatElement::Region => p.next_region(state, &[]),
        }
    }

    /// Parses the first element of an optional group, if present. Returns whether the group is present.
    fn begins(&mut self, p: &mut dyn AsmParser, state: &mut OpState, step: &FormatElement) -> Parsed<bool> {
        match step {
            FormatElement::Literal(text) => Ok(accept(p, text)),
            FormatElement::Part(part) => self.opt_part(p, state, *part),
            FormatElement::Type(TypeOf::Part(part)) => match p.opt_ty() {
                Some(ty) => {
                    self.types.push((*part, ty?));
                    Ok(true)
                }
                None => Ok(false),
            },
            FormatElement::Custom("DynamicIndexList", _) if !p.peek("[") => Ok(false),
            FormatElement::Custom(name, parts) => self.custom(p, state, name, parts).map(|()| true),
            _ => Ok(false),
        }
    }

    fn slot(&self, part: usize) -> usize {
        self.spec.slot(part).unwrap_or(0)
    }

    /// Parses an ODS argument if it is present, and returns whether it is.
    fn opt_part(&mut self, p: &mut dyn AsmParser, state: &mut OpState, part: usize) -> Parsed<bool> {
        match self.spec.parts[part].is {
            Is::Value(_) | Is::Optional(_) | Is::Values(_) => {
                self.operands(p, part)?;
                Ok(self.count(part) > 0)
            }
            Is::OptionalEnum(def) | Is::DefaultEnum(def) => match p.opt_keyword() {
                Some(word) => self.enumerant(p, state, part, def, &word).map(|()| true),
                None => Ok(false),
            },
            Is::Flags(..) if !p.peek("<") => Ok(false),
            Is::OptionalAttr => match p.opt_attr() {
                Some(attr) => {
                    state.slots[self.slot(part)] = attr?.raw();
                    Ok(true)
                }
                None => Ok(false),
            },
            _ => self.part(p, state, part).map(|()| true),
        }
    }

    fn operands(&mut self, p: &mut dyn AsmParser, part: usize) -> Parsed<()> {
        let Some(first) = p.opt_operand() else { return Ok(()) };
        self.operands.push((part, first));
        if matches!(self.spec.parts[part].is, Is::Values(_)) {
            while p.accept(",") {
                let operand = p.operand()?;
                self.operands.push((part, operand));
            }
        }
        Ok(())
    }

    fn enumerant(
        &mut self,
        p: &mut dyn AsmParser,
        state: &mut OpState,
        part: usize,
        def: &'static EnumDef,
        word: &str,
    ) -> Parsed<()> {
        match def.by_name(word) {
            Some(value) => state.slots[self.slot(part)] = value,
            None => {
                let end = p.offset();
                let message = format!("expected one of the values of '{}', found '{word}'", def.name);
                return Err(p.error_at(end.saturating_sub(1)..end, &message));
            }
        }
        Ok(())
    }

    fn part(&mut self, p: &mut dyn AsmParser, state: &mut OpState, part: usize) -> Parsed<()> {
        let slot = self.slot(part);
        match self.spec.parts[part].is {
            Is::Value(_) => {
                let operand = p.operand()?;
                self.operands.push((part, operand));
            }
            Is::Optional(_) | Is::Values(_) => self.operands(p, part)?,
            Is::Attr | Is::OptionalAttr | Is::Symbol => state.slots[slot] = p.attr()?.raw(),
            is @ (Is::Number
            | Is::OptionalNumber
            | Is::OptionalWord
            | Is::IndexNumber
            | Is::OptionalIndex) => {
                let value = p.integer()? as u64;
                let ctx = p.ctx();
                let ty = match is {
                    Is::OptionalWord => ctx.common().i32,
                    Is::IndexNumber | Is::OptionalIndex => ctx.common().index,
                    _ => ctx.int_type(64, Signedness::Signless),
                };
                state.slots[slot] = ctx.int_attr(value, ty).raw();
            }
            Is::Numbers | Is::OptionalNumbers => {
                p.expect("[")?;
                let mut list = Vec::new();
                while !p.accept("]") {
                    list.push(p.integer()? as i64);
                    if !p.accept(",") {
                        p.expect("]")?;
                        break;
                    }
                }
                state.slots[slot] = numbers(p.ctx(), &list).raw();
            }
            Is::Unit => state.slots[slot] = p.ctx().unit_attr().raw(),
            Is::Enum(def) | Is::OptionalEnum(def) | Is::DefaultEnum(def) => {
                // The enumerant may also be quoted.
                let word = match p.opt_string() {
                    Some(word) => word,
                    None => p.keyword()?,
                };
                self.enumerant(p, state, part, def, &word)?;
            }
            Is::Bracketed(def) | Is::OptionalBracketed(def) => {
                p.expect("<")?;
                let word = p.keyword()?;
                self.enumerant(p, state, part, def, &word)?;
                p.expect(">")?;
            }
            Is::Flags(def, _) => {
                let mut bits = 0;
                p.expect("<")?;
                loop {
                    let word = p.keyword()?;
                    let Some(bit) = def.by_name(&word) else {
                        return Err(p.error(&format!("expected one of the values of '{}'", def.name)));
                    };
                    bits |= bit;
                    if !p.accept(",") {
                        break;
                    }
                }
                p.expect(">")?;
                state.slots[slot] = if bits == 0 { ABSENT } else { bits };
            }
            Is::String | Is::OptionalString => {
                let text = p.string()?;
                state.slots[slot] = p.ctx().string_attr(&text).raw();
            }
            Is::Type => {
                let ty = p.ty()?;
                state.slots[slot] = p.ctx().type_attr(ty).raw();
            }
            Is::Block => {
                let successor = p.successor()?;
                state.successors.push(successor);
            }
            Is::Blocks | Is::Segments => {}
        }
        Ok(())
    }

    fn type_list(&mut self, p: &mut dyn AsmParser) -> Parsed<Vec<Type>> {
        let mut list = Vec::new();
        if let Some(first) = p.opt_ty() {
            list.push(first?);
            while p.accept(",") {
                list.push(p.ty()?);
            }
        }
        Ok(list)
    }

    fn types(&mut self, p: &mut dyn AsmParser, of: TypeOf) -> Parsed<()> {
        match of {
            TypeOf::Part(part) if matches!(self.spec.parts[part].is, Is::Values(_)) => {
                let list = self.type_list(p)?;
                self.set_types(part, list);
            }
            TypeOf::Part(part) => {
                let ty = p.ty()?;
                self.set_types(part, [ty]);
            }
            TypeOf::Result(number) => {
                let ty = p.ty()?;
                let none = p.ctx().common().none;
                if self.results.len() <= number {
                    self.results.resize(number + 1, none);
                }
                self.results[number] = ty;
            }
            TypeOf::Results => self.results = self.type_list(p)?,
            TypeOf::Operands => {
                let list = self.type_list(p)?;
                self.spread(p, &list)?;
            }
        }
        Ok(())
    }

    /// Assigns the types in `list` to all operands, in order. Fails if the counts differ.
    fn spread(&mut self, p: &mut dyn AsmParser, list: &[Type]) -> Parsed<()> {
        let count = self.operands.len();
        if count != list.len() {
            return Err(p.error(&format!("expected {count} operand types but had {}", list.len())));
        }
        let mut rest = list.iter().copied();
        self.types.clear();
        for part in 0..self.spec.parts.len() {
            let count = self.count(part);
            self.types.extend(rest.by_ref().take(count).map(|ty| (part, ty)));
        }
        Ok(())
    }

    fn functional(&mut self, p: &mut dyn AsmParser, inputs: &[TypeOf]) -> Parsed<()> {
        p.expect("(")?;
        let list = self.type_list(p)?;
        p.expect(")")?;
        match inputs {
            [TypeOf::Operands] => self.spread(p, &list)?,
            _ => {
                let mut rest = list.iter().copied();
                for of in inputs {
                    if let TypeOf::Part(part) = of {
                        let count = self.count(*part);
                        self.set_types(*part, rest.by_ref().take(count).collect::<Vec<Type>>());
                    }
                }
            }
        }
        p.expect("->")?;
        if p.accept("(") {
            self.results = self.type_list(p)?;
            p.expect(")")?;
        } else {
            self.results = vec![p.ty()?];
        }
        Ok(())
    }

    /// Parses `{...}`. Stores an attribute in the op's own attribute slot if no other format element covers it or it is
    /// optional and not yet set. Stores all other attributes as discardable attributes.
    fn attr_dict(&mut self, p: &mut dyn AsmParser, state: &mut OpState, format: &Format) -> Parsed<()> {
        let mut attrs = Vec::new();
        p.attr_dict(&mut attrs)?;
        for (key, value) in attrs {
            let name = p.ctx().str(key);
            let is_open = |part: &usize| {
                let is = self.spec.parts[*part].is;
                let may_be_here = is_optional(is) || !format.is_written(*part, None);
                may_be_here && matches!(state.slots.get(self.slot(*part)), None | Some(0 | &ABSENT))
            };
            let part = self.spec.part(name).filter(is_open);
            match part.and_then(|part| Some((part, self.spec.slot(part)?))) {
                Some((part, slot)) => {
                    let is = self.spec.parts[part].is;
                    let Some(word) = word_of(p.ctx(), is, value) else {
                        return Err(p.error(&format!("attribute '{name}' has the wrong kind")));
                    };
                    state.slots[slot] = word;
                }
                None => state.attrs.push((key, value)),
            }
        }
        Ok(())
    }

    fn custom(
        &mut self,
        p: &mut dyn AsmParser,
        state: &mut OpState,
        name: &str,
        parts: &[usize],
    ) -> Parsed<()> {
        match (name, parts) {
            ("DynamicIndexList", &[dynamic, fixed]) => {
                p.expect("[")?;
                let mut list = Vec::new();
                while !p.accept("]") {
                    match p.opt_operand() {
                        Some(operand) => {
                            self.operands.push((dynamic, operand));
                            list.push(DYNAMIC as i64);
                        }
                        None => list.push(p.integer()? as i64),
                    }
                    if !p.accept(",") {
                        p.expect("]")?;
                        break;
                    }
                }
                state.slots[self.slot(fixed)] = numbers(p.ctx(), &list).raw();
                Ok(())
            }
            ("AsyncDependencies", &[dependencies]) => {
                self.is_async = p.accept_keyword("async");
                if p.peek("[") {
                    self.operands.extend(indices(p)?.into_iter().map(|operand| (dependencies, operand)));
                }
                Ok(())
            }
            ("LaunchDimType", sizes) => {
                let ty = if p.accept(":") { p.ty()? } else { p.ctx().common().index };
                for &size in sizes {
                    let count = self.count(size);
                    self.set_types(size, std::iter::repeat_n(ty, count));
                }
                Ok(())
            }
            ("LaunchFuncOperands", &[part]) => {
                if !p.accept_keyword("args") {
                    return Ok(());
                }
                p.expect("(")?;
                until(p, ")", &mut |p| {
                    self.operands.push((part, p.operand()?));
                    p.expect(":")?;
                    self.types.push((part, p.ty()?));
                    Ok(())
                })
            }
            _ => Err(p.error(&format!("no directive `{name}`"))),
        }
    }

    /// Returns the number of operands of the ODS argument with index `part`.
    fn count(&self, part: usize) -> usize {
        of_part(&self.operands, part).count()
    }

    /// Replaces the types of the ODS argument with index `part`.
    fn set_types(&mut self, part: usize, types: impl IntoIterator<Item = Type>) {
        self.types.retain(|(of, _)| *of != part);
        self.types.extend(types.into_iter().map(|ty| (part, ty)));
    }

    /// Returns the type of the ODS argument or result called `name`, or `None` if the type is not yet known.
    fn type_so_far(&self, p: &dyn AsmParser, values: &[Value], name: &str) -> Option<Type> {
        if let Some(part) = self.spec.part(name) {
            let first = of_part(&self.types, part).next().copied();
            let operand = || self.operands.iter().position(|(of, _)| *of == part);
            return first.or_else(|| p.value_type(values[operand()?]));
        }
        let none = p.ctx().common().none;
        self.results.get(result_number(name)).copied().filter(|ty| *ty != none)
    }

    /// Infers the types that the assembly omits, and resolves the operands.
    fn finish(mut self, p: &mut dyn AsmParser, state: &mut OpState, format: &Format) -> Parsed<()> {
        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
        for (_, operand) in &self.operands {
            values.push(p.resolve(operand, None)?);
        }
        // A rule may depend on a type that a later rule infers, so all rules are applied twice.
        for _ in 0..2 {
            let mut is_complete = true;
            for &(target, source) in &format.rules {
                let part = self.spec.part(target);
                if part
                    .is_some_and(|part| of_part(&self.types, part).next().is_some() || self.count(part) == 0)
                {
                    continue;
                }
                if part.is_none() && self.type_so_far(p, &values, target).is_some() {
                    continue;
                }
                let found = rule(p.ctx(), source, &|name| self.type_so_far(p, &values, name));
                is_complete &= found.is_some();
                match (part, found) {
                    (_, None) => {}
                    (Some(part), Some(ty)) => {
                        let count = self.count(part);
                        self.set_types(part, std::iter::repeat_n(ty, count));
                    }
                    (None, Some(ty)) => {
                        let number = result_number(target);
                        let none = p.ctx().common().none;
                        if self.results.len() <= number {
                            self.results.resize(number + 1, none);
                        }
                        self.results[number] = ty;
                    }
                }
            }
            if is_complete {
                break;
            }
        }
        let mut segments: SmallVec<[u32; 8]> = SmallVec::new();
        for part in 0..self.spec.parts.len() {
            let count = self.count(part);
            if self.spec.is_operands(part) {
                segments.push(count as u32);
            }
            let types: SmallVec<[Type; 4]> = of_part(&self.types, part).copied().collect();
            if !types.is_empty() && types.len() != count {
                return Err(p.error(&format!("expected {count} operand types but had {}", types.len())));
            }
            let operands = self.operands.iter().zip(&values).filter(|((of, _), _)| *of == part);
            for (i, ((_, operand), value)) in operands.enumerate() {
                let ty = types.get(i).copied();
                let is_known = ty.is_none() || p.value_type(*value) == ty;
                state.operands.push(if is_known { *value } else { p.resolve(operand, ty)? });
            }
        }
        if let Some(part) = self.spec.parts.iter().position(|part| matches!(part.is, Is::Segments)) {
            state.slots[self.slot(part)] = p.ctx().attr(AttrData::Words(segments.into_vec().into())).raw();
        }
        if self.spec.row.result == ResultKind::One && self.results.is_empty() {
            return Err(p.error("cannot infer the result type"));
        }
        if self.is_async {
            self.results.extend(token(p.ctx()));
        }
        state.results = self.results;
        Ok(())
    }
}

/// Name of the ODS argument that only ops with an async form have. The last result of the async form is a token.
const ASYNC_DEPENDENCIES: &str = "asyncDependencies";

/// Returns the token type of asynchronous ops. Returns `None` if the `gpu` dialect is not registered.
fn token(ctx: &Context) -> Option<Type> {
    crate::types::named(ctx, "gpu.async.token")
}

/// Returns whether the last result of an op is an async token.
pub(crate) fn is_async(ctx: &Context, body: &Body, op: Op) -> bool {
    let last = body.results(op).last().map(|value| body.value_type(value));
    last.is_some() && last == token(ctx)
}

/// Returns the result index for a name in a type inference rule: `result` is 0, `result1` is 1.
pub(crate) fn result_number(name: &str) -> usize {
    name.strip_prefix("result").and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Converts an attribute of an attribute dictionary to the word that the op's attribute slot stores: a raw attribute or
/// enumerant value. Returns `None` if the attribute has the wrong kind.
fn word_of(ctx: &Context, is: Is, value: Attribute) -> Option<u32> {
    let def = match is {
        Is::Enum(def)
        | Is::OptionalEnum(def)
        | Is::DefaultEnum(def)
        | Is::Bracketed(def)
        | Is::OptionalBracketed(def)
        | Is::Flags(def, _) => def,
        _ => return Some(value.raw()),
    };
    match ctx.attr_data(value) {
        AttrData::String(text) => def.by_name(text),
        AttrData::Integer { value, .. } => Some(*value as u32),
        _ => None,
    }
}

/// Returns whether an ODS argument is an optional attribute.
fn is_optional(is: Is) -> bool {
    matches!(
        is,
        Is::OptionalAttr
            | Is::OptionalNumber
            | Is::OptionalWord
            | Is::OptionalIndex
            | Is::OptionalNumbers
            | Is::OptionalString
            | Is::Unit
    )
}

/// Returns a signless 64-bit integer attribute.
pub(crate) fn number(ctx: &Context, value: i64) -> Attribute {
    ctx.int_attr(value as u64, ctx.int_type(64, Signedness::Signless))
}

/// Returns an array of signless 64-bit integer attributes.
pub(crate) fn numbers(ctx: &Context, list: &[i64]) -> Attribute {
    let list: Vec<_> = list.iter().map(|value| number(ctx, *value)).collect();
    ctx.array_attr(&list)
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Consumes a literal, if it is next. Returns whether it was next.
fn accept(p: &mut dyn AsmParser, text: &str) -> bool {
    if is_word(text) { p.accept_keyword(text) } else { text.is_empty() || p.accept(text) }
}

fn literal(p: &mut dyn AsmParser, text: &str) -> Parsed<()> {
    match accept(p, text.trim()) {
        true => Ok(()),
        false => Err(p.error(&format!("expected '{text}'"))),
    }
}

// Printing.

struct Writing<'a> {
    spec: &'static Spec,
    format: &'a Format,
    groups: Groups,
    body: &'a Body,
    op: Op,
    /// Whether a space precedes the next item, according to the spacing rules of MLIR's ODS printers.
    space: bool,
    punctuation: bool,
}

/// Prints the rest of an op, after its name, according to its assembly format.
pub(crate) fn print(p: &mut dyn AsmPrinter, body: &Body, op: Op) {
    let Some((spec, format)) = specs(p.ctx()).get(body.def(op)).cloned() else { return };
    let groups = spec.groups(p.ctx(), body, op);
    let mut writing = Writing { spec, format: &format, groups, body, op, space: true, punctuation: false };
    writing.steps(p, &format.steps);
}

impl Writing<'_> {
    fn steps(&mut self, p: &mut dyn AsmPrinter, steps: &[FormatElement]) {
        for step in steps {
            self.step(p, step);
        }
    }

    /// Prints the space before a format element other than a literal.
    fn space(&mut self, p: &mut dyn AsmPrinter) {
        if self.space || !self.punctuation {
            p.write(" ");
        }
        self.space = true;
        self.punctuation = false;
    }

    fn step(&mut self, p: &mut dyn AsmPrinter, step: &FormatElement) {
        match step {
            FormatElement::Literal(text) => self.literal(p, text),
            FormatElement::Part(part) => self.part(p, *part),
            FormatElement::Type(of) => {
                self.space(p);
                let types = self.types(p.ctx(), *of);
                write_types(p, &types);
            }
            FormatElement::Functional(inputs, results) => {
                self.space(p);
                p.write("(");
                let inputs: Vec<Type> = inputs.iter().flat_map(|of| self.types(p.ctx(), *of)).collect();
                write_types(p, &inputs);
                p.write(") -> ");
                let results = self.types(p.ctx(), *results);
                let alone = matches!(results[..], [ty] if !matches!(p.ctx().type_data(ty), spv_ir::TypeData::Function { .. }));
                if !alone {
                    p.write("(");
                }
                write_types(p, &results);
                if !alone {
                    p.write(")");
                }
            }
            FormatElement::AttrDict => {
                let attrs = self.attrs(p.ctx(), p.form());
                p.attr_dict(attrs, &[]);
                self.space = true;
                self.punctuation = false;
            }
            FormatElement::Group(then, otherwise, anchor) => {
                let present = self.is_present(*anchor);
                self.steps(p, if present { then } else { otherwise });
            }
            FormatElement::Later(since, steps) => {
                if since.holds(p.form()) {
                    self.steps(p, steps);
                }
            }
            FormatElement::Custom(name, parts) => self.custom(p, name, parts),
            FormatElement::Region => {
                let region = self.body.region(self.op, 0);
                p.region(self.body, region, true);
            }
        }
    }

    fn literal(&mut self, p: &mut dyn AsmPrinter, text: &str) {
        // A format uses this literal for the second space that LLVM prints before some enumerants up to version 22.
        if text == " " {
            self.space = false;
            return p.write(" ");
        }
        if text.is_empty() {
            self.space = false;
            self.punctuation = true;
            return;
        }
        let first = text.chars().next().unwrap_or(' ');
        let spaced = match text.len() {
            1 if self.punctuation => !">)}],".contains(first),
            1 => !"<>(){}[],".contains(first),
            _ => true,
        };
        if self.space && spaced {
            p.write(" ");
        }
        p.write(text);
        self.space = text.len() != 1 || !"<({[".contains(first);
        self.punctuation = first != '_' && !first.is_ascii_alphabetic();
    }

    fn is_present(&self, part: usize) -> bool {
        match self.spec.parts[part].is {
            Is::Value(_) | Is::Optional(_) | Is::Values(_) => !self.groups[part].is_empty(),
            Is::Enum(_) | Is::OptionalEnum(_) | Is::Bracketed(_) | Is::OptionalBracketed(_) => {
                self.word(part) != ABSENT
            }
            Is::Flags(..) | Is::DefaultEnum(_) => !matches!(self.word(part), 0 | ABSENT),
            Is::Block => true,
            _ => self.word(part) != 0,
        }
    }

    fn word(&self, part: usize) -> u32 {
        self.spec.slot(part).map_or(0, |slot| self.body.slot(self.op, slot))
    }

    fn part(&mut self, p: &mut dyn AsmPrinter, part: usize) {
        let OpPart { is, .. } = self.spec.parts[part];
        if matches!(is, Is::Unit) {
            return;
        }
        let is_enumerant = matches!(is, Is::Enum(_) | Is::OptionalEnum(_) | Is::DefaultEnum(_));
        let is_spaced = is_enumerant && !self.space && !self.punctuation;
        if is_spaced && since::ENUMERANT_SPACE.holds(p.form()) {
            self.space = true;
        } else {
            self.space(p);
        }
        let attr = Attribute::from_raw(self.word(part));
        match is {
            Is::Value(_) | Is::Optional(_) | Is::Values(_) => {
                for (i, number) in self.groups[part].clone().enumerate() {
                    p.write(if i > 0 { ", " } else { "" });
                    p.value(self.body, self.body.operand(self.op, number));
                }
            }
            Is::Number | Is::OptionalNumber | Is::OptionalWord | Is::IndexNumber | Is::OptionalIndex => {
                if let Some(attr) = attr {
                    p.attr_no_type(attr);
                }
            }
            Is::Enum(def) | Is::OptionalEnum(def) | Is::DefaultEnum(def) => {
                if let Some(enumerant) = def.by_value(self.word(part)) {
                    p.write(enumerant.name);
                }
            }
            Is::Bracketed(def) | Is::OptionalBracketed(def) => {
                if let Some(enumerant) = def.by_value(self.word(part)) {
                    p.write(&format!("<{}>", enumerant.name));
                }
            }
            Is::Flags(def, separator) => p.write(&flags_text(def, separator, self.word(part))),
            Is::Block => {
                let number = self.spec.parts[..part].iter().filter(|p| matches!(p.is, Is::Block)).count();
                p.successor(self.body, self.op, number);
            }
            _ => {
                if let Some(attr) = attr {
                    p.attr(attr);
                }
            }
        }
    }

    fn types(&self, ctx: &Context, of: TypeOf) -> Vec<Type> {
        let body = self.body;
        let operands = |range: std::ops::Range<usize>| -> Vec<Type> {
            range.filter_map(|i| body.value_type_opt(body.operand(self.op, i))).collect()
        };
        match of {
            TypeOf::Part(part) => operands(self.groups[part].clone()),
            TypeOf::Operands => operands(0..body.own_operands(self.op).len()),
            TypeOf::Result(number) => {
                body.results(self.op).nth(number).map(|value| body.value_type(value)).into_iter().collect()
            }
            TypeOf::Results => {
                let own = body.result_count(self.op) - usize::from(self.is_async(ctx));
                body.results(self.op).take(own).map(|value| body.value_type(value)).collect()
            }
        }
    }

    /// Returns whether the op's last result is an async token, whose type is not printed.
    fn is_async(&self, ctx: &Context) -> bool {
        self.spec.part(ASYNC_DEPENDENCIES).is_some() && is_async(ctx, self.body, self.op)
    }

    fn custom(&mut self, p: &mut dyn AsmPrinter, name: &str, parts: &[usize]) {
        self.space(p);
        let values = |part: usize| self.groups[part].clone().map(|number| self.body.operand(self.op, number));
        match (name, parts) {
            ("DynamicIndexList", _) => self.index_list(p, parts),
            ("AsyncDependencies", &[dependencies]) => {
                let (is_async, dependencies) = (self.is_async(p.ctx()), values(dependencies));
                p.write(if is_async { "async" } else { "" });
                if dependencies.len() > 0 {
                    p.write(if is_async { " [" } else { "[" });
                    write_values(p, self.body, dependencies);
                    p.write("]");
                }
            }
            ("LaunchDimType", sizes) => {
                let ty = sizes.iter().flat_map(|part| values(*part)).next();
                let ty = ty.map(|size| self.body.value_type(size)).filter(|ty| *ty != p.ctx().common().index);
                if let Some(ty) = ty {
                    p.write(": ");
                    p.ty(ty);
                }
            }
            ("LaunchFuncOperands", &[part]) if !self.groups[part].is_empty() => {
                p.write("args(");
                for (i, value) in values(part).enumerate() {
                    p.write(if i > 0 { ", " } else { "" });
                    p.value(self.body, value);
                    p.write(" : ");
                    p.ty(self.body.value_type(value));
                }
                p.write(")");
            }
            _ => {}
        }
    }

    /// Returns the discardable attributes, together with the op's own attributes that no other format element prints.
    /// Returns `None` if there are none.
    fn attrs(&self, ctx: &Context, form: Option<&TextForm>) -> Option<Attribute> {
        let mut entries: Vec<(Ident, Attribute)> = ctx.dict(self.body.attrs(self.op)).to_vec();
        for (number, part) in self.spec.parts.iter().enumerate() {
            let operands =
                self.spec.is_operands(number) || matches!(part.is, Is::Block | Is::Blocks | Is::Segments);
            if self.format.is_written(number, form) || operands {
                continue;
            }
            let value = match part.is {
                Is::Enum(def)
                | Is::OptionalEnum(def)
                | Is::DefaultEnum(def)
                | Is::Bracketed(def)
                | Is::OptionalBracketed(def) => {
                    def.by_value(self.word(number)).map(|e| ctx.string_attr(e.name))
                }
                Is::Flags(def, separator) if !matches!(self.word(number), 0 | ABSENT) => {
                    Some(ctx.string_attr(&flags_text(def, separator, self.word(number))))
                }
                Is::Flags(..) => None,
                _ => Attribute::from_raw(self.word(number)),
            };
            // LLVM omits a Boolean attribute that is false.
            let value = value.filter(|value| *ctx.attr_data(*value) != AttrData::Bool(false));
            entries.extend(value.map(|value| (ctx.ident(part.name), value)));
        }
        (!entries.is_empty()).then(|| ctx.dict_attr(entries))
    }

    fn index_list(&self, p: &mut dyn AsmPrinter, parts: &[usize]) {
        let &[dynamic, fixed] = parts else { return };
        let list = Attribute::from_raw(self.word(fixed));
        let list =
            list.and_then(|attr| p.ctx().attr_array(attr).map(<[Attribute]>::to_vec)).unwrap_or_default();
        let mut values = self.groups[dynamic].clone();
        p.write("[");
        for (i, attr) in list.into_iter().enumerate() {
            p.write(if i > 0 { ", " } else { "" });
            match p.ctx().attr_u64(attr) {
                Some(DYNAMIC) => {
                    if let Some(number) = values.next() {
                        p.value(self.body, self.body.operand(self.op, number));
                    }
                }
                value => p.write(&(value.unwrap_or(0) as i64).to_string()),
            }
        }
        p.write("]");
    }
}

fn flags_text(def: &EnumDef, separator: &str, bits: u32) -> String {
    format!("<{}>", flags_names(def, separator, bits))
}

/// Returns the names of the set bits, joined with the separator. If the enumeration is not a bit set, returns the name
/// of the only enumerant.
pub(crate) fn flags_names(def: &EnumDef, separator: &str, bits: u32) -> String {
    // Prefer an enumerant whose value is the whole bit set.
    let names: Vec<&str> = match def.by_value(bits) {
        Some(all) => vec![all.name],
        None => def
            .enumerants
            .iter()
            .filter(|e| e.value.is_power_of_two() && e.value & bits != 0)
            .map(|e| e.name)
            .collect(),
    };
    names.join(separator)
}

pub(crate) fn write_types(p: &mut dyn AsmPrinter, types: &[Type]) {
    for (i, &ty) in types.iter().enumerate() {
        p.write(if i > 0 { ", " } else { "" });
        p.ty(ty);
    }
}
