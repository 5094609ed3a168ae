//! Test cases for functions, blocks and graphs

use super::builder::{Builder, Section, Ty};
use super::check::Case;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::table::core_row;

fn case(opcode: u32, variant: &str, b: Builder) -> Case {
    Case::new(core_row(opcode).map_or("?", |r| r.name), variant, b.finish(), opcode)
}

pub fn nop() -> Vec<Case> {
    let mut b = Builder::new();
    b.code(op::NOP, &[]);
    let local = case(op::NOP, "in a function", b).line(["spv.Nop"]);
    let mut b = Builder::new();
    b.op(Section::Globals, op::NOP, &[]);
    vec![local, case(op::NOP, "at module scope", b).line(["spv.Nop"])]
}

pub fn function() -> Vec<Case> {
    let mut list = Vec::new();
    for body in [false, true] {
        for (result, count) in [(Ty::Void, 0), (Ty::F32, 1), (Ty::F4, 3)] {
            let mut b = Builder::new();
            let parameters = vec![result; count];
            let ty = b.function_type(result, &parameters);
            let result = b.ty(result);
            // The function-control mask is Inline and Pure.
            b.def(Section::Functions, op::FUNCTION, Some(result), &[5, ty]);
            let ids: Vec<u32> = (0..count)
                .map(|_| b.def(Section::Functions, op::FUNCTION_PARAMETER, Some(result), &[]))
                .collect();
            if body {
                b.def(Section::Functions, op::LABEL, None, &[]);
                match ids.first() {
                    Some(id) => b.op(Section::Functions, op::RETURN_VALUE, &[*id]),
                    None => b.op(Section::Functions, op::RETURN, &[]),
                }
            }
            b.op(Section::Functions, op::FUNCTION_END, &[]);
            let what = format!("{count} parameters, body: {body}");
            list.push(case(op::FUNCTION, &what, b).line(["spv.func @", "Inline|Pure"]));
        }
    }
    list
}

pub fn graph() -> Vec<Case> {
    let mut b = Builder::new();
    let f32 = b.ty(Ty::F32);
    let ty = b.known(op::TYPE_GRAPH_ARM, None, &[1, f32, f32]);
    let (zero, one) = (b.u32(0), b.u32(1));
    b.def(Section::Last, op::GRAPH_ARM, Some(ty), &[]);
    let input = b.def(Section::Last, op::GRAPH_INPUT_ARM, Some(f32), &[zero]);
    let element = b.def(Section::Last, op::GRAPH_INPUT_ARM, Some(f32), &[zero, one, zero]);
    b.op(Section::Last, op::GRAPH_SET_OUTPUT_ARM, &[input, zero]);
    b.op(Section::Last, op::GRAPH_SET_OUTPUT_ARM, &[element, zero, one]);
    b.op(Section::Last, op::GRAPH_END_ARM, &[]);
    let case = case(op::GRAPH_ARM, "two inputs", b).line(["spv.GraphARM"]).line(["spv.GraphInputARM"]);
    vec![case.line(["spv.GraphSetOutputARM"]).line(["spv.GraphEndARM"])]
}

/// Allocates `N` label ids.
fn labels<const N: usize>(b: &mut Builder) -> [u32; N] {
    std::array::from_fn(|_| b.id())
}

/// Appends a block that computes a value and branches to `to`. Returns the value's id.
fn block(b: &mut Builder, label: u32, to: u32) -> u32 {
    let (ty, operand) = (b.ty(Ty::U32), b.parameter(Ty::U32));
    b.code(op::LABEL, &[label]);
    let value = b.value(op::NOT, ty, &[operand]);
    b.code(op::BRANCH, &[to]);
    value
}

/// Creates a conditional branch whose two targets branch to the same block. `construct` is the selection-control mask,
/// or `None` to omit the merge instruction. `phi` is whether the last block has a phi.
fn diamond(construct: Option<u32>, phi: bool, weights: &[u32]) -> Builder {
    let mut b = Builder::new();
    let [yes, no, end] = labels(&mut b);
    let condition = b.parameter(Ty::Bool);
    if let Some(control) = construct {
        b.code(op::SELECTION_MERGE, &[end, control]);
    }
    b.code(op::BRANCH_CONDITIONAL, &[&[condition, yes, no], weights].concat());
    let values = [block(&mut b, yes, end), block(&mut b, no, end)];
    b.code(op::LABEL, &[end]);
    if phi {
        let ty = b.ty(Ty::U32);
        let value = b.value(op::PHI, ty, &[values[0], yes, values[1], no]);
        b.value(op::NOT, ty, &[value]);
    }
    b
}

pub fn unstructured() -> Vec<Case> {
    vec![
        case(op::BRANCH, "a diamond", diamond(None, false, &[])).line(["spv.Branch", "^bb3"]).line(["^bb3:"]),
    ]
}

