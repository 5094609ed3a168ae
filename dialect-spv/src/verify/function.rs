//! Verification of calls, returns, and references to module-level definitions

use super::View;
use crate::spv;
use crate::{structure, types};
use spv_ir::dialect::{Arity, OpRow, Param, ParamKind, Traits};
use spv_ir::{Body, Ident, Op, Place, Type, TypeData};

impl<'a> View<'a, '_> {
    fn row(&self, body: &Body, op: Op) -> &'static OpRow {
        self.ctx().registry().op(body.def(op)).row
    }

    /// Returns the definition of the symbol in the attribute at index `slot`: body, op and grammar entry. Returns
    /// `None` if the attribute is not a symbol or the symbol is undefined.
    fn referenced(&self, slot: usize) -> Option<(&'a Body, Op, &'static OpRow)> {
        let (body, op) = self.scope.symbol(self.slot_symbol(slot)?)?;
        Some((body, op, self.row(body, op)))
    }

    /// Adds a note that points to the definition of the symbol in the attribute at index `slot`.
    #[cold]
    fn note_symbol(&mut self, slot: usize) {
        let Some(name) = self.slot_symbol(slot) else { return };
        let text = self.ctx().str(name);
        match self.referenced(slot) {
            Some((body, op, row)) => {
                self.note(Place::Op(body.loc(op)), &format!("'@{text}' is a '{}'", row.name));
            }
            None => self.note(Place::None, &format!("'@{text}' is not defined in this module")),
        }
    }

    /// Adds a note at a definition with the definition's type and the type of the op's result.
    #[cold]
    fn note_types(&mut self, body: &Body, op: Op, ty: Option<Type>) {
        let (Some(defined), Some(result)) = (ty, self.result()) else { return };
        let message = format!("defined here as '{}', used as '{}'", self.text(defined), self.text(result));
        self.note(Place::Op(body.loc(op)), &message);
    }

    /// Returns the type of the value that a symbol represents; for a variable, the pointer type. Returns `None` if the
    /// type is unknown.
    pub(super) fn symbol_type(&self, name: Ident) -> Option<Type> {
        let (body, op) = self.scope.symbol(name)?;
        let def = self.ctx().registry().op(body.def(op));
        let slot = match def.row {
            row if std::ptr::eq(row, &structure::SPEC_CONSTANT) => spv::SpecConstant::TYPE,
            row if std::ptr::eq(row, &structure::GLOBAL_CONSTANT) => spv::GlobalConstant::TYPE,
            row if std::ptr::eq(row, &structure::GLOBAL_VARIABLE) => spv::GlobalVariable::TYPE,
            _ if def.traits.contains(Traits::SYMBOLIC) => spv::SpecConstantOp::TYPE,
            _ => return None,
        };
        self.ctx().attr_type(body.slot_attr(op, slot)?)
    }

    /// Returns whether a symbol is defined but cannot be part of a constant: a function, or a definition without a
    /// type.
    pub(super) fn is_no_value(&self, name: Ident) -> bool {
        self.scope.symbol(name).is_some() && self.symbol_type(name).is_none()
    }

    /// Returns the parameter and result types of the function that contains the op, or `None` outside functions.
    fn function(&self) -> Option<(&'a [Type], &'a [Type])> {
        let (body, op) = self.scope.owner?;
        let def = self.ctx().registry().op(body.def(op));
        if std::ptr::eq(def.row, &structure::FUNC) {
            return self.signature(body, op, spv::Func::TYPE);
        }
        let param = def.param("function_type").or_else(|| def.param("type"))?;
        self.signature(body, op, def.slot_of(param))
    }

    fn signature(&self, body: &Body, op: Op, slot: usize) -> Option<(&'a [Type], &'a [Type])> {
        match self.ctx().type_data(self.ctx().attr_type(body.slot_attr(op, slot)?)?) {
            TypeData::Function { inputs, results } => Some((inputs, results)),
            _ => None,
        }
    }
}

/// Checks that OpReturn is in a function without a result.
pub fn return_(v: &mut View<'_, '_>) {
    if v.function().is_some_and(|(_, results)| !results.is_empty()) {
        v.error("cannot be used in functions returning value");
    }
}

