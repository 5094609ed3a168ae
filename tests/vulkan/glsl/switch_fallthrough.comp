//@ covers: switches whose cases go on to the next one; default in the middle
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint r = 1u, x = words[ID];
    switch (x % 6u) {
    case 4u: r *= 3u;
    case 1u: r += x; break;
    default: r ^= 0x1234u;
    case 2u: r = r * 7u + ID;
    case 0u: r -= 2u; break;
    }
    PUT(0u, r);
    uint count = 0u, left = x % 40u;
    uint n = (left + 3u) / 4u;
    switch (left % 4u) {
    case 0u: count += n;
    case 3u: count += 2u * n;
    case 2u: count += 3u * n;
    case 1u: count += 5u;
    }
    PUT(1u, count);
}
