#!/bin/sh
# Grades a class in parts with GNU parallel: parallel.sh SUBMISSIONS SPEC RECORDS PARTS
# Each job grades one part on one processor, and keeps what it graded in RECORDS/NUMBER; started again, all go on where they were.
# With `--sshloginfile HOSTS` the jobs run on other computers; the submissions and the records must lie where all of them see them.
set -eu
export submissions=$1 spec=$2 records=$3 parts=$4
mkdir -p "$records"
# 6 says that a submission needs manual review, which is no failure of the job.
seq "$parts" | parallel --halt soon,fail=1 --joblog "$records.log" --env submissions --env spec --env records --env parts '
    grader run "$submissions" --spec "$spec" --partition "hash:{}/$parts" --record "$records/{}" --resume --jobs 1 --table ||
        [ $? -eq 6 ]'
