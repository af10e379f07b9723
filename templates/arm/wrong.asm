; Asks for a number from 0 to 9 and prints as many stars, again and again, until 0 is typed. It prints one star too many.
        AREA    Stars, CODE, READONLY
        ENTRY
        LDR     sp, =0x40010000
main    LDR     r0, =ask
        BL      puts
        BL      get
        SUBS    r4, r0, #'0'            ; how many
        BEQ     done
stars   MOV     r0, #'*'
        BL      put
        SUBS    r4, r4, #1
        BGE     stars
        MOV     r0, #10
        BL      put
        B       main
done    LDR     r0, =bye
        BL      puts
stop    B       stop

; The next key, in r0.
get     LDR     r1, =0xE000C000         ; UART0
wait    LDR     r2, [r1, #0x14]         ; the line status: has a byte come?
        TST     r2, #1
        BEQ     wait
        LDRB    r0, [r1]
        BX      lr

; Prints the character in r0.
put     LDR     r1, =0xE000C000
busy    LDR     r2, [r1, #0x14]         ; can a byte be sent?
        TST     r2, #0x20
        BEQ     busy
        STRB    r0, [r1]
        BX      lr

; Prints the string at r0.
puts    PUSH    {r4, lr}
        MOV     r4, r0
next    LDRB    r0, [r4], #1
        CMP     r0, #0
        BEQ     ends
        BL      put
        B       next
ends    POP     {r4, lr}
        BX      lr

ask     DCB     "How many? ", 0
bye     DCB     "Bye.", 10, 0
        END
