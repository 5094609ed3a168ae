//! Test cases for names, lines, annotations, and the sections that precede them

use super::builder::{Builder, Section, Ty, string_words};
use super::check::Case;
use spv_opt::dialect::generated::opcodes as op;
use spv_opt::dialect::generated::values::decoration;
use spv_opt::dialect::table::core_row;

fn case(opcode: u32, variant: &str, b: Builder) -> Case {
    Case::new(core_row(opcode).map_or("?", |r| r.name), variant, b.finish(), opcode)
}

/// Returns `words` followed by the words of a literal string.
fn with_text(words: &[u32], text: &str) -> Vec<u32> {
    [words, &string_words(text)].concat()
}

pub fn source_continued() -> Vec<Case> {
    // The second source text exceeds the maximum instruction length.
    ["int main() {}\n".to_owned(), "text \"of\" \\ a shader\n".repeat(15_000)]
        .map(|text| {
            let mut b = Builder::new();
            let file = b.string("a.glsl");
            let mut part = text.len().min(200_000) / 2;
            part -= part % 4;
            b.op(Section::Strings, op::SOURCE, &with_text(&[2, 450, file], &text[..part]));
            for start in (part..text.len()).step_by(200_000) {
                let end = text.len().min(start + 200_000);
                b.op(Section::Strings, op::SOURCE_CONTINUED, &string_words(&text[start..end]));
            }
            let mut case = case(op::SOURCE, &format!("{} bytes", text.len()), b);
            case.row = "spv.SourceContinued".into();
            case.line(["spv.Source", "GLSL"])
        })
        .into()
}

pub fn name() -> Vec<Case> {
    let mut list = Vec::new();
    let mut named = |what: &str, id: u32, mut b: Builder, text: &str| {
        b.op(Section::Names, op::NAME, &with_text(&[id], "known"));
        list.push(case(op::NAME, what, b).line([text]));
    };
    let mut b = Builder::new();
    let id = b.parameter(Ty::U32);
    named("of a parameter", id, b, "%known");
    let mut b = Builder::new();
    let (ty, operand) = (b.ty(Ty::U32), b.parameter(Ty::U32));
    let id = b.value(op::COPY_OBJECT, ty, &[operand]);
    named("of a value", id, b, "%known = spv.CopyObject");
    let mut b = Builder::new();
    let id = b.id();
    b.code(op::BRANCH, &[id]);
    b.code(op::LABEL, &[id]);
    named("of a label", id, b, "^known");
    let b = Builder::new();
    named("of a function", b.main, b, "spv.func @known");
    let mut b = Builder::new();
    let id = b.variable(Ty::F4);
    named("of a variable", id, b, "spv.GlobalVariable @known");
    let mut b = Builder::new();
    let id = b.ty(Ty::Struct);
    b.variable(Ty::Struct);
    named("of a struct", id, b, "!spv.struct<known");
    let mut b = Builder::new();
    let id = b.ty(Ty::F4);
    b.variable(Ty::F4);
    named("of another type", id, b, "\"known\"");
    let mut b = Builder::new();
    let id = b.ty(Ty::Image);
    b.variable(Ty::Image);
    named("of a type of the dialect", id, b, "\"known\"");
    let mut b = Builder::new();
    let id = b.import("GLSL.std.450");
    named("of an import", id, b, "\"known\"");
    let mut b = Builder::new();
    let id = b.string("text");
    named("of a string", id, b, "spv.String @known");
    list
}

pub fn member_name() -> Vec<Case> {
    let mut b = Builder::new();
    let id = b.ty(Ty::Struct);
    b.variable(Ty::Struct);
    b.op(Section::Names, op::MEMBER_NAME, &with_text(&[id, 0], "first"));
    b.op(Section::Names, op::MEMBER_NAME, &with_text(&[id, 1], "the second"));
    vec![case(op::MEMBER_NAME, "of a struct", b).line(["!spv.struct<", "\"first\"", "second"])]
}

