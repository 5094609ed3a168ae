//! Tests of the operand classification on real-world modules
//!
//! Every instruction must decode completely according to its grammar entry. Every id must have the class that the
//! grammar entry declares. The tests read the binaries in `tests/corpus/bin` and in the directory `SPV_CORPUS`.

use spv_dialect::generated::ops::SHAPES;
use spv_dialect::op;
use spv_dialect::sets::{ExtSet, find_set, set};
use spv_dialect::table::{core_index, core_row};
use spv_ir::dialect::{Arity, OpRow, Param, ParamKind};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

/// Instructions that no grammar entry describes completely: they have operands in pairs, or operands whose size depends
/// on a type.
const BY_HAND: &[u32] =
    &[op::SWITCH, op::PHI, op::GROUP_MEMBER_DECORATE, op::CONSTANT, op::SPEC_CONSTANT, op::SPEC_CONSTANT_OP];

#[test]
fn ids_are_what_rows_say() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/bin");
    let mut directories = vec![beside];
    match std::env::var_os("SPV_CORPUS") {
        Some(directory) => directories.push(PathBuf::from(directory)),
        None => println!("skipped: the larger corpus (set SPV_CORPUS to its directory)"),
    }
    let mut errors = BTreeSet::new();
    for directory in directories {
        for entry in std::fs::read_dir(&directory).into_iter().flatten() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let words: Vec<u32> =
                bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
            // Skip modules of the other endianness, because they add no coverage.
            if words.first() == Some(&0x0723_0203) {
                Module::new(&words).check(&words, &mut errors);
            }
        }
    }
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Returns the opcode and the operand words of each instruction.
fn instructions(words: &[u32]) -> impl Iterator<Item = (u32, &[u32])> {
    let mut rest = &words[5..];
    std::iter::from_fn(move || {
        let first = *rest.first()?;
        let (instruction, after) = rest.split_at((first >> 16) as usize);
        rest = after;
        Some((first & 0xffff, &instruction[1..]))
    })
}

/// The definitions of ids in a module, and the extended instruction sets that it imports.
struct Module {
    definitions: HashMap<u32, &'static OpRow>,
    sets: HashMap<u32, &'static ExtSet>,
}

impl Module {
    fn new(words: &[u32]) -> Module {
        let mut module = Module { definitions: HashMap::new(), sets: HashMap::new() };
        for (opcode, operands) in instructions(words) {
            let shape = SHAPES[core_index(opcode).unwrap()];
            if shape.result_id {
                let id = operands[usize::from(shape.result_type)];
                module.definitions.insert(id, core_row(opcode).unwrap());
                if opcode == op::EXT_INST_IMPORT {
                    let bytes: Vec<u8> = operands[1..].iter().flat_map(|w| w.to_le_bytes()).collect();
                    let name = String::from_utf8(bytes).unwrap();
                    let set = find_set(name.trim_end_matches('\0'));
                    module.sets.extend(set.map(|s| (id, s)));
                }
            }
        }
        module
    }

    fn check(&self, words: &[u32], errors: &mut BTreeSet<String>) {
        for (opcode, operands) in instructions(words) {
            let shape = SHAPES[core_index(opcode).unwrap()];
            let mut row = core_row(opcode).unwrap();
            let mut rest = &operands[usize::from(shape.result_type) + usize::from(shape.result_id)..];
            if opcode == op::EXT_INST || opcode == op::EXT_INST_WITH_FORWARD_REFS_KHR {
                let Some(&found) = self.sets.get(&rest[0]) else { continue };
                row = set(found.number).unwrap().row(rest[1]).unwrap();
                rest = &rest[2..];
            }
            if !BY_HAND.contains(&opcode) {
                self.check_params(row.name, row.params, &mut rest, errors);
                if !rest.is_empty() {
                    errors.insert(format!("{}: {} words left", row.name, rest.len()));
                }
            }
        }
    }

    fn check_params(&self, owner: &str, params: &[Param], rest: &mut &[u32], errors: &mut BTreeSet<String>) {
        // Skip the parameters for the symbol and its type, because they are not operands of the instruction.
        let own = params.iter().position(|p| p.name == "sym_name").map_or(0, |_| 2);
        for p in &params[own..] {
            if p.arity == Arity::One && rest.is_empty() {
                errors.insert(format!("{owner}: {} is missing", p.name));
            }
            while let Some(&word) = rest.first() {
                *rest = &rest[1..];
                match p.kind {
                    ParamKind::String => {
                        let last = |w: u32| w.to_le_bytes().contains(&0);
                        let mut ended = last(word);
                        while !ended {
                            ended = last(rest[0]);
                            *rest = &rest[1..];
                        }
                    }
                    ParamKind::Enum(def) => {
                        if !def.is_known(word) {
                            errors.insert(format!("{owner}: {} has the unknown value {word}", p.name));
                        }
                        for e in def.present(word) {
                            self.check_params(owner, e.params, rest, errors);
                        }
                    }
                    ParamKind::Word | ParamKind::FloatWord | ParamKind::Attr => {}
                    _ if self.is_of_kind(word, p.kind) => {}
                    kind => {
                        let found = self.definitions.get(&word).map_or("undefined", |r| r.name);
                        errors.insert(format!("{owner}: {} is no {kind:?} but {found}", p.name));
                    }
                }
                if p.arity != Arity::Variadic {
                    break;
                }
            }
        }
    }

    fn is_of_kind(&self, id: u32, kind: ParamKind) -> bool {
        let Some(row) = self.definitions.get(&id) else { return false };
        let is_type = row.name.starts_with("spv.Type");
        let variable = matches!(row.opcode, op::VARIABLE | op::UNTYPED_VARIABLE_KHR);
        let entity = matches!(
            row.opcode,
            op::FUNCTION
                | op::GRAPH_ARM
                | op::STRING
                | op::EXT_INST_IMPORT
                | op::DECORATION_GROUP
                | op::ASM_TARGET_INTEL
                | op::ASM_INTEL
                | op::ALIAS_DOMAIN_DECL_INTEL
                | op::ALIAS_SCOPE_DECL_INTEL
                | op::ALIAS_SCOPE_LIST_DECL_INTEL
        );
        match kind {
            ParamKind::Value | ParamKind::ConstEnum(_) => !is_type && !entity && row.opcode != op::LABEL,
            ParamKind::Type => is_type,
            ParamKind::Symbol => entity || variable,
            ParamKind::Block => row.opcode == op::LABEL,
            _ => true,
        }
    }
}
