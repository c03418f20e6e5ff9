#!/bin/sh
# Solving: queries that a symbolic executor asked, and generated ones about arithmetic and
# objects, under Margay in process and under z3, one after the other in one run.
#
# The goal on the recorded queries is a twentieth of z3's median and half of its total at most; on
# the generated ones right answers, at most 5 % unknown, and a total no larger than z3's.
#
# MARGAY_QUERIES, or the argument, names the folder of recorded queries; without it they are
# looked for beside the repository, and left out if they are not there.
#
# z3's time is processor time by its own statistics, without the start of its process. They count
# hundredths of a second. So what takes less than a tenth is asked ten times more in one process,
# with (reset) between; "z3, warm" has a tenth of that. Margay's time is from the text in memory to
# the model checked, in processor time if it is more than 40 ms.
set -eu
cd "$(dirname "$0")/.."
recorded=${1:-${MARGAY_QUERIES:-}}
limit=10
die() { echo "bench solve: $*" >&2; exit 1; }
[ -z "$recorded" ] || [ -d "$recorded" ] || die "there is no folder $recorded"
[ -n "$recorded" ] || recorded=../shared/bench/queries
command -v z3 >/dev/null || die "z3 is missing; install it"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cargo build --release --quiet --package margay-smt --examples
examples=${CARGO_TARGET_DIR:-target}/release/examples

# The first answer and the microseconds of what z3 prints, the limit if it was stopped. The limit
# is processor time too; z3's own is by the clock on the wall, and here for when it sleeps.
z3_answer() {
    code=0
    (ulimit -S -t "$limit" && exec z3 -T:$((6 * limit)) -st "$1") >"$work/said" 2>/dev/null || code=$?
    case $code in
    137 | 152) echo timeout >"$work/said" ;;
    esac
    tr '()' '  ' <"$work/said" | awk -v limit="$limit" '
        NR == 1 { answer = $1 == "timeout" ? "unknown" : $1 }
        { for (i = 1; i < NF; i++) if ($i == ":total-time") { time = $(i + 1); timed = 1 } }
        END { printf "%s %d\n", answer, (timed ? time : limit) * 1000000 }'
}

