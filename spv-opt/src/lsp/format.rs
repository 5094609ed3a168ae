//! Formatting of MLIR text: parses and prints the text
//!
//! Comments are not part of a module, so each comment is reinserted next to its op or block.

use super::text::{Encoding, Text};
use super::token::{self, TokenKind};
use spv_ir::Context;
use spv_ir::dialect::Registry;
use spv_parser::{ParseOptions, SourceMap, parse_with_map};
use spv_printer::Options;
use std::ops::Range;
use std::sync::Arc;

/// The reason why a text cannot be formatted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unformatted {
    /// The text has a syntax error.
    #[error("cannot format a text with errors")]
    Wrong,
    /// The comment at this byte offset would lose its position.
    #[error("the comment at byte {0} cannot be kept in place")]
    Comment(usize),
}

/// Formats MLIR text like the printer, preserving its comments.
///
/// # Errors
/// The text has a syntax error, or a comment within an op.
pub fn format(source: &str, registry: &Arc<Registry>) -> Result<String, Unformatted> {
    let ctx = Arc::new(Context::new(registry.clone()));
    let options = ParseOptions::default();
    let (module, map) = parse_with_map(source, &options, ctx).map_err(|_| Unformatted::Wrong)?;
    let no_implicit_module = module.loc.is_none();
    let printed = spv_printer::print(&module, &Options { no_implicit_module, ..Options::default() });
    let text = Text::new(source.to_owned(), Encoding::Utf8);
    let comments = comments(&text);
    let Some(first) = comments.first() else { return Ok(printed) };
    let ctx = Arc::new(Context::new(registry.clone()));
    let (_, printed_map) =
        parse_with_map(&printed, &options, ctx).map_err(|_| Unformatted::Comment(first.at))?;
    let (from, to) = (anchors(&map), anchors(&printed_map));
    let same = from.len() == to.len() && from.iter().zip(&to).all(|(a, b)| a.kind == b.kind);
    if !same {
        return Err(Unformatted::Comment(first.at));
    }
    put_back(&text, &comments, &from, Text::new(printed, Encoding::Utf8), &to)
}

/// A comment in the text.
struct Comment {
    at: usize,
    text: String,
    /// Whether the comment is alone on its line.
    alone: bool,
}

/// An op or a block label, to which comments are attached.
struct Anchor {
    span: Range<usize>,
    /// Id of the op definition, or `None` for a block label.
    kind: Option<u16>,
}

/// Returns the ops and block labels of a text, in text order.
fn anchors(map: &SourceMap) -> Vec<Anchor> {
    let ops = map.ops.iter().map(|op| Anchor { span: op.span.clone(), kind: Some(op.def.0) });
    let labels = map.blocks.iter().filter(|m| m.defines).map(|m| Anchor { span: m.span.clone(), kind: None });
    let mut list: Vec<_> = ops.chain(labels).collect();
    list.sort_by_key(|anchor| anchor.span.start);
    list
}

/// Returns the comments of a text, except for those that the printer generates.
fn comments(text: &Text) -> Vec<Comment> {
    let source = text.as_str();
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(at) = memchr::memmem::find(&source.as_bytes()[next..], b"//").map(|at| next + at) {
        let line = text.line(text.line_of(at));
        next = line.end.max(at + 2);
        let mut tokens = token::tokens(&source[line.clone()], line.start);
        let Some(comment) = tokens.find(|token| token.kind == TokenKind::Comment) else { continue };
        let before = source[line.start..comment.span.start].trim();
        let written = source[comment.span.clone()].trim_end();
        if before.starts_with('^') && is_printed(written) {
            continue;
        }
        found.push(Comment { at: comment.span.start, text: written.to_owned(), alone: before.is_empty() });
    }
    found
}

/// Returns whether a comment is one that the printer writes after a block label.
fn is_printed(comment: &str) -> bool {
    let words = comment.trim_start_matches('/').trim_start();
    let count = words.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    count.starts_with("pred: ^") || count.starts_with("preds: ^") || words == "no predecessors"
}

