//! Checks that every step of the library handles a mutant correctly
//!
//! No step may panic or exceed the time limit. Each textual form must parse to the same module, and import must accept
//! valid modules. The verifier and spirv-val must accept the exported copy and the output of each pass.

use super::Mutant;
use super::step::step;
use crate::compare::compare_strict;
use crate::r#gen::Rng;
use crate::tools::{self, Peer, to_words};
use spv_opt::asm;
use spv_opt::dialect::control::{BlockOrder, order_blocks};
use spv_opt::ir::byte_string;
use spv_opt::ir::diag::Place;
use spv_opt::ir::walk;
use spv_opt::passes::{Pipeline, Registry, RunOptions, run};
use spv_opt::printer::{self, Options};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Diagnostics, Module};
use std::iter::Peekable;
use std::str::Chars;

/// The pipelines to run on each mutant.
#[derive(Clone, Debug)]
pub enum Choice {
    /// A number of randomly chosen pipelines.
    Drawn(usize),
    /// All passes and pipelines.
    All,
    /// The given pipeline only.
    Only(String),
}

/// Options of the checks.
pub struct Checks {
    /// Names of the passes to choose from.
    pub passes: Vec<String>,
    /// Pipelines to choose from.
    pub pipelines: Vec<String>,
    /// The choice of pipelines to run.
    pub choice: Choice,
    /// Whether spirv-val also checks outputs, and inputs that the library rejects.
    pub judge: bool,
    /// Whether spirv-dis and spirv-as are installed, to check the assembler.
    pub assembler: bool,
}

impl Checks {
    /// Returns the pipelines to run on a mutant with the given MLIR text. Random choices are passes or pipelines with
    /// equal probability. If several are chosen, adds the passes in `own` and those of [`ACTS_ON`] that apply to the
    /// text.
    fn drawn(&self, text: &str, own: &[String], rng: &mut Rng) -> Vec<String> {
        match &self.choice {
            Choice::All => self.passes.iter().chain(&self.pipelines).cloned().collect(),
            Choice::Only(pipeline) => vec![pipeline.clone()],
            Choice::Drawn(count) => {
                let draw = |_| {
                    let list = if rng.chance(50) { &self.passes } else { &self.pipelines };
                    list[rng.below(list.len())].clone()
                };
                let mut list: Vec<String> = (0..*count).map(draw).collect();
                if *count > 1 {
                    let acting = ACTS_ON.iter().filter(|(word, _)| text.contains(word));
                    list.extend(acting.map(|(_, pipeline)| (*pipeline).to_owned()));
                    list.extend(own.iter().cloned());
                    list.sort();
                    list.dedup();
                }
                list
            }
        }
    }

    /// Constructs checks with all registered passes and pipelines. Uses spirv-val, spirv-dis and spirv-as if they are
    /// installed.
    pub fn new(choice: Choice) -> Checks {
        let registry = Registry::new();
        let passes = registry.passes().iter().map(|pass| pass.name.to_owned()).collect();
        let mut pipelines: Vec<String> = registry.pipelines().iter().map(|p| p.name.to_owned()).collect();
        pipelines.extend(FURTHER.iter().map(|&text| text.to_owned()));
        let judge = Peer::SpirvVal.find().is_some();
        let assembler = judge && Peer::SpirvAs.find().is_some() && Peer::SpirvDis.find().is_some();
        Checks { passes, pipelines, choice, judge, assembler }
    }
}

/// Pipelines with options, and pipelines of several passes.
const FURTHER: &[&str] = &[
    "set-spec-const-default-value{values=0:1,1:0,2:1,3:0 skip-invalid}",
    "inline{all}",
    "inline{all},sroa,mem2reg,canonicalize",
    "inline{all},sroa,mem2reg,canonicalize,loop-unroll{all}",
    "loop-unroll{all factor=2}",
    "spv-lower-to-cfg,spv-structurize",
    "spv-lower-to-cfg,spv-structurize-regions",
    "spv-lower-to-cfg,O",
    "freeze-spec-const,O",
];