fn lines(opcode: u32, end: bool) -> Case {
    let mut b = Builder::new();
    let file = b.string("a.glsl");
    b.code(op::LINE, &[file, 7, 9]);
    b.code(op::NOP, &[]);
    b.code(op::LINE, &[file, 8, 0]);
    b.code(op::NOP, &[]);
    if end {
        b.code(op::NO_LINE, &[]);
        b.code(op::NOP, &[]);
    }
    case(opcode, "in a function", b).line(["spv.Nop", "loc(", "\"a.glsl\":7:9"])
}

pub fn line() -> Vec<Case> {
    let mut b = Builder::new();
    let file = b.string("a.glsl");
    b.op(Section::Globals, op::LINE, &[file, 7, 9]);
    b.variable(Ty::F32);
    let global = case(op::LINE, "at module scope", b).line(["spv.GlobalVariable", "\"a.glsl\":7:9"]);
    vec![lines(op::LINE, false), global]
}

pub fn no_line() -> Vec<Case> {
    vec![lines(op::NO_LINE, true)]
}

pub fn extension() -> Vec<Case> {
    ["SPV_KHR_multiview", "an unknown \"one\""]
        .map(|name| {
            let mut b = Builder::new();
            b.op(Section::Extensions, op::EXTENSION, &string_words(name));
            case(op::EXTENSION, name, b).line(["#spv.vce<", name.split(' ').next().unwrap_or(name)])
        })
        .into()
}

pub fn import() -> Vec<Case> {
    let mut b = Builder::new();
    b.import("GLSL.std.450");
    b.import("NonSemantic.Unknown.7");
    let one = case(op::EXT_INST_IMPORT, "two sets", b).line(["ext_inst_imports", "\"GLSL.std.450\""]);
    let mut b = Builder::new();
    let import = b.def(Section::Imports, op::EXT_INST_IMPORT, None, &string_words("GLSL.std.450"));
    b.import("GLSL.std.450");
    let (ty, x) = (b.ty(Ty::F32), b.parameter(Ty::F32));
    b.value(op::EXT_INST, ty, &[import, 31, x]);
    vec![one, case(op::EXT_INST_IMPORT, "one set twice", b).line(["spv.GLSL.Sqrt"])]
}

pub fn ext_inst() -> Vec<Case> {
    let mut b = Builder::new();
    let (ty, x, import) = (b.ty(Ty::F32), b.parameter(Ty::F32), b.import("GLSL.std.450"));
    b.value(op::EXT_INST, ty, &[import, 31, x]);
    vec![case(op::EXT_INST, "GLSL.std.450", b).line(["spv.GLSL.Sqrt"])]
}

pub fn forward_refs() -> Vec<Case> {
    let mut b = Builder::new();
    let (void, import) = (b.ty(Ty::Void), b.import("NonSemantic.Shader.DebugInfo.100"));
    let (pointer, target) = (b.id(), b.id());
    let (class, flags) = (b.u32(7), b.u32(0));
    // Add a DebugTypePointer to a DebugTypeVector that is defined after it.
    let words = [void, pointer, import, 3, target, class, flags];
    b.op(Section::Globals, op::EXT_INST_WITH_FORWARD_REFS_KHR, &words);
    b.op(Section::Globals, op::EXT_INST, &[void, target, import, 6, pointer, flags]);
    let case = case(op::EXT_INST_WITH_FORWARD_REFS_KHR, "a pointer", b);
    vec![case.line(["spv.DebugInfo.DebugTypePointer", "forward_refs"])]
}

pub fn memory_model() -> Vec<Case> {
    let mut b = Builder::new();
    b.op(Section::MemoryModel, op::MEMORY_MODEL, &[5348, 3]);
    vec![case(op::MEMORY_MODEL, "Vulkan", b).line(["spv.module", "PhysicalStorageBuffer64", "Vulkan"])]
}

