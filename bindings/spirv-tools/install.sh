#!/usr/bin/env bash
# Installs header, libraries, CMake packages and pkg-config files: install.sh PREFIX [DIR OF BUILT LIBRARIES].
# Builds the libraries first if no directory is given.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
prefix="${1:?usage: install.sh PREFIX [DIR OF BUILT LIBRARIES]}"
if [ $# -gt 1 ]; then
    libraries="$2"
else
    root="$here/../.."
    cargo build --manifest-path "$root/Cargo.toml" --profile bindings -p spirv-tools-c
    libraries="${CARGO_TARGET_DIR:-$root/target}/bindings"
fi
mkdir -p "$prefix"/include/spirv-tools "$prefix"/lib/pkgconfig "$prefix"/lib/cmake/SPIRV-Tools{,-opt}
prefix="$(cd "$prefix" && pwd)"
install -m 644 "$here/include/spirv-tools/libspirv.h" "$prefix/include/spirv-tools/"
install -m 755 "$libraries/libspirv_tools_shared.so" "$prefix/lib/libSPIRV-Tools-shared.so"
install -m 644 "$libraries/libspirv_tools_shared.a" "$prefix/lib/libSPIRV-Tools.a"
# The optimizer is part of the library. Programs that link it by its own name get the same archive.
ln -sf libSPIRV-Tools.a "$prefix/lib/libSPIRV-Tools-opt.a"
for name in SPIRV-Tools SPIRV-Tools-opt; do
    install -m 644 "$here/cmake/${name}Config.cmake" "$prefix/lib/cmake/$name/"
done
for name in SPIRV-Tools SPIRV-Tools-shared; do
    sed "s|@PREFIX@|$prefix|" "$here/pkgconfig/$name.pc.in" > "$prefix/lib/pkgconfig/$name.pc"
done
