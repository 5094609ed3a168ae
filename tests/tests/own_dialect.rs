//! Test of the example program that adds a dialect with its lowering

#[path = "../../spv-opt/examples/own_dialect.rs"]
mod own_dialect;

use spv_tests::tools::{Peer, spirv_val};

#[test]
fn a_kernel_of_the_dialect_is_lowered() {
    let words = own_dialect::compile(own_dialect::KERNEL).expect("the kernel is right");
    if Peer::SpirvVal.find().is_some() {
        spirv_val(&words, "vulkan1.1").expect("the module is valid");
    }
}

#[test]
fn what_cannot_be_lowered_names_op_and_pattern() {
    let wide = own_dialect::KERNEL.replace("%r = acme.average %a, %b : i32", "%w = arith.uitofp %a : i32 to f64\n    %r = acme.average %w, %w : f64\n    %n = arith.fptoui %r : f64 to i32").replace("store %r", "store %n");
    let error = own_dialect::compile(&wide).expect_err("the target has no 64-bit floats");
    assert!(error.contains("'f64' requires the capability Float64, which the target lacks"), "{error}");
    let narrow = own_dialect::KERNEL
        .replace("%r = acme.average %a, %b : i32", "%c = arith.cmpi eq, %a, %b : i32\n    %r = acme.average %c, %c : i1\n    %n = arith.extui %r : i1 to i32")
        .replace("store %r", "store %n");
    let error = own_dialect::compile(&narrow).expect_err("the lowering refuses it");
    assert!(error.contains("failed to legalize operation 'acme.average'"), "{error}");
    assert!(error.contains("pattern 'average of unsigned integers': only i32 is supported"), "{error}");
}
