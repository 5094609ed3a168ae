#!/usr/bin/env python3
"""Compares outputs of radv_stats or lavapipe.sh, for each entry point that is in all of them.

    compare.py [--worst N] [--of WHAT] [--bounds NAME=MAXIMUM,...] NAME=FILE NAME=FILE ...

The first file is the base of all ratios. The last is compared with each other one: the geometric mean of the ratios, on
how many entry points it is better, equal within 1 % and worse, and where it is worst. With --bounds the exit status is 1
where the geometric mean of a statistic, of the last over the first, exceeds its maximum."""

import argparse
import math
import sys

MEANS = ["Instructions", "Code size", "Latency", "Inverse Throughput", "VGPRs", "Branches"]
SUMS = ["Instructions", "Spilled VGPRs", "Scratch size", "Compile time"]
COUNTS = ["Instructions", "Latency", "Inverse Throughput", "VGPRs"]


def read(path):
    """The statistics of each entry point that was measured."""
    rows = {}
    with open(path) as lines:
        for line in lines:
            file, entry, stage, *fields = line.rstrip("\n").split("\t")
            if not fields[0].startswith("skipped="):
                statistics = dict(field.split("=", 1) for field in fields)
                rows[file.rsplit("/", 1)[-1], entry, stage] = {k: float(v) for k, v in statistics.items()}
    return rows


def mean_ratio(rows, base, keys, name):
    """The geometric mean of the ratios; where one of two numbers is 0, 1 is added to both."""
    total = 0.0
    for key in keys:
        a, b = rows[key][name], base[key][name]
        shift = 0 if min(a, b) > 0 else 1
        total += math.log((a + shift) / (b + shift))
    return math.exp(total / len(keys))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", metavar="NAME=FILE")
    parser.add_argument("--worst", type=int, default=8)
    parser.add_argument("--of", default="entry points", help="what a line of the files stands for")
    parser.add_argument("--bounds", default="")
    options = parser.parse_args()
    sets = [(name, read(path)) for name, path in (text.split("=", 1) for text in options.files)]
    keys = sorted(set.intersection(*(set(rows) for _, rows in sets)))
    (base_name, base), (last_name, last) = sets[0], sets[-1]
    if not keys:
        sys.exit(f"none of the {options.of} was measured in all files")
    measured = base[keys[0]]
    means, sums, counts = ([name for name in names if name in measured] for names in (MEANS, SUMS, COUNTS))

    print(f"{len(keys)} {options.of}. Geometric mean of the ratios to {base_name}:\n")
    print("| statistic |" + "".join(f" {name} |" for name, _ in sets[1:]) + f" {last_name} / {sets[-2][0]} |")
    print("|---|" + "---|" * len(sets))
    for name in means:
        ratios = [mean_ratio(rows, base, keys, name) for _, rows in sets[1:]]
        ratios.append(mean_ratio(last, sets[-2][1], keys, name))
        print(f"| {name} |" + "".join(f" {ratio:.4f} |" for ratio in ratios))
    for name in sums:
        totals = [sum(rows[key][name] for key in keys) for _, rows in sets]
        ratios = [total / (totals[0] or 1) for total in totals[1:]] + [totals[-1] / (totals[-2] or 1)]
        print(f"| {name}, sum |" + "".join(f" {ratio:.4f} |" for ratio in ratios))

    print(f"\n{options.of.capitalize()} on which {last_name} is better, equal within 1 %, worse:\n")
    print("| statistic |" + "".join(f" than {name} |" for name, _ in sets[:-1]))
    print("|---|" + "---|" * (len(sets) - 1))
    for name in counts:
        cells = []
        for _, rows in sets[:-1]:
            pairs = [(last[key][name], rows[key][name]) for key in keys]
            better, worse = sum(a < b * 0.99 for a, b in pairs), sum(a > b * 1.01 for a, b in pairs)
            cells.append(f" {better}, {len(pairs) - better - worse}, {worse} |")
        print(f"| {name} |" + "".join(cells))

    # A few instructions more of a small shader are not what is looked for first.
    loss = lambda key, rows, name: (last[key][name] + 8) / (rows[key][name] + 8)
    for other, rows in sets[-2::-1]:
        for name in [name for name in ("Instructions", "Inverse Throughput") if name in measured]:
            print(f"\nWhere {last_name} is worse than {other} by {name}:")
            worse = [key for key in keys if last[key][name] > rows[key][name]]
            for key in sorted(worse, key=lambda key: -loss(key, rows, name))[: options.worst]:
                values = (" ".join(f"{r[key][n]:.0f}" for _, r in sets) for n in counts)
                print(f"  {loss(key, rows, name):.3f} {key[0]} {key[1]}: " + " | ".join(values))

    exceeded = False
    for bound in filter(None, options.bounds.split(",")):
        name, most = bound.split("=")
        ratio = mean_ratio(last, base, keys, name)
        if ratio > float(most):
            exceeded = True
            print(f"{name}: {ratio:.4f} of {base_name} exceeds {most}", file=sys.stderr)
    sys.exit(exceeded)


main()
