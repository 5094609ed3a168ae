#!/usr/bin/env python3
"""Compares spv-opt with SPIRV-Tools on the shaders of SPIRV-Cross, in the calls that its script `test_shaders.py` makes.

    tests/lit/cross_shaders.py SPIRV-CROSS-DIR SPIRV-TOOLS-DIR SPV_OPT

Each shader is assembled (`spirv-as --preserve-numeric-ids`) or compiled by glslangValidator, validated, optimized with `-O`
and translated by spirv-cross. Prints the differences and their numbers. The exit status is 1 if words or verdicts differ, or
a valid module becomes invalid.

Debian packages: glslang-tools spirv-cross.
"""
import collections
import pathlib
import subprocess
import sys
import tempfile

AS_FLAGS = ["--preserve-numeric-ids"]
VAL_FLAGS = ["--allow-localsizeid", "--scalar-block-layout"]


def status(*command):
    """Runs a command, and returns its exit status."""
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode


def environment(name):
    """Returns the target environment that the name of a shader states."""
    if ".spv16." in name:
        return "spv1.6"
    return "vulkan1.1spv1.4" if ".spv14." in name else "vulkan1.1"


def language(path):
    """Returns the options of spirv-cross for the directory of a shader."""
    directory = path.parts[0]
    if "msl" in directory:
        return ["--msl"]
    if "hlsl" in directory or "ue4" in directory:
        return ["--hlsl", "--shader-model", "60"]
    return ["--vulkan-semantics"]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.split("\n\n")[1])
    root, tools, driver = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    counts = collections.Counter()

    def differs(what, path):
        counts[what] += 1
        print(f"{what}: {path}")

    with tempfile.TemporaryDirectory() as scratch:
        theirs, ours, optimized, own = (f"{scratch}/{name}.spv" for name in ("theirs", "ours", "optimized", "own"))
        for file in sorted(path for path in root.glob("shaders*/**/*.*") if path.is_file()):
            path = file.relative_to(root)
            target = ["--target-env", environment(file.name)]
            if ".asm." in file.name:
                peer = status(tools / "spirv-as", *AS_FLAGS, *target, "-o", theirs, file)
                if peer != status(driver, "spirv-as", *AS_FLAGS, *target, "-o", ours, file):
                    differs("one assembler fails", path)
                    continue
                if peer != 0:
                    continue
                if pathlib.Path(theirs).read_bytes() != pathlib.Path(ours).read_bytes():
                    differs("words differ", path)
            else:
                version = environment(file.name).replace("vulkan1.1spv1.4", "spirv1.4").replace("spv1.6", "spirv1.6")
                if status("glslangValidator", "--amb", "--target-env", version, "-V", "-o", theirs, file) != 0:
                    counts["glslangValidator fails"] += 1
                    continue
            counts["modules"] += 1
            is_valid = status(tools / "spirv-val", *VAL_FLAGS, *target, theirs) == 0
            counts["valid"] += is_valid
            if is_valid != (status(driver, "spirv-val", *VAL_FLAGS, *target, theirs) == 0):
                differs("verdicts differ", path)
            peer = status(tools / "spirv-opt", "--skip-validation", "-O", "-o", optimized, theirs)
            result = status(driver, "spirv-opt", "--skip-validation", "-O", "-o", own, theirs)
            if peer != result:
                differs(f"spirv-opt -O returns {peer}, spv-opt {result}", path)
            if peer != 0 or result != 0:
                continue
            if is_valid and status(tools / "spirv-val", *VAL_FLAGS, *target, own) != 0:
                differs("-O makes the module invalid", path)
            translates = [status("spirv-cross", *language(path), module) == 0 for module in (optimized, own)]
            counts["translated after spirv-opt"] += translates[0]
            counts["translated after spv-opt"] += translates[1]
            if translates[0] and not translates[1]:
                differs("translated only after spirv-opt", path)
    for what, count in counts.items():
        print(f"{count:6} {what}")
    sys.exit(any(counts[what] for what in ("one assembler fails", "words differ", "verdicts differ", "-O makes the module invalid")))


main()
