#!/usr/bin/env bash
# Compares `spv-opt batch` on a Fossilize database with spirv-opt on the same modules: foz.sh [-n PAIRS] MODULE...
# Creates a database of the modules. Prints the user seconds of both with `-O` on one thread, their ratio, and the bytes of the
# modules that both optimize. spirv-opt runs a process for each module, without a database and without validation. SPV_OPT and
# PEER name the tools. With FOSSILIZE_OPT=PATH, fossilize-opt is the peer: both process a database of the modules that
# fossilize-opt accepts, and the bytes are the sizes of the databases.
source "$(dirname "$0")/common.sh"
shift $((OPTIND - 1))
peer=${PEER:-spirv-opt}
tests/bench/database.py "$scratch/all.foz" "$@"
# batch FORMAT OPTION...
batch() {
    rm -rf "$scratch/out"
    measure "$1" "$ours" batch "$scratch/all.foz" -o "$scratch/out" --pipeline O "${@:2}"
}
peers() {
    rm -rf "$scratch/peer"
    mkdir "$scratch/peer"
    measure 3U bash -c 'n=0; for f in "${@:3}"; do
        n=$((n + 1)); "$1" --skip-validation -O "$f" -o "$2/$(printf %016x $n).spv" > /dev/null 2>&1 || true; done' \
        - "$peer" "$scratch/peer" "$@"
}
if [ -n "${FOSSILIZE_OPT:-}" ]; then
    peer_database() {
        rm -f "$scratch/peer.foz"
        "$@" "$FOSSILIZE_OPT" --input-db "$scratch/all.foz" --output-db "$scratch/peer.foz"
    }
    mapfile -t accepted < <(printf '%s\n' "$@" | sort | awk 'NR == FNR { bad[$1]; next } !(sprintf("%016x", FNR) in bad)' \
        <(peer_database 2>&1 | sed -n 's/.*optimize shader module \([0-9a-f]*\)\..*/\1/p') -)
    tests/bench/database.py "$scratch/all.foz" "${accepted[@]}"
    for ((i = 0; i < pairs; i++)); do
        a=$(batch 3U --jobs 1) && b=$(peer_database measure 3U)
        c=$(batch 3R) && d=$(peer_database measure 3R)
        echo "$a $b $c $d"
    done > "$scratch/pairs"
    printf '%d modules, fossilize-opt: %s s, %s s, ratio %s; databases of %d and %d bytes, before %d\n' \
        "${#accepted[@]}" "$(column '$1' "$scratch/pairs")" "$(column '$3' "$scratch/pairs")" \
        "$(column '$1 / $3' "$scratch/pairs")" "$(stat -c %s "$scratch/out/all.foz")" \
        "$(stat -c %s "$scratch/peer.foz")" "$(stat -c %s "$scratch/all.foz")"
    printf 'elapsed, %d cores: %s s, %s s, ratio %s\n' "$(nproc)" "$(column '$5' "$scratch/pairs")" \
        "$(column '$7' "$scratch/pairs")" "$(column '$5 / $7' "$scratch/pairs")"
    exit
fi
mapfile -t sorted < <(printf '%s\n' "$@" | sort)
for ((i = 0; i < pairs; i++)); do
    a=$(batch 3U --jobs 1) && b=$(peers "${sorted[@]}")
    echo "$a $b"
done > "$scratch/pairs"
bytes=0 peer_bytes=0 count=0
for file in "$scratch"/peer/*.spv; do
    own=$scratch/out/all.foz.d/$(basename "$file")
    [ -s "$own" ] && [ -s "$file" ] || continue
    count=$((count + 1)) bytes=$((bytes + $(stat -c %s "$own"))) peer_bytes=$((peer_bytes + $(stat -c %s "$file")))
done
printf '%d modules, %s: %s s, %s s, ratio %s; %d of %d bytes in %d modules; database %d bytes, before %d\n' $# \
    "$("$peer" --version | head -n 1)" "$(column '$1' "$scratch/pairs")" "$(column '$3' "$scratch/pairs")" \
    "$(column '$1 / $3' "$scratch/pairs")" "$bytes" "$peer_bytes" "$count" \
    "$(stat -c %s "$scratch/out/all.foz")" "$(stat -c %s "$scratch/all.foz")"
