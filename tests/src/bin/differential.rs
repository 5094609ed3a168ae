//! Compares validation verdicts with spirv-val: `differential [--count N] [--seed S] [--seeds DIR] [--out DIR]`
//!
//! Creates mutants of real-world modules, each with a target environment. Prints the number of identical verdicts, and
//! the classes of differing verdicts, including panics. A class is an error message without names or numbers:
//! spirv-val's message if the library accepts the module, otherwise the library's. The first mutant of each class is
//! written to the directory `--out` (by default `target/differential`). `SPIRV_VAL=PATH` names the validator.

use spv_opt::Context;
use spv_opt::dialect::validate::{TargetEnv, binary};
use spv_opt::serialize::import::{ImportOptions, import_with};
use spv_tests::r#gen::{number, read_options};
use spv_tests::mutate::{self, Making};
use spv_tests::tools::{spirv_val, to_bytes, to_words};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Target environments for shader modules, used in turn.
const ENVS: [&str; 8] =
    ["spv1.0", "spv1.3", "spv1.6", "vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "vulkan1.4"];
/// Target environments for kernel modules, used in turn.
const KERNEL_ENVS: [&str; 4] = ["spv1.0", "spv1.6", "opencl1.2", "opencl2.2"];
/// The words of the instruction `OpCapability Kernel`.
const KERNEL: [u32; 2] = [2 << 16 | 17, 6];

fn main() {
    let options = read_options(&["count", "seed", "seeds", "out"]).unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(2);
    });
    let get = |name: &str, default| number(&options, name, default).expect("it is a number");
    let (count, seed) = (get("count", 1000), get("seed", 1));
    let further: Vec<PathBuf> = options.get("seeds").into_iter().map(PathBuf::from).collect();
    let out = options.get("out").map_or_else(|| PathBuf::from("target/differential"), PathBuf::from);
    fs::create_dir_all(&out).expect("the directory can be made");
    let seeds = mutate::seeds(4000, &further);
    let registry = spv_opt::registry();
    let (mut both, mut neither, mut classes) = (0_u64, 0_u64, BTreeMap::<String, u64>::new());
    for index in 0..count {
        let making = match index % 4 {
            3 => Making::Binary,
            2 => Making::Newer,
            _ => Making::Judged,
        };
        let mutant = mutate::mutant(&seeds, making, seed, index).mutant;
        let Ok(words) = to_words(mutant.bytes()) else { continue };
        let is_kernel = words.windows(2).take(40).any(|pair| pair == KERNEL);
        let envs = if is_kernel { &KERNEL_ENVS[..] } else { &ENVS[..] };
        let env = envs[index as usize / 4 % envs.len()];
        let ctx = Arc::new(Context::new(registry.clone()));
        let ours = catch_unwind(AssertUnwindSafe(|| judge(&ctx, &words, env)))
            .unwrap_or_else(|_| Err("panicked".to_owned()));
        if ours.as_ref().is_err_and(|message| message == "panicked") {
            let class = "panicked here".to_owned();
            save(&out, &format!("{seed}-{index}-{env}.spv"), &words, &class);
            *classes.entry(class).or_insert(0) += 1;
            continue;
        }
        if index > 0 && index % 1000 == 0 {
            eprintln!("{index} mutants");
        }
        let theirs = spirv_val(&words, env);
        let class = match (&ours, &theirs) {
            (Ok(()), Ok(())) => {
                both += 1;
                continue;
            }
            (Err(_), Err(_)) => {
                neither += 1;
                continue;
            }
            (Ok(()), Err(message)) => format!("accepted here: {}", shape(message)),
            (Err(message), Ok(())) => format!("refused here: {}", shape(message)),
        };
        let known = classes.entry(class.clone()).or_insert(0);
        *known += 1;
        if *known == 1 {
            let file = format!("{seed}-{index}-{env}.spv");
            save(&out, &file, &words, &class);
        }
    }
    let differ: u64 = classes.values().sum();
    println!(
        "{count} mutants: {both} accepted by both, {neither} refused by both, {differ} judged otherwise"
    );
    let mut list: Vec<_> = classes.into_iter().collect();
    list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (class, count) in list {
        println!("{count:6} {class}");
    }
}

fn save(out: &Path, file: &str, words: &[u32], class: &str) {
    fs::write(out.join(file), to_bytes(words)).expect("a mutant can be written");
    println!("       {file}: {class}");
}

/// Validates a module with the library.
///
/// # Errors
/// Returns the first validation error.
fn judge(ctx: &Arc<Context>, words: &[u32], env: &str) -> Result<(), String> {
    let options = ImportOptions { verify: true, rules: Some(binary::check), ..ImportOptions::default() };
    let module = import_with(ctx, words, &options).map_err(|list| list.to_string())?;
    let env = TargetEnv::new(env).expect("the environment is known");
    spv_opt::verify_for(&module, &env).map_err(|list| list.to_string())
}

/// Returns the first line of an error message, without names or numbers.
fn shape(message: &str) -> String {
    let line = message.lines().find(|line| line.contains("error")).unwrap_or(message);
    let line = line.split_once("error: ").map_or(line, |(_, rest)| rest);
    let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ');
    let mut out = String::new();
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' if !line.ends_with(']') => quoted = !quoted,
            _ if quoted => {}
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            _ => out.push(c),
        }
    }
    out.chars().take(150).collect()
}
