//! Textual form of module statistics

use super::{Order, Statistics};
use std::fmt::{self, Display, Formatter};

impl Display for Statistics {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Statistics { bytes, id_bound, instructions, types, constants, .. } = self;
        writeln!(f, "{bytes} bytes, {instructions} instructions, id bound {id_bound}")?;
        write!(f, "{types} types, {constants} constants ({} of specialization), ", self.spec_constants)?;
        writeln!(f, "{} variables, {} entry points", self.variables, self.entry_points)?;
        writeln!(f, "\nbytes by section")?;
        for (section, bytes) in &self.sections {
            writeln!(f, "{bytes:>10}  {}", section.name())?;
        }
        writeln!(
            f,
            "\n     bytes  instructions  blocks  calls  selections  loops  depth  loop depth  function"
        )?;
        for function in &self.functions {
            let super::FunctionStatistics { bytes, instructions, blocks, calls, .. } = function;
            write!(f, "{bytes:>10}  {instructions:>12}  {blocks:>6}  {calls:>5}")?;
            let super::FunctionStatistics { selections, loops, depth, loop_depth, symbol, .. } = function;
            writeln!(f, "  {selections:>10}  {loops:>5}  {depth:>5}  {loop_depth:>10}  @{symbol}")?;
        }
        writeln!(f, "\ninstructions by name")?;
        let mut by_name: Vec<_> = self.by_name.iter().collect();
        if self.order == Order::Count {
            by_name.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        }
        by_name.into_iter().try_for_each(|(name, count)| writeln!(f, "{count:>10}  {name}"))
    }
}
