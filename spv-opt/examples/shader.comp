#version 450
// The source of shader.spv: glslangValidator -V shader.comp -o shader.spv
layout(local_size_x = 64) in;

layout(set = 0, binding = 0) buffer Data { float values[]; };
layout(push_constant) uniform Params { uint steps; float limit; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = values[i];
    for (uint step = 0; step < steps; step++) {
        if (x > limit) {
            break;
        }
        x = x * x + 0.25;
    }
    values[i] = sqrt(x);
}
