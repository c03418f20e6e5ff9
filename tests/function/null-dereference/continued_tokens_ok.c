// `strtok` goes on with a text that a caller gave it: which one, a function analysed alone does not know.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int depth;

static char *next(void)
{
    return strtok(NULL, " ()");
}

int evaluate(char *token, int *value)
{
    int a, b;
    if (!token || ++depth > 90)
        return -1;
    if (*token == '+' || *token == '*') {
        char operator = *token;
        if (evaluate(next(), &a) || evaluate(next(), &b))
            return -1;
        *value = operator == '+' ? (a + b) % 1000 : a * b % 1000;
        return 0;
    }
    *value = *token & 15;
    return 0;
}

int next_number(int *number)
{
    char *word = strtok(NULL, " ");
    if (!word)
        return -1;
    *number = atoi(word);
    return 0;
}

char *first_word(char *line)
{
    return strtok(line, " ");
}
