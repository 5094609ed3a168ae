//@ covers: nested structs in std140/std430/UBO/push constant, row_major and column_major, member offsets and align, multi-dimensional arrays, matrix types of every shape, determinant/inverse/transpose/outer product, structs copied between layouts
//@ debug: g gVS
#version 460

struct Light {
    vec3 position;
    float radius;
    mat3x4 shadow;
    vec2 cascade[4];
};

struct Material {
    vec4 albedo;
    mat2x3 uvTransform;
    int flags;
    bool twoSided;
};

struct Cell {
    Light lights[2];
    Material materials[3][2];
};

layout(std140, set = 0, binding = 0, row_major) uniform Scene {
    mat4 view;
    layout(column_major) mat4 projection;
    mat3 normals[2];
    Light sun;
    Cell cells[2];
    layout(offset = 4096) vec4 tail;
} scene;

layout(std430, set = 0, binding = 1) readonly buffer Storage {
    uint count;
    layout(align = 64) Light lights[3];
    mat2x4 a;
    mat4x2 b;
    layout(row_major) mat3x2 c;
    Cell cells[];
} storage;

layout(push_constant, std430) uniform Push {
    mat4 model;
    layout(offset = 80) vec2 jitter;
    float scale[4];
} push;

layout(location = 0) in vec4 position;
layout(location = 1) in mat3 basis;
layout(location = 4) in dvec2 precise_uv;
layout(location = 0) out Interface {
    vec3 world;
    flat int cell;
    noperspective vec2 uv[2];
    centroid vec4 tint;
} v_out;
layout(location = 6, component = 2) sample out float shade;
invariant gl_Position;

float shadeLight(const Light l, vec3 p) {
    vec4 s = l.shadow * p;
    float d = distance(p, l.position) / max(l.radius, 1e-3);
    return smoothstep(1.0, 0.0, d) * dot(s.xy, l.cascade[1]) * s.w;
}

void main() {
    Cell cell = storage.cells[gl_InstanceIndex];       // std430 to logical layout
    Cell other = scene.cells[gl_InstanceIndex & 1];    // std140 to logical layout
    bool same = cell.lights[0] == other.lights[1];
    Light sun = scene.sun;
    sun.cascade[2] = push.jitter;
    mat4 m = scene.projection * scene.view * push.model;
    mat3 n = transpose(inverse(mat3(push.model))) * basis * scene.normals[gl_VertexIndex & 1];
    float det = determinant(n) + determinant(mat2(scene.view)) + determinant(m);
    mat2 q = storage.b * matrixCompMult(transpose(storage.b), storage.a) * mat2(storage.c * storage.c[0].x);
    precise vec4 world = m * position + vec4(q[0], q[1]);
    mat3x2 o = outerProduct(push.jitter, n[0]);
    gl_Position = world;
    gl_PointSize = det;
    v_out.world = n * world.xyz * float(same);
    v_out.cell = int(storage.count) + storage.cells.length();
    v_out.uv[0] = vec2(precise_uv) * push.scale[gl_VertexIndex & 3];
    v_out.uv[1] = other.materials[2][gl_VertexIndex & 1].uvTransform[0].xy + o[2];
    v_out.tint = cell.materials[1][0].albedo * (other.materials[0][1].twoSided ? 1.0 : 0.5) + scene.tail;
    shade = shadeLight(sun, world.xyz) + shadeLight(storage.lights[2], world.xyz);
}
