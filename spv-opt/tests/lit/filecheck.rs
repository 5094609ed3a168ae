//! Reimplementation of FileCheck, for machines without LLVM
//!
//! The behavior is that of LLVM 14, except that numeric variables (`[[#N:]]`) are rejected.

use super::pattern::{Matched, Pattern, Variables};
use fancy_regex::Regex;
use std::collections::BTreeSet;

/// The command-line options of FileCheck.
#[derive(Debug, Default)]
pub struct Options {
    /// File with the directives.
    pub check_file: String,
    /// File to check instead of standard input.
    pub input_file: Option<String>,
    prefixes: Vec<String>,
    allow_empty: bool,
    allow_unused_prefixes: bool,
    strict_whitespace: bool,
    match_full_lines: bool,
    ignore_case: bool,
    variable_scope: bool,
    implicit_not: Vec<String>,
    defines: Vec<(String, String)>,
}

impl Options {
    /// Parses the arguments of a FileCheck command.
    pub fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut files = Vec::new();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let Some(name) = arg.strip_prefix("--").or(arg.strip_prefix('-')).filter(|n| !n.is_empty())
            else {
                files.push(arg.clone());
                continue;
            };
            if let Some(define) = name.strip_prefix('D') {
                let (name, value) = define.split_once('=').ok_or("-D needs NAME=VALUE")?;
                options.defines.push((name.to_owned(), value.to_owned()));
                continue;
            }
            let (name, value) = name.split_once('=').map_or((name, None), |(n, v)| (n, Some(v.to_owned())));
            match name {
                "allow-empty" => options.allow_empty = true,
                "allow-unused-prefixes" => options.allow_unused_prefixes = value.as_deref() != Some("false"),
                "strict-whitespace" => options.strict_whitespace = true,
                "match-full-lines" => options.match_full_lines = true,
                "ignore-case" => options.ignore_case = true,
                "enable-var-scope" => options.variable_scope = true,
                "color" | "v" | "vv" => {}
                _ => {
                    let value = value.or_else(|| args.next().cloned());
                    let value = value.ok_or_else(|| format!("'{arg}' needs a value"))?;
                    match name {
                        "check-prefix" | "check-prefixes" => {
                            options.prefixes.extend(value.split(',').map(str::to_owned));
                        }
                        "input-file" => options.input_file = Some(value),
                        "implicit-check-not" => options.implicit_not.push(value),
                        "dump-input" | "dump-input-context" | "dump-input-filter" => {}
                        _ => return Err(format!("unknown option '{arg}'")),
                    }
                }
            }
        }
        match <[String; 1]>::try_from(files) {
            Ok([file]) => options.check_file = file,
            Err(files) => return Err(format!("one file with directives is needed, not {}", files.len())),
        }
        if options.prefixes.is_empty() {
            options.prefixes.push("CHECK".to_owned());
        }
        Ok(options)
    }
}

/// The kind of a check directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    /// The end of the input, for directives after the last positive directive.
    End,
}

/// A check directive.
#[derive(Debug)]
struct Directive {
    kind: Kind,
    /// Spelling of the directive, such as `CHECK-NEXT`.
    name: String,
    line: usize,
    pattern: Pattern,
    count: usize,
}

/// A positive directive, and the `-NOT` and `-DAG` directives before it.
#[derive(Debug)]
struct Check {
    before: Vec<Directive>,
    directive: Directive,
}

/// Checks `input` against the check directives in the text `directives`.
///
/// # Errors
/// The first directive that fails, or a malformed directive.
pub fn check(options: &Options, directives: &str, input: &str) -> Result<(), String> {
    let whole = format!("{}\n", canonical(input, options.strict_whitespace));
    let input = whole.strip_suffix('\n').unwrap_or(&whole);
    if input.is_empty() && !options.allow_empty {
        return Err("the input is empty (--allow-empty permits that)".to_owned());
    }
    let checks = group(options, read(options, &canonical(directives, options.strict_whitespace))?)?;
    let mut variables: Variables = options.defines.iter().cloned().collect();
    let mut rest = input;
    let mut done = 0;
    loop {
        // The region extends to the next match of a `-LABEL` directive.
        let label = checks[done..].iter().position(|c| c.directive.kind == Kind::Label).map(|at| done + at);
        let (region, next) = match label {
            Some(label) => {
                let found = find(&checks[label].directive, rest, &mut variables)?;
                let (region, after) = rest.split_at(found.end);
                rest = after;
                (region, label + 1)
            }
            None => (rest, checks.len()),
        };
        if done > 0 && options.variable_scope {
            variables.retain(|name, _| name.starts_with('$'));
        }
        let mut region = region;
        for check in &checks[done..next] {
            let end = check.run(region, &mut variables)?;
            region = &region[end..];
        }
        done = next;
        if label.is_none() {
            return Ok(());
        }
    }
}

