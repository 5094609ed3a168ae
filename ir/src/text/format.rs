//! Assembly formats: programs that describe the syntax of an op
//!
//! The parser and the printer run the same program, so they cannot disagree. A format is a string of items separated
//! by spaces:
//!
//! | item | text |
//! |---|---|
//! | `` `x` `` | the literal token(s) `x` |
//! | `$name` | the parameter: `%v`, `@s`, a type, `5`, `"A\|B"`, `[1 : i32, 2 : i32]`; lists are separated by commas |
//! | `bare($name)` | an enumerant as a bare word, or in angle brackets with `TextForm::bracketed_enums` |
//! | `bracketed($name)` | an enumerant as a string, or in angle brackets with `TextForm::bracketed_enums` |
//! | `type($a,$b,result)` | the common type of all named values; if they differ, `(types) -> result type` |
//! | `types($a,$b)` | the types of the named values, separated by commas; lists are flattened |
//! | `functional($a)` | `(types of $a) -> result type`, or `-> ()` without a result |
//! | `attr-dict` | ` {...}`: the discardable attributes, if any |
//! | `( ... )?` | an optional group, present if its first parameter is present |
//! | `custom(name,$a)` | a directive that the dialect has registered |
//!
//! An index also selects a parameter: `$0` is the first. Enumerants with parameters are written as a list, for
//! example `["A|B", 4, %v]`. If `type(...)` lacks `result`, ` -> result type` is omitted.
//!
//! The printer writes spaces like MLIR: before each item, except
//! - after `<`, `(`, `{` and `[`;
//! - before `<`, `>`, `(`, `)`, `{`, `}`, `[`, `]` and `,`, unless an opening bracket follows other punctuation;
//! - between an operand and a list of words.
//!
//! The printer also writes the space before a `custom` directive, unless the directive writes nothing.
//!
//! If a format contains none of `type(... result)`, `functional` and `custom(result_...)`, the op's [`OpDef::infer`]
//! infers the result type. If the actual type differs, ` -> type` follows.
//!
//! The empty format is the *uniform form*: all parameters in the order of the binary, separated by commas, and the
//! attribute dictionary. `: ` and the operand types follow, separated by commas, and then ` -> ` and the result type.
//! Without operands, only `: ` and the result type follow. A symbol definition with
//! [`crate::dialect::Traits::SYMBOLIC`] starts with ` @name` and ends with `: type` if it has a `type` parameter.

use crate::dialect::{Arity, OpDef, Param, ParamKind};

/// A value whose type the format writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeOf {
    /// Operands of the parameter with this index.
    Param(u8),
    /// The op's result.
    Result,
}

/// An item of a compiled format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    /// A token: punctuation or a keyword.
    Literal(&'static str),
    /// The parameter with this index.
    Param(u8),
    /// An enumerant as a bare word. The field is the parameter index.
    Bare(u8),
    /// An enumerant as a string or in angle brackets. The field is the parameter index.
    Bracketed(u8),
    /// The common type of the given values, or a list of types if they differ.
    SameType(Box<[TypeOf]>),
    /// The types of the given values, separated by commas.
    Types(Box<[TypeOf]>),
    /// `(types) -> result type`. The field has the parameter indices.
    Functional(Box<[u8]>),
    /// The dictionary of discardable attributes.
    AttrDict,
    /// An optional group, which is present if the parameter `anchor` is present.
    Group {
        /// Index of the parameter that decides whether the group is present.
        anchor: u8,
        /// Items of the group.
        items: Box<[Directive]>,
    },
    /// A directive that the dialect has registered: its name, and its parameter index.
    Custom(&'static str, u8),
}

/// A compiled assembly format.
#[derive(Clone, Debug, Default)]
pub struct Format {
    /// Items of the format; empty for the uniform form.
    pub items: Box<[Directive]>,
    /// Whether the format is the uniform form.
    pub uniform: bool,
    /// Whether the result type is inferred instead of written.
    pub inferred: bool,
    /// The error in the format string, if any. A test checks that no registered op has one.
    pub error: Option<String>,
}

impl Format {
    /// Compiles a format string for an op definition.
    pub fn compile(def: &OpDef, text: &'static str) -> Format {
        if text.is_empty() {
            return Format { uniform: true, ..Format::default() };
        }
        let mut words = text.split_whitespace();
        let mut format = Format::default();
        match items(def, &mut words, false) {
            Ok(list) => {
                format.inferred = !list.iter().any(writes_result);
                format.items = list.into();
            }
            Err(error) => {
                format.error = Some(format!("{}: {error}", def.row.name));
                format.uniform = true;
            }
        }
        format
    }
}

/// Returns the placeholder for a parameter in [`Format::text`].
fn placeholder(param: &Param, bare: bool) -> String {
    let name = param.name;
    let one = match param.kind {
        ParamKind::Value | ParamKind::Mixed => format!("%{name}"),
        ParamKind::Symbol => format!("@{name}"),
        ParamKind::Block => format!("^{name}"),
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) if bare => def.name.to_owned(),
        ParamKind::Enum(def) | ParamKind::ConstEnum(def) => format!("\"{}\"", def.name),
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
        text(&self.items, def, &mut out);
        out
    }
}

