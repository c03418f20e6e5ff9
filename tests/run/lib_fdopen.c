// Streams over descriptors: fileno, fdopen, unlocked calls, dprintf, fgetc after fseek, rewind.
// files: mix.txt
// flags: -D_GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    printf("%d %d %d\n", fileno(stdin), fileno(stdout), fileno(stderr));
    int fd = open("mix.txt", O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (fd < 0) return 1;
    printf("%d\n", dprintf(fd, "%s %d\n", "dprintf", 42));
    FILE *f = fdopen(fd, "r+");
    if (!f) return 2;
    printf("%d\n", fileno(f) == fd);
    fseek(f, 0, SEEK_END);
    fputs_unlocked("stream line\n", f);
    for (const char *p = "unlocked\n"; *p; p++) putc_unlocked(*p, f);
    fflush(f);
    char b[16] = {0};
    printf("%zd ", pread(fd, b, 7, 0));
    printf("%.7s\n", b);
    rewind(f);
    int c, lines = 0, n = 0;
    while ((c = getc_unlocked(f)) != EOF) lines += c == '\n', n++;
    printf("%d %d\n", lines, n);
    fseek(f, -9, SEEK_END);
    c = fgetc(f);
    printf("%c %ld\n", c, ftell(f));
    ungetc('Z', f);
    printf("%ld ", ftell(f));
    printf("%c", fgetc(f));
    printf("%c\n", fgetc(f));
    fseek(f, 3, SEEK_SET);
    fputc('!', f);
    fseek(f, 0, SEEK_CUR);
    char line[32];
    printf("%s", fgets(line, sizeof line, f));
    printf("%d\n", fclose(f));
    putchar_unlocked('u');
    putchar_unlocked('\n');
    fflush(NULL);
    return n;
}