/// Normalizes line endings to `\n` and, unless `strict`, runs of spaces and tabs to a single space.
fn canonical(text: &str, strict: bool) -> String {
    let text = text.replace("\r\n", "\n");
    if strict {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' | '\t' if out.ends_with(' ') => {}
            ' ' | '\t' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Parses the directives in the content of a check file.
fn read(options: &Options, text: &str) -> Result<Vec<Directive>, String> {
    let prefixes: Vec<_> = options.prefixes.iter().map(|p| fancy_regex::escape(p).into_owned()).collect();
    let expression = format!(
        r"(?<![A-Za-z0-9_-])(?:(?<comment>COM|RUN)|(?<prefix>{})(?<suffix>-NEXT|-SAME|-NOT|-DAG|-LABEL|-EMPTY|-COUNT-[0-9]+)?(?<literal>\{{LITERAL\}})?):",
        prefixes.join("|")
    );
    let expression = Regex::new(&expression).map_err(|e| e.to_string())?;
    let mut all = Vec::new();
    let mut used = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let Some(found) = expression.captures(line).map_err(|e| e.to_string())? else { continue };
        let Some(prefix) = found.name("prefix") else { continue };
        used.insert(prefix.as_str().to_owned());
        let suffix = found.name("suffix").map_or("", |s| s.as_str());
        let kind = match suffix {
            "-NEXT" => Kind::Next,
            "-SAME" => Kind::Same,
            "-NOT" => Kind::Not,
            "-DAG" => Kind::Dag,
            "-LABEL" => Kind::Label,
            "-EMPTY" => Kind::Empty,
            _ => Kind::Plain,
        };
        let count = suffix.strip_prefix("-COUNT-").map_or(Ok(1), str::parse);
        let name = format!("{}{suffix}", prefix.as_str());
        let wrong = |what: String| format!("line {}: {name}: {what}", number + 1);
        let count = count.map_err(|_| wrong("a number of times is expected".to_owned()))?;
        if count == 0 {
            return Err(wrong("a number of times other than 0 is expected".to_owned()));
        }
        let text = &line[found.get(0).map_or(0, |whole| whole.end())..];
        let text = if options.strict_whitespace && options.match_full_lines { text } else { text.trim() };
        let pattern = match (kind, text.is_empty()) {
            (Kind::Empty, true) => Pattern::empty_line(),
            (Kind::Empty, false) => return Err(wrong("found text where none may be".to_owned())),
            (_, true) => return Err(wrong("found no text to look for".to_owned())),
            _ => {
                let full = options.match_full_lines && kind != Kind::Not;
                let literal = found.name("literal").is_some();
                Pattern::parse(text, number + 1, literal, full, options.ignore_case).map_err(wrong)?
            }
        };
        all.push(Directive { kind, name, line: number + 1, pattern, count });
    }
    if all.is_empty() {
        return Err(format!("no directive with the prefix {} is in it", options.prefixes.join(", ")));
    }
    match options.prefixes.iter().find(|p| !used.contains(*p)) {
        Some(unused) if !options.allow_unused_prefixes => Err(format!("the prefix {unused} is not used")),
        _ => Ok(all),
    }
}

/// Groups the directives into checks. The last check represents the end of the input.
fn group(options: &Options, all: Vec<Directive>) -> Result<Vec<Check>, String> {
    let implicit = || -> Result<Vec<Directive>, String> {
        let of = |text: &String| -> Result<Directive, String> {
            let pattern = Pattern::parse(text, 0, false, false, options.ignore_case)?;
            let name = "implicit CHECK-NOT".to_owned();
            Ok(Directive { kind: Kind::Not, name, line: 0, pattern, count: 1 })
        };
        options.implicit_not.iter().map(of).collect()
    };
    let mut checks: Vec<Check> = Vec::new();
    let mut before = Vec::new();
    for directive in all {
        match directive.kind {
            Kind::Not | Kind::Dag => before.push(directive),
            Kind::Next | Kind::Same | Kind::Empty if checks.is_empty() => {
                return Err(format!(
                    "line {}: {} without a directive before it",
                    directive.line, directive.name
                ));
            }
            _ => {
                before.extend(implicit()?);
                checks.push(Check { before: std::mem::take(&mut before), directive });
            }
        }
    }
    before.extend(implicit()?);
    let end = Pattern::end();
    let directive =
        Directive { kind: Kind::End, name: "end of input".to_owned(), line: 0, pattern: end, count: 1 };
    checks.push(Check { before, directive });
    Ok(checks)
}

impl Check {
    /// Matches this check from the start of `region`. Returns the end offset of the match.
    fn run(&self, region: &str, variables: &mut Variables) -> Result<usize, String> {
        let mut nots = Vec::new();
        let start = self.unordered(region, &mut nots, variables)?;
        let found = find(&self.directive, &region[start..], variables)?;
        let skipped = &region[start..start + found.start];
        let lines = skipped.matches('\n').count();
        let wrong = match self.directive.kind {
            Kind::Next | Kind::Empty if lines == 0 => Some("is on the line of the match before it"),
            Kind::Next | Kind::Empty if lines > 1 => {
                Some("is not on the line after that of the match before it")
            }
            Kind::Same if lines > 0 => Some("is not on the line of the match before it"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(self.directive.failed(wrong, &region[start + found.start..]));
        }
        absent(&nots, skipped, variables)?;
        Ok(start + found.end)
    }

    /// Matches the `-DAG` directives, in groups separated by `-NOT`. Returns the offset at which the positive directive
    /// may match. Remaining `-NOT` directives are left in `nots`.
    fn unordered<'c>(
        &'c self,
        region: &str,
        nots: &mut Vec<&'c Directive>,
        variables: &mut Variables,
    ) -> Result<usize, String> {
        let mut start = 0;
        // Byte ranges matched by the current group, sorted.
        let mut taken: Vec<(usize, usize)> = Vec::new();
        for (number, directive) in self.before.iter().enumerate() {
            if directive.kind == Kind::Not {
                nots.push(directive);
                continue;
            }
            let mut from = start;
            loop {
                let found = find(directive, &region[from..], variables)?;
                let (first, end) = (from + found.start, from + found.end);
                let at = taken.partition_point(|&(_, other_end)| other_end <= first);
                match taken.get(at) {
                    Some(&(other, other_end)) if other < end => from = other_end,
                    _ => {
                        taken.insert(at, (first, end));
                        break;
                    }
                }
            }
            if self.before.get(number + 1).is_none_or(|next| next.kind == Kind::Not) {
                let (first, _) = taken[0];
                absent(nots, &region[start..first.max(start)], variables)?;
                nots.clear();
                start = taken.last().map_or(start, |&(_, end)| end);
                taken.clear();
            }
        }
        Ok(start)
    }
}

impl Directive {
    fn failed(&self, why: &str, from: &str) -> String {
        let near: Vec<&str> = from.lines().take(4).collect();
        format!("line {}: {} {why}: {}\nfrom here:\n{}", self.line, self.name, self.pattern, near.join("\n"))
    }
}

/// Finds as many consecutive matches of a directive as its count requires. Returns the range from the start of the
/// first match to the end of the last match.
fn find(directive: &Directive, text: &str, variables: &mut Variables) -> Result<Matched, String> {
    let mut all: Option<Matched> = None;
    for _ in 0..directive.count {
        let from = all.as_ref().map_or(0, |m| m.end);
        let found = directive.pattern.find(&text[from..], variables);
        let found = found.map_err(|why| directive.failed(&why, &text[from..]))?;
        let Some(found) = found else {
            return Err(directive.failed("is not found", &text[from..]));
        };
        let start = all.map_or(from + found.start, |m| m.start);
        all = Some(Matched { start, end: from + found.end });
    }
    all.ok_or_else(|| directive.failed("is never looked for", text))
}

/// Checks that no directive in `nots` matches the text.
fn absent(nots: &[&Directive], text: &str, variables: &mut Variables) -> Result<(), String> {
    for directive in nots {
        let found = directive.pattern.find(text, variables).map_err(|why| directive.failed(&why, text))?;
        if let Some(found) = found {
            return Err(directive.failed("is there, and should not be", &text[found.start..]));
        }
    }
    Ok(())
}
