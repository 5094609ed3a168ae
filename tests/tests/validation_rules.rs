//! Tests of the validation rules, and generator of `docs/validation-rules.md`
//!
//! Each test case in `validation/cases.txt` has an accepted and a rejected module. The error messages for rejected
//! modules are snapshots. The page is generated from the tables of rules. To regenerate it: `UPDATE_DOCS=1 cargo test
//! -p spv-tests --test validation_rules`.

use spv_opt::Module;
use spv_opt::asm::assemble;
use spv_opt::dialect::generated::enums::{BUILT_IN, CAPABILITY};
use spv_opt::dialect::generated::values::execution_model as m;
use spv_opt::dialect::validate::builtins::{self, BUILT_INS, BuiltIn, BuiltInType};
use spv_opt::dialect::validate::rule::Scope;
use spv_opt::dialect::validate::{ENVIRONMENTS, FAMILIES, TargetEnv, binary};
use spv_opt::passes::{Executor, Pipeline, Registry, RunOptions, Threads, run};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_tests::tools::{self, Peer};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Mutex;

const CASES: &str = include_str!("validation/cases.txt");
/// Test cases for rules about instructions.
const INSTRUCTIONS: &str = include_str!("validation/instructions.txt");

/// Test cases for rules about operand types and values.
const OPERANDS: &str = include_str!("validation/operands.txt");

/// Normative sentences of extension specifications, with test cases. The function [`sentences`] parses them.
const EXTENSIONS: &str = include_str!("validation/extensions.txt");

/// Assembly of a test module. A test case replaces the placeholders in braces.
const TEMPLATE: &str = "{first}
{caps}
{ext}
{imports}
OpMemoryModel {model}
{entry}
{modes}
{decor}
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%f32 = OpTypeFloat 32
%v2f32 = OpTypeVector %f32 2
%true = OpConstantTrue %bool
%u0 = OpConstant %u32 0
%u1 = OpConstant %u32 1
%u2 = OpConstant %u32 2
%u3 = OpConstant %u32 3
%u8 = OpConstant %u32 8
%sem = OpConstant %u32 264
%f0 = OpConstant %f32 0
{types}
{before}
%main = OpFunction %void None %fn
%start = OpLabel
{body}
{end}
OpFunctionEnd
{after}
";

/// Default contents of the placeholders, for test cases that do not set them.
const DEFAULTS: &[(&str, &str)] = &[
    ("first", "OpCapability Shader"),
    ("model", "Logical GLSL450"),
    ("entry", "OpEntryPoint GLCompute %main \"main\""),
    ("modes", "OpExecutionMode %main LocalSize 1 1 1"),
    ("end", "OpReturn"),
];
const SLOTS: &[&str] = &["caps", "ext", "imports", "decor", "types", "before", "body", "after"];

/// Returns the module and target environment of a test case. If strict import rejects the module, it is imported
/// without `strict`, because modules that are built or parsed may have this form.
fn module(environment: &str, slots: &str) -> Result<(Module, TargetEnv), String> {
    let set: HashMap<&str, &str> = slots
        .split(" & ")
        .filter_map(|slot| {
            let (name, value) = slot.split_once('=')?;
            Some((name.trim(), value.trim()))
        })
        .collect();
    // The environment `none` denotes a module that is valid only with a certain validation option.
    let mut words = set.get("none").copied().unwrap_or(environment).split(' ');
    let mut env = TargetEnv::new(words.next().expect("there is one")).expect("the environment is known");
    words.for_each(|option| assert!(env.options.set_flag(option), "{option}"));
    if let Some((name, value)) = set.get("limit").and_then(|text| text.split_once(' ')) {
        assert!(env.options.set_limit(name, value.parse().expect("it is a number")), "{name}");
    }
    let mut text = TEMPLATE.to_owned();
    for (name, default) in DEFAULTS {
        text = text.replace(&format!("{{{name}}}"), &set.get(name).unwrap_or(default).replace(" / ", "\n"));
    }
    for name in SLOTS {
        text = text.replace(&format!("{{{name}}}"), &set.get(name).unwrap_or(&"").replace(" / ", "\n"));
    }
    let mut words = assemble(&text).map_err(|error| error.to_string())?;
    let version = set.get("version").and_then(|text| text.split_once('.')?.1.parse::<u32>().ok());
    words[1] = version.map_or(0x0001_0300.min(env.environment.version), |minor| 0x0001_0000 | minor << 8);
    let ctx = spv_opt::context();
    let options = ImportOptions { rules: Some(binary::check), ..ImportOptions::default() };
    let module = import_with(&ctx, &words, &options).or_else(|_| spv_opt::import(&ctx, &words));
    Ok((module.map_err(|error| error.to_string())?, env))
}

