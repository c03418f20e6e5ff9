// open_memstream and fmemopen: growing buffers, seeking, reading from memory, truncation.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *buf = NULL;
    size_t len = 0;
    FILE *m = open_memstream(&buf, &len);
    if (!m) return 1;
    fprintf(m, "hello %d", 42);
    fflush(m);
    printf("%zu [%s]\n", len, buf);
    fputs(", more", m);
    for (int i = 0; i < 50; i++) fprintf(m, " %d", i);
    fclose(m);
    printf("%zu [%.20s...%s]\n", len, buf, buf + len - 6);
    printf("%zu\n", strlen(buf));
    free(buf);

    char text[] = "10 20 30\nsecond line\nlast";
    FILE *r = fmemopen(text, strlen(text), "r");
    if (!r) return 2;
    int a, b, c;
    printf("%d ", fscanf(r, "%d %d %d", &a, &b, &c));
    printf("%d\n", a + b + c);
    char line[32];
    while (fgets(line, sizeof line, r)) printf("[%s]", line);
    printf(" %d\n", feof(r) != 0);
    fseek(r, 3, SEEK_SET);
    printf("%d ", fgetc(r));
    printf("%ld\n", ftell(r));
    fclose(r);

    char fixed[12];
    memset(fixed, '#', sizeof fixed);
    FILE *w = fmemopen(fixed, sizeof fixed, "w");
    if (!w) return 3;
    fputs("abc", w);
    fflush(w);
    printf("[%s]\n", fixed);
    fputs("defgh", w);
    fclose(w);
    printf("[%s] %c\n", fixed, fixed[11]);

    m = open_memstream(&buf, &len);
    for (int row = 0; row < 3; row++) {
        for (int col = 0; col < 5; col++) fputc(row == col || row + col == 4 ? '*' : '.', m);
        fputc('\n', m);
    }
    fclose(m);
    fwrite(buf, 1, len, stdout);
    free(buf);
    return (int)len;
}
