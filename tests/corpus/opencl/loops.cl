//@ covers: loop controls from pragmas (unroll count, disable), OpLoopMerge in kernels, OpLoopMerge in a kernel at -O0
//@ target: 1.4
//@ env: spv1.4
//@ lflags: --spirv-ext=+all
kernel void loops(global float *restrict a, const global float *restrict b, int n) {
    float s = 0.0f;
    #pragma unroll 4
    for (int i = 0; i < n; ++i) s += a[i] * b[i];
    #pragma unroll 1
    for (int i = 0; i < n; ++i) s = fmax(s, b[i]);
    __attribute__((opencl_unroll_hint(2)))
    for (int i = 1; i < n; ++i) { if (b[i] < 0.0f) continue; a[i] = a[i - 1] + s; }
    a[0] = s;
}
