#!/usr/bin/env python3
"""Compares the instructions that pipelines give with and without debug information.

usage: debug_info.py SPV_OPT COUNT DIR... -- PIPELINE...

Compiles COUNT random GLSL shaders of the directories with debug information (glslangValidator -gVS). Each pipeline runs on the
module, and on the module without debug information. Prints the shaders where the numbers of instructions in functions differ
after debug information and unused instructions are erased, and the number of such shaders for each pipeline.
"""
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

STAGES = {".vert", ".tesc", ".tese", ".geom", ".frag", ".comp"}
STRIP = "strip-debug,dce"


def compiled(source, binary):
    """Compiles a shader. Returns whether the compiler accepts it."""
    options = ["-V", "-gVS", "--amb", "--aml", "--quiet", "--target-env", "vulkan1.3"]
    return subprocess.run(["glslangValidator", *options, "-o", binary, source], capture_output=True).returncode == 0


def instructions(spv_opt, binary, pipeline):
    """Returns the number of instructions in functions after a pipeline, by name."""
    command = [spv_opt, binary, f"--pass-pipeline={pipeline}", "--emit=spvasm", "-o", "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return collections.Counter(re.findall(r"\bOp[A-Z]\w+", text[text.find("OpFunction ") :]))


def main():
    spv_opt, count, *rest = sys.argv[1:]
    split = rest.index("--")
    directories, pipelines = rest[:split], rest[split + 1 :]
    sources = [p for directory in directories for p in sorted(pathlib.Path(directory).rglob("*")) if p.suffix in STAGES]
    random.Random(1).shuffle(sources)
    left, differing = int(count), collections.Counter()
    with tempfile.TemporaryDirectory() as temp:
        binary = pathlib.Path(temp) / "shader.spv"
        for source in sources:
            if left == 0:
                break
            if not compiled(source, binary):
                continue
            try:
                instructions(spv_opt, binary, STRIP)
            except subprocess.CalledProcessError:
                # Some compilers write invalid ids into debug information.
                continue
            left -= 1
            for pipeline in pipelines:
                without = instructions(spv_opt, binary, f"{STRIP},{pipeline},{STRIP}")
                with_debug = instructions(spv_opt, binary, f"{pipeline},{STRIP}")
                if without != with_debug:
                    differing[pipeline] += 1
                    names = sorted(n for n in without | with_debug if without[n] != with_debug[n])
                    print(pipeline, source, *(f"{n}: {without[n]}, {with_debug[n]}" for n in names), sep="; ")
    print(f"{int(count) - left} shaders")
    for pipeline in pipelines:
        print(f"{pipeline}: {differing[pipeline]} differ")


main()
