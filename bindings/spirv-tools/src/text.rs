//! C interface of the assembler and disassembler

use crate::boundary::{self, destroy, free_text, hand_over, release, release_text, slice, take_back};
use crate::context::Context;
use crate::diagnostics::{Failure, report};
use crate::types::{Binary, Diagnostic, INVALID_POINTER, INVALID_TEXT, ResultCode, Text};
use spv_opt::asm::{self, AssembleOptions, Style};
use spv_opt::compat::library::{self, in_host_order};
use spv_opt::ir::byte_string;
use std::ffi::{c_char, c_int};
use std::io::Write;

/// The flag `SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS`.
const PRESERVE_NUMERIC_IDS: u32 = 1 << 1;

/// Flags of `spv_binary_to_text_options_t`.
mod flag {
    pub const PRINT: u32 = 1 << 1;
    pub const COLOR: u32 = 1 << 2;
    pub const INDENT: u32 = 1 << 3;
    pub const SHOW_BYTE_OFFSET: u32 = 1 << 4;
    pub const NO_HEADER: u32 = 1 << 5;
    pub const FRIENDLY_NAMES: u32 = 1 << 6;
    pub const COMMENT: u32 = 1 << 7;
    pub const NESTED_INDENT: u32 = 1 << 8;
    pub const REORDER_BLOCKS: u32 = 1 << 9;
    pub const HANDLE_UNKNOWN_OPCODES: u32 = 1 << 10;
}

/// Transfers ownership of `words` to the C caller, as an `spv_binary_t`.
pub fn binary(words: Vec<u32>) -> *mut Binary {
    hand_over(|| {
        let (code, word_count) = release(words);
        Some(Binary { code, word_count })
    })
}

fn null(what: &str) -> Failure {
    Failure::of_code(INVALID_POINTER, &format!("{what} is null"))
}

/// Assembles SPIR-V assembly with default options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvTextToBinary(
    context: *const Context,
    text: *const c_char,
    length: usize,
    out: *mut *mut Binary,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    // SAFETY: both functions have the same requirements for their arguments.
    unsafe { spvTextToBinaryWithOptions(context, text, length, 0, out, diagnostic) }
}

/// Assembles SPIR-V assembly of `length` bytes, or up to its first zero byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvTextToBinaryWithOptions(
    context: *const Context,
    text: *const c_char,
    length: usize,
    options: u32,
    out: *mut *mut Binary,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    let work = || {
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let context = unsafe { context.as_ref() }.ok_or_else(|| null("the context"))?;
        if text.is_null() {
            return Err(Failure::of_code(INVALID_TEXT, "Missing assembly text."));
        }
        if out.is_null() {
            return Err(null("the pointer for the binary"));
        }
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let bytes = unsafe { slice(text.cast::<u8>(), length) };
        let target = AssembleOptions {
            version: context.environment.version,
            preserve_numeric_ids: options & PRESERVE_NUMERIC_IDS != 0,
        };
        let words = library::assemble(bytes, target)?;
        // SAFETY: the pointer is not null, so the caller guarantees that it is writable (see the crate documentation).
        unsafe { out.write(binary(words)) };
        Ok(())
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { boundary::put(out, std::ptr::null_mut()) };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { report(diagnostic, work) }
}

/// Destroys an assembly text; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvTextDestroy(text: *mut Text) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    if let Some(text) = unsafe { text.as_ref() } {
        // SAFETY: `release_text` created the string.
        unsafe { free_text(text.str, text.length) };
    }
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(text) };
}

/// Disassembles a binary to `out`, or to standard output if the options request printing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvBinaryToText(
    context: *const Context,
    words: *const u32,
    count: usize,
    options: u32,
    out: *mut *mut Text,
    diagnostic: *mut *mut Diagnostic,
) -> ResultCode {
    let work = || {
        let has = |bit: u32| options & bit != 0;
        if context.is_null() {
            return Err(null("the context"));
        }
        // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
        let words = in_host_order(unsafe { slice(words, count) });
        let style = Style {
            header: !has(flag::NO_HEADER),
            indent: has(flag::INDENT),
            names: has(flag::FRIENDLY_NAMES),
            nested_indent: has(flag::NESTED_INDENT),
            reorder_blocks: has(flag::REORDER_BLOCKS),
            offsets: has(flag::SHOW_BYTE_OFFSET),
            comments: has(flag::COMMENT),
            color: has(flag::COLOR),
            unknown_opcodes: has(flag::HANDLE_UNKNOWN_OPCODES),
        };
        let listing = asm::list(&words, &style);
        let text = byte_string::bytes_of(&listing.text);
        if has(flag::PRINT) {
            // A closed standard output is not an error.
            _ = std::io::stdout().write_all(&text);
        }
        if let Some(error) = listing.error {
            return Err(library::Failure::from(error).into());
        }
        if has(flag::PRINT) {
            return Ok(());
        }
        if out.is_null() {
            return Err(null("the pointer for the text"));
        }
        let text = hand_over(|| {
            let (str, length) = release_text(text.to_vec());
            Some(Text { str, length })
        });
        // SAFETY: the pointer is not null, so the caller guarantees that it is writable (see the crate documentation).
        unsafe { out.write(text) };
        Ok(())
    };
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { report(diagnostic, work) }
}

/// Destroys a binary; does nothing for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn spvBinaryDestroy(binary: *mut Binary) {
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    if let Some(binary) = unsafe { binary.as_ref() } {
        // SAFETY: `release` created the array of words.
        drop(unsafe { take_back(binary.code, binary.word_count) });
    }
    // SAFETY: pointer arguments must be null or valid for the documented length (see the crate documentation).
    unsafe { destroy(binary) };
}

/// Returns the name of an opcode without the prefix `Op`, or `unknown`.
#[unsafe(no_mangle)]
pub extern "C" fn spvOpcodeString(opcode: u32) -> *const c_char {
    crate::parse::opcode_name(opcode)
}

/// Returns whether an operand type (`spv_operand_type_t`) occurs in parsed instructions.
#[unsafe(no_mangle)]
pub extern "C" fn spvOperandIsConcrete(kind: c_int) -> bool {
    crate::parse::is_concrete(kind)
}

/// Returns whether an operand type (`spv_operand_type_t`) occurs in parsed instructions and is a bit mask.
#[unsafe(no_mangle)]
pub extern "C" fn spvOperandIsConcreteMask(kind: c_int) -> bool {
    crate::parse::is_mask(kind)
}
