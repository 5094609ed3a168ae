//@ covers: elimination with pivots in a local matrix, precise
//@ out: f32
//@ ulps: 65536
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    float m[3][4];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) m[r][c] = floats[(ID + uint(r * 4 + c)) & 1023u] + (r == c ? 50.0 : 0.0);
    for (int k = 0; k < 3; k++) {
        int best = k;
        for (int r = k + 1; r < 3; r++) if (abs(m[r][k]) > abs(m[best][k])) best = r;
        if (best != k) { float t[4] = m[k]; m[k] = m[best]; m[best] = t; }
        for (int r = 0; r < 3; r++) {
            if (r == k) continue;
            float f = m[r][k] / m[k][k];
            for (int c = k; c < 4; c++) m[r][c] -= f * m[k][c];
        }
    }
    for (int r = 0; r < 3; r++) PUTF(uint(r), m[r][3] / m[r][r] + 64.0);
}
