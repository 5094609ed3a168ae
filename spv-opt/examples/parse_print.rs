//! Reads a module from MLIR text, verifies it, and prints it, or shows errors with their source lines
//!
//!     cargo run -p spv-opt --example parse_print

const TEXT: &str = r#"
spv.module Logical GLSL450 requires #spv.vce<v1.0, [Shader, Linkage], []> {
  spv.func @twice(%x: f32) -> f32 "None" {
    %y = spv.FAdd %x, %x : f32
    spv.ReturnValue %y : f32
  }
}
"#;

fn main() {
    // The context owns types, attributes and names.
    let ctx = spv_opt::context();
    let module = spv_opt::parse(&ctx, TEXT).and_then(|module| {
        spv_opt::verify(&module)?;
        Ok(module)
    });
    match module {
        Ok(module) => print!("{}", spv_opt::print(&module)),
        Err(list) => {
            let source = spv_opt::Source { file: "TEXT", text: TEXT, ctx: Some(&ctx) };
            eprint!("{}", spv_opt::render(&list, source));
            std::process::exit(1);
        }
    }
}
