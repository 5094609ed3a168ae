//@ covers: float vectors: operators, swizzles, dot, cross, length, normalize, reflect
//@ out: f32
//@ ulps: 64
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    vec2 a = vec2(floats[ID], floats[ID + 1u]);
    vec3 b = vec3(floats[ID + 64u], a.yx);
    vec4 c = vec4(b.zx, floats[ID + 128u], 1.0);
    c.xyz += cross(b, b.zxy * 2.0);
    c = c * 0.5 - c.wwzx / 8.0;
    PUTF(0u, dot(a, b.xy));
    PUTF(1u, length(b));
    vec3 n = normalize(b + vec3(0.0, 20.0, 0.0));
    PUTF(2u, n.y);
    PUTF(3u, reflect(c.xyz, n).y);
    PUTF(4u, c.x);
    PUTF(5u, c[ID & 3u]);
    PUTF(6u, distance(a, c.zw));
    PUTF(7u, faceforward(c.xyz, b, n).z);
}
