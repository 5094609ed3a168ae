// Writes the page as a single file that works without a server: node page/build.mjs GLUE_DIR OUTPUT. The directory holds
// the output of `wasm-bindgen --target no-modules`.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [glueDirectory, output] = process.argv.slice(2);
const here = (path) => new URL(path, import.meta.url);
const text = (path) => readFileSync(here(path), "utf8");

/** The examples on the page. The first is also offered while the input is empty. */
const EXAMPLES = {
    "shader.comp": "../../../spv-opt/examples/shader.spv",
    "pbr.frag": "../../../tests/corpus/bin/pbr.spv",
    "functions.frag": "../../../tests/corpus/bin/functions.spv",
};

/** Compresses data by LZMA, which is a third smaller than gzip, with its size in the header. */
function compressed(data) {
    const packed = execFileSync("xz", ["--format=lzma", "-9e", "--stdout"], { input: data, maxBuffer: data.length });
    packed.writeBigUInt64LE(BigInt(data.length), 5);
    return packed;
}

const embedded = {
    glue: readFileSync(join(glueDirectory, "spv_opt.js"), "utf8"),
    lzma: text("lzma.js"),
    worker: text("worker.js"),
    wasm: compressed(readFileSync(join(glueDirectory, "spv_opt_bg.wasm"))).toString("base64"),
    "example-modules": Object.fromEntries(
        Object.entries(EXAMPLES).map(([name, path]) => [name, readFileSync(here(path)).toString("base64")]),
    ),
};

/** Embeds a value as JSON, escaped so that it cannot close its element. */
const json = (id, value) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>\n`;

const page = text("index.html")
    .replace(/<link rel="stylesheet" href="(.*?)">/g, (_, path) => `<style>\n${text(path)}</style>`)
    .replace("</main>\n", () => `</main>\n${Object.entries(embedded).map(([id, value]) => json(id, value)).join("")}`)
    .replace(/<script src="(.*?)"><\/script>/g, (_, path) => `<script>\n${text(path)}</script>`);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