pub fn entry_point() -> Vec<Case> {
    let mut list = Vec::new();
    for count in [0, 1, 3] {
        for named in [false, true] {
            let mut b = Builder::new();
            let mut words = with_text(&[4, b.main], "main");
            words.extend([Ty::F32, Ty::U32, Ty::F4].iter().take(count).map(|&t| b.variable(t)));
            b.op(Section::EntryPoints, op::ENTRY_POINT, &words);
            let symbol = if named {
                b.op(Section::Names, op::NAME, &with_text(&[b.main], "main"));
                "@main"
            } else {
                "\"main\""
            };
            let what = format!("{count} variables, named: {named}");
            list.push(case(op::ENTRY_POINT, &what, b).line(["spv.EntryPoint", "Fragment", symbol]));
        }
    }
    list
}

pub fn execution_mode() -> Vec<Case> {
    let mut b = Builder::new();
    b.op(Section::Modes, op::EXECUTION_MODE, &[b.main, 17, 8, 4, 1]);
    vec![case(op::EXECUTION_MODE, "LocalSize", b).line(["spv.ExecutionMode", "LocalSize", "8", "4"])]
}

pub fn execution_mode_id() -> Vec<Case> {
    let mut b = Builder::new();
    let words = [b.main, 38, b.u32(8), b.spec_u32(4), b.u32(2)];
    b.op(Section::Modes, op::EXECUTION_MODE_ID, &words);
    vec![case(op::EXECUTION_MODE_ID, "LocalSizeId", b).line(["spv.ExecutionModeId", "LocalSizeId", "8"])]
}

pub fn capability() -> Vec<Case> {
    let mut b = Builder::new();
    b.op(Section::Capabilities, op::CAPABILITY, &[6]);
    vec![case(op::CAPABILITY, "Kernel", b).line(["#spv.vce<", "Shader", "Kernel"])]
}

/// Creates a test case in which a variable has a list of decorations.
fn decorations(opcode: u32, what: &str, list: &[Vec<u32>], mut b: Builder, line: &[&str]) -> Case {
    let id = b.variable(Ty::F4);
    for words in list {
        b.op(Section::Annotations, opcode, &[&[id], &words[..]].concat());
    }
    case(opcode, what, b).line(line.iter().copied())
}

pub fn decorate() -> Vec<Case> {
    let binding = vec![decoration::BINDING, 3];
    let block = vec![decoration::BLOCK];
    let buffer = vec![decoration::UNIFORM];
    let var = "spv.GlobalVariable";
    let mut list = vec![
        decorations(op::DECORATE, "one", &[binding], Builder::new(), &[var, "binding = 3"]),
        decorations(
            op::DECORATE,
            "two",
            &[block.clone(), buffer],
            Builder::new(),
            &[var, "block", "uniform"],
        ),
        // Use OpDecorateId for a decoration that normally uses OpDecorate.
        decorations(op::DECORATE_ID, "by id", &[block], Builder::new(), &[var, "OpDecorateId", "Block"]),
    ];
    list[2].row = "spv.Decorate".into();
    for local in [Ty::F32, Ty::Image] {
        let mut b = Builder::new();
        let (ty, operand) = (b.ty(local), b.parameter(local));
        let id = b.value(op::COPY_OBJECT, ty, &[operand]);
        for target in [id, operand, b.main, ty] {
            b.op(Section::Annotations, op::DECORATE, &[target, decoration::RELAXED_PRECISION]);
        }
        let case = case(op::DECORATE, &format!("of values, a function and a type {local:?}"), b);
        list.push(case.line(["spv.CopyObject", "relaxed_precision"]).line(["spv.func", "relaxed_precision"]));
    }
    list
}

