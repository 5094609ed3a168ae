//! Builds ops from the names of their parameters
//!
//! This is a convenient alternative to [`spv_ir::Builder::create`], which requires positional attribute slots.

use rustc_hash::FxHashSet;
use spv_dialect::attributes::{AttrKind, typed_constant, view};
use spv_dialect::decorations;
use spv_ir::dialect::{
    ABSENT, Arity, EnumDef, OpDef, OpDefId, Param, ParamKind, ResultKind, SYMBOL_SLOT, Traits,
};
use spv_ir::{
    AttrData, Attribute, Block, Body, Builder, Context, Diagnostic, Diagnostics, Ident, InsertPoint,
    Location, Module, NewOp, Op, Place, Severity, Type, Value, suggest, suggest_op, walk,
};
use std::borrow::Cow;

/// A description of an op to create, with the full names of the op and its parameters. Each argument is checked against
/// the kind of its parameter. [`crate::verify`] checks that the op is complete and that its types match.
///
/// ```
/// # use spv_opt::{OpSpec, ir::{Body, Builder, InsertPoint}};
/// let ctx = spv_opt::context();
/// let f32 = ctx.common().f32;
/// let mut body = Body::default();
/// let root = body.root();
/// let mut b = Builder::new(&mut body);
/// b.at = InsertPoint::End(b.append_block(root));
/// let one = spv_opt::parser::parse_attr("1.0 : f32", &ctx).expect("it is one");
/// let one = OpSpec::new(&ctx, "spv.Constant").set("value", one).result(f32).value(&mut b)?;
/// let two = OpSpec::new(&ctx, "spv.FAdd").operands(&[one, one]).result(f32).value(&mut b)?;
/// assert_eq!(body.value_type(two), f32);
/// # Ok::<(), spv_opt::Diagnostics>(())
/// ```
pub struct OpSpec<'c> {
    ctx: &'c Context,
    name: &'c str,
    def: Option<(OpDefId, &'c OpDef)>,
    operands: Vec<Value>,
    slots: Vec<u32>,
    results: Vec<Type>,
    attrs: Vec<(Ident, Attribute)>,
    successors: Vec<(Block, Vec<Value>)>,
    loc: Location,
    /// Errors found so far, without the op name.
    wrong: Vec<String>,
}

