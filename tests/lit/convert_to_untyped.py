#!/usr/bin/env python3
"""Compares --convert-to-untyped with spirv-opt: convert_to_untyped.py FOLDER SPV_OPT FILE...

FOLDER has the programs of SPIRV-Tools. Prints a line for each binary whose results are invalid or have different
instructions. Types, constants, names and decorations are not compared, because spv-opt drops unused ones."""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

IGNORED = re.compile(r"Op(Type|Constant|Name|MemberName|Undef|Line|NoLine|String|Source|ModuleProcessed|\w*Decorat)")
ENVIRONMENTS = ["vulkan1.3", "spv1.6"]


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, errors="replace")


def main():
    folder, spv_opt, *files = sys.argv[1:]
    tool = lambda name: pathlib.Path(folder, name)

    def is_valid(environment, file):
        return run(tool("spirv-val"), "--target-env", environment, file).returncode == 0

    def counts(file):
        text = run(tool("spirv-dis"), "--raw-id", "--no-header", "--no-indent", file).stdout
        names = (re.sub(r"^%\d+ = ", "", line).split(" ")[0] for line in text.splitlines())
        return collections.Counter(name for name in names if name and not IGNORED.match(name))

    total = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for file in files:
            environment = next((name for name in ENVIRONMENTS if is_valid(name, file)), None)
            if environment is None:
                continue
            results = []
            for number, program in enumerate([[spv_opt, "spirv-opt"], [tool("spirv-opt")]]):
                to = pathlib.Path(scratch, f"{number}.spv")
                status = run(*program, "--skip-validation", "--convert-to-untyped", file, "-o", to).returncode
                results.append((status == 0 and is_valid(environment, to), counts(to) if status == 0 else None))
            (ours, own), (theirs, other) = results
            total["compared"] += 1
            total["invalid"] += not ours
            total["invalid of spirv-opt"] += not theirs
            total["equal"] += own == other
            if not ours or not theirs or own != other:
                print(file, "ours" if ours else "ours is invalid", "theirs" if theirs else "theirs is invalid")
    print(dict(total))


if __name__ == "__main__":
    main()
