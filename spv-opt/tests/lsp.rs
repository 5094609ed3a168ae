//! Tests of the language server as a process, over standard input and output

use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};
use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const TEXT: &str = r#"// A shader.
!Tile = type !spv.struct<Tile, (f32 [0], i32 [4])>
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {
  spv.EntryPoint "GLCompute" @main
  spv.ExecutionMode @main "LocalSize", 1, 1, 1
  spv.GlobalVariable @tile : !spv.ptr<!Tile, Private>
  spv.func @twice(%x: f32) -> f32 "None" {
    %sum = spv.FAdd %x, %x : f32
    spv.ReturnValue %sum : f32
  }
  spv.func @main() "None" {
    %cst = spv.Constant 1.0 : f32
    %0 = spv.FunctionCall @twice(%cst) : (f32) -> f32
    %cond = spv.FOrdLessThan %0, %cst : f32
    spv.mlir.selection {
      spv.BranchConditional %cond, ^then, ^merge
    ^then:
      %tile_addr = spv.mlir.addressof @tile : !spv.ptr<!Tile, Private>
      spv.Branch ^merge
    ^merge:
      spv.mlir.merge
    }
    spv.Return
  }
}
"#;

const URI: &str = "file:///shader.mlir";

/// A language client with its server process and one open document.
struct Client {
    server: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    text: String,
    requests: i32,
    version: i32,
}

impl Client {
    /// Starts a client that offers the given position encodings and opens a document. Also returns the response to
    /// `initialize`.
    fn new(encodings: &[&str], text: &str) -> (Client, Value) {
        Client::with_options(encodings, text, Value::Null)
    }

    /// Starts a client like [`Self::new`], with initialization options.
    fn with_options(encodings: &[&str], text: &str, options: Value) -> (Client, Value) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spv-opt"));
        let mut server = command
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the tool runs");
        let to = server.stdin.take().expect("it is piped");
        let from = BufReader::new(server.stdout.take().expect("it is piped"));
        let mut client = Client { server, to, from, text: text.to_owned(), requests: 0, version: 1 };
        let capabilities = json!({
            "general": { "positionEncodings": encodings },
            "textDocument": { "publishDiagnostics": { "relatedInformation": true } },
        });
        let params = json!({ "capabilities": capabilities, "initializationOptions": options });
        let about = client.ask("initialize", params);
        client.tell("initialized", json!({}));
        let item = json!({ "uri": URI, "languageId": "spv-mlir", "version": 1, "text": text });
        client.tell("textDocument/didOpen", json!({ "textDocument": item }));
        (client, about)
    }

    fn send(&mut self, message: Message) {
        message.write(&mut self.to).expect("the server reads");
    }

    fn receive(&mut self) -> Message {
        Message::read(&mut self.from).expect("the server writes messages").expect("the server is there")
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params }.into());
    }

    fn answer(&mut self, method: &str, params: Value) -> Response {
        self.requests += 1;
        let request = Request { id: self.requests.into(), method: method.to_owned(), params };
        let id = request.id.clone();
        self.send(request.into());
        match self.receive() {
            Message::Response(response) if response.id == id => response,
            other => panic!("no response, but {other:?}"),
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.answer(method, params);
        assert!(response.error.is_none(), "{:?}", response.error);
        response.result.unwrap_or(Value::Null)
    }

    /// Receives the next diagnostics about the document.
    fn diagnostics(&mut self) -> Value {
        match self.receive() {
            Message::Notification(note) if note.method == "textDocument/publishDiagnostics" => {
                assert_eq!(note.params["version"], self.version);
                note.params["diagnostics"].clone()
            }
            other => panic!("no diagnostics, but {other:?}"),
        }
    }

    /// Returns the LSP position `skip` bytes after occurrence `number`, counted from 0, of a string in the document.
    /// Assumes ASCII.
    fn place(&self, what: &str, number: usize, skip: usize) -> Value {
        let at = self.text.match_indices(what).nth(number).expect("it is there").0 + skip;
        let line = self.text[..at].matches('\n').count();
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        json!({ "line": line, "character": at - start })
    }

    /// Sends a request about a position, which is given as for [`Self::place`]. Returns the result.
    fn ask_at(&mut self, method: &str, what: &str, number: usize, skip: usize) -> Value {
        let position = self.place(what, number, skip);
        let mut params = json!({ "textDocument": { "uri": URI }, "position": position });
        if method == "textDocument/references" {
            params["context"] = json!({ "includeDeclaration": true });
        }
        self.ask(method, params)
    }

    /// Replaces occurrence `number`, counted from 0, of `old` with `new`.
    fn edit(&mut self, old: &str, number: usize, new: &str) {
        let range = json!({ "start": self.place(old, number, 0), "end": self.place(old, number, old.len()) });
        let at = self.text.match_indices(old).nth(number).expect("it is there").0;
        self.text.replace_range(at..at + old.len(), new);
        self.version += 1;
        let document = json!({ "uri": URI, "version": self.version });
        let changes = json!([{ "range": range, "text": new }]);
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    fn end(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().expect("the server ends").success());
    }
}

