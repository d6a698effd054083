#!/bin/bash
# check-standalone.sh BINARY
#
# Fails when BINARY needs a Swift runtime library, or does not run where no toolchain is: it is
# started with an empty library path and no run path to fall back on.
set -euo pipefail

binary=$1
needed=$(readelf -d "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
if grep -E '^lib(swift|Foundation|_Foundation|dispatch|BlocksRuntime)' <<<"$needed"; then
    echo "$binary: needs the Swift libraries above" >&2
    exit 1
fi
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp "$binary" "$copy/clamor"
(cd / && env -i PATH=/usr/bin:/bin "$copy/clamor" --version)
