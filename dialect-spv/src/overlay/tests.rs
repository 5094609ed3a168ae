use super::*;
use crate::generated::ops::CORE;
use crate::table::core_index;
use std::collections::BTreeSet;

fn find(ops: &[OpDef], name: &str) -> OpDef {
    *ops.iter().find(|d| d.row.name == name).unwrap_or_else(|| panic!("{name} is no op"))
}

#[test]
fn ops_are_all_rows_but_those_listed() {
    let ops = &OPS[..INSTRUCTIONS];
    let names: BTreeSet<&str> = ops.iter().map(|d| d.row.name).collect();
    assert_eq!(names.len(), ops.len());
    let not_ops: BTreeSet<u32> = NOT_OPS.iter().copied().collect();
    assert_eq!(not_ops.len(), NOT_OPS.len());
    for row in CORE {
        let listed = not_ops.contains(&row.opcode) || row.name.starts_with("spv.Type");
        assert_eq!(names.contains(row.name), !listed, "{}", row.name);
    }
    assert!(NOT_OPS.iter().all(|&opcode| core_index(opcode).is_some()));
}

/// Checks that the traits of each op are consistent with its grammar entry.
#[test]
fn traits_fit_rows() {
    for def in &OPS[..INSTRUCTIONS] {
        let (row, traits) = (def.row, def.traits);
        let values =
            row.params.iter().filter(|p| matches!(p.kind, spv_ir::dialect::ParamKind::Value)).count();
        if traits.contains(Traits::COMMUTATIVE) {
            assert_eq!(values, 2, "{}", row.name);
        }
        if traits.intersects(Traits::SAME_TYPE | Traits::COMPARISON) {
            assert!(values >= 1 && row.result == spv_ir::dialect::ResultKind::One, "{}", row.name);
        }
        if traits.contains(Traits::PURE) {
            assert!(!traits.intersects(Traits::READS | Traits::WRITES | Traits::ABORTS), "{}", row.name);
        }
        // In functions, the result of a debug info instruction is optional.
        if traits.contains(Traits::PURE) && !traits.contains(Traits::DEBUG_INFO) {
            assert_eq!(row.result, spv_ir::dialect::ResultKind::One, "{}", row.name);
        }
        if traits.contains(Traits::TERMINATOR) {
            assert_eq!(row.result, spv_ir::dialect::ResultKind::None, "{}", row.name);
        }
        let symbolic = row.params.first().is_some_and(|p| p.name == "sym_name");
        assert_eq!(traits.contains(Traits::SYMBOLIC), symbolic, "{}", row.name);
        let module_only = traits.contains(Traits::MODULE_ONLY);
        assert!(!module_only || traits.contains(Traits::MODULE_SCOPE), "{}", row.name);
        // Without a symbol, a function cannot refer to a module-level result, except in extended instruction sets.
        assert!(row.set != 0 || !module_only || symbolic || row.result == spv_ir::dialect::ResultKind::None);
    }
}

#[test]
fn spot_checks() {
    let ops = &OPS;
    let traits = |name| find(ops, name).traits - Traits::DIALECT_CHECK_BY_SIGNATURE;
    assert_eq!(traits("spv.IAdd"), Traits::PURE | Traits::COMMUTATIVE | Traits::SAME_TYPE);
    assert_eq!(traits("spv.ISub"), Traits::PURE | Traits::SAME_TYPE);
    assert_eq!(traits("spv.FOrdLessThan"), Traits::PURE | Traits::COMPARISON);
    assert_eq!(traits("spv.Load"), Traits::READS);
    assert_eq!(traits("spv.FunctionCall"), Traits::RESOLVES);
    assert_eq!(traits("spv.Kill"), Traits::TERMINATOR | Traits::ABORTS);
    assert_eq!(traits("spv.ImageSampleImplicitLod"), Traits::READS | Traits::CONVERGENT);
    assert_eq!(traits("spv.GLSL.FMax"), Traits::PURE | Traits::COMMUTATIVE | Traits::SAME_TYPE);
    assert_eq!(traits("spv.GLSL.Modf"), Traits::WRITES);
    assert_eq!(traits("spv.OCL.sincos"), Traits::WRITES);
    assert_eq!(traits("spv.OCL.native_sin"), Traits::PURE | Traits::SAME_TYPE);
    let weak = Traits::SYMBOLIC | Traits::MODULE_SCOPE | Traits::WEAK_USES;
    assert_eq!(traits("spv.DebugPrintf.DebugPrintf"), weak);
    assert_eq!(traits("spv.OpenCLDebugInfo.DebugTypeBasic"), weak | Traits::PURE | Traits::DEBUG_INFO);
    let definition = Traits::SYMBOLIC | Traits::MODULE_SCOPE | Traits::MODULE_ONLY;
    assert_eq!(traits("spv.SpecConstantOp"), definition);
    assert_eq!(traits("spv.UntypedVariableKHR"), Traits::SYMBOLIC | Traits::MODULE_SCOPE);
}

/// Checks that ops other than instructions have exactly the traits of their overlay entries.
#[test]
fn traits_of_structure_ops() {
    let ops = &OPS[INSTRUCTIONS..];
    for (row, entry) in structure::ENTRIES {
        let def = ops.iter().find(|def| std::ptr::eq(def.row, *row)).expect("each entry is an op");
        assert_eq!(def.traits, entry.traits, "{}", row.name);
    }
    let traits = |name| find(ops, name).traits - Traits::DIALECT_CHECK_BY_SIGNATURE;
    assert_eq!(traits("spv.GlobalVariable"), Traits::SYMBOL | Traits::MODULE_ONLY | Traits::RESOLVES);
    assert_eq!(traits("spv.SpecConstant"), Traits::SYMBOL | Traits::MODULE_ONLY);
}
