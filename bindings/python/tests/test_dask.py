"""Tests of the Dask adapter with two worker processes, one of which is killed."""

import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import spv_opt

try:
    import distributed
except ImportError:
    print("skipped: distributed not installed (spv_opt.dask)", file=sys.stderr)
    raise unittest.SkipTest("distributed not installed")

import spv_opt.dask

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHADER = (ROOT / "spv-opt/examples/shader.spv").read_bytes()
MODULES = 600
SHARDS = 12


def files(directory):
    """Returns the outputs of a run by path, except the lists of shards."""
    paths = (path for path in pathlib.Path(directory).rglob("*") if path.is_file())
    named = {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}
    return {name: data for name, data in named.items() if not name.startswith("results-")}


def inputs(directory):
    """Writes copies of a shader that differ in a constant, and an invalid module."""
    directory.mkdir()
    at = SHADER.index(struct.pack("<f", 0.25))
    for number in range(MODULES):
        data = bytearray(SHADER)
        struct.pack_into("<f", data, at, number + 0.5)
        (directory / f"{number:03}.spv").write_bytes(data)
    (directory / "bad.spv").write_bytes(SHADER[:100])


class Dask(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)
        inputs(self.directory / "in")
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=scratch.name
        )
        self.addCleanup(cluster.close)
        self.client = distributed.Client(cluster)
        self.addCleanup(self.client.close)

    def run_batch(self, output, **options):
        return spv_opt.dask.batch(
            [self.directory / "in"],
            self.directory / output,
            client=self.client,
            pipeline="O",
            cache=str(self.directory / "cache"),
            shards=SHARDS,
            **options,
        )

    def test_a_worker_is_killed(self):
        # The reference: a run in one process.
        out = self.directory / "out"
        serial = spv_opt.batch([self.directory / "in"], out, pipeline="O", threads=1)
        self.assertEqual((len(serial.records), serial.failed), (MODULES + 1, 1))
        expected = files(out)
        self.assertEqual(len(expected), MODULES + 1)
        os.rename(out, self.directory / "serial")

        # Kills a worker in the middle of a shard.
        before = {info["pid"] for info in self.pids()}
        self.assertEqual(len(before), 2)
        killed = threading.Thread(target=self.kill_in_the_middle, args=(out, before))
        killed.start()
        summary = self.run_batch("out")
        killed.join()
        self.assertIsNotNone(self.killed, "no worker was killed in the middle")
        self.assertEqual((len(summary.records), summary.failed), (MODULES + 1, 1))
        self.assertEqual(files(out), expected)
        # The nanny replaces the killed process.
        deadline = time.monotonic() + 60
        while self.killed in {info["pid"] for info in self.pids()} or len(self.pids()) < 2:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)

        # All outputs come from the cache, except for the failure.
        os.rename(out, self.directory / "first")
        done = []
        summary = self.run_batch("out", progress=lambda number, count: done.append((number, count)))
        self.assertEqual((summary.cached, summary.earlier, summary.cache_failures), (MODULES, 0, 0))
        self.assertEqual(files(out), expected)
        self.assertEqual(done, [(number, SHARDS) for number in range(1, SHARDS + 1)])

        # A further run finds all outputs in place.
        self.assertEqual(self.run_batch("out").earlier, MODULES)

    def pids(self):
        return [{"pid": pid} for pid in self.client.run(os.getpid).values()]

    def kill_in_the_middle(self, out, pids):
        """Kills a worker once some outputs exist."""
        self.killed = None
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            count = sum(1 for _ in out.glob("*.spv")) if out.is_dir() else 0
            if count >= MODULES:
                return
            if count >= MODULES // 8:
                self.killed = min(pids)
                os.kill(self.killed, signal.SIGKILL)
                return

    def test_a_database(self):
        database = self.directory / "two.foz"
        database.write_bytes((ROOT / "tests/tests/data/two_modules.foz").read_bytes())
        outputs = []
        for name in ("serial", "cluster"):
            options = {"pipeline": "O"}
            if name == "serial":
                spv_opt.batch([database], self.directory / name, **options)
            else:
                spv_opt.dask.batch([database], self.directory / name, client=self.client, shards=2, **options)
            outputs.append((self.directory / name / "two.foz").read_bytes())
        self.assertEqual(*outputs)

    def test_errors(self):
        with self.assertRaises(ValueError):
            self.run_batch("out", target_env="none")
        with self.assertRaises(OSError):
            spv_opt.dask.batch([self.directory / "none"], self.directory / "out", client=self.client, retries=0)


class Example(unittest.TestCase):
    def test_directory(self):
        with tempfile.TemporaryDirectory() as scratch:
            directory = pathlib.Path(scratch)
            (directory / "in").mkdir()
            (directory / "in/shader.spv").write_bytes(SHADER)
            script = ROOT / "bindings/python/examples/dask_batch.py"
            for cached in (0, 1):
                command = [sys.executable, script, "in", f"out-{cached}", "cache"]
                done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True)
                self.assertEqual(done.stdout, f"1 modules, 0 failed, {cached} from the cache\n")


if __name__ == "__main__":
    unittest.main()
