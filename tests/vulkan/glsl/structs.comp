//@ covers: structs in structs: construction, copies, members, comparison
//@ out: u32 u32 f32 u32
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"
struct Inner { float f; uvec3 v; bool b; };
struct Outer { uint n; Inner in0; Inner list[2]; mat2 m; };

void main() {
    Inner x = Inner(floats[ID], uvec3(words[ID], words[ID + 1u], 3u), words[ID] < 20u);
    Outer o = Outer(ID, x, Inner[2](x, x), mat2(floats[ID + 1u]));
    o.list[1].v.yz = o.in0.v.xx + 5u;
    o.in0.b = !o.in0.b;
    Outer p = o;
    if (p.in0.b) { p.list[0] = p.list[1]; p.n += 100u; p.m[1].x = 2.0; }
    o.list[0].f = p.list[0].f * 2.0 + p.m[1].x;
    results[ID * 4u] = p.list[0].v.y + p.n;
    results[ID * 4u + 1u] = o.in0 == p.list[0] ? 1u : o.list[1] == p.list[0] ? 2u : 3u;
    results[ID * 4u + 2u] = floatBitsToUint(o.list[0].f + (p.m * vec2(1.0, 2.0)).x);
    results[ID * 4u + 3u] = o.in0.v.x ^ o.list[1].v.z;
}
