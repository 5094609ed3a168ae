//! Assembly formats: programs that describe the syntax of an op
//!
//! The parser and the printer run the same program, so they cannot disagree. The notation is that of LLVM's ODS:
//!
//! | element | text |
//! |---|---|
//! | `` `x` `` | the literal token(s) `x`; `` ` ` `` is a space, and ` `` ` ` suppresses a space |
//! | `$name` | the parameter: `%v`, `@s`, a type, `5`, `"A\|B"`, `[1 : i32, 2 : i32]`; lists are separated by commas |
//! | `type($a)`, `type($result)` | the types of a parameter's operands, or of a result (`$result1` is the second) |
//! | `type(operands)`, `type(results)` | the types of all operands or results, separated by commas |
//! | `functional-type($a, results)` | `(types of $a) -> result types` |
//! | `attr-dict` | ` {...}`: the discardable attributes, and the parameters that no other element covers |
//! | `(... $a^ ...)?` | an optional group, present if the parameter `$a` is present |
//! | `(...)? : (...)?` | an optional group, and the elements that replace it if it is absent |
//! | `custom<Name>($a, type($b))` | a directive that a dialect has registered |
//! | `regions` | the op's only region |
//!
//! The notation has these additions:
//!
//! | element | text |
//! |---|---|
//! | `$0` | the parameter with this index |
//! | `bare($a)` | an enumerant as a bare word, or in angle brackets with `TextForm::bracketed_enums` |
//! | `bracketed($a)` | an enumerant as a string, or in angle brackets with `TextForm::bracketed_enums` |
//! | `common-type($a, $result)` | the common type of all named values; if they differ, `(types) -> result type` |
//! | `types($a, $b)` | the types of the named values, separated by commas; nothing, not even a space, without types |
//! | `since24(...)` | elements that LLVM prints only since version 24 |
//! | `before24(...)` | elements that LLVM no longer prints since version 24 |
//!
//! Enumerants with parameters are written as a list, for example `["A|B", 4, %v]`. [`OpDef::spellings`] determines the
//! text of other attributes. If `common-type(...)` lacks `$result`, ` -> result type` is omitted.
//!
//! The printer writes spaces like MLIR: before each element, except
//! - after `<`, `(`, `{` and `[`;
//! - before `<`, `>`, `(`, `)`, `{`, `}`, `[`, `]` and `,`, unless an opening bracket follows other punctuation;
//! - between an operand and a list of words.
//!
//! The printer also writes the space before a `custom` directive, unless the directive writes nothing.
//!
//! If a format does not write the result type, [`OpDef::rules`] or [`OpDef::infer`] infers it. With [`OpDef::infer`],
//! ` -> type` follows if the actual type differs.
//!
//! The empty format is the *uniform form*: all parameters in the order of the binary, separated by commas, and the
//! attribute dictionary. `: ` and the operand types follow, separated by commas, and then ` -> ` and the result type.
//! Without operands, only `: ` and the result type follow. A symbol definition with
//! [`crate::dialect::Traits::SYMBOLIC`] starts with ` @name` and ends with `: type` if it has a `type` parameter.

use crate::dialect::{Arity, OpDef, Param, ParamKind, Spelling};
use crate::text_form::{Since, TextForm};

/// Values whose types the format writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeOf {
    /// Operands of the parameter with this index.
    Param(u8),
    /// The result with this index.
    Result(u8),
    /// All results.
    Results,
}

/// An argument of a custom directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DirectiveArg {
    /// The parameter with this index.
    Param(u8),
    /// The types of values.
    Type(TypeOf),
}

