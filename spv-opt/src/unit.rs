//! A module with the input it was read from: one interface over all of the library, by strings and bytes, which the
//! bindings to other languages share.

use crate::report::{Input, Report};
use crate::view::{Format as Picture, Kind, view, view_function};
use crate::{Format, format, pass_registry, print, registry};
use spv_asm as asm;
use spv_ir::dialect::{Registry, Traits};
use spv_ir::symbols::name_of;
use spv_ir::{Context, Diagnostics, Module, Place, walk};
use spv_passes::{Pipeline, RunOptions, Verify};
use spv_serialize::export::{ExportOptions, Exported, export_module};
use spv_serialize::import::{ImportOptions, import_with, words_of_bytes};
use spv_validate::{ENVIRONMENTS, FLAGS, LIMITS, TargetEnv};
use std::sync::Arc;

/// The dialects and passes that modules are worked on with. A program makes one; it may be used by several threads.
pub struct Session {
    registry: Arc<Registry>,
    passes: spv_passes::Registry,
}

/// How a module is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The name of the input in messages.
    pub name: String,
    /// The format of the input; `None`: by its first bytes.
    pub format: Option<Format>,
    /// Whether an input that can be read, but that the verifier refuses, is read, to be shown. It is verified before it is
    /// optimized or exported.
    pub unverified: bool,
    /// Whether validation is to judge what import normalizes, too: the order of instructions, and unused types.
    pub strict: bool,
}

/// A module with the input it was read from, in a context of its own. Its operations check all that they are given: no
/// input makes them panic.
///
/// ```
/// use spv_opt::{ReadOptions, Session};
///
/// let session = Session::new();
/// let text = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Linkage, Shader], []> {}";
/// let mut unit = session.read(text.as_bytes(), &ReadOptions::default())?;
/// unit.run("O")?;
/// unit.validate("spv1.3", "max-id-bound=1000")?;
/// assert_eq!(unit.words()?[0], 0x0723_0203);
/// # Ok::<(), spv_opt::report::Report>(())
/// ```
pub struct Unit {
    session: Arc<Session>,
    module: Module,
    input: Input,
    /// Whether the verifier has accepted the module as it is.
    verified: bool,
}

impl Session {
    /// All dialects and passes of this build.
    pub fn new() -> Arc<Session> {
        Arc::new(Session { registry: registry(), passes: pass_registry() })
    }

    /// The passes and pipelines by name.
    pub fn passes(&self) -> &spv_passes::Registry {
        &self.passes
    }

    /// Reads a pipeline: see [`Unit::run`].
    fn pipeline(&self, text: &str) -> Result<Pipeline, Report> {
        Pipeline::parse(&self.passes, text).map_err(|error| {
            let column = text.get(..error.at).map_or(0, |before| before.chars().count()) + 1;
            Report::usage(format!("pipeline, column {column}: {error}"))
        })
    }

    /// The passes that a pipeline runs, in order, each as [`Unit::run`] reads it: to run them one after the other.
    ///
    /// # Errors
    /// What is wrong with the text of the pipeline.
    pub fn passes_of(&self, pipeline: &str) -> Result<Vec<String>, Report> {
        Ok(self.pipeline(pipeline)?.passes().iter().map(|instance| instance.to_string()).collect())
    }

    /// Reads a module of any format.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(self: &Arc<Session>, bytes: &[u8], options: &ReadOptions) -> Result<Unit, Report> {
        let name = if options.name.is_empty() { "<input>" } else { &options.name };
        let mut input = Input { name: name.to_owned(), ..Input::default() };
        let ctx = Arc::new(Context::new(self.registry.clone()));
        let format = options.format.unwrap_or_else(|| Format::of(bytes));
        let module = match read(&ctx, bytes, format, options, &mut input) {
            Ok(module) => module,
            Err(list) => return Err(Report::new(&list, &input, Some(&ctx))),
        };
        let verified = !options.unverified && format != Format::Text;
        let mut unit = Unit { session: self.clone(), module, input, verified };
        if !options.unverified {
            unit.verify()?;
        }
        Ok(unit)
    }
}

