//@ covers: packing of norms and half floats, bit casts
//@ out: u32 u32 u32 f32 f32 f32 u32 u32
//@ ulps: 1
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = words[ID];
    vec4 f = vec4(floats[ID], floats[ID + 1u], floats[ID + 2u], floats[ID + 3u]);
    PUT(0u, packHalf2x16(f.xy));
    PUT(1u, packUnorm4x8(f / 16.0));
    PUT(2u, packSnorm2x16(f.zw / 16.0));
    PUTF(3u, unpackHalf2x16(a & 0x7bff7bffu).x);
    PUTF(4u, unpackUnorm4x8(a).z + unpackSnorm4x8(a).y);
    PUTF(5u, unpackSnorm2x16(a).x * unpackUnorm2x16(a).y);
    PUT(6u, floatBitsToUint(f.x) ^ floatBitsToInt(f.y));
    PUT(7u, floatBitsToUint(uintBitsToFloat((a & 0x7fffffu) | 0x3f800000u) - 1.0));
}
