//! Tests of the SPIRV-Tools programs against the newest version: command lines, exit statuses, streams and files

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SHADER: &str = "
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main \"main\" %color
    OpExecutionMode %main OriginUpperLeft
    OpName %main \"main\"
    OpDecorate %color Location 0
    %void = OpTypeVoid
    %fn = OpTypeFunction %void
    %float = OpTypeFloat 32
    %bool = OpTypeBool
    %ptr = OpTypePointer Output %float
    %color = OpVariable %ptr Output
    %true = OpConstantTrue %bool
    %float_1 = OpConstant %float 1
    %main = OpFunction %void None %fn
    %entry = OpLabel
    OpSelectionMerge %after None
    OpBranchConditional %true %then %after
    %then = OpLabel
    OpStore %color %float_1
    OpBranch %after
    %after = OpLabel
    OpReturn
    OpFunctionEnd
";

/// A separate working directory for each test.
struct Scratch {
    directory: PathBuf,
}

impl Scratch {
    fn new(name: &str) -> Scratch {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spirv-tools-{name}"));
        if directory.exists() {
            fs::remove_dir_all(&directory).expect("the directory can be emptied");
        }
        fs::create_dir_all(&directory).expect("the directory can be made");
        let scratch = Scratch { directory };
        scratch.put("a.spvasm", SHADER.as_bytes());
        scratch.runs("spirv-as --target-env spv1.3 a.spvasm -o a.spv", 0);
        scratch
    }

    fn put(&self, name: &str, content: &[u8]) {
        fs::write(self.directory.join(name), content).expect("the file can be written");
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.directory.join(name)).expect("the file is there")
    }

    fn run(&self, program: &Path, line: &str) -> Output {
        let mut command = Command::new(program);
        command.args(line.split(' ').filter(|arg| !arg.is_empty())).current_dir(&self.directory);
        command.stdin(Stdio::null()).output().expect("the program runs")
    }

    /// Runs the tool and checks the exit status. Returns standard output and standard error.
    fn runs(&self, line: &str, status: i32) -> [String; 2] {
        let output = self.run(Path::new(env!("CARGO_BIN_EXE_spv-opt")), line);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(output.status.code(), Some(status), "{line}\n{}", text(&output.stderr));
        [text(&output.stdout), text(&output.stderr)]
    }
}

/// Returns the first line of standard error.
fn complaint([_, error]: &[String; 2]) -> &str {
    error.lines().next().unwrap_or("")
}

#[test]
fn names_select_the_program() {
    let scratch = Scratch::new("names");
    let [list, _] = scratch.runs("install-names bin", 0);
    assert_eq!(list.lines().count(), 10);
    // A second run replaces the links.
    scratch.runs("install-names bin", 0);
    for name in list.lines() {
        let output = scratch.run(&scratch.directory.join(name), "--version");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let name = Path::new(name).file_stem().and_then(|name| name.to_str()).expect("it has a name");
        assert!(text.contains(&format!(" as {name}, with the command line of SPIRV-Tools v20")), "{text}");
        let output = scratch.run(Path::new(env!("CARGO_BIN_EXE_spv-opt")), &format!("{name} --help"));
        assert!(output.status.success(), "{name}");
        assert!(String::from_utf8_lossy(&output.stdout).starts_with(name), "{name}");
    }
    scratch.runs("install-names", 1);
}

#[test]
fn files_and_defaults() {
    let scratch = Scratch::new("files");
    scratch.runs("spirv-as a.spvasm", 0);
    assert_eq!(scratch.get("out.spv")[4..8], [0, 6, 1, 0], "version 1.6 is the default");
    let [text, _] = scratch.runs("spirv-dis a.spv", 0);
    scratch.runs("spirv-dis a.spv -o b.spvasm", 0);
    assert_eq!(scratch.get("b.spvasm"), text.as_bytes());
    // The header comment specifies the version, so the result is identical.
    scratch.runs("spirv-as b.spvasm -o b.spv", 0);
    assert_eq!(scratch.get("b.spv"), scratch.get("a.spv"));
    let hex: String = scratch.get("a.spv").iter().map(|byte| format!("{byte:02x} ")).collect();
    scratch.put("a.hex", hex.as_bytes());
    assert_eq!(scratch.runs("spirv-dis a.hex", 0)[0], text);
    fs::create_dir_all(scratch.directory.join("in/deep")).expect("the directory can be made");
    scratch.put("in/deep/a.spv", &scratch.get("a.spv"));
    scratch.runs("spirv-val in", 0);
    scratch.put("in/b.spv", b"abc\xF3");
    let message = scratch.runs("spirv-val in", 1);
    assert_eq!(
        complaint(&message),
        "error: in/b.spv:0: Module has incomplete header: only 1 words instead of 5"
    );
}

