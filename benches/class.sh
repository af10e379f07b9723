#!/usr/bin/env bash
# A class as a learning platform hands it out: `benches/class.sh LAYOUT COUNT FOLDER` copies the fixtures of LC-3, one after the other, until there
# are COUNT students. LAYOUT is a name of `grader run --layout`, or `moodle-flat`.
set -euo pipefail
layout=$1 count=$2 folder=$3
mapfile -t programs < <(printf '%s\n' fixtures/submissions/lc3/*.asm | grep -v /hostile)
mkdir -p "$folder"
lists=$(mktemp -d)
trap 'rm -r "$lists"' EXIT
for ((n = 1; n <= count; n++)); do
    program=$((n % ${#programs[@]}))
    printf -v user 'student%05d' "$n"
    id=$((10000 + n))
    case $layout in
        plain) path=$user.asm ;;
        canvas) path=${user}_${id}_$((90000 + n))_main.asm ;;
        moodle) path="Student ${user}_${id}_assignsubmission_file_/main.asm" ;;
        moodle-flat) path="Student ${user}_${id}_assignsubmission_file_main.asm" ;;
        gradescope) path=submission_$id/main.asm ;;
        brightspace) path="$id-$((90000 + n)) - Student $user - Oct 1, 2026 1005 AM/main.asm" ;;
        blackboard) path=Lab_${user}_attempt_2026-10-01-10-05-00_main.asm ;;
        autolab) path=${user}@example.edu_1_main.asm ;;
        prairielearn) path=${user}@example.edu_1_lab_1_1_main.asm ;;
        submitty) path=$user/1/main.asm ;;
        github-classroom) path=lab-$user/main.asm ;;
        classroom50) path=course-lab-$user/main.asm ;;
        *) echo "no layout $layout" >&2 && exit 2 ;;
    esac
    printf '%s\0' "$folder/$path" >> "$lists/$program"
    [[ $path != */* ]] || printf '%s\0' "$folder/${path%/*}" >> "$lists/folders"
    if [ "$layout" = gradescope ]; then
        printf 'submission_%s:\n  :submitters:\n  - :name: Student %s\n    :sid: "%s"\n    :email: %s@example.edu\n  :created_at: 2026-10-01 10:05:00 Z\n' \
            "$id" "$user" "$id" "$user" >> "$folder/submission_metadata.yml"
    fi
done
[ ! -e "$lists/folders" ] || xargs -0 mkdir -p < "$lists/folders"
# One process writes many files, so that a hundred thousand take seconds.
for ((program = 0; program < ${#programs[@]}; program++)); do
    [ ! -e "$lists/$program" ] || xargs -0 sh -c 'program=$1; shift; tee "$@" < "$program" > /dev/null' sh "${programs[$program]}" < "$lists/$program"
done
