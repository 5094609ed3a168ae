//! Subjects of validation rules: ops, types, decorations at their targets, functions and entry points

use super::dispatch::opcode_of;
use super::facts::{EntryPoint, Facts, FunctionFacts};
use super::models::Models;
use spv_dialect::attributes;
use spv_dialect::decorations::{self, Decoration};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::shape::{Shape, TypeKind};
use spv_ir::dialect::{OpDefId, OpRow};
use spv_ir::params::{self, OpComponent};
use spv_ir::{Attribute, Body, Context, Ident, Op, Type, Value};
use std::cell::Cell;
use std::ops::Range;

/// An op under validation.
#[derive(Clone, Copy)]
pub struct OpSubject<'a> {
    /// Facts about the module.
    pub facts: &'a Facts<'a>,
    body: &'a Body,
    /// The op under validation.
    pub op: Op,
    /// Opcode of the instruction that the op represents.
    pub opcode: u32,
    /// Pointee type and storage class, if the op is a variable. Cached because many rules query them.
    contents: Option<(Type, u32)>,
    function: Option<(Op, &'a FunctionFacts)>,
    /// A cell for the operand that a check queried last. A failed check is repeated with this cell to find the operand
    /// at fault.
    trace: Option<&'a Cell<Option<Operand>>>,
    /// A flag that is set when a check queries data beyond the op's signature; see [`OpSubject::observed`].
    context: Option<&'a Cell<bool>>,
}

/// An operand of an op.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An SSA operand, by index among the SSA operands.
    Value(usize),
    /// A parameter of the op definition, by index.
    Param(usize),
}

impl Operand {
    /// Returns the byte range of the operand in `text`, the op's generic form, if it is found there. `name` returns the
    /// name of a parameter by index.
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
    /// Constructs the subject for an op, given its opcode and the function that contains it.
    pub fn new(
        facts: &'a Facts<'a>,
        body: &'a Body,
        op: Op,
        opcode: u32,
        function: Option<(Op, &'a FunctionFacts)>,
    ) -> Self {
        let contents = (opcode == op::VARIABLE).then(|| variable_contents(facts.ctx, body, op)).flatten();
        OpSubject { facts, body, op, opcode, contents, function, trace: None, context: None }
    }

    /// Returns the subject with a cell that records the operand that a check queries last.
    pub fn traced<'t>(&self, trace: &'t Cell<Option<Operand>>) -> OpSubject<'t>
    where
        'a: 't,
    {
        OpSubject { trace: Some(trace), ..*self }
    }

