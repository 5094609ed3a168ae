//@ covers: columns, transposition, matrices in loops, dynamic columns and rows
//@ out: f32
//@ ulps: 16
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    mat4 m;
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            m[column][row] = floats[ID + uint(column * 4 + row)];
    mat4 t = transpose(m);
    uint i = words[ID] & 3u, j = words[ID + 1u] & 3u;
    vec4 saved = t[i];
    t[i] = t[j];
    t[j] = saved;
    t[j][i] += 1.0;
    PUTF(0u, t[0].x);
    PUTF(1u, t[i].w);
    PUTF(2u, m[j].y - t[1][j]);
    PUTF(3u, (t * vec4(1.0, 0.0, 0.0, 1.0)).z);
    mat2 s = mat2(m);
    s[0] = s[1].yx;
    PUTF(4u, s[0].x + s[1].y);
    PUTF(5u, (m == transpose(t)) ? 1.0 : 2.0);
    PUTF(6u, mat4(s)[2][2] + mat4(s)[0][1]);
    PUTF(7u, (-m)[3][3]);
}
