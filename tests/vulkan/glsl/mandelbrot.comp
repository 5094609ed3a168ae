//@ covers: an escape-time loop over floats; all operations precise
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    precise vec2 c = vec2(floats[ID], floats[ID + 64u]) / 8.0, z = vec2(0.0);
    uint i = 0u;
    for (; i < 50u; i++) {
        precise vec2 n = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        z = n;
        if (dot(z, vec2(z.x)) > 100.0 || z.x * z.x + z.y * z.y > 4.0) break;
    }
    PUT(0u, i);
    PUT(1u, i * i + ID);
}
