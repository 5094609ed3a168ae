//! Tests of `stat` over the shared corpus and `tests/corpus`: its totals match the binary

use spv_opt::tools::stat::{Section, stat};
use spv_tests::tools;

#[test]
fn sums_are_those_of_the_binary() {
    let own = tools::own_corpus().into_iter().map(|module| module.path);
    for path in own.chain(tools::shared_corpus().unwrap_or_default()) {
        let module = spv_opt::import(&spv_opt::context(), &tools::read_words(&path)).expect("it is valid");
        let words = spv_opt::export(&module).expect("it was imported");
        let statistics = stat(&module).expect("there is one module");
        let name = path.display();
        assert_eq!(statistics.bytes, words.len() * 4, "{name}");
        assert_eq!(statistics.sections.values().sum::<usize>(), statistics.bytes, "{name}");
        assert_eq!(statistics.by_name.values().sum::<usize>(), statistics.instructions, "{name}");
        let of_functions: usize = statistics.functions.iter().map(|function| function.bytes).sum();
        let section = statistics.sections.get(&Section::Functions).copied().unwrap_or(0);
        // Instructions between functions belong to the functions section, but to no function.
        assert!(of_functions <= section, "{name}");
        assert_eq!(
            statistics.functions.iter().map(|function| function.blocks).sum::<usize>(),
            statistics.by_name.get("OpLabel").copied().unwrap_or(0),
            "{name}"
        );
        let names = statistics.functions.iter().all(|function| !function.symbol.is_empty());
        assert!(names, "{name}: {:?}", statistics.functions);
    }
}
