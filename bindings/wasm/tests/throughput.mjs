// CPU time of the package and of the native tool, in pairs: node throughput.mjs MODULE SPV_OPT. The tool's time is that of a
// process, with reading and writing the files; the package's that of the calls, after a first round that compiles it.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Module, initSync } from "../pkg/spv_opt.js";

const [path, tool] = process.argv.slice(2);
initSync({ module: readFileSync(new URL("../pkg/spv_opt_bg.wasm", import.meta.url)) });
const bytes = readFileSync(path);

function packaged(work) {
    const before = process.cpuUsage();
    const module = Module.read(bytes);
    work(module);
    module.free();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
}

function native(...options) {
    const { stderr } = spawnSync("/usr/bin/time", ["-f", "%U %S", tool, path, "-o", "/dev/null", ...options], { encoding: "utf8" });
    const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
    return user + system;
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const cases = {
    "read, export": [(module) => module.export(), ["--emit=spirv"]],
    "read, print": [(module) => module.text(), ["--emit=text"]],
    "read, O, export": [(module) => (module.run("O"), module.export()), ["--emit=spirv", "-O"]],
};
for (const [name, [work, options]] of Object.entries(cases)) {
    packaged(work);
    const pairs = Array.from({ length: 7 }, () => [packaged(work), native(...options)]);
    const [ours, theirs] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])));
    const ratio = median(pairs.map(([one, other]) => one / other));
    console.log(`${name}: ${ours.toFixed(3)} s, native ${theirs.toFixed(3)} s, ratio ${ratio.toFixed(2)}`);
}