/// Pairs of a substring and a pass that has an effect only if the MLIR text contains the substring.
const ACTS_ON: &[(&str, &str)] = &[
    ("entry_point_abi", "spirv-lower-abi-attrs"),
    ("target_env", "spirv-update-vce"),
    ("[SPV_", "spirv-update-vce"),
    ("spec_id", "set-spec-const-default-value{values=0:1,1:0,2:1,3:0 skip-invalid}"),
    ("SpecConst", "freeze-spec-const"),
    ("spv.mlir.", "O"),
    ("BranchConditional", "sccp,simplify-cfg"),
    ("spv.FunctionCall", "Os"),
];

/// Failures that are correct behavior: prefix of the step, and substrings of the message in order.
const RIGHT: &[(&str, &[&str])] = &[
    // The ABI attributes do not fit the module, which is the user's error.
    ("pass spirv-lower-abi-attrs", &["is neither a pointer nor a scalar or vector"]),
    // Modules that cannot be combined are the user's error.
    ("pass test-spirv-module-combiner", &["input modules differ in"]),
    // The aliased resources have elements of different widths, which LLVM rejects, too.
    ("pass spirv-unify-aliased-resource", &["failed to legalize operation"]),
    // The pass requires a target environment.
    ("pass spirv-update-vce", &["missing 'spv.target_env'"]),
    // The default value of a workgroup size or a length may be 0 or negative, because it can be specialized.
    ("output of freeze-spec-const is invalid", &["must not have a product of zero"]),
    ("output of freeze-spec-const is invalid", &["must not have a static product of zero"]),
    ("output of freeze-spec-const is invalid", &["default value must be at least"]),
    // The default value of a scope may be invalid, because it can be specialized.
    ("output of freeze-spec-const is invalid", &["Scope is limited to Workgroup and Subgroup"]),
    // An index may exceed the default value of an array length, because the length can be specialized.
    ("output of freeze-spec-const is invalid", &["Array access is out of bounds"]),
    // The pass sets the requested default value even if it is invalid.
    (
        "output of set-spec-const-default-value{values=0:1,1:0,2:1,3:0 skip-invalid} is invalid",
        &["must not have a product of zero"],
    ),
    (
        "output of set-spec-const-default-value{values=0:1,1:0,2:1,3:0 skip-invalid} is invalid",
        &["default value must be at least"],
    ),
    // spirv-val accepts variable decorations on specialization constants, but not on constants.
    ("output of freeze-spec-const is invalid", &["decoration on target", "must be a variable"]),
    // The target environment does not allow the module, or a type has no layout. Both are the user's error.
    ("pass spirv-update-vce", &["target environment"]),
    ("pass decorate-spirv-composite-type-layout", &["cannot be given a layout"]),
    ("pass legalize-small-types", &["the layout of the array is unknown"]),
    ("pass spirv-lower-abi-attrs", &["which an entry point cannot have"]),
    ("pass spirv-lower-abi-attrs", &["that already is an entry point"]),
    ("pass spirv-lower-abi-attrs", &["has no integer elements"]),
    ("pass spirv-lower-abi-attrs", &["which only a kernel may have"]),
    ("pass spirv-lower-abi-attrs", &["but others have"]),
    ("pass spirv-lower-abi-attrs", &["op has arguments with", ", but no"]),
    ("pass spirv-lower-abi-attrs", &["has no storage class from which to load the value"]),
    ("pass spirv-lower-abi-attrs", &["could not select execution model"]),
    // Rules of the specification that spirv-val does not check:
    // - A function operand must name a function, and a merge block must not be its own header.
    // - A pipe must have the required access qualifier.
    // - A packet must be a pointer to Generic storage with a valid alignment.
    // - The number of constituents must be the array length, even if the length has 64 bits.
    // - A value must be defined in the same function and must not be a function.
    // - A decoration's operands must be constants, and a decorated member must exist.
    // - The signedness of an integer type must be 0 or 1, also for 8 bits.
    // - The operands of a minimum of three values must have the same type.
    ("valid, but refused", &["AMD' op requires the same type for all operands and results"]),
    ("valid, but refused", &["expected a function"]),
    ("valid, but refused", &["must be the symbol of a function"]),
    ("valid, but refused", &["merge block must not be the header block"]),
    ("valid, but refused", &["the packet alignment must be between"]),
    ("valid, but refused", &["must be of a 32-bit integer type"]),
    ("valid, but refused", &["constituents, but the constant has"]),
    ("valid, but refused", &["the signedness must be 0 or 1"]),
    ("valid, but refused", &["must be a pipe with access qualifier"]),
    // A result of type void is not a value, but spirv-val accepts it as an operand of some extended instruction sets.
    ("valid, but refused", &["AMD", "is used but never defined"]),
    // The result of an extended instruction that declares a scope is not a value, but spirv-val accepts it as an
    // operand.
    ("valid, but refused", &["spv.ExtInst: ", "which is defined by OpExtInst", "is not a value"]),
    // A non-semantic instruction must have the result type void. spirv-val does not check this for all extended
    // instruction sets.
    ("valid, but refused", &["spv.ExtInst: expected the id of a type, found", "OpTypeFunction"]),
    ("valid, but refused", &["'spv.SpecConstantComposite' op has incorrect number of operands: expected"]),
    ("valid, but refused", &["PipeBlockingALTERA' op operand #1 must be any SPIR-V pointer type"]),
    ("valid, but refused", &["PipeBlockingALTERA' op operand #1 must be a pointer to Generic storage"]),
    (
        "valid, but refused",
        &["expected the id of a module-level definition, found", "which is defined by OpExtInstImport"],
    ),
    ("valid, but refused", &["is defined in another function or has no value"]),
    ("valid, but refused", &["expected a value, found", "which is defined by OpFunction"]),
    ("valid, but refused", &["expected a value, found", "which is defined by OpExtInstImport"]),
    ("valid, but refused", &["Decorate", ": expected the id of a module-level definition"]),
    // OpSourceContinued must follow the instruction that it continues. spirv-val does not check this.
    ("valid, but refused", &["expected to continue an OpSource"]),
    // Other tools accept ids above 4194303, and allocate memory accordingly.
    ("assembly not read back", &["id exceeds the limit of"]),
    ("assembly of spirv-dis refused", &["id exceeds the limit of"]),
];

