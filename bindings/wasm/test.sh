#!/usr/bin/env bash
# Builds and tests the npm package and the web page: test.sh [--quick]. --quick optimizes less and takes a fraction of the
# time. Tests whose requirements are not installed are skipped with a message.
set -euo pipefail
cd "$(dirname "$0")"
options=()
if [ "${1:-}" = --quick ]; then
    options=(--config 'profile.release.opt-level="s"' --config profile.release.lto=false
        --config profile.release.codegen-units=16)
fi
target=wasm32-unknown-unknown
for program in node xz; do
    if ! command -v $program >/dev/null; then
        echo "skipped: $program not installed (bindings/wasm: package and page)"
        exit 0
    fi
done
if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target" ] && [ ! -d /usr/lib/rustlib/src ]; then
    echo "skipped: $target not installed (bindings/wasm: package and page)"
    exit 0
fi
./build.sh "${options[@]}"
node --test tests/module.test.mjs
if [ -n "${CHROMIUM:-}" ] || [ -x /usr/bin/chromium ]; then
    node --test tests/page.test.mjs
else
    echo "skipped: chromium not installed (bindings/wasm: page)"
fi
