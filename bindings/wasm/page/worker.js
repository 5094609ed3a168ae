// Web worker that processes modules, which keeps the page responsive. Two run: the judge returns verdicts, so that it never
// waits for passes; the runner returns the results of passes and drawings. The message `wasm` starts a worker. Answers have
// the serial number of their request. If the instance fails, the answer is `fatal`.

const { Module, environments, passes, passesOf, version } = wasm_bindgen;

/** The modules of the last request, kept for drawings. */
const kept = { before: null, after: null };

/** Returns the result of a call and the diagnostics that it threw. */
function attempt(call) {
    try {
        return [call(), []];
    } catch (error) {
        if (error.name !== "SpvError") throw error;
        return [null, error.diagnostics];
    }
}

function read(bytes, environment) {
    const module = Module.read(bytes, "input", undefined, false, environment !== "");
    const [, diagnostics] = attempt(() => environment && module.validate(environment));
    if (diagnostics.length === 0) return [module, []];
    module.free();
    return [null, diagnostics];
}

/** Returns diagnostics of a binary with positions in its text where possible. */
function placed(diagnostics, text, environment) {
    const [again, others] = attempt(() => read(new TextEncoder().encode(text), environment));
    again?.[0]?.free();
    const inText = again ? again[1] : others;
    return diagnostics.map((diagnostic) => {
        const same = inText.find((other) => other.text === diagnostic.text && other.rule === diagnostic.rule);
        return diagnostic.range || !same ? diagnostic : { ...diagnostic, range: same.range };
    });
}

/** Returns the text of a binary, or `null` if it cannot be read. */
function textOf(bytes) {
    const [module] = attempt(() => Module.read(bytes, "input", "spirv", true));
    const text = module?.text() ?? null;
    module?.free();
    return text;
}

/** Runs the passes one at a time and records the changes of each. */
function run(module, pipeline) {
    const steps = [];
    let [text, { bytes }] = [module.text(), JSON.parse(module.statistics())];
    for (const pass of passesOf(pipeline)) {
        const before = module.clone();
        module.run(pass);
        const after = module.text();
        if (after === text) {
            steps.push({ pass, difference: null });
        } else {
            const now = JSON.parse(module.statistics());
            const { bytes: size, instructions } = now;
            steps.push({ pass, difference: before.diff(module), bytes: size - bytes, size, instructions });
            [text, bytes] = [after, size];
        }
        before.free();
    }
    return steps;
}

/** Reads and validates a module. Posts the diagnostics, and then the text of a binary. */
function judge({ serial, bytes, isBinary, environment }) {
    const [result, thrown] = attempt(() => read(bytes, environment));
    const [module, diagnostics] = result ?? [null, thrown];
    module?.free();
    postMessage({ serial, diagnostics });
    const input = isBinary ? textOf(bytes) : null;
    const isPlaced = diagnostics.length > 0 && input !== null;
    postMessage({ serial, input, diagnostics: isPlaced ? placed(diagnostics, input, environment) : diagnostics });
}

/** Runs a pipeline on a valid module. */
function results({ serial, bytes, pipeline }) {
    kept.before?.free();
    kept.after?.free();
    Object.assign(kept, { before: null, after: null });
    const module = Module.read(bytes, "input");
    kept.before = module;
    const after = module.clone();
    const [steps, failures] = attempt(() => run(after, pipeline));
    if (!steps) {
        after.free();
        return { serial, failures, result: null };
    }
    kept.after = after;
    const result = {
        steps,
        before: JSON.parse(module.statistics()),
        after: JSON.parse(after.statistics()),
        text: after.text(),
        assembly: after.assembly(),
        binary: after.export(),
        functions: { before: module.functions(), after: after.functions() },
    };
    return { serial, failures, result };
}

/** Processes a module once, because the first calls of WebAssembly functions compile them. */
function warmUp(bytes, isJudge) {
    if (isJudge) {
        read(bytes, "vulkan1.3")[0].free();
        textOf(bytes);
    } else {
        const module = Module.read(bytes, "input");
        run(module, "O");
        module.free();
    }
}

function drawing({ serial, symbol, stage }) {
    const [svg] = attempt(() => kept[stage]?.controlFlowSvg(symbol));
    return { serial, svg: svg ?? "" };
}

onmessage = ({ data }) => {
    try {
        if (data.wasm) {
            // The judge decodes the instructions, and the runner receives them compiled.
            const isJudge = data.wasm instanceof Uint8Array;
            const wasm = isJudge ? new WebAssembly.Module(decodeLzma(data.wasm)) : data.wasm;
            wasm_bindgen.initSync({ module: wasm });
            warmUp(data.example, isJudge);
            const known = passes().map(({ name, summary }) => ({ name, summary }));
            const described = { version: version(), environments: environments(), passes: known };
            postMessage({ started: isJudge ? { ...described, wasm } : described });
        } else if (data.environment !== undefined) {
            judge(data);
        } else {
            postMessage(data.bytes ? results(data) : drawing(data));
        }
    } catch (error) {
        postMessage({ fatal: String(error) });
    }
};
