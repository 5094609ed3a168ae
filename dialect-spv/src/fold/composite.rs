//! Patterns that simplify chains of composite operations

use super::composite_values::{UNDEFINED, words};
use super::constant;
use super::decorations::can_merge;
use super::identity::splat;
use super::rewrite::{New, has_one_use, own, substitute, substitute_undef};
use super::value::{constituent, defined_by, opcode, overlaps, taken_apart};
use crate::generated::opcodes::*;
use crate::generated::views::CompositeInsert;
use crate::types;
use spv_ir::rewrite::{is_used, program_uses};
use spv_ir::{Folding, NewOp, Op, Rewriter, Type, Value};

/// Replaces an extract that reads inside one constituent of an OpCompositeConstruct with an extract from the
/// constituent.
pub fn extract_of_construct(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let indexes = words(f.ctx, f.body, op)?;
        let (&first, rest) = indexes.split_first()?;
        let [composite] = f.body.first_operands(op);
        let (value, component) = constituent(f, defined_by(f, composite, COMPOSITE_CONSTRUCT)?, first)?;
        let path: Vec<u32> = component.into_iter().chain(rest.iter().copied()).collect();
        (!path.is_empty()).then_some((value, path))
    })();
    let Some((value, path)) = found else { return false };
    extract(r, op, value, &path)
}

/// Replaces an op with an OpCompositeExtract from `value` at the index path `path`.
pub fn extract(r: &mut Rewriter<'_>, op: Op, value: Value, path: &[u32]) -> bool {
    substitute(r, op, New { words: Some(path), ..New::of(COMPOSITE_EXTRACT, &[value]) })
}

/// Replaces an extract from an insert with an extract from the original composite or from the inserted object.
pub fn extract_of_insert(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let indexes = words(f.ctx, f.body, op)?;
        let [inserted] = f.body.first_operands(op);
        let insert = defined_by(f, inserted, COMPOSITE_INSERT)?;
        let [object, composite] = f.body.first_operands(insert);
        let own = words(f.ctx, f.body, insert)?;
        if !overlaps(own, indexes) {
            return Some((composite, indexes.to_vec()));
        }
        // If the insert changes only a nested element of the extracted element, no existing value is the result.
        let rest = indexes.strip_prefix(own).filter(|rest| !rest.is_empty())?;
        Some((object, rest.to_vec()))
    })();
    let Some((value, path)) = found else { return false };
    extract(r, op, value, &path)
}

pub fn extract_of_shuffle(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [index] = *words(f.ctx, f.body, op)? else { return None };
        let [vector] = f.body.first_operands(op);
        let shuffle = defined_by(f, vector, VECTOR_SHUFFLE)?;
        let component = *words(f.ctx, f.body, shuffle)?.get(index as usize)?;
        if component == UNDEFINED { Some(None) } else { source(r, shuffle, component).map(Some) }
    })();
    match found {
        Some(Some((value, component))) => extract(r, op, value, &[component]),
        Some(None) => substitute_undef(r, op),
        None => false,
    }
}

/// Merges two nested extracts if the result of the inner extract has no other use.
pub fn extract_of_extract(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [part] = f.body.first_operands(op);
        let inner = own(f, part, COMPOSITE_EXTRACT)?;
        let [whole] = f.body.first_operands(inner);
        Some((whole, [words(f.ctx, f.body, inner)?, words(f.ctx, f.body, op)?].concat()))
    })();
    let Some((value, path)) = found else { return false };
    extract(r, op, value, &path)
}

/// Replaces an extract from an OpCompositeConstruct of extracts with an extract from the original composite.
pub fn extract_of_extracts(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let (whole, path) = taken_apart(f, op)?;
        let ty =
            path.iter().try_fold(f.body.value_type(whole), |ty, &i| types::element(f.ctx, ty, i.into()))?;
        (!path.is_empty() && ty == f.body.value_type(f.body.result(op, 0))).then(|| (whole, path.to_vec()))
    })();
    let Some((whole, path)) = found else { return false };
    extract(r, op, whole, &path)
}

/// Bypasses a preceding insert that sets an element which this insert overwrites.
pub fn insert_over_insert(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let [_, composite] = f.body.first_operands(op);
        let inner = defined_by(f, composite, COMPOSITE_INSERT)?;
        let [_, composite] = f.body.first_operands(inner);
        words(f.ctx, f.body, inner)?.starts_with(words(f.ctx, f.body, op)?).then_some(composite)
    })();
    let Some(composite) = found else { return false };
    r.modify(op, |builder| builder.set_operand(op, CompositeInsert::COMPOSITE, composite));
    true
}

/// Maximum number of elements of an OpCompositeConstruct that replaces a chain of inserts.
const MAX_ELEMENTS: usize = 256;