/// A failure that the checks detected.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The step that failed, such as `import` or the name of a pass.
    pub stage: String,
    /// Description of the failure: usually an error message.
    pub what: String,
    /// The pipeline that ran; `None` if the failed step does not belong to a pipeline.
    pub pipeline: Option<String>,
}

impl Finding {
    /// Returns the class of the failure: the step, and the message without names or numbers.
    pub fn class(&self) -> String {
        let first = self.what.lines().next().unwrap_or("");
        let message = first.split_once("error: ").map_or(first, |(_, rest)| rest);
        let message = match message.split_once(": ") {
            Some((line, rest)) if line.starts_with("line ") => rest,
            _ => message,
        };
        let mut out = format!("{}: ", self.stage);
        let mut chars = message.chars().peekable();
        while let Some(c) = chars.next() {
            let rest = |chars: &mut Peekable<Chars<'_>>| -> String {
                std::iter::from_fn(|| chars.next_if(|c| c.is_alphanumeric() || "_$./".contains(*c))).collect()
            };
            match c {
                // Quoted names and inputs are omitted.
                '`' | '\'' | '"' => {
                    while chars.next().is_some_and(|next| next != c) {}
                    out.push('_');
                }
                '%' | '@' | '^' | '!' | '#' => {
                    rest(&mut chars);
                    out.push('_');
                }
                c if c.is_alphanumeric() => {
                    let word = format!("{c}{}", rest(&mut chars));
                    match word.trim_end_matches('.') {
                        // A word with `/` or `.` is a file name.
                        word if word.contains(['/', '.']) && !word.starts_with("spv.") => out.push('_'),
                        word => {
                            let mut digits =
                                word.split(|c: char| c.is_ascii_digit()).filter(|part| !part.is_empty());
                            let number = word.contains(|c: char| c.is_ascii_digit());
                            out += digits.next().unwrap_or("");
                            digits.for_each(|part| out += part);
                            out += if number { "N" } else { "" };
                        }
                    }
                }
                c => out.push(c),
            }
            if out.len() > 160 {
                break;
            }
        }
        out
    }
}