# Lines of name, answer, microseconds, and microseconds when warm, for the queries in $1.
ask_z3() {
    for query in "$1"/*.smt2; do
        found=$(z3_answer "$query")
        warm=${found#* }
        if [ "$warm" -lt 100000 ]; then
            for _ in 1 2 3 4 5 6 7 8 9 10; do
                grep -v '^(exit)' "$query"
                echo '(reset)'
            done >"$work/ten.smt2"
            warm=$(z3_answer "$work/ten.smt2")
            warm=$((${warm#* } / 10))
        fi
        echo "$(basename "$query" .smt2) $found $warm"
    done
}

# Lines of name and answer, where the query in $1 says which it has.
known() {
    for query in "$1"/*.smt2; do
        sed -n "s/^(set-info :status \([a-z]*\))/$(basename "$query" .smt2) \1/p" "$query"
    done
}

compare() {
    "$examples/bench_solve" fresh "$1" >"$work/margay" || die "bench_solve failed"
    ask_z3 "$1" >"$work/z3"
    known "$1" >"$work/known"
    awk -v limit="$limit" '
        FILENAME ~ /known$/ { known[$1] = $2; next }
        FILENAME ~ /margay$/ {
            names[++count] = $1
            answer["margay", $1] = $2
            time["margay", $1] = $3
            sub(/^[^ ]* [^ ]* [^ ]* ?/, "")
            reason[names[count]] = $0
            next
        }
        {
            asked++
            answer["z3", $1] = answer["z3, warm", $1] = $2
            time["z3", $1] = $3
            time["z3, warm", $1] = $4
        }
        # Both must have an answer for that.
        function contradict(a, b) { return a != b && a ~ /sat$/ && b ~ /sat$/ }
        function wrong(name, what) {
            printf "WRONG ANSWER: %s: %s\n", name, what
            failed = 1
        }
        # Counts, total and median of a solver over the queries that were kept.
        function measure(who, kept,    i, name, n, answered, total, times, gap, j, t) {
            n = answered = total = 0
            for (i = 1; i <= count; i++) {
                name = names[i]
                if (kept == "answered" && answer["z3", name] == "unknown") continue
                t = time[who, name]
                # Sorted by insertion: there are some hundreds.
                for (j = n++; j > 0 && times[j] > t; j--) times[j + 1] = times[j]
                times[j + 1] = t
                total += t
                if (answer[who, name] != "unknown") answered++
            }
            totals[who] = total
            medians[who] = (times[int((n + 1) / 2)] + times[int((n + 2) / 2)]) / 2
            printf "  %-22s %8d %9d %8d %10.3f %10.3f\n", who, n, answered, n - answered, \
                total / 1000000, medians[who] / 1000
        }
        function ratio(who) {
            printf "  %-22s %8s %9s %8s %10s %10s\n", "margay / " who, "", "", "", \
                quotient(totals["margay"], totals[who]), quotient(medians["margay"], medians[who])
        }
        # A median of z3 may be less than it counts.
        function quotient(a, b) { return b > 0 ? sprintf("%.3f", a / b) : "-" }
        function table(title, kept) {
            print title
            printf "  %-22s %8s %9s %8s %10s %10s\n", "", "queries", "answered", "unknown", \
                "total s", "median ms"
            measure("margay", kept)
            measure("z3", kept)
            measure("z3, warm", kept)
            ratio("z3")
            ratio("z3, warm")
        }
        END {
            if (count != asked) wrong("all", "asked " count " of margay and " asked " of z3")
            for (i = 1; i <= count; i++) {
                name = names[i]
                ours = answer["margay", name]
                theirs = answer["z3", name]
                if (theirs !~ /^(sat|unsat|unknown)$/) wrong(name, "z3 says " theirs)
                if (contradict(ours, theirs)) wrong(name, "margay " ours ", z3 " theirs)
                if (contradict(ours, known[name])) wrong(name, "margay " ours ", by construction " known[name])
                if (contradict(theirs, known[name])) wrong(name, "z3 " theirs ", by construction " known[name])
                if (ours == "unknown") unknown[++unknowns] = name
                else if (time["margay", name] > time["z3", name] + 100000) slow[++slows] = name
                if (theirs == "unknown") left++
            }
            table("all queries; z3 counts as " limit " s where it was stopped:", "all")
            if (left) table("without the " left " that z3 does not answer in " limit " s:", "answered")
            if (unknowns) print "not answered by margay:"
            for (i = 1; i <= unknowns; i++) list(unknown[i])
            if (slows) print "slower than z3 by more than 0.1 s:"
            for (i = 1; i <= slows; i++) list(slow[i])
            exit failed
        }
        function list(name) {
            printf "  %-42s margay %8.3f s  z3 %-7s %6.2f s  %s\n", name, time["margay", name] / 1000000, \
                answer["z3", name], time["z3", name] / 1000000, reason[name]
        }
    ' "$work/known" "$work/margay" "$work/z3"
}

status=0
echo "$(z3 --version | sed 's/ -.*//'), at most $limit processor seconds for a query"
if [ -d "$recorded" ]; then
    echo
    echo "recorded queries, each from nothing"
    compare "$recorded" || status=1
    echo
    echo "recorded queries, one after the other with terms and clauses kept"
    "$examples/bench_solve" shared "$recorded" >"$work/shared" || die "bench_solve failed"
    sed 's/^/  /' "$work/shared"
else
    echo "bench solve: no recorded queries in $recorded; set MARGAY_QUERIES to their folder" >&2
fi
echo
echo "generated queries, each from nothing"
"$examples/generate_queries" "$work/generated"
compare "$work/generated" || status=1
[ "$status" -eq 0 ] || die "there are wrong answers"
