//! Assembly as a binary.

use crate::errors::{SyntaxError, SyntaxErrors};
use crate::generated::ops::{CORE, OPCODE, SHAPES};
use crate::generators;
use crate::literal::{Float, Number};
use crate::numbers;
use crate::operands::{self, Facts, Kind, Operands};
use crate::places::Places;
use crate::sets::ExtSet;
use crate::spellings;
use crate::tokens::{Token, is_instruction, tokens};
use rustc_hash::{FxHashMap, FxHashSet};
use spv_grammar::{EnumDef, byte_string};
use std::ops::Range;

const MAGIC: u32 = 0x0723_0203;
/// What is written where no comment says otherwise: version 1.6, and the assembler of SPIRV-Tools.
const VERSION: u32 = 0x0001_0600;
const GENERATOR: u32 = 7 << 16;
/// Words of an instruction at most.
const LONGEST: usize = 0xFFFF;
/// Ids above take no memory in the reader of binaries.
const LARGEST_ID: u32 = 0x3F_FFFF;

/// Result of a step: where it went wrong, and how.
type Step<T> = Result<T, (Range<usize>, String)>;

/// Reads assembly, as spirv-as does with `--preserve-numeric-ids`: the words of a binary. Comments as
/// spirv-dis writes them before say the version, the generator, the bound and the schema.
///
/// # Errors
/// What is wrong, in each instruction; the places are byte ranges of the text.
pub fn assemble(text: &str) -> Result<Vec<u32>, SyntaxErrors> {
    read(text, None)
}

/// As [`assemble`]; notes where the words are.
pub(crate) fn read(text: &str, mut places: Option<&mut Places>) -> Result<Vec<u32>, SyntaxErrors> {
    let (tokens, comments) = tokens(text);
    let mut assembler = Assembler { ids: Ids::new(&tokens), ..Assembler::default() };
    let mut words = vec![MAGIC, VERSION, GENERATOR, 0, 0];
    let mut errors = SyntaxErrors::default();
    for range in instructions(&tokens) {
        match assembler.instruction(&tokens[range]) {
            Ok(instruction) => {
                if let Some(places) = &mut places {
                    let own = assembler.spans.drain(..);
                    places.words.extend(own.map(|(at, span)| (words.len() + at, span)));
                }
                words.extend(instruction);
            }
            Err((span, message)) if errors.list.len() < SyntaxErrors::LIMIT => {
                errors.list.push(SyntaxError { span, message });
            }
            Err(_) => {}
        }
    }
    if !errors.list.is_empty() {
        return Err(errors);
    }
    words[3] = assembler.ids.bound;
    if let Some(places) = places {
        places.names = assembler.ids.named.iter().map(|(name, id)| (*id, (*name).to_owned())).collect();
    }
    header(&comments, &mut words);
    Ok(words)
}

/// Takes what comments say of the header.
fn header(comments: &[&str], words: &mut [u32]) {
    for comment in comments {
        let Some((key, value)) = comment.trim().split_once(": ") else { continue };
        let number = || value.trim().parse::<u32>().ok();
        match key {
            "Version" => {
                let parts = value.trim().split_once('.');
                let version = parts.and_then(|(a, b)| Some((a.parse::<u8>().ok()?, b.parse::<u8>().ok()?)));
                if let Some((major, minor)) = version {
                    words[1] = u32::from(major) << 16 | u32::from(minor) << 8;
                }
            }
            "Generator" => words[2] = generators::word(value.trim()).unwrap_or(words[2]),
            "Bound" => words[3] = number().filter(|n| *n <= LARGEST_ID + 1).unwrap_or(0).max(words[3]),
            "Schema" => words[4] = number().unwrap_or(words[4]),
            _ => {}
        }
    }
}

