#!/bin/sh
# PrairieLearn runs this in a container for each submission. Results are written under another name and put in their place
# as a whole; until then there are some that say that the grader failed, which costs no attempt.
# A test can put GRADER_ROOT before /grade and /grader.
set -u
grade="${GRADER_ROOT:-}/grade"
grader="${GRADER_ROOT:-}/grader"
results="$grade/results"
mkdir -p "$results"

failed() {
    printf '{"gradable": false, "message": "%s", "format_errors": ["%s"]}\n' "$1" "$1" >"$results/failed.tmp"
    mv -f "$results/failed.tmp" "$results/results.json"
}
failed "The grader did not finish, which is not the fault of this submission. Please tell the course staff."

"$grader/grader" run "$grade/student" --one --spec "$grader/spec/spec.yaml" --format "prairielearn=$results/new.tmp" @FLAGS@
code=$?
# 6: a person has to look at it, which the results say.
if [ "$code" -eq 0 ] || [ "$code" -eq 6 ]; then
    mv -f "$results/new.tmp" "$results/results.json"
elif [ "$code" -eq 4 ]; then
    failed "There is no file in this submission that can be graded."
fi
rm -f "$results/new.tmp"
exit 0
