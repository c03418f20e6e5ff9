#!/bin/sh
# What is known of a rule stands in its record (crates/ir/src/rule.rs): code that deals with rules asks that, and
# compares no names. Fails where the name of a rule stands in other code than that of rules, tests apart.
set -eu
cd "$(dirname "$0")/../crates"
# shellcheck disable=SC2046,SC2010 # the list is meant to be split
names=$(sed -n 's/^    name: "\([a-z-]*\)",$/\1/p' $(ls checkers/src/*.rs | grep -v sample.rs))
[ -n "$names" ] || { echo "crates/checkers: no rules found" >&2; exit 1; }
pattern=$(printf '%s\n' "$names" | sed 's/.*/"&"/' | paste -sd '|' -)
status=0
for file in $(find analysis/src cli/src lsp/src report/src -name '*.rs' ! -name tests.rs ! -name testing.rs); do
    # Tests stand at the end of a file.
    found=$(awk '/^#\[cfg\(test\)\]/ { tests = 1 } /^mod .*;/ && tests { tests = 0 } !tests && !/^ *\/\// { print FILENAME ":" FNR ": " $0 }' "$file" |
        grep -E "$pattern" || true)
    [ -n "$found" ] || continue
    printf '%s\n' "$found" | sed 's/$/ (ask the record of the rule)/' >&2
    status=1
done
exit $status
