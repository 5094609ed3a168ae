//! All that is checked of a mutant: that nothing panics or takes long, that each form of it is read back as the same
//! module, that import takes what spirv-val accepts, and that neither the copy nor what a pass makes of it is refused
//! by our verifier or by spirv-val.

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

/// Which pipelines run on a mutant.
#[derive(Clone, Debug)]
pub enum Choice {
    /// As many as this, drawn.
    Drawn(usize),
    /// All.
    All,
    /// This one.
    Only(String),
}

/// How a mutant is examined.
pub struct Checks {
    /// The passes that may run.
    pub passes: Vec<String>,
    /// The pipelines that may run.
    pub pipelines: Vec<String>,
    /// Which of them do.
    pub choice: Choice,
    /// Whether spirv-val judges what is refused and what is made.
    pub judge: bool,
    /// Whether spirv-dis and spirv-as tell what assembly is to be read.
    pub assembler: bool,
}

impl Checks {
    /// Those that a mutant with this text goes through. Pipelines are drawn as often as passes alone. If there is
    /// more than one, further ones are those that `own` names, and those that act on what the text has.
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

    /// All registered passes and pipelines, with spirv-val where it is installed.
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

/// Pipelines with options, or of several passes.
const FURTHER: &[&str] = &[
    "set-spec-const-default-value{values=0:1,1:0,2:1,3:0}",
    "inline{all}",
    "inline{all},sroa,mem2reg,canonicalize",
    "inline{all},sroa,mem2reg,canonicalize,loop-unroll{all}",
    "loop-unroll{all factor=2}",
    "spv-lower-to-cfg,spv-structurize",
    "spv-lower-to-cfg,spv-structurize-regions",
    "spv-lower-to-cfg,O",
    "freeze-spec-const,O",
];

/// Passes that do nothing to most modules, by words of those which they act on.
const ACTS_ON: &[(&str, &str)] = &[
    ("entry_point_abi", "spirv-lower-abi-attrs"),
    ("target_env", "spirv-update-vce"),
    ("[SPV_", "spirv-update-vce"),
    ("spec_id", "set-spec-const-default-value{values=0:1,1:0,2:1,3:0}"),
    ("SpecConst", "freeze-spec-const"),
    ("spv.mlir.", "O"),
    ("BranchConditional", "sccp,simplify-cfg"),
    ("spv.FunctionCall", "Os"),
];

/// What is no failure: the stage, and parts of what is said, in order.
const RIGHT: &[(&str, &[&str])] = &[
    // A float of a format that nothing names has no values that a number spells.
    ("pass set-spec-const-default-value", &["is no value of type '!spv.float<"]),
    // What is said to users who ask for what a module does not have.
    ("pass spirv-lower-abi-attrs", &["is neither a pointer nor a scalar or vector"]),
    // What cannot be combined is not.
    ("pass test-spirv-module-combiner", &["input modules differ in"]),
    // Elements of several widths, which LLVM refuses, too.
    ("pass spirv-unify-aliased-resource", &["failed to legalize operation"]),
    // It has nothing to do without it.
    ("pass spirv-update-vce", &["missing 'spv.target_env'"]),
    // The default of a size of workgroups or of a length may be 0 or less as long as it can be specialized.
    ("output of freeze-spec-const is invalid", &["must not have a product of zero"]),
    ("output of freeze-spec-const is invalid", &["must not have a static product of zero"]),
    ("output of freeze-spec-const is invalid", &["default value must be at least"]),
    // So may a scope.
    ("output of freeze-spec-const is invalid", &["Scope is limited to Workgroup and Subgroup"]),
    // An index may be beyond a length that can be specialized.
    ("output of freeze-spec-const is invalid", &["Array access is out of bounds"]),
    // It sets what it is told to.
    (
        "output of set-spec-const-default-value{values=0:1,1:0,2:1,3:0} is invalid",
        &["must not have a product of zero"],
    ),
    (
        "output of set-spec-const-default-value{values=0:1,1:0,2:1,3:0} is invalid",
        &["default value must be at least"],
    ),
    // spirv-val lets spec constants have decorations of variables, and constants not.
    ("output of freeze-spec-const is invalid", &["decoration on target", "must be a variable"]),
    // What the environment does not allow, and what has no layout, is said to the user.
    ("pass spirv-update-vce", &["target environment"]),
    ("pass decorate-spirv-composite-type-layout", &["cannot be given a layout"]),
    ("pass legalize-small-types", &["the layout of the array is not known"]),
    ("pass spirv-lower-abi-attrs", &["which no entry point has"]),
    ("pass spirv-lower-abi-attrs", &["is an entry point already"]),
    ("pass spirv-lower-abi-attrs", &["of integers"]),
    ("pass spirv-lower-abi-attrs", &["which only a kernel may have"]),
    ("pass spirv-lower-abi-attrs", &["but others have"]),
    ("pass spirv-lower-abi-attrs", &["op has arguments with", ", but no"]),
    ("pass spirv-lower-abi-attrs", &["has no storage class to load it from"]),
    ("pass spirv-lower-abi-attrs", &["could not select execution model"]),
    // What the specification rules out, and spirv-val does not check: a symbol of no function, a merge block that is the header,
    // a pipe that is written where it is read, a packet that is no pointer or one to other storage, or whose alignment does not divide the size or is no constant, a
    // number of constituents that a length of 64 bits does not give, a value of another function, a function as a value, a
    // decoration whose operand is no constant, or whose target has no members, a signedness other than 0 and 1 (of 8 bits
    // with Int8), and a minimum of three numbers of different types.
    ("valid, but refused", &["AMD' op requires the same type for all operands and results"]),
    ("valid, but refused", &["expected a function"]),
    ("valid, but refused", &["must be that of a function"]),
    ("valid, but refused", &["merge block must not be the header block"]),
    ("valid, but refused", &["the packet alignment must be between"]),
    ("valid, but refused", &["must be of a 32-bit integer type"]),
    ("valid, but refused", &["constituents, but the constant has"]),
    ("valid, but refused", &["the signedness is 0 or 1"]),
    ("valid, but refused", &["must be a pipe with access qualifier"]),
    // A void function has a result, which spirv-val lets instructions of some sets take.
    ("valid, but refused", &["AMD", "is used but never defined"]),
    // So has an instruction that declares a scope.
    ("valid, but refused", &["spv.ExtInst: ", "which is defined by OpExtInst", "is no value"]),
    // A non-semantic instruction has a result of type void, which spirv-val does not check for all sets.
    ("valid, but refused", &["spv.ExtInst: expected the id of a type, found", "OpTypeFunction"]),
    ("valid, but refused", &["'spv.SpecConstantComposite' op has incorrect number of operands: expected"]),
    ("valid, but refused", &["PipeBlockingALTERA' op operand #1 must be any SPIR-V pointer type"]),
    ("valid, but refused", &["PipeBlockingALTERA' op operand #1 must be a pointer to Generic storage"]),
    (
        "valid, but refused",
        &["expected the id of a module-level definition, found", "which is defined by OpExtInstImport"],
    ),
    ("valid, but refused", &["is defined in another function or without a value"]),
    ("valid, but refused", &["expected a value, found", "which is defined by OpFunction"]),
    ("valid, but refused", &["expected a value, found", "which is defined by OpExtInstImport"]),
    ("valid, but refused", &["Decorate", ": expected the id of a module-level definition"]),
    // The specification has OpSourceContinued follow what it continues, which spirv-val does not check.
    ("valid, but refused", &["expected an OpSource right before it"]),
    // Others read larger ids than 4194303, and take the memory for them.
    ("assembly not read back", &["ids of at most"]),
    ("assembly of spirv-dis refused", &["ids of at most"]),
];

/// Something that is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Which step found it, e.g. `import` or the name of a pass.
    pub stage: String,
    /// What is wrong.
    pub what: String,
    /// The pipeline that ran.
    pub pipeline: Option<String>,
}

