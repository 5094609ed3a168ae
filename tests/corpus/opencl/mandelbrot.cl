//@ covers: a realistic kernel, doubles and longs, 32-bit target (Physical32)
//@ flags: --target=spir-unknown-unknown
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void mandelbrot(global uchar4 *image, double2 origin, double step, ulong limit) {
    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
    double2 c = origin + step * (double2)(x, y), z = 0;
    ulong n = 0;
    for (; n < limit && dot(z, z) < 4.0; ++n)
        z = (double2)(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
    uchar shade = n == limit ? 0 : (uchar)(255 - n * 255 / limit);
    image[y * w + x] = (uchar4)(shade, shade, (uchar)(shade >> 1), 255);
}
