@ Linked into every program. The library's division calls these where the divisor is zero.
        .text
        .global __aeabi_idiv0
        .type   __aeabi_idiv0, %function
        .global __aeabi_ldiv0
        .type   __aeabi_ldiv0, %function
__aeabi_idiv0:
__aeabi_ldiv0:
        swi     0xD1D0
        bx      lr