/// The words of each instruction: one starts with its name, with `%id =`, or with a raw word that is the
/// first of its line.
fn instructions(tokens: &[Token]) -> Vec<Range<usize>> {
    let starts = |at: usize| {
        let result = |at: usize| tokens.get(at + 1).is_some_and(|next| next.text == "=");
        let result_after = at >= 2 && tokens[at - 1].text == "=";
        let text = tokens[at].text;
        (is_instruction(text) && !result_after)
            || (text.starts_with('%') && result(at))
            || (text.starts_with('!') && tokens[at].first)
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

/// Numbers of ids: names that are numbers keep their numbers, others get what is free, in order.
#[derive(Default)]
struct Ids<'t> {
    numeric: FxHashSet<u32>,
    named: FxHashMap<&'t str, u32>,
    next: u32,
    bound: u32,
}

/// The number that a name is.
fn numeric(name: &str) -> Option<u32> {
    u32::try_from(numbers::unsigned(name)?).ok()
}

impl<'t> Ids<'t> {
    fn new(tokens: &[Token<'t>]) -> Ids<'t> {
        let numbers = tokens.iter().filter_map(|token| numeric(token.text.strip_prefix('%')?));
        Ids { numeric: numbers.filter(|n| *n != 0).collect(), next: 1, bound: 1, ..Ids::default() }
    }

    fn id(&mut self, token: &Token<'t>) -> Step<u32> {
        let Some(name) = token.text.strip_prefix('%') else {
            let message = format!("Expected id to start with %, found '{}'", token.text);
            return Err((token.span.clone(), message));
        };
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        if name.is_empty() || !name.bytes().all(plain) {
            return Err((token.span.clone(), format!("Invalid ID {name}")));
        }
        let number = numeric(name).filter(|n| self.numeric.contains(n));
        let id = match number.or_else(|| self.named.get(name).copied()) {
            Some(id) => id,
            None => {
                while self.numeric.contains(&self.next) {
                    self.next += 1;
                }
                self.next += 1;
                *self.named.entry(name).or_insert(self.next - 1)
            }
        };
        if id > LARGEST_ID {
            return Err((token.span.clone(), format!("ids of at most {LARGEST_ID} are read")));
        }
        self.bound = self.bound.max(id + 1);
        Ok(id)
    }
}

#[derive(Default)]
struct Assembler<'t> {
    ids: Ids<'t>,
    facts: Facts,
    /// Of the instruction at work: the word that a token starts with, and the token's bytes.
    spans: Vec<(usize, Range<usize>)>,
}

/// A raw word: `!5`, `!0x1F`.
fn raw(token: &Token) -> Option<Step<u32>> {
    let value = numeric(token.text.strip_prefix('!')?);
    Some(value.ok_or_else(|| (token.span.clone(), format!("Invalid immediate integer: {}", token.text))))
}

impl<'t> Assembler<'t> {
    fn instruction(&mut self, tokens: &[Token<'t>]) -> Step<Vec<u32>> {
        self.spans.clear();
        let first = &tokens[0];
        if first.text.starts_with('!') {
            let mut words = Vec::new();
            tokens.iter().try_for_each(|token| self.any(token, &mut words))?;
            return Ok(words);
        }
        let (result, rest) = match tokens {
            [id, equal, rest @ ..] if equal.text == "=" => (Some(id), rest),
            _ => (None, tokens),
        };
        let Some((name, operands)) = rest.split_first() else {
            let message = format!("Expected opcode after '{} ='", first.text);
            return Err((first.span.clone(), message));
        };
        let opcode = is_instruction(name.text).then(|| spellings::value(&OPCODE, &name.text[2..])).flatten();
        let Some(opcode) = opcode else {
            let message = match is_instruction(name.text) {
                true => format!("Invalid Opcode name '{}'", name.text),
                false => format!(
                    "Expected <opcode> or <result-id> at the beginning of an instruction, found '{}'",
                    name.text
                ),
            };
            return Err((name.span.clone(), message));
        };
        let Some(index) = crate::table::core_index(opcode) else {
            return Err((name.span.clone(), format!("Invalid Opcode name '{}'", name.text)));
        };
        let (row, shape) = (&CORE[index], &SHAPES[index]);
        match result {
            None if shape.result_id => {
                let message =
                    format!("Expected <result-id> at the beginning of an instruction, found '{}'", name.text);
                return Err((name.span.clone(), message));
            }
            Some(id) if !shape.result_id => {
                let message =
                    format!("Cannot set ID {} because {} does not produce a result ID", id.text, name.text);
                return Err((id.span.clone(), message));
            }
            _ => {}
        }
        let mut words = vec![opcode];
        self.spans.push((0, name.span.clone()));
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
        // spirv-as gives names their ids in the order of the binary.
        if let Some(token) = result {
            self.spans.push((words.len(), token.span.clone()));
            words.push(self.ids.id(token)?);
        }
        if !is_raw {
            (rest, is_raw) = self.operands(name, opcode, ty, rest, operands::plan(row), &mut words)?;
        }
        // Nothing is expected after a raw operand. Raw words after the last one are no part of the instruction.
        match rest.first() {
            _ if is_raw => rest.iter().try_for_each(|token| self.any(token, &mut words))?,
            Some(token) if !token.text.starts_with('!') => {
                let message = format!(
                    "Expected <opcode> or <result-id> at the beginning of an instruction, found '{}'",
                    token.text
                );
                return Err((token.span.clone(), message));
            }
            _ => {}
        }
        let own = words.len();
        if !is_raw {
            rest.iter().try_for_each(|token| self.any(token, &mut words))?;
        }
        if own > LONGEST {
            let message = format!("Instruction too long: more than {LONGEST} words");
            return Err((name.span.clone(), message));
        }
        words[0] |= (own as u32) << 16;
        self.facts.note(opcode, &words[..own]);
        Ok(words)
    }

    /// Reads operands up to the last, or to a raw one. The tokens after are returned, and whether it was raw.
    fn operands<'s>(
        &mut self,
        name: &Token,
        opcode: u32,
        ty: u32,
        mut tokens: &'s [Token<'t>],
        plan: operands::Plan,
        words: &mut Vec<u32>,
    ) -> Step<(&'s [Token<'t>], bool)> {
        let mut operands = Operands::new(&self.facts, opcode, ty, plan);
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
            let start = words.len();
            self.operand(kind, token, words)?;
            // spirv-dis gives a number where it does not know the instruction, and then any number of ids.
            let is_unknown = |set: &ExtSet| set.non_semantic && numeric(token.text).is_some();
            let kind = match kind {
                Kind::Extended(Some(set)) if is_unknown(set) => Kind::Extended(None),
                _ => kind,
            };
            operands.note(&self.facts, kind, words[start]);
        }
    }

    fn missing(&self, name: &Token, what: &str) -> (Range<usize>, String) {
        (
            name.span.clone(),
            format!("Expected operand for {} instruction, but found the end of it: {what}", name.text),
        )
    }

    fn operand(&mut self, kind: Kind, token: &Token<'t>, words: &mut Vec<u32>) -> Step<()> {
        let wrong = |message: String| (token.span.clone(), message);
        match kind {
            Kind::Id => words.push(self.ids.id(token)?),
            Kind::Integer => {
                let signed = token.text.starts_with('-');
                words.extend(numbers::parse(token.text, Number::Int(32, signed)).map_err(wrong)?);
            }
            Kind::Number(number) => words.extend(numbers::parse(token.text, number).map_err(wrong)?),
            Kind::String => {
                let Some(text) = token.string() else {
                    return Err(wrong(format!("Expected literal string, found '{}'", token.text)));
                };
                push_string(words, &text);
            }
            Kind::Enum(def) => words.push(enumerants(def, token)?),
            Kind::Opcode => match spellings::value(&OPCODE, token.text) {
                Some(opcode) => words.push(opcode),
                None => return Err(wrong(format!("Invalid OpSpecConstantOp opcode '{}'", token.text))),
            },
            Kind::Extended(set) => words.push(extended(set, token)?),
        }
        Ok(())
    }

    /// An operand of which nothing is expected: a raw word, an id, a string or a number of 32 bits.
    fn any(&mut self, token: &Token<'t>, words: &mut Vec<u32>) -> Step<()> {
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
            words.extend(number.map_err(|message| (token.span.clone(), message))?);
        }
        Ok(())
    }
}

