#!/bin/sh
# A solver that says yes to everything and means zero.
while read -r line; do
    case $line in
    *check-sat*) echo sat ;;
    *get-value*) echo '(($x #x00))' ;;
    esac
done
