//! What rules check: an op, a type, a decoration at its target, a function, an entry point.

use super::dispatch::opcode_of;
use super::facts::{Entry, Facts, FunctionFacts};
use super::models::Models;
use spv_dialect::attributes;
use spv_dialect::decorations::{self, Decoration};
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Kind, Shape};
use spv_ir::dialect::{OpDefId, OpRow};
use spv_ir::params::{self, Item};
use spv_ir::{Attribute, Body, Context, Ident, Op, Type, Value};
use std::cell::Cell;
use std::ops::Range;

/// An op.
#[derive(Clone, Copy)]
pub struct OpSubject<'a> {
    /// The module.
    pub facts: &'a Facts<'a>,
    body: &'a Body,
    /// The op.
    pub op: Op,
    /// The opcode of its instruction.
    pub opcode: u32,
    function: Option<(Op, &'a FunctionFacts)>,
    /// Takes the operand that a check looks at last. Checks that find a violation are made again with it, to mark what
    /// is wrong.
    trace: Option<&'a Cell<Option<Operand>>>,
    /// Takes whether a check looked at anything that ops of one signature may differ in: see [`OpSubject::observed`].
    context: Option<&'a Cell<bool>>,
}

/// An operand of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An SSA operand, by position among these.
    Value(usize),
    /// A parameter of the row, by number.
    Param(usize),
}

impl Operand {
    /// The bytes of the operand in the text of its op in the generic form; `name` gives the name of a parameter.
    pub fn span<'n>(self, text: &str, name: impl Fn(usize) -> Option<&'n str>) -> Option<Range<usize>> {
        const ENDS: [char; 6] = [',', ')', '}', '>', ' ', ']'];
        match self {
            Operand::Value(index) => {
                let open = text.find("\"(")? + 2;
                let close = open + text[open..].find(')')?;
                let start = text[open..close].match_indices('%').nth(index)?.0 + open;
                let length = text[start..].find(&ENDS[..]).unwrap_or(text.len() - start);
                Some(start..start + length)
            }
            Operand::Param(number) => {
                let key = format!("{} = ", name(number)?);
                let start = text
                    .match_indices(&key)
                    .map(|(at, _)| at)
                    .find(|at| matches!(text[..*at].chars().next_back(), Some('{' | ' ')))?;
                let value = start + key.len();
                let mut depth = 0_u32;
                let end = text[value..].find(|c: char| {
                    match c {
                        '<' | '[' | '(' | '{' => depth += 1,
                        '>' | ']' | ')' | '}' if depth > 0 => depth -= 1,
                        ',' | '}' if depth == 0 => return true,
                        _ => {}
                    }
                    false
                });
                Some(start..end.map_or(text.len(), |end| value + end))
            }
        }
    }
}

impl<'a> OpSubject<'a> {
    /// An op of a body, which is an instruction with this opcode, and the function that it is in.
    pub fn new(
        facts: &'a Facts<'a>,
        (body, op): (&'a Body, Op),
        opcode: u32,
        function: Option<(Op, &'a FunctionFacts)>,
    ) -> Self {
        OpSubject { facts, body, op, opcode, function, trace: None, context: None }
    }

    /// The same, which tells the operand that a check looks at last.
    pub fn traced<'t>(&self, trace: &'t Cell<Option<Operand>>) -> OpSubject<'t>
    where
        'a: 't,
    {
        OpSubject { trace: Some(trace), ..*self }
    }

    /// The same, which tells whether a check looks at more than the op's definition, decorations, slots, and types of operands and
    /// result, the execution models that reach its function, and the declarations of the module. What one that does not do so
    /// finds holds for all ops that agree in these.
    pub fn observed<'t>(&self, context: &'t Cell<bool>) -> OpSubject<'t>
    where
        'a: 't,
    {
        OpSubject { context: Some(context), ..*self }
    }

    /// A check looks at what ops of one signature may differ in.
    fn looks_around(&self) {
        if let Some(context) = self.context {
            context.set(true);
        }
    }

