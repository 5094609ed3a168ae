//! Pictures of the module: `--view-cfg` and `--view-op-graph`.

use super::failure::Failure;
use super::output::{Finished, Output};
use clap::ValueEnum;
use spv_opt::Module;
use spv_opt::view::{Format, Kind, view};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How pictures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ViewFormat {
    /// Graphviz DOT
    Dot,
    /// SVG
    Svg,
}

/// Which pictures are drawn.
#[derive(clap::Args, Debug, Default)]
#[command(next_help_heading = "Pictures")]
pub struct ViewArgs {
    /// Draws the control flow of each function, constructs as nested boxes: on standard output, in the place of the
    /// module, or to a file. Graphviz DOT, or SVG if the name of the file ends in `.svg`
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    view_cfg: Option<Option<PathBuf>>,

    /// Draws the ops of each function and the values between them, in the same manner
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    view_op_graph: Option<Option<PathBuf>>,

    /// How pictures are written, whatever the name of the file
    #[arg(long, value_enum, value_name = "FORMAT")]
    view_format: Option<ViewFormat>,
}

/// A picture that is to be drawn, and where.
pub struct Picture {
    kind: Kind,
    format: Format,
    output: Output,
}

impl ViewArgs {
    fn pictures(&self) -> impl Iterator<Item = (Kind, Option<&Path>)> {
        let list = [(Kind::Cfg, &self.view_cfg), (Kind::Ops, &self.view_op_graph)];
        list.into_iter().filter_map(|(kind, file)| Some((kind, file.as_ref()?.as_deref())))
    }

    /// Whether any is to be drawn.
    pub fn any(&self) -> bool {
        self.pictures().next().is_some()
    }

    /// Opens what they are written to.
    ///
    /// # Errors
    /// Of the files.
    pub fn open(&self) -> Result<Vec<Picture>, Failure> {
        let open = |(kind, file): (Kind, Option<&Path>)| {
            let svg = match self.view_format {
                Some(format) => format == ViewFormat::Svg,
                None => file.and_then(Path::extension).and_then(OsStr::to_str) == Some("svg"),
            };
            let format = if svg { Format::Svg } else { Format::Dot };
            Ok(Picture { kind, format, output: Output::create(file, false)? })
        };
        self.pictures().map(open).collect()
    }
}

impl Picture {
    /// Draws and writes it.
    ///
    /// # Errors
    /// Of the file.
    pub fn write(self, module: &Module) -> Result<Finished, Failure> {
        let text = view(module, self.kind, self.format);
        self.output.write(|w| w.write_all(text.as_bytes()))
    }
}
