/* Compares two words without regard to case. */
#include <stdio.h>
static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int main(void) {
    char a[12], b[12];
    if (scanf("%11s %11s", a, b) != 2) return 1;
    int i = 0;
    while (a[i] && lower((unsigned char)a[i]) == lower((unsigned char)b[i])) i++;
    return lower((unsigned char)a[i]) - lower((unsigned char)b[i]) == 7;
}