/// Checks that switch literals have the width of the selector.
#[test]
fn switches_are_assembled() {
    let scratch = Scratch::new("switches");
    for (width, case) in [(32, "1"), (64, "0x100000000")] {
        let text = format!(
            "%int = OpTypeInt {width} 0
            %s = OpUndef %int
            OpSwitch %s %a {case} %a"
        );
        scratch.put("switch.spvasm", text.as_bytes());
        scratch.runs("spirv-as switch.spvasm -o switch.spv", 0);
        let words = width / 32;
        assert_eq!(scratch.get("switch.spv").len(), 4 * (5 + 4 + 3 + 4 + words), "{width}");
    }
    scratch.put("switch.spvasm", b"%int = OpTypeInt 32 0\nOpSwitch %int %a 1 %a");
    scratch.runs("spirv-as switch.spvasm -o switch.spv", 251);
}

/// Checks that the options that an environment implies do not depend on the default environment.
#[test]
fn environments_have_options_of_their_own() {
    let scratch = Scratch::new("environments");
    let shader = "OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main \"main\"
        OpExecutionModeId %main LocalSizeId %size %size %size
        %void = OpTypeVoid
        %uint = OpTypeInt 32 0
        %size = OpConstant %uint 1
        %fn = OpTypeFunction %void
        %main = OpFunction %void None %fn
        %entry = OpLabel
        OpReturn
        OpFunctionEnd";
    scratch.put("size.spvasm", shader.as_bytes());
    scratch.runs("spirv-as --target-env spv1.3 size.spvasm -o size.spv", 0);
    for (env, status) in [("vulkan1.1", 1), ("vulkan1.3", 0), ("spv1.3", 0)] {
        scratch.runs(&format!("spirv-val --target-env {env} size.spv"), status);
        scratch.runs(&format!("spirv-opt --target-env={env} size.spv -o size2.spv"), status);
    }
    scratch.runs("spirv-val --target-env vulkan1.1 --allow-localsizeid size.spv", 0);
}

#[test]
fn wrong_command_lines() {
    let scratch = Scratch::new("lines");
    let messages = [
        ("spirv-as a.spvasm b.spvasm", "error: one input file at most must be specified."),
        ("spirv-as --target-env x a.spvasm", "error: Unrecognized target env: x"),
        ("spirv-as /nope", "error: file does not exist '/nope'"),
        ("spirv-as a.spvasm -o", "Invalid usage for flag -o"),
        ("spirv-as a.spvasm -o no/directory", "error: could not open file 'no/directory'"),
        ("spirv-dis --foo=1", "Unknown flag --foo"),
        ("spirv-dis --comment --comment", "The flag --comment was specified multiple times."),
        ("spirv-dis a.spvasm", "error: file size should be a multiple of 4; file 'a.spvasm' corrupt"),
        ("spirv-cfg", "error: exactly one input file must be specified."),
        ("spirv-val a.spv b.spv", "error: More than one input file specified"),
        ("spirv-val --max-foo 1 a.spv", "error: unrecognized option: --max-foo"),
        ("spirv-val --max-id-bound", "error: Missing argument to --max-id-bound"),
        ("spirv-val --target-env vulkan9 a.spv", "error: Unrecognized target env: vulkan9"),
        (
            "spirv-val --buffer-descriptor-layout 4 a.spv",
            "error: Invalid argument to --buffer-descriptor-layout (expected <size>:<align>)",
        ),
        ("spirv-opt a.spv", "error: -o required"),
        (
            "spirv-opt --foo a.spv -o b.spv",
            "error: line 0: Unknown flag '--foo'. Use --help for a list of valid flags",
        ),
        ("spirv-opt -Oconfig=/nope a.spv -o b.spv", "error: Could not open file '/nope'"),
        ("spirv-opt --max-id-bound=7 a.spv -o b.spv", "error: The max id bound must be at least 0x3FFFFF"),
        (
            "spirv-opt --scalar-replacement=-1 a.spv -o b.spv",
            "error: line 0: --scalar-replacement must have no arguments or a non-negative integer argument",
        ),
        (
            "spirv-opt --loop-fusion=0 a.spv -o b.spv",
            "error: line 0: --loop-fusion must have a positive integer argument",
        ),
        ("spirv-link", "error: No input file specified"),
        ("spirv-reduce", "error: No input file specified"),
        ("spirv-reduce a.spv -o b.spv", "error: No interestingness test specified"),
        ("spirv-diff a.spv", "error: two input files required."),
        ("spirv-objdump", "Expected exactly one input file."),
        ("spirv-lint", "error: line 0: expected exactly one input file."),
    ];
    for (line, message) in messages {
        let output = scratch.runs(line, 1);
        assert_eq!(complaint(&output), message, "{line}");
    }
}

