// sscanf of text: s c scansets, negated sets, ranges, widths, allocation and literal matches.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char a[32], b[32], c[32];
    int n = 0;
    printf("%d ", sscanf("  hello world again", "%s %s", a, b));
    printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("abcdefgh", "%3s%2s%s", a, b, c));
    printf("[%s][%s][%s]\n", a, b, c);
    char ch, four[5] = "....";
    printf("%d ", sscanf(" x yz w", "%c %c%4c", &ch, a, four));
    printf("[%c][%c][%s]\n", ch, a[0], four);
    printf("%d ", sscanf("key = value # note", "%[^= ] = %[^#\n]%n", a, b, &n));
    printf("[%s][%s] %d\n", a, b, n);
    printf("%d ", sscanf("2024abc!", "%[0-9]%[a-z]%c", a, b, &ch));
    printf("[%s][%s][%c]\n", a, b, ch);
    printf("%d ", sscanf("]x^-y", "%[]x]%[^-]%[-y]", a, b, c));
    printf("[%s][%s][%s]\n", a, b, c);
    printf("%d\n", sscanf("nodigits", "%[0-9]", a));
    printf("%d ", sscanf("(10, 20)", "(%[^,], %[^)])", a, b));
    printf("[%s][%s]\n", a, b);
    printf("%d ", sscanf("skip this keep", "%*s %*s %s", a));
    printf("[%s]\n", a);
    printf("%d ", sscanf("aaaabbb", "%2[a]%*[a]%[b]", a, b));
    printf("[%s][%s]\n", a, b);
    const char *csv = "one,two,,four";
    int used, off = 0, fields = 0;
    while (1) {
        a[0] = 0;
        if (sscanf(csv + off, "%31[^,]%n", a, &used) == 1) off += used;
        printf("<%s>", a);
        fields++;
        if (csv[off++] != ',') break;
    }
    printf(" %d\n", fields);
    char *dyn = NULL;
    printf("%d ", sscanf("allocate me", "%ms", &dyn));
    printf("[%s]\n", dyn);
    free(dyn);
    printf("%d ", sscanf("GET /index.html HTTP/1.1", "%7s %31s HTTP/%d.%d", a, b, &n, &used));
    printf("[%s][%s] %d %d\n", a, b, n, used);
    unsigned ip[4];
    printf("%d ", sscanf("192.168.0.255", "%u.%u.%u.%u", &ip[0], &ip[1], &ip[2], &ip[3]));
    printf("%u\n", ip[0] ^ ip[1] ^ ip[2] ^ ip[3]);
    return fields;
}