/// Validates the module of a test case.
///
/// # Errors
/// Returns the error messages.
fn verdict(environment: &str, slots: &str) -> Result<(), String> {
    let (module, env) = module(environment, slots)?;
    judge(&module, &env)
}

/// Validates a module.
///
/// # Errors
/// Returns the error messages.
fn judge(module: &Module, env: &TargetEnv) -> Result<(), String> {
    let texts = |list: spv_opt::Diagnostics| {
        let lines = list.list.iter().map(|error| {
            let note = error.notes.last().map(|(_, note)| note.as_str()).unwrap_or_default();
            format!("{}\n    {note}\n", error.headline())
        });
        lines.collect()
    };
    spv_opt::verify_for(module, env).and_then(|()| spv_opt::verify(module)).map_err(texts)
}

/// A test case of a rule: placeholder contents for an accepted and for a rejected module.
struct Case {
    rule: &'static str,
    environment: &'static str,
    accepted: String,
    refused: String,
}

/// Parses test cases. The placeholder contents in a line with `@` apply to all subsequent test cases.
fn cases(text: &'static str) -> impl Iterator<Item = Case> {
    let mut shared = "";
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(move |line| {
        if let Some(slots) = line.strip_prefix('@') {
            shared = slots.trim();
            return None;
        }
        let parts: Vec<&str> = line.split(" ; ").map(str::trim).collect();
        let &[rule, environment, accepted, refused] = &parts[..] else { panic!("four parts: {line}") };
        let [accepted, refused] = [accepted, refused].map(|slots| format!("{shared} & {slots}"));
        Some(Case { rule, environment, accepted, refused })
    })
}

fn all_cases() -> impl Iterator<Item = Case> {
    [CASES, INSTRUCTIONS, OPERANDS].into_iter().flat_map(cases)
}

/// Returns the error messages for the rejected modules of all test cases.
fn messages(text: &'static str) -> String {
    let (mut messages, mut failures) = (String::new(), String::new());
    for Case { rule, environment, accepted, refused } in cases(text) {
        if let Err(message) = verdict(environment, &accepted) {
            let _ = writeln!(failures, "{rule} should be accepted: {message}");
        }
        match verdict(environment, &refused) {
            Err(message) if message.contains(&format!("[{rule}]")) => {
                let _ = writeln!(messages, "{environment}: {message}");
            }
            other => _ = writeln!(failures, "{rule} should be refused: {other:?}"),
        }
    }
    assert!(failures.is_empty(), "{failures}");
    messages
}

/// A sentence of an extension's specification, with its test cases.
struct Sentence {
    extension: &'static str,
    text: &'static str,
    /// For each test case: rule or substring of a message, target environment, and placeholder contents of the accepted
    /// and the rejected module.
    cases: Vec<(&'static str, &'static str, String, String)>,
}

/// Parses the sentences in `extensions.txt`.
fn sentences() -> Vec<Sentence> {
    let (mut extension, mut shared) = ("", "");
    let mut found: Vec<Sentence> = Vec::new();
    for line in EXTENSIONS.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if let Some(name) = line.strip_prefix("## ") {
            extension = name;
        } else if let Some(slots) = line.strip_prefix("@ ") {
            shared = slots;
        } else if let Some(case) = line.strip_prefix("  ") {
            let parts: Vec<&str> = case.split(" ; ").map(str::trim).collect();
            let &[rule, environment, accepted, refused] = &parts[..] else { panic!("four parts: {line}") };
            let [accepted, refused] = [accepted, refused].map(|slots| format!("{shared} & {slots}"));
            found.last_mut().expect("after a sentence").cases.push((rule, environment, accepted, refused));
        } else {
            found.push(Sentence { extension, text: line, cases: Vec::new() });
        }
    }
    found
}

