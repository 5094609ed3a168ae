//! Tests of `batch`: sharded, cached and interrupted runs produce the same results as a single run

use spv_opt::ir::Threads;
use spv_opt::tools::batch::{
    Batch, Cache, Database, DatabaseError, Input, Job, Outcome, Recipe, Record, Results, Shard,
    jobs_of_database, jobs_of_directory, jobs_of_manifest, merge, write_database,
};
use spv_tests::tools;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn scratch(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("batch-{name}"));
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("the directory can be emptied");
    }
    fs::create_dir_all(directory.join("in/sub")).expect("the directory can be made");
    directory
}

/// Writes the input files: some corpus modules, one in a subdirectory, and an invalid file.
fn inputs(directory: &Path) {
    for (i, module) in tools::own_corpus().into_iter().take(12).enumerate() {
        let to = if i == 0 { "in/sub/first.spv".to_owned() } else { format!("in/{i}.spv") };
        fs::copy(&module.path, directory.join(to)).expect("the file can be copied");
    }
    fs::write(directory.join("in/bad.spv"), [3, 2, 35, 7]).expect("the file can be written");
    fs::write(directory.join("in/notes.txt"), "no module").expect("the file can be written");
}

fn file(job: &Job) -> &PathBuf {
    match &job.input {
        Input::File(path) => path,
        Input::Entry(..) => panic!("{} is no file", job.name),
    }
}

/// Runs a batch whose pipeline copies modules. Returns the records, and the number of processed modules.
fn run(jobs: &[Job], results: &Path, cache: Option<&Cache>, pipeline: &str) -> (Vec<Record>, usize) {
    let worked = AtomicUsize::new(0);
    let work = |_: &Job, bytes: &[u8]| {
        worked.fetch_add(1, Ordering::Relaxed);
        let ctx = spv_opt::context();
        let module = spv_opt::import_bytes(&ctx, bytes).map_err(|errors| errors.to_string())?;
        let words = spv_opt::export(&module).map_err(|errors| errors.to_string())?;
        Ok(tools::to_bytes(&words))
    };
    let recipe = Recipe { pipeline: pipeline.to_owned(), ..Default::default() };
    let executor = Threads::available();
    let batch = Batch { recipe: &recipe, work: &work, cache, executor: &executor, observer: &|_| {} };
    let results = Results::open(results).expect("the list can be opened");
    (batch.run(jobs, &results).expect("the files can be written"), worked.into_inner())
}

#[test]
fn a_second_run_has_nothing_to_do() {
    let directory = scratch("second");
    inputs(&directory);
    let jobs =
        jobs_of_directory(&directory.join("in"), &directory.join("out")).expect("the directory is there");
    assert_eq!(jobs.len(), 13, "{jobs:?}");
    let list = directory.join("out/results.jsonl");
    let (first, worked) = run(&jobs, &list, None, "");
    assert_eq!(worked, 13);
    let failed: Vec<&str> = first
        .iter()
        .filter(|record| matches!(record.outcome, Outcome::Failed { .. }))
        .map(|record| record.input.as_str())
        .collect();
    assert_eq!(failed, ["bad.spv"]);
    assert!(directory.join("out/sub/first.spv").is_file());
    let text = fs::read(&list).expect("the list is there");

    // Only modules that failed are processed again.
    let (second, worked) = run(&jobs, &list, None, "");
    assert_eq!((worked, &second), (1, &first));
    assert_eq!(fs::read(&list).expect("the list is there"), text);

    // Changing the pipeline causes all modules to be processed again.
    assert_eq!(run(&jobs, &list, None, "other").1, 13);
    fs::remove_file(&jobs[0].output).expect("the output is there");
    assert_eq!(run(&jobs, &list, None, "other").1, 2);
    fs::copy(file(&jobs[0]), file(&jobs[1])).expect("the file can be copied");
    assert_eq!(run(&jobs, &list, None, "other").1, 2);
}

/// Checks that a run continues after a result list with an incomplete last line, as `kill -9` leaves it.
#[test]
fn an_interrupted_run_is_continued() {
    let directory = scratch("interrupted");
    inputs(&directory);
    let jobs =
        jobs_of_directory(&directory.join("in"), &directory.join("out")).expect("the directory is there");
    let list = directory.join("out/results.jsonl");
    let (whole, _) = run(&jobs, &list, None, "");
    let text = fs::read_to_string(&list).expect("the list is there");
    let lines: Vec<&str> = text.lines().collect();
    let cut = format!("{}\n{}", lines[..5].join("\n"), &lines[5][..lines[5].len() / 2]);
    fs::write(&list, cut).expect("the list can be written");
    let (again, worked) = run(&jobs, &list, None, "");
    let known = whole[..5].iter().filter(|record| record.bytes().is_some()).count();
    assert_eq!((worked, &again), (13 - known, &whole));
    assert_eq!(fs::read_to_string(&list).expect("the list is there"), text);
    // A new record must not be appended to the incomplete line.
    fs::OpenOptions::new()
        .append(true)
        .open(&list)
        .and_then(|mut f| f.write_all(b"{\"inp"))
        .expect("it is there");
    drop(Results::open(&list).expect("the list can be opened"));
    assert!(fs::read_to_string(&list).expect("the list is there").ends_with("{\"inp\n"));
}

