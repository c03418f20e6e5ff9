/* The same by a switch. */
#include <stdio.h>
int main(void) {
    enum { START, WORD, SPACE, END } state = START; int words = 0, c;
    while ((c = getchar()) != EOF) {
        switch (state) {
        case START: state = c == ' ' ? SPACE : WORD; words += c != ' '; break;
        case WORD: if (c == ' ') state = SPACE; else if (c == '.') state = END; break;
        case SPACE: if (c != ' ') { state = WORD; words++; } break;
        case END: break;
        }
    }
    printf("%d\n", words);
    return state != END;
}
