#!/bin/bash
# Merging: families of programs with k choices, with merging and without; a corpus of loops; then loops of
# papers and Juliet.
#
# usage: merge.sh [--loops DIR] [--juliet DIR]
#
# "listing" is the example of the first paper. The families have k independent choices in one
# function, in the functions that it calls, in a loop, and with values that nothing reads afterwards;
# k grows from 4 to 24. Printed are the states that choices made, the questions to the solver
# and the seconds by the clock on the wall, with what the cache has of compiling. Without merging a
# program may use a hundred times the usual limits, and 20 seconds at most; "-" is what was not
# explored to the end by then. In each program but "listing" and "dead" one assertion fails for a
# single combination of counts.
#
# --loops names the folder of the loop benchmarks (doif.c and others), --juliet a Juliet suite, of
# which the fgets programs of CWE 121 are checked, with merging and without in turns, three rounds.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
margay=$(realpath "${MARGAY:-target/release/margay}")
loops='' juliet=''
while [ $# -gt 0 ]; do
    case $1 in
    --loops) loops=$2 ;;
    --juliet) juliet=$2 ;;
    *) echo "usage: merge.sh [--loops DIR] [--juliet DIR]" >&2; exit 2 ;;
    esac
    shift 2
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MARGAY_CACHE_DIR=$work/cache
status=0

# The listing of papers/000: a function with a flaw on one of two ways, and one without.
listing() {
    cat <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct text { char first[16]; void *second; };
static const char *source = "0123456789abcdef0123456789abcde";
static void bad(void) {
    struct text text;
    text.second = (void *)source;
    if (rand() % 2)
        memcpy(text.first, source, sizeof text);
    else
        memcpy(text.first, source, sizeof text.first);
    text.first[sizeof text.first - 1] = '\0';
    puts(text.first);
}
static void good(void) {
    struct text text;
    text.second = (void *)source;
    if (rand() % 2)
        memcpy(text.first, source, sizeof text.first);
    else
        memcpy(text.first, source, sizeof text.first);
    text.first[sizeof text.first - 1] = '\0';
    puts(text.first);
}
int main(void) { good(); bad(); return 0; }
C
}

head() {
    echo '#include <assert.h>'
    echo '#include <stdio.h>'
}

# K choices in one function; what they set is added up.
function_family() {
    local k=$1 i
    head
    echo "int main(void) { unsigned char in[$k]; int x, sum = 0;"
    echo "if (fread(in, 1, $k, stdin) != $k) return 1;"
    for ((i = 0; i < k; i++)); do echo "if (in[$i] > 10) x = $((i + 2)); else x = 1; sum += x;"; done
    echo "assert(sum != $((k * (k + 3) / 2))); return 0; }"
}

# The same in functions that are called.
callee_family() {
    local k=$1 i
    head
    for ((i = 0; i < k; i++)); do echo "static int f$i(int v) { if (v > $i) return 1; return 0; }"; done
    echo "int main(void) { unsigned char in[$k]; int sum = 0;"
    echo "if (fread(in, 1, $k, stdin) != $k) return 1;"
    for ((i = 0; i < k; i++)); do echo "sum += f$i(in[$i]);"; done
    echo "assert(sum != $k); return 0; }"
}

# The same in a loop, three ways each.
loop_family() {
    local k=$1
    head
    cat <<C
int main(void) { unsigned char in[$k]; int a = 0, b = 0;
if (fread(in, 1, $k, stdin) != $k) return 1;
for (int i = 0; i < $k; i++) { if (in[i] == 'a') a++; else if (in[i] == 'b') b++; }
assert(a != $((k / 2)) || b != $((k / 4))); return 0; }
C
}

# What a path leaves behind is dead: equal states end, no value is merged.
dead_family() {
    local k=$1 i
    head
    echo 'static void look(void) { int c = getchar(); int kind; if (c > 99) kind = 1; else kind = 2; (void)kind; }'
    echo 'int main(void) {'
    for ((i = 0; i < k; i++)); do echo 'look();'; done
    echo 'return 0; }'
}