impl<'c> OpSpec<'c> {
    /// Constructs a description of the op called `name`, for example `spv.Load`. No parameters are set.
    pub fn new(ctx: &'c Context, name: &'c str) -> OpSpec<'c> {
        let registry = ctx.registry();
        let def = registry.op_by_name(name).map(|id| (id, registry.op(id)));
        let layout = def.iter().flat_map(|(_, def)| def.row.layout());
        let slots = layout.flat_map(|param| param.absent()).collect();
        OpSpec {
            ctx,
            name,
            def,
            operands: Vec::new(),
            slots,
            results: Vec::new(),
            attrs: Vec::new(),
            successors: Vec::new(),
            loc: Location::UNKNOWN,
            wrong: Vec::new(),
        }
    }

    /// Appends SSA operands, in the order of the op's parameters.
    pub fn operands(mut self, values: &[Value]) -> Self {
        self.operands.extend_from_slice(values);
        self
    }

    /// Appends a result of type `ty`.
    pub fn result(mut self, ty: Type) -> Self {
        self.results.push(ty);
        self
    }

    /// Appends a successor and the operands forwarded to its block arguments.
    pub fn successor(mut self, block: Block, args: &[Value]) -> Self {
        self.successors.push((block, args.to_vec()));
        self
    }

    /// Sets a parameter that is an attribute: a symbol, type, constant, string or list.
    pub fn set(mut self, param: &str, attr: Attribute) -> Self {
        let Some((param, slot)) = self.param(param) else { return self };
        if !self.ctx.has_attr(attr) {
            self.error(&format!("the attribute for '{}' belongs to another context", param.name));
        } else if takes(self.ctx, param, attr) {
            self.slots[slot] = attr.raw();
        } else {
            self.wrong_kind(param, &format!("the attribute `{}`", crate::attr_text(self.ctx, attr)));
        }
        self
    }

    /// Sets the string parameter `param` to `text`.
    pub fn string(self, param: &str, text: &str) -> Self {
        let attr = self.ctx.string_attr(text);
        self.set(param, attr)
    }

    /// Sets the parameter `param`, which is a symbol reference, to the symbol `name`.
    pub fn symbol(self, param: &str, name: &str) -> Self {
        let attr = self.ctx.symbol_attr(self.ctx.ident(name));
        self.set(param, attr)
    }

    /// Sets a parameter that is a single literal word, or an enumerant given by its value.
    pub fn word(mut self, param: &str, word: u32) -> Self {
        let Some((param, slot)) = self.param(param) else { return self };
        match (param.kind, param.arity) {
            (ParamKind::Word, Arity::One) | (ParamKind::FloatWord, _) => self.slots[slot] = word,
            (ParamKind::Enum(def) | ParamKind::ConstEnum(def), Arity::One | Arity::Optional)
                if def.is_known(word) && word != ABSENT =>
            {
                self.slots[slot] = word;
            }
            _ => self.wrong_kind(param, &format!("the word {word}")),
        }
        self
    }

    /// Sets a parameter that is a list of literal words, or of enumerants given by their values.
    pub fn words(mut self, param: &str, words: &[u32]) -> Self {
        let Some((param, slot)) = self.param(param) else { return self };
        let fits = match (param.kind, param.arity) {
            (ParamKind::Word, Arity::Optional) => words.len() <= 1,
            (ParamKind::Word, Arity::Variadic) => true,
            (ParamKind::Enum(def), Arity::Variadic) => words.iter().all(|&word| def.is_known(word)),
            _ => false,
        };
        if fits {
            let list = AttrData::Words(words.into());
            self.slots[slot] = if words.is_empty() { 0 } else { self.ctx.attr(list).raw() };
        } else {
            self.wrong_kind(param, &format!("the words {words:?}"));
        }
        self
    }

    /// Sets the enumerant parameter `param` to the enumerant called `text`. Bit enumerants may be joined with `|`.
    /// `operands` holds the enumerants' non-SSA operands as attributes: integers, floats, strings and symbols.
    pub fn enumerant(mut self, param: &str, text: &str, operands: &[Attribute]) -> Self {
        let Some((param, slot)) = self.param(param) else { return self };
        let (ParamKind::Enum(def) | ParamKind::ConstEnum(def), Arity::One | Arity::Optional) =
            (param.kind, param.arity)
        else {
            self.wrong_kind(param, &format!("the enumerant '{text}'"));
            return self;
        };
        let value = decorations::enum_value(def, text);
        let Some(value) = value.filter(|&value| value != ABSENT && def.is_known(value)) else {
            let (kind, wrong) = (def.name, text.split('|').find(|name| def.by_name(name).is_none()));
            let wrong = wrong.unwrap_or(text);
            let advice = suggestion(wrong, def.names.iter().map(|(name, _)| *name));
            self.error(&format!("'{wrong}' is not a {kind}{advice}"));
            return self;
        };
        self.slots[slot] = value;
        if param.slots() == 2 {
            self.enumerant_operands(def, value, operands, slot + 1);
        } else if !operands.is_empty() {
            self.error(&format!("'{text}' of the parameter '{}' takes no operands", param.name));
        }
        self
    }

    /// Stores the operands of enumerants in an attribute slot, after checking their count and kinds.
    fn enumerant_operands(&mut self, def: &EnumDef, value: u32, operands: &[Attribute], slot: usize) {
        let mut rest = operands.iter();
        for enumerant in def.present(value) {
            let wanted = enumerant.params.iter().filter(|param| !matches!(param.kind, ParamKind::Value));
            for param in wanted {
                let Some(&operand) = rest.next() else {
                    if param.arity == Arity::One {
                        self.error(&format!("'{}' requires {} as operand", enumerant.name, item(param.kind)));
                    }
                    break;
                };
                if !self.ctx.has_attr(operand) || !takes_operand(self.ctx, param.kind, operand) {
                    let found = crate::attr_text(self.ctx, operand);
                    let wanted = item(param.kind);
                    self.error(&format!(
                        "'{}' requires {wanted} as operand, but found `{found}`",
                        enumerant.name
                    ));
                }
            }
        }
        if rest.len() > 0 {
            let (found, taken) = (operands.len(), operands.len() - rest.len());
            let names = decorations::enum_text(def, value);
            self.error(&format!("'{names}' takes {taken} operands, but found {found}"));
        }
        if !operands.is_empty() {
            self.slots[slot] = self.ctx.array_attr(operands).raw();
        }
    }

    /// Adds a discardable attribute, such as a decoration.
    pub fn attr(mut self, key: &str, attr: Attribute) -> Self {
        let Some((_, def)) = self.def else { return self };
        if let Some(problem) = unknown_key(def, key) {
            self.error(&problem);
        } else if !self.ctx.has_attr(attr) {
            self.error(&format!("the attribute for '{key}' belongs to another context"));
        } else {
            match other_value(self.ctx, def, key, attr) {
                Ok(attr) => self.attrs.push((self.ctx.ident(key), attr)),
                Err(problem) => self.error(&problem),
            }
        }
        self
    }

    /// Sets the location of the op. A text position becomes [derived](Location::derived).
    pub fn loc(mut self, loc: Location) -> Self {
        self.loc = loc;
        self
    }

    /// Creates the op at the builder's insertion point. An isolated op receives a body with one empty block.
    ///
    /// # Errors
    /// A name is unknown, an argument has the wrong kind, the op has another number of results, or an entity belongs to
    /// another context or body.
    pub fn create(mut self, builder: &mut Builder) -> Result<Op, Diagnostics> {
        self.check_owners(builder);
        self.check_results();
        let Some((id, def)) = self.def.filter(|_| self.wrong.is_empty()) else { return Err(self.errors()) };
        let successors: Vec<(Block, &[Value])> = self.successors.iter().map(|(b, v)| (*b, &v[..])).collect();
        let isolated = def.traits.contains(Traits::ISOLATED);
        let op = builder.create(NewOp {
            def: id,
            loc: self.loc.derived(),
            operands: &self.operands,
            slots: &self.slots,
            results: &self.results,
            attrs: (!self.attrs.is_empty()).then(|| self.ctx.dict_attr(self.attrs)),
            successors: &successors,
            regions: def.traits.contains(Traits::CONSTRUCT).into(),
            isolated,
        });
        if isolated {
            let mut body = Box::new(Body::default());
            let root = body.root();
            Builder::new(&mut body).append_block(root);
            builder.set_nested(op, Some(body));
        }
        Ok(op)
    }

    /// Creates the op and returns its first result.
    ///
    /// # Errors
    /// The errors of [`Self::create`], or an op without a result.
    pub fn value(mut self, builder: &mut Builder) -> Result<Value, Diagnostics> {
        if self.results.is_empty() && self.def.is_some_and(|(_, def)| def.row.result != ResultKind::One) {
            self.error("has no result");
        }
        let op = self.create(builder)?;
        Ok(builder.result(op, 0))
    }

    /// Returns the contents of all attribute slots.
    ///
    /// # Errors
    /// The errors found so far.
    #[cfg(feature = "text")]
    pub(crate) fn into_slots(self) -> Result<Vec<u32>, Diagnostics> {
        if self.wrong.is_empty() { Ok(self.slots) } else { Err(self.errors()) }
    }

    /// Returns a parameter and the index of its first attribute slot. Records an error if no parameter has this name.
    fn param(&mut self, name: &str) -> Option<(&'static Param, usize)> {
        let (_, def) = self.def?;
        if let Some(index) = def.param(name) {
            return Some((&def.row.params[index], def.slot_of(index)));
        }
        let advice = suggestion(name, def.row.params.iter().map(|param| param.name));
        let list: Vec<&str> = def.row.params.iter().map(|param| param.name).collect();
        let advice = match (&advice[..], &list[..]) {
            ("", []) => ": the op has none".to_owned(),
            ("", _) => format!(": expected one of {}", list.join(", ")),
            _ => advice,
        };
        self.error(&format!("unknown parameter '{name}'{advice}"));
        None
    }

    /// Records an error for each value, block or type that belongs to another body or context.
    fn check_owners(&mut self, builder: &Builder) {
        let foreign = |values: &[Value]| values.iter().position(|value| !builder.has_value(*value));
        let mut wrong = Vec::new();
        if let Some(index) = foreign(&self.operands) {
            wrong.push(format!("operand #{index} belongs to another body"));
        }
        for (index, (block, args)) in self.successors.iter().enumerate() {
            if !builder.has_block(*block) {
                wrong.push(format!("successor #{index} belongs to another body"));
            } else if let Some(argument) = foreign(args) {
                wrong.push(format!("argument #{argument} of successor #{index} belongs to another body"));
            }
        }
        if let Some(index) = self.results.iter().position(|ty| !self.ctx.has_type(*ty)) {
            wrong.push(format!("the type of result #{index} belongs to another context"));
        }
        let here = match builder.at {
            InsertPoint::Detached => true,
            InsertPoint::End(block) => builder.has_block(block),
            InsertPoint::Before(op) => builder.has_op(op),
        };
        if !here {
            wrong.push("the insertion point is in another body, or was erased".to_owned());
        }
        self.wrong.append(&mut wrong);
    }

    /// Records an error if the op takes another number of results.
    fn check_results(&mut self) {
        let (count, result) = (self.results.len(), self.def.map(|(_, def)| def.row.result));
        let is_symbol = self.def.is_some_and(|(_, def)| {
            def.traits.contains(Traits::SYMBOLIC)
                && self.slots.get(SYMBOL_SLOT).is_some_and(|&name| name != 0)
        });
        match result {
            _ if is_symbol && count > 0 => {
                self.error("has no result if 'sym_name' is given, but a result type is given");
            }
            _ if is_symbol => {}
            Some(ResultKind::One) if count == 0 => self.error("has a result, but no result type is given"),
            Some(ResultKind::None) if count > 0 => self.error("has no result, but a result type is given"),
            Some(ResultKind::One | ResultKind::Optional) if count > 1 => {
                self.error(&format!("has one result, but {count} result types are given"));
            }
            _ => {}
        }
    }

    #[cold]
    fn wrong_kind(&mut self, param: &Param, found: &str) {
        self.error(&format!("the parameter '{}' takes {}, but found {found}", param.name, expected(param)));
    }

    fn error(&mut self, message: &str) {
        self.wrong.push(message.to_owned());
    }

    fn errors(self) -> Diagnostics {
        let place = || Place::Op(self.loc);
        let name = self.name;
        let mut list: Vec<Diagnostic> = Vec::new();
        if self.def.is_none() {
            let ops = self.ctx.registry().ops().iter().map(|def| def.row.name);
            let advice = advice(suggest_op(name, ops));
            list.push(Diagnostic::error(place(), format!("unknown op '{name}'{advice}")));
        }
        let messages = self.wrong.iter().map(|message| format!("'{name}' op: {message}"));
        list.extend(messages.map(|message| Diagnostic::error(place(), message)));
        Diagnostics { list }
    }
}

