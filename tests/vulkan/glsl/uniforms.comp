//@ covers: a uniform buffer: members, arrays, computed indices
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
layout(std140, binding = 5) uniform Params { uvec4 rows[8]; vec4 tail[8]; };

void main() {
    uvec4 r = rows[words[ID] & 7u];
    PUT(0u, r.x + r[words[ID + 1u] & 3u]);
    uint s = 0u;
    for (uint i = 0u; i < 8u; i++) { if (rows[i].y > words[ID + i]) continue; s += rows[i].z * (i + 1u); }
    PUT(1u, s);
    PUT(2u, int(tail[words[ID] & 7u].w * 8.0));
    PUT(3u, rows[2].w ^ ID);
}