# Checks a file and prints states, questions, seconds and whether all was explored.
check() {
    local file=$1 code=0 start end
    shift
    start=$EPOCHREALTIME
    "$margay" check --no-confirm --stats -j 1 --timeout 20 "$@" "$file" >"$work/said" 2>&1 || code=$?
    end=$EPOCHREALTIME
    case $code in 0 | 2) ;; *) echo "bench merge: margay failed with $code:" >&2; cat "$work/said" >&2; exit 1 ;; esac
    awk -v seconds="$(awk -v a="$start" -v b="$end" 'BEGIN { printf "%.2f", b - a }')" '
        /states forked/ { states = $NF } /solver queries  / { questions = $NF }
        /limits reached/ { cut = 1 } /^(error|warning)\[/ { found++ }
        END { print states + 0 == 0 && states != "0" ? "?" : states, questions, seconds, cut ? "-" : "all", found + 0 }' "$work/said"
}

much=(--max-queries 600000 --max-paths 1000000 --max-steps 2000000000)

say_row() { printf '%-16s %4s  %10s %10s %8s %4s  %10s %10s %8s %4s\n' "$@"; }

echo "k choices: states forked, questions, seconds, explored"
say_row program k merged "" "" "" "not merged" "" "" ""
listing >"$work/listing.c"
"$margay" check --no-confirm "$work/listing.c" >/dev/null 2>&1 || true
read -r a b c d _ <<<"$(check "$work/listing.c")"
read -r e f g h _ <<<"$(check "$work/listing.c" --no-merge "${much[@]}")"
say_row listing - "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h"
for family in function callee loop dead; do
    for k in 4 8 12 16 20 24; do
        "${family}_family" "$k" >"$work/$family.c"
        "$margay" check --no-confirm --max-steps 1 "$work/$family.c" >/dev/null 2>&1 || true
        read -r a b c d found <<<"$(check "$work/$family.c")"
        read -r e f g h _ <<<"$(check "$work/$family.c" --no-merge "${much[@]}")"
        say_row "$family" "$k" "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h"
        if [ "$family" != dead ] && [ "$found" != 1 ]; then
            echo "bench merge: $family $k: the assertion was not found" >&2
            status=1
        fi
    done
done

# The corpus: loops over tables, rings and strings, and programs that merging was once slow at. "default" is
# what a user gets, "merged" merges wherever values allow it to, "single" never. They are given bitcode, so that
# nothing of clang is measured. The better way is the one that finds more, or else explores all, or else takes less; a
# ratio is of seconds of the processor, the least of three runs, and of the peak of memory. Where no way explores
# all, all have stopped at limits, and what they cost says how far each came: those ratios stand in brackets.
clang=${CLANG:-clang}
measure() {
    local file=$1 code=0 best=''
    shift
    for _ in 1 2 3; do
        code=0
        /usr/bin/time -f '%U %S %M' -o "$work/time" "$margay" check --no-confirm --no-cache -j 1 "$@" "$file" >"$work/said" 2>&1 || code=$?
        case $code in 0 | 2) ;; *) echo "bench merge: $file ends with $code" >&2; exit 1 ;; esac
        best=$(tail -n 1 "$work/time" | awk -v best="$best" '{ t = $1 + $2; if (best != "" && best + 0 < t) t = best; printf "%.2f %d", t, $3 / 1024 }')
    done
    awk -v cost="$best" '/^(error|warning)\[/ { found++ } /limits reached|undecided conditions/ { cut = 1 }
        END { print cost, found + 0, cut ? "-" : "all" }' "$work/said"
}

