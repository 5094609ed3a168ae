//! Round-trip tests of the binary corpora

use crate::export::{ExportOptions, export_module};
use crate::import::import_bytes;
use std::path::Path;

/// Checks that re-importing and re-exporting an exported module yields the same words.
#[test]
fn export_is_stable() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus/bin");
    let Ok(files) = std::fs::read_dir(directory) else { return };
    let mut paths: Vec<_> = files.flatten().map(|f| f.path()).collect();
    paths.sort();
    for path in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "spv")) {
        let name = path.display();
        let bytes = std::fs::read(path).expect("the file can be read");
        let export = |bytes: &[u8]| {
            let module =
                import_bytes(&spv_dialect::context(), bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
            export_module(&module, &ExportOptions::default()).unwrap_or_else(|e| panic!("{name}: {e:?}"))
        };
        let first = export(&bytes);
        assert_eq!(first.words, export(&first.bytes()).words, "{name}");
    }
}