/// Returns `: did you mean 'name'?` if `known` contains a similar name, and otherwise an empty string.
pub(crate) fn suggestion<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    advice(suggest(name, known))
}

fn advice(best: Option<&str>) -> String {
    best.map_or_else(String::new, |best| format!(": did you mean '{best}'?"))
}

/// Returns an error message, without the op name, if an op can have no discardable attribute called `key`. Like MLIR,
/// ops of other dialects accept any key.
pub(crate) fn unknown_key(def: &OpDef, key: &str) -> Option<String> {
    if !def.row.name.starts_with("spv.") || decorations::is_meaningful_key(key) {
        return None;
    }
    let (params, keys) = (def.row.params.iter().map(|param| param.name), decorations::keys());
    let advice = suggestion(key, params.clone().chain(keys.iter().map(String::as_str)));
    let list: Vec<&str> = params.collect();
    Some(match (&advice[..], &list[..]) {
        ("", []) => format!("unknown attribute '{key}': the op has no parameters; {OTHER_ATTRIBUTES}"),
        ("", _) => {
            let list = list.join(", ");
            format!("unknown attribute '{key}': the parameters are {list}; {OTHER_ATTRIBUTES}")
        }
        _ => format!("unknown attribute '{key}'{advice}"),
    })
}

/// Returns warnings about attributes of `spv` ops that export drops, because they have neither a meaning nor a dialect
/// prefix. There is one warning for each op name and key.
pub fn unexported_attributes(module: &Module) -> Diagnostics {
    let ctx = &module.ctx;
    let (mut seen, mut found) = (FxHashSet::default(), Diagnostics::default());
    for nested in walk::bodies(&module.body) {
        let body = nested.body;
        for op in walk::ops(body) {
            for (key, _) in ctx.dict(body.attrs(op)) {
                let def = ctx.registry().op(body.def(op));
                if let Some(unknown) = unknown_key(def, ctx.str(*key))
                    && seen.insert((body.def(op), *key))
                {
                    let message = format!("'{}' op: {unknown}", def.row.name);
                    let warning = Diagnostic::new(Severity::Warning, Place::Op(body.loc(op)), message);
                    found.push(warning.note(Place::None, "the binary does not contain this attribute"));
                }
            }
        }
    }
    found
}

