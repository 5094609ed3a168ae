// Tests of the page in headless Chromium: node --test bindings/wasm/tests/page.test.mjs, after bindings/wasm/build.sh and
// `npm install --prefix bindings/wasm --no-save playwright-core`. CHROMIUM names the browser. With SCREENSHOTS=FOLDER, writes pictures of the page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const shader = readFileSync(new URL("../../../spv-opt/examples/shader.spv", import.meta.url));
const kinds = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

const server = createServer((request, response) => {
    try {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
        const body = readFileSync(join(root, path));
        response.writeHead(200, { "content-type": kinds[extname(path)] ?? "application/octet-stream" }).end(body);
    } catch {
        response.writeHead(404).end();
    }
});

test("the page", async () => {
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
        const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
        const problems = [];
        page.on("pageerror", (error) => problems.push(String(error)));
        page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
        await page.goto(`http://127.0.0.1:${server.address().port}/page/index.html`);
        await page.waitForSelector("body[data-ready]");
        const picture = async (name) => {
            if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
        };

        // A binary is shown as text, with its passes and sizes.
        await page.setInputFiles("#file", { name: "shader.spv", mimeType: "application/octet-stream", buffer: shader });
        await page.waitForSelector("#verdict.ok");
        assert.match(await page.inputValue("#input"), /spv\.func/);
        assert.match(await page.textContent("#text"), /spv\.func/);
        await page.click("text=Passes");
        assert.ok((await page.locator("#steps .added, #steps .removed").count()) > 0);
        await picture("page-passes");
        await page.keyboard.press("ArrowRight");
        assert.match(await page.textContent("#assembly"), /OpCapability Shader/);
        await page.keyboard.press("ArrowRight");
        assert.ok((await page.locator("#flow svg").count()) === 1);
        await picture("page-control-flow");
        await page.keyboard.press("ArrowRight");
        assert.ok((await page.locator("#sizes tr").count()) > 1);
        await page.selectOption("#environment", "vulkan1.3");
        await page.waitForFunction(() => document.querySelector("#verdict").textContent === "valid for vulkan1.3");

        // An error is marked at its place.
        await page.selectOption("#environment", "");
        await page.fill("#input", "spv.module Logical GLSL450 {\n  spv.Oops\n}");
        await page.waitForSelector("#verdict.error");
        assert.match(await page.textContent("#diagnostics"), /^line 2, column 3: /);
        await page.emulateMedia({ colorScheme: "dark" });
        await picture("page-error-dark");
        await page.click("#diagnostics button");
        const selected = await page.evaluate(() => {
            const input = document.querySelector("#input");
            return input.value.slice(input.selectionStart, input.selectionEnd);
        });
        assert.equal(selected, "spv.Oops");
        await page.fill("#pipeline", "no-such-pass");
        await page.fill("#input", "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n");
        await page.keyboard.press("Control+Enter");
        await page.waitForFunction(() => document.querySelector("#diagnostics").textContent.includes("no-such-pass"));
        assert.deepEqual(problems, []);
    } finally {
        await browser.close();
        server.close();
    }
});
