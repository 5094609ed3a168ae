//@ covers: a storage image of floats: a blur over neighbours
//@ out: f32
//@ ulps: 8
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(binding = 7, rgba32f) uniform image2D picture;

vec4 at(ivec2 p) { return imageLoad(picture, clamp(p, ivec2(0), imageSize(picture) / ivec2(1, 2) - 1)); }

void main() {
    ivec2 p = ivec2(ID & 15u, ID >> 4);
    vec4 sum = vec4(0.0);
    float weight = 0.0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) {
            float w = 1.0 / float(1 + abs(x) + abs(y));
            if (p.x + x < 0) continue;
            sum += at(p + ivec2(x, y)) * w;
            weight += w;
        }
    vec4 c = sum / weight;
    imageStore(picture, ivec2(p.x, p.y + 8), c.bgra);
    PUTF(0u, c.r);
    PUTF(1u, c.a - c.g);
}
