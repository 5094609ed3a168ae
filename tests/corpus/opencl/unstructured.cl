//@ covers: goto out of and into loops, irreducible control flow, computed state machine, switch on long with large cases, kernels without merge instructions
//@ debug: g
//@ env.g: none
kernel void unstructured(global int *g, long key, int n) {
    int i = 0, s = 0;
    if (n > 10)
        goto middle; // into the loop: irreducible
top:
    s += g[i];
    if (s > 1000)
        goto out;
middle:
    s ^= i;
    if (++i < n)
        goto top;
    for (int a = 0; a < n; ++a) {
        for (int b = 0; b < n; ++b) {
            if (g[a * n + b] < 0)
                goto found;
            if (g[a + b] == 3)
                goto next_row;
            s += b;
        }
        s *= 3;
    next_row:;
    }
    goto out;
found:
    s = -s;
out:
    switch (key) {
    case 0x123456789abcdefL: s += 1; break;
    case -1L: s += 2; // falls through
    case 42L: s += 3; break;
    default: s += 4;
    case (long)0x8000000000000000UL: s += 5; break;
    }
    switch ((char)n) { case -128: s = 0; break; case 'x': s = 1; }
    switch ((short)n) { case -1: case 30000: s *= 2; }
    g[0] = s;
}
