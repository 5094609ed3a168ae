//! Type rules of variables and memory accesses

use super::View;
use super::rule::{A, B, OpValue, R};
use super::shape::{Shape, TypeKind};
use crate::effects::is_volatile;
use crate::generated::enums;
use crate::generated::values::storage_class::{
    FUNCTION, GENERIC, PHYSICAL_STORAGE_BUFFER, STORAGE_BUFFER, WORKGROUP,
};
use crate::{attributes, spv, structure, types};
use spv_ir::{AttrData, Attribute, Context, Type, Value};

impl<'a> View<'a, '_> {
    /// Returns the pointer type of an operand or result. Returns `None` if the type is unknown, or is not a pointer,
    /// which it reports.
    pub(super) fn pointer(&mut self, place: OpValue) -> Option<(Type, &'a Shape)> {
        let ty = self.ty(place)?;
        let shape = self.shape(ty);
        match shape.kind {
            TypeKind::Pointer => Some((ty, shape)),
            TypeKind::UntypedPointer => None,
            _ => {
                let (number, text) = (if place == B { 1 } else { 0 }, self.text(ty));
                self.error(&format!("operand #{number} must be any SPIR-V pointer type, but got '{text}'"));
                None
            }
        }
    }

    /// Returns the value of an integer constant. Returns `Ok(None)` if the value of the constant is unknown, and `Err`
    /// if `value` is not a constant.
    pub(super) fn constant(&self, value: Value) -> Result<Option<u64>, ()> {
        let Some(op) = self.definer(value) else { return Err(()) };
        let op = self.body().get(op);
        let attr = op.slots().first().and_then(|slot| Attribute::from_raw(*slot));
        let constant = match op.def() {
            spv::Constant::ID => attr,
            // A constant with a name or decorations is a module-level definition, referenced by symbol.
            spv::ReferenceOf::ID => attr.and_then(|attr| {
                let (body, op) = self.scope.symbol(self.ctx().attr_symbol(attr)?)?;
                spv::GlobalConstant::cast(body, op)?.value()
            }),
            _ => return Err(()),
        };
        match constant.and_then(|attr| attributes::view(self.ctx(), attr)) {
            Some((attributes::AttrKind::Undef, _)) => Err(()),
            _ => Ok(constant.and_then(|attr| attributes::integer(self.ctx(), attr))),
        }
    }

    /// Reports an index of an access chain whose type is not an integer.
    fn check_index(&mut self, index: Value) {
        if let Some(ty) = self.value_ty(index).filter(|&ty| self.shape(ty).kind != TypeKind::Int) {
            let ty = self.text(ty);
            self.error(&format!("indexes must be integers, but got '{ty}'"));
        }
    }

    /// Returns whether a value references a specialization constant, whose final value is unknown.
    fn is_specialized(&self, value: Value) -> bool {
        let Some(reference) = self.definer(value).and_then(|op| spv::ReferenceOf::cast(self.body(), op))
        else {
            return false;
        };
        let symbol = reference.spec_const(self.ctx());
        let definition = symbol.and_then(|name| self.scope.symbol(name));
        definition.is_some_and(|(body, op)| body.def(op) != spv::GlobalConstant::ID)
    }
}

/// Checks that the result of OpLoad has the pointee type.
pub fn load(v: &mut View<'_, '_>) {
    if let Some((pointer, shape)) = v.pointer(A) {
        transfers(v, pointer, shape, R, |_, _, _| false);
    }
}

/// Checks that the object of OpStore has the pointee type. The types may differ in decorations, as under spirv-val's
/// relaxed rules.
pub fn store(v: &mut View<'_, '_>) {
    if let Some((pointer, shape)) = v.pointer(A) {
        transfers(v, pointer, shape, B, types::differ_in_decorations_only);
    }
}

