#!/usr/bin/env bash
# Builds the wheel, installs it with pip into a new virtual environment, and runs the tests there: test.sh [PROFILE].
set -euo pipefail
cd "$(dirname "$0")"
root="$(cd ../.. && pwd)"
target="${CARGO_TARGET_DIR:-$root/target}"
export CARGO_TARGET_DIR="$target"
environment="$target/python/venv"
wheels="$target/python/wheels"
rm -rf "$environment" "$wheels"
python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.7,<2'
"$environment/bin/maturin" build --quiet --locked --profile "${1:-dev}" --interpreter "$environment/bin/python" --out "$wheels"
"$environment/bin/pip" install --quiet --disable-pip-version-check "$wheels"/spv_opt-*.whl
# Leaves this directory, in which the sources would shadow the installed package.
cd tests
"$environment/bin/python" -m unittest test_spv_opt
# The tests of the Dask adapter are skipped if `distributed` is not available.
"$environment/bin/pip" install --quiet --disable-pip-version-check "distributed>=2022.1" || true
"$environment/bin/python" -m unittest test_dask
