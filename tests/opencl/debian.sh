#!/usr/bin/env bash
# Installs PoCL and Mesa's rusticl of a Debian release into a root directory for the tests. They accept SPIR-V since Debian 13 (trixie).
# Prints the value for SPV_OPENCL_ROOT.
#
#   tests/opencl/debian.sh DIR [SUITE]   SUITE: sid by default
#
# Needs the user root and the Debian package debootstrap. Takes 1.6 GB of disk.
set -euo pipefail
[ $# = 1 ] || [ $# = 2 ] || { echo "usage: $0 DIR [SUITE]" >&2; exit 2; }
mkdir -p "$1"
root=$(cd "$1" && pwd)
[ -e "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase "${2:-sid}" "$root" http://deb.debian.org/debian >&2
# The runtimes read the processor's description and the devices.
for directory in proc sys dev; do
    mountpoint -q "$root/$directory" || mount --bind "/$directory" "$root/$directory"
done
chroot "$root" apt-get install -y -qq --no-install-recommends pocl-opencl-icd mesa-opencl-icd ocl-icd-libopencl1 >&2
echo "$root"
