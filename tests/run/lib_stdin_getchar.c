// Reading stdin by character: getchar, ungetc, EOF, counting lines, words and bytes.
// stdin: The quick  brown\nfox\tjumps\n\nover 12 lazy dogs; 3.5 times
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = getchar();
    printf("peeked %c\n", c);
    ungetc(c, stdin);
    int lines = 0, words = 0, bytes = 0, in_word = 0, digits = 0, vowels = 0;
    long numbers = 0;
    while ((c = getchar()) != EOF) {
        bytes++;
        if (c == '\n') lines++;
        if (isspace(c)) in_word = 0;
        else if (!in_word) in_word = 1, words++;
        if (isdigit(c)) {
            ungetc(c, stdin);
            int n = 0;
            while (isdigit(c = getc(stdin))) n = n * 10 + (c - '0'), digits++, bytes++;
            bytes--;
            if (c != EOF) ungetc(c, stdin);
            numbers += n;
        }
        switch (tolower(c)) { case 'a': case 'e': case 'i': case 'o': case 'u': vowels++; }
    }
    printf("%d lines %d words %d bytes %d digits %d vowels, numbers %ld\n", lines, words, bytes, digits, vowels, numbers);
    printf("eof %d error %d\n", feof(stdin) != 0, ferror(stdin) != 0);
    clearerr(stdin);
    printf("eof %d ", feof(stdin) != 0);
    printf("again %d\n", getchar() == EOF);
    return words;
}
