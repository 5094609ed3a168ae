//! Tests of MLIR text for LLVM versions: `spv-opt --mlir-compat=N` prints the same text as mlir-opt-N

use spv_opt::dialect::llvm::{self, LLVM19, LLVM22, LLVM24};
use spv_opt::ir::{FloatKind, Inline, Specials, TextForm};
use spv_opt::parser::{ParseOptions, parse};
use spv_opt::printer::{Options, print};
use spv_tests::r#gen::Rng;
use spv_tests::kernels::words;
use spv_tests::tools::{Peer, shared_corpus};
use std::path::{Path, PathBuf};

/// Returns the MLIR files in a directory of this package, sorted by path.
fn files(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = std::fs::read_dir(directory).expect("the directory is there");
    let files = entries.map(|entry| entry.expect("it can be read").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == "mlir")).collect();
    files.sort();
    files
}

/// Parses `text` in this project's syntax, which includes that of LLVM 19 and 22. Prints it in the syntax of an LLVM
/// version, in the custom or generic form.
fn ours(file: &Path, text: &str, generic: bool, form: &'static TextForm) -> String {
    reprinted(file, text, &ParseOptions::default(), generic, form)
}

/// Parses `text` with the given options, and prints it in the syntax of an LLVM version.
fn reprinted(
    file: &Path,
    text: &str,
    options: &ParseOptions,
    generic: bool,
    form: &'static TextForm,
) -> String {
    let ctx = spv_opt::context();
    let shown = |errors: spv_opt::Diagnostics| {
        let name = file.to_string_lossy();
        spv_opt::render(&errors, spv_opt::Source { file: &name, text, ctx: Some(&ctx) })
    };
    let module = parse(text, options, ctx.clone()).unwrap_or_else(|errors| panic!("{}", shown(errors)));
    spv_opt::verify(&module).unwrap_or_else(|errors| panic!("{}", shown(errors)));
    print(&module, &Options { generic, compat: Some(form), dialect_alias: true, ..Options::default() })
}

fn lines(text: &str) -> Vec<&str> {
    text.trim_end().lines().collect()
}

#[test]
fn text_is_that_of_llvm_19() {
    if Peer::MlirOpt19.find().is_none() {
        return;
    }
    let mut compared = 0;
    for file in files("mlir19").into_iter().chain(files("kernels")) {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let theirs = |options: &[&str]| {
            let theirs = Peer::MlirOpt19.run(options, text.as_bytes());
            let theirs = theirs.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            String::from_utf8(theirs).expect("it is text")
        };
        let (custom, generic) = (theirs(&[]), theirs(&["--mlir-print-op-generic"]));
        // Each input is printed in one form and compared with the expected output.
        for (text, form, theirs) in
            [(&text, false, &custom), (&text, true, &generic), (&generic, false, &custom)]
        {
            let ours = ours(&file, text, form, &LLVM19);
            for (ours, theirs) in lines(&ours).into_iter().zip(lines(theirs)) {
                assert_eq!(ours, theirs, "{}", file.display());
                compared += 1;
            }
            assert_eq!(lines(&ours).len(), lines(theirs).len(), "{}", file.display());
        }
    }
    assert!(compared > 1000, "only {compared} lines");
}

#[test]
fn text_is_that_of_llvm_22() {
    if Peer::MlirOpt22.find().is_none() {
        return;
    }
    for file in files("mlir22") {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let theirs =
            Peer::MlirOpt22.run(&[], text.as_bytes()).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let theirs = String::from_utf8(theirs).expect("it is text");
        for text in [&text, &theirs] {
            assert_eq!(lines(&ours(&file, text, false, &LLVM22)), lines(&theirs), "{}", file.display());
        }
    }
}

/// Checks that spv-opt and iree-opt print LLVM 24's syntax identically, and that spv-opt parses both generic forms of
/// the `spirv` dialect.
#[test]
fn text_is_that_of_llvm_24() {
    if Peer::IreeOpt.find().is_none() {
        return;
    }
    // Only the parser for LLVM 24 knows the ops whose syntax exists in both projects with other operands.
    let options = ParseOptions { compat: Some(&LLVM24), ..ParseOptions::default() };
    let ours = |file: &Path, text: &str, generic: bool| reprinted(file, text, &options, generic, &LLVM24);
    for file in files("mlir24") {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        let theirs = |options: &[&str]| {
            let theirs = Peer::IreeOpt.run(&[options, &["-"]].concat(), text.as_bytes());
            let theirs = theirs.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            String::from_utf8(theirs).expect("it is text")
        };
        let custom = theirs(&[]);
        let generic = theirs(&["--mlir-print-op-generic"]);
        for text in [&text, &custom, &generic] {
            assert_eq!(lines(&ours(&file, text, false)), lines(&custom), "{}", file.display());
        }
        let again = ours(&file, &text, true);
        assert_eq!(lines(&ours(&file, &again, false)), lines(&custom), "{}", file.display());
    }
}

