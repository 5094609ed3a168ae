//! A module together with its input
//!
//! This module is a simple interface to the library that uses only strings and bytes. The language bindings share it.

use crate::report::{Input, Report};
use crate::view::{Format as Picture, GraphKind, view, view_function};
use crate::{Format, format, pass_registry, print, registry};
use spv_asm as asm;
use spv_ir::dialect::{Registry, Traits};
use spv_ir::symbols::name_of;
use spv_ir::{Context, Diagnostic, Diagnostics, Module, Place, walk};
use spv_passes::{Pipeline, RunOptions, Verify};
use spv_serialize::export::{ExportOptions, Exported, export_module};
use spv_serialize::import::{BinaryRules, ImportOptions, import_with, words_of_bytes};
use spv_validate::{ENVIRONMENTS, FLAGS, LIMITS, Options, TargetEnv, binary};
use std::sync::Arc;

/// The dialects and passes available to modules. A program creates one session, which its threads may share.
pub struct Session {
    registry: Arc<Registry>,
    passes: spv_passes::Registry,
}

/// Options for reading a module.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Name of the input in messages.
    pub name: String,
    /// Format of the input, or `None` to detect it from the first bytes.
    pub format: Option<Format>,
    /// Whether to return a module that parses but does not verify, for display. The module is verified before
    /// optimization and export.
    pub unverified: bool,
    /// Whether validation also covers properties that import normalizes: instruction order and unused types.
    pub strict: bool,
    /// Target environment, such as `vulkan1.1`; may be empty. Its SPIR-V version applies to assembly and MLIR text
    /// without a version.
    pub target_env: String,
}

/// A module with its input, in its own context. All operations check their arguments, so that no input causes a panic.
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
    /// Whether the module in its current state has passed the verifier.
    verified: bool,
    /// Whether import has checked the rules about binaries, and the module has not changed since.
    checked: bool,
}

impl Session {
    /// Creates a session with all dialects and passes of this build.
    pub fn new() -> Arc<Session> {
        Arc::new(Session { registry: registry(), passes: pass_registry() })
    }

    /// Returns the registry of passes and pipelines.
    pub fn passes(&self) -> &spv_passes::Registry {
        &self.passes
    }

    /// Parses a pipeline in the syntax of [`Unit::run`].
    fn pipeline(&self, text: &str) -> Result<Pipeline, Report> {
        Pipeline::parse(&self.passes, text).map_err(|error| {
            let column = text.get(..error.at).map_or(0, |before| before.chars().count()) + 1;
            Report::usage(format!("pipeline, column {column}: {}", error.message))
        })
    }

    /// Returns the passes that a pipeline runs, in order. [`Unit::run`] accepts each of them as a pipeline.
    ///
    /// # Errors
    /// A syntax error in the pipeline.
    pub fn passes_of(&self, pipeline: &str) -> Result<Vec<String>, Report> {
        Ok(self.pipeline(pipeline)?.passes().iter().map(|instance| instance.to_string()).collect())
    }

    /// Reads a module in any format. The input must not be empty unless the options state the format [`Format::Text`].
    ///
    /// # Errors
    /// The diagnostics about the input, or an unknown target environment.
    pub fn read(self: &Arc<Session>, bytes: &[u8], options: &ReadOptions) -> Result<Unit, Report> {
        let name = if options.name.is_empty() { "<input>" } else { &options.name };
        let mut input = Input { name: name.to_owned(), ..Input::default() };
        let env = match options.target_env.as_str() {
            "" => None,
            name => Some(target_env(name, "")?),
        };
        let version = env.map(|env| env.environment.version);
        let ctx = Arc::new(Context::new(self.registry.clone()));
        if bytes.is_empty() && options.format.is_none() {
            let list = Diagnostics { list: vec![Diagnostic::error(Place::None, format::EMPTY)] };
            return Err(Report::new(&list, &input, None));
        }
        let format = options.format.unwrap_or_else(|| Format::of(bytes));
        let module = match read(&ctx, bytes, (format, version), options, &mut input) {
            Ok(module) => module,
            Err(list) => return Err(Report::new(&list, &input, Some(&ctx))),
        };
        let verified = !options.unverified && format != Format::Text;
        let checked = options.strict && format != Format::Text;
        let mut unit = Unit { session: self.clone(), module, input, verified, checked };
        if !options.unverified {
            unit.verify()?;
        }
        Ok(unit)
    }
}

