// Differences of texts by line.

/** Longest run of changed lines that is compared exactly; beyond, it is shown as replaced. */
const LIMIT = 1500;

/** The lines of both texts in order, each with `" "` (in both), `"-"` (in the first) or `"+"` (in the second). */
export function diff(before, after) {
    const a = before.split("\n");
    const b = after.split("\n");
    let start = 0;
    while (start < a.length && start < b.length && a[start] === b[start]) start++;
    let end = 0;
    while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
    const middle = changed(a.slice(start, a.length - end), b.slice(start, b.length - end));
    const equal = (lines) => lines.map((line) => [" ", line]);
    return [...equal(a.slice(0, start)), ...middle, ...equal(a.slice(a.length - end))];
}

/** The longest common subsequence by dynamic programming. */
function changed(a, b) {
    if (a.length > LIMIT || b.length > LIMIT) {
        return [...a.map((line) => ["-", line]), ...b.map((line) => ["+", line])];
    }
    const width = b.length + 1;
    const common = new Uint16Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i--) {
        for (let j = b.length - 1; j >= 0; j--) {
            const at = i * width + j;
            common[at] = a[i] === b[j] ? common[at + width + 1] + 1 : Math.max(common[at + width], common[at + 1]);
        }
    }
    const out = [];
    let i = 0;
    let j = 0;
    while (i < a.length || j < b.length) {
        const at = i * width + j;
        if (i < a.length && j < b.length && a[i] === b[j]) out.push([" ", a[i++]]) && j++;
        else if (j === b.length || (i < a.length && common[at + width] >= common[at + 1])) out.push(["-", a[i++]]);
        else out.push(["+", b[j++]]);
    }
    return out;
}

/** The changed lines with `context` lines around them; what is left out is a line `...`. */
export function excerpt(lines, context) {
    const kept = new Set();
    lines.forEach(([kind], at) => {
        if (kind !== " ") for (let n = at - context; n <= at + context; n++) kept.add(n);
    });
    const out = [];
    lines.forEach((line, at) => {
        if (kept.has(at)) out.push(line);
        else if (at === 0 || kept.has(at - 1)) out.push([" ", "..."]);
    });
    return out;
}
