//@ covers: bools: and, or, not, xor, vectors of them, any, all, select by component
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    bool a = (words[ID] & 1u) != 0u, b = words[ID + 1u] > 20u, c = floats[ID] < 0.0;
    bvec3 v = bvec3(a, b, c), w = not(v.zxy);
    PUT(0u, (a && b) || c);
    PUT(1u, (a ^^ b) == c);
    PUT(2u, !a != (b && !c));
    PUT(3u, uint(any(v)) * 2u + uint(all(w)));
    uvec3 x = mix(uvec3(1u, 2u, 3u), uvec3(words[ID], ID, 9u), v);
    PUT(4u, x.x + x.y * 10u + x.z * 100u);
    PUT(5u, uint(equal(v, w).y) + uint(notEqual(v, w).z));
    bool d = a ? b : c;
    PUT(6u, d ? ID : words[ID + 2u]);
    PUT(7u, uint(a) + uint(b) + uint(c) + ID * 16u);
}
