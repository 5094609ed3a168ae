// Syntax highlighting and error marks with the CSS Custom Highlight API, which keeps each text a single node. Browsers
// without this API show plain text.

/** Maximum number of characters to highlight. */
const COLOURED = 300_000;

/** Tokens of text and assembly. Group names match `::highlight` in page.css. */
const TOKENS = new RegExp(
    [
        /(?<comment>\/\/[^\n]*|;[^\n]*)/,
        /(?<string>"(?:[^"\\\n]|\\.)*")/,
        /(?<value>[%^][\w$.]+)/,
        /(?<symbol>@[\w$.]+)/,
        /(?<type>![\w$.]+|\b(?:[su]?i\d+|f\d+|bf16|vector|none)\b)/,
        /(?<op>\b(?:spv|builtin)\.[\w.]+|\bOp[A-Z]\w*|\bmodule\b)/,
    ].map((token) => token.source).join("|"),
    "g",
);
const KINDS = ["comment", "string", "value", "symbol", "type", "op", "number", "error"];

const hasMarks = typeof Highlight !== "undefined" && CSS.highlights !== undefined;
if (hasMarks) for (const kind of KINDS) CSS.highlights.set(kind, new Highlight());

/** Marked ranges by element. */
const marked = new WeakMap();

function unmark(element) {
    for (const [kind, range] of marked.get(element) ?? []) CSS.highlights.get(kind).delete(range);
    marked.delete(element);
}

/** Marks parts of the text of an element, each given as `[kind, begin, end]`. */
function mark(element, parts) {
    if (!hasMarks) return;
    const node = element.firstChild;
    const ranges = marked.get(element) ?? [];
    for (const [kind, begin, end] of parts) {
        const range = new StaticRange({ startContainer: node, startOffset: begin, endContainer: node, endOffset: end });
        CSS.highlights.get(kind).add(range);
        ranges.push([kind, range]);
    }
    marked.set(element, ranges);
}

/** Shows a text with syntax highlighting. */
function showCode(element, text) {
    if (hasMarks) unmark(element);
    element.textContent = text;
    const parts = [];
    for (const token of text.slice(0, COLOURED).matchAll(TOKENS)) {
        const kind = KINDS.find((kind) => token.groups[kind] !== undefined);
        parts.push([kind, token.index, token.index + token[0].length]);
    }
    if (parts.length > 0) mark(element, parts);
}
