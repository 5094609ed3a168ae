//! Tokens, produced on demand by a logos lexer

use logos::Logos;

/// The kind of a token. Its text is a slice of the source.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip r"//[^\n]*")]
pub(crate) enum Token {
    #[regex(r"%([0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)")]
    Value,
    /// `%name#3`
    #[regex(r"%([0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)#[0-9]+")]
    ValueNumber,
    #[regex(r"[A-Za-z_][A-Za-z0-9_$.]*")]
    Word,
    #[regex(r"[0-9]+")]
    #[regex(r"0x[0-9a-fA-F]+")]
    Int,
    #[regex(r"[0-9]+\.[0-9]*([eE][-+]?[0-9]+)?")]
    Float,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Str,
    #[regex(r"@[A-Za-z_][A-Za-z0-9_$.]*")]
    #[regex(r#"@"([^"\\\n]|\\[^\n])*""#)]
    Symbol,
    /// `^block`
    #[regex(r"\^([0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)")]
    Label,
    /// `!dialect.type` or `!alias`
    #[regex(r"![A-Za-z_][A-Za-z0-9_$.]*")]
    Bang,
    /// `#dialect.attr` or `#alias`
    #[regex(r"#[A-Za-z_][A-Za-z0-9_$.]*")]
    Hash,
    /// `$1` after a type
    #[regex(r"\$[0-9]+")]
    Dollar,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token("[")]
    LSquare,
    #[token("]")]
    RSquare,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("::")]
    ColonColon,
    #[token("=")]
    Equal,
    #[token("->")]
    Arrow,
    #[token("-")]
    Minus,
    #[token("+")]
    #[token("*")]
    #[token("?")]
    #[token("|")]
    #[token("/")]
    #[token("&")]
    #[token(";")]
    Other,
    /// An invalid token.
    Bad,
    /// The end of the text.
    Eof,
}

impl Token {
    /// Returns whether the token is `%name` or `%name#3`.
    pub fn is_value(self) -> bool {
        matches!(self, Token::Value | Token::ValueNumber)
    }

    /// Returns whether the token has a fixed text, as [`spv_ir::AsmParser::accept`] requires.
    pub fn is_punctuation(self) -> bool {
        (Token::LParen as u8..=Token::Other as u8).contains(&(self as u8))
    }
}