    /// The body of the op.
    pub fn body(&self) -> &'a Body {
        self.looks_around();
        self.body
    }

    /// The function that it is in, and its facts.
    pub fn function(&self) -> Option<(Op, &'a FunctionFacts)> {
        self.looks_around();
        self.function
    }

    /// Its definition.
    pub fn def(&self) -> OpDefId {
        self.body.def(self.op)
    }

    /// The variable of the module that it is, if it is one.
    pub fn global_variable(&self) -> Option<v::GlobalVariable<'a>> {
        (self.def() == v::GlobalVariable::ID).then(|| v::GlobalVariable::cast(self.body(), self.op)).flatten()
    }

    /// The context.
    pub fn ctx(&self) -> &'a Context {
        self.facts.ctx
    }

    /// Its row.
    pub fn row(&self) -> &'static OpRow {
        self.ctx().registry().op(self.body.def(self.op)).row
    }

    fn looks_at(&self, operand: Operand) {
        if let Some(trace) = self.trace {
            trace.set(Some(operand));
        }
    }

    /// The number of its SSA operands.
    pub fn operand_count(&self) -> usize {
        self.body.operand_count(self.op)
    }

    /// Its SSA operands.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + 'a {
        self.body.operands(self.op)
    }

    /// The type of a value.
    pub fn value_type(&self, value: Value) -> Option<Type> {
        self.body.value_type_opt(value)
    }

    /// An SSA operand by position among the SSA operands.
    pub fn operand(&self, index: usize) -> Option<Value> {
        self.looks_at(Operand::Value(index));
        (index < self.body.operand_count(self.op)).then(|| self.body.operand(self.op, index))
    }

    /// The type of that.
    pub fn operand_type(&self, index: usize) -> Option<Type> {
        self.body.value_type_opt(self.operand(index)?)
    }

    /// The shape of that.
    pub fn operand_shape(&self, index: usize) -> Option<Shape> {
        Some(self.shape(self.operand_type(index)?))
    }

    /// The type of the first result.
    pub fn result_type(&self) -> Option<Type> {
        (self.body.result_count(self.op) > 0)
            .then(|| self.body.result(self.op, 0))
            .and_then(|value| self.body.value_type_opt(value))
    }

    /// The shape of that.
    pub fn result_shape(&self) -> Option<Shape> {
        Some(self.shape(self.result_type()?))
    }

    /// What rules ask of a type.
    pub fn shape(&self, ty: Type) -> Shape {
        self.facts.shape(ty)
    }

    /// The first item of a parameter, by number: operands of the instruction without result type and id.
    pub fn param(&self, number: usize) -> Option<Item> {
        self.looks_at(Operand::Param(number));
        let mut found = None;
        let def = self.ctx().registry().op(self.body.def(self.op));
        params::walk(self.ctx(), self.body, self.op, def, &mut |at, item| {
            if at == number && found.is_none() {
                found = Some(item);
            }
        });
        found
    }

    /// All items of a parameter: an enumerant and what follows it, or the items of a list.
    pub fn params(&self, number: usize) -> Vec<Item> {
        self.looks_at(Operand::Param(number));
        let mut found = Vec::new();
        let def = self.ctx().registry().op(self.body.def(self.op));
        params::walk(self.ctx(), self.body, self.op, def, &mut |at, item| {
            if at == number {
                found.push(item);
            }
        });
        found
    }

    /// The number of an item that is a constant integer: a scope, semantics, a literal or a value.
    pub fn number(&self, item: Item) -> Option<u64> {
        match item {
            Item::Const(_, word) | Item::Word(word) | Item::Enum(_, word) => Some(u64::from(word)),
            Item::Value(value) => self.constant(value),
            Item::Attr(attr) => self.ctx().attr_u64(attr),
            _ => None,
        }
    }

    /// The op that defines a value, if an op does.
    pub fn defining(&self, value: Value) -> Option<OpSubject<'a>> {
        let op = self.body().defining_op(value)?;
        let opcode = opcode_of(self.body.def(op));
        Some(OpSubject { op, opcode, trace: None, ..*self })
    }

    /// The constant that defines a value: not a spec constant. Several equal ones are one here.
    pub fn constant_attr(&self, value: Value) -> Option<Attribute> {
        Some(attributes::bare(self.ctx(), self.definition(value)?))
    }

    /// The same, which names what it is one of.
    fn definition(&self, value: Value) -> Option<Attribute> {
        let op = self.body().defining_op(value)?;
        match v::Constant::cast(self.body, op) {
            Some(constant) => constant.value(),
            // One with a name or decorations is a definition of the module.
            None => v::GlobalConstant::cast(self.facts.body, self.facts.symbols.get(self.symbol(value)?)?)?
                .value(),
        }
    }

    /// The integer of that.
    pub fn constant(&self, value: Value) -> Option<u64> {
        attributes::integer(self.ctx(), self.definition(value)?)
    }

    /// Whether a value is the result of OpUndef, in a function or outside; `None` for what no op defines.
    pub fn is_undefined(&self, value: Value) -> Option<bool> {
        let is_undef =
            |attr| matches!(attributes::view(self.ctx(), attr), Some((attributes::Kind::Undef, _)));
        let of_function = self.body.def(self.body().defining_op(value)?) == v::Undef::ID;
        Some(of_function || self.constant_attr(value).is_some_and(is_undef))
    }

    /// Whether a value is a constant or spec constant.
    pub fn is_constant(&self, value: Value) -> bool {
        let op = self.body().defining_op(value);
        op.is_some_and(|op| {
            let def = self.body.def(op);
            def == v::Constant::ID || def == v::ReferenceOf::ID || def == v::SpecConstantOperation::ID
        })
    }

    /// A slot of the op.
    pub fn slot(&self, slot: usize) -> u32 {
        self.body.slot(self.op, slot)
    }

    /// The symbol that a value is the address of, if it is one of a module-level definition.
    pub fn symbol(&self, value: Value) -> Option<Ident> {
        let op = self.body().defining_op(value)?;
        let def = self.body.def(op);
        if def != v::AddressOf::ID && def != v::ReferenceOf::ID {
            return None;
        }
        self.ctx().attr_symbol(self.body.slot_attr(op, v::AddressOf::VARIABLE)?)
    }

    /// The storage class of a pointer operand.
    pub fn storage_class(&self, index: usize) -> Option<u32> {
        let shape = self.operand_shape(index)?;
        matches!(shape.kind, Kind::Pointer | Kind::UntypedPointer).then_some(shape.storage)
    }

    /// The type that a pointer operand points to.
    pub fn pointee(&self, index: usize) -> Option<Type> {
        Some(types::pointer(self.ctx(), self.operand_type(index)?)?.0)
    }

    /// The execution models of the entry points that reach the function.
    pub fn models(&self) -> Models {
        self.function.map(|(_, function)| function.models).unwrap_or_default()
    }

    /// The decorations of the op's result.
    pub fn dict(&self) -> Option<Attribute> {
        self.body.attrs(self.op)
    }
}

