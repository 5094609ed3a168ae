//@ covers: a tokenizer: a switch in a loop, with states and counters
#version 460
#extension GL_GOOGLE_include_directive : require
#include "io.glsl"

void main() {
    uint state = 0u, numbers = 0u, value = 0u, sum = 0u, errors = 0u;
    for (uint i = 0u; i < 32u; i++) {
        uint c = (words[(ID + i) & 1023u] >> 1) % 6u;
        bool again;
        do {
            again = false;
            switch (state) {
            case 0u:
                if (c < 3u) { state = 1u; value = c; numbers++; }
                else if (c == 3u) state = 2u;
                break;
            case 1u:
                if (c < 3u) { value = value * 3u + c; break; }
                sum += value;
                state = 0u;
                again = true;
                break;
            case 2u:
                if (c == 5u) { errors++; state = 3u; }
                else if (c == 4u) state = 0u;
                break;
            default:
                state = 0u;
                if (errors > 2u) { i = 100u; break; }
                again = c == 0u;
            }
        } while (again);
    }
    PUT(0u, sum);
    PUT(1u, numbers);
    PUT(2u, errors * 16u + state);
}
