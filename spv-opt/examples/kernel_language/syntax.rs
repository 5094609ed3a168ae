//! Tokens, syntax tree and recursive-descent parser of the example language

/// A position in the source, with line and column counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pos {
    /// Line number.
    pub line: u32,
    /// Column number, in characters.
    pub column: u32,
}

/// An error in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Position of the error.
    pub pos: Pos,
    /// Error message.
    pub message: String,
}

type Result<T> = std::result::Result<T, Error>;

/// A type of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// `bool`
    Bool,
    /// `u32`
    U32,
    /// `i32`
    I32,
    /// `f32`
    F32,
    /// A struct, identified by its name.
    Struct(String),
    /// `[element]` or `[element; length]`
    Array(Box<Ty>, Option<u32>),
}

/// A declared name with its type: a member, parameter, buffer or shared array.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The declared name.
    pub name: String,
    /// Declared type.
    pub ty: Ty,
    /// Position of the declaration.
    pub pos: Pos,
}

/// A top-level declaration.
#[derive(Clone, Debug)]
pub enum Item {
    /// `struct name { member: type, ... }`
    Struct(String, Vec<Typed>),
    /// `spec name = 16;`: a specialization constant, whose SpecId is its index
    Spec(String, u32),
    /// `buffer name: [type];`: a storage buffer, whose binding is its index
    Buffer(Typed),
    /// `shared name: [type; 64];`: an array in workgroup memory
    Shared(Typed),
    /// `fn name(parameter: type, ...) -> type { ... }` or `kernel(64) name() { ... }`
    Function(Function),
}

