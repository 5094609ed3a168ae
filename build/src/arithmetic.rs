//! Operations whose instruction depends on the operand types
//!
//! SPIR-V has one instruction per scalar type, such as OpFAdd and OpIAdd. The methods in this file select the
//! instruction.

use super::{Builder, Types};
use spv_dialect::generated::opcodes as op;
use spv_dialect::generated::views as v;
use spv_dialect::types;
use spv_dialect::verify::type_text;
use spv_ir::dialect::OpDefId;
use spv_ir::{Context, Signedness, Type, TypeData, Value};

/// The kind of a scalar type, or of the components of a vector or matrix.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ComponentKind {
    Float,
    Signed,
    Unsigned,
    Bool,
    Other,
}

/// An arithmetic operation or comparison, with its instruction for each component kind that it supports.
struct Operation {
    name: &'static str,
    float: Option<OpDefId>,
    signed: Option<OpDefId>,
    unsigned: Option<OpDefId>,
    bool: Option<OpDefId>,
    /// Whether the result is boolean. Otherwise, the result has the type of the first operand.
    compares: bool,
}

const fn arithmetic(name: &'static str, [float, signed, unsigned]: [OpDefId; 3]) -> Operation {
    let [float, signed, unsigned] = [Some(float), Some(signed), Some(unsigned)];
    Operation { name, float, signed, unsigned, bool: None, compares: false }
}

const fn comparison(name: &'static str, instructions: [OpDefId; 3], bool: Option<OpDefId>) -> Operation {
    Operation { bool, compares: true, ..arithmetic(name, instructions) }
}

const ADD: Operation = arithmetic("add", [v::FAdd::ID, v::IAdd::ID, v::IAdd::ID]);
const SUB: Operation = arithmetic("sub", [v::FSub::ID, v::ISub::ID, v::ISub::ID]);
const MUL: Operation = arithmetic("mul", [v::FMul::ID, v::IMul::ID, v::IMul::ID]);
const DIV: Operation = arithmetic("div", [v::FDiv::ID, v::SDiv::ID, v::UDiv::ID]);
const REM: Operation = arithmetic("rem", [v::FRem::ID, v::SRem::ID, v::UMod::ID]);
const NEGATE: Operation = arithmetic("negate", [v::FNegate::ID, v::SNegate::ID, v::SNegate::ID]);
const EQUAL: Operation =
    comparison("equal", [v::FOrdEqual::ID, v::IEqual::ID, v::IEqual::ID], Some(v::LogicalEqual::ID));
const NOT_EQUAL: Operation = comparison(
    "not_equal",
    [v::FUnordNotEqual::ID, v::INotEqual::ID, v::INotEqual::ID],
    Some(v::LogicalNotEqual::ID),
);
const LESS_THAN: Operation =
    comparison("less_than", [v::FOrdLessThan::ID, v::SLessThan::ID, v::ULessThan::ID], None);
const LESS_EQUAL: Operation =
    comparison("less_equal", [v::FOrdLessThanEqual::ID, v::SLessThanEqual::ID, v::ULessThanEqual::ID], None);
const GREATER_THAN: Operation =
    comparison("greater_than", [v::FOrdGreaterThan::ID, v::SGreaterThan::ID, v::UGreaterThan::ID], None);
const GREATER_EQUAL: Operation = comparison(
    "greater_equal",
    [v::FOrdGreaterThanEqual::ID, v::SGreaterThanEqual::ID, v::UGreaterThanEqual::ID],
    None,
);

