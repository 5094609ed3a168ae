#!/usr/bin/env bash
# Records the modules of SPIRV-Tools' validator tests, with environment, options and verdict, in DIR for the program `verdicts`.
# Needs a source tree of SPIRV-Tools, its build directory with libSPIRV-Tools.a, and libgmock-dev.
#
#   ./record.sh SOURCE BUILD DIR
set -euo pipefail
usage="usage: record.sh SOURCE BUILD DIR"
source=$(realpath "${1:?$usage}") build=$(realpath "${2:?$usage}") directory=${3:?$usage}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
objects=$directory/objects
mkdir -p "$objects"
headers=$(realpath "$source/external/spirv-headers/include")
compile=(g++ -std=c++17 -O0 -w -DSPIRV_CHECK_CONTEXT -I"$source" -I"$source/include" -I"$build" -I"$headers")
compile+=(-DTESTING "-DSPIRV_TOOLS_SHAREDLIB=0")

# A precompiled header that g++ uses for each test.
cp "$here/record.h" "$objects/record.h"
"${compile[@]}" -x c++-header "$objects/record.h" -o "$objects/record.h.gch"

compile_one() {
    local object=$objects/$(basename "$1" .cpp).o
    [ "$object" -nt "$1" ] || "${compile[@]}" -include "$objects/record.h" -c "$1" -o "$object"
}
export -f compile_one
export objects
declare -p compile >"$objects/compile.sh"
printf '%s\0' "$source"/test/val/val_*.cpp |
    xargs -0 -P "$(nproc)" -I FILE bash -c 'source "$objects/compile.sh"; compile_one FILE'
g++ "$objects"/*.o -o "$objects/tests" "$build"/source/libSPIRV-Tools.a -lgmock_main -lgmock -lgtest -lpthread

rm -f "$directory/index.jsonl" "$directory"/*.spv
# Each test is independent, and failing tests were validated, too.
RECORD=$directory "$objects/tests" --gtest_brief=1 >"$objects/tests.log" 2>&1 || true
wc -l <"$directory/index.jsonl"
