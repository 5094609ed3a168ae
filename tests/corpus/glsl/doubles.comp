//@ covers: double arithmetic, matrices of doubles, 64-bit constants (large integers, denormal and extreme doubles), conversions between all widths, bit operations, extended arithmetic, packing
//@ debug: g
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer B { dmat3 m[8]; dvec4 d[]; } b;
layout(binding = 1) buffer I { ivec4 s; uvec4 u; i64vec2 sl; u64vec2 ul; vec4 f; } io;
void main() {
    uint i = gl_GlobalInvocationID.x;
    dmat3 m = b.m[i & 7u] * transpose(b.m[(i + 1u) & 7u]);
    b.d[i] = dvec4(m * dvec3(1.0lf, -4.9406564584124654e-324lf, 1.7976931348623157e308lf), determinant(m));
    b.d[i] = fma(b.d[i], dvec4(0.1lf), inversesqrt(b.d[i])) + ldexp(b.d[i], io.s) + packDouble2x32(io.u.xy);
    ivec4 ex; vec4 mant = frexp(io.f, ex); vec4 whole; vec4 fr = modf(io.f, whole);
    uint carry, msb, lsb; uint sum = uaddCarry(io.u.x, io.u.y, carry); uint diff = usubBorrow(io.u.z, io.u.w, msb);
    umulExtended(io.u.x, io.u.y, msb, lsb); int hi, lo; imulExtended(io.s.x, io.s.y, hi, lo);
    io.u = bitfieldReverse(io.u) + uvec4(bitCount(io.s)) + bitfieldExtract(io.u, 3, 7) + bitfieldInsert(io.u, io.u.wzyx, 4, 9) + uvec4(sum, diff, carry ^ msb, lsb);
    io.s = findLSB(io.u) + findMSB(io.s) + ex + ivec4(hi, lo, floatBitsToInt(io.f.x), int(packHalf2x16(io.f.xy)));
    io.sl = i64vec2(0x7fffffffffffffffL, -0x8000000000000000L) / i64vec2(io.s.xy | 1) + i64vec2(b.d[i].xy) - (io.sl << 3) % 7L;
    io.ul = u64vec2(0xffffffffffffffffUL) ^ u64vec2(io.sl) >> 5u | doubleBitsToUint64(b.d[i].xy);
    io.f = mix(fr, whole, lessThan(mant, vec4(0.5))) + unpackUnorm4x8(io.u.x) + unpackSnorm4x8(io.u.y) + vec4(unpackHalf2x16(io.u.z), unpackUnorm2x16(io.u.w));
    io.f = floor(io.f) + ceil(io.f) * round(io.f) - roundEven(io.f) + trunc(io.f) + sign(io.f) * atan(io.f, mant) + pow(abs(io.f), mant) + mod(io.f, 3.0) + clamp(asin(io.f), acosh(mant), tanh(fr));
    io.f.xyz = faceforward(io.f.xyz, refract(io.f.yzw, mant.xyz, 1.3), cross(fr.xyz, io.f.zyx));
    if (any(isnan(io.f)) || all(isinf(mant)) || !any(notEqual(io.s, ivec4(io.f)))) io.f = vec4(uintBitsToFloat(0x7fc00001u), 1.0 / 0.0, -0.0, 1e-45);
}
