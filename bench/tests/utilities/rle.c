/* A run-length codec: packs standard input to standard output, or with -d unpacks it; -t only tests
 * whether it can be unpacked.
 *
 * Packed data begins with "RL1". Then a byte n from 0 to 127 stands before n + 1 bytes as they are,
 * and one from 128 to 254 before a byte that comes n - 125 times. 255 ends the data, and a sum of all
 * unpacked bytes follows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 3, LONGEST = 129, LITERALS = 128, LAST = 255 };

static const char magic[3] = {'R', 'L', '1'};

static int complain(const char *what) {
    fprintf(stderr, "rle: %s\n", what);
    return 1;
}

static void put_literals(const unsigned char *bytes, int count) {
    if (count == 0)
        return;
    putchar(count - 1);
    fwrite(bytes, 1, (size_t)count, stdout);
}

static void put_run(int byte, int count) {
    putchar(count + 125);
    putchar(byte);
}

static int pack(void) {
    unsigned char literals[LITERALS], sum = 0;
    int held = 0, c = getchar();
    fwrite(magic, 1, sizeof magic, stdout);
    while (c != EOF) {
        int byte = c, count = 0;
        while (c == byte && count < LONGEST) {
            sum += (unsigned char)c;
            count++;
            c = getchar();
        }
        if (count >= SHORTEST) {
            put_literals(literals, held);
            held = 0;
            put_run(byte, count);
            continue;
        }
        for (; count > 0; count--) {
            if (held == LITERALS) {
                put_literals(literals, held);
                held = 0;
            }
            literals[held++] = (unsigned char)byte;
        }
    }
    put_literals(literals, held);
    putchar(LAST);
    putchar(sum);
    if (ferror(stdin))
        return complain("cannot read");
    if (fflush(stdout) != 0)
        return complain("cannot write");
    return 0;
}

static int unpack(int only_tests) {
    unsigned char sum = 0;
    for (size_t i = 0; i < sizeof magic; i++) {
        if (getchar() != magic[i])
            return complain("this is not packed");
    }
    for (;;) {
        int head = getchar();
        if (head == EOF)
            return complain("the end is missing");
        if (head == LAST)
            break;
        int is_run = head >= 128, count = is_run ? head - 125 : head + 1, c = 0;
        for (int i = 0; i < count; i++) {
            if (!is_run || i == 0)
                c = getchar();
            if (c == EOF)
                return complain("data is missing");
            sum += (unsigned char)c;
            if (!only_tests)
                putchar(c);
        }
    }
    int wanted = getchar();
    if (wanted == EOF)
        return complain("the sum is missing");
    if (wanted != sum)
        return complain("the sum is wrong");
    if (getchar() != EOF)
        return complain("something is left behind the end");
    return 0;
}

int main(int argc, char **argv) {
    int unpacks = 0, tests = 0;
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        if (argument[0] != '-' || argument[1] == '\0') {
            fputs("usage: rle [-d | -t] <IN >OUT\n", stderr);
            return 2;
        }
        for (const char *option = argument + 1; *option; option++) {
            if (*option == 'd')
                unpacks = 1;
            else if (*option == 't')
                tests = 1;
            else
                return fprintf(stderr, "rle: there is no option -%c\n", *option), 2;
        }
    }
    if (unpacks && tests) {
        fputs("rle: either -d or -t\n", stderr);
        return 2;
    }
    return unpacks || tests ? unpack(tests) : pack();
}
