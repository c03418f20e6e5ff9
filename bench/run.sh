#!/bin/bash
# Interpreting compute-bound programs: the same bitcode under LLVM's interpreter and
# under Margay, each the better of two runs, in processor seconds.
#
# The goal is a third of LLVM's time at most, at less than 200 MB.
set -euo pipefail
cd "$(dirname "$0")/.."
margay=${MARGAY:-target/release/margay}
clang=${MARGAY_CLANG:-$(command -v clang-19 || command -v clang)}
lli=$(command -v lli-19 || command -v lli || true)
[ -n "$lli" ] || { echo "bench run: lli is missing; install llvm-19" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Processor seconds of a command, its output in $work/out.
TIMEFORMAT='%U %S'
seconds() {
    { time "$@" >"$work/out" 2>"$work/err"; } 2>&1 | awk '{ printf "%.3f", $1 + $2 }'
}
better() { awk -v a="$1" -v b="$2" 'BEGIN { print a < b ? a : b }'; }

printf '%-10s %10s %10s %9s %10s\n' program "lli s" "margay s" ratio "peak MB"
for source in bench/run/*.c; do
    name=$(basename "$source" .c)
    "$clang" -O0 -g -Xclang -disable-O0-optnone -emit-llvm -c "$source" -o "$work/$name.bc"
    theirs=$(seconds "$lli" -force-interpreter "$work/$name.bc")
    cp "$work/out" "$work/expected"
    theirs=$(better "$theirs" "$(seconds "$lli" -force-interpreter "$work/$name.bc")")
    ours=$(seconds "$margay" run -v "$work/$name.bc")
    ours=$(better "$ours" "$(seconds "$margay" run -v "$work/$name.bc")")
    cmp -s "$work/out" "$work/expected" || { echo "$name: the outputs differ" >&2; exit 1; }
    peak=$(sed -n 's/.*peak memory \([0-9]*\) MB.*/\1/p' "$work/err")
    awk -v n="$name" -v a="$theirs" -v b="$ours" -v p="$peak" \
        'BEGIN { printf "%-10s %10.2f %10.2f      1/%-3.0f %9s\n", n, a, b, a / b, p }'
done
