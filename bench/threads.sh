#!/bin/bash
# Threads: in how many orders they can run, how many of these differ, how many are followed, and how that
# grows. Options are those of bench/threads/measure.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
command -v python3 >/dev/null || { echo "threads: this benchmark needs python3" >&2; exit 1; }
exec bench/threads/measure "${MARGAY:-target/release/margay}" "$@"
