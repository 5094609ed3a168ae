//! End-to-end tests of the command-line tool

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A separate working directory for each test.
struct Scratch {
    directory: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Scratch {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        if directory.exists() {
            fs::remove_dir_all(&directory).expect("the directory can be emptied");
        }
        fs::create_dir_all(&directory).expect("the directory can be made");
        let scratch = Scratch { directory };
        scratch.put("shader.spv", &shader());
        scratch
    }

    fn put(&self, name: &str, content: &[u8]) {
        fs::write(self.directory.join(name), content).expect("the file can be written");
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.directory.join(name)).expect("the file is there")
    }

    /// Returns the names of all files in the working directory.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.directory).expect("the directory is there");
        let name = |e: std::io::Result<fs::DirEntry>| e.expect("it can be read").file_name();
        let mut names: Vec<String> = entries.map(|e| name(e).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spv-opt"));
        command.args(line.split_whitespace()).current_dir(&self.directory);
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the tool runs")
    }

    /// Runs the tool with `input` on standard input.
    fn pipe(&self, line: &str, input: &[u8]) -> Output {
        let mut command = self.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the tool runs");
        // The tool may exit before it reads all input.
        _ = child.stdin.take().expect("it is piped").write_all(input);
        child.wait_with_output().expect("the tool ends")
    }

    /// Runs the tool, which must succeed without messages. Returns standard output.
    #[track_caller]
    fn ok(&self, line: &str) -> Vec<u8> {
        quiet(self.run(line))
    }

    /// Runs the tool, which must exit with status 1 and print nothing to standard output. Returns standard error.
    #[track_caller]
    fn error(&self, line: &str) -> String {
        let output = self.run(line);
        let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(output.stdout.is_empty());
        message
    }
}

#[track_caller]
fn quiet(output: Output) -> Vec<u8> {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    output.stdout
}