pub fn branch_conditional() -> Vec<Case> {
    let words = ["spv.BranchConditional", "^bb1", "^bb2"];
    vec![
        case(op::BRANCH_CONDITIONAL, "plain", diamond(None, false, &[])).line(words),
        case(op::BRANCH_CONDITIONAL, "with weights", diamond(None, false, &[3, 4]))
            .line(words)
            .line(["[3, 4]"]),
        case(op::BRANCH_CONDITIONAL, "weights in a construct", diamond(Some(1), true, &[3, 4]))
            .line(["[3, 4]"]),
    ]
}

pub fn selection_merge() -> Vec<Case> {
    let mut list: Vec<Case> = [false, true]
        .iter()
        .map(|&phi| {
            let case = case(op::SELECTION_MERGE, &format!("phi: {phi}"), diamond(Some(1), phi, &[]));
            case.line(["spv.mlir.selection", "Flatten"]).line(["spv.mlir.merge"])
        })
        .collect();
    // Create an unstructured branch into the construct.
    let mut b = Builder::new();
    let [header, inner, end] = labels(&mut b);
    let condition = b.parameter(Ty::Bool);
    b.code(op::BRANCH_CONDITIONAL, &[condition, header, inner]);
    b.code(op::LABEL, &[header]);
    b.code(op::SELECTION_MERGE, &[end, 2]);
    b.code(op::BRANCH_CONDITIONAL, &[condition, inner, end]);
    block(&mut b, inner, end);
    b.code(op::LABEL, &[end]);
    list.push(case(op::SELECTION_MERGE, "in CFG form", b).line(["spv.BranchConditional", "DontFlatten"]));
    list
}

pub fn phi() -> Vec<Case> {
    let mut list = vec![
        case(op::PHI, "unstructured", diamond(None, true, &[])).line(["^bb3(", "i32"]),
        case(op::PHI, "of a construct", diamond(Some(0), true, &[])).line(["spv.mlir.selection", "i32"]),
    ];
    list.extend(loop_merge());
    list
}

/// Creates a loop with a counter. `control` contains the loop-control mask and its parameters.
fn counting(control: &[u32]) -> Builder {
    let mut b = Builder::new();
    let [header, body, next, end] = labels(&mut b);
    let (u32, bool) = (b.ty(Ty::U32), b.ty(Ty::Bool));
    let (zero, limit) = (b.u32(0), b.parameter(Ty::U32));
    let [entry, before, count, sum] = labels(&mut b);
    // The phis reference the label of the block before the header, which cannot be the implicit first label of `main`.
    b.code(op::BRANCH, &[before]);
    b.code(op::LABEL, &[before]);
    b.code(op::BRANCH, &[header]);
    b.code(op::LABEL, &[header]);
    b.code(op::PHI, &[u32, count, zero, before, sum, next]);
    let more = b.value(op::U_LESS_THAN, bool, &[count, limit]);
    b.code(op::LOOP_MERGE, &[&[end, next], control].concat());
    b.code(op::BRANCH_CONDITIONAL, &[more, body, end]);
    b.code(op::LABEL, &[body]);
    b.value(op::NOT, u32, &[count]);
    b.code(op::BRANCH, &[next]);
    b.code(op::LABEL, &[next]);
    let one = b.u32(1);
    b.code(op::I_ADD, &[u32, sum, count, one]);
    b.code(op::BRANCH, &[header]);
    b.code(op::LABEL, &[end]);
    let _ = entry;
    b
}

pub fn loop_merge() -> Vec<Case> {
    vec![
        case(op::LOOP_MERGE, "None", counting(&[0])).line(["spv.mlir.loop"]).line(["spv.mlir.merge"]),
        case(op::LOOP_MERGE, "Unroll", counting(&[1])).line(["spv.mlir.loop", "Unroll"]),
        case(op::LOOP_MERGE, "with parameters", counting(&[0x18, 5, 6])).line([
            "spv.mlir.loop",
            "MinIterations",
            "DependencyLength",
            "5",
            "6",
        ]),
    ]
}

pub fn switch() -> Vec<Case> {
    let mut list = Vec::new();
    for count in [0, 1, 3] {
        for wide in [false, true] {
            for construct in [false, true] {
                let mut b = Builder::new();
                let [other, end] = labels(&mut b);
                let selector = b.parameter(if wide { Ty::U64 } else { Ty::U32 });
                let mut words = vec![selector, other];
                let targets: Vec<u32> = (0..count).map(|_| b.id()).collect();
                for (i, target) in targets.iter().enumerate() {
                    words.push(i as u32 * 7);
                    words.extend(wide.then_some(i as u32));
                    words.push(*target);
                }
                if construct {
                    b.code(op::SELECTION_MERGE, &[end, 0]);
                }
                b.code(op::SWITCH, &words);
                for label in targets.into_iter().chain([other]) {
                    block(&mut b, label, end);
                }
                b.code(op::LABEL, &[end]);
                let what = format!("{count} cases, wide: {wide}, in a construct: {construct}");
                list.push(case(op::SWITCH, &what, b).line(["spv.Switch"]));
            }
        }
    }
    list
}
