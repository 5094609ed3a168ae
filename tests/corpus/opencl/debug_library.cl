//@ covers: library without kernels, OpenCL.DebugInfo.100 lexical blocks, locals, pointers
//@ debug: g
//@ env.g: none
int clamp_index(int i, int n) {
    if (i < 0)
        return 0;
    {
        int last = n - 1;
        return i > last ? last : i;
    }
}
int sum_window(global int *data, int at, int n) {
    int total = 0;
    for (int k = -2; k <= 2; ++k) {
        int j = clamp_index(at + k, n);
        int sample = data[j];
        total += sample * (3 - (k < 0 ? -k : k));
    }
    return total / 9;
}
