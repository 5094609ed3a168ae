"""CPU time of the Python package: throughput.py FILE ROUNDS. Prints what tests/src/bin/throughput.rs prints."""

import pathlib
import statistics
import sys
import time

import spv_opt

data, rounds = pathlib.Path(sys.argv[1]).read_bytes(), int(sys.argv[2])


def measure(name, work):
    times = []
    for _ in range(rounds + 1):
        start = time.process_time()
        work(spv_opt.read(data))
        times.append(time.process_time() - start)
    print(f"{statistics.median_high(times[1:]):.6f} {name}")


measure("read, export", lambda module: module.export())
measure("read, print", lambda module: module.text())
measure("read, O, export", lambda module: (module.run("O"), module.export()))
