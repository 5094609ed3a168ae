//@ covers: bytes and halves of storage, uniform and push-constant blocks; neighbours that store at the same time
//@ groups: 2
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
struct Pair { uint8_t low; int8_t high; };
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { int8_t bytes[]; };
layout(std430, binding = 1) buffer Out {
    uint8_t single[256];
    Pair pairs[128];
    i8vec4 quads[64];
    i16vec3 triples[64];
    f16vec2 halves[128];
    uint count;
    uint8_t rest[];
} o;
layout(std140, binding = 5) uniform Block { u8vec4 scale[4]; uint16_t bias; int8_t sign; uvec4 pad[3]; vec4 plain; } u;
layout(push_constant) uniform Push { uint8_t a; int8_t b; uint16_t c; float16_t d; } p;

void main() {
    uint id = gl_GlobalInvocationID.x;
    int8_t x = bytes[id], y = bytes[id + 1u];
    // Each word is written by four invocations.
    o.single[id] = uint8_t(x) + u.scale[id & 3u][id >> 2 & 3u];
    o.single[id + 128u] = uint8_t(x) / (p.a | uint8_t(1));
    o.pairs[id] = Pair(uint8_t(x) >> uint8_t(id & 7u), int8_t(max(x, y)) % (p.b | int8_t(1)));
    if (id < 64u) {
        o.quads[id] = i8vec4(x, y, x * y, -x);
        o.triples[id] = i16vec3(x, y, int16_t(x) * int16_t(u.bias)) - int16_t(p.c);
        o.triples[id].y /= int16_t(3);
    }
    o.halves[id] = f16vec2(float16_t(int(x)) / float16_t(7.0), (p.d + float16_t(int(u.plain.y))) * float16_t(int(y)));
    atomicAdd(o.count, uint(x < y) + uint(uint8_t(x) < uint8_t(y)) + (bytes[0] == u.sign ? 2u : 0u));
    o.rest[id] = uint8_t(abs(x)) ^ uint8_t(o.rest.length());
    o.rest[128u + id * 3u] = uint8_t(bitCount(int(x)));
}
