//@ covers: vectors of 2, 3, 4, 8 and 16 of all element types, swizzles, shuffles, conversions with rounding and saturation, relational vectors, halves (vload_half/vstore_half), as_type
//@ debug: g
//@ env.g: none
//@ flags: -O1 -Xclang -disable-llvm-passes
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void vectors(global float16 *f, global char16 *c, global ushort8 *u, global double3 *d, global half *h, global half4 *hv, global long2 *l) {
    size_t i = get_global_id(0);
    float16 a = f[i];
    a.s0123 = a.s4567 + a.hi.lo;
    a.odd = a.even * (float8)(2.0f);
    a.scdef = (float4)(a.x, a.sf, a.s9, 1.0f);
    int16 m = a > 0.5f;
    a = select(a, -a, m);
    c[i] = convert_char16_sat_rtz(a) ^ c[i + 1].sfedcba9876543210;
    u[i] = shuffle2(u[i], u[i + 1], (ushort8)(0, 8, 1, 9, 2, 10, 3, 11)) << (ushort8)3;
    d[i] = convert_double3(a.s012) * d[i].zyx + fma(d[i], d[i], (double3)(0.1, 1e300, 4.9e-324));
    vstore_half4_rte(a.s89ab, i, h);
    a.s0 += vload_half(i, h) + dot(a.s0123, a.s4567) + length(a.lo.hi);
    hv[i] = (half4)(1.0h) + hv[i].wwww * (half4)(0.333h);
    l[i] = as_long2(d[i].xy) / (long2)(-7, 0x7fffffffffffffffL) + convert_long2(as_int2(u[i].s0123));
    if (any(isnan(a.s0123)) || all(m.s01 == m.s23))
        a *= NAN;
    f[i] = clamp(mix(a, floor(a), 0.25f), -1.0f, INFINITY);
    vstore3(d[i], i, (global double *)d);
}
