//@ covers: program-scope variables with initializers: scalars, arrays, nested structs, pointer expressions (address of an element as a constant expression), null, undef padding, strings, function-scope static locals
//@ note: pointer expressions become OpSpecConstantOp in kernels
typedef struct { int id; constant char *name; float w[3]; } Entry;
typedef struct { Entry e[2]; constant int *p; long z; } Table;
constant int data[5] = {10, 20, 30, 40, 50};
constant char text[] = "hello \"world\"\n";
constant int *constant third = &data[3];
constant char *constant tail = text + 6;
constant Table table = {{{1, text, {0.5f, 0, -0.0f}}, {2, &text[2], {1e-45f, INFINITY, 3}}}, data + 1, -1};
constant int zeros[64] = {0};
constant int2 vec = (int2)(1, -1);
global float state[4] = {1, 2};
global int *global slot;
kernel void globals(global int *out, int i) {
    local int shared_tile[32];
    local Entry entries[2];
    shared_tile[get_local_id(0)] = *third + zeros[i];
    entries[0].id = table.e[i & 1].id;
    barrier(CLK_LOCAL_MEM_FENCE);
    constant const char *s = "literal %d";
    out[0] = data[i] + *tail + table.p[1] + table.e[1].name[i] + s[i] + vec.y + entries[0].id;
    state[i & 3] += (float)shared_tile[i];
    slot = out;
}
