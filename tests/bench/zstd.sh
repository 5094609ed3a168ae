#!/usr/bin/env bash
# Measures the effect of canonical ids on zstd: zstd.sh MODULE...
# Prints compressed sizes of the modules unchanged, as `spv-opt` writes them without a pass, and with `-O`. Files are
# compressed separately, with a dictionary trained on half of them (the other half counts), and in one archive. SPV_OPT
# names the tool.
set -euo pipefail
tool="${SPV_OPT:-target/release/spv-opt}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/original"
cp "$@" "$scratch/original"
chmod -R u+w "$scratch/original"
"$tool" "$scratch"/original/*.spv --emit=spirv -o "$scratch/numbered/" 2>/dev/null
"$tool" -O "$scratch"/original/*.spv --emit=spirv -o "$scratch/O/" 2>/dev/null
printf '%-10s %10s %10s %10s %10s\n' modules bytes 'zstd -19' dictionary archive
for kind in original numbered O; do
    bytes=0 alone=0 rest=0 i=0 train=() count=()
    for file in "$scratch/$kind"/*.spv; do
        bytes=$((bytes + $(stat -c %s "$file")))
        alone=$((alone + $(zstd -q -19 -c "$file" | wc -c)))
        if ((i++ % 2)); then train+=("$file"); else count+=("$file"); fi
    done
    zstd -q --train -19 "${train[@]}" -o "$scratch/$kind.dict" --maxdict=65536 2>/dev/null
    for file in "${count[@]}"; do rest=$((rest + $(zstd -q -19 -D "$scratch/$kind.dict" -c "$file" | wc -c))); done
    archive=$(cat "$scratch/$kind"/*.spv | zstd -q -19 --long -c | wc -c)
    printf '%-10s %10d %10d %10d %10d\n' "$kind" "$bytes" "$alone" "$rest" "$archive"
done