/// Checks that the operand or result `place` has the pointee type. `may_differ` returns whether a pointer to the first
/// type may access a value of the second type.
fn transfers(
    v: &mut View<'_, '_>,
    pointer: Type,
    shape: &Shape,
    place: OpValue,
    may_differ: fn(&Context, Type, Type) -> bool,
) {
    if let (Some(pointee), Some(ty)) = (shape.inner, v.ty(place))
        && pointee != ty
        && !may_differ(v.ctx(), pointee, ty)
    {
        let (pointer, ty) = (v.text(pointer), v.text(ty));
        v.error(&format!("mismatch in result type and pointer type: '{ty}' and '{pointer}'"));
    }
}

/// Checks that a predicated access is not volatile.
pub fn not_volatile(v: &mut View<'_, '_>) {
    if is_volatile(v.ctx(), v.body(), v.op) {
        v.error("a predicated access must not be Volatile");
    }
}

/// Checks that both pointers of OpCopyMemory have the same pointee type.
pub fn copy(v: &mut View<'_, '_>) {
    if let (Some((_, a)), Some((_, b))) = (v.pointer(A), v.pointer(B))
        && a.inner != b.inner
    {
        v.error("both operands must be pointers to the same type");
    }
}

/// Checks the indices and result type of OpAccessChain and OpInBoundsAccessChain.
pub fn access_chain(v: &mut View<'_, '_>) {
    chain(v, 1);
}

/// Checks OpPtrAccessChain and OpInBoundsPtrAccessChain. The operand before the indices selects a neighboring element.
pub fn pointer_access_chain(v: &mut View<'_, '_>) {
    chain(v, 2);
}

fn chain(v: &mut View<'_, '_>, skip: usize) {
    let mut operands = v.data.operands();
    let Some(base) = operands.next().and_then(|base| v.value_ty(base)) else { return };
    let pointer = v.shape(base);
    match pointer.kind {
        TypeKind::Pointer => {}
        TypeKind::UntypedPointer => return,
        _ => {
            let base = v.text(base);
            return v.error(&format!("expected a pointer to composite type, but provided '{base}'"));
        }
    }
    let Some(mut ty) = pointer.inner else { return };
    // The error message contains the last member index on the path, as in LLVM 14.
    let mut last = 0;
    for _ in 1..skip {
        operands.next();
    }
    for value in operands {
        let shape = v.shape(ty);
        let next = match shape.kind {
            TypeKind::Struct => match v.constant(value) {
                Ok(Some(index)) => {
                    last = index;
                    let member = v.member(ty, shape, index);
                    if member.is_none() {
                        let ty = v.text(ty);
                        return v.error(&format!("index {index} out of bounds for '{ty}'"));
                    }
                    member
                }
                Ok(None) if !v.is_specialized(value) => return v.check_index(value),
                _ => {
                    let body = v.body();
                    let provided =
                        body.defining_op(value).map(|def| v.ctx().registry().op(body.def(def)).row.name);
                    let provided = provided.map_or(String::new(), |name| format!(", but provided {name}"));
                    return v.error(&format!(
                        "index must be an integer spv.Constant to access element of spv.struct{provided}"
                    ));
                }
            },
            TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Void | TypeKind::Pointer => {
                let (base, ty) = (v.text(base), v.text(ty));
                return v.error(&format!(
                    "cannot extract from non-composite type '{ty}' with index {last}: expected a pointer to \
                     composite type, but provided '{base}'"
                ));
            }
            _ => shape.inner,
        };
        match next {
            Some(next) => ty = next,
            None => return,
        }
        v.check_index(value);
        if v.failed {
            return;
        }
    }
    let Some(result) = v.result() else { return };
    let shape = v.shape(result);
    if shape.kind == TypeKind::Pointer && (shape.inner != Some(ty) || shape.storage != pointer.storage) {
        let (result, ty) = (v.text(result), v.text(ty));
        let class = storage_name(pointer.storage);
        v.error(&format!("invalid result type: expected '!spv.ptr<{ty}, {class}>', but provided '{result}'"));
    }
}

fn storage_name(class: u32) -> &'static str {
    enums::STORAGE_CLASS.by_value(class).map_or("?", |e| e.name)
}