    /// Returns the subject with a flag that is set if a check queries data beyond the op's signature.
    ///
    /// The signature is the op's definition, decorations, slots and types, the execution models that reach its
    /// function, and the module's declarations. If the flag is not set, the result is the same for all ops with the
    /// same signature.
    pub fn observed<'t>(&self, context: &'t Cell<bool>) -> OpSubject<'t>
    where
        'a: 't,
    {
        OpSubject { context: Some(context), ..*self }
    }

    /// Records that a check has queried data beyond the signature.
    fn leaves_signature(&self) {
        if let Some(context) = self.context {
            context.set(true);
        }
    }

    /// Returns the body that contains the op.
    pub fn body(&self) -> &'a Body {
        self.leaves_signature();
        self.body
    }

    /// Returns the function that contains the op, if any, and the facts about it.
    pub fn function(&self) -> Option<(Op, &'a FunctionFacts)> {
        self.leaves_signature();
        self.function
    }

    /// Returns the op's definition.
    pub fn def(&self) -> OpDefId {
        self.body.def(self.op)
    }

    /// Returns the op as a global variable, if it is one.
    pub fn global_variable(&self) -> Option<v::GlobalVariable<'a>> {
        (self.def() == v::GlobalVariable::ID).then(|| v::GlobalVariable::cast(self.body(), self.op)).flatten()
    }

    /// Returns the pointee type and storage class, if the op is a variable.
    pub fn contents(&self) -> Option<(Type, u32)> {
        if self.def() == v::GlobalVariable::ID {
            self.leaves_signature();
        }
        self.contents
    }

    /// Returns the context.
    pub fn ctx(&self) -> &'a Context {
        self.facts.ctx
    }

    /// Returns the grammar entry of the op.
    pub fn row(&self) -> &'static OpRow {
        self.ctx().registry().op(self.body.def(self.op)).row
    }

    fn note_operand(&self, operand: Operand) {
        if let Some(trace) = self.trace {
            trace.set(Some(operand));
        }
    }

    /// Returns the number of SSA operands.
    pub fn operand_count(&self) -> usize {
        self.body.operand_count(self.op)
    }

    /// Returns the SSA operands.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + 'a {
        self.body.operands(self.op)
    }

    /// Returns the type of a value, if it is known.
    pub fn value_type(&self, value: Value) -> Option<Type> {
        self.body.value_type_opt(value)
    }

    /// Returns the SSA operand at the given index, if it exists.
    pub fn operand(&self, index: usize) -> Option<Value> {
        self.note_operand(Operand::Value(index));
        (index < self.body.operand_count(self.op)).then(|| self.body.operand(self.op, index))
    }

    /// Returns the type of the SSA operand at the given index, if it exists.
    pub fn operand_type(&self, index: usize) -> Option<Type> {
        self.body.value_type_opt(self.operand(index)?)
    }

    /// Returns the shape of the type of the SSA operand at the given index, if it exists.
    pub fn operand_shape(&self, index: usize) -> Option<Shape> {
        Some(self.shape(self.operand_type(index)?))
    }

    /// Returns the type of the op's first result, or `None` if the op has no result.
    pub fn result_type(&self) -> Option<Type> {
        (self.body.result_count(self.op) > 0)
            .then(|| self.body.result(self.op, 0))
            .and_then(|value| self.body.value_type_opt(value))
    }

    /// Returns the shape of the first result's type, or `None` if the op has no result.
    pub fn result_shape(&self) -> Option<Shape> {
        Some(self.shape(self.result_type()?))
    }

    /// Returns the shape of a type.
    pub fn shape(&self, ty: Type) -> Shape {
        self.facts.shape(ty)
    }

    /// Returns the first component of the operand for the parameter at `index`, or `None` if the operand is
    /// absent. The result type and result id do not count as parameters.
    pub fn param(&self, index: usize) -> Option<OpComponent> {
        self.note_operand(Operand::Param(index));
        let mut found = None;
        let def = self.ctx().registry().op(self.body.def(self.op));
        params::walk(self.ctx(), self.body, self.op, def, &mut |at, item| {
            if at == index && found.is_none() {
                found = Some(item);
            }
        });
        found
    }

    /// Returns all components of the parameter at `index`: an enumerant with its parameters, or the elements
    /// of a list.
    pub fn params(&self, index: usize) -> Vec<OpComponent> {
        self.note_operand(Operand::Param(index));
        let mut found = Vec::new();
        let def = self.ctx().registry().op(self.body.def(self.op));
        params::walk(self.ctx(), self.body, self.op, def, &mut |at, item| {
            if at == index {
                found.push(item);
            }
        });
        found
    }

    /// Returns the value of an operand that is a constant integer: a scope, memory semantics, literal or SSA value.
    /// Returns `None` for other operands.
    pub fn number(&self, item: OpComponent) -> Option<u64> {
        match item {
            OpComponent::Const(_, word) | OpComponent::Word(word) | OpComponent::Enum(_, word) => {
                Some(u64::from(word))
            }
            OpComponent::Value(value) => self.constant(value),
            OpComponent::Attr(attr) => self.ctx().attr_u64(attr),
            _ => None,
        }
    }

    /// Returns the op that defines a value, or `None` for block arguments.
    pub fn defining(&self, value: Value) -> Option<OpSubject<'a>> {
        let op = self.body().defining_op(value)?;
        let opcode = opcode_of(self.body.def(op));
        let subject = OpSubject::new(self.facts, self.body, op, opcode, self.function);
        Some(OpSubject { context: self.context, ..subject })
    }

    /// Returns the constant that a value represents, or `None` if it is not a constant or is a specialization constant.
    /// Repeated declarations of the same constant have the same attribute.
    pub fn constant_attr(&self, value: Value) -> Option<Attribute> {
        Some(attributes::bare(self.ctx(), self.definition(value)?))
    }

    /// Returns the constant that a value represents, or `None` if it is not a constant. Unlike [`Self::constant_attr`],
    /// preserves the attribute that distinguishes repeated declarations.
    fn definition(&self, value: Value) -> Option<Attribute> {
        let op = self.body().defining_op(value)?;
        match v::Constant::cast(self.body, op) {
            Some(constant) => constant.value(),
            // A constant with a name or decorations is a module-level definition.
            None => v::GlobalConstant::cast(self.facts.body, self.facts.symbols.get(self.symbol(value)?)?)?
                .value(),
        }
    }

    /// Returns the value of an integer constant, or `None` if `value` is not an integer constant.
    pub fn constant(&self, value: Value) -> Option<u64> {
        attributes::integer(self.ctx(), self.definition(value)?)
    }

    /// Returns whether a value is an OpUndef, in a function or at module scope. Returns `None` for block arguments.
    pub fn is_undefined(&self, value: Value) -> Option<bool> {
        let is_undef =
            |attr| matches!(attributes::view(self.ctx(), attr), Some((attributes::AttrKind::Undef, _)));
        let of_function = self.body.def(self.body().defining_op(value)?) == v::Undef::ID;
        Some(of_function || self.constant_attr(value).is_some_and(is_undef))
    }

    /// Returns whether a value is a constant or specialization constant.
    pub fn is_constant(&self, value: Value) -> bool {
        let op = self.body().defining_op(value);
        op.is_some_and(|op| {
            let def = self.body.def(op);
            def == v::Constant::ID || def == v::ReferenceOf::ID || def == v::SpecConstantOperation::ID
        })
    }

    /// Returns the raw value of the op's slot at index `slot`.
    pub fn slot(&self, slot: usize) -> u32 {
        self.body.slot(self.op, slot)
    }

    /// Returns the symbol of the module-level definition to which a value refers, if any.
    pub fn symbol(&self, value: Value) -> Option<Ident> {
        let op = self.body().defining_op(value)?;
        let def = self.body.def(op);
        if def != v::AddressOf::ID && def != v::ReferenceOf::ID {
            return None;
        }
        self.ctx().attr_symbol(self.body.slot_attr(op, v::AddressOf::VARIABLE)?)
    }

    /// Returns the storage class of the pointer operand at the given index, or `None` if it is not a pointer.
    pub fn storage_class(&self, index: usize) -> Option<u32> {
        let shape = self.operand_shape(index)?;
        matches!(shape.kind, TypeKind::Pointer | TypeKind::UntypedPointer).then_some(shape.storage)
    }

    /// Returns the pointee type of the pointer operand at the given index, or `None` if it is not a typed pointer.
    pub fn pointee(&self, index: usize) -> Option<Type> {
        Some(types::pointer(self.ctx(), self.operand_type(index)?)?.0)
    }

    /// Returns the execution models of the entry points that reach the function that contains the op.
    pub fn models(&self) -> Models {
        self.function.map(|(_, function)| function.models).unwrap_or_default()
    }

    /// Returns the decoration dictionary of the op, if any.
    pub fn dict(&self) -> Option<Attribute> {
        self.body.attrs(self.op)
    }
}

