#!/bin/sh
# Holds the rooms of the engine, the folders of crates/engine/src, against what their mod.rs say: each has a line
# "//! Uses: `a`, `b`." and uses no other room, and no two rooms use each other, be it through others. A room uses
# another one by naming it, or by calling a method that it adds to a type of all (room-calls.awk).
set -eu
cd "$(dirname "$0")/../crates/engine/src"
status=0
complain() { echo "crates/engine/src: $*" >&2; status=1; }
tools=../../../tools
edges=$(mktemp)
calls=$(mktemp)
trap 'rm -f "$edges" "$calls"' EXIT
files=$(find */ -name '*.rs' | sort)
# shellcheck disable=SC2086 # the list is meant to be split
awk -f "$tools/room-calls.awk" $files $files >"$calls"

for file in *.rs; do
    [ "$file" = lib.rs ] || complain "$file is in no room"
done
for folder in */; do
    room=${folder%/}
    if ! line=$(grep -m 1 '^//! Uses: ' "$room/mod.rs" 2>/dev/null); then
        complain "$room/mod.rs has no line \"//! Uses: \""
        continue
    fi
    allowed=$(printf '%s\n' "$line" | grep -o '`[a-z_]*`' | tr -d '`' || true)
    named=$(find "$room" -name '*.rs' -exec sed 's,//.*,,' {} + | tr -d '\n' | grep -oE '\bcrate::([a-z_]+|\{[^}]*\})' |
        sed 's/crate:://' | grep -oE '[a-z_]+' || true)
    called=$(awk -v room="$room" '$1 == room { print $2 }' "$calls")
    used=$(printf '%s\n%s\n' "$named" "$called" | sort -u)
    for other in $used; do
        [ "$other" != "$room" ] && [ -d "$other" ] || continue
        printf '%s\n' "$allowed" | grep -qx "$other" && continue
        call=$(awk -v room="$room" -v other="$other" '$1 == room && $2 == other { print " (" $4 " in " $3 ")"; exit }' "$calls")
        complain "$room uses $other$call, which $room/mod.rs does not say"
    done
    for other in $allowed; do
        printf '%s\n' "$used" | grep -qx "$other" || complain "$room/mod.rs says that it uses $other, which it does not"
        echo "$room $other" >>"$edges"
    done
done
# It names the rooms of a circle on stderr.
if ! tsort "$edges" >/dev/null; then complain "rooms use each other in a circle"; fi
exit $status
