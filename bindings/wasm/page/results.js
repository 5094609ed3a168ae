// Result panels.

const $ = (id) => document.getElementById(id);

/** Maximum number of lines shown per pass. */
const SHOWN = 600;

function element(name, attributes = {}, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
}

const grouped = (number) => number.toLocaleString("en");
const signed = (number) => (number > 0 ? `+${grouped(number)}` : number < 0 ? `−${grouped(-number)}` : "±0");

/** Shows a message instead of results. */
function showNothing(message) {
    for (const id of ["passes-panel", "sizes-panel"]) $(id).replaceChildren(element("p", { class: "nothing" }, message));
    for (const id of ["text-panel", "assembly-panel"]) showCode($(id), message === "" ? "" : `// ${message}\n`);
    $("function").replaceChildren();
    showPicture("");
    $("save").disabled = true;
}

/** Creates elements for the lines returned by `Module.diff`. */
function differenceLines(text) {
    const lines = text.trimEnd().split("\n");
    const kinds = { "@": "title", "-": "removed", "+": "added" };
    const nodes = lines.slice(0, SHOWN).filter((line) => line !== "").map((line) => {
        const kind = kinds[line[0]] ?? (line.startsWith("  ... ") ? "skipped" : "same");
        return element("div", { class: kind }, kind === "title" ? line.slice(3) : line);
    });
    if (lines.length > SHOWN) nodes.push(element("div", { class: "skipped" }, `  ... ${lines.length - SHOWN} lines`));
    return nodes;
}

/** Shows the passes in order with their changes; adjacent passes without changes share a line. */
function showPasses(steps) {
    const nodes = [];
    let idle = [];
    const flush = () => {
        if (idle.length === 0) return;
        const names = idle.flatMap((name) => [", ", element("code", {}, name)]).slice(1);
        nodes.push(element("p", { class: "unchanged" }, "no change: ", ...names));
        idle = [];
    };
    for (const { pass, difference, bytes } of steps) {
        if (difference === null) {
            idle.push(pass);
            continue;
        }
        flush();
        const count = (sign) => difference.split("\n").filter((line) => line[0] === sign).length;
        const summary = element(
            "summary",
            {},
            element("b", {}, pass),
            element("span", { class: "plus" }, `+${count("+")}`),
            element("span", { class: "minus" }, `−${count("-")}`),
            element("span", { class: "count" }, `${signed(bytes)} bytes`),
        );
        const lines = difference === "" ? [element("div", { class: "skipped" }, "layout hints alone")] : differenceLines(difference);
        nodes.push(element("details", { class: "pass" }, summary, element("div", { class: "difference" }, ...lines)));
    }
    flush();
    const passes = nodes.filter((node) => node.className === "pass");
    if (passes.length > 0) passes[0].open = true;
    const all = element("button", { type: "button" }, "Show all differences");
    all.onclick = () => passes.forEach((pass) => (pass.open = true));
    const changed = `${passes.length} of ${steps.length} passes change the module`;
    $("passes-panel").replaceChildren(element("div", { class: "choices" }, changed, element("span", { class: "space" }), all), ...nodes);
}

function table(caption, heads, rows) {
    const cell = (value) =>
        typeof value === "object"
            ? element("td", { class: "share" }, element("span", { style: `width: ${(100 * value.share).toFixed(1)}%` }))
            : element("td", {}, String(value));
    return element(
        "table",
        {},
        element("caption", {}, caption),
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element(
            "tbody",
            {},
            ...rows.map(([name, ...values]) => element("tr", {}, element("th", { scope: "row" }, name), ...values.map(cell))),
        ),
    );
}

/** Shows bytes and instructions after each pass, and section sizes and instruction counts before and after. */
function showSizes({ before, after, steps }) {
    const changed = steps.filter((step) => step.difference !== null);
    const largest = Math.max(before.bytes, ...changed.map((step) => step.size));
    const percent = (bytes) => `${((100 * bytes) / before.bytes).toFixed(1)} %`;
    const row = (name, bytes, instructions) =>
        [name, grouped(bytes), percent(bytes), grouped(instructions), { share: bytes / largest }];
    const sections = Object.keys(before.sections).map((name) => {
        const [from, to] = [before.sections[name], after.sections[name]];
        return [name.replaceAll("_", " "), grouped(from), grouped(to), signed(to - from)];
    });
    const names = [...new Set([...Object.keys(before.by_name), ...Object.keys(after.by_name)])].sort();
    const counts = names.map((name) => [name, before.by_name[name] ?? 0, after.by_name[name] ?? 0]);
    $("sizes-panel").replaceChildren(
        table(
            "After each pass that changes the module",
            ["pass", "bytes", "of the input", "instructions", ""],
            [row("input", before.bytes, before.instructions), ...changed.map((step) => row(step.pass, step.size, step.instructions))],
        ),
        table("Bytes by section", ["section", "before", "after", "change"], sections),
        table(
            "Instructions",
            ["instruction", "before", "after", "change"],
            counts.map(([name, from, to]) => [name, from, to, signed(to - from)]),
        ),
    );
}

/** Styles that adapt drawings to the theme. A shadow root isolates the styles of a drawing from the page. */
const PICTURE = `
svg > rect { fill: none; }
:host(.fitted) svg { display: block; width: 100%; height: 100%; margin: auto; }
text { fill: var(--ink); }
.title, .label { stroke: var(--back); }
.label { fill: var(--faint); }
.node { fill: var(--back); stroke: var(--faint); }
.function { fill: none; stroke: var(--line); }
.block { stroke: var(--faint); }
path { stroke: var(--faint); }
.loop, .back { stroke: var(--accent); }
.loop { fill: var(--accent); }
marker path { fill: var(--faint); }
`;

function showPicture(svg) {
    const host = $("picture");
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.innerHTML = svg;
    if (svg === "") return;
    root.append(element("style", {}, PICTURE));
    // A fitted drawing is not enlarged.
    const drawing = root.querySelector("svg");
    drawing.style.maxWidth = `${drawing.getAttribute("width")}px`;
    drawing.style.maxHeight = `${drawing.getAttribute("height")}px`;
    showEntryBlock();
}

/** Scrolls to the entry block, which is centered. */
function showEntryBlock() {
    const panel = $("flow-panel");
    panel.scrollTo((panel.scrollWidth - panel.clientWidth) / 2, 0);
}
