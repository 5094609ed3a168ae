//@ covers: many OpenCL.std instructions: trigonometric, integer, common, geometric, relational, pointer results (frexp, modf, sincos, lgamma_r), ctz/clz/popcount, mad_sat, bitselect
kernel void math(global float4 *f, global int4 *i, global uint4 *u) {
    size_t k = get_global_id(0);
    float4 a = f[k], b, c = f[k + 1];
    int4 e;
    a = sincos(a, &b) + modf(c, &b) * frexp(c, &e) + remquo(a, c, &e) + lgamma_r(a, &e) + fract(c, &b);
    a += sin(a) + cospi(a) + atan2(a, b) + cbrt(b) + erf(c) + exp10(a) + expm1(b) + fdim(a, c) + hypot(a, b) + convert_float4(ilogb(a));
    a += ldexp(a, e) + pown(a, e) + powr(a, b) + rootn(c, e) + native_rsqrt(a) + half_exp2(b) + nextafter(a, c) + copysign(a, b) + rint(c) + tgamma(a);
    a = bitselect(a, b, c) + step(a, b) + smoothstep(a, b, c) + sign(c) + degrees(a) + cross(a, b) + normalize(c) + fast_length(a);
    e = clz(e) + popcount(i[k]) + rotate(i[k], e) + mul_hi(e, i[k]) + mad_sat(e, i[k], e) + hadd(e, i[k]) + rhadd(i[k], e) + mad24(e, e, e) + convert_int4(abs(e)) + min(e, 3) + max(e, i[k]);
    u[k] = abs_diff(e, i[k]) + add_sat(u[k], u[k + 1]) + upsample(convert_ushort4(u[k]), convert_ushort4(u[k])) + (uint4)(isless(a.x, b.x), isordered(a.y, c.y), signbit(a.z), islessgreater(a.w, c.w));
    i[k] = e;
    f[k] = maxmag(a, b) + fma(a, b, c) + mad(a, b, c);
}