#[test]
fn errors_have_their_line_and_status() {
    let scratch = Scratch::new("errors");
    scratch.put("a.txt", b"OpCapability Shader\n  OpFoo %1\n");
    let message = scratch.runs("spirv-as a.txt -o x.spv", 247);
    assert_eq!(message[1], "error: 2: 3: Invalid Opcode name 'OpFoo'\n  OpFoo %1\n  ^~~~~\n");
    scratch.put("a.txt", b"OpCapability Foo");
    assert_eq!(complaint(&scratch.runs("spirv-as a.txt", 251)), "error: 1: 14: Invalid capability 'Foo'");
    scratch.put("a.txt", b"%2 = OpConstant %1 5");
    assert_eq!(
        complaint(&scratch.runs("spirv-as a.txt", 251)),
        "error: 1: 20: Type for Constant must be a scalar floating point or integer type"
    );
    // A raw word on the next line is the optional operand of the instruction.
    scratch.put("a.txt", b"OpStore %1 %2\n!0\n");
    scratch.runs("spirv-as a.txt -o x.spv", 0);
    assert_eq!(scratch.get("x.spv")[20..24], [62, 0, 4, 0]);
    // OpCopyLogical does not exist in SPIR-V 1.3.
    scratch.put("a.txt", b"%1 = OpTypeInt 32 0 %2 = OpCopyLogical %1 %3");
    assert_eq!(
        complaint(&scratch.runs("spirv-as --target-env vulkan1.1 a.txt", 247)),
        "error: 1: 26: Invalid Opcode name 'OpCopyLogical'"
    );
    // The truncated binary lacks the last two instructions, and the id of the label before them.
    let mut binary = scratch.get("a.spv");
    binary.truncate(binary.len() - 3 * 4);
    scratch.put("cut.spv", &binary);
    let [text, error] = scratch.runs("spirv-dis cut.spv", 252);
    assert!(text.lines().last().is_some_and(|line| line.contains("OpBranch %")), "{text}");
    assert!(error.starts_with("error: 22: End of input reached while decoding OpLabel "), "{error}");
    let message = scratch.runs("spirv-val cut.spv", 1);
    assert!(complaint(&message).starts_with("error: line 22: End of input reached while"), "{message:?}");
    let message = scratch.runs("spirv-val --target-env opencl2.0 a.spv", 1);
    assert!(complaint(&message).starts_with("error: line 0: [SPV-version-environment] "), "{message:?}");
    assert!(message[1].contains("\nerror: line 1: [SPV-capability-environment] "), "{message:?}");
    // After an error, the input is written unchanged.
    scratch.runs("spirv-opt --target-env=opencl2.0 a.spv -O -o b.spv", 1);
    assert_eq!(scratch.get("b.spv"), scratch.get("a.spv"));
}

#[test]
fn options_of_the_optimizer() {
    let scratch = Scratch::new("optimizer");
    scratch.runs("spirv-opt a.spv -o b.spv", 0);
    assert_eq!(scratch.get("b.spv"), scratch.get("a.spv"));
    scratch.put("opts.cfg", b"# The branch goes.\n--eliminate-dead-branches \n--merge-blocks\n");
    scratch.runs("spirv-opt -Oconfig=opts.cfg a.spv -o b.spv", 0);
    let [text, _] = scratch.runs("spirv-dis b.spv", 0);
    assert!(!text.contains("OpBranch") && text.contains("OpStore"), "{text}");
    let [_, shown] = scratch.runs("spirv-opt --print-all --ccp --eliminate-insert-extract a.spv -o b.spv", 0);
    let titles: Vec<&str> = shown.lines().filter(|line| line.starts_with("; IR")).collect();
    assert_eq!(
        titles,
        ["; IR before pass ccp", "; IR before pass simplify-instructions", "; IR after last pass"]
    );
    scratch.put("nested.cfg", b"-Oconfig=opts.cfg");
    let message = scratch.runs("spirv-opt -Oconfig=nested.cfg a.spv -o b.spv", 1);
    assert_eq!(complaint(&message), "error: Flag -Oconfig= may not be used inside the configuration file");
}

