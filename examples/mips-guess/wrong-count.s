# grader: spec.yaml
# Guess the number: the program draws one from 1 to 100 and says of each guess whether it is too low or too high.
        .data
hello:  .asciiz "I think of a number from 1 to 100.\n"
ask:    .asciiz "Your guess: "
low:    .asciiz "Too low.\n"
high:   .asciiz "Too high.\n"
right:  .asciiz "Correct after "
times:  .asciiz " guesses.\n"

        .text
        .globl main
main:   li $a0, 0
        li $a1, 100
        li $v0, 42              # a number from 0 to 99
        syscall
        addi $s0, $a0, 1        # $s0: the number
        li $s1, 0               # $s1: how many guesses there were
        la $a0, hello
        li $v0, 4
        syscall
again:  la $a0, ask
        li $v0, 4
        syscall
        li $v0, 5
        syscall
        beq $v0, $s0, found
        addi $s1, $s1, 1        # the last guess is not counted
        la $a0, low
        blt $v0, $s0, answer
        la $a0, high
answer: li $v0, 4
        syscall
        j again

found:  la $a0, right
        li $v0, 4
        syscall
        move $a0, $s1
        li $v0, 1
        syscall
        la $a0, times
        li $v0, 4
        syscall
        li $v0, 10
        syscall
