//! Memory of the interpreter: variable objects, pointers and initial values

use super::super::constant;
use super::super::value::{Pointer, Value, ValueType, filled, shape, undef};
use super::{Inputs, MAX_DEPTH, RunResult, Running, Trap};
use spv_dialect::spv;
use spv_dialect::types;
use spv_ir::{Ident, Op};
use std::rc::Rc;

impl Running<'_, '_> {
    /// Creates the memory object of a module-level variable.
    pub(super) fn global(&mut self, op: Op, leaf: &mut Inputs<'_>) {
        let m = self.m;
        let Some(variable) = spv::GlobalVariable::cast(m.body, op) else { return };
        let (Some(ty), Some(name)) = (variable.ty(m.ctx), spv_ir::symbols::name_of(m.ctx, m.body, op)) else {
            return;
        };
        let Some((pointee, class)) = types::pointer(m.ctx, ty) else { return };
        // Storage classes Output, Workgroup, Private and Function.
        let own = matches!(class, 3 | 4 | 6 | 7);
        let value = match variable.initializer() {
            Some(init) => constant::value(m.ctx, init, pointee, &mut |s| self.module_value(s, 0)),
            None if own && !m.given => Some(undef(m.ctx, pointee)),
            None => filled(m.ctx, pointee, &mut |shape| leaf(name, shape)),
        };
        if m.watch.as_ref().is_some_and(|(watched, _)| watched == name) {
            self.watched = Some(self.objects.len());
        }
        self.globals.insert(m.ctx.ident(name), self.objects.len());
        self.objects.push(value.unwrap_or(Value::Undef));
    }

    /// Returns the value of a module-level constant, or the default value of a specialization constant; `None` for
    /// other symbols.
    pub(super) fn module_value(&self, name: Ident, depth: usize) -> Option<Value> {
        let m = self.m;
        if depth > MAX_DEPTH {
            return None;
        }
        let symbol = &mut |s: Ident| self.module_value(s, depth + 1);
        let op = m.symbols.get(name)?;
        let (value, ty) = match m.body.def(op) {
            spv::GlobalConstant::ID => (spv::GlobalConstant::VALUE, spv::GlobalConstant::TYPE),
            spv::SpecConstant::ID => (spv::SpecConstant::DEFAULT_VALUE, spv::SpecConstant::TYPE),
            spv::SpecConstantComposite::ID => {
                (spv::SpecConstantComposite::CONSTITUENTS, spv::SpecConstantComposite::TYPE)
            }
            _ => return None,
        };
        let ty = m.ctx.attr_type(m.body.slot_attr(op, ty)?)?;
        constant::value(m.ctx, m.body.slot_attr(op, value)?, ty, symbol)
    }

    pub(super) fn allocate(&mut self, value: Value) -> Value {
        self.objects.push(value);
        Value::Pointer(Rc::new(Pointer { object: self.objects.len() - 1, path: Vec::new() }))
    }

    pub(super) fn memory(&self) -> Vec<(String, Value)> {
        let m = self.m;
        let mut list: Vec<(Ident, usize)> = self.globals.iter().map(|(name, n)| (*name, *n)).collect();
        list.sort_unstable_by_key(|(_, n)| *n);
        list.into_iter().map(|(name, n)| (m.ctx.str(name).to_owned(), self.objects[n].clone())).collect()
    }

    pub(super) fn chain(&mut self, op: Op, base: &Value, indices: &[Value]) -> RunResult<Value> {
        let Value::Pointer(base) = base else { return Ok(Value::Undef) };
        let mut pointer = (**base).clone();
        let body = self.frame().body;
        for (index, value) in body.own_operands(op).skip(1).zip(indices) {
            let Some(bits) = value.bits() else { return Ok(Value::Undef) };
            // A negative index is out of bounds, regardless of its width.
            let negative = match shape(self.m.ctx, body.value_type(index)) {
                ValueType::Int { width, signed: true } => bits >> (width - 1) != 0,
                _ => false,
            };
            pointer.path.push(if negative { u64::MAX } else { bits });
        }
        Ok(Value::Pointer(Rc::new(pointer)))
    }

    /// Returns the stored value to which a pointer points.
    pub(super) fn place(&mut self, pointer: &Value) -> RunResult<&mut Value> {
        let Value::Pointer(pointer) = pointer else { return Err(Trap::BadPointer) };
        let mut place = self.objects.get_mut(pointer.object).ok_or(Trap::BadPointer)?;
        for &index in &pointer.path {
            let Value::Composite(parts) = place else { return Err(Trap::BadPointer) };
            let index = usize::try_from(index).map_err(|_| Trap::BadPointer)?;
            place = Rc::make_mut(parts).get_mut(index).ok_or(Trap::BadPointer)?;
        }
        Ok(place)
    }
}
