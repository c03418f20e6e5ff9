// sys/stat: size and mode of files written here, mkdir and rmdir, chmod bits and directories.
// files: sized.dat
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    FILE *f = fopen("sized.dat", "wb");
    if (!f) return 1;
    for (int i = 0; i < 1000; i++) fputc(i & 0xff, f);
    fclose(f);
    struct stat st;
    printf("%d ", stat("sized.dat", &st));
    printf("%lld %d\n", (long long)st.st_size, S_ISREG(st.st_mode) != 0);
    printf("%d ", chmod("sized.dat", 0640));
    stat("sized.dat", &st);
    printf("%o\n", st.st_mode & 0777u);
    chmod("sized.dat", 0644);
    errno = 0;
    printf("%d ", stat("absent", &st));
    printf("%d\n", errno == ENOENT);
    printf("%d ", mkdir("sub", 0755));
    stat("sub", &st);
    printf("%d\n", S_ISDIR(st.st_mode) != 0);
    errno = 0;
    printf("%d ", mkdir("sub", 0755));
    printf("%d\n", errno == EEXIST);
    f = fopen("sub/inner.txt", "w");
    fputs("inside", f);
    fclose(f);
    stat("sub/inner.txt", &st);
    printf("%lld\n", (long long)st.st_size);
    printf("%d\n", rename("sub/inner.txt", "moved.txt"));
    printf("%d %d\n", access("moved.txt", F_OK), access("sub/inner.txt", F_OK));
    printf("%d ", unlink("moved.txt"));
    printf("%d ", rmdir("sub"));
    printf("%d\n", access("sub", F_OK));
    printf("%d\n", truncate("sized.dat", 300));
    stat("sized.dat", &st);
    return (int)(st.st_size % 251);
}
