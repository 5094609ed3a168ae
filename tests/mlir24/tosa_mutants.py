#!/usr/bin/env python3
"""Compares the verdicts of spv-opt and iree-opt on mutants of the TOSA ops in tosa.mlir.

    IREE_OPT=PATH tests/mlir24/tosa_mutants.py [NUMBER]

A mutant changes one or two dimensions, element types or settings of an op. Prints the mutants whose verdicts or messages differ, then the
counts. The variable SPV_OPT names the tool; the default is in target/debug.
"""

import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TENSOR = r"!spirv\.arm\.tensor<[^>]*>"
SEPARATOR = "// -----"
ELEMENTS = ["i1", "i8", "i16", "i32", "i64", "f16", "f32", "bf16", "f64"]
ACCUMULATORS = ["INT32", "FP16", "FP32", "INT48"]


def ops():
    """Returns the ops of the test file: name, settings, operand types, result type."""
    text = (ROOT / "tests/mlir24/tosa.mlir").read_text()
    for name, head, operands, result in re.findall(r"%0 = (spirv\.Tosa\.\w+) (.*) : (.*?) -> (.*)\n", text):
        settings = re.sub(r"(, )?%a\d+", "", head).strip(" ,")
        yield name, settings, re.findall(TENSOR, operands), result


def other_element(ty):
    """Returns a tensor type with another element type."""
    return re.sub(r"x[a-zA-Z]\w*>$", "x" + random.choice(ELEMENTS) + ">", ty)


def other_shape(ty):
    """Returns a tensor type with another shape."""
    found = re.fullmatch(r"!spirv\.arm\.tensor<((?:\d+x)+)(\w+)>", ty)
    if not found:
        return ty
    dims = [int(dim) for dim in found[1][:-1].split("x")]
    change = random.random()
    if change < 0.5:
        at = random.randrange(len(dims))
        dims[at] = random.choice([1, 2, 3, 4, 5, dims[at] + 1, dims[at] * 2])
    elif change < 0.7:
        dims.append(random.choice([1, 2]))
    elif change < 0.85 and len(dims) > 1:
        dims.pop()
    else:
        dims = ["?"] * len(dims)
    return "!spirv.arm.tensor<" + "".join(f"{dim}x" for dim in dims) + found[2] + ">"


def other_settings(settings):
    """Returns settings with another number, flag or accumulator, or with a longer list."""
    change = random.random()
    numbers = list(re.finditer(r"(?<=[\[ ])-?\d+(?=[\],]|$)", settings))
    if change < 0.55 and numbers:
        number = random.choice(numbers)
        return settings[: number.start()] + str(random.choice([-1, 0, 1, 2, 3, 6, 9])) + settings[number.end() :]
    if change < 0.7:
        return re.sub("true|false", lambda flag: random.choice(["true", "false"]), settings)
    if change < 0.85:
        return re.sub(r"acc_type = <\w+>", f"acc_type = <{random.choice(ACCUMULATORS)}>", settings)
    return re.sub(r"\[([^\]]*)\]", r"[\1, 1]", settings, count=1)


def mutate(op):
    name, settings, operands, result = op
    operands = list(operands)
    for _ in range(random.choice([1, 1, 1, 2])):
        at = random.randrange(len(operands) + 1)
        change = random.choice([other_element, other_shape])
        if settings and random.random() < 0.3:
            settings = other_settings(settings)
        elif at < len(operands):
            operands[at] = change(operands[at])
        else:
            result = re.sub(TENSOR, lambda ty: change(ty[0]), result, count=random.choice([1, 2]))
    return name, settings, operands, result


def text(op, number):
    """Returns a graph that consists of an op."""
    name, settings, operands, result = op
    arguments = ", ".join(f"%a{i}: {ty}" for i, ty in enumerate(operands))
    values = ", ".join([settings] * bool(settings) + [f"%a{i}" for i in range(len(operands))])
    lines = [f"  %0 = {name} {values} : {', '.join(operands)} -> {result}"]
    outputs, types = ["%0"], [result]
    if result.startswith("!spirv.struct"):
        types = re.findall(TENSOR, result)
        outputs = [f"%e{i}" for i in range(len(types))]
        lines += [f"  %e{i} = spirv.CompositeExtract %0[{i} : i32] : {result}" for i in range(len(types))]
    lines.append(f"  spirv.ARM.GraphOutputs {', '.join(outputs)} : {', '.join(types)}")
    return "\n".join([f"spirv.ARM.Graph @g{number}({arguments}) -> ({', '.join(types)}) {{", *lines, "}\n"])


def errors(command, path):
    """Returns the first error of each part of a file."""
    parts, part = [], 0
    for line in path.read_text().split("\n"):
        parts.append(part)
        part += line == SEPARATOR
    done = subprocess.run([*command, "--split-input-file", path], capture_output=True, text=True, check=False)
    found = {}
    for line in done.stderr.split("\n"):
        error = re.match(r".*?:(\d+):\d+: error: (.*)", line)
        if error:
            found.setdefault(parts[int(error[1]) - 1], error[2].strip())
    return found


def main():
    random.seed(5)
    known = list(ops())
    mutants = [text(mutate(random.choice(known)), n) for n in range(int((sys.argv[1:] or ["1500"])[0]))]
    tool = os.environ.get("SPV_OPT", str(ROOT / "target/debug/spv-opt"))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mutants.mlir"
        path.write_text(f"{SEPARATOR}\n".join(mutants))
        theirs = errors([os.environ["IREE_OPT"]], path)
        ours = errors([tool, "--mlir-compat=24", "-o", os.devnull], path)
    for number, mutant in enumerate(mutants):
        their, our = theirs.get(number), ours.get(number)
        if (their is None) != (our is None):
            kind = "other verdict"
        elif their != our:
            kind = "other message"
        else:
            kind = "both valid" if our is None else "same message"
        counts[kind] += 1
        if kind.startswith("other"):
            print(f"{kind}\n  iree-opt: {their}\n  spv-opt:  {our}\n{mutant}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))


main()
