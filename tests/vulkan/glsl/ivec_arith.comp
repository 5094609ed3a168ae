//@ covers: integer vectors: operators, swizzles, comparisons by component
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    ivec2 a = ivec2(words[ID], words[ID + 1u]);
    ivec3 b = ivec3(words[ID + 2u], a.yx);
    ivec4 c = ivec4(b.zx, words[ID + 3u], 7);
    uvec4 d = uvec4(words[ID + 64u], words[ID + 65u], words[ID + 66u], words[ID + 67u]);
    c = c * ivec4(2, 3, 5, 7) + c.wzyx - ivec4(d);
    d.xz = d.zx + uvec2(c.yw);
    d >>= uvec4(1u, 2u, 3u, 4u);
    b.yz ^= a;
    bvec4 less = lessThan(c, ivec4(d));
    ivec4 e = mix(c, ivec4(d), less);
    PUT(0u, a.x + b.y * c.z);
    PUT(1u, dot(vec4(less), vec4(1, 2, 4, 8)));
    PUT(2u, e.x ^ e.y);
    PUT(3u, e.z - e.w);
    PUT(4u, any(equal(b, b.zyx)) ? 5 : 6);
    PUT(5u, d.x + d.y + d.z + d.w);
    PUT(6u, (b / ivec3(3, 5, 7)).y);
    PUT(7u, c[ID & 3u]);
}