/// Returns the value of an attribute that is not a parameter. The value of a decoration is converted to its usual form.
///
/// # Errors
/// A message without the op name, if the decoration does not accept the value.
pub(crate) fn other_value(
    ctx: &Context,
    def: &OpDef,
    key: &str,
    attr: Attribute,
) -> Result<Attribute, String> {
    match def.row.name.starts_with("spv.") {
        true => decorations::usual_value(ctx, key, attr)
            .map_err(|form| wrong_value(key, &form, &crate::attr_text(ctx, attr))),
        false => Ok(attr),
    }
}

/// Returns the error message for a wrong value of a decoration, without the op name.
pub(crate) fn wrong_value(key: &str, form: &str, found: &str) -> String {
    format!("the decoration '{key}' takes {form}, but found `{found}`")
}

/// Explanation of the keys of attributes that are not parameters.
const OTHER_ATTRIBUTES: &str =
    "other keys are decorations in snake case or have a dialect prefix, as in 'my.note'";

/// Describes an item that a parameter of this kind accepts.
fn item(kind: ParamKind) -> Cow<'static, str> {
    Cow::Borrowed(match kind {
        ParamKind::Value => "an SSA operand (`operands`)",
        ParamKind::Mixed => "a symbol, type, string or typed constant, or an SSA operand (`operands`)",
        ParamKind::Symbol => "a symbol reference",
        ParamKind::Type => "a type attribute",
        ParamKind::Word => "a 32-bit integer",
        ParamKind::FloatWord => "a 32-bit float",
        ParamKind::String => "a string",
        ParamKind::Attr => "an attribute",
        ParamKind::Block => "a block (`successor`)",
        ParamKind::Tail => "a block of the region (`Builder::set_region_tail`)",
        ParamKind::Enum(def) => return format!("an enumerant of {}", def.name).into(),
        ParamKind::ConstEnum(def) => {
            return format!("an enumerant of {}, or an SSA operand (`operands`)", def.name).into();
        }
    })
}