/// Returns the page in which the sentences of each extension are inserted between `<!-- sentences: NAME -->` and `<!--
/// end -->`.
fn page_of_extensions(page: &str) -> String {
    const END: &str = "<!-- end -->";
    let sentences = sentences();
    let mut parts = page.split("<!-- sentences: ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (extension, rest) = part.split_once(" -->").expect("a marker ends");
        let (_, rest) = rest.split_once(END).expect("a table ends");
        let _ = write!(
            out,
            "<!-- sentences: {extension} -->\n| sentence | rule or message | modules |\n|---|---|---|\n"
        );
        for Sentence { text, cases, .. } in
            sentences.iter().filter(|sentence| sentence.extension == extension)
        {
            let mut rules: Vec<String> = Vec::new();
            for (rule, ..) in cases {
                let rule = if rule.contains(' ') { format!("\"{rule}\"") } else { format!("`{rule}`") };
                rules.extend((!rules.contains(&rule)).then_some(rule));
            }
            let _ = writeln!(out, "| {text} | {} | {} |", rules.join(", "), 2 * cases.len());
        }
        let _ = write!(out, "{END}{rest}");
    }
    out
}

#[test]
fn the_page_of_extensions_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/extensions.md");
    let own = std::fs::read_to_string(&path).unwrap_or_default();
    let page = page_of_extensions(&own);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, page).expect("the page can be written");
        return;
    }
    assert!(own == page, "UPDATE_DOCS=1 cargo test -p spv-tests --test validation_rules");
    for Sentence { extension, text, .. } in sentences() {
        assert!(own.contains(&format!("| {text} |")), "{extension}: {text}");
    }
}

