#version 310 es
//@ covers: SPIR-V 1.0 target, ES-style precision, initialised globals, ternary chains, nested data-dependent loops
//@ target: vulkan1.0
//@ debug: g gVS
precision mediump float;
layout(location = 0) in highp vec2 p;
layout(location = 0) out vec4 o;
layout(binding = 0) uniform U { highp vec2 seed; int limit; };
highp vec2 z = vec2(0.0);
int n = 0;
vec3 palette[3] = vec3[3](vec3(0.1, 0.2, 0.5), vec3(0.9, 0.4, 0.1), vec3(1.0));
void main() {
    z = p;
    for (n = 0; n < limit; n++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + seed;
        if (dot(z, z) > 4.0) break;
    }
    float t = float(n) / float(limit);
    o = vec4(t < 0.33 ? palette[0] : t < 0.66 ? mix(palette[0], palette[1], t) : palette[2], 1.0);
    o.rgb *= (n & 1) == 0 ? 0.9 : n > 5 ? 1.0 : 0.8;
}
