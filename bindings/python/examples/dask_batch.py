"""Optimizes a directory of modules on a Dask cluster: dask_batch.py SHADERS OUTPUT CACHE [SCHEDULER].

Without the address of a scheduler, starts two worker processes on this machine.
"""

import sys

from distributed import Client, LocalCluster

import spv_opt.dask


def main(shaders: str, output: str, cache: str, scheduler: str = "") -> int:
    cluster = scheduler or LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        summary = spv_opt.dask.batch([shaders], output, client=client, pipeline="O", cache=cache)
    for record in summary.records:
        if record.message:
            print(f"{record.input}: {record.message}", file=sys.stderr)
    print(f"{len(summary.records)} modules, {summary.failed} failed, {summary.cached} from the cache")
    return int(summary.failed > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