/// Formats the ranges in a response as `line:column-column`, counted from 1.
fn spans(answer: &Value) -> Vec<String> {
    let list = answer.as_array().cloned().unwrap_or_else(|| vec![answer.clone()]);
    let span = |place: &Value| {
        let (start, end) = (&place["range"]["start"], &place["range"]["end"]);
        let number = |value: &Value| value.as_u64().expect("a number") + 1;
        let line = number(&start["line"]);
        format!("{line}:{}-{}", number(&start["character"]), number(&end["character"]))
    };
    list.iter().map(span).collect()
}

fn labels(answer: &Value) -> Vec<&str> {
    let items = answer.as_array().expect("a list");
    items.iter().map(|item| item["label"].as_str().expect("a text")).collect()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("it is a value")
}

/// Returns the hover texts at positions, each given as a string, its occurrence and an offset in it.
fn hovers(client: &mut Client, places: &[(&str, usize, usize)]) -> String {
    let mut shown = String::new();
    for &(what, number, skip) in places {
        let answer = client.ask_at("textDocument/hover", what, number, skip);
        let text = answer["contents"]["value"].as_str().unwrap_or("nothing");
        let place = if answer.is_null() { String::new() } else { spans(&answer).join("") };
        shown += &format!("=== {what} {place}\n{text}\n");
    }
    shown
}

/// A kernel with instructions, decorations and capabilities from extensions.
const EXTENSIONS: &str = r#"spv.module Physical64 OpenCL requires #spv.vce<v1.3, [Kernel, Addresses, Linkage, Int8, Pipes, GenericPointer, BlockingPipesALTERA, PredicatedIOINTEL, StorageBuffer8BitAccess, UniformAndStorageBuffer8BitAccess, StoragePushConstant8], [SPV_KHR_8bit_storage, SPV_INTEL_blocking_pipes, SPV_INTEL_predicated_io, SPV_KHR_no_integer_wrap_decoration]> {
  spv.func @f(%p: !spv.ptr<i32, CrossWorkgroup>, %g: !spv.ptr<i32, Generic>, %r: !spv.pipe<ReadOnly>, %w: !spv.pipe<WriteOnly>, %c: i1) "None" {
    %size = spv.Constant 4 : i32
    %x = spv.PredicatedLoadINTEL %p, %c, %size ["Aligned", 4] : !spv.ptr<i32, CrossWorkgroup>, i1 -> i32
    %y = spv.IAdd %x, %x {no_signed_wrap, no_unsigned_wrap} : i32
    spv.PredicatedStoreINTEL %p, %y, %c : !spv.ptr<i32, CrossWorkgroup>, i32, i1
    spv.ReadPipeBlockingALTERA %r, %g, %size, %size : !spv.pipe<ReadOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.WritePipeBlockingALTERA %w, %g, %size, %size : !spv.pipe<WriteOnly>, !spv.ptr<i32, Generic>, i32, i32
    spv.Return
  }
}
"#;

