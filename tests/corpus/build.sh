#!/usr/bin/env bash
# Rebuilds every binary of this corpus from its source, in place, and rewrites
# manifest.txt and the table of README.md from the directives in the sources.
#
#   ./build.sh            build everything, then validate everything
#   ./build.sh NAME...    build only these (manifest and README are rewritten whole)
#   ./build.sh --check    build into a temporary directory and compare with bin/
#
# Directives are comment lines of a source, `//@ key: value` (GLSL, OpenCL C),
# `;@ key: value` (assembly) or `#@ key: value` (generator scripts):
#   target  target environment of the compiler or assembler (--target-env)
#   env     environment in which spirv-val accepts the binary, or `none`
#   env.g   the same for the variant g, if it differs
#   debug   variants besides the plain one: `g`, `gVS` (GLSL), `g` (OpenCL)
#   flags   further flags of the compiler (GLSL, OpenCL: clang)
#   lflags  further flags of llvm-spirv (OpenCL)
#   ext     `be`: also a byte-swapped copy NAME.be.spv; `versions`: also
#           NAME.v1.0.spv to NAME.v1.5.spv, assembled for these versions
#   covers  one line of text for the README
#   note    one more line of text for the README
#
# Tools, in the versions of the committed binaries: glslangValidator
# 11:12.0.0, SPIRV-Tools v2023.1, clang-14, llvm-spirv-14.
set -euo pipefail
shopt -s nullglob
export LC_ALL=C
cd "$(dirname "${BASH_SOURCE[0]}")"

GLSLANG=${GLSLANG:-glslangValidator}
SPIRV_AS=${SPIRV_AS:-spirv-as}
SPIRV_VAL=${SPIRV_VAL:-spirv-val}
CLANG=${CLANG:-clang-14}
LLVM_SPIRV=${LLVM_SPIRV:-llvm-spirv-14}

missing=
for tool in "$GLSLANG" "$SPIRV_AS" "$SPIRV_VAL" "$CLANG" "$LLVM_SPIRV" python3; do
  command -v "$tool" >/dev/null || missing="$missing $tool"
done
[ -z "$missing" ] || { echo "build.sh: tools not found:$missing" >&2; exit 2; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
out=bin check=
if [ "${1-}" = --check ]; then check=1 out=$tmp/bin; mkdir -p "$out"; shift; fi
only=" $* "
fails=0

key() { # key FILE KEY: the value of a directive, lines joined by a space
  sed -n "s/^[/;#]*[/;#]@ *$2: *//p" "$1" | tr '\n' ' ' | sed 's/ *$//'
}
wanted() { [ "$only" = "  " ] || [[ "$only" == *" $1 "* ]]; }
entry() { printf '%s %s\n' "$1" "$2" >>"$tmp/manifest"; }
fail() { echo "FAIL $*" >&2; fails=$((fails + 1)); }
row() { # row NAME SOURCE STAGE VARIANTS ENV
  [ -z "$(grep -x "$1" "$tmp/names" 2>/dev/null)" ] || { echo "build.sh: two sources named $1" >&2; exit 2; }
  echo "$1" >>"$tmp/names"
  local note; note=$(key "$2" note)
  printf '| `%s` | %s | %s | %s | %s |\n' "$2" "$3" "${4:--}" \
    "$(key "$2" covers)${note:+. $note}" "$5" >>"$tmp/table.$6"
}
: >"$tmp/manifest"; : >"$tmp/names"; : >"$tmp/table.glsl"; : >"$tmp/table.opencl"; : >"$tmp/table.asm"

for src in glsl/*.*; do
  base=${src##*/} name=${base%.*} stage=${base##*.}
  target=$(key "$src" target) env=$(key "$src" env) debug=$(key "$src" debug) flags=$(key "$src" flags)
  target=${target:-vulkan1.3} env=${env:-$target}
  row "$name" "$src" "$stage" "$debug" "$env" glsl
  for variant in "" $debug; do
    bin=$name${variant:+.$variant}.spv
    entry "$bin" "$(v=$(key "$src" "env\.${variant:-x}"); echo "${v:-$env}")"
    wanted "$name" || continue
    # shellcheck disable=SC2086
    "$GLSLANG" -S "$stage" --target-env "$target" $flags ${variant:+-$variant} -o "$out/$bin" "$src" >"$tmp/log" 2>&1 ||
      { fail "$src $variant"; grep -vx "$src" "$tmp/log" >&2 || true; }
  done
done

for src in opencl/*.cl; do
  base=${src##*/} name=${base%.*}
  target=$(key "$src" target) env=$(key "$src" env) debug=$(key "$src" debug)
  flags=$(key "$src" flags) lflags=$(key "$src" lflags)
  target=${target:-1.2} env=${env:-opencl2.2}
  row "$name" "$src" kernel "$debug" "$env" opencl
  for variant in "" $debug; do
    bin=$name${variant:+.$variant}.spv
    entry "$bin" "$(v=$(key "$src" "env\.${variant:-x}"); echo "${v:-$env}")"
    wanted "$name" || continue
    dflags= dlflags=
    case $variant in
      g) dflags="-g -fdebug-compilation-dir=." dlflags="--spirv-debug-info-version=ocl-100" ;;
    esac
    # shellcheck disable=SC2086
    { "$CLANG" -c -emit-llvm --target=spir64-unknown-unknown -x cl -cl-std=CL2.0 -O0 -Xclang -finclude-default-header \
        -fno-ident $flags $dflags -o "$tmp/k.bc" "$src" &&
      "$LLVM_SPIRV" --spirv-max-version="$target" $lflags $dlflags "$tmp/k.bc" -o "$out/$bin"; } >"$tmp/log" 2>&1 ||
      { fail "$src $variant"; cat "$tmp/log" >&2; }
  done
