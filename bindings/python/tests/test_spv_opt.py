"""Tests of the Python package: python -m unittest discover bindings/python/tests."""

import copy
import json
import pathlib
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import spv_opt

ROOT = pathlib.Path(__file__).resolve().parents[3]
SHADER = ROOT / "spv-opt/examples/shader.spv"
KERNEL = "OpCapability Kernel\nOpCapability Linkage\nOpCapability Addresses\nOpMemoryModel Physical32 OpenCL\n"


class Modules(unittest.TestCase):
    def setUp(self):
        self.module = spv_opt.read_file(SHADER)

    def test_formats(self):
        words = self.module.export()
        for form in (self.module.text(), self.module.assembly(), words, self.module.text().encode()):
            self.assertEqual(spv_opt.read(form).export(), words)
        self.assertEqual(spv_opt.read(self.module.text(), format="text").export(), words)
        with self.assertRaises(ValueError):
            spv_opt.read(b"", format="elf")

    def test_version_of_the_environment(self):
        shader = KERNEL.replace("Kernel", "Shader").replace("Addresses", "Matrix").replace("Physical32 OpenCL", "Logical GLSL450")
        versions = [spv_opt.read(shader, target_env=env).export()[4:8] for env in ("", "vulkan1.1", "spv1.0")]
        self.assertEqual(versions, [b"\0\x06\x01\0", b"\0\x03\x01\0", b"\0\0\x01\0"])

    def test_passes(self):
        before = len(self.module.export())
        self.module.validate("vulkan1.3", "scalar-block-layout")
        self.module.run("Os")
        self.module.run("canonicalize{max-visits=9},cse")
        self.assertLessEqual(len(self.module.export()), before)
        steps = spv_opt.passes_of("O")
        self.assertGreater(len(steps), 5)
        for step in steps:
            self.module.run(step)
        self.assertIn("canonicalize", dict(spv_opt.passes()))
        self.assertIn("vulkan1.3", spv_opt.environments())

    def test_tools(self):
        self.assertGreater(spv_opt.statistics(self.module)["instructions"], 10)
        self.assertTrue(spv_opt.reflection(self.module))

    def test_diff(self):
        self.assertEqual(self.module.diff(self.module), "")
        other = spv_opt.read_file(SHADER)
        other.run("O")
        self.assertTrue(self.module.diff(other).startswith("@@ "))
        lines = [line for hunk in json.loads(self.module.diff_json(other))["hunks"] for line in hunk["lines"]]
        self.assertIn("removed", {kind for line in lines for kind in line})
        # Threads that compare the modules in opposite order must not deadlock.
        threads = [threading.Thread(target=a.diff, args=(b,)) for a, b in [(self.module, other), (other, self.module)] * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def test_pictures(self):
        self.assertTrue(self.module._repr_html_().startswith("<pre>"))
        function = next(op for op in self.module.walk() if op.name == "spv.func")
        self.assertTrue(function._repr_svg_().startswith("<svg"))
        self.assertEqual(self.module.control_flow_svg(function.symbol), function._repr_svg_())
        load = next(op for op in self.module.walk() if op.name == "spv.Load")
        self.assertIsNone(load._repr_svg_())

    def test_threads(self):
        def work():
            module = spv_opt.read_file(SHADER)
            module.run("O")
            results.append(module.export())
            self.module.text()

        results = []
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(results)), 1)


