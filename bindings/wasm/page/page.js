// Main script of the page: sends modules to the worker and shows the results.

/** Returns the contents of a `<script>` embedded by page/build.mjs. */
const embedded = (id) => JSON.parse($(id).textContent);

/** The examples by name, in base64. */
const examples = embedded("example-modules");
const firstExample = Object.keys(examples)[0];
/** The open binary, shown as text; `null` once the text is edited. */
let binary = null;
/** Positions of diagnostics in the input, and the index of the one that F8 last visited. */
let places = [];
let visited = -1;
/** The bytes of the current input. */
let inputBytes = null;
/** Diagnostics of the current input, and the last result. */
let diagnostics = [];
/** Diagnostics of a pipeline that failed on the current input. */
let failed = [];
let result = null;

// ---- Workers: each processes one request at a time. Only the latest pending request of each kind is kept.

/** The judge and the runner: see worker.js. `isBusy` also while the worker starts. */
const judge = { worker: null, waiting: new Map(), isBusy: true };
const runner = { worker: null, waiting: new Map(), isBusy: true };
/** The number of the current input. Answers to requests about earlier inputs are dropped. */
let serial = 0;
const packed = Uint8Array.from(atob(embedded("wasm")), (letter) => letter.charCodeAt(0));
/** The compiled instructions, from the judge. */
let wasm = null;

function start(channel) {
    const sources = ["glue", "lzma", "worker"].map(embedded);
    channel.worker = new Worker(URL.createObjectURL(new Blob(sources, { type: "text/javascript" })));
    channel.worker.onmessage = ({ data }) => received(channel, data);
    channel.worker.onerror = (event) => received(channel, { fatal: event.message });
    channel.isBusy = true;
    channel.worker.postMessage({ wasm: channel === judge ? packed : wasm, example: example(firstExample) });
}

function request(channel, kind, message) {
    channel.waiting.set(kind, { serial, ...message });
    next(channel);
}

function next(channel) {
    if (!channel.isBusy && channel.waiting.size > 0) {
        const [kind, message] = channel.waiting.entries().next().value;
        channel.waiting.delete(kind);
        channel.isBusy = true;
        channel.worker.postMessage(message);
    }
    document.body.dataset.state = judge.isBusy || runner.isBusy ? "busy" : "idle";
}

function received(channel, data) {
    const isCurrent = data.serial === serial;
    // The judge posts the text after the verdict.
    channel.isBusy = data.diagnostics !== undefined && data.input === undefined;
    if (data.fatal !== undefined) {
        verdict("error", "internal error", data.fatal);
        showNothing("");
        channel.worker.terminate();
        channel.isBusy = true;
        if (wasm) start(channel);
    } else if (data.started) {
        if (channel === judge) described(data.started);
    } else if (!isCurrent) {
        // A newer input is shown.
    } else if (channel.isBusy) {
        showVerdict(data.diagnostics);
    } else if (data.diagnostics !== undefined) {
        showJudged(data);
    } else if (data.svg !== undefined) {
        showPicture(data.svg);
    } else {
        show(data);
    }
    next(channel);
}

/** Fills the lists of environments and passes once, and starts the runner. */
function described({ version, environments, passes, wasm: compiled }) {
    if (wasm) return;
    wasm = compiled;
    start(runner);
    $("version").textContent = version;
    $("environment").append(...environments.map((name) => element("option", {}, name)));
    $("passes").append(...passes.map(({ name, summary }) => element("option", { value: name }, summary)));
}

// ---- Input

function verdict(kind, text, detail = "") {
    $("verdict").className = kind;
    $("verdict").replaceChildren(text, element("small", {}, detail));
}

/** Requests all results for the current input. */
function update() {
    const text = $("input").value;
    $("empty").hidden = text !== "" || binary !== null;
    serial++;
    if (!$("empty").hidden) {
        for (const channel of [judge, runner]) channel.waiting.clear();
        verdict("", "");
        $("format").textContent = "";
        $("diagnostics").replaceChildren();
        showInput();
        return showNothing("the result appears here");
    }
    const bytes = binary ?? new TextEncoder().encode(text);
    const format = binary ? "binary" : /^\s*(?:;[^\n]*\n\s*)*(?:%\w+\s*=\s*)?Op[A-Z]/.test(text) ? "assembly" : "text";
    $("format").textContent = `${format}, ${grouped(bytes.length)} bytes`;
    verdict("busy", "running…");
    document.body.dataset.state = "busy";
    inputBytes = bytes;
    [diagnostics, failed] = [[], []];
    request(judge, "module", { bytes, isBinary: binary !== null, environment: $("environment").value });
}

