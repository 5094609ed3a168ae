#!/usr/bin/env bash
# Installs the header, the libraries and the pkg-config file: install.sh PREFIX [DIR OF BUILT LIBRARIES]. Builds the
# libraries first if no directory is given.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
prefix="${1:?usage: install.sh PREFIX [DIR OF BUILT LIBRARIES]}"
if [ $# -gt 1 ]; then
    libraries="$2"
else
    root="$here/../.."
    cargo build --manifest-path "$root/Cargo.toml" --profile bindings -p spv-opt-c
    libraries="${CARGO_TARGET_DIR:-$root/target}/bindings"
fi
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig"
prefix="$(cd "$prefix" && pwd)"
install -m 644 "$here/include/spv_opt.h" "$prefix/include/"
install -m 755 "$libraries/libspvopt.so" "$prefix/lib/"
install -m 644 "$libraries/libspvopt.a" "$prefix/lib/"
version="$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' "$here/../../Cargo.toml")"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" "$here/spv-opt.pc.in" > "$prefix/lib/pkgconfig/spv-opt.pc"
