#!/usr/bin/env python3
"""Compares spv-opt with mlir-opt on each part of LLVM's tests of the dialect.

    tests/lit/llvm_parts.py VERSION llvm-project/mlir/test

A part is the text between two lines `// -----`. Only parts that mlir-opt accepts and that expect no error count. Prints the parts that spv-opt
does not read, that it prints otherwise, and whose print mlir-opt does not read, then the counts. The variable SPV_OPT
names the tool; the default is in target/debug.
"""

import os
import pathlib
import subprocess
import sys

DIRS = ["Dialect/SPIRV/IR", "Dialect/SPIRV/Transforms", "Dialect/SPIRV/Linking/ModuleCombiner", "Target/SPIRV"]


def run(command, text):
    """Returns the output of a command, or None if it fails."""
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None


def main():
    version, tests = sys.argv[1], pathlib.Path(sys.argv[2])
    root = pathlib.Path(__file__).resolve().parents[2]
    theirs = [f"mlir-opt-{version}", "--allow-unregistered-dialect"]
    tool = os.environ.get("SPV_OPT", str(root / "target/debug/spv-opt"))
    ours = [tool, f"--mlir-compat={version}", "--allow-unregistered-dialect"]
    valid = read = same = reread = 0
    for file in sorted(file for directory in DIRS for file in (tests / directory).glob("*.mlir")):
        for number, part in enumerate(file.read_text().split("// -----")):
            if not part.strip() or "expected-error" in part:
                continue
            expected = run(theirs, part)
            if expected is None:
                continue
            valid += 1
            printed = run(ours, part)
            if printed is None:
                print(f"not read: {file.name}, part {number}", flush=True)
                continue
            read += 1
            same += printed.strip() == expected.strip()
            if printed.strip() != expected.strip():
                print(f"printed otherwise: {file.name}, part {number}")
            again = run(theirs, printed) is not None
            reread += again
            if not again:
                print(f"not read by mlir-opt: {file.name}, part {number}")
    print(f"{valid} valid, {read} read, {same} printed the same, {reread} read by mlir-opt")


main()
