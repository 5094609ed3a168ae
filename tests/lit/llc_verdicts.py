#!/usr/bin/env python3
"""Compares verdicts of two spirv-val programs on the output of LLVM's SPIR-V code generator.

usage: llc_verdicts.py llvm-project/llvm/test/CodeGen/SPIRV LLC SPIRV_VAL OTHER_SPIRV_VAL

Runs llc with the options of each RUN line of the tests, and writes objects instead of text.
"""
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

OUTPUT = re.compile(r"-?-(filetype=|debug|print|stop|run-pass)|-o$|-$|\d?>|<$|%s$")


def commands(directory):
    """Yields each test with the options of a RUN line of llc."""
    for test in sorted(directory.rglob("*.ll")):
        text = test.read_text(errors="replace")
        for run in re.finditer(r"RUN:.*?\bllc\b([^|\n]*)", text):
            options = [word for word in run[1].split() if not OUTPUT.match(word)]
            if "not llc" not in run[0] and not any("%" in word for word in options):
                yield test, options


def verdicts(directory, number, llc, test, options, validators):
    """Returns the exit statuses of the validators, or None if llc fails."""
    binary = directory / f"{number}.spv"
    made = subprocess.run([llc, *options, "-filetype=obj", test, "-o", binary], capture_output=True, timeout=600)
    if made.returncode:
        return None
    return tuple(subprocess.run([val, binary], capture_output=True).returncode for val in validators)


def main():
    directory, llc, *validators = sys.argv[1:]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as temp, concurrent.futures.ThreadPoolExecutor() as pool:
        jobs = list(commands(pathlib.Path(directory)))
        call = lambda job: verdicts(pathlib.Path(temp), job[0], llc, *job[1], validators)
        for (test, _), result in zip(jobs, pool.map(call, enumerate(jobs))):
            counts[result] += 1
            if result and len(set(result)) > 1:
                print(test.relative_to(directory), *result)
    for result, count in counts.most_common():
        print(count, "llc fails" if result is None else result)


main()
