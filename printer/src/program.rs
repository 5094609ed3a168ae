//! Compiled assembly formats for printing, with merged tokens and spaces and precomputed parameter positions

use spv_ir::dialect::{Arity, FixedLayout, OpDef, Param, ParamKind, Registry};
use spv_ir::format::{Directive, Format, TypeOf};
use spv_ir::text::DirectivePrintFn;

/// A compiled format.
pub(crate) struct Program {
    /// The steps. The op name is part of the first text.
    pub steps: Box<[PrintStep]>,
    /// Whether the result type is inferred instead of written.
    pub inferred: bool,
    /// Whether the steps include the attribute dictionary.
    pub dict: bool,
    /// Whether no parameter is a block.
    pub straight: bool,
    /// The layout of an op without optional components.
    pub fixed: Option<FixedLayout>,
}

/// A step: fixed text, followed by an action.
pub(crate) struct PrintStep {
    pub text: Box<str>,
    pub action: Action,
}

/// The spelling of an enumerant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum EnumSpelling {
    /// A string.
    String,
    /// A bare word, or in angle brackets with [`TextForm::bracketed_enums`](spv_ir::TextForm).
    Bare,
    /// A string, or in angle brackets with [`TextForm::bracketed_enums`](spv_ir::TextForm).
    Bracketed,
}

/// The action after the text of a step. A lead is printed only if the action prints something.
pub(crate) enum Action {
    /// No action.
    None,
    /// Print a parameter.
    Param { param: u8, spelling: EnumSpelling, lead: &'static str },
    /// Print the common type of these values.
    SameType(Box<[TypeOf]>),
    /// Print the types of these values.
    Types(Box<[TypeOf]>, &'static str),
    /// Print `(types) -> result`.
    Functional(Box<[TypeOf]>),
    /// Print the discardable attributes.
    AttrDict,
    /// Run the steps if a parameter is present.
    Group(u8, Box<[PrintStep]>),
    /// Run a directive of the dialect.
    Custom(DirectivePrintFn, u8, &'static str),
    /// A directive that is not registered.
    Unknown,
}

impl Program {
    /// Compiles the format of an op whose spelling in text is `name`.
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

/// A compiler that merges tokens and spaces, placed as in MLIR, into the texts of steps.
struct Maker<'m> {
    registry: &'m Registry,
    op: &'m OpDef,
    /// Text of the next step.
    text: String,
    /// Whether a space may precede the next item.
    space: bool,
    /// Whether the last item was punctuation.
    punctuation: bool,
    /// Whether the last item was an operand.
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

    /// Returns the lead of an item that is not a token.
    fn lead(&mut self) -> &'static str {
        let lead = if self.space || !self.punctuation { " " } else { "" };
        (self.space, self.punctuation, self.operand) = (true, false, false);
        lead
    }

    /// Compiles a parameter. No space separates an operand from a list of words.
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
