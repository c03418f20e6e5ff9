#!/bin/bash
# Finding bugs: the small programs of bench/check under Margay, clang's static analyser and gcc's,
# then one program of more and more files.
#
# The programs have one flaw each, a few functions around it, and files that they share. Margay's
# time is all of a run by the clock on the wall, with compiling ("cold", no cache) and with what the
# cache has ("warm"); findings are not replayed. All tools take turns on a program, five
# rounds, so that a busy machine is busy for all of them, and a median counts. Margay must report the
# line that is marked as the flaw and nothing else. What the others report is not judged here: they
# look at each file for itself.
#
# The last table is one program of N files whose main calls one after the other. All N flaws must be
# found. Memory is Margay's own peak, given the bitcode, since a run from source has clang's in it.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
margay=$(realpath "${MARGAY:-target/release/margay}")
clang=${MARGAY_CLANG:-$(command -v clang-19 || command -v clang || true)}
[ -n "$clang" ] || { echo "bench check: clang is missing; install clang-19" >&2; exit 1; }
export MARGAY_CLANG=$clang
rounds=${BENCH_ROUNDS:-5}
programs=$PWD/bench/check
support=("$programs"/support/support.c)
flags=(-I "$programs/support")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export MARGAY_CACHE_DIR=$work/cache
status=0

tools=(cold warm)
if "$clang" --analyze -x c /dev/null -o /dev/null 2>/dev/null; then tools+=(clang); else
    echo "bench check: $clang has no static analyser; going on without" >&2
fi
if command -v gcc >/dev/null && gcc -fanalyzer -S -x c /dev/null -o /dev/null 2>/dev/null; then tools+=(gcc); else
    echo "bench check: there is no gcc with -fanalyzer; going on without" >&2
fi

# Runs a tool on files and leaves what it says in $work/said.
run() {
    local tool=$1 code=0
    shift
    case $tool in
    cold) "$margay" check --no-confirm --level note --no-cache "$@" -- "${flags[@]}" ;;
    warm) "$margay" check --no-confirm --level note "$@" -- "${flags[@]}" ;;
    clang) "$clang" --analyze --analyzer-output text "${flags[@]}" "$@" ;;
    gcc) gcc -fanalyzer -c "${flags[@]}" "$@" ;;
    esac >"$work/said" 2>&1 || code=$?
    # Findings are 2 in Margay; the others end well with warnings.
    case $tool$code in
    *0 | cold2 | warm2) ;;
    *) echo "bench check: $tool failed with $code:" >&2; cat "$work/said" >&2; exit 1 ;;
    esac
}

# Milliseconds of such a run.
milliseconds() {
    local start=$EPOCHREALTIME
    run "$@"
    local end=$EPOCHREALTIME
    awk -v a="$start" -v b="$end" 'BEGIN { printf "%.1f\n", (b - a) * 1000 }'
}

median() { sort -n "$@" | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int((NR + 2) / 2)]) / 2 }'; }

quotient() { awk -v a="$1" -v b="$2" -v digits="$3" 'BEGIN { printf "%.*f", digits, a / b }'; }

# Lines of file:line and rule, as the files say and as Margay says.
flaws() { grep -Hno '// flaw: .*' "$@" | sed 's|:// flaw: | |' | sort; }
reports() {
    awk '/^(error|warning)\[/ { rule = $1; gsub(/^[a-z]*\[|\]:$/, "", rule) }
        rule && $1 == "-->" { sub(/:[0-9]*$/, "", $2); print $2, rule; rule = "" }' "$work/said" | sort
}

# Complains unless the last run reports what the files say and nothing else.
verify() {
    if ! diff <(flaws "$@") <(reports) >"$work/diff"; then
        echo "bench check: reports differ; < is the flaw, > what Margay reports" >&2
        cat "$work/diff" >&2
        status=1
    fi
}

title() {
    case $1 in
    cold | warm) echo "margay $1" ;;
    clang) echo "clang" ;;
    gcc) echo "gcc" ;;
    esac
}
row() { printf '%-16s' "$1"; shift; printf '%13s' "$@"; echo; }

