#!/usr/bin/env bash
# Builds the npm package into `pkg/`: build.sh. It needs the target wasm32-unknown-unknown, by `rustup target add`, or a
# compiler whose standard library can be built: Debian's rustc-web with rust-web-src and lld.
set -euo pipefail
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
folder="${CARGO_TARGET_DIR:-$PWD/target}"
export CARGO_TARGET_DIR="$folder"
installed="$(rustc --print sysroot)/lib/rustlib/$target"
if [ -d "$installed" ]; then
    cargo build --locked --release --target "$target"
else
    # The standard library is built from the sources that come with this compiler.
    PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        cargo build --locked --release --target "$target" -Zbuild-std=std,panic_abort
fi
version="$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)"
bindgen="$folder/tools/bin/wasm-bindgen"
if [ "$("$bindgen" --version 2>/dev/null || true)" != "wasm-bindgen $version" ]; then
    cargo install --quiet --root "$folder/tools" --target-dir "$folder/tools" wasm-bindgen-cli --version "$version"
fi
rm -rf pkg
"$bindgen" --target web --out-dir pkg --out-name spv_opt "$folder/$target/release/spv_opt_wasm.wasm"
cp package.json README.md pkg/
