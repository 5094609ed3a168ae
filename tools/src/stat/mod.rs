//! Statistics of a module: counts of instructions, types, constants and blocks, nesting depth and section sizes.
//!
//! Instructions and bytes refer to the exported binary.

mod depth;
mod sections;
mod text;

use crate::module_ref::ModuleRef;
use depth::Nesting;
pub use sections::Section;
use spv_dialect::generated::opcodes as op;
use spv_dialect::spv;
use spv_ir::symbols::name_of;
use spv_ir::{Diagnostics, Module, walk};
use spv_serialize::export::{ExportOptions, export};
use spv_serialize::import::instruction_name;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Number of words in the header.
const HEADER: usize = 5;

/// An order of functions and instruction names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The largest number of instructions first; equal numbers in alphabetical order.
    #[default]
    Count,
    /// Alphabetical order.
    Name,
}

/// The statistics of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// Size of the binary in bytes.
    pub bytes: usize,
    /// Size of each nonempty section in bytes, in order.
    pub sections: BTreeMap<Section, usize>,
    /// The id bound in the header.
    pub id_bound: u32,
    /// Number of instructions.
    pub instructions: usize,
    /// Number of instructions by name.
    pub by_name: BTreeMap<String, usize>,
    /// Number of types.
    pub types: usize,
    /// Number of constants, including specialization constants.
    pub constants: usize,
    /// Number of specialization constants, including constants computed from them.
    pub spec_constants: usize,
    /// Number of module-level variables.
    pub variables: usize,
    /// Number of entry points.
    pub entry_points: usize,
    /// The functions, including declarations, in order of the module or as [`Statistics::sort`] orders them.
    pub functions: Vec<FunctionStatistics>,
    /// The order of instruction names in the text form.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub order: Order,
}

/// The statistics of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FunctionStatistics {
    /// The symbol.
    pub symbol: String,
    /// Size of the instructions in bytes.
    pub bytes: usize,
    /// Number of instructions.
    pub instructions: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of calls.
    pub calls: usize,
    /// Number of structured selections.
    pub selections: usize,
    /// Number of structured loops.
    pub loops: usize,
    /// Maximum nesting depth of selections and loops; 0 if there are none.
    pub depth: usize,
    /// Maximum nesting depth of loops.
    pub loop_depth: usize,
}

/// Computes statistics of the only `spv.module` of a verified module.
///
/// # Errors
/// There is not exactly one `spv.module`, or it has no binary form.
pub fn stat(module: &Module) -> Result<Statistics, Diagnostics> {
    let module = ModuleRef::only(module)?;
    let words = export(module.ctx, module.outer, module.op, &ExportOptions::default())?.words;
    let mut functions = walk::top_ops(module.body).filter(|&op| module.body.def(op) == spv::Func::ID);
    let mut statistics = Statistics {
        bytes: words.len() * 4,
        id_bound: words.get(3).copied().unwrap_or(0),
        ..Default::default()
    };
    let mut sections = BTreeMap::from([(Section::Header, HEADER * 4)]);
    let mut in_function = false;
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        // `max(1)` only guards against an endless loop: exported instructions have at least one word.
        let (opcode, length) = (first & 0xFFFF, (first >> 16).max(1) as usize);
        at += length;
        let bytes = length * 4;
        if opcode == op::FUNCTION {
            in_function = true;
            let function = functions.next();
            let symbol = function.and_then(|op| name_of(module.ctx, module.body, op)).unwrap_or_default();
            let nesting =
                function.and_then(|op| module.body.nested(op)).map(Nesting::new).unwrap_or_default();
            statistics.functions.push(FunctionStatistics {
                symbol: symbol.to_owned(),
                selections: nesting.selections,
                loops: nesting.loops,
                depth: nesting.depth,
                loop_depth: nesting.loop_depth,
                ..Default::default()
            });
        }
        let section = if in_function { Section::Functions } else { sections::section(opcode) };
        *sections.entry(section).or_default() += bytes;
        *statistics.by_name.entry(name(opcode)).or_default() += 1;
        statistics.instructions += 1;
        if let Some(function) = statistics.functions.last_mut().filter(|_| in_function) {
            function.bytes += bytes;
            function.instructions += 1;
            function.blocks += usize::from(opcode == op::LABEL);
            function.calls += usize::from(opcode == op::FUNCTION_CALL);
        } else {
            statistics.count_declaration(opcode);
        }
        in_function &= opcode != op::FUNCTION_END;
    }
    statistics.sections = sections;
    Ok(statistics)
}

impl Statistics {
    /// Sorts functions and instruction names.
    pub fn sort(&mut self, order: Order) {
        self.order = order;
        self.functions.sort_by(|a, b| a.symbol.cmp(&b.symbol));
        if order == Order::Count {
            self.functions.sort_by_key(|function| Reverse(function.instructions));
        }
    }

    /// Counts an instruction outside functions.
    fn count_declaration(&mut self, opcode: u32) {
        let name = name(opcode);
        let is_spec = name.starts_with("OpSpecConstant");
        self.types += usize::from(name.starts_with("OpType"));
        self.spec_constants += usize::from(is_spec);
        self.constants += usize::from(is_spec || name.starts_with("OpConstant"));
        self.variables += usize::from(matches!(opcode, op::VARIABLE | op::UNTYPED_VARIABLE_KHR));
        self.entry_points += usize::from(opcode == op::ENTRY_POINT);
    }
}

/// Returns the name of an instruction in the specification.
fn name(opcode: u32) -> String {
    let name = instruction_name(opcode);
    name.strip_prefix("spv.").map_or_else(|| name.to_owned(), |name| format!("Op{name}"))
}