/** Shows the input with line numbers, syntax highlighting and marked diagnostics. */
function showInput() {
    const text = $("input").value;
    // A text area shows a trailing empty line.
    showCode($("shown"), `${text}\n`);
    const lines = text.split("\n").length;
    showCode($("numbers"), Array.from({ length: lines }, (_, n) => `${n + 1}\n`).join(""));
    const parts = places.map(({ begin, end }) => ["error", begin, Math.max(end, begin + 1)]);
    if (parts.length > 0) mark($("shown"), parts.filter(([, , end]) => end <= text.length + 1));
    const marks = new Set(places.map((place) => place.line));
    const numbers = [];
    for (let [line, at] = [1, 0]; line <= lines; line++) {
        const length = String(line).length;
        if (marks.has(line)) numbers.push(["number", at, at + length]);
        at += length + 1;
    }
    if (numbers.length > 0) mark($("numbers"), numbers);
}

/** Converts a range in UTF-8 bytes to characters of the text area. */
function placeOf({ begin, end, line }) {
    const bytes = new TextEncoder().encode($("input").value);
    const length = (to) => new TextDecoder().decode(bytes.subarray(0, to)).length;
    return { begin: length(begin), end: length(end), line };
}

/** Selects the position of a diagnostic and scrolls to it. */
function go(index) {
    const place = places[index];
    if (!place) return;
    visited = index;
    const input = $("input");
    input.focus({ preventScroll: true });
    input.setSelectionRange(place.begin, place.end);
    const height = parseFloat(getComputedStyle(input).lineHeight);
    const editor = $("editor");
    editor.scrollTop = (place.line - 1) * height - editor.clientHeight / 3;
    editor.scrollLeft = 0;
}

// ---- Results

function listed(diagnostics) {
    places = [];
    visited = -1;
    const items = diagnostics.map(({ severity, text, rule, range, word, instruction, notes }) => {
        const where = range ? `${range.line}:${range.column}` : word !== null ? `word ${word}` : "";
        const message = `${instruction && !range ? `${instruction}: ` : ""}${text}`;
        const button = element(
            "button",
            { type: "button" },
            element("span", { class: "place" }, where),
            element("span", { class: severity }, message),
            ...notes.map((note) => element("span", { class: "note" }, `note: ${note.text}`)),
            ...(rule ? [element("span", { class: "rule" }, rule)] : []),
        );
        if (range) {
            const index = places.push(placeOf(range)) - 1;
            button.onclick = () => go(index);
        }
        return element("li", {}, button);
    });
    $("diagnostics").replaceChildren(...items);
}

/** Shows the verdict on the input, and requests the results of the passes. */
function showVerdict(found) {
    const judged = $("environment").value ? ` for ${$("environment").value}` : "";
    const errors = found.filter((diagnostic) => diagnostic.severity === "error").length;
    if (errors > 0) {
        verdict("error", `invalid${judged}`, `${errors} error${errors === 1 ? "" : "s"}`);
        result = null;
        return showNothing("there is no result: see the diagnostics of the input");
    }
    verdict("ok", `valid${judged}`, "running the pipeline…");
    request(runner, "module", { bytes: inputBytes, pipeline: $("pipeline").value });
}

/** Shows the text of a binary and the diagnostics in it. */
function showJudged({ input, diagnostics: found }) {
    if (input !== null && binary !== null) $("input").value = input;
    diagnostics = found;
    // The runner may have failed before the judge posts the text.
    listed([...diagnostics, ...failed]);
    showInput();
}

/** Shows the results of the passes. */
function show({ failures, result: given }) {
    result = given;
    failed = failures;
    if (failures.length > 0) {
        listed([...diagnostics, ...failures]);
        showInput();
        verdict("error", "the pipeline failed", "the module is valid");
    } else {
        const { before, after } = given;
        const percent = ((100 * after.bytes) / before.bytes).toFixed(1);
        $("verdict").querySelector("small").textContent =
            `${grouped(before.bytes)} → ${grouped(after.bytes)} bytes (${percent} %)`;
    }
    if (!given) return showNothing("there is no result: see the diagnostics of the input");
    showPasses(given.steps);
    showSizes(given);
    showCode($("text-panel"), given.text);
    showCode($("assembly-panel"), given.assembly);
    $("save").disabled = false;
    showFunctions();
}

