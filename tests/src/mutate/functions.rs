//! Edits of whole functions: calls, signatures, declarations

use super::code::{Code, Section, any, insert, inst, string};
use crate::r#gen::Rng;
use spv_opt::dialect::generated::opcodes as op;
use std::collections::HashMap;
use std::ops::Range;

/// Returns the result type and the parameter types of a function type; `None` for other types.
fn signature(code: &Code, function_type: u32) -> Option<(u32, Vec<u32>)> {
    let def = &code.list[code.def(function_type)?];
    (def[0] == op::TYPE_FUNCTION).then_some(())?;
    Some((*def.get(2)?, def.get(3..)?.to_vec()))
}

pub(super) fn insert_call(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let (function, _, at) = code.place(rng)?;
    let callee = any(&code.functions(), rng)?;
    // Recursive calls are usually avoided, because shaders must not be recursive.
    if callee == function && rng.chance(95) {
        return None;
    }
    let [_, result, id, _, ty] = code.list[callee.start][..] else { return None };
    let (_, params) = signature(code, ty)?;
    let call = code.fresh();
    let mut words = inst(op::FUNCTION_CALL, &[result, call, id]);
    for param in params {
        words.push(code.value(param, &function, at, rng)?);
    }
    insert(code, at, vec![words]);
    Some(())
}

/// Moves a call whose result is unused to another position, usually in another function. Returns `None` if not
/// applicable.
pub(super) fn move_call(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let is_unused = |at: &usize| {
        code.op(*at) == op::FUNCTION_CALL && code.result(*at).is_some_and(|id| !code.is_used(id))
    };
    let from = any(&(0..code.list.len()).filter(is_unused).collect::<Vec<_>>(), rng)?;
    let (function, _, at) = code.place(rng)?;
    let mut words = code.list[from].clone();
    for word in words.iter_mut().skip(4) {
        let ty = code.type_of(*word)?;
        *word = code.value(ty, &function, at, rng)?;
    }
    code.list.remove(from);
    insert(code, at - usize::from(at > from), vec![words]);
    Some(())
}

/// Copies a function with new ids. May redirect calls to the copy. Returns `None` if not applicable.
pub(super) fn duplicate_function(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let function = any(&code.functions(), rng)?;
    let mut renamed = HashMap::new();
    for at in function.clone() {
        if let Some(id) = code.result(at) {
            let new = code.fresh();
            renamed.insert(id, new);
        }
    }
    let mut copy = code.list[function.clone()].to_vec();
    for (i, words) in copy.iter_mut().enumerate() {
        let at = function.start + i;
        let result = code.result(at).map(|_| code.first_operand(at) - 1);
        for word in code.id_operands(at).into_iter().chain(result) {
            words[word] = renamed.get(&words[word]).copied().unwrap_or(words[word]);
        }
    }
    if rng.chance(50) {
        let annotations: Vec<Vec<u32>> = code
            .list
            .iter()
            .filter(|inst| matches!(inst[0], op::NAME | op::DECORATE) && renamed.contains_key(&inst[1]))
            .cloned()
            .collect();
        for mut annotation in annotations {
            annotation[1] = renamed[&annotation[1]];
            code.add(annotation);
        }
    }
    let (old, new) = (code.result(function.start)?, renamed[&code.result(function.start)?]);
    for at in function.end..code.list.len() {
        if code.op(at) == op::FUNCTION_CALL && code.list[at][3] == old && rng.chance(50) {
            code.list[at][3] = new;
        }
    }
    let at = if rng.chance(50) { function.start } else { function.end };
    insert(code, at, copy);
    Some(())
}

pub(super) fn move_function(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let functions = code.functions();
    let chosen = any(&functions, rng)?;
    let to = any(&functions, rng)?.start;
    let insts: Vec<_> = code.list.drain(chosen.clone()).collect();
    let to = if to > chosen.start { to - insts.len() } else { to };
    insert(code, to, insts);
    Some(())
}