/// Parses or imports a module, and stores the text or words in `input`.
fn read(
    ctx: &Arc<Context>,
    bytes: &[u8],
    (format, version): (Format, Option<u32>),
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
        Format::Text => {
            let mut module = crate::parse(ctx, &input.text)?;
            version.into_iter().for_each(|version| crate::state_version(&mut module, version));
            return Ok(module);
        }
        Format::Assembly => {
            input.words = match version {
                Some(version) => spv_serialize::assemble_or(&input.text, version)?,
                None => spv_serialize::assemble(&input.text)?,
            }
        }
        Format::Binary => {}
    }
    let rules = options.strict.then_some(binary::check as BinaryRules);
    let options = ImportOptions { verify: !options.unverified, rules, ..ImportOptions::default() };
    import_with(ctx, &input.words, &options)
}

impl Clone for Unit {
    fn clone(&self) -> Unit {
        let module = &self.module;
        let module = Module { ctx: module.ctx.clone(), body: module.body.clone(), ..*module };
        Unit { session: self.session.clone(), module, input: self.input.clone(), ..*self }
    }
}

impl Unit {
    /// Returns the module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Returns the module for modification. Optimization and export will verify it again.
    pub fn module_mut(&mut self) -> &mut Module {
        (self.verified, self.checked) = (false, false);
        &mut self.module
    }

    /// Prints the module as MLIR text.
    pub fn text(&self) -> String {
        print(&self.module)
    }

    /// Exports the module to a binary and returns its words.
    ///
    /// # Errors
    /// The errors of the verifier, or an error for each op without a binary form.
    pub fn words(&mut self) -> Result<Vec<u32>, Report> {
        self.export().map(|exported| exported.words)
    }

    fn export(&mut self) -> Result<Exported, Report> {
        self.verify()?;
        let options = ExportOptions { words: self.input.words.len(), ..ExportOptions::default() };
        export_module(&self.module, &options).map_err(|list| self.report(&list))
    }

    /// Exports the module to a binary and returns its bytes in little-endian order.
    ///
    /// # Errors
    /// The errors of [`Self::words`].
    pub fn bytes(&mut self) -> Result<Vec<u8>, Report> {
        self.export().map(|exported| exported.bytes())
    }

    /// Returns the module as SPIR-V assembly in the syntax of SPIRV-Tools. Bytes that are not UTF-8 become byte
    /// characters; see [`spv_ir::byte_string`].
    ///
    /// # Errors
    /// The errors of [`Self::words`].
    pub fn assembly(&mut self) -> Result<String, Report> {
        self.words().map(|words| asm::disassemble(&words))
    }

    /// Verifies the module if it has changed since the last verification.
    ///
    /// # Errors
    /// All violations.
    pub fn verify(&mut self) -> Result<(), Report> {
        if !self.verified {
            crate::verify(&self.module).map_err(|list| self.report(&list))?;
            self.verified = true;
        }
        Ok(())
    }

    /// Validates the module for a target environment. `options` are spirv-val options, separated by spaces or commas,
    /// such as `scalar-block-layout max-id-bound=1000`.
    ///
    /// # Errors
    /// An unknown environment or option, the errors of the verifier, or all violations, each with its rule.
    pub fn validate(&mut self, env: &str, options: &str) -> Result<(), Report> {
        let env = target_env(env, options)?;
        self.verify()?;
        crate::verify_for(&self.module, &env).map_err(|list| self.report(&list))?;
        if !self.checked {
            crate::verify_exported(&self.module, &env).map_err(|list| self.report(&list))?;
        }
        if env.options.max_id_bound == Options::default().max_id_bound {
            return Ok(());
        }
        let words = self.words()?;
        env.check_id_bound(&words).map_err(|list| self.report(&list))
    }

    /// Checks the syntax of a textual pipeline without running it.
    ///
    /// # Errors
    ///
    /// A syntax error in the pipeline, or an unknown pass.
    pub fn check_pipeline(&self, pipeline: &str) -> Result<(), Report> {
        self.session.pipeline(pipeline).map(|_| ())
    }

