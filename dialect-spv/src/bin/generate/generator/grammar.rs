//! Parser of the JSON grammar, with normalization of its irregularities

use serde_json::Value;
use std::fs;
use std::path::Path;

use super::classification::SETS;

/// An operand of an instruction or a parameter of an enumerant.
pub struct Operand {
    /// Operand kind, such as `IdRef`.
    pub kind: String,
    /// Name in the grammar; `None` for unnamed operands.
    pub name: Option<String>,
    /// `?` for optional and `*` for variadic operands; `None` if the operand occurs exactly once.
    pub quantifier: Option<String>,
}

/// Version, capability and extension requirements of an instruction or enumerant.
pub struct Availability {
    /// First SPIR-V version as (major, minor); `None` if unrestricted.
    pub min: Option<(u32, u32)>,
    /// Last SPIR-V version as (major, minor); `None` if unrestricted.
    pub max: Option<(u32, u32)>,
    /// Names of the enabling capabilities.
    pub capabilities: Vec<String>,
    /// Names of the enabling extensions.
    pub extensions: Vec<String>,
}

/// A core or extended instruction.
pub struct Instruction {
    /// Name in the grammar. Names of core instructions begin with `Op`.
    pub name: String,
    /// Alternative names.
    pub aliases: Vec<String>,
    /// Opcode, or the instruction number within an extended instruction set.
    pub opcode: u32,
    /// Instruction class in the grammar: the section of the specification that describes the instruction.
    pub class: String,
    /// Operands in binary order, including result type and result id.
    pub operands: Vec<Operand>,
    /// Requirements of the instruction.
    pub availability: Availability,
}

/// An enumerant with its primary and alternative names.
pub struct Enumerant {
    /// Primary name.
    pub name: String,
    /// Alternative names: the grammar's `aliases`, and the names of other enumerants with the same value.
    pub aliases: Vec<String>,
    /// Numeric value; a bit mask if the enumeration is a bit set.
    pub value: u32,
    /// Operands that follow the enumerant in the binary.
    pub parameters: Vec<Operand>,
    /// Requirements of the enumerant.
    pub availability: Availability,
}

/// An operand kind with enumerants, such as `StorageClass`.
pub struct OperandKind {
    /// Name in the grammar.
    pub name: String,
    /// Whether the enumeration is a bit set, whose values can be combined.
    pub bits: bool,
    /// Enumerants sorted by value.
    pub enumerants: Vec<Enumerant>,
}

/// An extended instruction set.
pub struct Set {
    /// Instructions sorted by instruction number.
    pub instructions: Vec<Instruction>,
    /// Enumerations specific to the extended instruction set.
    pub kinds: Vec<OperandKind>,
}

/// The complete grammar.
pub struct Grammar {
    /// Core instructions sorted by opcode.
    pub instructions: Vec<Instruction>,
    /// Core enumerations.
    pub kinds: Vec<OperandKind>,
    /// Extended instruction sets in the order of [`SETS`].
    pub sets: Vec<Set>,
}

impl Grammar {
    /// Reads the grammar in the directory `directory`: the core file and all extended instruction sets.
    ///
    /// # Errors
    /// Fails if a file is missing or malformed, or if [`SETS`] does not list an extended instruction set.
    pub fn read(directory: &Path) -> Result<Grammar, String> {
        let core = load(&directory.join("spirv.core.grammar.json"))?;
        let mut sets = Vec::new();
        for set in SETS {
            let json = load(&directory.join(format!("extinst.{}.grammar.json", set.file)))?;
            sets.push(Set { instructions: instructions(&json)?, kinds: kinds(&json)? });
        }
        let entries = fs::read_dir(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
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

/// Parses the value of `key`: a JSON number, or a hexadecimal string, which the grammar uses for bit masks.
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
    // The grammar of one extended instruction set has a string `capability` instead of the list `capabilities`.
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

fn kinds(json: &Value) -> Result<Vec<OperandKind>, String> {
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
                // The primary name must be an identifier. For example, the primary name is `Dim2D`, and `2D` becomes an
                // alias.
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
        all.push(OperandKind { name, bits: category == "BitEnum", enumerants });
    }
    Ok(all)
}
