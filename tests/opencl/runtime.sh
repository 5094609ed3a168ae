#!/usr/bin/env bash
# Installs Intel's OpenCL runtime for CPUs into DIR, unless it is installed. Prints the directory for OCL_ICD_VENDORS, which
# also has the runtimes of the system.
#
#   ./runtime.sh DIR
set -euo pipefail
version=2026.2.0

directory=${1:?usage: runtime.sh DIR}/$version
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
if [ ! -f "$directory/complete" ]; then
    python3 -m venv "$directory/venv"
    "$directory/venv/bin/pip" install --quiet --disable-pip-version-check "intel-opencl-rt==$version" "intel-cmplr-lib-rt==$version" >&2
    touch "$directory/complete"
fi
rm -rf "$directory/icd"
mkdir "$directory/icd"
for file in /etc/OpenCL/vendors/*.icd; do
    [ ! -f "$file" ] || cp "$file" "$directory/icd/"
done
echo "$directory/venv/lib/libintelocl.so" >"$directory/icd/intel.icd"
echo "$directory/icd"
