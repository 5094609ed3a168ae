#!/usr/bin/env python3
"""Makes many modules of a few: replicas.py COUNT OUTPUT INPUT...

Replica number N of a module has N in the low 12 bits of its 32-bit float constants, and in the generator's version, which
nothing reads: each replica is another module, valid where the original is.
"""

import pathlib
import struct
import sys

OP_TYPE_FLOAT, OP_CONSTANT = 22, 43


def replica(words, number):
    words = list(words)
    words[2] = (words[2] & 0xFFFF0000) | (number & 0xFFFF)
    floats, at = set(), 5
    while at < len(words):
        length, opcode = words[at] >> 16, words[at] & 0xFFFF
        if opcode == OP_TYPE_FLOAT and words[at + 2] == 32:
            floats.add(words[at + 1])
        elif opcode == OP_CONSTANT and words[at + 1] in floats and words[at + 3] & 0x7FFFFFFF:
            words[at + 3] ^= number & 0xFFF
        at += max(length, 1)
    return struct.pack(f"<{len(words)}I", *words)


def main():
    count, output, inputs = int(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    originals = []
    for path in map(pathlib.Path, inputs):
        data = path.read_bytes()
        originals.append((path.stem, struct.unpack(f"<{len(data) // 4}I", data)))
    for number in range(count):
        name, words = originals[number % len(originals)]
        directory = output / f"{number // 1000:03}"
        directory.mkdir(parents=True, exist_ok=True)
        (directory / f"{number:06}-{name}.spv").write_bytes(replica(words, number // len(originals)))


main()
