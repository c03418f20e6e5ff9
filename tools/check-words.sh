#!/bin/sh
# Fails if one of the worst ten phrasings of the past is back, in what people read: the sources with their
# comments and messages, the documents, the newest section of the change log. What to write in their place:
#
#   nobody (knows, sees, writes)            unknown, unconstrained, never written
#   whoever, whichever one                  name the actor: the caller, the observer, an attacker
#   hangs on                                depends on
#   goes round, round again                 makes another iteration; wraps around
#   looked at by itself                     analysed alone
#   cut short                               truncated at a limit (which one)
#   parted, parts ways                      diverged
#   the way here                            the path
#   left open (a query, a choice of C)      undecided, unspecified
#   unknown function                        an external function without a model
#
# The user `nobody` may be named: `nobody`, "nobody", NOBODY, as_nobody.
set -eu
cd "$(dirname "$0")/.."

words=$(mktemp)
trap 'rm -f "$words"' EXIT
cat > "$words" <<'AWK'
BEGIN {
    b = "(^|[^a-z_])"; e = "($|[^a-z_])"
    p[1] = b "nobody" e
    p[2] = b "(whoever|whomever|whichever one)" e
    p[3] = b "(hang|hangs|hanging|hung) on" e
    p[4] = b "((go|goes|going|went|gone) round|round again)" e
    p[5] = b "look(s|ed|ing)? at ([^ ]+ )*by (itself|themselves)" e
    p[6] = b "cut short" e
    p[7] = b "(parted|parts? ways)" e
    p[8] = b "the way here" e
    p[9] = b "(left|leave|leaves|leaving) open" e
    p[10] = b "unknown functions?" e
    for (i = 1; i <= 10; i++) all = all (i > 1 ? "|" : "") p[i]
}
FNR == 1 { last = ""; section = 0 }
# Of the change log, the newest section only.
/^## / { section++ }
FILENAME ~ /CHANGELOG/ && section != 1 { next }
{
    text = $0
    gsub(/NOBODY|NoBody|[a-z_]+_nobody|nobody_[a-z_]+|`nobody`|"nobody"/, "", text)
    sub(/^[ \t]*(\/\/[\/!]?|\*|#)?[ \t]*/, "", text)
    sub(/[ \t]*\\?$/, "", text)
    gsub(/[ \t]+/, " ", text)
    text = tolower(text)
    both = last " " text
    if (both ~ all)
        for (i = 1; i <= 10; i++)
            # In this line, or from the one before into this one.
            if (match(text, p[i])) complain(text)
            else if (last !~ p[i] && match(both, p[i])) complain(both)
    last = text
}
function complain(line) {
    line = substr(line, RSTART, RLENGTH)
    gsub(/^[^a-z]|[^a-z]$/, "", line)
    printf "%s:%d: \"%s\": say it in the words of the field (tools/check-words.sh)\n", FILENAME, FNR, line
    status = 1
}
END { exit status }
AWK

{
    find crates -type f \( -name '*.rs' -o -name '*.c' -o -name '*.h' -o -name '*.js' -o -name '*.html' -o -name '*.md' \)
    find docs -maxdepth 1 -name '*.md' ! -name results.md
    echo README.md ARCHITECTURE.md CONTRIBUTING.md CHANGELOG.md
} | grep -v node_modules | sort | xargs awk -f "$words" >&2 || exit 1
