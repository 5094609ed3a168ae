#!/usr/bin/env python3
"""Runs each option of spirv-opt alone on the modules of directories, with spv-opt and with SPIRV-Tools.

    tests/lit/opt_options.py [-j JOBS] [--only=OPTION] SPIRV-TOOLS-DIR SPV_OPT DIR...

A module is validated in the first environment that accepts it; without one it is skipped. After an option it must be valid
there, unless the option raises its version. Prints the invalid outputs and the differing exit statuses, then their numbers
for both programs. The exit status is 1 if an output of spv-opt is invalid, or if only spv-opt fails.
"""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import tempfile

ENVIRONMENTS = ["vulkan1.0", "vulkan1.1", "vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3", "vulkan1.4", "opencl2.2", "spv1.6"]
# Options with a value.
VALUES = {
    "--loop-fission": "=4",
    "--loop-fusion": "=8",
    "--loop-unroll-partial": "=3",
    "--loop-peeling-threshold": "=100",
    "--max-id-bound": "=0x3FFFFF",
    "--modify-maximal-reconvergence": "=add",
    "--reduce-load-size": "=0.5",
    "--scalar-replacement": "=100",
    "--set-spec-const-default-value": "=0:1",
    "--struct-packing": "=none:std140",
    "--switch-descriptorset": "=0:7",
    "--convert-to-sampled-image": "=0:0",
    "--target-env": "=spv1.6",
}
# Options that raise the version of the module: the environment of the result.
RAISES = {"--upgrade-memory-model": "spv1.6"}
# Options that end the program or name a file.
OTHERS = {"-h", "--help", "--version", "-o", "-Oconfig"}


def run(*command):
    """Runs a command. Returns its exit status, negative after a crash or 120 seconds."""
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=120)
        return done.returncode
    except subprocess.TimeoutExpired:
        return -1


def options(spirv_opt):
    """Returns the options that the help of spirv-opt lists, each with a value if it needs one."""
    text = subprocess.run([spirv_opt, "--help"], capture_output=True, text=True, check=True).stdout
    names = sorted(set(re.findall(r"^  (-{1,2}[A-Za-z][A-Za-z0-9-]*)", text, re.M)) - OTHERS)
    return [name + VALUES.get(name, "") for name in names]


class Runner:
    """Runs all options on a module."""

    def __init__(self, tools, driver):
        self.validate = [tools / "spirv-val", "--scalar-block-layout", "--allow-localsizeid"]
        self.programs = {"SPIRV-Tools": [tools / "spirv-opt"], "spv-opt": [driver, "spirv-opt"]}
        self.options = options(tools / "spirv-opt")

    def module(self, path):
        """Returns the environment of a module, and for each option and program the outcome."""
        accepts = lambda environment: run(*self.validate, "--target-env", environment, path) == 0
        environment = next(filter(accepts, ENVIRONMENTS), None)
        outcomes = []
        if environment is None:
            return path, outcomes
        with tempfile.TemporaryDirectory() as scratch:
            for option in self.options:
                both = {}
                target = RAISES.get(option, environment)
                for name, command in self.programs.items():
                    out = f"{scratch}/{name}.spv"
                    status = run(*command, "--skip-validation", option, path, "-o", out)
                    is_valid = status == 0 and run(*self.validate, "--target-env", target, out) == 0
                    both[name] = "valid" if is_valid else "invalid" if status == 0 else "crash" if status < 0 else "error"
                outcomes.append((option, both["SPIRV-Tools"], both["spv-opt"]))
        return path, outcomes


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-j", type=int, default=2, help="number of modules at a time")
    parser.add_argument("--only", action="append", help="an option to run, with its value; all without this")
    parser.add_argument("tools", type=pathlib.Path)
    parser.add_argument("driver")
    parser.add_argument("directories", type=pathlib.Path, nargs="+")
    args = parser.parse_args()
    runner = Runner(args.tools, args.driver)
    runner.options = args.only or runner.options
    modules = sorted(path for directory in args.directories for path in directory.rglob("*.spv"))
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
        for path, outcomes in pool.map(runner.module, modules):
            counts["modules" if outcomes else "modules without an environment"] += 1
            for option, theirs, ours in outcomes:
                counts[f"SPIRV-Tools: {theirs}"] += 1
                counts[f"spv-opt: {ours}"] += 1
                if ours in ("invalid", "crash") or ours == "error" and theirs != "error":
                    counts["faults of spv-opt"] += 1
                    print(f"{path.name} {option}: SPIRV-Tools {theirs}, spv-opt {ours}", flush=True)
    print(f"{len(runner.options)} options: {', '.join(runner.options)}")
    for name, count in sorted(counts.items()):
        print(f"{count} {name}")
    raise SystemExit(1 if counts["faults of spv-opt"] else 0)


if __name__ == "__main__":
    main()
