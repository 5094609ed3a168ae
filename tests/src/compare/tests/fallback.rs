//! Tests with modules that rspirv cannot load as a whole

use super::super::read::{Words, parse};
use super::super::{raw, report};
use super::asm::assemble;
use super::{edit, show};
use crate::tools::{read_words, shared_corpus};

/// A module that rspirv cannot load. It contains `OpConstantDataKHR`, `OpFreezeKHR`, an unknown decoration, and a
/// 64-bit switch on a value defined after it.
const NEW: &str = r#"
OpCapability 1
OpCapability 5
OpMemoryModel 0 1
OpName %f "f"
OpDecorate %data 60001 7 8
%void = OpTypeVoid
%int = OpTypeInt 32 1
%long = OpTypeInt 64 1
%bool = OpTypeBool
%two = OpConstant %int 2
%v2 = OpTypeVector %int 2
%array = OpTypeArray %v2 %two
%fn = OpTypeFunction %int %int %long
%data = Op#5147 %array 1 2 3 4
%spec = OpSpecConstantComposite %v2 %two %two
%specs = OpSpecConstantComposite %array %spec %spec
%part = OpSpecConstantOp %int 81 %specs 1 0
%f = OpFunction %int 0 %fn
%x = OpFunctionParameter %int
%y = OpFunctionParameter %long
%entry = OpLabel
%frozen = Op#5159 %int %x
%sum = OpIAdd %int %frozen %part
Op#60000 %sum 5 %x
OpSelectionMerge %last 0
OpSwitch %y %last 1 2 %case 5 0 %last
%case = OpLabel
Op#5121 %int %sum
%last = OpLabel
OpReturnValue %sum
OpFunctionEnd
"#;

fn found(edits: &[(&str, &str)]) -> String {
    let report = report(&assemble(NEW), &assemble(&edit(NEW, edits)), true);
    assert!(report.fallback.is_some());
    assert_eq!(report.opaque.into_iter().collect::<Vec<_>>(), [71, 60000]);
    show(&report.differences)
}

#[test]
fn new_instructions() {
    assert_eq!(found(&[]), "");
    // Moving the OpName renumbers all ids, because ids are numbered by first use.
    assert_eq!(
        found(&[("OpName %f \"f\"\n", ""), ("OpDecorate %data", "OpName %f \"f\"\nOpDecorate %data")]),
        ""
    );
    let losses = [
        ("%array 1 2 3 4", "%array 1 2 3 5"),
        ("%array 1 2 3 4", "%array 1 2 3"),
        ("%frozen = Op#5159 %int %x", "%frozen = Op#5159 %int %two"),
        ("%specs 1 0", "%specs 1 1"),
        ("1 2 %case", "2 1 %case"),
        ("5 0 %last", "5 0 %case"),
        ("Op#5121 %int %sum", "Op#5121 %int %frozen"),
        ("Op#60000 %sum 5 %x", "Op#60000 %sum 4 %x"),
        ("Op#60000 %sum 5 %x", "Op#60000 %frozen 5 %x"),
        ("Op#60000 %sum 5 %x", "Op#60000 %sum 5"),
        ("60001 7 8", "60001 7 9"),
        ("60001 7 8", "60001 7"),
        (
            "%specs = OpSpecConstantComposite %array %spec %spec",
            "%specs = OpSpecConstantComposite %array %spec",
        ),
    ];
    for loss in losses {
        assert_ne!(found(&[loss]), "", "{loss:?}");
    }
}

#[test]
fn both_readers_agree() {
    let texts = [super::module::SHADER, super::control::LOOP, super::debug::SCOPES];
    let own = texts.iter().map(|text| assemble(text));
    let real = shared_corpus().into_iter().flatten().step_by(5).map(|path| read_words(&path));
    for words in own.chain(real) {
        let whole = parse(&words).expect("rspirv reads it");
        let (single, opaque) = raw::read(&Words::new(&words).expect("it is well-formed"));
        assert!(opaque.is_empty());
        for (inst, other) in whole.iter().zip(&single) {
            assert_eq!(inst, other);
        }
        assert_eq!(whole.len(), single.len());
    }
}

#[test]
fn instructions_that_rspirv_has_wrong() {
    let text = r#"
OpCapability 1
OpCapability 5
OpMemoryModel 0 1
%int = OpTypeInt 32 1
%pair = OpTypeVector %int 4
%fn = OpTypeFunction %int %int %int %int %int
%f = OpFunction %int 0 %fn
%a = OpFunctionParameter %int
%b = OpFunctionParameter %int
%c = OpFunctionParameter %int
%d = OpFunctionParameter %int
%e = OpLabel
%v = OpCompositeConstruct %pair %a %b %c %d
Op#5946 %a %b %c %d
Op#5947 %a %b %c %d
Op#5304 %a %b %c %d
OpReturnValue %a
OpFunctionEnd
"#;
    let found = |edits: &[(&str, &str)]| {
        let report = report(&assemble(text), &assemble(&edit(text, edits)), true);
        assert!(report.opaque.is_empty());
        show(&report.differences)
    };
    assert_eq!(found(&[]), "");
    assert_eq!(found(&[("%pair %a %b %c %d", "%pair %a\nOp#6096 %b\nOp#6096 %c %d")]), "");
    assert_eq!(found(&[("%pair %a %b %c %d", "%pair %a\nOp#6096 %b %c %d")]), "");
    for loss in [
        ("%pair %a %b %c %d", "%pair %a\nOp#6096 %b\nOp#6096 %d %c"),
        ("%pair %a %b %c %d", "%pair %a %b\nOp#6096 %b %d"),
        ("Op#5946 %a %b", "Op#5946 %b %a"),
        ("Op#5947 %a %b %c %d", "Op#5947 %a %b %d %c"),
        ("Op#5304 %a %b %c %d", "Op#5304 %a %b %c %d %a"),
    ] {
        assert_ne!(found(&[loss]), "", "{loss:?}");
    }
}

/// Checks instructions on which rspirv panics: an `OpSpecConstantOp` that wraps `OpSwitch`, `OpConstant` or
/// `OpSpecConstantOp`.
#[test]
fn specialization_of_what_has_operands_by_context() {
    let text = r#"
OpCapability 1
OpCapability 5
OpMemoryModel 0 1
%int = OpTypeInt 32 1
%two = OpConstant %int 2
%part = OpSpecConstantOp %int 251 %two 7
"#;
    let found = |edits: &[(&str, &str)]| {
        let report = report(&assemble(text), &assemble(&edit(text, edits)), true);
        assert!(report.fallback.is_some());
        show(&report.differences)
    };
    assert_eq!(found(&[]), "");
    for loss in [("251 %two 7", "251 %two 8"), ("251", "43"), ("251", "52"), ("251 %two", "251 %int")] {
        assert_ne!(found(&[loss]), "", "{loss:?}");
    }
}
