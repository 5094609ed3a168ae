//@ covers: the simplest kernel, pointers into global memory, get_global_id, optimisation level 0 with local variables
//@ debug: g
//@ env.g: none
kernel void saxpy(global float *y, const global float *x, float a, uint n) {
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}
kernel void scale(global float4 *v, constant float *factors) {
    size_t i = get_global_id(0);
    v[i] *= factors[i & 7] + (float4)(1.0f, 2.0f, 3.0f, 4.0f);
}
