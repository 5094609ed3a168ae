//! Small expressions on 8-bit integers: an op whose operands are inputs or the results of other ops

use super::place::Place;
use super::signatures::signatures;
use super::values::attr;
use spv_opt::ir::dialect::{OpDef, OpDefId};
use spv_opt::ir::{Builder, Context, NewOp, Op, Signedness, Type, Value as Ssa};

/// An op definition, with the operand types and result type to test.
#[derive(Clone)]
pub struct Sample {
    pub id: OpDefId,
    pub def: OpDef,
    pub operands: Vec<Type>,
    pub result: Type,
}

/// An input of an expression: a constant or an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    Constant,
    /// The argument with this index.
    Argument(usize),
}

/// An expression: the last op, the ops that define its operands, and the inputs of all ops in order.
#[derive(Clone)]
pub struct Shape<'a> {
    pub root: &'a Sample,
    pub inner: Vec<Option<&'a Sample>>,
    pub leaves: Vec<Leaf>,
}

/// The ops of an expression, built in a body.
pub struct Expression {
    pub place: Place,
    pub root: Op,
    /// The expression's constant ops and their types.
    pub constants: Vec<(Op, Type)>,
}

/// Returns the value types for expressions, with their bit widths. They are Booleans, 8-bit integers, and the types for
/// conversions, shift amounts and bit-field operands.
pub fn types(ctx: &Context) -> Vec<Type> {
    let mut list = vec![ctx.common().i1];
    list.extend([8, 16, 32].map(|width| ctx.int_type(width, Signedness::Signless)));
    list.push(ctx.int_type(8, Signedness::Signed));
    list
}

/// Returns the ops on the types of [`types`] that have an 8-bit integer or Boolean as an operand or result.
pub fn samples(ctx: &Context) -> Vec<Sample> {
    let known = types(ctx);
    let small = [known[0], known[1]];
    let mut list = Vec::new();
    for (index, def) in ctx.registry().ops().iter().enumerate() {
        if def.fold.is_none() {
            continue;
        }
        for (operands, result) in signatures(ctx, def) {
            let fits = operands.iter().chain([&result]).all(|ty| known.contains(ty));
            let signed = operands.len() > 1 && operands.contains(&known[4]);
            let narrow = small.contains(&result) || operands.iter().any(|ty| small.contains(ty));
            // The op extracts a bit field from a wider integer or inserts it into one.
            let wide =
                operands.first().is_some_and(|&ty| ty != known[0] && operands.len() > 1 && ty != known[1])
                    && !small.contains(&operands[0]);
            // A conversion is tested if its operand or its result has 8 bits.
            if fits && (narrow || operands.len() == 1) && !signed && !wide {
                list.push(Sample { id: OpDefId(index as u16), def: **def, operands, result });
            }
        }
    }
    list
}

impl<'a> Shape<'a> {
    /// Returns the types of an expression's inputs.
    pub fn leaf_types(root: &Sample, inner: &[Option<&Sample>]) -> Vec<Type> {
        let each = |(ty, inner): (&Type, &Option<&Sample>)| match inner {
            Some(inner) => inner.operands.clone(),
            None => vec![*ty],
        };
        root.operands.iter().zip(inner).flat_map(each).collect()
    }

