//@ covers: 8 and 16 bit members of buffers, half floats
//@ groups: 2
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
struct Mixed { uint8_t a; int8_t b; uint16_t c; float16_t d; int16_t e[3]; };
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer In { uint8_t bytes[4096]; };
layout(std430, binding = 1) buffer Out { Mixed mixed[1024]; };
layout(std430, binding = 2) readonly buffer Floats { float floats[1024]; };

void main() {
    uint id = gl_GlobalInvocationID.x;
    Mixed m;
    m.a = bytes[id] + bytes[id + 64u];
    m.b = int8_t(bytes[id * 2u]) >> int8_t(1);
    m.c = uint16_t(bytes[id]) << 8us | uint16_t(bytes[id + 1u]);
    m.d = float16_t(int(bytes[id]) / 4);
    for (uint i = 0u; i < 3u; i++) m.e[i] = int16_t(bytes[id + i]) * int16_t(m.b);
    mixed[id] = m;
    mixed[id + 64u].c = mixed[id].c / 3us;
    mixed[id + 64u].e[id % 3u] = m.e[1] - 5s;
}
