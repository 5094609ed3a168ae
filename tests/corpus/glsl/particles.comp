//@ covers: SPIR-V 1.5, structured copies of arrays of structs (OpCopyLogical), append counters, UBO arrays, GL 'buffer' arrays, nested function calls
//@ target: vulkan1.2
//@ debug: g gVS
#version 460
layout(local_size_x_id = 3) in;
struct Particle { vec3 pos; float life; vec3 vel; uint kind; };
struct Emitter { Particle seed[2]; mat3 spread; float rate; };
layout(std140, binding = 0) uniform Emitters { Emitter emitters[4]; float dt; };
layout(std430, binding = 1) buffer Src { Particle src[]; };
layout(std430, binding = 2) buffer Dst { uint live; uint pad[3]; Particle dst[]; };
layout(std430, binding = 3) buffer Copy { Emitter copy[4]; };
uint hash(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ (x >> 16); }
float rnd(inout uint s) { s = hash(s); return float(s) * (1.0 / 4294967296.0); }
Particle spawn(int e, inout uint s) {
    Particle p = emitters[e].seed[s & 1u];
    p.vel += emitters[e].spread * vec3(rnd(s), rnd(s), rnd(s));
    return p;
}
void main() {
    uint i = gl_GlobalInvocationID.x, s = i;
    if (i >= uint(src.length())) return;
    if (i < 4u) copy[i] = emitters[i];
    Particle p = src[i];
    p.life -= dt;
    if (p.life <= 0.0) {
        int e = int(p.kind) & 3;
        if (rnd(s) > emitters[e].rate) return;
        p = spawn(e, s);
    } else {
        p.vel.y -= 9.81 * dt;
        p.pos += p.vel * dt;
        if (p.pos.y < 0.0) { p.pos.y = -p.pos.y; p.vel = reflect(p.vel, vec3(0, 1, 0)) * 0.6; }
    }
    dst[atomicAdd(live, 1u)] = p;
}