/// The steps that a mutant has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Whether the importer or parser accepts the mutant.
    pub read: bool,
    /// Whether the verifier accepts the mutant.
    pub verified: bool,
    /// Whether spirv-val accepts the mutant.
    pub valid: bool,
}

/// Printer options, with names for messages. Their output must parse to the same module.
const FORMS: &[(&str, Form)] = &[
    ("text", |_| {}),
    ("generic text", |options| options.generic = true),
    ("text with locations", |options| options.debug_info = true),
    ("text without aliases", |options| options.local_scope = true),
];

type Form = fn(&mut Options<'_>);

struct Exam<'a> {
    checks: &'a Checks,
    findings: Vec<Finding>,
    reach: Reach,
    /// Whether the mutant's printed MLIR text parses. If so, the printed output of each pass must parse, too.
    text_is_read: bool,
    /// Whether the exported copy is valid. If so, the output of each pass must be valid, too.
    copy_is_valid: bool,
}

/// Error that ends the checks after a step whose failure is already recorded.
struct Stopped;

/// Checks a mutant. Returns the steps that it passed, and the failures. `rng` chooses the pipelines. If several
/// pipelines run, those in `own` also run.
pub fn examine(mutant: &Mutant, own: &[String], checks: &Checks, rng: &mut Rng) -> (Reach, Vec<Finding>) {
    let mut exam = Exam {
        checks,
        findings: Vec::new(),
        reach: Reach::default(),
        text_is_read: true,
        copy_is_valid: false,
    };
    _ = exam.run(mutant, own, rng);
    (exam.reach, exam.findings)
}

/// Returns the message of the first error, with the instruction that it concerns.
fn first(errors: &Diagnostics) -> String {
    errors.list.first().map_or_else(String::new, |d| match d.place {
        Place::Word { instruction, .. } if !instruction.is_empty() => format!("{instruction}: {}", d.message),
        _ => d.message.clone(),
    })
}

fn messages(errors: Option<&Diagnostics>) -> Vec<&str> {
    errors.iter().flat_map(|errors| &errors.list).map(|error| error.message.as_str()).collect()
}

/// Returns whether the module consists of a single `spv.module`, as export requires.
fn is_for_binary(module: &Module) -> bool {
    let (body, registry) = (&module.body, module.ctx.registry());
    let ops = body.blocks(body.root()).flat_map(|block| body.ops(block));
    ops.filter(|op| registry.op(body.def(*op)).row.name == "spv.module").count() == 1
}

/// The SPIR-V magic number in the other byte order.
const SWAPPED: u32 = 0x0302_2307;

/// Converts the words of a binary to host byte order.
pub(super) fn native(mut words: Vec<u32>) -> Vec<u32> {
    if words.first() == Some(&SWAPPED) {
        words.iter_mut().for_each(|word| *word = word.swap_bytes());
    }
    words
}

