//@ covers: arrays of arrays, of vectors and of structs
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
struct Cell { uvec2 v; uint n[2]; };

void main() {
    uint grid[3][4];
    Cell cells[2];
    for (uint i = 0u; i < 3u; i++) for (uint j = 0u; j < 4u; j++) grid[i][j] = words[ID + i * 4u + j];
    uint row[4] = grid[words[ID] % 3u];
    grid[1] = row;
    grid[2][words[ID + 1u] & 3u] = 5u;
    cells[0] = Cell(uvec2(row[0], row[1]), uint[2](1u, 2u));
    cells[1] = cells[0];
    cells[words[ID + 2u] & 1u].n[words[ID + 3u] & 1u] = grid[0][3];
    cells[1].v[words[ID + 4u] & 1u] += 7u;
    PUT(0u, grid[1][2] + grid[2][1]);
    PUT(1u, cells[0].n[0] + cells[0].n[1]);
    PUT(2u, cells[1].n[0] ^ cells[1].n[1]);
    PUT(3u, cells[1].v.x - cells[1].v.y);
    PUT(4u, cells[0].v == cells[1].v ? 3u : 4u);
}
