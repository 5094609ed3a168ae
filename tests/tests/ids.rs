//! Tests that compare the ids that import reports with the words of the binary

use spv_opt::dialect::generated::ops::{CORE, SHAPES};
use spv_opt::ir::dialect::NO_OPCODE;
use spv_opt::ir::{symbols, walk};
use spv_opt::serialize::import::{ImportOptions, import_with_ids};
use spv_tests::tools;
use std::collections::{BTreeMap, BTreeSet};

const MAGIC: u32 = 0x0723_0203;
const TYPE_VOID: u32 = 19;
const FUNCTION: u32 = 54;
const FUNCTION_END: u32 = 56;
const LABEL: u32 = 248;
const GRAPH_ARM: u32 = 4183;

/// Maps each id to the opcode that defines it. Also returns the ids of non-void results inside functions.
fn results(words: &[u32]) -> (BTreeMap<u32, u32>, BTreeSet<u32>) {
    let (mut opcodes, mut local, mut inside) = (BTreeMap::new(), BTreeSet::new(), false);
    let mut at = 5;
    while at < words.len() {
        let opcode = words[at] & 0xFFFF;
        let row = CORE.binary_search_by_key(&opcode, |r| r.opcode).expect("own modules are valid");
        if SHAPES[row].result_id {
            let id = words[at + 1 + usize::from(SHAPES[row].result_type)];
            opcodes.insert(id, opcode);
            let void = SHAPES[row].result_type && opcodes.get(&words[at + 1]) == Some(&TYPE_VOID);
            if inside && !void {
                local.insert(id);
            }
        }
        inside = (inside || opcode == FUNCTION) && opcode != FUNCTION_END;
        at += words[at] as usize >> 16;
    }
    (opcodes, local)
}

#[test]
fn each_value_has_the_id_of_its_instruction() {
    let mut values = 0;
    for module in tools::own_corpus() {
        let name = module.path.display();
        let mut words = tools::read_words(&module.path);
        if words[0] != MAGIC {
            words.iter_mut().for_each(|w| *w = w.swap_bytes());
        }
        let ctx = spv_opt::context();
        let (module, ids) =
            import_with_ids(&ctx, &words, &ImportOptions::default()).expect("own modules are valid");
        let (opcodes, local) = results(&words);
        let mut noted: BTreeSet<u32> = ids.blocks.values().copied().collect();
        assert!(noted.iter().all(|id| opcodes[id] == LABEL), "{name}");
        for walk::NestedBody { body, owner } in walk::bodies(&module.body) {
            let symbol = owner.and_then(|(outer, op)| symbols::name_of(&ctx, outer, op));
            let Some(symbol) = symbol.map(|name| ctx.ident(name)) else { continue };
            let function = &ids.symbols[&symbol];
            assert!(matches!(opcodes[function], FUNCTION | GRAPH_ARM), "{name}: %{function}");
            for op in walk::ops(body) {
                let row = ctx.registry().op(body.def(op)).row;
                for id in body.results(op).filter_map(|r| ids.values.get(&(symbol, r))) {
                    noted.insert(*id);
                    values += 1;
                    if row.set == 0 && row.opcode != NO_OPCODE {
                        assert_eq!(opcodes[id], row.opcode, "{name}: %{id}");
                    }
                }
            }
            let args = walk::blocks(body).flat_map(|b| body.args(b).to_vec());
            noted.extend(args.filter_map(|arg| ids.values.get(&(symbol, arg))));
        }
        let missing: Vec<_> = local.difference(&noted).collect();
        assert!(missing.is_empty(), "{name}: {missing:?}");
    }
    assert!(values > 10_000, "{values}");
}