class Ops(unittest.TestCase):
    def setUp(self):
        self.module = spv_opt.read_file(SHADER)

    def test_walk(self):
        ops = self.module.walk()
        text = self.module.text()
        for op in ops:
            self.assertIn(op.name, text)
        loads = [op for op in ops if op.name == "spv.Load"]
        self.assertTrue(loads)
        for load in loads:
            pointer, result = load.operands[0], load.results[0]
            self.assertIn("ptr", pointer.type)
            self.assertEqual(result.owner, load)
            self.assertIsInstance(load.offset, int)
        function = next(op for op in ops if op.name == "spv.func")
        blocks = function.regions[0]
        self.assertEqual(blocks[0].ops, [op for op in function.walk() if op in blocks[0].ops])
        self.assertIn("sym_name", function.attributes)

    def test_attributes(self):
        function = next(op for op in self.module.walk() if op.name == "spv.func")
        function.set_attribute("my.note", '"seen"')
        self.assertEqual(function.attributes["my.note"], '"seen"')
        function.set_attribute("my.note", None)
        self.assertNotIn("my.note", function.attributes)
        with self.assertRaises(ValueError):
            function.set_attribute("sym_name", "1 : i32")
        with self.assertRaises(ValueError):
            function.set_attribute("my.note", "<<<")
        function.set_attribute("relaxed_precision", "unit")
        function.set_attribute("relaxed_precision", None)
        with self.assertRaisesRegex(ValueError, "'spv.func' op: unknown attribute 'note': the parameters are sym_name, "):
            function.set_attribute("note", "1 : i32")
        with self.assertRaisesRegex(ValueError, "unknown attribute 'note'"):
            function.set_attribute("note", None)
        load = next(op for op in self.module.walk() if op.name == "spv.Load")
        self.assertNotIn("memory_access", load.attributes)
        with self.assertRaisesRegex(ValueError, "'spv.Load' op: .* did you mean 'memory_access'?"):
            load.set_attribute("memory_acess", "Volatile")
        load.set_attribute("memory_access", "Volatile")
        self.assertEqual(load.attributes["memory_access"], "Volatile")
        self.module.verify()
        self.assertIn("Volatile", self.module.assembly())

    def test_values_of_attributes(self):
        ops = {op.name: op for op in reversed(self.module.walk())}
        variable, load = ops["spv.GlobalVariable"], ops["spv.Load"]
        for value in (7, "7", "7 : i32", "0x7 : i32"):
            variable.set_attribute("binding", value)
            self.assertEqual(variable.attributes["binding"], "7 : i32")
        number = "'binding' takes an unsigned 32-bit integer such as `1 : i32`, but found"
        wrong = [
            (variable, "binding", '"x"', f'{number} `"x"`'),
            (variable, "binding", -7, f"{number} `-7 : i64`"),
            (variable, "binding", 2**40, f"{number} `1099511627776 : i64`"),
            (variable, "binding", (1, 2), f"{number} `[1, 2]`"),
            (variable, "binding", "x", f"{number} `x`"),
            (variable, "my.note", "x", "the value `x` of 'my.note' is not an attribute in MLIR syntax: expected an attribute"),
            (variable, "flat", True, "'flat' takes the value `unit`, but found `True`"),
            (variable, "built_in", '"FragCord"', 'takes an enumerant of BuiltIn such as `"Position"`, but found `"FragCord"`'),
            (load, "memory_access", "Aligned", "'Aligned' requires a 32-bit integer as operand"),
            (load, "memory_access", ("Aligned", "x"), "the value `[Aligned, x]` of 'memory_access' is not an attribute"),
            (load, "memory_access", ("Alined", 4), "'Alined' is not a MemoryAccess: did you mean 'Aligned'?"),
            (load, "memory_access", ("Volatile", 4), "'Volatile' takes 0 operands, but found 1"),
            (variable, "binding", 2**80, number),
        ]
        for op, name, value, message in wrong:
            with self.assertRaises(ValueError) as raised:
                op.set_attribute(name, value)
            self.assertIn(message, str(raised.exception))
        for value in (1.5, b"7", {"Aligned": 4}):
            message = f"an attribute must be a str, an int, or a list or tuple of these, not {type(value).__name__}"
            with self.assertRaisesRegex(TypeError, message):
                variable.set_attribute("binding", value)
        for value in ("Volatile|Aligned, 4", ("Volatile|Aligned", 4), '["Volatile|Aligned", 4]'):
            load.set_attribute("memory_access", value)
            self.assertEqual(load.attributes["memory_access"], "Volatile|Aligned, 4")
        old = load.results[0]
        new = load.create_before("spv.Load", load.operands, load.attributes, old.type)
        self.assertEqual(new.attributes, load.attributes)
        pair = load.create_before("spv.CompositeConstruct", [old, old], {}, f"!spv.struct<({old.type}, {old.type})>")
        pair.move_before(load)
        load.move_before(pair)
        for indexes in ([1], "[1]", "1"):
            part = next(op for op in self.module.walk() if op.name == "spv.Store").create_before(
                "spv.CompositeExtract", pair.results, {"indexes": indexes}, old.type
            )
            self.assertEqual(part.attributes["indexes"], "[1]")
        self.module.verify()

    def test_attributes_can_be_set_to_their_own_value(self):
        before = self.module.export()
        for op in self.module.walk():
            for name, value in op.attributes.items():
                op.set_attribute(name, value)
        self.assertEqual(self.module.export(), before)

    def test_definitions_of_the_module_are_created(self):
        variable = next(op for op in self.module.walk() if op.name == "spv.GlobalVariable")
        size = variable.create_before("spv.SpecConstant", [], {"sym_name": '"size"', "default_value": "4 : i32", "type": "i32"})
        operation = {"sym_name": '"twice"', "type": "i32", "opcode": "IAdd", "operands": "[@size, @size]"}
        variable.create_before("spv.SpecConstantOp", [], operation)
        self.module.verify()
        with self.assertRaisesRegex(ValueError, "has no result if 'sym_name' is given, but a result type is given"):
            variable.create_before("spv.SpecConstantOp", [], operation, "i32")
        size.set_attribute("spec_id", 3)
        self.assertEqual(spv_opt.reflection(self.module)["spec_constants"][0]["spec_id"], 3)

    def test_terminators_stay_at_the_end(self):
        ops = {op.name: op for op in reversed(self.module.walk())}
        end, store = ops["spv.Return"], ops["spv.Store"]
        message = "the terminator 'spv.{}' cannot be placed before 'spv.Store', in the middle of a block"
        with self.assertRaisesRegex(ValueError, message.format("Kill")):
            store.create_before("spv.Kill")
        with self.assertRaisesRegex(ValueError, message.format("Return")):
            end.move_before(store)
        end.create_before("spv.Unreachable")
        with self.assertRaises(spv_opt.Error):
            self.module.verify()
        end.erase()
        self.module.verify()

    def test_ops_are_created_and_erased(self):
        load = next(op for op in self.module.walk() if op.name == "spv.Load")
        old = load.results[0]
        old_type = old.type
        new = load.create_before("spv.Load", load.operands, {"memory_access": "Volatile"}, old_type)
        self.assertEqual(new.attributes["memory_access"], "Volatile")
        with self.assertRaises(ValueError):
            load.erase()
        old.replace(new.results[0])
        new.move_before(load)
        load.erase()
        for use in (lambda: old.type, load.erase, load.walk, lambda: load.name, lambda: load.set_attribute("a", None)):
            with self.assertRaises(ValueError):
                use()
        for name, meant in (("spv.Lod", "spv.Load"), ("FAdd", "spv.FAdd"), ("OpFAdd", "spv.FAdd"), ("spirv.FAdd", "spv.FAdd")):
            with self.assertRaisesRegex(ValueError, f"unknown op '{name}': did you mean '{meant}'"):
                new.create_before(name)
        with self.assertRaisesRegex(ValueError, "'spv.Load' op: has a result, but no result type is given"):
            new.create_before("spv.Load", new.operands)
        with self.assertRaisesRegex(ValueError, "'spv.Load' op: unknown attribute 'note'"):
            new.create_before("spv.Load", new.operands, {"note": "1 : i32"}, old_type)
        with self.assertRaises(spv_opt.Error):
            self.module.run("oops")
        # Handles outlive a run that does not begin.
        self.assertEqual(new.name, "spv.Load")
        self.module.verify()
        self.assertIn("Volatile", self.module.assembly())

    def test_errors_show_created_ops(self):
        module = spv_opt.read(self.module.text().encode())
        load = next(op for op in module.walk() if op.name == "spv.Load")
        load.create_before("spv.Load", load.operands, {}, "!spv.struct<()>")
        with self.assertRaises(spv_opt.Error) as raised:
            module.verify()
        self.assertRegex(str(raised.exception), r'note: in .*"spv.Load"\(.*-> !spv.struct<\(\)>`')
        notes = [note.text for diagnostic in raised.exception.diagnostics for note in diagnostic.notes]
        self.assertIn("the op was created from the op at this position", notes)

    def test_invalid_edits_are_found(self):
        function = next(op for op in self.module.walk() if op.name == "spv.func")
        function.set_attribute("sym_name", '"other"')
        with self.assertRaises(spv_opt.Error):
            self.module.export()
        with self.assertRaises(spv_opt.Error):
            self.module.run("O")
        self.assertIn("@other", self.module.text())

    def test_handles_end_with_the_op(self):
        function = next(op for op in self.module.walk() if op.name == "spv.func")
        block = function.regions[0][0]
        load = next(op for op in block.ops if op.name == "spv.Load")
        value = load.results[0]
        self.assertEqual({value: 1, block: 2, load: 3}[load.results[0]], 1)
        self.assertRegex(repr(block), "<spv_opt.Block with [0-9]+ ops>")
        function.erase()
        uses = (
            lambda: function.regions,
            lambda: function.walk(),
            lambda: block.ops,
            lambda: load.name,
            lambda: value.type,
            lambda: load.create_before("spv.Undef", [], {}, "f32"),
        )
        for use in uses:
            with self.assertRaisesRegex(ValueError, "erased"):
                use()

    def test_handles_of_other_modules(self):
        other = next(op for op in spv_opt.read_file(SHADER).walk() if op.name == "spv.Load")
        load = next(op for op in self.module.walk() if op.name == "spv.Load")
        with self.assertRaisesRegex(ValueError, "belongs to another module"):
            load.move_before(other)
        old = load.results[0]
        self.module.run("cse")
        load = next(op for op in self.module.walk() if op.name == "spv.Load")
        with self.assertRaisesRegex(RuntimeError, "stale because passes have run"):
            load.results[0].replace(old)

    def test_names_of_values(self):
        load = next(op for op in self.module.walk() if op.name == "spv.Load")
        value = load.results[0]
        value.name = "first"
        self.assertEqual(value.name, "first")
        self.assertIn('"first"', self.module.assembly())
        value.name = None
        self.assertIsNone(value.name)
        new = load.create_before("spv.Load", load.operands, load.attributes, value.type)
        value.replace(new.results[0])
        load.erase()
        with self.assertRaisesRegex(ValueError, "an op that was erased"):
            value.name = "late"
        mode = next(op for op in self.module.walk() if op.name == "spv.ExecutionMode")
        mode.set_attribute("execution_mode", ("LocalSize", 8, 8, 1))
        self.assertEqual(mode.attributes["execution_mode"], "LocalSize, 8, 8, 1")
        self.assertIn("LocalSize 8 8 1", self.module.assembly())

    def test_copies(self):
        for copied in (copy.copy(self.module), copy.deepcopy(self.module)):
            self.assertEqual(copied.export(), self.module.export())
            copied.ops[0].erase()
        self.assertGreater(len(self.module.walk()), 1)
        with self.assertRaisesRegex(TypeError, "cannot pickle 'spv_opt.Op' object"):
            copy.copy(self.module.ops[0])

    def test_handles_end_with_passes(self):
        op = self.module.ops[0]
        self.module.run("O")
        with self.assertRaises(RuntimeError):
            op.name


