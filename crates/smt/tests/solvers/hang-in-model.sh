#!/bin/sh
# A solver that is satisfied and falls asleep.
while read -r line; do
    case $line in
    *check-sat*) echo sat && exec sleep 100 ;;
    esac
done
