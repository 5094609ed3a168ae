//@ covers: linkage: imported functions and variables, exported functions and variables, static helpers, inline functions, several kernels calling each other, function attributes
extern float imported_filter(float x, int taps) __attribute__((pure));
extern constant float imported_table[16];
global int exported_counter = 3;
static __attribute__((noinline)) float helper(float x) { return x * imported_table[3]; }
float exported_mix(float a, float b, float t) { return mix(a, b, t) + helper(a); }
__attribute__((const)) float pure_square(float x) { return x * x; }
inline __attribute__((always_inline)) float inl(float x) { return x + 1.0f; }
__attribute__((reqd_work_group_size(8, 4, 1))) kernel void first(global float *v) { v[0] = exported_mix(v[1], imported_filter(v[2], 5), 0.5f); exported_counter++; }
__attribute__((work_group_size_hint(16, 1, 1), vec_type_hint(float4))) kernel void second(global float *v) { first(v + 4); v[3] = inl(pure_square(v[0])); }
