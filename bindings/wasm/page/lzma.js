// Decoder of LZMA, in the format that `xz --format=lzma` writes. Browsers have no decoder of a format as small.

/** Number of states of the last packets, and the state after a literal, by state. */
const STATES = 12;
const AFTER_LITERAL = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5];

/** Creates probabilities of one half. */
const probabilities = (count) => new Uint16Array(count).fill(1024);

/** Creates the probabilities of lengths: two choices, then short lengths by position, medium ones and long ones. */
const lengths = () => ({
    choices: probabilities(2),
    short: probabilities(16 * 8),
    medium: probabilities(16 * 8),
    long: probabilities(256),
});

/** Returns the bytes that `input` encodes. The header must state their number. */
function decodeLzma(input) {
    const properties = input[0];
    const [contextBits, literalBits] = [properties % 9, Math.floor(properties / 9) % 5];
    const [literalMask, positionMask] = [(1 << literalBits) - 1, (1 << Math.floor(properties / 45)) - 1];
    const output = new Uint8Array(new DataView(input.buffer, input.byteOffset).getUint32(5, true));
    let [at, written, range, code] = [13, 0, 0xffffffff, 0];

    // The first of the five bytes is zero.
    for (let n = 0; n < 5; n++) code = ((code << 8) | input[at++]) >>> 0;
    const normalize = () => {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]) >>> 0;
    };
    const bit = (table, index) => {
        const probability = table[index];
        const bound = (range >>> 11) * probability;
        if (code < bound) {
            range = bound;
            table[index] = probability + ((2048 - probability) >>> 5);
            if (range < 0x1000000) normalize();
            return 0;
        }
        range -= bound;
        code -= bound;
        table[index] = probability - (probability >>> 5);
        if (range < 0x1000000) normalize();
        return 1;
    };
    const tree = (table, offset, bits) => {
        let node = 1;
        for (let n = 0; n < bits; n++) node = (node << 1) | bit(table, offset + node);
        return node - (1 << bits);
    };
    const reverseTree = (table, offset, bits) => {
        let [node, value] = [1, 0];
        for (let n = 0; n < bits; n++) {
            const next = bit(table, offset + node);
            node = (node << 1) | next;
            value |= next << n;
        }
        return value;
    };
    const direct = (bits) => {
        let value = 0;
        for (let n = 0; n < bits; n++) {
            range >>>= 1;
            const next = code >= range ? 1 : 0;
            if (next) code -= range;
            if (range < 0x1000000) normalize();
            value = (value << 1) | next;
        }
        return value;
    };
    const length = (table, position) => {
        if (!bit(table.choices, 0)) return 2 + tree(table.short, position * 8, 3);
        if (!bit(table.choices, 1)) return 10 + tree(table.medium, position * 8, 3);
        return 18 + tree(table.long, 0, 8);
    };

    const literals = probabilities(0x300 << (contextBits + literalBits));
    const [isMatch, isLongRepeat] = [probabilities(STATES * 16), probabilities(STATES * 16)];
    const [isRepeat, isRepeat0, isRepeat1, isRepeat2] = Array.from({ length: 4 }, () => probabilities(STATES));
    const [slots, middle, low] = [probabilities(4 * 64), probabilities(128), probabilities(16)];
    const [matchLengths, repeatLengths] = [lengths(), lengths()];
    const distance = (count) => {
        const slot = tree(slots, Math.min(count - 2, 3) * 64, 6);
        if (slot < 4) return slot;
        const bits = (slot >> 1) - 1;
        const base = (2 | (slot & 1)) << bits;
        if (slot < 14) return base + reverseTree(middle, base - slot, bits);
        return base + (direct(bits - 4) << 4) + reverseTree(low, 0, 4);
    };

    let state = 0;
    let [last, second, third, fourth] = [0, 0, 0, 0];
    while (written < output.length) {
        const position = written & positionMask;
        if (!bit(isMatch, state * 16 + position)) {
            const previous = written > 0 ? output[written - 1] : 0;
            const offset = 0x300 * (((written & literalMask) << contextBits) | (previous >> (8 - contextBits)));
            let node = 1;
            if (state >= 7) {
                let matched = output[written - last - 1];
                while (node < 0x100) {
                    const expected = (matched >> 7) & 1;
                    matched <<= 1;
                    const found = bit(literals, offset + ((1 + expected) << 8) + node);
                    node = (node << 1) | found;
                    if (found !== expected) break;
                }
            }
            while (node < 0x100) node = (node << 1) | bit(literals, offset + node);
            output[written++] = node;
            state = AFTER_LITERAL[state];
            continue;
        }
        let count;
        if (!bit(isRepeat, state)) {
            count = length(matchLengths, position);
            [last, second, third, fourth] = [distance(count), last, second, third];
            state = state < 7 ? 7 : 10;
        } else {
            let isShort = false;
            if (!bit(isRepeat0, state)) isShort = !bit(isLongRepeat, state * 16 + position);
            else if (!bit(isRepeat1, state)) [last, second] = [second, last];
            else if (!bit(isRepeat2, state)) [last, second, third] = [third, last, second];
            else [last, second, third, fourth] = [fourth, last, second, third];
            count = isShort ? 1 : length(repeatLengths, position);
            state = isShort ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
        }
        const end = Math.min(written + count, output.length);
        for (; written < end; written++) output[written] = output[written - last - 1];
    }
    return output;
}