function showFunctions() {
    if (!result) return;
    const stage = document.querySelector('[name="stage"]:checked').value;
    const chosen = $("function").value;
    const symbols = result.functions[stage];
    $("function").replaceChildren(...symbols.map((symbol) => element("option", { value: symbol }, `@${symbol}`)));
    $("function").value = symbols.includes(chosen) ? chosen : (symbols[0] ?? "");
    if ($("function").value) request(runner, "drawing", { symbol: $("function").value, stage });
    else showPicture("");
}

// ---- Events

function load(data, isBinary) {
    binary = isBinary ? data : null;
    $("examples").value = "";
    $("input").value = isBinary ? "" : new TextDecoder().decode(data);
    places = [];
    showInput();
    $("editor").scrollTo(0, 0);
    update();
}

/** Whether the data starts with the magic number of SPIR-V, in either byte order. */
const isSpirv = (data) => ["3,2,35,7", "7,35,2,3"].includes(data.subarray(0, 4).join());

async function open(file) {
    verdict("busy", "reading…");
    const data = new Uint8Array(await file.arrayBuffer());
    load(data, isSpirv(data) || data.includes(0));
}

/** Returns the binary of an example. */
const example = (name) => Uint8Array.from(atob(examples[name]), (letter) => letter.charCodeAt(0));

function loadExample(name) {
    if (examples[name] === undefined) return;
    load(example(name), true);
    $("examples").value = name;
}

function choose(tab) {
    for (const other of tabs) {
        const isChosen = other === tab;
        other.setAttribute("aria-selected", isChosen);
        other.tabIndex = isChosen ? 0 : -1;
        $(other.getAttribute("aria-controls")).hidden = !isChosen;
    }
    if (tab.id === "tab-flow") showEntryBlock();
}

function save() {
    const url = URL.createObjectURL(new Blob([result.binary], { type: "application/octet-stream" }));
    element("a", { href: url, download: "optimized.spv" }).click();
    URL.revokeObjectURL(url);
}

const tabs = [...document.querySelectorAll('[role="tab"]')];
tabs.forEach((tab, at) => {
    tab.onclick = () => choose(tab);
    tab.onkeydown = (event) => {
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const chosen = tabs.at(to % tabs.length);
        choose(chosen);
        chosen.focus();
    };
});

let timer = 0;
$("input").oninput = () => {
    binary = null;
    $("examples").value = "";
    places = [];
    showInput();
    verdict("busy", "running…");
    clearTimeout(timer);
    timer = setTimeout(update, 300);
};
$("open").onclick = () => $("file").click();
$("file").onchange = () => $("file").files[0] && open($("file").files[0]);
$("examples").append(...Object.keys(examples).map((name) => element("option", {}, name)));
$("examples").onchange = () => loadExample($("examples").value);
$("start").onclick = () => loadExample(firstExample);
$("environment").onchange = update;
$("pipeline").onchange = update;
$("run").onclick = update;
$("function").onchange = showFunctions;
for (const stage of document.querySelectorAll('[name="stage"]')) stage.onchange = showFunctions;
$("fitted").onchange = () => $("picture").classList.toggle("fitted", $("fitted").checked);
$("save").onclick = save;
$("theme").onclick = () => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = document.documentElement.dataset.theme ?? (isDark ? "dark" : "light");
    document.documentElement.dataset.theme = theme === "dark" ? "light" : "dark";
};
document.onkeydown = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) update();
    else if (event.key === "F8") go((visited + 1) % places.length);
    else return;
    event.preventDefault();
};
document.ondragover = (event) => {
    event.preventDefault();
    $("editor").classList.add("over");
};
document.ondragleave = () => $("editor").classList.remove("over");
document.ondrop = (event) => {
    event.preventDefault();
    $("editor").classList.remove("over");
    const file = event.dataTransfer.files[0];
    if (file) open(file);
    else load(new TextEncoder().encode(event.dataTransfer.getData("text")), false);
};

choose(tabs[0]);
if (!hasMarks) $("input").style.color = "var(--ink)";
start(judge);
update();
