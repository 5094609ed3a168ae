//! Round trips of a generated module, and checks of its MLIR text

use super::same::same;
use spv_opt::dialect::dialect::DIALECT;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::ops::CORE;
use spv_opt::ir::Diagnostics;
use spv_opt::ir::dialect::{Dialect, Registry};
use spv_opt::printer::{Options, print};
use spv_opt::serialize::export::{ExportOptions, export_module};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_opt::{Context, Module, export, import, parse, verify};
use std::sync::{Arc, OnceLock};

/// A module in one configuration, with the instruction, enumerant or extended instruction under test.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the op or enumerant under test, such as `spv.IAdd`.
    pub row: String,
    /// Description of the configuration, such as `2 optional operands`.
    pub variant: String,
    /// Words of the binary.
    pub words: Vec<u32>,
    /// Opcode of the instruction under test.
    pub opcode: u32,
    /// For each expected line of MLIR text, the words that the line must contain.
    pub lines: Vec<Vec<String>>,
    /// Whether the verifier must accept the module except for type rules, which only the op under test may violate.
    pub sound: bool,
}

impl Case {
    /// Constructs a test case without expected lines.
    pub fn new(row: &str, variant: impl Into<String>, words: Vec<u32>, opcode: u32) -> Case {
        let (row, variant) = (row.to_owned(), variant.into());
        Case { row, variant, words, opcode, lines: Vec::new(), sound: true }
    }

    /// Adds an expected line of MLIR text that contains the given words.
    pub fn line<'w>(mut self, words: impl IntoIterator<Item = &'w str>) -> Case {
        self.lines.push(words.into_iter().map(str::to_owned).collect());
        self
    }

    /// Marks the test case as one that the verifier may reject.
    pub fn unsound(mut self) -> Case {
        self.sound = false;
        self
    }

    /// Returns whether the binary contains an instruction with this opcode. If `number` is `Some`, it must be an
    /// OpExtInst with this instruction number.
    pub fn shows(&self, opcode: u32, number: Option<u32>) -> bool {
        let mut rest = self.words.get(5..).unwrap_or(&[]);
        while let [first, ..] = rest {
            let (inst, more) = rest.split_at((*first >> 16) as usize);
            if first & 0xFFFF == opcode && number.is_none_or(|n| inst.get(4) == Some(&n)) {
                return true;
            }
            rest = more;
        }
        false
    }

    /// Runs all checks.
    ///
    /// # Errors
    /// Describes the first failure.
    pub fn check(&self, registry: &Arc<Registry>) -> Result<(), String> {
        let ctx = || Arc::new(Context::new(registry.clone()));
        let input = &self.words[..];
        let module = import(&ctx(), input).map_err(|e| show("import", &e))?;
        if self.sound {
            let bare = import(&Arc::new(Context::new(untyped())), input).map_err(|e| show("import", &e))?;
            verify(&bare).map_err(|e| show("verify", &e))?;
            self.check_types(&module)?;
        }
        let direct = export(&module).map_err(|e| show("export", &e))?;
        self.check_generic_paths(&ctx(), &module, &direct)?;
        let text = print(&module, &Options::default());
        let fail = |what: &str| format!("{what}\n{}", shorten(&text));
        self.check_text(&text).map_err(|e| fail(&e))?;
        let again = |text: &str| -> Result<(Module, Vec<u32>), String> {
            let parsed = parse(&ctx(), text).map_err(|e| show_in("parse", &e, text))?;
            let words = export(&parsed).map_err(|e| show("export of the text", &e))?;
            Ok((parsed, words))
        };
        let (parsed, words) = again(&text).map_err(|e| fail(&e))?;
        if words != direct {
            return Err(fail(&differ("text to binary", &direct, &words)));
        }
        if print(&parsed, &Options::default()) != text {
            return Err(fail("printed again the text differs"));
        }
        let options = Options { generic: true, ..Options::default() };
        let generic = print(&module, &options);
        let (_, words) = again(&generic).map_err(|e| format!("generic form: {e}\n{}", shorten(&generic)))?;
        if words != direct {
            return Err(format!("{}\n{}", differ("generic form", &direct, &words), shorten(&generic)));
        }
        let options = Options { dialect_alias: true, local_scope: true, ..Options::default() };
        let other = print(&module, &options);
        let (_, words) = again(&other).map_err(|e| format!("other prefix: {e}\n{}", shorten(&other)))?;
        if words != direct {
            return Err(format!("{}\n{}", differ("other prefix", &direct, &words), shorten(&other)));
        }
        let second = import(&ctx(), &direct).map_err(|e| show("import of the output", &e))?;
        let second = export(&second).map_err(|e| show("second export", &e))?;
        if second != direct {
            return Err(fail(&differ("second export", &direct, &second)));
        }
        same(input, &direct, self.opcode).map_err(|e| fail(&e))
    }

    /// Checks that the generic code paths of import and export produce the same results as the fast paths.
    fn check_generic_paths(&self, ctx: &Arc<Context>, module: &Module, direct: &[u32]) -> Result<(), String> {
        let generic =
            import_with(ctx, &self.words, &ImportOptions { fast: false, ..ImportOptions::default() });
        let generic = generic.map_err(|e| show("generic import", &e))?;
        let texts = [module, &generic].map(|module| print(module, &Options::default()));
        if texts[0] != texts[1] {
            return Err(format!("generic import differs\n{}\n{}", texts[0], texts[1]));
        }
        let options = ExportOptions { fast: false, ..ExportOptions::default() };
        let exported = export_module(module, &options).map_err(|e| show("generic export", &e))?;
        match exported.words == direct {
            true => Ok(()),
            false => Err(differ("generic export", direct, &exported.words)),
        }
    }

    /// Checks that no op except the op under test violates type rules. Its operands fit their parameters separately,
    /// but may violate rules that relate several types.
    fn check_types(&self, module: &Module) -> Result<(), String> {
        let Err(errors) = verify(module) else { return Ok(()) };
        let own = |message: &str| {
            let name = message.split('\'').nth(1).unwrap_or("");
            let global = self.opcode == op::VARIABLE && name == "spv.GlobalVariable";
            global || registry_code(name) == Some(self.opcode) || name.matches('.').count() == 2
        };
        match errors.list.iter().all(|e| own(&e.message)) {
            true => Ok(()),
            false => Err(show("verify", &errors)),
        }
    }

    fn check_text(&self, text: &str) -> Result<(), String> {
        for words in &self.lines {
            if !text.lines().any(|line| words.iter().all(|w| has_word(line, w))) {
                return Err(format!("no line has {words:?}"));
            }
        }
        for line in text.lines() {
            let op = line.trim_start();
            let op = op.split_once(" = ").filter(|_| op.starts_with('%')).map_or(op, |(_, op)| op);
            if op.starts_with('"') {
                return Err(format!("generic form: {op}"));
            }
        }
        if has_word(text, "spv.ExtInst") || text.contains("0x") {
            return Err("raw words".into());
        }
        Ok(())
    }
}