#[test]
fn each_sentence_of_extensions_is_accepted_and_refused() {
    let (mut messages, mut failures) = (String::new(), String::new());
    for Sentence { extension, text, cases } in sentences() {
        assert!(!cases.is_empty(), "{extension}: {text}");
        for (rule, environment, accepted, refused) in cases {
            if let Err(message) = verdict(environment, &accepted) {
                let _ = writeln!(failures, "{text} {rule} should be accepted: {message}");
            }
            match verdict(environment, &refused) {
                Err(message) if message.contains(rule) => _ = writeln!(messages, "{text}\n{message}"),
                other => _ = writeln!(failures, "{text} {rule} should be refused: {other:?}"),
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    insta::assert_snapshot!(messages);
}

#[test]
fn each_case_is_accepted_and_refused() {
    insta::assert_snapshot!(messages(CASES));
}

#[test]
fn each_case_of_instructions_is_accepted_and_refused() {
    insta::assert_snapshot!(messages(INSTRUCTIONS));
}

#[test]
fn each_case_of_operands_is_accepted_and_refused() {
    insta::assert_snapshot!(messages(OPERANDS));
}

/// Runs `spirv-update-vce` on a test case's module and returns the first validation error. Returns `None` if there is
/// none.
fn wrong_after_deduction(environment: &str, slots: &str, pipeline: &Pipeline) -> Option<String> {
    let (mut module, env) = module(environment, slots).ok()?;
    judge(&module, &env).ok()?;
    let has_options = slots.contains("none = ") || slots.contains("limit = ");
    let judged = |module: &Module| {
        let words = spv_opt::export(module).map_err(|errors| errors.to_string())?;
        tools::spirv_val(&words, env.environment.name)
    };
    let by_peer = !has_options && Peer::SpirvVal.find().is_some() && judged(&module).is_ok();
    if let Err(failure) = run(pipeline, &mut module, &RunOptions::default()) {
        return Some(failure.errors.to_string());
    }
    let own = judge(&module, &env);
    own.and_then(|()| if by_peer { judged(&module) } else { Ok(()) }).err()
}

#[test]
fn deduced_declarations_are_accepted() {
    let pipeline = Pipeline::parse(&Registry::new(), "spirv-update-vce").expect("it is registered");
    let of_sentences = sentences().into_iter().flat_map(|sentence| sentence.cases);
    let of_sentences = of_sentences.map(|(rule, environment, accepted, _)| (rule, environment, accepted));
    let cases: Vec<_> =
        all_cases().map(|case| (case.rule, case.environment, case.accepted)).chain(of_sentences).collect();
    let failures = Mutex::new(Vec::new());
    Threads::available().run(cases.len(), &|i| {
        let (rule, environment, accepted) = &cases[i];
        if let Some(problem) = wrong_after_deduction(environment, accepted, &pipeline) {
            failures
                .lock()
                .expect("no test thread panicked")
                .push(format!("{rule} {environment}: {problem}"));
        }
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn ids_are_unique_and_cases_name_rules() {
    let mut ids = HashSet::new();
    for rule in FAMILIES.iter().flat_map(|family| family.rules) {
        assert!(ids.insert(rule.id.to_owned()), "{} is there twice", rule.id);
        assert!(!rule.message.ends_with('.'), "{}", rule.id);
    }
    let of_built_ins = BUILT_INS.iter().flat_map(|row| row.vuids.map(|vuid| builtins::id(row.value, vuid)));
    ids.extend(of_built_ins.chain([builtins::id(22, 4216)]));
    let named: HashSet<&str> = all_cases().map(|case| case.rule).collect();
    named.iter().for_each(|rule| assert!(ids.contains(*rule), "{rule} is no rule"));
    println!("{} of {} rules have a case", named.len(), ids.len());
}

/// Rules without a test case, one per line, in the order of the rule families.
const UNTESTED: &str = include_str!("validation/untested.txt");

#[test]
fn each_rule_has_an_accepted_and_a_refused_case() {
    let sentences = sentences();
    let of_sentences = sentences.iter().flat_map(|sentence| sentence.cases.iter().map(|(rule, ..)| *rule));
    let of_cases = all_cases().map(|case| case.rule);
    let named: HashSet<&str> = of_cases.chain(of_sentences).collect();
    let rules: Vec<&str> = FAMILIES.iter().flat_map(|family| family.rules).map(|rule| rule.id).collect();
    let untested: Vec<&str> = rules.iter().copied().filter(|id| !named.contains(id)).collect();
    println!("{} of {} rules of the families have a case", rules.len() - untested.len(), rules.len());
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validation/untested.txt");
        std::fs::write(path, untested.join("\n") + "\n").expect("the list can be written");
        return;
    }
    let listed: Vec<&str> = UNTESTED.lines().collect();
    let added: Vec<&&str> = untested.iter().filter(|id| !listed.contains(id)).collect();
    assert!(added.is_empty(), "rules without a case in cases.txt: {added:?}");
    let stale: Vec<&&str> = listed.iter().filter(|id| !untested.contains(id)).collect();
    assert!(
        stale.is_empty(),
        "rules that have a case, or are none: remove them from untested.txt: {stale:?}"
    );
}

#[test]
fn environments_are_found_by_name() {
    for environment in ENVIRONMENTS {
        let found = TargetEnv::new(environment.name).expect("it is known");
        assert_eq!(found.environment.name, environment.name);
    }
    assert_eq!(TargetEnv::new("vulkan1.2spv1.5").map(|env| env.environment.name), Some("vulkan1.2"));
    assert!(TargetEnv::new("vulkan").is_none());
}

/// Returns the expected contents of the page.
fn page() -> String {
    let mut out = String::from(
        "# Validation rules\n\n\
         <!-- Generated from the tables in validate/src: see tests/tests/validation_rules.rs. -->\n\n\
         `spv-opt --target-env ENV` and `spv_opt::verify_for` check these rules after those of the verifier. An id\n\
         that begins with VUID is Vulkan's; a section is one of the SPIR-V specification, A the appendix of Vulkan's.\n",
    );
    for family in FAMILIES {
        let _ = writeln!(
            out,
            "\n## {}\n\n| id | section | environments | rule |\n|---|---|---|---|",
            family.title
        );
        for rule in family.rules {
            let scope = match rule.scope {
                Scope::Any => "all",
                Scope::Vulkan => "Vulkan",
                Scope::OpenCl => "OpenCL",
            };
            let _ = writeln!(out, "| `{}` | {} | {scope} | {} |", rule.id, rule.section, rule.message);
        }
    }
    out.push_str(
        "\n## Built-ins of Vulkan\n\nThe numbers of a built-in `X` are those of `VUID-X-X-number`: execution model, storage class, type.\n\n\
         | built-in | type | VUIDs |\n|---|---|---|\n",
    );
    for row in BUILT_INS {
        let name = builtins::name(row.value);
        let vuids: Vec<String> =
            row.vuids.iter().filter(|vuid| **vuid != 0).map(|vuid| format!("{vuid:05}")).collect();
        let _ = writeln!(out, "| `{name}` | {} | {} |", row.ty, vuids.join(", "));
    }
    out
}

#[test]
fn the_page_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/validation-rules.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let own = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(own == page, "UPDATE_DOCS=1 cargo test -p spv-tests --test validation_rules");
}

/// Execution models: capability, name, and execution modes that fulfill all requirements of an entry point.
const STAGES: &[(u32, &str, &str, &str)] = &[
    (m::VERTEX, "Shader", "Vertex", ""),
    (
        m::FRAGMENT,
        "Geometry",
        "Fragment",
        "OpExecutionMode %main OriginUpperLeft / OpExecutionMode %main DepthReplacing",
    ),
    (m::GL_COMPUTE, "Shader", "GLCompute", "OpExecutionMode %main LocalSize 1 1 1"),
    (m::TESSELLATION_CONTROL, "Tessellation", "TessellationControl", ""),
    (m::TESSELLATION_EVALUATION, "Tessellation", "TessellationEvaluation", ""),
    (
        m::GEOMETRY,
        "Geometry",
        "Geometry",
        "OpExecutionMode %main InputPoints / OpExecutionMode %main OutputPoints / OpExecutionMode %main OutputVertices 1",
    ),
    (m::CLOSEST_HIT_KHR, "RayTracingKHR", "ClosestHitKHR", ""),
    (m::ANY_HIT_KHR, "RayTracingKHR", "AnyHitKHR", ""),
];

/// Returns assembly that declares a type as `%t`.
fn declaration(ty: BuiltInType) -> String {
    match ty {
        BuiltInType::Bool => "%t = OpTypeBool".to_owned(),
        BuiltInType::Int | BuiltInType::I32 => "%t = OpTypeInt 32 0".to_owned(),
        BuiltInType::I32Vector(n) => format!("%t = OpTypeVector %u32 {n}"),
        BuiltInType::I32Array => "%t = OpTypeArray %u32 %u1".to_owned(),
        BuiltInType::I32VectorArray(n) => format!("%e = OpTypeVector %u32 {n} / %t = OpTypeArray %e %u1"),
        BuiltInType::F32 => "%t = OpTypeFloat 32".to_owned(),
        BuiltInType::F32Vector(n) => format!("%t = OpTypeVector %f32 {n}"),
        BuiltInType::F32Array(n) => {
            format!("%n = OpConstant %u32 {} / %t = OpTypeArray %f32 %n", n.max(1))
        }
        BuiltInType::F32Positions => "%e = OpTypeVector %f32 3 / %t = OpTypeArray %e %u3".to_owned(),
        BuiltInType::F32Matrix => "%e = OpTypeVector %f32 3 / %t = OpTypeMatrix %e 4".to_owned(),
        BuiltInType::Any => "%t = OpTypeArray %bool %u1".to_owned(),
    }
}

/// Returns placeholder contents for a module whose entry point loads a built-in variable.
fn slots_of(row: &BuiltIn, stage: &(u32, &str, &str, &str), class: &str, ty: &str) -> String {
    let (_, capability, name, modes) = stage;
    let built_in = BUILT_IN.by_value(row.value).expect("it is an enumerant");
    let mut capabilities = vec![(*capability).to_owned()];
    let mut extensions: Vec<&str> = built_in.availability.extensions.to_vec();
    // Vulkan lacks the capability Kernel, and Layer in vertex shaders needs another capability.
    let known = built_in.availability.capabilities.iter().filter_map(|value| CAPABILITY.by_value(*value));
    let known = known.filter(|needed| needed.name != "Kernel");
    if let Some(needed) = known.min_by_key(|needed| !needed.name.starts_with("ShaderViewport")) {
        capabilities.push(needed.name.to_owned());
        extensions.extend(needed.availability.extensions);
    }
    extensions.extend(if name.ends_with("KHR") { &["SPV_KHR_ray_tracing"][..] } else { &[] });
    let capabilities: Vec<String> = capabilities.iter().map(|name| format!("OpCapability {name}")).collect();
    let extensions: Vec<String> = extensions.iter().map(|name| format!("OpExtension \"{name}\"")).collect();
    // The module template already declares these types.
    let (ty, t) = match ty {
        "%t = OpTypeBool" => ("", "%bool"),
        "%t = OpTypeInt 32 0" => ("", "%u32"),
        "%t = OpTypeFloat 32" => ("", "%f32"),
        "%t = OpTypeVector %f32 2" => ("", "%v2f32"),
        _ => (&format!("{ty} / ")[..], "%t"),
    };
    let flat = if *name == "Fragment" && class == "Input" { " / OpDecorate %g Flat" } else { "" };
    let patch =
        if builtins::name(row.value).starts_with("TessLevel") { " / OpDecorate %g Patch" } else { "" };
    format!(
        "version = 1.6 & first = OpCapability Shader / {} & ext = {} & entry = OpEntryPoint {name} %main \"main\" %g \
         & modes = {modes} & decor = OpDecorate %g BuiltIn {}{flat}{patch} & types = {ty}%p = OpTypePointer {class} {t} / \
         %g = OpVariable %p {class} & body = %x = OpAccessChain %p %g",
        capabilities.join(" / "),
        extensions.join(" / "),
        builtins::name(row.value),
    )
}

#[test]
fn each_built_in_is_accepted_and_refused() {
    let mut failures = String::new();
    for row in BUILT_INS {
        let name = builtins::name(row.value);
        let has =
            |stage: &&(u32, &str, &str, &str)| row.input.contains(stage.0) || row.output.contains(stage.0);
        let Some(stage) = STAGES.iter().find(has) else { continue };
        let class = if row.input.contains(stage.0) { "Input" } else { "Output" };
        let ty = declaration(row.ty);
        if let Err(message) = verdict("vulkan1.4", &slots_of(row, stage, class, &ty)) {
            let _ = writeln!(failures, "{name} should be accepted: {message}");
        }
        let mut refused = |number: u32, slots: String| {
            let id = builtins::id(row.value, number);
            match verdict("vulkan1.4", &slots) {
                Err(message) if message.contains(&format!("[{id}]")) => {}
                other => _ = writeln!(failures, "{id} should be refused: {other:?}"),
            }
        };
        let [of_model, of_class, of_type] = row.vuids;
        if row.ty != BuiltInType::Any {
            let wrong = if row.ty == BuiltInType::Bool {
                "%t = OpTypeVector %f32 2"
            } else {
                "%t = OpTypeVector %bool 3"
            };
            refused(of_type, slots_of(row, stage, class, wrong));
        }
        refused(of_class, slots_of(row, stage, "Private", &ty));
        let other = STAGES.iter().find(|stage| !has(stage));
        if let Some(other) = other.filter(|_| of_model != 0) {
            refused(of_model, slots_of(row, other, class, &ty));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}
