//! Tests of the generated tables: size, order, uniqueness and freshness

use spv_dialect::availability::{self, CapabilitySet, Missing, Needs};
use spv_dialect::generated::enums::{CAPABILITY, DIM, ENUMS, MEMORY_ACCESS, OPCODE, SCOPE, STORAGE_CLASS};
use spv_dialect::generated::extinst::SETS;
use spv_dialect::generated::ops::{ALIASES, CORE, Class, SHAPES};
use spv_dialect::generated::values::{capability, dim, memory_access, storage_class};
use spv_dialect::op;
use spv_dialect::sets::{find_set, set};
use spv_dialect::table::{core_index, core_row};
use spv_ir::dialect::{ABSENT, Arity, EnumDef, OpDef, OpRow, ParamKind, ResultKind};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[path = "../src/bin/generate/generator/mod.rs"]
#[allow(dead_code, missing_docs)]
mod generator;

#[path = "../src/bin/generate/typed/mod.rs"]
#[allow(dead_code, missing_docs)]
mod typed;

/// Returns the directory of the grammar, or `None` if it is not available.
fn grammar() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/grammar");
    let directory = std::env::var_os("SPV_GRAMMAR").map_or(beside, PathBuf::from);
    directory.join("spirv.core.grammar.json").exists().then_some(directory)
}

#[test]
fn tables_are_fresh() {
    let Some(directory) = grammar() else {
        println!("skipped: no grammar (set SPV_GRAMMAR to its directory)");
        return;
    };
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../asm/src/generated");
    generator::check(generator::generate(&directory).unwrap(), &target).unwrap();
}

#[test]
fn typed_names_are_fresh() {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated");
    generator::check(typed::generate().unwrap(), &target).unwrap();
}

/// Returns all grammar entries: core instructions and extended instructions.
fn rows() -> impl Iterator<Item = &'static OpRow> {
    CORE.iter().chain(SETS.iter().flat_map(|s| s.rows))
}

/// Returns all enumerations, including those of extended instruction sets.
fn enums() -> impl Iterator<Item = &'static EnumDef> {
    ENUMS.iter().chain(SETS.iter().flat_map(|s| s.enums)).copied().chain([&OPCODE])
}

#[test]
fn counts() {
    assert_eq!(CORE.len(), 876);
    assert_eq!(SHAPES.len(), CORE.len());
    assert_eq!(ALIASES.len(), 58);
    assert_eq!(ENUMS.len(), 58);
    assert_eq!(ENUMS.iter().map(|e| e.enumerants.len()).sum::<usize>(), 1110);
    assert_eq!(SETS.len(), 18);
    assert_eq!(SETS.iter().map(|s| s.rows.len()).sum::<usize>(), 546);
    assert_eq!(OPCODE.enumerants.len(), CORE.len());
    assert_eq!(OPCODE.names.len(), CORE.len() + ALIASES.len());
}

#[test]
fn rows_are_sorted_and_unique() {
    assert!(CORE.is_sorted_by(|a, b| a.opcode < b.opcode));
    for (set, number) in SETS.iter().zip(1..) {
        assert_eq!(set.number, number);
        assert!(set.rows.is_sorted_by(|a, b| a.opcode < b.opcode));
        assert!(set.rows.iter().all(|r| r.set == number && r.name.starts_with(set.prefix)));
    }
    let mut names = BTreeSet::new();
    for row in rows() {
        assert!(names.insert(row.name), "{}", row.name);
        let params: BTreeSet<&str> = row.params.iter().map(|p| p.name).collect();
        assert_eq!(params.len(), row.params.len(), "{}", row.name);
        assert!(params.iter().all(|p| is_snake(p)), "{}: {params:?}", row.name);
    }
    for (alias, name) in ALIASES {
        assert!(!names.contains(alias) && names.contains(name), "{alias}");
    }
}

