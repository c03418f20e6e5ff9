#!/bin/sh
# Holds that engine, models, checkers and analysis name no option of the command line in their texts: they say which
# limit was reached (crates/ir/src/limit.rs), and report names its option.
set -eu
cd "$(dirname "$0")/.."

names=$(sed -n 's/^ *name: "\(..*\)",$/\1/p' crates/cli/src/settings/table.rs | sort -u)
[ -n "$names" ] || { echo "crates/cli/src/settings/table.rs: no settings found" >&2; exit 1; }
pattern=$(printf '%s\n' "$names" | sed 's/^/--/' | paste -s -d '|' -)
found=$(grep -rnE --include='*.rs' -e "($pattern)([^a-z-]|\$)" \
    crates/engine/src crates/models/src crates/checkers/src crates/analysis/src |
    grep -vE '^[^:]*:[0-9]*: *//' || true)
[ -z "$found" ] && exit 0
printf '%s\n' "$found" >&2
echo "these texts name options of the command line; give the limit's mark instead" >&2
exit 1
