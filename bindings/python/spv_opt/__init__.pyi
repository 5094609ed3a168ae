"""Read, verify, validate, optimize, print and draw SPIR-V modules.

A module may be used by several threads: one works on it at a time, without the GIL.
"""

import os
from typing import Any, Literal, Optional, Sequence, Union

__version__: str

Format = Literal["spirv", "text", "spvasm"]

class Range:
    """A range of a text or assembly: bytes of UTF-8, and the line and column where it starts, from 1."""

    begin: int
    end: int
    line: int
    column: int

class Diagnostic:
    """A message with its place."""

    severity: Literal["error", "warning", "note", "remark"]
    text: str
    rule: Optional[str]
    """The id of the violated rule of the specification: ``VUID-...`` or ``SPV-...``."""
    range: Optional[Range]
    word: Optional[int]
    """Offset in a binary, in 32-bit words."""
    instruction: Optional[str]
    notes: list[Diagnostic]

class Error(Exception):
    """What is wrong with a module, a pipeline or the name of an environment."""

    diagnostics: list[Diagnostic]

class Value:
    """An SSA value."""

    @property
    def type(self) -> str: ...
    @property
    def name(self) -> Optional[str]:
        """The debug name."""
    @property
    def owner(self) -> Optional[Op]:
        """The op that it is a result of; None for an argument of a block."""
    def replace(self, new: Value) -> None:
        """Replaces all uses by another value of the same type in the same function."""

class Block:
    """A basic block."""

    @property
    def arguments(self) -> list[Value]: ...
    @property
    def ops(self) -> list[Op]: ...

class Op:
    """An operation. It is valid until passes run; later use raises RuntimeError."""

    @property
    def name(self) -> str: ...
    @property
    def symbol(self) -> Optional[str]: ...
    @property
    def operands(self) -> list[Value]:
        """All operands, the arguments of successors last."""
    @property
    def results(self) -> list[Value]: ...
    @property
    def successors(self) -> list[Block]: ...
    @property
    def regions(self) -> list[list[Block]]: ...
    @property
    def attributes(self) -> dict[str, str]:
        """Parameters that are no SSA operands, decorations and other attributes, each as text."""
    def set_attribute(self, name: str, value: Optional[str]) -> None:
        """Sets an attribute from its text; None removes it. Raises ValueError where the op takes no such attribute."""
    def create_before(
        self,
        name: str,
        operands: Sequence[Value] = (),
        attributes: dict[str, str] = {},
        result_type: Optional[str] = None,
    ) -> Op:
        """Creates an op without successors before this one, at its location. Raises ValueError for wrong parts."""
    def move_before(self, before: Op) -> None:
        """Moves the op before another one of the same function."""
    def erase(self) -> None:
        """Erases the op, whose results have no uses. Later use of it raises ValueError."""
    @property
    def location(self) -> Optional[str]:
        """``file:line:column``, where the module states it."""
    @property
    def offset(self) -> Optional[int]:
        """Where it was in the input: a word of a binary or assembly, a byte of a text."""
    def walk(self) -> list[Op]:
        """The op and all in it, outer ones first."""
    def _repr_svg_(self) -> Optional[str]: ...

class Module:
    """A module. All methods raise Error for what is wrong with it."""

    def text(self) -> str: ...
    def assembly(self) -> str: ...
    def export(self) -> bytes:
        """The module as binary SPIR-V."""
    def verify(self) -> None: ...
    def validate(self, environment: str, options: str = "") -> None:
        """Validates for an environment as ``vulkan1.3``, with spirv-val's options: ``scalar-block-layout,max-id-bound=9``."""
    def run(self, pipeline: str) -> None:
        """Runs passes and pipelines: ``O``, ``canonicalize,cse``, ``spv.module(inline{max-size=9})``."""
    def statistics_json(self) -> str: ...
    def reflection_json(self) -> str: ...
    def diff(self, other: Module) -> str:
        """What this module and another one differ in, as ``spv-opt diff`` shows it; empty if nothing."""
    def diff_json(self, other: Module) -> str: ...
    def functions(self) -> list[str]:
        """The symbols of the functions that have a body."""
    def control_flow_svg(self, function: Optional[str] = None) -> str:
        """The control-flow graph of a function, or of all."""
    @property
    def ops(self) -> list[Op]:
        """The ops of the top level."""
    def walk(self) -> list[Op]:
        """All ops, outer ones first."""
    def _repr_html_(self) -> str: ...

def read(
    data: Union[str, bytes],
    *,
    name: str = "",
    format: Optional[Format] = None,
    verify: bool = True,
    strict: bool = False,
) -> Module:
    """Reads a module: binary SPIR-V, text or assembly, told apart by the first bytes.

    Without ``verify``, what the verifier refuses is read, to be shown. With ``strict``, validation judges the order of
    instructions and unused types, too.
    """

def read_file(
    path: Union[str, os.PathLike[str]],
    *,
    format: Optional[Format] = None,
    verify: bool = True,
    strict: bool = False,
) -> Module: ...

class Record:
    """What became of an input: a line of the list of results."""

    input: str
    output: os.PathLike[str]
    key: str
    bytes: Optional[int]
    """Of the output; None if the input failed."""
    message: Optional[str]
    """Why the input failed."""

class Summary:
    """What became of a batch. Its text is the line that ``spv-opt batch`` prints."""

    records: list[Record]
    """By name of the input."""
    failed: int
    bytes: int
    cached: int
    """Number of outputs that came from the cache."""
    earlier: int
    """Number of outputs that an earlier run had written."""
    cache_failures: int
    text: str

def batch(
    inputs: Sequence[Union[str, os.PathLike[str]]],
    output: Union[str, os.PathLike[str]],
    *,
    pipeline: str = "",
    target_env: str = "",
    cache: Optional[str] = None,
    results: Union[str, os.PathLike[str], None] = None,
    shard: Optional[tuple[int, int]] = None,
    threads: Optional[int] = None,
) -> Summary:
    """Runs a pipeline on many modules, as ``spv-opt batch``, without the GIL: folders, lists (JSON lines) and databases.

    ``cache`` is a folder, or the address of a server for Bazel's remote cache; where it fails, a RuntimeWarning says so.
    ``shard=(1, 8)`` is the first of eight parts. ``spv_opt.dask.batch`` is the same on a cluster.
    """

def merge(lists: Sequence[Union[str, os.PathLike[str]]], output: Union[str, os.PathLike[str]]) -> Summary:
    """Merges the lists of results of shards into one, which a run of all would write."""

def statistics(module: Module) -> dict[str, Any]: ...
def reflection(module: Module) -> dict[str, Any]: ...
def passes() -> list[tuple[str, str]]:
    """Pipelines and passes with their summaries."""

def passes_of(pipeline: str) -> list[str]:
    """The passes that a pipeline runs, each as ``Module.run`` takes it."""

def environments() -> list[str]: ...
