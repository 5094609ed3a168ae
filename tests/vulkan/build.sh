#!/usr/bin/env bash
# Rebuilds the binaries of the shaders: bin/NAME.spv from glsl/NAME.comp or asm/NAME.spvasm.
#
#   ./build.sh            build everything
#   ./build.sh NAME...    build only these
#   ./build.sh --check    build into a temporary directory and compare with bin/
#
# Tools, in the versions of the committed binaries: glslangValidator 11:12.0.0, SPIRV-Tools v2023.1.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
out=bin check=
if [ "${1-}" = --check ]; then check=1 out=$tmp; shift; fi
only=" $* "
fails=0
fail() { echo "FAIL $*" >&2; fails=$((fails + 1)); }

for src in glsl/*.comp asm/*.spvasm; do
  base=${src##*/} name=${base%.*}
  [ "$only" = "  " ] || [[ "$only" == *" $name "* ]] || continue
  case $src in
    *.comp) glslangValidator -S comp --target-env vulkan1.3 -Iglsl -o "$out/$name.spv" "$src" ;;
    *) spirv-as --target-env spv1.6 "$src" -o "$out/$name.spv" ;;
  esac >"$tmp/log" 2>&1 || { fail "$src"; grep -vx "$src" "$tmp/log" >&2 || true; continue; }
  spirv-val --target-env vulkan1.3 "$out/$name.spv" >"$tmp/log" 2>&1 || { fail "spirv-val $name"; cat "$tmp/log" >&2; }
done
rm -f "$tmp/log"
if [ -n "$check" ]; then diff -rq "$out" bin || fail "bin/ is stale"; fi
[ "$fails" = 0 ] || { echo "build.sh: $fails failures" >&2; exit 1; }
