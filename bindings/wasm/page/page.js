// The page: reads what is pasted or dropped, and shows text, verdict, passes, control flow and sizes.
import init, { Module, environments, passes, passesOf } from "../pkg/spv_opt.js";
import { diff, excerpt } from "./diff.js";

const $ = (id) => document.getElementById(id);
/** The binary that was opened; the text area holds its text. Null after the text was edited. */
let binary = null;

function element(name, text, attributes = {}) {
    const node = document.createElement(name);
    node.textContent = text;
    Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
    return node;
}

/** The input as bytes. */
const bytes = () => binary ?? new TextEncoder().encode($("input").value);

/** Shows messages; each is a button that selects its place. */
function show(error) {
    if (error.name !== "SpvError") throw error;
    const count = error.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
    $("verdict").className = "error";
    $("verdict").textContent = `not valid: ${count} error${count === 1 ? "" : "s"}`;
    for (const { text, rule, range, word, instruction, notes } of error.diagnostics) {
        const place = range ? `line ${range.line}, column ${range.column}: ` : word !== null ? `word ${word}: ` : "";
        const named = `${place}${instruction ? `${instruction}: ` : ""}${text}${rule ? ` [${rule}]` : ""}`;
        const item = document.createElement("li");
        const button = element("button", named);
        item.append(button);
        if (range && binary === null) {
            button.onclick = () => select(range);
            const source = new TextDecoder().decode(bytes().slice(range.begin, range.end));
            item.append(" ", element("code", source));
        }
        for (const note of notes) item.append(element("div", `note: ${note.text}`));
        $("diagnostics").append(item);
    }
}

/** Selects bytes of the input. */
function select({ begin, end }) {
    const length = (to) => new TextDecoder().decode(bytes().slice(0, to)).length;
    $("input").focus();
    $("input").setSelectionRange(length(begin), length(end));
}

/** Reads the input, and shows all of it. */
function update() {
    for (const id of ["diagnostics", "text", "steps", "assembly", "flow", "sizes"]) $(id).replaceChildren();
    const environment = $("environment").value;
    let module = null;
    try {
        module = Module.read(bytes(), "input", undefined, false, environment !== "");
        if (environment) module.validate(environment);
        $("verdict").className = "ok";
        $("verdict").textContent = environment ? `valid for ${environment}` : "valid";
        run(module);
    } catch (error) {
        show(error);
    }
    module?.free();
}

/** Runs the passes one after the other. */
function run(module) {
    let before = module.text();
    const size = (name) => [name, module.export().length];
    const sizes = [size("input")];
    for (const pass of passesOf($("pipeline").value)) {
        module.run(pass);
        const after = module.text();
        if (after !== before) {
            sizes.push(size(pass));
            $("steps").append(element("h3", pass), shown(excerpt(diff(before, after), 2)));
        }
        before = after;
    }
    if (sizes.length === 1) $("steps").append(element("p", "No pass changes anything."));
    $("text").textContent = before;
    $("assembly").textContent = module.assembly();
    $("flow").innerHTML = module.controlFlowSvg();
    $("sizes").append(row("th", ["after", "bytes", "of the input"]));
    for (const [name, count] of sizes) {
        $("sizes").append(row("td", [name, count, `${((100 * count) / sizes[0][1]).toFixed(1)} %`]));
    }
}

function row(kind, cells) {
    const line = document.createElement("tr");
    line.append(...cells.map((cell) => element(kind, cell)));
    return line;
}

function shown(lines) {
    const block = element("div", "", { class: "diff" });
    const classes = { "+": "added", "-": "removed", " ": "same" };
    block.append(...lines.map(([kind, line]) => element("div", `${kind} ${line}`, { class: classes[kind] })));
    return block;
}

/** The text of a binary; empty where it cannot be read. */
function textOf(data) {
    try {
        const module = Module.read(data, "input", "spirv", true);
        const text = module.text();
        module.free();
        return text;
    } catch {
        return "";
    }
}

/** Takes a file; a binary is shown as text. */
async function open(file) {
    const data = new Uint8Array(await file.arrayBuffer());
    binary = data.includes(0) ? data : null;
    $("input").value = binary ? textOf(data) : new TextDecoder().decode(data);
    update();
}

/** Shows a panel. */
function choose(tab) {
    for (const other of document.querySelectorAll('[role="tab"]')) {
        const chosen = other === tab;
        other.setAttribute("aria-selected", chosen);
        other.tabIndex = chosen ? 0 : -1;
        $(other.getAttribute("aria-controls")).hidden = !chosen;
    }
    tab.focus();
}

const tabs = [...document.querySelectorAll('[role="tab"]')];
tabs.forEach((tab, at) => {
    tab.onclick = () => choose(tab);
    tab.onkeydown = ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (step) choose(tabs[(at + step + tabs.length) % tabs.length]);
    };
});

await init();
$("environment").append(...environments().map((name) => element("option", name)));
$("passes").append(...passes().map(({ name, summary }) => element("option", summary, { value: name })));
$("file").onchange = () => open($("file").files[0]);
$("environment").onchange = update;
$("run").onclick = update;
let waiting = 0;
$("input").oninput = () => {
    binary = null;
    clearTimeout(waiting);
    waiting = setTimeout(update, 300);
};
document.onkeydown = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) update();
};
document.ondragover = (event) => {
    event.preventDefault();
    $("input").classList.add("over");
};
document.ondragleave = () => $("input").classList.remove("over");
document.ondrop = (event) => {
    event.preventDefault();
    $("input").classList.remove("over");
    if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
};
document.body.dataset.ready = "true";
