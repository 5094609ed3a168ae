//@ covers: pipes: read, write, reservations, commit, queries, packet types
kernel void producer(write_only pipe float4 p, global float4 *in) {
    size_t i = get_global_id(0);
    float4 v = in[i];
    if (write_pipe(p, &v) != 0) {
        reserve_id_t r = reserve_write_pipe(p, 2);
        if (is_valid_reserve_id(r)) { write_pipe(p, r, 0, &v); write_pipe(p, r, 1, &v); commit_write_pipe(p, r); }
    }
    in[0].x = get_pipe_num_packets(p) + get_pipe_max_packets(p);
}
kernel void consumer(read_only pipe float4 p, global float4 *out) {
    float4 v;
    if (!read_pipe(p, &v)) out[get_global_id(0)] = v;
    reserve_id_t r = work_group_reserve_read_pipe(p, 4);
    if (is_valid_reserve_id(r)) { read_pipe(p, r, get_local_id(0), &v); work_group_commit_read_pipe(p, r); }
}
