#!/bin/sh
# Holds the rooms of the engine, the folders of crates/engine/src, against what their mod.rs say: each has a line
# "//! Uses: `a`, `b`." and uses no other room, and no two rooms use each other, be it through others.
set -eu
cd "$(dirname "$0")/../crates/engine/src"
status=0
complain() { echo "crates/engine/src: $*" >&2; status=1; }
edges=$(mktemp)
trap 'rm -f "$edges"' EXIT

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
    used=$(find "$room" -name '*.rs' -exec sed 's,//.*,,' {} + | grep -oE '\bcrate::[a-z_]+' | sed 's/crate:://' | sort -u)
    for other in $used; do
        [ "$other" != "$room" ] && [ -d "$other" ] || continue
        printf '%s\n' "$allowed" | grep -qx "$other" || complain "$room uses $other, which $room/mod.rs does not say"
    done
    for other in $allowed; do
        printf '%s\n' "$used" | grep -qx "$other" || complain "$room/mod.rs says that it uses $other, which it does not"
        echo "$room $other" >>"$edges"
    done
done
# It names the rooms of a circle on stderr.
if ! tsort "$edges" >/dev/null; then complain "rooms use each other in a circle"; fi
exit $status