impl Finding {
    /// What findings of one cause have in common: the step, and the message without names and numbers.
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
                // What is quoted is a name, or what was met.
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
                        // A file.
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

/// How far a mutant came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// It was read.
    pub read: bool,
    /// The verifier accepts it.
    pub verified: bool,
    /// spirv-val accepts it.
    pub valid: bool,
}

/// The options of the printer that must all give a text which is read back.
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
    /// The text is read back, so that of what passes make must be.
    text_is_read: bool,
    /// The copy is valid, so what passes make must be.
    copy_is_valid: bool,
}

/// A step that did not end well has been noted.
struct Stopped;

/// Examines a mutant. Draws the pipelines from `rng`; those of `own` run, too, if more than one does.
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

/// The first message, with the instruction that it is about.
fn first(errors: &Diagnostics) -> String {
    errors.list.first().map_or_else(String::new, |d| match d.place {
        Place::Word { instruction, .. } if !instruction.is_empty() => format!("{instruction}: {}", d.message),
        _ => d.message.clone(),
    })
}

fn messages(errors: Option<&Diagnostics>) -> Vec<&str> {
    errors.iter().flat_map(|errors| &errors.list).map(|error| error.message.as_str()).collect()
}

/// Whether there is one `spv.module`, as a binary has it.
fn is_for_binary(module: &Module) -> bool {
    let (body, registry) = (&module.body, module.ctx.registry());
    let ops = body.blocks(body.root()).flat_map(|block| body.ops(block));
    ops.filter(|op| registry.op(body.def(*op)).row.name == "spv.module").count() == 1
}

