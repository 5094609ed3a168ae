//! Tests of `link` against spirv-link: hand-written modules, and pairs of modules from the shared corpus and
//! `tests/corpus`

use spv_opt::passes::{Executor, Threads};
use spv_opt::tools::link::{Input, LinkOptions, VariantOptions, link, link_variants, read_devices};
use spv_opt::tools::split::split;
use spv_opt::{Context, Diagnostics};
use spv_tests::tools::{self, Peer};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

/// Builds a kernel module from capabilities and the given lines of assembly.
fn kernel(lines: &str) -> Vec<u32> {
    let head = "OpCapability Addresses\nOpCapability Linkage\nOpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n";
    spv_opt::asm::assemble(&format!("; SPIR-V\n; Version: 1.3\n{head}{lines}")).expect("the text is right")
}

/// Type declarations that the modules below share.
const TYPES: &str = "%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%f32 = OpTypeFloat 32
%one = OpConstant %u32 1
%fn = OpTypeFunction %f32 %f32
%void_fn = OpTypeFunction %void
%other_fn = OpTypeFunction %u32 %u32
";

fn imports(decorations: &str, ty: &str, result: &str) -> Vec<u32> {
    kernel(&format!(
        "OpEntryPoint Kernel %kernel \"kernel\"
OpName %f \"imported\"
OpDecorate %f LinkageAttributes \"f\" Import
{decorations}
{TYPES}
%f = OpFunction {result} None {ty}
%x = OpFunctionParameter {result}
OpFunctionEnd
%main = OpFunction {result} None {ty}
%y = OpFunctionParameter {result}
%l = OpLabel
%r = OpFunctionCall {result} %f %y
OpReturnValue %r
OpFunctionEnd
%kernel = OpFunction %void None %void_fn
%k = OpLabel
OpReturn
OpFunctionEnd"
    ))
}

fn exports(name: &str, kind: &str) -> Vec<u32> {
    kernel(&format!(
        "OpName %f \"exported\"
OpDecorate %f LinkageAttributes \"{name}\" {kind}
{TYPES}
%f = OpFunction %f32 None %fn
%x = OpFunctionParameter %f32
%l = OpLabel
OpReturnValue %x
OpFunctionEnd"
    ))
}

fn linked(modules: &[Vec<u32>], options: &LinkOptions) -> Result<Vec<u32>, Diagnostics> {
    let registry = spv_opt::registry();
    let import = |words: &Vec<u32>| {
        let module = spv_opt::import(&Arc::new(Context::new(registry.clone())), words).expect("it is valid");
        spv_opt::verify(&module).expect("it is valid");
        module
    };
    let imported: Vec<_> = modules.iter().map(import).collect();
    let names: Vec<String> =
        (0..modules.len()).map(|i| format!("{}.spv", (b'a' + i as u8) as char)).collect();
    let inputs: Vec<Input<'_>> =
        names.iter().zip(&imported).map(|(name, module)| Input { name, module }).collect();
    let module = link(&registry, &inputs, options)?;
    spv_opt::verify(&module)?;
    spv_opt::export(&module)
}

/// Links modules with spirv-link, as a peer.
fn peer(directory: &Path, modules: &[Vec<u32>], flags: &[&str]) -> Result<Vec<u32>, String> {
    std::fs::create_dir_all(directory).expect("the directory can be made");
    let write = |(i, words): (usize, &Vec<u32>)| {
        let path = directory.join(format!("{i}.spv"));
        std::fs::write(&path, tools::to_bytes(words)).expect("the file can be written");
        path
    };
    let paths: Vec<PathBuf> = modules.iter().enumerate().map(write).collect();
    let to = directory.join("linked.spv");
    let output = Command::new(Peer::SpirvLink.name())
        .args(flags)
        .args(&paths)
        .arg("-o")
        .arg(&to)
        .output()
        .expect("spirv-link runs");
    match output.status.success() {
        true => Ok(tools::read_words(&to)),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("link-{name}"))
}

/// Returns the number of instructions in a module by opcode name. Both linkers order instructions differently, so only
/// the numbers are compared.
fn counts(words: &[u32]) -> Vec<(String, usize)> {
    let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
    let statistics = spv_opt::tools::stat::stat(&module).expect("there is one module");
    // OpName counts differ, because spirv-link drops the names of imports and preserves the names of merged
    // declarations.
    statistics
        .by_name
        .into_iter()
        .filter(|(name, _)| name != "OpName" && name != "OpModuleProcessed")
        .collect()
}