fn put_back(
    text: &Text,
    comments: &[Comment],
    from: &[Anchor],
    printed: Text,
    to: &[Anchor],
) -> Result<String, Unformatted> {
    // Comments for each line of the printed text: comment lines before it, comments at its end, and comment lines after
    // it.
    let lines = printed.line_of(printed.as_str().len()) + 1;
    let mut beside: Vec<[Vec<&str>; 3]> = vec![Default::default(); lines];
    let mut top = Vec::new();
    for comment in comments {
        let next = from.partition_point(|anchor| anchor.span.start < comment.at);
        let line = text.line_of(comment.at);
        let (at, place) = if comment.alone {
            let after = text.as_str()[comment.at..]
                .lines()
                .map(str::trim)
                .find(|l| !l.is_empty() && !l.starts_with("//"));
            let closes = after.is_none_or(|line| line.starts_with('}'));
            if !closes && next == 0 {
                top.push(comment.text.as_str());
                continue;
            }
            match last_closed(&from[..next], comment.at) {
                _ if !closes && next < to.len() => (printed.line_of(to[next].span.start), 0),
                Some(previous) => (printed.line_of(to[previous].span.end - 1), 2),
                None => return Err(Unformatted::Comment(comment.at)),
            }
        } else {
            let start = text.line(line).start;
            match from[..next].iter().rposition(|anchor| anchor.span.start >= start) {
                Some(at) if from[at].kind.is_none() => (printed.line_of(to[at].span.start), 0),
                Some(at) => (printed.line_of(to[at].span.start), 1),
                // The comment follows the closing brace of an op on an earlier line.
                None => {
                    let closed = last_closed(&from[..next], comment.at);
                    let closed = closed.filter(|closed| from[*closed].span.end > start);
                    let Some(at) = closed else { return Err(Unformatted::Comment(comment.at)) };
                    (printed.line_of(to[at].span.end - 1), 1)
                }
            }
        };
        beside[at][place].push(&comment.text);
    }
    let mut out = String::with_capacity(printed.as_str().len());
    top.iter().for_each(|comment| out.extend([*comment, "\n"]));
    for (number, [before, after, below]) in beside.iter().enumerate() {
        let line = &printed.as_str()[printed.line(number)];
        let margin = &line[..line.len() - line.trim_start().len()];
        before.iter().for_each(|comment| out.extend([margin, *comment, "\n"]));
        out.push_str(line);
        after.iter().for_each(|comment| out.extend(["  ", *comment]));
        if number + 1 < lines || !below.is_empty() {
            out.push('\n');
        }
        below.iter().for_each(|comment| out.extend([margin, *comment, "\n"]));
    }
    Ok(out)
}

/// Returns the index of the last anchor that ends before the byte offset `at` and is in the same region. Returns `None`
/// if there is none.
fn last_closed(before: &[Anchor], at: usize) -> Option<usize> {
    let mut best: Option<usize> = None;
    for (index, anchor) in before.iter().enumerate().rev() {
        if anchor.span.end > at {
            break;
        }
        if best.is_none_or(|best| before[best].span.end < anchor.span.end) {
            best = Some(index);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_keep_their_places() {
        let source = "// first\n\nspv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> { // opens\n\
            // of the function\nspv.func @f(%a : i1)   \"None\" {\n\
            spv.mlir.selection {\nspv.BranchConditional %a, ^bb1, ^bb2 // jumps\n\
            ^bb1: // 1 preds: ^bb0\n  spv.Branch ^bb2\n^bb2: // merge\n spv.mlir.merge\n// last\n}\n\
            spv.Return } // ends f\n}\n";
        let registry = spv_dialect::registry();
        let formatted = format(source, &registry).expect("the text is right");
        insta::assert_snapshot!(formatted, @r#"
        // first
        spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {  // opens
          // of the function
          spv.func @f(%a: i1) "None" {
            spv.mlir.selection {
              spv.BranchConditional %a, ^bb1, ^bb2  // jumps
            ^bb1:  // pred: ^bb0
              spv.Branch ^bb2
            // merge
            ^bb2:  // 2 preds: ^bb0, ^bb1
              spv.mlir.merge
              // last
            }
            spv.Return  // ends f
          }
        }
        "#);
        assert_eq!(format(&formatted, &registry).as_ref(), Ok(&formatted));
    }

    #[test]
    fn no_comment_is_lost() {
        let registry = spv_dialect::registry();
        let head = "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> ";
        let within =
            format!("{head}{{\n  spv.func @f()\n  // here\n  \"None\" {{\n    spv.Return\n  }}\n}}\n");
        assert_eq!(format(&within, &registry).map(|text| text.matches("// here").count()), Ok(1));
        assert_eq!(
            format(&format!("{head}{{ // only\n}}"), &registry).map(|t| t.contains("// only")),
            Ok(true)
        );
        assert_eq!(format("spv.nonsense", &registry), Err(Unformatted::Wrong));
    }
}