/// Arithmetic, comparisons and conversions of integers and floats. The type of the first operand selects the
/// instruction. A signless integer is unsigned.
impl Builder<'_> {
    /// Builds `x + y` for scalars or vectors.
    pub fn add(&mut self, x: Value, y: Value) -> Value {
        self.operation(&ADD, &[x, y])
    }

    /// Builds `x - y` for scalars or vectors.
    pub fn sub(&mut self, x: Value, y: Value) -> Value {
        self.operation(&SUB, &[x, y])
    }

    /// Builds `x * y` for scalars or vectors, or the product of a float matrix, vector or scalar with another.
    pub fn mul(&mut self, x: Value, y: Value) -> Value {
        let [left, right] = [x, y].map(|value| FactorShape::of(self.ctx(), self.value_type(value)));
        match (left, right) {
            (FactorShape::FloatVector, FactorShape::FloatScalar) => self.vector_times_scalar(x, y),
            (FactorShape::FloatScalar, FactorShape::FloatVector) => self.vector_times_scalar(y, x),
            (FactorShape::Matrix, FactorShape::FloatScalar) => self.matrix_times_scalar(x, y),
            (FactorShape::FloatScalar, FactorShape::Matrix) => self.matrix_times_scalar(y, x),
            (FactorShape::Matrix, FactorShape::FloatVector) => self.matrix_times_vector(x, y),
            (FactorShape::FloatVector, FactorShape::Matrix) => self.vector_times_matrix(x, y),
            (FactorShape::Matrix, FactorShape::Matrix) => self.matrix_times_matrix(x, y),
            _ => self.operation(&MUL, &[x, y]),
        }
    }

    /// Builds `x / y` for scalars or vectors. An integer quotient is rounded toward zero.
    pub fn div(&mut self, x: Value, y: Value) -> Value {
        self.operation(&DIV, &[x, y])
    }

    /// Builds the remainder of `x / y`, which has the sign of `x`.
    pub fn rem(&mut self, x: Value, y: Value) -> Value {
        self.operation(&REM, &[x, y])
    }

    /// Builds `-x` for a scalar or vector.
    pub fn negate(&mut self, x: Value) -> Value {
        self.operation(&NEGATE, &[x])
    }

    /// Builds `x == y` for scalars or vectors, including booleans. A comparison with a NaN is false.
    pub fn equal(&mut self, x: Value, y: Value) -> Value {
        self.operation(&EQUAL, &[x, y])
    }

    /// Builds `x != y`, the negation of [`Self::equal`].
    pub fn not_equal(&mut self, x: Value, y: Value) -> Value {
        self.operation(&NOT_EQUAL, &[x, y])
    }

    /// Builds `x < y` for scalars or vectors. A comparison with a NaN is false.
    pub fn less_than(&mut self, x: Value, y: Value) -> Value {
        self.operation(&LESS_THAN, &[x, y])
    }

    /// Builds `x <= y` for scalars or vectors. A comparison with a NaN is false.
    pub fn less_equal(&mut self, x: Value, y: Value) -> Value {
        self.operation(&LESS_EQUAL, &[x, y])
    }

    /// Builds `x > y` for scalars or vectors. A comparison with a NaN is false.
    pub fn greater_than(&mut self, x: Value, y: Value) -> Value {
        self.operation(&GREATER_THAN, &[x, y])
    }

    /// Builds `x >= y` for scalars or vectors. A comparison with a NaN is false.
    pub fn greater_equal(&mut self, x: Value, y: Value) -> Value {
        self.operation(&GREATER_EQUAL, &[x, y])
    }

    /// Converts a scalar or vector to a type with the same number of components. Integers are truncated or extended to
    /// the new width. Floats are rounded toward zero to integers.
    ///
    /// For booleans, use [`Self::select`] and [`Self::not_equal`].
    pub fn convert(&mut self, ty: Type, x: Value) -> Value {
        let (ctx, from) = (self.ctx(), self.value_type(x));
        let width = |ty: Type| types::scalar_width(ctx, ctx.component(ty));
        match (ComponentKind::of(ctx, from), ComponentKind::of(ctx, ty)) {
            _ if from == ty => x,
            (ComponentKind::Float, ComponentKind::Float) => self.f_convert(ty, x),
            (ComponentKind::Float, ComponentKind::Signed) => self.convert_f_to_s(ty, x),
            (ComponentKind::Float, ComponentKind::Unsigned) => self.convert_f_to_u(ty, x),
            (ComponentKind::Signed, ComponentKind::Float) => self.convert_s_to_f(ty, x),
            (ComponentKind::Unsigned, ComponentKind::Float) => self.convert_u_to_f(ty, x),
            (
                ComponentKind::Signed | ComponentKind::Unsigned,
                ComponentKind::Signed | ComponentKind::Unsigned,
            ) if width(from) == width(ty) => self.bitcast(ty, x),
            (ComponentKind::Signed, ComponentKind::Signed | ComponentKind::Unsigned) => self.s_convert(ty, x),
            (ComponentKind::Unsigned, ComponentKind::Unsigned) => self.u_convert(ty, x),
            (ComponentKind::Unsigned, ComponentKind::Signed) => {
                let unsigned = unsigned_like(ctx, ty);
                let wide = self.u_convert(unsigned, x);
                self.bitcast(ty, wide)
            }
            _ => {
                let [from, to] = [from, ty].map(|ty| type_text(ctx, ty));
                let problem =
                    format!("cannot convert '{from}' to '{to}': booleans need 'select' or 'not_equal'");
                self.unsupported("convert", &[x], problem)
            }
        }
    }

    fn operation(&mut self, operation: &Operation, operands: &[Value]) -> Value {
        let first = operands.first().map_or(self.ctx().common().none, |&first| self.value_type(first));
        let kind = ComponentKind::of(self.ctx(), first);
        let def = match kind {
            ComponentKind::Float => operation.float,
            ComponentKind::Signed => operation.signed,
            ComponentKind::Unsigned => operation.unsigned,
            ComponentKind::Bool => operation.bool,
            ComponentKind::Other => None,
        };
        match def {
            // A comparison of booleans returns the operand type, so the result type need not be inferred.
            Some(def) if operation.compares && kind != ComponentKind::Bool => {
                self.inferred(def, operands, &[])
            }
            Some(def) => self.value(def, operands, &[], first),
            None => {
                let (name, found) = (operation.name, type_text(self.ctx(), first));
                let problem = format!("'{name}' takes numbers or vectors of numbers, but got '{found}'");
                self.unsupported(name, operands, problem)
            }
        }
    }

    /// Reports that an operation does not support the types of its operands. Returns a placeholder for the result.
    #[cold]
    fn unsupported(&mut self, name: &str, operands: &[Value], problem: String) -> Value {
        let none = self.ctx().common().none;
        if let Some(at) = operands.iter().position(|&operand| !self.has_value(operand)) {
            self.error(format!("'{name}': operand #{at} belongs to another function"));
        } else if !self.has_reported() || operands.iter().all(|&operand| self.value_type(operand) != none) {
            // An operand of type `none` stands for a missing result, which has already been reported.
            self.error(problem);
        }
        self.missing()
    }
}