/// A test case: name, modules, options, corresponding spirv-link flags, and the expected error message; `None` if
/// linking succeeds.
type Case<'a> = (&'a str, Vec<Vec<u32>>, LinkOptions, &'a [&'a str], Option<&'a str>);

#[test]
fn agrees_with_spirv_link() {
    let plain = LinkOptions::default();
    let partial = LinkOptions { allow_partial_linkage: true, ..plain };
    let library = LinkOptions { create_library: true, ..plain };
    let import = || imports("", "%fn", "%f32");
    let cases: Vec<Case<'_>> = vec![
        ("resolved", vec![import(), exports("f", "Export")], plain, &[], None),
        ("reversed", vec![exports("f", "Export"), import()], plain, &[], None),
        ("library", vec![import(), exports("f", "Export")], library, &["--create-library"], None),
        (
            "unresolved",
            vec![import(), exports("g", "Export")],
            plain,
            &[],
            Some(
                "error: the symbol \"f\" is imported, but no module exports it\n\
                  note: a.spv: imported function 'imported'",
            ),
        ),
        ("partial", vec![import(), exports("g", "Export")], partial, &["--allow-partial-linkage"], None),
        (
            "twice",
            vec![import(), exports("f", "Export"), exports("f", "Export")],
            plain,
            &[],
            Some(
                "error: the symbol \"f\" is exported twice\n\
                  note: b.spv: exported function 'exported'\n\
                  note: c.spv: exported function 'exported'",
            ),
        ),
        (
            "types",
            vec![imports("", "%other_fn", "%u32"), exports("f", "Export")],
            plain,
            &[],
            Some(
                "error: the import and export of the symbol \"f\" have different types\n\
                  note: a.spv: imported function 'imported'\n\
                  note: b.spv: exported function 'exported'",
            ),
        ),
        (
            "decorations",
            vec![imports("OpDecorate %f FuncParamAttr Zext", "%fn", "%f32"), exports("f", "Export")],
            plain,
            &[],
            Some(
                "error: the import and export of the symbol \"f\" have different decorations\n\
                  note: a.spv: imported function 'imported'\n\
                  note: b.spv: exported function 'exported'",
            ),
        ),
    ];
    let has_peer = Peer::SpirvLink.find().is_some() && Peer::SpirvVal.find().is_some();
    for (name, modules, options, flags, message) in cases {
        let ours = linked(&modules, &options);
        let theirs = has_peer.then(|| peer(&scratch(name), &modules, flags));
        match (&ours, message) {
            (Ok(_), None) => {}
            (Err(errors), Some(message)) => assert_eq!(errors.to_string().trim_end(), message, "{name}"),
            (Ok(_), Some(message)) => panic!("{name}: not refused: {message}"),
            (Err(errors), None) => panic!("{name}: {errors}"),
        }
        let Some(theirs) = theirs else { continue };
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{name}: {theirs:?}");
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            tools::spirv_val(&ours, "spv1.3").unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(counts(&ours), counts(&theirs), "{name}");
        }
    }
}

/// A test case of function variants: name, modules, tables of architectures and targets, whether capabilities are
/// checked, and the expected error.
type VariantCase<'a> = (&'a str, Vec<Vec<u32>>, [Option<&'a str>; 2], bool, Option<&'a str>);

/// Builds a kernel module that exports a function `foo`, and in the base a function that calls it.
fn variant(operation: &str, is_base: bool) -> Vec<u32> {
    let (names, caller) = match is_base {
        true => (
            "OpDecorate %work LinkageAttributes \"work\" Export\n",
            "%work = OpFunction %f32 None %fn\n%y = OpFunctionParameter %f32\n%l2 = OpLabel\n\
             %call = OpFunctionCall %f32 %foo %y\n%sum = OpFDiv %f32 %call %call\nOpReturnValue %sum\nOpFunctionEnd\n",
        ),
        false => ("", ""),
    };
    kernel(&format!(
        "OpDecorate %foo LinkageAttributes \"foo\" Export\n{names}%f32 = OpTypeFloat 32\n%fn = OpTypeFunction %f32 %f32\n%foo = OpFunction %f32 None %fn\n\
         %x = OpFunctionParameter %f32\n%l = OpLabel\n%r = {operation} %f32 %x %x\nOpReturnValue %r\nOpFunctionEnd\n{caller}"
    ))
}

