#!/bin/sh
# Compares the table of crates in ARCHITECTURE.md with the Cargo.toml files: every crate
# has a row, every row a crate, and a crate uses only those that its row names.
# Dev-dependencies are free: a test may reach further than the code it tests.
set -eu
cd "$(dirname "$0")/.."

# "crate: used used" for each row `| crate | owns | used, used |` of the table.
rows() {
    awk -F'|' '
        /^\| *crate *\|/ { inside = 1; next }
        inside && !/^\|/ { inside = 0 }
        inside && $2 !~ /^ *-+ *$/ {
            crate = $2; uses = $(NF - 1)
            gsub(/[ `]/, "", crate); gsub(/[,`]/, " ", uses); gsub(/ - /, " ", uses)
            print crate ": " uses
        }' ARCHITECTURE.md
}

# Names of the workspace crates that a crate depends on.
dependencies() {
    awk '
        /^\[/ { inside = ($0 == "[dependencies]") }
        inside && /^margay-/ { sub(/^margay-/, ""); sub(/[^a-z].*/, ""); print }
    ' "crates/$1/Cargo.toml"
}

table=$(rows)
[ -n "$table" ] || { echo "ARCHITECTURE.md: no table of crates found" >&2; exit 1; }
status=0
complain() { echo "$*" >&2; status=1; }

for manifest in crates/*/Cargo.toml; do
    crate=$(basename "$(dirname "$manifest")")
    if ! uses=$(printf '%s\n' "$table" | grep "^$crate: "); then
        complain "ARCHITECTURE.md: the table has no row for crates/$crate"
        continue
    fi
    for used in $(dependencies "$crate"); do
        case " ${uses#*:} " in
        *" $used "*) ;;
        *) complain "$manifest: $crate uses $used, which ARCHITECTURE.md does not allow" ;;
        esac
    done
done
for crate in $(printf '%s\n' "$table" | sed 's/:.*//'); do
    [ -f "crates/$crate/Cargo.toml" ] || complain "ARCHITECTURE.md: there is no crates/$crate"
done
exit $status