#[test]
fn unused_definitions_stay_on_request() {
    let scratch = Scratch::new("preserve");
    let text = SHADER.replace(
        "%true = ",
        "%in = OpTypePointer Input %float\n%unused = OpVariable %in Input\n\
         %samp = OpTypeSampler\n%ps = OpTypePointer UniformConstant %samp\n%bound = OpVariable %ps UniformConstant\n\
         %spec = OpSpecConstant %float 2\n%true = ",
    );
    let text = text.replace("\"main\" %color", "\"main\" %color %unused").replace(
        "OpDecorate %color",
        "OpDecorate %unused Location 0\nOpDecorate %bound DescriptorSet 0\nOpDecorate %bound Binding 0\n\
         OpDecorate %spec SpecId 1\nOpDecorate %color",
    );
    scratch.put("a.spvasm", text.as_bytes());
    scratch.runs("spirv-as --target-env spv1.3 a.spvasm -o a.spv", 0);
    let kept = |options: &str| {
        scratch.runs(&format!("spirv-opt -O {options} a.spv -o b.spv"), 0);
        let [text, _] = scratch.runs("spirv-dis b.spv", 0);
        ["Input", "UniformConstant", "OpSpecConstant"].map(|what| text.contains(what))
    };
    assert_eq!(kept(""), [false, false, false]);
    assert_eq!(kept("--preserve-interface"), [true, false, false]);
    assert_eq!(kept("--preserve-bindings"), [false, true, false]);
    assert_eq!(kept("--preserve-spec-constants"), [false, false, true]);
}

/// Returns the path of a program of the newest SPIRV-Tools, in the directory given by `SPIRV_TOOLS`. Returns `None` if
/// it is missing.
fn peer(name: &str) -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os("SPIRV_TOOLS")?).join(name);
    path.exists().then_some(path)
}

/// Returns every 40th binary in the directory given by `SPV_CORPUS`.
fn sample() -> Vec<PathBuf> {
    let Some(directory) = std::env::var_os("SPV_CORPUS") else { return Vec::new() };
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "spv"))
        .collect();
    files.sort();
    files.into_iter().step_by(40).collect()
}

#[test]
fn output_of_the_newest_programs() {
    let scratch = Scratch::new("newest");
    let mut modules = sample();
    modules.push("a.spv".into());
    let lines = [
        ("spirv-dis", ""),
        ("spirv-dis", "--comment"),
        ("spirv-dis", "--nested-indent"),
        ("spirv-dis", "--reorder-blocks --nested-indent --comment --offsets --color"),
        ("spirv-dis", "--offsets --raw-id"),
        ("spirv-dis", "--no-header --no-indent"),
        ("spirv-dis", "--color"),
        ("spirv-cfg", ""),
        ("spirv-val", ""),
        ("spirv-val", "--target-env vulkan1.0"),
    ];
    for (program, options) in lines {
        let Some(theirs) = peer(program) else {
            println!("skipped: SPIRV_TOOLS names no directory with the newest {program}");
            continue;
        };
        for module in &modules {
            let line = format!("{options} {}", module.display());
            let theirs = scratch.run(&theirs, &line);
            let ours = scratch.run(Path::new(env!("CARGO_BIN_EXE_spv-opt")), &format!("{program} {line}"));
            assert_eq!(ours.status, theirs.status, "{program} {line}");
            if program != "spirv-val" {
                assert_eq!(ours.stdout, theirs.stdout, "{program} {line}");
            }
        }
    }
}

#[test]
fn words_of_the_newest_assembler() {
    let scratch = Scratch::new("assembler");
    let Some(theirs) = peer("spirv-as") else {
        println!("skipped: SPIRV_TOOLS names no directory with the newest spirv-as");
        return;
    };
    let mut modules = sample();
    modules.push("a.spv".into());
    for module in modules {
        for form in ["", "--raw-id --no-header"] {
            scratch.runs(&format!("spirv-dis {form} {} -o b.spvasm", module.display()), 0);
            for options in ["", "--preserve-numeric-ids", "--target-env vulkan1.1", "--target-env spv1.6"] {
                let first = scratch.run(&theirs, &format!("{options} b.spvasm -o theirs.spv"));
                let line = format!("spirv-as {options} b.spvasm -o ours.spv");
                let second = scratch.run(Path::new(env!("CARGO_BIN_EXE_spv-opt")), &line);
                assert_eq!(second.status, first.status, "{} {line}", module.display());
                if first.status.success() {
                    assert_eq!(
                        scratch.get("ours.spv"),
                        scratch.get("theirs.spv"),
                        "{} {line}",
                        module.display()
                    );
                }
            }
        }
    }
}