/// Builds a kernel module with an entry point, which uses a constant if one is given.
fn kernel_variant(name: &str, constant: &str) -> Vec<u32> {
    let (declaration, copy) = match constant {
        "" => (String::new(), ""),
        _ => (
            format!("%i32 = OpTypeInt 32 0\n%number = OpConstant %i32 {constant}\n"),
            "%copy = OpCopyObject %i32 %number\n",
        ),
    };
    kernel(&format!(
        "OpEntryPoint Kernel %k \"{name}\"\n%void = OpTypeVoid\n%void_fn = OpTypeFunction %void\n{declaration}\
         %k = OpFunction %void None %void_fn\n%l = OpLabel\n{copy}OpReturn\nOpFunctionEnd\n"
    ))
}

/// Links function variants. Returns the words or the message.
fn linked_variants(
    directory: &Path,
    modules: &[Vec<u32>],
    tables: [Option<&str>; 2],
    check_capabilities: bool,
) -> Result<Vec<u32>, String> {
    let registry = spv_opt::registry();
    let import = |words: &Vec<u32>| {
        spv_opt::import(&Arc::new(Context::new(registry.clone())), words).expect("it is valid")
    };
    let imported: Vec<_> = modules.iter().map(import).collect();
    let names: Vec<String> =
        (0..modules.len()).map(|i| directory.join(format!("{i}.spv")).display().to_string()).collect();
    let inputs: Vec<Input<'_>> =
        names.iter().zip(&imported).map(|(name, module)| Input { name, module }).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let options = LinkOptions { create_library: true, ..LinkOptions::default() };
    let linked = read_devices(&names, tables[0], tables[1]).and_then(|devices| {
        let variants = VariantOptions { devices: &devices, check_capabilities };
        let module = link_variants(&registry, &inputs, &variants, &options)?;
        spv_opt::verify(&module)?;
        spv_opt::export(&module)
    });
    linked.map_err(|errors| errors.to_string())
}

/// Links function variants, and compares verdicts and instructions with a spirv-link that supports them.
#[test]
fn variants_agree_with_spirv_link() {
    const TARGETS: &str = "module,target,features\n0.spv,4,\n1.spv,5,2/4\n1.spv,6,\n";
    const ARCHITECTURES: &str = "module,category,family,op,architecture\n1.spv,1,7,174,1\n1.spv,1,7,178,3\n\
                                 1.spv,1,8,170,1\n2.spv,1,7,174,4\n";
    let three = || [variant("OpFAdd", true), variant("OpFSub", false), variant("OpFMul", false)];
    let nested = || {
        let directory = scratch("variants-nested-input");
        let header = "module,target,features\n";
        linked_variants(&directory, &[variant("OpFAdd", true)], [None, Some(header)], false)
            .expect("it links")
    };
    let unnamed = || {
        kernel(&format!(
            "{TYPES}%k = OpFunction %void None %void_fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n"
        ))
    };
    let cases: Vec<VariantCase> = vec![
        ("calls", three().to_vec(), [Some(ARCHITECTURES), Some(TARGETS)], false, None),
        ("capabilities", three().to_vec(), [Some(ARCHITECTURES), None], true, None),
        (
            "kernels",
            vec![kernel_variant("k", ""), kernel_variant("k", "7")],
            [None, Some(TARGETS)],
            true,
            None,
        ),
        (
            "others",
            vec![kernel_variant("k", ""), kernel_variant("other", "7")],
            [None, Some(TARGETS)],
            false,
            None,
        ),
        (
            "alone",
            vec![variant("OpFAdd", true)],
            [None, Some("module,target,features\n0.spv,4,\n")],
            true,
            None,
        ),
        (
            "nested",
            vec![nested(), variant("OpFSub", false)],
            [None, Some(TARGETS)],
            false,
            Some("a module with function variants cannot be a variant itself"),
        ),
        (
            "unnamed",
            vec![variant("OpFAdd", true), unnamed()],
            [None, Some(TARGETS)],
            false,
            Some("a function needs an entry point or an export to have variants"),
        ),
        (
            "number",
            three().to_vec(),
            [None, Some("module,target,features\n0.spv,-4,\n")],
            false,
            Some("expected a decimal 32-bit number"),
        ),
        (
            "module",
            three().to_vec(),
            [None, Some("module,target,features\n3.spv,4,\n")],
            false,
            Some("which is no input"),
        ),
    ];
    let has_variants =
        |help: std::process::Output| String::from_utf8_lossy(&help.stdout).contains("--fnvar-targets");
    let help = Command::new(Peer::SpirvLink.name()).arg("--help").output();
    let has_peer = help.is_ok_and(has_variants);
    for (name, modules, tables, check_capabilities, message) in cases {
        let directory = scratch(&format!("variants-{name}"));
        std::fs::create_dir_all(&directory).expect("the directory can be made");
        // The tables name the modules as the command line does.
        let full = |table: Option<&str>| {
            table.map(|table| {
                let lines = table.lines().map(|line| match line.split_once(".spv") {
                    Some((number, rest)) => format!("{}.spv{rest}\n", directory.join(number).display()),
                    None => format!("{line}\n"),
                });
                lines.collect::<String>()
            })
        };
        let tables = tables.map(full);
        let ours = linked_variants(
            &directory,
            &modules,
            [tables[0].as_deref(), tables[1].as_deref()],
            check_capabilities,
        );
        match (&ours, message) {
            (Ok(words), None) => {
                let module = spv_opt::import(&spv_opt::context(), words).expect("it is valid");
                spv_opt::verify(&module).unwrap_or_else(|errors| panic!("{name}: {errors}"));
            }
            (Err(error), Some(message)) => assert!(error.contains(message), "{name}: {error}"),
            (ours, _) => panic!("{name}: {:?}", ours.as_ref().err()),
        }
        if !has_peer {
            continue;
        }
        let mut flags = vec!["--create-library".to_owned()];
        for (option, table) in [("--fnvar-architectures", &tables[0]), ("--fnvar-targets", &tables[1])] {
            if let Some(table) = table {
                let path = directory.join(format!("{}.csv", &option[2..]));
                std::fs::write(&path, table).expect("the file can be written");
                flags.push(format!("{option}={}", path.display()));
            }
        }
        flags.extend(check_capabilities.then(|| "--fnvar-capabilities".to_owned()));
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let theirs = peer(&directory, &modules, &flags);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{name}: {:?}", theirs.err());
        if let (Ok(ours), Ok(theirs)) = (ours, theirs) {
            tools::spirv_val(&ours, "spv1.3").unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(counts(&ours), counts(&theirs), "{name}");
        }
    }
}

