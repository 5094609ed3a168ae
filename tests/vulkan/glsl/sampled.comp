//@ covers: a sampled image: textureLod, texelFetch, textureGather, textureSize, offsets
//@ out: f32
//@ ulps: 4096
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(binding = 8) uniform sampler2D picture;

void main() {
    ivec2 p = ivec2(ID & 15u, words[ID] & 15u);
    PUTF(0u, texelFetch(picture, p, 0).x + 1.0);
    PUTF(1u, texelFetchOffset(picture, min(p, ivec2(13)), 0, ivec2(1, 2)).y + 1.0);
    vec2 uv = (vec2(p) + 0.5) / vec2(textureSize(picture, 0));
    PUTF(2u, textureLod(picture, uv, 0.0).z + 1.0);
    PUTF(3u, dot(textureGather(picture, uv, 1), vec4(1.0, 2.0, 4.0, 8.0)) + 1.0);
    vec4 sum = vec4(1.0);
    for (int i = 0; i < 3; i++) {
        if ((words[ID] >> i & 1u) == 0u) continue;
        sum += textureLod(picture, vec2(p + i) / 16.0 + 0.03125, 0.0) * float(i + 1);
    }
    PUTF(4u, sum.w);
}