/// Checks that mlir-opt-22 parses each corpus module that is printed for LLVM 22. Printing may fail only if LLVM 22
/// lacks an op, type or attribute. It must not fail if MLIR 22 itself can import and reparse the module.
#[test]
fn modules_of_the_corpus_are_read_by_llvm_22() {
    let Some(corpus) = shared_corpus() else { return };
    if Peer::MlirTranslate22.find().is_none() {
        return;
    }
    let (mut read, mut refused) = (0, 0);
    for path in corpus.into_iter().step_by(11) {
        let bytes = std::fs::read(&path).expect("it can be read");
        let ctx = spv_opt::context();
        let mut module = spv_opt::import(&ctx, &words(&bytes)).expect("it is imported");
        llvm::drop_debug_instructions(&mut module);
        llvm::drop_constant_decorations(&mut module, &LLVM22);
        llvm::name_functions(&mut module);
        llvm::forget_names(&mut module);
        if let Err(errors) = llvm::check_later(&module, &LLVM22, &Inline) {
            assert!(errors.list.iter().any(|error| error.message.contains("LLVM 22")), "{errors:?}");
            let options = ["--no-implicit-module", "--deserialize-spirv"];
            let theirs = Peer::MlirTranslate22.run(&options, &bytes);
            let reads_own = theirs.is_ok_and(|theirs| Peer::MlirOpt22.run(&[], &theirs).is_ok());
            assert!(!reads_own, "{}: {errors:?}", path.display());
            refused += 1;
            continue;
        }
        let text =
            print(&module, &Options { compat: Some(&LLVM22), dialect_alias: true, ..Options::default() });
        let again = Peer::MlirOpt22.run(&[], text.as_bytes());
        assert!(again.is_ok(), "{}: {again:?}", path.display());
        read += 1;
    }
    assert!(read > 15 && refused > 5, "only {read} modules read and {refused} refused");
}

#[test]
fn default_text_reads_back_as_the_same_module() {
    for file in files("mlir19").into_iter().chain(files("kernels")) {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        for generic in [false, true] {
            let options = Options { generic, ..Options::default() };
            let ctx = spv_opt::context();
            let first = print(&spv_opt::parse(&ctx, &text).expect("it is read"), &options);
            let again = spv_opt::parse(&ctx, &first);
            let again = again.unwrap_or_else(|e| panic!("{}: {e:?}\n{first}", file.display()));
            assert_eq!(print(&again, &options), first, "{}", file.display());
        }
    }
}

/// Returns a random decimal float literal of any magnitude.
fn literal(rng: &mut Rng) -> String {
    let exponent = if rng.chance(50) { rng.below(630) as i32 - 320 } else { rng.below(16) as i32 - 8 };
    let sign = if rng.chance(50) { "-" } else { "" };
    let digits: String = (0..rng.range(1, 18)).map(|_| char::from(b'0' + rng.below(10) as u8)).collect();
    format!("{sign}{}.{digits}e{exponent}", rng.below(10))
}

/// Float formats that LLVM 19 lacks.
const NEWER: [FloatKind; 5] =
    [FloatKind::F4E2M1FN, FloatKind::F6E2M3FN, FloatKind::F6E3M2FN, FloatKind::F8E3M4, FloatKind::F8E8M0FNU];

#[test]
fn float_constants_are_those_of_llvm() {
    let older = FloatKind::ALL.into_iter().filter(|kind| !NEWER.contains(kind));
    check_float_constants(Peer::MlirOpt19, &LLVM19, older);
    check_float_constants(Peer::MlirOpt22, &LLVM22, FloatKind::ALL.into_iter());
}

/// Compares printed float constants with those of `peer`: random literals in each format, and all bit patterns of small
/// formats.
fn check_float_constants(peer: Peer, form: &'static TextForm, kinds: impl Iterator<Item = FloatKind>) {
    if peer.find().is_none() {
        return;
    }
    let mut rng = Rng::new(1);
    let mut text = "func.func @f() {\n".to_owned();
    for kind in kinds {
        let mut add = |number: String| text += &format!("  arith.constant {number} : {}\n", kind.name());
        // LLVM preserves a literal's sign even in formats without a sign.
        let is_unsigned = kind == FloatKind::F8E8M0FNU;
        let saturates = kind.format().specials == Specials::None;
        (0..300).for_each(|_| {
            let literal = literal(&mut rng);
            // If the format saturates, LLVM converts a literal that is infinite as a double to zero.
            if saturates && literal.parse::<f64>().is_ok_and(f64::is_infinite) {
                return;
            }
            add(if is_unsigned { literal.trim_start_matches('-').to_owned() } else { literal });
        });
        if kind.width() <= 8 {
            (0..1 << kind.width()).for_each(|bits| add(format!("0x{bits:02X}")));
        }
    }
    text += "  return\n}\n";
    let theirs = peer.run(&[], text.as_bytes()).expect("it is read");
    let theirs = String::from_utf8(theirs).expect("it is text");
    let ours = ours(Path::new("constants"), &text, false, form);
    for (ours, theirs) in lines(&ours).into_iter().zip(lines(&theirs)) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(lines(&ours).len(), lines(&theirs).len());
}
