// Files: write, read back, append, update, seek and tell, with the files left for comparison.
// files: a.txt b.bin
#include <stdio.h>
#include <string.h>

static void cat(const char *name) {
    FILE *f = fopen(name, "r");
    if (!f) {
        printf("%s: none\n", name);
        return;
    }
    int c, n = 0;
    while ((c = fgetc(f)) != EOF) {
        putchar(c);
        n++;
    }
    printf("(%d bytes)\n", n);
    fclose(f);
}

int main(void) {
    FILE *f = fopen("a.txt", "w");
    if (!f) return 1;
    fputs("line one\n", f);
    fprintf(f, "%d %s %.2f\n", 2, "two", 2.5);
    fputc('x', f);
    putc('\n', f);
    printf("%ld\n", ftell(f));
    fclose(f);
    cat("a.txt");
    f = fopen("a.txt", "a");
    fputs("appended\n", f);
    fclose(f);
    f = fopen("a.txt", "r+");
    fseek(f, 5, SEEK_SET);
    fputs("ONE", f);
    fseek(f, -4, SEEK_END);
    long at = ftell(f);
    char tail[8] = {0};
    size_t n = fread(tail, 1, 7, f);
    printf("%ld %zu [%.3s]\n", at, n, tail);
    rewind(f);
    char line[32];
    printf("%s", fgets(line, sizeof line, f));
    fclose(f);
    cat("a.txt");
    struct { int id; double v; } recs[4] = {{1, 0.5}, {2, 1.5}, {3, 2.5}, {4, 3.5}}, back[4];
    char raw[64];
    memset(raw, 0, sizeof raw);
    for (int i = 0; i < 4; i++) memcpy(raw + 16 * i, &recs[i].id, 4), memcpy(raw + 16 * i + 8, &recs[i].v, 8);
    f = fopen("b.bin", "w+b");
    printf("%zu\n", fwrite(raw, 16, 4, f));
    fseek(f, 32, SEEK_SET);
    printf("%zu ", fread(back, sizeof back[0], 1, f));
    printf("%d %g\n", back[0].id, back[0].v);
    fseek(f, -16, SEEK_CUR);
    recs[2].id = 33;
    fwrite(&recs[2].id, 4, 1, f);
    fseek(f, 0, SEEK_SET);
    n = fread(back, sizeof back[0], 4, f);
    printf("%zu %d %d\n", n, back[2].id, feof(f) != 0);
    printf("%zu ", fread(back, 1, 1, f));
    printf("%d\n", feof(f) != 0);
    fclose(f);
    printf("%d\n", fopen("missing.txt", "r") == NULL);
    f = fopen("a.txt", "wx");
    printf("%d\n", f == NULL);
    return 12;
}
