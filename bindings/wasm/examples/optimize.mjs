// Reads a module, validates it for Vulkan 1.3, optimizes it for size and writes it: node optimize.mjs INPUT OUTPUT.
import { readFileSync, writeFileSync } from "node:fs";
import { Module, initSync } from "../pkg/spv_opt.js";

initSync({ module: readFileSync(new URL("../pkg/spv_opt_bg.wasm", import.meta.url)) });
const [input, output] = process.argv.slice(2);
try {
    const bytes = readFileSync(input);
    const module = Module.read(bytes, input);
    module.validate("vulkan1.3");
    module.run("Os");
    const small = module.export();
    module.free();
    writeFileSync(output, small);
    console.log(`${bytes.length} bytes before, ${small.length} bytes after`);
} catch (error) {
    if (error.name !== "SpvError") throw error;
    console.error(error.message);
    process.exitCode = 1;
}
