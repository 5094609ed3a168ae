//@ covers: printf with vectors and strings (OpenCL.std printf), constant strings, variadic calls
kernel void print(global float4 *v, int n) {
    for (int i = 0; i < n; ++i)
        if (printf("v[%d] = %v4f %s\n", i, v[i], i & 1 ? "odd" : "even") < 0)
            return;
    printf("done\n");
}
