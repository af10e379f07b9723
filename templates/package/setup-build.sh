#!/bin/sh
# Gradescope runs this once, when the image is built: it builds the grader from the sources that come along.
set -eu
source="${GRADER_ROOT:-}/autograder/source"
if ! command -v cargo >/dev/null; then
    apt-get update
    apt-get install -y --no-install-recommends ca-certificates curl gcc libc6-dev
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile minimal
    PATH="$HOME/.cargo/bin:$PATH"
fi
cargo build --release --locked --bin grader --manifest-path "$source/sources/Cargo.toml" --target-dir "$source/target"
mv -f "$source/target/release/grader" "$source/grader"
rm -rf "$source/target"
chmod +x "$source/grader" "$source/run_autograder"
"$source/grader" --version