pub fn decorate_id() -> Vec<Case> {
    let mut b = Builder::new();
    let words = vec![decoration::ALIGNMENT_ID, b.spec_u32(16)];
    let plain = {
        let mut b = Builder::new();
        let words = vec![decoration::ALIGNMENT_ID, b.u32(16)];
        decorations(op::DECORATE_ID, "constant", &[words], b, &["spv.GlobalVariable", "alignment_id = 16"])
    };
    vec![
        plain,
        decorations(
            op::DECORATE_ID,
            "spec constant",
            &[words],
            b,
            &["spv.GlobalVariable", "alignment_id = @"],
        ),
    ]
}

pub fn decorate_string() -> Vec<Case> {
    let words = |value, text| with_text(&[value], text);
    let semantic = words(decoration::USER_SEMANTIC, "TEXCOORD0");
    let odd = with_text(&[decoration::LINKAGE_ATTRIBUTES], "n").into_iter().chain([0]).collect();
    let var = "spv.GlobalVariable";
    vec![
        decorations(
            op::DECORATE_STRING,
            "usual",
            &[semantic],
            Builder::new(),
            &[var, "user_semantic = \"TEXCOORD0\""],
        ),
        decorations(op::DECORATE_STRING, "unusual", &[odd], Builder::new(), &[var, "OpDecorateString"]),
    ]
}

/// Creates a test case in which the first member of a struct has a decoration.
fn member(opcode: u32, what: &str, words: &[u32], mut b: Builder, line: &[&str]) -> Case {
    let id = b.ty(Ty::Struct);
    b.variable(Ty::Struct);
    b.op(Section::Annotations, opcode, &[&[id, 0], words].concat());
    case(opcode, what, b).line(["!spv.struct<"].iter().chain(line).copied())
}

pub fn member_decorate() -> Vec<Case> {
    let offset = [decoration::OFFSET, 16];
    let builtin = [decoration::BUILT_IN, 0];
    vec![
        member(op::MEMBER_DECORATE, "Offset", &offset, Builder::new(), &["[16]"]),
        member(op::MEMBER_DECORATE, "BuiltIn", &builtin, Builder::new(), &["Position"]),
        member(op::MEMBER_DECORATE, "Flat", &[decoration::FLAT], Builder::new(), &["Flat"]),
    ]
}

pub fn member_decorate_id() -> Vec<Case> {
    let mut b = Builder::new();
    let words = [decoration::OFFSET_ID_EXT, b.u32(8)];
    vec![member(op::MEMBER_DECORATE_ID_EXT, "OffsetIdEXT", &words, b, &["8"])]
}

pub fn member_decorate_string() -> Vec<Case> {
    let words = with_text(&[decoration::USER_SEMANTIC], "COLOR");
    vec![member(op::MEMBER_DECORATE_STRING, "UserSemantic", &words, Builder::new(), &["\"COLOR\""])]
}

/// Creates test cases for decoration groups that are applied to variables and members. Import applies the decorations
/// to the targets, and records the group in the module.
pub fn group() -> Vec<Case> {
    let mut b = Builder::new();
    let (variable, other, record) = (b.variable(Ty::Struct), b.variable(Ty::F4), b.ty(Ty::Struct));
    let (place, group) = (Section::Annotations, b.id());
    b.op(place, op::DECORATE, &[group, decoration::ALIASED]);
    b.op(place, op::DECORATE, &[group, decoration::COMPONENT, 2]);
    b.op(place, op::DECORATION_GROUP, &[group]);
    b.op(place, op::GROUP_DECORATE, &[group, variable, other]);
    b.op(place, op::GROUP_MEMBER_DECORATE, &[group, record, 1]);
    let case = Case::new("spv.DecorationGroup", "of variables and a member", b.finish(), op::GROUP_DECORATE);
    let case = case.line(["spv.module", "decoration_groups = [{aliased, component = 2 : i32}]"]);
    vec![case.line(["spv.GlobalVariable", "aliased", "component = 2"])]
}
