//! Conversion of the grammar and its classification to table entries

use super::classification::*;
use super::grammar::{self, Availability, Grammar, Instruction, Operand};
use super::names::{scream, snake};
use std::collections::{BTreeMap, BTreeSet};

/// A parameter of an op, as the generated table declares it.
pub struct Param {
    /// Parameter name, unique within the op.
    pub name: String,
    /// Parameter kind, as the source of a Rust expression.
    pub kind: String,
    /// Name of the constructor for the arity: `one`, `opt` or `many`.
    pub arity: &'static str,
}

/// The generated table entry of an op.
pub struct Row {
    /// Full name of the op.
    pub name: String,
    /// Full names of the op's aliases.
    pub aliases: Vec<String>,
    /// Opcode, or the instruction number within an extended instruction set.
    pub opcode: u32,
    /// Instruction class in the grammar: the section of the specification that describes the instruction.
    pub class: String,
    /// Parameters, excluding the result type and the result id.
    pub params: Vec<Param>,
    /// Name of the `ResultKind` variant.
    pub result: &'static str,
    /// Whether the instruction has a result type.
    pub result_type: bool,
    /// Whether the instruction has a result id.
    pub result_id: bool,
    /// Version, capability and extension requirements, as the source of Rust constructor arguments.
    pub availability: String,
}

/// A generated enumeration.
pub struct EnumTable {
    /// Name in the grammar.
    pub name: String,
    /// Name of the Rust static.
    pub constant: String,
    /// Whether the enumeration is a bit set, whose values can be combined.
    pub bits: bool,
    /// Whether operands may have values that no enumerant names.
    pub open: bool,
    /// Name, value, parameters and availability of each enumerant. The availability is the source of Rust arguments.
    pub enumerants: Vec<(String, u32, Vec<Param>, String)>,
    /// Maps all enumerant names, including aliases, to their values.
    pub names: BTreeMap<String, u32>,
}

/// The generated tables of an extended instruction set.
pub struct SetTable {
    /// Names and properties of the set.
    pub name: &'static SetName,
    /// Ops sorted by instruction number.
    pub rows: Vec<Row>,
    /// Enumerations specific to the extended instruction set.
    pub enums: Vec<EnumTable>,
}

/// All generated tables.
pub struct Tables {
    /// Core ops sorted by opcode.
    pub core: Vec<Row>,
    /// Core enumerations.
    pub enums: Vec<EnumTable>,
    /// Extended instruction sets in the order of [`SETS`].
    pub sets: Vec<SetTable>,
}

impl Tables {
    /// Builds the tables.
    ///
    /// # Errors
    /// Fails if the classification lists an instruction or operand that the grammar lacks.
    pub fn new(grammar: &Grammar) -> Result<Tables, String> {
        let mut builder = Builder::new(grammar);
        let enums = builder.enums("", &grammar.kinds)?;
        let core = grammar.instructions.iter().map(|i| builder.core_row(i)).collect::<Result<_, _>>()?;
        let mut sets = Vec::new();
        for (name, set) in SETS.iter().zip(&grammar.sets) {
            builder.own_kinds = set.kinds.iter().map(|k| (k.name.clone(), set_enum(name, &k.name))).collect();
            let prefix = format!("{}_", scream(name.prefix));
            let enums = builder.enums(&prefix, &set.kinds)?;
            let rows = set.instructions.iter().map(|i| builder.set_row(name, i)).collect::<Result<_, _>>()?;
            sets.push(SetTable { name, rows, enums });
        }
        builder.all_lines_used()?;
        Ok(Tables { core, enums, sets })
    }
}

fn set_enum(set: &SetName, kind: &str) -> String {
    format!("{}_{}", scream(set.prefix), scream(kind))
}

struct Builder {
    /// Maps the grammar name of each core enumeration to its Rust static.
    core_kinds: BTreeMap<String, String>,
    /// Maps the grammar name of each enumeration of the current extended instruction set to its Rust static.
    own_kinds: BTreeMap<String, String>,
    /// Maps each capability name to its Rust constant. Aliases share a constant.
    capabilities: BTreeMap<String, String>,
    /// Entries of the hand-written classification lists that have matched the grammar so far.
    used: BTreeSet<String>,
}

impl Builder {
    fn new(grammar: &Grammar) -> Builder {
        let core_kinds = grammar.kinds.iter().map(|k| (k.name.clone(), scream(&k.name))).collect();
        let mut capabilities = BTreeMap::new();
        for e in grammar.kinds.iter().filter(|k| k.name == "Capability").flat_map(|k| &k.enumerants) {
            for name in std::iter::once(&e.name).chain(&e.aliases) {
                capabilities.insert(name.clone(), scream(&e.name));
            }
        }
        Builder { core_kinds, own_kinds: BTreeMap::new(), capabilities, used: BTreeSet::new() }
    }

