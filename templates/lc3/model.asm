; Asks for a digit and prints as many stars, again and again, until 0 is typed.
        .ORIG x3000
AGAIN   LEA R0, ASK
        PUTS
        GETC
        OUT
        LD R1, DIGIT0
        ADD R1, R0, R1          ; R1: how many
        LD R0, NEWLINE
        OUT
        ADD R1, R1, #0
        BRz DONE
        LD R0, STAR
STARS   OUT
        ADD R1, R1, #-1
        BRp STARS
        LD R0, NEWLINE
        OUT
        BRnzp AGAIN
DONE    LEA R0, BYE
        PUTS
        HALT

ASK     .STRINGZ "How many? "
BYE     .STRINGZ "Bye.\n"
DIGIT0  .FILL #-48
STAR    .FILL x2A
NEWLINE .FILL x0A
        .END
