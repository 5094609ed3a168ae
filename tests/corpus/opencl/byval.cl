//@ covers: struct kernel arguments (ByVal FuncParamAttr, Alignment), restrict, volatile, const parameters, sret, zeroext and signext parameters, bool parameters
//@ debug: g
//@ env.g: none
typedef struct { float4 a; int b[3]; char c; } Params;
typedef struct { double x, y; } Pair;
Pair rotate_pair(Pair p, bool flip) { Pair r = {flip ? p.y : -p.y, p.x}; return r; }
char narrow(char c, uchar u, short s, ushort us, bool b) { return b ? c + u : (char)(s - us); }
kernel void byval(Params p, global Params *restrict out, volatile global int *v, constant Params *cp, char small) {
    Params q = p;
    q.b[1] += cp->b[2] + *v;
    q.c = narrow(p.c, (uchar)q.b[0], (short)q.b[1], 7, small > 0);
    Pair pr = rotate_pair((Pair){q.a.x, q.a.y}, q.c != 0);
    q.a.zw = (float2)(pr.x, pr.y);
    *v = q.b[1];
    out[get_global_id(0)] = q;
}
