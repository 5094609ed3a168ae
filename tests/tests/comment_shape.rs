//! Checks the shape of comments: the first word for each kind of item, and the length of sentences

use spv_tests::sources::{CRATES, files, root};

/// Words with which no paragraph may begin: the sentence would have no subject or would refer to another sentence.
const FIRST_WORDS: &[&str] = &[
    "What", "Where", "How", "By", "As", "Of", "Those", "That", "These", "It", "So", "Such", "Has", "Which",
    "Why", "Told", "Made", "Looked", "Known",
];

/// Maximum number of words in the first sentence of a comment. Code in backticks counts as one word.
const FIRST_SENTENCE: usize = 24;

/// Maximum number of words in each further sentence.
const SENTENCE: usize = 32;

/// Maximum number of words in a heading, including its `#`.
const HEADING: usize = 6;

/// Keywords that may precede `fn`.
const QUALIFIERS: &[&str] = &["pub", "default", "async", "unsafe", "const", "extern", "\"C\""];

/// Consecutive comment lines with the same marker, and the code that follows.
struct Comment<'a> {
    line: usize,
    is_doc: bool,
    lines: Vec<&'a str>,
    code: &'a str,
}

/// Splits a comment line into its marker and its text. Returns `None` for other lines.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let marker = ["//!", "///", "//"].into_iter().find(|marker| line.starts_with(marker))?;
    let text = &line[marker.len()..];
    (text.is_empty() || text.starts_with(' ')).then_some((marker, text.trim()))
}

/// Returns the comments of a source file, in order.
fn comments(source: &str) -> Vec<Comment<'_>> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found: Vec<(Comment<'_>, &str)> = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let Some((marker, text)) = split(line) else { continue };
        match found.last_mut().filter(|(last, of)| *of == marker && last.line + last.lines.len() == i + 1) {
            Some((last, _)) => last.lines.push(text),
            None => {
                let comment = Comment { line: i + 1, is_doc: marker == "///", lines: vec![text], code: "" };
                found.push((comment, marker));
            }
        }
    }
    for (comment, _) in &mut found {
        let after = lines.iter().skip(comment.line + comment.lines.len() - 1).map(|line| line.trim());
        comment.code =
            after.into_iter().find(|line| !line.is_empty() && !line.starts_with("#[")).unwrap_or("");
    }
    found.into_iter().map(|(comment, _)| comment).collect()
}

/// Returns the sentences of a comment, without code blocks or tables. Each list item begins a sentence.
fn sentences(lines: &[&str]) -> Vec<String> {
    let (mut paragraphs, mut is_code) = (vec![String::new()], false);
    for line in lines {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        let is_item = line.starts_with(['-', '*', '#', '>'])
            || line.split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok());
        if is_code || line.is_empty() || line.starts_with("```") || line.starts_with('|') || is_item {
            paragraphs.push(String::new());
        }
        if !is_code && !line.starts_with("```") && !line.starts_with('|') {
            let paragraph = paragraphs.last_mut().expect("there is one");
            paragraph.push_str(line.trim_start_matches(['-', '*', '#', '>', ' ']));
            paragraph.push(' ');
        }
    }
    paragraphs.iter().flat_map(|paragraph| split_sentences(paragraph)).collect()
}

/// Splits a paragraph into sentences at punctuation that precedes a capital letter or code. Replaces each code span
/// with one word.
fn split_sentences(paragraph: &str) -> Vec<String> {
    let mut list = vec![String::new()];
    let mut previous = "";
    for (i, piece) in paragraph.split('`').enumerate() {
        let words = if i % 2 == 1 { "X" } else { piece };
        for word in words.split_inclusive(' ') {
            let ends = previous.ends_with(' ') && previous.trim_end().ends_with(['.', ';', ':', '!', '?']);
            if ends && word.starts_with(|c: char| c.is_ascii_uppercase() || c == ' ') {
                list.push(String::new());
            }
            list.last_mut().expect("there is one").push_str(word);
            previous = word;
        }
    }
    list.retain(|sentence| !sentence.trim().is_empty());
    list
}

/// Returns whether a line of code begins a function.
fn is_function(code: &str) -> bool {
    let mut words = code.split_whitespace();
    words.find(|word| !QUALIFIERS.contains(word) && !word.starts_with("pub(") && !word.ends_with(')'))
        == Some("fn")
}

/// Describes the first rule that a comment violates. Returns `None` if it violates none.
fn broken_rule(comment: &Comment<'_>) -> Option<String> {
    let sentences = sentences(&comment.lines);
    for (i, sentence) in sentences.iter().enumerate() {
        let (words, most) =
            (sentence.split_whitespace().count(), if i == 0 { FIRST_SENTENCE } else { SENTENCE });
        if words > most {
            return Some(format!("a sentence of {words} words, at most {most}: {sentence}"));
        }
    }
    let lines = &comment.lines;
    let begins = |i: &usize| *i == 0 || lines[i - 1].is_empty() || lines[i - 1].starts_with('#');
    let first_word =
        |text: &str| text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_owned();
    let mut first_words = (0..lines.len()).filter(begins).map(|i| first_word(lines[i]));
    if let Some(word) = first_words.find(|word| FIRST_WORDS.contains(&word.as_str())) {
        return Some(format!("a paragraph begins with `{word}`"));
    }
    let is_joined = |line: &&&str| line.starts_with("# ") && line.split(' ').count() > HEADING;
    if let Some(heading) = lines.iter().find(is_joined) {
        return Some(format!("a heading of more than {HEADING} words: {heading}"));
    }
    let first = first_word(sentences.first()?);
    let is_verb = first == "Whether" || first.ends_with('s') && first.starts_with(|c: char| c.is_uppercase());
    (comment.is_doc && is_function(comment.code) && !is_verb).then(|| {
        format!("the comment of a function begins with a verb in the third person, not with `{first}`")
    })
}

#[test]
fn comments_keep_to_the_shape() {
    let mut found = Vec::new();
    for path in CRATES
        .into_iter()
        .chain(["bindings", "tests"])
        .flat_map(|directory| files(&root().join(directory), &[]))
    {
        let is_generated = path.components().any(|part| part.as_os_str() == "generated");
        if is_generated || path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a source file is text");
        for comment in comments(&source) {
            if let Some(rule) = broken_rule(&comment) {
                found.push(format!("{}:{}: {rule}", path.display(), comment.line));
            }
        }
    }
    assert!(found.is_empty(), "{} comments\n{}", found.len(), found.join("\n"));
}

#[test]
fn broken_shapes_are_found() {
    let rule = |source: &str| broken_rule(&comments(source)[0]);
    assert_eq!(rule("/// Returns the type.\npub(crate) const fn f() {}"), None);
    assert_eq!(rule("/// The type.\nstruct S;"), None);
    assert!(rule("/// The type.\n#[inline]\nfn f() {}").is_some());
    assert!(rule("// What is left.\nlet x = 1;").is_some());
    assert!(rule("/// Returns a type.\n///\n/// # Errors\n/// As [`f`].\nfn g() {}").is_some());
    assert!(rule(&format!("//! A {}.", "word ".repeat(30))).is_some());
}
