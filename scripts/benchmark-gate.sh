#!/bin/bash
# Holds the parser to Tests/Gate/limits: instructions per byte and allocations per stanza, both
# counted and not timed, so that the gate says the same on a busy machine. And a session to no
# allocation at all for a message in and one out.
#
# Callgrind counts a whole process. The same command with more rounds differs from it in nothing but
# the passes over the input, so the difference of two runs is what the passes cost.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
clamor=$folder/clamor
# Valgrind 3.19 gives up on the debug information of Swift 6.3.
strip -o "$clamor" "${1:?usage: $0 CLAMOR}"
limits=$(dirname "$0")/../Tests/Gate/limits
few=2
many=6

# bench CORPUS ROUNDS INPUT [COMMAND...]: the result as JSON, under the command.
bench() {
    "${@:4}" "$clamor" bench parse --json --parser clamor --kernel avx2 --corpus "$1" \
        --rounds "$2" --input "$3"
}

# figure KEY: a member of the only result.
figure() {
    python3 -c 'import json, sys; print(json.load(sys.stdin)["results"][0][sys.argv[1]])' "$1"
}

# instructions CORPUS ROUNDS: how many the whole process executes.
instructions() {
    local log=$folder/callgrind.log
    if ! bench "$1" "$2" 256KiB valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        >"$folder/result" 2>"$log"; then
        cat "$log" >&2
        return 1
    fi
    awk '/Collected :/ { print $4 }' "$log"
}

failed=0
printf '%-10s %12s %7s %12s %7s\n' corpus instr/B limit allocs limit
while read -r corpus most_instructions most_allocations; do
    # A large input, on which what a stream takes once counts for nothing.
    allocations=$(bench "$corpus" "$few" 16MiB 2>/dev/null | figure allocations_per_stanza)
    more=$(instructions "$corpus" "$many")
    less=$(instructions "$corpus" "$few")
    bytes=$(figure input_bytes <"$folder/result")
    awk -v corpus="$corpus" -v instructions="$((more - less))" -v bytes="$((bytes * (many - few)))" \
        -v most_i="$most_instructions" -v allocations="$allocations" -v most_a="$most_allocations" '
        BEGIN {
            each = instructions / bytes
            over = each > most_i || allocations > most_a
            printf "%-10s %12.3f %7.2f %12.4f %7.3f%s\n", corpus, each, most_i, allocations, most_a,
                over ? "  over the limit" : ""
            exit over
        }' || failed=1
done < <(grep -v '^#' "$limits")
if ((failed)); then
    echo "The parser costs more than $limits allows. Where that is meant, raise the limit there." >&2
fi
# What falls due at times that nobody chose (a tick, the end of an interval) may allocate a little.
"$clamor" bench stream --json --rounds 5 2>/dev/null | python3 -c '
import json, sys
failed = False
for stage in json.load(sys.stdin)["results"]:
    if stage["security"] == "none":
        name, count = stage["stage"], stage["allocations_per_stanza"]
        print(f"{name:10} {count:.4f} allocations a message")
        failed |= count > 0.001
sys.exit("A session allocates for each message." if failed else 0)' || failed=1
exit "$failed"