fn is_snake(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

#[test]
fn params_are_well_formed() {
    for row in rows() {
        let optional = row.params.iter().skip_while(|p| p.name == "sym_name" || p.name == "type");
        let arities: Vec<Arity> = optional.map(|p| p.arity).collect();
        // An optional parameter must not precede a required parameter, and a variadic parameter must be last.
        assert!(
            arities.is_sorted_by_key(|a| match a {
                Arity::One => 0,
                Arity::Optional => 1,
                Arity::Variadic => 2,
            }),
            "{}",
            row.name
        );
        assert!(arities.iter().filter(|a| **a == Arity::Variadic).count() <= 1, "{}", row.name);
    }
    for def in enums() {
        let has_params = def.enumerants.iter().any(|e| !e.params.is_empty());
        assert_eq!(def.has_params, has_params, "{}", def.name);
    }
}

#[test]
fn enums_are_sorted_and_complete() {
    for def in enums() {
        assert!(def.enumerants.is_sorted_by(|a, b| a.value < b.value), "{}", def.name);
        assert!(def.names.is_sorted_by(|a, b| a.0 < b.0), "{}", def.name);
        for e in def.enumerants {
            assert_eq!(def.by_name(e.name), Some(e.value), "{}.{}", def.name, e.name);
            assert!(e.availability.capabilities.iter().all(|&c| CAPABILITY.by_value(c).is_some()));
        }
        assert!(def.names.iter().all(|(_, value)| def.by_value(*value).is_some()), "{}", def.name);
    }
    assert!(rows().all(|r| r.availability.capabilities.iter().all(|&c| CAPABILITY.by_value(c).is_some())));
}

#[test]
fn known_rows() {
    let load = core_row(op::LOAD).unwrap();
    assert_eq!((load.name, load.opcode, load.result), ("spv.Load", 61, ResultKind::One));
    assert_eq!(load.params.iter().map(|p| p.name).collect::<Vec<_>>(), ["pointer", "memory_access"]);
    assert!(matches!(load.params[1].kind, ParamKind::Enum(e) if std::ptr::eq(e, &MEMORY_ACCESS)));
    let shape = SHAPES[core_index(op::STORE).unwrap()];
    assert_eq!((shape.class, shape.result_type, shape.result_id), (Class::Memory, false, false));
    let string = SHAPES[core_index(op::STRING).unwrap()];
    assert_eq!((string.result_type, string.result_id), (false, true));
    assert_eq!(core_row(9).map(|r| r.name), None);
    assert_eq!(core_row(u32::MAX).map(|r| r.name), None);
    let atomic = core_row(op::ATOMIC_I_ADD).unwrap();
    assert!(matches!(atomic.params[1].kind, ParamKind::ConstEnum(e) if std::ptr::eq(e, &SCOPE)));
    let call = core_row(op::FUNCTION_CALL).unwrap();
    assert!(matches!(call.params[0].kind, ParamKind::Symbol) && call.result == ResultKind::Optional);
    let spec_op = core_row(op::SPEC_CONSTANT_OP).unwrap();
    assert!(matches!(spec_op.params[2].kind, ParamKind::Enum(e) if std::ptr::eq(e, &OPCODE)));
    assert!(ALIASES.contains(&("spv.ReadPipeBlockingINTEL", "spv.ReadPipeBlockingALTERA")));
}

#[test]
fn known_enumerants() {
    assert_eq!(STORAGE_CLASS.by_name("StorageBuffer"), Some(storage_class::STORAGE_BUFFER));
    assert_eq!(DIM.by_name("2D"), DIM.by_name("Dim2D"));
    assert_eq!(DIM.by_value(dim::DIM2D).unwrap().name, "Dim2D");
    assert_eq!(OPCODE.by_name("IAdd"), Some(op::I_ADD));
    assert_eq!(OPCODE.by_value(op::S_DOT).unwrap().name, "SDot");
    assert_eq!(OPCODE.by_name("SDotKHR"), Some(op::S_DOT));
    assert_eq!(MEMORY_ACCESS.by_name("NonPrivatePointerKHR"), MEMORY_ACCESS.by_name("NonPrivatePointer"));
    let present: Vec<_> = MEMORY_ACCESS.present(memory_access::VOLATILE | memory_access::ALIGNED).collect();
    assert_eq!(present.iter().map(|e| e.name).collect::<Vec<_>>(), ["Volatile", "Aligned"]);
    assert!(matches!(present[1].params[0].kind, ParamKind::Word));
}

#[test]
fn sets_by_name() {
    let prefix = |name: &str| find_set(name).map(|s| s.prefix);
    assert_eq!(prefix("GLSL.std.450"), Some("spv.GLSL."));
    assert_eq!(prefix("GLSL.std.451"), None);
    assert_eq!(prefix("OpenCL.DebugInfo.100"), Some("spv.OpenCLDebugInfo."));
    assert_eq!(prefix("OpenCL.DebugInfo.200"), None);
    assert_eq!(prefix("NonSemantic.ClspvReflection.5"), Some("spv.ClspvReflection."));
    assert_eq!(prefix("NonSemantic.Shader.DebugInfo.100"), Some("spv.DebugInfo."));
    assert_eq!(prefix("NonSemantic.Shader.DebugInfo.102"), Some("spv.DebugInfo101."));
    assert_eq!(prefix("NonSemantic.Unheard.1"), None);
    assert_eq!(prefix("NonSemantic.DebugPrintf"), Some("spv.DebugPrintf."));
    assert_eq!(set(0).map(|s| s.prefix), None);
    assert_eq!(set(op::set::OCL).unwrap().row(op::ocl::S_ABS).unwrap().name, "spv.OCL.s_abs");
}

#[test]
fn availability_is_met_or_not() {
    let capabilities: CapabilitySet = [capability::GEOMETRY].into_iter().collect();
    assert!(capabilities.contains(capability::SHADER) && capabilities.contains(capability::MATRIX));
    assert!(!capabilities.contains(capability::KERNEL));
    assert!(!CapabilitySet::default().insert(u32::MAX));

    let none = |_: &str| false;
    let missing =
        |e: &_, version, has: &dyn Fn(&str) -> bool| availability::missing(e, version, &capabilities, has);
    let entry = STORAGE_CLASS.by_value(storage_class::STORAGE_BUFFER).unwrap().availability;
    assert_eq!(missing(&entry, 0x10300, &none), None);
    assert!(matches!(missing(&entry, 0x10000, &none), Some(Missing::Version(Some(0x10300), _))));
    assert_eq!(missing(&entry, 0x10000, &|e| e == "SPV_KHR_storage_buffer_storage_class"), None);
    let removed = core_row(op::LESS_OR_GREATER).unwrap().availability;
    assert_eq!(
        availability::missing(&removed, 0x10600, &[capability::KERNEL].into_iter().collect(), none),
        Some(Missing::Removed(0x10500))
    );

    // Check the requirements of the op `spv.Load "Function" %p ["MakePointerVisible"]`.
    let load = OpDef::new(core_row(op::LOAD).unwrap());
    let mut needs = Needs::default();
    availability::of_op(&load, &[memory_access::MAKE_POINTER_VISIBLE, 0]).for_each(|e| needs.add(e));
    assert_eq!(needs.version, 0x10000);
    assert_eq!(needs.capabilities, [[capability::VULKAN_MEMORY_MODEL]]);
    assert_eq!(needs.extensions, [(Some(0x10500), &["SPV_KHR_vulkan_memory_model"][..])]);
    assert_eq!(availability::of_op(&load, &[ABSENT, 0]).count(), 1);
}
