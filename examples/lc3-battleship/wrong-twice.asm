; grader: spec.yaml
; Battleship for one player: two ships of three cells lie on a sea of 6 by 6. A shot is two digits, row and column.
        .ORIG x3000
        LEA R0, HELLO
        PUTS
        GETC                    ; which sea: a digit
        OUT
        LD R1, MINUS0
        ADD R0, R0, R1
        LEA R2, SEAS            ; the cells of the ships of this sea
        ADD R1, R0, R0
        ADD R0, R0, R1          ; three times the digit
        ADD R0, R0, R0          ; six times
        ADD R2, R2, R0
        ST R2, SHIPS

SHOOT   LEA R0, ASK
        PUTS
        GETC
        OUT
        LD R1, MINUS0
        ADD R3, R0, R1          ; R3: the row
        GETC
        OUT
        ADD R4, R0, R1          ; R4: the column
        ADD R3, R3, R3          ; the cell: 8 * row + column
        ADD R3, R3, R3
        ADD R3, R3, R3
        ADD R3, R3, R4
        NOT R3, R3
        ADD R3, R3, #1
        LD R2, SHIPS
        AND R4, R4, #0
        ADD R4, R4, #6          ; R4: cells that are still to be looked at
LOOK    LDR R0, R2, #0
        ADD R0, R0, R3
        BRz HIT
        ADD R2, R2, #1
        ADD R4, R4, #-1
        BRp LOOK
        LEA R0, MISSED
        PUTS
        BR SHOOT
HIT     AND R0, R0, #0          ; the cell is taken off the sea
        ADD R0, R0, #-1
        ; the cell stays where it is
        ADD R4, R4, #-4         ; a cell of the first ship, or of the second one?
        BRn SECOND
        LD R0, FIRST
        ADD R0, R0, #-1
        ST R0, FIRST
        BRz SUNK
        BR STRUCK
SECOND  LD R0, OTHER
        ADD R0, R0, #-1
        ST R0, OTHER
        BRz SUNK
STRUCK  LEA R0, HITTEN
        PUTS
        BR SHOOT
SUNK    LEA R0, DOWN
        PUTS
        LD R0, AFLOAT
        ADD R0, R0, #-1
        ST R0, AFLOAT
        BRp SHOOT
        LEA R0, OVER
        PUTS
        HALT

MINUS0  .FILL #-48
SHIPS   .BLKW 1
AFLOAT  .FILL 2
FIRST   .FILL 3                 ; cells of the first ship that are left
OTHER   .FILL 3                 ; and of the second one
; The cells of two ships for each sea.
SEAS    .FILL 1
        .FILL 2
        .FILL 3
        .FILL 34
        .FILL 35
        .FILL 36
        .FILL 9
        .FILL 10
        .FILL 11
        .FILL 19
        .FILL 20
        .FILL 21
        .FILL 3
        .FILL 4
        .FILL 5
        .FILL 40
        .FILL 41
        .FILL 42
HELLO   .STRINGZ "Which sea (0 to 2)? "
ASK     .STRINGZ "\nShoot: "
MISSED  .STRINGZ " Miss"
HITTEN  .STRINGZ " Hit"
DOWN    .STRINGZ " Hit. Sunk!"
OVER    .STRINGZ "\nAll ships are sunk.\n"
        .END
