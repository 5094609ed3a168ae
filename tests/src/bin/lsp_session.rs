//! Writes the input for a language server session: `lsp_session [--edits N] FILE`
//!
//! The session opens an MLIR file and edits it. Each edit inserts a character into the body of a function in the middle
//! of the file, or removes it again. After each edit the session requests the diagnostics. `tests/bench/lsp.sh`
//! measures `spv-opt lsp < SESSION`.

use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let (mut edits, mut file) = (0, None);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--edits" => edits = args.next().and_then(|n| n.parse().ok()).unwrap_or(0),
            _ => file = Some(arg),
        }
    }
    let Some(file) = file else {
        eprintln!("usage: lsp_session [--edits N] FILE");
        return ExitCode::FAILURE;
    };
    match std::fs::read_to_string(&file).and_then(|text| session(&text, edits)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn session(text: &str, edits: usize) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let uri = "file:///text.mlir";
    let mut id = 0;
    let mut ask = |out: &mut dyn Write, method: &str, params: Value| {
        id += 1;
        send(out, json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
    };
    let tell = |out: &mut dyn Write, method: &str, params: Value| {
        send(out, json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    };
    let encodings = json!({ "general": { "positionEncodings": ["utf-8"] } });
    ask(&mut out, "initialize", json!({ "capabilities": encodings }))?;
    tell(&mut out, "initialized", json!({}))?;
    let item = json!({ "uri": uri, "languageId": "spv-mlir", "version": 0, "text": text });
    tell(&mut out, "textDocument/didOpen", json!({ "textDocument": item }))?;
    // The edits are at the end of the first indented constant in the second half of the file.
    let lines: Vec<&str> = text.lines().collect();
    let line = (lines.len() / 2..lines.len()).find(|i| lines[*i].contains(" = spv.Constant "));
    let line = line.unwrap_or_default();
    let at = |character: usize| json!({ "line": line, "character": character });
    let end = lines.get(line).map_or(0, |line| line.len());
    for number in 0..edits {
        let (range, new) = match number % 2 {
            0 => (json!({ "start": at(end), "end": at(end) }), "x"),
            _ => (json!({ "start": at(end), "end": at(end + 1) }), ""),
        };
        let document = json!({ "uri": uri, "version": number + 1 });
        let changes = json!([{ "range": range, "text": new }]);
        tell(
            &mut out,
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        )?;
        // Before the server answers a request, it publishes the diagnostics of the changed file.
        ask(&mut out, "spv/none", json!({}))?;
    }
    ask(&mut out, "shutdown", Value::Null)?;
    tell(&mut out, "exit", Value::Null)?;
    out.flush()
}

fn send(out: &mut dyn Write, message: Value) -> io::Result<()> {
    let text = message.to_string();
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())
}
