// Web worker that processes modules, which keeps the page responsive. The message `wasm` starts it. A request with `bytes`
// returns the verdict at once, then the results of the passes; a request with `symbol` returns a drawing. If the instance
// fails, the answer is `fatal`.

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

/** Reads and validates a module. Diagnostics of a binary get positions in its text where possible. */
function judged(bytes, text, environment) {
    const [result, thrown] = attempt(() => read(bytes, environment));
    const [module, diagnostics] = result ?? [null, thrown];
    if (module || text === null) return [module, diagnostics];
    const [again, others] = attempt(() => read(new TextEncoder().encode(text), environment));
    again?.[0]?.free();
    const inText = again ? again[1] : others;
    const placed = diagnostics.map((diagnostic) => {
        const same = inText.find((other) => other.text === diagnostic.text && other.rule === diagnostic.rule);
        return diagnostic.range || !same ? diagnostic : { ...diagnostic, range: same.range };
    });
    return [null, placed];
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

function answer({ bytes, isBinary, environment, pipeline }) {
    kept.before?.free();
    kept.after?.free();
    Object.assign(kept, { before: null, after: null });
    const input = isBinary ? textOf(bytes) : null;
    const [module, diagnostics] = judged(bytes, input, environment);
    postMessage({ input, diagnostics });
    if (!module) return { diagnostics, failures: [], result: null };
    kept.before = module;
    const after = module.clone();
    const [steps, failures] = attempt(() => run(after, pipeline));
    if (!steps) {
        after.free();
        return { diagnostics, failures, result: null };
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
    return { diagnostics, failures, result };
}

/** Processes a module once, because the first calls of WebAssembly functions compile them. */
function warmUp(bytes) {
    const [module] = judged(bytes, textOf(bytes), "");
    module.validate("vulkan1.3");
    run(module, "O");
    module.free();
}

function drawing({ symbol, stage }) {
    const [svg] = attempt(() => kept[stage]?.controlFlowSvg(symbol));
    return { svg: svg ?? "" };
}

onmessage = ({ data }) => {
    try {
        if (data.wasm) {
            wasm_bindgen.initSync({ module: decodeLzma(data.wasm) });
            const known = passes().map(({ name, summary }) => ({ name, summary }));
            warmUp(data.example);
            postMessage({ version: version(), environments: environments(), passes: known });
        } else {
            postMessage(data.bytes ? answer(data) : drawing(data));
        }
    } catch (error) {
        postMessage({ fatal: String(error) });
    }
};
