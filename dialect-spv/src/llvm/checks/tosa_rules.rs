//! Verifier rules of LLVM 24 for TOSA ops
//!
//! An entry of [`OPS`] lists the type constraints of operands and results, in LLVM's words, and the relations between
//! them. Entries refer to operands by LLVM's names. *Settings* are operands that LLVM represents as attributes.

mod ops;
mod tensor;

use super::Look;
use super::llvm19_rules::LaterRule;
use crate::generated::opcodes;
use crate::llvm::tosa;
use crate::types;
use ops::OPS;
use rustc_hash::FxHashMap;
use spv_ir::dialect::ParamKind;
use spv_ir::{AttrData, Attribute, Op, Type, TypeData};
use std::sync::LazyLock;
use tensor::{Class, Tensor};

/// The rules of one op.
struct TosaOp {
    /// LLVM's name without `spirv.Tosa.`.
    name: &'static str,
    /// Names and type constraints of the operands except settings, and of the result, which is last. The last operand
    /// of `Concat` is variadic.
    tensors: &'static [(&'static str, Class)],
    relations: &'static [Relation],
}

/// A relation between the operands, results and settings of an op.
enum Relation {
    /// The tensors, or scalar settings, have equal element types.
    SameElements(&'static [&'static str]),
    SameRanks(&'static [&'static str]),
    SameTypes(&'static [&'static str]),
    SameShapes(&'static [&'static str]),
    SameCounts(&'static [&'static str]),
    /// Element types of the first tensor, and the element types that the second one may then have.
    Implied(&'static str, &'static str, &'static [(&'static str, &'static [&'static str])]),
    /// Element types of the input, and the accumulators that it may have.
    Accumulators(&'static [(&'static str, &'static [&'static str])]),
    /// The first two tensors broadcast to the shape of the third one.
    Broadcast([&'static str; 3]),
    /// The axis is below the rank of a tensor.
    Axis(&'static str),
    /// The dimensions agree; otherwise the message applies.
    Dimensions(&'static str, &'static [DimRule]),
    /// The first tensor has as many elements as the second one has dimensions, times a factor.
    CountOfRank(&'static str, &'static str, u64),
    /// The first tensor has `n` elements if the input has the element type.
    TableSize(&'static str, u64),
    /// The condition holds; otherwise the message applies.
    Holds(&'static str, fn(&Operands<'_>) -> Option<bool>),
    /// Any other rule; returns the message.
    Other(fn(&Operands<'_>) -> Option<String>),
}

/// A relation between dimensions, given as the name of a tensor and an index. Dynamic dimensions satisfy it.
enum DimRule {
    Equal((&'static str, usize), (&'static str, usize)),
    /// The first dimension is 1 or equals the second one.
    EqualOrOne((&'static str, usize), (&'static str, usize)),
    /// The third dimension is 1 or the product of the others.
    ProductOrOne([(&'static str, usize); 3]),
}

/// Entries by op name.
static BY_NAME: LazyLock<FxHashMap<&str, &TosaOp>> =
    LazyLock::new(|| OPS.iter().map(|row| (definition(row.name), row)).collect());

/// Returns the name of an op's definition, given LLVM's name without a prefix. Ops without settings have the
/// instruction's definition.
fn definition(name: &str) -> &'static str {
    let is_named = |known: &&str| known.strip_prefix("spv.Tosa.") == Some(name);
    let without_settings =
        tosa::NAMES.iter().find(|(_, llvm)| is_named(llvm)).map(|(instruction, _)| *instruction);
    let with_settings = || tosa::OPS.iter().map(|op| op.row.name).find(is_named);
    without_settings.or_else(with_settings).unwrap_or_default()
}

/// Returns the check for the TOSA op with this name.
pub(super) fn named(name: &str) -> Option<LaterRule> {
    let is_known = name.starts_with("spv.T") && BY_NAME.contains_key(name);
    is_known.then_some(problem)
}

/// Returns LLVM's message about a TOSA op.
fn problem(look: &Look<'_>, op: Op) -> Option<String> {
    let row = BY_NAME.get(look.def(op).row.name)?;
    let operands = Operands { look, op, row };
    operands
        .setting_problem()
        .or_else(|| operands.class_problem())
        .or_else(|| row.relations.iter().find_map(|relation| operands.relation_problem(relation)))
}

/// An op with its entry in [`OPS`].
struct Operands<'a> {
    look: &'a Look<'a>,
    op: Op,
    row: &'a TosaOp,
}

impl Operands<'_> {
    /// Returns the index of a tensor in the entry, or `None` if it has no such tensor.
    fn position(&self, name: &str) -> Option<usize> {
        self.row.tensors.iter().position(|(known, _)| *known == name)
    }

    /// Returns the type of an operand, or of the result.
    fn ty(&self, name: &str) -> Option<Type> {
        let index = self.position(name)?;
        let is_result = index + 1 == self.row.tensors.len();
        if is_result { self.look.result(self.op) } else { self.look.operand(self.op, index) }
    }

    fn tensor(&self, name: &str) -> Option<Tensor> {
        Tensor::new(self.look.ctx, self.ty(name)?)
    }

    /// Returns a dimension, unless it is dynamic.
    fn dim(&self, (name, index): (&str, usize)) -> Option<u64> {
        self.tensor(name)?.dims.get(index).copied().flatten()
    }

    fn setting(&self, name: &str) -> Option<Attribute> {
        let def = self.look.def(self.op);
        let index = def.row.params.iter().position(|param| param.name == name)?;
        matches!(def.row.params[index].kind, ParamKind::Attr)
            .then(|| self.look.body.slot_attr(self.op, def.slot_of(index)))?
    }

    /// Returns the type of a setting that is a number.
    fn scalar_type(&self, name: &str) -> Option<Type> {
        match self.look.ctx.attr_data(self.setting(name)?) {
            AttrData::Integer { ty, .. } | AttrData::Float { ty, .. } => Some(*ty),
            _ => None,
        }
    }

    fn flag(&self, name: &str) -> Option<bool> {
        match self.look.ctx.attr_data(self.setting(name)?) {
            AttrData::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.look.ctx.attr_u64(self.setting(name)?)
    }

    /// Returns the numbers of a setting that is a list.
    fn list(&self, name: &str) -> Option<Vec<i64>> {
        let numbers = tosa::numbers(self.look.ctx, self.setting(name)?)?;
        Some(numbers.into_iter().map(|number| i64::from(number as i32)).collect())
    }

    /// Returns the message about the first setting that violates its constraint.
    fn setting_problem(&self) -> Option<String> {
        let params = self.look.def(self.op).row.params.iter();
        params.filter(|param| matches!(param.kind, ParamKind::Attr)).find_map(|param| {
            let constraint = self.constraint(param.name)?;
            Some(format!("attribute '{}' failed to satisfy constraint: {constraint}", param.name))
        })
    }

    /// Returns the constraint that a setting violates.
    fn constraint(&self, name: &str) -> Option<String> {
        let is_3d = self.row.name == "Conv3D";
        let lists = |length: usize, least: Option<i64>| {
            let list = self.list(name)?;
            let violated = list.len() != length || list.iter().any(|n| least.is_some_and(|least| *n < least));
            let bound = least.map_or(String::new(), |least| format!(" all values must be >= {least}"));
            violated.then(|| {
                format!(
                    "32-bit signless int elements attribute of shape [{length}] Attr with type = \
                     spirv::TensorArmType{bound}"
                )
            })
        };
        match name {
            "axis" => (self.number(name)? > 5).then(|| {
                "32-bit signless integer attribute whose value is non-negative whose maximum value is 5"
                    .into()
            }),
            "dilation" | "kernel" | "stride" => lists(if is_3d { 3 } else { 2 }, Some(1)),
            "pad" => lists(if is_3d { 6 } else { 4 }, Some(0)),
            "out_pad" => lists(4, None),
            // The trailing space is LLVM's.
            "perms" => (self.list(name)?.len() > 6).then(|| {
                "32-bit signless integer elements attribute Attr with type = spirv::TensorArmType ".into()
            }),
            "max_val" | "min_val" => {
                let ty = self.scalar_type(name)?;
                let known =
                    tensor::is_element(self.look.ctx, ty, "Int8 or Int16 or Float16 or Float32 or BFloat16");
                (!known).then(|| {
                    "8-bit signless integer attribute or 16-bit signless integer attribute or 16-bit float \
                     attribute or 32-bit float attribute or 16-bit bfloat attribute"
                        .into()
                })
            }
            "acc_type" | "mode" | "nan_mode" | "rounding_mode" => None,
            _ => self.flag(name).is_none().then(|| "bool attribute".into()),
        }
    }

    /// Returns the message about the first operand or result of a wrong type.
    fn class_problem(&self) -> Option<String> {
        let (look, op) = (self.look, self.op);
        let (result, operands) = self.row.tensors.split_last()?;
        let class_of = |index: usize| operands.get(index).or(operands.last()).map(|(_, class)| class);
        let is_variadic = self.row.name == "Concat";
        let wrong = look.body.operands(op).enumerate().find_map(|(index, value)| {
            let (class, ty) = (class_of(index)?, look.body.value_type_opt(value)?);
            let text = if is_variadic { format!("variadic of {}", class.text()) } else { class.text() };
            (!class.has(look.ctx, ty)).then(|| look.must_be(&format!("operand #{index}"), &text, ty))
        });
        wrong.or_else(|| {
            let (class, ty) = (&result.1, look.result(op)?);
            (!class.has(look.ctx, ty)).then(|| look.must_be("result #0", &class.text(), ty))
        })
    }

    /// Returns the element type of a tensor, or the type of a scalar setting.
    fn element(&self, name: &str) -> Option<Type> {
        match self.position(name) {
            Some(_) => self.tensor(name).map(|tensor| tensor.element),
            None => self.scalar_type(name),
        }
    }

    fn tensors(&self, names: &[&str]) -> Option<Vec<Tensor>> {
        names.iter().map(|name| self.tensor(name)).collect()
    }

    /// Returns the row that starts with the element type of a tensor.
    fn row_of<T: Copy>(&self, name: &str, rows: &[(&'static str, T)]) -> Option<(&'static str, T)> {
        let element = self.element(name)?;
        rows.iter().find(|(kind, _)| tensor::is_kind(self.look.ctx, element, kind)).copied()
    }

    /// Returns the message about a relation that does not hold.
    fn relation_problem(&self, relation: &Relation) -> Option<String> {
        if self.holds(relation)? {
            return None;
        }
        let same = |names: &[&str], what: &str| format!("all of {{{}}} have same {what}", names.join(", "));
        let text = match relation {
            Relation::SameElements(names) => same(names, "element type"),
            Relation::SameTypes(names) => same(names, "type"),
            Relation::SameRanks(names) => same(names, "rank"),
            Relation::SameShapes(names) => same(names, "shape"),
            Relation::SameCounts(names) => same(names, "element count"),
            Relation::Implied(input, output, rows) => {
                let (kind, allowed) = self.row_of(input, rows)?;
                let allowed = allowed.join(",");
                format!("if {input} has type {kind} then {output} must have a type in [{allowed}]")
            }
            Relation::Accumulators(rows) => {
                let (kind, allowed) = self.row_of("input", rows)?;
                format!("acc_type must be one in [{}] when type has value {kind}", allowed.join(","))
            }
            Relation::Broadcast([first, second, output]) => format!(
                "the shape of {first} and {second} are compatible for broadcasting and the broadcast shape is equal \
                 to the {output} shape"
            ),
            Relation::Axis(name) => format!("axis attribute value should be lower than rank({name})"),
            Relation::CountOfRank(name, of, 1) => {
                format!("the number of elements of {name} must be rank({of})")
            }
            Relation::CountOfRank(name, of, times) => {
                format!("the number of elements of {name} must be rank({of}) * {times}")
            }
            Relation::TableSize(kind, size) => {
                format!("table must have size {size} if input1 has element type {kind}")
            }
            Relation::Dimensions(message, _) | Relation::Holds(message, _) => (*message).to_owned(),
            Relation::Other(rule) => return rule(self),
        };
        Some(format!("failed to verify that {text}"))
    }

    /// Returns whether a relation holds, or `None` if it does not apply.
    fn holds(&self, relation: &Relation) -> Option<bool> {
        let ctx = self.look.ctx;
        Some(match relation {
            Relation::SameElements(names) => {
                let elements: Option<Vec<Type>> = names.iter().map(|name| self.element(name)).collect();
                all_equal(&elements?)
            }
            Relation::SameTypes(names) => {
                let types: Option<Vec<Type>> = names.iter().map(|name| self.ty(name)).collect();
                all_equal(&types?)
            }
            Relation::SameRanks(names) => {
                let ranks: Vec<usize> = self.tensors(names)?.iter().map(|tensor| tensor.dims.len()).collect();
                all_equal(&ranks)
            }
            Relation::SameShapes(names) => {
                let shapes: Vec<_> = self.tensors(names)?.into_iter().map(|tensor| tensor.dims).collect();
                all_equal(&shapes)
            }
            Relation::SameCounts(names) => {
                let counts: Option<Vec<u64>> = self.tensors(names)?.iter().map(Tensor::count).collect();
                all_equal(&counts?)
            }
            Relation::Implied(input, output, rows) => {
                let ((_, allowed), to) = (self.row_of(input, rows)?, self.element(output)?);
                allowed.iter().any(|kind| tensor::is_kind(ctx, to, kind))
            }
            Relation::Accumulators(rows) => {
                let (_, allowed) = self.row_of("input", rows)?;
                allowed.contains(&ctx.attr_str(self.setting("acc_type")?)?)
            }
            Relation::Broadcast(names) => {
                let list = self.tensors(names)?;
                let [a, b, out] = &list[..] else { return None };
                let ranks = [a.dims.len(), b.dims.len(), out.dims.len()];
                !all_equal(&ranks) || (0..ranks[0]).all(|i| broadcasts(a.dims[i], b.dims[i], out.dims[i]))
            }
            Relation::Axis(name) => self.number("axis")? < self.tensor(name)?.dims.len() as u64,
            Relation::Dimensions(_, rules) => rules.iter().all(|rule| self.agree(rule)),
            Relation::CountOfRank(name, of, times) => {
                let count = match self.position(name) {
                    Some(_) => self.tensor(name)?.count()?,
                    None => self.list(name)?.len() as u64,
                };
                count == self.tensor(of)?.dims.len() as u64 * times
            }
            Relation::TableSize(kind, size) => {
                let applies = tensor::is_kind(ctx, self.element("input1")?, kind);
                !applies || self.dim(("table", 0)) == Some(*size)
            }
            Relation::Holds(_, holds) => holds(self)?,
            Relation::Other(rule) => rule(self).is_none(),
        })
    }

    fn agree(&self, rule: &DimRule) -> bool {
        match *rule {
            DimRule::Equal(a, b) => may_equal(self.dim(a), self.dim(b)),
            DimRule::EqualOrOne(a, b) => self.dim(a) == Some(1) || may_equal(self.dim(a), self.dim(b)),
            DimRule::ProductOrOne([a, b, product]) => match (self.dim(a), self.dim(b), self.dim(product)) {
                (Some(a), Some(b), Some(product)) => product == 1 || a.checked_mul(b) == Some(product),
                _ => true,
            },
        }
    }

    /// Returns the tensors that are members of the result, if it is a struct.
    fn members(&self) -> Option<Vec<Tensor>> {
        let structure = types::structure(self.look.ctx, self.look.result(self.op)?)?;
        let member = |attr: &Attribute| Tensor::new(self.look.ctx, self.look.ctx.attr_type(*attr)?);
        structure.members.iter().map(member).collect()
    }
}

fn all_equal<T: PartialEq>(list: &[T]) -> bool {
    list.windows(2).all(|pair| pair[0] == pair[1])
}

/// Returns whether two dimensions are equal or one of them is dynamic.
fn may_equal(a: Option<u64>, b: Option<u64>) -> bool {
    a.zip(b).is_none_or(|(a, b)| a == b)
}

/// Returns whether two dimensions broadcast to a third one.
fn broadcasts(a: Option<u64>, b: Option<u64>, output: Option<u64>) -> bool {
    match (a, b, output) {
        (Some(a), Some(b), Some(output)) => (a == b || a == 1 || b == 1) && a.max(b) == output,
        _ => true,
    }
}

// Relations that occur in a single op or in few ops.

/// Checks a result whose members have the input's shape.
fn transformed(operands: &Operands<'_>) -> Option<bool> {
    let (input, members) = (operands.tensor("input_real")?, operands.members()?);
    Some((0..3).all(|dim| members.iter().all(|member| may_equal(member.dims[dim], input.dims[dim]))))
}

/// Checks a result whose members have the input's shape, but only the non-redundant half of the last dimension.
fn half_transformed(operands: &Operands<'_>) -> Option<bool> {
    let (input, members) = (operands.tensor("input_real")?, operands.members()?);
    let half = input.dims[2].map(|width| width / 2 + 1);
    let fits = |member: &Tensor| {
        (0..2).all(|dim| may_equal(member.dims[dim], input.dims[dim])) && may_equal(member.dims[2], half)
    };
    Some(members.iter().all(fits))
}

fn powers_of_two(operands: &Operands<'_>) -> Option<bool> {
    let dims = operands.tensor("input_real")?.dims;
    Some(dims[1..3].iter().flatten().all(|dim| dim.is_power_of_two()))
}

/// Checks that padding is smaller than the kernel.
fn padding_below_kernel(operands: &Operands<'_>) -> Option<bool> {
    let (pad, kernel) = (operands.list("pad")?, operands.list("kernel")?);
    Some(pad[0].max(pad[1]) < kernel[0] && pad[2].max(pad[3]) < kernel[1])
}

/// Checks the height and width of a pooled output.
fn pooled(operands: &Operands<'_>) -> Option<String> {
    let [kernel, stride, pad] = ["kernel", "stride", "pad"].map(|name| operands.list(name));
    let (kernel, stride, pad) = (kernel?, stride?, pad?);
    let names = [("height", "y", "top", "bottom"), ("width", "x", "left", "right")];
    names.iter().enumerate().find_map(|(i, (name, axis, before_name, after_name))| {
        let input = i64::try_from(operands.dim(("input", i + 1))?).ok()?;
        let (before, after, kernel, stride) = (pad[2 * i], pad[2 * i + 1], kernel[i], stride[i]);
        let steps = input + before + after - kernel;
        if steps % stride != 0 {
            return Some(format!(
                "expected input_{name} + pad_{before_name} + pad_{after_name} - kernel_{axis} to be wholly \
                 divisible by stride_{axis}, got ({input} + {before} + {after} - {kernel}) / {stride}"
            ));
        }
        let output = i64::try_from(operands.dim(("output", i + 1))?).ok()?;
        (output != steps / stride + 1).then(|| {
            "failed to verify that shapes of input and output must satisfy [N,IH,IW,C] and [N,OH,OW,C], with OH = \
             ((IH + pad_top + pad_bottom - kernel_y) / stride_y) + 1 and OW = ((IW + pad_left + pad_right - \
             kernel_x) / stride_x) + 1"
                .into()
        })
    })
}

/// Checks the spatial dimensions of a convolution. `first` is the first dimension of the kernel in the weights.
fn convolved(operands: &Operands<'_>, first: usize, dims: usize) -> Option<bool> {
    let [pad, stride, dilation] = ["pad", "stride", "dilation"].map(|name| operands.list(name));
    let (pad, stride, dilation) = (pad?, stride?, dilation?);
    let fits = |i: usize| {
        let of = |name, index| operands.dim((name, index)).and_then(|dim| i64::try_from(dim).ok());
        let (Some(input), Some(kernel)) = (of("input", i + 1), of("weight", first + i)) else { return true };
        let steps = input - 1 + pad[2 * i] + pad[2 * i + 1] - (kernel - 1) * dilation[i];
        let output = of("output", i + 1);
        steps % stride[i] == 0 && output.is_none_or(|output| output == steps / stride[i] + 1)
    };
    Some((0..dims).all(fits))
}

/// Checks the height and width of a transposed convolution.
fn transposed_convolution(operands: &Operands<'_>) -> Option<String> {
    let (pad, stride) = (operands.list("out_pad")?, operands.list("stride")?);
    let of = |name, index| operands.dim((name, index)).and_then(|dim| i64::try_from(dim).ok());
    let sides = [("top", "bottom", "KH"), ("left", "right", "KW")];
    let too_small = sides.iter().enumerate().find_map(|(i, (before, after, size))| {
        let least = -of("weight", i + 1)?;
        (pad[2 * i].min(pad[2 * i + 1]) <= least)
            .then(|| format!("expected out_pad_{before} and out_pad_{after} to be > -{size}"))
    });
    let fits = |i: usize| {
        let (Some(input), Some(kernel)) = (of("input", i + 1), of("weight", i + 1)) else { return true };
        let size = (input - 1) * stride[i] + pad[2 * i] + pad[2 * i + 1] + kernel;
        of("output", i + 1).is_none_or(|output| output == size)
    };
    too_small.or_else(|| {
        (!(0..2).all(fits)).then(|| {
            "failed to verify that shapes of input, weight, and output must satisfy [N,IH,IW,*], [*,KH,KW,*], \
             [N,OH,OW,*], with OH = (IH - 1) * stride_y + out_pad_top + out_pad_bottom + KH and OW = (IW - 1) * \
             stride_x + out_pad_left + out_pad_right + KW"
                .into()
        })
    })
}

/// Checks the rank of a result that lacks the axis of the input.
fn without_axis(operands: &Operands<'_>) -> Option<bool> {
    let (input, output) = (operands.tensor("input")?, operands.tensor("output")?);
    Some(output.dims.len() == (input.dims.len() - 1).max(1))
}

/// Checks that the reduced dimension is 1 and the others are the input's.
fn reduced(operands: &Operands<'_>) -> Option<bool> {
    let (axis, input, output) =
        (operands.number("axis")? as usize, operands.tensor("input")?, operands.tensor("output")?);
    let fits = |(dim, (input, output)): (usize, (&Option<u64>, &Option<u64>))| match dim == axis {
        true => may_equal(*output, input.map(|_| 1)),
        false => may_equal(*input, *output),
    };
    Some(input.dims.iter().zip(&output.dims).enumerate().all(fits))
}

/// Returns the types of all operands of `Concat` as tensors.
fn parts(operands: &Operands<'_>) -> Option<Vec<Tensor>> {
    let look = operands.look;
    let part = |value| Tensor::new(look.ctx, look.body.value_type_opt(value)?);
    look.body.operands(operands.op).map(part).collect()
}

/// Checks the element types and ranks of concatenated tensors.
fn same_parts(operands: &Operands<'_>) -> Option<bool> {
    let output = operands.tensor("output")?;
    let fits = |part: &Tensor| part.element == output.element && part.dims.len() == output.dims.len();
    Some(parts(operands)?.iter().all(fits))
}

/// Checks the shape of concatenated tensors.
fn concatenated(operands: &Operands<'_>) -> Option<bool> {
    let (axis, parts) = (operands.number("axis")? as usize, parts(operands)?);
    let output = operands.tensor("output")?;
    let fits = |(dim, length): (usize, &Option<u64>)| match dim == axis {
        true => may_equal(*length, parts.iter().map(|part| part.dims[dim]).sum()),
        false => parts.iter().all(|part| may_equal(part.dims[dim], *length)),
    };
    Some(output.dims.iter().enumerate().all(fits))
}

/// Checks that the bounds of a clamp are ordered, and numbers.
fn bounds(operands: &Operands<'_>) -> Option<String> {
    let ctx = operands.look.ctx;
    let value = |name| {
        let attr = operands.setting(name)?;
        match ctx.attr_data(attr) {
            AttrData::Float { ty, bits } => match ctx.type_data(*ty) {
                TypeData::Float(kind) => kind.to_f64(u128::from(*bits)),
                _ => None,
            },
            // Integers of 16 bits at most.
            AttrData::Integer { ty, .. } => {
                let unused = 64 - tensor::integer_width(ctx, *ty)?;
                Some(((ctx.attr_u64(attr)? << unused) as i64 >> unused) as f64)
            }
            _ => None,
        }
    };
    let (least, most) = (value("min_val")?, value("max_val")?);
    if least.is_nan() || most.is_nan() {
        return Some("failed to verify that min_val and max_val must not be NaN".into());
    }
    (least > most).then(|| "failed to verify that min_val must be <= max_val".into())
}

/// Checks that the inputs of a selection broadcast to its output.
fn selected(operands: &Operands<'_>) -> Option<String> {
    let shape = |name| operands.tensor(name).map(|tensor| tensor.dims);
    let (condition, yes, no, output) =
        (shape("condition")?, shape("true_value")?, shape("false_value")?, shape("output")?);
    for i in 0..output.len() {
        let (Some(a), Some(b), Some(c), Some(out)) = (condition[i], yes[i], no[i], output[i]) else {
            continue;
        };
        let fits = |x, y| x == y || x == 1 || y == 1;
        if !(fits(a, b) && fits(a, c) && fits(b, c)) {
            return Some(
                "failed to verify that the shape of inputs: condition, true_value, and false_value are compatible \
                 for broadcasting"
                    .into(),
            );
        }
        if a.max(b).max(c) != out {
            return Some(
                "failed to verify that the broadcast shape of inputs: condition, true_value, and false_value is \
                 equal to the output shape"
                    .into(),
            );
        }
    }
    None
}

/// Checks the type of a multiplier.
fn multiplier(operands: &Operands<'_>) -> Option<bool> {
    let width = if operands.flag("scale32")? { 32 } else { 16 };
    Some(tensor::integer_width(operands.look.ctx, operands.element("multiplier")?) == Some(width))
}

/// Checks the length of a tensor with one element, or one for each channel.
fn per_channel(operands: &Operands<'_>, name: &'static str) -> Option<bool> {
    let channels =
        if operands.flag("per_channel")? { *operands.tensor("input")?.dims.last()? } else { Some(1) };
    Some(may_equal(operands.dim((name, 0)), channels))
}

/// Checks the element type of a tensor of an op that treats it as unsigned.
fn unsigned(operands: &Operands<'_>, flag: &'static str, name: &'static str) -> Option<bool> {
    let small = tensor::is_element(operands.look.ctx, operands.element(name)?, "Int8 or Int16");
    Some(!operands.flag(flag)? || small)
}

/// Returns whether the result is the struct of two tensors that Fourier transforms return.
fn is_complex(ctx: &spv_ir::Context, ty: Type, class: &Class) -> bool {
    let is_tensor = |attr: &Attribute| ctx.attr_type(*attr).is_some_and(|ty| class.has_tensor(ctx, ty));
    let is_struct = matches!(types::view(ctx, ty), Some((opcodes::TYPE_STRUCT, _)));
    is_struct
        && types::structure(ctx, ty)
            .is_some_and(|structure| structure.members.len() == 2 && structure.members.iter().all(is_tensor))
}