#[test]
fn hover_of_extensions() {
    let (mut client, _) = Client::new(&["utf-8"], EXTENSIONS);
    assert_eq!(client.diagnostics(), json!([]));
    let places = [
        ("BlockingPipesALTERA", 0, 3),
        (" PredicatedIOINTEL", 0, 3),
        (" StorageBuffer8BitAccess", 0, 3),
        ("UniformAndStorageBuffer8BitAccess", 0, 3),
        ("StoragePushConstant8", 0, 3),
        ("SPV_KHR_8bit_storage", 0, 3),
        ("SPV_INTEL_blocking_pipes", 0, 3),
        ("SPV_INTEL_predicated_io", 0, 3),
        ("SPV_KHR_no_integer_wrap_decoration", 0, 3),
        ("spv.PredicatedLoadINTEL", 0, 6),
        ("\"Aligned\"", 0, 2),
        ("no_signed_wrap", 0, 2),
        ("no_unsigned_wrap", 0, 2),
        ("spv.PredicatedStoreINTEL", 0, 6),
        ("spv.ReadPipeBlockingALTERA", 0, 6),
        ("spv.WritePipeBlockingALTERA", 0, 6),
        ("CrossWorkgroup", 0, 2),
    ];
    insta::assert_snapshot!("hover_of_extensions", hovers(&mut client, &places));
    assert_eq!(client.ask_at("textDocument/hover", "Physical64", 0, 2), Value::Null);
    client.end();
}

#[test]
fn capabilities_and_hover() {
    let (mut client, about) = Client::new(&["utf-8", "utf-16"], TEXT);
    assert_eq!(about["capabilities"]["positionEncoding"], "utf-8");
    insta::assert_snapshot!("capabilities", pretty(&about["capabilities"]));
    assert_eq!(client.diagnostics(), json!([]));
    let places = [
        ("%sum", 1, 1),
        ("%x", 0, 1),
        ("spv.FAdd", 0, 3),
        ("@twice", 1, 2),
        ("^merge", 0, 1),
        ("!Tile", 1, 1),
        ("!spv.ptr", 0, 2),
        ("\"GLCompute\"", 0, 4),
        ("spv.mlir.selection", 0, 0),
    ];
    insta::assert_snapshot!("hover", hovers(&mut client, &places));
    assert_eq!(client.ask_at("textDocument/hover", "// A", 0, 3), Value::Null);
    client.end();
}

#[test]
fn definitions_references_symbols() {
    let (mut client, about) = Client::new(&[], TEXT);
    assert_eq!(about["capabilities"]["positionEncoding"], "utf-16");
    client.diagnostics();
    let mut shown = String::new();
    for what in ["%x", "%cst", "^merge", "@twice", "@tile", "@main", "!Tile", "%cond"] {
        let last = TEXT.matches(what).count() - 1;
        let definition = spans(&client.ask_at("textDocument/definition", what, last, 1));
        let references = spans(&client.ask_at("textDocument/references", what, 0, 1));
        let highlights = spans(&client.ask_at("textDocument/documentHighlight", what, 0, 1));
        assert_eq!(references, highlights);
        shown += &format!("{what}: defined {}, referenced {}\n", definition.join(""), references.join(", "));
    }
    insta::assert_snapshot!("places", shown);
    let symbols = client.ask("textDocument/documentSymbol", json!({ "textDocument": { "uri": URI } }));
    insta::assert_snapshot!("document_symbols", pretty(&symbols));
    client.end();
}

#[test]
fn renaming() {
    let (mut client, _) = Client::new(&["utf-8"], TEXT);
    client.diagnostics();
    let mut shown = String::new();
    let cases = [
        ("%x", "value"),
        ("%sum", "%other"),
        ("%sum", "x"),
        ("%cond", "0"),
        ("%cond", "a b"),
        ("%cond", "1a"),
        ("^merge", "^end"),
        ("^merge", "then"),
        ("@twice", "@double"),
        ("@twice", "two times"),
        ("@twice", "main"),
        ("@twice", ""),
        ("!Tile", "Block"),
        ("!Tile", "spv.ptr"),
        ("spv.FAdd", "spv.FMul"),
    ];
    for (what, new) in cases {
        shown += &format!("{what} -> {new}: ");
        let document = json!({ "uri": URI });
        let position = client.place(what, 0, 1);
        let at = json!({ "textDocument": document, "position": position });
        let prepared = client.answer("textDocument/prepareRename", at);
        if let Some(error) = prepared.error {
            shown += &format!("{}\n", error.message);
            continue;
        }
        let prepared = prepared.result.expect("an answer");
        assert_eq!(prepared["placeholder"], what[1..]);
        let params = json!({ "textDocument": document, "position": position, "newName": new });
        let answer = client.answer("textDocument/rename", params);
        let Some(result) = answer.result else {
            shown += &format!("{}\n", answer.error.expect("one of the two").message);
            continue;
        };
        let edits = &result["changes"][URI];
        assert!(spans(edits).contains(&spans(&prepared)[0]));
        let texts: Vec<_> = edits.as_array().expect("a list").iter().map(|e| e["newText"].clone()).collect();
        assert!(texts.iter().all(|text| *text == texts[0]), "{texts:?}");
        shown += &format!("{} at {}\n", texts[0], spans(edits).join(", "));
        let renamed = apply(TEXT, edits);
        let (mut other, _) = Client::new(&["utf-8"], &renamed);
        assert_eq!(other.diagnostics(), json!([]), "{renamed}");
        other.end();
    }
    // A line with a syntax error may contain a reference to the value.
    client.edit("spv.FAdd", 0, "spv.FAd");
    client.diagnostics();
    let params =
        json!({ "textDocument": { "uri": URI }, "position": client.place("%x", 0, 1), "newName": "y" });
    let refused = client.answer("textDocument/rename", params).error.expect("the function is wrong");
    shown += &format!("after an error: {}\n", refused.message);
    insta::assert_snapshot!("renaming", shown);
    client.end();
}

