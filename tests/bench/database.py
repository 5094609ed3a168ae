#!/usr/bin/env python3
"""Makes a Fossilize database of modules: database.py OUTPUT.foz INPUT..."""

import json
import pathlib
import struct
import sys
import zlib

SHADER_MODULE = 4


def varint(words):
    out = bytearray()
    for word in words:
        while word >= 0x80:
            out.append(word & 0x7F | 0x80)
            word >>= 7
        out.append(word)
    return bytes(out)


def main():
    output, inputs = pathlib.Path(sys.argv[1]), sorted(map(pathlib.Path, sys.argv[2:]))
    with open(output, "wb") as file:
        file.write(b"\x81FOSSILIZEDB\0\0\0\x06")
        for number, path in enumerate(inputs, 1):
            data = path.read_bytes()
            code = varint(struct.unpack(f"<{len(data) // 4}I", data))
            module = {"varintOffset": 0, "varintSize": len(code), "codeSize": len(data), "flags": 0}
            header = {"version": 6, "shaderModules": {f"{number:016x}": module}}
            payload = json.dumps(header).encode() + b"\0" + code
            stored = zlib.compress(payload, 9)
            file.write(f"{SHADER_MODULE:024x}{number:016x}".encode())
            file.write(struct.pack("<4I", len(stored), 2, zlib.crc32(stored), len(payload)) + stored)


main()
