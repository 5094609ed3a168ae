// Tests of the npm package: node --test bindings/wasm/tests, after bindings/wasm/build.sh.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { Module, environments, initSync, passes, passesOf } from "../pkg/spv_opt.js";

const here = new URL(".", import.meta.url);
const wasm = readFileSync(new URL("../pkg/spv_opt_bg.wasm", here));
const shader = readFileSync(new URL("../../../spv-opt/examples/shader.spv", here));
initSync({ module: wasm });

const utf8 = (text) => new TextEncoder().encode(text);

/** Returns the error that a call throws. */
function thrown(call) {
    try {
        call();
    } catch (error) {
        assert.equal(error.name, "SpvError", String(error));
        assert.ok(error.diagnostics.length > 0);
        return error;
    }
    return null;
}

test("the page's decoder of LZMA", () => {
    const code = readFileSync(new URL("../page/lzma.js", here), "utf8");
    const decodeLzma = new Function(`${code}; return decodeLzma;`)();
    const texts = [Buffer.alloc(0), Buffer.from("a"), Buffer.alloc(100_000, "abc"), shader, wasm.subarray(0, 400_000)];
    for (const options of ["lc=3,lp=0,pb=2", "lc=0,lp=2,pb=0", "lc=1,lp=3,pb=4"]) {
        for (const data of texts) {
            const packed = execFileSync("xz", ["--format=lzma", `--lzma1=${options}`, "--stdout"], { input: data });
            packed.writeBigUInt64LE(BigInt(data.length), 5);
            assert.deepEqual(Buffer.from(decodeLzma(new Uint8Array(packed))), data, options);
        }
    }
});

test("all formats give the same words", () => {
    const module = Module.read(shader);
    const words = module.export();
    for (const form of [utf8(module.text()), utf8(module.assembly()), words]) {
        assert.deepEqual(Module.read(form).export(), words);
    }
    assert.ok(thrown(() => Module.read(words, "a", "elf")));
});

test("passes, validation and tools", () => {
    const module = Module.read(shader);
    module.validate("vulkan1.3", "scalar-block-layout");
    for (const pass of passesOf("O")) module.run(pass);
    assert.ok(module.export().length <= shader.length);
    assert.ok(JSON.parse(module.statistics()).instructions > 10);
    assert.ok(JSON.parse(module.reflection()));
    assert.ok(module.controlFlowSvg(module.functions()[0]).startsWith("<svg"));
    assert.ok(passes().some((pass) => pass.name === "canonicalize" && !pass.is_pipeline));
    assert.ok(environments().includes("vulkan1.3"));
    module.free();
});

test("errors have places and rules", () => {
    const error = thrown(() => Module.read(utf8("spv.module Logical GLSL450 {\n  spv.Oops\n}"), "a.mlir"));
    assert.match(error.message, /^a\.mlir:2:3: error: /);
    const { begin, line, column } = error.diagnostics[0].range;
    assert.deepEqual([begin, line, column], [31, 2, 3]);
    const kernel = "OpCapability Kernel\nOpCapability Linkage\nOpCapability Addresses\nOpMemoryModel Physical32 OpenCL\n";
    const violated = thrown(() => Module.read(utf8(kernel)).validate("vulkan1.0"));
    assert.ok(violated.diagnostics.some((diagnostic) => diagnostic.rule !== null));
    assert.notEqual(thrown(() => Module.read(shader.subarray(0, shader.length - 3))).diagnostics[0].word, null);
    for (const pipeline of ["none", "canonicalize{x=1}", "((", "cse,"]) {
        assert.ok(thrown(() => Module.read(shader).run(pipeline)));
    }
});

test("bad inputs are errors", () => {
    let state = 27;
    const random = (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (state >>> 8) % below;
    };
    const module = Module.read(shader);
    // Each format, truncated or with changed bytes, and random bytes with and without a header.
    const inputs = ["", "x", "spv.module", "; SPIR-V\n%1 =", "{{{{", '"', "module {"].map(utf8);
    const other = utf8('%@!{}()<>=:,x0 "');
    for (let round = 0; round < 20; round++) {
        for (const form of [Uint8Array.from(shader), utf8(module.text()), utf8(module.assembly())]) {
            inputs.push(form.subarray(0, Math.floor((form.length * round) / 20)));
            const changed = Uint8Array.from(form);
            for (let n = 0; n <= round % 3; n++) {
                const at = random(changed.length);
                changed[at] = form.length === shader.length ? changed[at] ^ (1 << random(8)) : other[random(other.length)];
            }
            inputs.push(changed);
        }
        const bytes = Uint8Array.from({ length: 1000 }, () => random(256));
        if (round % 2) bytes.set(shader.subarray(0, 20));
        inputs.push(bytes);
    }
    let refused = 0;
    for (const bytes of inputs) {
        const error = thrown(() => {
            const module = Module.read(bytes);
            module.run("O");
            module.export();
        });
        refused += error !== null;
    }
    assert.ok(refused >= 120, `${refused} of ${inputs.length}`);
    // The instance is still intact.
    assert.ok(Module.read(shader).export().length > 0);
});

test("the example runs", () => {
    const directory = mkdtempSync(join(tmpdir(), "spv-opt-"));
    const script = fileURLToPath(new URL("../examples/optimize.mjs", here));
    const input = fileURLToPath(new URL("../../../spv-opt/examples/shader.spv", here));
    const shown = execFileSync(process.execPath, [script, input, join(directory, "small.spv")], { encoding: "utf8" });
    assert.match(shown, /bytes after\n$/);
    rmSync(directory, { recursive: true });
});

test("npm packs what a program needs", () => {
    const directory = mkdtempSync(join(tmpdir(), "spv-opt-"));
    const run = (program, ...options) => execFileSync(program, options, { cwd: directory, encoding: "utf8" });
    const pkg = fileURLToPath(new URL("../pkg", here));
    const [{ filename, files }] = JSON.parse(run("npm", "pack", "--json", "--silent", pkg));
    const names = files.map((file) => file.path).sort();
    const expected = ["LICENSE", "README.md", "package.json", "spv_opt.d.ts", "spv_opt.js", "spv_opt_bg.wasm", "spv_opt_bg.wasm.d.ts"];
    assert.deepEqual(names, expected);
    // Installs the package as npm does.
    const installed = join(directory, "node_modules", "spv-opt");
    mkdirSync(installed, { recursive: true });
    run("tar", "-xzf", filename, "--strip-components=1", "-C", installed);
    const program = `import { readFileSync } from "node:fs";
        import { Module, initSync } from "spv-opt";
        initSync({ module: readFileSync("node_modules/spv-opt/spv_opt_bg.wasm") });
        console.log(Module.read(readFileSync(process.argv[2])).functions().join());`;
    writeFileSync(join(directory, "program.mjs"), program);
    const input = fileURLToPath(new URL("../../../spv-opt/examples/shader.spv", here));
    assert.equal(run(process.execPath, "program.mjs", input), "main\n");
    rmSync(directory, { recursive: true });
});

test("a copy, and what it differs in", () => {
    const module = Module.read(shader);
    const copy = module.clone();
    assert.equal(module.diff(copy), "");
    copy.run("O");
    assert.match(module.diff(copy), /^@@ /m);
    assert.deepEqual(module.export(), Module.read(shader).export());
});

test("the package is small", () => {
    const size = gzipSync(wasm, { level: 9 }).length;
    console.log(`${wasm.length} bytes of WebAssembly, ${size} compressed`);
    assert.ok(size < 3_000_000, `${size} bytes`);
});
