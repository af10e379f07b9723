# Wrong: fact is a loop.
# Three functions that call themselves, and a program that uses them.
        .data
ask:    .asciiz "n? "
is:     .asciiz "n! = "

        .text
        .globl main
main:   li      $v0, 4
        la      $a0, ask
        syscall
        li      $v0, 5
        syscall
        move    $a0, $v0
        jal     fact
        move    $s0, $v0
        li      $v0, 4
        la      $a0, is
        syscall
        li      $v0, 1
        move    $a0, $s0
        syscall
        li      $v0, 11
        li      $a0, 10
        syscall
        li      $v0, 10
        syscall

# fact(n): n!, and 1 for a number below 1.
fact:   li      $v0, 1
fact_next:
        blez    $a0, fact_end
        mul     $v0, $v0, $a0
        addiu   $a0, $a0, -1
        j       fact_next
fact_end:
        jr      $ra

# gcd(a, b): the greatest common divisor.
gcd:    addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        move    $v0, $a0
        beqz    $a1, gcd_end
        div     $a0, $a1
        move    $a0, $a1
        mfhi    $a1
        jal     gcd
gcd_end:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# sum(array, n): the sum of n numbers.
sum:    addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $v0, $zero
        blez    $a1, sum_end
        lw      $s0, 0($a0)
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        jal     sum
        addu    $v0, $v0, $s0
sum_end:
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra
