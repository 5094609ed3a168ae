//! Tokens, produced on demand by a logos lexer

use logos::Logos;

/// The kind of a token. The source text of a token is given by its range.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+")]
#[logos(skip r"//[^\n]*")]
pub(crate) enum Token {
    #[regex(r"%([0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)")]
    Value,
    /// A value name with a result index, such as `%name#3`.
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
    /// A block name such as `^block`.
    #[regex(r"\^([0-9]+|[A-Za-z$._-][A-Za-z0-9$._-]*)")]
    Label,
    /// A type or type alias, such as `!dialect.type`.
    #[regex(r"![A-Za-z_][A-Za-z0-9_$.]*")]
    Bang,
    /// An attribute or attribute alias, such as `#dialect.attr`.
    #[regex(r"#[A-Za-z_][A-Za-z0-9_$.]*")]
    Hash,
    /// A suffix such as `$1` that distinguishes repeated declarations of a type.
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
    /// A character or string that is not a valid token.
    Bad,
    /// The end of the source.
    Eof,
}

impl Token {
    /// Returns whether the token is a value name, such as `%name` or `%name#3`.
    pub fn is_value(self) -> bool {
        matches!(self, Token::Value | Token::ValueNumber)
    }

    /// Returns whether the token has a fixed spelling, as [`spv_ir::AsmParser::accept`] requires.
    pub fn is_punctuation(self) -> bool {
        (Token::LParen as u8..=Token::Other as u8).contains(&(self as u8))
    }
}