    /// Runs passes and pipelines in MLIR syntax: `O`, `canonicalize,cse`, `spv.module(inline{max-size=9})`.
    ///
    /// # Errors
    /// A syntax error in the pipeline, the errors of the verifier, or the errors of a pass. If a pass fails, earlier
    /// passes may already have changed the module.
    pub fn run(&mut self, pipeline: &str) -> Result<(), Report> {
        let pipeline = self.session.pipeline(pipeline)?;
        self.verify()?;
        let options = RunOptions { verify: Verify::TOOL_DEFAULT, ..RunOptions::default() };
        spv_passes::run(&pipeline, &mut self.module, &options).map_err(|failure| {
            (self.verified, self.checked) = (false, false);
            let mut list = failure.errors;
            if list.list.is_empty() {
                list.error(Place::None, format!("pass '{}' failed", failure.pass));
            }
            self.report(&list)
        })
    }

    /// Returns the symbols of the functions that have a body, in module order.
    pub fn functions(&self) -> Vec<String> {
        let ctx = &self.module.ctx;
        let function = |nested: walk::NestedBody<'_>| {
            let (around, op) = nested.owner?;
            let is_function = ctx.registry().op(around.def(op)).traits.contains(Traits::FUNCTION);
            is_function.then(|| name_of(ctx, around, op)).flatten().map(str::to_owned)
        };
        walk::bodies(&self.module.body).filter_map(function).collect()
    }

    /// Draws the control-flow graph of the function with this symbol as SVG. `None` draws all functions.
    ///
    /// # Errors
    /// No function with a body has the symbol.
    pub fn control_flow_svg(&self, function: Option<&str>) -> Result<String, Report> {
        match function {
            None => Ok(view(&self.module, GraphKind::Cfg, Picture::Svg)),
            Some(symbol) => view_function(&self.module, symbol, GraphKind::Cfg, Picture::Svg)
                .ok_or_else(|| Report::usage(format!("no function '@{symbol}' with a body"))),
        }
    }

    /// Computes statistics of the module with [`spv_tools::stat::stat`].
    ///
    /// # Errors
    /// The errors of [`Self::words`].
    #[cfg(feature = "tools")]
    pub fn statistics(&mut self) -> Result<spv_tools::stat::Statistics, Report> {
        self.verify()?;
        spv_tools::stat::stat(&self.module).map_err(|list| self.report(&list))
    }

    /// Returns [`Self::statistics`] as JSON.
    ///
    /// # Errors
    /// The errors of [`Self::words`].
    #[cfg(feature = "json")]
    pub fn statistics_json(&mut self) -> Result<String, Report> {
        self.statistics().map(|statistics| crate::json(&statistics))
    }

    /// Computes the reflection of the module with [`spv_tools::reflect::reflect`].
    ///
    /// # Errors
    /// The errors of the verifier, or a module without exactly one `spv.module`.
    #[cfg(feature = "tools")]
    pub fn reflection(&mut self) -> Result<spv_tools::reflect::Reflection, Report> {
        self.verify()?;
        spv_tools::reflect::reflect(&self.module).map_err(|list| self.report(&list))
    }

    /// Returns [`Self::reflection`] as JSON.
    ///
    /// # Errors
    /// The errors of [`Self::reflection`].
    #[cfg(feature = "json")]
    pub fn reflection_json(&mut self) -> Result<String, Report> {
        self.reflection().map(|reflection| crate::json(&reflection))
    }

    /// Computes the differences between this module and another with [`spv_tools::diff::diff`].
    #[cfg(feature = "diff")]
    pub fn diff(&self, other: &Unit) -> spv_tools::diff::Difference {
        spv_tools::diff::diff(&self.module, &other.module)
    }

    /// Returns [`Self::diff`] as JSON.
    #[cfg(all(feature = "diff", feature = "json"))]
    pub fn diff_json(&self, other: &Unit) -> String {
        crate::json(&self.diff(other))
    }

    /// Converts diagnostics about this module to a report.
    pub fn report(&self, list: &Diagnostics) -> Report {
        Report::new(list, &self.input, Some(&self.module.ctx))
    }
}

/// Returns the target environment called `name` with the given spirv-val options.
fn target_env(name: &str, options: &str) -> Result<TargetEnv, Report> {
    let mut env = TargetEnv::new(name).ok_or_else(|| {
        let names: Vec<&str> = ENVIRONMENTS.iter().map(|environment| environment.name).collect();
        Report::usage(format!("unknown target environment '{name}': expected one of {}", names.join(", ")))
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
                return Err(Report::usage(format!("'{option}' is not a validation option: {known}")));
            }
        }
    }
    Ok(env)
}
