#!/bin/sh
# A solver that refuses everything.
while read -r line; do
    case $line in
    *check-sat*) echo '(error "line 1: no (such) thing")' ;;
    esac
done
