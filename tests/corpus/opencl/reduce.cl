//@ covers: a realistic two-stage reduction, local memory, uniform barriers in a loop, SPIR-V 1.0
//@ target: 1.0
kernel void reduce(const global float *in, global float *out, local float *tmp, uint n) {
    uint l = get_local_id(0), size = get_local_size(0);
    float acc = 0.0f;
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) acc += in[i];
    tmp[l] = acc;
    for (uint s = size >> 1; s; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s) tmp[l] += tmp[l + s];
    }
    if (l == 0) out[get_group_id(0)] = tmp[0];
}