done

for src in asm/*.spvasm gen/*.sh; do
  base=${src##*/} name=${base%.*}
  target=$(key "$src" target) env=$(key "$src" env) ext=$(key "$src" ext)
  target=${target:-spv1.6} env=${env:-$target}
  row "$name" "$src" asm "$ext" "$env" asm
  entry "$name.spv" "$env"
  case " $ext " in *" be "*) entry "$name.be.spv" "$env" ;; esac
  case " $ext " in *" versions "*) for v in 1.0 1.1 1.2 1.3 1.4 1.5; do entry "$name.v$v.spv" "spv$v"; done ;; esac
  wanted "$name" || continue
  asm=$src
  case $src in *.sh) asm=$tmp/gen.spvasm; bash "$src" >"$asm" || { fail "$src"; continue; } ;; esac
  python3 newer_ops.py pre "$asm" >"$tmp/a.spvasm" || { fail "$src"; continue; }
  "$SPIRV_AS" --target-env "$target" --preserve-numeric-ids "$tmp/a.spvasm" -o "$out/$name.spv" >"$tmp/log" 2>&1 ||
    { fail "$src"; cat "$tmp/log" >&2; continue; }
  python3 newer_ops.py post "$out/$name.spv"
  case " $ext " in *" be "*)
    python3 newer_ops.py swap "$out/$name.spv" "$out/$name.be.spv" ;;
  esac
  case " $ext " in *" versions "*)
    for v in 1.0 1.1 1.2 1.3 1.4 1.5; do
      "$SPIRV_AS" --target-env "spv$v" --preserve-numeric-ids "$tmp/a.spvasm" -o "$out/$name.v$v.spv" || fail "$src $v"
    done ;;
  esac
done

if [ -n "$check" ]; then
  sort "$tmp/manifest" | cmp - manifest.txt || fail "manifest.txt is stale"
  diff -rq "$out" bin || fail "bin/ is stale"
else
  sort "$tmp/manifest" >manifest.txt
  # The text between the markers of README.md is the tables.
  { sed '/<!-- tables -->/q' README.md
    for kind in glsl opencl asm; do
      case $kind in glsl) echo; echo "## GLSL" ;; opencl) echo; echo "## OpenCL C" ;; asm) echo; echo "## Assembly" ;; esac
      echo; echo "| source | stage | variants | covers | spirv-val |"; echo "|---|---|---|---|---|"
      cat "$tmp/table.$kind"
    done
  } >"$tmp/README.md"
  cp "$tmp/README.md" README.md
fi

while read -r bin env; do
  [ -e "$out/$bin" ] || { wanted "" && fail "$bin missing"; continue; }
  wanted "${bin%%.*}" || continue
  [ "$env" != none ] || continue
  "$SPIRV_VAL" --target-env "$env" "$out/$bin" >"$tmp/log" 2>&1 || { fail "spirv-val $env $bin"; cat "$tmp/log" >&2; }
done <"$tmp/manifest"
if [ -z "$check" ]; then # files of sources that are gone
  for f in bin/*.spv; do grep -q "^${f#bin/} " "$tmp/manifest" || echo "build.sh: $f belongs to no source" >&2; done
fi
[ "$fails" = 0 ] || { echo "build.sh: $fails failures" >&2; exit 1; }
echo "build.sh: $(wc -l <"$tmp/manifest") binaries, $(du -cb "$out"/*.spv | tail -1 | cut -f1) bytes"
