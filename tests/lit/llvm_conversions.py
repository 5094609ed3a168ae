#!/usr/bin/env python3
"""Compares the conversions to SPIR-V of spv-opt with those of mlir-opt.

    tests/lit/llvm_conversions.py VERSION [llvm-project/mlir/test]

The inputs are the kernels of tests/kernels, with --convert-gpu-to-spirv, and the parts (text between lines `// -----`)
of LLVM's own tests of the conversions, with the passes of each command of the file. Only parts that mlir-opt converts and
that expect no error count. Prints the parts that spv-opt does not convert, with the error, then the counts.
The variable SPV_OPT names the tool; the default is in target/debug.
"""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
IGNORED = {"-split-input-file", "--split-input-file", "-verify-diagnostics", "--verify-diagnostics", "%s", "-o", "-"}
# An op of a source dialect in a converted module.
LEFT = re.compile(r"(?<![\"!#\w.])(arith|math|memref|vector|scf|cf|complex|tensor|index|ub)\.\w+|unrealized_conversion_cast")


def run(command, text):
    """Returns the exit status, the output and the first error of a command."""
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    errors = [line for line in done.stderr.decode(errors="replace").splitlines() if "error:" in line]
    return done.returncode, done.stdout.decode(errors="replace"), errors[0] if errors else ""


def commands(text):
    """Returns the passes of each command of a test."""
    for line in re.findall(r"// RUN: *mlir-opt(.*)", text.replace("\\\n// RUN:", "")):
        arguments = re.findall(r"""(?:[^\s"']|"[^"]*"|'[^']*')+""", line.split("|")[0])
        passes = [argument.replace('"', "").replace("'", "") for argument in arguments]
        yield [argument for argument in passes if argument not in IGNORED]


def inputs(tests):
    """Returns the name, the text and the passes of each input."""
    for file in sorted((ROOT / "tests/kernels").glob("*.mlir")):
        yield file.name, file.read_text(), ["--convert-gpu-to-spirv"]
    files = sorted(tests.glob("Conversion/*ToSPIRV/*.mlir")) if tests else []
    for file in files:
        text = file.read_text()
        for passes in commands(text):
            for number, part in enumerate(text.split("// -----")):
                if part.strip() and "expected-error" not in part:
                    yield f"{file.parent.name}/{file.name}, part {number}, {' '.join(passes)}", part, passes


def main():
    version = sys.argv[1]
    tests = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    tool = os.environ.get("SPV_OPT", str(ROOT / "target/debug/spv-opt"))
    theirs_alone = ours_alone = both = whole = 0
    for name, text, passes in inputs(tests):
        status, peer, _ = run([f"mlir-opt-{version}", *passes], text)
        ours, printed, error = run([tool, f"--mlir-compat={version}", *passes], text)
        if status == 0 and ours != 0:
            theirs_alone += 1
            print(f"not converted: {name}: {error}", flush=True)
        elif status == 0:
            both += 1
            if LEFT.search(printed) and not LEFT.search(peer):
                print(f"converted in part: {name}", flush=True)
            else:
                whole += 1
        elif ours == 0:
            ours_alone += 1
    print(f"{both + theirs_alone} converted by mlir-opt, {both} of them by spv-opt, {whole} as far; {ours_alone} by spv-opt alone")


main()
