//@ covers: address spaces (global, local, constant, private, generic), pointer arithmetic and comparison, pointer/integer casts, generic casts, pointers to pointers, struct by value, recursive struct types
//@ debug: g
//@ env.g: none
typedef struct Node { int value; struct Node *next; float4 data[2]; } Node;
typedef struct { char tag; short s; int3 v; union { float f; uint u; } bits; } Packet;
typedef struct __attribute__((packed)) { char c; int i; } Packed;

constant int table[8] = {1, 2, 3, 5, 8, 13, 21, 34};
constant float4 colors[2] = {(float4)(1, 0, 0, 1), (float4)(0, 1, 0, 1)};

int walk(Node *n, int limit) {
    int sum = 0;
    while (n && limit-- > 0) {
        sum += n->value;
        n = n->next;
    }
    return sum;
}

Packet twist(Packet p, Packed q) {
    p.tag = p.tag << 1 | q.c;
    p.v = p.v.zyx + q.i;
    p.bits.f = p.bits.u == 0 ? 1.0f : -p.bits.f;
    return p;
}

float *choose(float *a, float *b, int which) { return which ? a : b; }

kernel void pointers(global Node *nodes, local float *scratch, global Packet *packets, global char *raw, uint n) {
    size_t i = get_global_id(0);
    float mine[4] = {0.5f, 1.5f, 2.5f, 3.5f};
    float *p = choose(scratch + 1, mine + 2, (int)i & 1);
    *p++ = 4.0f;
    p[-1] += 2.0f;
    Node head = nodes[i];
    head.next = (Node *)&nodes[(i + 1) % n];
    int total = walk(&head, 16);
    global int *words = (global int *)(raw + 4 * i);
    if ((ulong)words % 16 == 0 && words > (global int *)raw)
        *words = total + table[i & 7];
    ptrdiff_t d = (global char *)words - raw;
    Packed q = {(char)d, total};
    packets[i] = twist(packets[i], q);
    if (to_global(p))
        raw[0] = 1;
    else if (to_local(p))
        raw[1] = 2;
    float **pp = &p;
    **pp = colors[i & 1].x;
    nodes[i].data[1] = vload4(0, scratch) + (float4)(mine[0]);
    vstore4(nodes[i].data[0], 1, scratch);
}
