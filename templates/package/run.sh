#!/bin/sh
# Run by autograde-Makefile in the folder in which Autolab grades. Where the grader fails there is no line of scores, so that
# Autolab keeps those that it has.
set -u
submission="$(mktemp -d)" || exit 1
report="$(mktemp -d)" || exit 1
trap 'rm -rf "$submission" "$report"' EXIT
for file in *; do
    case "$file" in
    autograde | autograde.tar | autograde-Makefile | Makefile) ;;
    *) cp -R "$file" "$submission/" ;;
    esac
done
@BUILD@chmod +x autograde/grader
autograde/grader run "$submission" --one --spec autograde/spec/spec.yaml --format "autolab=$report/scores" @FLAGS@
code=$?
# 6: a person has to look at it, which the report says.
if [ "$code" -eq 4 ]; then
    echo "There is no file in this submission that can be graded."
    exit 1
elif [ "$code" -ne 0 ] && [ "$code" -ne 6 ]; then
    echo "The grader did not finish (exit code $code), which is not the fault of this submission."
    exit 1
fi
cat "$report/scores"
