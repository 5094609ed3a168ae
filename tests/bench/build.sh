#!/usr/bin/env bash
# Measures the user seconds of cold builds: of the library as a dependency, of other crates that read SPIR-V, of the README's
# first command, and of the tests.
#
#   tests/bench/build.sh [library] [naga] [rspirv] [spirv-tools] [quick] [release] [tests]
#
# Measures the named builds; by default library, naga and quick. Each build has its own target directory, which is deleted
# afterwards. `library` stores cargo's timing report in target/bench/build-library.html.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
mkdir -p "$target/bench"
[ $# -gt 0 ] || set -- library naga quick
scratch=$(mktemp -d -p "$target/bench")
trap 'rm -rf "$scratch"' EXIT
export CARGO_TARGET_DIR=$scratch/target

# program NAME DEPENDENCY MAIN: creates a program with one dependency, and downloads its dependencies.
program() {
    mkdir -p "$scratch/$1/src"
    printf '[package]\nname = "program"\nversion = "0.1.0"\nedition = "2024"\n\n[dependencies]\n%s\n\n[workspace]\n' "$2" \
        > "$scratch/$1/Cargo.toml"
    printf 'fn main() -> Result<(), Box<dyn std::error::Error>> {\n%s\n    Ok(())\n}\n' "$3" > "$scratch/$1/src/main.rs"
    cargo fetch --quiet --manifest-path "$scratch/$1/Cargo.toml"
}

# build NAME COMMAND...: prints user seconds, elapsed time and the size of the target directory.
build() {
    local name=$1 TIMEFORMAT='%3U %3R'
    shift
    rm -rf "$CARGO_TARGET_DIR"
    { time "$@" > "$scratch/log" 2>&1; } 2> "$scratch/seconds" || { tail -n 20 "$scratch/log" >&2; exit 1; }
    awk -v name="$name" -v mib="$(du -sm "$CARGO_TARGET_DIR" | cut -f 1)" \
        '{ printf "%-12s %7.1f user s %7.1f s elapsed %7d MiB\n", name, $1, $2, mib }' "$scratch/seconds"
}

for what in "$@"; do
    case $what in
        library)
            program library "spv-opt = { path = \"$root/spv-opt\", default-features = false }" \
                '    let ctx = spv_opt::context();
    let mut module = spv_opt::import_bytes(&ctx, &std::fs::read("shader.spv")?)?;
    spv_opt::verify_for(&module, &spv_opt::dialect::validate::TargetEnv::new("spv1.6").ok_or("no environment")?)?;
    spv_opt::optimize(&mut module, spv_opt::Pipeline::O)?;
    println!("{} words", spv_opt::export(&module)?.len());'
            build "$what" cargo build --release --timings --manifest-path "$scratch/library/Cargo.toml"
            cp "$CARGO_TARGET_DIR/cargo-timings/cargo-timing.html" "$target/bench/build-library.html"
            ;;
        naga)
            program naga 'naga = { version = "30", default-features = false, features = ["spv-in", "spv-out", "wgsl-out"] }' \
                '    println!("{:?}", naga::front::spv::Options::default());'
            build "$what" cargo build --release --manifest-path "$scratch/naga/Cargo.toml"
            ;;
        rspirv)
            program rspirv 'rspirv = "0.13"' '    println!("{:?}", rspirv::dr::load_words([0u32; 5]).is_err());'
            build "$what" cargo build --release --manifest-path "$scratch/rspirv/Cargo.toml"
            ;;
        spirv-tools)
            program spirv-tools 'spirv-tools = "0.13"' '    println!("{:?}", spirv_tools::TargetEnv::default());'
            build "$what" cargo build --release --manifest-path "$scratch/spirv-tools/Cargo.toml"
            ;;
        quick) build "$what" cargo build --profile quick -p spv-opt ;;
        release) build "$what" cargo build --release -p spv-opt ;;
        tests) build "$what" cargo test --workspace --no-run ;;
        *) echo "unknown: $what" >&2; exit 2 ;;
    esac
done
