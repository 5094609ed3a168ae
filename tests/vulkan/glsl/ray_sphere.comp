//@ covers: rays against spheres: structs, early returns, the nearest hit
//@ out: f32 u32
//@ ulps: 65536
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
struct Ray { vec3 origin, direction; };
struct Hit { bool found; float t; uint id; };

Hit sphere(Ray r, vec3 center, float radius, uint id) {
    vec3 o = r.origin - center;
    float b = dot(o, r.direction), c = dot(o, o) - radius * radius, d = b * b - c;
    if (d < 0.0) return Hit(false, 0.0, 0u);
    float t = -b - sqrt(d);
    if (t < 0.0) { t = -b + sqrt(d); if (t < 0.0) return Hit(false, 0.0, 0u); }
    return Hit(true, t, id);
}

void main() {
    Ray r = Ray(vec3(floats[ID], floats[ID + 64u], -40.0), vec3(0.0, 0.0, 1.0));
    Hit best = Hit(false, 1000.0, 0u);
    for (uint i = 0u; i < 5u; i++) {
        vec3 center = vec3(floats[i], floats[i + 8u], 4.0 * float(i));
        Hit h = sphere(r, center, 6.0 + float(i), i + 1u);
        if (h.found && h.t < best.t) best = h;
    }
    results[ID * 2u] = floatBitsToUint(best.t);
    results[ID * 2u + 1u] = best.id + ID * 16u;
}
