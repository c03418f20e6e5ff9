#!/bin/bash
# Workers: programs with wide trees, with one worker and with two in turns; functions in a circle.
#
# The trees do not fold: what each choice leaves behind is allocated, printed or kept as a pointer, so
# that no two paths are merged. Findings are not replayed, and compiling is in the cache. Five rounds,
# or BENCH_ROUNDS; the fastest counts, since what else the machine does only adds. Printed are seconds
# by the clock on the wall, the ratio, units of work, start paths that were handed over, steps that
# were made again for that and queries that were asked again, and whether both reports are the same
# but for the time.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
margay=$(realpath "${MARGAY:-target/release/margay}")
rounds=${BENCH_ROUNDS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MARGAY_CACHE_DIR=$work/cache
status=0

# Each byte of input decides whether a block is kept.
cat >"$work/blocks.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *kept[14]; int used = 0, sum = 0; unsigned char in[14];
    if (fread(in, 1, sizeof in, stdin) != sizeof in) return 1;
    for (int i = 0; i < 14; i++)
        if (in[i] > 7 * i) {
            kept[used] = malloc(i + 1);
            if (!kept[used]) abort();
            kept[used++][0] = (char)in[i];
        }
    for (int i = 0; i < used; i++) { sum += kept[i][0]; free(kept[i]); }
    return sum & 1;
}
C
# A machine with a stack that the input programs.
cat >"$work/machine.c" <<'C'
#include <stdio.h>
#include <string.h>
int main(void) {
    unsigned char code[11]; int stack[12], top = 0, x = 3;
    if (fread(code, 1, sizeof code, stdin) != sizeof code) return 1;
    for (int at = 0; at < 11; at++)
        switch (code[at]) {
        case 'p': stack[top++] = x; break;
        case 'q': if (top > 0) x = stack[--top]; break;
        case 'a': if (top > 0) stack[top - 1] += x; break;
        default: x = x * 5 % 1001; break;
        }
    if (top == 7 && stack[3] > stack[1] + 2000) return 1 / (top - 7);
    return x & 1;
}
C
# A tree that is sorted by what the input says.
cat >"$work/search_tree.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
struct node { int key; struct node *less, *more; };
static struct node nodes[9];
int main(void) {
    unsigned char in[8]; int used = 0;
    struct node *root = NULL;
    if (fread(in, 1, sizeof in, stdin) != sizeof in) return 1;
    for (int i = 0; i < 8; i++) {
        struct node **at = &root;
        while (*at) at = in[i] < (*at)->key ? &(*at)->less : &(*at)->more;
        nodes[used].key = in[i];
        *at = &nodes[used++];
    }
    return root->less != NULL;
}
C

much=(--max-queries 100000000 --max-paths 100000000 --max-steps 2000000000)

# Checks a program with so many workers and with options; prints seconds, and leaves the report in $work/said.JOBS.
check() {
    local jobs=$1 file=$2 code=0 start end
    shift 2
    start=$EPOCHREALTIME
    "$margay" check --no-confirm --stats -j "$jobs" "$@" "$file" >"$work/said.$jobs" 2>&1 || code=$?
    end=$EPOCHREALTIME
    case $code in 0 | 2) ;; *) echo "bench workers: margay failed with $code:" >&2; cat "$work/said.$jobs" >&2; exit 1 ;; esac
    awk -v a="$start" -v b="$end" 'BEGIN { printf "%.2f\n", b - a }'
}
fastest() { sort -n | head -n 1; }
row() { awk -v name="$1" 'index($0, name) { print $NF }' "$work/said.1"; }

printf '%-12s %8s %8s %6s %7s %8s %10s %8s %6s\n' program "-j 1" "-j 2" ratio units paths steps asked same
for name in blocks machine search_tree; do
    file=$work/$name.c
    "$margay" check --no-confirm --max-steps 1 "$file" >/dev/null 2>&1 || true
    : >"$work/one" && : >"$work/two"
    for ((round = 0; round < rounds; round++)); do
        check 1 "$file" "${much[@]}" >>"$work/one"
        check 2 "$file" "${much[@]}" >>"$work/two"
    done
    same=yes
    diff <(grep -v ' steps, ' "$work/said.1") <(grep -v ' steps, ' "$work/said.2") >/dev/null || { same=no status=1; }
    one=$(fastest <"$work/one") two=$(fastest <"$work/two")
    ratio=$(awk -v a="$one" -v b="$two" 'BEGIN { printf "%.2f", a / b }')
    printf '%-12s %8s %8s %6s %7s %8s %10s %8s %6s\n' "$name" "$one" "$two" "$ratio" "$(row 'units of work')" \
        "$(row 'start paths handed over')" "$(row 'steps replayed')" "$(row 'queries asked again')" "$same"
done

# Each function calls one that searches a list, and another one like itself: all are in one circle.
{
    echo '#include <stdlib.h>'
    echo '#include <string.h>'
    echo 'struct n { int k; struct n *next; char name[16]; };'
    for ((i = 0; i < 300; i++)); do
        echo "static int h$i(struct n *p, int x) {
    int s = 0;
    for (; p; p = p->next) if (p->k > x) s += p->k; else if (p->k == $i) return s;
    return s;
}"
        echo "int f$i(struct n *, const char *, int);"
    done
    for ((i = 0; i < 300; i++)); do
        echo "int f$i(struct n *p, const char *s, int x) {
    char buf[32];
    if (!p || !s) return -1;
    if (strlen(s) < 20) strcpy(buf, s); else buf[0] = 0;
    if (x > $i && buf[0] == 'a') return h$i(p, x);
    for (int j = 0; j < x && j < 16; j++) if (p->name[j] == s[0]) return j;
    return h$(((i * 7 + 3) % 300))(p, x + 1) + f$(((i * 13 + 5) % 300))(p->next, s, x - 1);
}"
    done
} >"$work/circle.c"
"$margay" check --no-confirm --max-steps 1 "$work/circle.c" >/dev/null 2>&1 || true
one=$(check 1 "$work/circle.c") two=$(check 2 "$work/circle.c")
echo "300 functions in a circle: $one s with one worker, $two s with two"
exit $status
