//@ covers: in/out/inout/const parameters, arrays and structs by value, functions returning structs, swizzled l-values as inout arguments, overloads, forward declarations, early return values used after merges
//@ debug: g gVS
#version 450
struct Ray { vec3 o, d; };
struct Hit { float t; vec3 n; int id; bool valid; };
layout(std140, binding = 0) uniform Spheres { vec4 sphere[16]; int count; };
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 color;

Hit trace(const Ray ray, inout float tmax);
void swap(inout vec2 a, inout vec2 b) { vec2 t = a; a = b; b = t; }
void split(in vec4 v, out float x, out vec3 rest, out float arr[2]) { x = v.x; rest = v.yzw; arr[0] = v.y; arr[1] = v.z; }
float pick(float w[4], int i) { w[i & 3] *= 2.0; return w[i]; }
float pick(vec4 w, int i) { w[i] += 1.0; return w[i] + w.x; }

bool solve(vec3 oc, vec3 d, float r, out float t0, out float t1) {
    float b = dot(oc, d), c = dot(oc, oc) - r * r, disc = b * b - c;
    if (disc < 0.0)
        return false;
    float s = sqrt(disc);
    t0 = -b - s;
    t1 = -b + s;
    return true;
}

Hit trace(const Ray ray, inout float tmax) {
    Hit best = Hit(-1.0, vec3(0), -1, false);
    for (int i = 0; i < count; ++i) {
        float a, b;
        if (!solve(ray.o - sphere[i].xyz, ray.d, sphere[i].w, a, b))
            continue;
        float t = a > 0.0 ? a : b;
        if (t <= 0.0 || t >= tmax)
            continue;
        tmax = t;
        vec3 p = ray.o + t * ray.d;
        best = Hit(t, normalize(p - sphere[i].xyz), i, true);
    }
    return best;
}

vec3 shade(Ray ray) {
    vec3 weight = vec3(1), sum = vec3(0);
    for (int bounce = 0; bounce < 4; ++bounce) {
        float tmax = 1e30;
        Hit hit = trace(ray, tmax);
        if (!hit.valid)
            return sum + weight * vec3(0.4, 0.6, 0.9);
        float arr[2];
        float x;
        vec3 rest;
        split(sphere[hit.id], x, rest, arr);
        sum += weight * max(dot(hit.n, normalize(vec3(1, 2, 3))), 0.0) * arr[bounce & 1];
        weight *= 0.5 * rest;
        ray = Ray(ray.o + tmax * ray.d + 1e-3 * hit.n, reflect(ray.d, hit.n));
    }
    return sum;
}

void main() {
    Ray ray = Ray(vec3(0, 0, -4), normalize(vec3(uv * 2.0 - 1.0, 1.5)));
    vec4 c = vec4(shade(ray), 1.0);
    swap(c.xz, c.wy);
    float w[4] = float[](0.1, 0.2, 0.3, 0.4);
    c.y += pick(w, int(uv.x * 4.0)) + pick(c, 2) + w[1];
    float tail[2];
    split(c.wzyx, c.x, c.yzw, tail);
    c.w += tail[0];
    color = c;
}
