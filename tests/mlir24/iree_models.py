#!/usr/bin/env python3
"""Compiles models with IREE for five GPUs, and compares spv-opt with it on the texts and binaries in between.

    tests/mlir24/iree_models.py DIR [MODELS.mlir]

DIR is the one of iree.sh and also gets the outputs, below DIR/models. SPV_OPT names the tool; the default is
in target/debug. Prints, for the text of the SPIR-V dialect: files, those that spv-opt reads, prints as iree-opt does,
and exports to a binary with the verdict of spirv-val on IREE's own binary; for the kernels before their conversion,
with ops of the dialect hal replaced by arguments and ids: files, those that spv-opt reads, prints as iree-opt does,
lowers, and lowers to a valid binary. The first error or difference of each file follows.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("SPV_OPT", ROOT / "target/debug/spv-opt")
TARGETS = ["default", "adreno", "valhall4", "rdna3", "ampere"]
HAL = re.compile(r"(?:, )?hal\.executable\.target = #hal\.executable\.target<")


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


def without_target(text):
    """Removes the attribute of the dialect hal, whose brackets are balanced."""
    while match := HAL.search(text):
        end, depth, quoted = match.end(), 1, False
        while depth:
            char = text[end]
            if char == '"':
                quoted = not quoted
            elif not quoted:
                depth += {"<": 1, ">": -1}.get(char, 0) if text[end - 1 : end + 1] != "->" else 0
            end += 1
        leading = not match.group().startswith(",") and text[end : end + 2] == ", "
        text = text[: match.start()] + text[end + 2 * leading :]
    return text


def as_gpu_function(text):
    """Rewrites a kernel to a `gpu.func`: bindings and constants of hal become arguments, its ids become those of gpu."""
    args, lines, skips = [], [], False
    for line in text.split("\n"):
        if match := re.match(r"\s*(%\w+) = hal\.interface\.binding\.subspan .* : (memref<.*>)(?:\{.*\})?$", line):
            args.append(match.groups())
        elif match := re.match(r"\s*(%\w+) = hal\.interface\.constant\.load .* : (\w+)$", line):
            args.append(match.groups())
        elif match := re.match(r"(\s*%\w+ = )hal\.interface\.workgroup\.(id|count)\[(\d)\](.*) : index$", line):
            start, kind, dimension, bound = match.groups()
            op = "block_id" if kind == "id" else "grid_dim"
            lines.append(f"{start}gpu.{op} {'xyz'[int(dimension)]}{bound}")
        elif re.match(r"\s*iree_codegen\.dispatch_config", line):
            skips = True
        elif skips:
            skips = line != "  }"
        elif match := re.match(r"\s*func\.func @(\w+)\(\).*known_block_size = array<i32: ([\d, ]+)>", line):
            lines.append(match.groups())
        else:
            lines.append(re.sub(r"^(\s*)return$", r"\1gpu.return", line))
    at = next(i for i, line in enumerate(lines) if isinstance(line, tuple))
    name, size = lines[at]
    inputs = ", ".join(f"{value}: {ty}" for value, ty in args)
    abi = f"spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [{size}]>"
    lines[at] = f"gpu.module @kernels {{\ngpu.func @{name}({inputs}) kernel attributes {{{abi}}} {{"
    text = "\n".join(lines).replace("module attributes {", "module attributes {gpu.container_module, ", 1)
    end = text.rindex("\n}")
    return text[:end] + "\n}" + text[end:]


def dumps(bin_directory, source, target, directory):
    """Compiles a model. Returns pairs of text and binary, and the kernels before their conversion."""
    options = [] if target == "default" else [f"--iree-vulkan-target={target}"]
    texts, binaries = directory / "texts", directory / "binaries"
    result = run(
        bin_directory / "iree-compile", source, "--iree-hal-target-device=vulkan", *options,
        f"--iree-hal-dump-executable-intermediates-to={texts}", f"--iree-hal-dump-executable-binaries-to={binaries}",
        "--mlir-print-ir-before=iree-convert-to-spirv", "--mlir-disable-threading", "-o", directory / "out.vmfb",
    )
    if result.returncode:
        return [], []
    kernels = re.split(r"(?m)^// -----// IR Dump Before .*$\n", result.stderr)[1:]
    return list(zip(sorted(texts.glob("*.mlir")), sorted(binaries.glob("*.spv")))), kernels


def verdict(binary):
    return run("spirv-val", "--target-env", "vulkan1.3", binary).returncode == 0


def same_text(bin_directory, file, problems):
    """Returns whether spv-opt reads a file, and whether it prints the text of iree-opt."""
    theirs = run(bin_directory / "iree-opt", file)
    ours = run(TOOL, "--mlir-compat=24", file, "--emit=text")
    if ours.returncode:
        problems.append(ours.stderr.split("\n")[0])
        return False, False
    lines = zip(theirs.stdout.strip().split("\n"), ours.stdout.strip().split("\n"))
    difference = next((pair for pair in lines if pair[0] != pair[1]), None)
    if difference:
        problems.append(f"{file}:\n  {difference[0].strip()[:300]}\n  {difference[1].strip()[:300]}")
    return True, difference is None


def main():
    place = pathlib.Path(sys.argv[1]).resolve()
    source = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "tests/mlir24/models/models.mlir").read_text()
    bin_directory, problems = place / "bin", []
    texts, kernels = [0] * 4, [0] * 5
    for function in re.split(r"(?m)^(?=func\.func)", source)[1:]:
        name = re.match(r"func\.func @(\w+)", function).group(1)
        for target in TARGETS:
            directory = place / "models" / target / name
            directory.mkdir(parents=True, exist_ok=True)
            model = directory / "model.mlir"
            model.write_text(function)
            pairs, before = dumps(bin_directory, model, target, directory)
            for text, binary in pairs:
                text.write_text(without_target(text.read_text()))
                read, same = same_text(bin_directory, text, problems)
                ours = directory / "ours.spv"
                exported = run(TOOL, "--mlir-compat=24", text, "--emit=spirv", "-o", ours).returncode == 0
                found = [True, read, same, exported and verdict(ours) == verdict(binary)]
                texts = [count + value for count, value in zip(texts, found)]
            for number, kernel in enumerate(before):
                file = directory / f"kernel{number}.mlir"
                file.write_text(as_gpu_function(without_target(kernel)))
                read, same = same_text(bin_directory, file, problems)
                ours = directory / "kernel.spv"
                lowered = run(TOOL, "--mlir-compat=24", file, "--convert-to-spirv", "-O", "--emit=spirv", "-o", ours)
                if read and lowered.returncode:
                    problems.append(lowered.stderr.split("\n")[0])
                lowers = lowered.returncode == 0
                found = [True, read, same, lowers, lowers and verdict(ours)]
                kernels = [count + value for count, value in zip(kernels, found)]
    print("texts: {} files, {} read, {} the same, {} with the same verdict".format(*texts))
    print("kernels: {} files, {} read, {} the same, {} lowered, {} valid".format(*kernels))
    print("\n".join(problems))


main()