fn text(items: &[Directive], def: &OpDef, out: &mut String) {
    let param = |at: u8| &def.row.params[usize::from(at)];
    let type_of = |of: &TypeOf| match of {
        TypeOf::Param(at) => format!("type of {}", placeholder(param(*at), false)),
        TypeOf::Result => "type of the result".to_owned(),
    };
    for item in items {
        match item {
            Directive::Literal(word) => push(out, word),
            Directive::Param(at) | Directive::Bracketed(at) => push(out, &placeholder(param(*at), false)),
            Directive::Bare(at) => push(out, &placeholder(param(*at), true)),
            Directive::SameType(list) => match list[..] {
                [TypeOf::Result] => push(out, "type of the result"),
                _ => push(out, "type"),
            },
            Directive::Types(list) => push(out, &list.iter().map(type_of).collect::<Vec<_>>().join(", ")),
            Directive::Functional(_) => push(out, "(types) -> type of the result"),
            Directive::Group { items, .. } => {
                let mut inner = String::new();
                text(items, def, &mut inner);
                push(out, &format!("({})?", inner.trim_start()));
            }
            Directive::AttrDict | Directive::Custom(..) => {}
        }
    }
}

fn writes_result(item: &Directive) -> bool {
    match item {
        Directive::Functional(_) => true,
        Directive::SameType(list) | Directive::Types(list) => list.contains(&TypeOf::Result),
        Directive::Group { items, .. } => items.iter().any(writes_result),
        Directive::Custom(name, _) => name.starts_with("result_"),
        _ => false,
    }
}

fn items(
    def: &OpDef,
    words: &mut std::str::SplitWhitespace<'static>,
    group: bool,
) -> Result<Vec<Directive>, String> {
    let param = |text: &str| -> Result<u8, String> {
        let name = text.strip_prefix('$').ok_or_else(|| format!("expected $name, found {text}"))?;
        let number = name.parse().ok().filter(|i| *i < def.row.params.len());
        let index = number.or_else(|| def.param(name)).ok_or_else(|| format!("unknown parameter {name}"))?;
        Ok(index as u8)
    };
    let type_of =
        |text: &str| if text == "result" { Ok(TypeOf::Result) } else { param(text).map(TypeOf::Param) };
    let mut list = Vec::new();
    while let Some(word) = words.next() {
        let call = word.strip_suffix(')').and_then(|w| w.split_once('('));
        if word == ")?" {
            return if group { Ok(list) } else { Err("`)?` without `(`".into()) };
        }
        list.push(if word == "(" {
            let inner = items(def, words, true)?;
            let anchor = inner.iter().find_map(|i| match i {
                Directive::Param(p)
                | Directive::Bare(p)
                | Directive::Bracketed(p)
                | Directive::Custom(_, p) => Some(*p),
                Directive::SameType(list) => list.iter().find_map(|of| match of {
                    TypeOf::Param(p) => Some(*p),
                    TypeOf::Result => None,
                }),
                _ => None,
            });
            let anchor = anchor.ok_or("the group has no parameter")?;
            Directive::Group { anchor, items: inner.into() }
        } else if let Some(literal) = word.strip_prefix('`') {
            Directive::Literal(literal.strip_suffix('`').ok_or("unclosed `")?)
        } else if word == "attr-dict" {
            Directive::AttrDict
        } else if let Some((name, args)) = call {
            let mut args = args.split(',').filter(|a| !a.is_empty());
            match name {
                "bare" => Directive::Bare(param(args.next().unwrap_or(""))?),
                "bracketed" => Directive::Bracketed(param(args.next().unwrap_or(""))?),
                "type" => Directive::SameType(args.map(type_of).collect::<Result<_, _>>()?),
                "types" => Directive::Types(args.map(type_of).collect::<Result<_, _>>()?),
                "functional" => Directive::Functional(args.map(param).collect::<Result<_, _>>()?),
                "custom" => {
                    let name = args.next().ok_or("custom() needs a name")?;
                    Directive::Custom(name, param(args.next().unwrap_or(""))?)
                }
                _ => return Err(format!("unknown item {word}")),
            }
        } else {
            Directive::Param(param(word)?)
        });
    }
    if group { Err("`(` without `)?`".into()) } else { Ok(list) }
}
