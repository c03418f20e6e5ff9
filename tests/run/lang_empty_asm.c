// Inline assembly without instructions: barriers and values held back from the compiler.
#include <stdio.h>
#include <string.h>

struct pair {
    long a, b;
};

int main(void) {
    char text[16];
    int x = 5, y = 7;
    struct pair p = {1, 2};
    unsigned long wide = 1ul << 40;
    strcpy(text, "hello");
    __asm__ volatile("" : : "r"(text) : "memory");
    __asm__ volatile("" : "+r"(x));
    __asm__("" : "=r"(y) : "0"(y + 1));
    __asm__ volatile("" : "+r"(x), "+r"(wide));
    __asm__ volatile("" : "+m"(p));
    __asm__ volatile("" ::: "memory");
    printf("%s %d %d %ld %ld %lu\n", text, x, y, p.a, p.b, wide);
    return x;
}