class Errors(unittest.TestCase):
    def test_places(self):
        with self.assertRaises(spv_opt.Error) as raised:
            spv_opt.read("spv.module Logical GLSL450 {\n  spv.Oops\n}", name="a.mlir")
        first = raised.exception.diagnostics[0]
        self.assertEqual((first.severity, first.range.line, first.range.column), ("error", 2, 3))
        self.assertTrue(str(raised.exception).startswith("a.mlir:2:3: error: "))
        module = spv_opt.read(KERNEL)
        with self.assertRaises(spv_opt.Error) as raised:
            module.validate("vulkan1.0")
        self.assertTrue(any(d.rule for d in raised.exception.diagnostics))
        data = bytearray(SHADER.read_bytes())[:-3]
        with self.assertRaises(spv_opt.Error) as raised:
            spv_opt.read(bytes(data))
        self.assertIsNotNone(raised.exception.diagnostics[0].word)

    def test_errors_can_be_pickled(self):
        with self.assertRaises(spv_opt.Error) as raised:
            spv_opt.read("spv.module Logical GLSL450 {\n  spv.Oops\n}", name="a.mlir")
        loaded = pickle.loads(pickle.dumps(raised.exception))
        self.assertEqual(str(loaded), str(raised.exception))
        self.assertEqual(loaded.diagnostics[0].range, raised.exception.diagnostics[0].range)
        self.assertEqual(loaded.diagnostics[0].text, raised.exception.diagnostics[0].text)

    def test_wrong_inputs(self):
        for data, kind in ((None, "NoneType"), (SHADER, "PosixPath"), (5, "int"), ([7, 300], "list")):
            with self.assertRaisesRegex(TypeError, f"expected bytes or a str, not .*{kind}.*: read_file reads a file"):
                spv_opt.read(data)
        with self.assertRaisesRegex(ValueError, "'shader.spv' is a file name: use spv_opt.read_file"):
            spv_opt.read("shader.spv")
        with self.assertRaises(UnicodeEncodeError):
            spv_opt.read("\ud800")

    def test_options(self):
        module = spv_opt.read(KERNEL)
        for pipeline in ("none", "canonicalize{x=1}", "((", "cse,"):
            with self.assertRaises(spv_opt.Error):
                module.run(pipeline)
        for environment, options in (("vulkan9", ""), ("vulkan1.3", "wrong"), ("vulkan1.3", "max-id-bound=x")):
            with self.assertRaises(spv_opt.Error):
                module.validate(environment, options)
        with self.assertRaises(spv_opt.Error):
            module.control_flow_svg("none")
        with self.assertRaises(TypeError):
            spv_opt.read(None)

    def bad_inputs(self):
        """Yields inputs of each format, truncated or with changed bytes, and random bytes with and without a header."""
        module = spv_opt.read_file(SHADER)
        good = SHADER.read_bytes()
        rng = random.Random(27)
        for number in range(20):
            for form in (good, module.text().encode(), module.assembly().encode()):
                yield form[: len(form) * number // 20]
                changed = bytearray(form)
                for _ in range(1 + number % 3):
                    at = rng.randrange(len(changed))
                    is_binary = form is good
                    changed[at] = changed[at] ^ 1 << rng.randrange(8) if is_binary else rng.choice(b'%@!{}()<>=:,x0 "\xff')
                yield bytes(changed)
            yield (good[:20] if number % 2 else b"") + rng.randbytes(1000)
        for text in ("", "x", "spv.module", "; SPIR-V\n%1 =", "{{{{", '"', "module {", b"\xff\xfe"):
            yield text

    def test_empty_input(self):
        with self.assertRaisesRegex(spv_opt.Error, "the input is empty: expected a SPIR-V binary, MLIR text or assembly"):
            spv_opt.read(b"")
        with self.assertRaisesRegex(spv_opt.Error, "the input is empty"):
            spv_opt.read(b"", format="spirv")
        self.assertIn("module {", spv_opt.read(b"", format="text").text())

    def test_bad_inputs(self):
        refused = 0
        for data in self.bad_inputs():
            try:
                module = spv_opt.read(data)
                module.run("O")
                module.export()
            except spv_opt.Error as error:
                refused += 1
                self.assertTrue(error.diagnostics)
                self.assertTrue(all(diagnostic.text for diagnostic in error.diagnostics))
        self.assertGreaterEqual(refused, 120)


class Batches(unittest.TestCase):
    def test_directory(self):
        with tempfile.TemporaryDirectory() as scratch:
            directory = pathlib.Path(scratch)
            (directory / "in").mkdir()
            shutil.copy(SHADER, directory / "in/good.spv")
            (directory / "in/bad.spv").write_bytes(b"bad")
            options = {"pipeline": "O", "target_env": "vulkan1.3", "cache": str(directory / "cache")}
            first = spv_opt.batch([directory / "in"], directory / "out", **options)
            self.assertEqual([record.input for record in first.records], ["bad.spv", "good.spv"])
            bad, good = first.records
            self.assertIsNone(bad.bytes)
            self.assertTrue(bad.message.startswith("bad.spv: word 0x0 (0): error: "), bad.message)
            self.assertEqual(good.bytes, (directory / "out/good.spv").stat().st_size)
            self.assertEqual((first.failed, first.cached, first.earlier), (1, 0, 0))
            self.assertEqual(spv_opt.batch([directory / "in"], directory / "out", **options).earlier, 1)
            self.assertEqual(spv_opt.batch([directory / "in"], directory / "again", **options).cached, 1)
            for number in (1, 2):
                spv_opt.batch([directory / "in"], directory / "out", shard=(number, 2), threads=1, **options)
            lists = [directory / f"out/results-{number}-of-2.jsonl" for number in (1, 2)]
            self.assertEqual(spv_opt.merge(lists, directory / "merged.jsonl").records, first.records)
            self.assertEqual((directory / "merged.jsonl").read_text(), (directory / "out/results.jsonl").read_text())
            with self.assertWarnsRegex(RuntimeWarning, "the cache failed"):
                spv_opt.batch([directory / "in"], directory / "out3", cache="http://127.0.0.1:9")
            for wrong in (
                {"shard": (3, 2)}, {"shard": (-1, 2)}, {"pipeline": "none"}, {"target_env": "none"}, {"threads": 0}, {"threads": -1}
            ):
                with self.assertRaises(ValueError):
                    spv_opt.batch([directory / "in"], directory / "out", **wrong)
            with self.assertRaises(OSError):
                spv_opt.batch([directory / "none"], directory / "out")
            with self.assertRaisesRegex(FileNotFoundError, "cannot read .*none.jsonl: "):
                spv_opt.merge([directory / "none.jsonl"], directory / "merged.jsonl")


class Example(unittest.TestCase):
    def test_documented_edit(self):
        page = (ROOT / "docs/bindings.md").read_text()
        code = page.split("```python\n")[1].split("\n```")[0]
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)

    def test_documented_pass(self):
        page = (ROOT / "docs/add-a-pass-outside.md").read_text()
        code = page.split("```python\n")[1].split("\n```")[0]
        with tempfile.TemporaryDirectory() as directory:
            shutil.copy(SHADER, pathlib.Path(directory) / "shader.spv")
            subprocess.run([sys.executable, "-c", code], cwd=directory, check=True)
            assembly = spv_opt.read_file(pathlib.Path(directory) / "volatile.spv").assembly()
        loads = [line for line in assembly.splitlines() if "OpLoad" in line]
        self.assertTrue(loads)
        self.assertTrue(all(line.endswith(" Volatile") for line in loads), loads)

    def test_optimize(self):
        with tempfile.TemporaryDirectory() as directory:
            target = pathlib.Path(directory) / "small.spv"
            script = ROOT / "bindings/python/examples/optimize.py"
            done = subprocess.run([sys.executable, script, SHADER, target], capture_output=True, text=True, check=True)
            self.assertIn("bytes after", done.stdout)
            self.assertTrue(spv_opt.read_file(target).functions())


if __name__ == "__main__":
    unittest.main()
