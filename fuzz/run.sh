#!/bin/sh
# Runs every fuzz target for a number of seconds each (60 if none is given), or only those that are named after it:
#     fuzz/run.sh 300
#     fuzz/run.sh 60 spec_loader grading
# It needs `cargo install cargo-fuzz` and a stable toolchain. Findings are kept in fuzz/artifacts.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
targets=${*:-lc3_assembler mips_assembler lc3_object spec_loader expressions grading}

# The corpus is made of the fixtures. The first byte chooses a dialect, a setup or a spec.
seed() {
    mkdir -p "fuzz/corpus/$1"
    find $2 -type f -name "$3" -size -64k | while read -r file; do
        name=$(echo "$file" | tr '/' '-')
        { printf "%b" "$4"; cat "$file"; } > "fuzz/corpus/$1/seed-$name"
    done
}
for target in $targets; do
    case $target in
        lc3_assembler) seed $target "fixtures/lc3 fixtures/diagnostics/lc3 fixtures/submissions/lc3" "*.asm" '\010' ;;
        mips_assembler) seed $target "fixtures/mips fixtures/diagnostics/mips fixtures/small" "*.asm" '\0' ;;
        lc3_object)
            seed $target "fixtures" "*.obj" ''
            seed $target "fixtures" "*.bin" '' ;;
        spec_loader) seed $target "specs fixtures templates" "*.yaml" '' ;;
        expressions)
            seed $target "fixtures" "*.csv" '\0'
            seed $target "fixtures/diagnostics/tables" "*" '\0' ;;
        grading)
            seed $target "fixtures/small" "*.asm" '\0'
            seed $target "fixtures/ladder" "*.asm" '\002'
            seed $target "fixtures/subroutines/lc3" "*.asm" '\003'
            seed $target "fixtures/subroutines/mips" "*.asm" '\004' ;;
    esac
    # Without a sanitizer no nightly compiler is needed; overflows and broken invariants panic.
    cargo fuzz run --sanitizer none "$target" -- -max_total_time="$seconds" -timeout=20 -rss_limit_mb=1024 -max_len=16384 \
        -print_final_stats=1
done
