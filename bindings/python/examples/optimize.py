"""Reads a module, validates it for Vulkan 1.3, optimizes it for size and writes it: optimize.py INPUT OUTPUT."""

import sys

import spv_opt


def main(source: str, target: str) -> int:
    try:
        module = spv_opt.read_file(source)
        before = len(module.export())
        module.validate("vulkan1.3")
        module.run("Os")
        data = module.export()
    except spv_opt.Error as error:
        for diagnostic in error.diagnostics:
            print(diagnostic.range or diagnostic.word, diagnostic.text, diagnostic.rule or "")
        return 1
    with open(target, "wb") as file:
        file.write(data)
    print(f"{before} bytes before, {len(data)} bytes after")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