/// Returns a registry whose verifier does not check types.
fn untyped() -> Arc<Registry> {
    static REGISTRY: OnceLock<Arc<Registry>> = OnceLock::new();
    let make = || Registry::new(vec![Dialect { check: None, ..DIALECT }]);
    REGISTRY.get_or_init(make).clone()
}

/// Returns the opcode of the core op named `name`, or `None` if there is no such op.
fn registry_code(name: &str) -> Option<u32> {
    CORE.iter().find(|row| row.name == name).map(|row| row.opcode)
}

/// Returns whether a word occurs as a whole word in `text`. The word may begin or end with punctuation.
fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().filter(|_| word.starts_with(part));
        let after = text[at + word.len()..].chars().next().filter(|_| word.ends_with(part));
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

fn show(what: &str, diagnostics: &Diagnostics) -> String {
    let list: Vec<String> =
        diagnostics.list.iter().take(3).map(|d| format!("{:?}: {}", d.place, d.message)).collect();
    format!("{what}: {}", list.join("; "))
}

fn show_in(what: &str, diagnostics: &Diagnostics, text: &str) -> String {
    let source = spv_opt::Source { file: "text", text, ctx: None };
    format!("{what}: {}", shorten(&spv_opt::render(diagnostics, source)))
}

fn differ(what: &str, expected: &[u32], found: &[u32]) -> String {
    let at = expected.iter().zip(found).take_while(|(a, b)| a == b).count();
    let opcode = |words: &[u32]| {
        let mut from = 5;
        while from < words.len() && from + ((words[from] >> 16).max(1) as usize) <= at {
            from += (words[from] >> 16).max(1) as usize;
        }
        let word = words.get(from).copied().unwrap_or(op::NOP);
        spv_opt::dialect::table::core_row(word & 0xFFFF).map_or("?", |r| r.name)
    };
    format!("{what}: differs at word {at}: {} instead of {}", opcode(found), opcode(expected))
}

fn shorten(text: &str) -> String {
    text.chars().take(3000).collect()
}