impl Exam<'_> {
    fn note(&mut self, stage: &str, what: impl Into<String>) {
        let what = what.into();
        let are_in = |parts: &[&str]| {
            parts.iter().try_fold(&*what, |rest, part| Some(rest.split_once(part)?.1)).is_some()
        };
        if !RIGHT.iter().any(|(right, parts)| *right == stage && are_in(parts)) {
            self.findings.push(Finding { stage: stage.to_owned(), what, pipeline: None });
        }
    }

    /// Runs a step. Records a panic or an exceeded time limit as a failure.
    fn step<T>(&mut self, stage: &str, run: impl FnOnce() -> T) -> Result<T, Stopped> {
        step(run).map_err(|what| {
            self.note(stage, what);
            Stopped
        })
    }

    /// Runs a step like [`Self::step`], but also records errors of the step as failures.
    fn must<T>(&mut self, stage: &str, run: impl FnOnce() -> Result<T, Diagnostics>) -> Result<T, Stopped> {
        self.step(stage, run)?.map_err(|errors| {
            self.note(stage, first(&errors));
            Stopped
        })
    }

    /// Returns whether spirv-val accepts a module; `false` if spirv-val is not used.
    ///
    /// # Errors
    /// Returns spirv-val's message if it rejects the module.
    fn judge(&self, words: &[u32]) -> Result<bool, String> {
        if self.checks.judge { tools::spirv_val(words, "spv1.6").map(|()| true) } else { Ok(false) }
    }

    fn is_valid(&self, words: &[u32]) -> bool {
        self.judge(words).is_ok_and(|judged| judged)
    }

    fn run(&mut self, mutant: &Mutant, own: &[String], rng: &mut Rng) -> Result<(), Stopped> {
        let words = match mutant {
            Mutant::Text(_) => None,
            Mutant::Binary(bytes) => to_words(bytes).ok().map(native),
            Mutant::Assembly(text) => match self.step("assembler", || spv_opt::serialize::assemble(text))? {
                Ok(words) => Some(words),
                Err(errors) => {
                    self.judge_refused_assembly(text, &errors);
                    return Ok(());
                }
            },
        };
        self.reach.valid = words.as_ref().is_some_and(|words| self.is_valid(words));
        if let (true, Some(words)) = (self.reach.valid && self.checks.assembler, &words) {
            self.peers_assembly(words)?;
        }
        let read = || -> Result<Module, Diagnostics> {
            match (mutant, &words) {
                (Mutant::Text(text), _) => spv_opt::parse(&spv_opt::context(), text),
                (Mutant::Binary(bytes), _) => spv_opt::import_bytes(&spv_opt::context(), bytes),
                (_, words) => spv_opt::import(&spv_opt::context(), words.as_deref().unwrap_or(&[])),
            }
        };
        let module = match self.step("read", read)? {
            Ok(module) => module,
            Err(errors) => {
                if self.reach.valid {
                    self.note("valid, but refused", first(&errors));
                }
                return Ok(());
            }
        };
        self.reach.read = true;
        let verified = self.step("verifier", || spv_opt::verify(&module))?;
        let text = self.step("print", || spv_opt::print(&module))?;
        if let Some(words) = &words {
            self.recoded(words, &module, verified.as_ref().err())?;
        }
        if let Err(errors) = verified {
            if self.reach.valid {
                self.note("valid, but refused", first(&errors));
            }
            return Ok(());
        }
        self.reach.verified = true;
        let exported = match is_for_binary(&module) {
            true => Some(self.must("export", || spv_opt::export(&module))?),
            false => None,
        };
        self.texts(&module, exported.as_deref())?;
        if let Some(exported) = &exported {
            match &words {
                Some(words) => {
                    self.copy_is_valid = self.reach.valid;
                    self.copy(words, exported);
                    // Export may have corrected the instruction order of an invalid input.
                    self.copy_is_valid |= !self.reach.valid && words != exported && self.is_valid(exported);
                }
                None => {
                    self.reach.valid = self.is_valid(exported);
                    self.copy_is_valid = self.reach.valid;
                }
            }
            if let Ok(settled) = self.binaries(exported, words.is_some()) {
                _ = self.assembly(&settled);
            }
            _ = self.ordered(&text, exported);
        }
        for pipeline in self.checks.drawn(&text, own, rng) {
            let before = self.findings.len();
            _ = self.pipeline(&pipeline, &read, exported.as_deref());
            self.findings[before..].iter_mut().for_each(|found| found.pipeline = Some(pipeline.clone()));
        }
        Ok(())
    }

    /// Checks that spirv-as or spirv-val also rejects assembly that the library rejects.
    fn judge_refused_assembly(&mut self, text: &str, errors: &Diagnostics) {
        if !self.checks.assembler {
            return;
        }
        if let Ok(words) = tools::spirv_as(text, "spv1.6")
            && self.judge(&words).is_ok()
        {
            self.note("valid, but the assembler refuses it", first(errors));
        }
    }

    /// Checks that the library and spirv-as assemble spirv-dis's output to the same words.
    fn peers_assembly(&mut self, words: &[u32]) -> Result<(), Stopped> {
        let Ok(text) = Peer::SpirvDis.run(&["--no-color", "-"], &tools::to_bytes(words)) else {
            return Ok(());
        };
        let text = byte_string::text_of(text);
        let ours = self.step("assembler", || spv_opt::serialize::assemble(&text))?;
        let Ok(theirs) = tools::spirv_as(&text, "spv1.6") else { return Ok(()) };
        match ours {
            Err(errors) => self.note("assembly of spirv-dis refused", first(&errors)),
            // The headers may contain different generators. For an id named "0", spirv-dis prints `%0`, which spirv-as
            // assembles to the invalid id 0.
            Ok(ours) if ours.get(5..) != theirs.get(5..) && self.judge(&theirs).is_ok() => {
                self.note("assembly of spirv-dis", "is read as another module than by spirv-as");
            }
            Ok(_) => {}
        }
        Ok(())
    }

    /// Checks that streaming conversion and whole-module conversion produce the same words or errors.
    fn recoded(
        &mut self,
        words: &[u32],
        module: &Module,
        errors: Option<&Diagnostics>,
    ) -> Result<(), Stopped> {
        let options = ImportOptions { verify: true, ..ImportOptions::default() };
        let judged = self.step("import", || import_with(&spv_opt::context(), words, &options))?;
        if messages(errors) != messages(judged.as_ref().err()) {
            self.note("import that verifies", "gives other errors than import and verifier");
        }
        let parts = self.step("recode", || spv_opt::recode(&spv_opt::context(), words))?;
        match (parts, errors) {
            (Err(parts), Some(errors)) if messages(Some(&parts)) == messages(Some(errors)) => {}
            (Ok(parts), None) => {
                let whole = self.step("export", || spv_opt::export(module))?;
                if whole.is_ok_and(|whole| whole != parts) {
                    self.note("recode", "gives other words than import and export");
                }
            }
            (Err(parts), None) => {
                if self.step("export", || spv_opt::export(module))?.is_ok() {
                    self.note("recode", first(&parts));
                }
            }
            _ => self.note("recode", "gives other errors than import and verifier"),
        }
        Ok(())
    }

    /// Checks that the MLIR text in each form of [`FORMS`] parses to the same module.
    fn texts(&mut self, module: &Module, exported: Option<&[u32]>) -> Result<(), Stopped> {
        let generic =
            |module: &Module| printer::print(module, &Options { generic: true, ..Options::default() });
        let reference = self.step("print", || generic(module))?;
        self.text_is_read = false;
        for (name, form) in FORMS {
            let mut options = Options::default();
            form(&mut options);
            let text = self.step("print", || printer::print(module, &options))?;
            let again = match self.step("parse", || spv_opt::parse(&spv_opt::context(), &text))? {
                Ok(again) => again,
                Err(errors) => {
                    self.note(&format!("{name} not read back"), first(&errors));
                    continue;
                }
            };
            self.text_is_read |= *name == "text";
            if self.step("print", || printer::print(&again, &options))? != text {
                self.note(name, "is printed in another way when it was read back");
            } else if self.step("print", || generic(&again))? != reference {
                self.note(name, "is read back as another module");
            }
            if let Err(errors) = self.step("verifier", || spv_opt::verify(&again))? {
                self.note(&format!("{name} not verified when read back"), first(&errors));
            } else if let Some(exported) = exported {
                match self.step("export", || spv_opt::export(&again))? {
                    Ok(words) if words == exported => {}
                    Ok(_) => self.note(name, "gives another binary"),
                    Err(errors) => self.note(&format!("export of {name}"), first(&errors)),
                }
            }
        }
        Ok(())
    }

    /// Checks that the exported copy of a valid binary is valid and equivalent to the binary.
    fn copy(&mut self, words: &[u32], copy: &[u32]) {
        if !self.reach.valid || words == copy {
            return;
        }
        match self.judge(copy) {
            Err(why) => {
                self.copy_is_valid = false;
                self.note("the copy of a valid binary is invalid", why);
            }
            Ok(_) => {
                if let Err(differences) = compare_strict(words, copy) {
                    let what = differences.first().map_or("", |d| &d.message);
                    self.note("the copy of a valid binary is another", what);
                }
            }
        }
    }

    /// Checks that import and export leave an exported copy unchanged. Returns the first copy that is unchanged.
    fn binaries(&mut self, copy: &[u32], from_binary: bool) -> Result<Vec<u32>, Stopped> {
        let again = self.must("import of the copy", || spv_opt::import(&spv_opt::context(), copy))?;
        let next = self.must("export of the copy", || spv_opt::export(&again))?;
        if next == copy {
            return Ok(next);
        }
        if from_binary && self.reach.valid {
            self.note("the copy of the copy", "is another");
        }
        // The first copy of MLIR text or of an invalid binary may still change, because definitions may be unused or
        // may follow their uses.
        let again = self.must("import of the copy", || spv_opt::import(&spv_opt::context(), &next))?;
        let third = self.must("export of the copy", || spv_opt::export(&again))?;
        if third != next {
            self.note("the third copy", "is another");
        }
        Ok(third)
    }

    /// Checks that the disassembly of a binary assembles to the same binary.
    fn assembly(&mut self, words: &[u32]) -> Result<(), Stopped> {
        let text = self.step("disassembler", || asm::disassemble(words))?;
        let again = match self.step("assembler", || spv_opt::serialize::assemble(&text))? {
            Ok(again) => again,
            Err(errors) => {
                self.note("assembly not read back", first(&errors));
                return Ok(());
            }
        };
        let module = match self.step("import", || spv_opt::import(&spv_opt::context(), &again))? {
            Ok(module) => module,
            Err(errors) => {
                self.note("assembly not imported when read back", first(&errors));
                return Ok(());
            }
        };
        let back = self.must("export of the assembly", || spv_opt::export(&module))?;
        if self.step("disassembler", || asm::disassemble(&back))? != text {
            self.note("assembly", "is printed in another way when it was read back");
        }
        if back != words {
            self.note("assembly", "gives another binary");
        }
        Ok(())
    }

    /// Checks that MLIR text exports to the same binary if its blocks are sorted into a valid order.
    fn ordered(&mut self, text: &str, exported: &[u32]) -> Result<(), Stopped> {
        if !self.copy_is_valid {
            return Ok(());
        }
        let Ok(mut module) = self.step("parse", || spv_opt::parse(&spv_opt::context(), text))? else {
            return Ok(());
        };
        let ctx = module.ctx.clone();
        self.step("block order", || {
            walk::bodies_mut(&mut module.body, &mut |_, _| true, &mut |body| {
                order_blocks(ctx.registry(), body, BlockOrder::IfNeeded);
            });
        })?;
        let words = self.must("export of the text", || spv_opt::export(&module))?;
        if words != exported
            && let Err(why) = self.judge(&words)
        {
            self.note("the binary of the text is invalid", why);
        }
        Ok(())
    }

    /// Checks that the verifier accepts the output of a pipeline. If spirv-val accepts the mutant, it must accept the
    /// output, too.
    fn pipeline(
        &mut self,
        text: &str,
        read: &dyn Fn() -> Result<Module, Diagnostics>,
        copy: Option<&[u32]>,
    ) -> Result<(), Stopped> {
        let Ok(mut module) = self.step("read", read)? else { return Ok(()) };
        let pipeline = Pipeline::parse(&Registry::new(), text).expect("the pipelines are known");
        let result = self.step(text, || run(&pipeline, &mut module, &RunOptions::default()))?;
        if let Err(failure) = result {
            self.note(&format!("pass {}", failure.pass), first(&failure.errors));
            return Ok(());
        }
        let printed = self.step("print", || spv_opt::print(&module))?;
        match self.step("parse", || spv_opt::parse(&spv_opt::context(), &printed))? {
            Ok(again) if self.step("print", || spv_opt::print(&again))? != printed => {
                self.note(&format!("text of the output of {text}"), "differs when read back");
            }
            Ok(_) => {}
            Err(_) if !self.text_is_read => {}
            Err(errors) => self.note(&format!("text of the output of {text} not read back"), first(&errors)),
        }
        if !is_for_binary(&module) {
            return Ok(());
        }
        let words = match self.step("export", || spv_opt::export(&module))? {
            Ok(words) => words,
            Err(errors) => {
                self.note(&format!("export of the output of {text}"), first(&errors));
                return Ok(());
            }
        };
        if self.copy_is_valid
            && copy != Some(&words)
            && let Err(why) = self.judge(&words)
        {
            self.note(&format!("output of {text} is invalid"), why);
        }
        Ok(())
    }
}
