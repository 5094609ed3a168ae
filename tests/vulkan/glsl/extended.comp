//@ covers: products of double width, carry and borrow
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint a = words[ID], b = words[ID + 64u], high, low, carry, borrow;
    umulExtended(a, b, high, low);
    PUT(0u, high);
    PUT(1u, low);
    int shigh, slow;
    imulExtended(int(a), int(b), shigh, slow);
    PUT(2u, shigh);
    PUT(3u, slow);
    PUT(4u, uaddCarry(a, b, carry) + carry * 3u);
    PUT(5u, usubBorrow(a, b, borrow) - borrow * 5u);
    uvec2 c2;
    uvec2 sum = uaddCarry(uvec2(a, ~b), uvec2(b, a), c2);
    PUT(6u, sum.x ^ c2.y);
    PUT(7u, sum.y + c2.x);
}