/// Describes the argument that a parameter accepts, and the method that sets it.
fn expected(param: &Param) -> String {
    let list = param.arity == Arity::Variadic;
    match param.kind {
        ParamKind::Word if param.arity == Arity::One => "a literal word (`word`)".to_owned(),
        ParamKind::Word => "a list of literal words (`words`)".to_owned(),
        ParamKind::FloatWord => "the bits of a 32-bit float (`word`)".to_owned(),
        ParamKind::Enum(def) if list => format!("a list of values of {} (`words`)", def.name),
        ParamKind::Enum(def) => format!("an enumerant of {} (`enumerant`)", def.name),
        ParamKind::ConstEnum(def) => {
            format!("an enumerant of {} (`enumerant`), or an SSA operand (`operands`)", def.name)
        }
        ParamKind::Value | ParamKind::Block => item(param.kind).into_owned(),
        _ if list => format!("an array whose elements are each {}", item(param.kind)),
        _ => item(param.kind).into_owned(),
    }
}

/// Returns whether a parameter accepts an attribute.
pub(crate) fn takes(ctx: &Context, param: &Param, attr: Attribute) -> bool {
    let is_attribute = matches!(
        param.kind,
        ParamKind::Mixed | ParamKind::Symbol | ParamKind::Type | ParamKind::String | ParamKind::Attr
    );
    is_attribute
        && match param.arity {
            Arity::One | Arity::Optional => takes_item(ctx, param.kind, attr),
            Arity::Variadic => ctx.attr_array(attr).is_some_and(|list| {
                let stands_for_operand = |attr| *ctx.attr_data(attr) == AttrData::Operand;
                let is_operand = |attr| param.kind.may_be_value() && stands_for_operand(attr);
                list.iter().all(|&attr| is_operand(attr) || takes_item(ctx, param.kind, attr))
            }),
        }
}