impl ComponentKind {
    fn of(ctx: &Context, ty: Type) -> ComponentKind {
        match *ctx.type_data(ctx.component(ty)) {
            TypeData::Float(_) => ComponentKind::Float,
            TypeData::Integer { width: 1, .. } => ComponentKind::Bool,
            TypeData::Integer { signedness: Signedness::Signed, .. } => ComponentKind::Signed,
            TypeData::Integer { .. } => ComponentKind::Unsigned,
            _ => ComponentKind::Other,
        }
    }
}

/// The shape of a factor in a float product.
enum FactorShape {
    FloatScalar,
    FloatVector,
    Matrix,
    Other,
}

impl FactorShape {
    fn of(ctx: &Context, ty: Type) -> FactorShape {
        let is_matrix = types::view(ctx, ty).is_some_and(|(opcode, _)| opcode == op::TYPE_MATRIX);
        match ComponentKind::of(ctx, ty) {
            _ if is_matrix => FactorShape::Matrix,
            ComponentKind::Float if ctx.component(ty) == ty => FactorShape::FloatScalar,
            ComponentKind::Float => FactorShape::FloatVector,
            _ => FactorShape::Other,
        }
    }
}

/// Returns the unsigned type with the same width and number of components as an integer or integer vector type.
fn unsigned_like(ctx: &Context, ty: Type) -> Type {
    let unsigned = |ty: Type| ctx.unsigned(types::scalar_width(ctx, ty).unwrap_or(32));
    match ctx.type_data(ty) {
        TypeData::Vector { dims, element } => ctx.vector(unsigned(*element), dims[0] as u32),
        _ => unsigned(ty),
    }
}
