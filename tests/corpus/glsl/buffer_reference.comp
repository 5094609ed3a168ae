//@ covers: physical storage buffers: recursive struct through forward pointers (linked list, tree with two mutually recursive types), pointer arithmetic through 64-bit integers, Aligned operands, pointers in push constants and in structs, variable pointers in loops
//@ debug: g
//@ note: glslang -gVS writes an id of 0 for the type of a forward pointer, so there is no gVS variant
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#extension GL_EXT_buffer_reference_uvec2 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 32) in;

layout(buffer_reference) buffer Node;
layout(buffer_reference) buffer Tree;
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Node { vec4 payload; Node next; uint tag; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Leaf { float values[]; };
layout(buffer_reference, std430) buffer Branch { Tree parent; Tree children[2]; };
layout(buffer_reference, std430) buffer Tree { Branch branch; Leaf leaf; int key; };
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Words { uint w; };

layout(push_constant) uniform Push { Node list; Tree root; uint64_t address; uvec2 packed; } push;
layout(binding = 0) buffer Out { vec4 result[]; };

float sumLeaf(Leaf leaf, int n) {
    float s = 0.0;
    for (int i = 0; i < n; ++i)
        s += leaf.values[i];
    return s;
}

void main() {
    vec4 sum = vec4(0.0);
    Node node = push.list;
    while (uint64_t(node) != 0UL) {
        sum += node.payload;
        if (node.tag == 0xdeadu)
            break;
        node = node.next;
    }
    Tree t = push.root;
    int depth = 0;
    do {
        if (t.key == int(gl_GlobalInvocationID.x))
            return;
        t = t.branch.children[t.key < int(gl_GlobalInvocationID.x) ? 1 : 0];
        ++depth;
    } while (uint64_t(t) != 0UL && depth < 64);
    Words words = Words(push.address + 4UL * gl_LocalInvocationID.x);
    Words other = Words(push.packed);
    Words third = words + 5;
    sum.x += float(words.w + other.w + words[3].w + third.w);
    sum.y += sumLeaf(push.root.leaf, depth);
    push.list.next.next.payload = sum;
    push.list[1].tag = uint(depth);
    result[gl_GlobalInvocationID.x] = sum;
}
