//! Assembler: converts SPIR-V assembly text to words

use crate::check::{ErrorCode, describe_enum};
use crate::errors::{SyntaxError, SyntaxErrors};
use crate::generated::opcodes as op;
use crate::generated::ops::{CORE, SHAPES};
use crate::generators;
use crate::literal::{Float, Number};
use crate::literal_string::push_string;
use crate::numbers;
use crate::operands::{self, OperandContext, OperandKind, Operands};
use crate::places::Places;
use crate::sets::ExtSet;
use crate::spellings;
use crate::tokens::{Token, is_instruction, tokens};
use rustc_hash::FxHashMap;
use spv_grammar::{EnumDef, OpRow, suggest, suggest_enumerant};
use std::ops::Range;

/// First word of a binary.
pub const MAGIC: u32 = 0x0723_0203;
/// SPIR-V version 1.0, the oldest.
pub const OLDEST_VERSION: u32 = 0x0001_0000;

/// SPIR-V version 1.6, the newest, and the version of assembly without a header comment.
pub const NEWEST_VERSION: u32 = 0x0001_0600;
const GENERATOR: u32 = 7 << 16;
/// The instruction name that spirv-dis prints for an instruction that it does not know.
const UNKNOWN: &str = "OpUnknown";
/// Maximum length of an instruction in words.
const LONGEST: usize = 0xFFFF;
/// Largest numeric id that is preserved. Readers allocate tables of the size of the id bound, so this limits their
/// memory.
const LARGEST_ID: u32 = 0x3F_FFFF;

/// Result of an assembly step.
type AssembleResult<T> = Result<T, SyntaxError>;

/// Returns a syntax error that points to `token`.
fn wrong(token: &Token, message: String) -> SyntaxError {
    SyntaxError { span: token.span.clone(), code: ErrorCode::InvalidText, message, advice: None }
}

/// Returns an error for an unknown instruction name or enumerant name.
fn unknown_name(token: &Token, message: String) -> SyntaxError {
    SyntaxError { code: ErrorCode::InvalidLookup, ..wrong(token, message) }
}

/// Assembles text like `spirv-as --preserve-numeric-ids`, and returns the words of the binary.
///
/// Header comments in the format of spirv-dis set the version, generator, bound and schema.
///
/// # Errors
///
/// One error for each faulty instruction, with its byte range in the text.
pub fn assemble(text: &str) -> Result<Vec<u32>, SyntaxErrors> {
    assemble_or(text, NEWEST_VERSION)
}

/// Assembles text like [`assemble`]. Uses `version` if no header comment gives a version.
///
/// # Errors
/// The errors of [`assemble`].
pub fn assemble_or(text: &str, version: u32) -> Result<Vec<u32>, SyntaxErrors> {
    read(text, version, None)
}

/// Options for assembling text exactly like spirv-as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssembleOptions {
    /// SPIR-V version in the header, as `major << 16 | minor << 8`. Instructions of newer versions are rejected,
    /// unless a capability or extension provides them.
    pub version: u32,
    /// Whether numeric ids such as `%5` are preserved in the binary.
    pub preserve_numeric_ids: bool,
}

/// Assembles text exactly like spirv-as. Header comments have no effect.
///
/// # Errors
///
/// The errors of [`assemble`].
pub fn assemble_for(text: &str, target: AssembleOptions) -> Result<Vec<u32>, SyntaxErrors> {
    let (tokens, _) = tokens(text);
    let ids = if target.preserve_numeric_ids { Ids::new(&tokens) } else { Ids::without_numbers() };
    let assembler = Assembler { ids, version: Some(target.version), ..Assembler::default() };
    assembler.module(&tokens, target.version, None).map(|(words, _)| words)
}

/// Returns the SPIR-V version that a comment before the first instruction gives (`; Version: 1.3`). Returns `None`
/// without such a comment, or if spirv-as rejects the version.
pub fn stated_version(text: &[u8]) -> Option<u32> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_start);
    let mut comments = lines.filter(|line| !line.is_empty()).take_while(|line| line.starts_with(b";"));
    comments.find_map(|line| match line.strip_prefix(b"; Version: 1.")? {
        [minor @ b'0'..=b'6', rest @ ..] if !rest.first().is_some_and(u8::is_ascii_digit) => {
            Some(0x0001_0000 | u32::from(minor - b'0') << 8)
        }
        _ => None,
    })
}

