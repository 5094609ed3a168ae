//! Debug declarations: debug-information ops that specify the storage of a source variable
//!
//! A debug declaration is either a DebugDeclare, or a DebugValue of a pointer whose expression begins with Deref. Only
//! DebugValue can describe an element of a variable in every debug-info instruction set.

use crate::pass::Function;
use crate::support::debug::end_of_debug_info;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use spv_dialect::generated::opcodes;
use spv_dialect::{spv, types};
use spv_ir::dialect::{Arity, OpDefId, ParamKind};
use spv_ir::rewrite::is_debug_info;
use spv_ir::{Attribute, Body, Builder, Context, NewOp, Op, SymbolTable, walk};
use std::cell::OnceCell;

// Name suffixes of instructions in the debug-info instruction sets.
const DECLARE: &str = ".DebugDeclare";
const VALUE: &str = ".DebugValue";
const EXPRESSION: &str = ".DebugExpression";
const OPERATION: &str = ".DebugOperation";

/// Operation code of Deref, which is the same in all debug-info instruction sets.
const DEREF: u32 = 0;

/// Property indices of the first parameters of debug-info definitions. They are the same in all debug-info instruction
/// sets.
pub(crate) const SYMBOL: usize = 0;
pub(crate) const TYPE: usize = 1;

/// A debug declaration, and the DebugValue to insert for the value of the declared variable.
pub(crate) struct Declaration {
    pub op: Op,
    /// Op definition of the DebugValue.
    pub def: OpDefId,
    pub slots: Vec<u32>,
}

/// Returns whether an op is a DebugDeclare.
pub(crate) fn is_declare(ctx: &Context, body: &Body, op: Op) -> bool {
    is_debug_info(ctx, body, op) && has_name(ctx, body, op, DECLARE)
}

fn has_name(ctx: &Context, body: &Body, op: Op, ending: &str) -> bool {
    ctx.registry().op(body.def(op)).row.name.ends_with(ending)
}

/// Returns the instruction of the same extended instruction set whose name ends in `to` instead of `from`.
pub(crate) fn sibling(ctx: &Context, def: OpDefId, from: &str, to: &str) -> Option<OpDefId> {
    let registry = ctx.registry();
    registry.op_by_name(&format!("{}{to}", registry.op(def).row.name.strip_suffix(from)?))
}

/// Returns the property index of a named parameter, if the instruction has the parameter.
pub(crate) fn slot(ctx: &Context, def: OpDefId, name: &str) -> Option<usize> {
    let def = ctx.registry().op(def);
    let at = def.row.params.iter().position(|param| param.name == name)?;
    Some(def.slot_of(at))
}

/// Converts a DebugDeclare with one operand to a declaration. Returns `None` for other ops, or if the parameters of
/// DebugValue in the same instruction set have a different order.
pub(crate) fn of_declare(ctx: &Context, body: &Body, op: Op) -> Option<Declaration> {
    if !is_declare(ctx, body, op) || body.own_operands(op).len() != 1 {
        return None;
    }
    let registry = ctx.registry();
    let def = sibling(ctx, body.def(op), DECLARE, VALUE)?;
    let (declare, value) = (registry.op(body.def(op)).row.params, registry.op(def).row.params);
    // Both instructions begin with the symbol, type and source variable. The address or the value follows.
    let begins_alike = value.iter().zip(declare).take(3).all(|(a, b)| a.name == b.name);
    let indexes = value.get(declare.len()..)?;
    if !begins_alike || !indexes.iter().all(|param| param.arity == Arity::Variadic) {
        return None;
    }
    let mut slots = body.slots(op).to_vec();
    slots.resize(registry.op(def).slots(), 0);
    Some(Declaration { op, def, slots })
}

/// The DebugExpression ops of a module, to find the expression that a DebugValue needs.
pub(crate) struct Expressions<'a> {
    ctx: &'a Context,
    module: &'a Body,
    symbols: &'a SymbolTable,
    /// The first DebugExpression op for each pair of op definition and operand list, collected at first use.
    known: OnceCell<FxHashMap<(OpDefId, &'a [Attribute]), Op>>,
    /// Symbols of the Deref operations; collected at first use.
    derefs: OnceCell<Vec<Attribute>>,
}

