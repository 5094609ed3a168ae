// Drives a headless Chromium with the DevTools protocol over a pipe.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Timeout for conditions in milliseconds. */
const PATIENCE = 60_000;

export class Browser {
    #process;
    #profile = mkdtempSync(join(tmpdir(), "spv-opt-chromium-"));
    #next = 1;
    #pending = new Map();
    #session = undefined;
    /** Errors and exceptions of the page. */
    problems = [];

    /** Starts the browser with a window of this size. */
    static async start(program, width, height) {
        const browser = new Browser();
        const options = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
            "--remote-debugging-pipe", `--user-data-dir=${browser.#profile}`, `--window-size=${width},${height}`, "about:blank",
        ];
        browser.#process = spawn(program, options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        let buffer = "";
        browser.#process.stdio[4].setEncoding("utf8").on("data", (data) => {
            const messages = (buffer + data).split("\0");
            buffer = messages.pop();
            messages.forEach((message) => browser.#received(JSON.parse(message)));
        });
        browser.#process.on("exit", () => {
            for (const { reject } of browser.#pending.values()) reject(new Error("the browser has ended"));
        });
        const { targetInfos } = await browser.send("Target.getTargets");
        const { targetId } = targetInfos.find((target) => target.type === "page");
        browser.#session = (await browser.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
        await browser.send("Page.enable");
        await browser.send("Runtime.enable");
        await browser.send("Log.enable");
        await browser.send("DOM.enable");
        const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
        await browser.send("Emulation.setDeviceMetricsOverride", metrics);
        return browser;
    }

    #received({ id, method, params, result, error }) {
        if (id !== undefined) {
            const { resolve, reject } = this.#pending.get(id);
            this.#pending.delete(id);
            if (error) reject(new Error(error.message));
            else resolve(result);
        } else if (method === "Runtime.exceptionThrown") {
            this.problems.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
        } else if (method === "Log.entryAdded" && params.entry.level === "error") {
            this.problems.push(params.entry.text);
        }
    }

    /** Sends a protocol command and returns its result. */
    send(method, params = {}) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#pending.set(id, { resolve, reject });
            const message = { id, method, params, sessionId: this.#session };
            this.#process.stdio[3].write(`${JSON.stringify(message)}\0`);
        });
    }

    /** Evaluates an expression in the page. */
    async evaluate(expression) {
        const options = { expression, returnByValue: true, awaitPromise: true };
        const { result, exceptionDetails } = await this.send("Runtime.evaluate", options);
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    /** Waits until an expression is true in the page. */
    async until(expression) {
        for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
            if (await this.evaluate(expression)) return;
            await new Promise((done) => setTimeout(done, 20));
        }
        throw new Error(`still not true: ${expression}`);
    }

    /** Presses a key, named as in `KeyboardEvent.key`, optionally with `Control`. */
    async press(key, { control = false } = {}) {
        const codes = { Enter: 13, Tab: 9, " ": 32, ArrowLeft: 37, ArrowRight: 39, Home: 36, End: 35, F8: 119 };
        const texts = { Enter: "\r", " ": " " };
        const event = { key, code: key === " " ? "Space" : key, windowsVirtualKeyCode: codes[key], modifiers: control ? 2 : 0 };
        await this.send("Input.dispatchKeyEvent", { type: "keyDown", text: control ? undefined : texts[key], ...event });
        await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    }

    /** Types text into the focused element. */
    type(text) {
        return this.send("Input.insertText", { text });
    }

    /** Drops files on the middle of an element. */
    async drop(selector, files) {
        const box = `(() => { const r = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
            return [r.x + r.width / 2, r.y + r.height / 2]; })()`;
        const [x, y] = await this.evaluate(box);
        const data = { items: [], files, dragOperationsMask: 1 };
        for (const type of ["dragEnter", "dragOver", "drop"]) {
            await this.send("Input.dispatchDragEvent", { type, x, y, data });
        }
    }

    /** Returns a screenshot of the page as PNG. */
    async picture() {
        return Buffer.from((await this.send("Page.captureScreenshot", { format: "png" })).data, "base64");
    }

    async close() {
        const ended = new Promise((done) => this.#process.once("exit", done));
        this.#session = undefined;
        await this.send("Browser.close");
        setTimeout(() => this.#process.kill("SIGKILL"), 5_000).unref();
        await ended;
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
    }
}
