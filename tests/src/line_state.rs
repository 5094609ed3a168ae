//! Source line and debug scope that apply to each instruction
//!
//! Line and scope markers apply to the instructions after them. Repeated identical markers are irrelevant.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::compare::op;
use crate::compare::read::Inst;

const DEBUG_SCOPE: u32 = 23;
const DEBUG_NO_SCOPE: u32 = 24;
const DEBUG_LINE: u32 = 103;
const DEBUG_NO_LINE: u32 = 104;

/// The line and scope that apply to an instruction. All ids belong to the instruction's module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LineState {
    /// File id, line and column of the last OpLine; `None` if no OpLine applies.
    pub(crate) line: Option<[u32; 3]>,
    /// Operands of the last DebugLine: ids of the source, and of the line and column constants. `None` if no DebugLine
    /// applies.
    pub(crate) debug_line: Option<Vec<u32>>,
    /// Operands of the last DebugScope: ids of the scope and of the inlined-at location. `None` if no DebugScope
    /// applies.
    pub(crate) scope: Option<Vec<u32>>,
}

/// The markers that an extended instruction set provides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DebugSet {
    /// The set has only `DebugScope`.
    Scopes,
    /// The set has `DebugScope` and `DebugLine`.
    ScopesAndLines,
}

/// Tracks the current line and scope over the instructions of a module, in order.
pub(crate) struct Tracker {
    sets: FxHashMap<u32, DebugSet>,
    /// Extended instruction set of the last marker; `None` before the first marker.
    set: Option<DebugSet>,
    /// The current line and scope, shared by all instructions up to the next change.
    current: Rc<LineState>,
    in_block: bool,
}

impl Tracker {
    /// Constructs a tracker for the start of a module.
    pub(crate) fn new() -> Self {
        Tracker { sets: FxHashMap::default(), set: None, current: Rc::default(), in_block: false }
    }

    /// Processes the next instruction. Returns the line and scope that apply to it, or `None` if it is a marker.
    pub(crate) fn step(&mut self, inst: &Inst) -> Option<Rc<LineState>> {
        match inst.opcode {
            op::EXT_INST_IMPORT => self.import(inst),
            op::LINE => {
                if let (Some(file), Some(line), Some(column)) = (inst.id(0), inst.lit(1), inst.lit(2)) {
                    self.change(|state| state.line = Some([file, line, column]));
                }
                return None;
            }
            op::NO_LINE => {
                self.change(|state| state.line = None);
                return None;
            }
            op::EXT_INST | op::EXT_INST_FORWARD if self.debug_marker(inst) => return None,
            // If the terminator of the previous block is unknown, the block's line must not apply to this block.
            op::LABEL if self.in_block => self.current = Rc::default(),
            _ => {}
        }
        let mut state = self.current.clone();
        if inst.opcode == op::FUNCTION_PARAMETER && self.set == Some(DebugSet::ScopesAndLines) {
            // Non-semantic instructions inside a function must be in a block (SPV_KHR_non_semantic_info).
            let state = Rc::make_mut(&mut state);
            (state.scope, state.debug_line) = (None, None);
        }
        if inst.opcode == op::LABEL {
            self.in_block = true;
        } else if op::is_terminator(inst.opcode) || inst.opcode == op::FUNCTION_END && self.in_block {
            // A line applies until the end of its block. In a function without blocks, it still applies after the
            // function's end.
            self.in_block = false;
            self.current = Rc::default();
        }
        Some(state)
    }

    fn import(&mut self, inst: &Inst) {
        let (Some(id), Some(name)) = (inst.result, inst.string(0)) else {
            return;
        };
        if name.starts_with(b"NonSemantic.Shader.DebugInfo") {
            self.sets.insert(id, DebugSet::ScopesAndLines);
        } else if name == b"OpenCL.DebugInfo.100" || name == b"DebugInfo" {
            self.sets.insert(id, DebugSet::Scopes);
        }
    }

    fn debug_marker(&mut self, inst: &Inst) -> bool {
        let Some(&set) = inst.id(0).and_then(|set| self.sets.get(&set)) else {
            return false;
        };
        self.set = Some(set);
        let ids: Vec<u32> = inst.ids().skip(1).collect();
        match (inst.lit(1), set) {
            (Some(DEBUG_SCOPE), _) => self.change(|state| state.scope = Some(ids)),
            (Some(DEBUG_NO_SCOPE), _) => self.change(|state| state.scope = None),
            (Some(DEBUG_LINE), DebugSet::ScopesAndLines) => {
                self.change(|state| state.debug_line = Some(ids));
            }
            (Some(DEBUG_NO_LINE), DebugSet::ScopesAndLines) => {
                self.change(|state| state.debug_line = None);
            }
            _ => return false,
        }
        true
    }

    fn change(&mut self, edit: impl FnOnce(&mut LineState)) {
        edit(Rc::make_mut(&mut self.current));
    }
}
