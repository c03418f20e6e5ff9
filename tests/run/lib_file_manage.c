// Files: remove, rename, tmpfile, setvbuf, fflush, reading while another stream writes, errors.
// files: kept.txt
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long size_of(const char *name) {
    FILE *f = fopen(name, "rb");
    if (!f) return -1;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    fclose(f);
    return n;
}

int main(void) {
    FILE *w = fopen("first.txt", "w");
    if (!w) return 1;
    setvbuf(w, NULL, _IOFBF, 4096);
    fputs("buffered", w);
    printf("before flush %ld\n", size_of("first.txt"));
    fflush(w);
    printf("after flush %ld\n", size_of("first.txt"));
    setvbuf(stdout, NULL, _IOLBF, 0);
    fputs(" more", w);
    fclose(w);
    printf("%d\n", rename("first.txt", "second.txt"));
    printf("%ld %ld\n", size_of("first.txt"), size_of("second.txt"));
    errno = 0;
    printf("%d ", rename("first.txt", "third.txt"));
    printf("%d\n", errno == ENOENT);
    printf("%d ", remove("second.txt"));
    printf("%ld\n", size_of("second.txt"));
    errno = 0;
    printf("%d ", remove("second.txt"));
    printf("%d %s\n", errno == ENOENT, strerror(errno));
    FILE *t = tmpfile();
    if (!t) return 2;
    for (int i = 0; i < 100; i++) fprintf(t, "%d\n", i * i);
    rewind(t);
    int v, count = 0;
    long sum = 0;
    while (fscanf(t, "%d", &v) == 1) sum += v, count++;
    printf("%d %ld\n", count, sum);
    fclose(t);
    w = fopen("kept.txt", "w");
    setvbuf(w, NULL, _IONBF, 0);
    fputs("unbuffered", w);
    printf("%ld\n", size_of("kept.txt"));
    fseek(w, 20, SEEK_SET);
    fputs("after a hole", w);
    fclose(w);
    printf("%ld\n", size_of("kept.txt"));
    FILE *r = fopen("kept.txt", "r");
    printf("%d ", fputc('x', r) == EOF);
    printf("%d ", ferror(r) != 0);
    clearerr(r);
    printf("%d\n", ferror(r) != 0);
    fclose(r);
    errno = 0;
    r = fopen("no/such/dir", "w");
    printf("%d %d\n", r == NULL, errno == ENOENT);
    fprintf(stderr, "to stderr\n");
    perror("perror");
    return count;
}