/// Checks that OpReturnValue has the function's result type.
pub fn return_value(v: &mut View<'_, '_>) {
    let (Some((_, results)), Some(ty)) = (v.function(), v.ty(super::rule::A)) else { return };
    match *results {
        [expected] if expected == ty => {}
        [expected] => {
            let (expected, ty) = (v.text(expected), v.text(ty));
            v.error(&format!(
                "return value's type ('{ty}') mismatch with function's result type ('{expected}')"
            ));
        }
        _ => {
            let count = results.len();
            v.error(&format!("returns 1 value but enclosing function requires {count} results"));
        }
    }
}

/// Returns whether the pointee types of two pointers differ at most in decorations. Ignores the storage classes,
/// because HLSL code that is not yet legalized passes pointers of any storage class.
fn points_to_the_same(v: &View<'_, '_>, a: Type, b: Type) -> bool {
    match (types::pointer(v.ctx(), a), types::pointer(v.ctx(), b)) {
        (Some((a, _)), Some((b, _))) => types::differ_in_decorations_only(v.ctx(), a, b),
        _ => false,
    }
}

/// Checks that the operands and result of OpFunctionCall match the function's type.
pub fn call(v: &mut View<'_, '_>) {
    if v.scope.symbols.is_none() {
        return;
    }
    let found =
        v.referenced(spv::FunctionCall::FUNCTION).filter(|(_, _, row)| std::ptr::eq(*row, &structure::FUNC));
    let Some((inputs, results)) = found.and_then(|(body, op, _)| v.signature(body, op, spv::Func::TYPE))
    else {
        let name = v.slot_symbol(spv::FunctionCall::FUNCTION).map_or("", |name| v.ctx().str(name));
        return v.error(&format!("callee function '{name}' not found in nearest symbol table"));
    };
    let args = v.data.operands();
    if args.len() != inputs.len() {
        let (need, have) = (inputs.len(), args.len());
        return v.error(&format!(
            "has incorrect number of operands for callee: expected {need}, but provided {have}"
        ));
    }
    for (index, (arg, &input)) in args.zip(inputs).enumerate() {
        if let Some(ty) = v.value_ty(arg)
            && ty != input
            && !points_to_the_same(v, ty, input)
        {
            let (input, ty) = (v.text(input), v.text(ty));
            return v.error(&format!(
                "operand type mismatch: expected operand type '{input}', but provided '{ty}' for operand \
                 number {index}"
            ));
        }
    }
    let void = v.ctx().common().none;
    let result = v.result().filter(|ty| *ty != void);
    let expected = results.first().copied().filter(|ty| *ty != void);
    match (expected, result) {
        (Some(expected), Some(ty)) if expected != ty => {
            let (expected, ty) = (v.text(expected), v.text(ty));
            v.error(&format!("result type mismatch: expected '{expected}', but provided '{ty}'"));
        }
        (Some(_), None) | (None, Some(_)) => {
            let (need, have) = (u32::from(expected.is_some()), u32::from(result.is_some()));
            v.error(&format!(
                "has incorrect number of results has for callee: expected {need}, but provided {have}"
            ));
        }
        _ => {}
    }
}

/// Checks an instruction whose only symbol operand must be a function.
pub fn names_function(v: &mut View<'_, '_>) {
    let def = v.ctx().registry().op(v.data.def());
    let is_name = |param: &Param| matches!((param.kind, param.arity), (ParamKind::Symbol, Arity::One));
    let Some(number) = def.row.params.iter().position(is_name) else { return };
    let (slot, name) = (def.slot_of(number), def.row.params[number].name);
    if v.referenced(slot).is_some_and(|(_, _, row)| !std::ptr::eq(row, &structure::FUNC)) {
        v.error(&format!("parameter '{name}' must be the symbol of a function"));
        v.note_symbol(slot);
    }
}

