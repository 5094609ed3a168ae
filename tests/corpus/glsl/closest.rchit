//@ covers: closest hit: recursive trace, shader record buffer, matrices of the instance, incoming payload, geometry index
//@ debug: g
#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_buffer_reference : require
struct Payload { vec3 radiance; float distance; uint seed; bool done; };
layout(location = 0) rayPayloadInEXT Payload payload;
layout(location = 1) rayPayloadEXT float shadow;
hitAttributeEXT vec2 bary;
layout(binding = 0, set = 0) uniform accelerationStructureEXT scene;
layout(buffer_reference, std430) readonly buffer Positions { vec4 p[]; };
layout(shaderRecordEXT, std430) buffer Record { vec4 albedo; Positions positions; };
void main() {
    vec3 w = vec3(1.0 - bary.x - bary.y, bary);
    int base = gl_PrimitiveID * 3 + gl_GeometryIndexEXT;
    vec3 p = positions.p[base].xyz * w.x + positions.p[base + 1].xyz * w.y + positions.p[base + 2].xyz * w.z;
    vec3 world = gl_ObjectToWorldEXT * vec4(p, 1.0);
    vec3 back = world * mat3x4(gl_WorldToObject3x4EXT)[0].x;
    payload.distance = gl_HitTEXT;
    payload.radiance = albedo.rgb + back * gl_RayTminEXT;
    payload.done = (gl_IncomingRayFlagsEXT & gl_RayFlagsOpaqueEXT) == 0u;
    if (payload.seed % 2u == 0u) {
        shadow = 1.0;
        traceRayEXT(scene, gl_RayFlagsNoneEXT, 0xff, 0, 0, 1, world, 0.0, gl_WorldRayDirectionEXT, gl_RayTmaxEXT, 1);
        payload.radiance *= shadow;
    }
}