/// A function or kernel. A kernel has a workgroup size, but neither parameters nor a result.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name of the function.
    pub name: String,
    /// Position of the declaration.
    pub pos: Pos,
    /// Parameters with their types.
    pub parameters: Vec<Typed>,
    /// Result type, or `None` if the function returns no value.
    pub result: Option<Ty>,
    /// Workgroup size of a kernel, or `None` for other functions.
    pub workgroup: Option<u32>,
    /// Statements of the body.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Position at which the statement starts.
    pub pos: Pos,
    /// Kind of the statement, with its operands.
    pub kind: StmtKind,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let name = value;`
    Let(String, Expr),
    /// `var name = value;`
    Var(String, Expr),
    /// `place = value;`
    Assign(Expr, Expr),
    /// `if condition { ... } else { ... }`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `while condition { ... }`
    While(Expr, Vec<Stmt>),
    /// `switch value { 1 { ... } 2 { ... } else { ... } }`
    Switch(Expr, Vec<(u32, Vec<Stmt>)>, Vec<Stmt>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return value;`
    Return(Option<Expr>),
    /// `barrier;`: synchronizes the invocations of a workgroup and makes their writes to shared memory visible
    Barrier,
    /// `call(...);`
    Expr(Expr),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Position at which the expression starts.
    pub pos: Pos,
    /// Kind of the expression, with its operands.
    pub kind: ExprKind,
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `true`
    Bool(bool),
    /// `1`
    U32(u32),
    /// `1i`
    I32(i32),
    /// `1.0`
    F32(f32),
    /// The name of a variable, parameter, constant, buffer or shared array.
    Name(String),
    /// `array[index]`
    Index(Box<Expr>, Box<Expr>),
    /// `value.member`
    Member(Box<Expr>, String),
    /// `-x`, `!x`
    Unary(&'static str, Box<Expr>),
    /// `x + y`
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `x as type`
    Cast(Box<Expr>, Ty),
    /// `name(...)`
    Call(String, Vec<Expr>),
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    U32(u32),
    I32(i32),
    F32(f32),
    Punct(&'static str),
    End,
}

/// Punctuation tokens. Longer tokens precede their prefixes.
const PUNCTUATION: &[&str] = &[
    "->", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^", "!", "<",
    ">", "=", "(", ")", "[", "]", "{", "}", ",", ";", ":", ".",
];

/// Binary operators by precedence, lowest first.
const PRECEDENCE: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["==", "!=", "<", "<=", ">", ">="],
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Maximum nesting depth of expressions and blocks.
const MAX_DEPTH: u32 = 200;

fn tokens(source: &str) -> Result<Vec<(Pos, Token)>> {
    let mut list = Vec::new();
    let mut pos = Pos { line: 1, column: 1 };
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let end_of = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (length, token) = if first.is_whitespace() {
            (first.len_utf8(), None)
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if first.is_alphabetic() || first == '_' {
            let end = end_of(|c| c.is_alphanumeric() || c == '_');
            (end, Some(Token::Word(rest[..end].to_owned())))
        } else if first.is_ascii_digit() {
            let end = end_of(|c| c.is_ascii_alphanumeric() || c == '.');
            let text = &rest[..end];
            let token = match text.strip_suffix('i') {
                Some(digits) => digits.parse().ok().map(Token::I32),
                None if text.contains('.') => text.parse().ok().map(Token::F32),
                None => text.parse().ok().map(Token::U32),
            };
            let message = || format!("`{text}` is no number: expected `1`, `1i` or `1.0`");
            (end, Some(token.ok_or_else(|| Error { pos, message: message() })?))
        } else {
            let found = PUNCTUATION.iter().find(|p| rest.starts_with(**p));
            let message = || format!("unexpected character `{first}`");
            let found = found.ok_or_else(|| Error { pos, message: message() })?;
            (found.len(), Some(Token::Punct(found)))
        };
        list.extend(token.map(|token| (pos, token)));
        for c in rest[..length].chars() {
            pos = match c {
                '\n' => Pos { line: pos.line + 1, column: 1 },
                _ => Pos { column: pos.column + 1, ..pos },
            };
        }
        rest = &rest[length..];
    }
    list.push((pos, Token::End));
    Ok(list)
}

/// Parses a source file.
///
/// # Errors
/// The first syntax error.
pub fn parse(source: &str) -> Result<Vec<Item>> {
    let mut parser = Parser { tokens: tokens(source)?, next: 0, depth: 0 };
    let mut items = Vec::new();
    while *parser.peek() != Token::End {
        items.push(parser.item()?);
    }
    Ok(items)
}

struct Parser {
    tokens: Vec<(Pos, Token)>,
    next: usize,
    depth: u32,
}

impl Parser {
    fn pos(&self) -> Pos {
        self.tokens[self.next].0
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.next].1
    }

    fn take(&mut self) -> Token {
        let token = self.peek().clone();
        if token != Token::End {
            self.next += 1;
        }
        token
    }

    fn error<T>(&self, expected: &str) -> Result<T> {
        let found = match self.peek() {
            Token::Word(word) => format!("`{word}`"),
            Token::Punct(punct) => format!("`{punct}`"),
            Token::End => "the end of the file".to_owned(),
            _ => "a number".to_owned(),
        };
        Err(Error { pos: self.pos(), message: format!("expected {expected}, found {found}") })
    }

    /// Consumes a keyword or punctuation if it is the next token.
    fn accept(&mut self, text: &str) -> bool {
        let is_next = match self.peek() {
            Token::Word(word) => word == text,
            Token::Punct(punct) => *punct == text,
            _ => false,
        };
        if is_next {
            self.next += 1;
        }
        is_next
    }

    fn expect(&mut self, text: &str) -> Result<()> {
        if self.accept(text) { Ok(()) } else { self.error(&format!("`{text}`")) }
    }

    fn name(&mut self) -> Result<String> {
        match self.peek() {
            Token::Word(_) => match self.take() {
                Token::Word(word) => Ok(word),
                _ => unreachable!("the token was peeked"),
            },
            _ => self.error("a name"),
        }
    }

    fn number(&mut self) -> Result<u32> {
        match *self.peek() {
            Token::U32(value) => {
                self.next += 1;
                Ok(value)
            }
            _ => self.error("an unsigned number"),
        }
    }

    /// Parses a nested construct, and limits the nesting depth.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(Error { pos: self.pos(), message: format!("nested deeper than {MAX_DEPTH}") });
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn ty(&mut self) -> Result<Ty> {
        if self.accept("[") {
            let element = self.nested(Self::ty)?;
            let length = if self.accept(";") { Some(self.number()?) } else { None };
            self.expect("]")?;
            return Ok(Ty::Array(Box::new(element), length));
        }
        let name = self.name()?;
        Ok(match name.as_str() {
            "bool" => Ty::Bool,
            "u32" => Ty::U32,
            "i32" => Ty::I32,
            "f32" => Ty::F32,
            _ => Ty::Struct(name),
        })
    }

    fn typed(&mut self) -> Result<Typed> {
        let pos = self.pos();
        let name = self.name()?;
        self.expect(":")?;
        Ok(Typed { name, ty: self.ty()?, pos })
    }

    /// Parses a comma-separated list up to the token `end`.
    fn list<T>(&mut self, end: &str, item: impl Fn(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut list = Vec::new();
        while !self.accept(end) {
            list.push(item(self)?);
            if !self.accept(",") {
                self.expect(end)?;
                break;
            }
        }
        Ok(list)
    }

    fn item(&mut self) -> Result<Item> {
        let pos = self.pos();
        if self.accept("struct") {
            let name = self.name()?;
            self.expect("{")?;
            return Ok(Item::Struct(name, self.list("}", Self::typed)?));
        }
        if self.accept("fn") {
            let name = self.name()?;
            self.expect("(")?;
            let parameters = self.list(")", Self::typed)?;
            let result = if self.accept("->") { Some(self.ty()?) } else { None };
            let body = self.block()?;
            return Ok(Item::Function(Function { name, pos, parameters, result, workgroup: None, body }));
        }
        if self.accept("kernel") {
            self.expect("(")?;
            let workgroup = Some(self.number()?);
            self.expect(")")?;
            let name = self.name()?;
            self.expect("(")?;
            self.expect(")")?;
            let body = self.block()?;
            return Ok(Item::Function(Function {
                name,
                pos,
                parameters: Vec::new(),
                result: None,
                workgroup,
                body,
            }));
        }
        let item = if self.accept("spec") {
            let name = self.name()?;
            self.expect("=")?;
            Item::Spec(name, self.number()?)
        } else if self.accept("buffer") {
            Item::Buffer(self.typed()?)
        } else if self.accept("shared") {
            Item::Shared(self.typed()?)
        } else {
            return self.error("`struct`, `spec`, `buffer`, `shared`, `fn` or `kernel`");
        };
        self.expect(";")?;
        Ok(item)
    }

    fn block(&mut self) -> Result<Vec<Stmt>> {
        self.nested(|parser| {
            parser.expect("{")?;
            let mut statements = Vec::new();
            while !parser.accept("}") {
                statements.push(parser.statement()?);
            }
            Ok(statements)
        })
    }

    fn statement(&mut self) -> Result<Stmt> {
        let pos = self.pos();
        if self.accept("if") {
            return Ok(Stmt { pos, kind: self.if_()? });
        }
        if self.accept("while") {
            let condition = self.expr()?;
            return Ok(Stmt { pos, kind: StmtKind::While(condition, self.block()?) });
        }
        if self.accept("switch") {
            return Ok(Stmt { pos, kind: self.switch()? });
        }
        let kind = if self.accept("let") {
            let name = self.name()?;
            self.expect("=")?;
            StmtKind::Let(name, self.expr()?)
        } else if self.accept("var") {
            let name = self.name()?;
            self.expect("=")?;
            StmtKind::Var(name, self.expr()?)
        } else if self.accept("break") {
            StmtKind::Break
        } else if self.accept("continue") {
            StmtKind::Continue
        } else if self.accept("barrier") {
            StmtKind::Barrier
        } else if self.accept("return") {
            let has_value = *self.peek() != Token::Punct(";");
            StmtKind::Return(if has_value { Some(self.expr()?) } else { None })
        } else {
            let expr = self.expr()?;
            if self.accept("=") { StmtKind::Assign(expr, self.expr()?) } else { StmtKind::Expr(expr) }
        };
        self.expect(";")?;
        Ok(Stmt { pos, kind })
    }

    fn if_(&mut self) -> Result<StmtKind> {
        let condition = self.expr()?;
        let then = self.block()?;
        let pos = self.pos();
        let otherwise = if !self.accept("else") {
            Vec::new()
        } else if self.accept("if") {
            vec![Stmt { pos, kind: self.nested(Self::if_)? }]
        } else {
            self.block()?
        };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    fn switch(&mut self) -> Result<StmtKind> {
        let selector = self.expr()?;
        self.expect("{")?;
        let (mut cases, mut default) = (Vec::new(), Vec::new());
        while !self.accept("}") {
            if self.accept("else") {
                default = self.block()?;
            } else {
                cases.push((self.number()?, self.block()?));
            }
        }
        Ok(StmtKind::Switch(selector, cases, default))
    }

    fn expr(&mut self) -> Result<Expr> {
        self.nested(|parser| parser.binary(0))
    }

    fn binary(&mut self, level: usize) -> Result<Expr> {
        let Some(operators) = PRECEDENCE.get(level) else { return self.cast() };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = operators.iter().find(|&&operator| *self.peek() == Token::Punct(operator))
        {
            self.next += 1;
            let right = self.binary(level + 1)?;
            left = Expr { pos: left.pos, kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)) };
        }
        Ok(left)
    }

    fn cast(&mut self) -> Result<Expr> {
        let mut expr = self.unary()?;
        while self.accept("as") {
            expr = Expr { pos: expr.pos, kind: ExprKind::Cast(Box::new(expr), self.ty()?) };
        }
        Ok(expr)
    }

    fn unary(&mut self) -> Result<Expr> {
        let pos = self.pos();
        for operator in ["-", "!"] {
            if self.accept(operator) {
                let operand = Box::new(self.nested(Self::unary)?);
                return Ok(Expr { pos, kind: ExprKind::Unary(operator, operand) });
            }
        }
        let mut expr = self.primary()?;
        loop {
            let kind = if self.accept("[") {
                let index = self.expr()?;
                self.expect("]")?;
                ExprKind::Index(Box::new(expr), Box::new(index))
            } else if self.accept(".") {
                ExprKind::Member(Box::new(expr), self.name()?)
            } else {
                return Ok(expr);
            };
            expr = Expr { pos, kind };
        }
    }

    fn primary(&mut self) -> Result<Expr> {
        let pos = self.pos();
        if self.accept("(") {
            let expr = self.expr()?;
            self.expect(")")?;
            return Ok(expr);
        }
        let kind = match self.peek() {
            Token::U32(value) => ExprKind::U32(*value),
            Token::I32(value) => ExprKind::I32(*value),
            Token::F32(value) => ExprKind::F32(*value),
            Token::Word(word) => match word.as_str() {
                "true" => ExprKind::Bool(true),
                "false" => ExprKind::Bool(false),
                _ => ExprKind::Name(word.clone()),
            },
            _ => return self.error("an expression"),
        };
        self.next += 1;
        if let ExprKind::Name(name) = &kind {
            let name = name.clone();
            if self.accept("(") {
                return Ok(Expr { pos, kind: ExprKind::Call(name, self.list(")", Self::expr)?) });
            }
        }
        Ok(Expr { pos, kind })
    }
}
