//@ covers: integer min, max, clamp, abs, sign
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    int a = int(words[ID]), b = int(words[ID + 64u]); uint c = words[ID + 128u], d = words[ID + 192u];
    PUT(0u, min(a, b));
    PUT(1u, max(c, d));
    PUT(2u, clamp(a, -5, 17));
    PUT(3u, clamp(c, 3u, 30u));
    PUT(4u, abs(a >> 1));
    PUT(5u, sign(b) * 3 + sign(a));
    ivec3 v = max(ivec3(a, b, a ^ b), ivec3(-7, 0, 9));
    PUT(6u, min(v.x, min(v.y, v.z)));
    PUT(7u, max(min(c, 20u), 4u) + min(max(c, 4u), 20u));
}