/// A type under validation.
#[derive(Clone, Copy)]
pub struct TypeSubject<'a> {
    /// Facts about the module.
    pub facts: &'a Facts<'a>,
    /// The type under validation.
    pub ty: Type,
    /// OpType opcode that declares the type.
    pub opcode: u32,
}

impl<'a> TypeSubject<'a> {
    /// Returns the context.
    pub fn ctx(&self) -> &'a Context {
        self.facts.ctx
    }

    /// Returns the parameter at the given index of the type, if it exists. The order is that of the OpType
    /// instruction's operands.
    pub fn param(&self, index: usize) -> Option<Attribute> {
        types::view(self.ctx(), self.ty)?.1.get(index + 1).copied()
    }

    /// Returns the integer value of the parameter at the given index, if it is a literal, enumerant or constant.
    pub fn number(&self, index: usize) -> Option<u64> {
        self.ctx().attr_u64(self.param(index)?)
    }

    /// Returns the parameter at the given index if it is a type, otherwise `None`.
    pub fn inner(&self, index: usize) -> Option<Type> {
        self.ctx().attr_type(self.param(index)?)
    }

    /// Returns the shape of the type.
    pub fn shape(&self) -> Shape {
        Shape::new(self.ctx(), self.ty)
    }
}

/// The target of a decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecorationTarget {
    /// An op in a module or function: its result, or the entity that it defines.
    Op,
    /// A function parameter, with its type if known.
    Argument(Option<Type>),
    /// A block argument that becomes an OpPhi.
    Phi,
    /// A type.
    Type(Type),
    /// A struct member, by struct type and member index.
    Member(Type, usize),
}