/// Checks that the symbol of `spv.mlir.addressof` is a variable or function with the result type.
pub fn address_of(v: &mut View<'_, '_>) {
    if v.scope.symbols.is_none() {
        return;
    }
    let Some((body, op, row)) = v.referenced(spv::AddressOf::VARIABLE) else {
        v.error("expected spv.GlobalVariable symbol");
        return v.note_symbol(spv::AddressOf::VARIABLE);
    };
    if !std::ptr::eq(row, &structure::GLOBAL_VARIABLE) && row.name != "spv.UntypedVariableKHR" {
        v.error("expected spv.GlobalVariable symbol");
        return v.note_symbol(spv::AddressOf::VARIABLE);
    }
    let ty = body.slot_attr(op, spv::GlobalVariable::TYPE).and_then(|a| v.ctx().attr_type(a));
    if ty.is_some() && ty != v.result() {
        v.error("result type mismatch with the referenced global variable's type");
        v.note_types(body, op, ty);
    }
}

/// Checks that the symbol of `spv.mlir.referenceof` is a specialization constant or another definition with a value.
pub fn reference_of(v: &mut View<'_, '_>) {
    if v.scope.symbols.is_none() {
        return;
    }
    let Some((body, op, row)) = v.referenced(spv::AddressOf::VARIABLE) else {
        v.error("expected spv.SpecConstant or spv.SpecConstantComposite symbol");
        return v.note_symbol(spv::AddressOf::VARIABLE);
    };
    let address = std::ptr::eq(row, &structure::FUNC) || std::ptr::eq(row, &structure::GLOBAL_VARIABLE);
    if address || row.name == "spv.UntypedVariableKHR" {
        v.error("expected spv.SpecConstant or spv.SpecConstantComposite symbol");
        return v.note_symbol(spv::AddressOf::VARIABLE);
    }
    let ty = v.slot_symbol(spv::ReferenceOf::SPEC_CONST).and_then(|name| v.symbol_type(name));
    if ty.is_some() && ty != v.result() {
        v.error("result type mismatch with the referenced specialization constant's type");
        v.note_types(body, op, ty);
    }
}

/// Checks the parameter and result types of a function.
pub fn function(v: &mut View<'_, '_>) {
    let Some((inputs, results)) = v.signature(v.body(), v.op, 1) else { return };
    if results.len() > 1 {
        return v.error("cannot have more than one result");
    }
    let void = v.ctx().common().none;
    if let Some(number) = inputs.iter().position(|ty| *ty == void) {
        v.error(&format!("parameter #{number} cannot be of type 'none'"));
    }
}

/// Checks the function and interface variables of OpEntryPoint.
pub fn entry_point(v: &mut View<'_, '_>) {
    if v.scope.symbols.is_none() {
        return;
    }
    let name = v.slot_symbol(spv::EntryPoint::FN).map_or("", |name| v.ctx().str(name));
    if v.referenced(spv::EntryPoint::FN).is_none_or(|(_, _, row)| !std::ptr::eq(row, &structure::FUNC)) {
        return v.error(&format!("function '{name}' not found in 'spv.module'"));
    }
    let interface = v.slot_array(spv::EntryPoint::INTERFACE);
    for attr in interface {
        let Some(symbol) = v.ctx().attr_symbol(*attr) else { continue };
        let found = v.scope.symbol(symbol).map(|(body, op)| v.row(body, op));
        let variable = found.is_some_and(|row| {
            std::ptr::eq(row, &structure::GLOBAL_VARIABLE) || row.name == "spv.UntypedVariableKHR"
        });
        if !variable {
            let symbol = v.ctx().str(symbol);
            return v.error(&format!("expected spv.GlobalVariable symbol reference instead of '@{symbol}'"));
        }
    }
    let own = v.slot_attr(spv::EntryPoint::NAME).and_then(|a| v.ctx().attr_str(a)).unwrap_or(name);
    if !v.entry_points.insert((v.slot(spv::EntryPoint::EXECUTION_MODEL), own.to_owned())) {
        v.error("has the same execution model and name as a previous spv.EntryPoint");
    }
}

/// Checks that OpBranchConditional has either no branch weights or two.
pub fn branch_weights(v: &mut View<'_, '_>) {
    let weights = v.words(0);
    if !matches!(weights.len(), 0 | 2) {
        return v.error("must have exactly two branch weights");
    }
    if !weights.is_empty() && weights.iter().all(|w| *w == 0) {
        v.error("branch weights cannot both be zero");
    }
}