impl<'a> Expressions<'a> {
    fn new(ctx: &'a Context, module: &'a Body, symbols: &'a SymbolTable) -> Expressions<'a> {
        Expressions { ctx, module, symbols, known: OnceCell::new(), derefs: OnceCell::new() }
    }

    /// Creates the collection for the module that contains a function.
    pub fn of(function: &Function<'a>) -> Expressions<'a> {
        Expressions::new(function.ctx, function.module, function.symbols)
    }

    /// Returns the debug declaration for an op, or `None` if the op is not a debug declaration.
    pub fn declaration(&self, body: &Body, op: Op) -> Option<Declaration> {
        of_declare(self.ctx, body, op).or_else(|| {
            let expression = self.dereferencing(body, op)?;
            let plain = self.find(expression, self.operands(expression).get(1..)?)?;
            let mut slots = body.slots(op).to_vec();
            *slots.get_mut(slot(self.ctx, body.def(op), "expression")?)? = plain.raw();
            Some(Declaration { op, def: body.def(op), slots })
        })
    }

    /// Returns the definition and properties of an op that describes single elements of the variable that `op`
    /// describes. The number is the index of its `indexes` property. Returns `None` if `op` cannot be split.
    pub fn of_parts(&self, body: &Body, op: Op) -> Option<(OpDefId, Vec<u32>, usize)> {
        let ctx = self.ctx;
        let indexes = |def| slot(ctx, def, "indexes");
        let whole = of_declare(ctx, body, op);
        let (def, mut slots) = match &whole {
            Some(declare) if indexes(body.def(op)).is_none() => (declare.def, declare.slots.clone()),
            None if self.dereferencing(body, op).is_none() => return None,
            _ => (body.def(op), body.slots(op).to_vec()),
        };
        if def != body.def(op) {
            let at = slot(ctx, def, "expression")?;
            let expression = self.expression(*slots.get(at)?)?;
            slots[at] = self.dereferenced(expression)?.raw();
        }
        Some((def, slots, indexes(def)?))
    }

    /// Returns the expression of a DebugValue whose operand is a pointer, if the expression begins with Deref. Returns
    /// `None` for other ops.
    fn dereferencing(&self, body: &Body, op: Op) -> Option<Op> {
        let ctx = self.ctx;
        if !is_debug_info(ctx, body, op) || !has_name(ctx, body, op, VALUE) {
            return None;
        }
        let [pointer] = body.own_operands(op).collect::<Vec<_>>()[..] else { return None };
        types::pointer(ctx, body.value_type(pointer))?;
        let expression = self.expression(body.slot(op, slot(ctx, body.def(op), "expression")?))?;
        self.is_deref(*self.operands(expression).first()?).then_some(expression)
    }

    /// Returns the expression op whose symbol is the property value `slot`.
    fn expression(&self, slot: u32) -> Option<Op> {
        let op = self.symbols.get(self.ctx.attr_symbol(Attribute::from_raw(slot)?)?)?;
        has_name(self.ctx, self.module, op, EXPRESSION).then_some(op)
    }

    fn operands(&self, expression: Op) -> &'a [Attribute] {
        let at = slot(self.ctx, self.module.def(expression), "operands");
        let list = at.and_then(|at| self.module.slot_attr(expression, at));
        list.and_then(|list| self.ctx.attr_array(list)).unwrap_or(&[])
    }

    /// Returns whether an operand of an expression is a Deref operation.
    fn is_deref(&self, operand: Attribute) -> bool {
        let op = self.ctx.attr_symbol(operand).and_then(|name| self.symbols.get(name));
        op.is_some_and(|op| is_deref(self.ctx, self.module, op))
    }

    /// Returns the symbol of an expression with the given operands, from the same extended instruction set as `like`.
    fn find(&self, like: Op, operands: &[Attribute]) -> Option<Attribute> {
        let known = self.known.get_or_init(|| {
            let mut known = FxHashMap::default();
            for op in walk::top_ops(self.module).filter(|&op| has_name(self.ctx, self.module, op, EXPRESSION))
            {
                known.entry((self.module.def(op), self.operands(op))).or_insert(op);
            }
            known
        });
        symbol(self.ctx, self.module, *known.get(&(self.module.def(like), operands))?)
    }

    /// Returns the symbol of the expression that consists of Deref and then the operands of `expression`, if it
    /// exists.
    fn dereferenced(&self, expression: Op) -> Option<Attribute> {
        let derefs = self.derefs.get_or_init(|| {
            let all = walk::top_ops(self.module).filter(|&op| is_deref(self.ctx, self.module, op));
            all.filter_map(|op| symbol(self.ctx, self.module, op)).collect()
        });
        let rest = self.operands(expression);
        derefs.iter().find_map(|&deref| self.find(expression, &[&[deref], rest].concat()))
    }

    /// Returns the expressions for which another expression is needed before a function's variables can be split or
    /// promoted. The flag is true if that expression has a leading Deref added, and false if it has it removed.
    fn lacking(&self, body: &Body) -> Vec<(Op, bool)> {
        let ctx = self.ctx;
        let lacks = |op: Op| {
            let variable = body.own_operands(op).next().and_then(|value| body.defining_op(value))?;
            if body.def(variable) != spv::Variable::ID {
                return None;
            }
            if let Some(expression) = self.dereferencing(body, op) {
                let is_known = self.find(expression, self.operands(expression).get(1..)?).is_some();
                return (!is_known).then_some((expression, false));
            }
            let declare = of_declare(ctx, body, op)?;
            let (pointee, _) = types::pointer(ctx, body.value_type(body.result(variable, 0)))?;
            let (opcode, _) = types::view(ctx, pointee)?;
            let is_whole = slot(ctx, body.def(op), "indexes").is_none();
            if !is_whole || ![opcodes::TYPE_STRUCT, opcodes::TYPE_ARRAY].contains(&opcode) {
                return None;
            }
            let at = slot(ctx, declare.def, "expression")?;
            let expression = self.expression(*declare.slots.get(at)?)?;
            self.dereferenced(expression).is_none().then_some((expression, true))
        };
        walk::ops(body).filter(|&op| is_debug_info(ctx, body, op)).filter_map(lacks).collect()
    }
}

fn is_deref(ctx: &Context, module: &Body, op: Op) -> bool {
    let def = module.def(op);
    if !has_name(ctx, module, op, OPERATION) {
        return false;
    }
    let (Some(code), Some(operands)) = (slot(ctx, def, "op_code"), slot(ctx, def, "operands")) else {
        return false;
    };
    let code = match is_word(ctx, def) {
        true => Some(module.slot(op, code).into()),
        false => module.slot_attr(op, code).and_then(|code| ctx.attr_u64(code)),
    };
    code == Some(DEREF.into()) && module.slot(op, operands) == 0
}

/// Returns whether a DebugOperation contains its operation code as a literal instead of a constant's id.
fn is_word(ctx: &Context, operation: OpDefId) -> bool {
    let params = ctx.registry().op(operation).row.params;
    params.iter().any(|param| param.name == "op_code" && matches!(param.kind, ParamKind::Enum(_)))
}

fn symbol(ctx: &Context, module: &Body, op: Op) -> Option<Attribute> {
    let name = ctx.attr_str(module.slot_attr(op, SYMBOL)?)?;
    Some(ctx.symbol_attr(ctx.ident(name)))
}

/// Adds the expressions to a module that the debug information of split and promoted variables needs. Function passes
/// cannot add them, because they may not change the module.
pub(crate) fn prepare(ctx: &Context, module: &mut Body) {
    if !walk::top_ops(module).any(|op| has_name(ctx, module, op, EXPRESSION)) {
        return;
    }
    let mut symbols = SymbolTable::new(ctx, module);
    let expressions = Expressions::new(ctx, module, &symbols);
    let functions = walk::top_ops(module).filter_map(|op| module.nested(op));
    let lacking: IndexSet<(Op, bool), FxBuildHasher> =
        functions.flat_map(|body| expressions.lacking(body)).collect();
    for (expression, needs_deref) in lacking {
        let expressions = Expressions::new(ctx, module, &symbols);
        let old = expressions.operands(expression).to_vec();
        let operands = if needs_deref {
            if expressions.dereferenced(expression).is_some() {
                continue;
            }
            let Some(deref) = operation(ctx, module, expression, &mut symbols) else { continue };
            [&[deref], &old[..]].concat()
        } else {
            let plain = old.get(1..).unwrap_or(&[]);
            if expressions.find(expression, plain).is_some() {
                continue;
            }
            plain.to_vec()
        };
        let def = module.def(expression);
        let Some(at) = slot(ctx, def, "operands") else { continue };
        let list = if operands.is_empty() { 0 } else { ctx.array_attr(&operands).raw() };
        add(ctx, module, &mut symbols, (def, module.slot(expression, TYPE)), &[(at, list)]);
    }
}

/// Returns the symbol of the Deref operation. Adds the operation if the module has none.
fn operation(
    ctx: &Context,
    module: &mut Body,
    expression: Op,
    symbols: &mut SymbolTable,
) -> Option<Attribute> {
    let def = sibling(ctx, module.def(expression), EXPRESSION, OPERATION)?;
    let known = walk::top_ops(module).find(|&op| module.def(op) == def && is_deref(ctx, module, op));
    if let Some(op) = known {
        return symbol(ctx, module, op);
    }
    let code = if is_word(ctx, def) { DEREF } else { ctx.i32_attr(DEREF).raw() };
    let slots = [(slot(ctx, def, "op_code")?, code)];
    Some(add(ctx, module, symbols, (def, module.slot(expression, TYPE)), &slots))
}

/// Adds an op after all debug information of a module, and returns the op's symbol.
fn add(
    ctx: &Context,
    module: &mut Body,
    symbols: &mut SymbolTable,
    (def, ty): (OpDefId, u32),
    values: &[(usize, u32)],
) -> Attribute {
    let name = symbols.unique(ctx, "");
    let mut slots = vec![0; ctx.registry().op(def).slots()];
    (slots[SYMBOL], slots[TYPE]) = (ctx.string_attr(ctx.str(name)).raw(), ty);
    values.iter().for_each(|&(at, value)| slots[at] = value);
    let at = end_of_debug_info(ctx, module);
    let op = Builder::at(module, at).create(NewOp { slots: &slots, ..NewOp::new(def) });
    symbols.insert(name, op);
    ctx.symbol_attr(name)
}
