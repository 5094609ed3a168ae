#!/usr/bin/env bash
# Compares the lowering of gpu kernels with mlir-opt, in alternating pairs of runs: conversion.sh [-n PAIRS].
# Both parse a file of about 40 MB, run convert-gpu-to-spirv on one thread, and print the text of LLVM. Prints user seconds,
# peak memory, the median ratios, and the elapsed time of spv-opt on two threads and on one. A second line compares the user
# seconds of whole processes on a file with one kernel, about 2 kB. KERNELS sets the number of kernels, and VERSION the
# version of LLVM, 19 or 22.
source "$(dirname "$0")/common.sh"
version=${VERSION:-19}
if ! have "mlir-opt-$version"; then
    echo "skipped: mlir-opt-$version is not installed (apt install mlir-$version-tools)"
    exit
fi
# kernels NUMBER: prints a module with this number of kernels.
kernels() { awk -v kernels="$1" '
function of(memory) { return memory ": memref<64x64xf32, #spirv.storage_class<StorageBuffer>>" }
BEGIN {
    print "module attributes {gpu.container_module, spirv.target_env = #spirv.target_env<#spirv.vce<v1.3, [Shader]," \
        " [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>} {"
    for (k = 0; k < kernels; k++) {
        # Each kernel has a different constant.
        if (k % 100 == 0) print "  gpu.module @kernels" k / 100 " {"
        print "    gpu.func @kernel" k "(" of("%a") ", " of("%b") ", " of("%c") ") kernel"
        print "      attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 8, 1]>} {"
        print "      %c0 = arith.constant 0 : index"
        print "      %c1 = arith.constant 1 : index"
        print "      %c8 = arith.constant 8 : index"
        print "      %c64 = arith.constant 64 : index"
        print "      %zero = arith.constant " k ".5 : f32"
        for (i = 0; i < 2; i++) {
            d = substr("xy", i + 1, 1)
            print "      %block_" d " = gpu.block_id " d
            print "      %thread_" d " = gpu.thread_id " d
            print "      %scaled_" d " = arith.muli %block_" d ", %c8 : index"
            print "      %" d " = arith.addi %scaled_" d ", %thread_" d " : index"
        }
        print "      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (f32) {"
        print "        %p = memref.load " of("%a[%y, %k] ")
        print "        %q = memref.load " of("%b[%k, %x] ")
        print "        %m = arith.mulf %p, %q : f32"
        print "        %t = arith.addf %s, %m : f32"
        print "        scf.yield %t : f32"
        print "      }"
        print "      %positive = arith.cmpf ogt, %sum, %zero : f32"
        print "      %square = arith.mulf %sum, %sum : f32"
        print "      %chosen = arith.select %positive, %square, %zero : f32"
        print "      %inside = arith.cmpi slt, %x, %c8 : index"
        print "      scf.if %inside {"
        print "        %negated = arith.negf %chosen : f32"
        print "        memref.store %negated, " of("%c[%y, %x] ")
        print "      } else {"
        print "        memref.store %chosen, " of("%c[%y, %x] ")
        print "      }"
        print "      gpu.return"
        print "    }"
        if (k % 100 == 99 || k == kernels - 1) print "  }"
    }
    print "}"
}'; }
kernels "${KERNELS:-23000}" > "$scratch/kernels.mlir"
kernels 1 > "$scratch/kernel.mlir"
lower=(--convert-gpu-to-spirv "$scratch/kernels.mlir")
for ((i = 0; i < pairs; i++)); do
    a=$(measure 3U "$ours" "--mlir-compat=$version" --mlir-disable-threading "${lower[@]}" -o "$scratch/ours.mlir")
    b=$(measure 3U "mlir-opt-$version" --mlir-disable-threading "${lower[@]}" -o "$scratch/peer.mlir")
    c=$(measure 3R "$ours" "--mlir-compat=$version" --mlir-disable-threading "${lower[@]}" -o "$scratch/ours.mlir")
    d=$(measure 3R taskset -c 0,1 "$ours" "--mlir-compat=$version" "${lower[@]}" -o "$scratch/ours.mlir")
    echo "$a $b $c $d"
done > "$scratch/pairs"
printf '%d MB: %s s, %s MB; mlir-opt-%s %s s, %s MB; ratios %s in time, %s in memory; two threads %s of one\n' \
    $(($(stat -c %s "$scratch/kernels.mlir") / 1000000)) \
    "$(column '$1' "$scratch/pairs")" "$(column '$2 / 1024' "$scratch/pairs")" "$version" "$(column '$3' "$scratch/pairs")" \
    "$(column '$4 / 1024' "$scratch/pairs")" "$(column '$1 / $3' "$scratch/pairs")" "$(column '$2 / $4' "$scratch/pairs")" \
    "$(column '$7 / $5' "$scratch/pairs")"

lower=(--convert-gpu-to-spirv --mlir-disable-threading "$scratch/kernel.mlir" -o "$scratch/kernel.out")
for ((i = 0; i < pairs; i++)); do
    echo "$(seconds 3U 20 "$ours" "--mlir-compat=$version" "${lower[@]}") $(seconds 3U 20 "mlir-opt-$version" "${lower[@]}")"
done > "$scratch/pairs"
printf '%d bytes: %s ms; mlir-opt-%s %s ms; ratio %s\n' "$(stat -c %s "$scratch/kernel.mlir")" \
    "$(column '$1 * 1000' "$scratch/pairs")" "$version" "$(column '$2 * 1000' "$scratch/pairs")" \
    "$(column '$1 / $2' "$scratch/pairs")"