/// The magic number, in the wrong endianness.
const SWAPPED: u32 = 0x0302_2307;

/// The words of a binary of either endianness.
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

    /// Runs a step; a panic and a long time are noted.
    fn step<T>(&mut self, stage: &str, run: impl FnOnce() -> T) -> Result<T, Stopped> {
        step(run).map_err(|what| {
            self.note(stage, what);
            Stopped
        })
    }

    /// As [`Self::step`]; errors are noted, too.
    fn must<T>(&mut self, stage: &str, run: impl FnOnce() -> Result<T, Diagnostics>) -> Result<T, Stopped> {
        self.step(stage, run)?.map_err(|errors| {
            self.note(stage, first(&errors));
            Stopped
        })
    }

    /// What spirv-val says, if it is asked.
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
                    // What is not valid may have been put in order.
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

    /// Assembly that we refuse must not be a valid module to others.
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

    /// What spirv-dis prints is what spirv-as reads, so we must read it as the same.
    fn peers_assembly(&mut self, words: &[u32]) -> Result<(), Stopped> {
        let Ok(text) = Peer::SpirvDis.run(&["--no-color", "-"], &tools::to_bytes(words)) else {
            return Ok(());
        };
        let text = byte_string::text_of(text);
        let ours = self.step("assembler", || spv_opt::serialize::assemble(&text))?;
        let Ok(theirs) = tools::spirv_as(&text, "spv1.6") else { return Ok(()) };
        match ours {
            Err(errors) => self.note("assembly of spirv-dis refused", first(&errors)),
            // The header says who wrote it. What spirv-dis calls `%0`, by the name "0", spirv-as gives the invalid id 0.
            Ok(ours) if ours.get(5..) != theirs.get(5..) && self.judge(&theirs).is_ok() => {
                self.note("assembly of spirv-dis", "is read as another module than by spirv-as");
            }
            Ok(_) => {}
        }
        Ok(())
    }

    /// Function by function it is what it is as a whole: the words, or the errors.
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

    /// Each form of the text is read back as the same module.
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

    /// The copy of a valid binary is that binary, and valid.
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

    /// The copy of a copy is the copy. Returns what no longer changes.
    fn binaries(&mut self, copy: &[u32], from_binary: bool) -> Result<Vec<u32>, Stopped> {
        let again = self.must("import of the copy", || spv_opt::import(&spv_opt::context(), copy))?;
        let next = self.must("export of the copy", || spv_opt::export(&again))?;
        if next == copy {
            return Ok(next);
        }
        if from_binary && self.reach.valid {
            self.note("the copy of the copy", "is another");
        }
        // What comes from text may have another order, and what nothing uses; so may an invalid binary whose definitions follow
        // their uses.
        let again = self.must("import of the copy", || spv_opt::import(&spv_opt::context(), &next))?;
        let third = self.must("export of the copy", || spv_opt::export(&again))?;
        if third != next {
            self.note("the third copy", "is another");
        }
        Ok(third)
    }

    /// The assembly of a binary is read back as that binary.
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

    /// The binary of the text, with the blocks in an order that a binary may have.
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

    /// What a pipeline makes is accepted by our verifier, and by spirv-val if the mutant is.
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
