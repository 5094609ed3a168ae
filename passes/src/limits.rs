//! Value ranges of built-in variables, derived from the module and its target environment

use crate::ranges::Range;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use spv_dialect::attributes::{self, AttrKind};
use spv_dialect::generated::values::execution_mode;
use spv_dialect::spv;
use spv_dialect::structure::EXECUTION_MODE;
use spv_ir::{AttrData, Attribute, Body, Context, Ident, TypeData, walk};

/// Bit width of the built-in variables whose range is limited.
const WIDTH: u32 = 32;
/// Upper bound on the subgroup size: the number of bits in a ballot result.
const MAX_SUBGROUP_SIZE: u64 = 128;
/// Name of the built-in that decorates a constant or variable and overrides the LocalSize execution mode.
const WORKGROUP_SIZE: &str = "WorkgroupSize";

/// Value ranges of the built-in variables of a module.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Range of each component of a variable, by symbol name; a scalar has one component.
    variables: FxHashMap<Ident, SmallVec<[Range; 3]>>,
}

/// Upper bounds on the workgroup size in each dimension, and on the number of invocations in a workgroup.
struct Workgroup {
    size: [u64; 3],
    invocations: u64,
}

impl Limits {
    /// Computes the value ranges of an `spv.module`'s built-in variables. `body` is the body of the module, and
    /// `target` is its target environment.
    pub fn new(ctx: &Context, body: &Body, target: Option<Attribute>) -> Limits {
        let mut variables = FxHashMap::default();
        let mut workgroup = None;
        for op in walk::top_ops(body) {
            if spv::GlobalVariable::cast(body, op).is_none() {
                continue;
            }
            let built_in = ctx.dict_get(body.attrs(op), "built_in").and_then(|name| ctx.attr_str(name));
            let Some(built_in) = built_in else { continue };
            let workgroup = workgroup.get_or_insert_with(|| Workgroup::new(ctx, body, target));
            let Some(ranges) = workgroup.limits(built_in) else { continue };
            if let Some(name) = spv_ir::symbols::name_of(ctx, body, op) {
                variables.insert(ctx.ident(name), ranges);
            }
        }
        Limits { variables }
    }

    /// Returns whether no variable of the module has a limited range.
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// Returns the range of each component of a variable, or `None` if the variable has no limited range.
    pub fn of(&self, variable: Ident) -> Option<&[Range]> {
        self.variables.get(&variable).map(|ranges| &ranges[..])
    }
}

impl Workgroup {
    fn new(ctx: &Context, body: &Body, target: Option<Attribute>) -> Workgroup {
        let limits = target.and_then(|target| match attributes::view(ctx, target) {
            Some((AttrKind::TargetEnv, params)) => params.last().copied(),
            _ => None,
        });
        let limit = |key| ctx.dict_get(limits, key);
        let greatest = limit("max_compute_workgroup_size").and_then(|size| dimensions(ctx, size));
        let invocations = limit("max_compute_workgroup_invocations").and_then(|n| ctx.attr_u64(n));
        let open = u64::from(u32::MAX);
        let mut size = greatest.unwrap_or([open; 3]);
        let stated = stated_size(ctx, body);
        if let Some(stated) = stated {
            size = stated;
        }
        let product = size.iter().try_fold(1u64, |product, size| product.checked_mul(*size));
        let all = product.map_or(open, |product| product.min(open));
        Workgroup {
            size,
            invocations: if stated.is_some() { all } else { all.min(invocations.unwrap_or(open)) },
        }
    }

    fn limits(&self, built_in: &str) -> Option<SmallVec<[Range; 3]>> {
        let between = |low: u64, high: u64| Range::of_unsigned(WIDTH, low.into(), high.into());
        let below = |count: u64| between(0, count.saturating_sub(1));
        Some(match built_in {
            "LocalInvocationId" => {
                self.size.iter().map(|size| below((*size).min(self.invocations))).collect()
            }
            "LocalInvocationIndex" => smallvec![below(self.invocations)],
            WORKGROUP_SIZE => self.size.iter().map(|size| between(1, *size)).collect(),
            "NumWorkgroups" => smallvec![between(1, u32::MAX.into()); 3],
            "SubgroupSize" => smallvec![between(1, MAX_SUBGROUP_SIZE)],
            "SubgroupLocalInvocationId" => smallvec![below(MAX_SUBGROUP_SIZE)],
            "NumSubgroups" => smallvec![between(1, self.invocations.max(1))],
            "SubgroupId" => smallvec![below(self.invocations)],
            _ => return None,
        })
    }
}

/// Returns the largest workgroup size in each dimension among the execution modes of all entry points. Returns `None`
/// if a size is a specialization constant, or if no entry point specifies a size.
fn stated_size(ctx: &Context, body: &Body) -> Option<[u64; 3]> {
    let mut greatest: Option<[u64; 3]> = None;
    for op in walk::top_ops(body) {
        let is_size = |name: Attribute| ctx.attr_str(name) == Some(WORKGROUP_SIZE);
        if ctx.dict_get(body.attrs(op), "built_in").is_some_and(is_size) {
            // A WorkgroupSize constant overrides the execution mode.
            return None;
        }
        if !std::ptr::eq(ctx.registry().op(body.def(op)).row, &EXECUTION_MODE) {
            continue;
        }
        let mode = body.slot(op, spv::ExecutionModeOp::EXECUTION_MODE);
        if mode == execution_mode::LOCAL_SIZE_ID {
            return None;
        }
        if mode != execution_mode::LOCAL_SIZE {
            continue;
        }
        let size = body
            .slot_attr(op, spv::ExecutionModeOp::EXECUTION_MODE_OPERANDS)
            .and_then(|attr| dimensions(ctx, attr))?;
        let all = greatest.get_or_insert(size);
        all.iter_mut().zip(size).for_each(|(all, size)| *all = (*all).max(size));
    }
    greatest
}

/// Reads three integers from a dense-elements, array or words attribute. Returns `None` for other attributes.
fn dimensions(ctx: &Context, attr: Attribute) -> Option<[u64; 3]> {
    match ctx.attr_data(attr) {
        AttrData::Dense { ty, elements } => {
            let (TypeData::Vector { dims, .. } | TypeData::Tensor { dims, .. }) = ctx.type_data(*ty) else {
                return None;
            };
            let element = |index: usize| elements.get(index).or(elements.first()).copied();
            (dims[..] == [3]).then(|| Some([element(0)?, element(1)?, element(2)?]))?
        }
        AttrData::Array(items) => match items[..] {
            [x, y, z] => Some([ctx.attr_u64(x)?, ctx.attr_u64(y)?, ctx.attr_u64(z)?]),
            _ => None,
        },
        AttrData::Words(words) => match words[..] {
            [x, y, z] => Some([x.into(), y.into(), z.into()]),
            _ => None,
        },
        _ => None,
    }
}