/// A type, at the op that uses it first.
#[derive(Clone, Copy)]
pub struct TypeSubject<'a> {
    /// The module.
    pub facts: &'a Facts<'a>,
    /// The type.
    pub ty: Type,
    /// Its OpType opcode.
    pub opcode: u32,
}

impl<'a> TypeSubject<'a> {
    /// The context.
    pub fn ctx(&self) -> &'a Context {
        self.facts.ctx
    }

    /// A parameter of the type, from 0: the operands of the instruction in order.
    pub fn param(&self, index: usize) -> Option<Attribute> {
        types::view(self.ctx(), self.ty)?.1.get(index + 1).copied()
    }

    /// A parameter that is a literal, an enumerant or a constant.
    pub fn number(&self, index: usize) -> Option<u64> {
        self.ctx().attr_u64(self.param(index)?)
    }

    /// A parameter that is a type.
    pub fn inner(&self, index: usize) -> Option<Type> {
        self.ctx().attr_type(self.param(index)?)
    }

    /// What rules ask of the type.
    pub fn shape(&self) -> Shape {
        Shape::new(self.ctx(), self.ty)
    }
}

/// The target of decorations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// An op of the module or of a function: its result, or what it defines.
    Op,
    /// A parameter of a function, of this type.
    Argument(Option<Type>),
    /// A block argument.
    Phi,
    /// A type.
    Type(Type),
    /// A member of a struct.
    Member(Type, usize),
}

/// A decoration at its target.
#[derive(Clone, Copy)]
pub struct DecorationSubject<'a> {
    /// The op that is decorated, or that has the argument or uses the type first.
    pub at: OpSubject<'a>,
    /// What is decorated.
    pub target: Target,
    /// The decoration.
    pub decoration: &'a Decoration,
    /// All decorations of the target.
    pub all: &'a [Decoration],
}

impl<'a> DecorationSubject<'a> {
    /// The module.
    pub fn facts(&self) -> &'a Facts<'a> {
        self.at.facts
    }

    /// An operand that is a literal or enumerant.
    pub fn word(&self, index: usize) -> Option<u32> {
        match self.decoration.operands.get(index)? {
            decorations::Operand::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// Whether the target has another decoration, too.
    pub fn has(&self, decoration: u32) -> bool {
        self.all.iter().any(|d| d.decoration.value == decoration)
    }

    /// The pointee and storage class of the target, if it is a variable.
    pub fn variable(&self) -> Option<(Type, u32)> {
        if self.target != Target::Op || self.at.opcode != spv_dialect::generated::opcodes::VARIABLE {
            return None;
        }
        let ty = match self.at.global_variable() {
            Some(variable) => variable.ty(self.at.ctx())?,
            None => self.at.result_type()?,
        };
        let shape = self.at.shape(ty);
        match types::pointer(self.at.ctx(), ty) {
            Some(found) => Some(found),
            None => {
                (shape.kind == Kind::UntypedPointer).then_some((self.at.ctx().common().none, shape.storage))
            }
        }
    }
}

/// A function.
#[derive(Clone, Copy)]
pub struct FunctionSubject<'a> {
    /// The module.
    pub facts: &'a Facts<'a>,
    /// Its op in the module's body.
    pub op: Op,
    /// Its facts.
    pub function: &'a FunctionFacts,
}

impl<'a> FunctionSubject<'a> {
    /// Its symbol.
    pub fn symbol(&self) -> Option<Ident> {
        let name = spv_ir::symbols::name_of(self.facts.ctx, self.facts.body, self.op)?;
        Some(self.facts.ctx.ident(name))
    }

    /// Its body, if it is not a declaration.
    pub fn body(&self) -> Option<&'a Body> {
        let body = self.facts.body.nested(self.op)?;
        let first = body.first_block(body.root())?;
        body.first_op(first).map(|_| body)
    }
}

/// An entry point.
#[derive(Clone, Copy)]
pub struct EntrySubject<'a> {
    /// The module.
    pub facts: &'a Facts<'a>,
    /// The entry point.
    pub entry: &'a Entry,
}

impl EntrySubject<'_> {
    /// Whether the entry point has an execution mode.
    pub fn has_mode(&self, mode: u32) -> bool {
        self.facts.has_mode(self.entry.function, mode)
    }
}