/// Exports a function, converts it to an imported declaration, or adds a declaration. Returns `None` if not applicable.
pub(super) fn declare_function(code: &mut Code, rng: &mut Rng) -> Option<()> {
    const EXPORT: u32 = 0;
    const IMPORT: u32 = 1;
    const LINK_ONCE_ODR: u32 = 2;
    const LINKAGE: u32 = 41;
    let function = internal(code, rng)?.function;
    let id = code.result(function.start)?;
    code.require(5);
    let name = rng.pick(&["f", "main", "", "a\"b", "@f", "f0"]);
    let link = |id: u32, name: &str, how: u32| {
        [inst(op::DECORATE, &[id, LINKAGE]), string(name.as_bytes()), vec![how]].concat()
    };
    match rng.below(3) {
        0 => code.add(link(id, name, rng.pick(&[EXPORT, LINK_ONCE_ODR]))),
        1 => {
            let label = function.clone().find(|&at| code.op(at) == op::LABEL)?;
            let gone: Vec<u32> = (label..function.end).filter_map(|at| code.result(at)).collect();
            code.list.drain(label..function.end - 1);
            code.add(link(id, name, IMPORT));
            let end = function.start + (label - function.start) + 1;
            let declaration: Vec<_> = code.list.drain(function.start..end).collect();
            // Function declarations must precede function definitions.
            let first = code.end_of(Section::Global);
            insert(code, if rng.chance(85) { first } else { function.start }, declaration);
            code.forget(&gone);
        }
        _ => {
            let mut copy: Vec<Vec<u32>> = Vec::new();
            for at in function.clone() {
                if matches!(code.op(at), op::FUNCTION | op::FUNCTION_PARAMETER) {
                    let mut words = code.list[at].clone();
                    words[2] = code.fresh();
                    copy.push(words);
                }
            }
            let declared = copy.first()?[2];
            copy.push(inst(op::FUNCTION_END, &[]));
            let first = code.end_of(Section::Global);
            let at = if rng.chance(80) { first } else { function.end };
            insert(code, at, copy);
            code.add(link(declared, name, IMPORT));
            let mut calls = Vec::new();
            for at in 0..code.list.len() {
                if code.op(at) == op::FUNCTION_CALL && code.list[at][3] == id {
                    calls.push(at);
                }
            }
            if let Some(call) = any(&calls, rng) {
                code.list[call][3] = declared;
            }
        }
    }
    Some(())
}

/// A function that is not an entry point, with its calls.
struct Internal {
    function: Range<usize>,
    result: u32,
    params: Vec<u32>,
    /// Positions of the OpFunctionCalls that call the function.
    calls: Vec<usize>,
}

fn internal(code: &Code, rng: &mut Rng) -> Option<Internal> {
    let all = 0..code.list.len();
    let mut functions = code.functions();
    functions.retain(|f| {
        let id = code.result(f.start);
        !all.clone().any(|at| code.op(at) == op::ENTRY_POINT && code.list[at].get(2).copied() == id)
    });
    let function = any(&functions, rng)?;
    let id = code.result(function.start)?;
    let (result, params) = signature(code, *code.list[function.start].get(4)?)?;
    let calls = all.filter(|&at| code.op(at) == op::FUNCTION_CALL && code.list[at].get(3) == Some(&id));
    Some(Internal { function, result, params, calls: calls.collect() })
}

pub(super) fn add_parameter(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let Internal { function, result, mut params, calls } = internal(code, rng)?;
    let (_, ty) = any(&code.values(&function, function.start), rng)?;
    params.push(ty);
    if params.len() > function.len() {
        return None;
    }
    let new = code.type_id(op::TYPE_FUNCTION, &[&[result], &params[..]].concat());
    code.list[function.start][4] = new;
    for call in calls {
        let argument = code.constant(ty, rng)?;
        code.list[call].push(argument);
    }
    let id = code.fresh();
    insert(code, function.start + params.len(), vec![inst(op::FUNCTION_PARAMETER, &[ty, id])]);
    Some(())
}

pub(super) fn remove_parameter(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let Internal { function, result, mut params, calls } = internal(code, rng)?;
    let list: Vec<usize> = function.clone().filter(|&at| code.op(at) == op::FUNCTION_PARAMETER).collect();
    let index = rng.below(list.len().max(1));
    // Because of another mutation, the function type may have fewer parameters than the function.
    let at = *list.get(index).filter(|_| index < params.len())?;
    let (id, ty) = (code.result(at)?, code.ty(at)?);
    let instead = code.constant(ty, rng)?;
    code.replace_uses(function.clone(), id, instead);
    params.remove(index);
    let new = code.type_id(op::TYPE_FUNCTION, &[&[result], &params[..]].concat());
    code.list[function.start][4] = new;
    for call in calls {
        if code.list[call].len() > 4 + index {
            code.list[call].remove(4 + index);
        }
    }
    code.list.remove(at);
    code.forget(&[id]);
    Some(())
}

/// Changes the result type of a function whose result is unused. Returns `None` if not applicable.
pub(super) fn change_result(code: &mut Code, rng: &mut Rng) -> Option<()> {
    let Internal { function, params, calls, .. } = internal(code, rng)?;
    if calls.iter().any(|&at| code.result(at).is_some_and(|id| code.is_used(id))) {
        return None;
    }
    let (_, ty) = any(&code.values(&function, function.start), rng)?;
    let value = code.constant(ty, rng)?;
    let new = code.type_id(op::TYPE_FUNCTION, &[&[ty], &params[..]].concat());
    code.list[function.start][4] = new;
    calls.into_iter().chain([function.start]).for_each(|at| code.list[at][1] = ty);
    for at in function {
        if matches!(code.op(at), op::RETURN | op::RETURN_VALUE) {
            code.list[at] = inst(op::RETURN_VALUE, &[value]);
        }
    }
    Some(())
}
