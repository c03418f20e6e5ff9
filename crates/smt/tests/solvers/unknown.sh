#!/bin/sh
# A solver that has no answer.
while read -r line; do
    case $line in
    *check-sat*) echo unknown ;;
    *get-info*) echo '(:reason-unknown "too lazy")' ;;
    esac
done
