//@ covers: conversions between integers of all widths
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "io.glsl"

void main() {
    uint a = words[ID], b = words[ID + 64u];
    int8_t s8 = int8_t(a); uint8_t u8 = uint8_t(b);
    int16_t s16 = int16_t(a >> 3); uint16_t u16 = uint16_t(b >> 5);
    int64_t s64 = int64_t(int(a)); uint64_t u64 = uint64_t(b);
    PUT(0u, int(s8) + int(u8));
    PUT(1u, uint(s16) ^ uint(u16));
    PUT(2u, int16_t(s8) * int(u16));
    PUT(3u, uint(s64 >> 32));
    PUT(4u, uint(uint64_t(s8) >> 16) + uint(int64_t(u8)));
    PUT(5u, uint(u64 * 0x10001ul >> 16));
    PUT(6u, uint8_t(s16) + uint(int8_t(u16)));
    PUT(7u, int(int16_t(s64 + 3l)) - int(uint16_t(u64)));
}