#[test]
fn shards_give_what_one_run_gives() {
    let directory = scratch("shards");
    inputs(&directory);
    let cache = Cache::open(&directory.join("cache").to_string_lossy()).expect("the directory can be made");
    let jobs =
        jobs_of_directory(&directory.join("in"), &directory.join("out")).expect("the directory is there");
    let one = directory.join("one.jsonl");
    let (whole, worked) = run(&jobs, &one, Some(&cache), "");
    assert_eq!(worked, 13);
    let mut lists = Vec::new();
    for number in 1..=3 {
        let shard = Shard::parse(&format!("{number}/3")).expect("it is one");
        let list = directory.join(format!("shard-{number}.jsonl"));
        let part = shard.of(jobs.clone());
        // The cache contains all results except those of failed modules.
        let failures = part.iter().filter(|job| job.name == "bad.spv").count();
        assert_eq!(run(&part, &list, Some(&cache), "").1, failures);
        lists.push(list);
    }
    let merged = merge(&lists, &directory.join("merged.jsonl")).expect("the lists are there");
    assert_eq!(merged, whole);
    assert_eq!(fs::read(directory.join("merged.jsonl")).expect("written"), fs::read(one).expect("written"));
    assert_eq!([Shard::parse("0/3"), Shard::parse("4/3"), Shard::parse("1")], [None; 3]);
}

#[test]
fn lists_of_inputs() {
    let directory = scratch("lists");
    let list = directory.join("list.jsonl");
    fs::write(&list, "{\"input\": \"in/a.spv\"}\n\n{\"input\": \"b.spv\", \"output\": \"c/d.spv\"}\n")
        .expect("written");
    let jobs = jobs_of_manifest(&list, Path::new("out")).expect("the list is right");
    let outputs: Vec<_> = jobs.iter().map(|job| job.output.clone()).collect();
    assert_eq!(outputs, [PathBuf::from("out/a.spv"), PathBuf::from("out/c/d.spv")]);
    assert_eq!(*file(&jobs[0]), directory.join("in/a.spv"));
    fs::write(&list, "{\"input\": \"a\"}\n{\"output\": \"b\"}\n").expect("written");
    let error = jobs_of_manifest(&list, Path::new("out")).expect_err("a line is wrong").to_string();
    assert!(error.ends_with("list.jsonl:2: missing field `input` at line 1 column 15"), "{error}");
}

/// A Fossilize database with two modules, the first of which is uncompressed, and an entry that is not a module.
/// Created with zlib.
const DATABASE: &[u8] = include_bytes!("data/two_modules.foz");

#[test]
fn databases() {
    let directory = scratch("database");
    let path = directory.join("two.foz");
    fs::write(&path, DATABASE).expect("written");
    let (jobs, database) = jobs_of_database(&path, &directory.join("out")).expect("it is a database");
    let hashes: Vec<&str> = database.modules().collect();
    assert_eq!(hashes, ["00000000deadbeef", "0123456789abcdef"]);
    assert_eq!(jobs[0].name, "two.foz:00000000deadbeef");
    let words = tools::read_words(&tools::own_corpus()[0].path);
    assert_eq!(database.module(hashes[0]), Some(Ok(tools::to_bytes(&words))));
    let (records, _) = run(&jobs, &directory.join("out/results.jsonl"), None, "");
    assert!(records.iter().all(|record| record.bytes().is_some()), "{records:?}");

    // The output database contains all entries in order, with the optimized modules.
    write_database(&database, &jobs, &directory.join("out/two.foz"), &Threads::available()).expect("written");
    let bytes = fs::read(directory.join("out/two.foz")).expect("it is there");
    let again = Database::read(bytes.clone()).expect("it is a database");
    assert_eq!(again.modules().collect::<Vec<_>>(), hashes);
    for job in &jobs {
        let Input::Entry(_, hash) = &job.input else { panic!("{job:?}") };
        assert_eq!(again.module(hash), Some(Ok(fs::read(&job.output).expect("it is there"))));
    }
    // The first entry is not a module. It follows 16 bytes of magic number and consists of a 56-byte header and the
    // contents.
    let size = u32::from_le_bytes(DATABASE[56..60].try_into().expect("four bytes")) as usize;
    assert_eq!(bytes[..72 + size], DATABASE[..72 + size]);
}

#[test]
fn damaged_databases() {
    let hash = "0123456789abcdef";
    // An incomplete entry at the end is ignored, wherever the file is truncated.
    for length in 16..DATABASE.len() {
        let database = Database::read(DATABASE[..length].to_vec()).expect("the magic number is there");
        assert!(database.modules().count() < 2, "{length}");
    }
    assert_eq!(Database::read(DATABASE[..15].to_vec()).err(), Some(DatabaseError::Magic));
    let mut newer = DATABASE.to_vec();
    newer[15] = 9;
    assert_eq!(Database::read(newer).err(), Some(DatabaseError::Version(9)));
    let mut damaged = DATABASE.to_vec();
    *damaged.last_mut().expect("it is not empty") ^= 1;
    let database = Database::read(damaged).expect("the structure is whole");
    assert_eq!(database.module(hash), Some(Err(DatabaseError::Checksum)));
    // Changing any byte does not cause a panic.
    for at in 16..DATABASE.len() {
        for bit in [0, 7] {
            let mut damaged = DATABASE.to_vec();
            damaged[at] ^= 1 << bit;
            let database = Database::read(damaged).expect("the magic number is there");
            let modules: Vec<String> = database.modules().map(str::to_owned).collect();
            for hash in modules {
                _ = database.module(&hash);
            }
        }
    }
}
