//@ covers: loop and selection control attributes: unroll, dont_unroll, dependency_infinite, dependency_length, min/max iterations, iteration multiple, peel count, partial count, flatten, dont_flatten
#version 450
#extension GL_EXT_control_flow_attributes : require

layout(local_size_x = 16) in;
layout(binding = 0) buffer Data { float v[]; };

void main() {
    uint id = gl_GlobalInvocationID.x;
    float s = 0.0;
    [[unroll]] for (int i = 0; i < 8; ++i) s += v[id + i];
    [[dont_unroll]] for (int i = 0; i < 8; ++i) s *= v[id + i];
    [[loop]] while (s > 10.0) s *= 0.5;
    [[dependency_infinite]] for (int i = 0; i < 64; ++i) v[i] = s;
    [[dependency_length(4)]] for (int i = 4; i < 64; ++i) v[i] = v[i - 4] + s;
    [[min_iterations(3), max_iterations(70)]] do { s += 1.0; } while (s < 40.0);
    [[iteration_multiple(4), peel_count(2)]] for (int i = 0; i < 64; i++) s += v[i] * 2.0;
    [[unroll, partial_count(2)]] for (int i = 0; i < 64; i++) s += v[i] * 3.0;
    [[unroll, min_iterations(1), max_iterations(2), iteration_multiple(3), dependency_length(5)]]
    for (int i = 0; i < int(id); i++) s -= v[i];
    [[flatten]] if (s > 3.0) s = 3.0; else s += 0.5;
    [[branch]] if (s < 1.0) s = 1.0;
    [[dont_flatten]] switch (int(s)) { case 0: s = 5.0; break; case 1: s = 6.0; }
    [[flatten]] switch (int(s)) { case 2: s = 7.0; default: s += 1.0; }
    v[id] = s;
}