/// An element of a compiled format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatElement {
    /// A token: punctuation or a keyword.
    Literal(&'static str),
    /// A space, or an empty string that suppresses a space. The parser ignores this element.
    Whitespace(&'static str),
    /// The parameter with this index.
    Param(u8, Spelling),
    /// The common type of the given values, or a list of types if they differ.
    CommonType(Box<[TypeOf]>),
    /// The types of the given values, separated by commas.
    Type(TypeOf),
    /// The types of the given values, separated by commas. The printer omits the space before an empty list.
    Types(Box<[TypeOf]>),
    /// `(types) -> result types`.
    Functional(Box<[TypeOf]>),
    /// The dictionary of discardable attributes.
    AttrDict,
    /// An optional group.
    Group {
        /// Index of the parameter that decides whether the group is present.
        anchor: u8,
        /// Elements of the group.
        then: Box<[FormatElement]>,
        /// Elements in place of an absent group.
        otherwise: Box<[FormatElement]>,
    },
    /// Elements for LLVM versions that include a change, or else for versions that do not.
    Versions {
        /// The first LLVM version with the change.
        since: Since,
        /// Whether the elements belong to versions with the change.
        later: bool,
        /// The elements.
        elements: Box<[FormatElement]>,
    },
    /// A directive that a dialect has registered, and its arguments.
    Custom(&'static str, Box<[DirectiveArg]>),
    /// The only region of the op.
    Region,
}

/// Value of [`Format::written`] for a parameter that no format element covers.
const NEVER: u32 = u32::MAX;

/// A compiled assembly format.
#[derive(Clone, Debug, Default)]
pub struct Format {
    /// Elements of the format; empty for the uniform form.
    pub elements: Box<[FormatElement]>,
    /// Whether the format is the uniform form.
    pub uniform: bool,
    /// Whether [`OpDef::infer`] infers the result type, which the format does not write.
    pub inferred: bool,
    /// Indices of the parameters that may be entries of the attribute dictionary.
    pub in_dict: Box<[u8]>,
    /// For each parameter, the first LLVM version whose format has an element for it: 0 for all versions, or [`NEVER`].
    written: Box<[u32]>,
    /// Type inference rules for types that the format does not write: the operands or result, and the expression.
    pub rules: Box<[(TypeOf, &'static str)]>,
    /// The error in the format string, if any. A test checks that no registered op has one.
    pub error: Option<String>,
}

impl Format {
    /// Compiles a format string for an op definition.
    pub fn compile(def: &OpDef, text: &'static str) -> Format {
        if text.is_empty() {
            return Format { uniform: true, ..Format::default() };
        }
        let params = def.row.params;
        let mut compiler =
            Compiler { def, rest: text, written: vec![NEVER; params.len()], since: 0, typed: Vec::new() };
        let compiled = compiler.group("").and_then(|(list, _)| Ok((list, compiler.rules()?)));
        match compiled {
            Ok((elements, rules)) => {
                let Compiler { written, typed, .. } = compiler;
                let writes_result = typed.iter().any(|of| !matches!(of, TypeOf::Param(_)));
                let is_open = |(param, since): &(&Param, &u32)| {
                    let is_attr = matches!(param.kind, ParamKind::Attr | ParamKind::String);
                    param.slots() > 0 && (**since > 0 || is_attr && param.arity == Arity::Optional)
                };
                let open = (0..).zip(params.iter().zip(&written)).filter(|(_, of)| is_open(of));
                Format {
                    in_dict: open.map(|(index, _)| index).collect(),
                    inferred: !writes_result && def.rules.is_none(),
                    elements: elements.into(),
                    written: written.into(),
                    rules,
                    uniform: false,
                    error: None,
                }
            }
            Err(error) => {
                let error = Some(format!("{}: {error}", def.row.name));
                Format { error, uniform: true, ..Format::default() }
            }
        }
    }

    /// Returns whether an element other than the attribute dictionary covers a parameter in a text form.
    pub fn is_written(&self, param: u8, form: Option<&TextForm>) -> bool {
        self.written[usize::from(param)] <= form.map_or(0, |form| form.version)
    }
}

/// Returns the placeholder for a parameter in [`Format::text`].
fn placeholder(param: &Param, spelling: Spelling) -> String {
    let name = param.name;
    let one = match param.kind {
        ParamKind::Value | ParamKind::Mixed => format!("%{name}"),
        ParamKind::Symbol => format!("@{name}"),
        ParamKind::Block => format!("^{name}"),
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) => match spelling {
            Spelling::Bare | Spelling::Word { .. } => def.name.to_owned(),
            Spelling::Angled | Spelling::Flags(_) => format!("<{}>", def.name),
            _ => format!("\"{}\"", def.name),
        },
        ParamKind::String => format!("\"{name}\""),
        ParamKind::Word if param.arity != Arity::One => "[1 : i32, ...]".to_owned(),
        _ => name.to_owned(),
    };
    let list =
        matches!(param.kind, ParamKind::Value | ParamKind::Mixed | ParamKind::Symbol | ParamKind::Block);
    if list && param.arity == Arity::Variadic { format!("{one}, ...") } else { one }
}

/// Appends `word` to `out`, preceded by a space if necessary.
fn push(out: &mut String, word: &str) {
    let glued = word.starts_with([',', ']', ')']) || out.ends_with(['[', '(']);
    if !glued {
        out.push(' ');
    }
    out.push_str(word);
}

impl Format {
    /// Returns the syntax of an op for documentation: `spv.FAdd %operand_1, %operand_2 : type`. Optional groups are
    /// written as `(...)?`.
    pub fn text(&self, def: &OpDef) -> String {
        let mut out = def.row.name.to_owned();
        text(&self.elements, def, &mut out);
        out
    }
}

fn text(elements: &[FormatElement], def: &OpDef, out: &mut String) {
    let param = |at: u8| &def.row.params[usize::from(at)];
    let type_of = |of: &TypeOf| match of {
        TypeOf::Param(at) => format!("type of {}", placeholder(param(*at), Spelling::Plain)),
        TypeOf::Result(_) | TypeOf::Results => "type of the result".to_owned(),
    };
    for element in elements {
        match element {
            FormatElement::Literal(word) => push(out, word),
            FormatElement::Param(_, Spelling::Unit) => {}
            FormatElement::Param(at, spelling) => push(out, &placeholder(param(*at), *spelling)),
            FormatElement::CommonType(list) => match list[..] {
                [TypeOf::Result(_)] => push(out, "type of the result"),
                _ => push(out, "type"),
            },
            FormatElement::Type(of) => push(out, &type_of(of)),
            FormatElement::Types(list) => {
                push(out, &list.iter().map(type_of).collect::<Vec<_>>().join(", "));
            }
            FormatElement::Functional(_) => push(out, "(types) -> type of the result"),
            FormatElement::Group { then, .. } => {
                let mut inner = String::new();
                text(then, def, &mut inner);
                // The placeholder of a list already shows that the list may be empty.
                match then[..] {
                    [FormatElement::Param(at, _)] if param(at).arity == Arity::Variadic => {
                        push(out, inner.trim_start());
                    }
                    _ => push(out, &format!("({})?", inner.trim_start())),
                }
            }
            FormatElement::Versions { elements, .. } => text(elements, def, out),
            FormatElement::Region => push(out, "{...}"),
            FormatElement::Whitespace(_) | FormatElement::AttrDict | FormatElement::Custom(..) => {}
        }
    }
}

/// Returns the result index for a name in a format or type inference rule: `result` is 0, `result1` is 1. Returns `None`
/// for other names.
pub fn result_number(name: &str) -> Option<u8> {
    match name.strip_prefix("result")? {
        "" => Some(0),
        number => number.parse().ok(),
    }
}

struct Compiler<'d> {
    def: &'d OpDef,
    rest: &'static str,
    /// The future [`Format::written`].
    written: Vec<u32>,
    /// LLVM version of the enclosing `since` element, or 0 outside of such elements.
    since: u32,
    /// Values whose types the format writes.
    typed: Vec<TypeOf>,
}

/// The elements of an optional group, and the index of its anchor, if it has one.
type Group = (Vec<FormatElement>, Option<u8>);

impl Compiler<'_> {
    fn take(&mut self, text: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn need(&mut self, text: &str) -> Result<(), String> {
        if self.take(text) { Ok(()) } else { Err(format!("expected `{text}` at `{}`", self.rest)) }
    }

    fn word(&mut self) -> &'static str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    /// Compiles elements up to `end`, or up to the end of the format if `end` is empty.
    fn group(&mut self, end: &str) -> Result<Group, String> {
        let (mut elements, mut anchor) = (Vec::new(), None);
        loop {
            if !end.is_empty() && self.take(end) {
                return Ok((elements, anchor));
            }
            if self.rest.trim_start().is_empty() {
                return if end.is_empty() { Ok((elements, anchor)) } else { Err(format!("no `{end}`")) };
            }
            let (element, of) = self.element()?;
            elements.push(element);
            if self.take("^") {
                anchor = of;
            }
        }
    }

    /// Compiles one element. Also returns the index of the parameter that the element becomes the anchor for.
    fn element(&mut self) -> Result<(FormatElement, Option<u8>), String> {
        if self.take("`") {
            let (text, rest) = self.rest.split_once('`').ok_or("unclosed `")?;
            self.rest = rest;
            let is_space = text.trim().is_empty();
            return Ok((
                if is_space { FormatElement::Whitespace } else { FormatElement::Literal }(text),
                None,
            ));
        }
        if self.take("(") {
            let (then, anchor) = self.group(")")?;
            self.need("?")?;
            let otherwise = if self.take(":") {
                self.need("(")?;
                let (elements, _) = self.group(")")?;
                self.need("?")?;
                elements
            } else {
                Vec::new()
            };
            let anchor = anchor.ok_or("the group has no anchor")?;
            let (then, otherwise) = (then.into(), otherwise.into());
            return Ok((FormatElement::Group { anchor, then, otherwise }, Some(anchor)));
        }
        if self.rest.starts_with('$') {
            let param = self.param()?;
            let spelling = self.def.spellings.get(usize::from(param)).copied().unwrap_or_default();
            return Ok((FormatElement::Param(param, spelling), Some(param)));
        }
        let word = self.word();
        if let "attr-dict" | "regions" = word {
            let element = if word == "regions" { FormatElement::Region } else { FormatElement::AttrDict };
            return Ok((element, None));
        }
        if word == "custom" {
            self.need("<")?;
            let name = self.word();
            self.need(">")?;
            self.need("(")?;
            let args = self.list(|compiler, args| {
                if compiler.take("type(") {
                    args.extend(compiler.list(Self::values)?.into_iter().map(DirectiveArg::Type));
                } else {
                    args.push(DirectiveArg::Param(compiler.param()?));
                }
                Ok(())
            })?;
            let anchor = args.iter().find_map(|arg| match arg {
                DirectiveArg::Param(param) => Some(*param),
                DirectiveArg::Type(_) => None,
            });
            return Ok((FormatElement::Custom(name, args.into()), anchor));
        }
        self.need("(")?;
        let version = |word: &str, prefix| word.strip_prefix(prefix).and_then(|text| text.parse().ok());
        if let Some(version) = version(word, "since").or_else(|| version(word, "before")) {
            let later = word.starts_with("since");
            let around = std::mem::replace(&mut self.since, if later { version } else { 0 });
            let (elements, _) = self.group(")")?;
            self.since = around;
            let (since, elements) = (Since(version), elements.into());
            return Ok((FormatElement::Versions { since, later, elements }, None));
        }
        if let "bare" | "bracketed" = word {
            let param = self.param()?;
            self.need(")")?;
            let spelling = if word == "bare" { Spelling::Bare } else { Spelling::Bracketed };
            return Ok((FormatElement::Param(param, spelling), Some(param)));
        }
        let mut list = self.list(Self::values)?;
        let anchor = match list.first() {
            Some(TypeOf::Param(param)) => Some(*param),
            _ => None,
        };
        let element = match (word, &list[..]) {
            ("type", [of]) => FormatElement::Type(*of),
            ("type" | "types", _) => FormatElement::Types(list.into()),
            ("common-type", _) => FormatElement::CommonType(list.into()),
            ("functional-type", [.., TypeOf::Results]) => {
                list.pop();
                FormatElement::Functional(list.into())
            }
            _ => return Err(format!("unknown element `{word}` at `{}`", self.rest)),
        };
        Ok((element, anchor))
    }

    /// Compiles items separated by commas, up to a closing parenthesis.
    fn list<T>(
        &mut self,
        item: impl Fn(&mut Self, &mut Vec<T>) -> Result<(), String>,
    ) -> Result<Vec<T>, String> {
        let mut list = Vec::new();
        while !self.take(")") {
            item(self, &mut list)?;
            if !self.take(",") {
                self.need(")")?;
                break;
            }
        }
        Ok(list)
    }

    /// Compiles `$name` for a parameter that the text contains.
    fn param(&mut self) -> Result<u8, String> {
        self.need("$")?;
        let name = self.word();
        let param = self.named(name).ok_or_else(|| format!("unknown parameter `{name}`"))?;
        let written = &mut self.written[usize::from(param)];
        *written = self.since.min(*written);
        Ok(param)
    }

    fn named(&self, name: &str) -> Option<u8> {
        let number = name.parse().ok().filter(|i| *i < self.def.row.params.len());
        number.or_else(|| self.def.param(name)).map(|index| index as u8)
    }

    /// Compiles `$name`, `operands` or `results` for values whose types the text contains.
    fn values(&mut self, list: &mut Vec<TypeOf>) -> Result<(), String> {
        let first = list.len();
        if self.take("$") {
            let name = self.word();
            list.push(self.value(name)?);
        } else if self.take("operands") {
            let params = self.def.row.params.iter().zip(0..);
            let operands = params.filter(|(param, _)| matches!(param.kind, ParamKind::Value));
            list.extend(operands.map(|(_, index)| TypeOf::Param(index)));
        } else {
            self.need("results")?;
            list.push(TypeOf::Results);
        }
        self.typed.extend(&list[first..]);
        Ok(())
    }

    /// Returns the operands of a parameter, or the result, with this name.
    fn value(&self, name: &str) -> Result<TypeOf, String> {
        let param = self.named(name).map(TypeOf::Param);
        let of = param.or_else(|| result_number(name).map(TypeOf::Result));
        of.ok_or_else(|| format!("unknown value `{name}`"))
    }

    /// Compiles the type inference rules for types that the format does not write.
    fn rules(&self) -> Result<Box<[(TypeOf, &'static str)]>, String> {
        let Some(rules) = &self.def.rules else { return Ok(Box::default()) };
        let mut list = Vec::new();
        for (target, source) in rules.list() {
            let of = self.value(target)?;
            if !self.typed.contains(&of) {
                list.push((of, source));
            }
        }
        Ok(list.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialect::{OpRow, ResultKind};

    static ROW: OpRow = OpRow::structural(
        "t.op",
        &[Param::one("a", ParamKind::Value), Param::variadic("b", ParamKind::Value)],
        ResultKind::One,
    );

    fn error(format: &'static str) -> String {
        Format::compile(&OpDef::new(&ROW), format).error.unwrap_or_default()
    }

    #[test]
    fn elements_compile() {
        let format = Format::compile(
            &OpDef::new(&ROW),
            "$0 (`,` $b^ `:` type(operands))? : (`none`)? since24(attr-dict) before24(` `) \
             custom<Name>($b, type($result))",
        );
        let types = [TypeOf::Param(0), TypeOf::Param(1)];
        let then = [
            FormatElement::Literal(","),
            FormatElement::Param(1, Spelling::Plain),
            FormatElement::Literal(":"),
            FormatElement::Types(types.into()),
        ];
        let versions =
            |later, element| FormatElement::Versions { since: Since(24), later, elements: [element].into() };
        let otherwise = [FormatElement::Literal("none")].into();
        assert_eq!(
            *format.elements,
            [
                FormatElement::Param(0, Spelling::Plain),
                FormatElement::Group { anchor: 1, then: then.into(), otherwise },
                versions(true, FormatElement::AttrDict),
                versions(false, FormatElement::Whitespace(" ")),
                FormatElement::Custom(
                    "Name",
                    [DirectiveArg::Param(1), DirectiveArg::Type(TypeOf::Result(0))].into(),
                ),
            ],
            "{:?}",
            format.error
        );
        assert!(!format.inferred && format.in_dict.is_empty());
    }

    #[test]
    fn errors_name_the_element() {
        assert_eq!(error("$c"), "t.op: unknown parameter `c`");
        assert_eq!(error("type($c)"), "t.op: unknown value `c`");
        assert_eq!(error("(`x` `y`)?"), "t.op: the group has no anchor");
        assert_eq!(error("($b^"), "t.op: no `)`");
        assert_eq!(error("`x"), "t.op: unclosed `");
        assert_eq!(error("typed($a)"), "t.op: unknown element `typed` at ``");
        assert_eq!(error("functional-type($a)"), "t.op: unknown element `functional-type` at ``");
    }
}
