"""Batches on a Dask cluster. Requires the package ``distributed``: ``pip install spv-opt[dask]``.

Each task is a shard of the batch. Workers and client must share the file system of inputs and outputs. If a worker is
lost, its shard continues on another worker.
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
    """The outcome of a batch; see ``spv_opt.Summary``."""

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
    """Run a pipeline on many modules on a cluster. The outputs are identical to those of ``spv_opt.batch``.

    ``client`` defaults to the current one. ``shards`` should be several times the number of workers, and must stay the
    same to continue an interrupted run. ``progress`` is called with the number of completed shards and the total. Raises
    ``distributed.KilledWorker`` if a shard repeatedly kills its worker.
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
        # Writes the databases from the existing outputs.
        spv_opt.batch(inputs, output, **options)
    return Summary(merged, *counts)