/// Applies text edits, which must be sorted, to a text. Assumes ASCII.
fn apply(text: &str, edits: &Value) -> String {
    let lines: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let offset = |place: &Value| {
        let number =
            |key: &str| usize::try_from(place[key].as_u64().expect("a number")).expect("it is small");
        lines[number("line")] + number("character")
    };
    let mut out = text.to_owned();
    for edit in edits.as_array().expect("a list").iter().rev() {
        let range = offset(&edit["range"]["start"])..offset(&edit["range"]["end"]);
        out.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    out
}

#[test]
fn diagnostics_as_one_types() {
    let (mut client, _) = Client::new(&["utf-8"], TEXT);
    assert_eq!(client.diagnostics(), json!([]));
    let mut shown = String::new();
    let edits = [
        ("%sum : f32", 0, "%summ : f32"),
        ("spv.FAdd", 0, "spv.Fadd"),
        ("spv.Fadd", 0, "spv.IAdd"),
        ("%x, %x", 0, "%x, %x, %x"),
        (", %x, %x", 0, ", %x"),
        ("spv.IAdd", 0, "spv.FAdd"),
        ("%summ : f32", 0, "%sum : f32"),
        ("-> f32 \"None\"", 0, "-> i32 \"None\""),
        ("-> i32 \"None\"", 0, "-> f32 \"None\""),
        ("    }\n    spv.Return", 0, "    spv.Return"),
    ];
    for (old, number, new) in edits {
        client.edit(old, number, new);
        shown += &format!("=== {old:?} -> {new:?}\n");
        for one in client.diagnostics().as_array().expect("a list") {
            shown += &format!("{}: {}\n", spans(one).join(""), one["message"].as_str().unwrap_or("?"));
            for note in one["relatedInformation"].as_array().unwrap_or(&Vec::new()) {
                let place = spans(&note["location"]).join("");
                shown += &format!("  {place}: {}\n", note["message"].as_str().unwrap_or("?"));
            }
        }
    }
    insta::assert_snapshot!("diagnostics", shown);
    client.end();
}

#[test]
fn completion() {
    let (mut client, _) = Client::new(&["utf-8"], TEXT);
    client.diagnostics();
    // Each case has the line typed so far, expected completion labels, and labels that must not appear.
    let cases: [(&str, &[&str], &[&str]); 8] = [
        ("    spv.FM", &["spv.FMul", "spv.Return", "spv.GLSL.Fma"], &["spv.GlobalVariable"]),
        ("    %1 = spv.FAdd %", &["%cst", "%0", "%cond"], &["%x", "%sum"]),
        ("    spv.Branch ^", &["^then", "^merge"], &[]),
        ("    spv.FunctionCall @", &["@twice", "@main", "@tile"], &[]),
        ("    %1 = spv.Load \"", &["Input", "Function"], &["GLCompute"]),
        ("    %1 = spv.mlir.addressof @tile : !", &["!Tile", "!spv.ptr"], &[]),
        ("    %1 = spv.mlir.addressof @tile : !spv.ptr<f32, ", &["Private"], &[]),
        ("    %1 = spv.FAdd %0, %0 {relaxed", &["relaxed_precision", "no_contraction"], &[]),
    ];
    for (written, expected, not) in cases {
        client.edit("    spv.Return\n", 0, &format!("{written}\n    spv.Return\n"));
        client.diagnostics();
        let answer = client.ask_at("textDocument/completion", written, 0, written.len());
        let found = labels(&answer);
        for label in expected {
            assert!(found.contains(label), "{written}: no {label} in {found:?}");
        }
        assert!(!not.iter().any(|label| found.contains(label)), "{written}: {found:?}");
        client.edit(&format!("{written}\n"), 0, "");
        client.diagnostics();
    }
    let answer = client.ask_at("textDocument/completion", "  spv.GlobalVariable", 0, 20);
    assert!(labels(&answer).contains(&"spv.GlobalVariable") && !labels(&answer).contains(&"spv.FAdd"));
    let item = client.ask("completionItem/resolve", json!({ "label": "spv.FAdd" }));
    assert!(item["documentation"]["value"].as_str().is_some_and(|text| text.contains("OpFAdd")));
    client.end();
}

#[test]
fn formatting() {
    let (mut client, _) = Client::new(&["utf-8"], TEXT);
    client.diagnostics();
    let params = json!({ "textDocument": { "uri": URI }, "options": { "tabSize": 2, "insertSpaces": true } });
    client.edit("%sum = spv.FAdd", 0, "%sum   =   spv.FAdd");
    client.diagnostics();
    client.edit("!Tile = type ", 0, "!Tile = ");
    client.diagnostics();
    let answer = client.ask("textDocument/formatting", params.clone());
    insta::assert_snapshot!("formatting", pretty(&answer));
    client.edit("spv.Return\n", 0, "spv.Retur\n");
    client.diagnostics();
    let refused = client.answer("textDocument/formatting", params).error.expect("the text is invalid");
    assert_eq!(refused.message, "cannot format a text with errors");
    client.end();
}

#[test]
fn positions_count_what_was_agreed_on() {
    let text = TEXT.replace("@tile", "@\"\u{1f600}\"");
    // The op follows the symbol, so its column depends on the encoding of the symbol.
    let text = text.replace("spv.FOrdLessThan %0", "spv.FOrdLessThan @\"\u{1f600}\", %0");
    let mut columns = Vec::new();
    for encodings in [&["utf-8", "utf-16"][..], &["utf-16"], &["utf-32"], &[]] {
        let (mut client, _) = Client::new(encodings, &text);
        let found = client.diagnostics();
        columns.push(spans(&found).join(", "));
        client.end();
    }
    insta::assert_debug_snapshot!(columns);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (mut client, _) = Client::new(&[], "");
    assert_eq!(client.diagnostics(), json!([]));
    assert_eq!(client.answer("spv/unknown", json!({})).error.map(|e| e.code), Some(-32601));
    assert_eq!(client.answer("textDocument/hover", json!({})).error.map(|e| e.code), Some(-32602));
    client.tell("textDocument/didChange", json!({ "no": "sense" }));
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    let at = json!({ "textDocument": { "uri": URI }, "position": far });
    assert_eq!(client.ask("textDocument/hover", at), Value::Null);
    client.end();
}

#[test]
fn the_grammar_for_colors_knows_every_op_by_its_shape() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/editors/vscode/syntaxes/spv-mlir.tmLanguage.json");
    let grammar: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("it is there")).expect("JSON");
    let patterns = grammar["repository"]["op"]["patterns"].as_array().expect("a list");
    let expressions: Vec<_> = patterns.iter().map(|p| p["match"].as_str().expect("an expression")).collect();
    let expressions: Vec<_> =
        expressions.iter().map(|e| regex::Regex::new(e).expect("it is plain")).collect();
    for def in spv_opt::dialect::registry().ops().iter().filter(|def| !def.row.name.is_empty()) {
        let whole =
            |e: &regex::Regex| e.find(def.row.name).is_some_and(|found| found.as_str() == def.row.name);
        assert!(expressions.iter().any(whole), "{}", def.row.name);
    }
}

#[test]
fn the_verdict_for_an_environment() {
    let text = TEXT.replace("%sum = spv.FAdd", "%w = spv.undef : f64\n    %sum = spv.FAdd");
    let (mut client, _) = Client::with_options(&["utf-8"], &text, json!({ "targetEnv": "vulkan1.1" }));
    insta::assert_snapshot!("verdict", pretty(&client.diagnostics()));
    // A changed setting applies to open documents.
    let settings = json!({ "spv-opt": { "targetEnv": "" } });
    client.tell("workspace/didChangeConfiguration", json!({ "settings": settings }));
    assert_eq!(client.diagnostics(), json!([]));
    client.end();
}