/// Replaces a chain of inserts that sets all elements with an OpCompositeConstruct.
pub fn construct_of_inserts(r: &mut Rewriter<'_>, op: Op) -> bool {
    let f = r.folding();
    let own = |before| has_one_use(f.ctx, f.body, before) && can_merge(f.ctx, f.body, before);
    let Some(Inserted { elements, path, part, base }) = inserted_elements(f, op, own) else { return false };
    if path.is_empty() {
        return substitute(r, op, New::of(COMPOSITE_CONSTRUCT, &elements));
    }
    let Some(def) = r.ctx().registry().op_by_code(0, COMPOSITE_CONSTRUCT) else { return false };
    let new = NewOp { loc: r.loc(op), operands: &elements, results: &[part], ..NewOp::new(def) };
    let made = r.create(new);
    let operands = [r.result(made, 0), base];
    substitute(r, op, New { words: Some(&path), ..New::of(COMPOSITE_INSERT, &operands) })
}

/// Replaces a chain of inserts like `construct_of_inserts`, even if intermediate composites have other uses. Erases
/// inserts that become unused.
pub fn rewrite_inserts(r: &mut Rewriter<'_>, op: Op) -> bool {
    let f = r.folding();
    let Some(Inserted { elements, path, .. }) =
        inserted_elements(f, op, |before| can_merge(f.ctx, f.body, before))
    else {
        return false;
    };
    if !path.is_empty() {
        return false;
    }
    let [_, mut composite] = r.first_operands(op);
    if !substitute(r, op, New::of(COMPOSITE_CONSTRUCT, &elements)) {
        return false;
    }
    while let Some(before) = defined_by(r.folding(), composite, COMPOSITE_INSERT)
        && !is_used(r.ctx(), r, composite)
        && can_merge(r.ctx(), r, before)
    {
        [_, composite] = r.first_operands(before);
        r.erase(before);
    }
    true
}

/// The elements set by a chain of inserts.
struct Inserted {
    /// All elements of the composite at `path`.
    elements: Vec<Value>,
    /// Index path of the composite whose elements are set; empty for the outermost composite.
    path: Vec<u32>,
    /// Type of the composite at `path`.
    part: Type,
    /// The composite operand of the first insert in the chain.
    base: Value,
}

/// Collects the elements set by the chain of inserts that ends with `op`. Returns `None` if the chain does not set all
/// elements. `through` must return true for each preceding op of the chain.
fn inserted_elements(f: Folding<'_>, op: Op, through: impl Fn(Op) -> bool) -> Option<Inserted> {
    let result = f.body.result(op, 0);
    let (_, path) = words(f.ctx, f.body, op)?.split_last()?;
    let index = |insert: Op| {
        let (last, own) = words(f.ctx, f.body, insert)?.split_last()?;
        (own == path).then_some(*last as usize)
    };
    // Start only at the last insert of a chain. If the only user of this insert continues the chain, this insert is not
    // last.
    let mut uses = program_uses(f.ctx, f.body, result);
    if let (Some((user, CompositeInsert::COMPOSITE)), None) = (uses.next(), uses.next())
        && opcode(f, user) == Some(COMPOSITE_INSERT)
        && index(user).is_some()
    {
        return None;
    }
    let part =
        path.iter().try_fold(f.body.value_type(result), |ty, &i| types::element(f.ctx, ty, i.into()))?;
    let length = constant::length(f.ctx, part)?;
    if !(2..=MAX_ELEMENTS).contains(&length) {
        return None;
    }
    let mut elements: Vec<Option<Value>> = vec![None; length];
    let mut left = length;
    let mut at = op;
    let base = loop {
        let element = elements.get_mut(index(at)?)?;
        let [object, composite] = f.body.first_operands(at);
        if element.is_none() {
            *element = Some(object);
            left -= 1;
        }
        if left == 0 {
            break composite;
        }
        let before = f.body.defining_op(composite)?;
        if !through(before) {
            return None;
        }
        if path.is_empty()
            && opcode(f, before)? == COMPOSITE_CONSTRUCT
            && f.body.operand_count(before) == length
        {
            let operands: Vec<Value> = f.body.operands(before).collect();
            for (element, value) in elements.iter_mut().zip(operands) {
                element.get_or_insert(value);
            }
            break composite;
        }
        at = defined_by(f, composite, COMPOSITE_INSERT)?;
    };
    let elements = elements.into_iter().collect::<Option<_>>()?;
    Some(Inserted { elements, path: path.to_vec(), part, base })
}

/// Replaces an OpCompositeConstruct of a vector with a shuffle if all components are extracts from at most two vectors.
/// At least one extract must have no other use.
pub fn shuffle_of_extracts(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let shape = constant::shape(f.ctx, f.body.value_type(f.body.result(op, 0)))?;
        let count = f.body.operand_count(op);
        if shape.length.is_none() || shape.lanes() != count {
            return None;
        }
        let mut sources: Vec<Value> = Vec::new();
        let mut lanes = Vec::new();
        let mut saves = false;
        for value in f.body.operands(op) {
            let extract = defined_by(f, value, COMPOSITE_EXTRACT)?;
            let [component] = *words(f.ctx, f.body, extract)? else { return None };
            let [source] = f.body.first_operands(extract);
            let own = constant::shape(f.ctx, f.body.value_type(source))?;
            if own.length.is_none() || own.scalar != shape.scalar || !can_merge(f.ctx, f.body, extract) {
                return None;
            }
            saves |= program_uses(f.ctx, f.body, value).all(|(user, _)| user == op);
            if !sources.contains(&source) {
                sources.push(source);
            }
            lanes.push((source, component));
        }
        if !saves || sources.len() > 2 {
            return None;
        }
        let (first, second) = (sources[0], *sources.last()?);
        let before = length(r, first)?;
        let components: Vec<u32> =
            lanes.into_iter().map(|(v, c)| if v == first { c } else { before + c }).collect();
        Some(([first, second], components))
    })();
    let Some((operands, components)) = found else { return false };
    substitute(r, op, New { words: Some(&components), ..New::of(VECTOR_SHUFFLE, &operands) })
}