/// What is missing, in words.
fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Id => "id",
        Kind::Integer | Kind::Number(_) => "literal number",
        Kind::String => "literal string",
        Kind::Enum(def) => def.name,
        Kind::Opcode => "opcode",
        Kind::Extended(_) => "extended instruction",
    }
}

fn push_string(words: &mut Vec<u32>, text: &str) {
    let mut bytes = byte_string::bytes_of(text).into_owned();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    let chunks = bytes.chunks_exact(4).map(|chunk| chunk.iter().rev().fold(0, |w, b| w << 8 | u32::from(*b)));
    words.extend(chunks);
}

/// The value of `A|B`.
fn enumerants(def: &EnumDef, token: &Token) -> Step<u32> {
    let wrong = |name: &str| {
        let message = format!("Invalid {} '{name}'", spaced(def.name));
        (token.span.clone(), message)
    };
    if !def.bits {
        return spellings::value(def, token.text).ok_or_else(|| wrong(token.text));
    }
    let mut bits = token.text.split('|').map(|name| spellings::value(def, name).ok_or_else(|| wrong(name)));
    bits.try_fold(0, |all, bits| bits.map(|bits| all | bits))
}

/// `storage class` of `StorageClass`
fn spaced(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !out.is_empty() {
            out.push(' ');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// The number of an instruction of an extended set.
fn extended(set: Option<&ExtSet>, token: &Token) -> Step<u32> {
    let known = set.and_then(|set| {
        set.rows
            .iter()
            .find(|row| row.name.strip_prefix(set.prefix) == Some(token.text))
            .map(|row| row.opcode)
    });
    known.or_else(|| token.text.parse().ok()).ok_or_else(|| {
        let message = format!("Invalid extended instruction name '{}'.", token.text);
        (token.span.clone(), message)
    })
}
