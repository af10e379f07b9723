#!/bin/sh
# Gradescope runs this once, when the image is built. The grader comes along as a program and needs nothing.
set -eu
source="${GRADER_ROOT:-}/autograder/source"
chmod +x "$source/grader" "$source/run_autograder"
"$source/grader" --version
