//@ covers: matrices that are not square, in buffers, row and column major
//@ out: f32
//@ ulps: 256
#version 460
struct Set { mat3x2 a; mat2x4 b; };
layout(local_size_x = 32) in;
layout(std430, binding = 2) buffer Floats { layout(row_major) mat2x3 m[32]; Set sets[8]; };
layout(std430, binding = 1) buffer Out { float results[4096]; };

void main() {
    uint id = gl_LocalInvocationIndex;
    mat2x3 a = m[id];
    mat3x2 b = transpose(a);
    mat3 c = a * b;
    mat2 d = b * a;
    Set s = sets[id & 7u];
    results[id * 8u] = c[0].x;
    results[id * 8u + 1u] = c[1].z;
    results[id * 8u + 2u] = d[id & 1u].y;
    results[id * 8u + 3u] = (s.a * c[2]).x;
    results[id * 8u + 4u] = (s.b * d[1]).w;
    results[id * 8u + 5u] = s.b[1][id & 3u];
    results[id * 8u + 6u] = m[(id + 1u) & 31u][1].z;
    s.b[0] += s.b[1];
    results[id * 8u + 7u] = s.b[0].x;
}
