//! The source line and debug scope in effect at each instruction. Line and scope markers set them by position; the
//! number of markers is irrelevant.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::compare::op;
use crate::compare::read::Inst;

const DEBUG_SCOPE: u32 = 23;
const DEBUG_NO_SCOPE: u32 = 24;
const DEBUG_LINE: u32 = 103;
const DEBUG_NO_LINE: u32 = 104;

/// The line and scope in effect at an instruction. Ids refer to the instruction's module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct LineState {
    /// File, line and column of `OpLine`.
    pub(crate) line: Option<[u32; 3]>,
    /// Operands of `DebugLine`: source, and constants for lines and columns.
    pub(crate) debug_line: Option<Vec<u32>>,
    /// Operands of `DebugScope`: the scope, and the inlined-at location.
    pub(crate) scope: Option<Vec<u32>>,
}

/// An extended instruction set with markers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DebugSet {
    /// `DebugScope` only.
    Scopes,
    /// `DebugScope` and `DebugLine`.
    ScopesAndLines,
}

/// Tracks the state over the instructions of a module, in order.
pub(crate) struct Tracker {
    sets: FxHashMap<u32, DebugSet>,
    /// The set of the last marker.
    set: Option<DebugSet>,
    /// The current state, shared by all instructions up to the next change.
    current: Rc<LineState>,
    in_block: bool,
}

impl Tracker {
    /// Constructs a tracker for the start of a module.
    pub(crate) fn new() -> Self {
        Tracker { sets: FxHashMap::default(), set: None, current: Rc::default(), in_block: false }
    }

    /// Processes the next instruction. Returns the state at the instruction, or `None` for a marker.
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
            // A line must not leak into the next block after an unknown terminator.
            op::LABEL if self.in_block => self.current = Rc::default(),
            _ => {}
        }
        let mut state = self.current.clone();
        if inst.opcode == op::FUNCTION_PARAMETER && self.set == Some(DebugSet::ScopesAndLines) {
            // Inside functions, non-semantic instructions must be in blocks (SPV_KHR_non_semantic_info).
            let state = Rc::make_mut(&mut state);
            (state.scope, state.debug_line) = (None, None);
        }
        if inst.opcode == op::LABEL {
            self.in_block = true;
        } else if op::is_terminator(inst.opcode) || inst.opcode == op::FUNCTION_END && self.in_block {
            // A line ends with its block. The end of a function without blocks does not end a line.
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