/// Checks modules that declare a recursive struct under different names. The types of an import and its export are
/// identical only if names are ignored.
#[test]
fn recursive_types_of_other_names_are_equal() {
    let module = |node: &str, kind: &str, body: &str| {
        kernel(&format!(
            "OpName %node \"{node}\"
OpDecorate %f LinkageAttributes \"f\" {kind}
OpTypeForwardPointer %ptr CrossWorkgroup
%void = OpTypeVoid
%u32 = OpTypeInt 32 0
%node = OpTypeStruct %u32 %ptr
%ptr = OpTypePointer CrossWorkgroup %node
%fn = OpTypeFunction %void %ptr
%f = OpFunction %void None %fn
%x = OpFunctionParameter %ptr
{body}OpFunctionEnd"
        ))
    };
    let modules = [module("Node", "Import", ""), module("List", "Export", "%l = OpLabel\nOpReturn\n")];
    let words = linked(&modules, &LinkOptions::default()).expect("the types are equal");
    let count = |name: &str| counts(&words).into_iter().find(|(n, _)| n == name).map(|(_, count)| count);
    assert_eq!(
        (count("OpTypeStruct"), count("OpFunction"), count("OpCapability")),
        (Some(1), Some(1), Some(3))
    );
    if Peer::SpirvVal.find().is_some() {
        tools::spirv_val(&words, "spv1.3").expect("the result is valid");
    }
}

/// A shader that stores to a private variable.
const STORES: &str = "%void = OpTypeVoid
%f32 = OpTypeFloat 32
%one = OpConstant %f32 1
%ptr = OpTypePointer Private %f32
%fn = OpTypeFunction %void
%v = OpVariable %ptr Private
";

