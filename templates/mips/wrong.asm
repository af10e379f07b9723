# Asks for a number and prints as many stars, again and again, until 0 is typed. It prints one star too many.
        .data
ask:    .asciiz "How many? "
bye:    .asciiz "Bye.\n"
        .text
        .globl  main
main:   la      $a0, ask
        li      $v0, 4
        syscall
        li      $v0, 5
        syscall
        move    $t0, $v0        # how many
        beqz    $t0, done
stars:  li      $a0, '*'
        li      $v0, 11
        syscall
        addi    $t0, $t0, -1
        bgez    $t0, stars
        li      $a0, '\n'
        li      $v0, 11
        syscall
        j       main
done:   la      $a0, bye
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