/// Reads a module, and notes what it was read from.
fn read(
    ctx: &Arc<Context>,
    bytes: &[u8],
    format: Format,
    options: &ReadOptions,
    input: &mut Input,
) -> Result<Module, Diagnostics> {
    let one = |diagnostic| Diagnostics { list: vec![diagnostic] };
    if format == Format::Binary {
        input.words = words_of_bytes(bytes).map_err(|diagnostic| one(*diagnostic))?;
    } else {
        input.text = format::text_of_bytes(bytes.to_vec()).map_err(|wrong| {
            input.text = wrong.1;
            one(wrong.0)
        })?;
    }
    match format {
        Format::Text => return crate::parse(ctx, &input.text),
        Format::Assembly => input.words = spv_serialize::assemble(&input.text)?,
        Format::Binary => {}
    }
    let options =
        ImportOptions { verify: !options.unverified, strict: options.strict, ..ImportOptions::default() };
    import_with(ctx, &input.words, &options)
}

impl Clone for Unit {
    fn clone(&self) -> Unit {
        let module = &self.module;
        let module = Module { ctx: module.ctx.clone(), body: module.body.clone(), ..*module };
        Unit { session: self.session.clone(), module, input: self.input.clone(), verified: self.verified }
    }
}

impl Unit {
    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The module, to be changed. It is verified again before it is optimized or exported.
    pub fn module_mut(&mut self) -> &mut Module {
        self.verified = false;
        &mut self.module
    }

    /// The module as text.
    pub fn text(&self) -> String {
        print(&self.module)
    }

    /// The words of the binary.
    ///
    /// # Errors
    /// Those of the verifier, and what has no binary form.
    pub fn words(&mut self) -> Result<Vec<u32>, Report> {
        self.export().map(|exported| exported.words)
    }

    fn export(&mut self) -> Result<Exported, Report> {
        self.verify()?;
        let options = ExportOptions { words: self.input.words.len(), ..ExportOptions::default() };
        export_module(&self.module, &options).map_err(|list| self.report(&list))
    }

    /// The bytes of the binary, little-endian.
    ///
    /// # Errors
    /// Those of [`Self::words`].
    pub fn bytes(&mut self) -> Result<Vec<u8>, Report> {
        self.export().map(|exported| exported.bytes())
    }

    /// The module as the assembly of SPIRV-Tools. Bytes that are no UTF-8 are byte characters, see [`spv_ir::byte_string`].
    ///
    /// # Errors
    /// Those of [`Self::words`].
    pub fn assembly(&mut self) -> Result<String, Report> {
        self.words().map(|words| asm::disassemble(&words))
    }

    /// Verifies the module, if it has changed since it was last verified.
    ///
    /// # Errors
    /// All that is wrong.
    pub fn verify(&mut self) -> Result<(), Report> {
        if !self.verified {
            crate::verify(&self.module).map_err(|list| self.report(&list))?;
            self.verified = true;
        }
        Ok(())
    }

    /// Validates the module for a target environment with options of spirv-val, both by name:
    /// `scalar-block-layout max-id-bound=1000`, separated by spaces or commas.
    ///
    /// # Errors
    /// An unknown environment or option, the errors of the verifier, and all violations, each with its rule.
    pub fn validate(&mut self, env: &str, options: &str) -> Result<(), Report> {
        let env = target_env(env, options)?;
        self.verify()?;
        crate::verify_for(&self.module, &env).map_err(|list| self.report(&list))
    }

    /// Checks the text of a pipeline without running it.
    ///
    /// # Errors
    /// The syntax errors of the text, and names that are no passes.
    pub fn check_pipeline(&self, pipeline: &str) -> Result<(), Report> {
        self.session.pipeline(pipeline).map(|_| ())
    }

    /// Runs passes or pipelines in MLIR's syntax: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`.
    ///
    /// # Errors
    /// What is wrong with the text of the pipeline, the errors of the verifier, and those of a pass. The module may have
    /// been changed by earlier passes then.
    pub fn run(&mut self, pipeline: &str) -> Result<(), Report> {
        let pipeline = self.session.pipeline(pipeline)?;
        self.verify()?;
        let options = RunOptions { verify: Verify::TOOL_DEFAULT, ..RunOptions::default() };
        spv_passes::run(&pipeline, &mut self.module, &options).map_err(|failure| {
            self.verified = false;
            let mut list = failure.errors;
            if list.list.is_empty() {
                list.error(Place::None, format!("pass '{}' failed", failure.pass));
            }
            self.report(&list)
        })
    }

