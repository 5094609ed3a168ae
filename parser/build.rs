//! Build script that generates parsers from the LALRPOP grammars

fn main() {
    println!("cargo::rerun-if-changed=src/grammar.lalrpop");
    let mut config = lalrpop::Configuration::new();
    config.use_cargo_dir_conventions().emit_rerun_directives(true);
    config.process_file("src/grammar.lalrpop").expect("the grammar is valid");
}
