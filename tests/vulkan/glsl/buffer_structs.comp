//@ covers: structs in buffers, written in place; the length of a runtime array
#version 460
struct Item { uint key; float weight; uvec2 tag; vec4 color; };
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uvec4 in_words[]; };
layout(std430, binding = 2) buffer Floats { vec4 colors[256]; };
layout(std430, binding = 1) buffer Out { Item items[]; };

void main() {
    uint id = gl_GlobalInvocationID.x;
    Item item;
    item.key = in_words[id].x + uint(items.length());
    item.weight = colors[id].x * 2.0;
    item.tag = in_words[id].yz;
    item.color = colors[id].wzyx;
    items[id] = item;
    items[id].tag.y += items[id].key;
    if (items[id].weight > 0.0) items[id].color.y = items[id].weight;
    items[id + 64u] = items[id];
    items[id + 64u].color *= 0.5;
    colors[id].zw = vec2(id, in_words.length());
}
