//@ covers: ray queries: several query objects, every getter, confirm/generate/terminate, query in a loop with candidate types
//@ debug: g
#version 460
#extension GL_EXT_ray_query : require
#extension GL_EXT_ray_flags_primitive_culling : require
layout(local_size_x = 8, local_size_y = 8) in;
layout(primitive_culling);
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(binding = 1) buffer Out { vec4 result[]; };
float occlusion(vec3 o, vec3 d) {
    rayQueryEXT q;
    rayQueryInitializeEXT(q, scene, gl_RayFlagsTerminateOnFirstHitEXT, 0xff, o, 0.01, d, 100.0);
    while (rayQueryProceedEXT(q)) { }
    return rayQueryGetIntersectionTypeEXT(q, true) == gl_RayQueryCommittedIntersectionNoneEXT ? 1.0 : 0.0;
}
void main() {
    rayQueryEXT q;
    vec3 o = vec3(gl_GlobalInvocationID), d = vec3(0, 0, 1);
    rayQueryInitializeEXT(q, scene, gl_RayFlagsSkipAABBEXT | gl_RayFlagsNoOpaqueEXT, 0x0f, o, 0.0, d, 1e3);
    float nearest = 1e3;
    while (rayQueryProceedEXT(q)) {
        uint type = rayQueryGetIntersectionTypeEXT(q, false);
        if (type == gl_RayQueryCandidateIntersectionTriangleEXT) {
            vec2 b = rayQueryGetIntersectionBarycentricsEXT(q, false);
            if (b.x + b.y < 0.5 && rayQueryGetIntersectionFrontFaceEXT(q, false))
                rayQueryConfirmIntersectionEXT(q);
        } else if (type == gl_RayQueryCandidateIntersectionAABBEXT) {
            if (rayQueryGetIntersectionCandidateAABBOpaqueEXT(q)) {
                rayQueryGenerateIntersectionEXT(q, nearest * 0.5);
                nearest *= 0.5;
            }
        }
        if (rayQueryGetIntersectionTEXT(q, false) > nearest)
            rayQueryTerminateEXT(q);
    }
    vec4 r = vec4(occlusion(o, d));
    if (rayQueryGetIntersectionTypeEXT(q, true) != gl_RayQueryCommittedIntersectionNoneEXT) {
        r.x += rayQueryGetIntersectionTEXT(q, true);
        r.y += float(rayQueryGetIntersectionInstanceIdEXT(q, true) + rayQueryGetIntersectionPrimitiveIndexEXT(q, true) + rayQueryGetIntersectionGeometryIndexEXT(q, true)
             + rayQueryGetIntersectionInstanceCustomIndexEXT(q, true)) + float(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(q, true));
        r.xyz += rayQueryGetIntersectionObjectToWorldEXT(q, true) * vec4(rayQueryGetIntersectionObjectRayOriginEXT(q, true), 1.0);
        r.xyz += rayQueryGetIntersectionWorldToObjectEXT(q, true) * vec4(rayQueryGetIntersectionObjectRayDirectionEXT(q, true), 0.0);
    }
    r.w += rayQueryGetRayTMinEXT(q) + float(rayQueryGetRayFlagsEXT(q)) + dot(rayQueryGetWorldRayOriginEXT(q), rayQueryGetWorldRayDirectionEXT(q));
    result[gl_GlobalInvocationID.x] = r;
}
