//! Compiled assembly formats for the printer
//!
//! Compilation merges tokens and spaces, and precomputes the positions of parameters.

use spv_ir::TextForm;
use spv_ir::dialect::{Arity, FixedLayout, OpDef, Param, ParamKind, Registry, Spelling};
use spv_ir::format::{DirectiveArg, Format, FormatElement, TypeOf};
use spv_ir::text::DirectivePrintFn;

/// A compiled assembly format.
pub(crate) struct Program {
    /// The steps in printing order. The fixed string of the first step includes the op name.
    pub steps: Box<[PrintStep]>,
    /// Length of the op name at the start of the first fixed string, if the name may depend on the enclosing op.
    pub scoped_name: Option<usize>,
    /// Whether the result type is inferred and therefore not printed.
    pub inferred: bool,
    /// Whether the steps include the attribute dictionary.
    pub dict: bool,
    /// Whether the steps include the op's only region.
    pub region: bool,
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

/// The action after a step's fixed string. A `lead` is a separator that is printed only if the action prints anything.
pub(crate) enum Action {
    /// No action.
    None,
    /// Prints the parameter at this index.
    Param { param: u8, spelling: Spelling, lead: &'static str },
    /// Prints the type that all of these operands and results share.
    CommonType(Box<[TypeOf]>),
    /// Prints the types of these operands and results, separated by commas and preceded by the lead.
    Types(Box<[TypeOf]>, &'static str),
    /// Prints `(types) -> results`, with the types of these operands.
    Functional(Box<[TypeOf]>),
    /// Prints the discardable attributes, and the parameters at these indices.
    AttrDict(Box<[u8]>),
    /// Performs the first steps if the parameter at this index is present, or else the second.
    Group { anchor: u8, zero_is_absent: bool, then: Box<[PrintStep]>, otherwise: Box<[PrintStep]> },
    /// Calls a directive that the dialect defines, with its arguments and the lead.
    Custom(DirectivePrintFn, Box<[DirectiveArg]>, &'static str),
    /// Prints the op's only region.
    Region,
    /// Fails, so that the op is printed in the generic form, because the directive is not registered.
    Unknown,
}

impl Program {
    /// Compiles the assembly format of an op whose printed name is `name`, for a text form.
    pub(crate) fn new(
        registry: &Registry,
        op: &OpDef,
        name: String,
        format: &Format,
        form: Option<&'static TextForm>,
    ) -> Program {
        let segments = op.layout.segments.map(usize::from);
        let is_in_dict = |param: &u8| {
            !format.is_written(*param, form) && segments != Some(op.slot_of(usize::from(*param)))
        };
        let in_dict = format.in_dict.iter().copied().filter(is_in_dict).collect();
        let mut maker = Maker {
            registry,
            op,
            form,
            in_dict,
            text: name,
            space: true,
            punctuation: false,
            operand: false,
        };
        let steps = maker.steps(&format.elements);
        Program {
            dict: steps.iter().any(|step| step.contains(&|action| matches!(action, Action::AttrDict(_)))),
            region: steps.iter().any(|step| step.contains(&|action| matches!(action, Action::Region))),
            steps,
            scoped_name: None,
            inferred: format.inferred,
            straight: !op.row.params.iter().any(|p| matches!(p.kind, ParamKind::Block)),
            fixed: FixedLayout::new(op.row),
        }
    }
}

impl PrintStep {
    /// Returns whether the action, or an action within its group, satisfies a predicate.
    fn contains(&self, predicate: &dyn Fn(&Action) -> bool) -> bool {
        let any = |steps: &[PrintStep]| steps.iter().any(|step| step.contains(predicate));
        match &self.action {
            Action::Group { then, otherwise, .. } => any(then) || any(otherwise),
            action => predicate(action),
        }
    }
}

/// A compiler for assembly formats. It merges tokens and spaces into the fixed strings of steps, and places spaces as
/// MLIR does.
struct Maker<'m> {
    registry: &'m Registry,
    op: &'m OpDef,
    form: Option<&'static TextForm>,
    /// Indices of the parameters that the attribute dictionary contains.
    in_dict: Box<[u8]>,
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
    fn steps(&mut self, elements: &[FormatElement]) -> Box<[PrintStep]> {
        let mut steps = Vec::new();
        self.append(elements, &mut steps);
        if !self.text.is_empty() {
            steps.push(self.step(Action::None));
        }
        steps.into()
    }

    fn append(&mut self, elements: &[FormatElement], steps: &mut Vec<PrintStep>) {
        for element in elements {
            let action = match element {
                FormatElement::Literal(text) => {
                    self.literal(text);
                    continue;
                }
                FormatElement::Whitespace(text) => {
                    self.text.push_str(text);
                    self.space = false;
                    self.punctuation |= text.is_empty();
                    continue;
                }
                FormatElement::Versions { since, later, elements } => {
                    if since.holds(self.form) == *later {
                        self.append(elements, steps);
                    }
                    continue;
                }
                FormatElement::Param(_, Spelling::Unit) => continue,
                FormatElement::Param(param, spelling) => self.param(*param, *spelling),
                FormatElement::CommonType(list) => {
                    self.push_lead();
                    Action::CommonType(list.clone())
                }
                FormatElement::Type(of) => {
                    self.push_lead();
                    Action::Types([*of].into(), "")
                }
                FormatElement::Types(list) => Action::Types(list.clone(), self.lead()),
                FormatElement::Functional(inputs) => {
                    self.push_lead();
                    Action::Functional(inputs.clone())
                }
                FormatElement::AttrDict => {
                    (self.space, self.punctuation, self.operand) = (true, false, false);
                    Action::AttrDict(self.in_dict.clone())
                }
                FormatElement::Group { anchor, then, otherwise } => {
                    let text = std::mem::take(&mut self.text);
                    let before = (self.space, self.punctuation, self.operand);
                    let otherwise = self.steps(otherwise);
                    (self.space, self.punctuation, self.operand) = before;
                    let then = self.steps(then);
                    let action = Action::Group {
                        zero_is_absent: self.is_absent_if_zero(*anchor),
                        anchor: *anchor,
                        then,
                        otherwise,
                    };
                    steps.push(PrintStep { text: text.into(), action });
                    continue;
                }
                FormatElement::Custom(name, args) => match self.registry.directive(name) {
                    Some((_, print)) => Action::Custom(print, args.clone(), self.lead()),
                    None => Action::Unknown,
                },
                FormatElement::Region => Action::Region,
            };
            steps.push(self.step(action));
        }
    }

    /// Returns whether a parameter counts as absent if its slot is 0.
    fn is_absent_if_zero(&self, param: u8) -> bool {
        let spelling = self.op.spellings.get(usize::from(param)).copied().unwrap_or_default();
        matches!(spelling, Spelling::Flags(_) | Spelling::Word { zero_is_absent: true })
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

    fn push_lead(&mut self) {
        let lead = self.lead();
        self.text.push_str(lead);
    }

    /// Compiles a parameter. Omits the space between an operand and a subsequent list of words.
    fn param(&mut self, param: u8, spelling: Spelling) -> Action {
        let Param { kind, arity, .. } = self.op.row.params[usize::from(param)];
        let attached = matches!(kind, ParamKind::Word) && arity == Arity::Variadic && self.operand;
        let mut lead = self.lead();
        if attached {
            lead = "";
        }
        self.operand = matches!(kind, ParamKind::Value);
        let is_certain = arity == Arity::One && matches!(kind, ParamKind::Symbol | ParamKind::Type);
        if is_certain || self.operand {
            self.text.push_str(std::mem::take(&mut lead));
        }
        Action::Param { param, spelling, lead }
    }
}
