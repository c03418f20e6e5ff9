#!/bin/sh
# A solver that answers once.
while read -r line; do
    case $line in
    *check-sat*) echo unsat && exit 0 ;;
    esac
done
