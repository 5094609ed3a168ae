// What the runner binds: see README.md. A shader defines LOCAL before, if it is not of 64 invocations.
#ifndef LOCAL
#define LOCAL 64
#endif
layout(local_size_x = LOCAL) in;
layout(std430, binding = 0) readonly buffer In { uint words[1024]; };
layout(std430, binding = 1) buffer Out { uint results[4096]; };
layout(std430, binding = 2) buffer Floats { float floats[1024]; };
#define ID gl_GlobalInvocationID.x
#define PUT(n, x) results[ID * 8u + (n)] = uint(x)
#define PUTF(n, x) results[ID * 8u + (n)] = floatBitsToUint(x)