    /// The symbols of the functions that have a body, in order.
    pub fn functions(&self) -> Vec<String> {
        let ctx = &self.module.ctx;
        let function = |nested: walk::NestedBody<'_>| {
            let (around, op) = nested.owner?;
            let is_function = ctx.registry().op(around.def(op)).traits.contains(Traits::FUNCTION);
            is_function.then(|| name_of(ctx, around, op)).flatten().map(str::to_owned)
        };
        walk::bodies(&self.module.body).filter_map(function).collect()
    }

    /// The control-flow graphs as SVG: of the function with this symbol, or of all.
    ///
    /// # Errors
    /// No function with a body has the symbol.
    pub fn control_flow_svg(&self, function: Option<&str>) -> Result<String, Report> {
        match function {
            None => Ok(view(&self.module, Kind::Cfg, Picture::Svg)),
            Some(symbol) => view_function(&self.module, symbol, Kind::Cfg, Picture::Svg)
                .ok_or_else(|| Report::usage(format!("there is no function '@{symbol}' with a body"))),
        }
    }

    /// Statistics of the module: [`spv_tools::stat::stat`].
    ///
    /// # Errors
    /// Those of [`Self::words`].
    #[cfg(feature = "tools")]
    pub fn statistics(&mut self) -> Result<spv_tools::stat::Statistics, Report> {
        self.verify()?;
        spv_tools::stat::stat(&self.module).map_err(|list| self.report(&list))
    }

    /// [`Self::statistics`] as JSON.
    ///
    /// # Errors
    /// Those of [`Self::words`].
    #[cfg(feature = "json")]
    pub fn statistics_json(&mut self) -> Result<String, Report> {
        self.statistics().map(|statistics| crate::json(&statistics))
    }

    /// Reflection of the module: [`spv_tools::reflect::reflect`].
    ///
    /// # Errors
    /// Those of the verifier, and that there is not exactly one `spv.module`.
    #[cfg(feature = "tools")]
    pub fn reflection(&mut self) -> Result<spv_tools::reflect::Reflection, Report> {
        self.verify()?;
        spv_tools::reflect::reflect(&self.module).map_err(|list| self.report(&list))
    }

    /// [`Self::reflection`] as JSON.
    ///
    /// # Errors
    /// Those of [`Self::reflection`].
    #[cfg(feature = "json")]
    pub fn reflection_json(&mut self) -> Result<String, Report> {
        self.reflection().map(|reflection| crate::json(&reflection))
    }

    /// What this module and another one differ in: [`spv_tools::diff::diff`].
    #[cfg(feature = "diff")]
    pub fn diff(&self, other: &Unit) -> spv_tools::diff::Difference {
        spv_tools::diff::diff(&self.module, &other.module)
    }

    /// [`Self::diff`] as JSON.
    #[cfg(all(feature = "diff", feature = "json"))]
    pub fn diff_json(&self, other: &Unit) -> String {
        crate::json(&self.diff(other))
    }

    /// Diagnostics about this module as data.
    pub fn report(&self, list: &Diagnostics) -> Report {
        Report::new(list, &self.input, Some(&self.module.ctx))
    }
}

/// A target environment with options, all by name.
fn target_env(name: &str, options: &str) -> Result<TargetEnv, Report> {
    let mut env = TargetEnv::new(name).ok_or_else(|| {
        let names: Vec<&str> = ENVIRONMENTS.iter().map(|environment| environment.name).collect();
        Report::usage(format!("there is no target environment '{name}': it is none of {}", names.join(", ")))
    })?;
    for option in options.split([' ', ',']).filter(|option| !option.is_empty()) {
        let (name, value) =
            option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
        let flag = FLAGS.iter().find(|flag| flag.name == name && value.is_none());
        let limit = LIMITS.iter().find(|limit| limit.name == name);
        let number = value.and_then(|value| value.parse::<u32>().ok());
        match (flag, limit.zip(number)) {
            (Some(flag), _) => *(flag.field)(&mut env.options) = true,
            (None, Some((limit, number))) => *(limit.field)(&mut env.options) = number,
            (None, None) => {
                let flags = FLAGS.iter().map(|flag| flag.name.to_owned());
                let limits = LIMITS.iter().map(|limit| format!("{}=N", limit.name));
                let known: Vec<String> = flags.chain(limits).collect();
                let known = known.join(", ");
                return Err(Report::usage(format!("'{option}' is no option of validation: {known}")));
            }
        }
    }
    Ok(env)
}
