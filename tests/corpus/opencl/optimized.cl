//@ covers: optimised kernels (-O2): phis, selects, OpLifetimeStart/Stop, no-wrap flags, in-bounds pointer chains, fast-math flags, memcpy (OpCopyMemorySized), memset
//@ debug: g
//@ env.g: none
//@ flags: -O2 -cl-fast-relaxed-math
typedef struct { float m[16]; int idx[8]; } Block;
void fill(Block *b, int seed);
void fill(Block *b, int seed) { for (int i = 0; i < 16; ++i) b->m[i] = seed * i * 0.25f; for (int i = 0; i < 8; ++i) b->idx[i] = (seed + i) & 15; }
__attribute__((noinline)) float eval(const Block *b, int k) { float s = 0; for (int i = 0; i < 8; ++i) { if (b->idx[i] == k) break; s += b->m[b->idx[i]] * b->m[k & 15]; } return s; }
kernel void optimized(global Block *blocks, global float *out, int n) {
    int i = get_global_id(0);
    Block b = blocks[i];
    Block other = {{0}, {0}};
    fill(&other, i);
    float s = eval(&b, i) + eval(&other, n);
    { Block scoped; fill(&scoped, n); s += eval(&scoped, 3); blocks[i + 1] = scoped; }
    for (int k = 0; k < n; ++k) {
        int c = i;
        while (c != 1 && c > 0) { c = c & 1 ? 3 * c + 1 : c >> 1; s += 1.0f; if (s > 1e6f) goto done; }
        out[k] = s / (c + 1.0f) + sqrt(s) + native_sin(s);
    }
done:
    out[i] = s;
}