/// Checks the type and the initializer of a function variable.
pub fn variable(v: &mut View<'_, '_>) {
    let Some(ty) = v.result() else { return };
    let shape = v.shape(ty);
    if shape.kind != TypeKind::Pointer {
        let ty = v.text(ty);
        return v.error(&format!("result #0 must be any SPIR-V pointer type, but got '{ty}'"));
    }
    if shape.storage != FUNCTION {
        return v.error(
            "can only be used to model function-level variables. Use spv.GlobalVariable for module-level \
             variables",
        );
    }
    let Some(initializer) = v.ty(A) else { return };
    let (body, registry) = (v.body(), v.ctx().registry());
    let definer =
        v.definer(body.operand(v.op, spv::Variable::INITIALIZER)).map(|op| registry.op(body.def(op)).row);
    let constant = definer.is_some_and(|row| {
        let listed = [
            &structure::CONSTANT,
            &structure::REFERENCE_OF,
            &structure::ADDRESS_OF,
            &structure::SPEC_CONSTANT_OPERATION,
        ];
        listed.iter().any(|r| std::ptr::eq(*r, row)) || row.name == "spv.Undef"
    });
    if !constant {
        return v.error("initializer must be the result of a constant or spv.GlobalVariable op");
    }
    if shape.inner != Some(initializer) {
        let (ty, initializer) = (v.text(ty), v.text(initializer));
        v.error(&format!("initializer type '{initializer}' does not match the type that '{ty}' points to"));
    }
}

/// Checks the type and the initializer of a module-level variable.
pub fn global_variable(v: &mut View<'_, '_>) {
    let Some(ty) = v.slot_type(spv::GlobalVariable::TYPE) else { return };
    let shape = v.shape(ty);
    if shape.kind != TypeKind::Pointer {
        let ty = v.text(ty);
        return v.error(&format!("expected spv.ptr type, but got '{ty}'"));
    }
    if matches!(shape.storage, FUNCTION | GENERIC) {
        let class = storage_name(shape.storage);
        return v.error(&format!("storage class cannot be '{class}'"));
    }
    let (Some(attr), Some(pointee)) = (v.slot_attr(spv::GlobalVariable::INITIALIZER), shape.inner) else {
        return;
    };
    match v.ctx().attr_data(attr) {
        AttrData::Symbol(name) => {
            if v.scope.symbols.is_some() && v.scope.symbol(*name).is_none() {
                return v.error("initializer must be result of a spv.SpecConstant or spv.GlobalVariable op");
            }
            if v.is_no_value(*name) {
                return v.error("initializer must be result of a spv.SpecConstant or spv.GlobalVariable op");
            }
            let found = v.symbol_type(*name);
            if let Some(found) = found
                && found != pointee
            {
                let (found, pointee) = (v.text(found), v.text(pointee));
                v.error(&format!(
                    "initializer type '{found}' does not match the type of the variable '{pointee}'"
                ));
            }
        }
        _ => v.constant_of(attr, pointee),
    }
}

/// Checks the pointee type of OpCooperativeMatrixLoadNV and OpCooperativeMatrixStoreNV.
pub fn cooperative(v: &mut View<'_, '_>) {
    let Some((_, shape)) = v.pointer(A) else { return };
    let Some(pointee) = shape.inner else { return };
    if !matches!(v.shape(pointee).kind, TypeKind::Bool | TypeKind::Int | TypeKind::Float | TypeKind::Vector) {
        let pointee = v.text(pointee);
        return v.error(&format!("Pointer must point to a scalar or vector type but provided '{pointee}'"));
    }
    if !matches!(shape.storage, WORKGROUP | STORAGE_BUFFER | PHYSICAL_STORAGE_BUFFER) {
        let class = storage_name(shape.storage);
        v.error(&format!(
            "Pointer storage class must be Workgroup, StorageBuffer or PhysicalStorageBufferEXT but provided \
             {class}"
        ));
    }
}