/// Returns the bundled example shader.
fn shader() -> Vec<u8> {
    fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/shader.spv")).expect("it is in the repository")
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// Builds a binary from an id bound and instructions, each given as opcode and operands.
fn module(bound: u32, instructions: &[(u32, &[u32])]) -> Vec<u8> {
    let mut words = vec![0x0723_0203, 0x0001_0000, 0, bound, 0];
    for (opcode, operands) in instructions {
        words.push((operands.len() as u32 + 1) << 16 | opcode);
        words.extend_from_slice(operands);
    }
    bytes(&words)
}

/// The first instructions of a module, as opcode and operands: OpCapability Shader and OpMemoryModel Logical GLSL450.
const START: [(u32, &[u32]); 2] = [(17, &[1]), (14, &[0, 1])];

#[test]
fn binary_text_and_back() {
    let s = Scratch::new("back");
    let text = s.ok("shader.spv");
    assert!(text.starts_with(b"!Data = type"), "{}", String::from_utf8_lossy(&text));
    assert!(s.ok("shader.spv -o shader.mlir").is_empty());
    assert_eq!(s.get("shader.mlir"), text);
    assert_eq!(s.ok("shader.mlir"), text);
    assert!(s.ok("shader.mlir -o by_text.spv").is_empty());
    assert!(s.ok("shader.spv -o copy.spv").is_empty());
    assert_eq!(s.get("copy.spv")[..4], s.get("shader.spv")[..4]);
    assert_eq!(s.get("by_text.spv"), s.get("copy.spv"));
    assert_eq!(s.files(), ["by_text.spv", "copy.spv", "shader.mlir", "shader.spv"]);
    // The output may overwrite the input.
    s.ok("copy.spv -o copy.spv");
    assert_eq!(s.get("by_text.spv"), s.get("copy.spv"));
}

#[test]
fn kinds_of_output() {
    let s = Scratch::new("kinds");
    s.ok("shader.spv -o copy.spv");
    let text = s.ok("shader.spv");
    assert_eq!(s.ok("shader.spv --emit=text -o text.spv"), b"");
    assert_eq!(s.get("text.spv"), text);
    assert_eq!(s.ok("shader.spv --emit=spirv"), s.get("copy.spv"));
    assert_eq!(s.ok("shader.spv --emit=spirv -o -"), s.get("copy.spv"));
    assert_eq!(s.ok("shader.spv --emit=none"), b"");
    s.ok("shader.spv --emit=generic -o generic.mlir");
    assert!(s.get("generic.mlir").starts_with(b"!Data"));
    assert_eq!(s.ok("generic.mlir --emit=spirv"), s.get("copy.spv"));
    assert_eq!(s.ok("shader.spv --emit=none -o untouched.spv"), b"");
    assert!(!s.files().contains(&"untouched.spv".to_owned()));
}

#[test]
fn standard_input_is_recognized_by_content() {
    let s = Scratch::new("stdin");
    let text = s.ok("shader.spv");
    assert_eq!(quiet(s.pipe("-", &shader())), text);
    assert_eq!(quiet(s.pipe("-", &text)), text);
    let big_endian: Vec<u8> = words(&shader()).iter().flat_map(|w| w.to_be_bytes()).collect();
    assert_eq!(quiet(s.pipe("-", &big_endian)), text);
    s.ok("shader.spv -o copy.spv");
    quiet(s.pipe("- --emit=spirv -o y.spv", &text));
    assert_eq!(s.get("y.spv"), s.get("copy.spv"));
    // The file extension does not determine the input format.
    s.put("text.spv", &text);
    assert_eq!(s.ok("text.spv"), text);
    assert_eq!(quiet(s.pipe("- --mlir-compat=22", b"")), b"module {\n}\n\n");
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_directly() {
    let s = Scratch::new("devices");
    s.ok("shader.spv -o copy.spv");
    assert_eq!(s.ok("shader.spv -o /dev/stdout"), s.ok("shader.spv"));
    assert_eq!(s.ok("shader.spv -o /dev/stdout --emit=spirv"), s.get("copy.spv"));
    assert_eq!(s.ok("shader.spv -o /dev/null"), b"");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let s = Scratch::new("pipe");
    let mut command = s.command("shader.spv");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the tool ends");
    quiet(output);
}

#[test]
fn ids() {
    let s = Scratch::new("ids");
    let noted = String::from_utf8(s.ok("shader.spv --print-ids")).expect("text is UTF-8");
    let line = noted.lines().find(|l| l.contains("spv.GLSL.Sqrt")).expect("the shader has a root");
    let (_, id) = line.split_once("  // %").expect("the id is noted");
    let id: u32 = id.parse().expect("an id is a number");
    // The id is the result of the OpExtInst with instruction number 31 in the input.
    let at = words(&shader()).windows(5).position(|w| w[0] & 0xFFFF == 12 && w[2] == id && w[4] == 31);
    assert!(at.is_some(), "{line}");
    assert!(noted.lines().any(|l| l.starts_with("!Data = type ") && l.contains("  // %")), "{noted}");
    // The ids are comments, so they do not change the module.
    s.put("noted.mlir", noted.as_bytes());
    assert_eq!(s.ok("noted.mlir"), s.ok("shader.spv"));

    s.ok("shader.spv -o copy.spv --id-map ids.tsv");
    let map = String::from_utf8(s.get("ids.tsv")).expect("it is UTF-8");
    let bound = words(&s.get("copy.spv"))[3];
    for start in ["@main\t", "@main %cst", "@main %0\t", "@main ^bb"] {
        assert!(map.lines().any(|l| l.starts_with(start)), "{start:?} in {map}");
    }
    for line in map.lines() {
        let (_, id) = line.split_once('\t').expect("each line has a tab");
        assert!((1..bound).contains(&id.parse().expect("an id is a number")));
    }
    s.ok("shader.spv --emit=none --id-map again.tsv");
    assert_eq!(s.get("again.tsv"), s.get("ids.tsv"));
    // For MLIR text, the ids are those of the exported binary.
    s.ok("shader.spv -o shader.mlir");
    let root = |line: &str| {
        let noted = String::from_utf8(s.ok(line)).expect("text is UTF-8");
        noted.lines().find(|l| l.contains("spv.GLSL.Sqrt")).map(str::to_owned)
    };
    assert_eq!(root("shader.mlir --print-ids"), root("copy.spv --print-ids"));
}

/// Commands of the tool.
const COMMANDS: [&str; 20] = [
    "reflect",
    "stat",
    "split",
    "link",
    "reduce",
    "diff",
    "batch",
    "lsp",
    "help",
    "spirv-as",
    "spirv-dis",
    "spirv-val",
    "spirv-opt",
    "spirv-link",
    "spirv-reduce",
    "spirv-diff",
    "spirv-cfg",
    "spirv-objdump",
    "spirv-lint",
    "install-names",
];

#[test]
fn help_and_version() {
    let s = Scratch::new("help");
    let version = String::from_utf8(s.ok("--version")).expect("it is UTF-8");
    assert!(version.contains("SPIR-V 1.6 revision 7"), "{version}");
    let overview = String::from_utf8(s.ok("--help")).expect("it is UTF-8");
    assert_eq!(overview, String::from_utf8_lossy(&s.ok("help")));
    // The overview fits on two screens of a small terminal.
    assert!(overview.contains("--emit") && overview.lines().count() <= 48, "{overview}");
    assert!(overview.lines().all(|line| line.len() <= 80), "{overview}");
    assert!(overview.contains("\n  -o FILE") && overview.contains("\n  spv-opt shader.spv "), "{overview}");
    let topics = overview.split("(spv-opt help TOPIC):\n").nth(1).expect("there are topics");
    for line in topics.lines().take_while(|line| !line.is_empty()) {
        let topic = line.split_whitespace().next().expect("a line has a topic");
        let help = String::from_utf8(s.ok(&format!("help {topic}"))).expect("it is UTF-8");
        assert!(help.contains("\n  -") || help.contains("      --"), "{topic}: {help}");
    }
    // The help of each command contains an example that begins with the command.
    let commands = overview.split("(spv-opt help COMMAND):\n").nth(1).expect("there are commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.iter().all(|name| *name == "spirv-NAME" || COMMANDS.contains(name)), "{names:?}");
    for name in COMMANDS {
        let help = String::from_utf8(s.ok(&format!("help {name}"))).expect("it is UTF-8");
        assert!(help.contains(&format!("Example:\n  spv-opt {name}")), "{help}");
    }
    let asked = [
        ("help inline", "\nOptions:\n  "),
        ("help O", "\nPasses: "),
        ("help spirv-val", "Usage: spirv-val"),
        ("help lsp", "Usage: spv-opt lsp"),
        ("lsp --help", "Usage: spv-opt lsp"),
    ];
    for (line, part) in asked {
        let help = String::from_utf8(s.ok(line)).expect("it is UTF-8");
        assert!(help.contains(part), "{line}: {help}");
    }
    assert!(s.error("optimize x.spv").contains("did you mean 'spv-opt -O'?"));
    assert!(s.error("help pases").contains("did you mean 'passes'?"));
    assert!(
        s.error("val x.spv").contains("unknown command or file 'val': did you mean 'spv-opt spirv-val'?")
    );
    assert!(s.error("reflct x.spv").contains("did you mean 'spv-opt reflect'?"));
    assert!(s.error("hlep").contains("unknown command or file 'hlep': did you mean 'spv-opt help'?"));
    assert!(s.error("describe spv.Load").contains("did you mean 'spv-opt --describe-op=OP'?"));
    assert!(s.error("missing").contains("cannot read missing: "));
    assert!(s.error("help cannonicalize").contains("did you mean 'canonicalize'?"));
    // Without arguments, standard input is read. An empty input is an error unless it is MLIR text.
    assert!(s.error("").starts_with("<stdin>: error: the input is empty: "));
    for name in ["empty.mlir", "empty.spv", "empty.spvasm", "empty"] {
        s.put(name, b"");
    }
    assert!(String::from_utf8_lossy(&s.ok("empty.mlir")).starts_with("module {"));
    for name in ["empty.spv", "empty.spvasm", "./empty"] {
        let message =
            format!("{name}: error: the input is empty: expected a SPIR-V binary, MLIR text or assembly");
        assert!(s.error(name).starts_with(&message));
    }
    assert!(s.error("shader.spv --emit=wasm").contains("wasm"));
}

/// Returns whether spirv-val is installed. Fails if it is missing and `SPV_REQUIRE_PEERS=1` is set.
fn has_spirv_val() -> bool {
    let there = Command::new("spirv-val").arg("--version").output().is_ok();
    let required = std::env::var_os("SPV_REQUIRE_PEERS").is_some_and(|v| v == "1");
    assert!(there || !required, "spirv-val is not installed");
    if !there {
        eprintln!("skipped: spirv-val is not installed");
    }
    there
}

#[test]
fn validate() {
    if !has_spirv_val() {
        return;
    }
    let s = Scratch::new("validate");
    s.ok("shader.spv -o copy.spv --validate");
    s.ok("shader.spv -o copy.spv --validate=vulkan1.0");
    // The module has an integer type of 13 bits.
    s.put("odd.spv", &module(2, &[START[0], START[1], (21, &[1, 13, 0]), (5, &[1, 0x61])]));
    let message = s.error("odd.spv --validate -o out.spv");
    assert!(message.contains("out.spv: spirv-val: error: ") && message.contains("13"), "{message}");
    // After an error, the output is unchanged.
    assert!(!s.files().contains(&"out.spv".to_owned()));
    let message = s.error("shader.spv --emit=none --validate=mars1.0");
    assert!(message.contains("mars1.0"), "{message}");
}

#[cfg(unix)]
#[test]
fn missing_validator() {
    let s = Scratch::new("no_validator");
    let output =
        s.command("shader.spv --emit=none --validate").env("PATH", "").output().expect("the tool runs");
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("spirv-val") && message.contains("apt install spirv-tools"), "{message}");
}

#[test]
fn files_stay_on_errors() {
    let s = Scratch::new("stay");
    s.put("out.spv", b"old");
    s.put("ids.tsv", b"old");
    s.put("bad.mlir", b"spv.module Logical");
    s.put("bad.spv", &shader()[..40]);
    for line in [
        "bad.mlir -o out.spv --id-map ids.tsv",
        "bad.spv -o out.spv --id-map ids.tsv",
        "bad.spv -o out.spv --emit=text",
        "missing.spv -o out.spv",
        "shader.spv -o out.spv --id-map missing/ids.tsv",
    ] {
        s.error(line);
        assert_eq!(s.get("out.spv"), b"old", "{line}");
        assert_eq!(s.get("ids.tsv"), b"old", "{line}");
    }
    assert_eq!(s.files(), ["bad.mlir", "bad.spv", "ids.tsv", "out.spv", "shader.spv"]);
}

/// Returns the concatenated messages for several bad inputs.
fn messages(s: &Scratch, cases: &[(&str, Vec<u8>)]) -> String {
    let mut all = String::new();
    for (name, content) in cases {
        s.put(name, content);
        all += &s.error(&format!("{name} -o out.spv"));
        all += "\n";
    }
    assert!(!s.files().contains(&"out.spv".to_owned()));
    all
}

#[test]
fn bad_binaries() {
    let s = Scratch::new("bad_binaries");
    let start = |more: &[(u32, &'static [u32])]| [&START[..], more].concat();
    let good = shader();
    // The instructions are `%1 = OpTypeVoid`, `%2 = OpTypeFunction %1`, and the start of a function.
    let function: [(u32, &[u32]); 4] = [(19, &[1]), (33, &[2, 1]), (54, &[1, 3, 0, 2]), (248, &[4])];
    let in_function = |more: &[(u32, &'static [u32])]| {
        module(9, &start(&[&function[..], more, &[(253, &[]), (56, &[])]].concat()))
    };
    let mut zero = good.clone();
    zero[28..32].fill(0);
    let cases = [
        ("cut_inside_word.spv", good[..401].to_vec()),
        ("cut_inside_instruction.spv", good[..40].to_vec()),
        ("cut_inside_header.spv", good[..12].to_vec()),
        ("wrong_magic.spv", [&[3, 2, 35, 8], &good[4..]].concat()),
        ("wrong_magic_of_odd_length.spv", b"\x7FELF\x02".to_vec()),
        ("picture.spv", b"\x89PNG\r\n\x1A\n\0".to_vec()),
        ("zero_length.spv", zero),
        ("bound_0.spv", module(0, &START)),
        ("bound_4gb.spv", module(u32::MAX, &START)),
        ("id_above_bound.spv", module(2, &start(&[(19, &[2])]))),
        ("id_0.spv", module(2, &start(&[(19, &[0])]))),
        ("id_twice.spv", module(3, &start(&[(19, &[1]), (20, &[1])]))),
        ("undefined_id.spv", module(9, &start(&[(23, &[1, 7, 2])]))),
        ("endless_string.spv", module(3, &start(&[(10, &[0x6161_6161])]))),
        ("operand_missing.spv", module(3, &start(&[(21, &[1, 32])]))),
        ("undefined_value.spv", in_function(&[(62, &[7, 8])])),
        ("misplaced.spv", in_function(&[(2, &[0x61])])),
        ("no_such_opcode.spv", in_function(&[(9999, &[1, 7])])),
        ("operand_left_over.spv", in_function(&[(0, &[1])])),
        ("no_end.spv", module(9, &start(&function))),
        ("type_mismatch.spv", type_mismatch()),
    ];
    insta::assert_snapshot!(messages(&s, &cases));
}

/// Builds a module with a function that adds its two parameters, an integer and a float.
fn type_mismatch() -> Vec<u8> {
    let instructions: [(u32, &[u32]); 10] = [
        (21, &[1, 32, 0]),
        (22, &[2, 32]),
        (33, &[3, 1, 1, 2]),
        (54, &[1, 4, 0, 3]),
        (55, &[1, 5]),
        (55, &[2, 6]),
        (248, &[7]),
        (128, &[1, 8, 5, 6]),
        (254, &[8]),
        (56, &[]),
    ];
    module(9, &[&START[..], &instructions].concat())
}

#[test]
fn bad_texts() {
    let s = Scratch::new("bad_texts");
    let inside = |text: &str| {
        format!(
            "spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader], []> {{\n  \
             spv.func @f(%a: i32) -> i32 \"None\" {{\n{text}  }}\n}}\n"
        )
        .into_bytes()
    };
    let cases = [
        ("unknown_op.mlir", inside("    %b = spv.Frobnicate %a : i32\n    spv.ReturnValue %a : i32\n")),
        ("undefined_value.mlir", inside("    spv.ReturnValue %b : i32\n")),
        ("redefinition.mlir", inside("    %a = spv.Constant 1 : i32\n    spv.ReturnValue %a : i32\n")),
        ("wrong_type.mlir", inside("    spv.ReturnValue %a : f32\n")),
        ("unbalanced.mlir", b"module {\n  spv.module Logical GLSL450 {\n".to_vec()),
        ("no_terminator.mlir", inside("    %b = spv.IAdd %a, %a : i32\n")),
        (
            "several.mlir",
            inside("    %b = spv.IAdd %a, %x : i32\n    spv.Bla\n    spv.ReturnValue %b : i33x\n"),
        ),
        ("no_module.mlir", b"module {\n}\n".to_vec()),
        ("not_utf8.mlir", b"module {\n  // caf\xE9\n}\n".to_vec()),
    ];
    insta::assert_snapshot!(messages(&s, &cases));
}

#[test]
fn deep_text_is_no_crash() {
    let s = Scratch::new("deep");
    for (name, text) in [
        ("types.mlir", format!("\"a\"() : () -> {}", "vector<2x".repeat(100_000))),
        ("attributes.mlir", format!("\"a\"() {{x = {}", "[".repeat(100_000))),
        ("regions.mlir", "module {".repeat(100_000)),
    ] {
        s.put(name, text.as_bytes());
        assert!(s.error(&format!("{name} -o out.spv")).contains("error: "));
    }
}

#[test]
fn unreadable_and_unwritable() {
    let s = Scratch::new("unreadable");
    let mut all = String::new();
    for line in ["missing.spv", "shader.spv -o missing/out.spv", "shader.spv -o ."] {
        all += &s.error(line);
    }
    if cfg!(target_os = "linux") {
        insta::assert_snapshot!(all);
    }
}

/// Checks that cached facts about attributes in one file are not reused for the next file.
#[test]
fn wrong_attributes_in_a_later_file() {
    let s = Scratch::new("later");
    let file = |attrs: &str| {
        format!(
            "spv.module Logical GLSL450 {{\n  spv.func @f(%a : i32) -> i32 \"None\" {{\n    \
             %0 = spv.IAdd %a, %a : i32\n    %1 = spv.IAdd %0, %a {attrs}: i32\n    \
             spv.ReturnValue %1 : i32\n  }}\n}}\n"
        )
    };
    s.put("a.mlir", file("").as_bytes());
    s.put("b.mlir", file("{no_signed_wrap = 5 : i32} ").as_bytes());
    let output = s.run("a.mlir b.mlir -o out");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && message.contains("b.mlir:4:10: error: 'spv.IAdd' op attribute"),
        "{message}"
    );
}

#[test]
fn many_files() {
    let s = Scratch::new("many");
    s.ok("shader.spv -o a.mlir");
    s.ok("shader.spv -o b.spv");
    s.put("bad.mlir", b"spv.module Logical GLSL450 {");
    let output = s.run("shader.spv a.mlir bad.mlir b.spv -o out");
    let message = String::from_utf8(output.stderr).expect("messages are UTF-8");
    assert_eq!(output.status.code(), Some(1));
    assert!(message.starts_with("bad.mlir:1:29: error: "), "{message}");
    assert!(message.ends_with("spv-opt: 3 of 4 files; 1 failed\n"), "{message}");
    // Each output has the format of its input, and the bad file has no output.
    assert_eq!(s.get("out/a.mlir"), s.get("a.mlir"));
    assert_eq!(s.get("out/b.spv"), s.get("b.spv"));
    assert_eq!(fs::read_dir(s.directory.join("out")).expect("it is there").count(), 3);
    for (line, part) in [
        ("shader.spv b.spv", "several inputs require an output directory"),
        ("shader.spv out/shader.spv -o new", "would be written to the same file"),
        ("shader.spv - -o new", "standard input has no name"),
        ("shader.spv b.spv -o new --id-map=map", "--id-map requires a single input"),
    ] {
        assert!(s.error(line).contains(part), "{line}");
    }
}

#[test]
fn passes_and_what_is_seen_of_them() {
    let s = Scratch::new("passes");
    let lists = String::from_utf8(s.ok("--list-passes")).expect("it is UTF-8");
    assert!(lists.contains("--canonicalize "), "{lists}");
    assert!(s.ok("--show-dialects").starts_with(b"Available Dialects:\narith\nbuiltin\n"));

    let watched =
        s.run("shader.spv -cse -mlir-print-ir-after-all -mlir-timing -mlir-pass-statistics --emit=none");
    let text = String::from_utf8(watched.stderr).expect("it is UTF-8");
    for part in [
        "// -----// IR Dump After CSE //----- //\nspv.func @",
        "... Execution time report ...",
        "replaced - ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let dumped =
        s.run("shader.spv --dump-pass-pipeline --cse --pass-pipeline=spv.module(symbol-dce) --emit=none");
    let text = String::from_utf8(dumped.stderr).expect("it is UTF-8");
    let inserted = "legalize-constant-operands{if-changed=true},localize-sampled-images{if-changed=true},\
                    order-blocks{if-changed=true}";
    assert_eq!(
        text,
        format!(
            "Pass Manager with 6 passes:\nbuiltin.module(cse,{inserted},spv.module(symbol-dce),\
             strip-dangling-nonsemantic)\n"
        )
    );
    assert_eq!(
        s.error("shader.spv --pass-pipeline=spv.func(csse)"),
        "<pipeline>:1:10: error: 'csse' is not a pass or pipeline: did you mean 'cse'?\nspv.func(csse)\n         ^\n"
    );

    // A failed pass writes a reproducer that fails in the same way.
    let line = "shader.spv --canonicalize=max-visits=0 --emit=none";
    let message = s.error(&format!("{line} --mlir-pass-pipeline-crash-reproducer=again.mlir"));
    assert!(message.contains("in pass 'canonicalize'") && message.contains("again.mlir"), "{message}");
    let again = s.error("again.mlir --run-reproducer --emit=none");
    assert!(again.contains("in pass 'canonicalize'"), "{again}");
}

#[test]
fn generated_files() {
    let s = Scratch::new("generated");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let completions = String::from_utf8(s.ok(&format!("--completions={shell}"))).expect("it is UTF-8");
        assert!(completions.contains("pass-pipeline"), "{shell}");
        for command in COMMANDS {
            assert!(completions.contains(command), "{shell}: {command}");
        }
        s.put(shell, completions.as_bytes());
    }
    // Bash completes commands, their options, and help topics.
    let script = "source ./bash; for line in 'spv-opt re' 'spv-opt reduce --te' 'spv-opt help pas'; do
        COMP_WORDS=($line); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$line; COMP_POINT=${#line}
        _spv__opt spv-opt \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"; echo ${COMPREPLY[@]}; done";
    let completed = Command::new("bash").args(["-c", script]).current_dir(&s.directory).output();
    match completed {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "reflect reduce\n--test\npasses\n"),
        Err(_) => println!("skipped: bash not installed"),
    }
    let man = s.ok("--man");
    let man = String::from_utf8_lossy(&man);
    assert!(man.contains(".SH SYNOPSIS"));
    // The man page contains each subcommand with the usage line of its help.
    let help = s.ok("--help");
    let help = String::from_utf8_lossy(&help);
    let commands = help.split("Commands (spv-opt help COMMAND):\n").nth(1).expect("there are commands");
    let names =
        commands.lines().take_while(|line| !line.is_empty()).map(|line| line.split_whitespace().next());
    for command in names.flatten().filter(|name| !["lsp", "spirv-NAME", "install-names"].contains(name)) {
        let help = s.ok(&format!("{command} --help"));
        let help = String::from_utf8_lossy(&help);
        assert!(help.contains("Example:\n  spv-opt "), "{help}");
        let usage = help.lines().find_map(|line| line.strip_prefix("Usage: ")).expect("there is a synopsis");
        assert!(man.contains(&format!("\n{}\n", usage.replace('-', "\\-"))), "{usage}");
        assert!(man.contains(&format!("\n.SS {command}\n")), "{command}");
    }
}

#[test]
fn pictures() {
    let scratch = Scratch::new("pictures");
    // Without a file name, the graph replaces the module on standard output.
    let output = scratch.run("shader.spv --view-cfg");
    assert!(output.status.success() && output.stdout.starts_with(b"digraph {\n"));
    assert_eq!(scratch.run("shader.spv -view-cfg").stdout, output.stdout);
    let svg = scratch.run("shader.spv --view-op-graph --view-format=svg");
    assert!(svg.status.success() && svg.stdout.starts_with(b"<svg "));
    // With a file name, the module is printed too. The file extension selects the format of the graph.
    let both = scratch.run("shader.spv --view-cfg=a.dot --view-op-graph=b.svg --emit=text");
    assert!(both.status.success() && String::from_utf8_lossy(&both.stdout).contains("spv.module"));
    assert_eq!(scratch.get("a.dot"), output.stdout);
    assert_eq!(scratch.get("b.svg"), svg.stdout);
    let quiet = scratch.run("shader.spv --view-cfg=c.svg");
    assert!(quiet.status.success() && quiet.stdout.is_empty());
    let several = scratch.run("shader.spv a.dot --emit=none --view-cfg");
    assert!(
        String::from_utf8_lossy(&several.stderr)
            .contains("--view-cfg and --view-op-graph require a single input")
    );
}
