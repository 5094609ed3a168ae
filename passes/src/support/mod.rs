//! Utilities shared by several passes: control flow, memory, values, types and debug information

pub(crate) mod access;
pub(crate) mod built_ins;
pub(crate) mod by_root;
pub(crate) mod control;
pub(crate) mod cost;
pub(crate) mod debug;
pub(crate) mod debug_globals;
pub(crate) mod declarations;
pub(crate) mod decorations;
pub(crate) mod erase;
pub(crate) mod exits;
pub(crate) mod imports;
pub(crate) mod interfaces;
pub(crate) mod loop_accesses;
pub(crate) mod memory;
pub(crate) mod nesting;
pub(crate) mod params;
pub(crate) mod pressure;
pub(crate) mod return_structs;
pub(crate) mod sparse_solver;
pub(crate) mod spirv;
pub(crate) mod storage_classes;
pub(crate) mod type_names;
pub(crate) mod values;
