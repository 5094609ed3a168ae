//@ covers: scalar block layout, 8/16/64-bit storage and arithmetic, half vectors, packed conversions
//@ debug: g
//@ env: spv1.6
//@ note: the Vulkan environments of spirv-val ask for --scalar-block-layout here
#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;

struct Mixed {
    int8_t a;
    i16vec3 b;
    float16_t h;
    u8vec4 bytes;
    int64_t wide;
    f16vec4 halves;
    float64_t d;
    uint8_t tail[3];
};

layout(scalar, binding = 0) buffer Data { Mixed items[]; };
layout(scalar, binding = 1) uniform Table { f16vec3 weights[7]; u16vec2 pairs[5]; uint64_t seeds[2]; };
layout(scalar, push_constant) uniform Push { int8_t small; int16_t medium; float16_t factor; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    Mixed m = items[i];
    m.a = int8_t(m.a * small + int8_t(3));
    m.b = i16vec3(m.b.zyx) << int16_t(2);
    m.h = fma(m.h, factor, -m.h) + weights[i % 7u].y;
    m.bytes = u8vec4(m.bytes.wzyx | u8vec4(0x0f));
    m.wide = (m.wide >> 7L) ^ int64_t(seeds[i & 1u] * 6364136223846793005UL);
    m.halves = mix(m.halves, m.halves.wwww, float16_t(0.25)) * f16vec4(sqrt(m.h));
    m.d = double(m.d) * 3.0lf + double(m.h) + sqrt(m.d);
    m.tail[2] = uint8_t(pack32(m.bytes) >> 24);
    uint16_t p = pairs[i % 5u].x;
    m.wide += int64_t(pack64(u16vec4(p, p, uint16_t(1), uint16_t(2))));
    u32vec2 halves = unpack32(m.wide);
    m.b.x = int16_t(halves.x) % medium;
    m.h += int16BitsToHalf(m.b.x);
    items[i] = m;
}