/// Checks that entry point interfaces list all variables since SPIR-V 1.4, even those from older modules and from
/// library functions.
#[test]
fn interfaces_are_completed() {
    let shader = |version: &str, lines: &str, functions: &str| {
        let head = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n";
        let text = format!("; SPIR-V\n; Version: {version}\n{head}{lines}\n{STORES}{functions}");
        spv_opt::asm::assemble(&text).expect("the text is right")
    };
    let function = |calls: &str| {
        format!(
            "%f = OpFunction %void None %fn\n%l = OpLabel\n{calls}OpStore %v %one\nOpReturn\nOpFunctionEnd\n"
        )
    };
    let old = shader("1.0", "OpEntryPoint Vertex %f \"main\"\nOpName %v \"old\"", &function(""));
    let caller = shader(
        "1.5",
        "OpEntryPoint GLCompute %f \"main\" %v\nOpExecutionMode %f LocalSize 1 1 1\nOpName %v \"own\"\n\
         OpDecorate %g LinkageAttributes \"g\" Import",
        &format!(
            "%g = OpFunction %void None %fn\nOpFunctionEnd\n{}",
            function("%r = OpFunctionCall %void %g\n")
        ),
    );
    let library = "OpName %v \"library\"\nOpDecorate %f LinkageAttributes \"g\" Export";
    let library = shader("1.5", library, &function(""));
    let options = LinkOptions { use_highest_version: true, ..LinkOptions::default() };
    let words = linked(&[old, caller, library], &options).unwrap_or_else(|errors| panic!("{errors}"));
    let text = spv_opt::asm::disassemble(&words);
    let entries: Vec<&str> = text.lines().filter(|line| line.contains("OpEntryPoint")).collect();
    assert!(entries.len() == 2, "{text}");
    assert!(entries[0].ends_with("\"main\" %old"), "{entries:?}");
    assert!(entries[1].ends_with("\"main\" %own %library"), "{entries:?}");
    if Peer::SpirvVal.find().is_some() {
        tools::spirv_val(&words, "spv1.5").unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

/// Checks that linking the modules produced by `split` yields a valid module with the original entry points.
#[test]
fn parts_of_a_module_are_linked_again() {
    // Kernels import functions that none of the split modules defines.
    let options = LinkOptions { allow_partial_linkage: true, ..LinkOptions::default() };
    let judge = Peer::SpirvVal.find().is_some();
    for module in tools::own_corpus() {
        let words = tools::read_words(&module.path);
        let whole = spv_opt::import(&spv_opt::context(), &words).expect("it is valid");
        let parts = split(&whole).expect("there is one module");
        if parts.len() < 2 {
            continue;
        }
        let name = module.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inputs: Vec<Input<'_>> =
            parts.iter().map(|part| Input { name: &part.name, module: &part.module }).collect();
        let again =
            link(whole.ctx.registry(), &inputs, &options).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        spv_opt::verify(&again).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        let again = spv_opt::export(&again).expect("the verifier accepts it");
        if let Some(env) = module.env.as_deref().filter(|env| judge && tools::spirv_val(&words, env).is_ok())
        {
            tools::spirv_val(&again, env).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// Checks pairs of adjacent corpus modules. spirv-link must accept the same pairs, and spirv-val must accept the
/// results.
#[test]
fn pairs_of_shaders() {
    if Peer::SpirvLink.find().is_none() || Peer::SpirvVal.find().is_none() {
        return;
    }
    let own = tools::own_corpus().into_iter().map(|module| module.path);
    let paths: Vec<PathBuf> = own.chain(tools::shared_corpus().unwrap_or_default()).collect();
    let failures = Mutex::new(Vec::new());
    let pairs = paths.len().saturating_sub(1);
    Threads::available().run(pairs, &|i| {
        let modules = [&paths[i], &paths[i + 1]].map(|path| tools::read_words(path));
        if modules.iter().any(|words| tools::spirv_val(words, "spv1.6").is_err()) {
            return;
        }
        let name =
            [&paths[i], &paths[i + 1]].map(|path| path.file_name().unwrap_or_default().to_string_lossy());
        let ours = linked(&modules, &LinkOptions::default());
        let theirs = peer(&scratch(&format!("pair-{i}")), &modules, &[]);
        let problem = match (&ours, &theirs) {
            (Ok(words), Ok(_)) => tools::spirv_val(words, "spv1.6").err(),
            (Err(_), Err(_)) => None,
            (Ok(_), Err(error)) => Some(format!("spirv-link refuses it: {error}")),
            (Err(errors), Ok(_)) => Some(errors.to_string()),
        };
        let failed = problem.map(|problem| format!("{}: {problem}", name.join(", ")));
        failures.lock().expect("no test thread panicked").extend(failed);
    });
    let mut failures = failures.into_inner().expect("no test thread panicked");
    failures.sort();
    assert!(failures.is_empty(), "{} problems:\n{}", failures.len(), failures.join("\n"));
}
