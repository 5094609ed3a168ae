#!/usr/bin/env bash
# Installs Intel's OpenCL runtime for CPUs into FOLDER, unless it is installed. Prints the folder for OCL_ICD_VENDORS, which
# also has the runtimes of the system.
#
#   ./runtime.sh FOLDER
set -euo pipefail
version=2026.2.0

folder=${1:?usage: runtime.sh FOLDER}/$version
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
if [ ! -f "$folder/complete" ]; then
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "intel-opencl-rt==$version" "intel-cmplr-lib-rt==$version" >&2
    touch "$folder/complete"
fi
rm -rf "$folder/icd"
mkdir "$folder/icd"
for file in /etc/OpenCL/vendors/*.icd; do
    [ ! -f "$file" ] || cp "$file" "$folder/icd/"
done
echo "$folder/venv/lib/libintelocl.so" >"$folder/icd/intel.icd"
echo "$folder/icd"
