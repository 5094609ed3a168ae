"""Read, verify, validate, optimize, print and draw SPIR-V modules."""

import json as _json
import os as _os

from ._native import (
    Block,
    Diagnostic,
    Error,
    Module,
    Op,
    Range,
    Record,
    Summary,
    Value,
    __version__,
    batch,
    environments,
    merge,
    passes,
    passes_of,
    read,
)

__all__ = [
    "Block",
    "Diagnostic",
    "Error",
    "Module",
    "Op",
    "Range",
    "Record",
    "Summary",
    "Value",
    "__version__",
    "batch",
    "environments",
    "merge",
    "passes",
    "passes_of",
    "read",
    "read_file",
    "reflection",
    "statistics",
]


def read_file(path, *, format=None, verify=True, strict=False, target_env=""):
    """Read a module from a file; messages name the file."""
    with open(path, "rb") as file:
        data = file.read()
    name = _os.fspath(path)
    return read(data, name=name, format=format, verify=verify, strict=strict, target_env=target_env)


def statistics(module):
    """Return counts of instructions, types, constants and blocks, and section sizes in bytes."""
    return _json.loads(module.statistics_json())


def reflection(module):
    """Return entry points, resources with their layouts, constants and capabilities."""
    return _json.loads(module.reflection_json())
