@ Linked into programs that are compiled with checks. A check that finds something calls one of these, which is seen by whoever
@ examines the run; then the program goes on.
        .text
        .global __ubsan_handle_out_of_bounds
        .type   __ubsan_handle_out_of_bounds, %function
__ubsan_handle_out_of_bounds:
        bx      lr
        .global __ubsan_handle_type_mismatch_v1
        .type   __ubsan_handle_type_mismatch_v1, %function
__ubsan_handle_type_mismatch_v1:
        bx      lr