echo "$("$clang" --version | head -n 1); $(gcc --version 2>/dev/null | head -n 1)"
echo "milliseconds, medians of $rounds rounds"
titles=()
for tool in "${tools[@]}"; do titles+=("$(title "$tool")"); done
row program "${titles[@]}"
for program in "$programs"/*; do
    name=$(basename "$program" .c)
    [ "$name" != support ] || continue
    if [ -d "$program" ]; then files=("$program"/*.c); else files=("$program"); fi
    # Nothing of this counts: it fills the caches, Margay's and the system's.
    (cd "$work" && for tool in "${tools[@]}"; do run "$tool" "${files[@]}" "${support[@]}" "$programs/support/main.c"; done)
    for ((round = 0; round < rounds; round++)); do
        for tool in "${tools[@]}"; do
            (cd "$work" && milliseconds "$tool" "${files[@]}" "${support[@]}" "$programs/support/main.c") \
                >>"$work/$name.$tool"
            case $tool in
            cold | warm) verify "${files[@]}" ;;
            esac
        done
    done
    medians=()
    for tool in "${tools[@]}"; do
        median "$work/$name.$tool" >>"$work/medians.$tool"
        medians+=("$(tail -n 1 "$work/medians.$tool" | xargs printf '%.0f')")
    done
    row "$name" "${medians[@]}"
done

medians=() of_cold=() of_warm=()
for tool in "${tools[@]}"; do medians+=("$(median "$work/medians.$tool")"); done
for median in "${medians[@]}"; do
    of_cold+=("$(quotient "${medians[0]}" "$median" 2)")
    of_warm+=("$(quotient "${medians[1]}" "$median" 2)")
done
read -ra rounded < <(printf '%.0f ' "${medians[@]}"; echo)
row median "${rounded[@]}"
row "margay cold / it" "${of_cold[@]}"
row "margay warm / it" "${of_warm[@]}"

# Whether a path survives its flaw decides what comes after it: these do, for some input.
survivable=(divide format leak overflow stack_index)

# A program of $1 files in $work/many.
generate() {
    rm -rf "$work/many"
    mkdir "$work/many"
    for ((i = 1; i <= $1; i++)); do
        # Functions of a file get its number, those that are static too.
        from=$programs/${survivable[(i - 1) % ${#survivable[@]}]}.c
        sed -E "s/\b(program|bad|good|bad_sink|good_sink|good_source|good_sink_sink|good_source_sink|good_both|good_local|read_number|read_line)\b/\1_$i/g" \
            "$from" >"$work/many/part_$i.c"
        echo "void program_$i(void);"
    done >"$work/many/main.c"
    {
        echo 'int main(void) {'
        for ((i = 1; i <= $1; i++)); do echo "    program_$i();"; done
        echo '    return 0;'
        echo '}'
    } >>"$work/many/main.c"
}

echo
echo "one program of many files, medians of $rounds rounds"
row files "cold ms" "ms per file" "warm ms" "ms per file" "peak MB" found
for count in 1 2 4 8 16 32 64; do
    generate "$count"
    rm -f "$work"/many.*
    files=("$work"/many/*.c "${support[@]}")
    run warm "${files[@]}"
    for ((round = 0; round < rounds; round++)); do
        for tool in cold warm; do milliseconds "$tool" "${files[@]}" >>"$work/many.$tool"; done
    done
    verify "$work"/many/*.c
    found=$(reports | wc -l)
    for file in "${files[@]}"; do
        "$clang" -w -g -O0 -Xclang -disable-O0-optnone "${flags[@]}" -emit-llvm -c "$file" \
            -o "$work/many/$(basename "$file" .c).bc"
    done
    peak=-
    if [ -x /usr/bin/time ]; then
        /usr/bin/time -q -f %M -o "$work/peak" "$margay" check --no-confirm "$work"/many/*.bc >/dev/null 2>&1 || true
        peak=$(awk '{ printf "%.1f", $1 / 1024 }' "$work/peak")
    fi
    cold=$(median "$work/many.cold") warm=$(median "$work/many.warm")
    row "$count" "$(printf %.0f "$cold")" "$(quotient "$cold" "$count" 1)" \
        "$(printf %.0f "$warm")" "$(quotient "$warm" "$count" 1)" "$peak" "$found"
done
[ -x /usr/bin/time ] || echo "bench check: no peak of memory without /usr/bin/time; install time" >&2
exit "$status"
