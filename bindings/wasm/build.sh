#!/usr/bin/env bash
# Builds the npm package in `pkg/` and the web page in `site/index.html`: build.sh [CARGO_OPTION...]. Requires Node and the
# target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`), and xz for the page. Alternatively, a compiler with the sources of
# its standard library: Debian's rustc-web, cargo-web, rust-web-src and lld.
set -euo pipefail
cd "$(dirname "$0")"
target=wasm32-unknown-unknown
directory="${CARGO_TARGET_DIR:-$PWD/target}"
export CARGO_TARGET_DIR="$directory"
if [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    cargo build --locked --release --target "$target" "$@"
else
    # Builds the standard library from the sources of this compiler.
    PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        cargo build --locked --release --target "$target" -Zbuild-std=std,panic_abort "$@"
fi

# The versions of the tool and the library must be equal.
version="$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)"
bindgen="${WASM_BINDGEN:-$directory/tools/bin/wasm-bindgen}"
if [ "$("$bindgen" --version 2>/dev/null || true)" != "wasm-bindgen $version" ]; then
    bindgen="$directory/tools/bin/wasm-bindgen"
    cargo install --quiet --root "$directory/tools" --target-dir "$directory/tools" wasm-bindgen-cli --version "$version" \
        --config profile.release.opt-level=1 --config profile.release.codegen-units=16
fi
rm -rf pkg site
for kind in web:pkg no-modules:"$directory/page"; do
    "$bindgen" --remove-name-section --target "${kind%%:*}" --out-dir "${kind#*:}" --out-name spv_opt "$directory/$target/release/spv_opt_wasm.wasm"
done
cp package.json README.md ../../LICENSE pkg/
node page/build.mjs "$directory/page" site/index.html
