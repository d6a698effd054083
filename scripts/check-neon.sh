#!/bin/bash
# check-neon.sh FOLDER
#
# Builds the kernels for AArch64 into FOLDER with the Swift toolchain's own clang, warnings being
# errors, and runs them beside each other under an emulator.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
mkdir -p "$folder"
"$toolchain/clang" --target=aarch64-linux-gnu -std=gnu11 -O2 -Wall -Wextra -Werror \
    -isystem /usr/aarch64-linux-gnu/include -ffreestanding -nostdlib -static -fuse-ld=lld \
    -I Sources/CByteScan/include Sources/CByteScan/*.c Tests/Neon/CompareKernels.c \
    -o "$folder/compare-kernels"
qemu-aarch64 "$folder/compare-kernels"