/// Assembles `text`. Records in `places`, if given, the byte range of the token that produced each word.
pub(crate) fn read(text: &str, version: u32, places: Option<&mut Places>) -> Result<Vec<u32>, SyntaxErrors> {
    let (tokens, comments) = tokens(text);
    let mut own = Vec::new();
    let spans = places.is_some().then_some(&mut own);
    let assembler = Assembler { ids: Ids::new(&tokens), ..Assembler::default() };
    let (mut words, ids) = assembler.module(&tokens, version, spans)?;
    if let Some(places) = places {
        places.words = own;
        places.names = ids.named.iter().map(|(name, id)| (*id, (*name).to_owned())).collect();
    }
    header(text, &comments, &mut words)?;
    Ok(words)
}

/// Writes the version, generator, bound and schema from header comments to the module header at the start of `words`.
///
/// # Errors
/// A comment with a version that does not exist. `comments` are parts of `text`.
fn header(text: &str, comments: &[&str], words: &mut [u32]) -> Result<(), SyntaxErrors> {
    for comment in comments {
        let Some((key, value)) = comment.trim().split_once(": ") else { continue };
        let number = || value.trim().parse::<u32>().ok();
        match key {
            "Version" => {
                let parts = value.trim().split_once('.');
                let version = parts.and_then(|(a, b)| Some((a.parse::<u8>().ok()?, b.parse::<u8>().ok()?)));
                let Some((major, minor)) = version else { continue };
                words[1] = u32::from(major) << 16 | u32::from(minor) << 8;
                if !(OLDEST_VERSION..=NEWEST_VERSION).contains(&words[1]) {
                    let start = comment.as_ptr() as usize - text.as_ptr() as usize;
                    let span = start..start + comment.trim_end().len();
                    let message = format!("unknown version {major}.{minor} of SPIR-V: expected 1.0 to 1.6");
                    let error = SyntaxError { span, code: ErrorCode::InvalidText, message, advice: None };
                    return Err(SyntaxErrors { list: vec![error] });
                }
            }
            "Generator" => words[2] = generators::word(value.trim()).unwrap_or(words[2]),
            "Bound" => words[3] = number().filter(|n| *n <= LARGEST_ID + 1).unwrap_or(0).max(words[3]),
            "Schema" => words[4] = number().unwrap_or(words[4]),
            _ => {}
        }
    }
    Ok(())
}

