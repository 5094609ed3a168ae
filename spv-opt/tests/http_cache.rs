//! Tests that `spv-opt batch` produces correct outputs with an HTTP cache, even if the server misbehaves

mod batches;
mod cache_server;

use batches::{command, scratch};
use cache_server::{Behaviour, Server};
use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Output, Stdio};

/// Number of modules in the batch.
const MODULES: usize = 40;

fn start(directory: &Path, out: &str, cache: &str) -> Child {
    let mut command = command(directory, out, cache);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the tool starts")
}

/// Runs a batch in `directory` with the output directory `out`. Returns its summary and its warnings.
fn run(directory: &Path, out: &str, cache: &str) -> (String, String) {
    let Output { status, stdout, stderr } = start(directory, out, cache).wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is UTF-8");
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert!(status.success(), "{stderr}");
    (stdout, stderr)
}

fn outputs(directory: &Path, out: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory.join(out)).expect("the directory is there");
    let named = entries.map(|entry| entry.expect("it can be read").path());
    let spv = named.filter(|path| path.extension().is_some_and(|extension| extension == "spv"));
    let name = |path: &Path| path.file_name().expect("it has a name").to_string_lossy().into_owned();
    spv.map(|path| (name(&path), fs::read(path).expect("it can be read"))).collect()
}

#[test]
fn a_second_run_takes_all_from_the_server() {
    let (directory, server) = (scratch("http-second", MODULES), Server::start());
    let (summary, warnings) = run(&directory, "first", &server.address);
    assert!(summary.starts_with("40 modules, 0 failed, ") && !summary.contains("from"), "{summary}");
    assert_eq!((warnings.as_str(), server.hits()), ("", 0));
    // In Bazel's protocol, each module has an action result, which refers to the content by hash.
    let entries = server.entries();
    let count = |kind| entries.keys().filter(|path| path.starts_with(kind)).count();
    assert_eq!((count("/cache/ac/"), count("/cache/cas/"), entries.len()), (MODULES, MODULES, 2 * MODULES));
    let last = |path: &str| path.rsplit('/').next().map(str::to_owned);
    assert!(entries.keys().all(|path| last(path).is_some_and(|hash| hash.len() == 64)));
    let (summary, _) = run(&directory, "second", &format!("{}/", server.address));
    assert!(summary.ends_with(", 40 from the cache\n"), "{summary}");
    assert_eq!(server.hits(), 2 * MODULES);
    assert_eq!(outputs(&directory, "first"), outputs(&directory, "second"));
    let (summary, _) = run(&directory, "second", &server.address);
    assert!(summary.ends_with(", 40 from an earlier run\n"), "{summary}");
    assert_eq!(server.requests(), 2 * MODULES * 2 + MODULES);
}

#[test]
fn whatever_the_server_does_the_outputs_are_right() {
    let (directory, server) = (scratch("http-faults", MODULES), Server::start());
    run(&directory, "whole", &server.address);
    let whole = outputs(&directory, "whole");
    for (behaviour, warning) in [
        (Behaviour::Corrupts, "the content does not match its hash"),
        (Behaviour::Fails, "the server responded with 500"),
        (Behaviour::Breaks, "spv-opt: warning: cache: http://127.0.0.1:"),
    ] {
        let out = format!("{behaviour:?}");
        server.set(behaviour);
        server.requests();
        let (summary, warnings) = run(&directory, &out, &server.address);
        assert!(!summary.contains("from"), "{behaviour:?}: {summary}");
        assert!(warnings.contains(warning), "{behaviour:?}: {warnings}");
        // Only the first warnings are printed, followed by their total number.
        assert!(warnings.lines().count() <= 6, "{warnings}");
        assert!(warnings.contains("the cache failed "), "{warnings}");
        assert_eq!(outputs(&directory, &out), whole, "{behaviour:?}");
        if behaviour == Behaviour::Fails {
            assert!(server.requests() < MODULES, "a server that fails is left alone");
        }
    }
    // The run has replaced the corrupt cache entries.
    server.set(Behaviour::Works);
    let (summary, warnings) = run(&directory, "again", &server.address);
    assert!(summary.ends_with(", 40 from the cache\n") && warnings.is_empty(), "{summary}{warnings}");
}

#[test]
fn a_server_that_is_down() {
    let directory = scratch("http-down", MODULES);
    let port =
        TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("there is one");
    let (summary, warnings) = run(&directory, "out", &format!("http://{port}"));
    assert!(summary.starts_with("40 modules, 0 failed, "), "{summary}");
    assert!(warnings.contains(&format!("spv-opt: warning: cache: http://{port}/ac/")), "{warnings}");
    assert_eq!(outputs(&directory, "out").len(), MODULES);
    for address in ["https://127.0.0.1/", "ftp://127.0.0.1/"] {
        let Output { status, stderr, .. } =
            start(&directory, "out", address).wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&stderr);
        assert!(!status.success() && stderr.contains("is not a cache address"), "{stderr}");
    }
}

/// Runs four processes concurrently with a shared cache, on a server and in a directory.
#[test]
fn concurrent_processes() {
    let (directory, server) = (scratch("http-concurrent", MODULES), Server::start());
    for (kind, cache) in [("server", server.address.as_str()), ("directory", "cache")] {
        let names = [1, 2, 3, 4].map(|number| format!("{kind}{number}"));
        let all: Vec<Child> = names.iter().map(|name| start(&directory, name, cache)).collect();
        for child in all {
            let Output { status, stderr, .. } = child.wait_with_output().expect("it ends");
            assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        }
        for name in &names {
            assert_eq!(outputs(&directory, name), outputs(&directory, "server1"), "{name}");
        }
        let (summary, _) = run(&directory, &format!("{kind}5"), cache);
        assert!(summary.ends_with(", 40 from the cache\n"), "{summary}");
    }
    assert_eq!(server.entries().len(), 2 * MODULES);
}

/// Checks that corrupt content in a cache directory is detected.
#[test]
fn a_damaged_directory() {
    let directory = scratch("http-directory", MODULES);
    run(&directory, "whole", "cache");
    let cas = directory.join("cache/cas");
    for entry in fs::read_dir(&cas).expect("it is there") {
        for file in fs::read_dir(entry.expect("it can be read").path()).expect("it is there") {
            fs::write(file.expect("it can be read").path(), "damaged").expect("it can be written");
        }
    }
    let (summary, warnings) = run(&directory, "again", "cache");
    assert!(!summary.contains("from") && warnings.contains("does not match its hash"), "{summary}{warnings}");
    assert_eq!(outputs(&directory, "again"), outputs(&directory, "whole"));
    assert!(run(&directory, "third", "cache").0.ends_with(", 40 from the cache\n"));
}
