//! The grammar's JSON, read into plain data with its irregularities removed.

use serde_json::Value;
use std::fs;
use std::path::Path;

use super::classification::SETS;

/// An operand of an instruction or a parameter of an enumerant.
pub struct Operand {
    /// Operand kind, e.g. `IdRef`.
    pub kind: String,
    /// The grammar's name for it, where it has one.
    pub name: Option<String>,
    /// `?`, `*` or nothing.
    pub quantifier: Option<String>,
}

/// Where an instruction or enumerant may be used.
pub struct Availability {
    /// First version, as (major, minor).
    pub min: Option<(u32, u32)>,
    /// Last version.
    pub max: Option<(u32, u32)>,
    /// Names of capabilities.
    pub capabilities: Vec<String>,
    /// Names of extensions.
    pub extensions: Vec<String>,
}

/// An instruction.
pub struct Instruction {
    /// Name with its `Op`, for core instructions.
    pub name: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// Opcode or number in its set.
    pub opcode: u32,
    /// Section of the specification.
    pub class: String,
    /// Operands in binary order, result type and id included.
    pub operands: Vec<Operand>,
    /// Where it may be used.
    pub availability: Availability,
}

/// An enumerant: all names of one value.
pub struct Enumerant {
    /// First name.
    pub name: String,
    /// Other names, from `aliases` as well as from later entries with the same value.
    pub aliases: Vec<String>,
    /// Value or bits.
    pub value: u32,
    /// Operands that follow it.
    pub parameters: Vec<Operand>,
    /// Where it may be used.
    pub availability: Availability,
}

/// An operand kind with enumerants.
pub struct Kind {
    /// Name.
    pub name: String,
    /// Whether values are bits to be or-ed.
    pub bits: bool,
    /// Sorted by value.
    pub enumerants: Vec<Enumerant>,
}

/// An extended instruction set.
pub struct Set {
    /// Instructions sorted by number.
    pub instructions: Vec<Instruction>,
    /// Operand kinds of its own.
    pub kinds: Vec<Kind>,
}

/// The whole grammar.
pub struct Grammar {
    /// Core instructions sorted by opcode.
    pub instructions: Vec<Instruction>,
    /// Enumerations of the core.
    pub kinds: Vec<Kind>,
    /// Extended sets in the order of [`SETS`].
    pub sets: Vec<Set>,
}

impl Grammar {
    /// Reads the grammar in `folder`: the core file and all extended sets, each of which must be
    /// listed in [`SETS`].
    pub fn read(folder: &Path) -> Result<Grammar, String> {
        let core = load(&folder.join("spirv.core.grammar.json"))?;
        let mut sets = Vec::new();
        for set in SETS {
            let json = load(&folder.join(format!("extinst.{}.grammar.json", set.file)))?;
            sets.push(Set { instructions: instructions(&json)?, kinds: kinds(&json)? });
        }
        let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        for entry in entries {
            let name = entry.map_err(|e| e.to_string())?.file_name();
            let name = name.to_string_lossy().into_owned();
            let stem = name.strip_prefix("extinst.").and_then(|n| n.strip_suffix(".grammar.json"));
            if stem.is_some_and(|stem| SETS.iter().all(|s| s.file != stem)) {
                return Err(format!("{name}: not listed in SETS (classification.rs)"));
            }
        }
        Ok(Grammar { instructions: instructions(&core)?, kinds: kinds(&core)?, sets })
    }
}

fn load(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn list<'a>(json: &'a Value, key: &str) -> &'a [Value] {
    json.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text(json: &Value, key: &str) -> Result<String, String> {
    let text = json.get(key).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("missing string `{key}` in {json}"))
}

fn strings(json: &Value, key: &str) -> Vec<String> {
    list(json, key).iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A number: bit masks are strings in hexadecimal.
fn number(json: &Value, key: &str) -> Result<u32, String> {
    let value = json.get(key).ok_or_else(|| format!("missing number `{key}` in {json}"))?;
    let number = match value.as_str() {
        Some(hex) => u32::from_str_radix(hex.trim_start_matches("0x"), 16).ok(),
        None => value.as_u64().and_then(|n| u32::try_from(n).ok()),
    };
    number.ok_or_else(|| format!("bad number `{key}` in {json}"))
}

fn version(json: &Value, key: &str, absent: Option<(u32, u32)>) -> Result<Option<(u32, u32)>, String> {
    match json.get(key).and_then(Value::as_str) {
        None => Ok(absent),
        Some("None") => Ok(None),
        Some(v) => {
            let parts = v.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            parts.map(Some).ok_or_else(|| format!("bad version `{v}`"))
        }
    }
}

fn availability(json: &Value) -> Result<Availability, String> {
    let mut capabilities = strings(json, "capabilities");
    // One set spells the list as a single string.
    capabilities.extend(json.get("capability").and_then(Value::as_str).map(str::to_owned));
    Ok(Availability {
        min: version(json, "version", Some((1, 0)))?,
        max: version(json, "lastVersion", None)?,
        capabilities,
        extensions: strings(json, "extensions"),
    })
}

fn operands(json: &Value, key: &str) -> Result<Vec<Operand>, String> {
    let one = |o: &Value| {
        Ok(Operand {
            kind: text(o, "kind")?,
            name: text(o, "name").ok(),
            quantifier: text(o, "quantifier").ok(),
        })
    };
    list(json, key).iter().map(one).collect()
}

fn instructions(json: &Value) -> Result<Vec<Instruction>, String> {
    let mut all = Vec::new();
    for i in list(json, "instructions") {
        all.push(Instruction {
            name: text(i, "opname")?,
            aliases: strings(i, "aliases"),
            opcode: number(i, "opcode")?,
            class: text(i, "class").unwrap_or_default(),
            operands: operands(i, "operands")?,
            availability: availability(i)?,
        });
    }
    all.sort_by_key(|i| i.opcode);
    if let Some(pair) = all.windows(2).find(|w| w[0].opcode == w[1].opcode) {
        return Err(format!("{} and {} share an opcode", pair[0].name, pair[1].name));
    }
    Ok(all)
}

fn kinds(json: &Value) -> Result<Vec<Kind>, String> {
    let mut all = Vec::new();
    for k in list(json, "operand_kinds") {
        let category = text(k, "category")?;
        if category != "ValueEnum" && category != "BitEnum" {
            continue;
        }
        let name = text(k, "kind")?;
        let mut enumerants: Vec<Enumerant> = Vec::new();
        for e in list(k, "enumerants") {
            let mut names = vec![text(e, "enumerant")?];
            names.extend(strings(e, "aliases"));
            if names[0].starts_with(|c: char| c.is_ascii_digit()) {
                // A name is an identifier: `Dim2D`, and `2D` is read too.
                names.insert(0, format!("{name}{}", names[0]));
            }
            let value = number(e, "value")?;
            match enumerants.iter_mut().find(|known| known.value == value) {
                Some(known) => known.aliases.append(&mut names),
                None => enumerants.push(Enumerant {
                    name: names.remove(0),
                    aliases: names,
                    value,
                    parameters: operands(e, "parameters")?,
                    availability: availability(e)?,
                }),
            }
        }
        enumerants.sort_by_key(|e| e.value);
        all.push(Kind { name, bits: category == "BitEnum", enumerants });
    }
    Ok(all)
}
