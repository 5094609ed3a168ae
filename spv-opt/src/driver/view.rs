//! Graph drawing: `--view-cfg` and `--view-op-graph`

use super::failure::Failure;
use super::functions::Found;
use super::output::{Finished, Output};
use clap::ValueEnum;
use spv_opt::Module;
use spv_opt::ir::{Body, Op};
use spv_opt::view::{Format, GraphKind, view, view_ops};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The file format of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ViewFormat {
    /// Graphviz DOT
    Dot,
    /// SVG
    Svg,
}

/// Help heading of the options that draw graphs.
pub const HEADING: &str = "Graphs";

/// The graphs to draw.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = HEADING)]
pub struct ViewArgs {
    /// Draw the control-flow graph of each function, with constructs as nested boxes. The graph is written to a file,
    /// or to standard output instead of the module. The format is SVG if the file name ends in `.svg`, and otherwise
    /// Graphviz DOT
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    view_cfg: Option<Option<PathBuf>>,

    /// Draw the data-flow graph of each function: an edge leads from each value to its uses. Output as for --view-cfg
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    view_op_graph: Option<Option<PathBuf>>,

    /// Graph format, overriding the file name
    #[arg(long, value_enum, value_name = "FORMAT")]
    view_format: Option<ViewFormat>,
}

/// File extensions of image formats that Graphviz can generate from DOT.
const OTHER_PICTURES: [&str; 7] = ["png", "pdf", "jpg", "jpeg", "gif", "webp", "ps"];

/// A graph to draw, with its open output.
pub struct Picture {
    kind: GraphKind,
    format: Format,
    output: Output,
}

impl ViewArgs {
    fn pictures(&self) -> impl Iterator<Item = (GraphKind, Option<&Path>)> {
        let list = [(GraphKind::Cfg, &self.view_cfg), (GraphKind::Ops, &self.view_op_graph)];
        list.into_iter().filter_map(|(kind, file)| Some((kind, file.as_ref()?.as_deref())))
    }

    /// Returns whether any graph is requested.
    pub fn any(&self) -> bool {
        self.pictures().next().is_some()
    }

    /// Opens the output files.
    ///
    /// # Errors
    /// An output file cannot be opened, or has the extension of an image format that is neither SVG nor DOT.
    pub fn open(&self) -> Result<Vec<Picture>, Failure> {
        let open = |(kind, file): (GraphKind, Option<&Path>)| {
            let extension = file.and_then(Path::extension).and_then(OsStr::to_str);
            let svg = match (self.view_format, extension) {
                (Some(format), _) => format == ViewFormat::Svg,
                (None, Some(other)) if OTHER_PICTURES.contains(&other) => {
                    let message =
                        format!("cannot draw '.{other}' pictures: use .svg, or .dot and 'dot -T{other}'");
                    return Err(Failure::Usage(message));
                }
                (None, extension) => extension == Some("svg"),
            };
            let format = if svg { Format::Svg } else { Format::Dot };
            Ok(Picture { kind, format, output: Output::create(file, false)? })
        };
        self.pictures().map(open).collect()
    }
}

impl Picture {
    /// Draws the graph of the given functions, or of all functions if there are none, and writes it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(self, module: &Module, functions: &[Found<'_>]) -> Result<Finished, Failure> {
        let ops: Vec<(&Body, Op)> = functions.iter().map(|found| (found.around, found.op)).collect();
        let text = match &ops[..] {
            [] => view(module, self.kind, self.format),
            ops => view_ops(module, ops, self.kind, self.format),
        };
        self.output.write(|w| w.write_all(text.as_bytes()))
    }
}
