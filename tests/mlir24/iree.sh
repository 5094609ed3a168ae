#!/bin/sh
# Installs IREE's compiler from PyPI, whose MLIR is version 24.0.0git of LLVM, and prints the path of iree-opt:
#   IREE_OPT=$(tests/mlir24/iree.sh FOLDER)
set -eu
folder=${1:?the folder of the virtual environment}
if [ ! -x "$folder/bin/iree-opt" ]; then
  python3 -m venv "$folder" >&2
  "$folder/bin/pip" install --quiet iree-base-compiler==3.13.0 >&2
fi
echo "$folder/bin/iree-opt"