/// Splits tokens into instructions. An instruction starts with its name or with `%id =`. If `by_lines` is set, it may
/// also start with a raw word at the beginning of a line.
///
/// spirv-as may instead read a raw word at the beginning of a line as an optional operand of the previous
/// instruction.
fn instructions(tokens: &[Token], by_lines: bool) -> Vec<Range<usize>> {
    let starts = |at: usize| {
        let result = |at: usize| tokens.get(at + 1).is_some_and(|next| next.text == "=");
        let result_after = at >= 2 && tokens[at - 1].text == "=";
        let text = tokens[at].text;
        (is_instruction(text) && !result_after)
            || (text.starts_with('%') && result(at))
            || (by_lines && text.starts_with('!') && tokens[at].first)
    };
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for at in 0..tokens.len() {
        match ranges.last_mut() {
            Some(range) if !starts(at) => range.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

/// The map from id names to ids. Numeric names are their own ids; other names receive free ids in order.
#[derive(Default)]
struct Ids<'t> {
    /// Whether numeric names are their own ids. Otherwise they receive free ids like other names.
    keeps_numbers: bool,
    /// Bit set of the ids that occur as numeric names in the text, up to [`LARGEST_ID`].
    numeric: Vec<u64>,
    named: FxHashMap<&'t str, u32>,
    next: u32,
    bound: u32,
}

/// Returns the id that a numeric name denotes; `None` if the name is not numeric.
fn numeric(name: &str) -> Option<u32> {
    u32::try_from(numbers::unsigned(name)?).ok()
}

impl<'t> Ids<'t> {
    fn new(tokens: &[Token<'t>]) -> Ids<'t> {
        let mut bits: Vec<u64> = Vec::new();
        for number in tokens.iter().filter_map(|token| numeric(token.text.strip_prefix('%')?)) {
            let (at, bit) = (number as usize / 64, number % 64);
            if number <= LARGEST_ID {
                bits.resize(bits.len().max(at + 1), 0);
                bits[at] |= 1 << bit;
            }
        }
        Ids { keeps_numbers: true, numeric: bits, next: 1, bound: 1, ..Ids::default() }
    }

    fn is_taken(&self, id: u32) -> bool {
        self.numeric.get(id as usize / 64).is_some_and(|bits| bits >> (id % 64) & 1 != 0)
    }

    /// Constructs the id assignment for text whose numeric ids are not preserved.
    fn without_numbers() -> Ids<'t> {
        Ids { next: 1, bound: 1, ..Ids::default() }
    }

    fn id(&mut self, token: &Token<'t>) -> AssembleResult<u32> {
        let Some(name) = token.text.strip_prefix('%') else {
            let message = format!("Expected id to start with %, found '{}'", token.text);
            return Err(wrong(token, message));
        };
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        if name.is_empty() || !name.bytes().all(plain) {
            return Err(wrong(token, format!("Invalid ID {name}")));
        }
        let number = numeric(name).filter(|n| self.keeps_numbers && *n != 0);
        let id = match number.or_else(|| self.named.get(name).copied()) {
            Some(id) => id,
            None => {
                while self.is_taken(self.next) {
                    self.next += 1;
                }
                self.next += 1;
                *self.named.entry(name).or_insert(self.next - 1)
            }
        };
        if id > LARGEST_ID {
            return Err(wrong(token, format!("id exceeds the limit of {LARGEST_ID}")));
        }
        self.bound = self.bound.max(id + 1);
        Ok(id)
    }
}

#[derive(Default)]
struct Assembler<'t> {
    ids: Ids<'t>,
    facts: OperandContext,
    /// The SPIR-V version that limits the accepted instructions; `None` to accept instructions of all versions.
    version: Option<u32>,
    /// Positions of the current instruction's tokens: word offset of the first word in the binary, and byte range in
    /// the text.
    spans: Vec<(usize, Range<usize>)>,
}

/// Checks that an instruction has a result id if and only if its grammar entry has one.
fn check_result(name: &Token, result: Option<&Token>, has_result: bool) -> AssembleResult<()> {
    match result {
        None if has_result => {
            let message =
                format!("Expected <result-id> at the beginning of an instruction, found '{}'", name.text);
            Err(wrong(name, message))
        }
        Some(id) if !has_result => {
            let message =
                format!("Cannot set ID {} because {} does not produce a result ID", id.text, name.text);
            Err(wrong(id, message))
        }
        _ => Ok(()),
    }
}

/// Returns the message for a token that cannot begin an instruction.
fn misplaced(token: &Token) -> String {
    format!("Expected <opcode> or <result-id> at the beginning of an instruction, found '{}'", token.text)
}

/// Parses a raw word, such as `!5` or `!0x1F`. Returns `None` for other tokens.
fn raw(token: &Token) -> Option<AssembleResult<u32>> {
    let value = numeric(token.text.strip_prefix('!')?);
    Some(value.ok_or_else(|| wrong(token, format!("Invalid immediate integer: {}", token.text))))
}

impl<'t> Assembler<'t> {
    /// Assembles all instructions. `places` receives, for each token, the offset of its first word and its byte
    /// range.
    fn module(
        mut self,
        tokens: &[Token<'t>],
        version: u32,
        mut places: Option<&mut Vec<(usize, Range<usize>)>>,
    ) -> Result<(Vec<u32>, Ids<'t>), SyntaxErrors> {
        let mut words = Vec::with_capacity(tokens.len());
        words.extend([MAGIC, version, GENERATOR, 0, 0]);
        let mut errors = SyntaxErrors::default();
        for range in instructions(tokens, self.version.is_none()) {
            let start = words.len();
            match self.instruction(&tokens[range], &mut words) {
                Ok(()) => {
                    if let Some(places) = &mut places {
                        places.append(&mut self.spans);
                    }
                }
                Err(error) => {
                    words.truncate(start);
                    if errors.list.len() < SyntaxErrors::LIMIT {
                        errors.list.push(error);
                    }
                }
            }
        }
        if !errors.list.is_empty() {
            return Err(errors);
        }
        words[3] = self.ids.bound;
        Ok((words, self.ids))
    }

    /// Returns whether the target version, a declared capability or a declared extension provides the instruction.
    fn has(&self, row: &OpRow) -> bool {
        let own = &row.availability;
        let reached = |version| {
            own.min_version.is_some_and(|first| version >= first)
                && own.max_version.is_none_or(|last| version <= last)
        };
        self.version.is_none_or(reached) || !own.extensions.is_empty() || !own.capabilities.is_empty()
    }

    /// Returns the opcode of an instruction name, and its index in [`CORE`].
    fn resolve(&self, name: &Token) -> AssembleResult<(u32, usize)> {
        let opcode = is_instruction(name.text).then(|| spellings::opcode(&name.text[2..])).flatten();
        let index = opcode.and_then(crate::table::core_index).filter(|index| self.has(&CORE[*index]));
        opcode.zip(index).ok_or_else(|| match is_instruction(name.text) {
            true => {
                let message = format!("Invalid Opcode name '{}'", name.text);
                let names = CORE.iter().filter_map(|row| row.name.strip_prefix("spv."));
                let best = suggest(&name.text[2..], names);
                let advice = best.map(|best| format!("did you mean `Op{best}`?"));
                SyntaxError { advice, ..unknown_name(name, message) }
            }
            false => wrong(name, misplaced(name)),
        })
    }

    fn instruction(&mut self, tokens: &[Token<'t>], words: &mut Vec<u32>) -> AssembleResult<()> {
        self.spans.clear();
        let first = &tokens[0];
        if first.text.starts_with('!') {
            return tokens.iter().try_for_each(|token| self.any(token, words));
        }
        let (result, rest) = match tokens {
            [id, equal, rest @ ..] if equal.text == "=" => (Some(id), rest),
            _ => (None, tokens),
        };
        let Some((name, operands)) = rest.split_first() else {
            let message = format!("Expected opcode after '{} ='", first.text);
            return Err(wrong(first, message));
        };
        if name.text == UNKNOWN {
            return match result {
                None => self.unknown(name, operands, words),
                Some(id) => {
                    Err(wrong(id, format!("{UNKNOWN} takes its result id as an operand, not before '='")))
                }
            };
        }
        let (opcode, index) = self.resolve(name)?;
        let (row, shape) = (&CORE[index], &SHAPES[index]);
        check_result(name, result, shape.result_id)?;
        let start = words.len();
        self.spans.push((start, name.span.clone()));
        words.push(opcode);
        let mut rest = operands;
        let (mut ty, mut is_raw) = (0, false);
        if shape.result_type {
            let Some((token, operands)) = rest.split_first() else {
                return Err(self.missing(name, "result type"));
            };
            let word = raw(token);
            is_raw = word.is_some();
            ty = word.unwrap_or_else(|| self.ids.id(token))?;
            self.spans.push((words.len(), token.span.clone()));
            words.push(ty);
            rest = operands;
        }
        // spirv-as assigns ids to names in the order of their words in the binary.
        if let Some(token) = result {
            self.spans.push((words.len(), token.span.clone()));
            words.push(self.ids.id(token)?);
        }
        if !is_raw {
            (rest, is_raw) = self.operands(name, opcode, ty, rest, operands::plan(row), words)?;
        }
        // Operands after a raw operand are not checked. Raw words after the last operand do not count as part of the
        // instruction.
        match rest.first() {
            _ if is_raw => rest.iter().try_for_each(|token| self.any(token, words))?,
            Some(token) if !token.text.starts_with('!') => {
                return Err(wrong(token, misplaced(token)));
            }
            _ => {}
        }
        let end = words.len();
        if !is_raw {
            rest.iter().try_for_each(|token| self.any(token, words))?;
        }
        if end - start > LONGEST {
            let message = format!("Instruction too long: more than {LONGEST} words");
            return Err(wrong(name, message));
        }
        words[start] |= ((end - start) as u32) << 16;
        self.facts.note(opcode, &words[start..end]);
        Ok(())
    }

    /// Assembles `OpUnknown(opcode, words)` with its operands.
    fn unknown(&mut self, name: &Token, tokens: &[Token<'t>], words: &mut Vec<u32>) -> AssembleResult<()> {
        let half = |token: &Token, what: &str| {
            let number = numeric(token.text).filter(|number| *number <= 0xFFFF);
            number.ok_or_else(|| wrong(token, format!("Invalid {what}: \"{}\".", token.text)))
        };
        let [open, opcode, comma, length, close, operands @ ..] = tokens else {
            return Err(wrong(name, format!("expected '(opcode, word count)' after {UNKNOWN}")));
        };
        for (token, expected) in [(open, "("), (comma, ","), (close, ")")] {
            if token.text != expected {
                let message = format!("'{expected}' expected in {UNKNOWN} but found '{}'.", token.text);
                return Err(wrong(token, message));
            }
        }
        let (opcode, count) = (half(opcode, "opcode enumerant")?, half(length, "number of words")?);
        if operands.len() + 1 != count as usize {
            let message = format!("Expected {count} words in total, found {}", operands.len() + 1);
            return Err(wrong(length, message));
        }
        self.spans.push((words.len(), name.span.clone()));
        words.push(count << 16 | opcode);
        operands.iter().try_for_each(|token| self.any(token, words))
    }

    /// Assembles operands until the last one or the first raw operand. Returns the remaining tokens, and whether a raw
    /// operand was found.
    fn operands<'s>(
        &mut self,
        name: &Token,
        opcode: u32,
        ty: u32,
        mut tokens: &'s [Token<'t>],
        plan: operands::ExpectedOperands,
        words: &mut Vec<u32>,
    ) -> AssembleResult<(&'s [Token<'t>], bool)> {
        let mut operands = Operands::new(&self.facts, opcode, ty, plan);
        let first = words.len();
        loop {
            let paired = operands.is_second();
            let Some(kind) = operands.next(tokens.is_empty()) else { return Ok((tokens, false)) };
            let Some((token, rest)) = tokens.split_first() else {
                return Err(self.missing(name, if paired { "second operand of a pair" } else { what(kind) }));
            };
            tokens = rest;
            self.spans.push((words.len(), token.span.clone()));
            if let Some(word) = raw(token) {
                words.push(word?);
                return Ok((tokens, true));
            }
            if matches!(kind, OperandKind::Number(_)) && self.version.is_some() {
                self.literal_type(opcode, ty, token, words.get(first).copied())?;
            }
            let start = words.len();
            self.operand(kind, token, words)?;
            // spirv-dis prints a literal opcode for an unknown extended instruction, which may have any number of
            // ids.
            let is_unknown = |set: &ExtSet| set.non_semantic && numeric(token.text).is_some();
            let kind = match kind {
                OperandKind::Extended(Some(set)) if is_unknown(set) => OperandKind::Extended(None),
                _ => kind,
            };
            operands.note(&self.facts, kind, words[start]);
        }
    }

    /// Checks that the numeric type of a literal operand is known. The type depends on the result type `ty` or, for
    /// OpSwitch, on the selector id `first`.
    fn literal_type(&self, opcode: u32, ty: u32, token: &Token, first: Option<u32>) -> AssembleResult<()> {
        let selector = || self.facts.type_of(first?);
        let message = match opcode {
            op::CONSTANT | op::SPEC_CONSTANT if self.facts.number(ty).is_none() => {
                let name = if opcode == op::CONSTANT { "Constant" } else { "SpecConstant" };
                format!("Type for {name} must be a scalar floating point or integer type")
            }
            op::SWITCH if !matches!(selector(), Some(Number::Int(..))) => {
                "The selector operand for OpSwitch must be the result of an instruction that generates an integer scalar"
                    .to_owned()
            }
            _ => return Ok(()),
        };
        Err(wrong(token, message))
    }

    fn missing(&self, name: &Token, what: &str) -> SyntaxError {
        let found = "but found the end of it";
        wrong(name, format!("Expected operand for {} instruction, {found}: {what}", name.text))
    }

    fn operand(&mut self, kind: OperandKind, token: &Token<'t>, words: &mut Vec<u32>) -> AssembleResult<()> {
        let wrong = |message: String| wrong(token, message);
        match kind {
            OperandKind::Id | OperandKind::ConstantId(_) => words.push(self.ids.id(token)?),
            OperandKind::Integer => {
                // spirv-as rejects negative numbers here.
                let signed = token.text.starts_with('-') && self.version.is_none();
                words.extend(numbers::parse(token.text, Number::Int(32, signed)).map_err(wrong)?);
            }
            OperandKind::Number(number) => words.extend(numbers::parse(token.text, number).map_err(wrong)?),
            OperandKind::String => {
                let Some(text) = token.string() else {
                    if token.text.starts_with('"') {
                        let line = token.text.split('\n').next().unwrap_or_default();
                        let span = token.span.start..token.span.start + line.len();
                        let message = "unterminated string: expected a closing quotation mark".to_owned();
                        return Err(SyntaxError { span, ..wrong(message) });
                    }
                    return Err(wrong(format!("Expected literal string, found '{}'", token.text)));
                };
                push_string(words, &text);
            }
            OperandKind::Enum(def) => words.push(enumerants(def, token)?),
            OperandKind::Opcode => match spellings::opcode(token.text) {
                Some(opcode) => words.push(opcode),
                None => return Err(wrong(format!("Invalid OpSpecConstantOp opcode '{}'", token.text))),
            },
            OperandKind::Extended(set) => words.push(extended(set, token)?),
        }
        Ok(())
    }

    /// Assembles an operand of unknown kind: a raw word, id, string or 32-bit literal.
    fn any(&mut self, token: &Token<'t>, words: &mut Vec<u32>) -> AssembleResult<()> {
        self.spans.push((words.len(), token.span.clone()));
        if let Some(word) = raw(token) {
            words.push(word?);
        } else if token.text.starts_with('%') {
            words.push(self.ids.id(token)?);
        } else if let Some(text) = token.string() {
            push_string(words, &text);
        } else {
            let integer = Number::Int(32, token.text.starts_with('-'));
            let mut number = numbers::parse(token.text, integer);
            if number.is_err() && token.text.contains(['.', 'e', 'E', 'p', 'P']) {
                number = numbers::parse(token.text, Number::Float(Float::F32));
            }
            words.extend(number.map_err(|message| wrong(token, message))?);
        }
        Ok(())
    }
}

/// Returns a description of an operand kind, for messages about missing operands.
fn what(kind: OperandKind) -> &'static str {
    match kind {
        OperandKind::Id | OperandKind::ConstantId(_) => "id",
        OperandKind::Integer | OperandKind::Number(_) => "literal number",
        OperandKind::String => "literal string",
        OperandKind::Enum(def) => def.name,
        OperandKind::Opcode => "opcode",
        OperandKind::Extended(_) => "extended instruction",
    }
}

/// Returns the value of an enumerant, or of a combination such as `A|B`.
fn enumerants(def: &EnumDef, token: &Token) -> AssembleResult<u32> {
    let error = |name: &str| {
        let message = format!("Invalid {} '{name}'", describe_enum(def));
        let error = if def.bits { unknown_name(token, message) } else { wrong(token, message) };
        SyntaxError { advice: suggest_enumerant(def, name), ..error }
    };
    if !def.bits {
        return spellings::value(def, token.text).ok_or_else(|| error(token.text));
    }
    let mut bits = token.text.split('|').map(|name| spellings::value(def, name).ok_or_else(|| error(name)));
    bits.try_fold(0, |all, bits| bits.map(|bits| all | bits))
}

/// Returns the opcode of an instruction, given by its name in `set` or as a literal opcode.
fn extended(set: Option<&ExtSet>, token: &Token) -> AssembleResult<u32> {
    let known = set.and_then(|set| {
        set.rows
            .iter()
            .find(|row| row.name.strip_prefix(set.prefix) == Some(token.text))
            .map(|row| row.opcode)
    });
    known.or_else(|| token.text.parse().ok()).ok_or_else(|| {
        let message = format!("Invalid extended instruction name '{}'.", token.text);
        let best = set.and_then(|set| {
            suggest(token.text, set.rows.iter().filter_map(|row| row.name.strip_prefix(set.prefix)))
        });
        SyntaxError { advice: best.map(|best| format!("did you mean `{best}`?")), ..wrong(token, message) }
    })
}
