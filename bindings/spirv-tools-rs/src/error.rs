//! Errors and messages

use std::fmt;

/// Defines result codes with their values and descriptions.
macro_rules! results {
    ($($result:ident = $number:literal $text:literal,)+) => {
        /// The result code of a call, as in `spv_result_t`.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(i32)]
        #[allow(missing_docs, reason = "the names say it")]
        pub enum SpirvResult {
            $($result = $number,)+
        }

        impl fmt::Display for SpirvResult {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(SpirvResult::$result => $text,)+
                })
            }
        }

        #[cfg(feature = "use-compiled-tools")]
        impl From<spv_opt::compat::Code> for SpirvResult {
            fn from(code: spv_opt::compat::Code) -> SpirvResult {
                match code as i32 {
                    $($number => SpirvResult::$result,)+
                    _ => SpirvResult::InternalError,
                }
            }
        }
    };
}

results! {
    Success = 0 "success",
    Unsupported = 1 "unsupported",
    EndOfStream = 2 "end of stream",
    Warning = 3 "warning",
    FailedMatch = 4 "failed match",
    RequestedTermination = 5 "requested termination",
    InternalError = -1 "internal error",
    OutOfMemory = -2 "out of memory",
    InvalidPointer = -3 "invalid pointer",
    InvalidBinary = -4 "invalid binary",
    InvalidText = -5 "invalid text",
    InvalidTable = -6 "invalid table",
    InvalidValue = -7 "invalid value",
    InvalidDiagnostic = -8 "invalid diagnostic",
    InvalidLookup = -9 "invalid lookup",
    InvalidId = -10 "invalid id",
    InvalidCfg = -11 "invalid cfg",
    InvalidLayout = -12 "invalid layout",
    InvalidCapability = -13 "invalid capability",
    InvalidData = -14 "invalid data",
    MissingExtension = -15 "missing extension",
    WrongVersion = -16 "wrong SPIR-V version",
}

impl std::error::Error for SpirvResult {}

/// An error that a call returns.
#[derive(Debug, PartialEq)]
pub struct Error {
    /// Result code of the call.
    pub inner: SpirvResult,
    /// Message and position, if available.
    pub diagnostic: Option<Diagnostic>,
}

impl Error {
    pub(crate) fn new(inner: SpirvResult, message: String) -> Error {
        Error { inner, diagnostic: Some(message.into()) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Diagnostic { line, column, message, notes, .. }) = &self.diagnostic else {
            return f.write_str("an unknown error occurred");
        };
        write!(f, "error:{line}:{column} - {message}")?;
        if !notes.is_empty() {
            write!(f, "\n{notes}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.inner)
    }
}

/// An error message with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Line in the assembly, counted from 0.
    pub line: usize,
    /// Column in the assembly, counted from 0.
    pub column: usize,
    /// Byte offset in the assembly, or index of an instruction in a binary.
    pub index: usize,
    /// First line of the message.
    pub message: String,
    /// Further lines of the message: the instruction, and notes.
    pub notes: String,
    /// Whether the position is in assembly rather than in a binary.
    pub is_text: bool,
}

impl From<String> for Diagnostic {
    fn from(message: String) -> Diagnostic {
        let (line, column, index, notes, is_text) = (0, 0, 0, String::new(), false);
        Diagnostic { line, column, index, message, notes, is_text }
    }
}

impl From<Message> for Diagnostic {
    fn from(message: Message) -> Diagnostic {
        let Message { line, column, index, message, notes, .. } = message;
        Diagnostic { line, column, index, message, notes, is_text: false }
    }
}

/// Severity of a message.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum MessageLevel {
    Fatal,
    InternalError,
    Error,
    Warning,
    Info,
    Debug,
}

/// A message from the optimizer or from a SPIRV-Tools program.
#[derive(Debug)]
pub struct Message {
    /// Severity of the message.
    pub level: MessageLevel,
    /// Name of the input, if known.
    pub source: Option<String>,
    /// Line in the assembly, counted from 0.
    pub line: usize,
    /// Column in the assembly, counted from 0.
    pub column: usize,
    /// Byte offset in the assembly, or index of an instruction in a binary.
    pub index: usize,
    /// First line of the message.
    pub message: String,
    /// Further lines of the message: the instruction, and notes.
    pub notes: String,
}

/// A callback that receives messages.
pub trait MessageCallback {
    /// Receives a message.
    fn on_message(&mut self, msg: Message);
}

impl<F: FnMut(Message)> MessageCallback for F {
    fn on_message(&mut self, msg: Message) {
        self(msg);
    }
}