/// Returns whether a parameter of this kind accepts an attribute as one item.
fn takes_item(ctx: &Context, kind: ParamKind, attr: Attribute) -> bool {
    let data = ctx.attr_data(attr);
    match kind {
        ParamKind::Attr => true,
        ParamKind::Symbol => matches!(data, AttrData::Symbol(_) | AttrData::NestedSymbol(_)),
        ParamKind::Type => matches!(data, AttrData::Type(_)),
        ParamKind::String => matches!(data, AttrData::String(_)),
        ParamKind::Mixed => {
            matches!(data, AttrData::Symbol(_) | AttrData::Type(_) | AttrData::String(_))
                || typed_constant(ctx, attr).is_some()
                || matches!(view(ctx, attr), Some((AttrKind::Local, _)))
        }
        _ => false,
    }
}

/// Returns whether an enumerant operand of this kind accepts an attribute.
fn takes_operand(ctx: &Context, kind: ParamKind, attr: Attribute) -> bool {
    let data = ctx.attr_data(attr);
    let word = ctx.attr_u64(attr).and_then(|value| u32::try_from(value).ok());
    match kind {
        _ if *data == AttrData::Operand => kind.may_be_value(),
        ParamKind::Word => word.is_some(),
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) => word.is_some_and(|word| def.is_known(word)),
        ParamKind::FloatWord => matches!(data, AttrData::Float { ty, .. } if *ty == ctx.common().f32),
        kind => takes_item(ctx, kind, attr),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_names_are_reported() {
        let ctx = crate::context();
        let mut body = Body::default();
        let mut b = Builder::new(&mut body);
        let wrong = |spec: OpSpec, b: &mut Builder| match spec.value(b) {
            Ok(_) => panic!("expected errors"),
            Err(list) => list.list.into_iter().map(|d| d.message).collect::<Vec<_>>(),
        };
        assert_eq!(
            wrong(OpSpec::new(&ctx, "spv.Lode"), &mut b)[0],
            "unknown op 'spv.Lode': did you mean 'spv.Load'?"
        );
        let load = OpSpec::new(&ctx, "spv.Load").enumerant("memory_access", "Sometimes", &[]).word("size", 1);
        assert_eq!(
            wrong(load.word("pointer", 1), &mut b),
            [
                "'spv.Load' op: 'Sometimes' is not a MemoryAccess",
                "'spv.Load' op: unknown parameter 'size': expected one of pointer, memory_access",
                "'spv.Load' op: the parameter 'pointer' takes an SSA operand (`operands`), but found the word 1",
                "'spv.Load' op: has a result, but no result type is given",
            ]
        );
        let one = ctx.i32_attr(1);
        let store = OpSpec::new(&ctx, "spv.Store").result(ctx.common().f32).attr("memory_acces", one);
        assert_eq!(
            wrong(store.attr("note", one).attr("my.note", one).attr("aliased_pointer", one), &mut b),
            [
                "'spv.Store' op: unknown attribute 'memory_acces': did you mean 'memory_access'?",
                "'spv.Store' op: unknown attribute 'note': the parameters are pointer, object, memory_access; other \
                 keys are decorations in snake case or have a dialect prefix, as in 'my.note'",
                "'spv.Store' op: the decoration 'aliased_pointer' takes the value `unit`, but found `1 : i32`",
                "'spv.Store' op: has no result, but a result type is given",
            ]
        );
    }
}
