//! Lit keywords in test files: `RUN:`, `REQUIRES:`, `UNSUPPORTED:`, `XFAIL:`

use std::path::Path;

/// The lit keywords in a test file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Commands in order, with path placeholders substituted.
    pub commands: Vec<String>,
    /// Features that the test requires.
    pub requires: Vec<String>,
    /// Features that cause the test to be skipped.
    pub unsupported: Vec<String>,
    /// Whether the test is expected to fail.
    pub fails: bool,
}

/// The values of path placeholders.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    /// Path of the test file (`%s`). `%S` is its directory.
    pub file: &'a Path,
    /// Prefix of temporary file names (`%t`). `%T` is its directory.
    pub temporary: &'a Path,
}

impl Script {
    /// Parses the lit keywords in a test file.
    ///
    /// # Errors
    /// There is no command, or the last command ends with a backslash.
    pub fn parse(text: &str, places: Places) -> Result<Script, String> {
        let mut script = Script::default();
        // Whether the last command continues on the next line.
        let mut open = false;
        for (number, line) in text.lines().enumerate() {
            if let Some(command) = keyword(line, "RUN:") {
                let command = substitute(command.trim(), number + 1, places);
                let (command, goes_on) = match command.strip_suffix('\\') {
                    Some(start) => (start.to_owned(), true),
                    None => (command, false),
                };
                match script.commands.last_mut() {
                    Some(last) if open => *last += &command,
                    _ => script.commands.push(command),
                }
                open = goes_on;
            }
            let list = |name| {
                let words = keyword(line, name).unwrap_or_default().split(',');
                words.map(|w| w.trim().to_owned()).filter(|w| !w.is_empty())
            };
            script.requires.extend(list("REQUIRES:"));
            script.unsupported.extend(list("UNSUPPORTED:"));
            script.fails |= list("XFAIL:").any(|word| word == "*");
        }
        match (script.commands.is_empty(), open) {
            (true, _) => Err("it has no RUN line".to_owned()),
            (_, true) => Err("its last RUN line ends with a backslash".to_owned()),
            _ => Ok(script),
        }
    }
}

/// Returns the text after a keyword, or `None` if the keyword is absent or part of a longer word.
fn keyword<'l>(line: &'l str, keyword: &str) -> Option<&'l str> {
    let (before, after) = line.split_once(keyword)?;
    let part_of_word = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    (!part_of_word).then_some(after)
}

fn substitute(command: &str, line: usize, places: Places) -> String {
    let path = |path: Option<&Path>| path.unwrap_or(Path::new(".")).display().to_string();
    let number = |text: &str| line.checked_add_signed(text.parse().unwrap_or(0)).unwrap_or(0).to_string();
    let mut out = String::new();
    let mut rest = command;
    while let Some((before, after)) = rest.split_once('%') {
        out += before;
        let mut chars = after.chars();
        let mut length = 1;
        match chars.next() {
            Some('s') => out += &path(Some(places.file)),
            Some('S') => out += &path(places.file.parent()),
            Some('t') => out += &path(Some(places.temporary)),
            Some('T') => out += &path(places.temporary.parent()),
            Some('%') => out.push('%'),
            Some('(') if after.starts_with("(line") && after.contains(')') => {
                length = after.find(')').map_or(1, |end| end + 1);
                out += &number(&after["(line".len()..length - 1]);
            }
            _ => {
                out.push('%');
                length = 0;
            }
        }
        rest = &after[length..];
    }
    out + rest
}
