#!/bin/sh
# Installs IREE's compiler from PyPI, whose MLIR is version 24.0.0git of LLVM, and prints the path of iree-opt:
#   IREE_OPT=$(tests/mlir24/iree.sh DIR)
set -eu
directory=${1:?the directory of the virtual environment}
if [ ! -x "$directory/bin/iree-opt" ]; then
  python3 -m venv "$directory" >&2
  "$directory/bin/pip" install --quiet iree-base-compiler==3.13.0 >&2
fi
echo "$directory/bin/iree-opt"
