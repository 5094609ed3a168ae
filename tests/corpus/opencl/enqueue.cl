//@ covers: device-side enqueue with blocks (function-symbol operands, OpEnqueueKernel), ndrange, queues, clk_event, local-memory block arguments, kernel queries
//@ flags: -cl-std=CL2.0
kernel void enqueue(global int *out, queue_t q, int n) {
    ndrange_t range = ndrange_1D(n);
    clk_event_t e;
    void (^child)(void) = ^{ out[get_global_id(0)] = n; };
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, range, child);
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 0, NULL, &e, ^{ out[0] += 1; });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, range, 1, &e, NULL, ^(local void *p) { ((local int *)p)[0] = out[1]; }, 64u);
    out[2] = get_kernel_work_group_size(child) + get_kernel_preferred_work_group_size_multiple(child);
    retain_event(e);
    release_event(e);
    if (is_valid_event(e)) set_user_event_status(e, CL_COMPLETE);
}
