//! Compares validation verdicts with recorded verdicts: `verdicts DIR [--list PART] [--valid] [--groups N]`
//!
//! Reads `DIR/index.jsonl`, which has one line per module:
//! - `file`: the name of the module in the directory
//! - `env_name`: a name or description of the target environment
//! - `options`: names of spirv-val options, as a list or a string
//! - `result`: 0 if the module is valid
//! - `test` and `message`: the test's name and the recorded error message
//!
//! Prints counts, and groups of modules with different verdicts, the largest group first. A group is an error message
//! without names and numbers. It is the recorded message if the library accepts the module, otherwise the library's.
//!
//! `--list PART` prints each module of the groups that contain `PART`; `--valid` considers only valid modules.

use serde_json::Value;
use spv_opt::Context;
use spv_opt::dialect::validate::{DESCRIPTORS, DescriptorLayout, Options, TargetEnv, binary};
use spv_opt::serialize::import::{ImportOptions, import_with, words_of_bytes};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let Some(directory) = args.first() else {
        eprintln!("usage: verdicts DIR [--list PART] [--valid] [--groups N]");
        std::process::exit(2);
    };
    let list = option("--list");
    let groups = option("--groups").and_then(|n| n.parse().ok()).unwrap_or(40);
    let only_valid = args.iter().any(|arg| arg == "--valid");
    let index =
        std::fs::read_to_string(Path::new(directory).join("index.jsonl")).expect("the index can be read");
    let registry = spv_opt::registry();
    let mut tally = Tally::default();
    for line in index.lines() {
        let Ok(case) = serde_json::from_str::<Value>(line) else { continue };
        let valid = case["result"].as_i64() == Some(0);
        if only_valid && !valid {
            continue;
        }
        let file = case["file"].as_str().unwrap_or_default();
        let Ok(bytes) = std::fs::read(Path::new(directory).join(file)) else { continue };
        let ours = judge(&Arc::new(Context::new(registry.clone())), &bytes, &case);
        let theirs = case["message"].as_str().unwrap_or_default();
        tally.count(valid, ours.is_ok());
        let group = match (valid, &ours) {
            (true, Err(message)) => format!("REFUSED {}", shape(message)),
            (false, Ok(())) => format!("accepted {}", shape(theirs)),
            _ => continue,
        };
        if list.is_some_and(|part| group.contains(part.as_str())) {
            let message = ours.err().unwrap_or_else(|| theirs.to_owned());
            println!("{file} {} {} {}\n    {message}", case["env_name"], case["options"], case["test"]);
        }
        let entry = tally.groups.entry(group).or_insert_with(|| (0, file.to_owned()));
        entry.0 += 1;
    }
    tally.print(groups);
}

/// Validates a module with the library.
///
/// # Errors
/// Returns the first validation error.
fn judge(ctx: &Arc<Context>, bytes: &[u8], case: &Value) -> Result<(), String> {
    let first = |text: String| text.lines().next().unwrap_or_default().to_owned();
    let words = words_of_bytes(bytes).map_err(|error| first(error.to_string()))?;
    let options = ImportOptions { verify: true, rules: Some(binary::check), ..ImportOptions::default() };
    let module = import_with(ctx, &words, &options).map_err(|list| first(list.to_string()))?;
    let mut env = environment(case["env_name"].as_str().unwrap_or_default()).ok_or("no environment")?;
    for word in options_of(&case["options"]) {
        set_option(&mut env.options, word.trim_start_matches('-')).ok_or(format!("unknown option {word}"))?;
    }
    spv_opt::verify_for(&module, &env).map_err(|list| first(list.to_string()))
}

/// Sets an option of spirv-val: `NAME`, `NAME=LIMIT` or `NAME=SIZE:ALIGNMENT`. Returns `None` if it is unknown.
fn set_option(options: &mut Options, text: &str) -> Option<()> {
    let Some((name, value)) = text.split_once(['=', ' ']) else {
        return options.set_flag(text).then_some(());
    };
    let Some((size, alignment)) = value.split_once(':') else {
        return options.set_limit(name, value.parse().ok()?).then_some(());
    };
    let descriptor = DESCRIPTORS.iter().find(|descriptor| descriptor.name == name)?;
    let layout = DescriptorLayout { size: size.parse().ok()?, alignment: alignment.parse().ok()? };
    *(descriptor.field)(options) = layout;
    Some(())
}

/// Parses the name of a target environment, or spirv-val's description of it: `SPIR-V 1.0 (under OpenCL 2.0 Full
/// Profile semantics)`.
fn environment(text: &str) -> Option<TargetEnv> {
    let Some(rest) = text.strip_prefix("SPIR-V ") else { return TargetEnv::new(text) };
    let Some((version, api)) = rest.split_once(" (under ") else {
        return TargetEnv::new(&format!("spv{rest}"));
    };
    let api = api.trim_end_matches(" semantics)").to_lowercase().replace(" full profile", "");
    let api = api.replace(" profile", "").replace(' ', "");
    let with_version = (version == "1.4").then(|| TargetEnv::new(&format!("{api}spv1.4"))).flatten();
    with_version.or_else(|| TargetEnv::new(&api))
}

/// Returns the option names in `options`, which is a list or a space-separated string.
fn options_of(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect(),
        Value::String(line) => {
            line.split("--").map(str::trim).filter(|o| !o.is_empty()).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns an error message without ids, quoted names or numbers.
fn shape(message: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let line = message.lines().next().unwrap_or_default();
    let line = line.strip_prefix("error: ").unwrap_or(line);
    let is_ours = line.contains('[') && line.ends_with(']');
    for c in line.chars() {
        match c {
            '\'' if !is_ours => {
                quoted = !quoted;
                out.push(c);
            }
            _ if quoted => {}
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            _ => out.push(c),
        }
    }
    out.chars().take(170).collect()
}

#[derive(Default)]
struct Tally {
    valid: [u32; 2],
    invalid: [u32; 2],
    groups: HashMap<String, (u32, String)>,
}

impl Tally {
    fn count(&mut self, valid: bool, accepted: bool) {
        let counts = if valid { &mut self.valid } else { &mut self.invalid };
        counts[usize::from(accepted == valid)] += 1;
    }

    fn print(&self, groups: usize) {
        let [wrong, right] = self.valid;
        println!("valid: {right} of {} accepted", right + wrong);
        let [wrong, right] = self.invalid;
        println!("invalid: {right} of {} refused", right + wrong);
        let mut all: Vec<_> = self.groups.iter().collect();
        all.sort_by_key(|(text, (count, _))| (std::cmp::Reverse(*count), (*text).clone()));
        for (text, (count, file)) in all.into_iter().take(groups) {
            println!("{count:6} {text}   ({file})");
        }
    }
}
