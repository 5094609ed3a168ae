// CPU time of the npm package: throughput.mjs FILE ROUNDS. Prints what tests/src/bin/throughput.rs prints.
import { readFileSync } from "node:fs";

const directory = new URL("../../../bindings/wasm/pkg/", import.meta.url);
const { Module, initSync } = await import(new URL("spv_opt.js", directory));
initSync({ module: readFileSync(new URL("spv_opt_bg.wasm", directory)) });
const [path, rounds] = process.argv.slice(2);
const bytes = readFileSync(path);

function measure(name, work) {
    const times = [];
    for (let round = 0; round <= Number(rounds); round++) {
        const before = process.cpuUsage();
        const module = Module.read(bytes);
        work(module);
        module.free();
        const { user, system } = process.cpuUsage(before);
        if (round > 0) times.push((user + system) / 1e6);
    }
    times.sort((a, b) => a - b);
    console.log(`${times[times.length >> 1].toFixed(6)} ${name}`);
}

measure("read, export", (module) => module.export());
measure("read, print", (module) => module.text());
measure("read, O, export", (module) => (module.run("O"), module.export()));
