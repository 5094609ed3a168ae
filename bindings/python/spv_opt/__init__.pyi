"""Read, verify, validate, optimize, print and draw SPIR-V modules.

Threads may share a module; a lock lets one use it at a time, without the GIL.
"""

import os
from typing import Any, Literal, Mapping, Optional, Sequence, Union

__version__: str

Format = Literal["spirv", "text", "spvasm"]

Attribute = Union[str, int, Sequence["Attribute"]]
"""The value of an attribute: text such as ``"7"`` or ``'"FragCoord"'``, an integer, or parts such as ``("Aligned", 4)``."""

class Range:
    """A range of a text or assembly: UTF-8 byte offsets, and the line and column of its start, counted from 1."""

    begin: int
    end: int
    line: int
    column: int

class Diagnostic:
    """A message with its position."""

    severity: Literal["error", "warning", "note", "remark"]
    text: str
    rule: Optional[str]
    """The id of the violated rule: ``VUID-...`` or ``SPV-...``."""
    range: Optional[Range]
    word: Optional[int]
    """Offset in a binary, in 32-bit words."""
    instruction: Optional[str]
    notes: list[Diagnostic]

class Error(Exception):
    """Errors in a module, a pipeline or the name of an environment."""

    diagnostics: list[Diagnostic]

class Value:
    """An SSA value."""

    @property
    def type(self) -> str: ...
    @property
    def name(self) -> Optional[str]:
        """The debug name. Assign to it to change the name, or None to remove it."""
    @name.setter
    def name(self, name: Optional[str]) -> None: ...
    @property
    def owner(self) -> Optional[Op]:
        """The op that defines the value as a result; None for a block argument."""
    def replace(self, new: Value) -> None:
        """Replace all uses by another value of the same type in the same function."""

class Block:
    """A basic block."""

    @property
    def arguments(self) -> list[Value]: ...
    @property
    def ops(self) -> list[Op]: ...

class Op:
    """An operation. Valid until passes run; later use raises RuntimeError."""

    @property
    def name(self) -> str: ...
    @property
    def symbol(self) -> Optional[str]: ...
    @property
    def operands(self) -> list[Value]:
        """The operands, followed by successor arguments."""
    @property
    def results(self) -> list[Value]: ...
    @property
    def successors(self) -> list[Block]: ...
    @property
    def regions(self) -> list[list[Block]]: ...
    @property
    def attributes(self) -> dict[str, str]:
        """Parameters that are not SSA operands, decorations and other attributes, as text."""
    def set_attribute(self, name: str, value: Optional[Attribute]) -> None:
        """Set an attribute; None removes it. Raises ValueError if the op does not accept the value.

        ``docs/bindings.md`` lists the syntax: ``op.set_attribute("binding", 7)``, ``("flat", "unit")``,
        ``("memory_access", ("Volatile|Aligned", 4))``.
        """
    def create_before(
        self,
        name: str,
        operands: Sequence[Value] = (),
        attributes: Mapping[str, Attribute] = {},
        result_type: Optional[str] = None,
    ) -> Op:
        """Create an op without successors before this one, at its location. Raises ValueError for wrong parts.

        The types of operands are checked when the module is verified.
        """
    def move_before(self, before: Op) -> None:
        """Move the op before another one of the same function."""
    def erase(self) -> None:
        """Erase the op, whose results have no uses. Later use of it raises ValueError."""
    @property
    def location(self) -> Optional[str]:
        """The explicit location as ``file:line:column``, if any."""
    @property
    def offset(self) -> Optional[int]:
        """The position in the input: a word offset for a binary or assembly, a byte offset for text."""
    def walk(self) -> list[Op]:
        """Return the op and all nested ops in preorder."""
    def _repr_svg_(self) -> Optional[str]: ...

class Module:
    """A module. Methods raise Error if the module or an argument is invalid."""

    def text(self) -> str: ...
    def assembly(self) -> str: ...
    def export(self) -> bytes:
        """Export the module as binary SPIR-V."""
    def verify(self) -> None: ...
    def validate(self, environment: str, options: str = "") -> None:
        """Validate for an environment such as ``vulkan1.3``, with spirv-val options: ``scalar-block-layout,max-id-bound=9``."""
    def run(self, pipeline: str) -> None:
        """Run passes and pipelines: ``O``, ``canonicalize,cse``, ``spv.module(inline{max-size=9})``."""
    def statistics_json(self) -> str: ...
    def reflection_json(self) -> str: ...
    def diff(self, other: Module) -> str:
        """Return the differences from another module, as printed by ``spv-opt diff``; empty if there are none."""
    def diff_json(self, other: Module) -> str: ...
    def functions(self) -> list[str]:
        """Return the symbols of the functions that have a body."""
    def control_flow_svg(self, function: Optional[str] = None) -> str:
        """Draw the control-flow graph of a function, or of all functions."""
    @property
    def ops(self) -> list[Op]:
        """The top-level ops."""
    def walk(self) -> list[Op]:
        """Return all ops in preorder."""
    def _repr_html_(self) -> str: ...

def read(
    data: Union[str, bytes],
    *,
    name: str = "",
    format: Optional[Format] = None,
    verify: bool = True,
    strict: bool = False,
    target_env: str = "",
) -> Module:
    """Read a module: binary SPIR-V, text or assembly. The format is detected from the first bytes by default.

    Without ``verify``, also returns modules that do not verify, for display. With ``strict``, validation also covers
    instruction order and unused types. Assembly and text that state no version get that of ``target_env``, for example
    ``vulkan1.1``.
    """

def read_file(
    path: Union[str, os.PathLike[str]],
    *,
    format: Optional[Format] = None,
    verify: bool = True,
    strict: bool = False,
    target_env: str = "",
) -> Module: ...

class Record:
    """The outcome for an input: a line of the list of results."""

    input: str
    output: os.PathLike[str]
    key: str
    bytes: Optional[int]
    """The size of the output; None if the input failed."""
    message: Optional[str]
    """The error if the input failed."""

class Summary:
    """The outcome of a batch. ``str()`` returns the line that ``spv-opt batch`` prints."""

    records: list[Record]
    """The outcomes, sorted by input name."""
    failed: int
    bytes: int
    cached: int
    """Number of outputs taken from the cache."""
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
    """Run a pipeline on many modules, like ``spv-opt batch``. Releases the GIL.

    ``inputs`` are binaries, directories, lists (JSON lines) and Fossilize databases. ``cache`` is a directory or the address of a Bazel
    remote cache server; its failures raise a RuntimeWarning. ``shard=(1, 8)`` is the first of eight parts.
    ``spv_opt.dask.batch`` runs on a cluster.
    """

def merge(lists: Sequence[Union[str, os.PathLike[str]]], output: Union[str, os.PathLike[str]]) -> Summary:
    """Merge the lists of results of shards. The result equals the list of an unsharded run."""

def statistics(module: Module) -> dict[str, Any]: ...
def reflection(module: Module) -> dict[str, Any]: ...
def passes() -> list[tuple[str, str]]:
    """Return the names of pipelines and passes with their summaries."""

def passes_of(pipeline: str) -> list[str]:
    """Return the passes that a pipeline runs, each in the syntax of ``Module.run``."""

def environments() -> list[str]: ...