/// Returns the component index that the constant `index` selects. Returns `None` if the index is not constant or is out
/// of range for the vector.
fn chosen(r: &Rewriter<'_>, vector: Value, index: Value) -> Option<u32> {
    let (index, _) = splat(r.folding(), index)?;
    let length = constant::shape(r.ctx(), r.value_type(vector))?.lanes();
    u32::try_from(index).ok().filter(|&index| (index as usize) < length)
}

pub fn extract_at_constant(r: &mut Rewriter<'_>, op: Op) -> bool {
    let [vector, index] = r.first_operands(op);
    let Some(index) = chosen(r, vector, index) else { return false };
    extract(r, op, vector, &[index])
}

pub fn insert_at_constant(r: &mut Rewriter<'_>, op: Op) -> bool {
    let [vector, component, index] = r.first_operands(op);
    let Some(index) = chosen(r, vector, index) else { return false };
    substitute(r, op, New { words: Some(&[index]), ..New::of(COMPOSITE_INSERT, &[component, vector]) })
}

/// Makes a shuffle of shuffles read the source vectors of the inner shuffles directly. Requires at most two source
/// vectors.
pub fn shuffle_of_shuffle(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let operands: [Value; 2] = f.body.first_operands(op);
        if operands.iter().all(|&value| defined_by(f, value, VECTOR_SHUFFLE).is_none()) {
            return None;
        }
        let mut used: Vec<Value> = Vec::new();
        let mut lanes = Vec::new();
        let mut through = false;
        for &component in words(f.ctx, f.body, op)? {
            if component == UNDEFINED {
                lanes.push(None);
                continue;
            }
            let (mut value, mut component) = source(r, op, component)?;
            if let Some(inner) = defined_by(f, value, VECTOR_SHUFFLE) {
                through = true;
                component = *words(f.ctx, f.body, inner)?.get(component as usize)?;
                if component == UNDEFINED {
                    lanes.push(None);
                    continue;
                }
                (value, component) = source(r, inner, component)?;
            }
            if !used.contains(&value) {
                used.push(value);
            }
            lanes.push(Some((value, component)));
        }
        if !through || used.is_empty() || used.len() > 2 {
            return None;
        }
        let (first, second) = (used[0], *used.last()?);
        let before = length(r, first)?;
        let words: Vec<u32> = lanes
            .into_iter()
            .map(|lane| match lane {
                None => UNDEFINED,
                Some((value, component)) if value == first => component,
                Some((_, component)) => before + component,
            })
            .collect();
        Some(([first, second], words))
    })();
    let Some((operands, components)) = found else { return false };
    substitute(r, op, New { words: Some(&components), ..New::of(VECTOR_SHUFFLE, &operands) })
}

/// Drops the unused operand of a shuffle that reads only one vector. Replaces a shuffle that has only undefined
/// components with an undefined value.
pub fn shuffle_of_one(r: &mut Rewriter<'_>, op: Op) -> bool {
    let found = (|| {
        let f = r.folding();
        let components = words(f.ctx, f.body, op)?;
        let [first, second] = f.body.first_operands(op);
        let before = length(r, first)?;
        let mut defined = components.iter().copied().filter(|&component| component != UNDEFINED).peekable();
        let Some(&some) = defined.peek() else { return Some(None) };
        if first == second || defined.any(|component| (component < before) != (some < before)) {
            return None;
        }
        let (only, skip) = if some < before { (first, 0) } else { (second, before) };
        let own = |&c: &u32| if c == UNDEFINED { c } else { c - skip };
        Some(Some((only, components.iter().map(own).collect::<Vec<u32>>())))
    })();
    match found {
        Some(Some((only, words))) => {
            substitute(r, op, New { words: Some(&words), ..New::of(VECTOR_SHUFFLE, &[only, only]) })
        }
        Some(None) => substitute_undef(r, op),
        None => false,
    }
}

/// Returns the source vector of a shuffle component, and the component's index in that vector.
fn source(r: &Rewriter<'_>, shuffle: Op, component: u32) -> Option<(Value, u32)> {
    let [first, second] = r.first_operands(shuffle);
    let before = length(r, first)?;
    Some(if component < before { (first, component) } else { (second, component - before) })
}

fn length(r: &Rewriter<'_>, value: Value) -> Option<u32> {
    Some(constant::shape(r.ctx(), r.value_type(value))?.lanes() as u32)
}
