//! Snapshot tests of error messages: one file per mistake in `messages/`, next to the complete standard error
//!
//! MLIR inputs may start with a line `// FLAGS: ...`. Binary inputs are given as assembly (`.spvasm`), or as words
//! (`.words`) if no assembly produces them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Parses words in C notation. `#` starts a comment.
fn words(text: &str) -> Vec<u32> {
    let content = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    let number = |word: &str| match word.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => word.parse(),
    };
    content.flat_map(str::split_whitespace).map(|word| number(word).expect("a word is a number")).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Writes the input of a test case to a directory. Returns its file name, and the command-line flags to use.
fn lay(case: &Path, directory: &Path) -> (String, String) {
    let text = fs::read_to_string(case).expect("the case can be read");
    let stem = case.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let flags =
        text.lines().next().and_then(|line| line.split_once("FLAGS: ")).map_or("", |(_, flags)| flags);
    let extension = case.extension().and_then(|e| e.to_str()).unwrap_or("");
    let content = match extension {
        "words" => bytes(&words(&text)),
        "spvasm" => bytes(&spv_opt::asm::assemble(&text).expect("it can be assembled")),
        _ => text.clone().into_bytes(),
    };
    let name = if extension == "mlir" { format!("{stem}.mlir") } else { format!("{stem}.spv") };
    fs::write(directory.join(&name), content).expect("the file can be written");
    (name, flags.to_owned())
}

#[test]
fn mistakes() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("messages");
    fs::create_dir_all(&directory).expect("the directory can be made");
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages");
    let entries = fs::read_dir(&cases).expect("the directory is there");
    let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("the directory can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e != "snap" && e != "new"));
    paths.sort();
    assert!(paths.len() >= 50, "{} cases", paths.len());
    let mut accepted = Vec::new();
    insta::with_settings!({
        snapshot_path => "messages", prepend_module_to_snapshot => false, omit_expression => true
    }, {
        for path in paths {
            let (name, flags) = lay(&path, &directory);
            let output = Command::new(env!("CARGO_BIN_EXE_spv-opt"))
                .arg(&name)
                .args(flags.split_whitespace())
                .args((!flags.contains("--emit")).then_some("--emit=none"))
                .current_dir(&directory)
                .output()
                .expect("the tool runs");
            let said = String::from_utf8(output.stderr).expect("messages are UTF-8");
            if output.status.code() != Some(1) {
                accepted.push(name.clone());
            }
            let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            insta::assert_snapshot!(stem, said);
        }
    });
    assert!(accepted.is_empty(), "no mistakes: {accepted:?}");
}
