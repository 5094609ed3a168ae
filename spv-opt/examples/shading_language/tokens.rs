//! Tokens of the toy shading language, and errors in its sources

use spv_opt::Context;
use spv_opt::ir::Location;

#[derive(Clone, Copy)]
struct Token<'s> {
    /// Characters of the token; empty at the end of the file.
    text: &'s str,
    line: u32,
    column: u32,
}

/// Splits source code into names, numbers and operators.
fn split(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (line, text) in (1..).zip(source.lines()) {
        let code = text.split("//").next().unwrap_or_default();
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_number = first.is_ascii_digit();
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || is_number && c == '.';
            let length = match rest.get(..2) {
                Some("&&" | "||" | "==" | "->") => 2,
                _ if is_part(first) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let column = (code.len() - rest.len()) as u32 + 1;
            tokens.push(Token { text: &rest[..length], line, column });
            rest = rest[length..].trim_start();
        }
    }
    tokens.push(Token { text: "", line: source.lines().count() as u32 + 1, column: 1 });
    tokens
}

/// The tokens of a source file, with a current position.
pub struct Tokens<'s> {
    file: &'s str,
    tokens: Vec<Token<'s>>,
    /// Index of the next token.
    at: usize,
    /// Index of the last consumed token.
    last: usize,
    /// The first error. After an error, the next token is always the end of the file.
    pub error: Option<String>,
}

impl<'s> Tokens<'s> {
    pub fn new(file: &'s str, source: &'s str) -> Tokens<'s> {
        Tokens { file, tokens: split(source), at: 0, last: 0, error: None }
    }

    /// Returns the location of the next token.
    pub fn location(&self, ctx: &Context) -> Location {
        let Token { line, column, .. } = self.tokens[self.at];
        ctx.file_location(ctx.ident(self.file), line, column)
    }

    pub fn peek(&self) -> &'s str {
        self.tokens[self.at].text
    }

    pub fn next(&mut self) -> &'s str {
        let text = self.peek();
        self.last = self.at;
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        text
    }

    pub fn eat(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        if is_next {
            self.next();
        }
        is_next
    }

    pub fn expect(&mut self, text: &str) {
        let found = self.next();
        if found != text {
            self.fail(format!("expected `{text}`, found `{found}`"), ());
        }
    }

    /// Returns whether a list in parentheses has another item. Consumes the comma before the item, or the closing
    /// parenthesis.
    pub fn more(&mut self) -> bool {
        if self.eat(")") || self.peek() == "" {
            return false;
        }
        if self.tokens[self.last].text != "(" {
            self.expect(",");
        }
        true
    }

    /// Records an error at the last consumed token. Returns `instead` as a substitute for the missing item.
    pub fn fail<T>(&mut self, message: String, instead: T) -> T {
        let (Token { line, column, .. }, file) = (self.tokens[self.last], self.file);
        self.error.get_or_insert(format!("{file}:{line}:{column}: error: {message}"));
        self.at = self.tokens.len() - 1;
        instead
    }

    pub fn number(&mut self) -> u32 {
        let text = self.next();
        text.parse().unwrap_or_else(|_| self.fail(format!("`{text}` is no 32-bit integer"), 1))
    }
}
