//@ covers: loops with controls: unroll, dependency, iterations
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "io.glsl"

void main() {
    uint r = ID;
    [[unroll]] for (int i = 0; i < 4; i++) r = r * 3u + words[ID + uint(i)];
    PUT(0u, r);
    [[dont_unroll]] for (int i = 10; i > 0; i -= 3) r ^= words[ID + uint(i)] << i;
    PUT(1u, r);
    [[dependency_infinite]] for (uint i = 1u; i < 100u; i += i) r += i;
    PUT(2u, r);
    [[unroll]] for (int i = 0; i < 3; i++) {
        if ((words[ID + uint(i)] & 1u) != 0u) continue;
        [[unroll]] for (int j = i; j < 5; j++) r += uint(i * j) ^ words[ID];
    }
    PUT(3u, r);
    [[flatten]] if (r > 1000u) r /= 3u;
    [[branch]] if ((r & 4u) != 0u) r += 9u;
    PUT(4u, r);
    float f = floats[ID];
    for (int i = 0; i < 5; ++i) f = f * 0.5 + float(i);
    PUT(5u, int(f * 16.0));
}
