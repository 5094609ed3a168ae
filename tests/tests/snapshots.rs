//! Snapshots of the MLIR text of representative corpus modules

use spv_tests::tools;
use std::path::Path;

fn text(module: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/bin").join(format!("{module}.spv"));
    let ctx = spv_opt::context();
    let module = spv_opt::import(&ctx, &tools::read_words(&path)).expect("the module is valid");
    spv_opt::print(&module)
}

macro_rules! snapshots {
    ($($name:ident = $module:literal;)*) => {
        $(
            #[test]
            fn $name() {
                insta::with_settings!({ omit_expression => true }, {
                    insta::assert_snapshot!(text($module));
                });
            }
        )*
    };
}

snapshots! {
    vertex = "multiview";
    fragment = "julia";
    compute = "workgroup_size";
    mesh = "mesh_nv";
    ray_generation = "raygen";
    kernel = "saxpy";
    debug_lines = "alpha.g";
    debug_info = "printf.gVS";
    spec_constants = "spec_op_shader";
    phis = "phis";
    exits = "exits";
    fused_blocks = "fused_blocks";
    unreached_blocks = "unreached_blocks";
    switches = "switches";
    names = "names";
    non_semantic = "nonsemantic";
}
