#!/bin/sh
# A solver that prints a model that is no value.
while read -r line; do
    case $line in
    *check-sat*) echo sat ;;
    *get-value*) echo '(($x (lambda)))' ;;
    esac
done