/// A decoration under validation.
#[derive(Clone, Copy)]
pub struct DecorationSubject<'a> {
    /// The decorated op. For an argument, the op that contains it; for a type, the first op that uses it.
    pub owner: OpSubject<'a>,
    /// The decorated entity.
    pub target: DecorationTarget,
    /// The decoration itself.
    pub decoration: &'a Decoration,
    /// All decorations of the target, including `decoration`.
    pub all: &'a [Decoration],
}

impl<'a> DecorationSubject<'a> {
    /// Returns the facts about the module.
    pub fn facts(&self) -> &'a Facts<'a> {
        self.owner.facts
    }

    /// Returns the value of the operand at the given index, if it is a literal or enumerant.
    pub fn word(&self, index: usize) -> Option<u32> {
        match self.decoration.operands.get(index)? {
            decorations::Operand::Word(word) => Some(*word),
            _ => None,
        }
    }

    /// Returns whether the target also has the given decoration.
    pub fn has(&self, decoration: u32) -> bool {
        self.all.iter().any(|d| d.decoration.value == decoration)
    }

    /// Returns the pointee type and storage class of the target, if it is a variable.
    pub fn variable(&self) -> Option<(Type, u32)> {
        if self.target != DecorationTarget::Op
            || self.owner.opcode != spv_dialect::generated::opcodes::VARIABLE
        {
            return None;
        }
        let ty = match self.owner.global_variable() {
            Some(variable) => variable.ty(self.owner.ctx())?,
            None => self.owner.result_type()?,
        };
        let shape = self.owner.shape(ty);
        match types::pointer(self.owner.ctx(), ty) {
            Some(found) => Some(found),
            None => (shape.kind == TypeKind::UntypedPointer)
                .then_some((self.owner.ctx().common().none, shape.storage)),
        }
    }
}

/// A function under validation.
#[derive(Clone, Copy)]
pub struct FunctionSubject<'a> {
    /// Facts about the module.
    pub facts: &'a Facts<'a>,
    /// The function op in the module's body.
    pub op: Op,
    /// Facts about the function.
    pub function: &'a FunctionFacts,
}

impl<'a> FunctionSubject<'a> {
    /// Returns the symbol of the function, if it has one.
    pub fn symbol(&self) -> Option<Ident> {
        let name = spv_ir::symbols::name_of(self.facts.ctx, self.facts.body, self.op)?;
        Some(self.facts.ctx.ident(name))
    }

    /// Returns the body of the function; `None` for a declaration.
    pub fn body(&self) -> Option<&'a Body> {
        let body = self.facts.body.nested(self.op)?;
        let first = body.first_block(body.root())?;
        body.first_op(first).map(|_| body)
    }
}

/// An entry point under validation.
#[derive(Clone, Copy)]
pub struct EntrySubject<'a> {
    /// Facts about the module.
    pub facts: &'a Facts<'a>,
    /// The entry point under validation.
    pub entry: &'a EntryPoint,
}

impl EntrySubject<'_> {
    /// Returns whether the entry point has an execution mode.
    pub fn has_mode(&self, mode: u32) -> bool {
        self.facts.has_mode(self.entry.function, mode)
    }
}

/// Returns the pointee type and storage class of an OpVariable, or `None` for other ops.
fn variable_contents(ctx: &Context, body: &Body, op: Op) -> Option<(Type, u32)> {
    let ty = match v::GlobalVariable::cast(body, op) {
        Some(variable) => variable.ty(ctx)?,
        None => body.value_type_opt((body.result_count(op) > 0).then(|| body.result(op, 0))?)?,
    };
    types::pointer(ctx, ty)
}
