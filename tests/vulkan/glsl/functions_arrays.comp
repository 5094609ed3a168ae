//@ covers: arrays and structs by value and as results
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
struct Item { uint key; uvec2 data; };

uint[4] rotate(uint v[4], int n) { uint r[4]; for (int i = 0; i < 4; i++) r[(i + n) & 3] = v[i]; return r; }
Item choose(Item a, Item b) { if (a.key < b.key) return a; b.data.x += 1u; return b; }
uint total(const Item list[3]) { uint s = 0u; for (int i = 0; i < 3; i++) s = s * 7u + list[i].key + list[i].data.y; return s; }

void main() {
    uint v[4] = uint[4](words[ID], words[ID + 1u], words[ID + 2u], words[ID + 3u]);
    uint r[4] = rotate(v, int(words[ID + 4u] & 3u));
    PUT(0u, r[0]);
    PUT(1u, rotate(r, 1)[2]);
    Item a = Item(v[0], uvec2(v[1], 5u)), b = Item(v[2], uvec2(r[3], 9u));
    Item c = choose(a, b);
    PUT(2u, c.key);
    PUT(3u, c.data.x);
    PUT(4u, total(Item[3](a, c, choose(b, c))));
    PUT(5u, v == r ? 1u : 0u);
}