    fn core_row(&mut self, i: &Instruction) -> Result<Row, String> {
        let symbolic = self.is_in(DEFINITIONS, &i.name);
        let mut params = self.params(&i.name, Id::Value, symbolic, &i.operands)?;
        for (_, name) in FURTHER_OPERANDS.iter().filter(|(op, _)| *op == i.name) {
            params.push(Param { name: (*name).into(), kind: "Mixed".into(), arity: "many" });
        }
        let has = |kind: &str| i.operands.iter().any(|o| o.kind == kind);
        let (result_type, result_id) = (has("IdResultType"), has("IdResult"));
        let result = match result_type && result_id {
            true if self.is_in(MAY_BE_VOID, &i.name) => "Optional",
            true => "One",
            false => "None",
        };
        Ok(Row {
            name: op_name(&i.name)?,
            aliases: i.aliases.iter().map(|a| op_name(a)).collect::<Result<_, _>>()?,
            opcode: i.opcode,
            class: i.class.clone(),
            params,
            result,
            result_type,
            result_id,
            availability: self.availability(&i.availability)?,
        })
    }

    fn set_row(&mut self, set: &SetName, i: &Instruction) -> Result<Row, String> {
        let name = format!("spv.{}.{}", set.prefix, i.name);
        let symbolic = set.non_semantic || set.debug_info;
        let default = if symbolic { Id::Mixed } else { Id::Value };
        let params = self.params(&name, default, symbolic, &i.operands)?;
        let void = symbolic || self.is_in(MAY_BE_VOID, &name);
        Ok(Row {
            name,
            aliases: Vec::new(),
            opcode: i.opcode,
            class: String::new(),
            params,
            result: if void { "Optional" } else { "One" },
            result_type: true,
            result_id: true,
            availability: self.availability(&i.availability)?,
        })
    }

    fn enums(&mut self, prefix: &str, kinds: &[grammar::OperandKind]) -> Result<Vec<EnumTable>, String> {
        let mut tables = Vec::new();
        for k in kinds {
            let mut table = EnumTable {
                name: k.name.clone(),
                constant: format!("{prefix}{}", scream(&k.name)),
                bits: k.bits,
                open: OPEN_KINDS.contains(&k.name.as_str()),
                enumerants: Vec::new(),
                names: BTreeMap::new(),
            };
            let default = if MODULE_KINDS.contains(&k.name.as_str()) { Id::Mixed } else { Id::Value };
            for e in &k.enumerants {
                let owner = format!("{}.{}", k.name, e.name);
                let params = self.params(&owner, default, false, &e.parameters)?;
                let availability = self.availability(&e.availability)?;
                table.enumerants.push((e.name.clone(), e.value, params, availability));
                for name in std::iter::once(&e.name).chain(&e.aliases) {
                    if table.names.insert(name.clone(), e.value).is_some_and(|old| old != e.value) {
                        return Err(format!("{}: {name} has two values", k.name));
                    }
                }
            }
            tables.push(table);
        }
        Ok(tables)
    }

    fn params(
        &mut self,
        owner: &str,
        default: Id,
        symbolic: bool,
        operands: &[Operand],
    ) -> Result<Vec<Param>, String> {
        let mut params: Vec<Param> = Vec::new();
        if symbolic {
            params.push(Param { name: "sym_name".into(), kind: "String".into(), arity: "opt" });
            params.push(Param { name: "type".into(), kind: "Type".into(), arity: "opt" });
        }
        for o in operands.iter().filter(|o| o.kind != "IdResultType" && o.kind != "IdResult") {
            let wanted = self.name(owner, o);
            let mut name = wanted.clone();
            let mut repeated = 0;
            while params.iter().any(|p| p.name == name) {
                repeated += 1;
                name = format!("{wanted}_{repeated}");
            }
            let arity = match o.quantifier.as_deref() {
                None => "one",
                Some("?") => "opt",
                Some("*") => "many",
                Some(other) => return Err(format!("{owner}: quantifier {other}")),
            };
            let kind = self.kind(owner, &name, default, &o.kind)?;
            params.push(Param { name, kind, arity });
        }
        if params.iter().rev().skip(1).any(|p| p.arity == "many") {
            return Err(format!("{owner}: something follows a variadic operand"));
        }
        Ok(params)
    }

    fn name(&mut self, owner: &str, o: &Operand) -> String {
        let given = o.name.as_deref().unwrap_or_default();
        if let Some((.., name)) = NAMES.iter().find(|(op, old, _)| *op == owner && *old == given) {
            self.used.insert(format!("name {owner} {given}"));
            return (*name).into();
        }
        match (given, owner.rsplit_once('.')) {
            // The unnamed parameter of an enumerant is named after the enumerant.
            ("", Some((_, enumerant))) if !owner.starts_with("spv.") => snake(enumerant),
            ("", _) => snake(&o.kind),
            _ => snake(given),
        }
    }