    /// Returns all expressions with the given ops. Each input is a constant or an argument, and several inputs may be
    /// the same argument. Excludes expressions in which all operands of an inner op are constants.
    pub fn all(root: &'a Sample, inner: Vec<Option<&'a Sample>>) -> Vec<Shape<'a>> {
        let types = Shape::leaf_types(root, &inner);
        let mut lists: Vec<Vec<Leaf>> = vec![vec![]];
        for (i, ty) in types.iter().enumerate() {
            lists = lists
                .into_iter()
                .flat_map(|list| {
                    let mut next = vec![Leaf::Constant];
                    let mut arguments = 0;
                    for (leaf, of) in list.iter().zip(&types[..i]) {
                        if let Leaf::Argument(number) = *leaf {
                            arguments = arguments.max(number + 1);
                            if of == ty && !next.contains(leaf) {
                                next.push(*leaf);
                            }
                        }
                    }
                    next.push(Leaf::Argument(arguments));
                    next.into_iter().map(move |leaf| [&list[..], &[leaf]].concat())
                })
                .collect();
        }
        let shapes = lists.into_iter().map(|leaves| Shape { root, inner: inner.clone(), leaves });
        shapes.filter(|shape| shape.parts().all(has_argument)).collect()
    }

    /// Iterates over the inputs of each inner op, and then the direct inputs of the last op.
    fn parts(&self) -> impl Iterator<Item = &[Leaf]> {
        let mut at = 0;
        let inner = self.inner.iter().filter_map(move |inner| {
            let count = inner.map_or(1, |inner| inner.operands.len());
            at += count;
            inner.map(|_| &self.leaves[at - count..at])
        });
        inner.chain([&self.leaves[..]])
    }

    /// Returns the types of the expression's arguments, by argument index.
    pub fn arguments(&self) -> Vec<Type> {
        let types = Shape::leaf_types(self.root, &self.inner);
        let mut list = Vec::new();
        for (leaf, ty) in self.leaves.iter().zip(types) {
            if *leaf == Leaf::Argument(list.len()) {
                list.push(ty);
            }
        }
        list
    }

    /// Returns the expression with a new argument instead of the inner op at an operand index. Also returns the
    /// previous indices of the remaining constants.
    pub fn without(&self, operand: usize) -> (Shape<'a>, Vec<usize>) {
        let mut inner = self.inner.clone();
        inner[operand] = None;
        let (mut leaves, mut kept) = (Vec::new(), Vec::new());
        let (mut at, mut constants) = (0, 0);
        let mut numbers: Vec<usize> = Vec::new();
        let mut number = |old: usize| match numbers.iter().position(|&n| n == old) {
            Some(new) => new,
            None => {
                numbers.push(old);
                numbers.len() - 1
            }
        };
        for (i, part) in self.inner.iter().enumerate() {
            let count = part.map_or(1, |part| part.operands.len());
            if i == operand {
                leaves.push(Leaf::Argument(number(usize::MAX)));
            }
            for leaf in &self.leaves[at..at + count] {
                let constant = *leaf == Leaf::Constant;
                if i != operand {
                    leaves.push(match *leaf {
                        Leaf::Constant => Leaf::Constant,
                        Leaf::Argument(old) => Leaf::Argument(number(old)),
                    });
                    kept.extend(constant.then_some(constants));
                }
                constants += usize::from(constant);
            }
            at += count;
        }
        (Shape { root: self.root, inner, leaves }, kept)
    }

    /// Builds the ops of the expression. All constants are zero.
    pub fn build(&self, ctx: &Context) -> Expression {
        let mut place = Place::new();
        let types = Shape::leaf_types(self.root, &self.inner);
        let arguments: Vec<Ssa> = self
            .arguments()
            .into_iter()
            .map(|ty| Builder::new(&mut place.body).add_arg(place.block, ty))
            .collect();
        let mut constants = Vec::new();
        let mut values = Vec::new();
        for (leaf, &ty) in self.leaves.iter().zip(&types) {
            values.push(match *leaf {
                Leaf::Argument(number) => arguments[number],
                Leaf::Constant => {
                    let value = place.constant(ctx, ty, attr(ctx, ty, &[0]));
                    constants.push((place.body.defining_op(value).expect("an op makes it"), ty));
                    value
                }
            });
        }
        let mut rest = &values[..];
        let mut operands = Vec::new();
        for inner in &self.inner {
            let (own, others) = rest.split_at(inner.map_or(1, |inner| inner.operands.len()));
            rest = others;
            operands.push(match inner {
                None => own[0],
                Some(inner) => {
                    let new = NewOp { operands: own, results: &[inner.result], ..NewOp::new(inner.id) };
                    let op = place.add(new);
                    place.body.result(op, 0)
                }
            });
        }
        let root = &self.root;
        let root = place.add(NewOp { operands: &operands, results: &[root.result], ..NewOp::new(root.id) });
        let result = place.body.result(root, 0);
        let sink = ctx.registry().op_by_name("spv.mlir.merge").expect("it is registered");
        place.add(NewOp { operands: &[result], ..NewOp::new(sink) });
        Expression { place, root, constants }
    }
}

fn has_argument(leaves: &[Leaf]) -> bool {
    leaves.iter().any(|leaf| *leaf != Leaf::Constant)
}

impl std::fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut leaves = self.leaves.iter();
        let mut constants = 0;
        let mut leaf = || match leaves.next() {
            Some(Leaf::Argument(number)) => format!("x{number}"),
            _ => {
                constants += 1;
                format!("c{}", constants - 1)
            }
        };
        let operands: Vec<String> = self
            .inner
            .iter()
            .map(|inner| match inner {
                None => leaf(),
                Some(inner) => {
                    let own: Vec<String> = inner.operands.iter().map(|_| leaf()).collect();
                    format!("{}({})", inner.def.row.name, own.join(", "))
                }
            })
            .collect();
        write!(f, "{}({})", self.root.def.row.name, operands.join(", "))
    }
}
