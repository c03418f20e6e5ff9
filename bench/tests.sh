#!/bin/bash
# Tests: how many branches of small utilities the tests of `margay test` cover.
#
# usage: tests.sh [UTILITY]...
#
# The utilities are in bench/tests/utilities. `margay test` writes tests for each, in the limits that it has by
# itself, builds it with clang's coverage, and runs all tests. What is printed is counted here from the
# source that llvm-cov has annotated (coverage.txt): the sides of all conditions, how many of them
# some test took, and of how many some input can take. A line of the source with `unreachable` in a
# comment has sides that no input takes; those of its sides that were not taken do not count there.
# The goal is 90 % of what is reachable, for each utility: less ends the script with 1.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
margay=$(realpath "${MARGAY:-target/release/margay}")
utilities=bench/tests/utilities
[ $# -gt 0 ] || set -- $(basename -s .c "$utilities"/*.c)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MARGAY_CACHE_DIR=$work/cache
status=0

# What a utility is given that is not usual.
options() {
    case $1 in
    # A date has ten characters.
    date) echo --sym-args 0 2 10 ;;
    esac
}

# All sides, those that were taken, and those that count as reachable.
count() {
    awk '
        /^ *[0-9]+\|/ { marked = /unreachable/ }
        /\|  Branch \(/ {
            sides += 2
            missed = gsub(/(True|False): 0[],]/, "&")
            taken += 2 - missed
            if (marked) left_out += missed
        }
        END { print sides + 0, taken + 0, sides - left_out }
    ' "$1"
}

echo "| utility | lines | tests | branches | covered | share | of reachable | seconds |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
all=0 all_taken=0 all_reachable=0
for name in "$@"; do
    file=$utilities/$name.c
    began=${EPOCHREALTIME/./}
    # shellcheck disable=SC2046 # options are meant to be split
    "$margay" test "$file" --out "$work/$name" $(options "$name") >"$work/$name.txt" 2>&1 || { cat "$work/$name.txt"; exit 1; }
    ended=${EPOCHREALTIME/./}
    [ -f "$work/$name/coverage.txt" ] || { cat "$work/$name.txt"; echo "tests: $name was not measured" >&2; exit 1; }
    read -r sides taken reachable <<<"$(count "$work/$name/coverage.txt")"
    tests=$(grep -c '^test' "$work/$name/tests.txt")
    awk -v name="$name" -v lines="$(wc -l <"$file")" -v tests="$tests" -v sides="$sides" -v taken="$taken" \
        -v reachable="$reachable" -v seconds="$(((ended - began) / 1000))" 'BEGIN {
            printf "| %s | %d | %d | %d | %d | %.1f %% | %.1f %% | %.1f |\n", name, lines, tests, sides, taken,
                100 * taken / sides, 100 * taken / reachable, seconds / 1000
            exit taken < 0.9 * reachable
        }' || status=1
    all=$((all + sides)) all_taken=$((all_taken + taken)) all_reachable=$((all_reachable + reachable))
done
awk -v all="$all" -v taken="$all_taken" -v reachable="$all_reachable" 'BEGIN {
    printf "| all | | | %d | %d | %.1f %% | %.1f %% | |\n", all, taken, 100 * taken / all, 100 * taken / reachable
}'
exit $status