    /// Returns the parameter kind of an operand, as a Rust expression.
    fn kind(&mut self, owner: &str, name: &str, default: Id, kind: &str) -> Result<String, String> {
        let listed = OPERANDS.iter().find(|(op, _)| *op == owner).map_or(&[][..], |(_, list)| list);
        let listed = listed.iter().find(|(operand, _)| *operand == name).map(|(_, id)| *id);
        if listed.is_some() {
            self.used.insert(format!("operand {owner} {name}"));
        }
        let enumerated = ENUMERATED.iter().find(|(prefix, o, _)| *o == name && owner.starts_with(prefix));
        if let Some((prefix, operand, values)) = enumerated {
            self.used.insert(format!("enumerated {prefix} {operand}"));
            let constant = self.core_kinds.get(*values).ok_or_else(|| format!("unknown kind {values}"))?;
            return match kind {
                "IdRef" => Ok(format!("ConstEnum(&{constant})")),
                "LiteralInteger" => Ok(format!("Enum(&{constant})")),
                _ => Err(format!("{owner}: {name} is neither an id nor a number")),
            };
        }
        Ok(match (kind, listed) {
            ("IdRef" | "IdScope" | "IdMemorySemantics", Some(id)) => id_text(id).into(),
            ("IdRef", None) => id_text(default).into(),
            (_, Some(_)) => return Err(format!("{owner}: {name} is not an id")),
            ("IdScope", None) => "ConstEnum(&SCOPE)".into(),
            ("IdMemorySemantics", None) => "ConstEnum(&MEMORY_SEMANTICS)".into(),
            ("LiteralInteger" | "LiteralExtInstInteger", None) => "Word".into(),
            ("LiteralString", None) => "String".into(),
            ("LiteralFloat", None) => "FloatWord".into(),
            ("LiteralSpecConstantOpInteger", None) => "Enum(&OPCODE)".into(),
            ("PairIdRefIdRef", None) if default == Id::Mixed => "Mixed".into(),
            // Operand kinds with hand-written parsers and printers.
            ("LiteralContextDependentNumber" | "PairIdRefIdRef", None) => "Attr".into(),
            ("PairLiteralIntegerIdRef" | "PairIdRefLiteralInteger", None) => "Attr".into(),
            ("StorageClass", None) if default == Id::Mixed => "Enum(&DEBUG_STORAGE_CLASS)".into(),
            (other, None) => {
                let constant = self.own_kinds.get(other).or_else(|| self.core_kinds.get(other));
                format!("Enum(&{})", constant.ok_or_else(|| format!("{owner}: unknown kind {other}"))?)
            }
        })
    }

    /// Returns the availability as the source of Rust arguments: `since(1, 0), None, [c::SHADER], ["SPV_KHR_x"]`.
    fn availability(&self, a: &Availability) -> Result<String, String> {
        let version = |v: Option<(u32, u32)>| match v {
            Some((major, minor)) => format!("since({major}, {minor})"),
            None => "None".into(),
        };
        let mut capabilities = Vec::new();
        for name in &a.capabilities {
            let constant = self.capabilities.get(name).ok_or_else(|| format!("unknown capability {name}"))?;
            capabilities.push(format!("c::{constant}"));
        }
        Ok(format!(
            "{}, {}, [{}], {:?}",
            version(a.min),
            version(a.max),
            capabilities.join(", "),
            a.extensions
        ))
    }

    fn is_in(&mut self, list: &[&str], name: &str) -> bool {
        let found = list.contains(&name);
        if found {
            self.used.insert(name.into());
        }
        found
    }

    /// Checks that every entry of the classification lists matched the grammar. An unmatched entry is misspelled, or
    /// the grammar has changed.
    fn all_lines_used(&self) -> Result<(), String> {
        let operands =
            OPERANDS.iter().flat_map(|(o, l)| l.iter().map(move |(n, _)| format!("operand {o} {n}")));
        let enumerated = ENUMERATED.iter().map(|(prefix, o, _)| format!("enumerated {prefix} {o}"));
        let names = NAMES.iter().map(|(owner, old, _)| format!("name {owner} {old}"));
        let lists = DEFINITIONS.iter().chain(MAY_BE_VOID).map(|n| (*n).into());
        match operands.chain(enumerated).chain(names).chain(lists).find(|line| !self.used.contains(line)) {
            Some(line) => Err(format!("classification.rs: no match in the grammar for: {line}")),
            None => Ok(()),
        }
    }
}

fn id_text(id: Id) -> &'static str {
    match id {
        Id::Value => "Value",
        Id::Type => "Type",
        Id::Symbol => "Symbol",
        Id::Mixed => "Mixed",
        Id::Block => "Block",
    }
}

fn op_name(name: &str) -> Result<String, String> {
    let short = name.strip_prefix("Op").ok_or_else(|| format!("{name} does not start with Op"))?;
    Ok(format!("spv.{short}"))
}
