"""Batches on a Dask cluster. It needs the package ``distributed``: ``pip install spv-opt[dask]``.

The tasks are shards of the batch. Workers and client share the file system of inputs and outputs. A shard whose worker is
lost runs on another one, and continues where it was.
"""

import os
from typing import Callable, Optional, Sequence, Union

from distributed import Client, as_completed, get_client

import spv_opt

Path = Union[str, "os.PathLike[str]"]

SHARDS = 64


def _shard(
    inputs: list[str], output: str, options: dict[str, Optional[str]], shard: tuple[int, int]
) -> tuple[int, int, int]:
    summary = spv_opt.batch(inputs, output, shard=shard, threads=1, **options)
    return summary.cached, summary.earlier, summary.cache_failures


class Summary:
    """What became of a batch: as ``spv_opt.Summary``."""

    def __init__(self, merged: spv_opt.Summary, cached: int, earlier: int, cache_failures: int):
        self.records = merged.records
        self.failed = merged.failed
        self.bytes = merged.bytes
        self.cached = cached
        self.earlier = earlier
        self.cache_failures = cache_failures


def batch(
    inputs: Sequence[Path],
    output: Path,
    *,
    client: Optional[Client] = None,
    pipeline: str = "",
    target_env: str = "",
    cache: Optional[str] = None,
    shards: int = SHARDS,
    retries: int = 3,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Summary:
    """Runs a pipeline on many modules on a cluster; writes what ``spv_opt.batch`` writes, byte for byte.

    ``client`` is the current one by default. ``shards`` should be several times the number of workers, and must be the
    same where an interrupted run is to be continued. ``progress`` is called with the number of shards that are done, and
    of all. Raises ``distributed.KilledWorker`` for a shard that takes down its worker again and again.
    """
    client = client or get_client()
    inputs = [os.path.abspath(path) for path in inputs]
    output = os.path.abspath(output)
    if cache is not None and "://" not in cache:
        cache = os.path.abspath(cache)
    options = {"pipeline": pipeline, "target_env": target_env, "cache": cache}
    numbers = range(1, shards + 1)
    futures = [
        client.submit(_shard, inputs, output, options, (number, shards), retries=retries, pure=False)
        for number in numbers
    ]
    counts = [0, 0, 0]
    for done, (_, result) in enumerate(as_completed(futures, with_results=True), 1):
        counts = [sum(pair) for pair in zip(counts, result)]
        if progress:
            progress(done, shards)
    lists = [os.path.join(output, f"results-{number}-of-{shards}.jsonl") for number in numbers]
    merged = spv_opt.merge(lists, os.path.join(output, "results.jsonl"))
    if any(path.endswith(".foz") for path in inputs):
        # Finds all outputs there, and writes the databases with them.
        spv_opt.batch(inputs, output, **options)
    return Summary(merged, *counts)
