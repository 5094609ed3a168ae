//! Compiled assembly formats for the printer
//!
//! Compilation merges tokens and spaces, and precomputes the positions of parameters.

use spv_ir::dialect::{Arity, FixedLayout, OpDef, Param, ParamKind, Registry};
use spv_ir::format::{Directive, Format, TypeOf};
use spv_ir::text::DirectivePrintFn;

/// A compiled assembly format.
pub(crate) struct Program {
    /// The steps in printing order. The fixed string of the first step includes the op name.
    pub steps: Box<[PrintStep]>,
    /// Whether the result type is inferred and therefore not printed.
    pub inferred: bool,
    /// Whether the steps include the attribute dictionary.
    pub dict: bool,
    /// Whether the op has no block parameters.
    pub straight: bool,
    /// The layout of the op; `None` if it has optional components.
    pub fixed: Option<FixedLayout>,
}

/// A step of a compiled format: prints a fixed string, then performs an action.
pub(crate) struct PrintStep {
    pub text: Box<str>,
    pub action: Action,
}

/// The spelling of an enumerant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnumSpelling {
    /// A string literal.
    String,
    /// A bare word, or an enumerant in angle brackets with [`TextForm::bracketed_enums`](spv_ir::TextForm).
    Bare,
    /// A string literal, or an enumerant in angle brackets with [`TextForm::bracketed_enums`](spv_ir::TextForm).
    Bracketed,
}

/// The action after a step's fixed string. A `lead` is a separator that is printed only if the action prints anything.
pub(crate) enum Action {
    /// No action.
    None,
    /// Prints the parameter at this index.
    Param { param: u8, spelling: EnumSpelling, lead: &'static str },
    /// Prints the type that all of these operands and results share.
    SameType(Box<[TypeOf]>),
    /// Prints the types of these operands and results, separated by commas and preceded by the lead.
    Types(Box<[TypeOf]>, &'static str),
    /// Prints `(types) -> result`, with the types of these operands.
    Functional(Box<[TypeOf]>),
    /// Prints the discardable attributes.
    AttrDict,
    /// Performs the steps if the parameter at this index is present.
    Group(u8, Box<[PrintStep]>),
    /// Calls a directive that the dialect defines, with the index of its parameter and the lead.
    Custom(DirectivePrintFn, u8, &'static str),
    /// Fails, so that the op is printed in the generic form, because the directive is not registered.
    Unknown,
}

impl Program {
    /// Compiles the assembly format of an op whose printed name is `name`.
    pub(crate) fn new(registry: &Registry, op: &OpDef, name: String, format: &Format) -> Program {
        let mut maker = Maker { registry, op, text: name, space: true, punctuation: false, operand: false };
        let steps = maker.steps(&format.items);
        Program {
            dict: steps.iter().any(has_dict),
            steps,
            inferred: format.inferred,
            straight: !op.row.params.iter().any(|p| matches!(p.kind, ParamKind::Block)),
            fixed: FixedLayout::new(op.row),
        }
    }
}

fn has_dict(step: &PrintStep) -> bool {
    match &step.action {
        Action::AttrDict => true,
        Action::Group(_, steps) => steps.iter().any(has_dict),
        _ => false,
    }
}

/// A compiler for assembly formats. It merges tokens and spaces into the fixed strings of steps, and places spaces as
/// MLIR does.
struct Maker<'m> {
    registry: &'m Registry,
    op: &'m OpDef,
    /// Fixed string of the next step.
    text: String,
    /// Whether a space may precede the next format element.
    space: bool,
    /// Whether the previous format element was punctuation.
    punctuation: bool,
    /// Whether the previous format element was an operand.
    operand: bool,
}

impl Maker<'_> {
    fn steps(&mut self, items: &[Directive]) -> Box<[PrintStep]> {
        let mut steps = Vec::new();
        for item in items {
            let action = match item {
                Directive::Literal(text) => {
                    self.literal(text);
                    continue;
                }
                Directive::Param(param) => self.param(*param, EnumSpelling::String),
                Directive::Bare(param) => self.param(*param, EnumSpelling::Bare),
                Directive::Bracketed(param) => self.param(*param, EnumSpelling::Bracketed),
                Directive::SameType(list) => {
                    let lead = self.lead();
                    self.text.push_str(lead);
                    Action::SameType(list.clone())
                }
                Directive::Types(list) => Action::Types(list.clone(), self.lead()),
                Directive::Functional(params) => {
                    let lead = self.lead();
                    self.text.push_str(lead);
                    Action::Functional(params.iter().map(|p| TypeOf::Param(*p)).collect())
                }
                Directive::AttrDict => {
                    (self.space, self.punctuation, self.operand) = (true, false, false);
                    Action::AttrDict
                }
                Directive::Group { anchor, items } => {
                    let text = std::mem::take(&mut self.text);
                    let inner = self.steps(items);
                    steps.push(PrintStep { text: text.into(), action: Action::Group(*anchor, inner) });
                    continue;
                }
                Directive::Custom(name, param) => match self.registry.directive(name) {
                    Some((_, print)) => Action::Custom(print, *param, self.lead()),
                    None => Action::Unknown,
                },
            };
            steps.push(self.step(action));
        }
        if !self.text.is_empty() {
            steps.push(self.step(Action::None));
        }
        steps.into()
    }

    fn step(&mut self, action: Action) -> PrintStep {
        PrintStep { text: std::mem::take(&mut self.text).into(), action }
    }

    fn literal(&mut self, text: &str) {
        let tight = match text.as_bytes() {
            [b'>' | b')' | b'}' | b']' | b','] => true,
            [b'<' | b'(' | b'{' | b'['] => !self.punctuation,
            _ => false,
        };
        if self.space && !tight {
            self.text.push(' ');
        }
        self.text.push_str(text);
        self.space = !matches!(text.as_bytes(), [b'<' | b'(' | b'{' | b'[']);
        self.punctuation = !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        self.operand = false;
    }

    /// Returns the separator that precedes a format element other than a token.
    fn lead(&mut self) -> &'static str {
        let lead = if self.space || !self.punctuation { " " } else { "" };
        (self.space, self.punctuation, self.operand) = (true, false, false);
        lead
    }

    /// Compiles a parameter. Omits the space between an operand and a subsequent list of words.
    fn param(&mut self, param: u8, spelling: EnumSpelling) -> Action {
        let Param { kind, arity, .. } = self.op.row.params[usize::from(param)];
        let attached = matches!(kind, ParamKind::Word) && arity == Arity::Variadic && self.operand;
        let mut lead = self.lead();
        if attached {
            lead = "";
        }
        self.operand = matches!(kind, ParamKind::Value);
        if arity == Arity::One && matches!(kind, ParamKind::Value | ParamKind::Symbol | ParamKind::Type) {
            self.text.push_str(std::mem::take(&mut lead));
        }
        Action::Param { param, spelling, lead }
    }
}