echo
echo "loops over tables, rings and strings: seconds, MB, findings, explored; ratios of seconds and memory to the better way"
printf '%-18s %-18s %-18s %-18s %8s %8s\n' program default merged single seconds memory
for file in bench/merge/*.c; do
    name=$(basename "$file" .c)
    "$clang" -g -O0 -Xclang -disable-O0-optnone -emit-llvm -c "$file" -o "$work/$name.bc"
    default=$(measure "$work/$name.bc") merged=$(measure "$work/$name.bc" --merge always) single=$(measure "$work/$name.bc" --no-merge)
    printf '%s\n%s\n%s\n' "$default" "$merged" "$single" | awk -v name="$name" '
        { seconds[NR] = $1; mb[NR] = $2; found[NR] = $3; all[NR] = $4; row[NR] = $0 }
        function better(a, b) {
            if (found[a] != found[b]) return found[a] > found[b]
            if (all[a] != all[b]) return all[a] == "all"
            return seconds[a] < seconds[b]
        }
        END {
            best = better(2, 3) ? 2 : 3
            # It may come further than both.
            if (better(1, best)) best = 1
            # Less than three hundredths of a second is the start of the program.
            least = seconds[best] > 0.03 ? seconds[best] : 0.03
            mine = seconds[1] > 0.03 ? seconds[1] : 0.03
            ratio = sprintf(all[best] == "all" || found[best] > 0 ? "%.2f" : "(%.2f)", mine / least)
            printf "%-18s %-18s %-18s %-18s %8s %8.2f\n", name, row[1], row[2], row[3], ratio, mb[1] / mb[best]
        }'
done

if [ -n "$loops" ]; then
    echo
    echo "loops by plain check: states forked, questions, seconds, found"
    say_row program "" merged "" "" "" "not merged" "" "" ""
    for name in fig1_12 doif doifex eqcnt hw hwm; do
        "$margay" check --no-confirm --max-steps 1 "$loops/$name.c" >/dev/null 2>&1 || true
        read -r a b c _ d <<<"$(check "$loops/$name.c")"
        read -r e f g _ h <<<"$(check "$loops/$name.c" --no-merge)"
        say_row "$name" "" "$a" "$b" "$c" "$d" "$e" "$f" "$g" "$h"
        [ "$d" = 1 ] || { echo "bench merge: $name: the assertion was not found" >&2; status=1; }
    done
fi

if [ -n "$juliet" ]; then
    echo
    cases=$juliet/testcases/CWE121_Stack_Based_Buffer_Overflow
    [ -d "$cases" ] || { echo "bench merge: there is no $cases" >&2; exit 1; }
    # A case is one or several files; those with a letter behind the number belong together.
    mapfile -t names < <(find "$cases" -name 'CWE121_*__CWE129_fgets_*.c' -printf '%P\n' |
        sed -E 's/[a-e]?\.c$//' | sort -u)
    declare -A total=([merged]=0 [apart]=0) states=([merged]=0 [apart]=0)
    for round in 0 1 2 3; do
        for name in "${names[@]}"; do
            files=("$cases/$name".c "$cases/$name"[a-e].c)
            present=()
            for file in "${files[@]}"; do [ -f "$file" ] && present+=("$file"); done
            for way in merged apart; do
                options=()
                [ "$way" = merged ] || options=(--no-merge)
                code=0 start=$EPOCHREALTIME
                "$margay" check --no-confirm --stats -j 1 "${options[@]}" "${present[@]}" "$juliet/testcasesupport/io.c" \
                    -- -I"$juliet/testcasesupport" -DINCLUDEMAIN >"$work/said" 2>&1 || code=$?
                end=$EPOCHREALTIME
                case $code in 0 | 2) ;; *) echo "bench merge: $name ends with $code" >&2; status=1 ;; esac
                # The first round fills the cache.
                [ "$round" != 0 ] ||
                    states[$way]=$((states[$way] + $(awk '/states forked/ { gsub(",", "", $NF); print $NF }' "$work/said")))
                [ "$round" = 0 ] || total[$way]=$(awk -v t="${total[$way]}" -v a="$start" -v b="$end" 'BEGIN { print t + b - a }')
            done
        done
    done
    echo "Juliet, CWE 121 with fgets: ${states[apart]} states forked without merging, ${states[merged]} with"
    awk -v n="${#names[@]}" -v with="${total[merged]}" -v without="${total[apart]}" 'BEGIN {
        printf "%d cases, %.1f s without merging, %.1f s with: ratio %.2f (papers/000: 80.7 s to 34.4 s, ratio 0.43)\n",
            n, without / 3, with / 3, with / without }'
fi
exit $status
