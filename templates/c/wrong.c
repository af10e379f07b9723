/* Asks for a number and prints as many stars, again and again, until 0 is typed: with one star too many. */
#include <stdio.h>

static void stars(int count)
{
    for (int star = 0; star <= count; star++)
        putchar('*');
    putchar('\n');
}

int main(void)
{
    int count;
    printf("How many? ");
    while (scanf("%d", &count) == 1 && count > 0) {
        stars(count);
        printf("How many? ");
    }
    printf("Bye.\n");
    return 0;
}
