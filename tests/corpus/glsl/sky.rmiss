//@ covers: miss shader
//@ debug: g
#version 460
#extension GL_EXT_ray_tracing : require
struct Payload { vec3 radiance; float distance; uint seed; bool done; };
layout(location = 0) rayPayloadInEXT Payload payload;
layout(binding = 5) uniform samplerCube sky;
void main() {
    payload.radiance = textureLod(sky, gl_WorldRayDirectionEXT, 0.0).rgb;
    payload.done = true;
}
